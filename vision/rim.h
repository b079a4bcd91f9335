/* SPDX-License-Identifier: Apache-2.0 */
/* rim.h: the outline of one ball, to a small fraction of a pixel.
 *
 * Along each of RIM_ANGLES directions the colour changes from the ball's to what lies outside it; the place where half
 * the change has happened is an edge. Half-way is where the outline is whatever the blur: a ball that moved during the
 * exposure has its ends smeared evenly about the middle of its path. */
#pragma once

#include "camera.h"
#include "frame.h"
#include "kernels.h"

enum { RIM_ANGLES = RAYS_MAX, RIM_FEW = 2 * RAY_LANES };

/* The outline as the image of the unit circle. */
struct oval {
    float x, y;       /* px from the projected centre to its middle */
    float xx, xy, yy; /* px: the symmetric matrix that makes it */
};

/* The outline of a ball at a place: from its projected centre to its edge, in RIM_ANGLES directions. */
struct outline {
    struct vec2 centre;                   /* px */
    float dx[RIM_ANGLES], dy[RIM_ANGLES]; /* unit vectors */
    float r[RIM_ANGLES];                  /* px */
    float mean;                           /* px, mean of r */
    struct oval oval;
};

/* False when the ball is not seen whole. */
bool outline_at(const struct camera *cam, struct vec2 mm, double radius, struct outline *o);

struct rim_params {
    const struct kernels *kernels;
    float window;       /* px either side of the outline in which the edge is sought */
    float edge_limit;   /* levels of contrast that make an edge */
    float pitch;        /* px between samples of a profile: 0.5, or 1 for a first look */
    int directions;     /* RIM_ANGLES, fewer of them for a first look, or RIM_FEW for small clear balls */
    bool quick;         /* colours at every second sample, unless shadeless */
    float bias;         /* px by which edges usually lie outside the outline, as learnt */
    float bias_sd;      /* px */
    float chroma_x;     /* px, see struct camera */
    float luma, chroma; /* weights of light and colour, usually 1 and 1; 0 looks at the other alone */
    bool shadeless;     /* look only at what no shadow changes: colour across the direction `shade` */
    float shade[3];     /* unit vector from black to the cloth, Y above black, U, V about 0 */
    float smear[2];     /* px travelled in the exposure */
    float light;        /* of the lamps, as a share of the usual */
};

struct rim {
    float dx, dy;   /* px from the outline's centre to the fitted one */
    float bias;     /* px, fitted */
    float support;  /* share of the free directions with an edge where it should be */
    float free;     /* share of the directions that were free */
    float rms;      /* px, of the edges used */
    float sd;       /* px, of dx and dy */
    float contrast; /* levels in usual light, mean over the edges used */
};

/* Fits the centre. blocked: a bit for each direction in which another ball lies. False when the picture ends there or
 * there are too few edges to say anything; out->support is set all the same. */
bool rim_fit(const struct frame *f, const struct outline *o, uint64_t blocked, const struct rim_params *p,
             struct rim *out);
