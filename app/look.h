/* SPDX-License-Identifier: Apache-2.0 */
/* look.h: a still view of a source to calibrate on: a picture, or the median of a few seconds of video. */
#pragma once

#include "frame.h"

enum { LOOK_FRAMES = 11 };

struct look {
    struct frame middle; /* the median: players and moving balls mostly gone. Owned */
    struct frame first;  /* the first frame. Owned */
    int frames;          /* that went into the median */
};

/* EXIT_DONE, or EXIT_FAILED with the reason said. look_free after EXIT_DONE. */
int look_at(struct look *look, const char *uri, double seconds);
void look_free(struct look *look);
