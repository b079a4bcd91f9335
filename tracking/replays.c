/* SPDX-License-Identifier: Apache-2.0 */
/* replays.c: several things at once. In a pack, or where a ball is driven into a cushion and out again between two
 * frames, no way is seen between one event and the next. There the balls are played on from what was known before, many
 * times over, with places, speeds and losses drawn within what is known of them; each play counts by how well it ends
 * where the balls were seen. What happens in most of the weight happened. */
#include "plays.h"

#define CHAIN_FRAMES 2.0 /* moments nearer than this belong together */
#define CHAIN_S      0.004
#define LONGEST_S    0.12 /* errors grow with each contact */
#define KNOWN_FRAMES 0.25 /* a moment is well known if its sd is less */
#define AFTER_FRAMES 2.5  /* seen after the last moment */
#define NEIGHBOUR_MM 6.0
#define TRUST_CHI2   14.0 /* mean of the best play, each ball: worse tells nothing */
#define LIKELY       0.5
#define TIMED_TRUST  0.85
#define KNOWS_BETTER 0.6
#define REFUTED_SD   4.0
#define ORDER_S      0.05   /* what was told so much too early was not pushed by that */
#define SAME_S       1e-6   /* times are told in whole ns */
#define PASSED_ON_S  0.0002 /* from one ball to the next that it touches */
#define GUESSED_P    0.86f  /* what was told with no more than this was a guess */
#define MOST_P       0.96
#define STRIKE_SD    3.0
#define LEAST_SD_S   0.0007
#define DENIED       0.1 /* share of the plays that have it, below which it is doubted ... */
#define DENIED_TRUST 0.75
#define DENIED_P     0.3f /* ... as much as this */
enum { MOMENTS_MAX = 256 };

struct moment {
    double t, t_sd;
    int wake; /* index, or -1 */
    double speed;
};

/* ---- what they say ----------------------------------------------------------------------------------------------- */

static struct event *told_as(const struct replay *r, int a, int b)
{
    struct segment *s = r->x->s;
    for (int i = 0; i < s->events_n; i++) {
        struct event *e = &s->events[i];
        double t = (double)e->t / 1e9;
        bool cushion = e->kind == EVENT_CUSHION && b < 0 && path_of(s, e->a) == a;
        bool contact =
            e->kind == EVENT_CONTACT && b >= 0 &&
            ((path_of(s, e->a) == a && path_of(s, e->b) == b) || (path_of(s, e->a) == b && path_of(s, e->b) == a));
        if ((cushion || contact) && t > r->from - s->frame_s && t < r->to + (cushion ? s->frame_s : 0.09))
            return e;
    }
    return NULL;
}

static double spread_of(const struct replay *r, const struct item *it)
{
    double t = it->t / it->weight;
    return sqrt(fmax(it->tt / it->weight - (t - r->from) * (t - r->from), 0));
}

/* How well its time is known: all plays share what is not played, so that they agree better than they are right. */
static double t_sd_of(const struct replay *r, const struct item *it)
{
    return hypot(spread_of(r, it), LEAST_SD_S + GROWS * fmax(it->t / it->weight - r->first, 0));
}

static void tell_item(struct replay *r, const struct item *it, double p)
{
    struct segment *s = r->x->s;
    double t = it->t / it->weight;
    if (it->b >= 0) {
        struct cause c = {.hitter = it->a,
                          .how = CAUSE_PATH,
                          .t = t,
                          .t_sd = t_sd_of(r, it),
                          .speed = it->speed / it->weight,
                          .p = p,
                          .gap_sd = s->noise_mm};
        tell_contact(r->x, it->a, it->b, &c);
        return;
    }
    struct kink k = {.t = t, .t_sd = t_sd_of(r, it), .p = it->at};
    k.v0 = vec2_scale(it->cushion.normal, -it->speed / it->weight);
    tell_cushion(r->x, it->a, &k, &it->cushion, p);
}

