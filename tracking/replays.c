/* SPDX-License-Identifier: Apache-2.0 */
/* replays.c: several things at once. In a pack, or where a ball is driven into a cushion and out again between two
 * frames, no way is seen between one event and the next. There the balls are played on from what was known before, many
 * times over, with places, speeds and losses drawn within what is known of them; each play counts by how well it ends
 * where the balls were seen. What happens in most of the weight happened. */
#include "burst.h"
#include "contacts.h"

#define CHAIN_FRAMES 2.0 /* moments nearer than this belong together */
#define CHAIN_S      0.004
#define LONGEST_S    0.12 /* errors grow with each contact */
#define KNOWN_FRAMES 0.25 /* a moment is well known if its sd is less */
#define AFTER_FRAMES 2.5  /* seen after the last moment */
#define NEIGHBOUR_MM 6.0
#define REST_MM      0.15 /* a place at rest, against its neighbours: calibration */
#define GROWS        0.06 /* error of a speed after contacts, as a share; throw and spin are not played */
#define GROWS_MM_S   12.0
#define WILD_CHI2    16.0 /* one ball costs no more */
#define KEEP         0.5  /* share of the balls that stay as they were in a play that did well */
#define TEMPER       4.0
#define TRUST_CHI2   14.0 /* mean of the best play, each ball: worse tells nothing */
#define LIKELY       0.5
#define LEAST_MM_S   8.0 /* slower, balls lie against each other */
#define TIMED_TRUST  0.85
#define KNOWS_BETTER 0.6
#define ORDER_FRAMES 2.0
#define SAME_S       1e-6   /* times are told in whole ns */
#define PASSED_ON_S  0.0002 /* from one ball to the next that it touches */
#define GUESSED_P    0.86f  /* what was told with no more than this was a guess */
#define MOST_P       0.96
#define STRIKE_SD    3.0
#define LEAST_SD_S   0.0007
#define STILL_SD     2.0
#define DENIED       0.1 /* share of the plays that have it, below which it is doubted ... */
#define DENIED_TRUST 0.75
#define DENIED_P     0.3f /* ... as much as this */
enum { PLAYS = 96, ROUNDS = 7, PARENTS = 12, AGAIN = 36, MOMENTS_MAX = 256, SEEN_MAX = 640, ITEMS_MAX = 192 };

struct moment {
    double t, t_sd;
    int wake; /* index, or -1 */
    double speed;
};

/* A ball seen, or known to lie, somewhere at a time. */
struct seen {
    double t, sd;
    int path;
    struct vec2 p;
};

/* One thing that happened in some of the plays. */
struct item {
    int a, b;
    double weight, t, tt, speed;
    struct vec2 at;
    struct place_cushion cushion;
};

struct replay {
    struct explain *x;
    double first, last, from, to;
    int seen_n;
    struct seen seen[SEEN_MAX];
    struct burst start; /* as known */
    struct vec2 told;   /* velocity that was told of the strike: of the ball's way in or out */
    double p_sd[BURST_BALLS], v_sd[BURST_BALLS], slip[BURST_BALLS], late[BURST_BALLS];
    uint64_t rng;
    int plays_n;
    double chi2[PLAYS + ROUNDS * AGAIN];
    struct burst draw[PLAYS + ROUNDS * AGAIN]; /* starts */
    int items_n;
    struct item item[ITEMS_MAX];
    double weight;
    double trust; /* that one of the plays is near what happened */
};

/* ---- chance, the same every time --------------------------------------------------------------------------------- */

static double uniform(struct replay *r)
{
    r->rng ^= r->rng << 13;
    r->rng ^= r->rng >> 7;
    r->rng ^= r->rng << 17;
    return (double)(r->rng >> 11) / 9007199254740992.0;
}

static double normal(struct replay *r)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(r);
    return sum;
}

/* ---- the state before -------------------------------------------------------------------------------------------- */

/* The piece that holds at t. A start that is a blend of several pushes is cut too early: as long as it may have lain
 * there, it did. */
static const struct piece *piece_then(const struct way *w, double t)
{
    const struct piece *q = path_piece(w, t);
    for (int i = 0; i < w->kinks_n; i++) {
        const struct kink *k = &w->kink[i];
        if (k->wake && q == &w->piece[k->before + 1] && t < k->t + STILL_SD * k->t_sd)
            return q - 1;
    }
    return q;
}

