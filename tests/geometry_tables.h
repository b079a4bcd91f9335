/* SPDX-License-Identifier: Apache-2.0 */
/* geometry_tables.h: which tables are questions of geometry asked about, and what is the plain, slow answer? */
#pragma once

#include "geometry.h"

extern uint64_t seed; /* of all that is random here */

static const ball_mask colours = ((ball_mask)1 << (SNOOKER_BLACK + 1)) - ((ball_mask)1 << SNOOKER_YELLOW);
static const ball_mask reds = ((ball_mask)1 << (SNOOKER_RED_16 + 1)) - ((ball_mask)1 << SNOOKER_RED_1);

double random_between(double low, double high);
int random_below(int n);
void put(struct layout *l, int id, double x, double y);
bool fits(const struct layout *l, struct vec2 p, double d);

/* n balls, cue-ball first, no two overlapping, within the given half sizes; half of them in one cluster. */
struct layout random_table(int n, double x, double y, double d);

struct layout moved(struct layout l, double by);
struct layout mirrored(struct layout l);
struct layout colours_on_spots(const struct bed *bed);
struct geo_snooker red_on(const struct layout *l);

/* The cue-ball is walked along; does it come nearer than c to a blocker? */
bool walk_is_clear(const struct layout *l, struct vec2 from, double angle, double length, double c, ball_mask blockers);

bool plain_free_at_edges(const struct layout *l, struct vec2 from, double c, ball_mask on, ball_mask blockers);
bool plain_sees(const struct layout *l, struct vec2 from, double c, ball_mask on, ball_mask blockers);

/* One ball on beyond a wall of blockers in front of the D, or lying in it. */
struct layout walled_table(int blockers, double depth);

/* By how much two searches may differ that should not. */
double slack(double margin);
