/* SPDX-License-Identifier: Apache-2.0 */
/* ruling.h: rulings as lines of the journal (FORMATS section 6). Used by match.c only. */
#pragma once

#include "scenario.h"

/* The ruling `r` of entry `of`, with the other rulings that the evidence allows, most likely first, where it is in
 * doubt. New reference. */
json_t *ruling_line(const struct scenario *s, const struct ruling *r, int of);

/* {"of", "was", "now"} when the two lines say different things to players, else NULL. New reference. */
json_t *ruling_change(int of, const json_t *was, const json_t *now);

/* Score and turn as they stand. New reference. */
json_t *ruling_now(const struct scenario *s);
