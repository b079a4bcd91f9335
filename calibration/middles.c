/* SPDX-License-Identifier: Apache-2.0 */
/* middles.c: where along the table are the middle pockets? Each is cut alike on both sides, however it is cut, so what
 * is seen of its mouth mirrors itself in the middle of the table. That tells a camera that is off along the table:
 * something else taken for the nose at one end, or noses that look different at both. */
#include "search.h"

#include <stdlib.h>

enum { REACH = 50, SHIFT = 44, HALF = REACH + SHIFT, ROWS = 12 };

static const double step_mm = 1.5;    /* along the table */
static const double row_mm = 3;       /* from row to row, out from the nose line */
static const double alike = 25;       /* levels: what differs by more does not mirror itself */
static const double cut_mm = 0.4;     /* sd: pockets are cut by people */
static const double elsewhere_mm = 3; /* no table is built so badly */
static const double height_mm =
    12; /* sd: edges of a mouth lie at different heights, and one seen from the side hides more */

/* Where one row mirrors itself best, mm; false: nowhere. */
static bool mirror_at(const double *light, double *at)
{
    double worth[2 * SHIFT + 1];
    int best = 0;
    for (int c = 0; c <= 2 * SHIFT; c++) {
        const double *middle = light + REACH + c;
        worth[c] = 0;
        for (int u = 1; u <= REACH; u++)
            worth[c] += (middle[u] - middle[-u]) * (middle[u] - middle[-u]) / REACH;
        best = worth[c] < worth[best] ? c : best;
    }
    if (best == 0 || best == 2 * SHIFT || worth[best] > alike * alike)
        return false;
    double a = worth[best - 1], b = worth[best], c = worth[best + 1];
    *at = step_mm * (best - SHIFT + 0.5 * (a - c) / fmax(a - 2 * b + c, 1e-9));
    return true;
}

static bool read_row(const struct frame *f, const struct camera *cam, const struct table *t, double y, double *light)
{
    for (int i = 0; i <= 2 * HALF; i++) {
        struct vec2 px;
        float yuv[3];
        if (!camera_project(cam, (struct vec3){(i - HALF) * step_mm, y, t->nose_height}, &px) || px.x < 1 || px.y < 1 ||
            px.x > f->width - 2 || px.y > f->height - 2)
            return false;
        pixels_at(f, 0, px.x, px.y, yuv);
        light[i] = (double)yuv[0];
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How far from above the middle of the table the camera is along it, as a share of its height. */
static double slant(const struct camera *cam)
{
    const double *R = cam->R, *t = cam->t;
    return (R[0] * t[0] + R[3] * t[1] + R[6] * t[2]) / (R[2] * t[0] + R[5] * t[1] + R[8] * t[2]);
}

/* The middle of one mouth, mm along the table, and its sd; false: not to be told. */
static bool middle_of(const struct frame *f, const struct camera *cam, const struct table *t, int side, double *at,
                      double *sd)
{
    double row[ROWS], light[2 * HALF + 1];
    int n = 0;
    for (int i = 0; i < ROWS; i++)
        if (read_row(f, cam, t, side * (t->bed.width / 2 + i * row_mm), light) && mirror_at(light, &row[n]))
            n++;
    if (n < ROWS * 3 / 4)
        return false;
    qsort(row, (size_t)n, sizeof *row, by_size);
    double spread = row[n * 3 / 4] - row[n / 4];
    *at = row[n / 2];
    *sd = hypot(hypot(cut_mm, spread), height_mm * slant(cam));
    return true;
}

bool middles_along(const struct frame *f, const struct camera *cam, const struct table *t, struct middles *m)
{
    double sd[2];
    for (int i = 0; i < 2; i++)
        if (!middle_of(f, cam, t, i ? 1 : -1, &m->at[i], &sd[i]))
            return false;
    m->sd = fmax(sd[0], sd[1]);
    m->off = (m->at[0] + m->at[1]) / 2;
    return fabs(m->at[0] - m->at[1]) < 3 * m->sd;
}

bool middles_elsewhere(const struct frame *f, const struct camera *cam, const struct table *t, double *off)
{
    struct middles m;
    if (!middles_along(f, cam, t, &m) || fabs(m.off) < fmax(3 * m.sd, elsewhere_mm))
        return false;
    *off = m.off;
    return true;
}

int middles_measure(const struct frame *f, const struct fit *fit, struct fit_edge *edge)
{
    struct camera cam = fit_camera(fit);
    struct middles m;
    if (!middles_along(f, &cam, fit->table, &m))
        return 0;
    for (int i = 0; i < 2; i++) {
        double y = (i ? 1 : -1) * (fit->table->bed.width / 2 + ROWS * row_mm / 2), z = fit->table->nose_height;
        double scale = camera_scale(&cam, (struct vec3){m.at[i], y, z});
        edge[i] = (struct fit_edge){.line = FIT_MIDDLE, .weight = (float)(1 / fmax(m.sd * scale, 1e-3))};
        if (!camera_project(&cam, (struct vec3){m.at[i], y, z}, &edge[i].px))
            return 0;
    }
    return 2;
}
