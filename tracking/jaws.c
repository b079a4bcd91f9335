/* SPDX-License-Identifier: Apache-2.0 */
/* jaws.c: did a ball that fell touch a jaw on its way in? Next to nothing is seen of it after that, so no kink tells.
 * But its way in does: where that leads into the rubber before it leads over the fall, the ball was turned; and the few
 * places that it was seen in afterwards lie off that way, or they do not. */
#include "contacts.h"

#define WAY_S      0.3  /* of the way in that is looked at */
#define MOUTH_S    0.08 /* before it was last seen: the jaw, if there was one, was met since */
#define AHEAD_S    0.25 /* how far the way is followed after it was last seen */
#define STEPS      16   /* a frame */
#define LEAST_IN   6    /* samples of the way in */
#define JAW_MM     0.7  /* how well it is known where a ball touches a jaw */
#define COMES_BACK 0.75 /* of the speed into a jaw */
#define SLOWEST    20.0 /* mm/s: for times */
#define JAW_P      0.93
enum { ROUNDS = 4 };

/* When the ball was last pushed, as far as has been told. */
static double last_push(const struct segment *s, const struct way *w)
{
    double last = w->samples[0].t;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        bool pushes = e->kind == EVENT_STRIKE || e->kind == EVENT_CONTACT || e->kind == EVENT_CUSHION;
        if (pushes && e->p >= 0.5f && (e->a == w->ball || e->b == w->ball))
            last = fmax(last, (double)e->t / 1e9);
    }
    return last;
}

static bool fit_way(const struct way *w, double from, double to, struct piece *q)
{
    *q = (struct piece){.from = 0, .to = w->samples_n};
    while (q->from < q->to && w->samples[q->from].t < from)
        q->from++;
    while (q->to > q->from && w->samples[q->to - 1].t > to)
        q->to--;
    if (q->to - q->from < LEAST_IN)
        return false;
    piece_fit(q, w->samples);
    return true;
}

/* Where a way in meets a jaw, or comes nearest to it before it leads over the fall. */
struct scrape {
    double t, depth; /* mm that it leads into the rubber; negative: past it */
    struct place_cushion at;
};

static struct scrape scrape_of(const struct segment *s, const struct piece *q, double from, double to)
{
    struct scrape r = {.depth = -INFINITY};
    double touch = place_touch(s->table), from_fall = 0;
    for (double t = from; t < to && r.depth < s->table->bed.ball_d / 2; t += s->frame_s / STEPS) {
        struct vec2 p = piece_at(q, t);
        place_pocket(s->table, p, &from_fall);
        struct place_cushion at = place_cushion(s->table, p);
        double depth = touch - at.gap_mm;
        if (from_fall < 0)
            break;
        if (vec2_dot(piece_velocity(q, t), at.normal) >= 0)
            continue; /* it draws away from this one: nothing touches it there */
        if (r.depth <= 0 && depth > r.depth) {
            r.t = t;
            r.at = at;
        }
        r.depth = fmax(r.depth, depth);
    }
    return r;
}

/* The way in as it was before the jaw, and where it leads: followed from where it was not there yet, with what was seen
 * until it is. */
static bool way_into(const struct segment *s, const struct way *w, struct piece *q, struct scrape *r)
{
    double since = last_push(s, w) + s->frame_s / 2, end = w->samples[w->samples_n - 1].t, to = end - MOUTH_S;
    for (int i = 0; i < ROUNDS; i++) {
        if (!fit_way(w, fmax(since, to - WAY_S), to, q))
            return false;
        *r = scrape_of(s, q, to - s->frame_s, end + AHEAD_S);
        double reached = r->t - s->frame_s / 4;
        if (reached <= to)
            break;
        to = fmin(reached, end);
    }
    return isfinite(r->depth);
}

static double likely(double x, double mean, double sd)
{
    return exp(-0.5 * (x - mean) * (x - mean) / (sd * sd)) / sd;
}

/* What was seen after it weighs for a turn off the jaw by `turn` mm/s, against none. */
static double weigh_after(const struct segment *s, const struct way *w, const struct piece *q, const struct scrape *r,
                          double turn)
{
    double tt = 0, ot = 0;
    for (int i = 0; i < w->samples_n; i++) {
        double dt = w->samples[i].t - r->t;
        if (dt <= 0)
            continue;
        double off = vec2_dot(vec2_sub(w->samples[i].p, piece_at(q, w->samples[i].t)), r->at.normal);
        double sd = hypot(path_sd(s, q, w->samples[i].t), (double)w->samples[i].sd);
        tt += dt * dt / (sd * sd);
        ot += off * dt / (sd * sd);
    }
    if (tt <= 0)
        return 1;
    double turned = ot / tt, sd = 1 / sqrt(tt);
    return likely(turned, turn, hypot(sd, turn / 2)) / likely(turned, 0, sd);
}

void tell_jaw(struct segment *s, const struct way *w)
{
    struct piece q;
    struct scrape r;
    if (!way_into(s, w, &q, &r) || r.at.face != FACE_CURVED)
        return;
    struct vec2 v = piece_velocity(&q, r.t);
    double sd = hypot(path_sd(s, &q, r.t), JAW_MM), into = fmax(-vec2_dot(v, r.at.normal), 0);
    double graze = vec2_len(v) * sqrt(2 * sd / s->table->bed.ball_d); /* what an error of sd would make it */
    double touched = normal_below(r.depth / sd);
    double weight = touched * weigh_after(s, w, &q, &r, (1 + COMES_BACK) * hypot(into, graze));
    double p = weight / (weight + 1 - touched);
    if (p < 0.5)
        return;
    struct event *e = segment_event(s, EVENT_CUSHION, r.t, sd / fmax(hypot(into, graze), SLOWEST), fmin(p, JAW_P));
    if (!e)
        return;
    e->a = w->ball;
    e->cushion = r.at.cushion;
    e->face = r.at.face;
    e->at = piece_at(&q, r.t);
    e->v = vec2_along(v, (1 + COMES_BACK) * into, r.at.normal);
    e->speed = (float)into;
    e->why = (struct evidence){.measured = (float)-r.depth, .limit = 0, .sd = (float)sd};
    event_frames(e, w, r.t, s->frame_s);
}
