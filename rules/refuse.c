/* SPDX-License-Identifier: Apache-2.0 */
/* refuse.c: can this state and stroke be judged at all? Whatever comes from outside passes here first. */
#include "rules.h"

static bool finite_layout(const struct layout *l, ball_mask all)
{
    if (l->known & ~all)
        return false;
    for (BALL_EACH(ball, l->known))
        if (!vec2_finite(l->at[ball]))
            return false;
    return isfinite(l->sd) && l->sd >= 0;
}

static ball_mask balls_of(const struct game *game)
{
    return ball_range(1, ball_set(game->balls)->count);
}

static const char *refuse_state(const struct game *game, const struct state *s)
{
    ball_mask all = balls_of(game);
    if (s->players != 2 && s->players != 4)
        return "a frame has two or four players";
    if (s->striker > s->players || s->counters.offender > s->players || s->counters.lost_turn > s->players)
        return "there is no such player";
    if (s->phase <= PHASE_NONE || s->phase >= PHASE_COUNT || !(game->phases >> s->phase & 1))
        return "this game has no such phase";
    if (s->on_table & ~all || s->on & ~all)
        return "a ball on the table does not belong to the game";
    const ball_id *cue = s->format.cue_ball;
    if ((ball_bit(cue[SIDE_A]) | ball_bit(cue[SIDE_B])) & ~all || (cue[SIDE_A] && cue[SIDE_A] == cue[SIDE_B]))
        return "the sides have no cue-balls of their own";
    if (s->area >= AREA_COUNT || s->group[SIDE_A] >= GROUP_COUNT || s->group[SIDE_B] >= GROUP_COUNT)
        return "unknown area or group";
    if (!finite_layout(&s->pos, all))
        return "a position before the stroke is not a number";
    if (!(s->bed.length > s->bed.width && s->bed.width > 4 * s->bed.ball_d && s->bed.ball_d > 0 &&
          s->bed.cue_ball_d > 0 && isfinite(s->bed.length)))
        return "the table has no possible size";
    return NULL;
}

static const char *refuse_pots(const struct facts *f, ball_mask on_table, ball_mask cues)
{
    ball_mask seen = 0;
    for (int i = 0; i < f->pots_n; i++) {
        ball_mask ball = ball_bit(f->pots[i].ball);
        if (seen & ball)
            return "a ball is potted twice";
        if (!(ball & (on_table | cues)))
            return "a potted ball was not on the table";
        seen |= ball;
    }
    return f->off & seen ? "a ball is both potted and off the table" : NULL;
}

static const char *refuse_stroke(const struct game *game, const struct state *s, const struct stroke *k)
{
    const struct facts *f = &k->facts;
    ball_mask all = balls_of(game),
              cues = ball_bit(BALL_CUE) | ball_bit(s->format.cue_ball[SIDE_A]) | ball_bit(s->format.cue_ball[SIDE_B]);
    if (k->act <= ACT_NONE || k->act >= ACT_COUNT)
        return "nothing is said to have happened";
    if (k->struck > ball_set(game->balls)->count)
        return "there is no such ball to strike";
    /* between strokes it may be waiting for a choice (WPA 3.3(e), (f)) */
    if (k->by > s->players || k->choice.player > s->players)
        return "there is no such player";
    if (f->contacts_n > CONTACTS_MAX || f->pots_n > POTS_MAX || f->falls_n > FALLS_MAX ||
        f->cue_cushions_n > CUE_CUSHIONS_MAX || k->flags_n > FLAGS_MAX)
        return "too many observations";
    if ((f->first_contact | f->off | f->touching | k->nominated) & ~all)
        return "a ball does not belong to the game";
    if (f->first_contact & ~s->on_table & ~cues)
        return "a ball that was hit was not on the table";
    if (f->off & ~s->on_table & ~cues)
        return "a ball forced off was not on the table";
    if (!finite_layout(&f->rest, all))
        return "a position after the stroke is not a number";
    if (!isfinite(k->time_s) || !isfinite(k->match_time_s))
        return "a clock is not a number";
    return refuse_pots(f, s->on_table, cues);
}

const char *rules_refuse(const struct game *game, const struct state *state, const struct stroke *stroke)
{
    const char *why = refuse_state(game, state);
    return why ? why : refuse_stroke(game, state, stroke);
}
