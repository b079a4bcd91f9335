/* SPDX-License-Identifier: Apache-2.0 */
/* spotted.h: do the colours of a frame that has not begun lie on their spots? Where they do not, the camera is wrong.
 */
#pragma once

#include "ball.h"
#include "calibrate.h"

/* A ball that is seen, by its paint. */
struct spotted_ball {
    enum ball_kind kind;
    struct vec2 px;
};

/* Snooker: how far off their spots spotted colours seem to lie, mm RMS; 0: few or none are spotted. */
double spotted_off(const struct calibration *c, const struct spotted_ball *balls, int n);

/* Makes the calibration say so where it is more than hands and its own sd explain. */
void spotted_doubt(struct calibration *c, const struct spotted_ball *balls, int n);
