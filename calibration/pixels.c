/* SPDX-License-Identifier: Apache-2.0 */
/* pixels.c: bilinear reading, shrinking and medians of I420 and NV12 frames. */
#include "pixels.h"

#include "camera.h"
#include "err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 31 };

static inline double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

/* Bilinear in a plane of w x h samples that lie `step` bytes apart. */
static float plane_at(const uint8_t *p, int stride, int step, int w, int h, double x, double y)
{
    x = clamp(x, 0, w - 1);
    y = clamp(y, 0, h - 1);
    int ix = (int)x, iy = (int)y;
    ix -= ix > 0 && ix == w - 1;
    iy -= iy > 0 && iy == h - 1;
    float fx = (float)(x - ix), fy = (float)(y - iy);
    const uint8_t *a = p + (ptrdiff_t)iy * stride + ix * step;
    const uint8_t *b = h > 1 ? a + stride : a;
    int right = w > 1 ? step : 0;
    float top = (float)a[0] + fx * (float)(a[right] - a[0]), bottom = (float)b[0] + fx * (float)(b[right] - b[0]);
    return top + fy * (bottom - top);
}

void pixels_at(const struct frame *f, double chroma_x, double x, double y, float yuv[3])
{
    int cw = (f->width + 1) / 2, ch = (f->height + 1) / 2;
    double cx = (x - chroma_x) / 2, cy = (y - 0.5) / 2;
    yuv[0] = plane_at(f->plane[0], f->stride[0], 1, f->width, f->height, x, y) - (f->full_range ? 0 : 16);
    if (f->format == PIXEL_NV12) {
        yuv[1] = plane_at(f->plane[1], f->stride[1], 2, cw, ch, cx, cy) - 128;
        yuv[2] = plane_at(f->plane[1] + 1, f->stride[1], 2, cw, ch, cx, cy) - 128;
    } else {
        yuv[1] = plane_at(f->plane[1], f->stride[1], 1, cw, ch, cx, cy) - 128;
        yuv[2] = plane_at(f->plane[2], f->stride[2], 1, cw, ch, cx, cy) - 128;
    }
}

/* ---- where chroma lies ----------------------------------------------------------------------------------------- */

enum { OFFSET_BINS = 161 }; /* of 0.05 px, from -4 to 4 */

static int luma_step(const struct frame *f, int x, int row)
{
    const uint8_t *a = f->plane[0] + (ptrdiff_t)(2 * row) * f->stride[0] + x, *b = a + f->stride[0];
    return abs(a[2] - a[-2] + b[2] - b[-2]) / 2;
}

static int chroma_step(const struct frame *f, int i, int row)
{
    int step = f->format == PIXEL_NV12 ? 2 : 1;
    const uint8_t *u = f->plane[1] + (ptrdiff_t)row * f->stride[1] + i * step;
    const uint8_t *v = step == 2 ? u + 1 : f->plane[2] + (ptrdiff_t)row * f->stride[2] + i;
    int du = abs(u[step] - u[-step]), dv = abs(v[step] - v[-step]);
    return du > dv ? du : dv;
}

static double peak(int before, int at, int after)
{
    int curve = before - 2 * at + after;
    return curve < 0 ? 0.5 * (before - after) / curve : 0;
}

/* The strongest step of light within 3 px of an edge of colour: how far right of its column it is. */
static bool offset_of(const struct frame *f, int i, int row, double chroma_at, double *offset)
{
    int best = 2 * i - 3;
    for (int x = 2 * i - 3; x <= 2 * i + 4; x++)
        best = luma_step(f, x, row) > luma_step(f, best, row) ? x : best;
    if (best == 2 * i - 3 || best == 2 * i + 4 || luma_step(f, best, row) < 12)
        return false;
    double x = best + peak(luma_step(f, best - 1, row), luma_step(f, best, row), luma_step(f, best + 1, row));
    *offset = x - 2 * chroma_at;
    return fabs(*offset) < 3.9;
}

double pixels_chroma_x(const struct frame *f)
{
    int count[OFFSET_BINS] = {0}, n = 0, below = 0, middle = 0;
    for (int row = 1; row < f->height / 2 - 1; row++)
        for (int i = 4; i < f->width / 2 - 4; i++) {
            int here = chroma_step(f, i, row), left = chroma_step(f, i - 1, row), right = chroma_step(f, i + 1, row);
            double offset;
            if (here < 14 || here <= left || here < right ||
                !offset_of(f, i, row, i + peak(left, here, right), &offset))
                continue;
            count[(int)((offset + 4) / 0.05)]++;
            n++;
        }
    if (n < 100)
        return 0.25;
    while ((below += count[middle]) * 2 < n)
        middle++;
    return middle * 0.05 - 4 < 0.27 ? 0 : 0.5;
}

