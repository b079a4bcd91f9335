/* SPDX-License-Identifier: Apache-2.0 */
/* limb_fan.h: profiles across the outline of a ball, sector by sector. Private to limb.c. */
#pragma once

#include "limb.h"

struct fan {
    struct limb_model model; /* samples and shape; the rest is the caller's to set */
    float free;              /* share of the outline that no other ball hides or confuses */
};

/* Samples a frame. False when too much of it lies outside the picture. */
bool fan_sample(struct fan *fan, const struct frame *f, const struct outline *o, const struct limb_params *p);