/* Starts of balls that were pushed more than once are a blend; plays keep the pushes apart. */
static void time_again(const struct replay *r, const struct item *it, struct event *e)
{
    struct segment *s = r->x->s;
    /* of the first one its way in tells more, unless no play comes near that time */
    double off = fabs(it->t / it->weight - (double)e->t / 1e9), told_sd = (double)e->t_sd / 1e9;
    bool refuted = off > REFUTED_SD * told_sd;
    bool first = fabs((double)e->t / 1e9 - r->first) < SAME_S && r->from > s->strike_t && !refuted;
    if (refuted)
        e->t_sd = to_ns(off); /* whichever of the two is wrong */
    if (r->trust < TIMED_TRUST || spread_of(r, it) > 0.3 * s->frame_s ||
        (first && t_sd_of(r, it) > KNOWS_BETTER * told_sd))
        return;
    e->t = to_ns(it->t / it->weight);
    e->t_sd = to_ns(t_sd_of(r, it));
}

static double share_of(const struct replay *r, int a, int b)
{
    for (int i = 0; i < r->items_n; i++)
        if ((r->item[i].a == a && r->item[i].b == b) || (r->item[i].a == b && r->item[i].b == a))
            return r->trust * r->item[i].weight / r->weight;
    return 0;
}

/* The cue-ball met a ball that nothing else can have set going: whatever the plays make of it, that is no guess. */
static bool has_no_other_cause(const struct replay *r, const struct event *e)
{
    const struct segment *s = r->x->s;
    ball_id cue = s->paths[s->strike].ball, other = e->a == cue ? e->b : e->b == cue ? e->a : BALL_NONE;
    return other && only_cue_ball_moved(r->x, path_of(s, other));
}

/* Guesses about who passed a push on give way to what the plays say; so does whatever nearly no play has. */
static void weigh_told(struct replay *r)
{
    struct segment *s = r->x->s;
    for (int i = 0; i < s->events_n; i++) {
        struct event *e = &s->events[i];
        double t = (double)e->t / 1e9;
        bool within = t > r->first - 0.5 * s->frame_s || r->from == s->strike_t; /* played from the strike: all of it */
        within = within && t < r->to - s->frame_s;
        if (e->kind != EVENT_CONTACT || !within || e->p < 0.5f || has_no_other_cause(r, e))
            continue;
        double share = share_of(r, path_of(s, e->a), path_of(s, e->b));
        bool denied = share < DENIED && r->trust > DENIED_TRUST;
        if (e->p < GUESSED_P)
            e->p = (float)fmin(share, MOST_P);
        else if (denied)
            e->p = fminf(e->p, DENIED_P);
    }
}

/* What was told in the window and what the plays think of it. */
static void revise(struct replay *r)
{
    struct segment *s = r->x->s;
    weigh_told(r);
    for (int i = 0; i < r->items_n; i++) {
        const struct item *it = &r->item[i];
        double p = r->trust * it->weight / r->weight;
        struct event *e = told_as(r, it->a, it->b);
        if (s->params->trace)
            fprintf(s->params->trace, "replay %d-%d p %.2f at %.4f speed %.0f%s\n", s->paths[it->a].ball,
                    it->b < 0 ? 0 : s->paths[it->b].ball, p, it->t / it->weight, it->speed / it->weight,
                    e ? " told" : "");
        if (!e && p >= LIKELY)
            tell_item(r, it, fmin(p, MOST_P));
        else if (e && p >= LIKELY) {
            e->p = e->p < LIKELY ? (float)fmin(p, MOST_P) : e->p;
            time_again(r, it, e);
        }
    }
}

/* ---- when -------------------------------------------------------------------------------------------------------- */

/* A start that is hardly known may seem to lie before the strike; it does not. */
static double after_strike(const struct segment *s, double t, double t_sd)
{
    return t + STRIKE_SD * t_sd > s->strike_t ? fmax(t, s->strike_t) : t;
}

