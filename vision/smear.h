/* SPDX-License-Identifier: Apache-2.0 */
/* smear.h: how far did a ball go while it was exposed?
 *
 * The edges at the front and at the back of a ball that moves are wider than those at its sides. The model of a limb
 * (limb.h) knows how wide for a given way, and allows for lens, shading and shadow: the way that leaves least of the
 * picture unexplained is the one it went. */
#pragma once

#include "limb.h"

struct smear {
    double px;   /* how far it went */
    double gain; /* how much better that explains the picture than a ball at rest; 0: not at all */
};

/* How much of the picture a limb leaves unexplained: the noise that is left of light and of colours, as a logarithm. */
double smear_left(const struct limb *l);

/* p->range: where it goes, and the longest way in px that is tried. False when the picture ends there, the edges are
 * too faint to say, or the longest fits best. */
bool smear_measure(const struct frame *f, const struct outline *o, const struct limb_params *p, struct smear *out);

/* Does a limb look like that of a ball that moves by pixels while it is exposed, and nobody knew? Few at rest do. */
bool smear_shows(const struct limb *l);
