/* SPDX-License-Identifier: Apache-2.0 */
/* bounces.c: cushions that no kink told of. Wherever a way comes to a nose and no cushion has been told, the part of
 * the motion towards the nose is looked at by itself: a ball that touched it does not go on as it came. Slow balls stay
 * where they touched: their spin holds them there. */
#include "contacts.h"
#include "hinges.h"

#define REACH_MM    3.0 /* of the place where a ball touches: worth a look */
#define BEFORE_S    0.3 /* of the way looked at on each side */
#define AFTER_S     0.25
#define START_MM    0.15 /* what a ball goes towards a nose in the time by which its start is not known */
#define SLIDES_S    0.35 /* after a push it may slide for so long */
#define SLOW_MM_S   80.0 /* slower into a nose than this, it rolls again within a frame or two */
#define BENT        0.25 /* of what a rolling ball loses, across its way */
#define CROOKED     0.08
#define GAIN        14.0
#define TURN_SD     3.0    /* sd by which the speed into the nose must change ... */
#define TURN_MM_S   3.0    /* ... and this much: the picture's errors change along the way ... */
#define TURN_V      0.01   /* ... and this share of its speed */
#define SLIDE_S_PER 1.4e-4 /* s for each mm/s */
#define SETTLES     8      /* looks, until the time stays where it is */
#define SAME_S      0.05   /* a cushion told this near in time is this one */

struct run {
    double from, to, t; /* within reach; nearest at t */
    double gap;
    struct place_cushion at;
    struct vec2 p;
};

static bool told_already(const struct segment *s, ball_id ball, double t)
{
    double near = fmax(SAME_S, 2.5 * s->frame_s);
    for (int i = 0; i < s->events_n; i++)
        if (s->events[i].kind == EVENT_CUSHION && s->events[i].a == ball &&
            fabs((double)s->events[i].t / 1e9 - t) < near)
            return true;
    return false;
}

void between_pushes(const struct explain *x, int path, double t, double *before, double *after)
{
    const struct way *w = &x->s->paths[path];
    double near = 1.5 * x->s->frame_s;
    *before = w->samples[0].t;
    *after = INFINITY;
    for (int i = 0; i < w->kinks_n; i++) {
        if (!w->kink[i].used)
            continue;
        if (w->kink[i].t < t - near)
            *before = fmax(*before, w->kink[i].t);
        if (w->kink[i].t > t + near)
            *after = fmin(*after, w->kink[i].t);
    }
    for (int i = 0; i < x->hits_n; i++) {
        if (x->hit[i].hitter != path && x->hit[i].hit != path)
            continue;
        if (x->hit[i].t < t - near)
            *before = fmax(*before, x->hit[i].t);
        if (x->hit[i].t > t + near)
            *after = fmin(*after, x->hit[i].t);
    }
}

/* A push of dv makes it slide for 2 dv / (7 mu g); a cue gives spin as well. */
double rolls_since(const struct explain *x, int path, double t)
{
    const struct way *w = &x->s->paths[path];
    double since = w->samples[0].t, near = 1.5 * x->s->frame_s;
    for (int i = 0; i < w->kinks_n; i++) {
        const struct kink *k = &w->kink[i];
        double slide = vec2_dist(k->v0, k->v1) * SLIDE_S_PER * (path == x->s->strike && k->wake ? 2 : 1);
        if (k->t < t - near && (k->used || k->wake))
            since = fmax(since, k->t + slide + near);
    }
    for (int i = 0; i < x->hits_n; i++) {
        const struct hit *h = &x->hit[i];
        if ((h->hitter == path || h->hit == path) && h->t < t - near)
            since = fmax(since, h->t + vec2_len(h->impulse) * SLIDE_S_PER + near);
    }
    return since;
}

/* It was set going just then: that is no bounce. */
static bool starts_about(const struct segment *s, const struct way *w, double t)
{
    for (int i = 0; i < w->kinks_n; i++)
        if (w->kink[i].wake && fabs(w->kink[i].t - t) < 1.5 * s->frame_s)
            return true;
    return false;
}

/* Where and when a ball was set going shortly before t: known better than any one look at it since. */
static struct sample start_of(const struct explain *x, int path, double before, double t)
{
    struct sample start = {0};
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *w = &x->wake[i];
        if (w->path == path && w->explained && !w->blind && fabs(w->met - before) < 1.5 * x->s->frame_s &&
            t - w->met < BEFORE_S)
            start = (struct sample){.t = w->met, .p = w->at, .sd = (float)hypot(x->s->paths[path].rest0_sd, START_MM)};
    }
    return start;
}

/* What sliding may do to its speed towards a nose, mm/s^2. A ball that was hit while it lay slides straight on, but for
 * a little side and throw: of what it loses only the share that it goes towards the nose counts. */
static double slides_by(const struct explain *x, int path, const struct sample *start, struct vec2 v, struct vec2 n)
{
    bool hit = start->sd > 0 && path != x->s->strike;
    return hit ? x->s->friction.slide * (fabs(vec2_dot(v, n)) / vec2_len(v) + CROOKED) : HINGE_SLIDE_SD;
}

/* The same of rolling: what it loses is against the way it goes, but for nap and side. */
static double rolls_by(const struct segment *s, struct vec2 v, struct vec2 n)
{
    return s->friction.roll * fmin(1, fabs(vec2_dot(v, n)) / fmax(vec2_len(v), 1) + BENT);
}

