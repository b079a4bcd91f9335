/* SPDX-License-Identifier: Apache-2.0 */
/* cspl_balls.c: which balls are whose, and which are on? */
#include "cspl.h"

ball_mask cspl_group_balls(enum group group)
{
    return group == GROUP_REDS ? CSPL_REDS : group == GROUP_YELLOWS ? CSPL_YELLOWS : 0;
}

enum group cspl_group_of(ball_mask balls)
{
    if (!balls || balls & ~CSPL_COLOURS)
        return GROUP_NONE;
    return !(balls & CSPL_YELLOWS) ? GROUP_REDS : !(balls & CSPL_REDS) ? GROUP_YELLOWS : GROUP_NONE;
}

ball_mask cspl_groups_in(ball_mask balls)
{
    return (balls & CSPL_REDS ? CSPL_REDS : 0) | (balls & CSPL_YELLOWS ? CSPL_YELLOWS : 0);
}

static enum group other_group(enum group group)
{
    return group == GROUP_REDS ? GROUP_YELLOWS : group == GROUP_YELLOWS ? GROUP_REDS : GROUP_NONE;
}

bool cspl_on_eight(const struct state *state, enum side side)
{
    if (!state->group[side])
        return false;
    if (side == side_of(state->striker) && state->on == CSPL_EIGHT)
        return true;
    return !(state->on_table & cspl_group_balls(state->group[side]));
}

/* ---- naming a colour (H) ----------------------------------------------------------------------------------------- */

static ball_mask fallen_before(const struct state *s)
{
    return s->counters.potted_on_break | s->counters.potted_this_shot;
}

/* A colour named together with the shot is as good as one named before it. */
static enum group named_with_shot(const struct judging *j)
{
    return j->before->phase == PHASE_BREAK_NOMINATION ? cspl_group_of(j->stroke->nominated) : GROUP_NONE;
}

enum group cspl_own_group(const struct judging *j)
{
    enum group named = named_with_shot(j);
    if (named && cspl_group_balls(named) & fallen_before(j->before))
        return named;
    return j->before->group[side_of(j->before->striker)];
}

ball_mask cspl_named_colour(const struct judging *j)
{
    if (cspl_own_group(j))
        return 0;
    enum group named = named_with_shot(j);
    return named ? cspl_group_balls(named) : j->before->counters.nominated_not_potted;
}

bool cspl_must_name(const struct judging *j)
{
    return j->before->phase == PHASE_BREAK_NOMINATION && !named_with_shot(j);
}

ball_mask cspl_opponents(const struct judging *j)
{
    return cspl_group_balls(other_group(cspl_own_group(j)));
}

/* ---- what is on ---------------------------------------------------------------------------------------------------
 */

bool cspl_after_foul(const struct state *state)
{
    const struct counters *c = &state->counters;
    return c->strokes_played == 0 && state->phase != PHASE_BREAK && (state->visits == 2 || c->offender);
}

/* One ball only may be nominated (Q4(a)(i)). Where only its colour is known, the one that was hit first is meant, else
 * one that was potted. */
static ball_mask one_of(const struct judging *j, ball_mask balls)
{
    ball_mask hit = j->first & balls, potted = j->potted & balls;
    if (ball_count(balls) <= 1)
        return balls;
    return ball_bit(ball_first(hit ? hit : potted ? potted : balls & j->before->on_table));
}

/* The one ball met first, which may have been nominated though nobody entered it. */
static ball_mask nominated_unheard(const struct judging *j)
{
    bool one = ball_count(j->first) == 1;
    return one && judging_said(j, ball_first(j->first), false) ? j->first : 0;
}

ball_mask cspl_nominated(const struct judging *j)
{
    const struct counters *c = &j->before->counters;
    bool entitled = c->nominated || c->snookered_declared || cspl_after_foul(j->before);
    if (!entitled || j->before->phase == PHASE_BREAK_NOMINATION)
        return 0;
    ball_mask entered = j->stroke->nominated ? j->stroke->nominated : c->nominated;
    return one_of(j, (entered ? entered : nominated_unheard(j)) & (CSPL_EIGHT | cspl_opponents(j)));
}

/* Q1: after a foul, as far as places are known; two balls and the cue-ball take part, each with its own error. */
static bool may_be_snookered(const struct state *s, ball_mask on)
{
    if (!cspl_after_foul(s) || !(s->pos.known & on) || !ball_in(s->pos.known, BALL_CUE))
        return false;
    return geo_snookered(&s->bed, &s->pos, BALL_CUE, on, s->on_table & ~on, GEO_EQUAL).margin < s->pos.sd * 2;
}

/* Q4(a)(i), K17: who meets a ball first that is not on has nominated it, or has not; pointing at it is enough. */
void cspl_note_unheard(struct judging *j)
{
    const struct state *s = j->before;
    ball_mask first = j->first & (CSPL_EIGHT | cspl_opponents(j)), on = cspl_on(j);
    if (j->stroke->nominated || s->counters.nominated || ball_count(j->first) != 1 || !first || first & on)
        return;
    if (s->counters.snookered_declared || may_be_snookered(s, on))
        judging_not_heard(j, ball_first(first), false);
}

ball_mask cspl_own_left(const struct judging *j)
{
    const struct state *s = j->before;
    enum group own = cspl_own_group(j);
    if (own && cspl_on_eight(s, side_of(s->striker)))
        return 0;
    return s->on_table & (own ? cspl_group_balls(own) : CSPL_COLOURS);
}

ball_mask cspl_on(const struct judging *j)
{
    ball_mask named = cspl_named_colour(j) & j->before->on_table, own = cspl_own_left(j);
    return (named ? named : own ? own : CSPL_EIGHT) | cspl_nominated(j);
}

void cspl_turn_on(struct state *state)
{
    enum side side = side_of(state->striker);
    ball_mask own = state->on_table & cspl_group_balls(state->group[side]);
    if (state->phase == PHASE_BREAK)
        state->on = 0;
    else if (!state->group[side])
        state->on = state->on_table & CSPL_COLOURS;
    else
        state->on = own ? own : CSPL_EIGHT;
}
