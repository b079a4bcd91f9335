/* SPDX-License-Identifier: Apache-2.0 */
/* seen.h: what the camera told of a stroke, as the journal keeps it. Used by keeper.c. */
#pragma once

#include "clock.h"
#include "match.h"

/* The facts of a `stroke` line and the events that were told before it, in the time of the journal, which is `offset`
 * later; with what a referee takes as nominated and what the clocks say. New reference. */
json_t *seen_stroke(const struct match *match, const struct clock *clock, const json_t *line, const json_t *events,
                    double offset);

/* Moves a time in an object by so many seconds. */
void seen_shift(json_t *object, const char *key, double by);
