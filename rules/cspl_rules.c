/* SPDX-License-Identifier: Apache-2.0 */
/* cspl_rules.c: every clause of the CSPL rules, of the guidance to referees and of their calling procedures as a row:
 * who raises it, what breaks it, how severe it is, or which code carries it out. Titles are ours. */
#include "cspl.h"
#include "rule_rows.h"

#include <string.h>

/* ---- how severe (J) ------------------------------------------------------------------------------------------------
 */

#define SEVERITY(name, value)                                                                                          \
    static int name(const struct judging *j, ball_mask concerned)                                                      \
    {                                                                                                                  \
        (void)j, (void)concerned;                                                                                      \
        return value;                                                                                                  \
    }
SEVERITY(turn_passes, CSPL_TURN_PASSES)
SEVERITY(standard, CSPL_STANDARD)
SEVERITY(non_standard, CSPL_NON_STANDARD)
SEVERITY(serious, CSPL_SERIOUS)
SEVERITY(loss, CSPL_LOSS)

/* ---- the break ------------------------------------------------------------------------------------------------------
 */

static bool is_stroke(const struct judging *j)
{
    return j->stroke->act == ACT_STROKE;
}

static bool is_break(const struct judging *j)
{
    return j->before->phase == PHASE_BREAK;
}

/* A shot that must be a Legal Shot: not the break (G3(a)), and not one that should not have been played at all. */
static bool is_shot(const struct judging *j)
{
    return is_stroke(j) && !is_break(j) && j->by == side_of(j->before->striker);
}

/* GUIDE 3: the tip on the cue-ball while it is being placed for the break is a foul break too. */
static bool foul_break(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    if (!is_break(j))
        return false;
    if (is_stroke(j))
        return !(j->potted & CSPL_EIGHT) && !cspl_break_is_fair(j);
    return j->stroke->act == ACT_BEFORE_STROKE && ball_in(judging_flag_balls(j, FLAG_TOUCHED), j->cue);
}

static bool in_off_fair_break(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_stroke(j) && is_break(j) && j->cue_potted && cspl_break_is_fair(j);
}

/* ---- standard fouls -------------------------------------------------------------------------------------------------
 */

/* U3(a): an in-off because a ball fell away does not count. */
static bool in_off(struct judging *j, ball_mask *concerned)
{
    return !is_break(j) && !j->replay && broken_cue_ball_pocketed(j, concerned);
}

static bool opponents_ball_potted(struct judging *j, ball_mask *concerned)
{
    ball_mask wrong = j->potted & cspl_opponents(j) & ~cspl_nominated(j);
    *concerned |= wrong;
    return is_shot(j) && wrong;
}

/* A touching ball on that was played away from counts as the first contact (S2, GUIDE 15). */
static bool away_from_ball_on(struct judging *j)
{
    ball_mask own = j->before->counters.touching & cspl_on(j);
    for (BALL_EACH(ball, own))
        if (cspl_played_away(j, (ball_id)ball))
            return true;
    return false;
}

/* U3(a): a ball on that would have been hit fell away before: nothing was hit, and no cushion after it, by the same
 * accident that excuses an in-off. */
static bool fell_away(const struct judging *j)
{
    return j->replay && !j->first && (j->fallen & cspl_on(j));
}

/* GUIDE 5: a ball on and one not on at the same moment is legal. */
static bool first_is_on(struct judging *j)
{
    return j->facts->first_contact_any || j->first & cspl_on(j) || away_from_ball_on(j) || fell_away(j);
}

static bool wrong_first(struct judging *j, ball_mask *concerned)
{
    if (!is_shot(j) || first_is_on(j))
        return false;
    *concerned |= j->first;
    return true;
}

/* G1(b), G4: a cushion met after the contact. Away from a touching ball any cushion comes after it. */
static enum tri cushion_reached(struct judging *j)
{
    const struct facts *f = j->facts;
    if (f->cue_cushions_n && away_from_ball_on(j))
        return YES;
    return f->fresh_cushion ? f->fresh_cushion : f->cushion_after_contact;
}

