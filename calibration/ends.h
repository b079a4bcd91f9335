/* SPDX-License-Identifier: Apache-2.0 */
/* ends.h: which end of the table is which, where no line on the cloth tells it: racked balls do. */
#pragma once

#include "calibrate.h"

enum ends {
    ENDS_UNKNOWN,
    ENDS_RIGHT,
    ENDS_TURNED, /* the other way round */
};

/* What balls at these places, mm in the table frame, say of it. Every game racks at the top end. */
enum ends ends_by_rack(const struct bed *bed, const struct vec2 *at, int n);

/* Turns a calibration round: what was the top end is the bottom. */
void ends_turn(struct calibration *c);

/* Makes it right by what balls have said. */
void ends_take(struct calibration *c, enum ends ends);