static bool lies_at(const struct way *w, double t, struct vec2 *at)
{
    const struct piece *q = w->moved ? piece_then(w, t) : NULL;
    *at = !q || (q == w->piece && w->rest0_n) ? w->rest0 : q->p;
    return !q ? w->rest0_n > 0 : q->rest;
}

static void start_rolling(struct replay *r, int i)
{
    const struct explain *x = r->x;
    const struct segment *s = x->s;
    const struct way *w = &s->paths[i];
    struct burst_ball *b = &r->start.ball[i];
    struct wake ref = {.t = r->first, .t_sd = s->frame_s / 4};
    struct piece q;
    if (!way_in(x, &ref, i, &q))
        q = *path_piece(w, r->from);
    b->p = piece_at(&q, r->from);
    b->v = piece_velocity(&q, r->from);
    double known = fmax(q.t_to - q.t_from, s->frame_s);
    r->p_sd[i] = hypot(fmin(piece_sd(&q, r->from), 5), REST_MM);
    r->v_sd[i] = fmin(r->p_sd[i] / known * 2, 200);
    if (i == s->strike && r->from - s->strike_t < 0.6)
        r->slip[i] = 1;
}

/* Struck within the last frames: what moves after it, all taken together, is what it had. What was told of the strike
 * is as good where its way was seen, and else that of its way out. */
static void start_struck(struct replay *r, int i)
{
    struct segment *s = r->x->s;
    const struct way *w = &s->paths[i];
    struct burst_ball *b = &r->start.ball[i];
    struct vec2 told = {0, 0}, sum = {0, 0};
    for (int k = 0; k < s->events_n; k++)
        if (s->events[k].kind == EVENT_STRIKE)
            told = s->events[k].v;
    for (int k = 0; k < s->paths_n; k++)
        if (s->paths[k].moved)
            sum = vec2_add(sum, piece_velocity(path_piece(&s->paths[k], r->to), r->to));
    b->p = w->rest0;
    b->v = sum;
    r->told = told;
    r->p_sd[i] = hypot(w->rest0_sd, REST_MM);
    r->v_sd[i] = 0.07 * vec2_len(b->v) + 0.15 * vec2_dist(told, sum);
    r->late[i] = 0.3 * s->frame_s;
    r->slip[i] = 1;
}

static void know_start(struct replay *r)
{
    struct segment *s = r->x->s;
    r->start = (struct burst){.table = s->table, .t = r->from, .n = s->paths_n};
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *w = &s->paths[i];
        struct burst_ball *b = &r->start.ball[i];
        struct vec2 at;
        *b = (struct burst_ball){.hit = INFINITY, .there = true};
        r->p_sd[i] = r->v_sd[i] = r->slip[i] = r->late[i] = 0;
        bool rests = lies_at(w, r->from, &at);
        if (i == s->strike && r->from < s->strike_t + 2.5 * s->frame_s && w->rest0_n) {
            start_struck(r, i);
        } else if (rests) {
            b->p = at;
            r->p_sd[i] = hypot(fmin(w->rest0_sd, 1), REST_MM);
        } else if (w->moved && w->samples_n && r->from >= w->samples[0].t &&
                   r->from <= w->samples[w->samples_n - 1].t) {
            start_rolling(r, i);
        } else {
            b->there = false;
        }
    }
}

static void see_all(struct replay *r)
{
    const struct segment *s = r->x->s;
    r->seen_n = 0;
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *w = &s->paths[i];
        if (!r->start.ball[i].there)
            continue;
        if (!w->moved && r->seen_n < SEEN_MAX)
            r->seen[r->seen_n++] = (struct seen){r->to, 0.4, i, w->rest0};
        for (int k = 0; k < w->samples_n && w->moved && r->seen_n < SEEN_MAX; k++)
            if (w->samples[k].t > r->from && w->samples[k].t <= r->to)
                r->seen[r->seen_n++] = (struct seen){w->samples[k].t, w->samples[k].sd, i, w->samples[k].p};
    }
    for (int i = 1; i < r->seen_n; i++)
        for (int j = i; j > 0 && r->seen[j].t < r->seen[j - 1].t; j--) {
            struct seen swap = r->seen[j];
            r->seen[j] = r->seen[j - 1];
            r->seen[j - 1] = swap;
        }
}

/* ---- plays ------------------------------------------------------------------------------------------------------- */

