/* SPDX-License-Identifier: Apache-2.0 */
/* causes.c: who woke a ball that lay still? What came to it, by geometry: when its way reaches the ball, how that fits
 * the start and the way the ball left, and what the hitter's own way says. */
#include "contacts.h"

#define RECOIL_CHI2 1.0
#define RECOIL_MM_S 60.0
#define RECOIL_RAD  0.25
#define RECOIL_S    0.004
#define NULL_CHI2   25.0 /* "something else" is as likely as an explanation this bad */
#define HIDDEN_CHI2 7.0  /* a hitter that nobody saw arrive */
#define OUTRUNS_BY  1.3  /* of the speed that a hitter was seen to have */
#define CHAIN_CHI2  1.0
#define CHAIN_S     0.004 /* starts of balls in a row, pushed more than once, are known no better */
#define LEFT_SD     5.0
#define CUT_CHI2    1.0  /* a piece as cut is a little worse than the way fitted again */
#define ASIDE_MM    10.0 /* so far off its way in it is not on it any more */
#define DEEP_SHARE  0.3  /* of a diameter: so far into another ball no error of a way leads */
#define BOUNCE_MM   4.0  /* a ball this near a cushion may be driven into it and out between two frames */
#define BOUNCE_E    0.75
#define BOUNCE_CHI2 2.0
#define BOUNCE_RAD  0.25
#define THROW_RAD   0.07 /* how far a ball goes off the line of centres, 4 degrees */

static double square(double x)
{
    return x * x;
}

static double angle_between(struct vec2 a, struct vec2 b)
{
    return fabs(atan2(vec2_cross(a, b), vec2_dot(a, b)));
}

/* Nearly frozen neighbours that woke with it: its own velocity is then not the impulse it got. */
bool in_a_pack(const struct explain *x, const struct wake *w)
{
    double d = x->s->table->bed.ball_d;
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *o = &x->wake[i];
        if (o != w && fabs(o->t - w->t) < 2 * x->s->frame_s && vec2_dist(o->at, w->at) < d + 3)
            return true;
    }
    return false;
}

bool may_bounce(const struct segment *s, const struct wake *w, struct vec2 n)
{
    struct place_cushion at = place_cushion(s->table, w->at);
    struct vec2 v = w->kink->v1;
    return -vec2_dot(n, at.normal) > 0.05 && vec2_dot(v, at.normal) > 0 &&
           at.gap_mm <= 1.6 * s->frame_s * vec2_len(v) + BOUNCE_MM;
}

/* How badly the way it left fits the push it got. A ball that lies at a cushion and is driven into it leaves it
 * again before anybody sees: then the push is mirrored. */
static double leaving_chi2(const struct segment *s, const struct wake *w, struct vec2 n, double sa, bool *bounced)
{
    struct vec2 v = w->kink->v1;
    double straight = square(angle_between(n, v) / sa);
    struct place_cushion at = place_cushion(s->table, w->at);
    double into = -vec2_dot(n, at.normal);
    *bounced = false;
    if (!may_bounce(s, w, n))
        return straight;
    struct vec2 back = vec2_along(n, (1 + BOUNCE_E) * into, at.normal);
    double mirrored = BOUNCE_CHI2 + square(angle_between(back, v) / hypot(sa, BOUNCE_RAD));
    *bounced = mirrored < straight;
    return fmin(straight, mirrored);
}

/* How badly the hitter's own jump fits having met something there; what it says counts where the hit ball was pushed
 * again before it could show how it left. */
static double recoil_chi2(const struct segment *s, const struct way *h, struct vec2 n, double t)
{
    double least = INFINITY;
    for (int i = 0; i < h->kinks_n; i++) {
        const struct kink *k = &h->kink[i];
        struct vec2 push = vec2_sub(k->v0, k->v1);
        double size = vec2_len(push);
        if (k->wake || fabs(k->t - t) > 1.2 * s->frame_s + 2 * k->t_sd || size < RECOIL_MM_S + 4 * k->v_sd)
            continue;
        double at = square((k->t - t) / hypot(k->t_sd, RECOIL_S));
        least = fmin(least, RECOIL_CHI2 + at + square(angle_between(push, n) / hypot(RECOIL_RAD, k->v_sd / size)));
    }
    return least;
}

