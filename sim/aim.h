/* SPDX-License-Identifier: Apache-2.0 */
/* aim.h: a player's mind: which stroke to play, and how well it comes out. */
#pragma once

#include "game.h"

/* How good a player is. */
struct sim_skill {
    double aim_sd;   /* error of direction, rad; 0.0005 a professional, 0.004 a beginner */
    double speed_sd; /* error of speed as a share; 0.03..0.15 */
    double mischief; /* chance of a stroke that goes badly wrong on purpose, 0..1: fouls for the referee to see */
    int thoughts;    /* strokes tried out in the mind, 8..200 */
};

enum sim_intent {
    SIM_INTENT_NONE,
    SIM_INTENT_BREAK,
    SIM_INTENT_POT,
    SIM_INTENT_SAFETY,
    SIM_INTENT_ESCAPE,
    SIM_INTENT_WRONG_BALL,
    SIM_INTENT_MISS,
    SIM_INTENT_IN_OFF,
    SIM_INTENT_JUMP,
    SIM_INTENT_OFF_TABLE,
    SIM_INTENT_CLOSE,     /* at a ball so near that the tip may hit twice */
    SIM_INTENT_WRONG_CUE, /* the tip strikes another ball than the cue-ball */
    SIM_INTENT_PUSH_OUT,  /* nine ball, after the break */
    SIM_INTENTS,
};

const char *sim_intent_name(enum sim_intent intent);

struct sim_choice {
    enum sim_intent intent;
    struct sim_strike strike;
    bool placed; /* cue-ball in hand was set down at `at` first */
    struct vec2 at;
    bool misplaced; /* where it may not be */
    ball_id free;   /* snooker: taken as a free ball */
    ball_id ball;
    enum pocket pocket;
};

/* Decides on a stroke and adds the error of the hand. `mind` is a scratch shot of the same table and set. */
struct sim_choice sim_choose(const struct sim_play *play, struct sim_shot *mind, const struct sim_skill *skill,
                             struct sim_rng *rng);
