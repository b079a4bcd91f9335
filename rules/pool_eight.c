/* SPDX-License-Identifier: Apache-2.0 */
/* pool_eight.c: eight ball (WPA 3). Shots are called; a group of seven, then the eight. */
#include "pool.h"
#include "rule_rows.h"

#define EIGHT ((ball_id)NUMBERED_8)

static ball_mask eight_on(const struct state *state)
{
    return pool_group_on(state, EIGHT);
}

/* 3.3(b): any ball first on the break. What 6.3 asks of a break that hits anything, 3.3(d) asks in its own way. */
static unsigned eight_suspended(const struct judging *j)
{
    if (!pool_is_break_shot(j))
        return 0;
    return POOL_WRONG_BALL | (j->first || j->facts->first_contact_any ? POOL_NO_RAIL : 0);
}

/* ---- losing the rack (3.8): not on the break --------------------------------------------------------------------- */

static bool eight_pocketed(const struct judging *j)
{
    return j->stroke->act == ACT_STROKE && !pool_is_break(j) && ball_in(j->potted, EIGHT);
}

static bool fouls_with_eight(struct judging *j, ball_mask *concerned)
{
    *concerned |= ball_bit(EIGHT);
    return eight_pocketed(j) && judging_penalty(j) > POOL_NO_FOUL;
}

/* 3.6: not even on the shot that clears the group. */
static bool eight_too_early(struct judging *j, ball_mask *concerned)
{
    *concerned |= ball_bit(EIGHT);
    return eight_pocketed(j) && (pool_table_open(j) || pool_own_left(j));
}

static bool eight_uncalled(struct judging *j, ball_mask *concerned)
{
    *concerned |= ball_bit(EIGHT);
    return eight_pocketed(j) && !pool_table_open(j) && !pool_own_left(j) && pool_called_ball(j) != EIGHT;
}

static bool eight_off(struct judging *j, ball_mask *concerned)
{
    *concerned |= ball_bit(EIGHT);
    return j->stroke->act == ACT_STROKE && !pool_is_break(j) && ball_in(j->off, EIGHT);
}

/* ---- the break (3.3) --------------------------------------------------------------------------------------------- */

static bool illegal_break(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    int driven = pool_balls_driven(j);
    return pool_is_break_shot(j) && !j->potted && driven >= 0 && driven < 4;
}

static int no_foul(const struct judging *j, ball_mask concerned)
{
    (void)j, (void)concerned;
    return POOL_NO_FOUL;
}

static void offer_new_rack(struct judging *j)
{
    judging_option(j, OPTION_RERACK_SELF_BREAKS);
    judging_option(j, OPTION_RERACK_OPPONENT_BREAKS);
}

/* 3.3(e), (f): whatever is chosen, the eight comes back; until then it lies nowhere. */
static void eight_waits(struct judging *j)
{
    j->next->on_table |= ball_bit(EIGHT);
    judging_option(j, OPTION_REBREAK);
}

static void legal_break(struct judging *j)
{
    if (judging_found(j, "3.3(d)")) {
        j->ruling->kind = KIND_ILLEGAL_BREAK;
        pool_pass(j);
        judging_option(j, OPTION_ACCEPT_POSITION);
        offer_new_rack(j);
    } else if (ball_in(j->potted, EIGHT)) {
        eight_waits(j);
        judging_option(j, OPTION_RESPOT_EIGHT_ACCEPT);
    } else if (!j->potted) {
        pool_pass(j);
    }
}

static void eight_and_scratch(struct judging *j)
{
    eight_waits(j);
    judging_option(j, OPTION_RESPOT_EIGHT_IN_HAND_HEAD_STRING);
    pool_in_hand(j, AREA_BEHIND_HEAD_STRING);
}

/* 3.7: only the eight is ever spotted, and only after the break. */
static void eight_clear(struct judging *j)
{
    if (pool_is_break(j) && ball_in(j->potted | j->off, EIGHT))
        pool_spot(j, EIGHT);
}

/* 3.3(g), (h): the position cannot be accepted when the cue-ball is not in it. A break that was illegal as well leaves
 * the choices of (d). */
static void foul_on_break(struct judging *j)
{
    if (ball_in(j->potted, EIGHT) && j->cue_potted) {
        eight_and_scratch(j);
        return;
    }
    eight_clear(j);
    pool_in_hand_if_gone(j, AREA_BEHIND_HEAD_STRING);
    if (!j->next->in_hand)
        judging_option(j, OPTION_ACCEPT_POSITION);
    judging_option(j, OPTION_IN_HAND_BEHIND_HEAD_STRING);
    if (judging_found(j, "3.3(d)"))
        offer_new_rack(j);
}

/* A foul before the break was played leaves the break to the opponent. */
static void eight_foul(struct judging *j)
{
    if (pool_is_break_shot(j))
        foul_on_break(j);
    else
        pool_in_hand(j, pool_is_break(j) ? AREA_BEHIND_HEAD_STRING : AREA_ANYWHERE);
}

