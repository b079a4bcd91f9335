/* SPDX-License-Identifier: Apache-2.0 */
/* scenario.h: positions and strokes as JSON (FORMATS section 5), judged and written back. What is missing in a
 * scenario has its neutral value; what is wrong is refused with the place and the reason.
 *
 * Besides the keys of FORMATS a stroke may have `struck`, the ball the tip struck where it is not the cue-ball in turn;
 * `t0` and `t1`, seconds from strike to rest; `accepted` and `settled`, what people said of doubtful observations.
 * A scenario has `setup`, `stroke` and `expect`; or, for several strokes in a row, `steps`: a list of
 * {`stroke`, `expect`} that start from `setup` (default: a new frame) and carry the state along. */
#pragma once

#include "rules.h"

#include <jansson.h>

enum { SCENARIO_ERROR_BYTES = 240, SCENARIO_EVENTS = 512 };

struct scenario {
    const struct game *game;
    struct state state;
    struct stroke stroke;
    char player[PLAYERS_MAX + 1][NAME_BYTES]; /* names in order of play, from 1 */
    /* Stroke events with probabilities, where the scenario gives them: then doubt is judged too. */
    struct event events[SCENARIO_EVENTS];
    size_t events_n;
};

/* Judges a list of scenarios into a list of {"id", "result"} (or {"id", "steps"}), each result with the keys of its
 * `expect`. One that is refused has the result null and the reason as `refused`; the others are judged all the same.
 * Returns a new reference. */
json_t *scenario_judge(const json_t *list);

/* ---- pieces, for the journal and for tests ---- */

/* Reads setup and stroke. 0 or ERR_FORMAT/ERR_INCONSISTENT with the reason in `error`. `where` names the scenario. */
int scenario_read_setup(struct scenario *s, const json_t *object, const char *where, char error[SCENARIO_ERROR_BYTES]);
/* Only what the setup mentions, into a state that goes on (an official's correction). */
int scenario_change_state(struct scenario *s, const json_t *setup, const char *where, char error[SCENARIO_ERROR_BYTES]);
int scenario_read_stroke(struct scenario *s, const json_t *stroke, const char *where, char error[SCENARIO_ERROR_BYTES]);

/* Events of a stroke, in whatever order they are listed; s->events has them in order of time. */
int scenario_read_events(struct scenario *s, const json_t *list, const char *where, char error[SCENARIO_ERROR_BYTES]);

/* What people settled: {"accepted": true, "settled": [{"question", "which", "other"}]}. */
int scenario_read_settled(struct stroke *k, const json_t *stroke, const char *where, char error[SCENARIO_ERROR_BYTES]);
json_t *scenario_settled(const struct settled *settled, size_t count);

/* The ruling as an object with the keys of `expect`; all keys when it is NULL. New reference. */
json_t *scenario_write(const struct scenario *s, const struct ruling *ruling, const json_t *expect);

/* ---- names (scenario_names.c) ---- */

/* All balls a word may mean: one ball, or a group ("red", "solids"); 0 if unknown. "cue" is the striker's. */
ball_mask scenario_balls(const struct scenario *s, const char *word);
/* The words for a set of balls, groups as one word. New reference to a list. */
json_t *scenario_ball_words(const struct scenario *s, ball_mask balls);
const char *scenario_ball_word(const struct scenario *s, ball_id ball);
player_id scenario_player(const struct scenario *s, const char *name);
/* Where the red of billiards stands: "spot", "pyramid", "centre"; NULL for elsewhere. */
const char *scenario_red_on(enum spot spot);
