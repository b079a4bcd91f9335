/* SPDX-License-Identifier: Apache-2.0 */
/* acts.h: the one table of what officials and players may enter, whatever way they enter it. Used by match.c and
 * infer.c. */
#pragma once

#include "scenario.h"

/* What an act does when its turn comes in the fold: one of these, or nothing. Owned; see acts_effect_clear. */
struct acts_effect {
    json_t *stroke; /* is judged: a decision, an infringement before the stroke */
    json_t *await;  /* belongs to the stroke to come: a nomination, a call */
    json_t *set;    /* corrects the state */
    bool new_frame;
    bool swap; /* the other side is at the table */
};

int acts_effect(const json_t *entry, struct acts_effect *effect, char error[SCENARIO_ERROR_BYTES]);
void acts_effect_clear(struct acts_effect *effect);

/* What people enter: whether every parameter that is there can be meant. A nomination that cannot would only be found
 * when the stroke it belongs to is judged, and cost that stroke. Lines on file are read as they are. */
bool acts_make_sense(const json_t *act, const struct scenario *now, char error[SCENARIO_ERROR_BYTES]);

/* Changes that this act makes to the stroke entry `seq`; NULL: none. New reference. */
json_t *acts_amendment(const json_t *entry, int seq);

/* The entry that an act changes (amend, flag, miss, undo); 0 when it looks ahead. */
int acts_target(const json_t *entry);

/* The entry that an act takes back; 0 for any other act. */
int acts_undoes(const json_t *entry);
