/* SPDX-License-Identifier: Apache-2.0 */
/* geometry.c: is the cue-ball snookered where it lies, is full ball available, what does it touch? */
#include "geometry_in.h"

/* How far ball `x` is from obstructing the path: the distance from x to the region of centres that obstruct it,
 * negative inside. The region is all within `contact` of the path and not behind its start: a ball in contact with the
 * cue-ball obstructs only a path that leads into it, and an overlap that is an error of measurement does no harm. */
static double clearance(const struct geo_ray *ray, struct vec2 x, double contact, double *along)
{
    struct vec2 way = vec2_sub(x, ray->from);
    double a = vec2_dot(way, ray->dir), side = fabs(vec2_cross(ray->dir, way));
    *along = a;
    if (a < 0) {
        double over = fmax(side - contact, 0);
        return sqrt(a * a + over * over);
    }
    double beyond = fmax(a - ray->length, 0);
    return fmax(sqrt(beyond * beyond + side * side) - contact, -a);
}

/* Clearance as a margin. Between its ends an edge path moves no faster than the balls do. The point of finest contact
 * moves 1 + contact / length times as fast, since the circle it slides on is nearly parallel to the path; close to
 * contact, where the length grows with the root of the gap, the length it will have when it has used up half of the
 * clearance is what counts. */
static double edge_clearance(const struct geo_ray *edge, struct vec2 x, double contact)
{
    double along, c = clearance(edge, x, contact, &along), length = edge->length + fmax(c, 0) / 2;
    if (along >= 0 && along <= edge->length && c > -along)
        return c;
    return length > 0 ? c * length / (length + contact) : fmin(c, 0);
}

/* Room at both edges of one ball on; which blockers leave none. A ball on that touches, or nearly, is free by what it
 * would take to part them. */
static double edges_margin(const struct layout *layout, struct vec2 from, struct vec2 to, double contact,
                           ball_mask blockers, ball_mask *obstructing)
{
    double least = INFINITY;
    struct geo_ray left = geo_edge(from, to, contact, 1), right = geo_edge(from, to, contact, -1);
    *obstructing = 0;
    for (BALL_EACH(id, blockers)) {
        struct vec2 x = layout->at[id];
        double c = fmin(edge_clearance(&left, x, contact), edge_clearance(&right, x, contact));
        if (c < 0)
            *obstructing |= ball_bit((ball_id)id);
        least = fmin(least, c);
    }
    return fmax(least, contact - vec2_dist(from, to));
}

/* SNK 2.17(b): the nearest of the balls, and all others as near within `equal`. */
static ball_mask nearest(const struct layout *layout, struct vec2 from, ball_mask balls, double equal, double *distance)
{
    ball_mask found = 0;
    *distance = INFINITY;
    for (BALL_EACH(id, balls))
        *distance = fmin(*distance, vec2_dist(from, layout->at[id]));
    for (BALL_EACH(id, balls))
        if (vec2_dist(from, layout->at[id]) <= *distance + equal)
            found |= ball_bit((ball_id)id);
    return found;
}

/* SNK 2.17(b),(c): each ball on has its own nearest obstructing balls; effective is what they all have in common. */
static void find_effective(struct geo_snooker *s, const struct layout *layout, struct vec2 from, ball_mask on,
                           const ball_mask *obstructing, double equal)
{
    double distance;
    s->effective = ~(ball_mask)0;
    for (BALL_EACH(id, on)) {
        s->obstructing |= obstructing[id];
        s->effective &= nearest(layout, from, obstructing[id], equal, &distance);
    }
    nearest(layout, from, s->obstructing, equal, &s->blocker_distance);
}

struct geo_snooker geo_snookered(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                                 ball_mask blockers, double equal)
{
    struct geo_snooker s = {.margin = INFINITY, .blocker_distance = INFINITY};
    ball_mask obstructing[BALL_IDS] = {0};
    on = geo_present(layout, on & ~ball_bit(cue));
    blockers = geo_present(layout, blockers & ~on & ~ball_bit(cue));
    if (!geo_present(layout, ball_bit(cue)))
        return (struct geo_snooker){.blocker_distance = INFINITY};
    struct vec2 from = layout->at[cue];
    double contact = geo_contact(bed);
    for (BALL_EACH(id, on)) {
        double m = edges_margin(layout, from, layout->at[id], contact, blockers, &obstructing[id]);
        if (s.free_ball && m <= s.margin)
            continue;
        s.margin = m;
        s.free_ball = (ball_id)id;
        s.free_distance = vec2_dist(from, layout->at[id]);
    }
    s.snookered = s.margin < 0;
    if (s.snookered) {
        s.free_ball = BALL_NONE;
        s.free_distance = 0;
        find_effective(&s, layout, from, on, obstructing, equal >= 0 ? equal : 0);
    }
    return s;
}

