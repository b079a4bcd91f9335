/* SPDX-License-Identifier: Apache-2.0 */
/* match.h: the match as the fold of its journal. Entries go in, rulings come out; undo, correction, recovery and replay
 * are all the same thing: fold again.
 *
 * Entries are journal lines of these types:
 *   match    the first: game, edition, players, frames, games, aggregate, opener
 *   stroke   what the camera saw: {"stroke": {…}} in the words of scenario.h
 *   act      what an official or player entered: {"act": NAME, …}, see match_acts
 *   clock    a clock reached a limit: {"stroke": {"event": "clock", …}}
 * Lines of type `ruling` are what followed; they are compared, never folded.
 *
 * 1. match_open succeeded: call match_close.
 * 2. An entry that is refused changes nothing.
 */
#pragma once

#include "contest.h"
#include "scenario.h"

struct match;

int match_open(struct match **match);
void match_close(struct match **match);

/* Folds one entry in. On success *ruling is a new `ruling` line, or NULL when nothing was to be ruled (a nomination).
 * `error` says what was refused. */
int match_apply(struct match *match, const json_t *entry, json_t **ruling, char error[SCENARIO_ERROR_BYTES]);

/* A line of the journal on the way back in: entries are folded, rulings compared with what follows now. */
int match_reread(struct match *match, const json_t *line, char error[SCENARIO_ERROR_BYTES]);

/* Rulings on file that do not follow from the entries any more, and the entry of the first of them. */
size_t match_divergences(const struct match *match, int *first_seq);

/* The last ruling when the journal ends before it (a crash between the two lines); NULL: nothing is missing. */
json_t *match_unwritten(struct match *match);

/* What stands now. NULL before the `match` entry. */
const struct scenario *match_now(const struct match *match);
const struct contest *match_contest(const struct match *match);

/* Number for the next entry. */
int match_next_seq(const struct match *match);

/* The acts, for help, panel and line protocol; ended by a NULL name. */
struct match_act {
    const char *name, *parameters, *meaning;
};
const struct match_act *match_acts(void);
