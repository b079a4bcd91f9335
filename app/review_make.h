/* SPDX-License-Identifier: Apache-2.0 */
/* review_make.h: from a recording to a folder that can be reviewed: see, follow, guess what stood, judge. */
#pragma once

#include "guess.h"
#include "scenario.h"

struct review_order {
    const char *video, *folder;
    const char *game, *edition;
    const char *table, *size; /* kind, or LxW in mm; NULL: the game's usual one, then any that fits */
    double ball;
    const char *calibration; /* file; NULL: found in the picture */
    const char *players;     /* "A,B"; NULL: so */
    struct guess_given given;
};

/* The folder has a review of this very recording. */
bool review_made(const struct review_order *order);

/* An exit code; what went wrong has been said. Nothing is left half-made: review.json is written last. */
int review_make(const struct review_order *order);

/* Judges the recording of a folder anew from what was followed, with another setup (the object that guess_setup gives).
 * Acts that people entered are entered again. 0, or an error with the reason. */
int review_judge(const char *folder, const json_t *setup, char error[SCENARIO_ERROR_BYTES]);