static bool look(const struct explain *x, int path, const struct run *r, double t, struct hinge *best)
{
    const struct segment *s = x->s;
    double before, after;
    between_pushes(x, path, t, &before, &after);
    struct vec2 v = piece_velocity(path_piece(&s->paths[path], t - 0.05), t - 0.05);
    double speed = vec2_len(v);
    struct sample start = start_of(x, path, before, t);
    bool slides = t - before < SLIDES_S && speed > 100;
    struct hinge_ask q = {.samples = s->paths[path].samples,
                          .n = s->paths[path].samples_n,
                          .at = vec2_along(r->p, -r->gap, r->at.normal),
                          .normal = r->at.normal,
                          .start = start,
                          .touch_sd = hypot(hypot(s->noise_mm, s->params->bias_mm), 0.5),
                          .from = fmax(before + 0.5 * s->frame_s, t - BEFORE_S),
                          .to = fmin(after - 0.5 * s->frame_s, t + AFTER_S),
                          .lo = t - 2 * s->frame_s,
                          .hi = t + 2 * s->frame_s,
                          .roll = rolls_by(s, v, r->at.normal),
                          .slides = slides ? slides_by(x, path, &start, v, r->at.normal) : 0,
                          .slides_after = fabs(vec2_dot(v, r->at.normal)) > SLOW_MM_S};
    struct hinge h;
    bool fits = hinge_fit(&q, s->frame_s, &h);
    if (!fits || h.gain <= best->gain || starts_about(s, &s->paths[path], h.t))
        return false;
    double turn = h.u1 - h.u0;
    if (h.u0 > -TURN_MM_S || turn < TURN_MM_S + TURN_SD * h.u_sd + TURN_V * speed ||
        h.u1 < -0.3 * fabs(h.u0) - 2 * h.u_sd)
        return false;
    *best = h;
    return true;
}

static void tell_bounce_of(struct explain *x, int path, const struct run *r, const struct hinge *h)
{
    struct segment *s = x->s;
    struct way *w = &s->paths[path];
    struct kink k = {.t = h->t, .t_sd = h->t_sd, .p = piece_at(path_piece(w, h->t), h->t)};
    struct vec2 v = piece_velocity(path_piece(w, h->t - s->frame_s), h->t - s->frame_s);
    k.v0 = vec2_along(v, h->u0 - vec2_dot(v, r->at.normal), r->at.normal);
    k.v1 = vec2_along(v, h->u1 - vec2_dot(v, r->at.normal), r->at.normal);
    double p = h->gain > 60 ? 0.93 : h->gain > 30 ? 0.9 : 0.8;
    tell_cushion(x, path, &k, &r->at, p);
    for (int i = 0; i < w->kinks_n; i++)
        if (fabs(w->kink[i].t - h->t) < 2 * s->frame_s)
            w->kink[i].used = true;
}

/* Once more with as much of the way on either side of it, until it stays where it is: a slow ball touches well before
 * or after the moment at which it seems to, and at the end of the times looked at nothing tells how well one is known.
 */
static void settle(const struct explain *x, int path, const struct run *r, struct hinge *best)
{
    double moved = INFINITY;
    for (int i = 0; i < SETTLES && moved > x->s->frame_s / 4; i++) {
        struct hinge again = {.gain = GAIN};
        if (!look(x, path, r, best->t, &again))
            return;
        moved = fabs(again.t - best->t);
        *best = again;
    }
}

bool time_bounce(const struct explain *x, int path, const struct place_cushion *at, struct kink *k)
{
    struct run r = {.p = k->p, .gap = at->gap_mm - place_touch(x->s->table), .at = *at};
    struct hinge h = {.gain = GAIN};
    if (-vec2_dot(k->v0, at->normal) > SLOW_MM_S || !look(x, path, &r, k->t, &h))
        return false;
    settle(x, path, &r, &h);
    k->t = h.t;
    k->t_sd = h.t_sd;
    k->v0 = vec2_along(k->v0, h.u0 - vec2_dot(k->v0, at->normal), at->normal);
    k->v1 = vec2_along(k->v1, h.u1 - vec2_dot(k->v1, at->normal), at->normal);
    return true;
}

static void try_run(struct explain *x, int path, const struct run *r)
{
    struct segment *s = x->s;
    struct hinge best = {.gain = GAIN};
    double last = fmin(r->t + 2 * s->frame_s, r->from + 1.0);
    bool found = false;
    for (double t = r->from; t <= last; t += 2 * s->frame_s)
        found |= look(x, path, r, t, &best);
    if (found)
        settle(x, path, r, &best);
    if (found && !told_already(s, s->paths[path].ball, best.t))
        tell_bounce_of(x, path, r, &best);
}

static void scan_path(struct explain *x, int path)
{
    struct segment *s = x->s;
    const struct way *w = &s->paths[path];
    double touch = place_touch(s->table), end = w->samples[w->samples_n - 1].t, from_fall;
    double start = w->piece[0].rest && w->pieces_n > 1 ? w->piece[1].t_from : w->samples[0].t;
    struct run r = {.gap = INFINITY};
    for (double t = start; t <= end + s->frame_s; t += s->frame_s / 2) {
        struct vec2 p = piece_at(path_piece(w, t), t);
        struct place_cushion at = place_cushion(s->table, p);
        place_pocket(s->table, p, &from_fall);
        bool near = t <= end && fabs(at.gap_mm - touch) < REACH_MM && from_fall > 0;
        if (!near) {
            if (r.gap < INFINITY)
                try_run(x, path, &r);
            r.gap = INFINITY;
            continue;
        }
        if (r.gap == INFINITY)
            r.from = t;
        if (at.gap_mm - touch < r.gap - 0.1 || r.gap == INFINITY) {
            r.gap = at.gap_mm - touch;
            r.t = t;
            r.at = at;
            r.p = p;
        }
        r.to = t;
    }
}

void find_bounces(struct explain *x)
{
    for (int i = 0; i < x->s->paths_n; i++)
        if (x->s->paths[i].moved && x->s->paths[i].samples_n > 6)
            scan_path(x, i);
}
