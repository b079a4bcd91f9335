/* SPDX-License-Identifier: Apache-2.0 */
/* pool_play.c: what follows in any pool game: turns, spotting, racks, lags, choices, conduct. */
#include "pool.h"

#include <math.h>
#include <string.h>

void pool_open(const struct game *game, struct state *state)
{
    const struct pool_game *g = game->variant;
    state->bed = bed_pool(g->length, g->width, g->ball_d, g->cue_ball_d, g->home_share);
    state->phase = g->break_phase;
    state->on_table = g->rack;
    state->on = g->on(state);
    state->in_hand = true;
    state->area = g->home;
    state->counters.breaker = state->opener;
}

/* ---- players ----------------------------------------------------------------------------------------------------- */

player_id pool_player(const struct judging *j, enum side side)
{
    player_id player = j->before->striker ? j->before->striker : 1;
    return side_of(player) == side ? player : judging_next_player(j->before, player);
}

player_id pool_chooser(const struct judging *j)
{
    const struct state *s = j->before;
    if (j->stroke->by || s->striker)
        return j->stroke->by ? j->stroke->by : s->striker;
    return s->counters.offender ? judging_next_player(s, s->counters.offender) : 1;
}

static player_id chooser_opponent(const struct judging *j)
{
    return judging_next_player(j->before, pool_chooser(j));
}

player_id pool_breaker(const struct judging *j)
{
    const struct state *s = j->before;
    player_id known = s->counters.breaker ? s->counters.breaker : s->opener;
    return known ? known : pool_chooser(j);
}

void pool_pass(struct judging *j)
{
    j->next->striker = pool_player(j, j->other);
    j->next->break_score = 0;
}

/* ---- balls ------------------------------------------------------------------------------------------------------- */

void pool_in_hand(struct judging *j, enum area area)
{
    j->next->in_hand = true;
    j->next->area = area;
    j->next->pos.known &= ~ball_bit(j->cue);
}

void pool_in_hand_if_gone(struct judging *j, enum area area)
{
    if (j->cue_potted || j->cue_off || j->next->in_hand)
        pool_in_hand(j, area);
}

static ball_mask spotted_now(const struct judging *j)
{
    ball_mask balls = 0;
    for (int i = 0; i < j->ruling->respots_n; i++)
        balls |= ball_bit(j->ruling->respots[i].ball);
    return balls;
}

/* WPA 1.4. Where no positions are known, a second ball is said to go behind the foot spot. */
void pool_spot(struct judging *j, ball_id ball)
{
    struct layout *pos = &j->next->pos;
    bool blind = !(pos->known & ~spotted_now(j) & ~ball_bit(ball));
    pos->known &= ~ball_bit(ball);
    struct geo_spotting how = geo_spotting_wpa(&j->next->bed, SPOT_FOOT);
    struct geo_spotted where = geo_spot(&j->next->bed, pos, ball, &how);
    judging_ask(j, QUESTION_SPOT, ball, where.margin, judging_spot_sd(pos));
    enum place place = where.spot == SPOT_FOOT ? PLACE_FOOT : blind ? PLACE_BEHIND_FOOT : PLACE_COMPUTED;
    judging_respot(j, ball, place, &where.at);
}

void pool_spot_all(struct judging *j, ball_mask balls)
{
    for (BALL_EACH(ball, balls))
        pool_spot(j, (ball_id)ball);
}

/* ---- racks ------------------------------------------------------------------------------------------------------- */

void pool_win(struct judging *j, enum side winner)
{
    judging_frame_over(j, winner);
    if (pool_game(j)->by_rack)
        j->next->score[winner]++;
}

void pool_lose(struct judging *j)
{
    pool_win(j, j->other);
}

void pool_rerack(struct judging *j, player_id breaker)
{
    const struct pool_game *g = pool_game(j);
    struct state *n = j->next;
    n->on_table = g->rack;
    n->pos.known = 0;
    n->phase = g->break_phase;
    n->striker = n->opener = n->counters.breaker = breaker;
    n->break_score = 0;
    memset(n->group, 0, sizeof n->group);
    n->counters.free_shot = n->counters.snookered_declared = false;
    n->counters.touching = 0;
    n->counters.balls_on_table = (int16_t)ball_count(g->rack);
    if (g->by_rack) { /* 6.14: the fouls must be in a single rack */
        memset(n->counters.consecutive_fouls, 0, sizeof n->counters.consecutive_fouls);
        memset(n->counters.warned_two_fouls, 0, sizeof n->counters.warned_two_fouls);
    }
    pool_in_hand(j, g->home);
}

void pool_break_again(struct judging *j)
{
    pool_rerack(j, pool_breaker(j));
    judging_option(j, OPTION_RERACK_SAME_BREAKS);
}

/* ---- lag --------------------------------------------------------------------------------------------------------- */

