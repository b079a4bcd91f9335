/* SPDX-License-Identifier: Apache-2.0 */
/* passes.c: what did the cue-ball nearly meet, and may it have touched it? */
#include "contacts.h"

#define NEAR_MM     1.5 /* beyond a touch: passes this near are told as contacts that probably did not happen */
#define AGAINST_MM  1.0 /* balls nearer to each other than this lie against each other */
#define OVER_MM     6.0 /* a path this deep in a ball that did not move went over it */
#define AGAINST_RAD 0.4
#define AGAINST_P   0.9
#define HELD_MM     3.0  /* from a nose: one that lies further off goes there and comes back elsewhere */
#define TOUCH_MM    0.5  /* a slow touch bends the way before it is seen to arrive */
#define UNSEEN_P    0.8  /* that a ball was met which the way leads into and which has been hidden since */
#define NUDGED_P    0.7  /* no more than this for a touch that only shows in where the other ball lies */
#define HIDDEN_P    0.45 /* ... nor than this for one that does not even show there */
#define STOPPED_P   0.2 /* nor less than this where the cue-ball came to rest against it: that may be what stopped it */
#define SHOWS       0.15
#define KEEPS       0.97 /* of the closing speed that goes over to the other ball */
#define STILL_MM    0.15 /* by which the place of a ball that nobody touched changes: shadows, compression */
#define BESIDE_MM   5.0  /* balls nearer than this hide each other's rims in part, and seem to pull at each other ... */
#define PULL_MM     0.35 /* ... by this much */
#define STRAY       0.02
#define ELSEWHERE   0.05 /* that the ball went another way than it seems, over the other one perhaps */
#define STEP_MM     0.25
#define LOOK_BACK_S 0.5

/* Since when its way is known: from the strike on, but not before a contact that came so soon that nothing was seen of
 * the way to it. */
static double way_known_from(const struct segment *s, const struct way *cue)
{
    const struct event *first = earliest_contact(s, cue->ball, NULL);
    double t = first ? (double)first->t / 1e9 : s->strike_t;
    return t < s->strike_t + 2.5 * s->frame_s ? t : s->strike_t;
}

/* A pass of the cue-ball at a ball that lay still: what was between them (negative: less than nothing), when it came to
 * the ball, and when it was nearest. */
struct pass {
    double gap, sd, t, nearest;
    struct piece way; /* fitted for this pass; none (from == to): the way as it was cut */
};

static const struct piece *way_at(const struct way *cue, const struct pass *pass, double t)
{
    return pass->way.to > pass->way.from ? &pass->way : path_piece(cue, t);
}

/* Where the cue-ball's path is nearest to a ball that did not move. */
static void find_least_gap(const struct segment *s, const struct way *cue, struct vec2 at, struct pass *out)
{
    double from = way_known_from(s, cue);
    out->gap = INFINITY;
    for (int i = 0; i < cue->pieces_n; i++) {
        const struct piece *q = &cue->piece[i];
        for (double t = fmax(q->t_from, from); t <= q->t_to; t += s->frame_s / 8) {
            double gap = vec2_dist(piece_at(q, t), at) - apart_of_cue(s->table);
            if (gap < fmax(out->gap, TOUCH_MM)) /* the first time it touches, else where it is nearest */
                out->t = out->gap > TOUCH_MM ? t : out->t;
            if (gap < out->gap) {
                out->gap = gap;
                out->nearest = t;
            }
        }
    }
}

bool held_by_cushion(const struct segment *s, struct vec2 at, struct vec2 push)
{
    struct place_cushion nose = place_cushion(s->table, at);
    return nose.gap_mm < place_touch(s->table) + HELD_MM && vec2_dot(push, nose.normal) < 0;
}

/* A ball that lies against a cushion and is hit into it stays where it is; the cue-ball comes back all the same. In the
 * open nothing holds a ball: what turned the cue-ball there, or slowed it where it landed, was not this one. */
static struct kink *kink_against(const struct segment *s, struct way *cue, struct vec2 at, double t)
{
    for (int i = 0; i < cue->kinks_n; i++) {
        struct kink *k = &cue->kink[i];
        struct vec2 push = vec2_sub(k->v0, k->v1), n = vec2_sub(at, k->p);
        double turn = fabs(atan2(vec2_cross(push, n), vec2_dot(push, n)));
        if (!k->wake && !k->used && held_by_cushion(s, at, push) && fabs(k->t - t) < 2 * s->frame_s &&
            turn < AGAINST_RAD)
            return k;
    }
    return NULL;
}

/* What it came near to after it had met a ball was not the first. */
static bool may_be_first(const struct segment *s, ball_id cue, double t)
{
    const struct event *first = earliest_contact(s, cue, NULL);
    return !first || t < (double)first->t / 1e9 + 1.5 * s->frame_s;
}

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
    double t = (double)first->t / 1e9, from = t - 2 * s->frame_s, d = apart_of_cue(s->table);
    struct wake ref = {.t = t, .t_sd = (double)first->t_sd / 1e9};
    int path = path_of(s, met_by(first, s->paths[s->strike].ball));
    if (path < 0 || !way_in(x, &ref, s->strike, &q))
        return false;
    struct vec2 r = vec2_sub(at, piece_at(&q, from)), v = piece_velocity(&q, from);
    struct meet it = meet(&q, from, s->paths[path].rest0, d);
    double speed = vec2_len(v), along = vec2_dot(r, v) / speed, across = fabs(vec2_cross(v, r)) / speed;
    double s_pass = along - sqrt(fmax(d * d - across * across, 0));
    if (along <= 0 || !it.hits || s_pass >= it.s || from + s_pass / speed > t + s->frame_s)
        return false; /* not there before the first contact; of one right after the strike the way says little */
    *out = (struct pass){.gap = across - d,
                         .sd = hypot(s->noise_mm, path_sd(s, &q, t)),
                         .t = from + s_pass / speed,
                         .nearest = from + along / speed,
                         .way = q};
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

