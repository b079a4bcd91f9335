/* SPDX-License-Identifier: Apache-2.0 */
/* pattern.h: solid, stripe or plain white? Told by where on the ball its white is. */
#pragma once

#include <stdbool.h>

/* A pixel as a place on the ball: unit vector, z towards the camera. */
struct spot_seen {
    float x, y, z;
    bool white;
};

/* Share of what is seen that each pattern cannot explain, at the turn that explains most. */
struct pattern {
    float solid;  /* one colour, and a white disc with a number on either side of the ball */
    float stripe; /* white, with a band of colour round it and such discs in the band */
    float plain;  /* nothing but white */
};

struct pattern pattern_fit(const struct spot_seen *p, int n);
