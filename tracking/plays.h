/* SPDX-License-Identifier: Apache-2.0 */
/* plays.h: balls played on from what was known before a burst of events, many times over, with places, speeds and
 * losses drawn within what is known of them; each play counts by how well it ends where the balls were seen. */
#pragma once

#include "burst.h"
#include "contacts.h"

#define GROWS 0.06 /* error of a speed after contacts, as a share; throw and spin are not played */

enum { PLAYS = 96, ROUNDS = 7, PARENTS = 12, AGAIN = 36, SEEN_MAX = 640, ITEMS_MAX = 192 };

/* A ball seen, or known to lie, somewhere at a time. */
struct seen {
    double t, sd;
    int path;
    struct vec2 p;
};

/* One thing that happened in some of the plays. */
struct item {
    int a, b;
    double weight, t, tt, speed;
    struct vec2 at;
    struct place_cushion cushion;
};

struct replay {
    struct explain *x;
    double first, last, from, to;
    int seen_n;
    struct seen seen[SEEN_MAX];
    struct burst start; /* as known */
    struct vec2 told;   /* velocity that was told of the strike: of the ball's way in or out */
    double p_sd[BURST_BALLS], v_sd[BURST_BALLS], slip[BURST_BALLS], late[BURST_BALLS];
    uint64_t rng;
    int plays_n;
    double chi2[PLAYS + ROUNDS * AGAIN];
    struct burst draw[PLAYS + ROUNDS * AGAIN]; /* starts */
    int items_n;
    struct item item[ITEMS_MAX];
    double weight;
    double trust; /* that one of the plays is near what happened */
};

/* Plays from r->from to r->to, fills the items and their weight. How badly the best play ends: chi2. */
double plays_run(struct replay *r);

/* Does the ball lie still then, and where? */
bool plays_lie_at(const struct way *w, double t, struct vec2 *at);
