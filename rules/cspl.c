/* SPDX-License-Identifier: Apache-2.0 */
/* cspl.c: what follows from a shot or a foul at CSPL eight-ball: groups, visits, whose turn, end of the frame, and what
 * the referee says. Breaks and restarts are in cspl_break.c, requests in cspl_decide.c. */
#include "cspl.h"
#include "games.h"

/* ---- turns and visits ----------------------------------------------------------------------------------------------
 */

void cspl_shot_is_over(struct state *next)
{
    struct counters *c = &next->counters;
    c->nominated = c->nominated_not_potted = 0;
    c->potted_on_break = c->potted_this_shot = 0;
    c->touching = 0;
    c->snookered_declared = c->total_snooker_ruled = false;
    c->time_foul_called = c->time_out = false;
    c->offender = 0;
    if (next->phase != PHASE_BREAK)
        next->phase = next->group[SIDE_A] ? PHASE_GROUPS : PHASE_OPEN;
}

void cspl_opponents_turn(struct judging *j, int visits)
{
    const struct state *b = j->before;
    struct state *n = j->next;
    bool at_table = j->by != side_of(b->striker); /* a foul by who is not in control: the other plays on (K10) */
    if (!at_table)
        n->striker = judging_next_player(b, b->striker);
    n->visits = (uint8_t)visits;
    n->counters.strokes_played = 0;
    n->counters.offender = j->stroke->by ? j->stroke->by : b->striker;
    cspl_turn_on(n);
}

void cspl_end_visit(struct judging *j)
{
    struct state *n = j->next;
    bool second = j->before->visits == 2;
    if (second)
        judging_call(j, CALL_SECOND_VISIT, 0);
    else
        n->striker = judging_next_player(j->before, j->before->striker);
    n->counters.strokes_played = (int16_t)(second ? n->counters.strokes_played + 1 : 0);
    n->visits = 1;
    cspl_turn_on(n);
}

static void continue_visit(struct judging *j)
{
    j->next->counters.strokes_played++;
    cspl_turn_on(j->next);
}

void cspl_win(struct judging *j, enum side side)
{
    j->next->score[side]++;
    j->next->visits = 0;
    j->ruling->visits_matter = false;
    j->ruling->options = 0;
    judging_frame_over(j, side);
}

/* ---- what the referee says ------------------------------------------------------------------------------------------
 */

static enum call in_play(enum group group)
{
    return group == GROUP_REDS ? CALL_RED_IN_PLAY : CALL_YELLOW_IN_PLAY;
}

void cspl_decide_groups(struct judging *j, enum side side, enum group group)
{
    struct state *n = j->next;
    n->group[side] = group;
    n->group[side_other(side)] = group == GROUP_REDS ? GROUP_YELLOWS : GROUP_REDS;
    n->phase = PHASE_GROUPS;
    n->counters.unannounced[side_other(side)] = true;
    judging_call(j, in_play(group), 0);
}

/* CALL first approach: once for each side; GUIDE 7: afterwards only if asked. */
static void tell_group(struct judging *j)
{
    struct state *n = j->next;
    enum side side = side_of(n->striker);
    if (n->phase != PHASE_GROUPS || !n->counters.unannounced[side])
        return;
    n->counters.unannounced[side] = false;
    judging_call(j, in_play(n->group[side]), 0);
}

/* Nothing lies otherwise than before: nothing was struck, or all was put back. */
static bool lies_as_before(const struct judging *j)
{
    return j->stroke->act != ACT_STROKE || j->replay || (j->ruling->replace && !j->fallen);
}

/* CALL touching: only balls on are pointed out; the duty to play away is towards every ball (S1(a)). */
static void tell_touching(struct judging *j)
{
    struct state *n = j->next;
    if (n->in_hand || n->phase == PHASE_BREAK)
        return;
    ball_mask all = lies_as_before(j) ? j->before->counters.touching : judging_touching(j, n->on_table),
              on = all & n->on;
    n->counters.touching = all;
    j->ruling->touching = on;
    if (on)
        judging_call(j, ball_count(on) > 1 ? CALL_TOUCHING_PLURAL : CALL_TOUCHING_PLAIN, 0);
}

