/* SPDX-License-Identifier: Apache-2.0 */
/* snooker_rules.c: every clause of the snooker and Shoot Out rules as a row: who raises it, what breaks it, what it
 * costs, or which code carries it out. Titles are ours; the book has the wording. */
#include "rule_rows.h"
#include "snooker.h"

/* ---- penalties (3.11): at least four --------------------------------------------------------------------------- */

static int at_least(int least, int value)
{
    return value > least ? value : least;
}

static int value_on(const struct judging *j, ball_mask concerned)
{
    (void)concerned;
    return at_least(4, snooker_value_on(j));
}

/* A nominated free ball is worth what the ball on is (3.12(a)(ii)). */
static int value_concerned(const struct judging *j, ball_mask concerned)
{
    ball_mask as_on = j->before->free_ball ? snooker_nominated(j) : 0;
    return at_least(value_on(j, 0), snooker_highest(concerned & ~as_on));
}

static int seven(const struct judging *j, ball_mask concerned)
{
    (void)j, (void)concerned;
    return 7;
}

static int value_consultation(const struct judging *j, ball_mask concerned)
{
    int fixed = snooker_variant(j)->consultation_touch;
    return fixed ? fixed : value_concerned(j, concerned);
}

static int value_early_free_ball(const struct judging *j, ball_mask concerned)
{
    if (snooker_variant(j)->early_free_ball_by_colour)
        return value_concerned(j, concerned | j->before->counters.free_ball_as_red);
    return value_on(j, 0);
}

/* SHO 16, 17: five, or the ball on if that is more; seven before a colour is nominated (3.11(d)(vi)). */
static int five_or_on(const struct judging *j, ball_mask concerned)
{
    (void)concerned;
    return snooker_nomination_open(j) && j->stroke->act == ACT_CLOCK ? 7 : at_least(5, snooker_value_on(j));
}

/* ---- what the camera sees ---------------------------------------------------------------------------------------- */

/* Balls may also leave the table by what is done before the stroke (3.10(i)): those clauses name no stroke. */
static bool is_play(const struct judging *j)
{
    return judging_is_stroke(j) || j->stroke->act == ACT_BEFORE_STROKE;
}

static bool wrong_ball_first(struct judging *j, ball_mask *concerned)
{
    if (!judging_is_stroke(j) || ball_count(j->first) != 1 || snooker_first_legal(j))
        return false;
    *concerned |= j->first;
    return true;
}

/* A ball on that fell from a pocket's edge just before the cue-ball came is not the striker's failure (3.9(b)(i)). */
static bool nothing_hit(struct judging *j, ball_mask *concerned)
{
    bool fell_away = j->replay && (j->fallen & snooker_on(j));
    return broken_nothing_hit(j, concerned) && !snooker_first(j) && !fell_away;
}

/* SHO 17: a cushion before the first contact counts too. */
static bool no_ball_to_cushion(struct judging *j, ball_mask *concerned)
{
    return broken_no_cushion(j, concerned) && !j->facts->cue_cushions_n;
}

/* SNK 3.11(g): what costs the striker seven costs the non-striker as much. */
static bool used_or_measured_by_other(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    bool did = judging_flag(j, FLAG_BALL_OFF_TABLE_USED) || judging_flag(j, FLAG_MEASURED);
    return did && j->by != side_of(j->before->striker);
}

static bool two_balls_first(struct judging *j, ball_mask *concerned)
{
    if (!judging_is_stroke(j) || ball_count(j->first) < 2 || snooker_first_legal(j))
        return false;
    *concerned |= j->first;
    return true;
}

static bool ball_not_on_pocketed(struct judging *j, ball_mask *concerned)
{
    ball_mask wrong = j->potted & ~snooker_on(j);
    *concerned |= wrong;
    return is_play(j) && wrong;
}

static bool cue_ball_pocketed(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_play(j) && j->cue_potted;
}

static bool ball_forced_off(struct judging *j, ball_mask *concerned)
{
    *concerned |= j->off;
    return is_play(j) && (j->off || j->cue_off);
}

static bool touching_ball_moved(struct judging *j, ball_mask *concerned)
{
    ball_mask moved = j->facts->touching_moved & j->before->counters.touching;
    *concerned |= moved;
    return judging_is_stroke(j) && moved;
}

/* The position after a stroke that scored nothing, as the next player would find it. */
static bool next_snookered_by(struct judging *j, ball_mask nominated)
{
    struct state after = *j->before;
    after.on_table &= ~(j->potted | j->off);
    snooker_turn_on(&after);
    struct layout rest;
    judging_rest(j, &rest);
    struct state kept = *j->next; /* snooker_snookered looks at the next state, which is not written yet */
    j->next->pos = rest;
    j->next->on_table = after.on_table;
    ball_mask by;
    bool snookered = snooker_snookered(j, after.on, false, AREA_NONE, &by);
    *j->next = kept;
    return snookered && (by & nominated);
}

