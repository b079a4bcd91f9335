/* SPDX-License-Identifier: Apache-2.0 */
/* marks.h: the lines drawn on the cloth: baulk-line (or head string) and D. They say which end is which, and they are
 * the only thing seen that lies at the height of the cloth. */
#pragma once

#include "calibrate.h"

/* Looks at both ends. When the marks are clear at one of them: sets c->orientation, c->baulk_x and c->d_radius, and
 * turns the fit by half a turn when it had the ends the wrong way round. */
void marks_find(const struct frame *f, struct fit *fit, struct calibration *c);

/* Edges on the marks found, at most n of each and `room` in all, where the table kind's own figures agree with what
 * is seen; returns how many. */
int marks_measure(const struct frame *f, const struct fit *fit, const struct calibration *c, int n,
                  struct fit_edge *edge, int room);
