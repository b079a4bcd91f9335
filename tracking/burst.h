/* SPDX-License-Identifier: Apache-2.0 */
/* burst.h: what would follow within the next few frames? Balls near each other played on by the laws of impact and
 * friction from a state at which they were known: only as far as errors have not grown, which is a few contacts.
 * Private to tracking/. */
#pragma once

#include "inside.h"

enum { BURST_BALLS = TRACKS_MAX, BURST_EVENTS = 96 };

struct burst_ball {
    struct vec2 p, v;
    struct vec2 u; /* slip over the cloth; 0 when it rolls */
    double hit;    /* when it was first touched; infinite before */
    bool there;    /* takes part */
    bool cue;      /* it is a cue-ball: English pool's is smaller, and lighter by as much */
};

struct burst_event {
    double t, speed; /* of approach */
    int a, b;        /* b -1: a cushion */
    struct vec2 at;
    struct place_cushion cushion;
};

struct burst {
    const struct table *table;
    double t;
    double ball_e, cushion_e, cushion_keeps; /* restitution; share of the speed along a cushion that stays */
    int n;
    struct burst_ball ball[BURST_BALLS];
    int events_n;
    struct burst_event event[BURST_EVENTS];
};

/* How far apart the centres of two are that touch, seen from above. */
static inline double burst_apart(const struct burst *b, const struct burst_ball *p, const struct burst_ball *q)
{
    return p->cue != q->cue ? apart_of_cue(b->table) : b->table->bed.ball_d;
}

/* Plays on until then. Events there is no room for are not kept. */
void burst_advance(struct burst *b, double until);
