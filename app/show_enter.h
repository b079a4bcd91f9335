/* SPDX-License-Identifier: Apache-2.0 */
/* show_enter.h: an act of a person, into the journal of a match that nobody else keeps at the moment. */
#pragma once

#include "match.h"

/* Takes the match up, enters the act with all that follows from it, and lets go: a referee can start at any time. 0;
 * ERR_BUSY when a referee has it open, when it is not ours to write, or when the match has moved on since the act's
 * `after`; else why it was refused. `text` is for the person. */
int show_enter(const char *journal, const json_t *act, char text[SCENARIO_ERROR_BYTES]);

/* Begins another match in the folder of this journal, as `posted`; `now` is the one that is shown. Answers as above. */
int show_new_match(const char *journal, const json_t *posted, const struct match *now, char text[SCENARIO_ERROR_BYTES]);
