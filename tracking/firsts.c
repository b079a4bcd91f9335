/* SPDX-License-Identifier: Apache-2.0 */
/* firsts.c: which ball did the cue-ball meet first, and how sure is that?
 *
 * Order comes from the incoming path: errors along it and of time are common to both balls and cancel; what remains is
 * how well the path is known across, times the difference of the two angles. */
#include "contacts.h"

#define TOLD_MM       1.5  /* a ball that moved for no known reason is told when it moved this far ... */
#define TOLD_NOISE    5.0  /* ... and this many times the noise */
#define UNSURE_P      0.6  /* for first contact when something unexplained came before it */
#define AWAY_P        0.97 /* ... when that was where the cue-ball had not been */
#define NEAR_FIRST_MM 15.0
#define ALONE_P       0.985f /* for a contact that only the cue-ball can have made */
#define UNSEEN_MM_S   60.0   /* what cloth and seeing make of a jump ... */
#define UNSEEN_SD     8.0
#define ASIDE_SHARE   0.1  /* ... of its speed ... */
#define AWAY_MM       15.0 /* ... this far from cushions */
#define DRIVEN_MM_S   150.0
#define NUDGED_MM     8.0
#define START_S       0.05
#define CLOSE_MM      4.0
#define CLOSE_P       0.75
#define DOUBT_NOISE   4.0
#define WAY_SAMPLES   4   /* that a way in must have ... */
#define LOOSE_P       0.8 /* for the order of two when the way in says nothing of it */
#define SWAPS_P       0.9 /* from here on the way in knows the order better than the times that were told */
#define CLEAR_SD      3.0 /* ... by which it leads to one ball and not to another */
#define ACROSS_SHARE  0.3 /* of the sd of a smeared place: so much it may be off across its way, the rest along it */

double normal_below(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}

ball_id met_by(const struct event *e, ball_id cue)
{
    return e->a == cue ? e->b : e->b == cue ? e->a : BALL_NONE;
}

struct meet meet(const struct piece *q, double t0, struct vec2 at, double d)
{
    struct vec2 p = piece_at(q, t0), v = piece_velocity(q, t0), u = vec2_unit(v);
    struct vec2 r = vec2_sub(at, p);
    double along = vec2_dot(r, u), across = vec2_cross(u, r), half2 = d * d - across * across;
    if (half2 <= 0 || along <= 0)
        return (struct meet){0};
    double half = sqrt(half2), s = along - half;
    return (struct meet){true, s, across / half, t0 + s / fmax(vec2_len(v), 1)};
}

/* The last piece of the cue-ball's path that ends before its first kink after the strike. */
static const struct piece *incoming(const struct way *cue, double t, double frame_s)
{
    const struct piece *best = NULL;
    for (int i = 0; i < cue->pieces_n; i++) {
        const struct piece *q = &cue->piece[i];
        if (!q->rest && q->t_from < t - 0.5 * frame_s && q->to - q->from >= 2)
            best = q;
    }
    return best;
}

/* P(the way leads into this ball at all): one that it only grazes may be met after another has turned the cue-ball. */
static double leads_into(const struct piece *q, double t0, struct vec2 at, double d, double lat)
{
    struct vec2 r = vec2_sub(at, piece_at(q, t0));
    return normal_below((d - fabs(vec2_cross(vec2_unit(piece_velocity(q, t0)), r))) / lat);
}

/* P(the earlier is the earlier) where the way leads to one of them and past the other, which was met after the cue-ball
 * had been turned. Where it leads past the earlier, or is looked at beyond one of them, nothing is known. */
static double order_by_one(const struct piece *q, double t0, const struct way *a, const struct way *b, double d,
                           double lat)
{
    struct vec2 p = piece_at(q, t0), v = piece_velocity(q, t0);
    bool ahead = vec2_dot(vec2_sub(a->rest0, p), v) > 0 && vec2_dot(vec2_sub(b->rest0, p), v) > 0;
    if (!a->rest0_n || !b->rest0_n || !ahead || !meet(q, t0, a->rest0, d).hits)
        return LOOSE_P;
    return leads_into(q, t0, a->rest0, d, lat) * (1 - leads_into(q, t0, b->rest0, d, lat));
}

