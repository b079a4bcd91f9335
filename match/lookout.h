/* SPDX-License-Identifier: Apache-2.0 */
/* lookout.h: between strokes, are the balls put where they belong, and is a new frame set up? Time comes in with what
 * was seen; nobody is told of what a hand is still doing. Used by keeper.c. */
#pragma once

#include "setup.h"

#define LOOKOUT_OFF_S     3.0  /* a ball that lies wrong this long is mentioned: a hand has had its time */
#define LOOKOUT_MISSING_S 12.0 /* a ball not there for this long: pockets are emptied, balls are cleaned */
#define LOOKOUT_RACKED_S  2.0  /* balls racked this long start the next frame */

struct lookout {
    double off_since[BALL_IDS], missing_since[BALL_IDS]; /* 0: it is in order */
    ball_mask told_off, told_missing;
    double racked_since;
};

/* A stroke was played or something was entered: whatever was wrong is judged anew. */
void lookout_reset(struct lookout *lookout);

/* What is to be mentioned now, in words; NULL: nothing new. The balls lie at `position` at time t. New reference. */
json_t *lookout_see(struct lookout *lookout, const struct scenario *now, const json_t *position, double t);

/* All balls of a frame lie there, and have for a while. */
bool lookout_racked(struct lookout *lookout, const struct scenario *now, const json_t *position, double t);

/* Nothing moves in this `frame` line. */
bool lookout_all_rest(const json_t *frame);
