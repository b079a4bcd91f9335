/* SPDX-License-Identifier: Apache-2.0 */
/* exposure.h: how long is a frame exposed? No film says it, but balls that move smear by what they go meanwhile. */
#pragma once

#include "tracking.h"
#include "vision.h"

enum { EXPOSURE_LOOKS = 64 };

struct exposure_look {
    double s, weight; /* of the exposure */
};

struct exposure {
    ns_t last;      /* the frame before */
    unsigned turn;  /* of which ball it is to be looked at */
    double frame_s; /* from one to the next, about: no exposure is longer */
    int n;          /* looks that are kept */
    struct exposure_look look[EXPOSURE_LOOKS];
};

/* Looks at balls that tracking expected where they were seen, and that went fast. */
void exposure_look(struct exposure *e, const struct vision *v, const struct frame *f, const struct vision_result *seen,
                   const struct tracking *tracking);

/* s; what is usual until it is known. */
double exposure_s(const struct exposure *e);
