/* SPDX-License-Identifier: Apache-2.0 */
/* lm.c: numeric derivatives, re-weighted normal equations, Cholesky: enough for a camera of a dozen unknowns. */
#include "lm.h"

#include "err.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { N = LM_UNKNOWNS_MAX };

struct work {
    double *r, *moved; /* residuals at x and at x with one unknown moved */
    double *jacobian;  /* [unknown][residual] */
    double A[N][N], g[N];
};

static double cost_of(const struct lm *lm, const double *r)
{
    double cost = 0, s2 = lm->scale * lm->scale;
    for (int i = 0; i < lm->residuals; i++)
        cost += i < lm->robust ? s2 * log1p(r[i] * r[i] / s2) : r[i] * r[i];
    return cost;
}

static void linearise(const struct lm *lm, const double *x, struct work *w)
{
    double moved[N];
    memcpy(moved, x, sizeof(double) * (size_t)lm->unknowns);
    for (int j = lm->unknowns - 1; j >= 0; j--) {
        double *column = w->jacobian + (size_t)j * (size_t)lm->residuals;
        if (lm->step[j] == 0) {
            memset(column, 0, sizeof(double) * (size_t)lm->residuals);
            continue;
        }
        moved[j] = x[j] + lm->step[j];
        lm->evaluate(lm->user, moved, w->moved);
        moved[j] = x[j];
        for (int i = 0; i < lm->residuals; i++)
            column[i] = (w->moved[i] - w->r[i]) / lm->step[j];
    }
}

static void normal_equations(const struct lm *lm, struct work *w)
{
    double s2 = lm->scale * lm->scale;
    size_t m = (size_t)lm->residuals;
    memset(w->A, 0, sizeof w->A);
    memset(w->g, 0, sizeof w->g);
    for (size_t i = 0; i < m; i++) {
        double weight = (int)i < lm->robust ? 1 / (1 + w->r[i] * w->r[i] / s2) : 1;
        for (int j = 0; j < lm->unknowns; j++) {
            double d = weight * w->jacobian[(size_t)j * m + i];
            w->g[j] -= d * w->r[i];
            for (int k = 0; k <= j; k++)
                w->A[j][k] += d * w->jacobian[(size_t)k * m + i];
        }
    }
}

/* Solves (A + lambda diag A) step = g; false when it is not positive definite. */
static bool solve_damped(const struct work *w, int n, double lambda, double *step)
{
    double L[N][N];
    for (int j = 0; j < n; j++)
        for (int k = 0; k <= j; k++) {
            double s = w->A[j][k];
            if (j == k)
                s += s > 0 ? lambda * s : 1; /* a fixed unknown: keep it where it is */
            for (int i = 0; i < k; i++)
                s -= L[j][i] * L[k][i];
            if (j == k && !(s > 0))
                return false;
            L[j][k] = j == k ? sqrt(s) : s / L[k][k];
        }
    for (int j = 0; j < n; j++) {
        step[j] = w->g[j];
        for (int i = 0; i < j; i++)
            step[j] -= L[j][i] * step[i];
        step[j] /= L[j][j];
    }
    for (int j = n - 1; j >= 0; j--) {
        for (int i = j + 1; i < n; i++)
            step[j] -= L[i][j] * step[i];
        step[j] /= L[j][j];
    }
    return true;
}

/* Tries ever shorter steps until one lowers the cost. Returns the new cost, or the old one when none does. */
static double improve(const struct lm *lm, double *x, struct work *w, double cost, double *lambda)
{
    for (int tries = 0; tries < 8; tries++) {
        double step[N], next[N];
        if (solve_damped(w, lm->unknowns, *lambda, step)) {
            for (int j = 0; j < lm->unknowns; j++)
                next[j] = x[j] + step[j];
            lm->evaluate(lm->user, next, w->moved);
            double lower = cost_of(lm, w->moved);
            if (lower < cost) {
                memcpy(x, next, sizeof(double) * (size_t)lm->unknowns);
                memcpy(w->r, w->moved, sizeof(double) * (size_t)lm->residuals);
                *lambda = fmax(*lambda * 0.2, 1e-9);
                return lower;
            }
        }
        *lambda *= 6;
    }
    return cost;
}

double lm_solve(const struct lm *lm, double *x)
{
    size_t m = (size_t)lm->residuals, n = (size_t)lm->unknowns;
    struct work w = {.r = malloc(m * (n + 2) * sizeof(double))};
    if (!w.r)
        return ERR_MEMORY;
    w.moved = w.r + m;
    w.jacobian = w.moved + m;
    lm->evaluate(lm->user, x, w.r);
    double cost = cost_of(lm, w.r), lambda = 1e-3;
    for (int i = 0; i < lm->steps; i++) {
        linearise(lm, x, &w);
        normal_equations(lm, &w);
        double lower = improve(lm, x, &w, cost, &lambda);
        bool settled = cost - lower < 1e-7 * cost;
        cost = lower;
        if (settled)
            break;
    }
    free(w.r);
    return cost;
}

int lm_covariance(const struct lm *lm, const double *x, struct lm_covariance *out)
{
    size_t m = (size_t)lm->residuals, n = (size_t)lm->unknowns;
    struct work w = {.r = malloc(m * (n + 2) * sizeof(double))};
    if (!w.r)
        return ERR_MEMORY;
    w.moved = w.r + m;
    w.jacobian = w.moved + m;
    lm->evaluate(lm->user, x, w.r);
    linearise(lm, x, &w);
    normal_equations(lm, &w);
    bool good = true;
    for (int k = 0; k < lm->unknowns && good; k++) { /* column by column of the inverse */
        double column[N];
        memset(w.g, 0, sizeof w.g);
        w.g[k] = lm->step[k] != 0;
        good = solve_damped(&w, lm->unknowns, 0, column);
        for (int j = 0; j < lm->unknowns && good; j++)
            out->at[j][k] = column[j];
    }
    free(w.r);
    return good ? 0 : ERR_RANGE;
}
