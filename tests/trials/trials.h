/* SPDX-License-Identifier: Apache-2.0 */
/* trials.h: strokes with known truth, seen through made-up noise, given to tracking/ without any pixels, and compared.
 * Tests use a few, bench_tracking many. */
#pragma once

#include "physics.h"
#include "score.h"

enum { TRUTH_EVENTS = 4096, TOLD_EVENTS = 1024 };

/* What happened. Times from the first frame. */
struct truth {
    const char *name;
    int events_n;
    struct event events[TRUTH_EVENTS]; /* strike, contact, cushion, pocket, off */
    ball_mask first;                   /* first ball or balls the cue-ball met */
    ball_mask potted;
    bool twice;             /* the tip met the cue-ball more than once */
    struct layout rest;     /* after the stroke */
    double strike_t, end_t; /* everything rests at end_t */
    /* Where a ball is seen at a time; false when it is not to be seen. `v` for blur. */
    bool (*at)(const void *source, ball_id ball, double t, struct vec2 *p, struct vec2 *v);
    const void *source;
    ball_mask present;
    enum ball_set_id set;
};

/* How it is seen. */
struct view {
    double fps;
    double noise_mm;     /* sd of a coordinate of a ball at rest */
    double exposure_s;   /* blur: 0.1 v exposure along the way */
    double bias_mm;      /* sd of a lasting error that changes over half a metre */
    double dropout;      /* chance that a ball is not found in a frame */
    double dropout_near; /* the same of one that nearly touches another, or hangs over a pocket, besides */
    double invented;     /* chance that a ball is found in a frame where there is none */
    double frame_lost;   /* chance that a frame is lost */
    double readout_s;    /* rolling shutter: from the row at one end of the table to that at the other */
    bool stamped;        /* the time of each row is known */
    double jitter;       /* share of a frame by which frames come early or late */
    bool judder;         /* the rate was changed: pictures show moments up to half a frame later, unstamped */
    bool arm;            /* an arm behind the cue-ball hides what is under it until after the strike */
    bool list;           /* print all events, true and told */
    uint64_t seed;
};

struct view view_default(double fps, double noise_mm);

/* Runs one trial, adds to the tally, and says on `out` (may be NULL) what was wrong. */
void trial_run(const struct table *table, const struct truth *truth, const struct view *view, struct tally *tally,
               FILE *out);

/* The truth of a simulated stroke, struck at strike_t. The record must stay as it is while the truth is used. */
struct sim_truth {
    const struct sim_record *record;
    double strike_t;
};
void truth_from_sim(struct truth *truth, struct sim_truth *source, const struct sim_record *record, ball_id cue,
                    double strike_t);
