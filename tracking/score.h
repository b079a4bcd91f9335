/* SPDX-License-Identifier: Apache-2.0 */
/* score.h: how well was a stroke told? What tracking said of it against what is known to have happened: for tests,
 * benchmarks and `whiteglove report`. */
#pragma once

#include "tracking.h"

enum { P_BINS = 7, SCORE_EVENTS = 4096 };

/* What happened in one stroke. Times as those of the source. */
struct score_truth {
    const char *name;
    ball_id cue; /* that was struck */
    const struct event *events;
    int events_n;    /* contact (speed < 0: not known), cushion, pocket, off */
    ball_mask first; /* first ball or balls the cue-ball met */
    bool twice;      /* the tip met it more than once */
    ball_mask potted;
    struct layout start, rest;
};

/* Ids of equal balls are given as they are seen: which true ball a told one is. */
struct score_names {
    ball_id truth[BALL_IDS]; /* of a told one */
};

/* What was told of it. */
struct score_told {
    int strokes;
    const struct score_names *names; /* from the stroke before; NULL: there was none */
    float first_contact_p;
    const struct event *events;
    int events_n;
    struct track_position before, after; /* before: of no balls where none was told since the stroke before */
};

/* Events told with a p, and how many of them happened. */
struct reliability {
    int n[P_BINS], right[P_BINS];
    double p[P_BINS]; /* sum */
};

/* Figures summed over strokes. */
struct tally {
    int strokes, strokes_wrong;
    int twice, twice_hinted,
        once_hinted;                   /* the tip met the ball twice: how often, and of how many strokes it was said */
    int first_wrong, first_wrong_sure; /* sure: p >= 0.9 */
    int cue_true, cue_missed, cue_false;
    int other_true, other_missed, other_false;
    int cushion_true, cushion_missed, cushion_false;
    int pots_true, pots_wrong;
    double time2, rest2, start2;
    int times, rests, starts; /* contact times: balls faster than 0.5 m/s */
    int late;                 /* of these: further off than three times what was told as their sd */
    int start_missed, rest_missed;
    struct reliability firsts, contacts, cushions, pots;
    int64_t dropped;
    double roll_mm_s2; /* what a rolling ball loses, as learnt in the last stroke */
};

/* Adds one stroke; events count as the same within window_s. Says on `why` (may be NULL) what was wrong. Returns which
 * told ball is which. */
struct score_names score_stroke(struct tally *tally, const struct score_truth *truth, const struct score_told *told,
                                double window_s, FILE *why);

/* Prints all events, true and told, under the names of the truth. */
void score_list(const struct score_truth *truth, const struct score_told *told, FILE *out);
void tally_print(const struct tally *t, FILE *out);
void tally_print_short(const struct tally *t, const char *title, FILE *out); /* the main figures, in one line */
