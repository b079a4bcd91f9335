/* SPDX-License-Identifier: Apache-2.0 */
/* jpeg.c: a frame as JPEG. Colours go through RGB: JPEG knows one matrix and full range only. */
#include "pictures.h"

#include "picture.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

/* Mean of `by` x `by` pixels. */
static void shrink_rows(const uint8_t *from, size_t pitch, uint8_t *to, int width, int by)
{
    for (int x = 0; x < width; x++)
        for (int c = 0; c < 3; c++) {
            int sum = 0;
            for (int v = 0; v < by; v++)
                for (int u = 0; u < by; u++)
                    sum += from[(size_t)v * pitch + (size_t)(x * by + u) * 3 + (size_t)c];
            to[x * 3 + c] = (uint8_t)(sum / (by * by));
        }
}

/* RGB, shrunk by a whole number. malloc'd. */
static uint8_t *rgb_of(const struct frame *f, int by, int *width, int *height)
{
    size_t pitch = (size_t)f->width * 3;
    *width = f->width / by;
    *height = f->height / by;
    uint8_t *rgb = malloc((size_t)*width * (size_t)*height * 3), *band = malloc(pitch * (size_t)by);
    for (int y = 0; rgb && band && y < *height; y++) {
        uint8_t *row = rgb + (size_t)y * (size_t)*width * 3;
        for (int i = 0; i < by; i++)
            picture_row_rgb(f, y * by + i, by == 1 ? row : band + (size_t)i * pitch);
        if (by > 1)
            shrink_rows(band, pitch, row, *width, by);
    }
    free(band);
    return rgb;
}

unsigned char *pictures_jpeg(const struct frame *frame, int width, int quality, size_t *size)
{
    int by = width > 0 && width < frame->width ? (frame->width + width - 1) / width : 1, w, h;
    uint8_t *rgb = rgb_of(frame, by, &w, &h);
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
