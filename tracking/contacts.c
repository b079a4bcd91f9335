/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.c: what touched what? A ball at rest that woke up was hit; by whom follows from geometry. What is left of a
 * kink after the balls it woke is a cushion, a moving ball, or nothing that we know, and then it is no event. */
#include "contacts.h"

#define VAGUE_P      0.8 /* for a contact whose time is not even known to a frame: little was seen of it */
#define RECOIL_CHI2  1.0
#define RECOIL_MM_S  60.0
#define RECOIL_RAD   0.25
#define RECOIL_S     0.004
#define PAUSE_S      0.15
#define UNNOTICED_SD 4.0
#define HOP_SHARE    0.25 /* of a diameter */
#define NULL_CHI2    25.0 /* "something else" is as likely as an explanation this bad */
#define HIDDEN_CHI2  7.0  /* a hitter that nobody saw arrive */
#define REPEAT_S     0.08 /* no two balls part and meet again so soon */
#define HIDDEN_P     0.8  /* no more than this for it */
#define CHAIN_CHI2   1.0
#define CHAIN_S      0.004 /* starts of balls in a row, pushed more than once, are known no better */
#define CUT_CHI2     1.0   /* a piece as cut is a little worse than the way fitted again */
#define ASIDE_MM     10.0  /* so far off its way in it is not on it any more */
#define BOUNCE_MM    4.0   /* a ball this near a cushion may be driven into it and out between two frames */
#define BOUNCE_MM_S  20.0
#define BOUNCE_E     0.75
#define BOUNCE_CHI2  2.0
#define BOUNCE_RAD   0.25
#define ORDER_SD     4.0
#define THROW_RAD    0.07 /* how far a ball goes off the line of centres, 4 degrees */

int path_of(const struct segment *s, ball_id ball)
{
    for (int i = 0; i < s->paths_n; i++)
        if (s->paths[i].ball == ball)
            return i;
    return -1;
}

/* ---- wakes ------------------------------------------------------------------------------------------------------- */

/* It lay here in one frame and seems to lie there in the next: struck, and stopped by what it met, in between. It went
 * at least as fast as that, unless it only twitched or nobody looked for a while. */
static void fit_hop(const struct segment *s, const struct way *w, struct kink *k)
{
    const struct piece *here = &w->piece[k->before], *there = here + 1;
    const struct sample *last = &w->samples[here->to - 1], *first = &w->samples[there->from];
    struct vec2 hop = vec2_sub(there->p, here->p);
    double dt = first->t - last->t;
    if (!there->rest || vec2_len(hop) < HOP_SHARE * s->table->bed.ball_d || dt > 3.5 * s->frame_s)
        return;
    k->t = (last->t + first->t) / 2;
    k->t_sd = dt / 4;
    k->v1 = vec2_scale(hop, 1 / dt);
    k->v1_sd = k->v_sd = vec2_len(k->v1) / 2;
}

static void add_wake(struct explain *x, int path, int k)
{
    struct segment *s = x->s;
    struct way *w = &s->paths[path];
    struct kink *kink = &w->kink[k];
    struct vec2 at = k == 0 && w->rest0_n ? w->rest0 : w->piece[kink->before].p;
    if (x->wakes_n == WAKES_MAX)
        return;
    if (ball_in(s->cue_balls, w->ball) && k == 0)
        fit_hop(s, w, kink);
    else /* a cue gives a ball any spin, a ball does not */
        wake_refine(w, kink, at, s->frame_s, s->friction.slide, s->friction.roll);
    /* Seen at its place, it cannot have left by more than nobody would notice. */
    const struct sample *last = &w->samples[w->piece[kink->before].to - 1];
    kink->t = fmax(kink->t, last->t - UNNOTICED_SD * last->sd / fmax(vec2_len(kink->v1), 1));
    x->wake[x->wakes_n++] = (struct wake){.path = path, .kink = kink, .at = at, .t = kink->t, .t_sd = kink->t_sd};
}

/* A ball that is stopped dead and driven on by its spin seems to rest for a frame or two. */
static bool only_paused(const struct way *w, const struct kink *k)
{
    const struct piece *rest = &w->piece[k->before];
    return k->before > 0 && !rest[-1].rest && rest->t_to - rest->t_from < PAUSE_S;
}

