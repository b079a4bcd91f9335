/* SPDX-License-Identifier: Apache-2.0 */
/* geometry.h: what the positions of the balls mean to the rules: what the cue-ball can reach in a straight line, what
 * it touches, whether it may lie where it lies, and where a ball is spotted.
 *
 * 1. Pure and total: no memory, clock or file; only + - * / and sqrt, so equal input gives equal bytes on every
 * machine. A ball whose position is not known, not finite or farther than GEO_FAR from the centre is not on the table.
 * 2. Every decision has a signed margin in mm. It changes sign where the decision changes. Moving every ball by less
 *    than |margin| / GEO_MARGIN_FACTOR in any direction changes no decision.
 * 3. A margin of +-INFINITY: no position of any ball can change the decision (nothing is on, nothing is in the way).
 *    A margin of 0: nothing can be said (the cue-ball's position is not known).
 * 4. Contact means a distance of centres of half the sum of both diameters; only the cue-ball may be of another size.
 */
#pragma once

#include "bed.h"
#include "event.h"

#define GEO_FAR           1e5   /* mm */
#define GEO_MARGIN_FACTOR 4     /* see 2; 2 for small movements, doubled for what is not linear */
#define GEO_EQUAL         1.0   /* mm; distances that differ by no more are equal (SNK 2.17(b)(ii)) */
#define GEO_HAIR          0.1   /* mm; gap left where a spotted ball must not touch (SNK 3.7(i), WPA 1.4) */
#define GEO_RESOLUTION    0.01  /* mm; a search from in-hand is exact to this, */
#define GEO_SHARE         0.125 /* or to this share of the margin if that is more; */
#define GEO_SHARE_ANY     0.5   /* for any part, to this share */
#define GEO_ENOUGH        5.0   /* mm; margins of a search from in-hand end at +- this */

/* ---- straight paths from where the cue-ball lies ---------------------------------------------------------------- */

struct geo_snooker {
    bool snookered;          /* margin < 0 */
    double margin;           /* +: some ball on is free at both edges by so much; -: all are obstructed by so much */
    ball_id free_ball;       /* the ball on of that margin, when not snookered */
    double free_distance;    /* its distance from the cue-ball, centre to centre */
    ball_mask obstructing;   /* snookered: balls that obstruct any ball on */
    ball_mask effective;     /* snookered: effective snookering balls (SNK 2.17(b),(c)) */
    double blocker_distance; /* to the nearest obstructing ball, centre to centre; INFINITY if none (EBSRA 2.16(e)) */
};

/* SNK 2.17, CSPL P1: is every ball on obstructed, wholly or in part? Each extreme edge of a ball on is the straight
 * path of the cue-ball's centre to the finest contact on that side; it is obstructed where the cue-ball would touch a
 * blocker on its way. Balls on never obstruct (CSPL P2), nor do cushions (SNK 2.17(e), CSPL P4, P5). A touching ball on
 * is free (CSPL P3). A blocker in contact obstructs only paths that lead into it.
 * `blockers` may include balls on, the cue-ball and balls off the table: they are left out.
 * `equal`: tolerance of 2.17(b)(ii), mm; GEO_EQUAL unless there is a reason. */
struct geo_snooker geo_snookered(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                                 ball_mask blockers, double equal);

struct geo_path {
    enum path path;
    double any_margin;  /* +: part of a ball on can be hit by a path with so much room on both sides; -: none can */
    double full_margin; /* +: full ball is available by so much; -: it is not */
    ball_id any_ball, full_ball;
};

/* SNK 3.14(c),(d): the best straight path to any ball on. Full ball: the path to its centre is clear, or the ball
 * touches; for a ball of `group` (the reds): its full diameter is clear, that is both edges and all between.
 * PATH_UNKNOWN when the cue-ball's position is not known. */
struct geo_path geo_path(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                         ball_mask blockers, ball_mask group);

struct geo_total {
    bool snookered; /* margin <= 0 */
    double margin;  /* any_margin of geo_path */
    ball_id ball;   /* that can be hit, when not snookered */
};

/* CSPL G3(b), WPA 5.1 "Snookered": no straight path to any part of any ball on. Straight cushions are obstructions here
 * (G3(b)(iv)) and need no test: between two balls inside the cushions a straight path stays inside. Jaws are not known
 * to the bed and are not tested. Nothing on: not snookered. */
struct geo_total geo_total_snooker(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                                   ball_mask blockers);