void cspl_announce(struct judging *j)
{
    if (j->next->frame_over || !j->next->striker)
        return;
    tell_group(j);
    tell_touching(j);
}

static bool group_established(const struct judging *j)
{
    return j->next->group[SIDE_A] != GROUP_NONE;
}

static void call_open_table(struct judging *j)
{
    if (!group_established(j))
        judging_call(j, CALL_OPEN_TABLE, 0);
}

/* ---- the balls ------------------------------------------------------------------------------------------------------
 */

/* U3: a ball fell that would have been hit: everything goes back. U2: only what fell does. */
void cspl_clear_table(struct judging *j)
{
    struct state *n = j->next;
    j->ruling->replace = j->fallen != 0;
    if (j->stroke->act != ACT_STROKE || j->replay)
        return;
    struct layout rest;
    judging_rest(j, &rest);
    n->pos = rest;
    n->on_table &= ~(j->potted | j->off);
    n->in_hand = j->cue_potted || j->cue_off; /* T3(a) */
    n->area = n->in_hand ? AREA_BAULK : AREA_NONE;
    cspl_spot(j, j->off); /* T3(b) */
}

/* GUIDE 3: a foul with the cue-ball in hand. Once it has been placed it stays where it lies. */
static void cue_ball_placed(struct judging *j)
{
    struct state *n = j->next;
    bool own = j->by == side_of(j->before->striker), lifted = j->before->counters.snookered_declared;
    if (!own || n->phase == PHASE_BREAK)
        return;
    bool placed = ball_in(n->pos.known | judging_flag_balls(j, FLAG_TOUCHED), j->cue);
    if (j->stroke->act != ACT_STROKE && n->in_hand && placed) {
        n->in_hand = false;
        n->area = AREA_NONE;
    } else if (lifted && ball_in(judging_flag_balls(j, FLAG_BODY_TOUCHED), j->cue)) {
        n->in_hand = true; /* GUIDE 14: the player picked it up although only the referee may */
        n->area = AREA_BAULK;
        n->pos.known &= ~ball_bit(j->cue);
    }
}

/* ---- fouls ----------------------------------------------------------------------------------------------------------
 */

static void offer_position(struct judging *j)
{
    struct state *n = j->next;
    if (n->in_hand)
        return;
    judging_option(j, OPTION_CUE_BALL_FROM_LIE);
    judging_option(j, OPTION_CUE_BALL_FROM_BAULK);
}

static void settle_standard(struct judging *j)
{
    judging_call(j, group_established(j) ? CALL_FOUL_TWO_VISITS : CALL_FOUL_TWO_VISITS_OPEN, 0);
    if (j->cue_potted && !j->replay)
        judging_call(j, CALL_TIME_RUNNING, 0); /* GUIDE 18.3: time starts as the ball is handed over */
    cspl_opponents_turn(j, 2);
}

/* F4(c)(i): only the turn passes. */
static void settle_in_off_break(struct judging *j)
{
    judging_call(j, CALL_FOUL_PLAIN, 0);
    judging_call(j, CALL_ONE_VISIT, 0);
    judging_call(j, CALL_TIME_RUNNING, 0);
    cspl_opponents_turn(j, 1);
}

static void settle_time_foul(struct judging *j)
{
    judging_call(j, CALL_TIME_FOUL_TWO_VISITS, 0);
    call_open_table(j);
    cspl_opponents_turn(j, 2);
    j->next->counters.time_foul_called = true;
    offer_position(j);
}

/* The break shot itself ends the break, whatever else went wrong with it. */
static void leave_break(struct judging *j)
{
    if (j->before->phase != PHASE_BREAK || j->stroke->act != ACT_STROKE)
        return;
    j->next->phase = PHASE_OPEN;
    j->next->counters.breaker = j->before->striker;
}

