/* SPDX-License-Identifier: Apache-2.0 */
/* pool_games.c: the pool games of the WPA book, each with the general rules and its own. */
#include "games.h"
#include "pool.h"

static const struct book *const nine_books[] = {&pool_general_book, &pool_nine_book, NULL};
static const struct book *const eight_books[] = {&pool_general_book, &pool_eight_book, NULL};
static const struct book *const straight_books[] = {&pool_general_book, &pool_straight_book, NULL};
static const struct book *const blackball_books[] = {&pool_general_book, &pool_blackball_book, NULL};

#define ANY_GAME    (1u << PHASE_LAG | 1u << PHASE_BREAK | 1u << PHASE_PLAY)
#define WITH_GROUPS (ANY_GAME | 1u << PHASE_OPEN | 1u << PHASE_GROUPS)

#define POOL_GAME(n, t, s, p, v, b)                                                                                    \
    .name = n, .edition = "wpa2008", .title = t, .balls = s, .players = 2, .phases = p, .variant = v,                  \
    .open = pool_open, .settle = pool_settle, .books = b, .returned_is_off = true

const struct game games_pool[] = {
    {POOL_GAME("wpa9", "Nine ball", BALL_SET_NUMBERED, ANY_GAME | 1u << PHASE_PUSH_OUT_AVAILABLE, &pool_nine,
               nine_books),
     .last = NUMBERED_8 + 1},
    {POOL_GAME("wpa8", "Eight ball", BALL_SET_NUMBERED, WITH_GROUPS, &pool_eight, eight_books), .last = NUMBERED_8,
     .groups_by_word = true},
    {POOL_GAME("wpa141", "14.1 continuous", BALL_SET_NUMBERED, ANY_GAME | 1u << PHASE_OPENING_BREAK, &pool_straight,
               straight_books),
     .racked_again = true},
    {POOL_GAME("wpabb", "Black ball", BALL_SET_ENGLISH, WITH_GROUPS, &pool_blackball, blackball_books),
     .last = ENGLISH_BLACK},
    {0},
};
