/* SPDX-License-Identifier: Apache-2.0 */
/* limb_look.h: profiles across an outline, what they look like, and what that says about the edge in each of them. The
 * sums that limb.c is made of, as a kernel (kernels.h): eight sectors at a time.
 *
 * In each sector a profile is  A inside + (1 - A) outside ; A follows from the distance to the edge and the blur,
 * inside and outside are a few smooth functions with unknown weights, the look. Inside, light and colours have weights
 * of their own. Outside lies cloth: a shadow changes its light and its colours in proportion, so they share their
 * weights. The look is eliminated from the least squares of its sector; what is left says how far the edge lies from
 * where it was thought, and how surely. */
#pragma once

#include <stdbool.h>

enum {
    LIMB_SECTORS = 24, /* most; always a multiple of the lanes */
    LIMB_FEW = 16,     /* for a quick look */
    LIMB_SAMPLES = 40, /* most along a profile */
    LIMB_LOOK = 3,     /* weights of the inside, and of the outside */
    LIMB_ROOT = LIMB_LOOK * (LIMB_LOOK + 1) / 2,
};

enum limb_in { IN_LEVEL, IN_LIMB, IN_CURVE };      /* 1, w, w^2 with w the height above the middle of the ball, 0..1 */
enum limb_out { OUT_LEVEL, OUT_SLOPE, OUT_SHADE }; /* 1, d, and a dip close to the ball; d px outwards of the edge */

/* Samples of light, one channel, or of colour, two in the same places. */
struct limb_view {
    int channels, n;                            /* n: samples of a profile */
    float d[LIMB_SAMPLES];                      /* px outwards of the told outline */
    float level[2][LIMB_SAMPLES][LIMB_SECTORS]; /* mean over a sector */
    float weight[LIMB_SAMPLES][LIMB_SECTORS];   /* pixels that stand behind it; 0: something else is there */
    float sigma;                                /* px, sd of the blur */
    float noise;                                /* levels, sd */
    float robust;                               /* levels beyond which a sample is believed less; 0: none */
    float least;                                /* pixels without which a sector says nothing */
};

/* Levels. Channels: Y, U, V; the outside is told as light. */
struct limb_looks {
    float in[3][LIMB_LOOK][LIMB_SECTORS], out[LIMB_LOOK][LIMB_SECTORS];
};

struct limb_model {
    int sectors;
    float gx[LIMB_SECTORS], gy[LIMB_SECTORS]; /* unit vectors outwards */
    struct limb_view light, colour;
    struct limb_looks look, usual;                      /* as known so far; what it should be like */
    float stray_in[2][LIMB_LOOK], stray_out[LIMB_LOOK]; /* levels it may differ by: light, colour; outside */
    float tint[2];                                      /* U and V of cloth, as a share of its light */
    bool own_noise;                                     /* a sector that fits badly counts less */
    bool placing; /* a ball is there, only where is asked: it counts hardly at all, and light may come from one side */
    bool held;    /* the shape is not to be moved: sums tell nothing of edge and blur, all 0 */
    /* Where the edge is thought to be. */
    float at[LIMB_SECTORS];    /* px outwards of the told outline */
    float slope[LIMB_SECTORS]; /* 1 / px: of the distance from the middle, 1 at the edge */
    float along[LIMB_SECTORS]; /* px outwards that the ball moves in the exposure */
    float aside[LIMB_SECTORS]; /* px along the outline */
    int steps;                 /* places along its way; 1: at rest */
};

/* What stands right of the equations of a look: the rest, and what the edge and the blur change. */
enum limb_right { RIGHT_REST, RIGHT_EDGE, RIGHT_BLUR, RIGHTS };

/* The shape: shift of the centre, growth of the radius, and of the blur of light and colour alike. */
enum limb_shape { SHAPE_X, SHAPE_Y, SHAPE_R, SHAPE_SIGMA, SHAPE };

/* What is left when the look is eliminated, sector by sector: information and push for the edge and for the blur. */
struct limb_sums {
    float edge[LIMB_SECTORS], both[LIMB_SECTORS], blur[LIMB_SECTORS];
    float push_edge[LIMB_SECTORS], push_blur[LIMB_SECTORS];
    float pixels[2][LIMB_SECTORS];  /* of light, of colour; weighted */
    float samples[2][LIMB_SECTORS]; /* that count */
    float square[2][LIMB_SECTORS];  /* levels^2, weighted sum of what the model leaves, mean of the channels */
    float noise2[2];                /* levels^2 that a sample is off, over all sectors */
    /* For limb_move: the matrices (light, colour, outside) as L D L', and what stands right of them. */
    float root[3][LIMB_ROOT][LIMB_SECTORS];
    float mixed[2][LIMB_LOOK][LIMB_LOOK][LIMB_SECTORS]; /* inside with outside */
    float right[4][RIGHTS][LIMB_LOOK][LIMB_SECTORS];    /* Y, U, V, outside */
};

/* What each sector's edge is worth, whatever the noise says. */
struct limb_doubt {
    float contrast[LIMB_SECTORS]; /* levels between inside and outside, all channels together */
    float var[LIMB_SECTORS];      /* px^2 by which the edge may be off */
};

/* Least squares for a step of the shape: the matrix, row by row up to its diagonal, and what stands right of it. */
struct limb_step {
    float matrix[SHAPE * (SHAPE + 1) / 2], right[SHAPE];
};
