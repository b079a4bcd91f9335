/* SPDX-License-Identifier: Apache-2.0 */
/* passes.c: what did the cue-ball nearly meet, and may it have touched it? */
#include "contacts.h"

#define NEAR_MM     1.5 /* beyond a touch: passes this near are told as contacts that probably did not happen */
#define AGAINST_MM  1.0 /* balls nearer to each other than this lie against each other */
#define OVER_MM     6.0 /* a path this deep in a ball that did not move went over it */
#define AGAINST_RAD 0.4
#define AGAINST_P   0.9
#define TOUCH_MM    0.5 /* a slow touch bends the way before it is seen to arrive */
#define UNSEEN_P    0.8 /* that a ball was met which the way leads into and which has been hidden since */
#define NUDGE_SD    4.5
#define NUDGE_MM    0.2
#define NUDGED_P    0.7

/* Since when its way is known: from the strike on, but not before a contact that came so soon that nothing was seen of
 * the way to it. */
static double way_known_from(const struct segment *s, const struct way *cue)
{
    const struct event *first = earliest_contact(s, cue->ball, NULL);
    double t = first ? (double)first->t / 1e9 : s->strike_t;
    return t < s->strike_t + 2.5 * s->frame_s ? t : s->strike_t;
}

/* Least gap of the cue-ball's path to a ball that did not move, and when. */
static double least_gap(const struct segment *s, const struct way *cue, struct vec2 at, double *when)
{
    double least = INFINITY, from = way_known_from(s, cue);
    for (int i = 0; i < cue->pieces_n; i++) {
        const struct piece *q = &cue->piece[i];
        if (q->rest)
            continue;
        for (double t = fmax(q->t_from, from); t <= q->t_to; t += s->frame_s / 8) {
            double gap = vec2_dist(piece_at(q, t), at) - s->table->bed.ball_d;
            if (gap < fmax(least, TOUCH_MM)) /* the first time it touches, else where it is nearest */
                *when = least > TOUCH_MM ? t : *when;
            least = fmin(least, gap);
        }
    }
    return least;
}

/* A ball that lies against a cushion and is hit into it stays where it is; the cue-ball comes back all the same. */
static struct kink *kink_against(const struct segment *s, struct way *cue, struct vec2 at, double t)
{
    for (int i = 0; i < cue->kinks_n; i++) {
        struct kink *k = &cue->kink[i];
        struct vec2 push = vec2_sub(k->v0, k->v1), n = vec2_sub(at, k->p);
        double turn = fabs(atan2(vec2_cross(push, n), vec2_dot(push, n)));
        if (!k->wake && !k->used && fabs(k->t - t) < 2 * s->frame_s && turn < AGAINST_RAD)
            return k;
    }
    return NULL;
}

/* It lies a little further on, the way a touch would have sent it: less than makes a ball count as moved, but more than
 * chance. */
static double nudged_p(const struct way *cue, const struct way *other, double t)
{
    if (!other->rest1_n)
        return 0;
    struct vec2 step = vec2_sub(other->rest1, other->rest0);
    struct vec2 n = vec2_unit(vec2_sub(other->rest0, piece_at(path_piece(cue, t), t)));
    double along = vec2_dot(step, n), across = fabs(vec2_cross(n, step)), sd = hypot(other->rest0_sd, other->rest1_sd);
    if (along < NUDGE_SD * sd || along < NUDGE_MM || across > along)
        return 0;
    return along > 2 * across && along > 2 * NUDGE_MM ? NUDGED_P : NUDGED_P / 2;
}

/* What it came near to after it had met a ball was not the first. */
static bool may_be_first(const struct segment *s, ball_id cue, double t)
{
    const struct event *first = earliest_contact(s, cue, NULL);
    return !first || t < (double)first->t / 1e9 + 1.5 * s->frame_s;
}

/* A pass of the cue-ball at a ball that lay still: what was between them (negative: less than nothing), and when. */
struct pass {
    double gap, sd, t;
};

static bool is_met(const struct segment *s, ball_id cue, ball_id other)
{
    for (int i = 0; i < s->events_n; i++)
        if (s->events[i].kind == EVENT_CONTACT && s->events[i].p >= 0.5f && met_by(&s->events[i], cue) == other)
            return true;
    return false;
}

