/* SPDX-License-Identifier: Apache-2.0 */
/* words.h: acts as people type them, one a line, by the same table as everywhere (match_acts):
 *
 *   nominate pink        choose play_left Ann       call 8 TL        call safety
 *   undo                 undo 12                    flag feet        flag 7 push_stroke:red
 *   accept               settle 2                   settle 7 2       miss judged=no
 *   pause                clock shot_s=0             set {"scores":{"A":12,"B":7}}
 *
 * Parameters come in the order of the table or as name=value. A number in front of what was not asked for is `of`, the
 * entry that is meant; without it the last one is. A line that begins with { is the act as JSON.
 */
#pragma once

#include "scenario.h"

/* The act, without `of` where it was left out. New reference, or NULL with the reason in `error`. */
json_t *words_act(const char *line, char error[SCENARIO_ERROR_BYTES]);