static int list_moments(const struct explain *x, struct moment *m)
{
    const struct segment *s = x->s;
    int n = 0;
    for (int i = 0; i < x->wakes_n && n < MOMENTS_MAX; i++) {
        const struct wake *w = &x->wake[i];
        if (w->path != s->strike || w->t > s->strike_t + 1e-6)
            m[n++] = (struct moment){after_strike(s, w->explained ? w->met : w->t, w->t_sd), w->t_sd, i, 0};
    }
    for (int i = 0; i < s->events_n && n < MOMENTS_MAX; i++)
        if ((s->events[i].kind == EVENT_CONTACT && s->events[i].p >= 0.5f) || s->events[i].kind == EVENT_CUSHION)
            m[n++] =
                (struct moment){(double)s->events[i].t / 1e9, (double)s->events[i].t_sd / 1e9, -1, s->events[i].speed};
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && m[j].t < m[j - 1].t; j--) {
            struct moment swap = m[j];
            m[j] = m[j - 1];
            m[j - 1] = swap;
        }
    return n;
}

static bool near_others(const struct segment *s, const struct wake *w)
{
    struct vec2 at;
    for (int i = 0; i < s->paths_n; i++)
        if (i != w->path && plays_lie_at(&s->paths[i], w->t - 2 * s->frame_s, &at) &&
            vec2_dist(at, w->at) < s->table->bed.ball_d + NEIGHBOUR_MM)
            return true;
    return false;
}

/* One ball met one ball, and that was all: nothing to add. */
static bool is_simple(const struct explain *x, const struct moment *m, int n)
{
    int wakes = 0;
    double speed = 0;
    for (int i = 0; i < n; i++)
        speed = fmax(speed, m[i].speed);
    for (int i = 0; i < n; i++) {
        if (m[i].wake < 0)
            continue;
        const struct wake *w = &x->wake[m[i].wake];
        double reach = fmax(vec2_len(w->kink->v1), speed) * AFTER_FRAMES * x->s->frame_s;
        wakes++;
        if (near_others(x->s, w) || place_cushion(x->s->table, w->at).gap_mm < reach)
            return false;
    }
    return wakes < 2 && n < 3;
}

/* The moment at which it began: the first one that is well known, unless another was clearly before it. */
static const struct moment *first_known(const struct moment *m, int n, double frame_s)
{
    int known = 0;
    while (known < n - 1 && m[known].t_sd > KNOWN_FRAMES * frame_s)
        known++;
    for (int i = 0; i < known; i++)
        if (m[i].t + 2 * m[i].t_sd < m[known].t)
            return &m[i];
    return &m[known];
}

static void replay(struct replay *r, const struct moment *m, int n)
{
    struct segment *s = r->x->s;
    const struct moment *first = first_known(m, n, s->frame_s);
    r->first = first->t;
    r->last = m[n - 1].t;
    r->from = fmax(r->first - s->frame_s - 2 * fmin(first->t_sd, s->frame_s), s->strike_t);
    if (r->first < s->strike_t + 4 * s->frame_s)
        r->from = s->strike_t;
    r->to = fmin(r->last + AFTER_FRAMES * s->frame_s, r->first + LONGEST_S);
    int moved = 0;
    for (int i = 0; i < s->paths_n; i++)
        moved += s->paths[i].moved && !path_piece(&s->paths[i], r->to)->rest;
    double least = plays_run(r);
    if (s->params->trace)
        fprintf(s->params->trace, "replay %.4f-%.4f chi2 %.1f of %d\n", r->from, r->to, least, moved);
    double off = least / fmax(moved, 1) / TRUST_CHI2;
    r->trust = 1 - 0.4 * off * off;
    if (off < 1)
        revise(r);
}

/* ---- order ------------------------------------------------------------------------------------------------------- */

/* When each ball was free to move: a contact reached it, or, alone, something that nobody told. */
struct order {
    double since[TRACKS_MAX]; /* INFINITY: not yet */
    double alone[TRACKS_MAX];
    struct event *by[TRACKS_MAX]; /* the contact that reached it ... */
    double from[TRACKS_MAX];      /* ... and since when its hitter was free */
};

