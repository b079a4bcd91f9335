/* SPDX-License-Identifier: Apache-2.0 */
/* roots.c: first zero of a quartic without closed forms for cubics and quartics, which cancel badly: between the zeros
 * of its derivative a polynomial is monotone, so each stretch is searched by a safeguarded Newton step. */
#include "roots.h"

#include <math.h>

double sim_poly4_at(const struct poly4 *p, double t)
{
    return p->c[0] + t * (p->c[1] + t * (p->c[2] + t * (p->c[3] + t * p->c[4])));
}

static double eval(const double *c, int degree, double t)
{
    double v = c[degree];
    for (int i = degree - 1; i >= 0; i--)
        v = v * t + c[i];
    return v;
}

static double slope(const double *c, int degree, double t)
{
    double v = degree * c[degree];
    for (int i = degree - 1; i >= 1; i--)
        v = v * t + i * c[i];
    return v;
}

/* c changes sign once in [lo, hi]: Newton, falling back to halves whenever it leaves the bracket. */
static double root_between(const double *c, int degree, double lo, double hi)
{
    int rising = eval(c, degree, lo) < 0;
    double t = 0.5 * (lo + hi);
    for (int i = 0; i < 80; i++) {
        double v = eval(c, degree, t), s = slope(c, degree, t);
        if ((v < 0) == rising)
            lo = t;
        else
            hi = t;
        double next = s != 0 ? t - v / s : lo;
        if (!(next > lo && next < hi))
            next = 0.5 * (lo + hi);
        if (fabs(next - t) <= 1e-15 * fabs(t) || next == t)
            return next;
        t = next;
    }
    return t;
}

/* Zeros of c in (0, limit) into out, rising; at most `degree` of them. */
static int zeros(const double *c, int degree, double limit, double *out)
{
    while (degree > 0 && c[degree] == 0)
        degree--;
    if (degree == 0)
        return 0;
    if (degree == 1) {
        out[0] = -c[0] / c[1];
        return out[0] > 0 && out[0] < limit;
    }
    double d[4] = {0}, turn[5];
    for (int i = 0; i < degree; i++)
        d[i] = (i + 1) * c[i + 1];
    int n = zeros(d, degree - 1, limit, turn), found = 0;
    turn[n] = limit;
    double lo = 0, at_lo = eval(c, degree, 0);
    for (int i = 0; i <= n; i++) {
        double at_hi = eval(c, degree, turn[i]);
        if ((at_lo < 0) != (at_hi < 0))
            out[found++] = root_between(c, degree, lo, turn[i]);
        lo = turn[i];
        at_lo = at_hi;
    }
    return found;
}

double sim_poly4_first_fall(const struct poly4 *p, double limit)
{
    double d[4], turn[5];
    for (int i = 0; i < 4; i++)
        d[i] = (i + 1) * p->c[i + 1];
    int n = zeros(d, 3, limit, turn);
    turn[n] = limit;
    double lo = 0, at_lo = p->c[0];
    for (int i = 0; i <= n; i++) {
        double at_hi = sim_poly4_at(p, turn[i]);
        if (at_lo > 0 && at_hi <= 0)
            return root_between(p->c, 4, lo, turn[i]);
        lo = turn[i];
        at_lo = at_hi;
    }
    return -1;
}
