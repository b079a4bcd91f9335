/* SPDX-License-Identifier: Apache-2.0 */
/* pool_straight.c: 14.1 continuous (WPA 4). Every called ball is a point; after fourteen the balls are racked again. */
#include "pool.h"
#include "rule_rows.h"

static ball_mask straight_on(const struct state *state)
{
    (void)state;
    return 0; /* any ball may be hit first */
}

static unsigned straight_suspended(const struct judging *j)
{
    (void)j;
    return POOL_WRONG_BALL; /* 6.2 is not among the fouls of this game */
}

static int balls_left(const struct state *state)
{
    int counted = state->counters.balls_on_table;
    return counted ? counted : ball_count(state->on_table);
}

/* 4.3(b): without a called ball, the cue-ball and two object balls must be driven to a rail. */
static bool breaking_foul(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    int driven = pool_balls_driven(j);
    bool cue = j->cue_potted || j->cue_off || j->facts->cue_to_cushion != NO;
    return pool_is_break_shot(j) && !pool_called_ball(j) && ((driven >= 0 && driven < 2) || !cue);
}

/* 4.6: fourteen racked balls that nothing touched leave the apex free. They stand so close to it that the position,
 * which is never exact, may say otherwise; the referee has a triangle. */
#define RACK_SLACK 3.0 /* mm */

static bool returns_to_apex(const struct judging *j, ball_mask ball)
{
    const struct facts *f = j->facts;
    ball_mask met = j->first;
    for (int i = 0; i < f->contacts_n; i++)
        met |= ball_bit(f->contacts[i]);
    struct vec2 apex = j->next->bed.spot[SPOT_FOOT];
    return ball_count(ball) == 1 && balls_left(j->before) == 15 && !(met & ~ball) &&
           geo_spot_occupied(&j->next->bed, &j->next->pos, apex, ball_first(ball)).margin > -RACK_SLACK;
}

/* 4.6: whatever did not count comes back. */
static void straight_clear(struct judging *j)
{
    ball_mask back = j->potted | j->off;
    j->next->counters.balls_on_table = (int16_t)balls_left(j->before);
    if (returns_to_apex(j, back))
        judging_respot(j, ball_first(back), PLACE_FOOT, &j->next->bed.spot[SPOT_FOOT]);
    else
        pool_spot_all(j, back);
}

static void subtract(struct judging *j, int points)
{
    j->ruling->penalty = (int16_t)points;
    j->next->score[j->by] = (int16_t)(j->next->score[j->by] - points); /* 4.7: below zero is possible */
}

/* 4.9: the cue-ball stays where it is, but for 6.1 and the second paragraph of 6.11. */
static void straight_foul(struct judging *j)
{
    subtract(j, judging_penalty(j));
    straight_clear(j);
    pool_in_hand_if_gone(j, AREA_BEHIND_HEAD_STRING);
    if (pool_never_crossed(j) || (pool_is_break(j) && j->stroke->act != ACT_STROKE))
        pool_in_hand(j, AREA_BEHIND_HEAD_STRING);
    if (judging_penalty(j) != POOL_BREAKING)
        return;
    j->next->striker = 0;
    judging_option(j, OPTION_ACCEPT_POSITION);
    judging_option(j, OPTION_OPPONENT_REBREAKS);
}

static bool is_standard_foul(const struct judging *j)
{
    for (int i = 0; i < j->ruling->findings_n; i++)
        if (j->ruling->findings[i].penalty == POOL_STANDARD)
            return true;
    return false;
}

/* 4.11: a point for the foul itself, fifteen more, and the offender plays an opening break. */
static void straight_serious(struct judging *j)
{
    subtract(j, POOL_SERIOUS + (is_standard_foul(j) ? POOL_STANDARD : 0));
    j->next->counters.consecutive_fouls[j->by] = 0;
    j->next->counters.warned_two_fouls[j->by] = false;
    pool_rerack(j, pool_player(j, j->by));
    judging_option(j, OPTION_RERACK_OFFENDER_OPENING_BREAK);
}

