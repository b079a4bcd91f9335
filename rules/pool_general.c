/* SPDX-License-Identifier: Apache-2.0 */
/* pool_general.c: the WPA's general rules, its fouls and its definitions, once for all its games. */
#include "pool.h"
#include "rule_rows.h"

#include <string.h>

/* ---- severity ---------------------------------------------------------------------------------------------------- */

int pool_standard(const struct judging *j, ball_mask concerned)
{
    (void)j, (void)concerned;
    return POOL_STANDARD;
}

int pool_breaking(const struct judging *j, ball_mask concerned)
{
    (void)j, (void)concerned;
    return POOL_BREAKING;
}

int pool_serious(const struct judging *j, ball_mask concerned)
{
    (void)j, (void)concerned;
    return POOL_SERIOUS;
}

/* ---- the shot ---------------------------------------------------------------------------------------------------- */

static bool is_shot(const struct judging *j)
{
    return j->stroke->act == ACT_STROKE;
}

static bool suspended(const struct judging *j, enum pool_rule rule)
{
    const struct pool_game *game = pool_game(j);
    return game->suspended && (game->suspended(j) & rule);
}

bool pool_is_break(const struct judging *j)
{
    return j->before->phase == PHASE_BREAK || j->before->phase == PHASE_OPENING_BREAK;
}

bool pool_is_break_shot(const struct judging *j)
{
    return is_shot(j) && pool_is_break(j);
}

ball_mask pool_said_on(const struct judging *j)
{
    return j->before->on & j->before->on_table;
}

ball_mask pool_targets(const struct judging *j)
{
    const struct pool_game *game = pool_game(j);
    ball_mask said = pool_said_on(j), on = said ? said : game->on(j->before);
    if (suspended(j, POOL_WRONG_BALL))
        return game->rack;
    return on ? on : game->open_on;
}

/* 6.7: a declared touching ball that the shot moved was hit, before any other; 5.9: one on that it left was hit too. */
ball_mask pool_first(const struct judging *j)
{
    ball_mask touching = j->before->counters.touching, moved = touching & j->facts->touching_moved;
    if (pool_game(j)->touching_is_hit)
        return j->first | (touching & ~moved & pool_targets(j));
    return moved ? moved : j->first;
}

int pool_balls_driven(const struct judging *j)
{
    ball_mask gone_balls = j->potted | j->off;
    int gone = ball_count(gone_balls), seen = j->facts->balls_to_cushion;
    if (j->facts->to_cushion) /* told one by one: none is counted twice */
        return ball_count(j->facts->to_cushion | gone_balls);
    bool none_hit = !j->first && !j->facts->first_contact_any;
    if (seen < 0)
        return none_hit || j->facts->cushion_after_contact == NO ? gone : -1;
    return seen + gone;
}

/* How the program decides what was called (1.6). A call that was entered counts as entered; a pocket that was not
 * entered, or not seen, is not held against the shooter. Without a call an obvious shot counts: one ball pocketed, that
 * same ball hit first, and neither the cue-ball on its way to it nor the ball on its way to the pocket met a cushion. A
 * bank, a kick, a combination or a second ball needs a call, and nobody but a person heard whether it was made. On a
 * break none is taken to be. */
static bool is_call_entered(const struct judging *j)
{
    const struct called *call = &j->stroke->called;
    return call->ball || call->safety || call->push_out;
}

static bool is_obvious(const struct judging *j)
{
    return ball_count(j->potted) == 1 && j->potted == j->first && !j->facts->cue_cushions_n &&
           !(j->potted & j->facts->banked);
}

static ball_id ball_called_unheard(const struct judging *j)
{
    for (BALL_EACH(ball, j->potted))
        if (!pool_is_break(j) && judging_said(j, (ball_id)ball, is_obvious(j)))
            return (ball_id)ball;
    return BALL_NONE;
}

