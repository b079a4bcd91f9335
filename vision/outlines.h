/* SPDX-License-Identifier: Apache-2.0 */
/* outlines.h: the outline of a ball anywhere in the picture, laid out beforehand.
 *
 * An outline changes slowly from place to place, so it is worked out at the nodes of a grid once and taken from between
 * them: exact to a few thousandths of a pixel, and many times faster than forty projections. */
#pragma once

#include "rim.h"

enum { OUTLINES_STEP = 64 /* px */ };

struct outlines {
    struct camera camera;
    double radius; /* mm */
    int w, h;      /* nodes; the first lies OUTLINES_STEP left of and above the picture's first pixel */
    struct outline_node {
        float value[3 * RIM_ANGLES + 8]; /* dx, dy, r, mean, oval; the rest is padding */
        bool known;
    } * node;
};

/* 0 or ERR_MEMORY. */
int outlines_open(struct outlines *t, const struct camera *camera, double radius);
void outlines_close(struct outlines *t);

/* As outline_at. */
bool outlines_at(const struct outlines *t, struct vec2 mm, struct outline *o);

/* The same where it is known that mm is seen at px. */
bool outlines_seen_at(const struct outlines *t, struct vec2 px, struct vec2 mm, struct outline *o);