/* The pass on the way to the first contact: that way is fitted as a whole, not as it was cut. */
static bool pass_before_first(const struct explain *x, struct vec2 at, struct pass *out)
{
    const struct segment *s = x->s;
    const struct event *first = earliest_contact(s, s->paths[s->strike].ball, NULL);
    struct piece q;
    if (!first)
        return false;
    double t = (double)first->t / 1e9, from = t - 2 * s->frame_s, d = s->table->bed.ball_d;
    struct wake ref = {.t = t, .t_sd = (double)first->t_sd / 1e9};
    int path = path_of(s, met_by(first, s->paths[s->strike].ball));
    if (path < 0 || !way_in(x, &ref, s->strike, &q))
        return false;
    struct vec2 r = vec2_sub(at, piece_at(&q, from)), v = piece_velocity(&q, from);
    struct meet it = meet(&q, from, s->paths[path].rest0, d);
    double speed = vec2_len(v), along = vec2_dot(r, v) / speed, across = fabs(vec2_cross(v, r)) / speed;
    double s_pass = along - sqrt(fmax(d * d - across * across, 0));
    if (along <= 0 || !it.hits || s_pass >= it.s)
        return false;
    *out = (struct pass){.gap = across - d, .sd = hypot(s->noise_mm, path_sd(s, &q, t)), .t = from + s_pass / speed};
    return true;
}

/* Did it set out about then, or lie still from before that time on until it did? */
static bool started_about(const struct explain *x, int path, double t)
{
    const struct wake *w = first_wake(x, path);
    return w && fabs(w->t - t) < 1.5 * x->s->frame_s;
}

/* It lies where it lay but for a millimetre or two, and nothing tells when it went there. */
static bool hardly_moved(const struct explain *x, int path)
{
    const struct way *p = &x->s->paths[path];
    return !p->moved || (!first_wake(x, path) && !p->gone && !has_gone_far(x->s, p));
}

static bool lay_until(const struct explain *x, int path, double t)
{
    const struct wake *w = first_wake(x, path);
    return hardly_moved(x, path) || (w && w->t > t - 1.5 * x->s->frame_s);
}

/* Does a ball lie against it that set out then? That one may have taken all of a push that came through this one. */
static bool passes_on(const struct explain *x, int path, double t)
{
    const struct segment *s = x->s;
    for (int i = 0; i < s->paths_n; i++)
        if (i != path && i != s->strike && s->paths[i].rest0_n && started_about(x, i, t) &&
            vec2_dist(s->paths[i].rest0, s->paths[path].rest0) < s->table->bed.ball_d + AGAINST_MM)
            return true;
    return false;
}

static void tell_near_miss(struct explain *x, struct way *cue, int path)
{
    struct segment *s = x->s;
    const struct way *other = &s->paths[path];
    struct pass pass = {.sd = hypot(s->noise_mm, s->params->bias_mm)};
    bool first = pass_before_first(x, other->rest0, &pass), moved = !hardly_moved(x, path);
    if (!first && moved)
        return;
    if (!first)
        pass.gap = least_gap(s, cue, other->rest0, &pass.t);
    double t = pass.t, gap = pass.gap, sd = pass.sd;
    bool touching_before = vec2_dist(cue->rest0, other->rest0) - s->table->bed.ball_d < 3 * sd;
    if (gap > NEAR_MM + 2 * sd || touching_before)
        return;
    bool seen = moved ? !started_about(x, path, t) : other->rest1_n > 0, over = seen && gap < -OVER_MM - 3 * sd;
    /* It did not move, if it was seen since: even a touch of a hundredth of a millimetre at 1 m/s moves a ball by more
     * than we can overlook, unless the next ball took it all. */
    double met = (!seen || passes_on(x, path, t) ? UNSEEN_P : 0.1) * normal_below(-gap / sd);
    double p = over ? 0.6 : moved ? met : fmax(met, nudged_p(cue, other, t));
    struct kink *against = over || moved ? NULL : kink_against(s, cue, other->rest0, t);
    if (against) {
        against->used = true;
        p = AGAINST_P;
        t = against->t;
    }
    struct event *e = segment_event(s, over ? EVENT_JUMP : EVENT_CONTACT, t, s->frame_s / 4, p);
    if (!e)
        return;
    e->a = cue->ball;
    e->b = other->ball;
    e->at = piece_at(path_piece(cue, t), t);
    e->why = (struct evidence){.measured = (float)gap, .limit = 0, .sd = (float)sd};
    event_frames(e, cue, t, s->frame_s);
    if (!over && !against && may_be_first(s, cue->ball, t))
        s->first_p = fmin(s->first_p, fmax(p, 1 - p));
}

void tell_near_misses(struct explain *x)
{
    struct segment *s = x->s;
    if (s->strike < 0)
        return;
    struct way *cue = &s->paths[s->strike];
    const struct event *first = earliest_contact(s, cue->ball, NULL);
    double t = first ? (double)first->t / 1e9 : s->end;
    for (int i = 0; i < s->paths_n; i++)
        if (i != s->strike && s->paths[i].rest0_n && lay_until(x, i, t) && !is_met(s, cue->ball, s->paths[i].ball))
            tell_near_miss(x, cue, i);
}
