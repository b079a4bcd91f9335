/* SPDX-License-Identifier: Apache-2.0 */
/* tips.c: did the tip meet the cue-ball again, or stay with it? No camera above the table sees a tip, but at a high
 * frame rate the speed of the cue-ball tells: one that nobody touches gains no more than its spin gives it, and one
 * that has just met a ball of its own weight in full keeps nearly nothing. What is faster than that was pushed by
 * something, and where nothing else is near that was the tip. These are hints with their figures, for an official to
 * look at: no foul follows from them. */
#include "contacts.h"
#include "lsq.h"

#define FRAME_S      0.0101 /* slower than 100 frames/s nothing can be told */
#define REACH_MM     150.0  /* the tip follows no ball further than this from where it lay */
#define LATEST_S     0.12   /* after the contact; later spin may have given any speed */
#define WINDOW_S     0.03   /* of the way that tells a speed */
#define WINDOW_LEAST 5      /* samples in it */
#define E_LEAST      0.85   /* restitution of balls: dirty ones, and slow contacts of others */
#define SPIN_GIVES   1.25   /* of what sliding costs: what is known of the cloth is not exact */
#define THROW        0.1    /* share of the speed aside that may be taken for speed ahead */
#define SLACK_MM_S   40.0
#define LEAST_SD     5.0
#define JUMP_MM_S    80.0 /* a velocity that jumps by more was not turned by spin */
#define AHEAD        0.6
#define TOGETHER     0.5   /* of the other ball's speed: they left together, and the tip with them */
#define RAMP_S       0.12  /* of the way after the strike that is looked at; no push lasts longer */
#define RAMP_FREE    5     /* samples after it */
#define RAMP_FRAMES  2.0   /* shorter than this and ... */
#define STRIKE_S     0.004 /* ... what leather takes, a start is at once */
#define RAMP_NEAR    9.0   /* chi^2 by which another start may be worse */
#define RAMP_GAIN    40.0  /* chi^2 by which one at once is */
#define HINT_P       0.3
#define HINT_MOST    0.7

/* What was measured (mm/s, or ms that a start lasted), the most of it that is fair, and a speed for people. */
struct excess {
    double t, measured, limit, sd;
    double speed;
};

static double surplus(const struct excess *e)
{
    return (e->measured - e->limit) / e->sd;
}

static void tell_tip(struct explain *x, enum event_kind kind, const struct excess *e, double most_p)
{
    struct segment *s = x->s;
    const struct way *cue = &s->paths[s->strike];
    double p = HINT_P + (HINT_MOST - HINT_P) * (1 - exp(-fmax(surplus(e) - LEAST_SD, 0) / LEAST_SD));
    struct event *h = segment_event(s, kind, e->t, s->frame_s, fmin(p, most_p));
    if (!h)
        return;
    h->a = cue->ball;
    h->at = piece_at(path_piece(cue, e->t), e->t);
    h->speed = (float)e->speed;
    h->why = (struct evidence){.measured = (float)e->measured, .limit = (float)e->limit, .sd = (float)e->sd};
    event_frames(h, cue, e->t, s->frame_s);
}

/* ---- after the first contact ------------------------------------------------------------------------------------- */

static const struct event *first_contact(const struct segment *s, ball_id cue)
{
    const struct event *first = NULL;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if (e->kind == EVENT_CONTACT && e->p >= 0.5f && (e->a == cue || e->b == cue) && (!first || e->t < first->t))
            first = e;
    }
    return first;
}

static const struct wake *wake_by(const struct explain *x, ball_id ball, double met)
{
    for (int i = 0; i < x->wakes_n; i++)
        if (x->s->paths[x->wake[i].path].ball == ball && x->wake[i].explained && !x->wake[i].blind &&
            fabs(x->wake[i].met - met) < x->s->frame_s)
            return &x->wake[i];
    return NULL;
}

/* When either ball may next have met anything but the other, not before `from`. */
static double left_alone_until(const struct segment *s, const struct event *met, double from)
{
    double until = INFINITY;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        double t = (double)e->t / 1e9;
        bool pair =
            e->kind == EVENT_CONTACT && (e->a == met->a || e->a == met->b) && (e->b == met->a || e->b == met->b);
        bool push = e->kind == EVENT_CONTACT || e->kind == EVENT_CUSHION || e->kind == EVENT_POCKET;
        bool of_them = e->a == met->a || e->a == met->b || (e->b && (e->b == met->a || e->b == met->b));
        if (push && !pair && of_them && t > from)
            until = fmin(until, t);
    }
    return until;
}

