/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h: where every ball was in every frame of a recording, and when: one row of fixed size a frame, so that an hour
 * opens at once and any frame is found by its number. Written while a recording is refereed.
 *
 * 1. rows_create succeeded: call exactly one of rows_commit and rows_discard. rows_open succeeded: call rows_close.
 * 2. The file is for the machine that wrote it; one of another kind is ERR_FORMAT, and refereeing again makes a new
 * one.
 */
#pragma once

#include "event.h"
#include "outfile.h"

struct row {
    ns_t t;                         /* of the frame, from the first */
    ball_mask known;                /* balls that were followed */
    ball_mask seen;                 /* of them, those that were found in this frame */
    float x[BALL_IDS], y[BALL_IDS]; /* mm */
};

struct rows_writer {
    struct outfile out;
};

int rows_create(struct rows_writer *w, const char *path);
void rows_add(struct rows_writer *w, const struct row *row); /* a failed write shows at commit */
int rows_commit(struct rows_writer *w);
void rows_discard(struct rows_writer *w);

struct rows {
    const struct row *row; /* row[i] is frame i */
    int64_t count;
    void *map;
    size_t size;
};

int rows_open(struct rows *rows, const char *path);
void rows_close(struct rows *rows);

/* The last frame at or before t; 0 before the first. Rows must not be empty. */
int64_t rows_at(const struct rows *rows, ns_t t);
