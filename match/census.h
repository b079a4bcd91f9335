/* SPDX-License-Identifier: Apache-2.0 */
/* census.h: do the balls on the table agree with the match? Whatever a stroke left must lie there before the next one.
 * What does not was moved, taken or brought back while nobody looked: then a stroke may have been missed, and a call on
 * such a state is a question. Used by keeper.c. */
#pragma once

#include "hand.h"
#include "setup.h"

/* Balls that only their places tell apart: reds, and the yellows of English pool. */
ball_mask census_alike(const struct scenario *now);

/* Where balls were, {ball: [x, y]}: at rest before the stroke, and those that only its events tell of. New reference.
 */
json_t *census_places(const json_t *position, const json_t *events);

/* What the balls of a stroke are called in the match. Balls that look alike are numbered by the camera's program; one
 * that it lost and found again has another number: when the balls of a kind that lie there are not those that should,
 * they are told by their places anew, and `kept` changes. A ball that is not in play but lies exactly where one in play
 * has gone missing is that one, for this stroke: its colour or number was misread. */
struct setup_names census_names(struct setup_names *kept, const struct scenario *now, const json_t *position,
                                const json_t *events);

/* Nobody brings a ball while others roll: where one has gone in the stroke and nobody saw it leave, and one has come
 * that was off the table, it is the same, and its colour or number was misread: `names` says so for this stroke. So it
 * is where one has come that lies just where another is said to have fallen. */
void census_renamed(struct setup_names *names, const struct scenario *now, const json_t *stroke, const json_t *position,
                    const json_t *events);

/* The position without balls that are not in play, took no part in the stroke and are gone after it (`rest`): a hand or
 * a sleeve was taken for a ball. New reference. */
json_t *census_position(const struct scenario *now, const json_t *position, const json_t *events, const json_t *rest);

struct census {
    json_t *noticed; /* what a person should look at, in words; NULL: nothing. New reference */
    json_t *back;    /* balls that lie there although the match has them off the table; NULL: none. New reference */
    bool strange;    /* so much that the next ruling is a question */
    bool hand;       /* it may have been no stroke at all, but a hand */
};

/* The `stroke` line, the `position` before it and the camera's `events` since the last one; `respot` of the ruling
 * before it. `exact`: whoever tells it knows all places exactly and has overlooked nothing. */
struct census census_take(const struct scenario *now, const json_t *stroke, const json_t *position,
                          const json_t *events, const json_t *respot, enum hand hand, bool exact);
void census_clear(struct census *census);

/* The events; pots of balls that lie where they fell are in doubt. Without those of balls that are neither in play nor
 * `back`, without those of balls that hands took or put back, and without falls long before the strike: they are of a
 * stroke that nobody saw, not of this one. Balls at `position` that are gone may have been potted. New reference. */
json_t *census_events(const struct scenario *now, const json_t *stroke, const json_t *position, const json_t *events,
                      const json_t *back);

/* The stroke without the ends of balls that are neither in play nor `back`. New reference. */
json_t *census_stroke(const struct scenario *now, const json_t *stroke, const json_t *back);