/* Speed of the cue-ball along n over a window, at its middle. */
static bool speed_along(const struct way *cue, struct vec2 n, double from, double to, struct excess *out)
{
    static const double wide[2] = {1e4, 1e5};
    struct lsq q;
    int used = 0;
    double mid = (from + to) / 2;
    lsq_begin(&q, 2, wide);
    for (int i = 0; i < cue->samples_n; i++) {
        const struct sample *z = &cue->samples[i];
        if (z->t < from || z->t > to)
            continue;
        struct vec2 off = vec2_sub(z->p, cue->rest0);
        double row[2] = {1, z->t - mid};
        lsq_add(&q, row, vec2(vec2_dot(off, n), vec2_cross(n, off)), 1 / ((double)z->sd * z->sd));
        used++;
    }
    if (used < WINDOW_LEAST - 1 || !lsq_solve(&q))
        return false;
    *out =
        (struct excess){.t = mid, .measured = q.x[1], .limit = THROW * fabs(q.y[1]) + SLACK_MM_S, .sd = sqrt(q.var[1])};
    return true;
}

/* Share of the other ball's speed that a cue-ball keeps at most in a full contact; a heavier one keeps more. */
static double kept_share(const struct segment *s)
{
    const struct bed *bed = &s->table->bed;
    double m = bed->cue_ball_d > 0 ? pow(bed->cue_ball_d / bed->ball_d, 3) : 1;
    return fmax(m - E_LEAST, 0) / (m * (1 + E_LEAST));
}

/* The fastest it was along the line of centres, against what is fair. */
static struct excess fastest_after(const struct explain *x, const struct wake *w, double met, double until)
{
    const struct segment *s = x->s;
    double window = fmax(WINDOW_S, WINDOW_LEAST * s->frame_s), v = vec2_len(w->kink->v1);
    struct vec2 n = vec2_unit(w->kink->v1);
    struct excess best = {.sd = 1}, e;
    for (double from = met + s->frame_s / 4; from + window <= until; from += s->frame_s) {
        if (!speed_along(&s->paths[s->strike], n, from, from + window, &e))
            continue;
        e.limit += kept_share(s) * v + SPIN_GIVES * s->friction.slide * (e.t - met);
        e.sd = hypot(e.sd, kept_share(s) * w->kink->v1_sd);
        if (surplus(&e) > surplus(&best))
            best = e;
    }
    return best;
}

/* The largest jump of its velocity ahead that nothing explains: the tip comes from behind. */
static struct excess jump_after(const struct segment *s, double met, double until, struct vec2 ahead)
{
    const struct way *cue = &s->paths[s->strike];
    struct excess best = {.sd = 1};
    for (int i = 0; i < cue->kinks_n; i++) {
        const struct kink *k = &cue->kink[i];
        struct vec2 jump = vec2_sub(k->v1, k->v0);
        struct excess e = {.t = k->t, .measured = vec2_len(jump), .limit = JUMP_MM_S, .sd = k->v_sd};
        if (!k->wake && !k->used && k->t > met + s->frame_s / 2 && k->t < until &&
            vec2_dot(jump, ahead) > AHEAD * e.measured && surplus(&e) > surplus(&best))
            best = e;
    }
    return best;
}

static void look_after_contact(struct explain *x)
{
    struct segment *s = x->s;
    const struct way *cue = &s->paths[s->strike];
    const struct event *met = first_contact(s, cue->ball);
    double t = met ? (double)met->t / 1e9 : 0, p = met ? met->p : 0;
    const struct wake *w = met ? wake_by(x, met->a == cue->ball ? met->b : met->a, t) : NULL;
    if (!w || vec2_dist(w->at, cue->rest0) > REACH_MM)
        return;
    double until = fmin(left_alone_until(s, met, s->strike_t), t + LATEST_S), v = vec2_len(w->kink->v1);
    struct excess fast = fastest_after(x, w, t, until);
    struct excess jump = jump_after(s, t, until, vec2_unit(vec2_sub(w->at, cue->rest0)));
    bool together = fast.t < t + WINDOW_S && fast.measured > TOGETHER * v;
    fast.speed = fast.measured;
    jump.speed = jump.measured;
    if (surplus(&fast) > LEAST_SD && (together || surplus(&fast) > surplus(&jump)))
        tell_tip(x, together ? EVENT_PUSH : EVENT_DOUBLE_HIT, &fast, p);
    else if (surplus(&jump) > LEAST_SD)
        tell_tip(x, EVENT_DOUBLE_HIT, &jump, p);
}

