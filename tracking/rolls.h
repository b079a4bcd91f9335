/* SPDX-License-Identifier: Apache-2.0 */
/* rolls.h: did a slow roll meet something? Rolling balls lose speed at a rate that is known, so that even a push of
 * a few mm/s shows, where the shape of the way alone would leave it open. Private to tracking/. */
#pragma once

#include "paths.h"

struct roll_ask {
    const struct way *a, *b; /* b NULL: a line is met, not a ball */
    bool a_rests, b_rests;   /* until they meet */
    double from, to;         /* samples used, s */
    double lo, hi;           /* times of the meeting that are tried */
    double loss, loss_sd;    /* mm/s^2 that a rolling ball loses */
    double apart, apart_sd;  /* of the centres when they meet; for a line 0 */
    struct vec2 at, normal;  /* of the line: where the centre is when it meets it; the way it is pushed */
};

struct roll_met {
    double t, t_sd;
    double misfit;   /* mean chi^2 of a coordinate; about 1 when both rolled */
    double gain;     /* chi^2 that rolling on would cost more */
    double push, sd; /* change of speed along the normal, of each ball */
    double closing;  /* speed at which they met */
    struct vec2 v;   /* of a, before */
};

/* False when there is too little to tell. */
bool roll_fit(const struct roll_ask *q, double frame_s, struct roll_met *out);
