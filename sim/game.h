/* SPDX-License-Identifier: Apache-2.0 */
/* game.h: what a player knows of the game: which balls he may play, what happens to balls that fell, whose turn it is.
 * Not a referee: it serves to make plausible frames, the rules engine judges them. */
#pragma once

#include "detmath.h"
#include "physics.h"

enum sim_game {
    SIM_GAME_NONE,
    SIM_SNOOKER,
    SIM_SIXRED,
    SIM_SNOOKER4,
    SIM_SHOOTOUT,
    SIM_BILLIARDS,
    SIM_BILLIARDS4,
    SIM_WPA9,
    SIM_WPA8,
    SIM_WPA141,
    SIM_WPABB,
    SIM_CSPL8,
    SIM_GAMES,
};

/* Where a cue-ball in hand may be set down. */
enum sim_hand { SIM_NOT_IN_HAND, SIM_HAND_D, SIM_HAND_BAULK, SIM_HAND_ANYWHERE };

struct sim_play;

struct sim_game_row {
    const char *name;  /* as everywhere: "snooker", "wpa9" */
    const char *table; /* usual kind */
    enum ball_set_id set;
    int players;
    int reds;   /* snooker family */
    int target; /* points that end it; 0: balls decide */
    enum sim_hand hand;
    void (*begin)(struct sim_play *play);
    void (*settle)(struct sim_play *play, const struct sim_record *record);
    double match_s; /* the clock that ends it; 0: none does */
    double pace;    /* of people who play against one; 0: theirs */
};

struct sim_spotting {
    ball_id ball;
    struct vec2 at;
};

/* What a player did that no path of a ball tells. */
struct sim_breach {
    ball_mask touched;   /* moved by hand or sleeve before the stroke */
    ball_mask moving;    /* still rolling as the cue-ball was struck */
    bool wrong_cue_ball; /* the tip struck another ball */
    bool misplaced;      /* played from in hand, but not from where that is allowed */
};

static inline bool sim_breach_any(const struct sim_breach *b)
{
    return b->touched || b->moving || b->wrong_cue_ball || b->misplaced;
}

enum sim_snooker_phase { SIM_RED_ON, SIM_COLOUR_ON, SIM_IN_ORDER };

struct sim_play {
    const struct sim_game_row *row;
    const struct table *table;
    struct sim_start balls; /* on the table, spotted balls included */
    int striker;            /* 0..players-1; sides alternate */
    int score[2];           /* by side; in pool games without points: balls legally potted, 100 for the rack */
    ball_id cue;            /* ball the striker plays */
    enum sim_hand hand;     /* in hand, to be placed before the stroke */
    enum sim_hand from;     /* while a stroke is settled: where from it was played */
    ball_mask on;           /* may be hit first */
    ball_mask want;         /* worth potting when hit legally */
    ball_id called;         /* the ball the striker goes for; BALL_NONE not said */
    enum pocket called_pocket;
    struct sim_breach breach;
    bool free_ball;     /* snooker: the striker may take any other ball as the ball on */
    ball_id free;       /* and took this one */
    bool miss;          /* snooker: the last foul was a miss; the position may be asked for again */
    int again;          /* times this stroke has been played again */
    bool may_push;      /* nine ball: the stroke after the break may be a push-out */
    bool push;          /* and is */
    bool choosing;      /* after a push-out the other side says who plays */
    bool safety;        /* the striker called a safety: pots do not count where shots are called */
    ball_mask naming;   /* CSPL: what fell on the break; a colour must be named for the stroke after it */
    bool opening;       /* first stroke of the rack */
    bool needs_cushion; /* a stroke without a pot must drive a ball to a cushion */
    enum sim_snooker_phase phase;
    ball_mask group[2];  /* eight-ball games; empty: open */
    int visits;          /* CSPL: 2 after the other side's foul */
    int breaks;          /* strokes that were breaks: more than one after a foul break */
    int red_pots;        /* billiards: of the red alone off its spots, in consecutive strokes */
    int fouls_in_row[2]; /* nine ball, 14.1: the third costs more */
    int strokes, fouls;
    bool foul; /* the last stroke was one */
    bool over;
    int spot_n;
    struct sim_spotting spot[BALL_IDS]; /* to be set down by hand before the next stroke */
    ball_mask lift;                     /* to be taken off the table by hand first */
};

const struct sim_game_row *sim_game_row(enum sim_game game);

/* SIM_GAME_NONE when there is no such game. */
enum sim_game sim_game_from_name(const char *name);

/* Balls on their places, first player at the table with the cue-ball in hand. */
void sim_play_begin(struct sim_play *play, enum sim_game game, const struct table *table);

/* What the stroke changed. `called` must have been set where the game wants it. */
void sim_play_settle(struct sim_play *play, const struct sim_record *record);

/* A place for the cue-ball in hand that is allowed and free. */
bool sim_play_may_place(const struct sim_play *play, struct vec2 at);

/* All that the last stroke moved goes back by hand, and `before` (the play as it stood then) is played again. */
void sim_play_again(struct sim_play *play, const struct sim_play *before);

/* Snooker: the striker takes this ball for the ball on. */
void sim_play_free_ball(struct sim_play *play, ball_id ball);

/* Whether no ball on can be hit at both its edges straight from `cue`; *by: the nearest balls that are in the way. */
bool sim_snookered(const struct sim_play *play, struct vec2 cue, ball_mask on, ball_mask *by);

/* Whether a part of some ball on lies open, by a good margin. */
bool sim_in_sight(const struct sim_play *play, const struct sim_start *balls, ball_mask on);

/* Points of a snooker ball, 0 for the cue-ball. */
int sim_snooker_value(ball_id ball);