static void list_wakes(struct explain *x)
{
    for (int i = 0; i < x->s->paths_n; i++)
        for (int k = 0; k < x->s->paths[i].kinks_n; k++) {
            struct kink *kink = &x->s->paths[i].kink[k];
            kink->wake = kink->wake && !only_paused(&x->s->paths[i], kink);
            if (kink->wake)
                add_wake(x, i, k);
        }
    for (int i = 1; i < x->wakes_n; i++)
        for (int j = i; j > 0 && x->wake[j].t < x->wake[j - 1].t; j--) {
            struct wake swap = x->wake[j];
            x->wake[j] = x->wake[j - 1];
            x->wake[j - 1] = swap;
        }
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
    double d = s->table->bed.ball_d;
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
        fit += !pack && !cushion && excess > 0 ? fmin(square(excess / (w->kink->v1_sd + 30)), 30) : 0;
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
    struct approach a = approach_in(q, w->at, s->table->bed.ball_d, lo, hi, s->frame_s / 16);
    struct cause c = {.hitter = hitter, .how = CAUSE_PATH, .chi2 = INFINITY};
    if (a.found && !turned_aside(s, &s->paths[hitter], q, a.t))
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

/* Nobody saw the hitter arrive (hidden, or struck within the same few frames), but it could have been there. */
static void try_hidden(const struct explain *x, const struct wake *w, int hitter, struct cause *best)
{
    const struct segment *s = x->s;
    const struct way *h = &s->paths[hitter];
    double d = s->table->bed.ball_d, slack = 0.5 * s->frame_s + w->t_sd, fastest = fastest_of(s, h, w);
    struct around r = around(h, w);
    const struct wake *own = wake_of(x, hitter, w->t, 4.5 * s->frame_s);
    bool moves = own && own->t < w->t + s->frame_s;
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
    const struct wake *own = wake_of(x, hitter, w->t, 3 * x->s->frame_s + 2 * w->t_sd);
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
    double cap = c->how == CAUSE_PATH ? cue ? 0.995 : 0.98 : c->how == CAUSE_CHAIN ? 0.85 : HIDDEN_P;
    if (c->t_sd > s->frame_s)
        cap = fmin(cap, VAGUE_P);
    return fmin(c->p, cap);
}

void tell_contact(struct explain *x, int hitter, int hit, const struct cause *c)
{
    struct segment *s = x->s;
    const struct way *a = &s->paths[hitter], *b = &s->paths[hit];
    double t = hitter == s->strike || hit == s->strike ? fmax(c->t, s->strike_t) : c->t;
    struct event *e = segment_event(s, EVENT_CONTACT, t, c->t_sd, cap_p(s, c, a->ball, b->ball));
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

/* The cushion behind a ball that was driven into it. */
static void tell_bounce(struct explain *x, const struct wake *w, const struct cause *c)
{
    struct segment *s = x->s;
    struct place_cushion at = place_cushion(s->table, w->at);
    double into = -vec2_dot(c->normal, at.normal) * c->speed; /* mm/s towards the nose: along it the way is longer */
    into = fmax(into, vec2_dot(w->kink->v1, at.normal) / BOUNCE_E); /* it cannot come off faster than it came */
    double later = fmax(at.gap_mm - place_touch(s->table), 0) / fmax(into, BOUNCE_MM_S);
    struct event *e = segment_event(s, EVENT_CUSHION, c->t + later, hypot(c->t_sd, later / 2), fmin(c->p, 0.9));
    if (!e)
        return;
    e->a = s->paths[w->path].ball;
    e->cushion = at.cushion;
    e->face = at.face;
    e->at = w->at;
    e->v = w->kink->v1;
    e->why = (struct evidence){.measured = (float)at.gap_mm, .limit = 0, .sd = (float)s->noise_mm};
    event_frames(e, &s->paths[w->path], c->t, s->frame_s);
}

/* A ball that lay still passes a push on after it got it; when it got it is often known better than when it started. */
static void after_its_hitter(const struct explain *x, struct cause *c)
{
    for (int i = 0; i < x->wakes_n; i++) {
        const struct wake *h = &x->wake[i];
        if (h->path == c->hitter && h->explained && h->met > c->t && h->met - c->t < ORDER_SD * hypot(c->t_sd, h->t_sd))
            c->t = h->met;
    }
}

void resolve_wake(struct explain *x, struct wake *w, struct cause *c)
{
    after_its_hitter(x, c);
    w->explained = true;
    w->met = c->t;
    w->kink->used = true;
    if (c->p < 0.5)
        w->given_up = true; /* told as what it may have been; what it was is not known */
    c->impulse = w->kink->v1;
    if (c->bounced)
        c->impulse = vec2_scale(c->normal, fmax(c->speed, vec2_len(w->kink->v1)));
    tell_contact(x, c->hitter, w->path, c);
    if (c->bounced)
        tell_bounce(x, w, c);
    if (c->how == CAUSE_BANK)
        tell_cushion(
            x, c->hitter,
            &(struct kink){.t = c->bank.t, .t_sd = c->t_sd, .p = c->bank.p, .v0 = c->bank.v0, .v1 = c->bank.v1},
            &c->bank.at, c->p);
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
    struct cause run_up;
    if (best && cause.chi2 < EXPLAIN_CHI2 && cause.p >= 0.5) {
        mend_run_up(x, best, &cause);
        resolve_wake(x, best, &cause);
    } else if (must_be_run_up(x, first, &run_up)) {
        resolve_wake(x, first, &run_up);
    } else if (best && cause.chi2 < EXPLAIN_CHI2) {
        resolve_wake(x, best, &cause);
    } else {
        first->given_up = true;
    }
    return true;
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

static bool concerns(const struct event *e, ball_id ball)
{
    return (e->kind == EVENT_CUSHION && e->a == ball) ||
           (e->kind == EVENT_CONTACT && e->p >= 0.5f && (e->a == ball || e->b == ball));
}

static bool same_pair(const struct event *e, const struct event *o)
{
    return e->kind == EVENT_CONTACT && o->kind == EVENT_CONTACT &&
           ((e->a == o->a && e->b == o->b) || (e->a == o->b && e->b == o->a));
}

/* Is there an earlier contact of these two, and nothing since that may have turned one of them back? */
static bool repeats(const struct segment *s, const struct event *e)
{
    ns_t near = to_ns(fmax(REPEAT_S, 3 * s->frame_s));
    for (int i = 0; i < s->events_n; i++) {
        const struct event *o = &s->events[i];
        bool before = o->t < e->t || (o->t == e->t && o < e), turned = false;
        if (!same_pair(e, o) || o->p < 0.5f || !before || e->t - o->t > near)
            continue;
        for (int k = 0; k < s->events_n && !turned; k++) {
            const struct event *b = &s->events[k];
            turned = b->t > o->t && b->t < e->t && !same_pair(e, b) && (concerns(b, e->a) || concerns(b, e->b));
        }
        if (!turned)
            return true;
    }
    return false;
}

/* Balls that met part, and meet again only after something has turned one of them. A second contact told of them at
 * once is the first, seen in the way of the other ball or in a picture that shows two moments. */
static void drop_repeats(struct segment *s)
{
    int kept = 0;
    for (int i = 0; i < s->events_n; i++)
        s->events[i].kind = repeats(s, &s->events[i]) ? EVENT_NONE : s->events[i].kind;
    for (int i = 0; i < s->events_n; i++)
        if (s->events[i].kind != EVENT_NONE)
            s->events[kept++] = s->events[i];
    s->events_n = kept;
}

void segment_contacts(struct segment *s)
{
    struct explain x = {.s = s};
    list_wakes(&x);
    add_blind_wakes(&x);
    find_strike(&x);
    resolve_impacts(&x);
    while (resolve_next(&x))
        ;
    explain_kinks(&x);
    find_bounces(&x);
    find_touches(&x);
    replay_bursts(&x);
    find_ricochets(&x);
    drop_repeats(s);
    s->first_p = s->struck_p;
    tell_near_misses(&x);
    order_first_contact(&x);
    tell_unexplained(&x);
    tell_tips(&x);
}
