/* SPDX-License-Identifier: Apache-2.0 */
/* observation.h: what one frame showed, in millimetres: all that following knows of seeing. Plain values; zero means
 * none or not known. */
#pragma once

#include "event.h"

enum { OBSERVED_BALLS = 64, OBSERVED_REGIONS = 256 };

struct observed_ball {
    struct vec2 mm;       /* centre, on the plane of the centres */
    float sd;             /* of each coordinate, 1 sd, mm; 0: not known */
    float quality;        /* 0..1: share of the outline that was seen */
    enum ball_kind kind;  /* what it looks like; NONE: cannot be told */
    uint8_t number;       /* numbered pool: 1..15; 0 else */
    float kind_p;         /* 0..1 that the kind is right */
    bool smeared;         /* too fast for an outline, or no ball: believed where one may have come from */
    float cost[BALL_IDS]; /* of each name, by its looks alone: -2 ln of how likely such a look is, more than the best;
                             all 0: only the kind is known */
    ns_t later; /* when it was seen, after the frame's t: half the exposure, and its row of a rolling shutter */
};

/* A box on the table in which something that is no ball (hand, arm, cue, rest) may hide balls. */
struct observed_region {
    struct vec2 low, high;
};

struct observation {
    ns_t t;         /* start of exposure */
    int64_t frame;  /* counts what the source produced: a jump means frames were lost */
    bool lost;      /* dark, covered or frozen: an empty list of balls means nothing */
    float exposure; /* s, as far as it is known by now: what is seen was there half of it after t. Unlike `later`, which
                       belongs to a ball, it may change from frame to frame; times are told by the last one */
    float exposure_sd; /* how well that is known, s; it is in the sd of every time */
    float noise; /* sd of a coordinate of a ball measured anew, mm; balls at rest may be told better. 0: not known */
    uint8_t empty_mouths; /* a bit a pocket: no ball hangs in it, however hard to see; 0: it may */
    uint8_t odd_mouths;   /* a bit a pocket: something is in it that may be a ball, and was not found as one */
    int balls_n, regions_n;
    struct observed_ball balls[OBSERVED_BALLS];
    struct observed_region regions[OBSERVED_REGIONS];
};
