/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.c: what touched what? A ball at rest that woke up was hit; by whom follows from geometry. What is left of a
 * kink after the balls it woke is a cushion, a moving ball, or nothing that we know, and then it is no event. */
#include "contacts.h"

#define EXPLAIN_CHI2 45.0 /* worse than this nothing is explained */
#define NULL_CHI2    25.0 /* "something else" is as likely as an explanation this bad */
#define HIDDEN_CHI2  7.0  /* a hitter that nobody saw arrive */
#define CHAIN_CHI2   1.0
#define THROW_RAD    0.07 /* how far a ball goes off the line of centres, 4 degrees */

/* ---- wakes ------------------------------------------------------------------------------------------------------- */

static void list_wakes(struct explain *x)
{
    struct segment *s = x->s;
    for (int i = 0; i < s->paths_n; i++)
        for (int k = 0; k < s->paths[i].kinks_n; k++) {
            struct kink *kink = &s->paths[i].kink[k];
            if (!kink->wake || x->wakes_n == WAKES_MAX)
                continue;
            const struct piece *before = &s->paths[i].piece[kink->before];
            bool first = k == 0 && s->paths[i].rest0_n;
            x->wake[x->wakes_n++] = (struct wake){
                .path = i, .kink = kink, .at = first ? s->paths[i].rest0 : before->p, .t = kink->t, .t_sd = kink->t_sd};
        }
    for (int i = 1; i < x->wakes_n; i++)
        for (int j = i; j > 0 && x->wake[j].t < x->wake[j - 1].t; j--) {
            struct wake swap = x->wake[j];
            x->wake[j] = x->wake[j - 1];
            x->wake[j - 1] = swap;
        }
}

/* ---- when does a path reach a point's circle? -------------------------------------------------------------------- */

struct approach {
    bool found;
    double t, gap; /* gap 0 when the circle is reached, else the least gap */
};

static double gap_at(const struct piece *q, struct vec2 x, double d, double t)
{
    return vec2_dist(piece_at(q, t), x) - d;
}

static struct approach approach_in(const struct piece *q, struct vec2 x, double d, double lo, double hi, double step)
{
    struct approach a = {.gap = INFINITY};
    double last = INFINITY;
    for (double t = lo; t <= hi; t += step) {
        double gap = gap_at(q, x, d, t);
        if (gap < a.gap)
            a = (struct approach){true, t, gap};
        if (gap <= 0) {
            double l = last > 0 && last < INFINITY ? t - step : t, r = t;
            for (int i = 0; i < 30 && l < r; i++) {
                double m = (l + r) / 2;
                *(gap_at(q, x, d, m) > 0 ? &l : &r) = m;
            }
            a.t = r;
            a.gap = last < INFINITY ? 0 : gap;
            break;
        }
        last = gap;
    }
    return a;
}

/* How well a path is known where it is extrapolated to, mm. */
static double path_sd(const struct segment *s, const struct piece *q, double v)
{
    int n = q->to - q->from;
    double sd = n < 5 ? 1.5 * s->noise_mm : fmax(0.6 * s->noise_mm, q->sd);
    if (n < 3)
        sd += 0.1 * v * s->frame_s;
    return hypot(sd, s->params->bias_mm);
}

/* ---- who woke it? ------------------------------------------------------------------------------------------------ */

static double square(double x)
{
    return x * x;
}

static double angle_between(struct vec2 a, struct vec2 b)
{
    return fabs(atan2(vec2_cross(a, b), vec2_dot(a, b)));
}

/* Nearly frozen neighbours that woke with it: its own velocity is then not the impulse it got. */
static bool in_a_pack(const struct explain *x, const struct wake *w)
{
    double d = x->s->table->bed.ball_d;
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *o = &x->wake[i];
        if (o != w && fabs(o->t - w->t) < 2 * x->s->frame_s && vec2_dist(o->at, w->at) < d + 3)
            return true;
    }
    return false;
}

