/* SPDX-License-Identifier: Apache-2.0 */
/* geometry_sight.c: can any part of a ball on be hit in a straight line?
 *
 * The cue-ball is a point and every other ball a disc with the distance of contact as radius. A ball on is seen if in
 * some direction its disc is entered before any blocker's. Directions are split at the few places where that can change
 * (tangents of a blocker, points where two discs cross), so the answer is exact and nothing is sampled.
 *
 * Directions are compared by a number that grows with the angle and needs no trigonometry: along the square
 * |x| + |y| = 1, from -2 to 2, 0 towards the ball on. */
#include "geometry_in.h"

#include <float.h>

enum { SPANS_MAX = 6 * BALL_IDS }; /* a blocker: two pieces if it wraps, each in three by two crossings */

struct span {
    double from, to;
};

/* Directions to one ball on, -edge to edge, and which of them are blocked. */
struct spans {
    double edge;
    int n;
    struct span at[SPANS_MAX];
};

static double turn_of(struct vec2 v)
{
    double p = v.y / (fabs(v.x) + fabs(v.y) + DBL_MIN);
    return v.x >= 0 ? p : v.y >= 0 ? 2 - p : -2 - p;
}

static struct vec2 direction_of(double turn)
{
    double y = fabs(turn) <= 1 ? turn : turn > 0 ? 2 - turn : -2 - turn;
    return vec2_unit(vec2(1 - fabs(turn), y));
}

/* Turned by the angle with this cosine and sine. */
static struct vec2 turned(struct vec2 v, double cosine, double sine)
{
    return vec2_along(vec2_scale(v, cosine), sine, vec2_left(v));
}

struct disc {
    struct vec2 at; /* seen from the cue-ball, x axis towards the ball on */
    double radius;
};

/* Distance at which a path in unit direction u enters the disc; INFINITY if it does not. */
static double entry(const struct disc *d, struct vec2 u)
{
    double side = vec2_cross(u, d->at), under = d->radius * d->radius - side * side;
    return under > 0 ? vec2_dot(u, d->at) - sqrt(under) : INFINITY;
}

static void add_span(struct spans *s, double from, double to)
{
    if (from < to && s->n < SPANS_MAX)
        s->at[s->n++] = (struct span){from, to};
}

/* Turns at which the circles cross: 0 or 2. There, and only there, the order in which both are entered may change. */
static int crossings(const struct disc *a, const struct disc *b, double turn[2])
{
    struct vec2 way = vec2_sub(b->at, a->at);
    double l2 = vec2_dot(way, way);
    if (!(l2 > 0))
        return 0;
    double k = (l2 + a->radius * a->radius - b->radius * b->radius) / (2 * l2);
    double h2 = a->radius * a->radius / l2 - k * k;
    if (!(h2 > 0))
        return 0;
    struct vec2 middle = vec2_along(a->at, k, way), off = vec2_scale(vec2_left(way), sqrt(h2));
    double p = turn_of(vec2_add(middle, off)), q = turn_of(vec2_sub(middle, off));
    turn[0] = fmin(p, q);
    turn[1] = fmax(p, q);
    return 2;
}

/* Directions from `from` to `to`, of those that lead into `o` at all, in which `x` is entered before it. */
static void block_between(struct spans *s, const struct disc *x, const struct disc *o, double from, double to)
{
    from = fmax(from, -s->edge);
    to = fmin(to, s->edge);
    double cut[4] = {from}, turn[2];
    int n = 1, crossed = crossings(x, o, turn);
    for (int i = 0; i < crossed; i++)
        if (turn[i] > from && turn[i] < to)
            cut[n++] = turn[i];
    cut[n] = to;
    for (int i = 0; i < n && from < to; i++) {
        struct vec2 u = direction_of((cut[i] + cut[i + 1]) / 2);
        if (entry(x, u) < entry(o, u))
            add_span(s, cut[i], cut[i + 1]);
    }
}

