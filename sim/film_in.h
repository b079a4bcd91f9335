/* SPDX-License-Identifier: Apache-2.0 */
/* film_in.h: the inside of a film. Private to sim/. */
#pragma once

#include "people.h"
#include "render.h"
#include "sim.h"

/* A ball's own frame as a unit quaternion. */
struct turn {
    double w, x, y, z;
};

/* The two players, by side, and the referee. */
enum { FIGURE_REFEREE = 2, FIGURES, LEGS_MAX = SIM_ACTS_MAX + 6 };

/* A walk along the path round the table. */
struct film_leg {
    double t0, t1, from, to;
};

struct film_walk {
    int n;
    struct film_leg leg[LEGS_MAX];
};

struct film_errand {
    double t0, grab, t1; /* hand goes out, lets go or takes, is back */
    int act;             /* of the take */
    int who;             /* figure */
};

struct sim_film {
    struct sim_settings set;
    struct table table;
    struct sim_shot *shot[2], *mind; /* shot: this stroke and the one before in turn */
    struct sim_render *render;       /* NULL without pictures */
    struct sim_render *dim;          /* the same room with a lamp less; NULL when none will fail */
    struct sim_play play;
    struct sim_rng rng;
    struct sim_take take;
    bool started, ended, lamp_out, knocked;
    bool hurried; /* this take began while balls of the last one moved */
    int strokes, frames;
    double t;       /* of the last frame */
    double match_t; /* first strike of the rack: the clock of the match began */
    /* this take */
    struct film_errand errand[SIM_ACTS_MAX];
    int errands_n;
    double down_t, feather_t, up_t; /* player bends down, begins to feather, is up again */
    double feathers;
    bool with_rest;
    double behind, over; /* where the bridge hand lies: see struct stance */
    struct film_walk walk[FIGURES];
    struct sim_play origin;        /* the play as it stood when the last stroke was struck */
    const struct sim_record *last; /* the stroke before, where it is not over when this take begins */
    double last_strike_t, hurry_t; /* hurry_t: the next stroke is struck at this time; 0: when all rest */
    ball_id rolling;               /* the ball that still rolls then */
    struct sim_start before;       /* balls when the take began */
    int16_t first[BALL_IDS], next[SIM_PIECES_MAX], now[BALL_IDS]; /* pieces of the record, ball by ball */
    struct turn turn[BALL_IDS];
    double turned_t; /* up to when they have been turned */
    struct sim_camera camera;
    struct sim_ball_seen seen[BALL_IDS];
    struct sim_scene scene, later; /* at the opening of the first row; people at the closing of the last */
};

/* take.c: the next stroke with all that leads to it */
bool sim_take_plan(struct sim_film *f);

/* walks.c: who goes where */
void sim_walk_begin(struct sim_film *f, double t);                       /* all stand where they are */
double sim_walk_to(struct sim_film *f, int who, double place, double t); /* returns when there */
double sim_walk_place(const struct film_walk *walk, double t);
double sim_walk_home(const struct sim_film *f, int who); /* out of the striker's way */

/* staging.c: what is where at a moment */
void sim_staging_index(struct sim_film *f); /* after a new record */
enum sim_phase sim_staging_ball(struct sim_film *f, ball_id b, double t,
                                struct vec3 *p); /* SIM_ABSENT when not on the table */
void sim_staging_scene(struct sim_film *f, double t);
void sim_staging_see(struct sim_film *f, double t);