ball_id pool_called_ball(const struct judging *j)
{
    const struct called *call = &j->stroke->called;
    const struct facts *f = j->facts;
    if (!is_call_entered(j))
        return ball_called_unheard(j);
    if (call->safety || !ball_in(j->potted, call->ball))
        return BALL_NONE;
    for (int i = 0; i < f->pots_n; i++)
        if (f->pots[i].ball == call->ball && call->pocket && f->pots[i].pocket && f->pots[i].pocket != call->pocket)
            return BALL_NONE;
    return call->ball;
}

ball_id pool_take_call(struct judging *j)
{
    ball_id ball = pool_called_ball(j);
    if (!j->stroke->called.made)
        j->ruling->inferred = ball_bit(ball);
    return ball;
}

/* 2.4: a shot that keeps the rules is no push out unless it was declared; one that does not may have been. */
void pool_note_unheard(struct judging *j)
{
    if (!is_shot(j) || is_call_entered(j))
        return;
    if (j->before->phase == PHASE_PUSH_OUT_AVAILABLE && judging_any_foul(j))
        judging_not_heard(j, BALL_NONE, false);
    for (BALL_EACH(ball, pool_game(j)->shots_called && !pool_is_break(j) && !is_obvious(j) ? j->potted : 0))
        judging_not_heard(j, (ball_id)ball, false);
}

/* ---- fouls that are seen ----------------------------------------------------------------------------------------- */

static bool scratched(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_shot(j) && (j->cue_potted || j->cue_off) && !suspended(j, POOL_SCRATCH);
}

/* Two balls hit at one moment: neither was hit before the other, so a ball on among them will do. */
static bool wrong_ball_first(struct judging *j, ball_mask *concerned)
{
    ball_mask first = pool_first(j);
    if (!is_shot(j) || j->facts->first_contact_any || suspended(j, POOL_WRONG_BALL))
        return false;
    *concerned |= first;
    return first && !(first & pool_targets(j));
}

/* 6.3: a ball pocketed or off the table has been driven to a rail (8.4); no contact at all breaks it too. */
static bool no_rail(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    if (!is_shot(j) || j->potted || j->cue_potted || suspended(j, POOL_NO_RAIL))
        return false;
    if (!pool_first(j) && !j->facts->first_contact_any)
        return true;
    bool only_touched = pool_first(j) && !j->first && (j->facts->cue_cushions_n || j->facts->to_cushion);
    return j->facts->cushion_after_contact == NO && !j->off && !j->cue_off && !only_touched;
}

static bool ball_off(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->off;
    return is_shot(j) && j->off && !suspended(j, POOL_BALL_OFF);
}

/* 6.6: the cue-ball may be touched while it is in hand, but not with it another ball, and none but it with the tip. */
static bool ball_touched(struct judging *j, ball_mask *concerned)
{
    *concerned |= judging_flag_balls(j, FLAG_IN_HAND_CONTACT);
    return broken_moved_before(j, concerned) || judging_flag(j, FLAG_IN_HAND_CONTACT) ||
           judging_flag(j, FLAG_WRONG_CUE_BALL) || broken_wrong_cue_ball(j, concerned);
}

static bool from_behind_string(const struct judging *j)
{
    return is_shot(j) && j->before->in_hand && j->before->area == AREA_BEHIND_HEAD_STRING &&
           !suspended(j, POOL_BEHIND_HEAD_STRING);
}

/* Balls of the first contact that are known to lie behind the head string; on it is in front (1.5). */
static ball_mask first_behind(const struct judging *j)
{
    ball_mask behind = 0;
    for (BALL_EACH(ball, j->first & j->before->pos.known))
        if (j->before->pos.at[ball].x < j->before->bed.baulk_x)
            behind |= ball_bit((ball_id)ball);
    return behind;
}

/* First paragraph. From behind the string a straight way to a ball behind it does not cross it; after a cushion only
 * the camera knows. */
static bool crossed_before_contact(const struct judging *j)
{
    const struct facts *f = j->facts;
    if (f->left_baulk_first != UNKNOWN)
        return f->left_baulk_first == YES;
    return f->left_baulk != NO && f->cue_cushions_n > 0;
}

