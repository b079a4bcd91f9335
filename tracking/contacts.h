/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.h: what the files that explain contacts share. Private to tracking/. */
#pragma once

#include "inside.h"

enum { WAKES_MAX = 128, HITS_MAX = 256 };

/* A ball at rest that began to move. */
struct wake {
    int path;
    struct kink *kink;
    struct vec2 at; /* where it lay */
    double t, t_sd;
    double met; /* when what explains it happened */
    bool explained, given_up;
    bool blind; /* it vanished: when and where to is not known */
};

enum cause_how { CAUSE_NONE, CAUSE_PATH, CAUSE_CHAIN, CAUSE_HIDDEN, CAUSE_BANK };

/* The cushion that a hitter came off just before. */
struct bank {
    double t;
    struct place_cushion at;
    struct vec2 p, v0, v1; /* where, and its velocity before and after */
};

/* What may have woken it, and how badly that fits. */
struct cause {
    int hitter;
    enum cause_how how;
    double chi2, p, t, t_sd, speed, gap, gap_sd;
    bool bounced;        /* the hit ball met the cushion behind it at once */
    struct vec2 normal;  /* from hitter to hit */
    struct vec2 impulse; /* velocity the hit ball left with */
    struct bank bank;    /* CAUSE_BANK only */
};

struct hit {
    int hitter, hit;
    double t;
    struct vec2 impulse;
};

#define SURE_P 0.995 /* nothing is told with more */

struct explain {
    struct segment *s;
    int wakes_n, hits_n;
    struct wake wake[WAKES_MAX];
    struct hit hit[HITS_MAX];
    struct kink none; /* of blind wakes */
};

#define EXPLAIN_CHI2 45.0 /* worse than this nothing is explained */

/* approach.c */
struct approach {
    bool found;
    double t, gap; /* gap 0 when the circle is reached, else the least gap */
    double loose;  /* mm: how much less the way is known than its samples say */
};
struct approach approach_in(const struct piece *q, struct vec2 x, double d, double lo, double hi, double step);
double path_sd(const struct segment *s, const struct piece *q, double t);
bool way_in(const struct explain *x, const struct wake *w, int hitter, struct piece *q);

/* impacts.c: kinks of the cue-ball that tell whom it met. */
void resolve_impacts(struct explain *x);

/* strikes.c: which ball did the cue strike? */
void find_strike(struct explain *x);

/* causes.c: who woke a ball that lay still? */
struct cause find_cause(const struct explain *x, const struct wake *w);
const struct wake *wake_about(const struct explain *x, int path, double near,
                              double within); /* that of a ball nearest to a time; NULL: none */
void score_impact(const struct explain *x, const struct wake *w, const struct piece *q, struct approach a,
                  struct cause *c);
void try_paths(const struct explain *x, const struct wake *w, int hitter, struct cause *best);
bool may_bounce(const struct segment *s, const struct wake *w,
                struct vec2 n); /* pushed along n it meets a cushion and leaves it again before anybody sees */
bool in_a_pack(const struct explain *x, const struct wake *w);
void resolve_wake(struct explain *x, struct wake *w, struct cause *c);
int path_of(const struct segment *s, ball_id ball); /* -1: none */
void tell_contact(struct explain *x, int hitter, int hit, const struct cause *c);

/* runups.c: the times of a strike and a contact that followed at once. */
void mend_run_up(struct explain *x, const struct wake *w, struct cause *c);

/* A ball that set out at once after the strike, and only the cue-ball can have hit it, however badly the way fits.
 * False: it could not have been there. */
bool must_be_run_up(const struct explain *x, const struct wake *w, struct cause *c);

/* banks.c: hitters that came off a cushion a moment before. */
void try_bank(const struct explain *x, const struct wake *w, int hitter, struct cause *best);
struct vec2 off_nose(struct vec2 v, struct vec2 normal); /* the velocity with which a ball leaves it that came with v */

/* kisses.c: kinks that no wake explains: cushions, moving balls. */
void explain_kinks(struct explain *x);
void tell_cushion(struct explain *x, int path, const struct kink *k, const struct place_cushion *at, double p);

/* gaps.c: the time of a slow contact, which is known to t_sd, by how the distance of both balls turned, if that shows.
 */
void time_by_gap(const struct explain *x, int path, int other, double t, double t_sd, struct cause *c);

/* bounces.c: cushions that no kink told of. */
void find_bounces(struct explain *x);

/* When, and how fast, a slow ball touched the nose that turned it; a kink shows as well that it slides no more, and is
 * of either. False: it is fast, or its way to the nose alone does not say that it touched. */
bool time_bounce(const struct explain *x, int path, const struct place_cushion *at, struct kink *k);

/* ricochets.c: cushions of balls too fast to be seen often between them. */
void find_ricochets(struct explain *x);

/* The last push before t and the first one after it. */
void between_pushes(const struct explain *x, int path, double t, double *before, double *after);

/* From when on it rolls, having been pushed last before t. */
double rolls_since(const struct explain *x, int path, double t);

/* touches.c: slow contacts of the cue-ball that no kink told of. */
void find_touches(struct explain *x);

/* replays.c: several events between two frames. */
void replay_bursts(struct explain *x);

/* tips.c: hints that the tip met the cue-ball again, or stayed with it. */
void tell_tips(struct explain *x);

/* firsts.c: which ball did the cue-ball meet first, and how sure is that? */
void order_first_contact(struct explain *x);
void tell_unexplained(struct explain *x);
double normal_below(double x);                      /* share of a normal distribution below x */
ball_id met_by(const struct event *e, ball_id cue); /* 0: it is no contact of the cue-ball's */
struct event *earliest_contact(const struct segment *s, ball_id cue,
                               const struct event *but);         /* with any ball but that of another contact */
bool has_gone_far(const struct segment *s, const struct way *w); /* an arm over a ball makes it seem to move; then it
                                                                    lies where it lay */
/* Nothing but the cue-ball moved when this ball was set going, so fast that no sleeve did it: whatever was seen of the
 * way between them, the cue-ball hit it. */
bool only_cue_ball_moved(const struct explain *x, int path);
const struct wake *first_wake(const struct explain *x, int path);

/* Where along the incoming path the ball is met: distance s, and how fast s changes with a shift across the path. */
struct meet {
    bool hits;
    double s, slope, t;
};

struct meet meet(const struct piece *q, double t0, struct vec2 at, double d);

/* passes.c: what did the cue-ball nearly meet, and may it have touched it? */
void tell_near_misses(struct explain *x);
bool held_by_cushion(const struct segment *s, struct vec2 at,
                     struct vec2 push); /* so pushed, a ball here may stay where it is */
