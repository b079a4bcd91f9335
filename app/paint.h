/* SPDX-License-Identifier: Apache-2.0 */
/* paint.h: drawing over a copy of a frame, for --debug pictures. */
#pragma once

#include "calibrate.h"
#include "frame.h"

struct paint {
    uint8_t y, u, v;
};

extern const struct paint paint_red, paint_yellow, paint_cyan, paint_magenta, paint_white;

/* A copy to draw on; pixels_free releases it. 0 or ERR_MEMORY. */
int paint_copy(const struct frame *from, struct frame *to);

void paint_dot(struct frame *f, struct vec2 px, struct paint colour);
void paint_line(struct frame *f, const struct camera *cam, struct vec3 a, struct vec3 b, struct paint colour);
void paint_circle(struct frame *f, const struct camera *cam, struct vec3 centre, double radius, struct paint colour);

/* The outline of a ball, and its centre. */
void paint_ball(struct frame *f, const struct camera *cam, struct vec2 mm, double radius, struct paint colour);

/* Noses, jaws, falls, lines and spots where the calibration says they are. */
void paint_table(struct frame *f, const struct calibration *c);

/* Writes DIR/NAME.png, making DIR if need be. 0 or ERR_*. */
int paint_write(const struct frame *f, const char *dir, const char *name);
