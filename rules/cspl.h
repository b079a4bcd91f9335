/* SPDX-License-Identifier: Apache-2.0 */
/* cspl.h: what the files of CSPL eight-ball share. Red and yellow balls, an eight-ball, visits instead of points. */
#pragma once

#include "judging.h"

#define CSPL_REDS    ball_range(ENGLISH_RED_1, ENGLISH_RED_1 + 6)
#define CSPL_YELLOWS ball_range(ENGLISH_YELLOW_1, ENGLISH_YELLOW_1 + 6)
#define CSPL_COLOURS (CSPL_REDS | CSPL_YELLOWS)
#define CSPL_EIGHT   ball_bit(ENGLISH_BLACK)

/* J: how severe a foul is. Stands where other games have points: the most severe alone is penalised. */
enum cspl_severity {
    CSPL_TURN_PASSES = 1, /* in-off on a fair break: L3 */
    CSPL_STANDARD,        /* K: two visits */
    CSPL_NON_STANDARD,    /* L1, L2: two visits, and a re-rack or a choice of position */
    CSPL_SERIOUS,         /* M: two visits, balls replaced */
    CSPL_LOSS,            /* N: loss of frame */
};

/* ---- balls and groups (cspl_balls.c) ---- */

ball_mask cspl_group_balls(enum group group);       /* all seven of it; 0 for none */
enum group cspl_group_of(ball_mask balls);          /* the one group all of them belong to; GROUP_NONE otherwise */
ball_mask cspl_groups_in(ball_mask balls);          /* every ball of each group that any of them belongs to */
ball_mask cspl_own_left(const struct judging *j);   /* own balls still to be potted before this shot; 0: on the eight */
ball_mask cspl_on(const struct judging *j);         /* balls on for this shot, the nominated one included */
ball_mask cspl_opponents(const struct judging *j);  /* all balls of the opponents' group; 0 while the table is open */
enum group cspl_own_group(const struct judging *j); /* a colour potted before and named with this shot counts */
ball_mask cspl_named_colour(const struct judging *j); /* H2(c)(ii): named, to be potted with this shot */
ball_mask cspl_nominated(const struct judging *j);    /* Q4: the one ball that counts as own for this shot */
bool cspl_must_name(const struct judging *j);         /* H1(d): a colour was due and none was named */
void cspl_note_unheard(struct judging *j);            /* what may have been nominated and was not entered */
bool cspl_after_foul(const struct state *state);      /* nothing played yet since the opponents' foul */
bool cspl_on_eight(const struct state *state, enum side side);
void cspl_turn_on(struct state *state); /* sets the ball on for the striker */

/* ---- the shot (cspl.c) ---- */

void cspl_open(const struct game *game, struct state *state);
void cspl_settle(struct judging *j);

/* The player on the other side of whoever fouled comes to, or stays at, the table. */
void cspl_opponents_turn(struct judging *j, int visits);
/* The shot brought nothing: second visit, or the next player's turn. */
void cspl_end_visit(struct judging *j);
/* H: `side` is on `group`; says so, and keeps in mind that the others have yet to be told. */
void cspl_decide_groups(struct judging *j, enum side side, enum group group);
/* What the player who comes to the table is told: the group, once, and touching balls. */
void cspl_announce(struct judging *j);
void cspl_win(struct judging *j, enum side side);
/* Forgets what counted for one shot only. */
void cspl_shot_is_over(struct state *next);
/* Takes balls off, spots those off the table, and writes where all lie. */
void cspl_clear_table(struct judging *j);

/* ---- breaks and restarts (cspl_break.c) ---- */

bool cspl_break_is_fair(const struct judging *j); /* F4(a), K22 */
bool cspl_void_break(struct judging *j);          /* F5: true when that is what happened, and it is settled */
void cspl_fair_break(struct judging *j);
void cspl_foul_break(struct judging *j);
void cspl_rerack(struct judging *j, player_id striker, int visits);
void cspl_restart(struct judging *j);          /* GUIDE 4.2: who made the legal break, one visit */
bool cspl_count_no_contact(struct judging *j); /* X: true when it is a stalemate, and it is settled */
enum { CSPL_STALEMATE_TURNS = 6 };             /* three of each side without a contact (X) */
void cspl_stalemate(struct judging *j);

/* ---- the position (cspl_table.c) ---- */

void cspl_spot(struct judging *j, ball_mask balls);     /* T2(d): eight, reds, yellows */
bool cspl_played_away(struct judging *j, ball_id ball); /* S1: false only when it is known */
bool cspl_snookered(struct judging *j, bool in_hand);   /* P, of the striker */
bool cspl_total_snooker(struct judging *j);             /* G3(b) */

/* ---- requests, clocks, what happens between shots (cspl_decide.c) ---- */

void cspl_decide(struct judging *j);
void cspl_lag(struct judging *j);
void cspl_between(struct judging *j);
void cspl_warn(struct judging *j); /* A, K12: warnings that cost nothing yet */

extern const struct book cspl_book;