static void score_impact(const struct explain *x, const struct wake *w, const struct piece *q, struct approach a,
                         struct cause *c)
{
    const struct segment *s = x->s;
    double d = s->table->bed.ball_d;
    struct vec2 n = vec2_unit(vec2_sub(w->at, piece_at(q, a.t))), v = piece_velocity(q, a.t);
    double speed = vec2_len(v), into = vec2_dot(v, n), vj = vec2_len(w->kink->v1);
    if (into <= 0.01 * speed)
        return;
    double sg = path_sd(s, q, speed), full = fmax(into / speed, 0.05);
    double t_path = hypot(sg / fmax(into, 20), 0.001), t_sd = hypot(w->t_sd, t_path);
    c->chi2 = square(a.gap / sg) + square((a.t - w->t) / t_sd);
    if (!w->blind) {
        double sa = sqrt(square(THROW_RAD) + square(w->kink->v1_sd / fmax(vj, 1)) + square(sg / (d * full)));
        double angle = square(angle_between(n, w->kink->v1) / sa);
        double excess = vj - 1.1 * into - 3 * w->kink->v1_sd - 30;
        bool pack = in_a_pack(x, w);
        c->chi2 += pack ? fmin(angle, 5) : angle;
        c->chi2 += !pack && excess > 0 ? fmin(square(excess / (w->kink->v1_sd + 30)), 30) : 0;
    }
    double wa = 1 / square(t_path), wj = w->blind ? 0 : 1 / square(w->t_sd);
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

static void try_paths(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    const struct segment *s = x->s;
    const struct way *h = &s->paths[hitter];
    double window = 3 * w->t_sd + 1.6 * s->frame_s, over = 1.2 * s->frame_s;
    for (int i = 0; i < h->pieces_n; i++) {
        const struct piece *q = &h->piece[i];
        double lo = fmax(q->t_from - over, w->t - window), hi = fmin(q->t_to + over, w->t + window);
        if (q->rest || lo >= hi)
            continue;
        struct approach a = approach_in(q, w->at, s->table->bed.ball_d, lo, hi, s->frame_s / 16);
        struct cause c = {.hitter = hitter, .how = CAUSE_PATH, .chi2 = INFINITY};
        if (a.found)
            score_impact(x, w, q, a, &c);
        keep_better(best, &c);
    }
}

static const struct wake *wake_of(const struct explain *x, int path, double near, double within)
{
    const struct wake *best = NULL;
    for (int i = 0; i < x->wakes_n; i++)
        if (x->wake[i].path == path && fabs(x->wake[i].t - near) < within) {
            within = fabs(x->wake[i].t - near);
            best = &x->wake[i];
        }
    return best;
}

/* Both woke at once: the push went through from the one to the other. Places are those at rest. */
static void try_chain(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    const struct segment *s = x->s;
    const struct wake *h = wake_of(x, hitter, w->t, 1.5 * s->frame_s + 2 * w->t_sd);
    if (!h || w->blind)
        return;
    struct vec2 line = vec2_sub(w->at, h->at);
    double gap = vec2_len(line) - s->table->bed.ball_d, v = vec2_len(w->kink->v1);
    if (gap > 1.8 * v * s->frame_s + 3 * s->noise_mm + 1)
        return;
    double sa = THROW_RAD + fmax(gap, 0) / s->table->bed.ball_d + w->kink->v1_sd / fmax(v, 1);
    double angle = square(angle_between(line, w->kink->v1) / sa);
    struct cause c = {.hitter = hitter,
                      .how = CAUSE_CHAIN,
                      .t = w->t,
                      .t_sd = w->t_sd,
                      .speed = v,
                      .gap = fmax(gap, 0),
                      .gap_sd = s->noise_mm,
                      .normal = vec2_unit(line)};
    c.chi2 = CHAIN_CHI2 + (in_a_pack(x, w) ? fmin(angle, 5) : angle);
    keep_better(best, &c);
}

/* Nobody saw the hitter arrive (hidden, or struck within the same two frames), but it could have been there. */
static void try_hidden(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    const struct segment *s = x->s;
    const struct way *h = &s->paths[hitter];
    double d = s->table->bed.ball_d, before = -INFINITY, after = INFINITY;
    struct vec2 from = h->rest0, to = h->rest1;
    bool moves = false;
    for (int i = 0; i < h->samples_n; i++)
        if (h->samples[i].t <= w->t - w->t_sd) {
            before = h->samples[i].t;
            from = h->samples[i].p;
        } else if (after == INFINITY && h->samples[i].t > w->t + w->t_sd) {
            after = h->samples[i].t;
            to = h->samples[i].p;
        }
    const struct wake *own = wake_of(x, hitter, w->t, 2.5 * s->frame_s);
    moves = own && own->t < w->t + s->frame_s;
    if (!moves && after - before < 2.2 * s->frame_s)
        return;
    struct vec2 ghost = w->blind ? w->at : vec2_along(w->at, -d, vec2_unit(w->kink->v1));
    double slack = w->blind ? d : 5 + s->noise_mm * 3, fastest = 8500;
    double arrive = fmax(vec2_dist(from, ghost) - slack, 0) / fastest,
           leave = fmax(vec2_dist(to, ghost) - slack, 0) / fastest;
    if (before == -INFINITY || arrive > w->t - before + w->t_sd + 0.5 * s->frame_s ||
        (after < INFINITY && leave > after - w->t + w->t_sd + 0.5 * s->frame_s))
        return;
    struct cause c = {.hitter = hitter,
                      .how = CAUSE_HIDDEN,
                      .chi2 = HIDDEN_CHI2,
                      .t = w->t,
                      .t_sd = fmax(w->t_sd, s->frame_s / 4),
                      .speed = vec2_len(w->kink->v1),
                      .gap_sd = slack,
                      .normal = vec2_unit(vec2_sub(w->at, from))};
    keep_better(best, &c);
}

static struct cause cause_by(const struct explain *x, const struct wake *w, int hitter)
{
    struct cause best = {.chi2 = INFINITY};
    try_paths(x, w, hitter, &best);
    try_chain(x, w, hitter, &best);
    if (best.chi2 > HIDDEN_CHI2)
        try_hidden(x, w, hitter, &best);
    return best;
}

/* May this ball have hit? One that woke about then must itself have been explained: else two frozen balls explain each
 * other and the cue-ball is forgotten. */
static bool may_hit(const struct explain *x, const struct wake *w, int hitter)
{
    if (hitter == w->path || !x->s->paths[hitter].moved)
        return false;
    const struct wake *own = wake_of(x, hitter, w->t, 3 * x->s->frame_s + 2 * w->t_sd);
    if (own)
        return own->explained;
    for (int i = 0; i < x->wakes_n; i++)
        if (x->wake[i].path == hitter && x->wake[i].t < w->t)
            return true;
    return !x->s->paths[hitter].piece[0].rest; /* moved from the start */
}

static struct cause find_cause(const struct explain *x, const struct wake *w)
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

/* ---- telling ----------------------------------------------------------------------------------------------------- */

static double cap_p(const struct segment *s, const struct cause *c, ball_id a, ball_id b)
{
    bool cue = s->strike >= 0 && (a == s->paths[s->strike].ball || b == s->paths[s->strike].ball);
    double cap = c->how == CAUSE_PATH ? cue ? 0.995 : 0.98 : c->how == CAUSE_CHAIN ? 0.95 : 0.93;
    return fmin(c->p, cap);
}

void tell_contact(struct explain *x, int hitter, int hit, const struct cause *c)
{
    struct segment *s = x->s;
    const struct way *a = &s->paths[hitter], *b = &s->paths[hit];
    struct event *e = segment_event(s, EVENT_CONTACT, c->t, c->t_sd, cap_p(s, c, a->ball, b->ball));
    if (!e)
        return;
    const struct piece *q = path_piece(a, c->t);
    e->a = a->ball;
    e->b = b->ball;
    e->at = q ? piece_at(q, c->t) : a->rest0;
    e->v = q ? piece_velocity(q, c->t + s->frame_s) : vec2(0, 0);
    e->speed = (float)c->speed;
    e->why = (struct evidence){.measured = (float)c->gap, .limit = 0, .sd = (float)c->gap_sd};
    event_frames(e, b, c->t, s->frame_s);
    if (x->hits_n < HITS_MAX)
        x->hit[x->hits_n++] = (struct hit){hitter, hit, c->t, b->moved ? c->impulse : vec2(0, 0)};
}

static void resolve(struct explain *x, struct wake *w, struct cause *c)
{
    w->explained = true;
    w->kink->used = true;
    c->impulse = w->kink->v1;
    tell_contact(x, c->hitter, w->path, c);
}

/* The earliest unexplained wakes, best explained first. False when none is left. */
static bool resolve_next(struct explain *x)
{
    struct wake *first = NULL, *best = NULL;
    struct cause cause = {.chi2 = INFINITY};
    for (int i = 0; i < x->wakes_n; i++) {
        struct wake *w = &x->wake[i];
        if (w->explained || w->given_up)
            continue;
        if (!first)
            first = w;
        if (w->t > first->t + 1.5 * x->s->frame_s + first->t_sd)
            break;
        struct cause c = find_cause(x, w);
        if (c.chi2 < cause.chi2) {
            cause = c;
            best = w;
        }
    }
    if (!first)
        return false;
    if (best && cause.chi2 < EXPLAIN_CHI2)
        resolve(x, best, &cause);
    else
        first->given_up = true;
    return true;
}

/* ---- the strike -------------------------------------------------------------------------------------------------- */

/* The cue-ball's first wake, unless another ball that was already moving explains it better. */
static void find_strike(struct explain *x)
{
    struct segment *s = x->s;
    for (int i = 0; i < x->wakes_n; i++) {
        struct wake *w = &x->wake[i];
        if (!ball_in(s->cue_balls, s->paths[w->path].ball) || vec2_len(w->kink->v1) < 25)
            continue;
        w->explained = true;
        w->kink->used = true;
        s->strike = w->path;
        s->strike_t = w->t;
        struct event *e = segment_event(s, EVENT_STRIKE, w->t, w->t_sd, 0.99);
        if (!e)
            return;
        e->a = s->paths[w->path].ball;
        e->at = w->at;
        e->v = w->kink->v1;
        e->speed = (float)vec2_len(w->kink->v1);
        e->why = (struct evidence){.measured = e->speed, .limit = 25, .sd = (float)w->kink->v1_sd};
        event_frames(e, &s->paths[w->path], w->t, s->frame_s);
        return;
    }
}

/* A ball that vanished from rest was hit and gone between two frames. */
static void add_blind_wakes(struct explain *x)
{
    struct segment *s = x->s;
    for (int i = 0; i < s->paths_n; i++) {
        struct way *p = &s->paths[i];
        bool ever_woke = wake_of(x, i, s->begin, INFINITY) != NULL;
        if (!p->gone || ever_woke || !p->samples_n || !p->piece[p->pieces_n - 1].rest || x->wakes_n == WAKES_MAX)
            continue;
        double t = p->samples[p->samples_n - 1].t + s->frame_s / 2;
        x->wake[x->wakes_n++] =
            (struct wake){.path = i, .kink = &x->none, .at = p->rest0, .t = t, .t_sd = s->frame_s / 2, .blind = true};
    }
}

void segment_contacts(struct segment *s)
{
    struct explain x = {.s = s};
    list_wakes(&x);
    add_blind_wakes(&x);
    find_strike(&x);
    while (resolve_next(&x))
        ;
    explain_kinks(&x);
    order_first_contact(&x);
    tell_near_misses(&x);
    tell_unexplained(&x);
}
