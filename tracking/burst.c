/* SPDX-License-Identifier: Apache-2.0 */
/* burst.c: plays a few balls on over a few frames. Between ticks all move uniformly and the next meeting of two is the
 * root of a quadratic; at each tick friction acts on those that slide. */
#include "burst.h"

#define GRAVITY    9810.0
#define SLIDE      0.21  /* usual cloth */
#define TICK_S     0.001 /* uniform motion over this time: at 2 m/s^2 wrong by a micrometre */
#define TURNS      400   /* contacts in one tick: frozen balls pass a push to and fro */
#define RAIL_MM    2.0   /* how far beyond a nose a ball is still turned back */
#define STILL_MM_S 0.5

static bool moves(const struct burst_ball *b)
{
    return b->there && (b->v.x != 0 || b->v.y != 0);
}

/* When the two touch, within `most` s; infinite: not. Balls that overlap and close in touch now. */
static double meet_in(const struct burst_ball *a, const struct burst_ball *b, double d, double most)
{
    struct vec2 r = vec2_sub(b->p, a->p), w = vec2_sub(b->v, a->v);
    double rw = vec2_dot(r, w), rr = vec2_dot(r, r) - d * d, ww = vec2_dot(w, w);
    if (rw >= 0 || -rw < STILL_MM_S * d)
        return INFINITY;
    if (rr <= 0)
        return 0;
    double disc = rw * rw - ww * rr;
    if (disc <= 0)
        return INFINITY;
    double t = (-rw - sqrt(disc)) / ww;
    return t <= most ? t : INFINITY;
}

static void note(struct burst *b, int i, int j, double t, double speed, const struct place_cushion *at)
{
    if (b->events_n == BURST_EVENTS)
        return;
    struct burst_event *e = &b->event[b->events_n++];
    *e = (struct burst_event){.t = t, .speed = speed, .a = i, .b = j, .at = b->ball[i].p};
    if (at)
        e->cushion = *at;
}

static void push(struct burst_ball *a, double size, struct vec2 n, double t)
{
    a->v = vec2_along(a->v, size, n);
    a->u = vec2_along(a->u, size, n);
    a->hit = fmin(a->hit, t);
}

/* Of a ball, in those of an object ball. */
static double mass(const struct burst *b, const struct burst_ball *p)
{
    const struct bed *bed = &b->table->bed;
    double size = p->cue && bed->cue_ball_d > 0 ? bed->cue_ball_d / bed->ball_d : 1;
    return size * size * size;
}

static void collide(struct burst *b, int i, int j, double t)
{
    struct burst_ball *p = &b->ball[i], *q = &b->ball[j];
    struct vec2 n = vec2_unit(vec2_sub(q->p, p->p));
    double mp = mass(b, p), mq = mass(b, q);
    double closing = vec2_dot(vec2_sub(p->v, q->v), n), size = closing * (1 + b->ball_e) * mp * mq / (mp + mq);
    note(b, i, j, t, closing, NULL);
    push(p, -size / mp, n, t);
    push(q, size / mq, n, t);
}

static void shift_all(struct burst *b, double dt)
{
    for (int i = 0; i < b->n; i++)
        if (moves(&b->ball[i]))
            b->ball[i].p = vec2_along(b->ball[i].p, dt, b->ball[i].v);
}

/* The two that touch first within `most`; false: none. */
static bool next_pair(const struct burst *b, double *most, int *a, int *c)
{
    double wide = b->table->bed.ball_d + 25;
    bool found = false;
    for (int i = 0; i < b->n; i++)
        for (int j = moves(&b->ball[i]) ? 0 : b->n; j < b->n; j++) {
            const struct burst_ball *p = &b->ball[i], *q = &b->ball[j];
            if (j == i || !q->there || (j < i && moves(q)))
                continue;
            if (fabs(p->p.x - q->p.x) > wide || fabs(p->p.y - q->p.y) > wide)
                continue;
            double t = meet_in(p, q, burst_apart(b, p, q), *most);
            if (t <= *most) {
                *most = t;
                *a = i;
                *c = j;
                found = true;
            }
        }
    return found;
}

/* Turned back by a cushion, or gone into a pocket. */
static void meet_edges(struct burst *b, int i, double t)
{
    struct burst_ball *p = &b->ball[i];
    double from_fall;
    if (!moves(p))
        return;
    place_pocket(b->table, p->p, &from_fall);
    if (from_fall < 0) {
        p->there = false;
        return;
    }
    struct place_cushion at = place_cushion(b->table, p->p);
    double in = vec2_dot(p->v, at.normal), beyond = place_touch(b->table) - at.gap_mm;
    if (beyond < 0 || in >= 0 || beyond > RAIL_MM + TICK_S * vec2_len(p->v))
        return;
    note(b, i, -1, t - beyond / -in, -in, &at);
    struct vec2 along = vec2_along(p->v, -in, at.normal), was = p->v;
    p->p = vec2_along(p->p, beyond * (1 + b->cushion_e), at.normal);
    p->v = vec2_along(vec2_scale(along, b->cushion_keeps), -in * b->cushion_e, at.normal);
    p->u = vec2_add(p->u, vec2_sub(p->v, was));
    p->hit = fmin(p->hit, t);
}

/* A sliding ball loses slip at 7/2 of what it loses in speed. */
static void rub(struct burst_ball *p, double dt)
{
    double slip = vec2_len(p->u), loss = fmin(SLIDE * GRAVITY * dt, slip * 2 / 7);
    if (slip < 1e-9)
        return;
    struct vec2 e = vec2_scale(p->u, 1 / slip);
    p->v = vec2_along(p->v, -loss, e);
    p->u = vec2_along(p->u, -3.5 * loss, e);
}

static void tick(struct burst *b, double dt)
{
    double left = dt;
    for (int turn = 0; turn < TURNS && left > 0; turn++) {
        double most = left;
        int i = 0, j = 0;
        bool found = next_pair(b, &most, &i, &j);
        shift_all(b, most);
        left -= most;
        if (!found)
            break;
        collide(b, i, j, b->t + dt - left);
    }
    b->t += dt;
    for (int i = 0; i < b->n; i++)
        if (moves(&b->ball[i])) {
            meet_edges(b, i, b->t);
            rub(&b->ball[i], dt);
        }
}

void burst_advance(struct burst *b, double until)
{
    while (b->t < until - 1e-9)
        tick(b, fmin(TICK_S, until - b->t));
}
