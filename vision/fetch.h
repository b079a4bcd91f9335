/* SPDX-License-Identifier: Apache-2.0 */
/* fetch.h: asks for pixels that are needed soon. Rows follow one another too far apart for the processor to see them
 * coming. All of it is inlined: a function that does nothing else is left out by some compilers. */
#pragma once

#include "frame.h"

#include <stddef.h>

enum { CACHE_LINE = 64 };

/* Into the second cache: what is on its way to the first one keeps others waiting. */
static inline __attribute__((always_inline)) void fetch_line(const uint8_t *p)
{
    __builtin_prefetch(p, 0, 2);
}

/* Rows y0 to y1 - 1 of one plane, from byte x0 to x1 - 1. */
static inline __attribute__((always_inline)) void fetch_plane(const struct frame *f, int plane, int x0, int x1, int y0,
                                                              int y1)
{
    const uint8_t *p = f->plane[plane];
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x += CACHE_LINE)
            fetch_line(p + (ptrdiff_t)y * f->stride[plane] + x);
        fetch_line(p + (ptrdiff_t)y * f->stride[plane] + x1 - 1);
    }
}

/* A box of all planes, px, as far as it lies in the picture. */
static inline __attribute__((always_inline)) void fetch_box(const struct frame *f, int x0, int x1, int y0, int y1)
{
    bool packed = f->format == PIXEL_NV12;
    x0 = x0 < 0 ? 0 : x0;
    y0 = y0 < 0 ? 0 : y0;
    x1 = x1 > f->width ? f->width : x1;
    y1 = y1 > f->height ? f->height : y1;
    fetch_plane(f, 0, x0, x1, y0, y1);
    for (int p = 1; p < 3 - packed; p++)
        fetch_plane(f, p, packed ? x0 : x0 / 2, packed ? x1 : x1 / 2, y0 / 2, y1 / 2);
}
