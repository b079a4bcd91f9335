/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h: shot and match clocks as values. Time comes in with the lines of the journal and with frames; there is no
 * clock of the machine in here, so a journal that is folded again gives the same clocks.
 *
 *   clock_open(&clock, &timing);
 *   clock_fold(&clock, line);                     every line of the journal, in order
 *   while ((entry = clock_due(&clock, now)))      before anything else that happens at `now`
 *       ... put it in the journal, fold it ...
 *
 * A stroke is only known when the balls rest, but the shot clock stops at the strike: clock_due must not be asked for a
 * time after the strike of a stroke that is still running.
 */
#pragma once

#include "rules.h"

#include <jansson.h>

struct clock {
    struct timing timing;
    double t;           /* of the last line that set a clock, s on the timeline of the match */
    double shot, match; /* shown, s */
    double limit;       /* of this shot; fixed when its clock starts (SHO 3) */
    bool shot_runs, match_runs;
    bool shot_paused, match_paused;
    bool waits; /* the shot clock stands until the balls are where they belong (SHO 4): the act `clock` starts it */
    bool warned, match_over;
};

void clock_open(struct clock *clock, const struct timing *timing);

/* {"shot_s", …} of a match entry, as far as it goes, over what the game's book says. */
struct timing clock_timing(const struct timing *book, const json_t *changes);

/* One line of the journal. Lines without a time leave the clocks as they are. */
void clock_fold(struct clock *clock, const json_t *line);

/* The first limit that is reached by `now`, as an entry for the journal; NULL: none. Changes nothing: the limit is past
 * when its entry is folded. New reference. */
json_t *clock_due(const struct clock *clock, double now);

/* What they show at `now`. */
struct clock clock_at(const struct clock *clock, double now);

/* Seconds left of the shot; negative: no shot clock runs. */
double clock_shot_left(const struct clock *clock, double now);
