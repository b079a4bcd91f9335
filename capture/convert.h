/* SPDX-License-Identifier: Apache-2.0 */
/* convert.h: the two camera formats that are not 4:2:0 planes already, into I420. Everything else is lent as it is. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Destination of both: planes of at least this size, width and height of the Y plane. */
struct convert_planes {
    uint8_t *plane[3];
    int stride[3];
    int width, height;
};

/* YUYV (4:2:2, packed) to I420: luma copied, chroma of two rows averaged, rounded up. Width is even, as YUYV demands;
 * with an odd height the last chroma row is that of the last row alone. Destination rows are tight: the function may
 * write up to the end of a row, never past it. */
void convert_yuyv(const uint8_t *yuyv, int stride, const struct convert_planes *to);

/* Reference for the above: plain, one pixel after the other. */
void convert_yuyv_plain(const uint8_t *yuyv, int stride, const struct convert_planes *to);

/* Motion JPEG by libjpeg-turbo, which gives the planes without going through RGB: half the time of decoding to RGB,
 * and the luma is exactly the camera's. Chosen over GStreamer's jpegdec, which is the same library behind a pipeline
 * with its own threads and buffers. 4:2:0, 4:2:2, 4:4:4 and grey. */
struct convert_jpeg;
int convert_jpeg_open(struct convert_jpeg **j, int width, int height);
void convert_jpeg_close(struct convert_jpeg **j);

/* 0; ERR_FORMAT when it is damaged or of another size. */
int convert_jpeg(struct convert_jpeg *j, const uint8_t *data, size_t bytes, const struct convert_planes *to);
