/* SPDX-License-Identifier: Apache-2.0 */
/* impacts.c: whom did the cue-ball meet? Its own kink tells when, and the way its velocity jumped tells where the other
 * ball lay. That holds where the start of the other ball tells nothing: in a pack balls are pushed more than once, or
 * pass on what they got and stay where they are. */
#include "contacts.h"

#define PACK_RAD    0.4    /* several balls at once, and spin, turn the push off the line of centres */
#define BLEND_S     0.002  /* a kink blends what came after it */
#define LEAST_SD_S  0.0005 /* no better is it known when the way in reaches a ball */
#define PACK_MM     3.0    /* neighbours nearer than this share a push */
#define PUSH_MM_S   60.0   /* smaller jumps tell no direction */
#define PUSH_SD     5.0
#define LATER_S     0.12 /* a ball in a pack may start this much later than it was hit */
#define STILL_CHI2  6.0  /* for a ball that did not move at all */
#define IMPACT_P    0.97
#define IMPACT_CHI2 16.0
#define WORSE_CHI2  6.0  /* by which another fits better, that one is it, though the way leads there later */
#define HARD_SHARE  0.15 /* of a jump, by which losses and pieces as cut make it look larger */
#define LEAST_DEEP  1.0  /* sd: a ball that the way in leads this far into was met */
#define STILL_DEEP  3.0  /* ... even if it passed on all it got and stayed where it was */
#define HAIR_SHARE  0.05 /* of a ball: met so deep, the other is turned by 18 degrees */
#define BEYOND_MM   10.0
enum { TARGETS_MAX = 8 };

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

/* A ball that the way in leads to. */
struct target {
    int path;
    struct vec2 at;
    double depth; /* how far into it the way would lead, mm */
    struct cause cause;
};

/* How badly the cue-ball's kink fits meeting a ball that lies there at this time. */
static struct cause impact_cause(const struct segment *s, const struct kink *k, struct vec2 at, const struct piece *q,
                                 double t)
{
    struct vec2 n = vec2_unit(vec2_sub(at, piece_at(q, t))), v = piece_velocity(q, t);
    double into = vec2_dot(v, n), sg = path_sd(s, q, t), arrives_sd = sg / fmax(into, 20);
    double sa = hypot(PACK_RAD, k->v_sd / fmax(vec2_dist(k->v0, k->v1), 1));
    return (struct cause){.hitter = s->strike,
                          .how = CAUSE_PATH,
                          .t = t,
                          .t_sd = hypot(arrives_sd, LEAST_SD_S),
                          .speed = into,
                          .gap_sd = sg,
                          .normal = n,
                          .chi2 = square((t - k->t) / hypot(hypot(arrives_sd, BLEND_S), k->t_sd)) +
                                  square(angle_between(vec2_sub(k->v0, k->v1), n) / sa)};
}

/* How badly the size of the jump fits: a ball that is only grazed turns nobody round. One that is held by others gives
 * back at most twice the speed along the line of centres. */
static double too_hard_chi2(const struct kink *k, const struct target *t, double speed, double d)
{
    double across = fmax(d - t->depth - 2 * t->cause.gap_sd, 0) / d, push = vec2_dist(k->v0, k->v1);
    double excess = push - 2 * speed * sqrt(1 - across * across) - 3 * k->v_sd;
    return excess > 0 ? square(excess / (HARD_SHARE * push + k->v_sd)) : 0;
}

static bool is_target(const struct segment *s, const struct kink *k, const struct piece *q, int path,
                      struct target *out)
{
    const struct way *w = &s->paths[path];
    double near = 3 * s->frame_s, d = apart_of_cue(s->table);
    *out = (struct target){.path = path};
    if (path == s->strike || !lay_still(s, w, k->t, &out->at))
        return false;
    double from = fmax(k->t - near, s->strike_t); /* its way before it was struck is none */
    struct approach a = approach_in(q, out->at, d, from, k->t + near, s->frame_s / 16);
    if (!a.found || a.gap > 0)
        return false;
    struct vec2 u = vec2_unit(piece_velocity(q, a.t));
    if (vec2_dot(u, vec2_sub(out->at, piece_at(q, a.t))) <= 0)
        return false; /* it went away from that ball */
    out->depth = d - fabs(vec2_cross(u, vec2_sub(out->at, piece_at(q, a.t))));
    out->cause = impact_cause(s, k, out->at, q, a.t);
    out->cause.chi2 +=
        (has_gone_far(s, w) ? 0 : STILL_CHI2) + too_hard_chi2(k, out, vec2_len(piece_velocity(q, a.t)), d);
    return true;
}