void score_impact(const struct explain *x, const struct wake *w, const struct piece *q, struct approach a,
                  struct cause *c)
{
    const struct segment *s = x->s;
    double d = apart_of(s, &s->paths[c->hitter], &s->paths[w->path]);
    struct vec2 n = vec2_unit(vec2_sub(w->at, piece_at(q, a.t))), v = piece_velocity(q, a.t);
    double speed = vec2_len(v), into = vec2_dot(v, n), vj = vec2_len(w->kink->v1);
    double sg = hypot(path_sd(s, q, a.t), a.loose),
           graze = speed * sqrt(2 * sg / d); /* what an overlap of sg would make it */
    bool beside = a.gap > 0; /* at the nearest point nothing is left of the approach: only its error can have met */
    if (into <= (beside ? -0.05 : 0.01) * speed)
        return;
    into = beside ? fmax(into, graze) : into;
    double full = fmax(into / speed, 0.05);
    bool pack = in_a_pack(x, w);
    double t_path = hypot(sg / fmax(into, 20), 0.001), t_sd = hypot(w->t_sd, t_path);
    if (beside)
        t_sd = hypot(t_sd, sqrt(2 * sg * d) / fmax(speed, 20));
    bool cushion = place_cushion(s->table, w->at).gap_mm < 2.5 * s->frame_s * into + 10;
    if (cushion)
        t_sd = hypot(t_sd, s->frame_s); /* into the cushion and out again: its start is a blend of both */
    if (pack)
        t_sd = hypot(t_sd, s->frame_s / 2); /* pushed more than once: its start is a blend */
    double fit = square((a.t - w->t) / t_sd);
    if (!w->blind) {
        double sa = sqrt(square(THROW_RAD) + square(w->kink->v1_sd / fmax(vj, 1)) + square(sg / (d * full)));
        double angle = leaving_chi2(s, w, n, sa, &c->bounced);
        double excess = vj - 1.1 * into - 3 * w->kink->v1_sd - 30;
        fit += fmin(angle, pack ? 5 : cushion ? 12 : 60);
        fit += !pack && excess > 0 ? fmin(square(excess / (w->kink->v1_sd + 30)), 30) : 0;
    }
    c->chi2 = square(a.gap / sg) + fmin(fit, recoil_chi2(s, &s->paths[c->hitter], n, a.t));
    double blend = hypot(cushion ? s->frame_s : 0, pack ? s->frame_s / 2 : 0);
    double wa = 1 / square(t_path), wj = w->blind ? 0 : 1 / (square(w->t_sd) + square(blend));
    c->t = (a.t * wa + w->t * wj) / (wa + wj);
    c->t_sd = 1 / sqrt(wa + wj);
    c->speed = into;
    c->gap = a.gap;
    c->gap_sd = sg;
    c->normal = n;
}

static void keep_better(struct cause *best, const struct cause *c)
{
    if (c->chi2 < best->chi2)
        *best = *c;
}

/* Was the hitter turned aside, after the last that this piece knows of it, and well before then? Its way in leads
 * nowhere from there on. */
static bool turned_aside(const struct segment *s, const struct way *h, const struct piece *q, double t)
{
    double seen = h->samples[q->to - 1].t;
    for (int i = 0; i < h->kinks_n; i++) {
        const struct kink *k = &h->kink[i];
        double since = t - k->t - 2 * k->t_sd - s->frame_s / 4;
        if (!k->wake && k->t > seen - s->frame_s / 4 && since > 0 && since * vec2_dist(k->v0, k->v1) > ASIDE_MM)
            return true;
    }
    return false;
}

/* Does its way there lead through a ball that still lay in its place? That one is met first, whatever stirs behind it.
 */
static bool is_barred(const struct explain *x, const struct wake *w, int hitter, const struct piece *q, double t)
{
    const struct segment *s = x->s;
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *o = &x->wake[i];
        if (o->path == hitter || o->path == w->path || o->blind)
            continue;
        double deep = apart_of(s, &s->paths[hitter], &s->paths[o->path]) - DEEP_SHARE * s->table->bed.ball_d;
        struct approach a = approach_in(q, o->at, deep, t - 2 * s->frame_s, t, s->frame_s / 16);
        if (a.found && a.gap <= 0 && o->t + o->t_sd > a.t)
            return true;
    }
    return false;
}

