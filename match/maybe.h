/* SPDX-License-Identifier: Apache-2.0 */
/* maybe.h: how else the match may stand. A ruling in doubt that nobody confirmed leaves a state for each way to see it.
 * What is played then is judged in all of them: a ruling that they do not share is less sure, and players, who know
 * what happened, show by how they play which of them is true. Used by match.c and conduct.c. */
#pragma once

#include "scenario.h"

enum { MAYBES_MAX = 6 };

/* A ruling as sure as this leaves nothing open: players hit or pot a ball that is not on about a few times as often as
 * it is wrong. */
#define MAYBE_SURE 0.99

struct maybe {
    int of;              /* the entry that was in doubt */
    bool none;           /* it was no stroke at all: a hand put the cue-ball where it lies */
    double p;            /* against 1 for the match as it stands */
    struct state state;  /* after the last ruling */
    option_mask options; /* that this ruling left open */
    bool chose;          /* one of them was made since, which no entry tells of */
    uint8_t settled_n;
    struct settled settled[SETTLED_MAX]; /* the stroke of `of` with these is ruled so */
};

struct maybes {
    struct layout rest;  /* where balls came to rest after the last stroke, a cue-ball that is in hand too */
    struct state left;   /* as that stroke left the match ... */
    option_mask offered; /* ... and what nobody has chosen since but by playing on */
    size_t n;
    struct maybe at[MAYBES_MAX];
};

/* The table before a stroke, {ball: [x, y]}: choices that go without saying are made, and what lies elsewhere than a
 * state has it speaks against that state. `now` is the match as it stands, before the balls are laid. */
void maybe_see(struct maybes *all, const struct scenario *now, const json_t *position);

/* `stroke` is judged in all of them. `now` is the match as it stands, balls laid and stroke read, and *ruling follows
 * there: it is less sure by what the others rule otherwise. Returns the entry of the likeliest of those; 0: none. */
int maybe_follow(struct maybes *all, const struct scenario *now, const json_t *stroke, struct ruling *ruling);

/* The other ways to see what was ruled at entry `seq`. `supposed`: it was settled so by what was played later. */
void maybe_branch(struct maybes *all, const struct scenario *now, int seq, bool supposed);

/* The stroke of entry `seq`, which the fold comes to now, may be a hand's doing. As likely as not all is as it was
 * before; who seemed to have chosen by playing has not. */
struct maybe maybe_none(const struct maybes *all, const struct state *before, int seq);
void maybe_keep(struct maybes *all, const struct maybe *m);

/* Somebody has looked: it stands as it is shown. */
void maybe_clear(struct maybes *all);
