/* SPDX-License-Identifier: Apache-2.0 */
/* view.h: what the public sees of a match, made from the lines of its journal (docs/api.md lists the fields).
 *
 *   view_line(view, line);                      every line of the journal, in order, entries and rulings
 *   text = view_text(view, match, live);        after each change; then broadcast_publish
 *
 * It never holds what a referee may not tell: no difference in scores, no advice (SNK 5.1(b)).
 */
#pragma once

#include "clock.h"
#include "match.h"

struct view;

struct view_options {
    double ask_below; /* a ruling less sure than this is put to people, unless they settled it; default 0.9 */
    unsigned history; /* entries that can be taken back with one tap; default 40 */
    unsigned breaks;  /* last finished ones; default 3 */
};

struct view_options view_defaults(void);

int view_open(struct view **view, const struct view_options *options);
void view_close(struct view **view);

/* After the match has folded it. Lines of types that are not known are skipped. */
void view_line(struct view *view, const json_t *line);

/* The state as one line of JSON, malloc'd; NULL: out of memory. `live` is what only the referee knows at this moment,
 * or NULL; it is borrowed and its members are put under "live":
 *   clock   as view_clock makes it
 *   balls   {"red-1": [x, y], …}                      where they are now, in mm
 *   trails  {"cue": [[x, y], …], …}                   of the last stroke
 *   moving  true                                      balls roll
 *   notice  "The picture is dark."                    for the official
 */
char *view_text(struct view *view, const struct match *match, const json_t *live);

/* ---- view_breaks.c ---- */
/* {"current": the break that goes on or null, "last": the last `count` finished ones, newest first}; a break is
 * {"player", "points", "balls", "frame"}. New reference. */
json_t *view_breaks(const struct match *match, unsigned count);

/* Names of the balls that a stroke entry says were potted, as entered or as the camera saw it. New reference. */
json_t *view_potted(const json_t *stroke);

/* ---- view_sight.c ---- */
/* {"snookered", "ball": a ball on, "from": the cue-ball, "edges": its centre at both finest contacts, "margin": mm,
 * "by": effective snookering balls, "in_the_way"}; null where nothing can be said. New reference. */
json_t *view_sight(const struct match *match);

/* ---- view_clock.c ---- */
/* {"shot_left": s, "shot_limit": s, "match_left": s, "runs": the shot clock, "match_runs", "paused"} at time `now` of
 * the match; NULL: it has no clocks. Not `kept`: nobody keeps the match, its clocks stand as they stood. */
json_t *view_clock(const struct clock *clock, double now, bool kept);