static void try_piece(const struct explain *x, const struct wake *w, int hitter, const struct piece *q, double extra,
                      struct cause *best)
{
    const struct segment *s = x->s;
    double window = 3 * w->t_sd + 1.6 * s->frame_s, over = 1.2 * s->frame_s;
    double lo = fmax(q->t_from - over, w->t - window), hi = fmin(q->t_to + over, w->t + window);
    if (hitter == s->strike)
        lo = fmax(lo, s->strike_t); /* its way before it was struck is none */
    if (q->rest || lo >= hi)
        return;
    struct approach a =
        approach_in(q, w->at, apart_of(s, &s->paths[hitter], &s->paths[w->path]), lo, hi, s->frame_s / 16);
    struct cause c = {.hitter = hitter, .how = CAUSE_PATH, .chi2 = INFINITY};
    if (a.found && !turned_aside(s, &s->paths[hitter], q, a.t) && !is_barred(x, w, hitter, q, a.t))
        score_impact(x, w, q, a, &c);
    c.chi2 += extra;
    keep_better(best, &c);
}

void try_paths(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    struct piece q;
    if (way_in(x, w, hitter, &q))
        try_piece(x, w, hitter, &q, 0, best);
    const struct way *h = &x->s->paths[hitter];
    for (int i = 0; i < h->pieces_n; i++)
        try_piece(x, w, hitter, &h->piece[i], CUT_CHI2, best);
}

const struct wake *wake_about(const struct explain *x, int path, double near, double within)
{
    const struct wake *best = NULL;
    for (int i = 0; i < x->wakes_n; i++)
        if (x->wake[i].path == path && fabs(x->wake[i].t - near) < within) {
            within = fabs(x->wake[i].t - near);
            best = &x->wake[i];
        }
    return best;
}

static bool is_at(const struct segment *s, const struct sample *a, struct vec2 at)
{
    return vec2_dist(a->p, at) < LEFT_SD * hypot((double)a->sd, s->noise_mm);
}

/* It was seen off its place when its hitter still lay in its own. */
static bool left_before(const struct segment *s, const struct wake *w, const struct wake *h)
{
    const struct way *hit = &s->paths[w->path], *hitter = &s->paths[h->path];
    if (w->blind || h->blind)
        return false;
    const struct sample *gone = &hit->samples[hit->piece[w->kink->before + 1].from];
    for (int i = 0; i < hitter->samples_n && !is_at(s, gone, w->at); i++)
        if (hitter->samples[i].t >= gone->t)
            return is_at(s, &hitter->samples[i], h->at);
    return false;
}

/* Both woke at once: the push went through from the one to the other. Places are those at rest. */
static void try_chain(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    const struct segment *s = x->s;
    const struct wake *h = wake_about(x, hitter, w->t, 1.5 * s->frame_s + 2 * w->t_sd);
    if (!h || w->blind)
        return;
    struct vec2 line = vec2_sub(w->at, h->at);
    double gap = vec2_len(line) - apart_of(s, &s->paths[hitter], &s->paths[w->path]), v = vec2_len(w->kink->v1);
    double wide = 3 * s->noise_mm + 1; /* what is nearer may touch: it passes a push on before it goes anywhere */
    if (gap > 1.8 * v * s->frame_s + wide || (gap > wide && left_before(s, w, h)))
        return;
    double toward = vec2_dot(h->kink->v1, vec2_unit(line)), late = w->t - h->t - fmax(gap, 0) / fmax(toward, 50);
    double late_sd = sqrt(square(w->t_sd) + square(h->t_sd) + square(CHAIN_S + fmax(gap, 0) / fmax(3 * toward, 50)));
    double sa = THROW_RAD + fmax(gap, 0) / s->table->bed.ball_d + w->kink->v1_sd / fmax(v, 1);
    double angle = square(angle_between(line, w->kink->v1) / sa);
    double own = 1 / (square(w->t_sd) + square(CHAIN_S)), passed = 1 / square(late_sd),
           on = h->met + fmax(gap, 0) / fmax(toward, 50);
    struct cause c = {.hitter = hitter,
                      .how = CAUSE_CHAIN,
                      .t = h->explained ? (own * w->t + passed * on) / (own + passed) : w->t,
                      .t_sd = w->t_sd,
                      .speed = v,
                      .gap = fmax(gap, 0),
                      .gap_sd = s->noise_mm,
                      .normal = vec2_unit(line)};
    c.chi2 = CHAIN_CHI2 + (in_a_pack(x, w) ? fmin(angle, 5) : angle) + fmin(square(late / late_sd), 12);
    keep_better(best, &c);
}

