/* SPDX-License-Identifier: Apache-2.0 */
/* billiards_rules.c: every clause of English billiards as a row: who raises it, what breaks it, or which code carries
 * it out. Titles are ours; the book has the wording. */
#include "billiards.h"
#include "rule_rows.h"

/* 3.16(c): every foul costs two; what a further foul adds is settled in billiards.c. */
static int two(const struct judging *j, ball_mask concerned)
{
    (void)j, (void)concerned;
    return 2;
}

static bool is_stroke(const struct judging *j)
{
    return j->stroke->act == ACT_STROKE;
}

/* ---- in-hand (3.6) ----------------------------------------------------------------------------------------------- */

/* Cushions that may lie out of Baulk: all but the bottom. How far along a side it was met is not known. */
static bool cushion_out_of_baulk(const struct facts *f)
{
    for (int i = 0; i < f->cue_cushions_n; i++)
        if (f->cue_cushions[i].cushion != CUSHION_BOTTOM)
            return true;
    return false;
}

/* 3.6(c): never left Baulk, nor met a ball that is seen to lie out of it. */
static bool stayed_in_baulk(struct judging *j)
{
    if (j->facts->left_baulk != NO)
        return false;
    for (BALL_EACH(ball, billiards_met(j)))
        if (ball_in(j->before->pos.known, (ball_id)ball) && billiards_out_of_baulk(j, (ball_id)ball) == YES)
            return false;
    return true;
}

/* 3.6(d),(f): met a ball in Baulk before any cushion or ball out of it. */
static bool played_on_ball_in_baulk(struct judging *j, ball_mask *concerned)
{
    if (cushion_out_of_baulk(j->facts))
        return false;
    ball_mask wrong = 0;
    for (BALL_EACH(ball, j->first))
        if (billiards_out_of_baulk(j, (ball_id)ball) == NO)
            wrong |= ball_bit((ball_id)ball);
    *concerned |= wrong;
    return wrong;
}

/* 3.6(d): came back to rest in Baulk without having met anything outside. */
static bool came_back_unhindered(struct judging *j)
{
    const struct facts *f = j->facts;
    const struct bed *bed = &j->before->bed;
    if (billiards_met(j) || cushion_out_of_baulk(f) || !ball_in(f->rest.known, j->cue) || j->cue_potted || j->cue_off)
        return false;
    return !judging_ask(j, QUESTION_IN_BAULK, j->cue, f->rest.at[j->cue].x - bed->baulk_x, judging_place_sd(&f->rest));
}

static bool improper_in_hand(struct judging *j, ball_mask *concerned)
{
    if (!is_stroke(j) || !j->before->in_hand)
        return false;
    return broken_in_hand_place(j, concerned) || stayed_in_baulk(j) || played_on_ball_in_baulk(j, concerned) ||
           came_back_unhindered(j);
}

/* ---- nothing hit (2.16, 2.17) ------------------------------------------------------------------------------------ */

/* Balls that might be reached: without one the stroke is a miss or a coup. */
static bool nothing_to_hit(struct judging *j)
{
    return j->before->in_hand && !billiards_any_out(j);
}

/* A cue-ball that would have hit the ball that fell has not missed it (3.12(b)(i)). */
static bool no_object_ball_hit(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_stroke(j) && !billiards_met(j) && !j->facts->first_contact_any && !j->replay && !nothing_to_hit(j);
}

static enum pocket entered(const struct judging *j)
{
    for (int i = 0; i < j->facts->pots_n; i++)
        if (j->facts->pots[i].ball == j->cue)
            return j->facts->pots[i].pocket;
    return POCKET_NONE;
}

