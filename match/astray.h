/* SPDX-License-Identifier: Apache-2.0 */
/* astray.h: which ball in play has left its place although nobody had played? A ball that falls by itself is put back;
 * touched or struck with the cue, it is a foul. A cue-ball that seems to be taken up may have been driven off the table
 * faster than anybody saw. A person is asked at once, before others play on. Used by keeper_lines.c. */
#pragma once

#include "scenario.h"

/* The first ball in play that left, in events since the last stroke, and by `places` does not lie where it lay.
 * BALL_NONE: none. `in_hand`: the cue-ball is, or may be taken so, or balls may be put back: nobody minds what hands
 * pick up then, unless it had not moved and lies elsewhere now. */
ball_id astray_find(const struct scenario *now, bool in_hand, const json_t *events, const json_t *places);

/* What is entered of it at time t of the match, which is `offset` ahead of the camera's: an entry of the camera whose
 * ruling is a question. New reference. */
json_t *astray_entry(const struct scenario *now, ball_id ball, const json_t *events, const json_t *position,
                     const json_t *places, double t, double offset);
