/* SPDX-License-Identifier: Apache-2.0 */
/* lsq.h: small linear least squares in the plane: the same design for x and y, a Gaussian prior on every unknown. */
#pragma once

#include "vec.h"

enum { LSQ_MAX = 6 };

struct lsq {
    int n;                      /* unknowns */
    double a[LSQ_MAX][LSQ_MAX]; /* normal matrix, lower half */
    double bx[LSQ_MAX], by[LSQ_MAX];
    double yy; /* weighted sum of squares of what was measured */
    /* after lsq_solve: */
    double x[LSQ_MAX], y[LSQ_MAX];
    double var[LSQ_MAX];        /* of each unknown, per axis */
    double chi2;                /* both axes, prior included */
    double l[LSQ_MAX][LSQ_MAX]; /* its Cholesky factor */
    double log_det;             /* of the normal matrix */
};

/* Starts with priors of mean 0 and these sd. */
void lsq_begin(struct lsq *s, int n, const double *prior_sd);

/* One sample: row of n coefficients, measured point, 1 / sd^2. */
void lsq_add(struct lsq *s, const double *row, struct vec2 z, double weight);

/* Solves; false when the matrix is not positive (never with finite priors and weights). */
bool lsq_solve(struct lsq *s);

/* Variance of row . unknowns, per axis, from the factor of a solved system of n unknowns. */
double lsq_variance(int n, const double l[LSQ_MAX][LSQ_MAX], const double *row);
