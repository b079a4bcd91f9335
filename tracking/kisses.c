/* SPDX-License-Identifier: Apache-2.0 */
/* kisses.c: kinks of moving balls. What is left of one after the balls it woke is a cushion, another moving ball, or
 * nothing that we know; the last is no event. */
#include "contacts.h"

#define KINK_CHI2    30.0 /* worse than this is no explanation */
#define PART_CHI2    9.0  /* when a wake already explains part of the kink */
#define CUSHION_RAD  0.38 /* friction and side turn the push off the normal, 22 degrees */
#define BALL_RAD     0.21 /* 12 degrees */
#define TOUCH_SD_MM  0.7  /* how well it is known where a ball touches a nose */
#define BLEND_S      0.004
#define VAGUE_FRAMES 0.2  /* a kink known no better is that of a slow ball, spread over frames */
#define FAINT        0.15 /* of kinks that hardly show beside a nose: what is seen there bends ways a little ... */
#define FAINT_GAIN   80.0 /* ... by less than this, chi^2 */
#define ALONE_CHI2   6.0  /* the partner shows no kink of its own */

static double square(double x)
{
    return x * x;
}

static double angle_between(struct vec2 a, struct vec2 b)
{
    return fabs(atan2(vec2_cross(a, b), vec2_dot(a, b)));
}

static double kink_slack(const struct segment *s, const struct kink *k)
{
    return 1.5 * s->frame_s + 3 * k->t_sd;
}

/* What the balls it woke do not account for (equal masses). *part: they account for some. */
static struct vec2 left_over(const struct explain *x, int path, const struct kink *k, double *woken, bool *part)
{
    struct vec2 dv = vec2_sub(k->v1, k->v0), sum = vec2(0, 0);
    *part = false;
    for (int i = 0; i < x->hits_n; i++)
        if (x->hit[i].hitter == path && fabs(x->hit[i].t - k->t) < kink_slack(x->s, k)) {
            sum = vec2_add(sum, x->hit[i].impulse);
            *part = true;
        }
    *woken = vec2_len(sum);
    return vec2_add(dv, sum);
}

static bool explained(const struct kink *k, struct vec2 left, double woken)
{
    double dv = vec2_len(vec2_sub(k->v1, k->v0));
    return vec2_len(left) < 4 * k->v_sd + 0.25 * dv + 0.1 * woken;
}

/* ---- cushions ---------------------------------------------------------------------------------------------------- */

static double cushion_chi2(const struct segment *s, const struct way *w, const struct kink *k, struct vec2 left,
                           struct place_cushion *at)
{
    *at = place_cushion(s->table, k->p);
    double speed = fmax(vec2_len(k->v0), vec2_len(k->v1));
    double sd = hypot(hypot(s->noise_mm, s->params->bias_mm) + 1, fmin(speed * k->t_sd, 15));
    double beyond = at->gap_mm > 0 ? at->gap_mm : fmin(at->gap_mm - place_touch(s->table), 0);
    bool lay = w->piece[k->before].rest; /* it came to no nose */
    if (lay || vec2_dot(left, at->normal) <= 0 || vec2_dot(k->v0, at->normal) > 3 * k->v_sd)
        return INFINITY;
    double sa = hypot(CUSHION_RAD, k->v_sd / fmax(vec2_len(left), 1));
    return square(beyond / sd) + square(angle_between(left, at->normal) / sa);
}

/* One bounce may be cut into two kinks. */
static bool told_before(const struct segment *s, ball_id ball, const struct kink *k, const struct place_cushion *at)
{
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if (e->kind == EVENT_CUSHION && e->a == ball && e->cushion == at->cushion && e->face == at->face &&
            fabs((double)e->t / 1e9 - k->t) < 1.5 * s->frame_s)
            return true;
    }
    return false;
}

