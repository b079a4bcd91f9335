/* SPDX-License-Identifier: Apache-2.0 */
/* blobs.h: which foreign areas stand free of all others? Of the last scan, in sites. */
#pragma once

#include "ground.h"

enum { BLOBS_MAX = 64, BLOB_WIDE = 32 /* sites: larger ones are none */ };

struct blob {
    int x0, y0, x1, y1;   /* sites: the box about it, both ends inside */
    int n;                /* sites */
    double area;          /* px^2 of its body: without blur, bleeding colours and shadow about it */
    struct vec2 middle;   /* px, of the body */
    struct vec2 way;      /* unit vector along which it is longest */
    double along, across; /* px^2: variances */
};

/* Areas at least so many sites wide and high with bare cloth about them. todo: a bit a site that is to be looked at,
 * and cleared when it was; areas of which some sites are not are left out. Returns how many. */
int blobs_find(const struct ground *g, uint32_t *todo, int wide, struct blob out[BLOBS_MAX]);
