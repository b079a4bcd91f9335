/* SPDX-License-Identifier: Apache-2.0 */
/* exposure.h: how long is a frame exposed? No film says it, but balls that move smear by what they go meanwhile. */
#pragma once

#include "tracking.h"
#include "vision.h"

enum { EXPOSURE_LOOKS = 64 };

struct exposure_look {
    double s, weight; /* of the exposure */
};

/* Limbs that bleed into the cloth look smeared though nothing moves. */
struct exposure_rest {
    bool known;
    struct vec2 at;   /* where it lay */
    double smears_mm; /* root of the mean square of several ways; infinite: it cannot be told */
};

struct exposure {
    ns_t last;      /* the frame before */
    unsigned turn;  /* of which ball it is to be looked at */
    double frame_s; /* from one to the next, about: no exposure is longer */
    int n;          /* looks that are kept */
    struct exposure_look look[EXPOSURE_LOOKS];
    struct exposure_rest rest[BALL_IDS];
};

/* Looks at balls that tracking expected where they were seen: at streaks, at those that went fast, and at those that
 * rest, for how much they smear without moving. */
void exposure_look(struct exposure *e, const struct vision *v, const struct frame *f, const struct vision_result *seen,
                   const struct tracking *tracking);

/* s; what is usual until it is known. */
double exposure_s(const struct exposure *e);

/* How well that is known, s. */
double exposure_sd(const struct exposure *e);