static void settle_lag(struct judging *j)
{
    static const struct lag_rules rules = {.one_top_cushion = true, .half_matters = true};
    j->next->phase = PHASE_LAG;
    j->next->striker = 0;
    j->next->on = 0;
    j->next->in_hand = false;
    j->next->area = AREA_NONE;
    j->ruling->findings_n = 0; /* a foul spoils a lag (lag_ball.foul), it is not penalised */
    j->ruling->lag_winner = judging_lag(j, &rules);
    if (j->ruling->lag_winner)
        judging_option(j, OPTION_CHOOSE_WHO_PLAYS_FIRST);
}

/* ---- choices ----------------------------------------------------------------------------------------------------- */

void pool_accept(struct judging *j)
{
    j->next->striker = pool_chooser(j);
    j->next->phase = pool_game(j)->after_break;
}

void pool_self_breaks(struct judging *j)
{
    pool_rerack(j, pool_chooser(j));
}

void pool_opponent_breaks(struct judging *j)
{
    pool_rerack(j, chooser_opponent(j));
}

/* "<player>_plays": who breaks after a lag, or who is next where the referee has to say. */
static void player_plays(struct judging *j)
{
    if (j->before->phase == PHASE_LAG)
        pool_rerack(j, j->stroke->choice.player);
    else
        j->next->striker = j->stroke->choice.player;
}

/* WPA 1.5: all balls that may be hit lie behind the head string; the nearest to it is spotted, of equal ones the one
 * that the shooter names. */
static void spot_nearest(struct judging *j)
{
    const struct state *s = j->before;
    ball_mask legal = pool_targets(j) & s->on_table;
    ball_id nearest = BALL_NONE;
    if (!s->in_hand || s->area != AREA_BEHIND_HEAD_STRING || (legal & ~s->pos.known))
        return;
    for (BALL_EACH(ball, legal)) {
        double x = s->pos.at[ball].x, best = nearest ? s->pos.at[nearest].x : -INFINITY;
        if (x >= s->bed.baulk_x)
            return;
        if (x > best || (x == best && ball_in(j->stroke->choice.balls, (ball_id)ball)))
            nearest = (ball_id)ball;
    }
    if (nearest)
        pool_spot(j, nearest);
}

/* WPA 1.11: not only the rack is lost. */
static void concede(struct judging *j)
{
    j->next->counters.match_lost[j->by] = true;
    pool_lose(j);
}

static void decide(struct judging *j)
{
    const struct pool_game *g = pool_game(j);
    unsigned kind = j->stroke->choice.kind;
    if (kind == OPTION_STALEMATE)
        g->stalemate(j);
    else if (kind == OPTION_CONCEDE_ACCEPTED)
        concede(j);
    else if (kind == OPTION_PLAYS)
        player_plays(j);
    else if (kind == OPTION_SPOT_NEAREST)
        spot_nearest(j);
    else if (kind < OPTION_COUNT && g->choices[kind])
        g->choices[kind](j);
}

/* ---- shots that do not count ------------------------------------------------------------------------------------- */

static bool detail_is(const struct judging *j, enum flag_kind kind, const char *word)
{
    for (int i = 0; i < j->stroke->flags_n; i++)
        if (j->stroke->flags[i].kind == kind && !strcmp(j->stroke->flags[i].detail, word))
            return true;
    return false;
}

static bool is_conduct(const struct judging *j)
{
    return judging_penalty(j) >= POOL_SERIOUS || judging_flag(j, FLAG_UNSPORTING) || judging_flag(j, FLAG_WHEELCHAIR);
}

/* WPA 1.9: balls touched by the referee, or by the player who is not at the table, are put back. */
static bool disturbed_by_others(const struct judging *j)
{
    bool shooter = j->stroke->by && j->by == side_of(j->before->striker);
    return j->stroke->act != ACT_STROKE && !shooter && judging_found(j, "6.6") && !is_conduct(j);
}

/* WPA 1.7, 1.9: what had an effect on the shot makes it void; it is played again from the same position. Nobody is
 * penalised for it. */
static bool undone(struct judging *j)
{
    bool interfered = judging_flag(j, FLAG_INTERFERENCE), harmless = detail_is(j, FLAG_INTERFERENCE, "no_effect");
    j->ruling->replace = j->fallen != 0 || interfered;
    if (!j->replay && !disturbed_by_others(j) && (!interfered || harmless))
        return false;
    j->ruling->findings_n = 0;
    j->ruling->replace = true;
    if (detail_is(j, FLAG_INTERFERENCE, "lost")) { /* the position cannot be restored */
        j->ruling->replace = false;
        pool_game(j)->stalemate(j);
    }
    return true;
}

/* ---- shots ------------------------------------------------------------------------------------------------------- */

/* The ball on outranks the list of balls: what would have to be played before it is gone. A ball on that can never come
 * up is not believed. */
static void believe_ball_on(struct judging *j)
{
    struct state *n = j->next;
    ball_mask said = pool_said_on(j), due = pool_game(j)->on(n);
    while (said && due && !(due & said)) {
        n->on_table &= ~due;
        due = pool_game(j)->on(n);
    }
    if (!due)
        n->on_table = j->before->on_table;
}

