/* SPDX-License-Identifier: Apache-2.0 */
/* smear.h: how far did a ball go while it was exposed?
 *
 * The edges at the front and at the back of a ball that moves are wider than those at its sides, and by nothing but its
 * motion: lens, shading and shadow are the same for all four. A way of L adds L^2 / 12 to the variance of an edge. */
#pragma once

#include "rim.h"

/* `way`: where it goes, in px, of any length. *px2: the square of how far it went, less than 0 by noise. False when the
 * picture ends there, or the edges are too faint to say. */
bool smear_measure(const struct frame *f, const struct outline *o, struct vec2 way, double *px2);