static bool free_ball_exempt(const struct judging *j)
{
    ball_mask left = j->before->on_table;
    if (snooker_variant(j)->free_ball_exempt == SNOOKER_PINK_BLACK)
        return left == (ball_bit(SNOOKER_PINK) | ball_bit(SNOOKER_BLACK));
    return ball_count(left) == 2 && ball_in(left, SNOOKER_BLACK);
}

static bool scored(const struct judging *j)
{
    return j->potted & snooker_on(j);
}

/* Judged only when nothing else went wrong: after another foul the free ball is called all the same. */
static bool snookered_by_free_ball(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    ball_mask nominated = snooker_nominated(j);
    if (!judging_is_stroke(j) || !j->before->free_ball || !nominated || j->ruling->findings_n || j->cue_potted)
        return false;
    if (free_ball_exempt(j) || (scored(j) && !snooker_variant(j)->free_ball_snooker_always))
        return false;
    return next_snookered_by(j, nominated);
}

static bool snookered_by_nominated(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    ball_mask nominated = snooker_nominated(j);
    if (!snooker_variant(j)->nominated_snooker_foul || !judging_is_stroke(j) || j->before->phase != PHASE_COLOUR ||
        !nominated)
        return false;
    if (j->ruling->findings_n || j->cue_potted || scored(j))
        return false;
    return next_snookered_by(j, nominated);
}

/* Any foul after a red, before a colour is known to be meant; runs after the other rows. */
static bool foul_before_nomination(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    bool own = j->by == side_of(j->before->striker);
    bool foul = j->ruling->findings_n && !judging_flag(j, FLAG_CONSULTATION_TOUCH);
    return own && foul && snooker_nomination_open(j) && j->stroke->act != ACT_CLOCK;
}

static bool played_out_of_turn(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return snooker_out_of_turn(j);
}

/* SNK 3.3(k): whatever a non-striker does wrong at the table out of turn; runs after the other rows. */
static bool infringed_out_of_turn(struct judging *j, ball_mask *concerned)
{
    if (!j->stroke->by || j->by == side_of(j->before->striker) || judging_flag(j, FLAG_CONSULTATION_TOUCH))
        return false;
    if (judging_is_stroke(j) ? snooker_variant(j)->out_of_turn_foul : !j->ruling->findings_n)
        return false;
    for (int i = 0; i < j->ruling->findings_n; i++)
        *concerned |= j->ruling->findings[i].concerned;
    return true;
}

/* ---- clocks (SHO 3) ---------------------------------------------------------------------------------------------- */

/* The limit is the one in force when the shot clock started. Nobody's time runs out after the end of the match (SHO 1).
 */
static bool shot_clock_ran_out(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    const struct snooker_variant *v = snooker_variant(j);
    const struct stroke *s = j->stroke;
    if (!v->match_s || s->time_s < 0 || (s->act != ACT_CLOCK && s->act != ACT_STROKE))
        return false;
    if (j->before->phase == PHASE_BLUE_SHOOTOUT)
        return false;
    double started = s->match_time_s >= 0 ? s->match_time_s - s->time_s : 0;
    double limit = started < v->early_s ? v->early_limit_s : v->late_limit_s;
    return s->time_s > limit && started + limit < v->match_s;
}