static void vary(struct replay *r, struct burst *b, double scale)
{
    b->ball_e = fmin(fmax(b->ball_e + 0.02 * scale * normal(r), 0.85), 0.99);
    b->cushion_e = fmin(fmax(b->cushion_e + 0.06 * scale * normal(r), 0.5), 0.95);
    b->cushion_keeps = fmin(fmax(b->cushion_keeps + 0.1 * scale * normal(r), 0.5), 1);
    for (int i = 0; i < b->n; i++) {
        struct burst_ball *k = &b->ball[i];
        double p = scale * r->p_sd[i], v = scale * r->v_sd[i];
        if (scale < 1 && uniform(r) < KEEP)
            continue;
        k->p = vec2_add(k->p, vec2(p * normal(r), p * normal(r)));
        if (r->late[i] > 0 && scale == 1)
            k->v = vec2_along(k->v, uniform(r), vec2_sub(r->told, k->v));
        if (v > 0)
            k->v = vec2_add(k->v, vec2(v * normal(r), v * normal(r)));
        if (r->late[i] > 0)
            k->p = vec2_along(k->p, scale * r->late[i] * normal(r), k->v);
        if (r->slip[i] > 0 && scale == 1)
            k->u = vec2_scale(k->v, 2 * uniform(r) - 1);
        else if (r->slip[i] > 0)
            k->u = vec2_along(k->u, 0.5 * scale * normal(r), k->v);
    }
}

/* Balls do not overlap: what lies too near was seen a little wrong. */
static void part(struct burst *b)
{
    double d = b->table->bed.ball_d;
    for (int sweep = 0; sweep < 3; sweep++)
        for (int i = 0; i < b->n; i++)
            for (int j = 0; j < i; j++) {
                struct burst_ball *p = &b->ball[i], *q = &b->ball[j];
                if (!p->there || !q->there || fabs(p->p.x - q->p.x) > d || fabs(p->p.y - q->p.y) > d)
                    continue;
                double gap = vec2_dist(p->p, q->p) - d;
                struct vec2 n = vec2_unit(vec2_sub(p->p, q->p));
                if (gap < 0) {
                    p->p = vec2_along(p->p, -gap / 2, n);
                    q->p = vec2_along(q->p, gap / 2, n);
                }
            }
}

/* How badly a play ends where the balls were seen: mean over what was seen of each. */
static double judge(const struct replay *r, struct burst *b)
{
    double sum[BURST_BALLS] = {0}, total = 0;
    int n[BURST_BALLS] = {0};
    for (int i = 0; i < r->seen_n; i++) {
        const struct seen *z = &r->seen[i];
        const struct burst_ball *k = &b->ball[z->path];
        burst_advance(b, z->t);
        double since = k->hit < z->t ? z->t - k->hit : 0;
        double sd = hypot(hypot(z->sd, REST_MM), since > 0 ? (GROWS * vec2_len(k->v) + GROWS_MM_S) * since + 0.3 : 0);
        double d = vec2_dist(k->p, z->p) / sd;
        sum[z->path] += d * d;
        n[z->path]++;
    }
    for (int i = 0; i < b->n; i++)
        if (n[i])
            total += fmin(2 * sum[i] / n[i], WILD_CHI2);
    return total;
}

static void play(struct replay *r, const struct burst *from, double scale, struct burst *ran)
{
    struct burst *b = &r->draw[r->plays_n];
    *b = *from;
    vary(r, b, scale);
    part(b);
    *ran = *b;
    r->chi2[r->plays_n++] = judge(r, ran);
}

static struct item *item_of(struct replay *r, int a, int b)
{
    for (int i = 0; i < r->items_n; i++)
        if ((r->item[i].a == a && r->item[i].b == b) || (r->item[i].a == b && r->item[i].b == a))
            return &r->item[i];
    if (r->items_n == ITEMS_MAX)
        return NULL;
    r->item[r->items_n] = (struct item){.a = a, .b = b};
    return &r->item[r->items_n++];
}

/* The first time of each pair in one play. */
static void count_play(struct replay *r, const struct burst *ran, double weight)
{
    r->weight += weight;
    for (int i = 0; i < ran->events_n; i++) {
        const struct burst_event *e = &ran->event[i];
        bool again = e->b >= 0 && e->speed < LEAST_MM_S;
        for (int k = 0; k < i && !again; k++)
            again = ran->event[k].speed >= LEAST_MM_S && ((ran->event[k].a == e->a && ran->event[k].b == e->b) ||
                                                          (ran->event[k].a == e->b && ran->event[k].b == e->a));
        struct item *it = again ? NULL : item_of(r, e->a, e->b);
        if (!it || e->t > r->to - 0.5 * r->x->s->frame_s)
            continue;
        it->weight += weight;
        it->t += weight * e->t;
        it->tt += weight * (e->t - r->from) * (e->t - r->from);
        it->speed += weight * e->speed;
        it->at = e->at;
        it->cushion = e->cushion;
    }
}

