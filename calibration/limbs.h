/* SPDX-License-Identifier: Apache-2.0 */
/* limbs.h: the height of the camera from the shape of balls.
 *
 * Seen from straight above, noses and balls tell nothing about how high the camera hangs: a longer lens further up
 * shows the same. But a ball away from the optical axis is seen as an oval, longer by 1 / cos of the angle, and that
 * angle is the height. */
#pragma once

#include "calibrate.h"

enum { LIMBS_MOST = 64 };

struct limb_ball {
    struct vec2 px; /* projection of its centre, good to a pixel or two */
    bool cue;       /* the cue-ball, which some games have smaller than the others */
    bool vague;     /* not clear enough to be measured; it still stands beside others */
};

/* Fits the camera again with these balls. Balls that touch others, hide in jaws or are hardly seen are left out by
 * themselves. Returns how many were used, 0 when none tells anything, and then `c` is as it was; or ERR_MEMORY. */
int limbs_refit(const struct frame *f, struct calibration *c, const struct calibrate_params *params,
                const struct limb_ball *balls, int n);
