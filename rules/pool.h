/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: what the games of the WPA book share. The general rules and fouls stand once (pool_general.c), what follows
 * from any shot, choice or lag too (pool_play.c); a game is a struct pool_game and one file of its own. */
#pragma once

#include "judging.h"

/* How serious a finding is, as its penalty: only the most serious of a shot is enforced (WPA 6). At 14.1 the figures
 * are also the points that are taken away (WPA 4.9-4.11). */
enum { POOL_NO_FOUL, POOL_STANDARD = 1, POOL_BREAKING = 2, POOL_SERIOUS = 15 };

/* Rules that a game lacks or that a shot is free of. */
enum pool_rule {
    POOL_SCRATCH = 1,            /* 6.1 */
    POOL_WRONG_BALL = 2,         /* 6.2 */
    POOL_NO_RAIL = 4,            /* 6.3 */
    POOL_BALL_OFF = 8,           /* 6.5 */
    POOL_BEHIND_HEAD_STRING = 16 /* 6.11 */
};

/* ball_range as a constant. */
#define POOL_BALLS(first, last) (((ball_mask)2 << (last)) - ((ball_mask)1 << (first)))

struct pool_game {
    ball_mask rack;    /* object balls of a full rack */
    ball_mask open_on; /* balls that may be hit first while none is particular */
    enum phase break_phase;
    enum phase after_break; /* of the shot that follows */
    enum area home;         /* of the cue-ball on a break */
    double home_share;      /* depth of that area, as a share of the table's length */
    double length, width;   /* of the usual table; no book gives them */
    double ball_d, cue_ball_d;
    bool by_rack;                                   /* the score is racks won, else points */
    bool three_fouls;                               /* 6.14 applies */
    bool shots_called;                              /* 1.6 applies */
    bool touching_is_hit;                           /* 5.9: to play away from a touching ball that is on is to hit it */
    unsigned (*suspended)(const struct judging *j); /* bits of enum pool_rule; NULL: none */
    ball_mask (*on)(const struct state *state);     /* the particular balls the striker must hit first; 0: none */
    void (*legal)(struct judging *j);               /* what follows from a shot without a foul */
    void (*foul)(struct judging *j);                /* from a standard foul; the turn has passed */
    void (*serious)(struct judging *j);             /* from a serious foul */
    void (*clear)(struct judging *j);               /* spots what comes back after a foul */
    void (*stalemate)(struct judging *j);
    void (*const *choices)(struct judging *j); /* by enum option */
};

/* Where and with what numbered pool is usually played; the head string is a quarter of the length from the end. */
#define POOL_ON_NINE_FOOT                                                                                              \
    .home = AREA_BEHIND_HEAD_STRING, .home_share = 0.25, .length = 2540, .width = 1270, .ball_d = 57.15,               \
    .cue_ball_d = 57.15

static inline const struct pool_game *pool_game(const struct judging *j)
{
    return j->game->variant;
}

/* ---- questions about the shot (pool_general.c) ---- */

bool pool_is_break(const struct judging *j);      /* the rack has not been broken yet */
bool pool_is_break_shot(const struct judging *j); /* and this is the shot that does it */
bool pool_table_open(const struct judging *j);    /* the shooter has no group yet */
ball_mask pool_said_on(const struct judging *j);  /* the ball on as the state names it; 0: it does not */
ball_mask pool_targets(const struct judging *j);  /* balls that may be hit first */
ball_mask pool_first(const struct judging *j);    /* balls that count as hit first */
int pool_balls_driven(const struct judging *j);   /* to a rail, pocketed or off the table (8.4); -1: not known */
/* The called ball, if it went into the called pocket (1.6); BALL_NONE if it did not, or nothing was called. */
ball_id pool_called_ball(const struct judging *j);
ball_id pool_take_call(struct judging *j);                     /* the same, noted in the ruling where nobody said it */
void pool_note_unheard(struct judging *j);                     /* what may have been said and was not entered */
bool pool_never_crossed(const struct judging *j);              /* 6.11, second paragraph */
bool pool_third_foul(struct judging *j, ball_mask *concerned); /* 6.14, as a predicate of rules */
int pool_standard(const struct judging *j, ball_mask concerned);
int pool_breaking(const struct judging *j, ball_mask concerned);
int pool_serious(const struct judging *j, ball_mask concerned);

/* ---- groups (pool_groups.c) ---- */

ball_mask pool_group_balls(enum group group);
/* Own balls still to be pocketed before this shot. The ball on outranks the list of balls: a striker who is on the
 * black has no others left. */
ball_mask pool_own_left(const struct judging *j);
/* The group of the ball to the shooter, the other to the opponent. */
void pool_take_group(struct judging *j, ball_id ball);
/* The striker's group while it lasts, then the black; 0 while the table is open. */
ball_mask pool_group_on(const struct state *state, ball_id black);

/* ---- what follows (pool_play.c) ---- */

void pool_open(const struct game *game, struct state *state);
void pool_settle(struct judging *j);
void pool_pass(struct judging *j); /* the turn goes to the opponent of who acted */
void pool_in_hand(struct judging *j, enum area area);
void pool_in_hand_if_gone(struct judging *j, enum area area); /* only if pocketed or off the table */
void pool_spot(struct judging *j, ball_id ball);              /* 1.4 */
void pool_spot_all(struct judging *j, ball_mask balls);       /* in rising order */
void pool_win(struct judging *j, enum side winner);
void pool_lose(struct judging *j); /* the rack goes to the opponent of who acted */
void pool_rerack(struct judging *j, player_id breaker);
player_id pool_player(const struct judging *j, enum side side);
player_id pool_chooser(const struct judging *j); /* of a decision */
player_id pool_breaker(const struct judging *j); /* of this rack */

/* Choices that several games offer. */
void pool_accept(struct judging *j);
void pool_self_breaks(struct judging *j);
void pool_opponent_breaks(struct judging *j);
/* 2.9, 3.11, 5.12: the original breaker breaks again. */
void pool_break_again(struct judging *j);

/* ---- racking at 14.1 (pool_rack.c) ---- */

/* 4.8: fourteen balls are racked; settles what becomes of the fifteenth and the cue-ball. */
void pool_rack_fourteen(struct judging *j);

/* ---- tables ---- */

extern const struct book pool_general_book, pool_nine_book, pool_eight_book, pool_straight_book, pool_blackball_book;
extern const struct pool_game pool_nine, pool_eight, pool_straight, pool_blackball;
