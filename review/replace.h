/* SPDX-License-Identifier: Apache-2.0 */
/* replace.h: putting balls back: which of the balls that are seen belongs where, and what is left to do. */
#pragma once

#include "calibrate.h"
#include "event.h"

#include <jansson.h>

enum { REPLACE_SEEN = 64 };

#define REPLACE_MISREAD 400.0 /* mm, for a number that was read with 99 % */
#define REPLACE_SURE    0.9   /* a number read with less must be read by eye */
#define REPLACE_OTHER   2e4   /* mm: a ball that is known to be another one is taken only where there is no other way */

/* A ball as it lies now. */
struct replace_seen {
    struct vec2 at; /* mm */
    double sd;
    enum ball_kind kind;
    uint8_t number; /* numbered pool; 0 else */
    double p;       /* how sure that number is, 0..1 */
    int64_t since;  /* frame in which it was first seen there, from 1 */
    ball_id known;  /* which ball it is, as it was followed here (identity.h); 0: only what it looks like is known */
    bool contested; /* taken for `known` only because it lay in its place at first, though another number is read on it
                     */
};

enum replace_state {
    REPLACE_NONE,
    REPLACE_MISSING, /* not on the table, or hidden */
    REPLACE_MOVE,    /* lies elsewhere */
    REPLACE_CLOSE,   /* too near its tolerance to be told: its error is as large as what is left */
    REPLACE_THERE,
};

struct replace_row {
    ball_id ball;
    enum replace_state state;
    struct vec2 wanted, at; /* mm; `at` only where it is seen */
    struct vec2 move;       /* what is left, mm */
    double left;            /* its length */
    double sd;
    bool doubt; /* read as another number, or hardly: whether it is the right ball must be read on it by eye */
};

struct replace_list {
    int n; /* balls that are wanted */
    struct replace_row row[BALL_IDS];
    int extra_n; /* balls that lie where nothing was */
    struct vec2 extra[REPLACE_SEEN];
    bool placed; /* all places have a ball, and nothing else lies there */
    bool done;   /* and no number is in doubt */
};

const char *replace_state_word(enum replace_state state); /* "missing", "move", "close", "there" */

/* Each wanted ball gets the seen ball of its own look that makes the sum of all distances least. Balls that look alike
 * are interchangeable; another number than was recorded costs a way that grows with how surely it was read, up to
 * REPLACE_MISREAD. A ball that is known from before is that one whatever it looks like. `tolerance` mm: within it a
 * ball is in its place. */
struct replace_list replace_compare(const struct ball_set *set, const struct layout *wanted,
                                    const struct replace_seen *seen, int n, double tolerance);

/* Which way in the picture and on the table: "12 mm towards the top cushion and left". Writes at most `size` bytes. */
const char *replace_words(const struct replace_row *row, char *text, size_t size);

/* {"balls": [{"ball", "state", "wanted", "at", "move", "left", "sd", "px"}], "extra", "placed", "done"}; `camera` NULL:
 * without `px`. New reference. */
json_t *replace_json(const struct ball_set *set, const struct replace_list *list, const struct calibration *camera);