/* A ball hit whose place is not known is taken to lie behind the string, for the cue-ball never left that area. */
bool pool_never_crossed(const struct judging *j)
{
    return from_behind_string(j) && j->facts->left_baulk == NO && !j->facts->first_contact_any &&
           !(j->first & j->before->pos.known & ~first_behind(j));
}

static bool bad_play_from_behind(struct judging *j, ball_mask *concerned)
{
    ball_mask behind = first_behind(j);
    if (!from_behind_string(j))
        return false;
    *concerned |= behind;
    return pool_never_crossed(j) || (behind && behind == j->first && !crossed_before_contact(j));
}

static bool out_of_turn(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_shot(j) && j->before->striker && j->by != side_of(j->before->striker);
}

/* 6.14, enforced by 2.8 and 4.11: the third standard foul in a row, after a warning. The rows that ask this come last,
 * when all other fouls of the shot are known. */
bool pool_third_foul(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    const struct counters *c = &j->before->counters;
    return judging_penalty(j) == POOL_STANDARD && c->consecutive_fouls[j->by] >= 2 && c->warned_two_fouls[j->by];
}

/* ---- conduct ----------------------------------------------------------------------------------------------------- */

/* What the referee chose for unsportsmanlike conduct: the word after the flag's colon. */
static const char *chosen_penalty(const struct judging *j)
{
    for (int i = 0; i < j->stroke->flags_n; i++)
        if (j->stroke->flags[i].kind == FLAG_UNSPORTING)
            return j->stroke->flags[i].detail;
    return "";
}

/* 6.16: a warning is no foul (pool_play.c gives it); everything else is. */
static bool unsportsmanlike(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    if (judging_flag(j, FLAG_SERIOUS))
        return true;
    return judging_flag(j, FLAG_UNSPORTING) && strcmp(chosen_penalty(j), "warning") != 0;
}

static int conduct_severity(const struct judging *j, ball_mask concerned)
{
    (void)concerned;
    return strcmp(chosen_penalty(j), "foul") ? POOL_SERIOUS : POOL_STANDARD;
}

