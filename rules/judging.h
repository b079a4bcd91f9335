/* SPDX-License-Identifier: Apache-2.0 */
/* judging.h: one judgement in progress, and the questions that several games ask about a stroke.
 * Only files of rules/ include it. */
#pragma once

#include "calls.h"
#include "geometry.h"
#include "rules.h"

static inline enum geo_area geo_area_of(enum area a)
{
    static const enum geo_area of[AREA_COUNT] = {[AREA_D] = GEO_AREA_D, [AREA_ANYWHERE] = GEO_AREA_ANYWHERE, [AREA_BAULK] = GEO_AREA_BAULK, [AREA_BEHIND_HEAD_STRING] = GEO_AREA_HEAD_STRING};
    return of[a];
}

/* Which answers are taken the other way round (doubt.c); NULL: none. */
struct world {
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
    ball_id cue;         /* the striker's cue-ball */
    ball_mask potted;    /* object balls in a pocket, those that fell unhit left out */
    bool cue_potted;
    ball_mask off;       /* object balls off the table */
    bool cue_off;
    ball_mask first;     /* object balls of the first impact */
    ball_mask fallen;    /* fell from a pocket's edge without being hit */
    bool replay;         /* one of them would have been hit: all balls are replaced */
    enum side by, other; /* who acted, and the opponents */
};

/* ---- the stroke ---- */

bool judging_flag(const struct judging *j, enum flag_kind kind);
ball_mask judging_flag_balls(const struct judging *j, enum flag_kind kind);

/* Asks for the sign of a margin (mm; sd 0: exact), notes it as evidence, and obeys the world. */
bool judging_ask(struct judging *j, enum question question, unsigned which, double margin, double sd);

/* Shared predicates, as in struct rule. */
bool broken_nothing_hit(struct judging *j, ball_mask *concerned);
bool broken_cue_ball_pocketed(struct judging *j, ball_mask *concerned);
bool broken_ball_off(struct judging *j, ball_mask *concerned);
bool broken_ball_moving(struct judging *j, ball_mask *concerned);
bool broken_jump(struct judging *j, ball_mask *concerned);
bool broken_in_hand_place(struct judging *j, ball_mask *concerned);
bool broken_moved_before(struct judging *j, ball_mask *concerned);
bool broken_wrong_cue_ball(struct judging *j, ball_mask *concerned);
bool broken_no_cushion(struct judging *j, ball_mask *concerned);

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

/* Runs the rows of the game over the stroke and settles it. */
void judging_run(struct judging *j);

/* rules_judge in a world where some answers are flipped. */
void judging_in_world(const struct game *game, const struct state *state, const struct stroke *stroke,
                      const struct world *world, struct ruling *ruling);

/* Who wins a lag or string: nearest to the bottom cushion among those that kept the rules; SIDE_NONE: play it again. */
struct lag_rules {
    bool one_top_cushion;  /* exactly one contact with the top (foot) cushion */
    bool half_matters;     /* crossing the long centre line forfeits */
};
enum side judging_lag(const struct judging *j, const struct lag_rules *rules);