static float block_mean(const struct frame *f, int plane, int x, int y, int size)
{
    bool luma = plane == 0, packed = f->format == PIXEL_NV12;
    const uint8_t *p = luma || !packed ? f->plane[plane] : f->plane[1] + (plane - 1);
    int stride = luma || !packed ? f->stride[plane] : f->stride[1], step = luma || !packed ? 1 : 2;
    int w = luma ? f->width : (f->width + 1) / 2, h = luma ? f->height : (f->height + 1) / 2;
    int sum = 0, n = 0;
    for (int j = y; j < y + size && j < h; j++)
        for (int i = x; i < x + size && i < w; i++, n++)
            sum += p[(ptrdiff_t)j * stride + i * step];
    return n ? (float)sum / (float)n : 0;
}

int thumb_make(struct thumb *t, const struct frame *f, int most)
{
    int across = picture_across(f->width, f->height);
    int scale = 2 * ((across + 2 * most - 1) / (2 * most)); /* even, so that a cell holds whole chroma samples */
    *t = (struct thumb){.w = f->width / scale, .h = f->height / scale, .scale = scale};
    size_t cells = (size_t)t->w * (size_t)t->h;
    t->y = malloc(3 * cells * sizeof(float) + 1);
    if (!t->y)
        return ERR_MEMORY;
    t->u = t->y + cells;
    t->v = t->u + cells;
    for (int j = 0; j < t->h; j++)
        for (int i = 0; i < t->w; i++) {
            size_t at = (size_t)j * (size_t)t->w + (size_t)i;
            t->y[at] = block_mean(f, 0, i * scale, j * scale, scale) - (f->full_range ? 0 : 16);
            t->u[at] = block_mean(f, 1, i * scale / 2, j * scale / 2, scale / 2) - 128;
            t->v[at] = block_mean(f, 2, i * scale / 2, j * scale / 2, scale / 2) - 128;
        }
    return 0;
}

void thumb_free(struct thumb *t)
{
    free(t->y);
    *t = (struct thumb){0};
}

int pixels_make(struct frame *out, int width, int height)
{
    size_t luma = (size_t)width * (size_t)height, cw = (size_t)(width + 1) / 2, ch = (size_t)(height + 1) / 2;
    uint8_t *block = malloc(luma + 2 * cw * ch);
    if (!block)
        return ERR_MEMORY;
    *out = (struct frame){.plane = {block, block + luma, block + luma + cw * ch},
                          .stride = {width, (int)cw, (int)cw},
                          .width = width,
                          .height = height,
                          .format = PIXEL_I420,
                          .owner = block};
    return 0;
}

void pixels_free(struct frame *f)
{
    free(f->owner);
    *f = (struct frame){0};
}

static int by_value(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

float values_median(float *v, int n)
{
    if (n == 0)
        return 0;
    qsort(v, (size_t)n, sizeof *v, by_value);
    return n & 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static uint8_t median_of(uint8_t *v, int n)
{
    for (int i = 1; i < n; i++) { /* insertion: n is about ten */
        uint8_t x = v[i];
        int j = i;
        for (; j > 0 && v[j - 1] > x; j--)
            v[j] = v[j - 1];
        v[j] = x;
    }
    return v[n / 2];
}

static void median_plane(const struct frame *frames, int n, int plane, struct frame *out)
{
    bool packed = frames->format == PIXEL_NV12 && plane > 0;
    int w = plane ? (out->width + 1) / 2 : out->width, h = plane ? (out->height + 1) / 2 : out->height;
    uint8_t values[FRAMES_MAX], *to = (uint8_t *)out->owner + (out->plane[plane] - out->plane[0]);
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) {
            for (int k = 0; k < n; k++) {
                const struct frame *f = &frames[k];
                values[k] = packed ? f->plane[1][(ptrdiff_t)j * f->stride[1] + 2 * i + plane - 1]
                                   : f->plane[plane][(ptrdiff_t)j * f->stride[plane] + i];
            }
            to[(ptrdiff_t)j * out->stride[plane] + i] = median_of(values, n);
        }
}

int pixels_median(const struct frame *frames, int n, struct frame *out)
{
    if (n < 1)
        return ERR_RANGE;
    n = n < FRAMES_MAX ? n : FRAMES_MAX;
    for (int k = 1; k < n; k++)
        if (frames[k].width != frames->width || frames[k].height != frames->height ||
            frames[k].format != frames->format)
            return ERR_FORMAT;
    int err = pixels_make(out, frames->width, frames->height);
    if (err)
        return err;
    out->full_range = frames->full_range;
    out->t = frames[n / 2].t;
    for (int plane = 0; plane < 3; plane++)
        median_plane(frames, n, plane, out);
    return 0;
}
