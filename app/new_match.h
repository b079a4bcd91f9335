/* SPDX-License-Identifier: Apache-2.0 */
/* new_match.h: another match in the place of the one that a folder keeps. The one that was played goes to
 * FOLDER/before-N, with its clips, and is a match folder like any other. Either match is whole at every moment.
 *
 *   entry = new_match_entry(posted, match, text);          what was asked for, as the first entry of a journal
 *   new_match_prepare(folder, entry, &place, text);        its journal, in a folder of its own
 *   ... close the journal of `folder` ...
 *   new_match_exchange(folder, place);
 *   g_free(place);
 */
#pragma once

#include "match.h"

/* {"game", "edition", "players", "frames", "opener", "target", "shot_s", "session_s"}, as far as given; game, edition
 * and table default to those of `now` (NULL or without a match: `game` is needed). New reference, or NULL with the
 * reason in `text`. */
json_t *new_match_entry(const json_t *posted, const struct match *now, char text[SCENARIO_ERROR_BYTES]);

/* "Ann, Bo" as a list of names. New reference. */
json_t *new_match_players(const char *text);

/* Why these cannot be the players of a game for so many; NULL: they can, and people can tell them apart. */
const char *new_match_wrong_players(const json_t *players, size_t wanted);

/* Says in the first entry of a match which table it is played on, where that is not the usual one of its game. */
void new_match_on_table(json_t *entry, const struct game *game, const struct bed *bed);

/* 0; ERR_FORMAT, ERR_INCONSISTENT or ERR_RANGE when such a match cannot be, with the reason in `text`; else the disk's
 * error. *place is for g_free. */
int new_match_prepare(const char *folder, const json_t *entry, char **place, char text[SCENARIO_ERROR_BYTES]);

/* 0 or the disk's error; then everything is as it was. */
int new_match_exchange(const char *folder, const char *place);