/* SNK 3.14(d): room beside the path to the ball's centre. */
static double centre_margin(const struct layout *layout, struct vec2 from, struct vec2 to, double contact,
                            ball_mask blockers)
{
    double gap = vec2_dist(from, to) - contact, least = INFINITY, along;
    struct geo_ray ray = {from, vec2_unit(vec2_sub(to, from)), fmax(gap, 0)};
    for (BALL_EACH(id, blockers))
        least = fmin(least, clearance(&ray, layout->at[id], contact, &along));
    return fmax(least, -gap);
}

/* The corridor between both edges narrows from the ball on to the cue-ball: a ball inside it and nearer than the ball
 * on always reaches over an edge, so a full diameter is clear when both edges are. */
static void find_full(struct geo_path *p, const struct layout *layout, struct vec2 from, double contact, ball_mask on,
                      ball_mask blockers, ball_mask group)
{
    ball_mask unused;
    p->full_margin = -INFINITY;
    for (BALL_EACH(id, on)) {
        struct vec2 to = layout->at[id];
        double m = ball_in(group, (ball_id)id) ? edges_margin(layout, from, to, contact, blockers, &unused)
                                               : centre_margin(layout, from, to, contact, blockers);
        if (p->full_ball && m <= p->full_margin)
            continue;
        p->full_margin = m;
        p->full_ball = (ball_id)id;
    }
}

struct geo_path geo_path(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                         ball_mask blockers, ball_mask group)
{
    struct geo_path p = {.path = PATH_NONE, .any_margin = -INFINITY, .full_margin = -INFINITY};
    on = geo_present(layout, on & ~ball_bit(cue));
    blockers = geo_present(layout, blockers & ~on & ~ball_bit(cue));
    if (!geo_present(layout, ball_bit(cue)))
        return (struct geo_path){.path = PATH_UNKNOWN};
    if (!on)
        return p;
    struct vec2 from = layout->at[cue];
    double contact = geo_contact(bed);
    find_full(&p, layout, from, contact, on, blockers, group);
    p.any_margin = fmax(geo_sight(layout, from, contact, on, blockers, &p.any_ball), p.full_margin);
    if (p.full_margin >= 0)
        p.path = PATH_FULL_BALL, p.any_ball = p.any_ball ? p.any_ball : p.full_ball;
    else if (p.any_margin > 0)
        p.path = PATH_ANY_PART;
    if (p.path != PATH_FULL_BALL)
        p.full_ball = BALL_NONE;
    return p;
}

struct geo_total geo_total_snooker(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                                   ball_mask blockers)
{
    struct geo_path p = geo_path(bed, layout, cue, on, blockers, 0);
    if (p.path == PATH_UNKNOWN)
        return (struct geo_total){0};
    if (!geo_present(layout, on & ~ball_bit(cue)))
        return (struct geo_total){.margin = INFINITY};
    return (struct geo_total){p.path == PATH_NONE, p.any_margin, p.any_ball};
}

struct geo_touch geo_touching(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask candidates,
                              double tolerance)
{
    struct geo_touch t = {.margin = INFINITY};
    for (int id = 0; id < BALL_IDS; id++)
        t.gap[id] = INFINITY;
    if (!geo_present(layout, ball_bit(cue)))
        return (t.margin = 0, t);
    candidates = geo_present(layout, candidates & ~ball_bit(cue));
    for (BALL_EACH(id, candidates)) {
        t.gap[id] = vec2_dist(layout->at[cue], layout->at[id]) - geo_contact(bed);
        if (t.gap[id] <= tolerance)
            t.touching |= ball_bit((ball_id)id);
        t.margin = fmin(t.margin, fabs(t.gap[id] - tolerance));
    }
    return t;
}

struct geo_away geo_plays_away(struct vec2 from, struct vec2 direction, struct vec2 ball)
{
    if (!geo_usable(from) || !geo_usable(direction) || !geo_usable(ball))
        return (struct geo_away){0};
    double behind = -vec2_dot(vec2_unit(direction), vec2_sub(ball, from));
    return (struct geo_away){behind > 0, behind};
}