static void settle_foul(struct judging *j, int severity)
{
    j->ruling->kind = KIND_FOUL;
    if (judging_found(j, "L1")) {
        cspl_foul_break(j);
        return;
    }
    if (cspl_count_no_contact(j))
        return;
    bool own = j->by == side_of(j->before->striker);
    leave_break(j);
    cspl_clear_table(j);
    if (own)
        cspl_shot_is_over(j->next);
    cue_ball_placed(j);
    if (severity == CSPL_NON_STANDARD)
        settle_time_foul(j);
    else if (severity == CSPL_STANDARD)
        settle_standard(j);
    else
        settle_in_off_break(j);
    cspl_announce(j);
}

/* M1(b): out of turn by accident, and the balls cannot be put back. Without the eight they cannot be played as they lie
 * either: a rack is always there to be set up again (F5). */
static bool opponents_choose(const struct judging *j)
{
    return judging_flag(j, FLAG_IRREPLACEABLE) && judging_found(j, "M1(a)") && !(j->potted & CSPL_EIGHT);
}

/* M: as before the foul. A cue-ball played from hand had been placed, so it is put back there; not the break's. */
static void put_back(struct judging *j)
{
    struct state *n = j->next;
    bool own = j->by == side_of(j->before->striker);
    j->ruling->replace = true;
    if (j->before->phase == PHASE_BREAK)
        n->in_hand = true;
    else if (j->stroke->act == ACT_STROKE && own)
        n->in_hand = false;
    n->area = n->in_hand ? AREA_BAULK : AREA_NONE;
}

static void settle_serious(struct judging *j)
{
    bool time_foul = judging_found(j, "L2") || j->before->counters.time_foul_called; /* J1, GUIDE 9 */
    j->ruling->kind = KIND_FOUL;
    j->next->counters.serious_fouls[j->by]++;
    judging_call(j, CALL_SERIOUS_FOUL, 0);
    if (judging_found(j, "L1")) { /* J1: the penalty of the break still applies */
        cspl_foul_break(j);
        return;
    }
    judging_call(j, CALL_TWO_VISITS, 0);
    call_open_table(j);
    if (opponents_choose(j)) {
        leave_break(j);
        cspl_clear_table(j);
        judging_option(j, OPTION_PLAY_LEFT);
        judging_option(j, OPTION_RERACK_SAME_BREAKS);
    } else {
        put_back(j);
    }
    if (j->by == side_of(j->before->striker))
        cspl_shot_is_over(j->next);
    cspl_opponents_turn(j, 2);
    if (time_foul) {
        j->next->counters.time_foul_called = true;
        offer_position(j);
    }
    cspl_announce(j);
}

static void settle_loss(struct judging *j)
{
    j->ruling->kind = KIND_FOUL;
    judging_call(j, CALL_LOSS_OF_FRAME, 0);
    cspl_win(j, j->other);
}

/* ---- legal shots ----------------------------------------------------------------------------------------------------
 */

/* H2(c)(ii): the colour named after the break must fall now; else the table is open again. */
static bool settle_named_colour(struct judging *j, ball_mask named)
{
    if (j->potted & named) {
        cspl_decide_groups(j, j->by, cspl_group_of(named));
        return true;
    }
    judging_call(j, CALL_OPEN_TABLE, 0);
    return false;
}

/* H3: true when the visit goes on. */
static bool settle_open_table(struct judging *j)
{
    ball_mask named = cspl_named_colour(j), colours = j->potted & CSPL_COLOURS;
    if (named)
        return settle_named_colour(j, named);
    if (cspl_group_of(colours)) {
        cspl_decide_groups(j, j->by, cspl_group_of(colours));
    } else if (colours) { /* H3(b); GUIDE 7: no word from the referee */
        j->next->phase = PHASE_BREAK_NOMINATION;
        j->next->counters.potted_this_shot = CSPL_COLOURS;
    }
    return colours != 0;
}

/* A colour named with the shot is taken down first; H2(c)(i): whatever happens next. */
static void adopt_named_group(struct judging *j)
{
    enum side side = side_of(j->before->striker);
    enum group own = cspl_own_group(j);
    if (!own || j->before->group[side])
        return;
    cspl_decide_groups(j, side, own);
}