static void leave_as_it_lies(struct judging *j)
{
    struct state *n = j->next;
    n->counters.offender = j->stroke->by ? j->stroke->by : j->before->striker;
    if (j->stroke->act != ACT_STROKE)
        return;
    judging_rest(j, &n->pos);
    n->on_table &= ~(j->potted | j->off);
    n->in_hand = false;
    n->area = AREA_NONE;
    n->counters.touching = 0;
    n->counters.free_shot = n->counters.snookered_declared = false;
    if (pool_is_break(j)) {
        n->phase = pool_game(j)->after_break;
        n->counters.breaker = n->opener = n->counters.offender;
    }
}

static void settle_legal(struct judging *j)
{
    struct counters *c = &j->next->counters;
    leave_as_it_lies(j);
    c->consecutive_fouls[j->by] = 0;
    c->warned_two_fouls[j->by] = false;
    pool_game(j)->legal(j);
}

/* WPA 6.14: without the warning a third foul is only the second. */
static void count_foul(struct judging *j)
{
    int16_t *n = &j->next->counters.consecutive_fouls[j->by];
    if (!pool_game(j)->three_fouls || judging_penalty(j) == POOL_BREAKING)
        return;
    if (*n < 2 || j->before->counters.warned_two_fouls[j->by])
        (*n)++;
}

/* WPA 7.2: cue-ball anywhere, then the game, then the match. True when that settles it: a first offence is the lesser
 * foul where the same shot loses the rack (WPA 6). */
static bool settle_wheelchair(struct judging *j)
{
    if (!judging_flag(j, FLAG_WHEELCHAIR))
        return false;
    int offences = ++j->next->counters.wheelchair[j->by];
    j->next->counters.match_lost[j->by] = offences > 2;
    if (offences > 1) {
        pool_lose(j);
        return true;
    }
    if (judging_penalty(j) >= POOL_SERIOUS)
        return false;
    pool_pass(j);
    pool_game(j)->clear(j);
    pool_in_hand(j, AREA_ANYWHERE);
    return true;
}

/* WPA 6.16: the referee may make it the rack or the match. */
static bool settle_chosen(struct judging *j)
{
    bool match = detail_is(j, FLAG_UNSPORTING, "match");
    if (!match && !detail_is(j, FLAG_UNSPORTING, "rack"))
        return false;
    j->next->counters.match_lost[j->by] = match;
    pool_lose(j);
    return true;
}

static void settle_foul(struct judging *j)
{
    j->ruling->kind = KIND_FOUL;
    judging_call(j, CALL_FOUL, 0);
    leave_as_it_lies(j);
    if (settle_wheelchair(j) || settle_chosen(j))
        return;
    count_foul(j);
    if (judging_penalty(j) >= POOL_SERIOUS) {
        pool_game(j)->serious(j);
        return;
    }
    pool_pass(j);
    pool_game(j)->foul(j);
}

static void warn_of_conduct(struct judging *j)
{
    if (!detail_is(j, FLAG_UNSPORTING, "warning"))
        return;
    j->ruling->warning = WARNING_UNSPORTING;
    if (!j->next->counters.unsporting[j->by])
        j->next->counters.unsporting[j->by] = 1;
}

/* ---- the next player --------------------------------------------------------------------------------------------- */

/* WPA 6.14: said when the player comes to the table. */
static void warn_on_two(struct judging *j)
{
    struct counters *c = &j->next->counters;
    enum side side = side_of(j->next->striker);
    bool comes = side && side != side_of(j->before->striker);
    if (!pool_game(j)->three_fouls || !comes || c->consecutive_fouls[side] < 2 || c->warned_two_fouls[side])
        return;
    j->ruling->warning = WARNING_TWO_FOULS;
    c->warned_two_fouls[side] = true;
}

/* WPA 6.7, 5.9: a cue-ball that touches a ball is declared to. */
static void declare_touching(struct judging *j)
{
    struct state *n = j->next;
    if (j->stroke->act != ACT_STROKE || n->in_hand)
        return;
    j->ruling->touching = n->counters.touching = judging_touching(j, n->on_table);
}

static void meet_next_player(struct judging *j)
{
    if (j->next->frame_over)
        return;
    j->next->on = j->next->phase == PHASE_LAG ? 0 : pool_game(j)->on(j->next);
    warn_on_two(j);
}

static void settle_act(struct judging *j)
{
    if (undone(j))
        return;
    warn_of_conduct(j);
    pool_note_unheard(j);
    if (judging_penalty(j) > POOL_NO_FOUL)
        settle_foul(j);
    else if (j->stroke->act == ACT_STROKE)
        settle_legal(j);
    if (!j->next->frame_over)
        declare_touching(j);
}

void pool_settle(struct judging *j)
{
    if (j->before->frame_over) {
        j->ruling->findings_n = 0;
        return;
    }
    believe_ball_on(j);
    if (j->stroke->act == ACT_LAG) {
        settle_lag(j);
    } else if (j->stroke->act == ACT_DECISION) {
        j->ruling->findings_n = 0;
        decide(j);
    } else {
        settle_act(j);
    }
    meet_next_player(j);
}
