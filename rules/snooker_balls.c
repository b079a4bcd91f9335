/* SPDX-License-Identifier: Apache-2.0 */
/* snooker_balls.c: which ball is on, and what is it worth? */
#include "snooker.h"

int snooker_value(ball_id ball)
{
    if (ball >= SNOOKER_YELLOW && ball <= SNOOKER_BLACK)
        return ball - SNOOKER_YELLOW + 2;
    return ball_in(SNOOKER_REDS, ball) ? 1 : 0;
}

int snooker_highest(ball_mask balls)
{
    int highest = 0;
    for (BALL_EACH(ball, balls))
        if (snooker_value((ball_id)ball) > highest)
            highest = snooker_value((ball_id)ball);
    return highest;
}

/* A referee takes the ball aimed at and struck as nominated where nothing else was said (SNK 2.12(a)): the first ball
 * hit, or else the ball the cue-ball was touching. */
static ball_mask obviously_meant(const struct judging *j, ball_mask candidates)
{
    ball_mask hit = ball_count(j->first) == 1 ? j->first & candidates : 0;
    ball_mask touching = j->before->counters.touching & candidates;
    return hit ? hit : ball_count(touching) == 1 ? touching : 0;
}

/* Without a nomination the free ball is not taken: the ball on is played at. Who hits a colour first has either meant
 * it or missed: nobody can see which. */
static ball_mask free_ball_meant(const struct judging *j)
{
    const struct state *s = j->before;
    ball_mask meant = j->first && !(j->first & s->on) ? obviously_meant(j, SNOOKER_COLOURS & ~s->on) : 0;
    return judging_said(j, ball_first(meant), true) ? meant : 0;
}

/* After a red, where no one colour was aimed at and struck: it makes a difference to a foul whether one was nominated,
 * and which (3.11(d)(vi)). One colour of each value that a foul may cost, but for the black's: that it costs anyway. */
static const ball_id values_unheard[] = {SNOOKER_BROWN, SNOOKER_BLUE, SNOOKER_PINK};

static ball_mask colour_unheard(const struct judging *j)
{
    for (size_t i = 0; i < sizeof values_unheard / sizeof *values_unheard; i++)
        if (judging_said(j, values_unheard[i], false))
            return ball_bit(values_unheard[i]);
    return 0;
}

static ball_mask colour_meant(const struct judging *j)
{
    ball_mask meant = obviously_meant(j, SNOOKER_COLOURS);
    return meant || j->stroke->act != ACT_STROKE ? meant : colour_unheard(j);
}

void snooker_note_nomination(struct judging *j)
{
    const struct state *s = j->before;
    bool entered = j->stroke->nominated || s->counters.nominated || (!s->free_ball && ball_count(s->on) == 1);
    if (entered)
        return;
    ball_mask meant = j->ruling->inferred = snooker_nominated(j);
    if (s->free_ball && meant)
        judging_not_heard(j, ball_first(meant), true);
    bool unheard = s->phase == PHASE_COLOUR && !s->free_ball && !obviously_meant(j, SNOOKER_COLOURS);
    for (size_t i = 0; unheard && judging_any_foul(j) && i < sizeof values_unheard / sizeof *values_unheard; i++)
        judging_not_heard(j, values_unheard[i], false);
}

ball_mask snooker_nominated(const struct judging *j)
{
    const struct state *s = j->before;
    if (s->phase != PHASE_COLOUR && !s->free_ball)
        return 0;
    if (j->stroke->nominated)
        return j->stroke->nominated;
    if (s->counters.nominated)
        return s->counters.nominated;
    if (s->free_ball)
        return free_ball_meant(j);
    return ball_count(s->on) == 1 ? s->on : colour_meant(j);
}

bool snooker_nomination_open(const struct judging *j)
{
    return j->before->phase == PHASE_COLOUR && !snooker_nominated(j);
}