/* A blocker that already holds the cue-ball in its disc (contact, with the error m allowed for) blocks the half plane
 * of paths that lead into it, that half plane itself moved by m. */
static void block_holding(struct spans *s, struct vec2 at, double r, double m)
{
    double cosine = r > 0 ? -m / r : -1;
    if (cosine >= 1)
        return;
    if (cosine <= -1) {
        add_span(s, -2, 2);
        return;
    }
    struct vec2 u = vec2_unit(at);
    double sine = sqrt(1 - cosine * cosine);
    double from = turn_of(turned(u, cosine, -sine)), to = turn_of(turned(u, cosine, sine));
    add_span(s, from, from <= to ? to : 2);
    if (from > to)
        add_span(s, -2, to);
}

static void block(struct spans *s, const struct disc *x, const struct disc *o, double m)
{
    double r = vec2_len(x->at);
    if (x->radius <= 0)
        return;
    if (r < x->radius) {
        block_holding(s, x->at, r, m);
        return;
    }
    struct vec2 u = vec2_unit(x->at);
    double sine = x->radius / r, cosine = sqrt(1 - sine * sine);
    double from = turn_of(turned(u, cosine, -sine)), to = turn_of(turned(u, cosine, sine));
    if (from <= to) {
        block_between(s, x, o, from, to);
    } else {
        block_between(s, x, o, from, 2);
        block_between(s, x, o, -2, to);
    }
}

static bool any_open(const struct spans *s)
{
    double from = -s->edge, to = s->edge;
    for (bool grown = true; grown && from < to;) {
        grown = false;
        for (int i = 0; i < s->n; i++)
            if (s->at[i].from <= from && s->at[i].to > from) {
                from = s->at[i].to;
                grown = true;
            }
    }
    return from < to;
}

static bool sees_one(const struct layout *layout, struct vec2 from, double contact, ball_id on, ball_mask blockers,
                     double m)
{
    struct vec2 way = vec2_sub(layout->at[on], from), ahead = vec2_unit(way);
    struct disc o = {{vec2_len(way), 0}, contact - m};
    if (o.at.x <= o.radius)
        return true; /* in contact, with the error m allowed for */
    double sine = fmax(o.radius, 0) / o.at.x;
    struct spans s;
    s.n = 0;
    s.edge = turn_of(vec2(sqrt(1 - sine * sine), sine));
    for (BALL_EACH(id, blockers)) {
        struct vec2 rel = vec2_sub(layout->at[id], from);
        struct disc x = {{vec2_dot(ahead, rel), vec2_cross(ahead, rel)}, contact + m};
        block(&s, &x, &o, m);
    }
    return any_open(&s);
}

bool geo_sees(const struct layout *layout, struct vec2 from, double contact, ball_mask on, ball_mask blockers, double m,
              ball_id *ball)
{
    for (BALL_EACH(id, on))
        if (sees_one(layout, from, contact, (ball_id)id, blockers, m)) {
            *ball = (ball_id)id;
            return true;
        }
    return false;
}

/* The margin is the largest m at which something is still seen: balls may be elsewhere by that much. It lies within
 * +- contact, where blockers or balls on have shrunk to points, and is found by halving. */
double geo_sight(const struct layout *layout, struct vec2 from, double contact, ball_mask on, ball_mask blockers,
                 ball_id *ball)
{
    ball_id seen = BALL_NONE;
    *ball = BALL_NONE;
    if (!blockers || !on)
        return *ball = ball_first(on), INFINITY;
    bool clear = geo_sees(layout, from, contact, on, blockers, 0, ball);
    double low = clear ? 0 : -contact, high = clear ? contact : 0;
    for (int i = 0; i < 26; i++) { /* 52.5 mm / 2^26 < 1e-6 mm */
        double middle = (low + high) / 2;
        if (geo_sees(layout, from, contact, on, blockers, middle, &seen))
            low = middle, *ball = clear ? seen : BALL_NONE;
        else
            high = middle;
    }
    return clear ? fmax(low, DBL_MIN) : fmin(low, -DBL_MIN);
}
