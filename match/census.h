/* SPDX-License-Identifier: Apache-2.0 */
/* census.h: do the balls on the table agree with the match? Whatever a stroke left must lie there before the next one.
 * What does not was moved, taken or brought back while nobody looked: then a stroke may have been missed, and a call on
 * such a state is a question. Used by keeper.c. */
#pragma once

#include "hand.h"
#include "setup.h"

/* Balls that look alike are numbered by the camera's program; one that it lost and found again has another number. When
 * the balls of a kind that lie at `position` are not those that should be there, they are told by their places anew. */
void census_names(struct setup_names *names, const struct scenario *now, const json_t *position);

struct census {
    json_t *noticed; /* what a person should look at, in words; NULL: nothing. New reference */
    json_t *back;    /* balls that lie there although the match has them off the table; NULL: none. New reference */
    bool strange;    /* so much that the next ruling is a question */
};

/* `position` before a stroke, `respot` of the ruling before it, `events` of the camera since. `exact`: whoever tells it
 * knows all places exactly and has overlooked nothing. */
struct census census_take(const struct scenario *now, const json_t *position, const json_t *respot, enum hand hand,
                          bool exact);
void census_clear(struct census *census);