static int best_play(const struct replay *r, double above)
{
    int best = -1;
    for (int i = 0; i < r->plays_n; i++)
        if (r->chi2[i] > above && (best < 0 || r->chi2[i] < r->chi2[best]))
            best = i;
    return best;
}

/* More of those that did best, a little different. */
static void play_near_best(struct replay *r, double scale, struct burst *ran)
{
    int parent[PARENTS];
    double above = -1;
    for (int i = 0; i < PARENTS; i++) {
        parent[i] = best_play(r, above);
        above = parent[i] >= 0 ? r->chi2[parent[i]] : above;
    }
    for (int i = 0; i < AGAIN; i++)
        if (parent[i % PARENTS] >= 0)
            play(r, &r->draw[parent[i % PARENTS]], scale, ran);
}

static double play_all(struct replay *r)
{
    static struct burst ran;
    r->plays_n = 0;
    r->start.ball_e = 0.94;
    r->start.cushion_e = 0.75;
    r->start.cushion_keeps = 0.85;
    while (r->plays_n < PLAYS)
        play(r, &r->start, 1, &ran);
    double scale = 0.5;
    for (int round = 0; round < ROUNDS; round++, scale *= 0.85)
        play_near_best(r, scale, &ran);
    double least = r->chi2[best_play(r, -1)];
    r->items_n = 0;
    r->weight = 0;
    for (int i = 0; i < r->plays_n; i++) {
        double weight = exp(-(r->chi2[i] - least) / (2 * TEMPER));
        if (weight < 1e-3)
            continue;
        ran = r->draw[i];
        burst_advance(&ran, r->to);
        count_play(r, &ran, weight);
    }
    return least;
}

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
    bool first = fabs((double)e->t / 1e9 - r->first) < SAME_S && r->from > s->strike_t; /* its way in tells more */
    if (r->trust < TIMED_TRUST || spread_of(r, it) > 0.3 * s->frame_s ||
        (first && t_sd_of(r, it) > KNOWS_BETTER * (double)e->t_sd / 1e9))
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

/* Guesses about who passed a push on give way to what the plays say; so does whatever nearly no play has. */
static void weigh_told(struct replay *r)
{
    struct segment *s = r->x->s;
    for (int i = 0; i < s->events_n; i++) {
        struct event *e = &s->events[i];
        double t = (double)e->t / 1e9;
        bool within = t > r->first - 0.5 * s->frame_s || r->from == s->strike_t; /* played from the strike: all of it */
        within = within && t < r->to - s->frame_s;
        if (e->kind != EVENT_CONTACT || !within || e->p < 0.5f)
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
        if (i != w->path && lies_at(&s->paths[i], w->t - 2 * s->frame_s, &at) &&
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
    r->rng = 88172645463325252u;
    know_start(r);
    see_all(r);
    int moved = 0;
    for (int i = 0; i < s->paths_n; i++)
        moved += s->paths[i].moved && !path_piece(&s->paths[i], r->to)->rest;
    double least = play_all(r);
    if (s->params->trace)
        fprintf(s->params->trace, "replay %.4f-%.4f chi2 %.1f of %d\n", r->from, r->to, least, moved);
    double off = least / fmax(moved, 1) / TRUST_CHI2;
    r->trust = 1 - 0.4 * off * off;
    if (off < 1)
        revise(r);
}

/* Two balls that lay still cannot meet before something has touched one of them. */
static void keep_order(struct segment *s)
{
    ball_id cue = s->paths[s->strike].ball;
    for (int i = 0; i < s->events_n; i++) {
        struct event *e = &s->events[i];
        ns_t first = INT64_MAX;
        if (e->kind != EVENT_CONTACT || e->p < 0.5f || e->a == cue || e->b == cue)
            continue;
        for (int k = 0; k < s->events_n; k++) {
            const struct event *o = &s->events[k];
            bool shares = o->a == e->a || o->a == e->b || (o->b && (o->b == e->a || o->b == e->b));
            if (k != i && o->kind == EVENT_CONTACT && o->p >= 0.5f && shares && o->t < first)
                first = o->t;
        }
        if (first != INT64_MAX && e->t < first && first - e->t < to_ns(ORDER_FRAMES * s->frame_s))
            e->t = first + to_ns(PASSED_ON_S);
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
    keep_order(s);
}
