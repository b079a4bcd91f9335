/* SPDX-License-Identifier: Apache-2.0 */
/* picture.h: a frame as a PNG file, in the colours the source meant. */
#pragma once

#include "frame.h"

/* "-" is standard output. 0 or ERR_*; a failed write leaves no file behind. */
int picture_write_png(const char *path, const struct frame *frame);

/* One row of RGB, 3 * width bytes. Chroma is taken from the nearest sample. */
void picture_row_rgb(const struct frame *frame, int y, uint8_t *rgb);
