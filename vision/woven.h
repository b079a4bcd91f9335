/* SPDX-License-Identifier: Apache-2.0 */
/* woven.h: a copy of the pixels about one ball in which each stands beside the one below it. A sample between four
 * pixels then takes one load where it took two, and loads from many places at once are what sampling mostly waits for.
 * The bytes are those of the frame. */
#pragma once

#include <stdint.h>

enum {
    WOVEN_SIDE = 96, /* px: more than that is not copied */
    WOVEN_STEP = 16, /* columns are copied so many at a time */
    WOVEN_PLANES = 3,
};

/* A box of one plane. */
struct woven {
    int x0, y0, wide, high;                 /* wide a multiple of WOVEN_STEP */
    uint16_t pair[WOVEN_SIDE * WOVEN_SIDE]; /* a pixel, and in the upper half the one below it */
};
