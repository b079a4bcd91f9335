/* SPDX-License-Identifier: Apache-2.0 */
/* pictures.h: the pictures of a recording by number, in any order, each exactly the one that was refereed.
 *
 * 1. pictures_open succeeded: call pictures_close.
 * 2. A frame is lent until pictures_release; any thread may ask, one at a time is served.
 * 3. Forwards nothing is decoded twice; a step back decodes a few pictures at once and keeps them; a jump decodes from
 *    the whole picture before it.
 */
#pragma once

#include "frame.h"
#include "rows.h"

struct pictures;

/* `rows` tells the time of each frame, and stays the caller's for as long. 0, ERR_NOT_FOUND, ERR_FORMAT (no video in
 * it), ERR_UNSUPPORTED, ERR_MEMORY. */
int pictures_open(struct pictures **p, const char *path, const struct rows *rows);
void pictures_close(struct pictures **p);

/* Frame `n`. 0; ERR_RANGE: the recording has no such frame; ERR_FORMAT: it cannot be decoded; ERR_TIMEOUT. */
int pictures_get(struct pictures *p, int64_t n, struct frame *frame);
void pictures_release(struct pictures *p, struct frame *frame);

/* A frame as JPEG, at most `width` pixels wide (0: as it is; never below a sixteenth), in the colours the source meant.
 * malloc'd; NULL: out of memory. */
unsigned char *pictures_jpeg(const struct frame *frame, int width, int quality, size_t *size);
