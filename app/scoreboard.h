/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard.h: the match on a terminal: score, turn, clocks, last calls with clause and `sure`, questions, health.
 * On a pipe or in a file it is one line a call instead. */
#pragma once

#include "calls.h"
#include "feed.h"
#include "keeper.h"

#include <stdio.h>

enum { SCOREBOARD_CALLS = 8, SCOREBOARD_LINE_BYTES = 320 };

/* How the machine is doing; shown at the bottom. */
struct scoreboard_health {
    unsigned long strokes, refused;
    unsigned long lines_dropped; /* by the source or its ring */
    unsigned long unsaid;        /* calls the voice did not take */
    struct feed_health seeing;
    double behind_ms; /* from rest to call, of the last stroke; where rest is not known, from its line */
    double worst_ms;  /* of all strokes */
};

struct scoreboard {
    FILE *out;
    bool live; /* redrawn in place; false: one line a call */
    enum language language;
    char calls[SCOREBOARD_CALLS][SCOREBOARD_LINE_BYTES]; /* the last ones, oldest first */
    int calls_n;
    char questions[SCOREBOARD_LINE_BYTES * 2]; /* of the last call, when it is asked */
};

/* What was told, as one line: for the list, the log and the service manager. */
void scoreboard_line(char line[SCOREBOARD_LINE_BYTES], const struct keeper_said *said, enum language language);

void scoreboard_tell(struct scoreboard *board, const struct keeper_said *said);
void scoreboard_draw(const struct scoreboard *board, const struct keeper *keeper, double now,
                     const struct scoreboard_health *health);

/* "Ann 12 (1) - (0) 7 Bo, frame 2 of 3, Bo to play red". */
void scoreboard_score(char line[SCOREBOARD_LINE_BYTES], const struct match *match);
