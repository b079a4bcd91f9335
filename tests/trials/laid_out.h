/* SPDX-License-Identifier: Apache-2.0 */
/* laid_out.h: scenes laid out by hand, frame by frame, given to tracking/, and what it told of them. */
#pragma once

#include "detmath.h"
#include "tracking.h"

struct heard {
    int n[EVENT_KINDS]; /* events more likely than not */
    int strokes;
    ball_mask moving; /* at any strike */
    ns_t strike;      /* the last ... */
    ns_t strike_sd;   /* ... and how well that is known */
    ns_t disturbed;   /* likewise */
    ns_t told;        /* the last stroke, then */
    float pot_p;      /* of the last pot ... */
    ns_t pot_t;       /* ... and when that was */
    float cushion_p;  /* of the last cushion */
    float first_p;    /* of the last stroke */
    ball_id met;      /* by the cue-ball first, as far as is told */
    ball_mask placed; /* by hands */
    ball_mask rest;   /* balls whose places were known after it */
    int64_t bumped;
    int balls_n;
    struct track_ball ball[TRACKS_MAX]; /* in the end */
    struct track_position lie;          /* the last that was told */
};

const struct table *laid_out_table(void); /* on which they are: snooker, full size */

/* Tracking that tells `heard`; to be closed. */
struct tracking *watch_open(enum ball_set_id set, struct heard *heard);

/* Lays out what is seen `s` seconds after the beginning; its time and frame are set. */
typedef void lay(const void *scene, double s, struct sim_rng *rng, struct observation *o);

struct heard watch_set(enum ball_set_id set, int frames, int fps, lay *lay_out, const void *scene);
struct heard watch(int frames, int fps, lay *lay_out, const void *scene); /* snooker */

/* A good look at a ball. */
struct observed_ball *see(struct observation *o, enum ball_kind kind, struct vec2 at, float sd);
struct vec2 shaken(struct vec2 at, double sd, struct sim_rng *rng);

/* Where a ball is that rolls freely from `from` since `t0`. */
struct vec2 rolling(struct vec2 from, struct vec2 v, double t0, double t);
