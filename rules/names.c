/* SPDX-License-Identifier: Apache-2.0 */
/* names.c: what if two balls have each other's names? Everything the camera said of one is then said of the other; what
 * people said, and what the match knows by name, stays. */
#include "names.h"

static ball_id other_of(const struct world *world, int flip, ball_id ball)
{
    ball_id a = (ball_id)(world->flipped[flip].which >> 8), b = (ball_id)(world->flipped[flip].which & 0xff);
    return ball == a ? b : ball == b ? a : ball;
}

uint16_t names_pair(ball_id a, ball_id b)
{
    return (uint16_t)(a << 8 | b);
}

bool names_differ(const struct world *world)
{
    for (int i = 0; world && i < world->n; i++)
        if (world->flipped[i].question == QUESTION_NAME)
            return true;
    return false;
}

ball_id names_of(const struct world *world, ball_id ball)
{
    for (int i = 0; world && i < world->n && ball; i++)
        if (world->flipped[i].question == QUESTION_NAME)
            ball = other_of(world, i, ball);
    return ball;
}

static ball_mask mask_of(const struct world *world, ball_mask mask)
{
    ball_mask out = 0;
    for (BALL_EACH(ball, mask))
        out |= ball_bit(names_of(world, (ball_id)ball));
    return out;
}

void names_layout(const struct world *world, struct layout *l)
{
    struct layout from = *l;
    l->known = mask_of(world, from.known);
    for (BALL_EACH(ball, from.known))
        l->at[names_of(world, (ball_id)ball)] = from.at[ball];
}

/* Those that events do not carry. */
void names_facts(const struct world *world, struct facts *f)
{
    f->touching_moved = mask_of(world, f->touching_moved);
    f->moving_at_strike = mask_of(world, f->moving_at_strike);
    f->touching = mask_of(world, f->touching);
    for (int i = 0; i < f->falls_n; i++)
        f->falls[i].ball = names_of(world, f->falls[i].ball);
    names_layout(world, &f->rest);
}

/* Had a part in the stroke that a ruling may rest on. */
static ball_mask involved(const struct facts *f)
{
    ball_mask mask = f->first_contact | f->off | f->jumped | f->touching_moved;
    for (int i = 0; i < f->contacts_n; i++)
        mask |= ball_bit(f->contacts[i]);
    for (int i = 0; i < f->pots_n; i++)
        mask |= ball_bit(f->pots[i].ball);
    return mask;
}

/* Both are in play as far as the match knows. The ball that was struck is known by that: no other is. */
static bool possible(const struct state *s, const struct stroke *k, const struct name_doubt *d)
{
    bool own_cues = s->format.cue_ball[SIDE_A] != BALL_NONE;
    ball_mask struck = ball_bit(k->struck ? k->struck : BALL_CUE), both = ball_bit(d->ball) | ball_bit(d->other);
    return own_cues || !(both & (struck | ~s->on_table));
}

int names_doubtful(const struct state *state, const struct stroke *stroke, const struct facts *seen,
                   struct name_doubt out[NAME_DOUBTS_MAX])
{
    enum { OTHERS = 2 };
    ball_mask part = involved(seen);
    int n = 0, others = 0;
    for (int i = 0; i < stroke->facts.names_n; i++) {
        const struct name_doubt *d = &stroke->facts.names[i];
        bool has_part = part & (ball_bit(d->ball) | ball_bit(d->other));
        if (!possible(state, stroke, d) || (!has_part && (d->p < 0.02f || others++ >= OTHERS)))
            continue;
        out[n++] = *d;
    }
    return n;
}
