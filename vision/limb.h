/* SPDX-License-Identifier: Apache-2.0 */
/* limb.h: the centre of one ball from all pixels about its outline.
 *
 * Near the outline a picture is  A inside + (1 - A) outside : A, the share of a pixel that the ball covers, follows
 * from the place of the ball, its radius and the blur of the lens; inside is the shading of a glossy ball near its
 * limb, outside is cloth under the ball's own shadow. Both are a few smooth functions with unknown weights. Place,
 * radius, blur and weights are solved together by least squares, so that a dark limb, a shadow to one side or a soft
 * lens move the centre no more than they must, and so that the error of the centre is known. */
#pragma once

#include "rim.h"

enum { LIMB_OTHERS = 12 };

/* Light and colours, or one of them alone. */
enum limb_of { LIMB_OF_BOTH, LIMB_OF_LIGHT, LIMB_OF_COLOUR };

struct limb_params {
    const struct kernels *kernels;
    int sectors;         /* LIMB_SECTORS, or LIMB_FEW for a quick look */
    float chroma_x;      /* px, see struct camera */
    float bias, bias_sd; /* px by which outlines look larger than told, and how well that is known */
    float sigma_y;       /* px, sd of the blur of an edge in luma, as learnt */
    float sigma_c;       /* in chroma */
    float sigma_sd;      /* px: how well they are known */
    float noise_y;       /* levels, sd of a pixel */
    float noise_c;
    float cloth[3];     /* Y above black, U, V about 0; its Y is the scale of everything */
    float smear[2];     /* px travelled in the exposure */
    float range[2];     /* px: a longer way that what is looked at must have room for; 0: none */
    float room;         /* px: the same, whichever way */
    float seen[2];      /* px from the outline's centre: where it was seen beforehand */
    float place_sd;     /* px: how well that is known */
    bool placing;       /* where it is, if it is a ball, is asked too */
    bool packed;        /* balls that it touches say that it is one: only the place is asked */
    bool painted;       /* balls have stripes and numbers: told apart from limbs when placing */
    bool without_paint; /* and always */
    enum limb_of of;    /* what is looked at */
    int others_n;       /* outlines that hide or confuse parts of this one */
    struct {
        float x, y, r; /* px */
    } other[LIMB_OTHERS];
};

struct limb {
    float share;            /* of the free outline: shows an edge where it should be */
    float bare_share;       /* share of it that does, with cloth outside */
    float cloth;            /* share of it outside which cloth lies, lit or in shadow */
    float edge_sd;          /* px, mean over the free outline, 1 at most: how sharply edges are placed */
    float dx, dy;           /* px from the outline's centre to the ball's */
    float bias;             /* px */
    float sigma_y;          /* px */
    float uneven;           /* px by which the blur differs with the direction: that of a ball that moves does */
    float sd;               /* px, of dx and dy, the worse of any direction */
    float cov[3];           /* px^2, of dx and dy: xx, xy, yy */
    float free;             /* share of the outline that was free to be used */
    float night;            /* share of the light of the cloth that is lost in the darkest shadow beside it */
    float contrast;         /* levels of luma and chroma together, mean along the outline */
    float noise_y, noise_c; /* levels, what the model leaves */
};

/* False when the picture ends there, too little of the outline is free, or nothing fits. */
bool limb_fit(const struct frame *f, const struct outline *o, const struct limb_params *p, struct limb *out);

/* px: the sd of the centre in the direction that is known worst, by its covariance. */
float limb_sd(const struct limb *l);