/* ---- from the strike --------------------------------------------------------------------------------------------- */

/* When the cue-ball may first have met anything. */
static double first_push(const struct segment *s, ball_id cue)
{
    double first = INFINITY;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if ((e->kind == EVENT_CONTACT || e->kind == EVENT_CUSHION) && (e->a == cue || e->b == cue))
            first = fmin(first, (double)e->t / 1e9);
    }
    return first;
}

/* The start of the cue-ball, gaining its speed evenly from t on for `lasted`. */
struct ramp {
    double t, lasted, chi2, speed;
};

/* Fitted with what sliding may do once it is free. */
static bool fit_ramp(const struct segment *s, struct vec2 n, double until, struct ramp *r)
{
    const struct way *cue = &s->paths[s->strike];
    double sd[3] = {s->params->bias_mm, 1e5, SPIN_GIVES * s->friction.slide};
    struct lsq q;
    int moving = 0;
    lsq_begin(&q, 3, sd);
    for (int i = 0; i < cue->samples_n && cue->samples[i].t < until; i++) {
        double u = cue->samples[i].t - r->t, up = fmin(fmax(u, 0), r->lasted), free = fmax(u - r->lasted, 0);
        double row[3] = {1, (r->lasted > 0 ? up * up / (2 * r->lasted) : 0) + free, free * free / 2};
        double w = 1 / ((double)cue->samples[i].sd * cue->samples[i].sd);
        if (u < -RAMP_S)
            continue;
        lsq_add(&q, row, vec2(vec2_dot(vec2_sub(cue->samples[i].p, cue->rest0), n), 0), w);
        moving += free > 0;
    }
    if (moving < RAMP_FREE || !lsq_solve(&q))
        return false;
    r->chi2 = q.chi2;
    r->speed = q.x[1];
    return true;
}

/* The best start that lasts so long. */
static bool best_ramp(const struct segment *s, struct vec2 n, double until, double lasted, struct ramp *best)
{
    *best = (struct ramp){.chi2 = INFINITY};
    for (double t = s->strike_t - lasted - 2 * s->frame_s; t < s->strike_t + 2 * s->frame_s; t += s->frame_s / 4) {
        struct ramp r = {.t = t, .lasted = lasted};
        if (fit_ramp(s, n, until, &r) && r.chi2 < best->chi2)
            *best = r;
    }
    return isfinite(best->chi2);
}

/* A ball that is struck has all its speed at once; one that gains it over several frames is pushed. */
static void look_after_strike(struct explain *x)
{
    const struct segment *s = x->s;
    const struct way *cue = &s->paths[s->strike];
    double until = fmin(s->strike_t + RAMP_S, first_push(s, cue->ball));
    struct vec2 n = vec2_unit(vec2_sub(piece_at(path_piece(cue, until), until), cue->rest0));
    struct ramp at_once, best, r;
    if (!best_ramp(s, n, until, 0, &at_once))
        return;
    best = at_once;
    for (double lasted = s->frame_s; lasted < RAMP_S; lasted += s->frame_s)
        if (best_ramp(s, n, until, lasted, &r) && r.chi2 < best.chi2)
            best = r;
    double low = best.lasted; /* shortest that does nearly as well */
    while (low > s->frame_s && best_ramp(s, n, until, low - s->frame_s, &r) && r.chi2 < best.chi2 + RAMP_NEAR)
        low -= s->frame_s;
    if (s->params->trace)
        fprintf(s->params->trace, "start lasted %.4f at least %.4f s, chi2 %.1f, at once %.1f\n", best.lasted, low,
                best.chi2, at_once.chi2);
    struct excess e = {.t = best.t,
                       .measured = 1e3 * best.lasted,
                       .limit = 1e3 * (RAMP_FRAMES * s->frame_s + STRIKE_S),
                       .speed = best.speed};
    e.sd = 1e3 * fmax(best.lasted - low, s->frame_s) / sqrt(RAMP_NEAR);
    if (1e3 * low > e.limit && at_once.chi2 - best.chi2 > RAMP_GAIN)
        tell_tip(x, EVENT_PUSH, &e, HINT_MOST);
}

void tell_tips(struct explain *x)
{
    struct segment *s = x->s;
    if (s->strike < 0 || s->frame_s > FRAME_S || !s->paths[s->strike].rest0_n)
        return;
    look_after_contact(x);
    look_after_strike(x);
}
