/* SPDX-License-Identifier: Apache-2.0 */
/* billiards_table.c: what the position means at billiards: what lies in Baulk, where balls are spotted, what touches.
 */
#include "billiards.h"
#include "geometry.h"

#include <math.h>

ball_id billiards_other_ball(const struct state *state)
{
    return state->format.cue_ball[side_other(side_of(state->striker))];
}

/* ---- Baulk ------------------------------------------------------------------------------------------------------- */

/* 2.15: a ball with its centre on the line is in Baulk. A red on one of its spots is out, seen or not. */
enum tri billiards_out_of_baulk(struct judging *j, ball_id ball)
{
    const struct state *s = j->before;
    if (ball_in(s->pos.known, ball))
        return judging_ask(j, QUESTION_IN_BAULK, ball, s->pos.at[ball].x - s->bed.baulk_x, judging_place_sd(&s->pos))
                   ? YES
                   : NO;
    return ball == BILLIARDS_RED && s->counters.red_on ? YES : UNKNOWN;
}

bool billiards_any_out(struct judging *j)
{
    ball_mask objects = ball_bit(BILLIARDS_RED) | ball_bit(billiards_other_ball(j->before));
    for (BALL_EACH(ball, objects & j->before->on_table))
        if (billiards_out_of_baulk(j, (ball_id)ball) == YES)
            return true;
    return false;
}

/* ---- the red on its spots ---------------------------------------------------------------------------------------- */

/* A ball this far from a spot is not on it. */
#define ON_SPOT 2.0 /* mm */

enum spot billiards_red_spot(const struct state *state)
{
    enum spot spot = state->counters.red_on;
    if (spot && ball_in(state->pos.known, BILLIARDS_RED) &&
        vec2_dist(state->pos.at[BILLIARDS_RED], state->bed.spot[spot]) > ON_SPOT + 3 * judging_place_sd(&state->pos))
        return SPOT_NONE;
    return spot;
}

/* ---- after the stroke -------------------------------------------------------------------------------------------- */

static ball_id struck_ball(const struct judging *j)
{
    return j->stroke->struck ? j->stroke->struck : j->before->format.cue_ball[j->by];
}

/* 2.13(b)(ii): a foul while a ball in hand lies on the playing area puts it in play. */
static bool cue_ball_lies_there(const struct judging *j)
{
    return ball_in(judging_flag_balls(j, FLAG_TOUCHED), j->cue) || ball_in(j->before->pos.known, j->cue);
}

/* Where nothing says how balls came to rest, those that moved are nowhere in particular. */
static void positions_after(struct judging *j)
{
    bool stroke = j->stroke->act == ACT_STROKE;
    judging_rest(j, &j->next->pos);
    if (stroke && !j->facts->rest.known)
        j->next->pos.known &= ~(billiards_met(j) | j->facts->met | ball_bit(struck_ball(j)));
}

void billiards_table_after(struct judging *j)
{
    struct state *n = j->next;
    ball_mask gone = j->potted | j->off | (j->cue_potted || j->cue_off ? ball_bit(j->cue) : 0);
    bool stroke = j->stroke->act == ACT_STROKE;
    if (stroke)
        n->on_table |= ball_bit(struck_ball(j)) | billiards_met(j);
    if (cue_ball_lies_there(j)) /* 2.13(b)(ii): in hand no more, though another ball was struck */
        n->on_table |= ball_bit(j->cue);
    n->on_table &= ~gone;
    positions_after(j);
    /* 3.9(g): once met it is no longer spotted, moved or not */
    ball_mask touched = billiards_met(j) | j->facts->met | j->facts->moved_before | gone;
    n->counters.red_on = ball_in(touched, BILLIARDS_RED) ? SPOT_NONE : billiards_red_spot(j->before);
}

/* ---- spotting ---------------------------------------------------------------------------------------------------- */

static const enum place place_of[SPOT_COUNT] = {
    [SPOT_YELLOW] = PLACE_RIGHT_CORNER_D, [SPOT_BROWN] = PLACE_BAULK_MIDDLE, [SPOT_BLUE] = PLACE_CENTRE,
    [SPOT_PINK] = PLACE_PYRAMID,          [SPOT_BLACK] = PLACE_SPOT,
};

static void put_on(struct judging *j, ball_id ball, enum spot spot)
{
    judging_respot(j, ball, place_of[spot], &j->next->bed.spot[spot]);
    if (ball == BILLIARDS_RED)
        j->next->counters.red_on = spot;
}

