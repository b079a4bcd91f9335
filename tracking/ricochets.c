/* SPDX-License-Identifier: Apache-2.0 */
/* ricochets.c: cushions of fast balls that were seen only once or twice on their way from nose to nose, too seldom for
 * pieces and kinks. The step from the last place to this one, made once more, leads through a nose; seen next, the ball
 * is on the near side of it, about where it should have come off, or where it came off a second nose round the corner.
 */
#include "contacts.h"

#define FAST_MM_S    800.0  /* slower balls are seen often enough */
#define FASTEST_MM_S 9000.0 /* what seems faster was pushed at another time than is thought */
#define LEAST_STEP   0.6    /* frames between two places that tell a velocity */
#define MOST_STEP    4.5    /* frames: after that anything may have happened */
#define TURNED_MM    10.0   /* it is so much nearer than if nothing had turned it */
#define SLACK_MM     5.0
#define AT_NOSE_MM   20.0 /* of where it touches: so near a smeared ball may be on its way in, out, or both */
#define ALONG_SHARE  0.4  /* of its speed, by which side and friction may turn it */
#define SAME_FRAMES  2.5  /* the same nose is not met twice within these ... */
#define NEXT_FRAMES  0.75 /* ... nor another */
#define TURNED_P     0.9

/* A place where the ball was, at a time. */
struct knot {
    double t;
    struct vec2 p;
};

/* The last that is known of it before a sample: the sample before, or what pushed it since. */
static struct knot knot_before(const struct explain *x, int path, const struct sample *a)
{
    const struct segment *s = x->s;
    struct knot k = {a[-1].t, a[-1].p};
    for (int i = 0; i < s->events_n; i++) {
        double t = (double)s->events[i].t / 1e9;
        if (s->events[i].kind == EVENT_CUSHION && s->events[i].a == s->paths[path].ball && t > k.t && t < a->t)
            k = (struct knot){t, s->events[i].at};
    }
    for (int i = 0; i < x->wakes_n; i++)
        if (x->wake[i].path == path && x->wake[i].explained && x->wake[i].met > k.t && x->wake[i].met < a->t)
            k = (struct knot){x->wake[i].met, x->wake[i].at};
    return k;
}

/* Something about then is known already that turned it. */
static bool told_about(const struct explain *x, int path, double t, const struct place_cushion *at)
{
    const struct segment *s = x->s;
    ball_id ball = s->paths[path].ball;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        bool same = e->kind == EVENT_CUSHION && e->cushion == at->cushion && e->face == at->face;
        bool push = e->kind == EVENT_CUSHION || (e->kind == EVENT_CONTACT && e->p >= 0.5f);
        double apart = fabs((double)e->t / 1e9 - t) / s->frame_s;
        if (push && (e->a == ball || e->b == ball) && apart < (same ? SAME_FRAMES : NEXT_FRAMES))
            return true;
    }
    return false;
}

/* A nose that was met: when and where, and the velocity with which it was. */
struct turn {
    struct knot met;
    struct vec2 v;
    struct place_cushion at;
};

/* Does the way from a place lead into a nose, before `until`? */
static bool meets_nose(const struct segment *s, struct knot from, struct vec2 v, double until, struct turn *turn)
{
    double touch = place_touch(s->table), from_fall;
    turn->v = v;
    for (double t = from.t; t < until; t += s->frame_s / 64) {
        turn->met = (struct knot){t, vec2_along(from.p, t - from.t, v)};
        turn->at = place_cushion(s->table, turn->met.p);
        place_pocket(s->table, turn->met.p, &from_fall);
        if (from_fall < 0)
            return false;
        if (turn->at.gap_mm <= touch && vec2_dot(v, turn->at.normal) < 0)
            return true;
    }
    return false;
}

/* Is it, when seen next, where a ball may be that came off the nose there? */
static bool comes_off(const struct turn *turn, const struct sample *b)
{
    struct vec2 went = vec2_sub(b->p, turn->met.p), v = turn->v, n = turn->at.normal;
    double since = b->t - turn->met.t, into = -vec2_dot(v, n), off = vec2_dot(went, n);
    double aside = fabs(vec2_cross(n, went) - vec2_cross(n, v) * since);
    return off + into * since > TURNED_MM && off > -SLACK_MM && off < into * since + SLACK_MM &&
           aside < ALONG_SHARE * vec2_len(v) * since + 2 * SLACK_MM;
}

/* `next`: where it is known to be after that. */
static void tell(struct explain *x, int path, const struct turn *turn, struct knot next)
{
    struct segment *s = x->s;
    if (told_about(x, path, turn->met.t, &turn->at))
        return;
    double since = fmax(next.t - turn->met.t, s->frame_s / 8);
    struct vec2 v1 = vec2_scale(vec2_sub(next.p, turn->met.p), 1 / since);
    struct kink k = {.t = turn->met.t, .t_sd = s->frame_s / 8, .p = turn->met.p, .v0 = turn->v, .v1 = v1};
    tell_cushion(x, path, &k, &turn->at, TURNED_P);
}

/* It goes from `now` with v and is seen next as b. */
static bool try_next(struct explain *x, int path, struct knot now, struct vec2 v, const struct sample *b)
{
    struct knot next = {b->t, b->p};
    struct turn first, second;
    if ((next.t - now.t) / x->s->frame_s > MOST_STEP || !meets_nose(x->s, now, v, next.t, &first))
        return false;
    if (comes_off(&first, b)) {
        tell(x, path, &first, next);
        return true;
    }
    if (!meets_nose(x->s, first.met, off_nose(v, first.at.normal), next.t, &second) || !comes_off(&second, b))
        return false;
    tell(x, path, &first, second.met);
    tell(x, path, &second, next);
    return true;
}

static bool lies_at_nose(const struct segment *s, struct vec2 p)
{
    return place_cushion(s->table, p).gap_mm < place_touch(s->table) + AT_NOSE_MM;
}

static void try_step(struct explain *x, int path, const struct sample *a, const struct sample *end)
{
    struct knot before = knot_before(x, path, a), now = {a->t, a->p};
    double step = (now.t - before.t) / x->s->frame_s;
    if (step < LEAST_STEP || step > MOST_STEP)
        return;
    struct vec2 v = vec2_scale(vec2_sub(now.p, before.p), 1 / (now.t - before.t));
    double speed = vec2_len(v);
    if (speed < FAST_MM_S || speed > FASTEST_MM_S || try_next(x, path, now, v, a + 1))
        return;
    if (a + 2 < end && lies_at_nose(x->s, a[1].p)) /* seen while it bounced: the place of a smear that is bent */
        try_next(x, path, now, v, a + 2);
}

void find_ricochets(struct explain *x)
{
    for (int i = 0; i < x->s->paths_n; i++) {
        const struct way *w = &x->s->paths[i];
        for (int k = 1; w->moved && k + 1 < w->samples_n; k++)
            try_step(x, i, &w->samples[k], w->samples + w->samples_n);
    }
}
