/* SPDX-License-Identifier: Apache-2.0 */
/* scene.h: what stands or moves over the table in one frame: balls, and rods (tapered capsules) from which arms, hands,
 * cues, rests and people are put together. */
#pragma once

#include "raymath.h"

#include <stdint.h>

enum { SIM_THINGS_MAX = 64, SIM_TRACK = 17, SIM_CAPTION_MAX = 64 };

enum sim_thing_kind { SIM_THING_NONE, SIM_THING_BALL, SIM_THING_ROD };

enum sim_pattern { SIM_PLAIN, SIM_NUMBERED, SIM_STRIPED, SIM_DOTTED };

/* A ball: centre at[], radius ra. A rod: from at[] (radius ra) to at[] + to (radius rb). */
struct sim_thing {
    enum sim_thing_kind kind;
    int track_n;             /* 1: does not move during the frame; else SIM_TRACK places, equal steps of time */
    struct v3 at[SIM_TRACK]; /* from the opening of the first row to the closing of the last */
    struct v3 to, to_by;     /* rod: to the far end when the frame begins, and how that changes until it ends */
    float ra, rb;
    struct rgb paint, paint2; /* paint2: far end of a rod; ends of a striped ball */
    float gloss;              /* mirror share at the rim, 0..1 */
    enum sim_pattern pattern;
    int number;
    float turn[9]; /* ball: its own frame in the table frame, columns */
    bool casts;    /* throws a shadow on the table */
};

struct sim_scene {
    int things_n;
    struct sim_thing thing[SIM_THINGS_MAX];
    struct sim_thing spare;        /* written when the scene is full, never drawn */
    float light_gain;              /* slow drift of all lamps; 1: none */
    char caption[SIM_CAPTION_MAX]; /* drawn into the picture as a broadcaster would; "": none */
};
