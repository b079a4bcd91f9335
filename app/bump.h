/* SPDX-License-Identifier: Apache-2.0 */
/* bump.h: keeping the calibration right while a camera hangs, sags and is knocked: looks at the noses once a second,
 * fits the pose again after a bump, and the whole camera when the pose alone does not do. */
#pragma once

#include "calibrate.h"
#include "drift.h"

struct bump {
    struct drift drift;
    ns_t looked;    /* when it last looked */
    int lost;       /* looks running in which the table was not where it should be, nor to be found by its pose */
    int64_t mended; /* times it was fitted again */
};

void bump_start(struct bump *b);

/* Looks when it is time, and mends only while balls rest: what they do is told by one camera. What it returns is new:
 * DRIFT_MENDED (the calibration has changed), DRIFT_LOST (and was not so before: millimetres are wrong until it is
 * mended), else DRIFT_NONE. Takes no clock but the frame's. */
enum drift_state bump_look(struct bump *b, struct calibration *c, const struct frame *f, bool resting);

/* Calibrates anew on this picture, knowing which end was which and what colours the balls have. */
bool bump_calibrate(struct calibration *c, const struct frame *f);
