/* SPDX-License-Identifier: Apache-2.0 */
/* colour.h: the colour of a ball's body, and which ball of the set that makes it. */
#pragma once

#include "rim.h"
#include "vision.h"

/* Reads the body of a ball, px: medians that leave out highlights; of numbered balls also how much of it is white
 * paint, and where. `white` is the colour of a white ball under this light. */
void colour_read(const struct frame *f, struct vec2 centre, float radius, const float white[3], bool numbered,
                 struct ball_obs *ball);

/* The colour of a white ball under this light, as far as these balls tell: Y above black, U, V about 0. False: none of
 * them is white, and it is only what the lightest of them suggests. */
bool colour_white(const struct calibration *c, const struct ball_obs *balls, int n, float white[3]);

/* May what is lightest of n balls now be white, where white was something else? It is remembered while no white ball is
 * in view: else the pink, the black alone on the table or a hand would be it. */
bool colour_is_whiter(const float was[3], const float seen[3], bool known, int n);

/* Names all balls of a frame together: there is one of most colours, so the best fit of the whole set decides the
 * close pairs. Only balls of `names` (0: all of the set) are in play; learnt colours come from the calibration;
 * `white` is the light of a white ball. `paints_known` is what frame after frame has said against each set of paints
 * that numbered balls may have, all 0 at first. Returns which of them they most likely have. */
int colour_name(const struct ball_set *set, ball_mask names, const struct calibration *c, float white,
                float paints_known[PAINT_SETS], struct ball_obs *balls, int n);
