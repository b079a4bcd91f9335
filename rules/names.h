/* SPDX-License-Identifier: Apache-2.0 */
/* names.h: worlds in which balls have each other's names. Only files of rules/ include it. */
#pragma once

#include "judging.h"

/* `which` of QUESTION_NAME. */
uint16_t names_pair(ball_id a, ball_id b);

bool names_differ(const struct world *world); /* does any ball have another name there? */
ball_id names_of(const struct world *world, ball_id ball);
void names_layout(const struct world *world, struct layout *l);
void names_facts(const struct world *world, struct facts *f);

/* Of what tracking doubts, the pairs that may have been exchanged and may matter; returns how many. */
int names_doubtful(const struct state *state, const struct stroke *stroke, const struct facts *seen,
                   struct name_doubt out[NAME_DOUBTS_MAX]);
