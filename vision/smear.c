/* SPDX-License-Identifier: Apache-2.0 */
/* smear.c: the widths of four edges of a ball: front, back and both sides. */
#include "smear.h"

#include <math.h>

static const double from = 0.68, to = 1.4; /* radii: what is looked at of an edge; the middle may glint */
static const double pitch = 0.5;           /* px between samples */
static const double wide = 0.3;            /* radii either side of the middle line that are averaged */
static const double least_contrast = 30;   /* levels */
enum { LINES = 5, SAMPLES_MAX = 128 };

static double luma_at(const struct frame *f, double x, double y)
{
    int i = (int)x, j = (int)y;
    double a = x - i, b = y - j;
    const uint8_t *p = f->plane[0] + (ptrdiff_t)j * f->stride[0] + i, *q = p + f->stride[0];
    return (1 - b) * ((1 - a) * p[0] + a * p[1]) + b * ((1 - a) * q[0] + a * q[1]);
}

/* Mean luma s px from the centre in the direction u, the roundness of the ball allowed for. */
static double level(const struct frame *f, struct vec2 centre, double r, struct vec2 u, double s)
{
    double sum = 0;
    for (int k = 0; k < LINES; k++) {
        double aside = wide * r * (2.0 * k / (LINES - 1) - 1), back = r - sqrt(r * r - aside * aside);
        struct vec2 p = vec2_along(vec2_along(centre, s - back, u), aside, vec2_left(u));
        sum += luma_at(f, p.x, p.y);
    }
    return sum / LINES;
}

/* The variance of an edge, from its share of inside along the line: no differences are taken, so noise counts little.
 */
static bool edge_variance(const struct frame *f, struct vec2 centre, double r, struct vec2 u, double *variance)
{
    double at[SAMPLES_MAX], sum = 0, moment = 0;
    int n = (int)((to - from) * r / pitch) + 1;
    if (n > SAMPLES_MAX || n < 8)
        return false;
    for (int i = 0; i < n; i++)
        at[i] = level(f, centre, r, u, from * r + i * pitch);
    double inside = (at[0] + at[1] + at[2]) / 3, outside = (at[n - 1] + at[n - 2] + at[n - 3]) / 3;
    if (fabs(inside - outside) < least_contrast)
        return false;
    for (int i = 0; i < n; i++) {
        double share = fmin(fmax((at[i] - outside) / (inside - outside), 0), 1);
        sum += share * pitch * (i ? 1 : 0.5);
        moment += share * pitch * (i * pitch);
    }
    *variance = 2 * moment - sum * sum;
    return true;
}

bool smear_measure(const struct frame *f, const struct outline *o, struct vec2 way, double *px2)
{
    double r = (double)o->mean, reach = 1.2 * to * r + 2, variance[4];
    struct vec2 centre = vec2(o->centre.x + (double)o->oval.x, o->centre.y + (double)o->oval.y), u = vec2_unit(way);
    if (centre.x < reach || centre.y < reach || centre.x > f->width - 1 - reach || centre.y > f->height - 1 - reach)
        return false;
    for (int k = 0; k < 4; k++, u = vec2_left(u)) /* front, side, back, side */
        if (!edge_variance(f, centre, r, u, &variance[k]))
            return false;
    *px2 = 12 * (variance[0] + variance[2] - variance[1] - variance[3]) / 2;
    return true;
}
