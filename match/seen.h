/* SPDX-License-Identifier: Apache-2.0 */
/* seen.h: what the camera told of a stroke, as the journal keeps it. Used by keeper.c. */
#pragma once

#include "clock.h"
#include "match.h"

/* What no number of frames averages away, mm, when the calibration gives a ball at the worst place of the bed an error
 * of `worst` (0: not known): `near`, of a ball against its neighbours; `shared`, of all of them against lines and
 * spots. */
struct seen_error {
    double near, shared;
};
struct seen_error seen_error(double worst);

/* The facts of a `stroke` line and the events that were told before it, in the time of the journal, which is `offset`
 * later; with what a referee takes as nominated and what the clocks say. New reference. */
json_t *seen_stroke(const struct match *match, const struct clock *clock, const json_t *line, const json_t *events,
                    double offset);

/* How well balls are known after the stroke: no better than the calibration allows. */
void seen_rest(json_t *stroke, const struct seen_error *error);

/* Moves a time in an object by so many seconds. */
void seen_shift(json_t *object, const char *key, double by);