/* The samples of the hitter about a time: last before, first after, and how many lie between its rest and then. */
struct around {
    struct vec2 from, to;
    double before, after;
};

static struct around around(const struct way *h, const struct wake *w)
{
    struct around r = {h->rest0, h->rest1, -INFINITY, INFINITY};
    for (int i = 0; i < h->samples_n; i++)
        if (h->samples[i].t <= w->t - w->t_sd) {
            r.before = h->samples[i].t;
            r.from = h->samples[i].p;
        } else if (r.after == INFINITY && h->samples[i].t > w->t + w->t_sd) {
            r.after = h->samples[i].t;
            r.to = h->samples[i].p;
        }
    return r;
}

static double longest_gap(const struct way *h, const struct around *r)
{
    double most = 0;
    for (int i = 0; i + 1 < h->samples_n; i++)
        if (h->samples[i].t >= r->before && h->samples[i + 1].t <= r->after)
            most = fmax(most, h->samples[i + 1].t - h->samples[i].t);
    return r->after == INFINITY ? INFINITY : most;
}

/* How badly the few samples between the hitter's rest and the impact lie on the straight way to it. */
static double off_the_way(const struct segment *s, const struct way *h, const struct wake *w, const struct wake *own,
                          struct vec2 ghost, double ghost_sd)
{
    struct vec2 way = vec2_sub(ghost, own->at);
    double length = vec2_len(way), chi2 = 0;
    for (int i = 0; i < h->samples_n; i++) {
        if (h->samples[i].t < own->t - 3 * s->frame_s || h->samples[i].t > w->t)
            continue;
        struct vec2 d = vec2_sub(h->samples[i].p, own->at);
        double along = vec2_dot(d, way) / fmax(length, 1), across = vec2_cross(way, d) / fmax(length, 1);
        double sd = hypot(hypot(s->noise_mm, s->params->bias_mm), ghost_sd * along / fmax(length, 1));
        chi2 += square(across / sd) + (along > length ? square((along - length) / (sd + ghost_sd)) : 0);
    }
    return chi2;
}

/* How fast it can have been where nobody saw it: not much faster than just before or after, or than what it hit. */
static double fastest_of(const struct segment *s, const struct way *h, const struct wake *w)
{
    double most = w->blind ? 0 : vec2_len(w->kink->v1);
    for (int i = 0; i + 1 < h->samples_n; i++) {
        double dt = h->samples[i + 1].t - h->samples[i].t;
        if (fabs(h->samples[i].t - w->t) < 6 * s->frame_s && dt > 0)
            most = fmax(most, (vec2_dist(h->samples[i].p, h->samples[i + 1].p) - 4 * s->noise_mm) / dt);
    }
    return fmin(1.6 * most + 100, 8500);
}

/* Left faster than the hitter ever went before that, as well as both are known: a hand took it. */
static bool outruns(const struct way *h, const struct wake *w)
{
    double most = 0;
    for (int i = 0; i + 1 < h->samples_n && h->samples[i].t < w->t; i++) {
        double dt = h->samples[i + 1].t - h->samples[i].t;
        most = fmax(most, dt > 0 ? vec2_dist(h->samples[i].p, h->samples[i + 1].p) / dt : 0);
    }
    return !w->blind && vec2_len(w->kink->v1) - 3 * w->kink->v1_sd > OUTRUNS_BY * most;
}

/* It is not on the table any more: it was lost long ago, or over a fall when it was last seen. */
static bool had_gone(const struct segment *s, const struct way *h, const struct wake *w)
{
    const struct sample *last = &h->samples[h->samples_n - 1];
    double since = h->gone ? w->t - last->t : 0, from_fall;
    place_pocket(s->table, last->p, &from_fall);
    return since > s->params->lost_grace_s || (since > w->t_sd && from_fall < 0);
}

