/* SPDX-License-Identifier: Apache-2.0 */
/* places.h: where on the table is this point: near which pocket, at which cushion? In mm, table frame, for the centre
 * of a ball. */
#pragma once

#include "table.h"

#include <stdbool.h>

/* The pocket whose fall is nearest; *out_mm: from the edge of its fall, negative inside. */
enum pocket place_pocket(const struct table *table, struct vec2 p, double *out_mm);

/* Nearest cushion face: how far the surface of a ball at p is from it (negative: beyond), and its normal inwards. */
struct place_cushion {
    enum cushion cushion;
    enum face face;
    double gap_mm;
    struct vec2 normal;
};
struct place_cushion place_cushion(const struct table *table, struct vec2 p);
double place_touch(const struct table *table); /* gap_mm of a ball that touches: the nose meets it above its middle */
bool place_on_table(const struct table *table, struct vec2 p);
