/* SPDX-License-Identifier: Apache-2.0 */
/* snooker_variants.c: the games and editions of the snooker family, as differences from snooker 2024. */
#include "games.h"
#include "snooker.h"

/* Designated initialisers may override earlier ones: that is how a variant is written as its differences. */
#pragma GCC diagnostic ignored "-Woverride-init"

#define SNOOKER_2024                                                                                                   \
    .reds = 15, .free_ball_exempt = SNOOKER_TWO_BALLS, .prestroke_replace = true, .penalties = true,                   \
    .consultation_touch = 7, .intentional_options = true, .miss_rule = true, .play_again = true,                       \
    .warning_needed = true, .declare_on_touching = true, .award_nonstriker = true, .penalty_ends_respot = true,        \
    .error_pot_unscores = true, .early_stroke_unscores = true, .full_ball_whole_red = true,                            \
    .concede_when_needed = true, .conduct_warned = true, .partner_loses_turn = true

#define SNOOKER_2022 SNOOKER_2024, .free_ball_exempt = SNOOKER_PINK_BLACK

#define SIX_REDS    .reds = 6, .miss_limit = 5, .nominated_snooker_foul = true
#define FOUR_HANDED .out_of_turn_foul = true

static const struct snooker_variant snooker_2024 = {SNOOKER_2024}, snooker_2022 = {SNOOKER_2022};
static const struct snooker_variant six_reds = {SNOOKER_2024, SIX_REDS}, six_reds_2022 = {SNOOKER_2022, SIX_REDS};
static const struct snooker_variant four_handed = {SNOOKER_2024, FOUR_HANDED},
                                    four_handed_2022 = {SNOOKER_2022, FOUR_HANDED};

static const struct snooker_variant snooker_ebsra = {
    SNOOKER_2024,
    .free_ball_exempt = SNOOKER_PINK_BLACK,
    .free_ball_snooker_always = true,
    .prestroke_replace = false,
    .penalties = false,
    .consultation_touch = 0,
    .intentional_options = false,
    .early_free_ball_by_colour = true,
    .out_of_turn_foul = true, /* in any game, so in four-handed too */
    .partner_loses_turn = false,
    .error_pot_unscores = false,
    .early_stroke_unscores = false,
    .any_foul_ends_in_hand = true,
    .miss_black_exempt = true,
    .miss_score_clear_only = true,
    .miss_cue_ball_only = true,
    .warning_needed = false,
    .full_ball_whole_red = false,
    .cushion_nearer_frees = true,
    .declare_on_touching = false,
    .award_nonstriker = false,
    .claim_with_aggregate = true,
    .penalty_ends_respot = false,
    .concede_when_needed = false,
    .concede_by_striker = true,
    .conduct_warned = false,
    .forfeit_costs_points = true,
};

enum { MATCH_S = 600, EARLY_S = 300, EARLY_LIMIT_S = 15, LATE_LIMIT_S = 10 }; /* SHO 1, 3 */

static const struct snooker_variant shoot_out = {
    SNOOKER_2024,
    .miss_rule = false,
    .play_again = false,
    .prestroke_replace = false,
    .intentional_options = false,
    .free_ball_only_impossible = true,
    .penalty_ends_black = true,
    .tie_is_shootout = true,
    .foul_area = AREA_ANYWHERE,
    .match_s = MATCH_S,
    .early_s = EARLY_S,
    .early_limit_s = EARLY_LIMIT_S,
    .late_limit_s = LATE_LIMIT_S,
};

static const struct book *const books_2024[] = {&snooker_book_2024, NULL};
static const struct book *const books_2022[] = {&snooker_book_2022, NULL};
static const struct book *const books_ebsra[] = {&snooker_book_ebsra, NULL};
static const struct book *const books_shootout[] = {&snooker_book_2024, &shootout_book, NULL};

#define SNOOKER_PHASES                                                                                                 \
    (1u << PHASE_RED | 1u << PHASE_COLOUR | 1u << PHASE_COLOURS | 1u << PHASE_BLACK | 1u << PHASE_RESPOTTED_BLACK |    \
     1u << PHASE_BLUE_SHOOTOUT)

#define SNOOKER_GAME(n, e, t, p, v, b, ...)                                                                            \
    {                                                                                                                  \
        .name = n, .edition = e, .title = t, .balls = BALL_SET_SNOOKER, .players = p, .phases = SNOOKER_PHASES,        \
        .variant = v, .open = snooker_open, .settle = snooker_settle, .frame_worth = 147, .books = b, .timing = {      \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

const struct game games_snooker[] = {
    SNOOKER_GAME("snooker", "2024", "Snooker", 2, &snooker_2024, books_2024, 0),
    SNOOKER_GAME("snooker", "2022", "Snooker (2022)", 2, &snooker_2022, books_2022, 0),
    SNOOKER_GAME("snooker", "ebsra", "Snooker (EBSRA)", 2, &snooker_ebsra, books_ebsra, 0),
    SNOOKER_GAME("sixred", "2024", "Six reds", 2, &six_reds, books_2024, 0),
    SNOOKER_GAME("sixred", "2022", "Six reds (2022)", 2, &six_reds_2022, books_2022, 0),
    SNOOKER_GAME("snooker4", "2024", "Four-handed snooker", 4, &four_handed, books_2024, 0),
    SNOOKER_GAME("snooker4", "2022", "Four-handed snooker (2022)", 4, &four_handed_2022, books_2022, 0),
    SNOOKER_GAME("snooker4", "ebsra", "Four-handed snooker (EBSRA)", 4, &snooker_ebsra, books_ebsra, 0),
    SNOOKER_GAME("shootout", "2024", "Snooker Shoot Out", 2, &shoot_out, books_shootout, .shot_s = LATE_LIMIT_S,
                 .early_s = EARLY_S, .early_shot_s = EARLY_LIMIT_S, .match_s = MATCH_S, .after_spotting = true),
    {0},
};
