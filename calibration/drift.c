/* SPDX-License-Identifier: Apache-2.0 */
/* drift.c: a few edges on each nose, their medians, and a new pose when they have moved together. */
#include "drift.h"

#include "log.h"

#include <stdlib.h>
#include <string.h>

enum { LOOK_SAMPLES = 32, FIT_SAMPLES = 96, LEAST = 10 };

struct drift_params drift_params_default(void)
{
    return (struct drift_params){.alarm_px = 0.7, .looks = 3, .window_px = 12};
}

void drift_start(struct drift *d, const struct drift_params *params)
{
    *d = (struct drift){.params = *params};
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct fit fit_of(const struct calibration *c)
{
    struct fit fit = {0};
    struct fit_params params = fit_params_default();
    fit_start(&fit, &c->table, &c->camera, &params);
    fit.x[FIT_ASPECT] = c->aspect;
    memcpy(fit.x + FIT_LIP_TOP, c->lip, sizeof c->lip);
    return fit;
}

static int measure(const struct calibration *c, const struct frame *f, const struct fit *fit, int side, double window,
                   int n, struct fit_edge *edge)
{
    struct camera cam = fit_camera(fit);
    struct edge_candidate look = c->nose[side];
    look.out = c->lip[side];
    return edges_measure(f, &cam, &c->table, c->aspect, side, &look, window, n, edge);
}

/* Median distance of a side's edges from where they were; false when too few are seen. */
static bool side_off(const struct calibration *c, const struct frame *f, const struct fit *fit, int side, double window,
                     double *off)
{
    struct fit_edge edge[LOOK_SAMPLES];
    double d[LOOK_SAMPLES];
    int n = measure(c, f, fit, side, window, LOOK_SAMPLES, edge);
    if (n < LEAST)
        return false;
    for (int i = 0; i < n; i++)
        d[i] = fit_distance_px(fit, &edge[i]);
    qsort(d, (size_t)n, sizeof *d, rising);
    *off = d[n / 2];
    return true;
}

/* Fits the pose alone, wide then narrow; true when all noses are found again where the new camera says. */
static bool mend(const struct drift *d, struct calibration *c, const struct frame *f)
{
    const double windows[] = {d->params.window_px, 4, 3.5};
    struct fit fit = fit_of(c);
    for (int w = 0; w < 3; w++) {
        struct fit_edge edge[SIDES * FIT_SAMPLES];
        int n = 0;
        for (int side = 0; side < SIDES; side++)
            n += measure(c, f, &fit, side, windows[w], FIT_SAMPLES, edge + n);
        if (n < SIDES * LEAST || fit_solve(&fit, edge, n, FIT_POSE, w == 0 ? 4 : 0.8))
            return false;
    }
    for (int side = 0; side < SIDES; side++) {
        double off;
        if (!side_off(c, f, &fit, side, 3.5, &off) || fabs(off) > d->params.alarm_px / 2)
            return false;
    }
    c->camera = fit_camera(&fit);
    return true;
}

double drift_off_px(const struct drift *d)
{
    double most = 0;
    for (int side = 0; side < SIDES; side++)
        most = fmax(most, fabs(d->off_px[side]));
    return most;
}

double drift_sd_mm(const struct drift *d, const struct calibration *c)
{
    double scale = camera_scale(&c->camera, (struct vec3){0, 0, c->table.nose_height});
    bool off = d->state == DRIFT_MOVED || d->state == DRIFT_LOST;
    return off && scale > 0 ? hypot(c->sd_mm, drift_off_px(d) / scale) : c->sd_mm;
}

enum drift_state drift_glance(struct drift *d, const struct calibration *c, const struct frame *f)
{
    struct fit fit = fit_of(c);
    int seen = 0, moved = 0;
    for (int side = 0; side < SIDES; side++) {
        d->off_px[side] = 0;
        if (side_off(c, f, &fit, side, d->params.window_px, &d->off_px[side]))
            seen++;
        moved += fabs(d->off_px[side]) > d->params.alarm_px;
    }
    d->state = seen < 3 ? DRIFT_HIDDEN : moved >= 2 ? DRIFT_MOVED : DRIFT_STEADY;
    return d->state;
}

enum drift_state drift_look(struct drift *d, struct calibration *c, const struct frame *f)
{
    enum drift_state state = drift_glance(d, c, f);
    if (state == DRIFT_HIDDEN)
        return state;
    d->moved_looks = state == DRIFT_MOVED ? d->moved_looks + 1 : 0;
    if (d->moved_looks < d->params.looks)
        return state;
    d->moved_looks = 0;
    log_info("the camera has moved: noses are off by %.1f %.1f %.1f %.1f px", d->off_px[0], d->off_px[1], d->off_px[2],
             d->off_px[3]);
    d->state = mend(d, c, f) ? DRIFT_MENDED : DRIFT_LOST;
    return d->state;
}