void tell_cushion(struct explain *x, int path, const struct kink *k, const struct place_cushion *at, double p)
{
    struct segment *s = x->s;
    if (told_before(s, s->paths[path].ball, k, at))
        return;
    struct event *e = segment_event(s, EVENT_CUSHION, k->t, k->t_sd, fmin(p, 0.99));
    if (!e)
        return;
    e->a = s->paths[path].ball;
    e->cushion = at->cushion;
    e->face = at->face;
    e->at = k->p;
    e->v = k->v1;
    e->speed = (float)-vec2_dot(k->v0, at->normal);
    e->why = (struct evidence){.measured = (float)at->gap_mm, .limit = 0, .sd = (float)s->noise_mm};
    event_frames(e, &s->paths[path], k->t, s->frame_s);
}

/* When its way in brings it to the nose: a kink blends what came after it, and is early by that. */
static void time_cushion(const struct explain *x, int path, struct kink *k)
{
    const struct segment *s = x->s;
    struct wake ref = {.t = k->t, .t_sd = fmax(k->t_sd, s->frame_s / 4)};
    struct piece q;
    double touch = place_touch(s->table), slack = 2 * s->frame_s;
    if (!way_in(x, &ref, path, &q))
        return;
    for (double t = k->t - slack; t < k->t + slack; t += s->frame_s / 32) {
        struct place_cushion at = place_cushion(s->table, piece_at(&q, t));
        double into = -vec2_dot(piece_velocity(&q, t), at.normal);
        if (at.gap_mm > touch || into <= 0)
            continue;
        double sd = hypot(path_sd(s, &q, t), TOUCH_SD_MM) / fmax(into, 20);
        double wk = 1 / (square(k->t_sd) + square(BLEND_S)), wp = 1 / square(sd);
        k->t = (k->t * wk + t * wp) / (wk + wp);
        k->t_sd = 1 / sqrt(wk + wp);
        return;
    }
}

/* ---- two moving balls -------------------------------------------------------------------------------------------- */

static struct kink *partner_kink(const struct segment *s, int other, const struct kink *k, struct vec2 left)
{
    struct way *p = &s->paths[other];
    for (int i = 0; i < p->kinks_n; i++) {
        struct kink *o = &p->kink[i];
        struct vec2 dv = vec2_sub(o->v1, o->v0);
        if (!o->wake && !o->used && fabs(o->t - k->t) < kink_slack(s, k) && vec2_dot(dv, left) < 0)
            return o;
    }
    return NULL;
}

/* Least distance of the two incoming paths about the time of the kink, and when. */
static double nearest(const struct segment *s, const struct way *a, const struct way *b, const struct kink *k,
                      double *t, struct vec2 *n)
{
    double least = INFINITY, slack = kink_slack(s, k);
    for (double u = k->t - slack; u <= k->t + slack; u += s->frame_s / 16) {
        const struct piece *qa = u <= k->t ? path_piece(a, u) : &a->piece[k->before], *qb = path_piece(b, u);
        struct vec2 d = vec2_sub(piece_at(qb, u), piece_at(qa, u));
        double gap = fabs(vec2_len(d) - apart_of(s, a, b));
        if (gap < least) {
            least = gap;
            *t = u;
            *n = vec2_unit(d);
        }
    }
    return least;
}

static double kiss_chi2(const struct segment *s, int path, const struct kink *k, struct vec2 left, int other,
                        struct cause *c, struct kink **partner)
{
    const struct way *a = &s->paths[path], *b = &s->paths[other];
    struct vec2 n = {0, 0};
    double t = k->t;
    if (other == path || !b->moved || !b->pieces_n || k->t < b->piece[0].t_from ||
        k->t > b->piece[b->pieces_n - 1].t_to)
        return INFINITY;
    if (path_piece(b, k->t)->rest)
        return INFINITY;
    double gap = nearest(s, a, b, k, &t, &n), speed = vec2_len(vec2_sub(k->v0, k->v1));
    double sd = hypot(s->noise_mm + s->params->bias_mm, 0.3 * speed * s->frame_s);
    double sa = hypot(BALL_RAD, k->v_sd / fmax(vec2_len(left), 1));
    *partner = partner_kink(s, other, k, left);
    *c = (struct cause){.hitter = path,
                        .how = CAUSE_PATH,
                        .t = k->t,
                        .t_sd = k->t_sd,
                        .speed = speed,
                        .gap = gap,
                        .gap_sd = sd,
                        .normal = n};
    return square(gap / sd) + square(angle_between(left, vec2_scale(n, -1)) / sa) + (*partner ? 0 : ALONE_CHI2);
}

