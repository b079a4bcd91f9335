/* SPDX-License-Identifier: Apache-2.0 */
/* media.h: films with a number in every picture, made at test time, so that a test can say which frame it was given. */
#pragma once

#include "frame.h"

#include <stddef.h>
#include <stdint.h>

enum { MEDIA_WIDTH = 320, MEDIA_HEIGHT = 192, MEDIA_BITS = 16 };

/* Paints picture `number` (0..65535): 16 blocks of 32 px for its bits, black or white, and 16 for their opposites. */
void media_paint(uint8_t *y, int stride, int number);

/* The number in a picture of this size or larger; -1 when its two copies do not agree. */
int media_number(const struct frame *frame);

/* Encodes `count` pictures numbered from 0 with presentation times t[] (ns) through
 * "appsrc ! `pipeline` ! filesink location=path". Fails the test when that cannot be done. */
void media_make(const char *path, const char *pipeline, const ns_t *t, int count);

/* A fresh folder under the build's working folder of tests; the name of a file in it. Both live until the next call
 * with the same slot (0..7). */
const char *media_path(int slot, const char *name);

/* Whole file in memory, to be freed; and back. */
uint8_t *media_read(const char *path, size_t *bytes);
void media_write(const char *path, const void *data, size_t bytes);