/* 7.2: the first offence gives the opponent the cue-ball, the second costs the game. */
static int wheelchair_severity(const struct judging *j, ball_mask concerned)
{
    (void)concerned;
    return j->before->counters.wheelchair[j->by] ? POOL_SERIOUS : POOL_STANDARD;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static const struct rule rules[] = {
    NOTE("1.1", "players know the rules", "none needed"),
    CAMERA("1.2", "lag for the order of play", "judging_lag"),
    OFFICIAL("1.3(a)-(e)", "equipment used as it is meant", "flag nonstandard_cue"),
    CAMERA("1.4", "spotting on the long string", "pool_spot"),
    BOTH("1.5", "cue-ball in hand; nearest ball spotted on request", "state.area, choice spot_nearest"),
    OFFICIAL("1.6", "call shot: one ball and its pocket, or safety", "pool_called_ball"),
    CAMERA("1.7", "a ball that settles into a pocket comes back", "undone"),
    CAMERA("1.8, 8.15", "positions restored", "ruling.replace"),
    OFFICIAL("1.9", "outside interference", "flag interference"),
    OFFICIAL("1.10", "judgement is final, rules may be appealed", "an official's entry outranks the camera"),
    OFFICIAL("1.11", "concession loses the match", "choice concede_accepted"),
    OFFICIAL("1.12", "no progress: three more turns, then stalemate", "choice stalemate"),
    NOTE("6", "only the most serious foul; void after the next shot", "judging_penalty"),
    FOUL_SEEN("6.1", "cue-ball pocketed or off the table", scratched, pool_standard),
    FOUL_SEEN("6.2", "wrong ball first", wrong_ball_first, pool_standard),
    FOUL_SEEN("6.3", "no rail after contact", no_rail, pool_standard),
    FOUL_FLAG("6.4", "no foot on the floor", FEET, pool_standard),
    FOUL_SEEN("6.5", "object ball off the table", ball_off, pool_standard),
    FOUL_BOTH("6.6", "ball touched", TOUCHED, ball_touched, pool_standard),
    FOUL_FLAG("6.7", "double hit", DOUBLE_HIT, pool_standard),
    FOUL_FLAG("6.8", "push shot", PUSH_STROKE, pool_standard),
    FOUL_BOTH("6.9", "shot while a ball moves", BALL_MOVING, broken_ball_moving, pool_standard),
    FOUL_BOTH("6.10", "cue-ball placed badly", IN_HAND_IMPROPER, broken_in_hand_place, pool_standard),
    FOUL_SEEN("6.11", "bad play from behind the head string", bad_play_from_behind, pool_standard),
    FOUL_FLAG("6.12", "cue laid on the table to aim", MEASURED, pool_standard),
    FOUL_BOTH("6.13", "out of turn", OUT_OF_TURN, out_of_turn, pool_standard),
    BOTH("6.14", "three fouls in a row, with a warning on two", "pool_third_foul, warn_on_two"),
    FOUL_CLOCK("6.15", "slow play: shot clock exceeded", TIME_FOUL, NULL, pool_standard),
    {.clause = "6.16",
     .title = "unsportsmanlike conduct",
     .who = WHO_OFFICIAL,
     .broken = unsportsmanlike,
     .penalty = conduct_severity,
     .how = "flag serious, or unsporting with :warning, :foul, :rack or :match"},
    OFFICIAL("6.16(a)", "distracting the opponent", "flag unsporting"),
    FOUL_FLAG("6.16(b)", "balls moved on purpose", INTENTIONAL_MOVE, pool_serious),
    OFFICIAL("6.16(c)", "intentional miscue", "flag unsporting"),
    FOUL_FLAG("6.16(d)", "playing on after a foul was called", PLAYED_AFTER_FOUL_CALL, pool_serious),
    OFFICIAL("6.16(e)", "practising", "flag unsporting"),
    OFFICIAL("6.16(f)", "marking the table", "flag unsporting"),
    FOUL_FLAG("6.16(g)", "delaying the game", TIME_WASTING, pool_serious),
    FOUL_FLAG("6.16(h)", "equipment used improperly", NONSTANDARD_CUE, pool_serious),
    OFFICIAL("7.1", "wheelchair: who may play", "entered before the match"),
    FOUL_FLAG("7.2(a)-(c)", "wheelchair: seat, feet, help", WHEELCHAIR, wheelchair_severity),
    OFFICIAL("7.3", "wheelchair: its state", "entered before the match"),
    CAMERA("8.1", "parts of the table; the string is not behind itself", "geo_in_area"),
    CAMERA("8.2", "shot: from the tip's contact to rest", "a stroke of tracking"),
    CAMERA("8.3", "pocketed, and what is not", "tracking reports a pocket, or a fall without a hit"),
    BOTH("8.4", "driven to a rail", "facts.balls_to_cushion, no_rail"),
    {.clause = "8.5",
     .title = "came back off a person or thing",
     .who = WHO_BOTH,
     .flag = FLAG_RETURNED,
     .how = "facts.off, flag returned; rows 6.1 and 6.5"},
    NOTE("8.6-8.10", "scratch, cue-ball, object balls, set, rack", "struct pool_game"),
    CAMERA("8.11", "break: from behind the string at racked balls", "pool_is_break"),
    BOTH("8.12", "inning", "pool_pass"),
    CAMERA("8.13", "a ball is where its centre is", "base/vec.h"),
    CAMERA("8.14", "re-spotting", "pool_spot"),
    OFFICIAL("8.16", "jump shot: legal unless the game says otherwise", "row 5.13.3"),
    OFFICIAL("8.17", "safety must be declared", "stroke.called"),
    OFFICIAL("8.18", "miscue: no foul unless the cue's side is seen to hit", "flag double_hit"),
};

const struct book pool_general_book = {"WPA", "WPA rules of play 2008: general rules, fouls, definitions", rules,
                                       sizeof rules / sizeof *rules, NULL};
