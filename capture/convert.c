/* SPDX-License-Identifier: Apache-2.0 */
#include "convert.h"

#include "err.h"

#include <turbojpeg.h>

#include <stdlib.h>
#include <string.h>

/* ---- YUYV ------------------------------------------------------------------------------------------------------ */

void convert_yuyv_plain(const uint8_t *yuyv, int stride, const struct convert_planes *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            to->plane[0][(ptrdiff_t)y * to->stride[0] + x] = yuyv[(ptrdiff_t)y * stride + 2 * x];
    for (int y = 0; y < (to->height + 1) / 2; y++)
        for (int x = 0; x < to->width / 2; x++)
            for (int c = 0; c < 2; c++) {
                const uint8_t *a = yuyv + (ptrdiff_t)2 * y * stride + 4 * x + 1 + 2 * c;
                int below = 2 * y + 1 < to->height ? a[stride] : a[0];
                to->plane[1 + c][(ptrdiff_t)y * to->stride[1 + c] + x] = (uint8_t)((a[0] + below + 1) >> 1);
            }
}

/* Two rows at once, so that each byte of the source is read once. The compiler vectorises it: four strided loads. */
static void yuyv_rows(const uint8_t *restrict a, const uint8_t *restrict b, uint8_t *restrict ya, uint8_t *restrict yb,
                      uint8_t *restrict u, uint8_t *restrict v, int pairs)
{
    for (int i = 0; i < pairs; i++) {
        ya[2 * i] = a[4 * i];
        ya[2 * i + 1] = a[4 * i + 2];
        yb[2 * i] = b[4 * i];
        yb[2 * i + 1] = b[4 * i + 2];
        u[i] = (uint8_t)((a[4 * i + 1] + b[4 * i + 1] + 1) >> 1);
        v[i] = (uint8_t)((a[4 * i + 3] + b[4 * i + 3] + 1) >> 1);
    }
}

static void yuyv_last_row(const uint8_t *a, uint8_t *y, uint8_t *u, uint8_t *v, int pairs)
{
    for (int i = 0; i < pairs; i++) {
        y[2 * i] = a[4 * i];
        y[2 * i + 1] = a[4 * i + 2];
        u[i] = a[4 * i + 1];
        v[i] = a[4 * i + 3];
    }
}

void convert_yuyv(const uint8_t *yuyv, int stride, const struct convert_planes *to)
{
    int pairs = to->width / 2, rows = to->height / 2;
    for (int r = 0; r < rows; r++) {
        const uint8_t *a = yuyv + (ptrdiff_t)2 * r * stride;
        uint8_t *y = to->plane[0] + (ptrdiff_t)2 * r * to->stride[0];
        yuyv_rows(a, a + stride, y, y + to->stride[0], to->plane[1] + (ptrdiff_t)r * to->stride[1],
                  to->plane[2] + (ptrdiff_t)r * to->stride[2], pairs);
    }
    if (to->height % 2)
        yuyv_last_row(yuyv + (ptrdiff_t)2 * rows * stride, to->plane[0] + (ptrdiff_t)2 * rows * to->stride[0],
                      to->plane[1] + (ptrdiff_t)rows * to->stride[1], to->plane[2] + (ptrdiff_t)rows * to->stride[2],
                      pairs);
}

/* ---- Motion JPEG ----------------------------------------------------------------------------------------------- */

struct convert_jpeg {
    tjhandle handle;
    int width, height;
    uint8_t *chroma[2]; /* full size each: for subsamplings that need one more step */
};

int convert_jpeg_open(struct convert_jpeg **out, int width, int height)
{
    *out = NULL;
    struct convert_jpeg *j = calloc(1, sizeof *j);
    if (!j)
        return ERR_MEMORY;
    *j = (struct convert_jpeg){.handle = tjInitDecompress(), .width = width, .height = height};
    for (int i = 0; i < 2; i++)
        j->chroma[i] = malloc((size_t)(width + 16) * (size_t)(height + 16));
    if (!j->handle || !j->chroma[0] || !j->chroma[1]) {
        convert_jpeg_close(&j);
        return ERR_MEMORY;
    }
    *out = j;
    return 0;
}

void convert_jpeg_close(struct convert_jpeg **j)
{
    if (!*j)
        return;
    if ((*j)->handle)
        tjDestroy((*j)->handle);
    free((*j)->chroma[0]);
    free((*j)->chroma[1]);
    free(*j);
    *j = NULL;
}

static int decode(struct convert_jpeg *j, const uint8_t *data, size_t bytes, uint8_t *plane[3], int stride[3])
{
    if (!tjDecompressToYUVPlanes(j->handle, data, (unsigned long)bytes, plane, j->width, stride, j->height, 0))
        return 0;
    /* Cameras pad and mark sloppily; a warning still gives the whole picture, an error does not. */
    return tjGetErrorCode(j->handle) == TJERR_WARNING && strstr(tjGetErrorStr2(j->handle), "extraneous") ? 0
                                                                                                         : ERR_FORMAT;
}

/* 4:2:2 and 4:4:4 to 4:2:0: the mean of each pair or square, rounded. */
static void halve_chroma(const struct convert_jpeg *j, int stride, int across, const struct convert_planes *to)
{
    for (int c = 0; c < 2; c++)
        for (int y = 0; y < (j->height + 1) / 2; y++) {
            const uint8_t *a = j->chroma[c] + (ptrdiff_t)2 * y * stride;
            const uint8_t *b = 2 * y + 1 < j->height ? a + stride : a;
            uint8_t *out = to->plane[1 + c] + (ptrdiff_t)y * to->stride[1 + c];
            for (int x = 0; x < (j->width + 1) / 2; x++) {
                int l = x * across, r = across == 2 && l + 1 < j->width ? l + 1 : l;
                out[x] = (uint8_t)((a[l] + a[r] + b[l] + b[r] + 2) >> 2);
            }
        }
}

static void grey_chroma(const struct convert_planes *to)
{
    for (int c = 1; c < 3; c++)
        for (int y = 0; y < (to->height + 1) / 2; y++)
            memset(to->plane[c] + (ptrdiff_t)y * to->stride[c], 128, (size_t)(to->width + 1) / 2);
}

int convert_jpeg(struct convert_jpeg *j, const uint8_t *data, size_t bytes, const struct convert_planes *to)
{
    int width, height, sampling, space;
    if (tjDecompressHeader3(j->handle, data, (unsigned long)bytes, &width, &height, &sampling, &space) ||
        width != j->width || height != j->height)
        return ERR_FORMAT;
    uint8_t *plane[3] = {to->plane[0], to->plane[1], to->plane[2]};
    int stride[3] = {to->stride[0], to->stride[1], to->stride[2]}, err;
    switch (sampling) {
    case TJSAMP_420:
        return decode(j, data, bytes, plane, stride);
    case TJSAMP_422:
    case TJSAMP_444:
        plane[1] = j->chroma[0];
        plane[2] = j->chroma[1];
        stride[1] = stride[2] = width + 16;
        err = decode(j, data, bytes, plane, stride);
        if (!err)
            halve_chroma(j, width + 16, sampling == TJSAMP_444 ? 2 : 1, to);
        return err;
    case TJSAMP_GRAY:
        grey_chroma(to);
        return decode(j, data, bytes, plane, stride);
    default:
        return ERR_FORMAT;
    }
}
