/* SPDX-License-Identifier: Apache-2.0 */
/* snooker.c: what follows from a stroke or an infringement at snooker: score, turn, options, end of the frame.
 * Six reds, four-handed, Shoot Out and other editions are variants (snooker_variants.c). */
#include "snooker.h"

void snooker_open(const struct game *game, struct state *state)
{
    const struct snooker_variant *v = game->variant;
    state->phase = PHASE_RED;
    state->on = ball_range(SNOOKER_RED_1, (ball_id)(SNOOKER_RED_1 + v->reds - 1));
    state->on_table = state->on | SNOOKER_COLOURS;
    state->in_hand = true;
    state->area = AREA_D;
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

/* The position and turn that a request for the original position brings back (3.10(i), 3.14(b), 3.16). */
static void remember_origin(struct judging *j)
{
    const struct state *b = j->before;
    j->next->counters.offender = snooker_out_of_turn(j) ? j->stroke->by : b->striker; /* 3.18(f): not the partner */
    j->next->counters.phase_before = b->phase;
    struct origin *o = &j->next->origin;
    o->known = true;
    o->phase = b->phase;
    o->on_table = b->on_table;
    o->on = b->on;
    o->touching = b->counters.touching;
    o->before_stroke = j->stroke->act == ACT_BEFORE_STROKE;
    o->in_hand = b->in_hand;
    o->area = b->area;
    o->pos = b->pos;
}

static void clear_stroke_counters(struct state *next)
{
    next->free_ball = false;
    next->counters.nominated = 0;
    next->counters.touching = 0;
    next->counters.asked_again = false;
    next->counters.unspotted_value = 0;
    next->counters.free_ball_as_red = 0;
}

/* The order of play goes on where a request to play again interrupted it; who has lost a turn is passed over
 * (SNK 3.18(c)). */
static player_id player_after(struct judging *j)
{
    const struct counters *before = &j->before->counters;
    struct counters *after = &j->next->counters;
    player_id following = before->next_after ? before->next_after : judging_next_player(j->before, j->before->striker);
    bool lost = before->lost_turn && following == before->lost_turn && !before->lost_turn_served;
    after->next_after = 0;
    if (lost || before->lost_turn_served) {
        after->lost_turn = 0;
        after->lost_turn_served = false;
    }
    return lost ? judging_next_player(j->before, following) : following;
}

static void pass_turn(struct judging *j)
{
    j->next->break_score = 0;
    j->next->striker = player_after(j);
    snooker_turn_on(j->next);
}

/* Who plays after a stroke out of turn: the side that was not at fault. The offender's partner loses a turn: the one
 * that was usurped, if it was the partner's, else the next one. */
static void pass_turn_after_wrong_player(struct judging *j)
{
    player_id by = j->stroke->by, partner = judging_next_player(j->before, judging_next_player(j->before, by));
    if (side_of(by) != side_of(j->before->striker))
        j->next->striker = j->before->striker;
    bool usurped = partner == j->before->striker;
    if (j->before->players < 4 || !(usurped || snooker_variant(j)->partner_loses_turn))
        return;
    j->next->counters.lost_turn = partner;
    j->next->counters.lost_turn_served = usurped;
}

/* ---- end of the frame -------------------------------------------------------------------------------------------- */

static enum side leader(const struct state *s)
{
    int lead = s->score[SIDE_A] - s->score[SIDE_B];
    return lead > 0 ? SIDE_A : lead < 0 ? SIDE_B : SIDE_TIE;
}

static bool aggregate_level(const struct judging *j)
{
    const struct counters *c = &j->before->counters;
    int a = c->aggregate_A + j->next->score[SIDE_A] - j->before->score[SIDE_A];
    int b = c->aggregate_B + j->next->score[SIDE_B] - j->before->score[SIDE_B];
    return a == b;
}

/* SNK 3.4(a)(b)(c): level scores bring the black back, unless aggregate scores decide and are not level. */
static bool black_is_respotted(const struct judging *j)
{
    const struct format *f = &j->before->format;
    if (f->aggregate)
        return f->last_frame && aggregate_level(j);
    return leader(j->next) == SIDE_TIE && j->before->phase != PHASE_RESPOTTED_BLACK;
}

static void respot_black(struct judging *j)
{
    struct state *n = j->next;
    n->in_hand = true;
    n->area = AREA_D;
    snooker_spot(j, ball_bit(SNOOKER_BLACK));
    n->on_table = n->on = ball_bit(SNOOKER_BLACK);
    n->phase = PHASE_RESPOTTED_BLACK;
    n->striker = 0;
    n->break_score = 0;
    judging_option(j, OPTION_DRAW_LOTS);
}

static void end_of_frame(struct judging *j)
{
    j->ruling->options = 0;
    if (!snooker_variant(j)->tie_is_shootout && black_is_respotted(j)) {
        respot_black(j);
        return;
    }
    enum side winner = leader(j->next);
    judging_frame_over(j, winner);
    if (winner == SIDE_TIE && snooker_variant(j)->tie_is_shootout) {
        judging_option(j, OPTION_BLUE_BALL_SHOOTOUT);
        j->next->phase = PHASE_BLUE_SHOOTOUT;
    }
}

/* SNK 2.1(b), (c): points by which the next striker leads with only the black left; 0 where that decides nothing. */
static int lead_on_black(const struct judging *j)
{
    const struct state *n = j->next;
    if (!snooker_only_black(n) || n->phase == PHASE_RESPOTTED_BLACK || !n->striker)
        return 0;
    enum side striker = side_of(n->striker);
    return n->score[striker] - n->score[side_other(striker)];
}

static bool lost_on_black(const struct judging *j)
{
    return snooker_variant(j)->award_nonstriker && !j->next->format.aggregate && lead_on_black(j) < -7;
}

static bool may_claim(const struct judging *j)
{
    bool allowed = !j->next->format.aggregate || snooker_variant(j)->claim_with_aggregate;
    return allowed && lead_on_black(j) > 7;
}

/* SHO 1, 11: the match ends when a stroke struck in time comes to rest after ten minutes. A stroke whose length is not
 * known is taken to last three seconds. The shoot-out comes after the match (SHO 14). */
static bool match_time_is_up(const struct judging *j)
{
    const struct stroke *s = j->stroke;
    double lasts = s->t1 > s->t0 ? (double)(s->t1 - s->t0) / (double)NS_PER_S : 3;
    double limit = j->before->phase == PHASE_BLUE_SHOOTOUT ? 0 : snooker_variant(j)->match_s;
    return limit > 0 && s->match_time_s >= 0 && s->match_time_s + (s->act == ACT_STROKE ? lasts : 0) >= limit;
}

/* SHO 11: only a stroke that commenced in time counts. */
static bool struck_after_time(const struct judging *j)
{
    double limit = snooker_variant(j)->match_s;
    return limit > 0 && j->stroke->act == ACT_STROKE && j->stroke->match_time_s > limit;
}

static void settle_end(struct judging *j)
{
    if (j->next->frame_over || !j->next->striker)
        return;
    if (match_time_is_up(j))
        end_of_frame(j);
    else if (lost_on_black(j))
        judging_frame_over(j, side_other(side_of(j->next->striker)));
    else if (may_claim(j))
        judging_option(j, OPTION_CLAIM_FRAME);
}

/* ---- what was moved ---------------------------------------------------------------------------------------------- */

static bool ball_was_touched(const struct judging *j)
{
    return judging_flag(j, FLAG_TOUCHED) || judging_flag(j, FLAG_IN_HAND_CONTACT) || judging_moved_before(j);
}

/* SNK 3.3(k): what was moved goes back. Who measures, or handles a ball that is off the table, moves none. */
static bool balls_were_moved(const struct judging *j)
{
    return judging_is_stroke(j) || ball_was_touched(j) || judging_flag(j, FLAG_INTENTIONAL_MOVE) ||
           judging_flag(j, FLAG_CONSULTATION_TOUCH) || j->potted || j->off || j->cue_potted || j->cue_off;
}

/* Before a stroke the cue-ball still touches what it touched, unless one of the two was moved. */
static ball_mask still_touching(const struct judging *j)
{
    ball_mask moved =
        judging_flag_balls(j, FLAG_TOUCHED) | judging_flag_balls(j, FLAG_INTENTIONAL_MOVE) | judging_moved_before(j);
    return judging_is_stroke(j) || ball_in(moved, j->cue) ? 0 : j->before->counters.touching & ~moved;
}

/* ---- what the next player finds ---------------------------------------------------------------------------------- */

/* SNK 3.8(a): balls that are, or could be, on: with a free ball, all of them. After a red the striker is also asked
 * which colour. */
static void call_touching(struct judging *j)
{
    struct state *n = j->next;
    if (n->frame_over || n->in_hand || !n->striker || !judging_is_stroke(j))
        return;
    ball_mask touching = snooker_touching(j, n->free_ball ? n->on_table : n->on);
    j->ruling->touching = n->counters.touching = touching;
    if (!touching)
        return;
    judging_call(j, CALL_TOUCHING, 0);
    if (n->phase == PHASE_COLOUR && snooker_variant(j)->declare_on_touching)
        judging_call(j, CALL_DECLARE, 0);
}

/* Nothing was struck nor moved: the next player finds what the striker found. */
static bool lies_as_before(const struct judging *j)
{
    return !balls_were_moved(j) && !j->next->in_hand == !j->before->in_hand;
}

static bool free_ball_is_due(struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    ball_mask by;
    if (v->free_ball_only_impossible)
        return j->stroke->impossible == YES;
    if (j->before->free_ball && lies_as_before(j))
        return true;
    return snooker_snookered(j, j->next->on, j->next->in_hand, j->next->area, &by);
}

static void call_free_ball(struct judging *j)
{
    if (j->next->frame_over || !j->next->striker || !free_ball_is_due(j))
        return;
    j->next->free_ball = true;
    judging_call(j, CALL_FREE_BALL, 0);
    judging_option(j, OPTION_FREE_BALL);
}

/* ---- fouls and penalties ----------------------------------------------------------------------------------------- */

/* SNK 3.10(i). EBSRA 3.14(d): only after a replacement with part of a ball on in view. */
static bool may_be_replaced(struct judging *j)
{
    if (j->stroke->act != ACT_BEFORE_STROKE || !ball_was_touched(j))
        return false;
    return snooker_variant(j)->prestroke_replace || (snooker_in_sequence(j) && snooker_path_before(j) != PATH_NONE);
}

static void offer_foul_options(struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    if (v->foul_area == AREA_ANYWHERE)
        judging_option(j, OPTION_IN_HAND_ANYWHERE);
    if (!v->play_again)
        return;
    judging_option(j, OPTION_PLAY_LEFT);
    judging_option(j, OPTION_OFFENDER_LEFT);
    if (may_be_replaced(j))
        judging_option(j, OPTION_OFFENDER_ORIGINAL);
    if (judging_flag(j, FLAG_INTENTIONAL_MOVE) && v->intentional_options) {
        judging_option(j, OPTION_OFFENDER_ORIGINAL);
        judging_option(j, OPTION_SELF_ORIGINAL);
    }
}

/* Colours that the striker did not wait for. With a free ball the flag names the ball on, not what is missing. */
static ball_mask not_yet_spotted(const struct judging *j)
{
    ball_mask free_ball =
        judging_flag(j, FLAG_STRUCK_BEFORE_FREE_BALL_SPOTTED) ? j->before->counters.free_ball_as_red : 0;
    return (judging_flag_balls(j, FLAG_STRUCK_BEFORE_SPOTTED) | free_ball) & SNOOKER_COLOURS;
}

/* Balls that left the table in the stroke; colours come back, reds do not (3.3(i), 3.7). */
static void clear_table_after_foul(struct judging *j)
{
    ball_mask gone = j->potted | j->off;
    if (j->replay) {
        j->ruling->replace = true; /* 3.9(b)(ii) */
        return;
    }
    j->ruling->replace = j->fallen != 0;
    j->next->on_table &= ~gone;
    snooker_spot(j, (gone & SNOOKER_COLOURS) | not_yet_spotted(j));
}

static void cue_ball_after_foul(struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    struct state *n = j->next;
    if (j->stroke->act == ACT_STROKE)
        n->in_hand = false;
    if (ball_in(judging_flag_balls(j, FLAG_TOUCHED), j->cue))
        n->in_hand = false; /* 2.9(b)(ii), 3.10(j): a foul on the cue-ball itself puts it in play */
    if (v->any_foul_ends_in_hand && ball_in(j->before->pos.known, j->cue))
        n->in_hand = false;
    if (j->cue_potted || j->cue_off)
        n->in_hand = true;
    if (j->replay)
        n->in_hand = j->before->in_hand;
    n->area = n->in_hand ? AREA_D : AREA_NONE;
    if (v->foul_area) {
        n->in_hand = true;
        n->area = v->foul_area;
    }
    if (n->in_hand)
        n->pos.known &= ~ball_bit(j->cue);
}

static void score_foul(struct judging *j)
{
    struct state *n = j->next;
    j->ruling->kind = KIND_FOUL;
    j->ruling->penalty = (int16_t)judging_penalty(j);
    n->score[j->other] = (int16_t)(n->score[j->other] + j->ruling->penalty);
    bool too_early =
        judging_flag(j, FLAG_STRUCK_BEFORE_SPOTTED) || judging_flag(j, FLAG_STRUCK_BEFORE_FREE_BALL_SPOTTED);
    if (too_early && snooker_variant(j)->early_stroke_unscores)
        n->score[j->by] = (int16_t)(n->score[j->by] - j->before->counters.unspotted_value);
}

/* Strokes and infringements decide until when an error is undone: a wrong starter (SNK 3.3(d)), a colour potted that
 * should not have been there (3.7(b)). */
static void count_stroke(struct judging *j)
{
    struct counters *c = &j->next->counters;
    if (j->stroke->act == ACT_STROKE)
        c->strokes_played++;
    if (c->respotted_in_error & ~j->before->on_table) /* 3.7(b) */
        c->strokes_since_error_pot++;
    if (c->wrong_starter && (c->strokes_played > 1 || j->ruling->kind != KIND_NONE))
        c->frame_stands = true;
}

/* Scores, table and turn as the next player finds them. */
static void leave_after_foul(struct judging *j)
{
    score_foul(j);
    count_stroke(j);
    clear_stroke_counters(j->next);
    j->next->counters.touching = still_touching(j);
    remember_origin(j);
    cue_ball_after_foul(j);
    clear_table_after_foul(j);
    pass_turn(j);
    if (snooker_out_of_turn(j))
        pass_turn_after_wrong_player(j);
}

static void settle_foul(struct judging *j)
{
    struct ruling *r = j->ruling;
    leave_after_foul(j);
    if (snooker_call_foul(j)) {
        r->respots_n = 0;
        r->options = 0;
        judging_frame_over(j, j->other);
    } else if (snooker_only_black(j->before)) {
        r->respots_n = 0;
        end_of_frame(j);
    } else {
        offer_foul_options(j);
        call_free_ball(j);
        call_touching(j);
        if (match_time_is_up(j))
            end_of_frame(j);
    }
}

/* Infringements that leave the order of play alone: by a non-striker (3.3(k)) or in consultation (3.11(f)). */
static bool is_penalty(const struct judging *j)
{
    if (judging_flag(j, FLAG_CONSULTATION_TOUCH))
        return true;
    return j->by != side_of(j->before->striker) && !snooker_out_of_turn(j);
}

static void settle_penalty(struct judging *j)
{
    const struct snooker_variant *v = snooker_variant(j);
    struct ruling *r = j->ruling;
    r->kind = KIND_PENALTY;
    r->penalty = (int16_t)judging_penalty(j);
    r->replace = balls_were_moved(j);
    j->next->score[j->other] = (int16_t)(j->next->score[j->other] + r->penalty);
    judging_call(j, v->penalties ? CALL_PENALTY : CALL_FOUL, 0);
    count_stroke(j);
    bool respotted = j->before->phase == PHASE_RESPOTTED_BLACK;
    if ((respotted && v->penalty_ends_respot) || (snooker_only_black(j->before) && v->penalty_ends_black))
        end_of_frame(j);
    else
        settle_end(j);
}

/* ---- legal strokes ----------------------------------------------------------------------------------------------- */

/* SNK 3.3(g), 3.12(c)-(e): every red and a free ball taken as red; else the ball on, or a free ball in its place. */
static int points_of(const struct judging *j)
{
    ball_mask potted = j->potted & snooker_on(j);
    if (j->before->phase == PHASE_RED)
        return ball_count(potted);
    return potted ? snooker_value_on(j) : 0;
}

/* Colours that come back after a legal stroke: not those finally potted in ascending order (3.7). */
static ball_mask colours_to_spot(const struct judging *j)
{
    ball_mask potted = j->potted & SNOOKER_COLOURS;
    bool ascending = j->before->phase != PHASE_RED && j->before->phase != PHASE_COLOUR;
    return ascending ? potted & ~j->before->on : potted;
}

/* What of this stroke's points is lost if the striker plays before a colour is back on its spot (3.3(h)(iv)). */
static int points_to_spot(const struct judging *j, int points)
{
    ball_mask scored = j->potted & snooker_on(j), spot = scored & colours_to_spot(j);
    if (j->before->phase == PHASE_RED)
        return ball_count(spot);
    return spot == scored ? points : 0; /* 3.12(e): the free ball beside the ball on scored nothing */
}

static void continue_break(struct judging *j, int points)
{
    struct state *n = j->next;
    bool after_red = j->before->phase == PHASE_RED;
    n->break_score = (int16_t)(j->before->break_score + points);
    n->score[j->by] = (int16_t)(n->score[j->by] + points);
    n->counters.unspotted_value = (int16_t)points_to_spot(j, points);
    if (j->before->free_ball)
        n->counters.free_ball_as_red = j->potted & colours_to_spot(j);
    if (after_red) {
        n->phase = PHASE_COLOUR;
        n->on = n->on_table & SNOOKER_COLOURS;
    } else {
        snooker_turn_on(n);
    }
}

static void clear_table_after_legal(struct judging *j)
{
    struct state *n = j->next;
    clear_stroke_counters(n);
    snooker_end_sequence(n);
    n->origin.known = false;
    n->in_hand = false;
    n->area = AREA_NONE;
    n->on_table &= ~j->potted;
    snooker_spot(j, colours_to_spot(j));
}

static void settle_legal(struct judging *j)
{
    if (j->replay) { /* 3.9(b)(i): everything goes back and the striker plays as they like */
        j->ruling->replace = true;
        return;
    }
    int points = points_of(j);
    j->ruling->points = (int16_t)points;
    j->ruling->replace = j->fallen != 0;
    count_stroke(j);
    clear_table_after_legal(j);
    if (points)
        continue_break(j, points);
    else
        pass_turn(j);
    if (points && (snooker_only_black(j->before) || !j->next->on_table)) {
        end_of_frame(j);
        return;
    }
    call_touching(j);
    settle_end(j);
}

/* ---- lag and dispatch -------------------------------------------------------------------------------------------- */

static void settle_lag(struct judging *j)
{
    static const struct lag_rules rules = {0};
    j->next->striker = 0;
    j->next->on = 0;
    j->ruling->lag_winner = judging_lag(j, &rules);
    if (j->ruling->lag_winner)
        judging_option(j, OPTION_CHOOSE_WHO_PLAYS_FIRST);
}

/* Who did what no clause penalises: the referee (SNK 3.15(b)), partners who confer while the others play (3.18(e)), and
 * in EBSRA any non-striker but in consultation (3.14(h)) or by playing out of turn: what they move is only put back. */
static bool is_forgiven(const struct judging *j)
{
    if (!j->stroke->by)
        return true;
    if (j->by == side_of(j->before->striker))
        return false;
    if (j->stroke->flags_n == 1 && judging_flag(j, FLAG_CONFERRING))
        return true;
    return !snooker_variant(j)->penalties && !judging_flag(j, FLAG_CONSULTATION_TOUCH) && !snooker_out_of_turn(j);
}

static void forgive(struct judging *j)
{
    bool of_play = j->stroke->act == ACT_STROKE || j->stroke->act == ACT_CLOCK; /* the striker's, whoever tells it */
    if (of_play || !j->ruling->findings_n || !is_forgiven(j))
        return;
    j->ruling->findings_n = 0;
    j->ruling->replace = balls_were_moved(j);
}

/* In the shoot-out every stroke is an attempt, and whoever fouls before it has had theirs (SHO 14, SNK 3.10(a)). */
static bool is_attempt(const struct judging *j)
{
    bool fouled = j->stroke->act == ACT_BEFORE_STROKE && judging_any_foul(j) && j->by == side_of(j->before->striker);
    return j->before->phase == PHASE_BLUE_SHOOTOUT && !j->before->frame_over &&
           (j->stroke->act == ACT_STROKE || fouled);
}

/* Acts that are neither a stroke nor an infringement of the match. */
static bool settle_apart(struct judging *j)
{
    if (is_attempt(j)) {
        snooker_shootout_attempt(j);
        return true;
    }
    switch (j->stroke->act) {
    case ACT_DECISION:
        j->ruling->findings_n = 0;
        snooker_decide(j);
        return true;
    case ACT_LAG:
        settle_lag(j);
        return true;
    case ACT_SHOOTOUT_ATTEMPT:
        snooker_shootout_attempt(j);
        return true;
    default:
        return false;
    }
}

static void settle_act(struct judging *j)
{
    if (judging_any_foul(j) && is_penalty(j))
        settle_penalty(j);
    else if (judging_any_foul(j))
        settle_foul(j);
    else if (j->stroke->act == ACT_STROKE)
        settle_legal(j);
    else if (j->stroke->act == ACT_CLOCK)
        settle_end(j);
    else
        snooker_between(j);
    snooker_conduct(j);
}

void snooker_settle(struct judging *j)
{
    if (settle_apart(j) || j->before->frame_over)
        return;
    forgive(j);
    if (struck_after_time(j)) {
        j->ruling->findings_n = 0;
        end_of_frame(j);
        return;
    }
    if (j->stroke->act == ACT_STROKE)
        snooker_note_nomination(j);
    settle_act(j);
}