/* When their ways in bring both balls together: the kink itself blends what came after it. */
static void time_kiss(const struct explain *x, const struct kink *k, int path, int other, struct cause *c)
{
    const struct segment *s = x->s;
    struct wake ref = {.t = k->t, .t_sd = fmax(k->t_sd, s->frame_s / 4)};
    struct piece a, b = *path_piece(&s->paths[other], k->t - 2.5 * s->frame_s);
    if (!way_in(x, &ref, path, &a) || (!b.rest && !way_in(x, &ref, other, &b)))
        return;
    double slack = 2 * s->frame_s, last = INFINITY, apart = apart_of(s, &s->paths[path], &s->paths[other]);
    for (double t = k->t - slack; t < k->t + slack; t += s->frame_s / 64) {
        double gap = vec2_dist(piece_at(&a, t), piece_at(&b, t)) - apart;
        if (gap <= 0 && last < INFINITY) {
            struct vec2 n = vec2_unit(vec2_sub(piece_at(&b, t), piece_at(&a, t)));
            double into = vec2_dot(vec2_sub(piece_velocity(&a, t), piece_velocity(&b, t)), n);
            double sd = hypot(path_sd(s, &a, t), path_sd(s, &b, t)) / fmax(into, 20);
            double wk = 1 / (square(k->t_sd) + square(BLEND_S)), wp = 1 / (square(sd) + square(0.0003));
            c->t = (k->t * wk + t * wp) / (wk + wp);
            c->t_sd = 1 / sqrt(wk + wp);
            c->speed = into;
            return;
        }
        last = gap;
        if (gap <= 0)
            return;
    }
}

static double best_kiss(const struct segment *s, int path, const struct kink *k, struct vec2 left, int *other,
                        struct cause *best, struct kink **partner)
{
    double least = INFINITY;
    for (int i = 0; i < s->paths_n; i++) {
        struct cause c;
        struct kink *o = NULL;
        double chi2 = kiss_chi2(s, path, k, left, i, &c, &o);
        if (chi2 < least) {
            least = chi2;
            *best = c;
            *other = i;
            *partner = o;
        }
    }
    return least;
}

/* ---- one kink ---------------------------------------------------------------------------------------------------- */

static void explain_kink(struct explain *x, int path, struct kink *k)
{
    struct segment *s = x->s;
    double woken, from_fall;
    bool part;
    struct vec2 left = left_over(x, path, k, &woken, &part);
    place_pocket(s->table, k->p, &from_fall);
    if (part && explained(k, left, woken))
        k->used = true;
    if (k->used || (s->paths[path].gone && from_fall < 0))
        return;
    struct place_cushion at;
    struct kink *partner = NULL;
    struct cause kiss;
    int other = -1;
    double limit = part ? PART_CHI2 : KINK_CHI2, cushion = cushion_chi2(s, &s->paths[path], k, left, &at);
    double ball = best_kiss(s, path, k, left, &other, &kiss, &partner);
    if (fmin(cushion, ball) > limit)
        return;
    if (cushion <= ball) {
        if (!time_bounce(x, path, &at, k))
            time_cushion(x, path, k);
        k->used = true;
        tell_cushion(x, path, k, &at, fmin(1 / (1 + exp((cushion - 25) / 2)), 1 - FAINT * exp(-k->gain / FAINT_GAIN)));
        return;
    }
    k->used = true;
    kiss.p = 1 / (1 + exp((ball - 20) / 2) + exp((ball - cushion) / 2));
    time_kiss(x, k, path, other, &kiss);
    if (k->t_sd > VAGUE_FRAMES * s->frame_s)
        time_by_gap(x, path, other, k->t, k->t_sd, &kiss);
    tell_contact(x, path, other, &kiss);
    if (partner)
        partner->used = true;
}

void explain_kinks(struct explain *x)
{
    for (int i = 0; i < x->s->paths_n; i++)
        for (int k = 0; k < x->s->paths[i].kinks_n; k++)
            if (!x->s->paths[i].kink[k].wake)
                explain_kink(x, i, &x->s->paths[i].kink[k]);
}