/* Has this pocket a jaw in this cushion? A pocket that was not noted is taken to. */
static bool own_jaw(enum pocket pocket, enum cushion cushion)
{
    static const unsigned jaws[POCKET_COUNT] = {
        [POCKET_NONE] = ~0u,
        [POCKET_TL] = 1u << CUSHION_TOP | 1u << CUSHION_LEFT,
        [POCKET_TR] = 1u << CUSHION_TOP | 1u << CUSHION_RIGHT,
        [POCKET_ML] = 1u << CUSHION_LEFT,
        [POCKET_MR] = 1u << CUSHION_RIGHT,
        [POCKET_BL] = 1u << CUSHION_BOTTOM | 1u << CUSHION_LEFT,
        [POCKET_BR] = 1u << CUSHION_BOTTOM | 1u << CUSHION_RIGHT,
    };
    return jaws[pocket] >> cushion & 1;
}

/* 2.17: straight in, or by way of the pocket's own curved face. */
static bool straight_into_pocket(const struct judging *j)
{
    const struct facts *f = j->facts;
    for (int i = 0; i < f->cue_cushions_n; i++)
        if (f->cue_cushions[i].face != FACE_CURVED || !own_jaw(entered(j), f->cue_cushions[i].cushion))
            return false;
    return j->cue_potted;
}

static bool ran_a_coup(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    return is_stroke(j) && !billiards_met(j) && !j->replay && straight_into_pocket(j) && nothing_to_hit(j);
}

/* ---- touching balls ---------------------------------------------------------------------------------------------- */

/* 3.15(m) by hand, on purpose or not, by a ball still in hand, or by something left on the table. */
static bool ball_touched(struct judging *j, ball_mask *concerned)
{
    static const enum flag_kind kinds[] = {FLAG_IN_HAND_CONTACT, FLAG_INTENTIONAL_MOVE, FLAG_OBJECT_LEFT};
    bool touched = broken_moved_before(j, concerned);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        touched = touched || judging_flag(j, kinds[i]);
        *concerned |= judging_flag_balls(j, kinds[i]);
    }
    return touched;
}

/* ---- turn and limits --------------------------------------------------------------------------------------------- */

static bool out_of_turn(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    bool another = j->stroke->by && j->stroke->by != j->before->striker;
    return is_stroke(j) && (another || judging_flag(j, FLAG_PLAYED_AFTER_FOUL_CALL));
}

/* Limits are judged last: a stroke that is a foul already makes no hazard, cannon or points. */
static bool otherwise_legal(const struct judging *j)
{
    return is_stroke(j) && !j->ruling->findings_n && !j->replay;
}

static bool too_many_hazards(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    struct billiards_score s = billiards_score(j);
    return otherwise_legal(j) && billiards_too_many_hazards(j, &s);
}

static bool too_many_cannons(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    struct billiards_score s = billiards_score(j);
    return otherwise_legal(j) && billiards_too_many_cannons(j, &s);
}

static bool baulk_line_not_crossed(struct judging *j, ball_mask *concerned)
{
    (void)concerned;
    struct billiards_score s = billiards_score(j);
    return otherwise_legal(j) && billiards_baulk_overdue(j, &s);
}

