/* SPDX-License-Identifier: Apache-2.0 */
/* find_camera.h: the whole of calibration as the commands use it: the table from a still view, then what the balls on
 * it add: the height of the camera by their shape, their colours, and which end is which. */
#pragma once

#include "ends.h"
#include "look.h"
#include "vision.h"

/* The median of the view first; should someone have kept still over the table, a single frame may still do. 0, or an
 * error of calibrate_picture with the reason in `why` (CALIBRATE_WHY bytes). */
int find_camera(const struct look *look, const struct table *table, struct calibration *c, char *why);

/* The same from four corners by hand (calibrate_points). */
int find_camera_by_hand(const struct look *look, const struct table *table, const struct vec2 corner[4],
                        struct calibration *c, char *why);

/* What the balls that are seen say of the ends of the table; ENDS_UNKNOWN too when lines or balls have told them. */
enum ends find_ends(const struct calibration *c, const struct vision_result *r);