/* A contact that was told about then is what woke it, whatever its start looks like. */
static bool is_told_hit(const struct segment *s, ball_id ball, double t)
{
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if (e->kind == EVENT_CONTACT && e->p >= 0.5f && (e->a == ball || e->b == ball) &&
            fabs((double)e->t / 1e9 - t) < ORDER_S)
            return true;
    }
    return false;
}

static void begin_order(const struct explain *x, struct order *o)
{
    const struct segment *s = x->s;
    for (int i = 0; i < s->paths_n; i++) {
        bool rolled = s->paths[i].moved && s->paths[i].pieces_n && !s->paths[i].piece[0].rest;
        o->since[i] = i == s->strike ? s->strike_t : rolled ? -INFINITY : INFINITY;
        o->alone[i] = INFINITY;
        o->by[i] = NULL;
    }
    for (const struct wake *w = x->wake; w < x->wake + x->wakes_n; w++)
        if (!is_told_hit(s, s->paths[w->path].ball, w->t))
            o->alone[w->path] = fmin(o->alone[w->path], w->t);
}

/* The next ball that is set free, when, and by which contact, if by any; -1: there is none. */
static int next_free(struct segment *s, const struct order *o, double *when, struct event **by)
{
    int next = -1;
    *when = INFINITY;
    *by = NULL;
    for (int i = 0; i < s->paths_n; i++)
        if (o->since[i] == INFINITY && o->alone[i] < *when) {
            *when = o->alone[i];
            next = i;
        }
    for (int i = 0; i < s->events_n; i++) {
        struct event *e = &s->events[i];
        if (e->kind != EVENT_CONTACT || e->p < 0.5f)
            continue;
        int a = path_of(s, e->a), b = path_of(s, e->b), hit = o->since[a] == INFINITY ? a : b;
        double t = fmax((double)e->t / 1e9, fmin(o->since[a], o->since[b]));
        if (o->since[hit] == INFINITY && t < *when) {
            *when = t;
            *by = e;
            next = hit;
        }
    }
    return next;
}

/* Two balls that lay still cannot meet before something has touched one of them: of two times that contradict each
 * other the one that is known less is wrong. */
static void keep_order(const struct explain *x)
{
    struct segment *s = x->s;
    struct order o;
    struct event *e;
    double when;
    begin_order(x, &o);
    for (int hit; (hit = next_free(s, &o, &when, &e)) >= 0; o.since[hit] = when) {
        if (!e)
            continue;
        int hitter = path_of(s, s->paths[hit].ball == e->a ? e->b : e->a);
        double told = (double)e->t / 1e9, early = when - told;
        if (early > 0 && early < ORDER_S && o.by[hitter] && o.by[hitter]->t_sd > e->t_sd) {
            o.since[hitter] = when = fmax(told, o.from[hitter]);
            o.by[hitter]->t = to_ns(when);
        }
        if (when > told && early < ORDER_S)
            e->t = to_ns(when + PASSED_ON_S);
        o.by[hit] = e;
        o.from[hit] = o.since[hitter];
    }
}

void replay_bursts(struct explain *x)
{
    static struct replay r; /* large; one stroke is explained at a time */
    struct segment *s = x->s;
    struct moment m[MOMENTS_MAX];
    if (s->strike < 0)
        return;
    r.x = x;
    int n = list_moments(x, m);
    for (int i = 0, j; i < n; i = j) {
        for (j = i + 1;
             j < n && m[j].t - m[j - 1].t < CHAIN_FRAMES * s->frame_s + CHAIN_S && m[j].t - m[i].t < LONGEST_S; j++)
            ;
        if (m[i].t > s->strike_t - SAME_S && !is_simple(x, m + i, j - i))
            replay(&r, m + i, j - i);
    }
    keep_order(x);
}
