/* SPDX-License-Identifier: Apache-2.0 */
/* naming.h: which ball is each track? Private to tracking/. */
#pragma once

#include "inside.h"

#include <string.h>

/* The first ball of the kind that an observation tells; 0: none of the game. */
ball_id naming_class(const struct tracking *t, const struct observed_ball *o);

/* A track was seen: what it looked like. */
void naming_look(const struct tracking *t, struct track *k, const struct observed_ball *b, ball_id class);

/* How unlike the track this look is: 0 alike, else a cost as of observed_ball. */
double naming_unlike(const struct tracking *t, const struct track *k, const struct observed_ball *b, ball_id class);

/* What a name costs a track by its looks; the least of all names is what it looks like. */
double naming_cost(const struct track *k, ball_id name);

/* Are there others that look like it? */
bool naming_has_others(const struct ball_set *set, ball_id id);

/* Names all balls together, each once. After motion a ball that gets another name may have been exchanged on its way:
 * that is doubt about the stroke. */
void naming_all(struct tracking *t, bool after_motion);

/* May it be struck with the cue? A stripe that shows its white end looks much like the cue-ball. */
bool naming_may_be_cue(const struct tracking *t, const struct track *k);

/* Everything rests again: the ball that set out first was struck, so it is the cue-ball unless it clearly looks like
 * another. */
void naming_struck(struct tracking *t);

/* A hand has let go of it: what was seen of it on the way there was of that hand, too. */
void naming_put_down(struct track *k);

/* Gives one track the name that suits it best of those that are free. Without one it is a false ball, or the game is
 * another. */
void naming_one(struct tracking *t, struct track *k);

/* A ball was pocketed or taken away: those that lay on the table by then do not get its name so easily. */
void naming_lost(struct tracking *t, const struct track *k);

/* Names that may be wrong, most doubtful first; returns how many. */
int naming_doubts(const struct tracking *t, struct name_doubt out[NAME_DOUBTS_MAX]);
