/* SPDX-License-Identifier: Apache-2.0 */
/* camera_mode.h: which of the pictures a camera offers is best for refereeing. Pure: knows no device. */
#pragma once

#include "capture.h"

#include <stdint.h>

struct camera_mode {
    uint32_t fourcc; /* V4L2_PIX_FMT_* */
    int width, height;
    double fps;
};

enum { CAMERA_MODES_MAX = 256 };

/* Can we read this format? Lower is cheaper for us: 1 planes as they are, 2 YUYV, 3 MJPG; 0: no. */
int camera_format_cost(uint32_t fourcc);

/* Sorts best first. With wishes in `options` the nearest comes first. Without: pictures at least 1280 px wide before
 * smaller ones; then the highest rate up to 120/s, since a ball at 7 m/s moves 58 mm from one frame of 120/s to the
 * next; then the size nearest to 1920x1080 from below; then the cheaper format. */
void camera_mode_sort(struct camera_mode *modes, int count, const struct capture_options *options);

/* "MJPG" into text[5]. */
const char *camera_fourcc_name(uint32_t fourcc, char text[5]);
