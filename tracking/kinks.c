/* SPDX-License-Identifier: Apache-2.0 */
/* kinks.c: did the velocity jump where two pieces meet, and when? Both pieces are fitted again so that they meet at
 * one point at time t, for every t that is possible; the best t is the time of the kink. The same with one common
 * velocity is the smooth join it must beat. */
#include "lsq.h"
#include "paths.h"

#define WINDOW_S  0.3  /* of samples used on each side */
#define GAIN_BASE 12.0 /* chi^2 a jump must gain ... */
#define GAIN_LOG  2.0  /* ... plus this times the log of the coordinates used */
#define GRID      8    /* steps a frame */
#define STEPS_MAX 160
#define STOP_S    0.2
static const double sd_p = 100, sd_v = 4000, sd_a = 2000; /* priors, mm, mm/s, mm/s^2 */

struct join {
    const struct sample *s;
    int from, to;           /* samples used ... */
    int skip_from, skip_to; /* ... without these */
    struct vec2 z0;
    bool rest_a, rest_b;
};

static int next_used(const struct join *j, int i)
{
    return i >= j->skip_from && i < j->skip_to ? j->skip_to : i;
}

static void jump_row(const struct join *j, double u, double *row)
{
    double l = u < 0 ? u : 0, r = u > 0 ? u : 0;
    int n = 0;
    row[n++] = 1;
    if (!j->rest_a) {
        row[n++] = l;
        row[n++] = l * l / 2;
    }
    if (!j->rest_b) {
        row[n++] = r;
        row[n++] = r * r / 2;
    }
}

static void smooth_row(const struct join *j, double u, double *row)
{
    double l = u < 0 ? u : 0, r = u > 0 ? u : 0;
    int n = 0;
    row[n++] = 1;
    if (!j->rest_a && !j->rest_b)
        row[n++] = u;
    if (!j->rest_a)
        row[n++] = l * l / 2;
    if (!j->rest_b)
        row[n++] = r * r / 2;
}

static double fit_jump(const struct join *j, double t, struct lsq *q)
{
    double sd[LSQ_MAX] = {sd_p, sd_v, sd_a, sd_v, sd_a}, row[LSQ_MAX];
    lsq_begin(q, 1 + 2 * !j->rest_a + 2 * !j->rest_b, sd);
    for (int i = next_used(j, j->from); i < j->to; i = next_used(j, i + 1)) {
        jump_row(j, j->s[i].t - t, row);
        lsq_add(q, row, vec2_sub(j->s[i].p, j->z0), 1 / ((double)j->s[i].sd * j->s[i].sd));
    }
    return lsq_solve(q) ? q->chi2 : INFINITY;
}

static double fit_smooth(const struct join *j, double t)
{
    bool both = !j->rest_a && !j->rest_b;
    double sd[LSQ_MAX] = {sd_p, both ? sd_v : sd_a, sd_a, sd_a}, row[LSQ_MAX];
    struct lsq q;
    lsq_begin(&q, 1 + both + !j->rest_a + !j->rest_b, sd);
    for (int i = next_used(j, j->from); i < j->to; i = next_used(j, i + 1)) {
        smooth_row(j, j->s[i].t - t, row);
        lsq_add(&q, row, vec2_sub(j->s[i].p, j->z0), 1 / ((double)j->s[i].sd * j->s[i].sd));
    }
    return lsq_solve(&q) ? q.chi2 : INFINITY;
}

static struct join join_of(const struct sample *s, const struct piece *a, const struct piece *b)
{
    struct join j = {.s = s,
                     .from = a->from,
                     .to = b->to,
                     .skip_from = a->to,
                     .skip_to = b->from,
                     .z0 = s[b->from].p,
                     .rest_a = a->rest,
                     .rest_b = b->rest};
    while (j.from < a->to - 4 && s[b->from].t - s[j.from].t > WINDOW_S)
        j.from++;
    while (j.to > b->from + 4 && s[j.to - 1].t - s[b->from].t > WINDOW_S)
        j.to--;
    return j;
}

struct profile {
    double lo, step;
    int n, best;
    double chi2[STEPS_MAX], smooth;
};

static void scan(const struct join *j, const struct piece *a, const struct piece *b, double frame_s, struct profile *p)
{
    const struct sample *s = j->s;
    double wide = a->rest ? 4 * frame_s : 1.2 * frame_s; /* a slow start is seen late */
    p->lo = s[a->to - 1].t - wide;
    double hi = s[b->from].t + (b->rest ? STOP_S : 1.2 * frame_s); /* the last millimetre of a roll looks like rest */
    p->lo = fmax(p->lo, s[j->from].t);
    hi = fmin(hi, s[j->to - 1].t);
    p->step = fmax(frame_s / GRID, (hi - p->lo) / (STEPS_MAX - 1));
    p->n = (int)((hi - p->lo) / p->step) + 1;
    p->best = 0;
    p->smooth = INFINITY;
    struct lsq q;
    for (int i = 0; i < p->n; i++) {
        double t = p->lo + i * p->step;
        p->chi2[i] = fit_jump(j, t, &q);
        p->smooth = fmin(p->smooth, fit_smooth(j, t));
        if (p->chi2[i] < p->chi2[p->best])
            p->best = i;
    }
}

/* Middle and half width of the times that are nearly as good as the best. */
static void read_profile(const struct profile *p, struct kink *k)
{
    double least = p->chi2[p->best];
    int from = p->best, to = p->best;
    while (from > 0 && p->chi2[from - 1] < least + 4)
        from--;
    while (to < p->n - 1 && p->chi2[to + 1] < least + 4)
        to++;
    k->t = p->lo + p->best * p->step;
    k->t_sd = fmax((to - from) * p->step / 4, p->step / 4);
    if (p->best > 0 && p->best < p->n - 1) {
        double l = p->chi2[p->best - 1] - least, r = p->chi2[p->best + 1] - least;
        k->t += p->step * (l - r) / (2 * fmax(l + r, 1e-9));
        double curve = (l + r) / 2; /* chi^2 a step away: step^2 / t_sd^2 */
        if (curve > 4)
            k->t_sd = p->step / sqrt(curve);
    }
}

bool kink_fit(const struct sample *s, const struct piece *a, const struct piece *b, double frame_s, struct kink *out)
{
    struct join j = join_of(s, a, b);
    struct profile p;
    struct lsq q;
    *out = (struct kink){.t = (s[a->to - 1].t + s[b->from].t) / 2, .wake = a->rest};
    if (a->rest && b->rest)
        return false;
    scan(&j, a, b, frame_s, &p);
    read_profile(&p, out);
    fit_jump(&j, out->t, &q);
    int n = 1;
    out->p = vec2_add(j.z0, vec2(q.x[0], q.y[0]));
    if (!a->rest) {
        out->v0 = vec2(q.x[n], q.y[n]);
        out->v_sd = sqrt(q.var[n]);
        n += 2;
    }
    if (!b->rest) {
        out->v1 = vec2(q.x[n], q.y[n]);
        out->v1_sd = sqrt(q.var[n]);
        out->v_sd = hypot(out->v_sd, out->v1_sd);
    }
    out->gain = p.smooth - fmin(p.chi2[p.best], q.chi2);
    return out->gain > GAIN_BASE + GAIN_LOG * log(2.0 * (j.to - j.from));
}
