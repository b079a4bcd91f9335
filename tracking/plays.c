/* SPDX-License-Identifier: Apache-2.0 */
/* plays.c: what was known before the burst, how it is varied, played on, and held against what was seen. */
#include "plays.h"

#define REST_MM    0.15 /* a place at rest, against its neighbours: calibration */
#define GROWS_MM_S 12.0
#define WILD_CHI2  16.0 /* one ball costs no more */
#define KEEP       0.5  /* share of the balls that stay as they were in a play that did well */
#define TEMPER     4.0
#define LEAST_MM_S 8.0 /* slower, balls lie against each other */
#define STILL_SD   2.0

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

bool plays_lie_at(const struct way *w, double t, struct vec2 *at)
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
        *b = (struct burst_ball){.hit = INFINITY, .there = true, .cue = ball_in(s->cue_balls, w->ball)};
        r->p_sd[i] = r->v_sd[i] = r->slip[i] = r->late[i] = 0;
        bool rests = plays_lie_at(w, r->from, &at);
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
    for (int sweep = 0; sweep < 3; sweep++)
        for (int i = 0; i < b->n; i++)
            for (int j = 0; j < i; j++) {
                struct burst_ball *p = &b->ball[i], *q = &b->ball[j];
                double d = burst_apart(b, p, q);
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
        judge(r, &ran); /* the same steps as before: friction acts from step to step */
        burst_advance(&ran, r->to);
        count_play(r, &ran, weight);
    }
    return least;
}

double plays_run(struct replay *r)
{
    r->rng = 88172645463325252u;
    know_start(r);
    see_all(r);
    return play_all(r);
}
