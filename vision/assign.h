/* SPDX-License-Identifier: Apache-2.0 */
/* assign.h: the cheapest way to give each of a few things a place of its own. */
#pragma once

enum { ASSIGN_THINGS = 64, ASSIGN_PLACES = 160 };

/* cost[thing][place], things <= places, both within the limits above. place[thing] becomes its place. */
void assign_cheapest(int things, int places, float cost[][ASSIGN_PLACES], int *place);
