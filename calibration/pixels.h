/* SPDX-License-Identifier: Apache-2.0 */
/* pixels.h: reading colours out of frames for calibration: between pixels, shrunk, and the median of several. */
#pragma once

#include "frame.h"

/* Colour at a place between pixels: Y above black, U and V about 0. Outside the picture the edge is repeated.
 * Chroma samples are taken to lie on every second luma column and between two rows, as H.264 and cameras have them. */
void pixels_at(const struct frame *f, double x, double y, float yuv[3]);

/* A shrunk copy: each cell is the mean of scale x scale pixels. */
struct thumb {
    int w, h, scale;
    float *y, *u, *v; /* one block; free thumb.y */
};

/* At most `columns` wide. 0 or ERR_MEMORY. */
int thumb_make(struct thumb *thumb, const struct frame *f, int columns);
void thumb_free(struct thumb *thumb);

/* Pixel coordinates of the middle of a cell, and back. */
static inline double thumb_to_px(const struct thumb *t, double cell)
{
    return (cell + 0.5) * t->scale - 0.5;
}
static inline double thumb_from_px(const struct thumb *t, double px)
{
    return (px + 0.5) / t->scale - 0.5;
}

/* The median of n frames of one size, pixel by pixel: what moves drops out. out->owner must be freed by pixels_free.
 * 0, ERR_MEMORY, ERR_RANGE (no frames) or ERR_FORMAT (they differ in size or format). */
int pixels_median(const struct frame *frames, int n, struct frame *out);

/* An I420 frame of its own, planes not filled; pixels_free releases it. 0 or ERR_MEMORY. */
int pixels_make(struct frame *out, int width, int height);
void pixels_free(struct frame *f);
