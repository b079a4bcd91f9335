/* SPDX-License-Identifier: Apache-2.0 */
/* cover.c: what is over the table: which balls are hidden or were approached, and which parts have been in view? */
#include "inside.h"

#define CLEAR_S  0.3 /* a ball that comes into view is not always found at once */
#define PASSED_D 2.0 /* diameters: a ball that comes so near, or pushes others, may have met one that is hidden */

static bool is_near(const struct observed_region *g, struct vec2 p, double r)
{
    return p.x > g->low.x - r && p.x < g->high.x + r && p.y > g->low.y - r && p.y < g->high.y + r;
}

static bool is_within(const struct observation *o, struct vec2 p, double r)
{
    for (int i = 0; i < o->regions_n; i++)
        if (is_near(&o->regions[i], p, r))
            return true;
    return false;
}

bool cover_over(const struct tracking *t, const struct observation *o, struct vec2 p)
{
    return is_within(o, p, t->table.bed.ball_d / 2);
}

bool cover_beside(const struct tracking *t, const struct observation *o, struct vec2 p)
{
    return is_within(o, p, t->table.bed.ball_d);
}

/* In the mouth of a pocket a ball is hard to see, and part of it may be told as something else: of that none reaches
 * further than it does itself. */
static bool is_of_ball(const struct tracking *t, const struct observed_region *g, struct vec2 p)
{
    double from_fall, far = t->table.bed.ball_d;
    place_pocket(&t->table, p, &from_fall);
    return from_fall < t->table.bed.ball_d && fmax(p.x - g->low.x, g->high.x - p.x) < far &&
           fmax(p.y - g->low.y, g->high.y - p.y) < far;
}

bool cover_bare(const struct tracking *t, const struct observation *o, struct vec2 p)
{
    for (int i = 0; i < o->regions_n; i++)
        if (is_near(&o->regions[i], p, t->table.bed.ball_d) && !is_of_ball(t, &o->regions[i], p))
            return false;
    return true;
}

/* Marks balls at rest that something is over, or that a moving ball comes near. */
void cover_watch(struct tracking *t, const struct observation *o)
{
    double near = 10 * t->table.bed.ball_d; /* a push goes through a row of balls */
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if (k->life != LIFE_REST)
            continue;
        if (cover_over(t, o, k->pos))
            k->covered = t->now;
        for (int j = 0; j < TRACKS_MAX; j++) {
            const struct track *m = &t->track[j];
            double reach = near + 2 * vec2_len(m->vel) * t->frame_s;
            if (m->life == LIFE_MOVING && m->id && vec2_dist(m->pos, k->pos) < reach)
                k->passed = t->now;
        }
    }
}

bool cover_passed(const struct tracking *t, const struct track *k, struct vec2 lay, double from, double to)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *o = &t->track[i];
        for (int j = 0; j < o->n && o != k && o->life && (o->woke || o->life == LIFE_MOVING); j++)
            if (o->samples[j].t > from && o->samples[j].t < to &&
                vec2_dist(o->samples[j].p, lay) < PASSED_D * t->table.bed.ball_d + vec2_len(o->vel) * t->frame_s)
                return true;
    }
    return false;
}

static int cell_of(const struct tracking *t, struct vec2 p)
{
    int i = (int)((p.x + t->table.bed.length / 2 + CELL_MM) / CELL_MM);
    int j = (int)((p.y + t->table.bed.width / 2 + CELL_MM) / CELL_MM);
    i = i < 0 ? 0 : i >= CELLS_X ? CELLS_X - 1 : i;
    j = j < 0 ? 0 : j >= CELLS_Y ? CELLS_Y - 1 : j;
    return j * CELLS_X + i;
}

static void note_hidden(struct tracking *t, const struct observation *o)
{
    double r = t->table.bed.ball_d / 2;
    struct vec2 edge = vec2(r, r); /* of a ball that is half hidden little can be seen */
    for (int i = 0; i < o->regions_n; i++) {
        const struct observed_region *g = &o->regions[i];
        int low = cell_of(t, vec2_sub(g->low, edge)), high = cell_of(t, vec2_add(g->high, edge));
        for (int y = low / CELLS_X; y <= high / CELLS_X; y++)
            for (int x = low % CELLS_X; x <= high % CELLS_X; x++)
                t->hidden_at[y * CELLS_X + x] = (float)t->now;
    }
}

/* Remembers which parts of the table have been in view: what appears elsewhere was there all the time. */
static void note_cleared(struct tracking *t)
{
    for (int i = 0; i < CELLS_X * CELLS_Y; i++)
        t->cleared[i] |= (double)t->hidden_at[i] < t->now - CLEAR_S;
}

/* Nothing has been seen at this place yet. What is over the mouth of a pocket cannot be told from the pocket: there the
 * cells beside it count. */
bool cover_never_in_view(const struct tracking *t, struct vec2 p)
{
    double from_fall;
    place_pocket(&t->table, p, &from_fall);
    double wide = from_fall < t->table.bed.ball_d ? 2 * CELL_MM : 0;
    for (double y = -wide; y <= wide; y += CELL_MM)
        for (double x = -wide; x <= wide; x += CELL_MM)
            if (!t->cleared[cell_of(t, vec2(p.x + x, p.y + y))])
                return true;
    return false;
}

double cover_last(const struct tracking *t, struct vec2 p)
{
    return (double)t->hidden_at[cell_of(t, p)];
}

void cover_note(struct tracking *t, const struct observation *o)
{
    note_hidden(t, o);
    note_cleared(t);
}
