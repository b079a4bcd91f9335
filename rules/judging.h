/* SPDX-License-Identifier: Apache-2.0 */
/* judging.h: one judgement in progress, and the questions that several games ask about a stroke.
 * Only files of rules/ include it. */
#pragma once

#include "calls.h"
#include "geometry.h"
#include "rules.h"

/* The last searches from in-hand: the readings of one stroke mostly ask the same again. */
enum { HAND_MEMO = 4 };

struct hand_memo {
    uint8_t n, oldest;
    struct {
        struct layout pos;
        ball_mask on, others;
        enum area area;
        enum geo_reach reach;
        struct geo_hand answer;
    } at[HAND_MEMO];
};

/* Which answers are taken the other way round (doubt.c); NULL: none. */
struct world {
    struct hand_memo *memo;
    uint8_t n;
    struct {
        enum question question;
        uint16_t which;
    } flipped[EVIDENCE_MAX];
};

bool world_flips(const struct world *world, enum question question, unsigned which);

/* rules_facts in a world where some events are taken the other way. */
void facts_gather(const struct state *state, const struct event *events, size_t count, const struct world *world,
                  struct facts *facts);

struct judging {
    const struct game *game;
    const struct state *before;
    const struct stroke *stroke;
    const struct facts *facts;
    struct ruling *ruling;
    struct state *next; /* ruling->next: starts as a copy of before */
    const struct world *world;

    /* derived once, by judging_derive */
    ball_id cue;      /* the striker's cue-ball */
    ball_mask potted; /* object balls in a pocket, those that fell unhit left out */
    bool cue_potted;
    ball_mask off; /* object balls off the table */
    bool cue_off;
    ball_mask first;     /* object balls of the first impact */
    ball_mask fallen;    /* fell from a pocket's edge without being hit */
    bool replay;         /* one of them would have been hit: all balls are replaced */
    enum side by, other; /* who acted, and the opponents */
};

/* ---- the stroke ---- */

/* The cue-ball was struck: in play, or at the blue of a shoot-out (SHO 14). */
static inline bool judging_is_stroke(const struct judging *j)
{
    return j->stroke->act == ACT_STROKE || j->stroke->act == ACT_SHOOTOUT_ATTEMPT;
}

bool judging_flag(const struct judging *j, enum flag_kind kind);
ball_mask judging_flag_balls(const struct judging *j, enum flag_kind kind);

/* How well a ball's place is known against a line or a spot of the table, and against both a spot and another ball, mm.
 */
double judging_place_sd(const struct layout *layout);
double judging_spot_sd(const struct layout *layout);

/* Asks for the sign of a margin (mm; sd 0: exact), notes it as evidence, and obeys the world. */
bool judging_ask(struct judging *j, enum question question, unsigned which, double margin, double sd);

/* What a striker said and nobody entered, no camera hears: was it said in this world? `likely`: a referee would take it
 * so. `ball` is the one nominated or called; 0: a push out. Whoever settles the stroke notes that it was not heard. */
bool judging_said(const struct judging *j, ball_id ball, bool likely);
void judging_not_heard(struct judging *j, ball_id ball, bool likely);

/* Shared predicates, as in struct rule. */
bool broken_nothing_hit(struct judging *j, ball_mask *concerned);
bool broken_cue_ball_pocketed(struct judging *j, ball_mask *concerned);
bool broken_ball_off(struct judging *j, ball_mask *concerned);
bool broken_ball_moving(struct judging *j, ball_mask *concerned);
bool broken_jump(struct judging *j, ball_mask *concerned);
bool broken_in_hand_place(struct judging *j, ball_mask *concerned);
ball_mask judging_moved_before(const struct judging *j); /* in play, before the strike */
bool broken_moved_before(struct judging *j, ball_mask *concerned);
bool broken_wrong_cue_ball(struct judging *j, ball_mask *concerned);
bool broken_no_cushion(struct judging *j, ball_mask *concerned);

/* geo_snookered_in_hand for the next state's position, remembered where a world has a memory. */
struct geo_hand judging_in_hand(const struct judging *j, ball_mask on, ball_mask others, enum area area,
                                enum geo_reach reach);

/* Balls of the mask in contact with the cue-ball at rest: observed, or computed from the next state's positions. */
ball_mask judging_touching(struct judging *j, ball_mask candidates);

/* Positions after the stroke; false when the cue-ball's is not known and it is not in hand. */
bool judging_rest(const struct judging *j, struct layout *rest);

/* ---- the ruling ---- */

void judging_call(struct judging *j, enum call call, int number);
void judging_option(struct judging *j, enum option option);
void judging_respot(struct judging *j, ball_id ball, enum place place, const struct vec2 *at);
bool judging_found(const struct judging *j, const char *clause);
bool judging_any_foul(const struct judging *j);
/* Highest penalty of all findings (SNK 3.10(g)); 0 when there are none. */
int judging_penalty(const struct judging *j);

/* The next player in the order of play. */
player_id judging_next_player(const struct state *state, player_id player);

void judging_frame_over(struct judging *j, enum side winner);

/* Conduct that an official flagged: a warning first, then the frame to the opponents; at once when the flag says
 * "serious". `level` of the offender: 0 none, 1 warned, 2 a frame was awarded, 3 the next step, which is the contest's
 * to take. */
enum conduct { CONDUCT_FINE, CONDUCT_WARNED, CONDUCT_AWARDED };
enum conduct judging_conduct(struct judging *j, enum flag_kind kind, int16_t *level, enum warning warning);

/* Runs the rows of the game over the stroke and settles it. */
void judging_run(struct judging *j);

/* rules_judge in a world where some answers are flipped. */
void judging_in_world(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct world *world, struct ruling *ruling);

/* Who wins a lag or string: nearest to the bottom cushion among those that kept the rules; SIDE_NONE: play it again. */
struct lag_rules {
    bool one_top_cushion; /* exactly one contact with the top (foot) cushion */
    bool half_matters;    /* crossing the long centre line forfeits */
};
enum side judging_lag(const struct judging *j, const struct lag_rules *rules);
