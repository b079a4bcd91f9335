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
 * hit, or the one ball potted when the first is not known. */
static ball_mask obviously_meant(const struct judging *j, ball_mask candidates)
{
    ball_mask hit = j->first & candidates;
    return ball_count(hit) == 1 && ball_count(j->first) == 1 ? hit : 0;
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
    if (s->free_ball) /* without a nomination the free ball is not taken: the ball on is played at */
        return j->first && !(j->first & s->on) ? obviously_meant(j, SNOOKER_COLOURS & ~s->on) : 0;
    return ball_count(s->on) == 1 ? s->on : obviously_meant(j, SNOOKER_COLOURS);
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

bool snooker_first_legal(const struct judging *j)
{
    const struct state *s = j->before;
    ball_mask nominated = snooker_nominated(j), first = j->first;
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

int snooker_points_left(const struct state *state)
{
    int reds = ball_count(state->on_table & SNOOKER_REDS), colours = 0;
    for (BALL_EACH(ball, state->on_table & SNOOKER_COLOURS))
        colours += snooker_value((ball_id)ball);
    if (state->phase == PHASE_RED || state->phase == PHASE_COLOUR)
        colours = 27; /* all are, or will be, on the table */
    return 8 * reds + colours + (state->phase == PHASE_COLOUR ? 7 : 0);
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
    state->on = state->on_table & SNOOKER_REDS;
    state->phase = PHASE_RED;
    if (state->on)
        return;
    state->on = ball_bit(ball_first(state->on_table & SNOOKER_COLOURS));
    state->phase = state->on == ball_bit(SNOOKER_BLACK) ? PHASE_BLACK : PHASE_COLOURS;
}
