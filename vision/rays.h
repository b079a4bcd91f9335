/* SPDX-License-Identifier: Apache-2.0 */
/* rays.h: profiles of a frame along rays across an outline, and the edge on each; sums for fitting a circle to edges.
 * The two kernels of rim.c, described for all their versions (kernels.h). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    RAYS_MAX = 40,     /* in one call */
    RAY_SAMPLES = 128, /* most on a ray */
    RAY_LEVEL = 3,     /* samples at either end of a profile that make a level */
    RAY_LANES = 8,     /* rays are worked on in groups of so many */
};

struct rays {
    const uint8_t *plane[3]; /* Y, U, V; of NV12 the last two point at the first U and the first V */
    int stride[3], step;     /* bytes; step: from a chroma sample to the next, 1 or 2 */
    float cx, cy;            /* px: where all rays come from */
    float chroma_x;          /* px, see struct camera */
    int n;                   /* rays; arrays are readable up to the next multiple of RAY_LANES */
    const float *dx, *dy;    /* unit vectors */
    const float *r;          /* px from the centre to the outline */
    float pitch;             /* px between samples */
    int reach;               /* samples either side of the outline in which an edge is sought */
    float luma, chroma;      /* weights */
    float edge_limit;        /* levels */
    bool shadeless;          /* take out of every colour what lies along shade */
    bool quick;              /* and not shadeless: chroma at every second sample only */
    float shade[3];
};

/* What each ray showed, up to the next multiple of RAY_LANES. */
struct ray_edges {
    float off[RAYS_MAX];   /* px outwards of the outline to the edge nearest it; NO_EDGE: none */
    float steep[RAYS_MAX]; /* share of the change that happens between the two samples about it */
    float norm2[RAYS_MAX]; /* levels^2 from inside to outside */
    float light[RAYS_MAX]; /* Y outside */
    float rest2[RAYS_MAX]; /* levels^2 of the outside when its part along shade is taken out */
};

#define NO_EDGE 1e9f

/* Where lines leave an oval at right angles: it is the picture of the unit circle by a symmetric matrix. */
struct spokes {
    int n;                      /* a multiple of RAY_LANES */
    float cx, cy, xx, xy, yy;   /* px: middle, and matrix */
    const float *cosine, *sine; /* of each on the circle, all further on by ... */
    float turn[2];              /* ... this: its cosine and its sine */
    float *x, *y, *gx, *gy;     /* out: px, and unit vectors outwards */
    float *slope;               /* out: 1 / px, by which the distance from the middle grows there, 1 at the oval */
};

/* Samples along straight lines in one plane or in two alike, between their pixels, and their means over the lines that
 * go together: line i belongs to profile i % wide. */
struct lines {
    int planes;
    const uint8_t *plane[2];
    int stride[2], step;          /* bytes; step: from a pixel to the next */
    int wide, each, samples;      /* profiles, a multiple of RAY_LANES; lines of each; samples on a line */
    const float *x, *y, *dx, *dy; /* pixels of the plane: of the first sample, and from each to the next */
    const float *d, *limit;       /* samples whose d reaches the limit of their line do not count */
    float black;                  /* is taken from every mean */
    float *mean[2], *count;       /* levels, none where none counts; how many counted: [sample][profile] */
    int pitch;                    /* of all, from a sample to the next */
};

/* One step of a robust fit: edges at off, seen along (dx, dy), explained by shift x[0], x[1] and growth x[2]. Weights
 * base / (1 + rest^2 / scale^2)^2; base 0 leaves an edge out. n a multiple of RAY_LANES. */
struct ray_sums {
    float xx, xy, yy, x1, y1, n, xo, yo, o; /* weighted sums of products of dx, dy, 1 and off */
};
