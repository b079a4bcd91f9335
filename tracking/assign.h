/* SPDX-License-Identifier: Apache-2.0 */
/* assign.h: who goes with whom at the least total cost. */
#pragma once

enum { ASSIGN_MAX = 64 };

/* Matches rows (balls known) with columns (balls seen). cost[r * columns + c] >= 0; a pair that costs `gate` or more is
 * never made, and leaving a row alone costs `gate`. to[r] becomes its column or -1. rows, columns <= ASSIGN_MAX. */
void assign(int rows, int columns, const double *cost, double gate, int *to);