/* ---- play -------------------------------------------------------------------------------------------------------- */

/* 3.4: on an open table the called ball decides the groups. */
static void eight_legal(struct judging *j)
{
    if (pool_is_break_shot(j)) {
        legal_break(j);
        return;
    }
    ball_id called = pool_take_call(j);
    if (ball_in(j->potted, EIGHT)) { /* no loss was found */
        pool_win(j, j->by);
        return;
    }
    if (called && pool_table_open(j))
        pool_take_group(j, called);
    j->next->phase = j->next->group[j->by] ? PHASE_GROUPS : PHASE_OPEN;
    if (!ball_in(pool_group_balls(j->next->group[j->by]), called))
        pool_pass(j);
}

/* ---- choices after the break ------------------------------------------------------------------------------------- */

static void take_in_hand(struct judging *j)
{
    pool_accept(j);
    pool_in_hand(j, AREA_BEHIND_HEAD_STRING);
}

static void respot_eight(struct judging *j)
{
    pool_accept(j);
    pool_spot(j, EIGHT);
}

static void respot_eight_in_hand(struct judging *j)
{
    take_in_hand(j);
    pool_spot(j, EIGHT);
}

static void (*const choices[OPTION_COUNT])(struct judging *) = {
    [OPTION_ACCEPT_POSITION] = pool_accept,
    [OPTION_RERACK_SELF_BREAKS] = pool_self_breaks,
    [OPTION_RERACK_OPPONENT_BREAKS] = pool_opponent_breaks,
    [OPTION_RESPOT_EIGHT_ACCEPT] = respot_eight,
    [OPTION_RESPOT_EIGHT_IN_HAND_HEAD_STRING] = respot_eight_in_hand,
    [OPTION_REBREAK] = pool_self_breaks,
    [OPTION_IN_HAND_BEHIND_HEAD_STRING] = take_in_hand,
};

const struct pool_game pool_eight = {
    .rack = POOL_BALLS(NUMBERED_1, NUMBERED_15),
    .open_on = POOL_BALLS(NUMBERED_1, NUMBERED_15) & ~((ball_mask)1 << NUMBERED_8), /* 3.4 */
    .break_phase = PHASE_BREAK,
    .after_break = PHASE_OPEN,
    POOL_ON_NINE_FOOT,
    .by_rack = true,
    .shots_called = true,
    .suspended = eight_suspended,
    .on = eight_on,
    .legal = eight_legal,
    .foul = eight_foul,
    .serious = pool_lose,
    .clear = eight_clear,
    .stalemate = pool_break_again,
    .choices = choices,
};

static const struct rule rules[] = {
    OFFICIAL("3.1, 3.2", "lag winner chooses; triangle, eight behind the apex", "choice plays"),
    CAMERA("3.3(a)(b)", "break from behind the string, any ball first, none called", "eight_suspended, row 6.10"),
    CAMERA("3.3(c)", "ball pocketed: breaker continues, table open", "legal_break"),
    FOUL_SEEN("3.3(d)", "illegal break: none pocketed, fewer than four to a rail", illegal_break, no_foul),
    OFFICIAL("3.3(d)(1)-(3)", "accept, break again oneself, or let the breaker", "legal_break"),
    BOTH("3.3(e)(1)(2)", "eight on a legal break: spotted, or break again", "legal_break"),
    BOTH("3.3(f)(1)(2)", "eight and a scratch: the opponent chooses", "eight_and_scratch"),
    BOTH("3.3(g)(1)(2)", "ball off the table on the break", "foul_on_break, row 6.5"),
    BOTH("3.3(h)(1)(2)", "other foul on the break", "foul_on_break"),
    BOTH("3.4", "open table: the called ball decides the groups", "eight_legal"),
    BOTH("3.5", "continuing with called balls; the eight wins", "eight_legal"),
    BOTH("3.6", "calls; the eight after the group; safeties", "pool_called_ball, eight_too_early"),
    CAMERA("3.7", "only the eight is spotted, only on the break", "eight_clear"),
    FOUL_SEEN("3.8(a)", "foul while pocketing the eight", fouls_with_eight, pool_serious),
    FOUL_SEEN("3.8(b)", "eight before the group is cleared", eight_too_early, pool_serious),
    FOUL_SEEN("3.8(c)", "eight in an uncalled pocket", eight_uncalled, pool_serious),
    FOUL_SEEN("3.8(d)", "eight off the table", eight_off, pool_serious),
    BOTH("3.9", "standard fouls: in hand anywhere", "eight_foul"),
    OFFICIAL("3.10, 3.11", "serious fouls lose the rack; stalemate: the breaker breaks", "pool_lose, pool_break_again"),
};

const struct book pool_eight_book = {"WPA", "WPA rules of play 2008: eight ball", rules, sizeof rules / sizeof *rules,
                                     NULL};
