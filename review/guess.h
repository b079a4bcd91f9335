/* SPDX-License-Identifier: Apache-2.0 */
/* guess.h: a recording that starts in the middle of a frame: what stood when it began? What is on the table is seen;
 * whose turn it is, the score and the ball on are guessed from what was then played, and must be confirmed. */
#pragma once

#include "rules.h"

#include <jansson.h>

/* What a person says of it; NULL and negative: nothing. */
struct guess_given {
    const char *on; /* "red", "colour", or a ball */
    const char *striker;
    const char *balls; /* on the table, as guess_balls reads them */
    int score[2];      /* of A and B */
    bool opening;      /* it is the start of a frame, whatever it looks like */
    ball_mask ever;    /* balls that were seen at any time of the recording: they lay there, hidden or not */
};

/* "red:6,blue,pink,black": the balls on the table besides the cue-ball. Balls that look alike are told by how many
 * there are, without a number all that are in `seen`; those in `seen` first. False: there is no such ball. */
bool guess_balls(const struct ball_set *set, const char *text, ball_mask seen, ball_mask *balls);

/* {"state": for the act `set`, "guessed": [what of it is a guess], "why": in words, "confirmed": bool}, or
 * {"opening": true, …} when the frame has just begun. `position` is the first line of that type, `stroke` the first
 * stroke line, NULL without one. New reference. */
json_t *guess_setup(const struct game *game, const json_t *position, const json_t *stroke,
                    const struct guess_given *given);
