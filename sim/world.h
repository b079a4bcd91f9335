/* SPDX-License-Identifier: Apache-2.0 */
/* world.h: the inside of the physics: bodies, walls, the agenda. Private to sim/. */
#pragma once

#include "physics.h"

enum { WALLS_MAX = 64 };

/* A piece of cushion as the centre of a ball meets it: a straight nose or facing, or the arc of a jaw. */
struct wall {
    bool arc;
    enum cushion cushion;
    enum face face;
    enum pocket pocket;   /* whose jaw; POCKET_NONE for a nose */
    struct vec2 from, to; /* line: table side is to the left of from -> to */
    struct vec2 normal;   /* line: towards the table */
    struct vec2 centre;   /* arc: of the rubber */
    double radius;        /* arc */
    struct vec2 mid;      /* arc: unit direction of its middle */
    double cos_half;      /* arc: cosine of half its opening */
};

struct body {
    double r, m, r_wall; /* r_wall: from centre to wall at contact, less than r because the nose is above the centre */
    double lean;         /* sine of the angle between the contact with the nose and the horizontal */
    struct sim_piece now;
    double topple;  /* absolute time of a late drop; infinite: none */
    bool past_nose; /* in the air over the rail */
    enum pocket pocket;
};

/* The tip after the strike, moving on along a line and slowing down. */
struct tip {
    bool live;
    double t0, t1;
    struct vec3 p, v, a;
};

enum agenda_kind {
    AGENDA_NONE,
    AGENDA_PHASE,
    AGENDA_WALL,
    AGENDA_FALL,
    AGENDA_TIP,
    AGENDA_PAIR,
    AGENDA_NOSE,
    AGENDA_OUT
};

struct agenda {
    double t;
    enum agenda_kind kind;
    int index; /* wall or pocket */
};

struct sim_shot {
    const struct table *table;
    const struct ball_set *set;
    struct sim_physics physics;
    int walls_n;
    struct wall wall[WALLS_MAX];
    double now;
    uint32_t lip_salt;
    struct tip tip;
    ball_id struck;
    struct body body[BALL_IDS];
    struct agenda own[BALL_IDS];
    double pair[BALL_IDS][BALL_IDS]; /* [i][j], i < j: time of their next meeting */
    int16_t piece_of[BALL_IDS];      /* index of the open piece in the record, -1 none */
    struct sim_event spill;          /* written, never read: what there was no room for */
    struct sim_record record;
};

/* walls.c */
int sim_walls_make(struct wall *wall, int max, const struct table *table);

/* motion.c */
struct vec3 sim_motion_slip(const struct body *b);                         /* of the point that touches the cloth */
void sim_motion_settle(const struct sim_physics *physics, struct body *b); /* phase, accelerations, end, from p v w */
void sim_motion_advance(struct body *b, double t);                         /* re-base the piece at t */
double sim_motion_lean(double r, double nose_height);

/* impulse.c: each changes v and w of the bodies in place and never adds energy (the tip excepted). */
double sim_impulse_balls(const struct sim_physics *physics, struct body *a, struct body *b);
double sim_impulse_wall(const struct sim_physics *physics, struct body *b, struct vec2 normal);
void sim_impulse_cloth(const struct sim_physics *physics, struct body *b);
double sim_impulse_tip(const struct sim_physics *physics, struct body *b, struct tip *tip);

/* meet.c: when */
double sim_meet_balls(const struct sim_physics *physics, const struct body *a, const struct body *b, double now);
double sim_meet_wall(const struct sim_physics *physics, const struct body *b, const struct wall *w, double now);
double sim_meet_circle_inward(const struct body *b, struct vec2 centre, double radius, double now);
double sim_meet_circle_outward(const struct body *b, struct vec2 centre, double radius, double now);
double sim_meet_tip(const struct body *b, const struct tip *tip, double now);
double sim_meet_leave_box(const struct body *b, double half_x, double half_y, double now);
struct vec2 sim_wall_normal(const struct wall *w, struct vec2 p);
