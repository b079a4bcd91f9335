/* SPDX-License-Identifier: Apache-2.0 */
/* show_enter.h: an act of a person, into the journal of a match that nobody else keeps at the moment. */
#pragma once

#include "scenario.h"

/* Opens the journal, folds it, adds the act and its ruling, and closes it: a referee can start at any time. 0; ERR_BUSY
 * when a referee has it open, or when the match has moved on since `after`; else why it was refused. `text` is for the
 * person. */
int show_enter(const char *path, const json_t *act, char text[SCENARIO_ERROR_BYTES]);

/* A line of the journal that a match understands; readers skip the others. */
bool show_is_known(const json_t *line);
