/* SPDX-License-Identifier: Apache-2.0 */
/* falls.h: a ball fell into a pocket and nobody had played. By itself, it is put back; touched or struck with the cue,
 * it is a foul: a person is asked at once, before others play on. Used by keeper.c. */
#pragma once

#include "scenario.h"

/* The first ball in play that fell, in events since the last stroke, and does not lie at `places`. BALL_NONE: none.
 * `in_hand`: the cue-ball is, or may be taken so: nobody minds where it is picked up. */
ball_id falls_find(const struct scenario *now, bool in_hand, const json_t *events, const json_t *places);

/* What is entered of it at time t of the match, which is `offset` ahead of the camera's: an entry of the camera whose
 * ruling is a question. New reference. */
json_t *falls_entry(const struct scenario *now, ball_id ball, const json_t *events, const json_t *position, double t,
                    double offset);
