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

struct film_errand {
    double t0, grab, t1; /* hand comes in, lets go or takes, is out again */
    struct vec3 from;    /* where the arm comes from */
    int act;             /* of the take */
    bool moved;          /* it follows another errand of the same ball: the hand has it from the table */
};

struct sim_film {
    struct sim_settings set;
    struct table table;
    struct sim_shot *shot, *mind;
    struct sim_render *render; /* NULL without pictures */
    struct sim_render *dim;    /* the same room with a lamp less; NULL when none will fail */
    struct sim_play play;
    struct sim_rng rng;
    struct sim_take take;
    bool started, ended, lamp_out, knocked;
    int strokes, frames;
    double t; /* of the last frame */
    /* this take */
    struct film_errand errand[SIM_ACTS_MAX];
    int errands_n;
    double down_t, feather_t, up_t; /* player bends down, begins to feather, is up again */
    double feathers;
    bool with_rest;
    double behind, over;                                          /* where the bridge hand lies: see struct stance */
    double stand, stand_to;                                       /* path positions of the other people */
    struct sim_start before;                                      /* balls when the take began */
    int16_t first[BALL_IDS], next[SIM_PIECES_MAX], now[BALL_IDS]; /* pieces of the record, ball by ball */
    struct turn turn[BALL_IDS];
    double turned_t; /* up to when they have been turned */
    struct sim_camera camera;
    struct sim_ball_seen seen[BALL_IDS];
    struct sim_scene scene;
};

/* film.c */
bool sim_film_next_take(struct sim_film *f);

/* staging.c: what is where at a moment */
void sim_staging_index(struct sim_film *f); /* after a new record */
enum sim_phase sim_staging_ball(struct sim_film *f, ball_id b, double t,
                                struct vec3 *p); /* SIM_ABSENT when not on the table */
void sim_staging_scene(struct sim_film *f, double t);
void sim_staging_see(struct sim_film *f, double t);
