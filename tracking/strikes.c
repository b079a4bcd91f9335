/* SPDX-License-Identifier: Apache-2.0 */
/* strikes.c: which ball did the cue strike? The cue-ball, nearly always. A player who strikes another one commits a
 * foul that must be seen: that ball starts at once and at speed although no ball came to it, and then rolls as balls do
 * that nobody holds. A ball that a hand moves does neither. */
#include "contacts.h"

#define STRUCK_CHI2     12.0  /* a ball whose start another ball explains this well was not struck */
#define CUE_MM_S        25.0  /* least speed of a struck cue-ball ... */
#define OTHER_MM_S      200.0 /* ... and of another ball: a hand or sleeve pushes balls about more slowly */
#define STRUCK_P        0.99
#define OTHER_P         0.6 /* no cue was seen near it */
#define OTHER_CUE_P     0.8
#define HANGS_MM        30.0 /* from the fall, where a ball can topple by itself */
#define TOGETHER_FRAMES 1.5
#define UNKNOWN_D       4.0    /* diameters */
#define LATER_S         0.15   /* a cue-ball that starts so much later was hit by what rolled before */
#define TAKEN_SEEN      2      /* frames */
#define LIFTED_S        0.15   /* out of the jaws a ball is seen to come up for so long */
#define COVERED_SEEN    4      /* the same where something was over it ... */
#define COVERED_FRAMES  2.5    /* ... for longer than this */
#define TAKEN_FRAMES    2      /* a ball that still was on the table by then would have been seen again */
#define HAND_MM_S       3000.0 /* no hand is as fast */
#define LIFTS_MM_S      1000.0 /* nor one that takes up a ball */
#define PICKED_D        4.0    /* diameters */
#define FREE_SAMPLES    8
#define FREE_LEAST      40.0 /* mm/s^2 that a ball loses which rolls freely; a slide loses far more */
#define FREE_MOST       260.0

/* Did a ball that moved already come to it just then? */
static bool was_hit_by_a_ball(const struct explain *x, const struct wake *w)
{
    const struct segment *s = x->s;
    for (int i = 0; i < s->paths_n; i++) {
        const struct piece *q =
            i != w->path && s->paths[i].moved ? path_piece(&s->paths[i], w->t - 2 * s->frame_s) : NULL;
        struct cause best = {.chi2 = INFINITY};
        if (!q || q->rest || q->t_from > w->t - 1.5 * s->frame_s)
            continue;
        try_paths(x, w, i, &best);
        if (best.chi2 < STRUCK_CHI2)
            return true;
    }
    return false;
}

static void tell_strike(struct explain *x, struct wake *w, double p)
{
    struct segment *s = x->s;
    w->explained = true;
    w->met = w->t;
    w->kink->used = true;
    s->strike = w->path;
    s->strike_t = w->t;
    struct event *e = segment_event(s, EVENT_STRIKE, w->t, w->t_sd, p);
    if (!e)
        return;
    e->a = s->paths[w->path].ball;
    e->at = w->at;
    e->v = w->kink->v1;
    e->speed = (float)vec2_len(w->kink->v1);
    e->why = (struct evidence){.measured = e->speed, .limit = CUE_MM_S, .sd = (float)w->kink->v1_sd};
    event_frames(e, &s->paths[w->path], w->t, s->frame_s);
}

/* Every cue-ball was seen to lie where it lay, at least until well after the first ball had started; one that was not
 * may have done it all. */
static bool cue_balls_lay_still(const struct explain *x, double first)
{
    const struct segment *s = x->s;
    int n = 0;
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *p = &s->paths[i];
        if (!ball_in(s->cue_balls, p->ball))
            continue;
        bool later = p->moved && p->piece[0].rest && p->piece[0].t_to > first + LATER_S;
        bool lay = /* an arm may pull at what is seen of it */
            (!p->moved || path_went(p) < LIFE_PULLED_MM) && p->rest1_n;
        if (!p->rest0_n || !(later || lay))
            return false;
        n++;
    }
    return n > 0;
}

/* Something that nobody knows came near it: it may have been hit by that. */
static bool unknown_was_near(const struct segment *s, struct vec2 at)
{
    double far = UNKNOWN_D * s->table->bed.ball_d;
    return s->unknown && at.x > s->unknown_low.x - far && at.x < s->unknown_high.x + far &&
           at.y > s->unknown_low.y - far && at.y < s->unknown_high.y + far;
}

bool segment_rolls_freely(const struct way *p)
{
    for (int i = 0; i < p->pieces_n; i++) {
        const struct piece *q = &p->piece[i];
        double v = vec2_len(q->v), loss = v > 0 ? -vec2_dot(q->a, q->v) / v : 0;
        if (!q->rest && q->to - q->from >= FREE_SAMPLES && loss > FREE_LEAST && loss < FREE_MOST)
            return true;
    }
    return false;
}

/* Lay at the edge of a pocket, where it can fall by itself, and does not come out. */
static bool may_topple(const struct segment *s, const struct wake *w)
{
    double from_fall;
    enum pocket pocket = place_pocket(s->table, w->at, &from_fall);
    struct vec2 in = vec2_sub(s->table->pocket[pocket].fall, w->at);
    return from_fall < HANGS_MM && vec2_dot(in, w->kink->v1) > 0;
}