/* ---- touches too slight to be seen ------------------------------------------------------------------------------- */

/* How far a ball goes that is met at this speed along the line of centres: it leaves with KEEPS of it, has five
 * sevenths left when it rolls, and rolls out. */
static double rolls_out(double closing, double roll)
{
    double v = KEEPS * closing * 5 / 7;
    return v * v / (2 * roll);
}

/* Likelihood that a ball which went so far lies by `step` from where it lay, as far as that is known; what is seen of
 * it may be wrong by anything, but seldom. */
static double lies_so(struct vec2 step, struct vec2 went, double sd)
{
    double off = vec2_dist(step, went) / sd;
    return exp(-off * off / 2) + STRAY;
}

/* P(it was touched): either the way is wrong by as much as was between them and nothing moved, or it was touched as
 * deep as the way may be wrong, at the speed that the way has there, and was sent on by that. A fast ball cannot touch
 * and leave the other where it was unless by a hair; one that rolls out beside it can. */
static double touched_p(const struct segment *s, const struct way *cue, const struct pass *pass, struct vec2 at,
                        struct vec2 step, double step_sd)
{
    double beside = fmax(normal_below(pass->gap / pass->sd), ELSEWHERE);
    double missed = beside * lies_so(step, vec2(0, 0), step_sd), touched = 0;
    double speed = vec2_len(piece_velocity(way_at(cue, pass, pass->nearest), pass->nearest));
    double dt = fmin(s->frame_s / 8, STEP_MM / fmax(speed, 1)), last = pass->gap;
    double since = fmin(fmax(s->end - pass->nearest, 0) / SEGMENT_LEAD_S, 1); /* share of the places that came after */
    for (double t = pass->nearest - dt; last < 4 * pass->sd && t > pass->nearest - LOOK_BACK_S; t -= dt) {
        struct vec2 line = vec2_sub(at, piece_at(way_at(cue, pass, t), t));
        double gap = vec2_len(line) - apart_of_cue(s->table);
        double closing = vec2_dot(piece_velocity(way_at(cue, pass, t), t), vec2_unit(line));
        if (gap <= last)
            continue; /* where the way was cut it may step back */
        double so_deep = normal_below(-last / pass->sd) - normal_below(-gap / pass->sd);
        struct vec2 went = vec2_scale(vec2_unit(line), since * rolls_out(closing, s->friction.roll));
        touched += so_deep * lies_so(step, went, step_sd);
        last = gap;
    }
    return touched / (touched + missed);
}

/* The same of a ball that lay still until it was hit by something else later, or was seen to lie still to the end. */
static double graze_p(const struct segment *s, const struct way *cue, const struct pass *pass, const struct way *other,
                      bool moved)
{
    struct vec2 step = moved ? vec2(0, 0) : vec2_sub(other->rest1, other->rest0);
    double sd = moved ? s->noise_mm : hypot(other->rest0_sd, other->rest1_sd);
    double between = vec2_dist(cue->rest1, other->rest1) - apart_of_cue(s->table);
    sd = hypot(sd, between < BESIDE_MM ? PULL_MM : STILL_MM);
    bool shows = lies_so(step, vec2(0, 0), sd) < SHOWS;
    double p = fmin(touched_p(s, cue, pass, other->rest0, step, sd), shows ? NUDGED_P : HIDDEN_P);
    return !moved && between < 2 * pass->sd ? fmax(p, STOPPED_P) : p;
}

/* ---- telling ----------------------------------------------------------------------------------------------------- */

static void tell_near_miss(struct explain *x, struct way *cue, int path)
{
    struct segment *s = x->s;
    const struct way *other = &s->paths[path];
    struct pass pass = {.sd = hypot(s->noise_mm, s->params->bias_mm)};
    bool first = pass_before_first(x, other->rest0, &pass), moved = !hardly_moved(x, path);
    if (!first && moved)
        return;
    if (!first)
        find_least_gap(s, cue, other->rest0, &pass);
    double t = pass.t, gap = pass.gap, sd = pass.sd;
    bool touching_before = vec2_dist(cue->rest0, other->rest0) - apart_of_cue(s->table) < 3 * sd;
    if (gap > NEAR_MM + 2 * sd || touching_before)
        return;
    bool seen = moved ? !started_about(x, path, t) : other->rest1_n > 0, over = seen && gap < -OVER_MM - 3 * sd;
    bool unseen = !seen || passes_on(x, path, t); /* whether it was moved, or passed all of a push on */
    double p = over ? 0.6 : unseen ? UNSEEN_P * normal_below(-gap / sd) : graze_p(s, cue, &pass, other, moved);
    if (s->params->trace)
        fprintf(s->params->trace, "pass of %d at %.4f gap %.2f +- %.2f p %.3f\n", other->ball, t, gap, sd, p);
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
