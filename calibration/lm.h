/* SPDX-License-Identifier: Apache-2.0 */
/* lm.h: least squares by Levenberg and Marquardt for a few unknowns and many residuals, with a robust loss. */
#pragma once

enum { LM_UNKNOWNS_MAX = 24 };

struct lm {
    int unknowns;  /* 1..LM_UNKNOWNS_MAX */
    int residuals; /* >= unknowns */
    int robust;    /* the first `robust` residuals get the loss below; the rest (priors) are plain squares */
    double scale;  /* residuals far beyond it count ever less (Cauchy): 2-3 times the expected noise */
    int steps;     /* at most; 30 is plenty */
    /* Fills r[residuals] for x; a residual that cannot be computed is a large number, never NaN. */
    void (*evaluate)(void *user, const double *x, double *r);
    void *user;
    double step[LM_UNKNOWNS_MAX]; /* for the numeric derivative of each unknown; 0 holds that unknown fixed */
};

/* Improves x in place. Returns the final robust cost, or a negative ERR_*. */
double lm_solve(const struct lm *lm, double *x);

/* The covariance of the unknowns at a solution, counting each robust residual with the weight the loss leaves it and
 * an sd of 1. An unknown held fixed has none. 0, ERR_MEMORY, or ERR_RANGE when the residuals do not determine x. */
struct lm_covariance {
    double at[LM_UNKNOWNS_MAX][LM_UNKNOWNS_MAX];
};
int lm_covariance(const struct lm *lm, const double *x, struct lm_covariance *out);
