/* SPDX-License-Identifier: Apache-2.0 */
/* pool_groups.c: whose balls are whose, in the games that have groups. */
#include "pool.h"

static const struct {
    enum group other;
    ball_id first, last;
} groups[GROUP_COUNT] = {
    [GROUP_REDS] = {GROUP_YELLOWS, ENGLISH_RED_1, ENGLISH_RED_1 + 6},
    [GROUP_YELLOWS] = {GROUP_REDS, ENGLISH_YELLOW_1, ENGLISH_YELLOW_1 + 6},
    [GROUP_SOLIDS] = {GROUP_STRIPES, NUMBERED_1, NUMBERED_1 + 6},
    [GROUP_STRIPES] = {GROUP_SOLIDS, NUMBERED_8 + 1, NUMBERED_15},
};

ball_mask pool_group_balls(enum group group)
{
    return groups[group].last ? ball_range(groups[group].first, groups[group].last) : 0;
}

bool pool_table_open(const struct judging *j)
{
    return !j->before->group[j->by];
}

ball_mask pool_own_left(const struct judging *j)
{
    const struct state *s = j->before;
    ball_mask own = pool_group_balls(s->group[j->by]) & s->on_table;
    ball_mask said = pool_said_on(j);
    return said && j->by == side_of(s->striker) ? own & said : own;
}

void pool_take_group(struct judging *j, ball_id ball)
{
    bool numbered = j->game->balls == BALL_SET_NUMBERED;
    enum group group = numbered ? GROUP_SOLIDS : GROUP_REDS;
    if (!ball_in(pool_group_balls(group), ball))
        group = groups[group].other;
    j->next->group[j->by] = group;
    j->next->group[j->other] = groups[group].other;
}

ball_mask pool_group_on(const struct state *state, ball_id black)
{
    ball_mask all = pool_group_balls(state->group[side_of(state->striker)]), own = all & state->on_table;
    return !all ? 0 : own ? own : ball_bit(black) & state->on_table;
}
