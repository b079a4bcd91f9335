/* SPDX-License-Identifier: Apache-2.0 */
/* snooker.h: what the files of the snooker family share. A game or edition is a variant: the differences from
 * snooker 2024, as data. */
#pragma once

#include "judging.h"

struct snooker_variant {
    uint8_t reds;
    /* fouls */
    int8_t free_ball_exempt;        /* SNOOKER_TWO_BALLS or SNOOKER_PINK_BLACK: 3.12(b)(ii) */
    bool free_ball_snooker_always;  /* EBSRA 3.10(b)(ii): also after a scoring stroke */
    bool nominated_snooker_foul;    /* six reds 3.19(d) */
    bool prestroke_replace;         /* 3.10(i): original position after a foul before the stroke */
    bool penalties;                 /* 2.15: infringements that leave the order of play alone */
    int8_t consultation_touch;      /* 3.11(f): 7; 0: value of the ball (EBSRA 3.14(h)) */
    bool intentional_options;       /* 3.16: four options */
    bool early_free_ball_by_colour; /* EBSRA 3.12(b)(ii): a free ball not yet spotted counts as that colour */
    bool out_of_turn_foul;          /* four-handed 3.11(a)(iv), EBSRA 3.12(a)(iii) */
    bool partner_loses_turn;        /* 3.18(c): in any case; EBSRA 3.17(c): only the turn that was usurped */
    bool error_pot_unscores;        /* 3.7(b): potted again after an error, found before the next stroke */
    bool early_stroke_unscores;     /* 3.3(h)(iv): a colour not yet spotted is not scored */
    bool any_foul_ends_in_hand;     /* EBSRA 2.9(b)(ii): once the cue-ball lies on the table */
    /* miss */
    bool miss_rule, play_again; /* SHO 19(i) */
    bool miss_black_exempt;     /* EBSRA 3.14: never with only the black left */
    bool miss_score_clear_only; /* EBSRA 3.14(b): needing snookers excuses only clear-path misses */
    bool miss_cue_ball_only;    /* EBSRA 3.14(f) */
    bool warning_needed;        /* 3.14(d)(ii): no frame is awarded without a warning */
    bool full_ball_whole_red;   /* 3.14(d): a red's full diameter; a touching ball counts */
    int8_t miss_limit;          /* six reds 3.19(a): 5; 0 none */
    /* free ball, touching ball, end */
    bool free_ball_only_impossible; /* SHO 19(ii) */
    bool cushion_nearer_frees;      /* EBSRA 2.16(e) */
    bool declare_on_touching;       /* 3.8(a) */
    bool award_nonstriker;          /* 2.1(c) */
    bool claim_with_aggregate;      /* EBSRA 2.1(b) has no proviso */
    bool penalty_ends_respot;       /* 3.4(b)(iv): infringements too, not only fouls */
    bool penalty_ends_black;        /* SHO 13: on any last black */
    bool tie_is_shootout;           /* SHO 14 */
    enum area foul_area;            /* SHO 15: in hand anywhere after every foul; AREA_NONE: as the cue-ball lies */
    /* players */
    bool concede_when_needed;  /* 4.2(b): earlier is unsporting */
    bool concede_by_striker;   /* EBSRA 4.6(a) */
    bool forfeit_costs_points; /* EBSRA 4.3(a)(ii): not only where aggregate scores decide */
    bool conduct_warned;       /* 4.1(a): a warning before the frame is lost; EBSRA 4.2: none */
    /* clocks, in s; 0 none */
    double match_s, early_s, early_limit_s, late_limit_s; /* SHO 1, 3 */
};

enum { SNOOKER_TWO_BALLS = 1, SNOOKER_PINK_BLACK };

static inline const struct snooker_variant *snooker_variant(const struct judging *j)
{
    return j->game->variant;
}

/* ---- balls and values (snooker_balls.c) ---- */

#define SNOOKER_REDS    ball_range(SNOOKER_RED_1, SNOOKER_RED_16)
#define SNOOKER_COLOURS ball_range(SNOOKER_YELLOW, SNOOKER_BLACK)

int snooker_value(ball_id ball);      /* SNK 3.1(a) */
int snooker_highest(ball_mask balls); /* of the highest member; 0 if none */
ball_mask snooker_nominated(const struct judging *j);
/* What nobody nominated and was taken as meant; of a free ball it is asked, too. */
void snooker_note_nomination(struct judging *j);
bool snooker_nomination_open(const struct judging *j); /* after a red, and no colour is known to be meant */
ball_mask snooker_on(const struct judging *j);         /* balls that may be potted */
ball_mask snooker_first(const struct judging *j);      /* first impact; a touching ball on counts as hit (3.8(c)) */
bool snooker_first_legal(const struct judging *j);     /* 3.11(b)(iv), (c): the first impact was on a ball on */
int snooker_value_on(const struct judging *j);
ball_mask snooker_colours_due(const struct state *state); /* on the table, or missing from it by mistake (3.7(c)) */
int snooker_value_left(const struct state *state);        /* 4.2(f): of reds, eight each, and the colours due */
int snooker_points_left(const struct state *state);       /* 3.1(e) */
bool snooker_needs_points(const struct state *state);     /* any player needs penalty points */
bool snooker_only_black(const struct state *state);
/* Ball on for the first stroke of a turn: reds, else the lowest colour; sets phase and on. */
void snooker_turn_on(struct state *state);
bool snooker_out_of_turn(const struct judging *j); /* struck in another's turn, where that is a foul */

/* ---- the stroke (snooker.c) ---- */

void snooker_open(const struct game *game, struct state *state);
void snooker_settle(struct judging *j);

/* ---- spotting and snookers (snooker_table.c) ---- */

/* Puts colours back, highest first (3.7(f)), and writes the positions after the stroke into the next state. */
void snooker_spot(struct judging *j, ball_mask colours);
/* Is the next striker snookered on `on`? `by`: effective snookering balls. */
bool snooker_snookered(struct judging *j, ball_mask on, bool in_hand, enum area area, ball_mask *by);
/* Balls of the mask in contact with the cue-ball at rest. */
ball_mask snooker_touching(struct judging *j, ball_mask candidates);
/* Best straight path before the stroke (3.14(c),(d)). */
enum path snooker_path_before(struct judging *j);

/* ---- foul and a miss (snooker_miss.c) ---- */

/* Calls FOUL or FOUL AND A MISS, keeps the sequence; true when the frame is awarded. The next state must have the
 * scores, balls and phase after the foul: points may be needed as a result of it (3.14(a)(i)). */
bool snooker_call_foul(struct judging *j);
/* The striker was asked to play again from the original position of a miss. */
bool snooker_in_sequence(const struct judging *j);
void snooker_end_sequence(struct state *next);

/* ---- requests and discoveries (snooker_decide.c) ---- */

void snooker_decide(struct judging *j);
void snooker_between(struct judging *j);
void snooker_conduct(struct judging *j); /* section 4, flagged with any act */
void snooker_shootout_attempt(struct judging *j);

/* ---- tables (snooker_rules.c) ---- */

extern const struct book snooker_book_2024, snooker_book_2022, snooker_book_ebsra, shootout_book;