/* P(the earlier of two is the earlier), and times from the common path. */
static double order_two(const struct segment *s, const struct piece *q, struct event *a, struct event *b, ball_id cue)
{
    const struct way *pa = &s->paths[path_of(s, met_by(a, cue))], *pb = &s->paths[path_of(s, met_by(b, cue))];
    double t0 = q->t_to - 2 * s->frame_s, d = apart_of_cue(s->table);
    struct meet ma = meet(q, t0, pa->rest0, d), mb = meet(q, t0, pb->rest0, d);
    double lat = hypot(q->sd, s->params->bias_mm), rest = s->params->bias_mm;
    if (!ma.hits || !mb.hits)
        return order_by_one(q, t0, pa, pb, d, lat);
    double sd = hypot(lat * (ma.slope - mb.slope), rest * sqrt(2.0));
    double p = normal_below((mb.s - ma.s) / sd);
    if (p >= 0.5)
        return p * leads_into(q, t0, pa->rest0, d, lat);
    double other = (1 - p) * leads_into(q, t0, pb->rest0, d, lat);
    if (other < SWAPS_P)
        return fmax(1 - other, 0.5);
    ns_t swap = a->t; /* the path says the other one */
    a->t = b->t;
    b->t = swap;
    return other;
}

struct event *earliest_contact(const struct segment *s, ball_id cue, const struct event *but)
{
    struct event *best = NULL;
    ball_id other = but ? met_by(but, cue) : BALL_NONE;
    for (int i = 0; i < s->events_n; i++) {
        struct event *e = &s->events[i];
        bool counts = e->kind == EVENT_CONTACT && e->p >= 0.5f && met_by(e, cue) && met_by(e, cue) != other;
        if (counts && (!best || e->t < best->t))
            best = e;
    }
    return best;
}

/* Was any ball so near where it was then that they may have met? */
static bool near_a_ball(const struct segment *s, const struct way *cue, const struct kink *k)
{
    double slack = NEAR_FIRST_MM + fmax(vec2_len(k->v0), vec2_len(k->v1)) * (s->frame_s + k->t_sd);
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *w = &s->paths[i];
        struct vec2 at = w->moved && w->pieces_n ? piece_at(path_piece(w, k->t), k->t) : w->rest0;
        if (w != cue && vec2_dist(at, k->p) < s->table->bed.ball_d + slack)
            return true;
    }
    return false;
}

/* Turned aside in the midst of the table, by more than cloth and seeing do: there may be a ball that nobody has seen.
 * One that lands goes straight on. */
static bool met_something(const struct segment *s, const struct kink *k)
{
    double from_fall, near = AWAY_MM + vec2_len(k->v0) * s->frame_s;
    double aside = fabs(vec2_cross(vec2_unit(k->v0), k->v1)), least = UNSEEN_MM_S + UNSEEN_SD * k->v_sd;
    place_pocket(s->table, k->p, &from_fall);
    return aside > fmax(least, ASIDE_SHARE * vec2_len(k->v0)) && from_fall > s->table->bed.ball_d &&
           place_cushion(s->table, k->p).gap_mm > near;
}

/* Anything about the cue-ball before its first contact that nothing explains, and a ball might. In the first frame it
 * is the strike. */
static bool unexplained_before(const struct segment *s, const struct way *cue, double t)
{
    double near = 1.5 * s->frame_s;
    for (int i = 0; i < cue->kinks_n; i++) {
        const struct kink *k = &cue->kink[i];
        if (!k->used && k->t > s->strike_t + near && k->t < t - near && k->gain > 40 &&
            (near_a_ball(s, cue, k) || met_something(s, k)))
            return true;
    }
    return false;
}

bool has_gone_far(const struct segment *s, const struct way *w)
{
    bool far = w->gone || vec2_dist(w->rest0, w->rest1) > fmax(TOLD_MM, DOUBT_NOISE * s->noise_mm);
    return w->moved && (far || !w->rest0_n);
}

const struct wake *first_wake(const struct explain *x, int path)
{
    for (int i = 0; i < x->wakes_n; i++)
        if (x->wake[i].path == path)
            return &x->wake[i];
    return NULL;
}

/* It lies nearly where it lay: a cushion or a cloth that is pressed down moves a ball by that, too. */
static bool was_nudged(const struct way *w)
{
    return !w->gone && vec2_dist(w->rest0, w->rest1) < NUDGED_MM;
}

bool only_cue_ball_moved(const struct explain *x, int path)
{
    const struct segment *s = x->s;
    const struct wake *own = path < 0 ? NULL : first_wake(x, path);
    if (path == s->strike || !own || own->blind || s->unknown || vec2_len(own->kink->v1) < DRIVEN_MM_S ||
        was_nudged(&s->paths[path]))
        return false;
    for (int i = 0; i < s->paths_n; i++) {
        const struct wake *w = first_wake(x, i);
        bool later = w && w->t > own->t + 1.5 * s->frame_s;
        if (i != path && i != s->strike && has_gone_far(s, &s->paths[i]) && !later)
            return false;
    }
    return true;
}

