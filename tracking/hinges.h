/* SPDX-License-Identifier: Apache-2.0 */
/* hinges.h: where something could have happened, did it? Along one direction (of a cushion, of the line of centres) a
 * ball that nothing touches rolls on or rolls out; one that was touched has a hinge in its way. Private to tracking/.
 */
#pragma once

#include "paths.h"

#define HINGE_SLIDE_SD 2500.0 /* mm/s^2: what a sliding ball with any spin may do */

struct hinge_ask {
    const struct sample *samples;
    int n;
    struct vec2 at, normal; /* what is looked at is (p - at) . normal */
    struct sample start;    /* where it is known to have been set going; sd 0: not known */
    double touch_sd;        /* at the hinge it is 0 within this; 0: it may be anything */
    double from, to;        /* samples used, s */
    double lo, hi;          /* times of the hinge that are tried */
    double roll;            /* mm/s^2 a rolling ball loses */
    double slides;          /* mm/s^2 that sliding may change its speed by before; 0: it rolled */
    bool slides_after;
};

struct hinge {
    double t, t_sd;
    double gain;         /* chi^2 that rolling on, or out, would cost more */
    double u0, u1, u_sd; /* speed along the normal before and after */
};

/* False when there is too little to tell. */
bool hinge_fit(const struct hinge_ask *q, double frame_s, struct hinge *out);
