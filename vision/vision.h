/* SPDX-License-Identifier: Apache-2.0 */
/* vision.h: frames in, balls out.
 *
 *     struct vision_params params = vision_params_default();
 *     struct vision *v;
 *     int err = vision_open(&v, &calibration, &params);
 *     vision_learn(v, &frame);                       the empty table, once; balls and players may be on it
 *     struct vision_result r;
 *     vision_detect(v, &frame, &r);                  anywhere on the table
 *     vision_track(v, &frame, expected, n, &r);      where balls are expected, watching the rest for change
 *     vision_close(&v);
 *
 * 1. vision_open succeeded: call vision_close once. It nulls the pointer.
 * 2. Everything is sized at open. A frame of another size or format is ERR_FORMAT.
 * 3. Results are values; nothing in them points into the worker.
 */
#pragma once

#include "ball.h"
#include "calibrate.h"
#include "frame.h"

enum { VISION_BALLS = 64, VISION_REGIONS = 256 };

struct ball_obs {
    struct vec2 px;       /* projection of the ball's centre */
    struct vec2 mm;       /* on the plane of the centres */
    struct vec2 smear_mm; /* how far it went while it was exposed, to either side alike; 0: too little to say */
    float sd_mm;          /* of each coordinate, 1 sd, as far as this frame tells */
    float radius_px;      /* mean radius of its outline */
    float quality;        /* 0..1: share of its outline that was seen where it should be. Not a probability */
    enum ball_kind kind;  /* what it looks like */
    uint8_t number;       /* numbered pool: 1..15 as far as paint and stripe tell; 0 else */
    float kind_p;         /* 0..1 against the second best kind */
    float cost[BALL_IDS]; /* of each name, by its looks alone: -2 ln of how likely such a look is, more than the best */
    float colour[3];      /* of its body: Y above black, U, V about 0 */
    float paint[3];       /* the same without its white parts: the colour of a stripe */
    /* numbered balls only */
    float band[3];              /* the same without black parts as well: of a stripe with black ends */
    float dark;                 /* share of the body that is black */
    float white;                /* share of the body that is white: stripes show more of it than solids */
    float solid, stripe, plain; /* share of it that no solid, no stripe, no white ball shows (pattern.h) */
};

/* Something on the table that is no ball, or a part of it: hand, arm, cue, rest, chalk. It may hide balls. */
struct vision_region {
    int x0, y0, x1, y1; /* px, both ends inside */
    int area;           /* px */
};

struct vision_result {
    int balls_n, regions_n;
    struct ball_obs balls[VISION_BALLS];
    struct vision_region regions[VISION_REGIONS];
    int balls_dropped, regions_dropped, candidates_dropped; /* did not fit */
    int paints;     /* which set of them numbered balls most likely have: enum paint_sets */
    float noise_mm; /* sd of a coordinate of a ball measured by its rim, against its own mean at rest; 0: not known */
    float foreign;  /* share of the cloth that is not cloth */
    uint8_t empty_mouths; /* a bit a pocket: nothing is in its mouth, however hard to see. Not in tracked mode */
    uint8_t odd_mouths;   /* ... and: something is that no ball was found for, and may be one */
    bool changed;         /* tracked mode: something is where nothing was expected; call vision_detect */
    bool dark;            /* hardly any light */
    bool covered;         /* most of the table is hidden: a covered lens, or somebody leaning over it */
};

/* A ball expected in tracked mode. */
struct vision_expect {
    struct vec2 mm;      /* where */
    struct vec2 v;       /* mm in one exposure: how far it smears */
    enum ball_kind kind; /* NONE: not known */
    uint8_t number;
    float reach_mm; /* how far from there it is looked for; 0: as the parameters say. Little for a ball at rest: near
                       a faint one a shadow may look more like it than itself */
    bool only_same; /* believe it only if its pixels have not changed: at the edge of a pocket all looks like a ball */
};

struct vision_params {
    enum ball_set_id balls; /* which colours exist; 0: the table's usual set */
    ball_mask names;        /* those of the set that the game is played with; 0: all */
    double site_limit;      /* levels beyond which a site is no longer cloth, 10..60; lower sees darker balls and more
                               shadows */
    double edge_limit;      /* levels of contrast that make an edge, 4..20; lower for dim light */
    double least_support;   /* share of a free outline that must be seen, 0.3..0.8; higher invents less, misses more */
    double reach_mm;        /* tracked mode: how far from where it is expected a ball is looked for */
    bool refine;            /* the last fraction of a pixel, from all pixels about the rim; without it all is faster */
};

struct vision_params vision_params_default(void);

struct vision;

/* 0, ERR_MEMORY, or ERR_RANGE when the table is not in the picture. */
int vision_open(struct vision **v, const struct calibration *calibration, const struct vision_params *params);
void vision_close(struct vision **v);

/* Learns the look of the empty table from one frame, whatever lies on it. 0 or ERR_FORMAT. */
int vision_learn(struct vision *v, const struct frame *f);

/* 0 or ERR_FORMAT. Both also re-learn the light slowly from what is cloth. */
int vision_detect(struct vision *v, const struct frame *f, struct vision_result *out);
int vision_track(struct vision *v, const struct frame *f, const struct vision_expect *expect, int n,
                 struct vision_result *out);

/* How far a ball that was seen and moves this way went while `f` was exposed. False when other balls are near, too
 * little can be seen, or it was too far to say. */
struct vision_smear {
    double mm;
    double gain; /* how much better that explains the picture than a ball at rest; 0: not at all */
};
bool vision_smear(const struct vision *v, const struct frame *f, const struct vision_result *seen, int ball,
                  struct vec2 way, struct vision_smear *out);

/* What is kept of balls at rest from frame to frame is dropped: after a cut, say. */
void vision_forget(struct vision *v);

/* ---- looking inside, for --debug and --timing ------------------------------------------------------------------- */

enum vision_stage { VISION_SCAN, VISION_VOTE, VISION_RIM, VISION_COLOUR, VISION_STAGES };
const char *vision_stage_name(enum vision_stage stage);

/* Nanoseconds each stage of the last frame took, by the caller's clock; all 0 without one. */
void vision_time(struct vision *v, ns_t (*clock)(void));
const ns_t *vision_times(const struct vision *v);

/* Of the last frame, for drawing: is the site at this pixel foreign? and the votes there, 0..255. */
bool vision_foreign_at(const struct vision *v, int x, int y);
int vision_votes_at(const struct vision *v, int x, int y);
