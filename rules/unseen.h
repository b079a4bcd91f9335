/* SPDX-License-Identifier: Apache-2.0 */
/* unseen.h: balls in play that are not to be seen, green on green perhaps, or under an arm. */
#pragma once

#include "rules.h"

/* Those that were not found before the stroke, of which nobody can say that the stroke left them alone: one of them may
 * have been hit. */
ball_mask unseen_at_risk(const struct state *state, const struct stroke *stroke, const struct event *events,
                         size_t count);

/* Where each ball lies after a stroke, as well as is known: seen there or put there, or where it was before and nothing
 * came near. */
struct layout unseen_after(const struct state *state, const struct stroke *stroke, const struct event *events,
                           size_t count, const struct state *next);
