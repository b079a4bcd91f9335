/* SPDX-License-Identifier: Apache-2.0 */
/* pool_rack.c: what becomes of the fifteenth ball and the cue-ball when fourteen are racked at 14.1 (WPA 4.8). */
#include "pool.h"

#include <math.h>

/* ---- who lies where ---------------------------------------------------------------------------------------------- */

/* Gap between a ball and the outline of the rack, mm; negative when they overlap. The outline runs one radius around
 * the triangle of the corner balls' centres, apex on the foot spot: four rows of balls behind it, and as wide. */
static double gap_to_rack(const struct bed *bed, struct vec2 p, double diameter)
{
    double d = bed->ball_d;
    struct vec2 apex = bed->spot[SPOT_FOOT];
    struct vec2 corner[] = {
        apex, {apex.x + 2 * sqrt(3) * d, apex.y - 2 * d}, {apex.x + 2 * sqrt(3) * d, apex.y + 2 * d}};
    double distance = INFINITY;
    bool inside = true;
    for (int i = 0; i < 3; i++) {
        struct vec2 a = corner[i], b = corner[(i + 1) % 3];
        distance = fmin(distance, vec2_dist(p, vec2_nearest(p, a, b)));
        inside = inside && vec2_cross(vec2_sub(b, a), vec2_sub(p, a)) >= 0;
    }
    return (inside ? -distance : distance) - (d + diameter) / 2;
}

static bool in_rack(struct judging *j, ball_id ball, double diameter)
{
    const struct layout *pos = &j->next->pos;
    return !judging_ask(j, QUESTION_RACK, ball, gap_to_rack(&j->next->bed, pos->at[ball], diameter),
                        judging_place_sd(pos));
}

/* A ball could not be spotted on the head spot. */
static bool on_head_spot(struct judging *j, ball_id ball)
{
    const struct bed *bed = &j->next->bed;
    double gap = vec2_dist(j->next->pos.at[ball], bed->spot[SPOT_HEAD]) - (bed->ball_d + bed->cue_ball_d) / 2;
    return !judging_ask(j, QUESTION_SPOT, ball, gap, judging_place_sd(&j->next->pos));
}

static enum rack_place cue_place(struct judging *j)
{
    if (j->stroke->cue_place || !ball_in(j->next->pos.known, j->cue))
        return j->stroke->cue_place;
    if (in_rack(j, j->cue, j->next->bed.cue_ball_d))
        return RACK_IN_RACK;
    return on_head_spot(j, j->cue) ? RACK_ON_HEAD_SPOT : RACK_CLEAR;
}

/* The last ball of the old rack, where it can be told. */
static ball_id fifteenth_ball(const struct judging *j)
{
    return ball_count(j->next->on_table) == 1 ? ball_first(j->next->on_table) : BALL_NONE;
}

/* 4.8(d) by its words: a ball on the head string is in front of it, even if it blocks the head spot. */
static enum rack_place fifteenth_place(struct judging *j, ball_id ball)
{
    if (j->stroke->fifteenth)
        return j->stroke->fifteenth;
    if (!j->next->counters.balls_on_table)
        return RACK_POCKETED;
    if (!ball_in(j->next->pos.known, ball))
        return RACK_UNKNOWN;
    if (in_rack(j, ball, j->next->bed.ball_d))
        return RACK_IN_RACK;
    if (j->next->pos.at[ball].x >= j->next->bed.baulk_x)
        return RACK_BELOW_HEAD_STRING;
    return on_head_spot(j, ball) ? RACK_ON_HEAD_SPOT : RACK_BEHIND_HEAD_STRING;
}

/* ---- what is done ------------------------------------------------------------------------------------------------ */

enum move { STAYS, TO_FOOT, TO_HEAD, TO_CENTRE, IN_HAND };

/* Table 1 for a cue-ball that stays or goes, by where the fifteenth ball lies. What is not known stays. */
static enum move move_of_cue(enum rack_place fifteenth)
{
    static const enum move moves[] = {
        [RACK_IN_RACK] = IN_HAND,           [RACK_POCKETED] = IN_HAND,       [RACK_BEHIND_HEAD_STRING] = TO_HEAD,
        [RACK_BELOW_HEAD_STRING] = IN_HAND, [RACK_ON_HEAD_SPOT] = TO_CENTRE, [RACK_CLEAR] = IN_HAND,
        [RACK_UNKNOWN] = IN_HAND,
    };
    return moves[fifteenth];
}

static enum move move_of_fifteenth(enum rack_place fifteenth, enum rack_place cue)
{
    if (fifteenth == RACK_POCKETED || (fifteenth == RACK_IN_RACK && cue == RACK_IN_RACK))
        return TO_FOOT;
    if (fifteenth != RACK_IN_RACK)
        return STAYS;
    return cue == RACK_ON_HEAD_SPOT ? TO_CENTRE : TO_HEAD;
}

static void put(struct judging *j, ball_id ball, enum move move)
{
    static const struct {
        enum place place;
        enum spot spot;
    } to[] = {[TO_FOOT] = {PLACE_FOOT, SPOT_FOOT},
              [TO_HEAD] = {PLACE_HEAD, SPOT_HEAD},
              [TO_CENTRE] = {PLACE_CENTER, SPOT_BLUE}};
    struct vec2 at = j->next->bed.spot[to[move].spot];
    judging_respot(j, ball, to[move].place, &at);
}

void pool_rack_fourteen(struct judging *j)
{
    struct state *n = j->next;
    ball_id last = fifteenth_ball(j);
    enum rack_place fifteenth = fifteenth_place(j, last), cue = cue_place(j);
    enum move of_last = move_of_fifteenth(fifteenth, cue),
              of_cue = cue == RACK_IN_RACK ? move_of_cue(fifteenth) : STAYS;
    n->pos.known &= ball_bit(j->cue) | ball_bit(last); /* the others are wherever the rack has them */
    if (of_last != STAYS) {
        put(j, BALL_NONE, of_last); /* "fifteenth", whichever it is */
        if (last)
            n->pos.at[last] = n->pos.at[BALL_NONE];
    }
    if (of_cue == IN_HAND)
        pool_in_hand(j, AREA_BEHIND_HEAD_STRING);
    else if (of_cue != STAYS)
        put(j, j->cue, of_cue);
    n->on_table = pool_game(j)->rack;
    n->counters.balls_on_table = (int16_t)ball_count(n->on_table);
}
