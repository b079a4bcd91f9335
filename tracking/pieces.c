/* SPDX-License-Identifier: Apache-2.0 */
/* pieces.c: where does a ball's motion change? The cheapest cut of its samples into pieces of rest or of constant
 * acceleration, by dynamic programming. The cost of a piece is minus the log of its Bayesian evidence, so that the
 * number of pieces needs no threshold but the price of a cut. */
#include "lsq.h"
#include "paths.h"

/* Priors, wide enough for any stroke: mm, mm/s, mm/s^2 (a sliding ball slows by 2000 mm/s^2, a rolling one by 100). */
static const double prior[3] = {60, 1500, 1200};
#define CUT_PRICE 4.0  /* nats */
#define PIECE_S   0.7  /* longest piece; longer motion is several that join smoothly */
#define SAME_SD   2.5  /* times the noise of a frame: rests this near each other are one */
#define STEP_MM   8.0  /* from frame to frame: no creeping */
#define CLIP_CHI2 60.0 /* what one sample can cost: a wild one must not be worth a cut of its own twice over */

/* Sums over the samples of a piece; s from its first sample, z from its first position. */
struct sums {
    double t0;
    struct vec2 z0;
    double s0, s1, s2, s3, s4;
    double x0, x1, x2, y0, y1, y2, zz;
};

static void sums_add(struct sums *q, const struct sample *a)
{
    double w = 1 / ((double)a->sd * a->sd), s = a->t - q->t0, h = s * s / 2;
    double x = a->p.x - q->z0.x, y = a->p.y - q->z0.y;
    q->s0 += w;
    q->s1 += w * s;
    q->s2 += w * h;
    q->s3 += w * s * h;
    q->s4 += w * h * h;
    q->x0 += w * x;
    q->x1 += w * s * x;
    q->x2 += w * h * x;
    q->y0 += w * y;
    q->y1 += w * s * y;
    q->y2 += w * h * y;
    q->zz += w * (x * x + y * y);
}

/* Minus log evidence of a ball at rest; what all cuts share is left out. */
static double cost_rest(const struct sums *q)
{
    double a = q->s0 + 1 / (prior[0] * prior[0]);
    return 0.5 * (q->zz - (q->x0 * q->x0 + q->y0 * q->y0) / a) + log(a * prior[0] * prior[0]);
}

/* The same for constant acceleration: 3 x 3 Cholesky written out, this is the innermost loop. */
static double cost_move(const struct sums *q)
{
    double a00 = q->s0 + 1 / (prior[0] * prior[0]), a10 = q->s1, a20 = q->s2;
    double a11 = 2 * q->s2 + 1 / (prior[1] * prior[1]), a21 = q->s3, a22 = q->s4 + 1 / (prior[2] * prior[2]);
    double d0 = a00, l10 = a10 / d0, l20 = a20 / d0;
    double d1 = a11 - l10 * a10, e21 = a21 - l10 * a20, l21 = e21 / d1, d2 = a22 - l20 * a20 - l21 * e21;
    double fx1 = q->x1 - l10 * q->x0, fx2 = q->x2 - l20 * q->x0 - l21 * fx1;
    double fy1 = q->y1 - l10 * q->y0, fy2 = q->y2 - l20 * q->y0 - l21 * fy1;
    double fitted = (q->x0 * q->x0 + q->y0 * q->y0) / d0 + (fx1 * fx1 + fy1 * fy1) / d1 + (fx2 * fx2 + fy2 * fy2) / d2;
    double priors = prior[0] * prior[1] * prior[2];
    return 0.5 * (q->zz - fitted) + log(d0 * d1 * d2 * priors * priors);
}

static void offer(struct path_scratch *w, int from, int to, double cost, bool rest)
{
    if (cost < w->cost[to]) {
        w->cost[to] = cost;
        w->from[to] = from;
        w->rest[to] = rest;
    }
}