static bool no_cushion(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    if (!is_shot(j) || !first_is_on(j) || j->before->counters.total_snooker_ruled || j->cue_potted || fell_away(j))
        return false;
    return cushion_reached(j) == NO && !(j->potted & (cspl_on(j) | CSPL_EIGHT));
}

static bool cue_ball_touched(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return ball_in(judging_flag_balls(j, FLAG_TOUCHED) | judging_moved_before(j), j->cue) && !foul_break(j, concerned);
}

/* Also with the cue-ball held in the hand. */
static bool object_ball_touched(struct judging *j, ball_mask *concerned)
{
    ball_mask touched =
        judging_flag_balls(j, FLAG_TOUCHED) | judging_flag_balls(j, FLAG_IN_HAND_CONTACT) | judging_moved_before(j);
    *concerned |= touched & ~ball_bit(j->cue);
    return touched & ~ball_bit(j->cue);
}

static bool coached_again(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return judging_flag(j, FLAG_CONFERRING) && j->before->counters.warned;
}

static bool colour_not_named(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_stroke(j) && cspl_must_name(j);
}

static bool pushed(struct judging *j, ball_mask *concerned)
{
    *concerned |= judging_flag_balls(j, FLAG_PUSH_STROKE);
    return judging_flag(j, FLAG_PUSH_STROKE);
}

static bool ball_not_nominated(struct judging *j, ball_mask *concerned)
{
    if (!is_shot(j) || !j->before->counters.snookered_declared || cspl_nominated(j) || !j->first || first_is_on(j))
        return false;
    *concerned |= j->first;
    return true;
}

/* S1(a): away from every touching ball; S2: if own balls touch, from one of those. */
static bool not_played_away(struct judging *j, ball_mask *concerned)
{
    ball_mask all = j->before->counters.touching, own = all & cspl_on(j), into = 0;
    if (!is_shot(j) || (own && away_from_ball_on(j)))
        return false;
    for (BALL_EACH(ball, own ? own : all))
        if (!cspl_played_away(j, (ball_id)ball))
            into |= ball_bit((ball_id)ball);
    *concerned |= into;
    return into;
}

/* T1, T2(b)(ii): also one that did not come back by its own means. Found here, before the rows of N ask for fouls. */
static bool ball_off(struct judging *j, ball_mask *concerned)
{
    *concerned |= judging_flag_balls(j, FLAG_RETURNED);
    return broken_ball_off(j, concerned) || judging_flag(j, FLAG_RETURNED);
}

/* GUIDE 11.3: stopping the cue-ball is a touch of the body, not a serious foul. */
static bool cue_ball_stopped(struct judging *j, ball_mask *concerned)
{
    *concerned |= judging_flag_balls(j, FLAG_BODY_TOUCHED);
    return ball_in(judging_flag_balls(j, FLAG_INTENTIONAL_MOVE), j->cue);
}

static bool jumped(struct judging *j, ball_mask *concerned)
{
    if (is_break(j))
        return false;
    return judging_flag(j, FLAG_JUMP_SHOT) || broken_jump(j, concerned);
}

/* ---- clock (I) ------------------------------------------------------------------------------------------------------
 */

#define LIMIT_S 60 /* I1 */

static bool out_of_time(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    double t = j->stroke->time_s;
    if (j->before->counters.time_out)
        return false;
    return j->stroke->act == ACT_CLOCK ? t >= LIMIT_S : is_stroke(j) && t > LIMIT_S;
}

/* ---- serious fouls: an official says which, in words ----------------------------------------------------------------
 */

/* Part of the word after "serious:" and what it means. */
static const struct {
    const char *part;
    int kind;
} kinds[] = {{"turn", 1},   {"time", 1}, {"jump", 5}, {"butt", 4},     {"not_tip", 4}, {"object", 2},
             {"struck", 2}, {"mov", 3},  {"stop", 3}, {"interfer", 6}, {"disrupt", 6}, {"prevent", 6}};

/* 1..6 as M numbers them, 0 for no serious foul, 7 for one in other words. */
static int serious_kind(const struct judging *j)
{
    for (int i = 0; i < j->stroke->flags_n; i++) {
        if (j->stroke->flags[i].kind != FLAG_SERIOUS)
            continue;
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strstr(j->stroke->flags[i].detail, kinds[k].part))
                return kinds[k].kind;
        return 7;
    }
    return 0;
}