ball_mask snooker_on(const struct judging *j)
{
    const struct state *s = j->before;
    ball_mask nominated = snooker_nominated(j);
    if (s->phase == PHASE_COLOUR)
        return nominated ? nominated : s->on;
    return s->on | nominated;
}

/* Playing away from a touching ball on counts as hitting it, whatever is met afterwards (SNK 3.8(c)(i), (ii)). */
ball_mask snooker_first(const struct judging *j)
{
    const struct state *s = j->before;
    ball_mask wanted = s->free_ball && snooker_nominated(j) ? snooker_nominated(j) : snooker_on(j);
    ball_mask touching = snooker_nomination_open(j) ? 0 : s->counters.touching & wanted;
    return touching ? ball_bit(ball_first(touching)) : j->first;
}

bool snooker_first_legal(const struct judging *j)
{
    const struct state *s = j->before;
    ball_mask nominated = snooker_nominated(j), first = snooker_first(j);
    if (!first)
        return false;
    if (s->free_ball && nominated)
        return (first & nominated) && !(first & ~(nominated | s->on));
    ball_mask on = snooker_on(j);
    if (first & ~on)
        return false;
    return ball_count(first) == 1 || !(first & ~SNOOKER_REDS);
}

int snooker_value_on(const struct judging *j)
{
    const struct state *s = j->before;
    switch (s->phase) {
    case PHASE_RED:
        return 1;
    case PHASE_COLOUR: {
        ball_mask nominated = snooker_nominated(j);
        return nominated ? snooker_highest(nominated) : 0;
    }
    default:
        return snooker_highest(s->on);
    }
}

ball_mask snooker_colours_due(const struct state *state)
{
    if (state->phase == PHASE_RED || state->phase == PHASE_COLOUR)
        return SNOOKER_COLOURS; /* all are, or will be, on the table */
    bool ascending = state->phase == PHASE_COLOURS;
    if (ascending && !state->on)
        return SNOOKER_COLOURS;
    return ascending ? ball_range(ball_first(state->on), SNOOKER_BLACK) : ball_bit(SNOOKER_BLACK);
}

static int value_of(const struct state *state, ball_mask colours)
{
    int value = 8 * ball_count(state->on_table & SNOOKER_REDS);
    for (BALL_EACH(ball, colours))
        value += snooker_value((ball_id)ball);
    return value;
}

int snooker_value_left(const struct state *state)
{
    return value_of(state, snooker_colours_due(state));
}

int snooker_points_left(const struct state *state)
{
    bool with_reds = state->phase == PHASE_RED || state->phase == PHASE_COLOUR;
    int left = value_of(state, with_reds ? SNOOKER_COLOURS : state->on_table & SNOOKER_COLOURS);
    return left + (state->phase == PHASE_COLOUR ? 7 : 0);
}

bool snooker_needs_points(const struct state *state)
{
    int lead = state->score[SIDE_A] - state->score[SIDE_B];
    return (lead < 0 ? -lead : lead) > snooker_points_left(state);
}

bool snooker_only_black(const struct state *state)
{
    return state->on_table == ball_bit(SNOOKER_BLACK) && state->phase != PHASE_RED && state->phase != PHASE_COLOUR;
}

void snooker_turn_on(struct state *state)
{
    bool respotted = state->phase == PHASE_RESPOTTED_BLACK; /* stays so through safeties (3.4(b)(iv), 3.17(d)) */
    state->on = state->on_table & SNOOKER_REDS;
    if (state->on) {
        state->phase = PHASE_RED;
        return;
    }
    state->on = ball_bit(ball_first(state->on_table & SNOOKER_COLOURS));
    if (!respotted)
        state->phase = state->on == ball_bit(SNOOKER_BLACK) ? PHASE_BLACK : PHASE_COLOURS;
}

bool snooker_out_of_turn(const struct judging *j)
{
    player_id by = j->stroke->by;
    if (!snooker_variant(j)->out_of_turn_foul || !by || by == j->before->striker)
        return false;
    return j->stroke->act == ACT_STROKE || judging_flag(j, FLAG_OUT_OF_TURN);
}
