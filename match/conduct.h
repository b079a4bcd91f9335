/* SPDX-License-Identifier: Apache-2.0 */
/* conduct.h: players know what happened. What was left open, and nobody has answered, is told by what is played next.
 * Used by keeper_lines.c. */
#pragma once

#include "match.h"

struct conduct {
    json_t *settles; /* the act that rules an earlier stroke otherwise, marked `inferred`; NULL: none. New reference */
    bool asked; /* what is played now tells of a stroke before it, of which nothing is known: it is a question too */
};

/* A stroke at time t that fits the match better as it may stand than as it stands. */
struct conduct conduct_see(const struct match *match, const json_t *stroke, const json_t *position, double t);
