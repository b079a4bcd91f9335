/* SPDX-License-Identifier: Apache-2.0 */
/* billiards.h: what the files of English billiards share. Two or four players make no other difference than the order
 * of play (BIL 3.18). */
#pragma once

#include "judging.h"

/* What a stroke made, if it was legal (BIL 2.8-2.11, 3.4). */
struct billiards_score {
    int points;
    bool cannon, in_off;
    ball_mask pots;
};

static inline bool billiards_hazard(const struct billiards_score *s) /* 2.10 */
{
    return s->points && !s->cannon;
}

/* ---- the stroke (billiards.c) ---- */

void billiards_open(const struct game *game, struct state *state);
void billiards_settle(struct judging *j);
ball_mask billiards_met(const struct judging *j); /* object balls that the cue-ball met */
struct billiards_score billiards_score(const struct judging *j);
/* The player's turn begins: nothing of a break is left, and the cue-ball is in hand if it is not on the table. */
void billiards_begin_turn(struct judging *j, player_id player);
/* Ends the game if a side has its points (3.5(d)) or time is up (3.5(a)). */
void billiards_end(struct judging *j);

/* ---- the table (billiards_table.c) ---- */

ball_id billiards_other_ball(const struct state *state);          /* the non-striker's */
enum tri billiards_out_of_baulk(struct judging *j, ball_id ball); /* before the stroke (2.15) */
bool billiards_any_out(struct judging *j);                        /* object ball out of Baulk */
enum spot billiards_red_spot(const struct state *state);          /* that the red stands on untouched; or none */
void billiards_table_after(struct judging *j);                    /* which balls lie where before any spotting */
void billiards_spot_red(struct judging *j, bool after_two);       /* 3.9(a); after two pots 3.9(b) */
void billiards_spot_other_in_baulk(struct judging *j);            /* 3.11(c) */
void billiards_spot_both(struct judging *j, ball_id other);       /* 3.14(a), 3.16(c)(ii); none: left off */
void billiards_call_touching(struct judging *j);                  /* 3.14(a) */

/* ---- limits in a break (billiards_limits.c) ---- */

bool billiards_too_many_hazards(const struct judging *j, const struct billiards_score *s);
bool billiards_too_many_cannons(const struct judging *j, const struct billiards_score *s);
bool billiards_baulk_overdue(const struct judging *j, const struct billiards_score *s); /* 3.8(h) */
void billiards_count(struct judging *j, const struct billiards_score *s);               /* counts and calls */
void billiards_clear_counts(struct state *state);

/* ---- when nothing was struck (billiards_decide.c) ---- */

void billiards_decide(struct judging *j);
void billiards_between(struct judging *j);
void billiards_string(struct judging *j);

/* ---- tables (billiards_rules.c) ---- */

extern const struct book billiards_book;