static const struct rule rules[] = {
    NOTE("1.1(a)-(c)", "playing area, height, top and bottom cushions", "base/bed.c, calibration/table.c"),
    NOTE("1.1(d),(e)", "Baulk-line, Baulk and the D", "base/bed.c"),
    NOTE("1.1(f)(i)-(iv)", "the Spot, Centre Spot, Pyramid Spot, middle of the Baulk-line", "base/bed.c"),
    NOTE("1.1(g)", "six pockets", "calibration/table.c"),
    OFFICIAL("1.2(a)-(d)", "red, white and yellow; a set may be changed", "base/ball.c"),
    OFFICIAL("1.3", "cue", "flag nonstandard_cue"),
    OFFICIAL("1.4", "ancillary equipment", "entered by the official"),
    OFFICIAL("2.1(a)", "game ends by concession", "choice concede_accepted"),
    CLOCK("2.1(b)", "game ends at the end of its time", "billiards_end"),
    CAMERA("2.1(c)", "game ends when a side has its points", "billiards_end"),
    OFFICIAL("2.1(d)", "game awarded by the referee", "flags unsporting, time_wasting"),
    NOTE("2.2", "match", "contest.c"),
    BOTH("2.3(a)", "each side has its own cue-ball", "state.format.cue_ball"),
    CAMERA("2.3(b)", "object balls: the red and the non-striker's", "billiards_other_ball"),
    CAMERA("2.4", "flat and curved faces of cushions", "facts.cue_cushions"),
    CAMERA("2.5", "string: nearest the bottom cushion wins", "billiards_string"),
    CAMERA("2.5(a)", "string: a side cushion forfeits", "judging_lag"),
    CAMERA("2.5(b)", "string: crossing to the other half forfeits", "judging_lag"),
    CAMERA("2.6(a)", "turn ends when nothing is scored", "pass_turn"),
    BOTH("2.6(b)", "turn ends after a foul", "pass_turn_after_foul"),
    BOTH("2.7(a)", "a stroke, not feathering", "act before_stroke, flag touched:cue"),
    OFFICIAL("2.7(b)", "struck once, not pushed", "flags double_hit, push_stroke"),
    NOTE("2.7(c)", "legal stroke", "no finding"),
    BOTH("2.7(d)(i)-(iii)", "when a stroke is complete", "tracking cuts strokes from rest to rest"),
    CAMERA("2.7(e)(i)(ii)", "direct and indirect", "facts.cue_cushions"),
    CAMERA("2.8", "pot", "billiards_score"),
    CAMERA("2.9", "in-off, off the ball met first", "in_off_points"),
    CAMERA("2.10(a)-(e)", "hazard: a score without a cannon", "billiards_hazard"),
    CAMERA("2.11", "cannon: both object balls, once a stroke", "billiards_score"),
    CAMERA("2.12", "break", "continue_break"),
    CAMERA("2.13(a)(i)-(iv)", "when the striker is in-hand", "billiards_begin_turn, billiards_spot_both"),
    CAMERA("2.13(b)(i)-(iii)", "when a ball ceases to be in-hand", "billiards_table_after"),
    NOTE("2.13(c)", "striker in-hand", "state.in_hand"),
    CAMERA("2.14(a),(b)", "ball in play", "state.on_table"),
    CAMERA("2.15", "ball in Baulk: centre on the line or behind it", "billiards_out_of_baulk"),
    CAMERA("2.16", "miss: nothing hit from in-hand with nothing out of Baulk", "settle_miss"),
    CAMERA("2.17", "coup: straight into a pocket with nothing out of Baulk", "ran_a_coup"),
    NOTE("2.18", "an infringement is a foul when the striker commits it", "forgiven"),
    CAMERA("2.19", "forced off the table; pocketed", "facts.off, billiards_table_after"),
    CAMERA("2.20", "spot occupied", "geo_spot_occupied"),
    OFFICIAL("2.21(a)(b)", "push stroke", "flag push_stroke"),
    BOTH("2.22", "jump shot", "facts.jumped, flag jump_shot"),
    BOTH("2.22(a)-(c)", "what is not a jump shot", "tracking reports a jump only before the first contact"),
    NOTE("3.1(a)", "three balls", "base/ball.c"),
    CAMERA("3.1(b),(c)", "scoring strokes", "continue_break"),
    BOTH("3.1(d)", "penalty points go to the opponents", "settle_foul, settle_miss"),
    NOTE("3.1(e)", "both balls left in Baulk is a lawful tactic", "no finding"),
    BOTH("3.1(f)(i)-(iv)", "winner of a game", "billiards_end, billiards_decide"),
    NOTE("3.1(g)", "winner of a match", "contest.c"),
    OFFICIAL("3.2", "choice of ball and of who begins", "choices nominate, plays"),
    BOTH("3.2(a)", "order of play unaltered in the game", "judging_next_player"),
    BOTH("3.2(b)(i)(ii)", "red on the Spot, first player in-hand; begins at the first tip contact", "billiards_open"),
    CAMERA("3.2(c)", "striker answers for playing with the right ball", "row 3.15(a)"),
    OFFICIAL("3.2(d)(i)", "wrong starter, one clean stroke: restart", "wrong_starter"),
    OFFICIAL("3.2(d)(ii)", "wrong starter, later: the game stands", "wrong_starter"),
    CAMERA("3.3(a)", "a score continues the break, from in-hand after an in-off", "continue_break"),
    CAMERA("3.3(b)", "no score: the next player, from in-hand if off the table or touching", "billiards_begin_turn"),
    OFFICIAL("3.3(c)", "after a foul the balls may be spotted", "choice spotted_in_hand"),
    BOTH("3.3(d)", "incoming player too early is penalised as striker", "rows 3.15(c), (n)"),
    CAMERA("3.4(a)", "two points: cannon, pot or in-off white or yellow", "billiards_score"),
    CAMERA("3.4(b)", "three points: pot or in-off red", "billiards_score"),
    CAMERA("3.4(c)", "all of a combination is scored", "billiards_score"),
    CAMERA("3.4(d)(i)", "in-off with a cannon, red first: three", "in_off_points"),
    CAMERA("3.4(d)(ii)", "in-off with a cannon, other ball first: two", "in_off_points"),
    CAMERA("3.4(d)(iii)", "in-off with a cannon, both at once: two", "in_off_points"),
    CLOCK("3.5(a)", "end of a session; a stroke made counts", "billiards_end"),
    CLOCK("3.5(b)", "end of the final session ends the game", "billiards_end"),
    CLOCK("3.5(c)", "level on time: a tie, broken by the contest", "leader"),
    CAMERA("3.5(d)", "points required are counted, the break in full", "add_points"),
    CAMERA("3.6", "from on or within the D", "row 3.15(f)"),
    BOTH("3.6(a)", "say, if asked, whether properly placed", "geo_in_area"),
    OFFICIAL("3.6(b)", "tip contact while positioning is not play", "no flag"),
    CAMERA("3.6(c)", "must be played out of Baulk", "stayed_in_baulk"),
    CAMERA("3.6(d)", "something out of Baulk first", "played_on_ball_in_baulk, came_back_unhindered"),
    CAMERA("3.6(e)", "a cushion in Baulk may come first", "stayed_in_baulk"),
    CAMERA("3.6(f)", "no direct play on a ball in Baulk", "played_on_ball_in_baulk"),
    BOTH("3.7", "say, if asked, whether a ball is in Baulk", "billiards_out_of_baulk"),
    NOTE("3.8", "Baulk-line crossing, where it is applied", "format.baulk_line_rule"),
    CAMERA("3.8(a)", "crossed into Baulk", "facts.crossed_baulk_line"),
    CAMERA("3.8(b)", "on the line has not crossed; need not come out again", "facts.crossed_baulk_line"),
    CAMERA("3.8(c)", "warning after the stroke that reaches 80", "warn"),
    CAMERA("3.8(d)", "crossed from 80, at the latest in the stroke that reaches 100", "count_crossing"),
    CAMERA("3.8(e)", "late warning: twenty points from it; the next is unaffected", "warn"),
    CAMERA("3.8(f)", "break, then crossing, announced", "count_crossing"),
    CAMERA("3.8(g)", "from Baulk: must have left it first", "facts.crossed_baulk_line"),
    CAMERA("3.8(h)", "not crossed in time", "row 3.15(t)"),
    CAMERA("3.9(a)", "red off the table goes to the Spot", "billiards_spot_red"),
    CAMERA("3.9(a)(i)", "Spot occupied: Pyramid Spot", "billiards_spot_red"),
    CAMERA("3.9(a)(ii)", "both occupied: Centre Spot", "billiards_spot_red"),
    CAMERA("3.9(b)", "red potted twice running from Spot or Pyramid Spot: Centre Spot", "spot_potted_red"),
    CAMERA("3.9(b)(i)", "Centre Spot occupied: Pyramid Spot", "billiards_spot_red"),
    CAMERA("3.9(b)(ii)", "both occupied: the Spot, and the sequence ends", "billiards_spot_red"),
    CAMERA("3.9(c)", "continued: Spot twice, Centre Spot once", "spot_potted_red"),
    BOTH("3.9(d)", "say, if asked, how many pots off the same spot", "counters.red_pots_spot"),
    CAMERA("3.9(e)", "when the opponents' ball is spotted", "billiards_spot_both, billiards_spot_other_in_baulk"),
    CAMERA("3.9(f)", "correctly spotted only on its spot", "billiards_red_spot"),
    CAMERA("3.9(g)", "once met it is no longer spotted", "billiards_table_after"),
    NOTE("3.9(h)", "referee's spotting errors cost nobody", "forgiven"),
    CAMERA("3.10", "seventy-five cannons running", "row 3.15(l)"),
    CAMERA("3.10(a)", "announced at seventy; late, five more", "count_run, exceeds"),
    BOTH("3.10(b)", "say, if asked, how many cannons", "counters.cannons"),
    CAMERA("3.11", "fifteen hazards running", "row 3.15(k)"),
    CAMERA("3.11(a)", "announced at ten; late, five more", "count_run, exceeds"),
    BOTH("3.11(b)", "say, if asked, how many hazards", "counters.hazards"),
    CAMERA("3.11(c)", "after the fifteenth the absent ball is spotted in Baulk", "billiards_spot_other_in_baulk"),
    CAMERA("3.12(a)", "ball falls unhit: replaced, points count", "settle_legal"),
    BOTH("3.12(b)(i)", "would have been hit: all replaced, same striker", "settle_stroke"),
    CAMERA("3.12(b)(ii)", "with a foul: all replaced, usual options", "table_after_foul"),
    CAMERA("3.12(c)", "balanced momentarily: potted, pocketed or in-off", "tracking reports a pocket"),
    BOTH("3.13", "moved by other than the striker: replaced", "forgiven"),
    OFFICIAL("3.13(a)", "other persons and occurrences", "act between, by the referee"),
    OFFICIAL("3.13(b)", "referee's disturbance", "forgiven"),
    CAMERA("3.14(a)", "touching ball: balls spotted, striker in-hand", "billiards_call_touching"),
    BOTH("3.14(b)", "contact that came later: repositioned", "act between, by the referee"),
    BOTH("3.14(c)", "say, if asked, whether object balls touch", "geo_touching"),
    FOUL_BOTH("3.15(a)", "struck another ball than the cue-ball", WRONG_CUE_BALL, broken_wrong_cue_ball, two),
    FOUL_FLAG("3.15(b)", "cue-ball struck more than once", DOUBLE_HIT, two),
    FOUL_BOTH("3.15(c)", "struck with a ball moving", BALL_MOVING, broken_ball_moving, two),
    FOUL_FLAG("3.15(d)", "both feet off the floor", FEET, two),
    FOUL_BOTH("3.15(e)", "played out of turn", OUT_OF_TURN, out_of_turn, two),
    FOUL_BOTH("3.15(f)", "improperly from in-hand", IN_HAND_IMPROPER, improper_in_hand, two),
    FOUL_SEEN("3.15(g)", "ran a coup", ran_a_coup, two),
    FOUL_BOTH("3.15(h)", "jump shot", JUMP_SHOT, broken_jump, two),
    FOUL_FLAG("3.15(i)", "push stroke", PUSH_STROKE, two),
    FOUL_SEEN("3.15(j)", "ball forced off the table", broken_ball_off, two),
    FOUL_BOTH("3.15(m)", "ball or marker touched", TOUCHED, ball_touched, two),
    FOUL_FLAG("3.15(n)", "struck before a ball was spotted", STRUCK_BEFORE_SPOTTED, two),
    FOUL_SEEN("3.15(o)", "no object ball hit", no_object_ball_hit, two),
    FOUL_FLAG("3.15(p)", "conferring with a partner", CONFERRING, two),
    FOUL_FLAG("3.15(q)", "non-standard cue", NONSTANDARD_CUE, two),
    FOUL_FLAG("3.15(r)", "ball off the table used", BALL_OFF_TABLE_USED, two),
    FOUL_FLAG("3.15(s)", "measuring", MEASURED, two),
    FOUL_SEEN("3.15(k)", "more than fifteen hazards running", too_many_hazards, two),
    FOUL_SEEN("3.15(l)", "more than seventy-five cannons running", too_many_cannons, two),
    FOUL_SEEN("3.15(t)", "Baulk-line not crossed in time", baulk_line_not_crossed, two),
    BOTH("3.16", "foul called at once", "settle_foul"),
    BOTH("3.16(a)", "before a stroke: turn ends; a stroke after the call is a further foul", "fouls_to_call"),
    NOTE("3.16(b)", "points before stand, the foul stroke scores nothing", "settle_foul"),
    OFFICIAL("3.16(c)(i)", "two points; from the position left, the red spotted", "choice from_left"),
    OFFICIAL("3.16(c)(ii)", "or in-hand, balls spotted; final", "choice spotted_in_hand"),
    BOTH("3.16(d)", "condoned after the next stroke", "match folds rulings in order"),
    CAMERA("3.17", "miss: two points, from the position left", "settle_miss"),
    OFFICIAL("3.18(a)", "four-handed: order of play", "judging_next_player"),
    OFFICIAL("3.18(b)", "when partners may confer", "row 3.15(p)"),
    BOTH("3.19(a)", "striker answers for equipment brought", "flag touched"),
    OFFICIAL("3.19(b)", "faulty table equipment", "act between, by the referee"),
    OFFICIAL("3.20(a)", "disability", "no flag feet"),
    OFFICIAL("3.20(b)", "no referee: the opponent", "entered by the opponent"),
    CONDUCT("4.1(a)(i)-(iv)", "unsporting conduct: warning", UNSPORTING, "billiards_between"),
    OFFICIAL("4.1(b)(i)(ii)", "again: game awarded, warned for the match", "conduct"),
    OFFICIAL("4.1(c)", "after an awarded game: match", "contest.c"),
    OFFICIAL("4.1(d)", "serious: awarded without a warning", "flag unsporting:serious"),
    NOTE("4.1(e)", "final", "no appeal is entered"),
    CONDUCT("4.2(a)", "time wasting: clock paused, warning", TIME_WASTING, "billiards_between"),
    CLOCK("4.2(b)", "shared clock: wasted time added at the end", "format.session_s"),
    OFFICIAL("4.2(c)", "again: game awarded, warned for the match", "conduct"),
    OFFICIAL("4.2(d)", "after an awarded game: match", "contest.c"),
    NOTE("4.3(a)", "forfeit of a game of points: all of them to nil", "forfeit"),
    NOTE("4.3(b)", "forfeit of a game on time", "forfeit"),
    OFFICIAL("4.4", "concession void if play goes on", "choice concede_accepted only"),
    OFFICIAL("4.5", "non-striker", "flag unsporting"),
    OFFICIAL("4.6", "players watch the score too", "corrections in the journal"),
    OFFICIAL("4.7", "absence: a deputy may claim", "entered by the official"),
    OFFICIAL("5.1(a)(i)-(vi)", "referee's duties", "an official's entry outranks the camera"),
    NOTE("5.1(b)(i)-(iv)", "no hints", "calls.h"),
    CAMERA("5.1(c)", "video evidence", "clips"),
    NOTE("5.2", "marker", "the journal"),
    NOTE("5.3", "stroke recorder", "the journal"),
    CLOCK("5.4(a)-(c)", "timekeeper", "act clock"),
    OFFICIAL("5.5(a)(b)", "assistance", "entered by the official"),
};

const struct book billiards_book = {"BIL", "WPBSA rules of English billiards, September 2024", rules,
                                    sizeof rules / sizeof *rules, NULL};
