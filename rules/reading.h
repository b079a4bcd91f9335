/* SPDX-License-Identifier: Apache-2.0 */
/* reading.h: what a stroke was if a doubtful observation is taken the other way. Only files of rules/ include it. */
#pragma once

#include "judging.h"

/* What tracking concludes from how balls moved, without an event that says how likely it is. */
enum seen_fact {
    FACT_MOVING,
    FACT_TOUCHING_MOVED,
    FACT_FELL,
    FACT_MOVED_BEFORE,
    FACT_NO_RAIL,
    FACT_UNTOUCHED, /* a ball that fell while nobody played: no cue or hand pushed it ... */
    FACT_UNSTRUCK,  /* ... nor did anybody play at it */
};

/* Nobody was seen to play, and a ball fell. */
bool reading_fell_between(const struct stroke *k);

/* Makes the stroke, whose facts are gathered, what it was in a world: events and margins apart, which are read there.
 */
void reading_take(const struct world *world, struct stroke *k);

/* ---- describe.c: what a person is told of a ruling that is possible ---- */

/* Beside others that are possible, itself perhaps among them: what is called alike is told apart. */
void describe_ruling(const struct game *game, const struct ruling *ruling, const struct ruling *others, size_t n,
                     char *then, size_t size);
