/* SPDX-License-Identifier: Apache-2.0 */
/* drift.h: has the camera moved since it was calibrated? The noses are looked for where they were; when two or more of
 * them lie elsewhere in several looks running, only the pose is fitted again: the lens has not changed. */
#pragma once

#include "calibrate.h"

struct drift_params {
    double alarm_px;  /* a side off by more than this has moved; 0.5..3 */
    int looks;        /* running, before it is believed; 1..10. Somebody leaning on the rail is over sooner */
    double window_px; /* how far a bump may have moved the picture to be mended without a new calibration */
};

struct drift_params drift_params_default(void);

enum drift_state {
    DRIFT_NONE,
    DRIFT_STEADY, /* where it was */
    DRIFT_HIDDEN, /* too little of the noses is seen to tell */
    DRIFT_MOVED,  /* moved, but not often enough in a row to be believed yet */
    DRIFT_MENDED, /* moved, and fitted again: the calibration has changed */
    DRIFT_LOST    /* moved too far: calibrate anew */
};

struct drift {
    struct drift_params params;
    enum drift_state state; /* of the last look */
    int moved_looks;
    double off_px[SIDES]; /* of the last look, median, outwards positive */
};

void drift_start(struct drift *d, const struct drift_params *params);

/* The largest distance of a nose from where it should be, in the last look. */
double drift_off_px(const struct drift *d);

/* sd of a ball's place as the calibration tells it, with what the noses lie off as long as that is not mended. */
double drift_sd_mm(const struct drift *d, const struct calibration *c);

/* Looks at one frame, believes nothing yet and mends nothing: DRIFT_STEADY, DRIFT_HIDDEN or DRIFT_MOVED. */
enum drift_state drift_glance(struct drift *d, const struct calibration *c, const struct frame *f);

/* Looks at one frame; best about once a second and when no ball moves. Changes c->camera only with DRIFT_MENDED. */
enum drift_state drift_look(struct drift *d, struct calibration *c, const struct frame *f);
