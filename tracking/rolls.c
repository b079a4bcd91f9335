/* SPDX-License-Identifier: Apache-2.0 */
/* rolls.c: one or two rolling balls, fitted together: straight ways at a known loss of speed, with a push along the
 * line of centres at one moment, and without it. */
#include "rolls.h"

#define LEAST_SIDE 4 /* samples of each ball on each side */
#define ROUNDS     6
#define STEPS      4           /* a frame */
enum { SIZE = 11, PUSH = 10 }; /* of each ball: place (2), velocity (2), loss; then the push */

struct model {
    double x[SIZE];
    struct vec2 n;
    double chi2, push_var;
};

struct system {
    double a[SIZE][SIZE], b[SIZE], yy;
};

static void add_row(struct system *s, const double *row, double z, double w)
{
    for (int i = 0; i < SIZE; i++) {
        if (row[i] == 0)
            continue;
        for (int j = 0; j <= i; j++)
            s->a[i][j] += w * row[i] * row[j];
        s->b[i] += w * row[i] * z;
    }
    s->yy += w * z * z;
}

static bool factor(struct system *s)
{
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j <= i; j++) {
            double sum = s->a[i][j];
            for (int k = 0; k < j; k++)
                sum -= s->a[i][k] * s->a[j][k];
            if (i == j && sum <= 0)
                return false;
            s->a[i][j] = i == j ? sqrt(sum) : sum / s->a[j][j];
        }
    return true;
}

/* x, chi2, and the variance of the last unknown. */
static bool solve(struct system *s, struct model *m)
{
    double f[SIZE];
    if (!factor(s))
        return false;
    m->chi2 = s->yy;
    for (int i = 0; i < SIZE; i++) {
        f[i] = s->b[i];
        for (int k = 0; k < i; k++)
            f[i] -= s->a[i][k] * f[k];
        f[i] /= s->a[i][i];
        m->chi2 -= f[i] * f[i];
    }
    for (int i = SIZE - 1; i >= 0; i--) {
        m->x[i] = f[i];
        for (int k = i + 1; k < SIZE; k++)
            m->x[i] -= s->a[k][i] * m->x[k];
        m->x[i] /= s->a[i][i];
    }
    m->push_var = 1 / (s->a[PUSH][PUSH] * s->a[PUSH][PUSH]);
    return true;
}

/* One ball on one side of the meeting: how far it goes with its speed, and what the loss takes of it. */
struct leg {
    struct vec2 e;
    double stops; /* s after the meeting */
};

static struct leg leg_of(struct vec2 v, double loss)
{
    return (struct leg){vec2_unit(v), vec2_len(v) / fmax(loss, 20)};
}

static double carried(const struct leg *l, double s)
{
    return s > l->stops ? l->stops : s;
}

static void add_ball(struct system *y, const struct roll_ask *q, const struct way *w, int at, double sign, double t,
                     const struct model *last, bool pushed)
{
    bool rests = at ? q->b_rests : q->a_rests;
    struct vec2 v = vec2(last->x[at + 2], last->x[at + 3]);
    struct vec2 after = pushed ? vec2_along(v, sign * last->x[PUSH], last->n) : v;
    struct leg before = leg_of(v, last->x[at + 4]), then = leg_of(after, last->x[at + 4]);
    for (int i = 0; i < w->samples_n; i++) {
        const struct sample *z = &w->samples[i];
        if (z->t < q->from || z->t > q->to)
            continue;
        double s = z->t - t, weight = 1 / ((double)z->sd * z->sd);
        const struct leg *l = s > 0 ? &then : &before;
        double gone = rests && s < 0 ? 0 : carried(l, s), lost = gone * gone / 2;
        double row[SIZE] = {0};
        row[at] = 1;
        row[at + 2] = gone;
        row[at + 4] = -lost * l->e.x;
        row[PUSH] = pushed && s > 0 ? sign * gone * last->n.x : 0;
        add_row(y, row, z->p.x - last->x[at], weight);
        row[at] = row[at + 2] = 0;
        row[at + 1] = 1;
        row[at + 3] = gone;
        row[at + 4] = -lost * l->e.y;
        row[PUSH] = pushed && s > 0 ? sign * gone * last->n.y : 0;
        add_row(y, row, z->p.y - last->x[at + 1], weight);
    }
}

/* Weak priors for all, the known loss, and that they touch at that moment. Places count from those of the last round.
 */
