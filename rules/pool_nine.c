/* SPDX-License-Identifier: Apache-2.0 */
/* pool_nine.c: nine ball (WPA 2). Nine balls in rising order; whoever legally pockets the nine wins the rack. */
#include "pool.h"
#include "rule_rows.h"

#define NINE ((ball_id)(NUMBERED_8 + 1))

/* The lowest ball on the table. */
static ball_mask nine_on(const struct state *state)
{
    return ball_bit(ball_first(state->on_table));
}

/* 2.4: the shooter after a break without a foul may push out, if it is declared. */
static bool pushes_out(const struct judging *j)
{
    return j->before->phase == PHASE_PUSH_OUT_AVAILABLE &&
           (j->stroke->called.push_out || judging_said(j, BALL_NONE, false));
}

/* 6.11 is not among the fouls of this game. */
static unsigned nine_suspended(const struct judging *j)
{
    return POOL_BEHIND_HEAD_STRING | (pushes_out(j) ? POOL_WRONG_BALL | POOL_NO_RAIL : 0);
}

static bool weak_break(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    int driven = pool_balls_driven(j);
    return pool_is_break_shot(j) && !j->potted && driven >= 0 && driven < 4;
}

/* 2.6: the nine comes back, no other ball. */
static void nine_clear(struct judging *j)
{
    if (ball_in(j->potted | j->off, NINE))
        pool_spot(j, NINE);
}

static void nine_foul(struct judging *j)
{
    nine_clear(j);
    bool broken_yet = !pool_is_break(j) || j->stroke->act == ACT_STROKE;
    if (broken_yet)
        j->next->phase = PHASE_PLAY; /* 2.4: no push out after a foul on the break */
    pool_in_hand(j, broken_yet ? AREA_ANYWHERE : AREA_BEHIND_HEAD_STRING);
}

/* 2.4: the other player chooses who shoots; balls stay down, but for the nine. */
static void after_push_out(struct judging *j)
{
    nine_clear(j);
    j->next->phase = PHASE_PLAY;
    j->next->striker = 0;
    judging_option(j, OPTION_SELF_SHOOTS);
    judging_option(j, OPTION_OPPONENT_SHOOTS);
}

static void nine_legal(struct judging *j)
{
    if (pushes_out(j)) {
        after_push_out(j);
        return;
    }
    if (ball_in(j->potted, NINE)) {
        pool_win(j, j->by);
        return;
    }
    if (!pool_is_break(j))
        j->next->phase = PHASE_PLAY;
    if (!j->potted)
        pool_pass(j);
}

static void self_shoots(struct judging *j)
{
    j->next->striker = pool_chooser(j);
    j->next->phase = PHASE_PLAY;
}

static void opponent_shoots(struct judging *j)
{
    j->next->striker = judging_next_player(j->before, pool_chooser(j));
    j->next->phase = PHASE_PLAY;
}

static void (*const choices[OPTION_COUNT])(struct judging *) = {
    [OPTION_SELF_SHOOTS] = self_shoots,
    [OPTION_OPPONENT_SHOOTS] = opponent_shoots,
};

const struct pool_game pool_nine = {
    .rack = POOL_BALLS(NUMBERED_1, NUMBERED_8 + 1),
    .break_phase = PHASE_BREAK,
    .after_break = PHASE_PUSH_OUT_AVAILABLE,
    POOL_ON_NINE_FOOT,
    .by_rack = true,
    .three_fouls = true,
    .suspended = nine_suspended,
    .on = nine_on,
    .legal = nine_legal,
    .foul = nine_foul,
    .serious = pool_lose,
    .clear = nine_clear,
    .stalemate = pool_break_again,
    .choices = choices,
};

static const struct rule rules[] = {
    OFFICIAL("2.1", "lag winner chooses; the break alternates", "choice plays, contest_opener"),
    CAMERA("2.2", "diamond, one on the foot spot, nine in the middle", "set up by the players"),
    CAMERA("2.3(a)", "break from behind the head string", "row 6.10"),
    FOUL_SEEN("2.3(b)", "break: no ball pocketed and fewer than four to a rail", weak_break, pool_standard),
    BOTH("2.4", "push out after the break", "pushes_out, after_push_out"),
    CAMERA("2.5", "continuing; the nine wins", "nine_legal"),
    CAMERA("2.6", "only the nine is spotted", "nine_clear"),
    BOTH("2.7", "standard fouls: in hand anywhere", "nine_foul"),
    FOUL_SEEN("2.8", "third foul in a row: rack lost", pool_third_foul, pool_serious),
    OFFICIAL("2.9", "stalemate: the breaker breaks again", "pool_break_again"),
};

const struct book pool_nine_book = {"WPA", "WPA rules of play 2008: nine ball", rules, sizeof rules / sizeof *rules,
                                    NULL};
