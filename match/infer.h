/* SPDX-License-Identifier: Apache-2.0 */
/* infer.h: what goes without saying. Used by keeper.c and what it asks. */
#pragma once

#include "match.h"

/* Acts in a row before one stroke: a frame ends, the next one starts. */
enum { INFERRED_MAX = 4 };

/* The act that a player makes by playing the next stroke without a word, marked `inferred`; NULL: none is needed.
 * `position` is where the balls lie before it, {ball: [x, y]}: of several choices it shows which was made (balls put
 * back where they were before a miss, a cue-ball carried to baulk), and who racks them again has given up the frame.
 * New reference. */
json_t *infer_act(const struct match *match, const json_t *position);

/* Makes the choice of those in `offered` that goes without saying; false: none does. */
bool infer_choice(struct scenario *now, option_mask offered, const json_t *position);

/* The match as it stands for a player who plays on without a word; false: balls are racked before that. */
bool infer_play_on(const struct match *match, const json_t *position, struct scenario *then);

/* The last ruling that stands; NULL: none yet. Borrowed. */
const json_t *infer_last_ruling(const struct match *match);

/* The last stroke, if people have entered nothing since; 0: none. */
int infer_last_told(const struct match *match);

/* Nobody can play before the balls are racked again. */
bool infer_racking_due(const struct match *match);

/* The last ruling offers to take the cue-ball in hand, or to have it put back. */
bool infer_in_hand_offered(const struct match *match);

/* The balls are racked again after a frame; NULL: there is no further frame, or this one is not over. New reference. */
json_t *infer_new_frame(const struct match *match);

/* The word for what a player has named by playing at it, where a colour must be named and nobody said which; NULL: it
 * need not be, or nothing was hit. `stroke` has the facts of the stroke. */
const char *infer_nomination(const struct match *match, const json_t *stroke);

/* The act with what was left out: `of` is the last entry it can mean, `as` of a `settle` becomes what it settles.
 * New reference, or NULL with the reason in `error`. */
json_t *infer_target(const struct match *match, const json_t *act, char error[SCENARIO_ERROR_BYTES]);
