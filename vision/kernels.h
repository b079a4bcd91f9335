/* SPDX-License-Identifier: Apache-2.0 */
/* kernels.h: the inner loops of seeing, as a table of functions: one C reference, and faster versions that give the
 * same bits. tests/test_kernels.c proves them equal on hostile inputs. */
#pragma once

#include "limb_look.h"
#include "rays.h"

#include <stddef.h>
#include <stdint.h>

/* How often a frame is looked at in the sparse pass: every 4th pixel of every 4th row. */
enum { SITE = 4 };

/* What one row of sites is compared with. Arrays have `sites` entries, a multiple of 32. */
struct site_row {
    const uint8_t *y, *u, *v;     /* empty table */
    const uint8_t *limit;         /* a site further from it than this is foreign; 255: never, whatever it shows */
    uint8_t *off;                 /* out: how far each is from it, |dY| + 2 |dU| + 2 |dV|, 255 at most */
    ptrdiff_t luma_on, chroma_on; /* bytes to a row that is soon scanned too: rows follow one another too far apart for
                                     the processor to see them coming */
};

/* How a patch of a frame differs from a picture of it, d = frame - picture. */
struct patch_sums {
    int64_t sum, square;  /* of d, of d^2 */
    int64_t across, down; /* of d times the picture's slopes */
    int64_t look;         /* of d times (picture - 128) */
};

/* How levels change across (low half) and down (high half) at a place, as Sobel sums: within +-1020. */
typedef int32_t slope_t;

static inline int slope_across(slope_t s)
{
    return (int16_t)s;
}

static inline int slope_down(slope_t s)
{
    return s >> 16;
}

/* The first of those that are alike. */
static inline slope_t slope_stronger(slope_t a, slope_t b)
{
    int ax = slope_across(a), ay = slope_down(a), bx = slope_across(b), by = slope_down(b);
    return ax * ax + ay * ay < bx * bx + by * by ? b : a;
}

/* Slopes of some rows of bytes; they and those above and below them can be read, with `apart` bytes at both ends. */
struct slopes {
    const uint8_t *p;      /* the first byte of the first row */
    ptrdiff_t stride, row; /* bytes from a row to the one below it, and to the next that is looked at */
    int apart;             /* bytes from a byte to its neighbours, 1 or 2 */
    int n, rows;           /* n: bytes of a row, a multiple of 16 */
    int limit2;            /* strong: the squares of both parts add up to more */
    slope_t *slope;        /* out: n a row */
    uint32_t *strong;      /* out: a bit each, (n + 31) / 32 words a row; 0 beyond n */
};

/* Edges that vote for the cells of a map one radius away, on either side of them. */
enum { AIM_MAX = 256 };
struct aim {
    int n;                              /* edges; arrays are readable up to the next multiple of 8 */
    float cells, x0, y0;                /* a sample x, y lies at cell x * cells + x0, y * cells + y0 */
    uint32_t at[AIM_MAX];               /* the sample of each, x + (y << 16): at least its reach inside the map */
    slope_t slope[AIM_MAX];             /* never 0 */
    float reach[AIM_MAX];               /* radius, cells */
    int32_t up[AIM_MAX], down[AIM_MAX]; /* out: cells, row by row */
};

enum { PATCH_SIDE = 96 };

/* A picture without gaps, and its slopes within +-1020. w a multiple of 16; w and h at most PATCH_SIDE. */
struct patch {
    const uint8_t *look;
    const int16_t *across, *down;
    int w, h;
};

struct kernels {
    const char *name;

    /* How far each site is off, and a bit for each that is further than its limit, 254 at most. luma points at the row
     * of the first site; u and v at its chroma row, with the chroma of site i at u[2 i]. Reads 4 * sites bytes of luma
     * and 2 * sites of each chroma plane. */
    void (*scan_i420)(const uint8_t *luma, const uint8_t *u, const uint8_t *v, const struct site_row *row, int sites,
                      uint32_t *bits);

    /* The same where U and V lie side by side: chroma of site i at uv[4 i], uv[4 i + 1]. Reads 4 * sites bytes. */
    void (*scan_nv12)(const uint8_t *luma, const uint8_t *uv, const struct site_row *row, int sites, uint32_t *bits);

    /* Gradients of a row of n bytes (n a multiple of 16) and of the rows above and below it. Neighbours lie `apart`
     * bytes apart, 1 or 2, and as many can be read at both ends: gx[i] = the Sobel sum across, gy[i] down, both within
     * +-1020. */
    void (*sobel)(const uint8_t *above, const uint8_t *row, const uint8_t *below, int apart, int n, int16_t *gx,
                  int16_t *gy);

    /* The same as slopes, of several rows, and which are strong. */
    void (*slopes)(const struct slopes *s);

    /* Adds those of 32 slopes that `bits` names to what aims, the first of them at `at`; of two planes (other not NULL)
     * each time the stronger slope. There is room for 32 more. */
    void (*pick)(struct aim *a, const slope_t *slope, const slope_t *other, uint32_t bits, uint32_t at, float reach);

    /* The cells that edges vote for, in a map so many cells wide. */
    void (*aim)(struct aim *a, int wide);

    /* Sums over squares of 3 x 3 counts, modulo 2^16, and one bit a place with at least `limit`; a count to spare at
     * both ends of the rows. n a multiple of 32. */
    void (*sum_votes)(const uint16_t *above, const uint16_t *row, const uint16_t *below, int n, uint16_t limit,
                      uint16_t *out, uint32_t *bits);

    /* Those of 32 sums, rows `wide` apart, that `bits` names and none of their four neighbours exceeds. */
    uint32_t (*unbeaten)(const uint16_t *row, ptrdiff_t wide, uint32_t bits);

    /* Compares a patch whose first row is at p. */
    void (*compare)(const uint8_t *p, ptrdiff_t stride, const struct patch *patch, struct patch_sums *out);

    /* Samples rays and finds the edge on each (rays.h). All of it must lie in the picture, with four pixels to spare on
     * all sides: bytes that follow in a row, and at its end in the next one, are read too. */
    void (*edges)(const struct rays *rays, struct ray_edges *out);

    /* Lays lines across an oval (rays.h). */
    void (*spokes)(const struct spokes *s);

    /* Samples lines and takes their means (rays.h). The same holds. */
    void (*profiles)(const struct lines *lines);

    /* The look and the edges of profiles (limb_look.h); the look moved along with a step of the shape; what looks
     * should be like by those of all sectors; what edges are worth; and the shape that they agree on, with weights by
     * how far each is off after the step before (NULL: all alike). */
    void (*limb_sums)(const struct limb_model *m, struct limb_sums *out);
    void (*limb_move)(struct limb_model *m, const struct limb_sums *s, const float step[SHAPE]);
    void (*limb_usual)(struct limb_model *m, const struct limb_sums *s);
    void (*limb_doubt)(const struct limb_model *m, struct limb_doubt *out);
    void (*limb_step)(const struct limb_model *m, const struct limb_sums *s, const struct limb_doubt *d,
                      const float *before, struct limb_step *out);

    void (*fit_sums)(int n, const float *dx, const float *dy, const float *off, const float *base, const float x[3],
                     float scale, struct ray_sums *out);
};

/* The C reference; and the best this processor can run. */
const struct kernels *kernels_reference(void);
const struct kernels *kernels_best(void);

/* All that this processor can run, the reference first; NULL beyond the last. */
const struct kernels *kernels_nth(int n);
