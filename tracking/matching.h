/* SPDX-License-Identifier: Apache-2.0 */
/* matching.h: who goes with whom at the least total cost. */
#pragma once

enum { MATCH_MAX = 64 };

/* Matches rows (balls known) with columns (balls seen). cost[r * columns + c] >= 0; a pair that costs `gate` or more is
 * never made, and leaving a row alone costs `gate`. to[r] becomes its column or -1. rows, columns <= MATCH_MAX. */
void match_least_cost(int rows, int columns, const double *cost, double gate, int *to);
