/* SPDX-License-Identifier: Apache-2.0 */
/* history.h: matches, frames, breaks, strokes and rulings as tables, for questions over many matches. Nothing is only
 * here: it is rebuilt from journals at any time.
 *
 * 1. history_open succeeded: call history_close.
 * 2. A match that is added again replaces what was there of it.
 */
#pragma once

#include "match.h"

struct history;

/* A file, or ":memory:". 0, ERR_IO, ERR_FULL, or ERR_FORMAT when the file is something else. */
int history_open(struct history **history, const char *path);
void history_close(struct history **history);

/* Folds a journal into the tables, all of it or nothing. `name` is what the match goes by. */
int history_add(struct history *history, const char *name, const char *journal, char error[SCENARIO_ERROR_BYTES]);

/* ---- statistics -------------------------------------------------------------------------------------------------- */

struct history_player {
    char name[64];
    int matches, frames_won, strokes, pots, fouls, misses, points, best_break;
    int breaks[3]; /* of at least 20, 50 and 100 */
    double shot_s; /* mean time from rest to strike; negative: not known */
    int shots_timed;
};

/* Attempts to pot, by how far the object ball was from the cue-ball and by how much it had to be cut. */
enum { HISTORY_CLASSES = 4 };
struct history_pots {
    char name[64];
    int tried[2][HISTORY_CLASSES], made[2][HISTORY_CLASSES]; /* 0: by distance; 1: by angle */
};
/* Where the classes end: mm, and degrees; the last is open. */
extern const double history_distance_mm[HISTORY_CLASSES - 1], history_cut_deg[HISTORY_CLASSES - 1];

typedef int history_each_pots(void *user, const struct history_pots *pots);
int history_pots(struct history *history, history_each_pots *each, void *user);

/* One for each player in order of their names; non-zero from `each` ends it. */
typedef int history_each(void *user, const struct history_player *player);
int history_players(struct history *history, history_each *each, void *user);
