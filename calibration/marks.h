/* SPDX-License-Identifier: Apache-2.0 */
/* marks.h: the lines drawn on the cloth: baulk-line (or head string) and D. They say which end is which, and they are
 * the only thing seen that lies at the height of the cloth. */
#pragma once

#include "calibrate.h"

struct marks {
    double x, r; /* mm: where the baulk-line was last seen, and the D's radius; 0: no D */
    double sign; /* 1: lighter than the cloth, -1: darker, 0: nothing seen */
};

/* How near to where the kind of table says its lines are drawn: sets baulk_sd and d_sd. */
void marks_trust(const struct table *table, struct fit_params *params);

/* Looks at both ends. When the marks are clear at one of them: sets c->orientation and `m`, and turns the fit by half a
 * turn when it had the ends the wrong way round. */
void marks_find(const struct frame *f, struct fit *fit, struct calibration *c, struct marks *m);

/* Are the marks seen plainly, and so far from where a book has them that the noses must be something else? */
bool marks_elsewhere(const struct calibration *c);

/* Edges on the marks found, at most n of each and `room` in all, where the table kind's own figures agree with what
 * is seen; returns how many. Moves `m` to where they are seen now. */
int marks_measure(const struct frame *f, const struct fit *fit, struct marks *m, int n, struct fit_edge *edge,
                  int room);