static bool other_serious(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return serious_kind(j) == 7;
}

/* A shot by whoever is not in control, after the referee called a foul on them, or in a time out (GUIDE 8.1, 9). */
static bool played_out_of_turn(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    bool not_in_control = is_stroke(j) && j->stroke->by && j->stroke->by != j->before->striker;
    return not_in_control || (is_stroke(j) && j->before->counters.time_out) || serious_kind(j) == 1 ||
           judging_flag(j, FLAG_OUT_OF_TURN) || judging_flag(j, FLAG_PLAYED_AFTER_FOUL_CALL);
}

static bool object_ball_struck(struct judging *j, ball_mask *concerned)
{
    return serious_kind(j) == 2 || broken_wrong_cue_ball(j, concerned);
}

static bool ball_moved_on_purpose(struct judging *j, ball_mask *concerned)
{
    ball_mask moved = judging_flag_balls(j, FLAG_INTENTIONAL_MOVE) & ~ball_bit(j->cue);
    *concerned |= moved;
    return moved || serious_kind(j) == 3;
}

static bool not_with_tip(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return serious_kind(j) == 4;
}

static bool jumped_on_purpose(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return serious_kind(j) == 5;
}

static bool interfered(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return serious_kind(j) == 6;
}

/* ---- loss of frame: these rows look at what the rows above found ----------------------------------------------------
 */

static bool found_as(const struct judging *j, int severity)
{
    for (int i = 0; i < j->ruling->findings_n; i++)
        if (j->ruling->findings[i].penalty == severity)
            return true;
    return false;
}

/* Balls that go back (U3) were not potted. */
static bool eight_potted(const struct judging *j)
{
    return is_stroke(j) && !is_break(j) && !j->replay && (j->potted & CSPL_EIGHT);
}

static bool foul_with_eight(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return eight_potted(j) && judging_any_foul(j);
}

static bool eight_too_soon(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_shot(j) && eight_potted(j) && (cspl_own_left(j) & ~j->potted);
}

static bool eight_with_last(struct judging *j, ball_mask *concerned)
{
    ball_mask own = cspl_own_left(j);
    *concerned |= own & j->potted;
    return is_shot(j) && eight_potted(j) && own && !(own & ~j->potted);
}

static bool nominated_eight_potted(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_shot(j) && eight_potted(j) && (cspl_nominated(j) & CSPL_EIGHT) && cspl_own_left(j);
}

static bool second_serious(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return found_as(j, CSPL_SERIOUS) && j->before->counters.serious_fouls[j->by] > 0;
}

static bool detail_says(const struct judging *j, enum flag_kind kind, const char *part)
{
    for (int i = 0; i < j->stroke->flags_n; i++)
        if (j->stroke->flags[i].kind == kind && strstr(j->stroke->flags[i].detail, part))
            return true;
    return false;
}

/* M1(b) leaves the choice to the opponents where it was an accident. */
static bool cannot_be_replaced(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    bool accident = judging_found(j, "M1(a)") && !detail_says(j, FLAG_OUT_OF_TURN, "deliberate");
    bool said = judging_flag(j, FLAG_IRREPLACEABLE) || detail_says(j, FLAG_SERIOUS, "irreplaceable");
    return said && found_as(j, CSPL_SERIOUS) && !accident;
}

/* GUIDE 11.3: also when a ball was stopped or moved with the opponents on the eight. */
static bool eight_prevented(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return (judging_found(j, "M3") || judging_found(j, "M6")) && cspl_on_eight(j->before, j->other);
}

/* A grave breach, or the third warning of a frame (GUIDE 17.2). */
static bool spirit_breached(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    if (detail_says(j, FLAG_UNSPORTING, "serious") || detail_says(j, FLAG_SERIOUS, "spirit"))
        return true;
    return judging_flag(j, FLAG_UNSPORTING) && j->before->counters.unsporting[j->by] >= 2;
}

#define FOUL_SAID(c, t, b, v)                                                                                          \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_OFFICIAL, .broken = b, .penalty = v                                        \
    }

