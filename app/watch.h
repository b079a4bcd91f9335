/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h: from frames to observations: what seeing found, in the terms of following. */
#pragma once

#include "bump.h"
#include "calibrate.h"
#include "exposure.h"
#include "observation.h"
#include "tracking.h"
#include "vision.h"

struct watch {
    struct calibration calibration; /* follows the camera when it is bumped */
    struct bump bump;
    enum drift_state moved; /* of the last frame: DRIFT_MENDED or DRIFT_LOST when that is news, else DRIFT_NONE */
    bool turns; /* racked balls show that the table lies the other way round: from the next frame on it does */
    enum ball_set_id set;
    ball_mask names;
    struct vision *vision;
    struct vision_result seen, again; /* of the last frame; and of a second look for balls that should be there */
    struct exposure exposure;
    bool started;
    ns_t start, full; /* time of the first frame; of the last one in which everything was looked for */
    int64_t fulls;    /* how many those were */
    int64_t dropped;  /* balls and regions there was no room for */
};

/* Opens the eyes for the balls of a set that are in `names` (0: all of them); `empty` shows the table with as little on
 * it as can be had. 0 or an error of vision_open. */
int watch_open(struct watch *w, const struct calibration *c, enum ball_set_id set, ball_mask names,
               const struct frame *empty);
void watch_close(struct watch *w);

/* Looks at one frame, and again where `tracking` (NULL: none) knows of a ball that was not found; should the table turn
 * out to lie the other way round, tracking is turned with it. 0 or ERR_FORMAT. */
int watch_frame(struct watch *w, const struct frame *f, struct tracking *tracking, struct observation *o);