void order_first_contact(struct explain *x)
{
    struct segment *s = x->s;
    if (s->strike < 0)
        return;
    const struct way *cue = &s->paths[s->strike];
    struct event *first = earliest_contact(s, cue->ball, NULL);
    if (unexplained_before(s, cue, first ? (double)first->t / 1e9 : s->end))
        s->first_p = fmin(s->first_p, UNSURE_P);
    if (!first)
        return; /* tell_near_misses lowers it */
    if (only_cue_ball_moved(x, path_of(s, met_by(first, cue->ball))))
        first->p = fmaxf(first->p, ALONE_P);
    struct event *second = earliest_contact(s, cue->ball, first);
    double t = (double)first->t / 1e9, order = 1;
    const struct piece *q = incoming(cue, t, s->frame_s);
    if (second && q && second->t - first->t < to_ns(1.5 * s->frame_s + 0.012))
        order = order_two(s, q, first, second, cue->ball);
    s->first_p = fmin(s->first_p, fmin(first->p * order, SURE_P));
}

/* ---- balls that moved for no reason we know ---------------------------------------------------------------------- */

/* A contact of it was found otherwise, about then, or it is the strike that looks like two. */
static bool is_explained(const struct segment *s, const struct wake *w)
{
    ball_id ball = s->paths[w->path].ball;
    if (w->path == s->strike && fabs(w->t - s->strike_t) < 1.5 * s->frame_s)
        return true;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if (e->kind == EVENT_CONTACT && e->p >= 0.5f && (e->a == ball || e->b == ball) &&
            fabs((double)e->t / 1e9 - w->t) < 1.5 * s->frame_s)
            return true;
    }
    return false;
}

/* A way that is looked at from a moment on, and how well it is known across where it ends. */
struct way_in {
    struct piece q;
    double t0, lat;
};

static double sd_across(const struct segment *s, const struct sample *a)
{
    return hypot(ACROSS_SHARE * (double)a->sd, s->noise_mm);
}

/* The way from where the cue-ball lay when it was struck to where it was seen last before t: straight, and known across
 * by its two ends, where what was seen between them lies on it. A fast one is seen two or three times on its way to a
 * rack. */
static bool way_from_strike(const struct segment *s, const struct way *cue, const struct piece *q, double t,
                            struct way_in *out)
{
    const struct sample *last = &cue->samples[q->to - 1];
    struct vec2 way = vec2_sub(last->p, cue->rest0), u = vec2_unit(way);
    double length = vec2_len(way), bias = s->params->bias_mm;
    if (!cue->rest0_n || fabs(q->t_from - s->strike_t) > 0.5 * s->frame_s || length < s->table->bed.ball_d)
        return false;
    for (const struct sample *a = &cue->samples[q->from]; a < last; a++)
        if (fabs(vec2_cross(u, vec2_sub(a->p, cue->rest0))) >
            CLEAR_SD * hypot(hypot(sd_across(s, a), sd_across(s, last)), bias))
            return false;
    double speed = length / fmax(last->t - s->strike_t, 1e-3), far = 1 + speed * fmax(t - last->t, 0) / length;
    *out = (struct way_in){.q = {.t0 = s->strike_t, .p = cue->rest0, .v = vec2_scale(u, speed)},
                           .t0 = s->strike_t,
                           .lat = hypot(hypot(sd_across(s, last), s->noise_mm) * far, bias)};
    return true;
}

static bool find_way_in(const struct segment *s, const struct way *cue, double t, struct way_in *out)
{
    const struct piece *q = incoming(cue, t, s->frame_s);
    if (!q || q->to - q->from < WAY_SAMPLES)
        return q && way_from_strike(s, cue, q, t, out);
    *out = (struct way_in){*q, t - 2 * s->frame_s, hypot(piece_sd(q, t), s->params->bias_mm)};
    return true;
}

/* Does the way in lead past what lay there, or to it clearly later than to the ball that is said to be the first? */
static bool leads_to_first(const struct segment *s, const struct event *first, struct vec2 at)
{
    const struct way *cue = &s->paths[s->strike];
    int path = path_of(s, met_by(first, cue->ball));
    double d = apart_of_cue(s->table);
    struct way_in in;
    if (path < 0 || !find_way_in(s, cue, (double)first->t / 1e9, &in))
        return false;
    struct meet it = meet(&in.q, in.t0, s->paths[path].rest0, d), other = meet(&in.q, in.t0, at, d);
    double across = vec2_cross(vec2_unit(piece_velocity(&in.q, in.t0)), vec2_sub(at, piece_at(&in.q, in.t0)));
    if (!it.hits || !other.hits)
        return it.hits && fabs(across) > d + CLEAR_SD * in.lat;
    return other.s - it.s > CLEAR_SD * hypot(in.lat * (it.slope - other.slope), s->params->bias_mm * sqrt(2.0));
}

/* May the cue-ball have met what lay there, before it met what we say it met first? Only where it came near, or was not
 * seen. Where its last way leads to that one, the ways before, from cushion to cushion, still count. */
