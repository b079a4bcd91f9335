/* SPDX-License-Identifier: Apache-2.0 */
/* limb_ring.h: the pixels about an outline: which they are, and where each lies from the edge. Private to limb.c. */
#pragma once

#include "limb.h"

#include <math.h>

enum { PIXELS = 2048, SECTORS = 24 };

/* The outline as the image of a circle: where its middle is, and what takes it to the unit circle. */
struct ellipse {
    float x, y, a, b, c; /* u = a dx + b dy, v = b dx + c dy */
    float size;          /* px, mean half axis */
};

/* The pixels of one plane that say something. */
struct ring {
    int n;
    float x[PIXELS], y[PIXELS]; /* from the middle of the told outline, px of luma */
    float level[PIXELS], weight[PIXELS];
    uint8_t sector[PIXELS];
};

struct near {
    float u, v, rho, d, gx, gy; /* on the unit disc; px outwards of the edge; unit vector outwards */
};

static inline struct near near_at(const struct ellipse *e, float x, float y, float grown)
{
    struct near n;
    n.u = e->a * x + e->b * y;
    n.v = e->b * x + e->c * y;
    n.rho = sqrtf(n.u * n.u + n.v * n.v) + 1e-6f;
    float gx = (e->a * n.u + e->b * n.v) / n.rho, gy = (e->b * n.u + e->c * n.v) / n.rho;
    float slope = sqrtf(gx * gx + gy * gy);
    n.d = (n.rho - 1) / slope - grown;
    n.gx = gx / slope;
    n.gy = gy / slope;
    return n;
}

struct plane {
    const uint8_t *p;
    int stride, step, scale; /* bytes from pixel to pixel; luma pixels a pixel */
    float x0, y0;            /* of pixel 0, 0 in px of luma */
    float black;             /* the level of no light, or of no colour */
    int w, h;
};

struct ellipse ellipse_of(const struct outline *o);

/* The planes of a frame: Y, U, V. */
void planes_of(const struct frame *f, float chroma_x, struct plane plane[3]);

/* Fills the ring with the pixels of a plane that lie about the outline and that nothing confuses. */
void ring_gather(struct ring *ring, const struct plane *plane, const struct ellipse *e, const struct limb_params *p);

/* Share of the outline that no other ball hides or confuses. */
float ring_free(const struct ellipse *e, const struct limb_params *p);