static void settle_legal(struct judging *j)
{
    if (j->replay) { /* U3(a): the player plays as they like */
        j->ruling->replace = true;
        return;
    }
    if (j->before->phase == PHASE_BREAK) {
        cspl_fair_break(j);
        return;
    }
    ball_mask on = cspl_on(j);
    cspl_shot_is_over(j->next);
    j->next->counters.no_contact_turns = 0;
    cspl_clear_table(j);
    if (j->potted & CSPL_EIGHT) { /* anything else than a win was found to be a loss */
        cspl_win(j, j->by);
        return;
    }
    bool goes_on = cspl_own_group(j) ? (j->potted & on) != 0 : settle_open_table(j);
    if (goes_on)
        continue_visit(j);
    else
        cspl_end_visit(j);
    cspl_announce(j);
}

/* ---- dispatch -------------------------------------------------------------------------------------------------------
 */

/* A striker on the eight has no own ball left, even where only the ball on was given. */
static void agree_with_ball_on(struct state *n)
{
    if (n->group[SIDE_A] && n->on == CSPL_EIGHT)
        n->on_table &= ~cspl_group_balls(n->group[side_of(n->striker)]);
    if (!n->on && n->striker)
        cspl_turn_on(n);
}

/* A ball was touched or moved, by whomever. */
static bool ball_touched(const struct judging *j)
{
    return judging_found(j, "K5") || judging_found(j, "K6") || judging_found(j, "K21") || judging_found(j, "M3");
}

/* V1, GUIDE 17.1: what others than the players disturb, or what is beyond their control, costs nobody anything. What a
 * referee enters otherwise is the striker's doing. */
static bool interference(struct judging *j)
{
    bool referee = !j->stroke->by && j->stroke->act != ACT_STROKE && ball_touched(j);
    if (!referee && !judging_flag(j, FLAG_INTERFERENCE))
        return false;
    j->ruling->findings_n = 0;
    j->ruling->replace = true;
    return true;
}

static void settle_act(struct judging *j)
{
    int severity = judging_penalty(j);
    if (cspl_void_break(j))
        return;
    adopt_named_group(j);
    if (severity == CSPL_LOSS)
        settle_loss(j);
    else if (severity == CSPL_SERIOUS)
        settle_serious(j);
    else if (severity)
        settle_foul(j, severity);
    else if (j->stroke->act == ACT_STROKE)
        settle_legal(j);
    else
        cspl_between(j);
}

void cspl_settle(struct judging *j)
{
    agree_with_ball_on(j->next);
    j->ruling->visits_matter = true;
    if (j->stroke->act == ACT_DECISION || j->stroke->act == ACT_LAG) {
        j->ruling->findings_n = 0;
        (j->stroke->act == ACT_LAG ? cspl_lag : cspl_decide)(j);
        return;
    }
    if (j->before->frame_over || interference(j))
        return;
    cspl_warn(j);
    if (j->stroke->act == ACT_STROKE)
        cspl_note_unheard(j);
    settle_act(j);
}

/* ---- the game -------------------------------------------------------------------------------------------------------
 */

/* E, F1. The book gives no measures: a seven-foot table with the smaller cue-ball, baulk-line at a fifth. */
void cspl_open(const struct game *game, struct state *state)
{
    (void)game;
    state->phase = PHASE_BREAK;
    state->on_table = CSPL_COLOURS | CSPL_EIGHT;
    state->in_hand = true;
    state->area = AREA_BAULK;
    state->visits = 1;
    state->bed = bed_pool(1829, 914, 50.8, 47.6, 0.2);
}

static const struct book *const books[] = {&cspl_book, NULL};

const struct game games_cspl[] = {
    {
        .name = "cspl8",
        .edition = "cspl2013",
        .title = "CSPL eight-ball",
        .balls = BALL_SET_ENGLISH,
        .players = 2,
        .phases =
            1u << PHASE_LAG | 1u << PHASE_BREAK | 1u << PHASE_BREAK_NOMINATION | 1u << PHASE_OPEN | 1u << PHASE_GROUPS,
        .last = ENGLISH_BLACK,
        .black_word = "eight",
        .timing = {.shot_s = 60, .warn_s = 30}, /* I1, I2 */
        .open = cspl_open,
        .settle = cspl_settle,
        .books = books,
    },
    {0},
};
