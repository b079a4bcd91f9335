/* SPDX-License-Identifier: Apache-2.0 */
/* bed.h: the figures of a table that the rules need: size, ball, baulk-line, D, spots. In mm, table frame (vec.h).
 * Pockets, jaws and colours are calibration's business (calibration/table.h), which makes beds for every table kind. */
#pragma once

#include "vec.h"

enum spot {
    SPOT_NONE,
    SPOT_YELLOW, /* right corner of the D */
    SPOT_GREEN,  /* left corner of the D */
    SPOT_BROWN,  /* middle of the baulk-line */
    SPOT_BLUE,   /* centre spot */
    SPOT_PINK,   /* pyramid spot */
    SPOT_BLACK,  /* the Spot of billiards */
    SPOT_HEAD,   /* pool: middle of the head string */
    SPOT_FOOT,   /* pool: where the rack's apex lies */
    SPOT_COUNT
};

/* Where a cue-ball in hand may be placed. */
enum area {
    AREA_NONE,
    AREA_D, /* on or within the lines of the D (SNK 3.5); a bed without a D: as baulk */
    AREA_ANYWHERE,
    AREA_BAULK,              /* behind the line, not on it, the whole width (CSPL E2(a), WPA 5.1) */
    AREA_BEHIND_HEAD_STRING, /* the same at the head string (WPA 6.10) */
    AREA_COUNT
};

struct bed {
    double length, width; /* between the cushion noses */
    double ball_d;        /* object balls */
    double cue_ball_d;    /* equal to ball_d but for English pool */
    double baulk_x;       /* baulk-line or head string; balls in hand lie on or behind it, as `area` says */
    double d_radius;      /* 0: no D, the whole width behind the line is baulk */
    struct vec2 spot[SPOT_COUNT];
};

/* A snooker or billiards table: baulk-line at `baulk` from the bottom cushion, black spot at `black` from the top. */
struct bed bed_snooker(double length, double width, double ball_d, double baulk, double d_radius, double black);

/* A pool table: baulk or head string at `fraction` of the length from the head cushion, foot spot at a quarter
 * of the length from the foot cushion. */
struct bed bed_pool(double length, double width, double ball_d, double cue_ball_d, double fraction);

/* SNK 1.1: the full-size table, 3569 x 1778, balls of 52.5. */
struct bed bed_standard(void);
