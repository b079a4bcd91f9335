/* SPDX-License-Identifier: Apache-2.0 */
/* impacts.c: whom did the cue-ball meet? Its own kink tells when, and the way its velocity jumped tells where the other
 * ball lay. That holds where the start of the other ball tells nothing: in a pack balls are pushed more than once, or
 * pass on what they got and stay where they are. */
#include "contacts.h"

#define PACK_RAD    0.4  /* several balls at once, and spin, turn the push off the line of centres */
#define PACK_MM     3.0  /* neighbours nearer than this share a push */
#define PUSH_MM_S   60.0 /* smaller jumps tell no direction */
#define PUSH_SD     5.0
#define LATER_S     0.12 /* a ball in a pack may start this much later than it was hit */
#define STILL_CHI2  6.0  /* for a ball that did not move at all */
#define IMPACT_P    0.97
#define IMPACT_CHI2 16.0

static double square(double x)
{
    return x * x;
}

static double angle_between(struct vec2 a, struct vec2 b)
{
    return fabs(atan2(vec2_cross(a, b), vec2_dot(a, b)));
}

/* Where it lay just before t; false when it moved then, or is not known. */
static bool lay_still(const struct segment *s, const struct way *w, double t, struct vec2 *at)
{
    if (!w->moved || !w->pieces_n) {
        *at = w->rest0;
        return w->rest0_n > 0;
    }
    const struct piece *q = path_piece(w, t - 2.5 * s->frame_s);
    *at = q == w->piece && w->rest0_n ? w->rest0 : q->p;
    return q->rest;
}

static struct wake *wake_near(struct explain *x, int path, double from, double to)
{
    for (struct wake *w = x->wake; w < x->wake + x->wakes_n; w++)
        if (w->path == path && !w->explained && w->t > from && w->t < to)
            return w;
    return NULL;
}

/* Does a neighbour touch it that may have shared the push? */
static bool has_neighbour(const struct segment *s, int path, struct vec2 at, double t)
{
    for (int i = 0; i < s->paths_n; i++) {
        struct vec2 other;
        if (i != path && i != s->strike && lay_still(s, &s->paths[i], t, &other) &&
            vec2_dist(other, at) < s->table->bed.ball_d + PACK_MM)
            return true;
    }
    return false;
}

struct impact {
    int path; /* -1 none */
    struct vec2 at;
    double second; /* when the next one would have been reached */
    struct cause cause;
};

/* How badly the cue-ball's kink fits meeting a ball that lies there at this time. */
static double impact_chi2(const struct segment *s, const struct kink *k, struct vec2 at, const struct piece *q,
                          double t, struct cause *c)
{
    struct vec2 n = vec2_unit(vec2_sub(at, piece_at(q, t))), v = piece_velocity(q, t);
    double into = vec2_dot(v, n), sg = path_sd(s, q, t), t_sd = hypot(sg / fmax(into, 20), 0.002);
    *c = (struct cause){
        .hitter = s->strike, .how = CAUSE_PATH, .t = t, .t_sd = t_sd, .speed = into, .gap_sd = sg, .normal = n};
    double sa = hypot(PACK_RAD, k->v_sd / fmax(vec2_dist(k->v0, k->v1), 1));
    return square((t - k->t) / hypot(t_sd, k->t_sd)) + square(angle_between(vec2_sub(k->v0, k->v1), n) / sa);
}

static void try_ball(const struct segment *s, const struct kink *k, const struct piece *q, int path, struct impact *best)
{
    const struct way *w = &s->paths[path];
    double near = 3 * s->frame_s;
    struct vec2 at;
    struct cause c;
    if (path == s->strike || !lay_still(s, w, k->t, &at))
        return;
    struct approach a = approach_in(q, at, s->table->bed.ball_d, k->t - near, k->t + near, s->frame_s / 16);
    if (!a.found || a.gap > 0)
        return;
    double chi2 = impact_chi2(s, k, at, q, a.t, &c) + (w->moved ? 0 : STILL_CHI2);
    if (chi2 > IMPACT_CHI2)
        return;
    c.chi2 = chi2;
    best->second = best->path >= 0 ? fmin(best->second, fmax(a.t, best->cause.t)) : INFINITY;
    if (best->path < 0 || a.t < best->cause.t) {
        best->cause = c;
        best->path = path;
        best->at = at;
    }
}

static void resolve_impact(struct explain *x, struct kink *k)
{
    struct segment *s = x->s;
    struct wake ref = {.t = k->t, .t_sd = k->t_sd};
    struct piece q;
    struct impact best = {.path = -1, .second = INFINITY};
    if (!way_in(x, &ref, s->strike, &q))
        return;
    for (int i = 0; i < s->paths_n; i++)
        try_ball(s, k, &q, i, &best);
    if (best.path < 0)
        return;
    double early = k->t - 2 * s->frame_s - 0.01;
    struct wake *w = wake_near(x, best.path, early, k->t + 1.5 * s->frame_s);
    if (w && !has_neighbour(s, best.path, best.at, k->t))
        return; /* a clear start: that tells more */
    w = w ? w : wake_near(x, best.path, early - 0.05, k->t + LATER_S);
    double lead = (best.second - best.cause.t) * vec2_len(piece_velocity(&q, best.cause.t)); /* mm before the next */
    best.cause.p = IMPACT_P * 0.5 * erfc(-lead / (2 * best.cause.gap_sd));
    k->used = true;
    if (w) {
        resolve_wake(x, w, &best.cause);
        return;
    }
    best.cause.impulse = vec2_sub(k->v0, k->v1);
    tell_contact(x, s->strike, best.path, &best.cause);
}

void resolve_impacts(struct explain *x)
{
    struct segment *s = x->s;
    if (s->strike < 0)
        return;
    struct way *cue = &s->paths[s->strike];
    for (int i = 0; i < cue->kinks_n; i++) {
        struct kink *k = &cue->kink[i];
        double push = vec2_dist(k->v0, k->v1);
        if (!k->wake && !k->used && k->t > s->strike_t && push > PUSH_MM_S + PUSH_SD * k->v_sd)
            resolve_impact(x, k);
    }
}