static const struct rule rules[] = {
    OFFICIAL("A", "spirit of the game", "flag unsporting"),
    CAMERA("C9", "someone is always in control", "state.striker"),
    CAMERA("D1", "own group, then the eight, in any pocket", "cspl_turn_on"),
    CAMERA("D2", "several own balls at once; a shot of its own for the eight", "settle_legal, N3"),
    CAMERA("E1", "baulk", "base/bed.h AREA_BAULK"),
    CAMERA("E2(a)", "centre of the cue-ball behind the line", "broken_in_hand_place"),
    OFFICIAL("E2(b)", "placed by hand or shaft, not by the tip", "flag touched:cue before the shot"),
    NOTE("E2(c)", "played in any direction", "nothing is checked"),
    CAMERA("F1", "eight of the triangle on the spot", "cspl_open"),
    OFFICIAL("F2", "toss or lag, then breaks alternate", "cspl_lag; contest.c"),
    CAMERA("F3", "frame begins as the cue-ball is played from baulk", "cspl_open"),
    CAMERA("F4(a)(i)", "fair break: a colour potted", "cspl_break_is_fair"),
    CAMERA("F4(a)(ii)", "fair break: four object balls to a cushion", "cspl_break_is_fair"),
    CAMERA("F4(b)(i)-(iii)", "no fair break: re-rack, opponents break with two visits", "cspl_foul_break"),
    CAMERA("F4(c)(i)", "in-off on a fair break: turn passes", "settle_in_off_break"),
    CAMERA("F4(c)(ii)", "in-off on a break that is not fair", "cspl_foul_break"),
    CAMERA("F5", "eight potted on the break: same player breaks again", "cspl_void_break"),
    CAMERA("G1(a)", "first contact with a ball on", "wrong_first"),
    CAMERA("G1(b)", "then pot a ball on or reach a cushion", "no_cushion"),
    CAMERA("G2", "no legal shot: standard foul", "rows K4, K16"),
    NOTE("G3(a)", "not on the break", "is_shot"),
    BOTH("G3(b)(i)-(iv)", "total snooker, on request: contact is enough", "cspl_total_snooker"),
    CAMERA("G4(a)", "object ball pressed into the cushion it touches", "facts.fresh_cushion"),
    CAMERA("G4(b)", "cue-ball and object ball on the same cushion", "facts.fresh_cushion"),
    CAMERA("H1(a)", "open table: either colour", "cspl_turn_on"),
    CAMERA("H1(b)", "never decided on a foul", "settle_foul"),
    NOTE("H1(c)", "groups stay", "state.group"),
    BOTH("H1(d)", "shot without a nomination that was due", "row K14"),
    CAMERA("H2(a)", "nothing potted on the break: open", "cspl_fair_break"),
    OFFICIAL("H2(b)", "colour potted on the break: name one", "cspl_fair_break; choice nominate"),
    BOTH("H2(c)(i)", "named colour was potted: on it", "name_colour"),
    BOTH("H2(c)(ii)", "named colour was not potted: pot it now", "settle_named_colour"),
    CAMERA("H3(a)", "one colour potted later: on it", "settle_open_table"),
    OFFICIAL("H3(b)", "both potted later: name one", "settle_open_table; choice nominate"),
    CLOCK("I1", "sixty seconds a shot", "row L2"),
    CLOCK("I2", "warning at thirty", "call_thirty"),
    CLOCK("I3", "time foul: two visits, from lie or baulk", "settle_time_foul"),
    OFFICIAL("I4", "time out", "choices time_out, time_in"),
    NOTE("J", "four kinds of foul, only the most severe counts", "judging_penalty"),
    BOTH("J1", "serious with a time foul or a foul break", "settle_serious"),
    BOTH("K", "standard foul: two visits", "settle_standard"),
    FOUL_SEEN("K1", "in-off", in_off, standard),
    FOUL_BOTH("K2", "played from outside baulk", IN_HAND_IMPROPER, broken_in_hand_place, standard),
    FOUL_SEEN("K3", "opponents' ball potted", opponents_ball_potted, standard),
    FOUL_SEEN("K4", "first contact not a ball on", wrong_first, standard),
    {.clause = "K5",
     .title = "cue touched the cue-ball",
     .who = WHO_BOTH,
     .broken = cue_ball_touched,
     .penalty = standard},
    {.clause = "K6",
     .title = "cue touched an object ball",
     .who = WHO_BOTH,
     .broken = object_ball_touched,
     .penalty = standard},
    FOUL_BOTH("K7", "balls still moving", BALL_MOVING, broken_ball_moving, standard),
    FOUL_FLAG("K8", "before a ball was spotted", STRUCK_BEFORE_SPOTTED, standard),
    FOUL_FLAG("K9(a)-(d)", "cigarette or drink at the table", SMOKE_OR_DRINK, standard),
    FOUL_FLAG("K10", "table touched when not in control", TABLE_TOUCHED, standard),
    NOTE("K11", "struck out in the book", "not applied"),
    FOUL_SAID("K12", "coaching after the warning", coached_again, standard),
    FOUL_FLAG("K13", "left the playing area", LEFT_AREA, standard),
    FOUL_BOTH("K14", "colour not named", NO_NOMINATION, colour_not_named, standard),
    FOUL_BOTH("K15", "push shot or double hit", DOUBLE_HIT, pushed, standard),
    FOUL_SEEN("K16", "no ball on potted and no cushion reached", no_cushion, standard),
    FOUL_SEEN("K17", "ball not nominated after a foul snooker", ball_not_nominated, standard),
    FOUL_FLAG("K18", "no foot on the floor", FEET, standard),
    FOUL_BOTH("K19", "not played away from a touching ball", PLAYED_INTO, not_played_away, standard),
    FOUL_SEEN("K20", "ball off the table", ball_off, standard),
    FOUL_BOTH("K21", "body or clothing touched a ball", BODY_TOUCHED, cue_ball_stopped, standard),
    {.clause = "K22", .title = "accidental jump", .who = WHO_BOTH, .broken = jumped, .penalty = standard},
    BOTH("L", "non-standard foul: its own penalty", "settle_foul"),
    {.clause = "L1", .title = "no fair break", .who = WHO_BOTH, .broken = foul_break, .penalty = non_standard},
    FOUL_CLOCK("L2", "sixty seconds over", TIME_FOUL, out_of_time, non_standard),
    FOUL_SEEN("L3", "in-off on a fair break", in_off_fair_break, turn_passes),
    {.clause = "M", .title = "serious foul", .who = WHO_OFFICIAL, .broken = other_serious, .penalty = serious},
    {.clause = "M1(a)",
     .title = "played out of turn",
     .who = WHO_BOTH,
     .broken = played_out_of_turn,
     .penalty = serious},
    OFFICIAL("M1(b)", "by accident and not to be replaced: opponents choose", "opponents_choose"),
    FOUL_BOTH("M2", "object ball struck with the tip", WRONG_CUE_BALL, object_ball_struck, serious),
    FOUL_SAID("M3", "ball moved on purpose", ball_moved_on_purpose, serious),
    FOUL_SAID("M4", "cue-ball struck on purpose with other than the tip", not_with_tip, serious),
    FOUL_SAID("M5", "jumped on purpose", jumped_on_purpose, serious),
    FOUL_SAID("M6", "opponents' play disrupted", interfered, serious),
    FOUL_SEEN("N1", "foul in the shot that potted the eight", foul_with_eight, loss),
    FOUL_SEEN("N2", "eight potted with own balls left", eight_too_soon, loss),
    FOUL_SEEN("N3", "eight potted together with the last own ball", eight_with_last, loss),
    FOUL_SAID("N4", "second serious foul of the frame", second_serious, loss),
    FOUL_SAID("N5", "serious foul, balls not to be replaced", cannot_be_replaced, loss),
    FOUL_SAID("N6", "opponents kept from potting the eight", eight_prevented, loss),
    FOUL_SAID("N7", "grave breach of the spirit", spirit_breached, loss),
    NOTE("O1", "a fast shot is no push", "no flag"),
    OFFICIAL("O2(a)", "two contacts seen", "flag double_hit"),
    OFFICIAL("O2(b)", "cue-ball visibly pushed", "flag push_stroke"),
    BOTH("O2(c)", "played into a touching ball", "not_played_away"),
    CAMERA("P1", "snookered: no own ball open at both sides", "cspl_snookered"),
    CAMERA("P2", "own balls do not snooker", "cspl_snookered"),
    CAMERA("P3", "never on a touching ball", "geo_snookered"),
    CAMERA("P4", "nor by straight cushions", "geo_snookered"),
    CAMERA("P5", "nor by a jaw alone", "geo_snookered"),
    CAMERA("Q1", "foul snooker", "ask_foul_snooker"),
    OFFICIAL("Q2", "ruled on request only", "choice ask_foul_snooker"),
    OFFICIAL("Q3(a)(b)", "from where it lies, or from baulk", "from_lie, from_baulk"),
    OFFICIAL("Q4(a)(i)(ii)", "nominated ball is an own ball for one shot", "nominate_ball, cspl_nominated"),
    BOTH("Q4(b)", "from baulk it may be gone", "from_baulk"),
    FOUL_SEEN("Q5", "nominated eight potted", nominated_eight_potted, loss),
    CAMERA("Q6(a)(i)-(iv)", "foul snookered on the eight", "settle_legal"),
    OFFICIAL("Q7", "a touching ball may be nominated", "cspl_on"),
    OFFICIAL("R", "foul jaw snooker", "snooker_fact with cushion_nearer"),
    CAMERA("S1(a)", "play away at more than a right angle", "cspl_played_away"),
    CAMERA("S1(b)", "a ball that only settles costs nothing", "cspl_played_away asks for the direction alone"),
    CAMERA("S2", "several: away from one own ball is enough", "not_played_away"),
    CAMERA("T1", "ball stays off the table", "row K20"),
    CAMERA("T2(a)", "playing surface", "tracking reports what left it"),
    CAMERA("T2(b)(i)", "along the cushion and back by itself", "tracking reports nothing"),
    FOUL_FLAG("T2(b)(ii)", "came back off a person or thing", RETURNED, standard),
    CAMERA("T2(c)", "at rest elsewhere than on the surface", "row K20"),
    CAMERA("T2(d)", "spotting and its order", "cspl_spot"),
    CAMERA("T3(a)", "cue-ball off: from baulk", "cspl_clear_table"),
    CAMERA("T3(b)", "object balls off: spotted", "cspl_clear_table"),
    CAMERA("U1", "falls unstruck: replaced", "cspl_between"),
    CAMERA("U2(a)-(c)", "falls during a shot: replaced, the shot counts", "cspl_clear_table"),
    BOTH("U3(a)", "would have been struck: shot again", "settle_legal, in_off"),
    BOTH("U3(b)", "and a foul: all replaced, penalty", "cspl_clear_table"),
    OFFICIAL("V1(a)-(c)", "interference: replaced", "flag interference; entries by the referee"),
    NOTE("W", "impossible shot: a foul it is", "nothing is waived"),
    CAMERA("X", "stalemate: three turns each without contact", "cspl_count_no_contact; choice stalemate"),
    NOTE("Y", "guidance belongs to the rules", "the rows that follow"),
    OFFICIAL("GUIDE 1", "equipment", "flag unsporting"),
    NOTE("GUIDE 2", "striking is contact of tip and ball", "act stroke"),
    BOTH("GUIDE 3", "fouls with the cue-ball in hand", "cue_ball_placed, foul_break"),
    CAMERA("GUIDE 4.1", "lag", "cspl_lag"),
    CAMERA("GUIDE 4.2", "restart: who made the legal break, one visit", "cspl_restart"),
    CAMERA("GUIDE 4.3", "void break keeps the visits", "cspl_void_break"),
    CAMERA("GUIDE 5", "what counts as a cushion; two balls at once", "facts.fresh_cushion, first_is_on"),
    BOTH("GUIDE 6", "without a foul a snooker is a total snooker", "ask_foul_snooker"),
    NOTE("GUIDE 7", "eight never on at an open table; no prompting; groups told once", "cspl_on, tell_group"),
    CLOCK("GUIDE 8", "thirty seconds from the warning", "row L2"),
    OFFICIAL("GUIDE 8.1", "shot during a time out is serious", "played_out_of_turn"),
    OFFICIAL("GUIDE 8.2", "when a time out is granted", "choice time_out"),
    OFFICIAL("GUIDE 8.3", "when it is refused", "nothing is entered"),
    BOTH("GUIDE 9", "shot after a time foul: serious, and a choice of position", "settle_serious"),
    OFFICIAL("GUIDE 10.1", "coaching; partners may talk between turns", "flag conferring, cspl_warn"),
    OFFICIAL("GUIDE 10.2", "cigarettes and drinks", "flag smoke_or_drink"),
    OFFICIAL("GUIDE 10.3", "touching the table as control is about to end", "no flag"),
    OFFICIAL("GUIDE 11", "examples of serious fouls", "rows M1(a) to M6; cue_ball_stopped"),
    OFFICIAL("GUIDE 12", "breaches of the spirit", "flag unsporting"),
    CAMERA("GUIDE 13", "finest cuts come together as balls come near", "geo_snookered"),
    OFFICIAL("GUIDE 14", "only the referee lifts the cue-ball", "flag body_touched:cue, cue_ball_placed"),
    CAMERA("GUIDE 14.1", "every position in baulk", "geo_snookered_in_hand"),
    OFFICIAL("GUIDE 14.2", "nomination must be confirmed", "choice nominate"),
    CAMERA("GUIDE 15", "several touching balls, open table too", "not_played_away"),
    BOTH("GUIDE 16", "time starts again after replacing", "cspl_between"),
    OFFICIAL("GUIDE 17.1", "only the referee replaces; no re-rack", "interference"),
    OFFICIAL("GUIDE 17.2", "third warning for marking the table loses the frame", "spirit_breached"),
    OFFICIAL("GUIDE 18", "duties and positions; time after an in-off", "settle_standard"),
    OFFICIAL("GUIDE 19", "refusing a decision; break order; hollows", "entered by the official"),
    NOTE("GUIDE 20", "walkabout refereeing", "for people"),
    OFFICIAL("GUIDE 21", "a forgotten call is put right", "match/: undo"),
    NOTE("GUIDE 22", "equipment of a referee", "for people"),
    NOTE("GUIDE 23", "a player's words are taken as meant", "choices"),
    NOTE("GUIDE 24", "conduct of referees", "for people"),
    NOTE("GUIDE 25", "asking a senior referee", "for people"),
    CAMERA("CALL void break", "eight potted on the break", "cspl_void_break"),
    CAMERA("CALL foul break", "break that is not fair", "cspl_foul_break"),
    CAMERA("CALL in-off break", "one visit, time running", "settle_in_off_break"),
    CAMERA("CALL open foul", "standard foul without groups", "settle_standard"),
    BOTH("CALL break potted", "one colour, both, named, in play, open", "cspl_fair_break, name_colour"),
    CAMERA("CALL first approach", "group told at the first approach", "tell_group"),
    CAMERA("CALL standard", "two visits; second visit", "settle_standard, cspl_end_visit"),
    CAMERA("CALL non-standard", "foul, then its penalty", "settle_time_foul, settle_in_off_break"),
    OFFICIAL("CALL serious", "serious foul, two visits", "settle_serious"),
    BOTH("CALL loss", "loss of frame", "settle_loss"),
    CLOCK("CALL time", "thirty seconds, time foul", "call_thirty, settle_time_foul"),
    CAMERA("CALL touching", "balls on in contact", "tell_touching"),
    OFFICIAL("CALL time out", "time out, time running", "time_out, time_in"),
    OFFICIAL("CALL snooker", "total, foul or jaw snooker on request", "declare_foul_snooker, ask_total_snooker"),
    CAMERA("CALL stalemate", "stalemate, same player breaks, one visit", "cspl_stalemate"),
    OFFICIAL("CALL nomination", "ball nominated", "nominate_ball"),
};

const struct book cspl_book = {.prefix = "CSPL",
                               .title = "Central Somerset Pool League, Standard Rules (2013-2014)",
                               .rules = rules,
                               .count = sizeof rules / sizeof *rules};
