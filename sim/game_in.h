/* SPDX-License-Identifier: Apache-2.0 */
/* game_in.h: what the files of the games share. Private to sim/. */
#pragma once

#include "game.h"

/* A stroke in the terms all games use. */
struct gist {
    ball_mask first, potted, off;
    bool cue_lost;      /* cue-ball pocketed or off the table */
    bool cushion;       /* any ball met a cushion after the first contact */
    bool fresh;         /* the same, but for balls that met only the cushion they lay at */
    bool cue_after_hit; /* the cue-ball fell after hitting a ball (an in-off) */
    ball_mask cue_hit;  /* all balls the cue-ball met */
    bool jumped;        /* the cue-ball passed over a ball before it met one */
    bool any_cushion;   /* any ball met a cushion at any time */
    bool twice;         /* the tip met the cue-ball more than once */
    bool illicit;       /* that, or a breach of the player's */
    bool cushion_first; /* the cue-ball met a cushion before it met a ball */
    bool left_baulk;    /* the cue-ball came out over the line before it met a ball */
};

struct gist sim_gist_of(const struct sim_play *play, const struct sim_record *record);

static inline int side_of(int striker)
{
    return striker & 1;
}

bool sim_place_free(const struct sim_play *play, ball_id ball, struct vec2 at);

/* Puts a ball on the spot, or from there towards `way` to the first free place. */
void sim_spot_ball(struct sim_play *play, ball_id ball, struct vec2 spot, struct vec2 way);
void sim_next_striker(struct sim_play *play);
/* gap: between neighbours; up to a third of it is where a hurried hand leaves them off their places. */
void sim_triangle(struct sim_play *play, const ball_id *order, int rows, struct vec2 apex, double gap);

void sim_snooker_begin(struct sim_play *play);
void sim_snooker_settle(struct sim_play *play, const struct sim_record *record);
void sim_billiards_begin(struct sim_play *play);
void sim_billiards_settle(struct sim_play *play, const struct sim_record *record);
void sim_nine_begin(struct sim_play *play);
void sim_nine_settle(struct sim_play *play, const struct sim_record *record);
void sim_eight_begin(struct sim_play *play);
void sim_eight_settle(struct sim_play *play, const struct sim_record *record);
void sim_straight_begin(struct sim_play *play);
void sim_straight_settle(struct sim_play *play, const struct sim_record *record);
