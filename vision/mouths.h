/* SPDX-License-Identifier: Apache-2.0 */
/* mouths.h: how do the mouths of the pockets look while nothing is in them?
 *
 * Half of a ball that hangs in the jaws lies before the dark of a pocket, beside a curve that is no ball's: outline and
 * limb tell little of it there. But it hides what was seen before it came. Each mouth is learnt on site, while no ball
 * and nothing foreign is near; what has changed since, as large and as round as a ball, is one; and where nothing has
 * changed, none is there, however hard it were to see. */
#pragma once

#include "calibrate.h"
#include "frame.h"

enum { MOUTH_SIDE = 32 /* cells */, MOUTH_PLANES = 3 };

/* What lies in the net is seen through the hole alone; a hand is seen anywhere. */
enum mouth_part { MOUTH_HOLE, MOUTH_EDGE /* slate */, MOUTH_SLATE, MOUTH_RAIL };

struct mouth {
    int x0, y0, pitch, w, h; /* px; cells. w 0: not in the picture */
    int looks;               /* that were learnt; of few it is not known how it looks */
    int odd;                 /* looks in a row at something that is neither the empty mouth nor can be a ball */
    bool free, empty;        /* in this frame: no ball near; and as learnt */
    bool busy;               /* a ball was near or something had changed: it is looked at in every frame */
    float look[MOUTH_PLANES][MOUTH_SIDE * MOUTH_SIDE];
    float now[MOUTH_PLANES][MOUTH_SIDE * MOUTH_SIDE];
    uint8_t changed[MOUTH_SIDE * MOUTH_SIDE];
    uint8_t part[MOUTH_SIDE * MOUTH_SIDE]; /* enum mouth_part */
};

struct mouths {
    struct mouth *of; /* POCKET_COUNT; the first is unused */
    int turn;         /* how often all of them were asked for: frames count tracked looks, too */
};

/* 0 or ERR_MEMORY. */
int mouths_open(struct mouths *m, const struct calibration *c);
void mouths_close(struct mouths *m);