static const struct rule rules[] = {
    NOTE("1.1(a)-(g)", "table, baulk-line, D and spots", "base/bed.c, calibration/table.c"),
    OFFICIAL("1.2(a)-(d)", "fifteen reds, six colours, one white; a set may be changed", "base/ball.c"),
    OFFICIAL("1.3, 1.4", "cue and ancillary equipment", "flag nonstandard_cue"),
    OFFICIAL("2.1(a)", "frame ends by an accepted concession", "choice concede_accepted"),
    BOTH("2.1(b)", "striker may claim, more than seven ahead on the black", "may_claim; choice claim_frame"),
    CAMERA("2.1(c)", "frame awarded to a non-striker more than seven ahead on the black", "lost_on_black"),
    CAMERA("2.1(d)", "first pot or foul on the last black ends the frame", "end_of_frame"),
    OFFICIAL("2.1(e)", "frame awarded by the referee", "snooker_call_foul; flags unsporting, time_wasting"),
    NOTE("2.2, 2.3", "game and match", "contest.c"),
    NOTE("2.4", "white is the cue-ball", "base/ball.h"),
    CAMERA("2.5(a)", "turn ends when nothing is scored", "settle_legal"),
    BOTH("2.5(b)", "turn ends after a foul", "settle_foul"),
    OFFICIAL("2.5(c)", "turn ends on a request to play again", "snooker_decide"),
    BOTH("2.5(d),(e)", "turn ends on a claim or the final black", "snooker_decide, end_of_frame"),
    BOTH("2.6(a)", "a stroke, not feathering", "act before_stroke, flag touched:cue"),
    OFFICIAL("2.6(b)", "struck once, not pushed", "flags double_hit, push_stroke"),
    NOTE("2.6(c)", "legal stroke", "no finding"),
    BOTH("2.6(d)(i)-(iii)", "when a stroke is complete", "tracking cuts strokes from rest to rest"),
    CAMERA("2.6(e)(i)(ii)", "direct and indirect", "facts.cue_cushions"),
    CAMERA("2.7", "potted when legal, pocketed in a foul", "points_of"),
    CAMERA("2.8", "break", "continue_break"),
    CAMERA("2.9(a)(i)-(iv)", "when the cue-ball is in-hand", "cue_ball_after_foul, respot_black"),
    BOTH("2.9(b)(i)(ii)", "when it ceases to be", "cue_ball_after_foul"),
    NOTE("2.9(c)", "striker in-hand", "state.in_hand"),
    CAMERA("2.10(a)-(c)", "balls in play", "state.on_table"),
    CAMERA("2.11", "ball on", "snooker_on"),
    BOTH("2.12(a)", "nominated ball", "stroke.nominated; obviously_meant"),
    OFFICIAL("2.12(b)", "must declare if asked", "flag no_declaration"),
    BOTH("2.13", "free ball", "state.free_ball"),
    CAMERA("2.14", "forced off the table", "facts.off"),
    NOTE("2.15", "infringement, foul, penalty", "is_penalty"),
    NOTE("2.16", "penalty points go to the non-offender", "settle_foul"),
    CAMERA("2.17", "snookered at both extreme edges", "geo_snookered"),
    CAMERA("2.17(a)", "from every position of the D when in-hand", "geo_snookered_in_hand"),
    CAMERA("2.17(b)(i)", "nearest blocker is effective", "geo_snookered"),
    CAMERA("2.17(b)(ii)", "equidistant blockers are all effective", "geo_snookered"),
    CAMERA("2.17(c)", "different reds, different blockers: none is effective", "geo_snookered"),
    CAMERA("2.17(d),(e)", "striker snookered; never by a cushion", "snooker_snookered"),
    CAMERA("2.18", "spot occupied", "geo_spot_occupied"),
    OFFICIAL("2.19(a)(b)", "push stroke", "flag push_stroke"),
    BOTH("2.20", "jump shot", "facts.jumped, flag jump_shot"),
    BOTH("2.20(a)-(c)", "what is not a jump shot", "tracking reports a jump only before the first contact"),
    CAMERA("2.21(a)(b)", "miss", "failed_to_hit"),
    OFFICIAL("2.22", "consultation period", "flag consultation_touch"),
    NOTE("3.1(a)", "values", "snooker_value"),
    CAMERA("3.1(b)", "reds and colours in turn, then colours ascending", "continue_break"),
    CAMERA("3.1(c)", "scoring strokes", "settle_legal"),
    BOTH("3.1(d)", "infringement points", "settle_foul, settle_penalty"),
    CAMERA("3.1(e)", "needing penalty points", "snooker_needs_points"),
    BOTH("3.1(f)(i)-(iii)", "frame winner", "end_of_frame, snooker_decide"),
    BOTH("3.1(g)(i)-(iii)", "game winner", "contest.c"),
    CAMERA("3.1(h)", "match winner", "contest.c"),
    CAMERA("3.2(a)(i)(ii)", "set-up", "snooker_open"),
    CAMERA("3.2(b)", "error in setting up", "as 3.7(c)"),
    OFFICIAL("3.2(c)(i)", "cleaning on request", "entered by the official"),
    BOTH("3.2(c)(ii)", "marker counts as the ball", "flag touched"),
    OFFICIAL("3.3", "order by lot or agreement", "rules_open"),
    BOTH("3.3(a)", "order unaltered in the frame", "pass_turn"),
    NOTE("3.3(b)", "first player alternates", "contest.c"),
    BOTH("3.3(c)(i)(ii)", "frame starts at the first tip contact", "counters.strokes_played"),
    OFFICIAL("3.3(d)(i)", "wrong starter, one stroke: restart", "snooker_between"),
    OFFICIAL("3.3(d)(ii)", "wrong starter, later: frame stands", "snooker_between"),
    OFFICIAL("3.3(d)(iii)", "wrong starter and stalemate", "snooker_decide"),
    BOTH("3.3(e)", "legal when nothing of 3.11 occurred", "no finding"),
    OFFICIAL("3.3(f)", "striker clears the table of objects", "flag object_left"),
    CAMERA("3.3(g)", "red on at the start of a turn", "snooker_turn_on"),
    BOTH("3.3(h)(i)", "colour of choice after a red", "continue_break"),
    CAMERA("3.3(h)(ii)", "until the reds are gone", "continue_break"),
    CAMERA("3.3(h)(iii)", "colours in ascending order stay off", "colours_to_spot"),
    BOTH("3.3(h)(iv)", "colour not scored when played too soon", "settle_foul"),
    CAMERA("3.3(i)", "reds are not replaced", "clear_table_after_foul"),
    CAMERA("3.3(j)", "nothing potted: next player from where it lies", "pass_turn"),
    BOTH("3.3(k)", "non-striker out of turn", "is_penalty"),
    BOTH("3.3(l)", "incoming player too early is penalised as striker", "flags ball_moving, struck_before_spotted"),
    CAMERA("3.3(m)", "a ball that comes back is not potted", "tracking reports no pocket"),
    CAMERA("3.4(a)(i)(ii)", "black only: first pot or foul ends", "end_of_frame"),
    BOTH("3.4(b)(i)-(iv)", "re-spotted black", "respot_black"),
    CAMERA("3.4(c)", "aggregate level after the last frame", "black_is_respotted"),
    CAMERA("3.5", "playing from in-hand", "broken_in_hand_place"),
    BOTH("3.5(a)", "say, if asked, whether properly placed", "geo_in_area"),
    CAMERA("3.5(b)", "tip contact outside the D", "broken_in_hand_place"),
    OFFICIAL("3.5(c)", "touch while positioning is not play", "no flag"),
    CAMERA("3.6", "two balls at once", "two_balls_first"),
    CAMERA("3.7", "colours are spotted", "snooker_spot"),
    NOTE("3.7(a)", "referee's spotting errors cost nobody", "forgive"),
    BOTH("3.7(b)", "colour spotted in error", "snooker_between"),
    CAMERA("3.7(c)(i)(ii)", "wrongly spotted or missing colour", "snooker_between"),
    BOTH("3.7(d)(i)(ii)", "red spotted for a colour", "snooker_between"),
    CAMERA("3.7(e)", "own spot occupied: highest free spot", "geo_spot"),
    CAMERA("3.7(f)", "several: highest value first", "snooker_spot"),
    CAMERA("3.7(g)", "all occupied: nearest towards the top cushion", "geo_spot"),
    CAMERA("3.7(h)", "pink and black without space above", "geo_spot"),
    CAMERA("3.7(i)", "a spotted colour touches nothing", "geo_spot"),
    CAMERA("3.7(j)", "properly spotted only on its spot", "geo_spot"),
    CAMERA("3.8(a)", "touching ball, declare after a red", "call_touching"),
    CAMERA("3.8(b)", "play away without moving it", "touching_ball_moved"),
    BOTH("3.8(c)(i)-(iii)", "no penalty when on, declared, or another declared and hit", "snooker_first_legal"),
    BOTH("3.8(d)", "touching a ball not on: told only if asked", "call_touching"),
    BOTH("3.8(e)", "only the ball on is indicated", "call_touching"),
    OFFICIAL("3.8(f)", "movement not caused by the striker", "no flag"),
    BOTH("3.8(g)", "touch state changed before the stroke: reposition", "act between, by the referee"),
    CAMERA("3.9(a)", "ball falls unhit: replaced, points count", "settle_legal"),
    BOTH("3.9(b)(i)", "would have been hit: replay", "settle_legal, nothing_hit"),
    CAMERA("3.9(b)(ii)", "with a foul: penalty, all replaced", "clear_table_after_foul"),
    CAMERA("3.9(c)", "balanced momentarily: potted", "tracking reports a pocket"),
    BOTH("3.10", "foul called at once", "snooker_call_foul"),
    BOTH("3.10(a)", "before a stroke: turn ends, penalty announced", "settle_foul"),
    CAMERA("3.10(b)", "after a stroke: wait for its completion", "a stroke is judged at rest"),
    BOTH("3.10(c)", "condoned after the next stroke", "match folds rulings in order"),
    CAMERA("3.10(d)", "misspotted colours stay", "snooker_between"),
    NOTE("3.10(e)", "break points before stand", "settle_foul"),
    CAMERA("3.10(f)", "next from where it rests or in-hand", "cue_ball_after_foul"),
    CAMERA("3.10(g)", "highest of several", "judging_penalty"),
    OFFICIAL("3.10(h)(i)(ii)", "offender plays again if asked", "snooker_decide"),
    BOTH("3.10(i)(i)-(iii)", "foul before striking: original position may be asked for", "offer_foul_options"),
    CAMERA("3.10(j)", "object ball disturbed while in-hand", "cue_ball_after_foul"),
    FOUL_FLAG("3.11(a)(i)", "struck before a free ball was spotted", STRUCK_BEFORE_FREE_BALL_SPOTTED,
              value_early_free_ball),
    FOUL_FLAG("3.11(a)(ii)", "cue-ball struck more than once", DOUBLE_HIT, value_on),
    FOUL_FLAG("3.11(a)(iii)", "both feet off the floor", FEET, value_on),
    FOUL_BOTH("3.11(a)(iv)", "out of turn, four-handed", OUT_OF_TURN, played_out_of_turn, value_on),
    FOUL_BOTH("3.11(a)(v)", "improperly from in-hand", IN_HAND_IMPROPER, broken_in_hand_place, value_on),
    FOUL_SEEN("3.11(a)(vi)", "no object ball hit", nothing_hit, value_on),
    FOUL_SEEN("3.11(a)(vii)", "cue-ball pocketed", cue_ball_pocketed, value_on),
    FOUL_BOTH("3.11(a)(x)", "jump shot", JUMP_SHOT, broken_jump, value_on),
    FOUL_FLAG("3.11(a)(xi)", "non-standard cue", NONSTANDARD_CUE, value_on),
    FOUL_FLAG("3.11(a)(xii)", "conferring with a partner", CONFERRING, value_on),
    FOUL_BOTH("3.11(b)(i)", "struck with a ball moving", BALL_MOVING, broken_ball_moving, value_concerned),
    FOUL_FLAG("3.11(b)(ii)", "struck before a colour was spotted", STRUCK_BEFORE_SPOTTED, value_concerned),
    FOUL_SEEN("3.11(b)(iii)", "ball not on pocketed", ball_not_on_pocketed, value_concerned),
    FOUL_SEEN("3.11(b)(iv)", "first hit a ball not on", wrong_ball_first, value_concerned),
    FOUL_BOTH("3.11(b)(v)", "push stroke", PUSH_STROKE, touching_ball_moved, value_concerned),
    FOUL_BOTH("3.11(b)(vi)", "ball or marker touched", TOUCHED, broken_moved_before, value_concerned),
    FOUL_FLAG("3.11(b)(vii)", "cue-ball in-hand touches a ball", IN_HAND_CONTACT, value_concerned),
    FOUL_FLAG("3.11(b)(viii)", "ball meets an object left on the table", OBJECT_LEFT, value_concerned),
    FOUL_FLAG("3.11(b)(ix)", "struck before cleaned balls were back", BEFORE_CLEANED, value_concerned),
    FOUL_SEEN("3.11(b)(x)", "ball forced off the table", ball_forced_off, value_concerned),
    FOUL_SEEN("3.11(c)", "two balls hit at once", two_balls_first, value_concerned),
    FOUL_FLAG("3.11(d)(i)", "ball off the table used", BALL_OFF_TABLE_USED, seven),
    FOUL_FLAG("3.11(d)(ii)", "measuring", MEASURED, seven),
    FOUL_FLAG("3.11(d)(iii)", "reds in successive strokes", RED_AFTER_RED, seven),
    FOUL_BOTH("3.11(d)(iv)", "other ball than white used as cue-ball", WRONG_CUE_BALL, broken_wrong_cue_ball, seven),
    FOUL_FLAG("3.11(d)(v)", "no declaration when asked", NO_DECLARATION, seven),
    FOUL_FLAG("3.16", "ball intentionally moved", INTENTIONAL_MOVE, value_concerned),
    FOUL_BOTH("3.11(d)(vi)", "foul before a colour was nominated", NO_NOMINATION, foul_before_nomination, seven),
    FOUL_SEEN("3.11(a)(viii)", "snookered by the free ball", snookered_by_free_ball, value_on),
    FOUL_SEEN("3.11(a)(ix)", "six reds: snookered by the nominated ball", snookered_by_nominated, value_on),
    FOUL_SEEN("3.11(e)", "infringement out of turn by a non-striker", infringed_out_of_turn, value_concerned),
    FOUL_FLAG("3.11(f)", "ball touched in consultation", CONSULTATION_TOUCH, value_consultation),
    FOUL_SEEN("3.11(g)(i)(ii)", "non-striker uses a ball or measures", used_or_measured_by_other, seven),
    CAMERA("3.12", "free ball after a foul", "call_free_ball"),
    BOTH("3.12(a)(i)(ii)", "any ball but the ball on may be nominated", "snooker_nominated"),
    BOTH("3.12(b)(i)", "nominated ball not hit first", "wrong_ball_first"),
    CAMERA("3.12(b)(ii)", "left snookered by the free ball", "snookered_by_free_ball"),
    CAMERA("3.12(c)", "free ball potted: value of the ball on, spotted", "points_of"),
    CAMERA("3.12(d)", "ball on potted by way of the free ball", "points_of"),
    CAMERA("3.12(e)", "both potted", "points_of"),
    OFFICIAL("3.12(f)", "play again or replace: free ball void", "snooker_decide"),
    OFFICIAL("3.13(a)(b)", "requests are final; offender may change and score", "snooker_decide"),
    OFFICIAL("3.14(a)", "best endeavour", "stroke.miss_judged"),
    BOTH("3.14(a)(i)", "penalty points needed: no miss unless intentional", "excused_by_score"),
    BOTH("3.14(a)(ii)", "impossible: no miss", "stroke.impossible"),
    OFFICIAL("3.14(b)(i)-(iii)", "left or original position, same ball on", "snooker_decide"),
    CAMERA("3.14(c)", "clear path to any part: miss", "snooker_path_before"),
    CAMERA("3.14(d)", "full ball available or touching", "geo_path"),
    CAMERA("3.14(d)(i)", "second failure: miss whatever the scores", "second_failure"),
    BOTH("3.14(d)(ii)", "warning, then frame awarded", "frame_is_awarded, snooker_decide"),
    OFFICIAL("3.14(d)(iii)", "from the position left: sequence ends", "snooker_decide"),
    BOTH("3.14(e)", "foul before the stroke in a sequence", "offer_foul_options"),
    OFFICIAL("3.14(f)", "request starts a consultation", "flag consultation_touch"),
    BOTH("3.15", "moved by other than the striker: replaced", "forgive"),
    OFFICIAL("3.15(a)", "other persons and occurrences", "act between, by the referee"),
    OFFICIAL("3.15(b)", "referee's disturbance", "forgive"),
    OFFICIAL("3.16(a)(i)", "position left, either player", "offer_foul_options"),
    OFFICIAL("3.16(a)(ii)", "all replaced, either player", "snooker_decide"),
    OFFICIAL("3.16(b)", "moving ball: fair play", "set by the official"),
    OFFICIAL("3.16(c)", "unsporting stroke", "flags intentional_move, unsporting"),
    OFFICIAL("3.17", "stalemate offered", "choice stalemate"),
    OFFICIAL("3.17(a)", "objection: a stated period", "entered by the official"),
    BOTH("3.17(b)", "unchanged: scores void, re-rack", "snooker_decide"),
    NOTE("3.17(c)", "same opener", "snooker_decide"),
    OFFICIAL("3.17(d)", "on a re-spotted black", "snooker_decide"),
    OFFICIAL("3.18(a)", "two sides of two", "judging_next_player"),
    OFFICIAL("3.18(b)", "order may change each frame", "rules_open"),
    BOTH("3.18(c)", "play again keeps the order; out of turn costs the partner a turn", "pass_turn_after_wrong_player"),
    OFFICIAL("3.18(d)", "tie: side chooses the player", "choice plays"),
    OFFICIAL("3.18(e)", "conferring", "row 3.11(a)(xii)"),
    BOTH("3.18(f)", "partner's infringement", "is_penalty"),
    BOTH("3.19(a)", "six reds: at most five misses", "offer_original"),
    BOTH("3.19(b)(i)-(iii)", "six reds: warning after the fourth, then options", "offer_original, snooker_decide"),
    OFFICIAL("3.19(c)", "six reds: from the position left", "snooker_decide"),
    BOTH("3.19(d)", "six reds: not behind the nominated colour", "snookered_by_nominated"),
    OFFICIAL("3.20", "ancillary equipment", "flag object_left"),
    BOTH("3.20(a)", "striker answers for it", "flag touched"),
    OFFICIAL("3.20(b)", "faulty table equipment", "act between, by the referee"),
    OFFICIAL("3.21(a)-(c)", "disability, no referee, any number of reds", "no flag feet"),
    CONDUCT("4.1(a)(i)-(iv)", "unsporting conduct: warning", UNSPORTING, "snooker_conduct"),
    OFFICIAL("4.1(b)", "again: frame awarded", "snooker_conduct"),
    OFFICIAL("4.1(c)", "after an awarded frame: game", "snooker_conduct, contest.c"),
    OFFICIAL("4.1(d),(e)", "serious: awarded directly, final", "flag unsporting:serious"),
    OFFICIAL("4.2(a)", "offer void if play goes on", "choice concede_accepted only"),
    BOTH("4.2(b)", "no concession before penalty points are needed", "snooker_decide"),
    OFFICIAL("4.2(c)", "ball moved to concede", "flags intentional_move, touched"),
    BOTH("4.2(d)", "intentional infringement to need points", "flag unsporting"),
    OFFICIAL("4.2(e)", "not withdrawable", "choice concede_accepted"),
    CAMERA("4.2(f)", "aggregate: balls left go to the opponent", "give_up_frame"),
    CONDUCT("4.3(a)-(c)", "time wasting: warning, then a frame each time", TIME_WASTING, "snooker_conduct"),
    NOTE("4.4(a)(b)", "forfeits", "give_up_frame, contest_forfeit_game"),
    OFFICIAL("4.5, 4.6, 4.7", "non-striker, scoring, absence", "entered by the official"),
    OFFICIAL("5.1(a)(i)-(v)", "referee's duties", "an official's entry outranks the camera"),
    NOTE("5.1(b)(i)-(iv)", "no hints", "calls.h"),
    CAMERA("5.1(c)", "video evidence", "clips"),
    NOTE("5.2, 5.3, 5.4", "marker, recorder, assistance", "the journal"),
};

