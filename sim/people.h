/* SPDX-License-Identifier: Apache-2.0 */
/* people.h: players, referee and their tools as rods of a scene. Private to sim/.
 * A figure stands on a path round the table and leans over it from the hips; its hands go where they are needed and
 * its arms follow. */
#pragma once

#include "scene.h"
#include "table.h"

/* Somebody at one moment. */
struct figure {
    double place;        /* on the path, in rounds */
    double lean;         /* 0 upright .. 1 bent over */
    struct vec2 towards; /* a point over the table to lean towards, when leaning */
    bool referee;
};

/* The player and the cue, at one moment of the stroke. */
struct stance {
    struct vec2 ball;  /* where the struck ball is */
    struct vec2 along; /* unit direction of the stroke */
    double ball_r;
    double side, follow, raise; /* as in struct sim_strike */
    double gap;                 /* from tip to ball along the cue, mm */
    double down;                /* 0: upright, carrying the cue; 1: down on the shot */
    bool rest;                  /* plays with the rest: no hand on the table */
    double behind;              /* from the bridge hand to the ball, mm */
    double over;                /* how high the hand stands on its fingers, mm */
};

void sim_people_player(struct sim_scene *scene, const struct sim_look *look, const struct table *table,
                       const struct figure *figure, const struct stance *stance);

/* Somebody who stands there, and with `hand` reaches out with it: *hand is where the fingers close. */
void sim_people_stander(struct sim_scene *scene, const struct sim_look *look, const struct table *table,
                        const struct figure *figure, const struct vec3 *hand);

void sim_people_chalk(struct sim_scene *scene, const struct table *table, uint64_t seed);

/* Where the butt is held for a stroke, and whether that needs the rest: no arm reaches the bridge otherwise. */
struct vec2 sim_people_grip(const struct stance *stance);
bool sim_people_needs_rest(const struct table *table, const struct stance *stance);

/* The path: s counts rounds, from 0 anti-clockwise; facing points at the table. And its point nearest to `at`. */
struct vec2 sim_people_path(const struct table *table, double s, struct vec2 *facing);
double sim_people_path_near(const struct table *table, struct vec2 at);
double sim_people_path_mm(const struct table *table); /* once round */

/* Where a hand rests while its owner stands there. */
struct vec3 sim_people_hand_home(const struct table *table, double place);
