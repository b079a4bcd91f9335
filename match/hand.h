/* SPDX-License-Identifier: Apache-2.0 */
/* hand.h: was it a stroke, or a hand at the cue-ball? Tracking sees a ball start to move; only the match knows that the
 * ball is in hand and may be picked up. Used by keeper.c. */
#pragma once

#include "scenario.h"

enum hand {
    HAND_NONE,  /* a stroke */
    HAND_MAYBE, /* the cue-ball met nothing and was lifted, or was only shifted while in hand: a person is asked */
    HAND_SURE,  /* a cue-ball in hand was picked up: nothing to judge */
};

/* `stroke` is a stroke line with its facts, `events` what was told before it; `offered`: the cue-ball may be taken in
 * hand by a choice that has not been made yet. */
enum hand hand_at_cue_ball(const struct scenario *now, bool offered, const json_t *stroke, const json_t *events);
