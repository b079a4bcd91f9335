/* SPDX-License-Identifier: Apache-2.0 */
/* setup.h: do the balls lie where they should? Colours on their spots, balls put back after a miss, balls that are the
 * same after a restart. Used by keeper.c. */
#pragma once

#include "scenario.h"

/* A ball this far, in mm, from its place is mentioned: well above what a camera can err, below what players accept. */
#define SETUP_TOLERANCE_MM 15.0

/* {ball: [x, y]} of a list of {"id", "x", "y"}. New reference. */
json_t *setup_places(const json_t *balls);

/* All balls that a position {ball: [x, y]} names. */
ball_mask setup_at(const struct scenario *now, const json_t *position);

struct setup_fault {
    ball_id ball;
    bool missing;  /* it is not there at all */
    double off_mm; /* from its place */
};

/* What is wrong with a position {ball: [x, y]}: balls that are not where they should be. Returns how many. */
size_t setup_find_faults(const struct scenario *now, const json_t *position, struct setup_fault out[BALL_IDS]);
json_t *setup_fault_text(const struct scenario *now, const struct setup_fault *fault); /* new reference */

/* An object ball or two, or a cue-ball that is not in hand, lie elsewhere than where the last stroke left them: nobody
 * saw them go there. Balls that the last ruling had put on spots (`respot` of it) and racks that were set up again are
 * people's work, not unseen strokes. */
bool setup_moved(const struct scenario *now, const json_t *position, const json_t *respot);

/* How many balls of a position {ball: [x, y]} speak against this state: those whose place is empty, whichever of their
 * kind should lie there, and a cue-ball in hand outside its area. 0 as well when nothing was seen. */
size_t setup_misfits(const struct scenario *state, const json_t *position);

/* The balls that the last ruling had put on spots (`respot` of it) lie there, and a cue-ball in hand is on the table.
 */
bool setup_is_ready(const struct scenario *now, const json_t *position, const json_t *respot);

/* All balls of a frame that has not begun lie there. */
bool setup_is_racked(const struct scenario *now, const json_t *position);

/* They lie together as a rack does, the cue-ball apart. */
bool setup_in_rack(const struct scenario *now, const json_t *position);

/* What is wrong with a position {ball: [x, y]} seen before a stroke, in words: ["blue is 31 mm off its place",
 * "pink is missing"]. NULL when all is well, or nothing is known of how it should be. New reference. */
json_t *setup_faults(const struct scenario *now, const json_t *position);

/* Balls that look alike have their numbers from the camera's program, which counts anew when it is started again. */
struct setup_names {
    size_t n;
    struct {
        char seen[WORD_MAX], own[WORD_MAX];
    } pair[BALL_IDS];
};

/* Which of the match's balls is which of those seen: the nearest that is still free, the others in order. */
void setup_recognise(struct setup_names *names, const struct scenario *now, const json_t *position);

/* What these names call `own` so far is called `other`. */
void setup_call(struct setup_names *names, const char *own, const char *other);

/* The line with the match's names in it. New reference. */
json_t *setup_rename(const struct setup_names *names, const json_t *line);