static void add_knowledge(struct system *y, const struct roll_ask *q, const struct model *last, bool pushed)
{
    static const double sd[5] = {50, 50, 3000, 3000, 0};
    for (int i = 0; i < SIZE; i++) {
        double row[SIZE] = {0};
        row[i] = 1;
        bool loss = i % 5 == 4 && i != PUSH;
        bool still = (i < 5 ? q->a_rests : q->b_rests) && (i % 5 == 2 || i % 5 == 3);
        double width = i == PUSH ? pushed ? 2000 : 1e-6 : loss ? q->loss_sd : still ? 1e-3 : sd[i % 5];
        add_row(y, row, loss ? q->loss : 0, 1 / (width * width));
    }
    if (!pushed)
        return;
    struct vec2 a = vec2(last->x[0], last->x[1]), b = q->b ? vec2(last->x[5], last->x[6]) : q->at;
    double row[SIZE] = {-last->n.x, -last->n.y};
    row[5] = q->b ? last->n.x : 0;
    row[6] = q->b ? last->n.y : 0;
    double now = vec2_dot(vec2_sub(b, a), last->n);
    add_row(y, row, q->apart - now, 1 / (q->apart_sd * q->apart_sd));
}

static bool fit_once(const struct roll_ask *q, double t, bool pushed, struct model *m)
{
    struct system y = {0};
    struct model last = *m;
    if (q->b && pushed)
        last.n = vec2_unit(vec2(m->x[5] - m->x[0], m->x[6] - m->x[1]));
    add_ball(&y, q, q->a, 0, -1, t, &last, pushed);
    if (q->b)
        add_ball(&y, q, q->b, 5, 1, t, &last, pushed);
    add_knowledge(&y, q, &last, pushed);
    if (!solve(&y, m))
        return false;
    for (int k = 0; k < 2; k++) {
        m->x[k] += last.x[k];
        m->x[5 + k] += last.x[5 + k];
    }
    m->n = last.n;
    return true;
}

static void guess(const struct roll_ask *q, const struct way *w, double t, bool rests, double *x)
{
    const struct piece *p = path_piece(w, rests ? q->from : t);
    struct vec2 at = piece_at(p, t), v = rests ? vec2(0, 0) : piece_velocity(p, t - 1e-3);
    x[0] = at.x;
    x[1] = at.y;
    x[2] = v.x;
    x[3] = v.y;
    x[4] = q->loss;
}

static double fit_at(const struct roll_ask *q, double t, bool pushed, struct model *m)
{
    *m = (struct model){.n = vec2_scale(q->normal, -1)};
    guess(q, q->a, t, q->a_rests, m->x);
    if (q->b)
        guess(q, q->b, t, q->b_rests, m->x + 5);
    for (int i = 0; i < ROUNDS; i++)
        if (!fit_once(q, t, pushed, m))
            return INFINITY;
    return m->chi2;
}

static bool enough(const struct roll_ask *q, const struct way *w, double t)
{
    int before = 0, after = 0;
    for (int i = 0; i < w->samples_n; i++) {
        before += w->samples[i].t >= q->from && w->samples[i].t < t;
        after += w->samples[i].t > t && w->samples[i].t <= q->to;
    }
    return before >= LEAST_SIDE && after >= LEAST_SIDE;
}

/* Coordinates used. */
static double samples_of(const struct roll_ask *q, const struct way *w)
{
    double n = 0;
    for (int i = 0; i < w->samples_n; i++)
        n += 2 * (w->samples[i].t >= q->from && w->samples[i].t <= q->to);
    return n;
}

bool roll_fit(const struct roll_ask *q, double frame_s, struct roll_met *out)
{
    struct model m, best = {0};
    double least = INFINITY, first = 0, last = 0, step = frame_s / STEPS;
    for (double t = q->lo; t <= q->hi; t += step) {
        if (!enough(q, q->a, t) || (q->b && !enough(q, q->b, t)))
            continue;
        double chi2 = fit_at(q, t, true, &m);
        if (chi2 < least) {
            least = chi2;
            best = m;
            out->t = t;
        }
    }
    if (!isfinite(least))
        return false;
    for (double t = q->lo; t <= q->hi; t += step)
        if (enough(q, q->a, t) && (!q->b || enough(q, q->b, t)) && fit_at(q, t, true, &m) < least + 2) {
            first = first ? first : t;
            last = t;
        }
    out->misfit = least / fmax(samples_of(q, q->a) + (q->b ? samples_of(q, q->b) : 0), 1);
    out->t_sd = fmax(last - first, step) / 2.8;
    out->gain = fit_at(q, (q->from + q->to) / 2, false, &m) - least;
    out->push = best.x[PUSH];
    out->sd = sqrt(best.push_var);
    out->v = vec2(best.x[2], best.x[3]);
    struct vec2 w = q->b ? vec2(best.x[7], best.x[8]) : vec2(0, 0);
    out->closing = vec2_dot(vec2_sub(out->v, w), best.n);
    return true;
}
