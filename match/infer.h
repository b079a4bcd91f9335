/* SPDX-License-Identifier: Apache-2.0 */
/* infer.h: what goes without saying. Used by keeper.c only. */
#pragma once

#include "match.h"

/* Acts in a row before one stroke: a frame ends, the next one starts. */
enum { INFERRED_MAX = 4 };

/* The act that a player makes by playing the next stroke without a word, marked `inferred`; NULL: none is needed.
 * `position` is where the balls lie before it, {ball: [x, y]}: who racks them again has given up the frame.
 * New reference. */
json_t *infer_act(const struct match *match, const json_t *position);

/* The act with what was left out: `of` is the last entry it can mean, `as` of a `settle` becomes what it settles.
 * New reference, or NULL with the reason in `error`. */
json_t *infer_target(const struct match *match, const json_t *act, char error[SCENARIO_ERROR_BYTES]);