static const struct rule shootout_rules[] = {
    CLOCK("1", "ten-minute match clock", "match_time_is_up"),
    CLOCK("2", "shot clock stops at the strike", "stroke.time_s"),
    FOUL_CLOCK("3(i)(ii)", "fifteen, then ten seconds", TIME_FOUL, shot_clock_ran_out, five_or_on),
    BOTH("4(i)-(iii)", "when the shot clock starts", "match clocks"),
    OFFICIAL("5", "referee may pause a clock", "match clocks"),
    OFFICIAL("6", "review; condoned after the next stroke", "review"),
    OFFICIAL("7, 8", "queries and cleaning do not stop it", "match clocks"),
    OFFICIAL("9", "clock malfunction", "entered by the official"),
    CAMERA("10", "lag", "judging_lag"),
    CLOCK("11", "a stroke struck in time counts", "match_time_is_up"),
    NOTE("12", "no re-rack", "snooker_decide"),
    CAMERA("13", "black ends the match even if level", "end_of_frame"),
    BOTH("14", "blue-ball shoot-out", "snooker_shootout_attempt"),
    CAMERA("15", "in hand anywhere after every foul", "variant.foul_area"),
    CLOCK("16", "time foul: five or the ball on", "five_or_on"),
    FOUL_SEEN("17", "no ball to a cushion or pocket", no_ball_to_cushion, five_or_on),
    BOTH("18", "player not ready", "match clocks"),
    NOTE("19(i)", "no play again, no miss", "variant.miss_rule"),
    BOTH("19(ii)", "free ball only when no ball on can be hit", "free_ball_is_due"),
    OFFICIAL("20", "distraction", "match clocks"),
    OFFICIAL("21, 22", "etiquette; referee final", "entered by the official"),
};

