/* SPDX-License-Identifier: Apache-2.0 */
/* touches.c: slow contacts of the cue-ball that no kink told of. Where it comes to another ball that moves too, or that
 * it has just hit, the distance of both is looked at by itself: balls that touched do not go on closing in. */
#include "contacts.h"
#include "hinges.h"
#include "rolls.h"

#define REACH_MM     2.0 /* between the surfaces: worth a look */
#define WINDOW_S     0.25
#define SLIDES_S     0.35
#define GAIN         18.0
#define TURN_SD      3.0
#define TURN_MM_S    6.0
#define ROLLING_S    0.5
#define ROLL_GAIN    16.0
#define ROLL_PUSH_SD 3.5
#define ROLL_MISFIT  1.7
#define LEAST_MM_S   3.0
#define CLOSING_MM_S 12.0 /* slower, they lie against each other */
#define ROLL_REACH_S 0.06
#define BESIDE_MM    6.0
#define AGAIN_S      0.035 /* a contact told this near in time is this one */
enum { PAIRED_MAX = 128 };

struct pair {
    int a, b;
    int n;
    struct sample both[PAIRED_MAX]; /* from a to b, of frames that show both */
};

static bool told_near(const struct segment *s, ball_id a, ball_id b, double t)
{
    double near = fmax(AGAIN_S, 2 * s->frame_s);
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        bool these = (e->a == a && e->b == b) || (e->a == b && e->b == a);
        bool cushion = e->kind == EVENT_CUSHION && (e->a == a || e->a == b);
        double d = fabs((double)e->t / 1e9 - t);
        if ((e->kind == EVENT_CONTACT && these && e->p >= 0.5f && d < near) || (cushion && d < 1.5 * s->frame_s))
            return true;
    }
    return false;
}

static void collect(const struct segment *s, struct pair *p, double from, double to)
{
    const struct way *a = &s->paths[p->a], *b = &s->paths[p->b];
    int j = 0;
    p->n = 0;
    for (int i = 0; i < a->samples_n && p->n < PAIRED_MAX; i++) {
        if (a->samples[i].t < from || a->samples[i].t > to)
            continue;
        while (j < b->samples_n && b->samples[j].frame < a->samples[i].frame)
            j++;
        if (j == b->samples_n || b->samples[j].frame != a->samples[i].frame)
            continue;
        p->both[p->n++] = (struct sample){.t = a->samples[i].t,
                                          .p = vec2_sub(b->samples[j].p, a->samples[i].p),
                                          .sd = hypotf(a->samples[i].sd, b->samples[j].sd)};
    }
}

static struct vec2 line_at(const struct segment *s, const struct pair *p, double t)
{
    const struct way *a = &s->paths[p->a], *b = &s->paths[p->b];
    return vec2_sub(piece_at(path_piece(b, t), t), piece_at(path_piece(a, t), t));
}

static bool look(const struct explain *x, struct pair *p, double t, struct hinge *best)
{
    const struct segment *s = x->s;
    double before, after, before_b, after_b;
    struct vec2 n = vec2_unit(line_at(s, p, t));
    between_pushes(x, p->a, t, &before, &after);
    between_pushes(x, p->b, t, &before_b, &after_b);
    before = fmax(before, before_b);
    struct hinge_ask q = {.samples = p->both,
                          .at = vec2_scale(n, apart_of_cue(s->table)),
                          .normal = n,
                          .touch_sd = hypot(s->noise_mm, s->params->bias_mm) + 0.3,
                          .from = fmax(before + 0.5 * s->frame_s, t - WINDOW_S),
                          .to = fmin(fmin(after, after_b) - 0.5 * s->frame_s, t + WINDOW_S),
                          .lo = t - 2 * s->frame_s,
                          .hi = t + 2 * s->frame_s,
                          .roll = 2 * s->friction.roll,
                          .slides = t - before < SLIDES_S ? HINGE_SLIDE_SD : 0,
                          .slides_after = true};
    struct hinge h;
    collect(s, p, q.from, q.to);
    q.n = p->n;
    if (!hinge_fit(&q, s->frame_s, &h) || h.gain <= best->gain)
        return false;
    if (h.u0 > -TURN_MM_S || h.u1 - h.u0 < TURN_MM_S + TURN_SD * h.u_sd || h.u1 < -0.3 * fabs(h.u0) - 2 * h.u_sd)
        return false;
    *best = h;
    return true;
}

/* It lay still until a moment before t, or longer; `from` is no earlier than that began. */
static bool rests_until(const struct way *w, double t, double *from)
{
    const struct piece *q = path_piece(w, t - ROLL_REACH_S);
    *from = q->rest ? fmax(*from, q->t_from) : *from;
    return q->rest;
}

/* It lies elsewhere then. */
static bool leaves(const struct segment *s, const struct way *w, double from, double to)
{
    return vec2_dist(piece_at(path_piece(w, from), from), piece_at(path_piece(w, to), to)) > moved_mm(s->noise_mm);
}

/* A third ball that may as well have pushed the one that lay still. */
static bool third_beside(const struct segment *s, const struct pair *p, double t)
{
    const struct way *a = &s->paths[p->a], *b = &s->paths[p->b];
    struct vec2 at = piece_at(path_piece(a, t), t), bt = piece_at(path_piece(b, t), t);
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *w = &s->paths[i];
        const struct piece *q = i != p->a && i != p->b ? path_piece(w, t) : NULL;
        struct vec2 c = q ? piece_at(q, t) : w->rest0;
        double reach = s->table->bed.ball_d + BESIDE_MM;
        if (i != p->a && i != p->b && (q || w->rest0_n) && (vec2_dist(c, at) < reach || vec2_dist(c, bt) < reach))
            return true;
    }
    return false;
}

