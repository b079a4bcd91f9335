/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.c: what touched what? A ball at rest that woke up was hit; the best explained is told first, since the
 * others may follow from it. */
#include "contacts.h"

#define VAGUE_P      0.8 /* for a contact whose time is not even known to a frame: little was seen of it */
#define PAUSE_S      0.15
#define UNNOTICED_SD 4.0
#define HOP_SHARE    0.25 /* of a diameter */
#define REPEAT_S     0.08 /* no two balls part and meet again so soon */
#define HIDDEN_P     0.8  /* no more than this for a hitter that nobody saw arrive */
#define BOUNCE_MM_S  20.0
#define BOUNCE_E     0.75 /* of the speed into a nose that comes back */
#define ORDER_SD     4.0
#define TURNED_MM_S  50.0

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

/* A cue gives a ball any spin, another ball does not. */
static void time_wake(const struct explain *x, struct wake *w, bool by_cue)
{
    struct segment *s = x->s;
    const struct way *way = &s->paths[w->path];
    struct kink *k = w->kink;
    if (by_cue)
        fit_hop(s, way, k);
    else
        wake_refine(way, k, w->at, s->frame_s, s->friction.slide, s->friction.roll);
    /* Seen at its place, it cannot have left by more than nobody would notice. */
    const struct sample *last = &way->samples[way->piece[k->before].to - 1];
    k->t = fmax(k->t, last->t - UNNOTICED_SD * last->sd / fmax(vec2_len(k->v1), 1));
    w->t = k->t;
    w->t_sd = k->t_sd;
}

static void add_wake(struct explain *x, int path, int k)
{
    struct segment *s = x->s;
    struct way *w = &s->paths[path];
    struct kink *kink = &w->kink[k];
    if (x->wakes_n == WAKES_MAX)
        return;
    struct wake *wake = &x->wake[x->wakes_n++];
    *wake = (struct wake){.path = path, .kink = kink, .at = k == 0 && w->rest0_n ? w->rest0 : w->piece[kink->before].p};
    time_wake(x, wake, k == 0 && ball_in(s->cue_balls, w->ball));
}

/* A ball that is stopped dead and driven on by its spin seems to rest for a frame or two. */
static bool only_paused(const struct way *w, const struct kink *k)
{
    const struct piece *rest = &w->piece[k->before];
    return k->before > 0 && !rest[-1].rest && rest->t_to - rest->t_from < PAUSE_S;
}

/* In time order; those of which it is not known when they began come last. */
static void sort_wakes(struct explain *x)
{
    for (int i = 1; i < x->wakes_n && !x->wake[i].blind; i++)
        for (int j = i; j > 0 && x->wake[j].t < x->wake[j - 1].t; j--) {
            struct wake swap = x->wake[j];
            x->wake[j] = x->wake[j - 1];
            x->wake[j - 1] = swap;
        }
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
    sort_wakes(x);
}

/* Where several balls may be struck, as in billiards, only one was: the others were hit, if they moved. */
static void time_unstruck(struct explain *x)
{
    const struct segment *s = x->s;
    for (int i = 0; i < x->wakes_n && s->strike >= 0; i++) {
        struct wake *w = &x->wake[i];
        const struct way *way = &s->paths[w->path];
        if (w->path != s->strike && !w->blind && w->kink == way->kink && ball_in(s->cue_balls, way->ball))
            time_wake(x, w, false);
    }
    sort_wakes(x);
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

/* The hitter had met another ball no frame before: where it went from there nobody has seen. */
static bool turned_unseen(const struct explain *x, const struct wake *w, const struct cause *c)
{
    const struct segment *s = x->s;
    ball_id hitter = s->paths[c->hitter].ball, hit = s->paths[w->path].ball;
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        double before = c->t - (double)e->t / 1e9;
        bool its = (e->a == hitter && e->b != hit) || (e->b == hitter && e->a != hit);
        if (e->kind == EVENT_CONTACT && its && e->p >= 0.5f && before > 0 && before < s->frame_s &&
            e->speed > TURNED_MM_S)
            return true;
    }
    return false;
}

void resolve_wake(struct explain *x, struct wake *w, struct cause *c)
{
    after_its_hitter(x, c);
    if (c->how == CAUSE_PATH && turned_unseen(x, w, c))
        c->p = fmin(c->p, VAGUE_P);
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
    bool guessed = cause.how == CAUSE_HIDDEN && cause.hitter == x->s->strike && best != first;
    if (guessed && must_be_run_up(x, first, &run_up)) { /* what nobody saw arrive hit the nearer one sooner */
        resolve_wake(x, first, &run_up);
    } else if (best && cause.chi2 < EXPLAIN_CHI2 && cause.p >= 0.5) {
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
        bool ever_woke = wake_about(x, i, s->begin, INFINITY) != NULL;
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
    time_unstruck(&x);
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
