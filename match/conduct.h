/* SPDX-License-Identifier: Apache-2.0 */
/* conduct.h: players know what happened. What the last stroke left open, and nobody has answered, is told by what is
 * played next. Used by keeper_lines.c. */
#pragma once

#include "match.h"

struct conduct {
    json_t *settles; /* the act that rules the last stroke otherwise, marked `inferred`; NULL: none. New reference */
    bool asked;      /* what is played now tells of a stroke before it, which proves nothing: it is a question too */
};

/* A stroke at time t that is a foul as the last one was judged, and none as it may have been. */
struct conduct conduct_see(const struct match *match, const json_t *stroke, const json_t *position, double t);
