/* SPDX-License-Identifier: Apache-2.0 */
/* hindsight.h: what the table shows before a stroke of what the last one left in doubt. Used by keeper_lines.c. */
#pragma once

#include "match.h"

/* A ball of which nobody saw where it went, and which nobody finds again until the next stroke, has gone: the act that
 * says so of the last stroke, marked `inferred`, or NULL. What people said of that stroke stands. `position` is where
 * the balls lie before the stroke at time t, {ball: [x, y]}. New reference. */
json_t *hindsight_gone(const struct match *match, const json_t *position, double t);

/* One of many balls alike that was seen neither before nor after the last strokes, nor lies there now, is not on the
 * table, whenever it went: the act that says so, marked `inferred`, or NULL. New reference. */
json_t *hindsight_miscounted(const struct match *match, const json_t *position, double t);
