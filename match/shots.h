/* SPDX-License-Identifier: Apache-2.0 */
/* shots.h: was a stroke an attempt to pot, from how far and at what angle? Nobody says which ball was meant to go
 * where; a ball sent straight at a pocket counts as an attempt at it. Used by history.c. */
#pragma once

#include "scenario.h"

#define SHOT_WITHIN_DEG 5.0 /* of the middle of a pocket: about a ball's width at 0.6 m */

struct shot {
    bool attempt;        /* the first ball hit was sent at a pocket */
    bool made;           /* and went into it */
    double distance_mm;  /* cue-ball to object ball, centre to centre */
    double to_pocket_mm; /* object ball to the pocket */
    double cut_deg;      /* between the way of the cue-ball and that of the object ball; 0: straight */
};

/* From a stroke entry of a journal: the position before it and its events. No attempt where either is not known. */
struct shot shot_of(const struct scenario *s, const json_t *entry);
