/* SPDX-License-Identifier: Apache-2.0 */
/* pixels.h: reading colours out of frames for calibration: between pixels, shrunk, and the median of several. */
#pragma once

#include "frame.h"

/* Colour at a place between pixels: Y above black, U and V about 0. Outside the picture the edge is repeated.
 * chroma_x: how far right of its even luma column a chroma sample lies, in luma pixels; between rows in any case. */
void pixels_at(const struct frame *f, double chroma_x, double x, double y, float yuv[3]);

/* Where chroma samples lie: 0 (on even columns, as most cameras and films have them) or 0.5 (between columns, as JPEG
 * and many programs have them). Containers seldom say, so it is measured: edges of colour against edges of light.
 * Half a pixel wrong here moves every red ball on a green cloth. 0.25 when the picture does not tell. */
double pixels_chroma_x(const struct frame *f);

/* A shrunk copy: each cell is the mean of scale x scale pixels. */
struct thumb {
    int w, h, scale;
    float *y, *u, *v; /* one block; free thumb.y */
};

/* At most `most` cells wide and high. 0 or ERR_MEMORY. */
int thumb_make(struct thumb *thumb, const struct frame *f, int most);
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

/* Sorts them; 0 when there are none. */
float values_median(float *v, int n);

/* An I420 frame of its own, planes not filled; pixels_free releases it. 0 or ERR_MEMORY. */
int pixels_make(struct frame *out, int width, int height);
void pixels_free(struct frame *f);
