/* SPDX-License-Identifier: Apache-2.0 */
/* exposure.h: how long is a frame exposed? No film says it, but balls that move smear by what they go meanwhile. */
#pragma once

#include "tracking.h"
#include "vision.h"

enum { EXPOSURE_LOOKS = 64 };

struct exposure_look {
    double square, weight; /* of the exposure, s^2 */
};

/* What the edges of a ball at rest seem smeared by, mm^2: by light and shadow, which differ from side to side. The same
 * the other way round at right angles. */
struct exposure_rest {
    bool known;
    double straight, slanted; /* along x, and along x = y */
};

struct exposure {
    int frames;
    struct exposure_rest rest[BALL_IDS];
    int n; /* looks so far; the last EXPOSURE_LOOKS of them are kept */
    struct exposure_look look[EXPOSURE_LOOKS];
};

/* Looks at balls that tracking expected where they were seen, and that went fast. */
void exposure_look(struct exposure *e, const struct vision *v, const struct frame *f, const struct vision_result *seen,
                   const struct tracking *tracking);

/* s; what is usual until it is known. */
double exposure_s(const struct exposure *e);