static void extend_from(const struct sample *s, int n, int i, struct path_scratch *w)
{
    struct sums q = {.t0 = s[i].t, .z0 = s[i].p};
    for (int k = i; k < n && (s[k].t - s[i].t <= PIECE_S || k < i + 3); k++) {
        sums_add(&q, &s[k]);
        double rest = cost_rest(&q), move = cost_move(&q);
        offer(w, i, k + 1, w->cost[i] + CUT_PRICE + rest, true);
        offer(w, i, k + 1, w->cost[i] + CUT_PRICE + move, false);
        if (fmin(rest, move) > CLIP_CHI2 + 8.0 * (k - i + 1))
            break; /* nothing longer can be worth it */
    }
}

void piece_fit(struct piece *piece, const struct sample *s)
{
    struct lsq q;
    struct vec2 z0 = s[piece->from].p;
    lsq_begin(&q, piece->rest ? 1 : 3, prior);
    piece->t0 = s[piece->from].t;
    for (int i = piece->from; i < piece->to; i++) {
        double u = s[i].t - piece->t0, row[3] = {1, u, u * u / 2};
        lsq_add(&q, row, vec2_sub(s[i].p, z0), 1 / ((double)s[i].sd * s[i].sd));
    }
    lsq_solve(&q);
    int n = piece->to - piece->from;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            piece->l[i][j] = i < q.n ? q.l[i][j] : i == j;
    piece->p = vec2_add(z0, vec2(q.x[0], q.y[0]));
    piece->v = piece->rest ? vec2(0, 0) : vec2(q.x[1], q.y[1]);
    piece->a = piece->rest ? vec2(0, 0) : vec2(q.x[2], q.y[2]);
    piece->sd = s[piece->from].sd * sqrt((piece->rest ? 1.0 : n < 3 ? n : 3.0) / n);
    piece->t_from = piece->t0;
    piece->t_to = s[piece->to - 1].t;
}

/* Rests in a row are one rest: the limit of PIECE_S is ours, not the ball's. */
static int join_rests(struct piece *out, int n, double frame_sd)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        struct vec2 step = kept ? vec2_sub(out[kept - 1].p, out[i].p) : vec2(0, 0);
        if (kept && out[i].rest && out[kept - 1].rest &&
            vec2_len(step) < fmax(5 * hypot(out[i].sd, out[kept - 1].sd), SAME_SD * frame_sd))
            out[kept - 1].to = out[i].to;
        else
            out[kept++] = out[i];
    }
    return kept;
}

static bool is_single_rest(const struct piece *p)
{
    return p->rest && p->to - p->from == 1;
}

static bool is_short(const struct piece *p)
{
    return p->to - p->from <= (p->rest ? 1 : 2);
}

/* Seen once here and once or twice there, it did not rest in between: it was on its way. So few samples are worth too
 * little to be told from rests by their evidence alone. */
static int join_steps(struct piece *out, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (kept && is_short(&out[i]) && is_single_rest(&out[kept - 1]) &&
            vec2_dist(out[i].p, out[kept - 1].p) > STEP_MM) {
            out[kept - 1].to = out[i].to;
            out[kept - 1].rest = false;
        } else {
            out[kept++] = out[i];
        }
    return kept;
}

int pieces_cut(const struct sample *s, int n, struct path_scratch *w, struct piece *out, int *dropped)
{
    w->cost[0] = 0;
    for (int i = 1; i <= n; i++)
        w->cost[i] = INFINITY;
    for (int i = 0; i < n; i++)
        extend_from(s, n, i, w);
    int count = 0;
    for (int to = n; to > 0; to = w->from[to])
        count++;
    *dropped = count > PIECES_MAX ? count - PIECES_MAX : 0;
    int at = count;
    for (int to = n; to > 0; to = w->from[to])
        if (--at < PIECES_MAX)
            out[at] = (struct piece){.from = w->from[to], .to = to, .rest = w->rest[to]};
    count -= *dropped;
    for (int i = 0; i < count; i++)
        piece_fit(&out[i], s);
    count = join_steps(out, join_rests(out, count, n ? s[0].sd : 0));
    for (int i = 0; i < count; i++)
        piece_fit(&out[i], s);
    return count;
}
