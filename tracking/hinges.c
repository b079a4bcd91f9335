/* SPDX-License-Identifier: Apache-2.0 */
/* hinges.c: one hinge in the way of a ball along one direction, against rolling on and against rolling out. */
#include "hinges.h"

#include "lsq.h"

#define STEPS      4 /* a frame */
#define STEPS_MAX  200
#define LEAST_SIDE 3 /* samples on each side of a hinge */
static const double sd_p = 100, sd_v = 4000;

struct strip {
    int n;
    double t[256], g[256], w[256]; /* times, places along the normal, weights */
};

static void add(const struct hinge_ask *q, struct strip *s, const struct sample *a)
{
    s->t[s->n] = a->t;
    s->g[s->n] = vec2_dot(vec2_sub(a->p, q->at), q->normal);
    s->w[s->n++] = 1 / ((double)a->sd * a->sd);
}

static void collect(const struct hinge_ask *q, struct strip *s)
{
    s->n = 0;
    if (q->start.sd > 0)
        add(q, s, &q->start);
    for (int i = 0; i < q->n && s->n < 256; i++)
        if (q->samples[i].t >= q->from && q->samples[i].t <= q->to)
            add(q, s, &q->samples[i]);
}

static double chi2_of(struct lsq *l)
{
    return lsq_solve(l) ? l->chi2 : INFINITY;
}

static double before_sd(const struct hinge_ask *q, double rolls)
{
    return fmax(q->slides, rolls * q->roll);
}

static double fit_hinge(const struct hinge_ask *q, const struct strip *s, double t, struct lsq *l)
{
    double sd[5] = {sd_p, sd_v, before_sd(q, 1.5), sd_v, q->slides_after ? HINGE_SLIDE_SD : 2 * q->roll};
    lsq_begin(l, 5, sd);
    for (int i = 0; i < s->n; i++) {
        double u = s->t[i] - t, a = fmin(u, 0), b = fmax(u, 0), row[5] = {1, a, a * a / 2, b, b * b / 2};
        lsq_add(l, row, vec2(s->g[i], 0), s->w[i]);
    }
    double touch[5] = {1, 0, 0, 0, 0};
    if (q->touch_sd > 0)
        lsq_add(l, touch, vec2(0, 0), 1 / (q->touch_sd * q->touch_sd));
    return chi2_of(l);
}

/* Rolls on (or slides, where it may). */
static double fit_on(const struct hinge_ask *q, const struct strip *s)
{
    double sd[3] = {sd_p, sd_v, before_sd(q, 1.5)}, t = s->t[s->n / 2];
    struct lsq l;
    lsq_begin(&l, 3, sd);
    for (int i = 0; i < s->n; i++) {
        double u = s->t[i] - t, row[3] = {1, u, u * u / 2};
        lsq_add(&l, row, vec2(s->g[i], 0), s->w[i]);
    }
    return chi2_of(&l);
}

/* Rolls out and stops at t. */
static double fit_out(const struct hinge_ask *q, const struct strip *s, double t)
{
    double sd[2] = {sd_p, before_sd(q, 1.2)};
    struct lsq l;
    lsq_begin(&l, 2, sd);
    for (int i = 0; i < s->n; i++) {
        double u = fmin(s->t[i] - t, 0), row[2] = {1, u * u / 2};
        lsq_add(&l, row, vec2(s->g[i], 0), s->w[i]);
    }
    return chi2_of(&l);
}

static double without(const struct hinge_ask *q, const struct strip *s)
{
    double least = fit_on(q, s), step = (q->to - q->from) / 24;
    for (double t = q->from; t < q->to + 0.4; t += step)
        least = fmin(least, fit_out(q, s, t));
    return least;
}

static bool enough(const struct strip *s, double t)
{
    int before = 0;
    for (int i = 0; i < s->n; i++)
        before += s->t[i] < t;
    return before >= LEAST_SIDE && s->n - before >= LEAST_SIDE;
}

bool hinge_fit(const struct hinge_ask *q, double frame_s, struct hinge *out)
{
    struct strip s;
    struct lsq l;
    double step = fmax(frame_s / STEPS, (q->hi - q->lo) / STEPS_MAX), least = INFINITY, first = 0, last = 0;
    collect(q, &s);
    for (double t = q->lo; t <= q->hi; t += step) {
        double chi2 = enough(&s, t) ? fit_hinge(q, &s, t, &l) : INFINITY;
        if (chi2 < least) {
            least = chi2;
            out->t = t;
        }
    }
    if (!isfinite(least))
        return false;
    for (double t = q->lo; t <= q->hi; t += step) /* times that do nearly as well */
        if (enough(&s, t) && fit_hinge(q, &s, t, &l) < least + 2) {
            first = first ? first : t;
            last = t;
        }
    out->t_sd = fmax(last - first, step) / 2.8;
    fit_hinge(q, &s, out->t, &l);
    out->u0 = l.x[1];
    out->u1 = l.x[3];
    out->u_sd = sqrt(l.var[1] + l.var[3]);
    out->gain = without(q, &s) - least;
    return true;
}
