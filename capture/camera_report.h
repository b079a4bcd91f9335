/* SPDX-License-Identifier: Apache-2.0 */
/* camera_report.h: what a camera offers and whether it is fit for refereeing, without starting it. */
#pragma once

#include "camera_find.h"
#include "camera_mode.h"

struct camera_report {
    struct camera_id id;
    struct camera_mode mode[CAMERA_MODES_MAX]; /* best first, as capture_open would try them */
    int modes;
    int min_exposure_us; /* 0: exposure cannot be set by hand */
    bool white_lockable;
};

/* Fills *r for a path as from camera_find_all. 0 or ERR_*. */
int camera_report(const char *path, struct camera_report *r);

/* One thing to know about the camera, or NULL when `n` has gone past the last. The most important first. */
const char *camera_report_advice(const struct camera_report *r, int n);
