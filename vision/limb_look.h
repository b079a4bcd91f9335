/* SPDX-License-Identifier: Apache-2.0 */
/* limb_look.h: profiles across an outline, what they look like, and what that says about the edge in each of them. The
 * sums that limb.c is made of, as a kernel (kernels.h): eight sectors at a time.
 *
 * In each sector a profile is  A inside + (1 - A) outside ; A follows from the distance to the edge and the blur, inside
 * and outside are a few smooth functions with unknown weights, the look. The look is eliminated from the least squares
 * of its sector; what is left says how far the edge lies from where it was thought, and how surely. */
#pragma once

#include <stdbool.h>

enum {
    LIMB_SECTORS = 24, /* a multiple of the lanes */
    LIMB_SAMPLES = 40, /* most along a profile */
    LIMB_LOOK = 6,
    LIMB_ROOT = LIMB_LOOK * (LIMB_LOOK + 1) / 2,
};

enum limb_look { IN_LEVEL, IN_LIMB, IN_CURVE, OUT_LEVEL, OUT_SLOPE, OUT_SHADE };

/* Light, one channel, or colour, two that share all but their levels. */
struct limb_view {
    int channels, n;                                 /* n: samples of a profile */
    float d[LIMB_SAMPLES];                           /* px outwards of the told outline */
    float level[2][LIMB_SAMPLES][LIMB_SECTORS];      /* mean over a sector */
    float weight[LIMB_SAMPLES][LIMB_SECTORS];        /* pixels that stand behind it; 0: something else is there */
    float look[2][LIMB_LOOK][LIMB_SECTORS];          /* as known so far */
    float mean[2][LIMB_LOOK][LIMB_SECTORS];          /* what it should look like */
    float stray[LIMB_LOOK];                          /* levels: how far it may be from that */
    float noise;                                     /* levels, sd */
    float robust;                                    /* levels beyond which a sample is believed less; 0: none */
    float least;                                     /* pixels without which a sector says nothing */
    bool own_noise;                                  /* a sector that fits badly counts less */
};

/* Where the edge is thought to be. */
struct limb_edge {
    float at[LIMB_SECTORS];    /* px outwards of the told outline */
    float slope[LIMB_SECTORS]; /* 1 / px: of the distance from the middle, 1 at the edge */
    float along[LIMB_SECTORS]; /* px outwards that the ball moves in the exposure */
    float aside[LIMB_SECTORS]; /* px along the outline */
    float sigma;               /* px, sd of the blur */
    int steps;                 /* places along its way; 1: at rest */
};

/* What is left when the look is eliminated, sector by sector: information and push for the edge and for the blur. */
struct limb_sums {
    float edge[LIMB_SECTORS], both[LIMB_SECTORS], blur[LIMB_SECTORS];
    float push_edge[LIMB_SECTORS], push_blur[LIMB_SECTORS];
    float pixels[LIMB_SECTORS];  /* weighted */
    float samples[LIMB_SECTORS]; /* that count */
    float square[LIMB_SECTORS];  /* levels^2, weighted sum of what the model leaves, mean of the channels */
    /* For limb_move: the root of the look's matrix and what stands right of it. */
    float root[LIMB_ROOT][LIMB_SECTORS];
    float right[2][3][LIMB_LOOK][LIMB_SECTORS]; /* of the rest, the edge, the blur */
};
