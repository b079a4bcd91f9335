/* SPDX-License-Identifier: Apache-2.0 */
/* pool_blackball.c: black ball (WPA 5). Shots are not called; a foul gives the opponent a free shot. */
#include "pool.h"
#include "rule_rows.h"

#define BLACK ((ball_id)ENGLISH_BLACK)

static ball_mask blackball_on(const struct state *state)
{
    return pool_group_on(state, BLACK);
}

static bool black_on_break(const struct judging *j)
{
    return pool_is_break_shot(j) && ball_in(j->potted, BLACK);
}

/* 6.11 is not among the fouls of this game (5.8); 5.1 free shot; 5.10 snookered, where the referee declared it;
 * 5.5(c) the break that pockets the black. A break may hit any ball first. */
static unsigned blackball_suspended(const struct judging *j)
{
    const struct counters *c = &j->before->counters;
    unsigned rules = POOL_BEHIND_HEAD_STRING;
    if (c->free_shot || pool_is_break(j))
        rules |= POOL_WRONG_BALL;
    if (c->snookered_declared)
        rules |= POOL_NO_RAIL;
    if (black_on_break(j))
        rules |= POOL_SCRATCH | POOL_BALL_OFF;
    return rules;
}

/* ---- fouls of this game ------------------------------------------------------------------------------------------ */

static bool weak_break(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    int over = j->facts->balls_over_centre;
    return pool_is_break_shot(j) && !j->potted && over >= 0 && over < 2;
}

/* 5.9: a ball that touched the cue-ball and moved as it was struck was played at. */
static bool played_at_touching(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->facts->touching_moved;
    return j->stroke->act == ACT_STROKE && j->facts->touching_moved;
}

static bool opponents_ball_only(struct judging *j, ball_mask *concerned)
{
    ball_mask own = pool_group_balls(j->before->group[j->by]);
    ball_mask others = j->potted & pool_group_balls(j->before->group[j->other]);
    if (j->stroke->act != ACT_STROKE || !others || (j->potted & own))
        return false;
    *concerned |= others;
    return true;
}

/* ---- loss of the rack (5.14) ------------------------------------------------------------------------------------- */

static bool black_illegally(struct judging *j, ball_mask *concerned)
{
    *concerned |= ball_bit(BLACK);
    return j->stroke->act == ACT_STROKE && ball_in(j->potted, BLACK) && judging_penalty(j) > POOL_NO_FOUL;
}

/* The last own ball may go down with the black. While the table is open nobody has cleared a group. */
static bool black_too_early(struct judging *j, ball_mask *concerned)
{
    *concerned |= ball_bit(BLACK);
    bool pocketed = j->stroke->act == ACT_STROKE && ball_in(j->potted, BLACK) && !pool_is_break(j);
    return pocketed && (pool_table_open(j) || (pool_own_left(j) & ~j->potted));
}

/* 5.14(c): not on a free shot, where 6.2 is suspended. */
static bool wrong_on_purpose(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->first;
    return judging_flag(j, FLAG_INTENTIONAL_WRONG_BALL) && !j->before->counters.free_shot;
}

/* 5.14(d): the referee's opinion, entered as a miss that was judged or meant. */
static bool no_attempt(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->first;
    bool judged = j->stroke->miss_judged == YES || j->stroke->miss_intentional == YES;
    return j->stroke->act == ACT_STROKE && judged && !(j->first & pool_targets(j));
}

/* ---- what follows ------------------------------------------------------------------------------------------------ */

/* 5.11: the black, then the group of the next shooter (the reds while the table is open), then the others. */
static void blackball_clear(struct judging *j)
{
    enum group next = j->next->group[side_of(j->next->striker)];
    ball_mask group = pool_group_balls(next ? next : GROUP_REDS);
    pool_spot_all(j, j->off & ball_bit(BLACK));
    pool_spot_all(j, j->off & group);
    pool_spot_all(j, j->off & ~group & ~ball_bit(BLACK));
}

/* 5.13: one free shot, from where the cue-ball lies or from baulk. */
static void blackball_foul(struct judging *j)
{
    bool broken_yet = !pool_is_break(j) || j->stroke->act == ACT_STROKE;
    blackball_clear(j);
    pool_in_hand_if_gone(j, AREA_BAULK);
    if (!broken_yet)
        pool_in_hand(j, AREA_BAULK);
    j->next->counters.free_shot = true;
    judging_option(j, OPTION_FREE_SHOT);
    if (!j->next->in_hand)
        judging_option(j, OPTION_CUE_BALL_FROM_LIE);
    judging_option(j, OPTION_CUE_BALL_FROM_BAULK);
}

/* 5.1: no straight way to any part of a ball on. The program is the referee here and declares it. */
static void declare_snooker(struct judging *j)
{
    struct state *n = j->next;
    ball_mask on = blackball_on(n) ? blackball_on(n) : pool_blackball.open_on & n->on_table;
    if (j->facts->snooker_known) {
        n->counters.snookered_declared = j->facts->snookered;
        return;
    }
    if (n->in_hand || !ball_in(n->pos.known, j->cue) || (on & ~n->pos.known))
        return;
    struct geo_total total = geo_total_snooker(&n->bed, &n->pos, j->cue, on, n->on_table & ~on);
    n->counters.snookered_declared = !judging_ask(j, QUESTION_SNOOKERED, ball_first(on), total.margin, n->pos.sd * 2);
}

