/* SPDX-License-Identifier: Apache-2.0 */
/* turn.c: the table turned out to lie the other way round: everything that is known of balls turns with it. */
#include "inside.h"

static void turn_track(struct track *k)
{
    k->pos = vec2_scale(k->pos, -1);
    k->vel = vec2_scale(k->vel, -1);
    k->rest = vec2_scale(k->rest, -1);
    k->likeness.at = vec2_scale(k->likeness.at, -1);
    for (int i = 0; i < k->n; i++)
        k->samples[i].p = vec2_scale(k->samples[i].p, -1);
}

/* The correction since a bump: shift and slant change their sign, stretch and turn stay. */
static void turn_steady(struct steady *s)
{
    static const double sign[STEADY] = {-1, 1, 1, -1, -1, -1};
    for (int i = 0; i < STEADY; i++) {
        s->x[i] *= sign[i];
        s->y[i] *= sign[i];
    }
}

void track_turn(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        turn_track(&t->track[i]);
    for (int i = 0; i < t->pending_n; i++)
        t->pending[i].at = vec2_scale(t->pending[i].at, -1);
    turn_steady(&t->steady);
    t->last.balls_n = 0;
    t->position_told = false;
}
