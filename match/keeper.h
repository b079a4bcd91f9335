/* SPDX-License-Identifier: Apache-2.0 */
/* keeper.h: one match kept in a folder. Lines of the source, acts of people and time go in; what follows is in the
 * journal, on the disk, before anybody is told.
 *
 *   keeper_open(&keeper, &settings, tell, user, error);
 *   keeper_line(keeper, line, number, error);       what `whiteglove track` writes, line by line
 *   keeper_act(keeper, act, t, error);              what people enter
 *   keeper_time(keeper, t, error);                  the balls rest and it is t
 *   keeper_close(&keeper);
 *
 * 1. keeper_open succeeded: call keeper_close. A folder with a journal is taken up where it ends.
 * 2. What is refused (ERR_FORMAT, ERR_INCONSISTENT, ERR_RANGE) changes nothing but for a note of what was refused. Any
 *    other error is the disk's: nothing that was told is lost, but the keeper takes nothing more.
 * 3. One thread at a time.
 */
#pragma once

#include "clock.h"
#include "match.h"
#include "policy.h"

struct keeper;

struct keeper_settings {
    const char *folder; /* must exist; journal.jsonl is in it */
    json_t *match;      /* the `match` entry that a new journal begins with; borrowed */
    struct policy policy;
    bool repeats; /* the source begins anew when it is opened again (a file): lines that the journal has are skipped. A
                     camera does not: its time goes on from where the journal ends */
};

/* What is told, once it is on the disk. */
struct keeper_said {
    const struct match *match; /* after it */
    const json_t *ruling;
    enum verdict verdict;
    const char *origin;    /* of what was ruled: camera, official, player, clock, rules */
    const char *refused;   /* a stroke that could not be judged, and why; then there is no ruling */
    const json_t *noticed; /* what is not in order on the table, in words, before the stroke that was ruled or, without
                              a ruling, just now; NULL: nothing */
    bool again;            /* the last ruling of a journal that was taken up: it may have been said before */
};

typedef void keeper_tell(void *user, const struct keeper_said *said);

int keeper_open(struct keeper **keeper, const struct keeper_settings *settings, keeper_tell *tell, void *user,
                char error[SCENARIO_ERROR_BYTES]);
void keeper_close(struct keeper **keeper);

/* A line of the source (FORMATS section 4), or an act or any other line with a type; `number` counts from 1. */
int keeper_line(struct keeper *keeper, const json_t *line, size_t number, char error[SCENARIO_ERROR_BYTES]);

/* An act at time t, in seconds of the source. `of` and, for `settle`, `settled` are filled in where they are left out.
 */
int keeper_act(struct keeper *keeper, const json_t *act, double t, char error[SCENARIO_ERROR_BYTES]);

/* Limits of clocks that are reached by t. Only while the balls rest. */
int keeper_time(struct keeper *keeper, double t, char error[SCENARIO_ERROR_BYTES]);

const struct match *keeper_match(const struct keeper *keeper);
const struct clock *keeper_clock(const struct keeper *keeper);

/* Lines read back at open, and whether a torn end was cut off. */
const struct journal_report *keeper_report(const struct keeper *keeper);

/* Where time stands in the journal: what a source that does not repeat has to add to its own. */
double keeper_offset(const struct keeper *keeper);

/* Journal's last time and the number of the last line of the source that is in it. */
size_t keeper_lines_done(const struct keeper *keeper);
