/* SPDX-License-Identifier: Apache-2.0 */
/* paints.h: which colours are numbered balls painted in? Makers sell more than one set of them: on screens the old
 * purple is hard to tell from the blue, and the old maroon from the red. */
#pragma once

#include "ball.h"

/* Paints by enum ball_kind up to the red, and those that only numbered balls have. */
enum { PAINT_ORANGE = BALL_KIND_RED + 1, PAINT_PURPLE, PAINT_MAROON, PAINT_LILAC, PAINT_MINT, PAINTS };
extern const char *const paint_names[PAINTS];

struct paint_set {
    const char *name;
    int of[9];      /* number 1..8; 9..15 are stripes of 1..7 */
    bool dark_ends; /* of stripes: black instead of white */
};

enum paint_sets { PAINTS_CLASSIC, PAINTS_BROWN, PAINTS_TV, PAINTS_PASTEL, PAINT_SETS };
extern const struct paint_set paint_sets[PAINT_SETS];

/* The paint of a ball of a kind; `number` and `set` matter of numbered ones alone. 0: no such ball. */
int paint_of(const struct paint_set *set, enum ball_kind kind, int number);