/* The same where both roll: then the loss of speed is known, and less push is needed to tell. */
static bool look_rolling(const struct explain *x, const struct pair *p, double t, struct roll_met *best)
{
    const struct segment *s = x->s;
    double before, after, after_b;
    between_pushes(x, p->a, t, &before, &after);
    between_pushes(x, p->b, t, &before, &after_b);
    struct roll_ask q = {.a = &s->paths[p->a],
                         .b = &s->paths[p->b],
                         .from = fmax(fmax(rolls_since(x, p->a, t), rolls_since(x, p->b, t)), t - ROLLING_S),
                         .to = fmin(fmin(after, after_b) - 0.5 * s->frame_s, t + ROLLING_S),
                         .lo = t - ROLL_REACH_S,
                         .hi = t + ROLL_REACH_S,
                         .loss = s->friction.roll,
                         .loss_sd = hypot(friction_roll_sd(&s->friction), 8),
                         .apart = apart_of_cue(s->table),
                         .apart_sd = hypot(s->params->bias_mm, 0.2)};
    struct roll_met m;
    q.a_rests = rests_until(q.a, t, &q.from);
    q.b_rests = rests_until(q.b, t, &q.from);
    if ((!q.a_rests && path_piece(q.a, t)->rest) || (!q.b_rests && path_piece(q.b, t)->rest))
        return false; /* it rolls out */
    if ((q.a_rests || q.b_rests) && (q.a_rests == q.b_rests || third_beside(s, p, t) ||
                                     !leaves(s, q.a_rests ? q.a : q.b, q.from, fmin(q.to, s->end))))
        return false;
    if (!roll_fit(&q, s->frame_s, &m) || m.gain <= best->gain)
        return false;
    if (m.push < ROLL_PUSH_SD * m.sd || m.push < LEAST_MM_S || m.misfit > ROLL_MISFIT || m.closing < CLOSING_MM_S ||
        m.push > 1.2 * m.closing + 3 * m.sd)
        return false;
    *best = m;
    return true;
}

static void try_rolling(struct explain *x, struct pair *p, double from, double to)
{
    struct segment *s = x->s;
    struct roll_met best = {.gain = ROLL_GAIN};
    bool found = false;
    for (double t = from; t <= fmin(to, from + 1); t += 3 * s->frame_s)
        found |= look_rolling(x, p, t, &best);
    for (int i = 0; found && i < 2; i++) { /* once more with as much of the way on either side of it */
        struct roll_met again = {.gain = ROLL_GAIN};
        if (look_rolling(x, p, best.t, &again))
            best = again;
    }
    if (!found || told_near(s, s->paths[p->a].ball, s->paths[p->b].ball, best.t))
        return;
    struct cause c = {.hitter = p->a,
                      .how = CAUSE_PATH,
                      .t = best.t,
                      .t_sd = best.t_sd,
                      .speed = best.closing,
                      .gap_sd = s->noise_mm,
                      .p = best.gain > 60   ? 0.93
                           : best.gain > 30 ? 0.88
                                            : 0.75};
    tell_contact(x, p->a, p->b, &c);
}

static void try_run(struct explain *x, struct pair *p, double from, double to)
{
    struct segment *s = x->s;
    struct hinge best = {.gain = GAIN};
    bool found = false;
    for (double t = from; t <= fmin(to, from + 1); t += 2 * s->frame_s)
        found |= look(x, p, t, &best);
    if (!found || told_near(s, s->paths[p->a].ball, s->paths[p->b].ball, best.t))
        return;
    struct cause c = {.hitter = p->a,
                      .how = CAUSE_PATH,
                      .t = best.t,
                      .t_sd = best.t_sd,
                      .speed = -best.u0,
                      .gap_sd = s->noise_mm,
                      .p = best.gain > 60   ? 0.85
                           : best.gain > 30 ? 0.8
                                            : 0.7};
    tell_contact(x, p->a, p->b, &c);
}

static void scan_pair(struct explain *x, struct pair *p)
{
    struct segment *s = x->s;
    const struct way *a = &s->paths[p->a], *b = &s->paths[p->b];
    double end = fmin(a->samples[a->samples_n - 1].t, b->samples[b->samples_n - 1].t), from = INFINITY;
    for (double t = s->strike_t + s->frame_s; t <= end; t += s->frame_s / 2) {
        bool near = vec2_len(line_at(s, p, t)) - apart_of_cue(s->table) < REACH_MM;
        if (near && from == INFINITY)
            from = t;
        if (from < INFINITY && (!near || t + s->frame_s / 2 > end)) {
            try_run(x, p, from, t);
            try_rolling(x, p, from, t);
            from = INFINITY;
        }
    }
}

void find_touches(struct explain *x)
{
    struct segment *s = x->s;
    struct pair p = {.a = s->strike};
    if (s->strike < 0 || s->paths[s->strike].samples_n < 6)
        return;
    for (p.b = 0; p.b < s->paths_n; p.b++)
        if (p.b != p.a && s->paths[p.b].moved && s->paths[p.b].samples_n > 6)
            scan_pair(x, &p);
}
