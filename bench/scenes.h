/* SPDX-License-Identifier: Apache-2.0 */
/* scenes.h: drawn tables with known truth, for the benchmarks of seeing: 1920 x 1080, snooker, 22 balls. */
#pragma once

#include "calibrate.h"
#include "frame.h"

enum { SCENE_FRAMES = 8 /* of each kind; 75 MB in all: more than a cache holds */, SCENE_BALLS = 22 };

enum scene_kind {
    SCENE_OPEN,   /* spread out: five pairs touch, one ball on a cushion */
    SCENE_RACK,   /* as the frame opens */
    SCENE_MOVING, /* spread out, and every ball elsewhere in every frame */
    SCENE_KINDS
};

const char *scene_name(enum scene_kind kind);

struct scenes {
    struct calibration calibration; /* true, not fitted */
    uint8_t *memory;
    struct {
        struct frame frame[SCENE_FRAMES];
        struct vec2 mm[SCENE_FRAMES][SCENE_BALLS], px[SCENE_FRAMES][SCENE_BALLS];
    } kind[SCENE_KINDS];
    double radius_px; /* of a ball in the middle of the table */
};

/* Draws them all. 0, ERR_MEMORY or ERR_RANGE. */
int scenes_draw(struct scenes *s);
void scenes_free(struct scenes *s);

/* The same to and from a file, for runs in which drawing would take too long. 0 or an error. */
int scenes_write(const struct scenes *s, const char *path);
int scenes_read(struct scenes *s, const char *path);
