/* SPDX-License-Identifier: Apache-2.0 */
/* tracking.h: observations in, events and strokes out.
 *
 *     struct track_params params = track_params_default();
 *     struct tracking *t;
 *     int err = track_open(&t, &table, &params, &sink);
 *     track_update(t, &observation);     once a frame, in time order
 *     track_finish(t);                   the source has ended: what is open is told as far as it is known
 *     track_close(&t);
 *
 * 1. track_open succeeded: call track_close once. It nulls the pointer. All memory is taken at open.
 * 2. Nothing is said while balls move: a stroke is told whole once everything rests, in time order: the position
 *    before it, its events, the stroke, the position after it. What hands do is told as soon as it is known.
 * 3. The same observations give the same calls, bit for bit.
 */
#pragma once

#include "observation.h"
#include "table.h"

enum { TRACKS_MAX = 40, TRACK_EVENTS_MAX = 512 };

struct track_params {
    enum ball_set_id set;  /* balls that may be on the table; 0: the table's usual set */
    ball_mask names;       /* those of the set that the game is played with; 0: all */
    double noise_mm;       /* sd of a ball at rest, until the resting balls have shown it; 0.2..2 */
    double bias_mm;        /* how far two neighbouring balls may be misplaced against each other by calibration, 0.1..2;
                              costs certainty about which of two balls was hit first */
    double still_s;        /* a ball that has not moved for this long is at rest; 0.15..0.5, more for noisy pictures */
    double settle_s;       /* everything at rest for this long ends a stroke; 0.3..2, more delays calls, less cuts
                              strokes at balls that creep */
    double clear_s;        /* the same while every ball is in plain view and none lies in the jaws; 0.08..settle_s. A
                              ball that has stopped rolling stays: calls need not wait for more than to see it */
    double pocket_grace_s; /* a moving ball unseen this long beside a pocket is in it; 0.08..0.3 */
    double lost_grace_s;   /* and elsewhere it is lost; 0.3..2 */
    double hand_s;         /* a ball at rest unseen this long in plain view was taken away; 0.5..3 */
    double gap_s;          /* no picture for this long is told as a gap; 0.1..1, at least three frames */
    FILE *trace;           /* paths, kinks and causes as text, for whoever asks why; NULL: none */
    int samples;           /* kept of each ball in a stroke: 100 s at 60 frames/s; the rest is counted as dropped */
};

struct track_params track_params_default(void);

/* Balls at rest. */
struct track_position {
    ns_t t;
    ball_mask known;
    struct vec2 at[BALL_IDS];
    float sd[BALL_IDS];      /* of a coordinate, mm */
    float scatter[BALL_IDS]; /* of its looks, or what they say of themselves, mm, where it is seen worse than the others
                                (green on green); else 0 */
};

struct track_stroke {
    struct stroke stroke;  /* n, t0, t1, struck; of the facts: rest, moving_at_strike, touching_moved, falls, names. The
                              others  follow from the events */
    float first_contact_p; /* that the first ball hit, or that none was, is as the events tell */
    const struct event *events;
    size_t events_n; /* from the strike on and of the hand's acts before it; valid during the call */
};

/* Whom to tell. Any may be NULL. */
struct track_sink {
    void *user;
    void (*position)(void *user, const struct track_position *position);
    void (*event)(void *user, const struct event *event);
    void (*stroke)(void *user, const struct track_stroke *stroke);
};

struct tracking;

/* The table is copied. 0, ERR_MEMORY, or ERR_RANGE for parameters outside what they allow. */
int track_open(struct tracking **t, const struct table *table, const struct track_params *params,
               const struct track_sink *sink);
void track_close(struct tracking **t);
void track_update(struct tracking *t, const struct observation *o);
void track_finish(struct tracking *t);

/* ---- what is known now ------------------------------------------------------------------------------------------- */

struct track_ball {
    ball_id id; /* 0 until it is known which ball it is */
    enum ball_kind kind;
    uint8_t number;
    struct vec2 at, v; /* mm, mm/s */
    float sd;
    bool seen; /* in the last frame */
    bool resting;
};

/* All balls followed, where they should be at time t. */
int track_balls(const struct tracking *t, ns_t at, struct track_ball out[TRACKS_MAX]);

/* The camera was fitted anew, between strokes: from the next frame on places are right, wherever balls seemed to lie.
 */
void track_fitted_anew(struct tracking *t);

/* The table lies the other way round than was thought, between strokes: what was at p is at -p. */
void track_turn(struct tracking *t);

/* Where the camera, bumped or not, now sees a point of the table. */
struct vec2 track_in_view(const struct tracking *t, struct vec2 mm);

struct track_stats {
    int64_t frames, missing; /* given; missing between them by their numbers */
    int64_t repeated;        /* frames that showed the picture before once more */
    int64_t strokes;
    int64_t bumped_frames; /* in which the camera moved and was corrected for */
    int64_t samples_dropped, tracks_dropped, events_dropped, paths_dropped; /* for want of room */
    double roll_mm_s2, slide_mm_s2; /* what rolling and sliding balls lose on this cloth, as learnt */
    double noise_mm;                /* of a ball at rest, as measured */
    double exposure_s;              /* of a frame, as observations told it last */
};

struct track_stats track_stats(const struct tracking *t);
