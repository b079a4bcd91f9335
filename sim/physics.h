/* SPDX-License-Identifier: Apache-2.0 */
/* physics.h: what happens on the table after a strike, event by event, with exact times.
 *
 * Between two events every ball moves with constant acceleration, so its position is a quadratic in time and the next
 * meeting of two balls is the root of a quartic: nothing is stepped, nothing is missed. Units mm, s, rad; table frame
 * of vec.h, z up from the cloth; a ball at rest has its centre at z = its radius.
 *
 * 1. sim_shot_open succeeded: call sim_shot_close once. All memory is taken at open.
 * 2. sim_shot_run may be called any number of times; each run replaces the record of the one before.
 * 3. The same start, strike and parameters give the same record, bit for bit.
 */
#pragma once

#include "ball.h"
#include "event.h"
#include "table.h"
#include "vec.h"

/* How a table plays. */
struct sim_physics {
    double g;                 /* mm/s^2; 9810 */
    double slide;             /* friction of a sliding ball on cloth, 0.15..0.30; new cloth less */
    double roll;              /* rolling resistance as a fraction of g, 0.005..0.02; a slow table more */
    double spin;              /* loss of side, rad/s^2, 5..30 */
    double ball_e;            /* restitution of two balls, 0.90..0.98 */
    double ball_mu_slow;      /* friction of two balls at no speed, 0.05..0.15: dirty balls throw more */
    double ball_mu_fast;      /* and at high speed, 0.005..0.03 */
    double cushion_e;         /* share of the speed into a cushion that comes back, 0.6..0.9 */
    double cushion_mu;        /* friction of ball on rubber, 0.1..0.3: what side grips with */
    double bounce_e;          /* restitution of a ball falling on the cloth, 0.4..0.7 */
    double slow_mm_s;         /* contacts slower than this do not bounce; 0.1..2 */
    double lip_mm;            /* a ball resting this near the fall of a pocket may topple in late; 0 never */
    double lip_wait_s;        /* longest wait before it does, 0.2..8 */
    double cue_mass;          /* of the cue in balls, 2.5..4; decides the second hit of a double hit */
    double tip_keeps;         /* of the ball's speed, at which the tip goes on, 0.3..0.5; 1: it stays with it, a push */
    double follow_through_mm; /* how far the tip goes on after the strike, 0 (no double hit possible)..200 */
};

struct sim_physics sim_physics_defaults(void);

enum sim_phase {
    SIM_ABSENT, /* not on the table */
    SIM_REST,
    SIM_SPIN, /* turning on the spot */
    SIM_ROLL,
    SIM_SLIDE,
    SIM_AIR,
    SIM_FALL, /* past the fall of a pocket, still to be seen */
    SIM_GONE, /* in the pocket or on the floor */
};

/* One ball over one stretch of constant acceleration: p + v s + a s^2 / 2, s = t - t0. */
struct sim_piece {
    double t0, t1; /* t1 is infinite for the last piece of a ball */
    ball_id ball;
    enum sim_phase phase;
    struct vec3 p, v, a;
    struct vec3 w, alpha; /* spin and its rate; side (z) stops at zero */
};

enum sim_event_kind {
    SIM_EVENT_NONE,
    SIM_STRIKE,
    SIM_START, /* a ball at rest began to move */
    SIM_CONTACT,
    SIM_CUSHION,
    SIM_POCKET,
    SIM_OFF,
    SIM_JUMP,
    SIM_STOP,
    SIM_LINE,
    SIM_DOUBLE_HIT,
    SIM_ALL_REST,
};

struct sim_event {
    double t;
    enum sim_event_kind kind;
    ball_id a, b;
    enum pocket pocket; /* of SIM_POCKET, and of a SIM_CUSHION that met a jaw */
    enum cushion cushion;
    enum face face;
    bool arc; /* met the curved part of a jaw, not its straight facing */
    bool into;
    struct vec2 at, v;
    double speed; /* of approach */
};

/* Balls before a stroke. `present` says which entries mean anything. */
struct sim_start {
    ball_mask present;
    ball_mask rolling; /* still on their way from the stroke before, at v */
    struct vec2 at[BALL_IDS], v[BALL_IDS];
};

/* What the tip does to the ball. */
struct sim_strike {
    ball_id ball;        /* struck */
    struct vec2 along;   /* direction of the cue on the table, any length but zero */
    double speed;        /* of the ball just after, mm/s, 0..12000 */
    double side, follow; /* where the tip meets the ball, in radii, right and up positive; together below 0.7 */
    double raise;        /* sine of the angle of the cue with the cloth, 0..0.9; from 0.2 the ball jumps */
};

enum { SIM_EVENTS_MAX = 4096, SIM_PIECES_MAX = 8192 };

/* The record of one stroke. Times count from the strike. */
struct sim_record {
    const struct table *table;
    enum ball_set_id set;
    int events_n, pieces_n;
    int dropped; /* events and pieces there was no room for */
    bool cut;    /* ended by the limit of time or events before all came to rest */
    double rest; /* when the last ball stopped */
    struct sim_event event[SIM_EVENTS_MAX];
    struct sim_piece piece[SIM_PIECES_MAX];
};

struct sim_shot;

/* The table must outlive the shot. 0, ERR_MEMORY, or ERR_RANGE for parameters outside what they allow. */
int sim_shot_open(struct sim_shot **shot, const struct table *table, enum ball_set_id set,
                  const struct sim_physics *physics);
void sim_shot_close(struct sim_shot **shot);

/* Plays the strike until everything rests, at most 60 s. A strike of speed 0 lets late drops happen, nothing else. */
void sim_shot_run(struct sim_shot *shot, const struct sim_start *start, const struct sim_strike *strike);

/* Any motion whatever: each ball present starts with its own velocity and spin. For tests and for placing by hand. */
struct sim_launch {
    ball_mask present;
    struct vec3 p[BALL_IDS], v[BALL_IDS], w[BALL_IDS];
};
void sim_shot_launch(struct sim_shot *shot, const struct sim_launch *launch);

const struct sim_record *sim_shot_record(const struct sim_shot *shot);

/* Diameter of a ball of the set on this table. */
double sim_ball_d(const struct table *table, ball_id ball);

/* ---- reading a record ------------------------------------------------------------------------------------------- */

struct sim_ball_at {
    enum sim_phase phase;
    struct vec3 p, v, w;
};

struct sim_ball_at sim_piece_at(const struct sim_piece *piece, double t);

/* The piece of a ball at time t; NULL when the ball takes no part. */
const struct sim_piece *sim_record_piece(const struct sim_record *record, ball_id ball, double t);

/* Kinetic energy and energy of height of all balls at t, per unit of density (mm^5/s^2 up to a factor). */
double sim_record_energy(const struct sim_record *record, double g, double t);

/* Where every ball lay as the tip struck. */
struct sim_start sim_record_begin(const struct sim_record *record);

/* Where every ball that is still on the table ended. */
struct sim_start sim_record_end(const struct sim_record *record);

/* Balls pocketed; balls off the table. */
ball_mask sim_record_potted(const struct sim_record *record);
ball_mask sim_record_off(const struct sim_record *record);

/* First ball or balls the struck ball met: two when within 50 us. Empty: none. */
ball_mask sim_record_first_hit(const struct sim_record *record, ball_id struck);
