/* SPDX-License-Identifier: Apache-2.0 */
/* game_in.h: what the files of the games share. Private to sim/. */
#pragma once

#include "game.h"

/* A stroke in the terms all games use. */
struct gist {
    ball_mask first, potted, off;
    bool cue_lost;      /* cue-ball pocketed or off the table */
    bool cushion;       /* any ball met a cushion after the first contact */
    bool cue_after_hit; /* the cue-ball fell after hitting a ball (an in-off) */
    ball_mask cue_hit;  /* all balls the cue-ball met */
};

struct gist gist_of(const struct sim_play *play, const struct sim_record *record);

static inline int side_of(int striker)
{
    return striker & 1;
}

bool place_free(const struct sim_play *play, ball_id ball, struct vec2 at);

/* Puts a ball on the spot, or from there towards `way` to the first free place. */
void spot_ball(struct sim_play *play, ball_id ball, struct vec2 spot, struct vec2 way);
void next_striker(struct sim_play *play);
void triangle(struct sim_play *play, const ball_id *order, int rows, struct vec2 apex, double gap);

void snooker_begin(struct sim_play *play);
void snooker_settle(struct sim_play *play, const struct sim_record *record);
void billiards_begin(struct sim_play *play);
void billiards_settle(struct sim_play *play, const struct sim_record *record);
void nine_begin(struct sim_play *play);
void nine_settle(struct sim_play *play, const struct sim_record *record);
void eight_begin(struct sim_play *play);
void eight_settle(struct sim_play *play, const struct sim_record *record);
void straight_begin(struct sim_play *play);
void straight_settle(struct sim_play *play, const struct sim_record *record);