/* ---- legal shots ------------------------------------------------------------------------------------------------- */

/* 4.7: the called ball and every other ball of the shot. */
static void score(struct judging *j)
{
    struct state *n = j->next;
    int points = ball_count(j->potted), left = balls_left(j->before) - points, target = n->format.target;
    j->ruling->points = (int16_t)points;
    n->score[j->by] = (int16_t)(n->score[j->by] + points);
    n->break_score = (int16_t)(n->break_score + points);
    n->counters.balls_on_table = (int16_t)(left > 0 ? left : 0);
    if (target > 0 && n->score[j->by] >= target)
        pool_win(j, j->by);
    else if (left <= 1)
        pool_rack_fourteen(j);
}

static void straight_legal(struct judging *j)
{
    if (pool_take_call(j)) {
        score(j);
        return;
    }
    straight_clear(j);
    pool_pass(j);
}

/* 4.12: the lag decides who plays an opening break. */
static void lag_again(struct judging *j)
{
    pool_rerack(j, 0);
    j->next->phase = PHASE_LAG;
    j->next->in_hand = false;
    j->next->area = AREA_NONE;
}

static void (*const choices[OPTION_COUNT])(struct judging *) = {
    [OPTION_ACCEPT_POSITION] = pool_accept,
    [OPTION_OPPONENT_REBREAKS] = pool_opponent_breaks,
};

const struct pool_game pool_straight = {
    .rack = POOL_BALLS(NUMBERED_1, NUMBERED_15),
    .open_on = POOL_BALLS(NUMBERED_1, NUMBERED_15),
    .break_phase = PHASE_OPENING_BREAK,
    .after_break = PHASE_PLAY,
    POOL_ON_NINE_FOOT,
    .three_fouls = true,
    .shots_called = true,
    .suspended = straight_suspended,
    .on = straight_on,
    .legal = straight_legal,
    .foul = straight_foul,
    .serious = straight_serious,
    .clear = straight_clear,
    .stalemate = lag_again,
    .choices = choices,
};

static const struct rule rules[] = {
    BOTH("4.1, 4.2", "lag; fifteen racked, later fourteen without the apex", "choice plays, pool_rack_fourteen"),
    CAMERA("4.3(a)", "opening break from behind the head string", "row 6.10"),
    FOUL_SEEN("4.3(b)", "opening break: cue-ball and two balls not driven to a rail", breaking_foul, pool_breaking),
    BOTH("4.4", "continuing with called balls; racked after fourteen", "score"),
    OFFICIAL("4.5", "calls; after a safety balls are spotted", "straight_legal"),
    CAMERA("4.6", "spotting what did not count", "straight_clear"),
    BOTH("4.7", "a point a ball; scores may be negative", "score, subtract"),
    CAMERA("4.8", "a ball interferes when it overlaps the rack's outline", "pool_rack_fourteen"),
    CAMERA("4.8(a)", "fifteenth pocketed too: all are racked", "pool_rack_fourteen"),
    CAMERA("4.8(b)", "both interfere: all racked, cue-ball in hand", "pool_rack_fourteen"),
    CAMERA("4.8(c)", "fifteenth interferes: head spot, or centre", "pool_rack_fourteen"),
    CAMERA("4.8(d)", "cue-ball interferes: in hand, head spot or centre", "pool_rack_fourteen"),
    CAMERA("4.8 Table 1", "all cases; any ball first afterwards", "pool_rack_fourteen"),
    BOTH("4.9", "standard fouls: one point", "straight_foul"),
    BOTH("4.10", "breaking foul: two points, perhaps another break", "straight_foul"),
    FOUL_SEEN("4.11", "third foul in a row: fifteen points more", pool_third_foul, pool_serious),
    OFFICIAL("4.12", "stalemate: lag again", "lag_again"),
};

const struct book pool_straight_book = {"WPA", "WPA rules of play 2008: 14.1 continuous", rules,
                                        sizeof rules / sizeof *rules, NULL};
