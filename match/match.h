/* SPDX-License-Identifier: Apache-2.0 */
/* match.h: the match as the fold of its journal. Entries go in, rulings come out; undo, correction, recovery and replay
 * are all the same thing: fold again.
 *
 * Entries are journal lines of these types:
 *   match    the first: game, edition, players, frames, games, aggregate, opener; table and options as in a scenario
 *   stroke   what the camera saw: {"stroke": {…}, "position": {…}} in the words of scenario.h. The position is where
 *            the balls lay before it; `position_sd` how well that is known (mm; left out: exactly),
 *            `position_shared_sd` against lines and spots; `back`: balls that lie there although the match had them
 *            off the table
 *   act      what an official or player entered: {"act": NAME, …}, see match_acts
 *   clock    a clock reached a limit: {"stroke": {"event": "clock", …}}
 *
 * Lines of type `ruling` are what followed; they are compared, never folded. Lines of any other type are notes (where
 * the source started, what was noticed about the balls): they have no number and change nothing.
 *
 * A ruling that changes the past has, besides `corrects`, `changed`: the entries whose ruling is not what it was, and
 * `now`: score and turn as they stand after it.
 *
 * 1. match_open succeeded: call match_close.
 * 2. An entry that is refused changes nothing.
 */
#pragma once

#include "contest.h"
#include "maybe.h"

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

/* What was nominated or called for the stroke to come, in the words of a scenario's stroke. */
const json_t *match_awaiting(const struct match *match);

/* What stands now. NULL before the `match` entry. */
const struct scenario *match_now(const struct match *match);
const struct contest *match_contest(const struct match *match);

/* Memory for matches that last: a stroke of long ago is read from the journal when somebody asks for it.
 * match_stow lets go of entry `seq` and of the ruling that stands for it, which begin at these places of the journal
 * (negative: not on file, it stays). Only strokes are let go of. `load` gives a new reference or NULL. */
typedef json_t *match_load(void *user, long long offset);
void match_stow_with(struct match *match, match_load *load, void *user);
void match_stow(struct match *match, int seq, long long entry_at, long long ruling_at);

/* How else it may stand, by rulings in doubt that nobody has confirmed. */
const struct maybes *match_maybes(const struct match *match);

/* Entry `seq`, and the ruling that stands for it now; NULL: there is none. Borrowed until the next entry, or until some
 * more were asked for. */
const json_t *match_entry(const struct match *match, int seq);
const json_t *match_ruling(const struct match *match, int seq);

/* Entry `seq` as it was judged, with all that was amended since: the state before it, its stroke and its events. 0, or
 * ERR_NOT_FOUND when nothing was judged there. Folds from the start: for one question, not for each frame. */
int match_judged(const struct match *match, int seq, struct scenario *out);

/* Entry `seq` was taken back. */
bool match_undone(const struct match *match, int seq);
int match_undone_by(const struct match *match, int seq); /* the entry that took it back; 0: it counts */

/* A line that is an entry, by its type. */
bool match_folds(const json_t *line);

/* Number for the next entry. */
int match_next_seq(const struct match *match);

/* The acts, for help, panel and line protocol; ended by a NULL name. */
struct match_act {
    const char *name, *parameters, *meaning;
};
const struct match_act *match_acts(void);
