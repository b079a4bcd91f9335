/* SPDX-License-Identifier: Apache-2.0 */
/* random_play.h: states and strokes from a stream of bytes, so that a fuzzer and a random test make them alike.
 * Some follow from the last ruling, as in play; some are as wild as the types allow. */
#pragma once

#include "rules.h"

#include <stdint.h>

struct bytes {
    const uint8_t *data; /* NULL: pseudo-random without end, from `seed` */
    size_t left;
    uint64_t seed;
};

unsigned random_byte(struct bytes *from);

/* A frame that may already be some way on: balls gone, phase, counters and positions at random but consistent. */
void random_state(struct bytes *from, const struct game *game, struct state *state);

/* Something that might happen in that state, rules_refuse allowing. */
void random_stroke(struct bytes *from, const struct game *game, const struct state *state, struct stroke *stroke);

/* NULL, or the promise of rules.h that this ruling breaks. */
const char *random_broken_promise(const struct game *game, const struct state *state, const struct stroke *stroke,
                                  const struct ruling *ruling);
