/* SPDX-License-Identifier: Apache-2.0 */
/* recognise.c: is a ball at rest the one it is taken for? Under an arm one ball may be put down where another lay a moment
 * ago, and a track goes on with the wrong one. What lies there in plain view looks like another ball in frame after frame:
 * then it is that one. Numbers are misread too often for this; they are named elsewhere. */
#include "inside.h"

#define LOOKS_S 0.4 /* s of the same look in every frame that left no doubt */

static ball_id class_of(const struct ball_set *set, ball_id id)
{
    return ball_first(ball_of_kind(set, set->row[id].kind));
}

/* The class that it has turned out to be; 0: the one it is taken for, or nobody knows. */
static ball_id turned_out(const struct tracking *t, const struct track *k)
{
    bool sure = k->life == LIFE_REST && k->seen_now && k->id && k->looks_n * t->frame_s > LOOKS_S &&
                t->now - k->rest_from > LOOKS_S;
    return sure && k->looks_like != class_of(t->set, k->id) ? k->looks_like : BALL_NONE;
}

static void call_it(struct tracking *t, struct track *k, ball_id id)
{
    for (ball_id i = 0; i < BALL_IDS; i++)
        k->votes[i] = 0;
    k->votes[k->looks_like] = (float)k->looks_n;
    k->id = id;
    k->announced = false;
    k->taken_over = false;
    k->by_hand = true;
    k->born = t->now;
}

/* A ball of this class that no track has, or one of a track that has itself turned out to be another. */
static ball_id free_name(struct tracking *t, const struct track *of, ball_id class)
{
    ball_mask taken = 0;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (&t->track[i] != of && t->track[i].life != LIFE_NONE && !turned_out(t, &t->track[i]))
            taken |= ball_bit(t->track[i].id);
    return ball_first(ball_of_kind(t->set, t->set->row[class].kind) & ~taken);
}

/* Takes the name from whoever has it: that one has turned out to be another ball itself, and is named by its look. */
static void hand_over(struct tracking *t, struct track *k, ball_id name)
{
    struct track *had = NULL;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life != LIFE_NONE && t->track[i].id == name)
            had = &t->track[i];
    call_it(t, k, name);
    if (!had)
        return;
    call_it(t, had, BALL_NONE);
    follow_name(t, had);
}

void recognise_resting(struct tracking *t)
{
    if (t->set->id == BALL_SET_NUMBERED)
        return;
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        ball_id class = turned_out(t, k), name = class ? free_name(t, k, class) : BALL_NONE;
        if (name)
            hand_over(t, k, name);
    }
}
