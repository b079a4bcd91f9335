/* SPDX-License-Identifier: Apache-2.0 */
/* jpeg.c: a frame as JPEG. Colours go through RGB: JPEG knows one matrix and full range only. */
#include "pictures.h"

#include "picture.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

enum { SMALLEST = 16 /* a sixteenth of its width is the least that shows anything */ };

/* Mean of `by` x `by` samples that lie `step` bytes apart. */
static void shrink_plane(const uint8_t *from, int stride, int step, int by, uint8_t *to, int width, int height)
{
    int share = 65536 / (by * by);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint8_t *first = from + (ptrdiff_t)y * by * stride + (ptrdiff_t)x * by * step;
            int sum = 0;
            for (int v = 0; v < by; v++)
                for (int u = 0; u < by; u++)
                    sum += first[(ptrdiff_t)v * stride + (ptrdiff_t)u * step];
            *to++ = (uint8_t)((sum * share + 32768) >> 16);
        }
}

/* A frame shrunk by a whole number, in `memory` of the caller. Before colours are made: there is less to make. */
static struct frame shrunk(const struct frame *f, int by, uint8_t *memory)
{
    struct frame s = *f;
    s.width = f->width / by & ~1; /* so that no chroma is asked for that is not there */
    s.height = f->height / by & ~1;
    s.format = PIXEL_I420;
    shrink_plane(f->plane[0], f->stride[0], 1, by, memory, s.width, s.height);
    s.plane[0] = memory;
    s.stride[0] = s.width;
    for (int c = 1; c <= 2; c++) {
        bool woven = f->format == PIXEL_NV12;
        uint8_t *to = memory + (size_t)s.width * (size_t)s.height * (size_t)(3 + c) / 4;
        shrink_plane(woven ? f->plane[1] + c - 1 : f->plane[c], f->stride[woven ? 1 : c], woven ? 2 : 1, by, to,
                     s.width / 2, s.height / 2);
        s.plane[c] = to;
        s.stride[c] = s.width / 2;
    }
    return s;
}

/* RGB, shrunk by a whole number. malloc'd. */
static uint8_t *rgb_of(const struct frame *f, int by, int *width, int *height)
{
    uint8_t *memory = by > 1 ? malloc((size_t)f->width * (size_t)f->height) : NULL; /* a half of it is used */
    struct frame s = memory ? shrunk(f, by, memory) : *f;
    *width = s.width;
    *height = s.height;
    uint8_t *rgb = malloc((size_t)s.width * (size_t)s.height * 3);
    for (int y = 0; rgb && y < s.height; y++)
        picture_row_rgb(&s, y, rgb + (size_t)y * (size_t)s.width * 3);
    free(memory);
    return rgb;
}

unsigned char *pictures_jpeg(const struct frame *frame, int width, int quality, size_t *size)
{
    int by = width > 0 && width < frame->width ? (frame->width + width - 1) / width : 1, w, h;
    uint8_t *rgb = rgb_of(frame, by < SMALLEST ? by : SMALLEST, &w, &h);
    unsigned char *jpeg = NULL, *copy = NULL;
    unsigned long bytes = 0;
    tjhandle tj = rgb ? tjInitCompress() : NULL;
    if (tj && !tjCompress2(tj, rgb, w, 0, h, TJPF_RGB, &jpeg, &bytes, TJSAMP_420, quality, TJFLAG_FASTDCT)) {
        copy = malloc(bytes);
        if (copy)
            memcpy(copy, jpeg, bytes);
        *size = bytes;
    }
    tjFree(jpeg);
    if (tj)
        tjDestroy(tj);
    free(rgb);
    return copy;
}
