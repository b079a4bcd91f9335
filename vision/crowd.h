/* SPDX-License-Identifier: Apache-2.0 */
/* crowd.h: two balls cannot be in one place. Where measured places say otherwise they are wrong, and the worse known of
 * two gives way: inside a rack, where hardly any outline is seen, this says more than the picture. */
#pragma once

#include "vec.h"

enum { CROWD_BALLS = 96, CROWD_PAIRS = 192 };

struct crowd {
    int balls_n, pairs_n;
    double settled; /* px: moves shorter than this need not be made */
    double size;    /* share by which balls turn out larger than told: where all press against all, they are smaller */
    struct crowd_ball {
        struct vec2 at;    /* px */
        double xx, xy, yy; /* px^2: how well that is known, its covariance */
    } ball[CROWD_BALLS];
    struct crowd_pair {
        int a, b;
        double least; /* px between their centres */
        double push;  /* how hard they press against each other */
    } pair[CROWD_PAIRS];
};

/* Adds a pair that may come too close; more than there is room for are left as they are. */
void crowd_join(struct crowd *c, int a, int b, double least);

/* Moves the balls as little as makes every pair `least` apart, each in the measure of how little is known of it, and
 * says in the covariances what that adds. */
void crowd_settle(struct crowd *c);