/* The last of the list when all are occupied, which three balls cannot do. */
static enum spot first_free(struct judging *j, ball_id ball, const enum spot *spots, int n)
{
    const struct state *s = j->next;
    for (int i = 0; i < n; i++) {
        struct geo_spot at = geo_spot_occupied(&s->bed, &s->pos, s->bed.spot[spots[i]], ball);
        if (judging_ask(j, QUESTION_SPOT, place_of[spots[i]], at.margin, judging_place_sd(&s->pos)))
            return spots[i];
    }
    return spots[n - 1];
}

void billiards_spot_red(struct judging *j, bool after_two)
{
    static const enum spot usual[] = {SPOT_BLACK, SPOT_PINK, SPOT_BLUE}, moved[] = {SPOT_BLUE, SPOT_PINK, SPOT_BLACK};
    enum spot spot = first_free(j, BILLIARDS_RED, after_two ? moved : usual, 3);
    if (after_two && spot == SPOT_BLACK) /* 3.9(b)(ii): the sequence starts anew */
        j->next->counters.red_pots_spot = 0;
    put_on(j, BILLIARDS_RED, spot);
}

void billiards_spot_other_in_baulk(struct judging *j)
{
    static const enum spot spots[] = {SPOT_BROWN, SPOT_YELLOW};
    ball_id other = billiards_other_ball(j->next);
    put_on(j, other, first_free(j, other, spots, 2));
    j->next->counters.opp_ball_off = false;
}

/* Nothing can be in the way: both leave their places first, and the third ball is in hand. */
void billiards_spot_both(struct judging *j, ball_id other)
{
    struct state *n = j->next;
    ball_id cue = n->format.cue_ball[side_of(n->striker)];
    n->on_table &= ~ball_bit(cue);
    n->pos.known &= ~ball_bit(cue);
    n->in_hand = true;
    n->area = AREA_D;
    put_on(j, BILLIARDS_RED, SPOT_BLACK);
    if (other)
        put_on(j, other, SPOT_BLUE);
}

/* ---- touching ball ----------------------------------------------------------------------------------------------- */

/* Balls closer than this are taken as touching: no camera shows a smaller gap, and an exact 0 never occurs. */
#define TOUCHING_GAP 0.05 /* mm */

static ball_mask seen_touching(struct judging *j, ball_id cue, ball_mask candidates)
{
    const struct state *n = j->next;
    ball_mask touching = 0;
    if (!ball_in(n->pos.known, cue))
        return 0;
    struct geo_touch t = geo_touching(&n->bed, &n->pos, cue, candidates, TOUCHING_GAP);
    for (BALL_EACH(ball, candidates & n->pos.known))
        if (t.gap[ball] < 10 &&
            !judging_ask(j, QUESTION_TOUCHING, ball, t.gap[ball] - TOUCHING_GAP, n->pos.sd * M_SQRT2))
            touching |= ball_bit((ball_id)ball);
    return touching;
}

/* What touches the ball that is to be played next. What people report is seen from the ball that was just played: if
 * that is now the other side's, only contact between the two matters (3.3(b)). Contact of the two cue-balls is always
 * named by the ball that was not played. */
static ball_mask touching_next(struct judging *j)
{
    const struct state *n = j->next;
    ball_id cue = n->format.cue_ball[side_of(n->striker)];
    if (j->facts->touching_known)
        return j->facts->touching & (cue == j->cue ? n->on_table : ball_bit(cue));
    ball_mask touching = seen_touching(j, cue, n->on_table & ~ball_bit(cue));
    if (cue != j->cue && ball_in(touching, j->cue))
        touching = (touching & ~ball_bit(j->cue)) | ball_bit(cue);
    return touching;
}

void billiards_call_touching(struct judging *j)
{
    struct state *n = j->next;
    if (n->in_hand || n->frame_over || !n->striker || j->stroke->act != ACT_STROKE)
        return;
    j->ruling->touching = touching_next(j);
    if (!j->ruling->touching)
        return;
    judging_call(j, CALL_TOUCHING, 0);
    ball_id other = billiards_other_ball(n);
    j->ruling->respots_n = 0; /* the red goes to the Spot, wherever it was to go */
    billiards_spot_both(j, ball_in(n->on_table, other) ? other : BALL_NONE);
}
