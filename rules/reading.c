/* SPDX-License-Identifier: Apache-2.0 */
#include "reading.h"

#include <string.h>

bool reading_fell_between(const struct stroke *k)
{
    return k->act == ACT_BETWEEN && k->facts.falls_n;
}

/* By a cue or a sleeve, before any stroke; the ball is put back as one that fell by itself. */
static void touch(struct stroke *k, ball_id ball)
{
    k->act = ACT_BEFORE_STROKE;
    if (k->flags_n < FLAGS_MAX)
        k->flags[k->flags_n++] = (struct flag){.kind = FLAG_TOUCHED, .ball = ball};
}

static void strike(struct stroke *k, ball_id ball)
{
    k->act = ACT_STROKE;
    k->struck = ball;
    k->flags_n = 0;
    k->facts.falls_n = 0;
}

/* What was concluded from how balls moved was not so. */
static void clear_fact(struct stroke *k, enum seen_fact which)
{
    struct facts *f = &k->facts;
    switch (which) {
    case FACT_MOVING:
        f->moving_at_strike = 0;
        break;
    case FACT_TOUCHING_MOVED:
        f->touching_moved = 0;
        break;
    case FACT_FELL:
        f->falls_n = 0;
        break;
    case FACT_MOVED_BEFORE:
        f->moved_before = 0;
        break;
    case FACT_NO_RAIL:
        f->cushion_after_contact = f->fresh_cushion = YES;
        break;
    case FACT_UNTOUCHED:
        if (reading_fell_between(k))
            touch(k, f->falls[0].ball);
        break;
    case FACT_UNSTRUCK:
        if (f->falls_n && k->act != ACT_STROKE)
            strike(k, f->falls[0].ball);
        break;
    }
}

/* Another ball was met first; those that were seen to be met come after it. */
static void meet_first(struct facts *f, ball_id ball)
{
    f->first_contact = ball_bit(ball) & ~ball_bit(BALL_NONE);
    if (!ball) {
        f->contacts_n = 0;
        return;
    }
    int n = f->contacts_n < CONTACTS_MAX ? f->contacts_n : CONTACTS_MAX - 1;
    memmove(f->contacts + 1, f->contacts, (size_t)n * sizeof *f->contacts);
    f->contacts[0] = ball;
    f->contacts_n = (uint8_t)(n + 1);
    f->met |= ball_bit(ball);
    f->cue_cushions_n = 0; /* nobody saw when it was met: any cushion may have come after it */
    if (f->cue_to_cushion == YES || f->to_cushion)
        f->cushion_after_contact = f->fresh_cushion = YES;
}

/* Nobody saw where it lay, nor that it has gone. */
static void pot_unseen(struct facts *f, ball_id ball)
{
    meet_first(f, ball);
    if (f->pots_n < POTS_MAX)
        f->pots[f->pots_n++] = (struct pot){.ball = ball};
}

void reading_take(const struct world *world, struct stroke *k)
{
    struct facts *f = &k->facts;
    for (int i = 0; i < world->n; i++) {
        if (world->flipped[i].question == QUESTION_FACT)
            clear_fact(k, (enum seen_fact)world->flipped[i].which);
        if (world->flipped[i].question == QUESTION_FIRST)
            meet_first(f, (ball_id)world->flipped[i].which);
        if (world->flipped[i].question == QUESTION_POT)
            pot_unseen(f, (ball_id)world->flipped[i].which);
    }
}
