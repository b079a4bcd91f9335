/* SPDX-License-Identifier: Apache-2.0 */
/* geometry_spot.c: where is a ball spotted? One mechanism for every book: a list of spots, then a line to search. */
#include "geometry_in.h"

static double diameter_of(const struct bed *bed, ball_id id)
{
    return geo_diameter(id == BALL_CUE ? bed->cue_ball_d : bed->ball_d);
}

/* Centre distance at which `ball` touches `other`. */
static double contact_of(const struct bed *bed, ball_id ball, ball_id other)
{
    return (diameter_of(bed, ball) + diameter_of(bed, other)) / 2;
}

struct geo_spot geo_spot_occupied(const struct bed *bed, const struct layout *layout, struct vec2 at, ball_id ball)
{
    struct geo_spot s = {.margin = INFINITY};
    ball_mask others = geo_present(layout, ~ball_bit(ball));
    if (!geo_usable(at))
        return (struct geo_spot){.occupied = true};
    for (BALL_EACH(id, others)) {
        double gap = vec2_dist(layout->at[id], at) - contact_of(bed, ball, (ball_id)id);
        if (gap >= s.margin)
            continue;
        s.margin = gap;
        s.occupier = (ball_id)id;
    }
    s.occupied = s.margin <= 0;
    return s;
}

/* x of every centre with this y that would be nearer than allowed to one ball: the open interval x -+ half. */
struct shadow {
    double x, half;
};

struct line {
    int n;
    struct shadow shadow[BALL_IDS];
};

static struct line line_at(const struct bed *bed, const struct layout *layout, double y, ball_id ball,
                           const struct geo_spotting *how)
{
    struct line line = {0};
    ball_mask others = geo_present(layout, ~ball_bit(ball));
    for (BALL_EACH(id, others)) {
        double gap = id == BALL_CUE ? how->gap_cue : how->gap_object;
        double reach = contact_of(bed, ball, (ball_id)id) + gap, off = layout->at[id].y - y;
        if (fabs(off) < reach)
            line.shadow[line.n++] = (struct shadow){layout->at[id].x, sqrt(reach * reach - off * off)};
    }
    return line;
}

/* First x at or after `from`, going in direction `sign`, in no shadow. Each ball pushes at most once: going one way
 * a shadow left behind is never met again. */
static double first_free(const struct line *line, double from, int sign)
{
    for (int pushed = 0; pushed <= line->n; pushed++) {
        double next = from;
        for (int i = 0; i < line->n; i++) {
            const struct shadow *s = &line->shadow[i];
            double end = s->x + sign * s->half;
            if (sign * (from - s->x) > -s->half && sign * (end - from) > 0)
                next = sign > 0 ? fmax(next, end) : fmin(next, end);
        }
        if (next == from)
            break;
        from = next;
    }
    return from;
}

/* Up first; only if there is no room, down (SNK 3.7(h), WPA 1.4, CSPL T2(d)). */
static bool place_on_line(const struct line *line, double x, const struct geo_spotting *how, double *found)
{
    double up = first_free(line, x, 1), down = first_free(line, x, -1);
    *found = up <= how->up ? up : down;
    return up <= how->up || down >= how->down;
}

/* Room on a spot. Where contact is allowed a ball that just touches leaves room; a millionth of a mm is rounding. */
static bool room(const struct bed *bed, const struct layout *layout, struct vec2 at, ball_id ball,
                 const struct geo_spotting *how)
{
    ball_mask others = geo_present(layout, ~ball_bit(ball));
    for (BALL_EACH(id, others)) {
        double gap = vec2_dist(layout->at[id], at) - contact_of(bed, ball, (ball_id)id);
        double keep = id == BALL_CUE ? how->gap_cue : how->gap_object;
        if (keep > 0 ? gap <= 0 : gap < -1e-6)
            return false;
    }
    return geo_usable(at);
}

struct geo_spotted geo_spot(const struct bed *bed, const struct layout *layout, ball_id ball,
                            const struct geo_spotting *how)
{
    struct geo_spotted r = {.at = bed->spot[how->spots[0]], .margin = INFINITY};
    for (int i = 0; i < SPOT_COUNT && how->spots[i] != SPOT_NONE; i++) {
        struct vec2 at = bed->spot[how->spots[i]];
        r.margin = fmin(r.margin, fabs(geo_spot_occupied(bed, layout, at, ball).margin));
        if (room(bed, layout, at, ball, how))
            return (struct geo_spotted){true, how->spots[i], at, r.margin};
    }
    struct vec2 at = bed->spot[how->line];
    if (how->line == SPOT_NONE || !geo_usable(at))
        return r;
    struct line line = line_at(bed, layout, at.y, ball, how);
    double x;
    if (!place_on_line(&line, at.x, how, &x))
        return r;
    return (struct geo_spotted){true, SPOT_NONE, vec2(x, at.y), r.margin};
}

/* SNK 3.7(e): own spot, else the highest value available; (g) else up; (h) pink and black, else down. The book says
 * nothing of other colours without room above; they go down too rather than nowhere. */
struct geo_spotting geo_spotting_snooker(const struct bed *bed, enum spot own)
{
    double end = bed->length / 2 - geo_diameter(bed->ball_d) / 2;
    return (struct geo_spotting){
        .spots = {own, SPOT_BLACK, SPOT_PINK, SPOT_BLUE, SPOT_BROWN, SPOT_GREEN, SPOT_YELLOW},
        .line = own,
        .up = end,
        .down = -end,
        .gap_object = GEO_HAIR,
        .gap_cue = GEO_HAIR,
    };
}

struct geo_spotting geo_spotting_list(const enum spot *spots, int n)
{
    struct geo_spotting how = {.gap_object = GEO_HAIR, .gap_cue = GEO_HAIR};
    for (int i = 0; i < n && i < SPOT_COUNT - 1; i++)
        how.spots[i] = spots[i];
    return how;
}

/* WPA 1.4: foot spot, else below it towards the foot rail in contact with what is in the way, but never with the
 * cue-ball; else above it. */
struct geo_spotting geo_spotting_wpa(const struct bed *bed, enum spot foot)
{
    double end = bed->length / 2 - geo_diameter(bed->ball_d) / 2;
    return (struct geo_spotting){.spots = {foot}, .line = foot, .up = end, .down = -end, .gap_cue = GEO_HAIR};
}

/* CSPL T2(d): spot, else towards the middle of the far cushion, else towards the middle of the baulk-line and no
 * farther. As near as possible: contact is allowed, with the cue-ball too. */
struct geo_spotting geo_spotting_cspl(const struct bed *bed, enum spot own)
{
    double end = bed->length / 2 - geo_diameter(bed->ball_d) / 2;
    return (struct geo_spotting){.spots = {own}, .line = own, .up = end, .down = bed->baulk_x};
}
