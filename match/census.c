/* SPDX-License-Identifier: Apache-2.0 */
#include "census.h"

/* All balls that the position names, by the match's own names. */
static ball_mask balls_at(const struct scenario *now, const json_t *position)
{
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask mask = 0;
    for (ball_id ball = 1; ball <= set->count; ball++)
        if (json_object_get(position, ball_name(set, ball)))
            mask |= ball_bit(ball);
    return mask;
}

static ball_mask cue_balls(const struct state *s)
{
    return ball_bit(BALL_CUE) | ball_bit(s->format.cue_ball[SIDE_A]) | ball_bit(s->format.cue_ball[SIDE_B]);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

void census_names(struct setup_names *names, const struct scenario *now, const json_t *position)
{
    json_t *own = setup_rename(names, position);
    ball_mask alike = 0, kinds[] = {ball_of_kind(ball_set(now->game->balls), BALL_KIND_RED),
                                    ball_of_kind(ball_set(now->game->balls), BALL_KIND_YELLOW)};
    for (int i = 0; i < 2; i++)
        alike |= ball_count(kinds[i]) > 1 ? kinds[i] : 0;
    if (balls_at(now, own) & alike & ~now->state.on_table)
        setup_recognise(names, now, position);
    json_decref(own);
}

/* ---- what is amiss ----------------------------------------------------------------------------------------------- */

static void notice(struct census *c, json_t *words)
{
    if (!c->noticed)
        c->noticed = json_array();
    json_array_append_new(c->noticed, words);
}

/* On the table, although the match has it off: a pot that was none, or a ball that was brought back. */
static void find_back(struct census *c, const struct scenario *now, const json_t *position)
{
    const struct state *s = &now->state;
    const struct ball_set *set = ball_set(now->game->balls);
    for (BALL_EACH(ball, balls_at(now, position) & ~s->on_table & ~cue_balls(s))) {
        if (!c->back)
            c->back = json_array();
        json_array_append_new(c->back, json_string(ball_name(set, (ball_id)ball)));
        notice(c, json_sprintf("%s is back on the table", ball_name(set, (ball_id)ball)));
    }
}

struct census census_take(const struct scenario *now, const json_t *position, const json_t *respot, enum hand hand,
                          bool exact)
{
    struct census c = {.noticed = setup_faults(now, position)};
    if (hand)
        notice(&c, json_string("the cue-ball may have been moved by hand"));
    c.strange = hand != HAND_NONE;
    if (exact || now->state.frame_over)
        return c;
    find_back(&c, now, position);
    if (c.back || setup_moved(now, position, respot)) {
        c.strange = true;
        notice(&c, json_string("a stroke may have gone unseen"));
    }
    return c;
}

void census_clear(struct census *census)
{
    json_decref(census->noticed);
    json_decref(census->back);
    *census = (struct census){0};
}
