/* SPDX-License-Identifier: Apache-2.0 */
/* lsq.c: least squares with priors, by Cholesky. */
#include "lsq.h"

#include <string.h>

void lsq_begin(struct lsq *s, int n, const double *prior_sd)
{
    memset(s, 0, sizeof *s);
    s->n = n;
    for (int i = 0; i < n; i++)
        s->a[i][i] = 1 / (prior_sd[i] * prior_sd[i]);
}

void lsq_add(struct lsq *s, const double *row, struct vec2 z, double weight)
{
    for (int i = 0; i < s->n; i++) {
        double w = weight * row[i];
        for (int j = 0; j <= i; j++)
            s->a[i][j] += w * row[j];
        s->bx[i] += w * z.x;
        s->by[i] += w * z.y;
    }
    s->yy += weight * (z.x * z.x + z.y * z.y);
}

static bool cholesky(const struct lsq *s, double l[LSQ_MAX][LSQ_MAX])
{
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = s->a[i][j];
            for (int k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k];
            if (i == j && !(sum > 0))
                return false;
            l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
        }
    return true;
}

static void forward(int n, const double l[LSQ_MAX][LSQ_MAX], const double *b, double *out)
{
    for (int i = 0; i < n; i++) {
        double sum = b[i];
        for (int k = 0; k < i; k++)
            sum -= l[i][k] * out[k];
        out[i] = sum / l[i][i];
    }
}

static void backward(int n, const double l[LSQ_MAX][LSQ_MAX], const double *b, double *out)
{
    for (int i = n - 1; i >= 0; i--) {
        double sum = b[i];
        for (int k = i + 1; k < n; k++)
            sum -= l[k][i] * out[k];
        out[i] = sum / l[i][i];
    }
}

double lsq_variance(int n, const double l[LSQ_MAX][LSQ_MAX], const double *row)
{
    double f[LSQ_MAX], sum = 0;
    forward(n, l, row, f);
    for (int i = 0; i < n; i++)
        sum += f[i] * f[i];
    return sum;
}

static void variances(struct lsq *s)
{
    for (int j = 0; j < s->n; j++) {
        double unit[LSQ_MAX] = {0};
        unit[j] = 1;
        s->var[j] = lsq_variance(s->n, (const double(*)[LSQ_MAX])s->l, unit);
    }
}

bool lsq_solve(struct lsq *s)
{
    double fx[LSQ_MAX], fy[LSQ_MAX];
    const double(*l)[LSQ_MAX] = (const double(*)[LSQ_MAX])s->l;
    if (!cholesky(s, s->l))
        return false;
    forward(s->n, l, s->bx, fx);
    forward(s->n, l, s->by, fy);
    backward(s->n, l, fx, s->x);
    backward(s->n, l, fy, s->y);
    s->chi2 = s->yy;
    s->log_det = 0;
    for (int i = 0; i < s->n; i++) {
        s->chi2 -= fx[i] * fx[i] + fy[i] * fy[i];
        s->log_det += 2 * log(l[i][i]);
    }
    variances(s);
    return true;
}