/* All balls that the way in leads to, the first one first. */
static int list_targets(const struct segment *s, const struct kink *k, const struct piece *q, struct target *out)
{
    int n = 0;
    for (int i = 0; i < s->paths_n && n < TARGETS_MAX; i++) {
        struct target t;
        if (!is_target(s, k, q, i, &t))
            continue;
        int at = n++;
        for (; at > 0 && out[at - 1].cause.t > t.cause.t; at--)
            out[at] = out[at - 1];
        out[at] = t;
    }
    return n;
}

/* How many of them it can have met on this way: one met by more than a hair turns it aside, and whatever the way leads
 * to farther on was not reached on it. */
static int within_reach(const struct target *t, int n, double speed, double d)
{
    double stopped = INFINITY;
    for (int i = 0; i < n; i++) {
        if ((t[i].cause.t - stopped) * speed > BEYOND_MM)
            return i;
        if (t[i].depth > HAIR_SHARE * d + LEAST_DEEP * t[i].cause.gap_sd)
            stopped = fmin(stopped, t[i].cause.t);
    }
    return n;
}

static void tell_target(struct explain *x, const struct kink *k, struct target *t, struct vec2 impulse)
{
    double early = k->t - 2 * x->s->frame_s - 0.06;
    struct wake *w = wake_near(x, t->path, early, k->t + LATER_S);
    if (w) {
        resolve_wake(x, w, &t->cause);
        return;
    }
    t->cause.impulse = impulse;
    tell_contact(x, x->s->strike, t->path, &t->cause);
}

/* Somebody took its push: it went itself, or lies against another ball or a cushion. */
static bool gave_way(const struct segment *s, const struct target *t, double when)
{
    return has_gone_far(s, &s->paths[t->path]) || has_neighbour(s, t->path, t->at, when) ||
           place_cushion(s->table, t->at).gap_mm < place_touch(s->table) + PACK_MM;
}

/* The one that the kink speaks of: the first that fits, and hardly worse than any other. -1: none. */
static int find_fitting(const struct target *t, int n)
{
    double least = IMPACT_CHI2;
    for (int i = 0; i < n; i++)
        least = fmin(least, t[i].cause.chi2 + WORSE_CHI2);
    for (int i = 0; i < n; i++)
        if (t[i].cause.chi2 < least)
            return i;
    return -1;
}

static void resolve_impact(struct explain *x, struct kink *k)
{
    struct segment *s = x->s;
    struct wake ref = {.t = k->t, .t_sd = k->t_sd};
    struct piece q;
    struct target target[TARGETS_MAX];
    if (!way_in(x, &ref, s->strike, &q))
        return;
    double speed = vec2_len(piece_velocity(&q, k->t));
    int n = within_reach(target, list_targets(s, k, &q, target), speed, apart_of_cue(s->table));
    int fits = find_fitting(target, n);
    if (fits < 0 || !gave_way(s, &target[fits], k->t))
        return; /* over a ball that stays where it is, it flew */
    bool clear = wake_near(x, target[fits].path, k->t - 2 * s->frame_s - 0.01, k->t + 1.5 * s->frame_s) &&
                 !has_neighbour(s, target[fits].path, target[fits].at, k->t);
    if (clear && fits == 0)
        return; /* a clear start: that tells more */
    k->used = true;
    for (int i = 0; i <= fits;
         i++) { /* what lay before it in the way was met too, unless the way is not known so well */
        struct cause *c = &target[i].cause;
        double lead = i + 1 < n ? (target[i + 1].cause.t - c->t) * speed : INFINITY;
        double deep = target[i].depth / c->gap_sd;
        bool moved = has_gone_far(s, &s->paths[target[i].path]);
        if (i < fits && deep < (moved ? LEAST_DEEP : STILL_DEEP))
            continue;
        if (i < fits && !moved && !has_neighbour(s, target[i].path, target[i].at, k->t))
            continue; /* nobody took its push */
        c->p = IMPACT_P * 0.5 * erfc(-fmin(lead / c->gap_sd, i < fits ? deep : INFINITY) / 2);
        tell_target(x, k, &target[i], i == fits ? vec2_sub(k->v0, k->v1) : vec2(0, 0));
    }
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