/* EBSRA numbers its penalties otherwise and lacks some of them (editions B35-B41). */
static const struct renumber ebsra_numbers[] = {
    {"3.11(a)(i)", "3.12(b)(ii)"},
    {"3.11(a)(ii)", "3.12(a)(i)"},
    {"3.11(a)(iii)", "3.12(a)(ii)"},
    {"3.11(a)(iv)", "3.12(a)(iii)"},
    {"3.11(a)(v)", "3.12(a)(iv)"},
    {"3.11(a)(vi)", "3.12(a)(v)"},
    {"3.11(a)(vii)", "3.12(a)(vi)"},
    {"3.11(a)(viii)", "3.12(a)(vii)"},
    {"3.11(a)(ix)", NULL},
    {"3.11(a)(x)", "3.12(a)(viii)"},
    {"3.11(a)(xi)", "3.12(a)(ix)"},
    {"3.11(a)(xii)", "3.12(a)(x)"},
    {"3.11(b)(i)", "3.12(b)(i)"},
    {"3.11(b)(ii)", "3.12(b)(ii)"},
    {"3.11(b)(iii)", "3.12(b)(iii)"},
    {"3.11(b)(iv)", "3.12(b)(iv)"},
    {"3.11(b)(v)", "3.12(b)(v)"},
    {"3.11(b)(vi)", "3.12(b)(vi)"},
    {"3.11(b)(vii)", "3.12"},
    {"3.11(b)(viii)", "3.12"},
    {"3.11(b)(ix)", "3.12"},
    {"3.11(b)(x)", "3.12(b)(vii)"},
    {"3.11(c)", "3.12(c)"},
    {"3.11(d)(i)", "3.12(d)(i)"},
    {"3.11(d)(ii)", "3.12(d)(ii)"},
    {"3.11(d)(iii)", "3.12(d)(iii)"},
    {"3.11(d)(iv)", "3.12(d)(iv)"},
    {"3.11(d)(v)", "3.12(d)(v)"},
    {"3.11(d)(vi)", "3.12(d)(vi)"},
    {"3.11(e)", NULL},
    {"3.11(f)", "3.14(h)"},
    {"3.16", "2.14"},
    {"3.19(a)", NULL},
    {"3.19(b)(i)-(iii)", NULL},
    {"3.19(c)", NULL},
    {"3.19(d)", NULL},
    {"2.1(c)", NULL},
    {"3.3(d)(i)", NULL},
    {"3.3(d)(ii)", NULL},
    {"3.3(d)(iii)", NULL},
    {"3.3(f)", NULL},
    {"3.3(h)(iv)", NULL},
    {"3.3(k)", NULL},
    {"3.3(l)", NULL},
    {"3.3(m)", NULL},
    {"3.5(b)", NULL},
    {"3.7(d)(i)(ii)", NULL},
    {"3.10(i)(i)-(iii)", NULL},
    {"3.10(j)", NULL},
    {"3.11(g)(i)(ii)", NULL},
    {"3.14(d)(iii)", NULL},
    {"3.16(a)(i)", NULL},
    {"3.16(a)(ii)", NULL},
    {"3.16(b)", NULL},
    {"3.16(c)", NULL},
    {"3.18(f)", NULL},
    {"2.16", "2.15"},
    {"2.17", "2.16"},
    {"2.17(a)", "2.16(a)"},
    {"2.18", "2.17"},
    {"2.19(a)(b)", "2.18"},
    {"2.20", "2.19"},
    {"2.21(a)(b)", "2.20"},
    {"3.10", "3.11"},
    {"3.10(a)", "3.11(a)"},
    {"3.10(b)", "3.11(b)"},
    {"3.10(c)", "3.11(c)"},
    {"3.10(d)", "3.11(d)"},
    {"3.10(e)", "3.11(e)"},
    {"3.10(f)", "3.11(f)"},
    {"3.10(g)", "3.11(g)"},
    {"3.10(h)(i)(ii)", "3.11(h)(i)(ii)"},
    {"3.12", "3.10"},
    {"3.12(a)(i)(ii)", "3.10(a)(i)(ii)"},
    {"3.12(b)(i)", "3.10(b)(i)"},
    {"3.12(b)(ii)", "3.10(b)(ii)"},
    {"3.12(c)", "3.10(c)"},
    {"3.12(d)", "3.10(d)"},
    {"3.12(e)", "3.10(e)"},
    {"3.12(f)", "3.10(f)"},
    {"3.14(a)", "3.14"},
    {"3.14(a)(i)", "3.14(b)"},
    {"3.14(a)(ii)", "3.14"},
    {"3.14(b)(i)-(iii)", "3.14(a)(i)-(iii)"},
    {"3.14(c)", "3.14(b)"},
    {"3.14(d)", "3.14(c)"},
    {"3.14(d)(i)", "3.14(c)(i)"},
    {"3.14(d)(ii)", "3.14(c)(ii)"},
    {"3.14(e)", "3.14(d)"},
    {"3.14(f)", "3.14(g)"},
    {"3.17", "3.16"},
    {"3.17(a)", "3.16"},
    {"3.17(b)", "3.16"},
    {"3.17(c)", "3.16"},
    {"3.17(d)", NULL},
    {"3.18(a)", "3.17(a)"},
    {"3.18(b)", "3.17(b)"},
    {"3.18(c)", "3.17(c)"},
    {"3.18(d)", "3.17(d)"},
    {"3.18(e)", "3.17(e)"},
    {"3.20", "3.18"},
    {"3.20(a)", "3.18(a)"},
    {"3.20(b)", "3.18(b)"},
    {"3.21(a)-(c)", "3.19"},
    {"4.1(a)(i)-(iv)", "4.2"},
    {"4.1(b)", "4.2"},
    {"4.1(c)", "4.2"},
    {"4.1(d),(e)", "4.2"},
    {"4.2(a)", "4.6"},
    {"4.2(b)", "4.6(a)"},
    {"4.2(c)", NULL},
    {"4.2(d)", NULL},
    {"4.2(e)", "4.6"},
    {"4.2(f)", "4.6(b)"},
    {"4.3(a)-(c)", "4.1"},
    {"4.4(a)(b)", "4.3"},
    {"4.5, 4.6, 4.7", "4.4, 4.5"},
    {0},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

const struct book snooker_book_2024 = {"SNK", "WPBSA rules of snooker, September 2024", rules, COUNT(rules), NULL};
const struct book snooker_book_2022 = {"S22", "Rules of snooker 2022", rules, COUNT(rules), NULL};
const struct book snooker_book_ebsra = {"EBSRA", "EBSRA rules of snooker (Dutch, older edition)", rules, COUNT(rules),
                                        ebsra_numbers};
const struct book shootout_book = {"SHO", "Snooker Shoot Out competition rules, September 2024", shootout_rules,
                                   COUNT(shootout_rules), NULL};
