/* SPDX-License-Identifier: Apache-2.0 */
#include "kept_camera.h"

#include "bump.h"

/* px: two calibrations of the same view agree better than this at the corners of the bed. */
#define SAME_VIEW 3.0

static bool same_size(const struct calibration *c, const struct frame *f)
{
    return c->camera.width == f->width && c->camera.height == f->height;
}

/* How far apart two cameras see the corners of the bed. */
static double apart_px(const struct calibration *a, const struct calibration *b)
{
    double most = 0;
    for (int i = 0; i < 4; i++) {
        struct vec3 p = {(i & 1 ? 0.5 : -0.5) * a->table.bed.length, (i & 2 ? 0.5 : -0.5) * a->table.bed.width, 0};
        struct vec2 u, v;
        if (!camera_project(&a->camera, p, &u) || !camera_project(&b->camera, p, &v))
            return INFINITY;
        most = fmax(most, vec2_dist(u, v));
    }
    return most;
}

/* The noses are not to be seen where they were: the view is another, or somebody stands in it. */
static enum kept_camera find_anew(const struct frame *f, bool hidden, struct calibration *c, double *off_px)
{
    struct calibration fresh = *c;
    if (!bump_calibrate(&fresh, f))
        return hidden ? KEPT_UNCHECKED : KEPT_LOST;
    double apart = same_size(c, f) ? apart_px(c, &fresh) : INFINITY;
    if (apart < SAME_VIEW)
        return KEPT_FITS;
    *off_px = isfinite(apart) ? apart : 0;
    *c = fresh;
    return KEPT_ANEW;
}

enum kept_camera kept_camera_check(const struct look *look, struct calibration *c, double *off_px)
{
    struct drift_params params = drift_params_default();
    struct bump b;
    bump_start(&b);
    params.looks = 1; /* the median of some seconds: nobody leans on the rail in all of them */
    drift_start(&b.drift, &params);
    *off_px = 0;
    if (!same_size(c, &look->middle))
        return find_anew(&look->middle, false, c, off_px);
    enum drift_state state = drift_look(&b.drift, c, &look->middle);
    *off_px = drift_off_px(&b.drift);
    if (state == DRIFT_STEADY)
        return KEPT_FITS;
    if (state == DRIFT_MENDED)
        return KEPT_MENDED;
    return find_anew(&look->middle, state == DRIFT_HIDDEN, c, off_px);
}
