/* SPDX-License-Identifier: Apache-2.0 */
/* sim.h: a match with known truth, frame by frame: what the demo, most test video and all benchmarks are made of.
 *
 *     struct sim_settings s = sim_settings_defaults(SIM_SNOOKER, 1280, 720, seed);
 *     struct sim_film *film;
 *     if (sim_film_open(&film, &s)) ...
 *     struct frame frame;
 *     while (!sim_film_next(film, &frame))
 *         use(&frame, sim_film_take(film), sim_film_balls(film));
 *     sim_film_close(&film);
 *
 * 1. sim_film_open succeeded: call sim_film_close once. All memory is taken at open.
 * 2. The frame, the take and the balls handed out are valid until the next call of sim_film_next.
 * 3. The same settings give the same frames and the same truth, whatever the machine and the number of threads. A film
 *    knows no clock: a live source waits between frames by itself.
 */
#pragma once

#include "aim.h"
#include "frame.h"
#include "game.h"
#include "look.h"
#include "optics.h"
#include "physics.h"

enum { SIM_KIND_MAX = 32 };

struct sim_settings {
    enum sim_game game;
    uint64_t seed;
    char table[SIM_KIND_MAX]; /* kind; "" takes the game's usual one */
    int strokes;              /* film ends after so many; 0: at the end of the first rack; -1: never */
    struct sim_camera camera; /* the picture's size and rate */
    struct sim_look look;
    struct sim_physics physics;
    struct sim_skill skill[2]; /* by side */
    bool people;        /* arms, cue, referee's hands, people at the rail; without them balls move by themselves */
    double pace;        /* 1 as people play; 0.2: hardly a pause */
    double touch;       /* chance that a sleeve or hand moves a ball before a stroke, 0..1 */
    double drift;       /* slow change of the light, share up and down, 0..0.3 */
    double drift_s;     /* period of it */
    double lamp_fail_s; /* a lamp goes out at this time; 0: never */
    double bump_s;      /* the camera is knocked at this time; 0: never */
    double bump;        /* how far, rad; 0.001..0.01 */
    bool captions;      /* score along the bottom of the picture */
    int threads;        /* 1..64 draw; 0: no pictures, only truth */
};

/* A full match at a plain table; everything may be changed before opening. The table kind is the game's usual one. */
struct sim_settings sim_settings_defaults(enum sim_game game, int width, int height, uint64_t seed);

/* Camera, look, cloth speed, people and mishaps drawn at random, for tests that must not know any one room. */
void sim_settings_vary(struct sim_settings *settings, uint64_t seed);

/* ---- truth ------------------------------------------------------------------------------------------------------ */

/* What hands did to a ball between strokes. */
struct sim_act {
    enum event_kind kind; /* EVENT_PLACED, EVENT_REMOVED, EVENT_DISTURBED */
    ball_id ball;
    double t; /* film time at which the ball lies (or is gone) */
    struct vec2 from, at;
    bool by_player; /* else by the referee */
};

enum { SIM_ACTS_MAX = 48 };

/* What was decided before a stroke, where there was something to decide. */
enum sim_decision {
    SIM_PLAY_ON,      /* nothing, or from where the balls lie */
    SIM_ASK_AGAIN,    /* snooker: a miss is played again from the original position */
    SIM_TAKE_FREE,    /* snooker: a free ball is taken */
    SIM_SHOOT_SELF,   /* nine ball, after a push-out: the next player plays */
    SIM_LET_OPPONENT, /* or hands the table back */
};

/* One stroke with what led to it. Times in seconds of the film. */
struct sim_take {
    int rack, n; /* which frame of the match; which stroke in it; from 1 */
    int striker; /* 0.. */
    double t0, strike_t, rest_t, t1;
    struct sim_choice choice;
    struct sim_start before, after; /* at the strike; at rest, before any spotting */
    ball_mask on;
    enum sim_hand hand; /* where from the cue-ball was played */
    ball_id cue;        /* the striker's; choice.strike.ball is what the tip struck */
    enum sim_decision decision;
    int decided_by;           /* player, 0.. */
    struct sim_breach breach; /* what the striker did that no path of a ball tells */
    bool free, push;          /* played at a free ball; as a push-out */
    bool miss;                /* a foul, and a miss that nobody would argue about */
    bool cut;                 /* the next stroke is played before all rest: rest_t is when */
    int acts_n;
    struct sim_act act[SIM_ACTS_MAX];
    const struct sim_record *record; /* times count from strike_t */
    /* What the players thought of it; the rules engine has the last word. */
    int score_before[2], score[2];
    bool foul, over;
    bool by_clock; /* it is over because its time is */
    int next;      /* who plays next, 0.. */
};

/* A ball at mid-exposure of its own row in the last frame. */
struct sim_ball_seen {
    bool on_table; /* lying, moving or falling; a ball carried in a hand is not */
    bool falling;
    struct vec3 p;
    struct vec2 px;
    double radius_px;
};

struct sim_film;

/* 0, ERR_MEMORY, ERR_NOT_FOUND for an unknown table, or ERR_RANGE. */
int sim_film_open(struct sim_film **film, const struct sim_settings *settings);
void sim_film_close(struct sim_film **film);

/* Draws the next frame. 0, ERR_END, or ERR_UNSUPPORTED when opened without pictures. */
int sim_film_next(struct sim_film *film, struct frame *frame);

/* Without drawing: moves on by a frame and gives its truth only. 0, or ERR_END. */
int sim_film_skip(struct sim_film *film);

const struct sim_take *sim_film_take(const struct sim_film *film);       /* the stroke the last frame belongs to */
const struct sim_ball_seen *sim_film_balls(const struct sim_film *film); /* by ball_id, BALL_IDS of them */
const struct table *sim_film_table(const struct sim_film *film);
const struct sim_camera *sim_film_camera(const struct sim_film *film); /* as it stands now, knocked or not */
const struct sim_settings *sim_film_settings(const struct sim_film *film);
double sim_film_time(const struct sim_film *film); /* of the last frame's first row */
int sim_film_frames(const struct sim_film *film);  /* drawn or skipped so far */
void sim_film_tiles(const struct sim_film *film, int *drawn, int *all);

/* How much of the film is done, 0..1: strokes out of strokes, or balls gone from the rack. */
double sim_film_done(const struct sim_film *film);