/* Nobody saw the hitter arrive (hidden, or struck within the same few frames), but it could have been there. */
static void try_hidden(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    const struct segment *s = x->s;
    const struct way *h = &s->paths[hitter];
    double d = apart_of(s, h, &s->paths[w->path]), slack = 0.5 * s->frame_s + w->t_sd, fastest = fastest_of(s, h, w);
    struct around r = around(h, w);
    const struct wake *own = wake_about(x, hitter, w->t, 4.5 * s->frame_s);
    bool moves = own && own->t < w->t + s->frame_s;
    if (had_gone(s, h, w) || (!moves && outruns(h, w)))
        return;
    if (r.before == -INFINITY || w->t_sd > s->frame_s ||
        (!moves && (longest_gap(h, &r) < 1.9 * s->frame_s || in_a_pack(x, w))))
        return; /* when its start is hardly known, anything could have been there */
    struct vec2 ghost = w->blind ? w->at : vec2_along(w->at, -d, vec2_unit(w->kink->v1));
    double ghost_sd = w->blind ? d : 2 + d * (THROW_RAD + w->kink->v1_sd / fmax(vec2_len(w->kink->v1), 1));
    double arrive = fmax(vec2_dist(r.from, ghost) - ghost_sd, 0) / fastest;
    double leave = fmax(vec2_dist(r.to, ghost) - ghost_sd, 0) / fastest;
    if (arrive > w->t - r.before + slack || (r.after < INFINITY && leave > r.after - w->t + slack))
        return;
    struct cause c = {.hitter = hitter,
                      .how = CAUSE_HIDDEN,
                      .chi2 = HIDDEN_CHI2,
                      .t = w->t,
                      .t_sd = fmax(w->t_sd, s->frame_s / 4),
                      .speed = vec2_len(w->kink->v1),
                      .gap_sd = ghost_sd,
                      .normal = vec2_unit(vec2_sub(w->at, r.from))};
    if (moves && !w->blind)
        c.chi2 = CHAIN_CHI2 + 1 + off_the_way(s, h, w, own, ghost, ghost_sd);
    keep_better(best, &c);
}

static struct cause cause_by(const struct explain *x, const struct wake *w, int hitter)
{
    struct cause best = {.chi2 = INFINITY};
    try_paths(x, w, hitter, &best);
    try_chain(x, w, hitter, &best);
    if (best.chi2 > HIDDEN_CHI2)
        try_bank(x, w, hitter, &best);
    if (best.chi2 > HIDDEN_CHI2)
        try_hidden(x, w, hitter, &best);
    trace_cause(x->s, x->s->paths[w->path].ball, w->t, x->s->paths[hitter].ball, best.how, best.chi2, best.t, best.gap);
    return best;
}

/* May this ball have hit? One that woke about then must itself have been explained: else two frozen balls explain
 * each other and the cue-ball is forgotten. */
static bool may_hit(const struct explain *x, const struct wake *w, int hitter)
{
    if (hitter == w->path || !x->s->paths[hitter].moved)
        return false;
    const struct way *h = &x->s->paths[hitter];
    const struct wake *own = wake_about(x, hitter, w->t, 3 * x->s->frame_s + 2 * w->t_sd);
    if (own && own->kink->before == 0)
        return own->explained;
    const struct piece *q = path_piece(h, w->t - 2 * x->s->frame_s);
    if (own && (!q || q->rest))
        return own->explained;
    for (int i = 0; i < x->wakes_n; i++)
        if (x->wake[i].path == hitter && x->wake[i].t < w->t)
            return true;
    return !x->s->paths[hitter].piece[0].rest; /* moved from the start */
}

struct cause find_cause(const struct explain *x, const struct wake *w)
{
    struct cause best = {.chi2 = INFINITY};
    double all = exp(-NULL_CHI2 / 2);
    for (int i = 0; i < x->s->paths_n; i++) {
        if (!may_hit(x, w, i))
            continue;
        struct cause c = cause_by(x, w, i);
        all += exp(-c.chi2 / 2);
        keep_better(&best, &c);
    }
    best.p = exp(-best.chi2 / 2) / all;
    return best;
}