/* Balls that lie together start together: the cue struck the fastest. */
static struct wake *fastest_from(struct explain *x, int first)
{
    struct wake *best = &x->wake[first];
    for (int i = first; i < x->wakes_n && x->wake[i].t < x->wake[first].t + TOGETHER_FRAMES * x->s->frame_s; i++)
        if (vec2_len(x->wake[i].kink->v1) > vec2_len(best->kink->v1))
            best = &x->wake[i];
    return best;
}

static bool was_struck(const struct explain *x, const struct wake *w)
{
    const struct way *p = &x->s->paths[w->path];
    return p->rest0_n && vec2_len(w->kink->v1) >= OTHER_MM_S && !may_topple(x->s, w) && segment_rolls_freely(p) &&
           cue_balls_lay_still(x, w->t) && !unknown_was_near(x->s, w->at) && !was_hit_by_a_ball(x, w);
}

/* The first ball that started as struck balls do, when it was no cue-ball and all of these lay still. What moved before
 * it was moved by hand, or was the hand. */
static void find_other_struck(struct explain *x)
{
    for (int i = 0; i < x->wakes_n && !x->wake[i].blind; i++) {
        struct wake *w = fastest_from(x, i);
        if (!was_struck(x, w))
            continue;
        x->s->struck_p = x->s->paths[w->path].attended ? OTHER_CUE_P : OTHER_P;
        tell_strike(x, w, x->s->struck_p);
        return;
    }
}

/* It was seen on its way, if only once: a ball that lies here in one frame and there in the next was put there. */
static bool seen_moving(const struct segment *s, const struct wake *w)
{
    const struct way *p = &s->paths[w->path];
    for (int i = w->kink->before + 1; i < p->pieces_n; i++)
        if (!p->piece[i].rest)
            return true;
    return w->blind || p->gone;
}

/* It vanished where it lay, far from any pocket that it could have been driven into unseen: a hand took it. */
static bool was_picked_up(const struct segment *s, const struct wake *w)
{
    double from_fall;
    place_pocket(s->table, w->at, &from_fall);
    return w->blind && from_fall > PICKED_D * s->table->bed.ball_d;
}

/* Did another ball set out while this one was seen under way, or at once after it? */
static bool sets_others_going(const struct explain *x, const struct wake *w, double last)
{
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *o = &x->wake[i];
        if (o->path != w->path && o->t > w->t - 2 * x->s->frame_s && o->t < last + 3 * x->s->frame_s &&
            !was_picked_up(x->s, o))
            return true;
    }
    return false;
}

/* A cue plays a cue-ball that meets nothing into a pocket from there hardly ever; a hand takes it up from there often.
 */
static bool lay_in_jaws(const struct segment *s, const struct way *p)
{
    double from_fall;
    place_pocket(s->table, p->rest0, &from_fall);
    bool may_fall = from_fall < HANGS_MM && !p->attended;
    return p->rest0_n && !may_fall && from_fall < 2 * s->table->bed.ball_d;
}

/* Nobody saw it for a frame and more as it left its place or soon after: something was over it. */
static bool was_covered(const struct segment *s, const struct way *p, int seen)
{
    for (int i = p->samples_n - seen; i > 0 && i < p->samples_n && seen <= COVERED_SEEN; i++)
        if (p->samples[i].t - p->samples[i - 1].t > COVERED_FRAMES * s->frame_s)
            return true;
    return false;
}

/* Seen under way once or twice and never again, although it was in the middle of the table yet, or lay in the jaws, and
 * met nothing: a hand took it up. So it did when it was under something meanwhile and no pocket was near. So it did
 * when it was seen a little longer out of the jaws, and was lost before it could reach the fall. */
static bool is_taken_up(const struct explain *x, const struct wake *w)
{
    const struct segment *s = x->s;
    const struct way *p = &s->paths[w->path];
    const struct sample *last = &p->samples[p->samples_n - 1];
    int seen = p->samples_n - p->piece[w->kink->before].to;
    struct vec2 step = path_last_step(p), v = vec2_len(step) > HAND_MM_S ? step : w->kink->v1;
    struct vec2 next = vec2_along(last->p, TAKEN_FRAMES * s->frame_s, v);
    double from_fall;
    place_pocket(s->table, next, &from_fall);
    bool on_table =
        place_on_table(s->table, next) && place_cushion(s->table, next).gap_mm > 0 && from_fall > s->table->bed.ball_d;
    bool from_jaws = lay_in_jaws(s, p) && vec2_len(step) < LIFTS_MM_S;
    bool lifted = from_jaws && from_fall > 0 && seen * s->frame_s < LIFTED_S;
    bool covered = from_fall > s->table->bed.ball_d && was_covered(s, p, seen);
    bool taken = lifted || covered || (seen <= TAKEN_SEEN && (on_table || from_jaws));
    return p->gone && taken && !sets_others_going(x, w, last->t);
}

/* The cue-ball's first wake, unless another ball that was already moving explains it better. */
void find_strike(struct explain *x)
{
    struct segment *s = x->s;
    s->struck_p = SURE_P;
    for (int i = 0; i < x->wakes_n; i++) {
        struct wake *w = &x->wake[i];
        struct way *p = &s->paths[w->path];
        if (!ball_in(s->cue_balls, p->ball) || vec2_len(w->kink->v1) < CUE_MM_S || !seen_moving(s, w))
            continue;
        p->taken_up = is_taken_up(x, w);
        if (p->taken_up || was_hit_by_a_ball(x, w))
            continue;
        tell_strike(x, w, STRUCK_P);
        return;
    }
    find_other_struck(x);
}