static bool may_have_been_first(const struct segment *s, struct vec2 at)
{
    const struct way *cue = &s->paths[s->strike];
    const struct event *first = earliest_contact(s, cue->ball, NULL);
    double until = (first ? (double)first->t / 1e9 : s->end) + 1.5 * s->frame_s, last = s->strike_t;
    if (first && leads_to_first(s, first, at))
        until = incoming(cue, (double)first->t / 1e9, s->frame_s)->t_from;
    for (int i = 0; i < cue->samples_n; i++) {
        const struct sample *a = &cue->samples[i];
        if (a->t < s->strike_t - s->frame_s || a->t > until)
            continue;
        double step = i ? vec2_dist(a->p, a[-1].p) : 0;
        if (a->t - last > 4.5 * s->frame_s || vec2_dist(a->p, at) < s->table->bed.ball_d + NEAR_FIRST_MM + step)
            return true;
        last = fmax(last, a->t);
    }
    return fmin(until, s->end) - last > 4.5 * s->frame_s && !cue->gone;
}

/* A ball that moved must have been hit. If no contact says by whom, the first contact is not certain either. */
static void doubt_first_contact(struct segment *s)
{
    for (int i = 0; i < s->paths_n && s->strike >= 0; i++) {
        const struct way *w = &s->paths[i];
        if (i != s->strike && w->rest0_n && has_gone_far(s, w) && !segment_hit(s, w->ball))
            s->first_p = fmin(s->first_p, may_have_been_first(s, w->rest0) ? UNSURE_P : AWAY_P);
    }
}

/* It started with the stroke, as far as can be told: the start of a ball that was pushed on and stopped again at once
 * is hardly known, whatever its fit says. */
static bool starts_with(const struct segment *s, const struct wake *w)
{
    return fabs(w->t - s->strike_t) < fmax(3 * s->frame_s, START_S);
}

/* Struck from so near several balls that all of them started with it: which was first is anybody's guess. The cue-ball
 * was as fast as any of them, however little it kept of that. */
static void doubt_close_start(const struct explain *x)
{
    struct segment *s = x->s;
    if (s->strike < 0 || !s->paths[s->strike].rest0_n)
        return;
    const struct way *cue = &s->paths[s->strike];
    const struct event *first = earliest_contact(s, cue->ball, NULL);
    double speed = 0;
    for (int i = 0; i < x->wakes_n; i++)
        speed = starts_with(s, &x->wake[i]) ? fmax(speed, vec2_len(x->wake[i].kink->v1)) : speed;
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *w = &x->wake[i];
        double gap = vec2_dist(w->at, cue->rest0) - apart_of_cue(s->table);
        bool told = first && met_by(first, cue->ball) == s->paths[w->path].ball;
        if (w->path != s->strike && !told && starts_with(s, w) && gap < fmax(CLOSE_MM, 0.6 * s->frame_s * speed))
            s->first_p = fmin(s->first_p, CLOSE_P);
    }
}

void doubt_lost_view(struct segment *s, const struct event *e, int n)
{
    const struct event *first = s->strike < 0 ? NULL : earliest_contact(s, s->paths[s->strike].ball, NULL);
    ns_t from = to_ns(s->strike_t), to = first ? first->t : to_ns(s->end);
    for (int i = 0; i < n; i++)
        if (e[i].kind == EVENT_GAP && e[i].t < to && e[i].t + e[i].lasted > from)
            s->first_p = fmin(s->first_p, UNSURE_P);
}

void tell_unexplained(struct explain *x)
{
    struct segment *s = x->s;
    doubt_first_contact(s);
    doubt_close_start(x);
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *w = &x->wake[i];
        double far = vec2_dist(s->paths[w->path].rest1, w->at);
        if (!w->given_up || is_explained(s, w) || far < fmax(TOLD_MM, TOLD_NOISE * s->noise_mm))
            continue; /* what moved less may be the picture's doing */
        bool before = s->strike < 0 || (w->t < s->strike_t && !starts_with(s, w));
        if (s->strike >= 0 && !before) {
            s->first_p = fmin(s->first_p, may_have_been_first(s, w->at) ? UNSURE_P : AWAY_P);
            continue; /* in a stroke: something hit it; who, we do not know, and we do not invent it */
        }
        struct event *e = segment_event(s, EVENT_DISTURBED, w->t, w->t_sd, 0.8);
        if (!e)
            return;
        e->a = s->paths[w->path].ball;
        e->at = s->paths[w->path].rest1;
        e->why = (struct evidence){.measured = (float)far, .limit = 0, .sd = (float)s->noise_mm};
        event_frames(e, &s->paths[w->path], w->t, s->frame_s);
    }
}