/* 5.6: balls of only one group, on a shot that is neither the break nor free. */
static void decide_groups(struct judging *j)
{
    ball_mask reds = j->potted & pool_group_balls(GROUP_REDS), yellows = j->potted & pool_group_balls(GROUP_YELLOWS);
    bool normal = !pool_is_break(j) && !j->before->counters.free_shot;
    if (pool_table_open(j) && normal && !reds != !yellows)
        pool_take_group(j, ball_first(reds | yellows));
    if (j->next->group[j->by])
        j->next->phase = PHASE_GROUPS;
}

static void blackball_legal(struct judging *j)
{
    if (black_on_break(j)) { /* 5.5(c) */
        pool_rerack(j, pool_player(j, j->by));
        judging_option(j, OPTION_RERACK_SAME_BREAKS);
        return;
    }
    if (ball_in(j->potted, BLACK)) { /* no loss was found */
        pool_win(j, j->by);
        return;
    }
    decide_groups(j);
    if (!j->potted)
        pool_pass(j);
    declare_snooker(j);
}

/* ---- choices after a foul ---------------------------------------------------------------------------------------- */

static void free_shot(struct judging *j)
{
    j->next->striker = pool_chooser(j);
    j->next->counters.free_shot = true;
}

static void from_baulk(struct judging *j)
{
    free_shot(j);
    pool_in_hand(j, AREA_BAULK);
}

static void (*const choices[OPTION_COUNT])(struct judging *) = {
    [OPTION_FREE_SHOT] = free_shot,
    [OPTION_CUE_BALL_FROM_LIE] = free_shot,
    [OPTION_CUE_BALL_FROM_BAULK] = from_baulk,
    [OPTION_RERACK_SAME_BREAKS] = pool_break_again,
};

const struct pool_game pool_blackball = {
    .rack = POOL_BALLS(ENGLISH_BLACK, ENGLISH_YELLOW_1 + 6),
    .open_on = POOL_BALLS(ENGLISH_RED_1, ENGLISH_YELLOW_1 + 6), /* the black only follows a group */
    .break_phase = PHASE_BREAK,
    .after_break = PHASE_OPEN,
    .home = AREA_BAULK,
    .home_share = 0.2, /* 5.1 */
    .length = 1829,
    .width = 914,
    .ball_d = 50.8,
    .cue_ball_d = 47.6,
    .by_rack = true,
    .touching_is_hit = true,
    .suspended = blackball_suspended,
    .on = blackball_on,
    .legal = blackball_legal,
    .foul = blackball_foul,
    .serious = pool_lose,
    .clear = blackball_clear,
    .stalemate = pool_break_again,
    .choices = choices,
};

static const struct rule rules[] = {
    BOTH("5.1 Free shot", "after a foul: any ball first, in position or from baulk", "blackball_foul"),
    CAMERA("5.1 Baulk", "a fifth of the length; read it for behind the head string", "pool_game.home_share"),
    BOTH("5.1 Snookered", "no straight way to a ball on, once declared", "declare_snooker"),
    CAMERA("5.1 Ball On", "legal target", "pool_targets"),
    BOTH("5.2-5.4", "equipment; lag; black on the foot spot", "choice plays"),
    CAMERA("5.5(a)", "break from baulk", "row 6.10"),
    FOUL_SEEN("5.5(b)", "break: none pocketed, fewer than two over the centre string", weak_break, pool_standard),
    CAMERA("5.5(c)", "black on the break: same player breaks again", "black_on_break"),
    CAMERA("5.6", "open until one group only falls on a normal shot", "decide_groups"),
    CAMERA("5.7", "continuing while balls are legally pocketed", "blackball_legal"),
    CAMERA("5.8", "in hand anywhere in baulk; need not leave it", "pool_in_hand, blackball_suspended"),
    FOUL_BOTH("5.9", "played at a touching ball", PLAYED_INTO, played_at_touching, pool_standard),
    BOTH("5.10", "snookered: no rail needed", "blackball_suspended"),
    CAMERA("5.11", "balls off the table spotted in order", "blackball_clear"),
    OFFICIAL("5.12", "stalemate: the breaker breaks again", "pool_break_again"),
    BOTH("5.13", "standard fouls: free shot", "blackball_foul"),
    FOUL_SEEN("5.13.1", "opponent's ball without an own one", opponents_ball_only, pool_standard),
    FOUL_FLAG("5.13.2", "shot before all balls were spotted", STRUCK_BEFORE_SPOTTED, pool_standard),
    FOUL_BOTH("5.13.3", "jump shot", JUMP_SHOT, broken_jump, pool_standard),
    FOUL_SEEN("5.14(c)", "wrong ball first on purpose", wrong_on_purpose, pool_serious),
    FOUL_SEEN("5.14(d)", "no attempt to hit a ball on", no_attempt, pool_serious),
    FOUL_SEEN("5.14(a)", "black on an illegal shot", black_illegally, pool_serious),
    FOUL_SEEN("5.14(b)", "black while own balls are left", black_too_early, pool_serious),
};

const struct book pool_blackball_book = {"WPA", "WPA rules of play 2008: black ball", rules,
                                         sizeof rules / sizeof *rules, NULL};
