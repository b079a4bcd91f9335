/* SPDX-License-Identifier: Apache-2.0 */
/* cspl_table.c: what the position means: where balls are spotted, who is snookered, what was played away from. */
#include "cspl.h"

#include <math.h>

/* ---- spotting (T2(d)) ---------------------------------------------------------------------------------------------
 */

static void spot_one(struct judging *j, ball_id ball)
{
    struct state *n = j->next;
    n->pos.known &= ~ball_bit(ball);
    struct geo_spotting how = geo_spotting_cspl(&n->bed, SPOT_FOOT);
    struct geo_spotted where = geo_spot(&n->bed, &n->pos, ball, &how);
    bool behind = where.at.x > n->bed.spot[SPOT_FOOT].x;
    judging_ask(j, QUESTION_SPOT, ball, where.margin, judging_spot_sd(&n->pos));
    judging_respot(j, ball, where.spot ? PLACE_SPOT : behind ? PLACE_BEHIND_SPOT : PLACE_COMPUTED, &where.at);
}

void cspl_spot(struct judging *j, ball_mask balls)
{
    for (BALL_EACH(ball, balls)) /* ids rise from the eight by reds to yellows: the order of the book */
        spot_one(j, (ball_id)ball);
}

/* ---- touching balls (S) -------------------------------------------------------------------------------------------
 */

bool cspl_played_away(struct judging *j, ball_id ball)
{
    const struct state *s = j->before;
    struct vec2 v = j->facts->strike_v;
    if (ball_in(judging_flag_balls(j, FLAG_PLAYED_INTO), ball))
        return false;
    if ((v.x == 0 && v.y == 0) || !ball_in(s->pos.known, j->cue) || !ball_in(s->pos.known, ball))
        return true;
    struct geo_away away = geo_plays_away(s->pos.at[j->cue], v, s->pos.at[ball]);
    return judging_ask(j, QUESTION_AWAY, ball, away.margin, s->pos.sd * M_SQRT2);
}

/* ---- snookers (P, G3(b)) ------------------------------------------------------------------------------------------
 */

static struct layout position(const struct judging *j)
{
    return j->facts->rest.known ? j->facts->rest : j->before->pos;
}

bool cspl_snookered(struct judging *j, bool in_hand)
{
    if (j->facts->snooker_known)
        return j->facts->snookered;
    const struct state *n = j->next;
    struct layout at = position(j);
    ball_mask on = n->on, others = n->on_table & ~on; /* on holds all own balls: they never obstruct (P2) */
    double sd = at.sd * 2; /* two balls and the cue-ball take part, each with its own error */
    if (!(at.known & on) || (!in_hand && !ball_in(at.known, j->cue)))
        return false;
    double margin = in_hand ? geo_snookered_in_hand(&n->bed, &at, j->cue, on, others, AREA_BAULK, GEO_BOTH_EDGES).margin
                            : geo_snookered(&n->bed, &at, j->cue, on, others, GEO_EQUAL).margin;
    return !judging_ask(j, QUESTION_SNOOKERED, ball_first(on), margin, sd);
}

bool cspl_total_snooker(struct judging *j)
{
    if (j->facts->path_before)
        return j->facts->path_before == PATH_NONE;
    if (j->facts->snooker_known)
        return j->facts->snookered;
    const struct state *n = j->next;
    struct layout at = position(j);
    ball_mask on = n->on, others = n->on_table & ~on;
    if (!(at.known & on) || (!n->in_hand && !ball_in(at.known, j->cue)))
        return false;
    double margin = n->in_hand
                        ? geo_snookered_in_hand(&n->bed, &at, j->cue, on, others, AREA_BAULK, GEO_ANY_PART).margin
                        : geo_total_snooker(&n->bed, &at, j->cue, on, others).margin;
    return !judging_ask(j, QUESTION_ANY_PART, 0, margin, at.sd * 2);
}
