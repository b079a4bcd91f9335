/* SPDX-License-Identifier: Apache-2.0 */
/* film_truth.h: what is known of a film (CLIP.json of `whiteglove simulate --truth`, or of a rendered clip), stroke by
 * stroke, for scoring. */
#pragma once

#include "score.h"

struct film_stroke {
    double strike_t, until; /* s; the next stroke begins at `until` */
    struct score_truth truth;
};

struct film_truth {
    char table[40]; /* kind */
    const struct ball_set *set;
    double fps;
    double rolling_s; /* of its camera's shutter, from the first to the last row */
    bool drawn;       /* it says what the film is made from (film_recipe.h) */
    int strokes_n;
    struct film_stroke *strokes;
    struct event *events; /* of all strokes */
};

/* 0, ERR_NOT_FOUND, ERR_FORMAT, ERR_MEMORY. film_truth_free after 0. Names of strokes begin with `name`. */
int film_truth_read(struct film_truth *truth, const char *path, const char *name);
void film_truth_free(struct film_truth *truth);