struct geo_touch {
    ball_mask touching;   /* gap <= tolerance */
    double margin;        /* smallest |gap - tolerance|: how far the nearest candidate is from the other answer */
    double gap[BALL_IDS]; /* mm between the balls, negative if they overlap; INFINITY for what is not a candidate */
};

/* SNK 3.8, CSPL S: which candidates touch the cue-ball. */
struct geo_touch geo_touching(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask candidates,
                              double tolerance);

struct geo_away {
    bool away;     /* margin > 0 */
    double margin; /* how far the ball lies behind the cue-ball, seen along its direction */
};

/* CSPL S1: the cue-ball at `from` leaves in `direction` (any length) at more than 90 degrees from the ball. */
struct geo_away geo_plays_away(struct vec2 from, struct vec2 direction, struct vec2 ball);

/* ---- in-hand --------------------------------------------------------------------------------------------------- */

struct geo_in {
    bool in;       /* margin >= 0; behind the head string: > 0 */
    double margin; /* +: the point is inside by so much; -: outside */
};

/* May the cue-ball's centre lie here? Other balls do not matter; cushions do, by the cue-ball's radius. Pocket mouths
 * are not known to the bed and count as outside. AREA_NONE and a point that is not finite: never. */
struct geo_in geo_in_area(const struct bed *bed, struct vec2 point, enum area area);

enum geo_reach { GEO_BOTH_EDGES = 1, GEO_ANY_PART };

struct geo_hand {
    bool snookered;    /* margin <= 0 */
    double margin;     /* worth of a place: lesser of the room around it and the margin of the best path from it.
                          +: the worth of the witness; -: no place is worth more; 0: too close, or cells ran out */
    double bound;      /* proved: no place is worth more */
    struct vec2 at;    /* best position found; a witness when not snookered */
    ball_id free_ball; /* reached from there, when not snookered */
    uint32_t cells;    /* looked at */
};

/* SNK 2.17(a), CSPL Q4(b): is the cue-ball snookered wherever it may be placed in the area without touching a ball?
 * GEO_BOTH_EDGES as geo_snookered, GEO_ANY_PART as geo_total_snooker. Complete: every position is either tried or
 * proved to be no better than the one reported. Margins end at +- GEO_ENOUGH. `cue`: which ball is in hand; its place
 * is ignored. */
struct geo_hand geo_snookered_in_hand(const struct bed *bed, const struct layout *layout, ball_id cue, ball_mask on,
                                      ball_mask blockers, enum area area, enum geo_reach reach);

/* ---- spotting -------------------------------------------------------------------------------------------------- */

struct geo_spot {
    bool occupied;    /* margin <= 0: a ball there would touch another, and contact is touching (SNK 2.18, BIL 2.20) */
    double margin;    /* gap to the nearest ball; negative if they overlap */
    ball_id occupier; /* nearest ball, BALL_NONE if the table is empty */
};

/* Is there no room at `at` for `ball`? The ball itself, wherever it lies, does not matter. */
struct geo_spot geo_spot_occupied(const struct bed *bed, const struct layout *layout, struct vec2 at, ball_id ball);

/* How a ball is spotted: on the first free spot of the list, else on a line through `line` along the table. */
struct geo_spotting {
    enum spot spots[SPOT_COUNT]; /* in order of preference, ended by SPOT_NONE */
    enum spot line;              /* the spot to be as near as possible to */
    double up, down;             /* x of the ball's centre at the ends of the line: up first, then down; down > line.x:
                                    only up */
    double gap_object, gap_cue;  /* mm to keep from object balls and from the cue-ball; 0: contact is allowed */
};

struct geo_spotting geo_spotting_snooker(const struct bed *bed, enum spot own); /* SNK 3.7(e),(g),(h),(i) */
struct geo_spotting geo_spotting_list(const enum spot *spots, int n);           /* BIL 3.9: no line */
struct geo_spotting geo_spotting_wpa(const struct bed *bed, enum spot foot);    /* WPA 1.4 */
struct geo_spotting geo_spotting_cspl(const struct bed *bed, enum spot own);    /* CSPL T2(d) */

struct geo_spotted {
    bool found;     /* false: no room anywhere; `at` is then the first spot of the list */
    enum spot spot; /* the spot it stands on; SPOT_NONE: beside one, at a computed place */
    struct vec2 at;
    double margin; /* smallest |margin| of the spots asked on the way; INFINITY on an empty table */
};

struct geo_spotted geo_spot(const struct bed *bed, const struct layout *layout, ball_id ball,
                            const struct geo_spotting *how);
