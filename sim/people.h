/* SPDX-License-Identifier: Apache-2.0 */
/* people.h: arms, hands, cues and bodies out of rods. Private to sim/. */
#pragma once

#include "look.h"
#include "physics.h"
#include "scene.h"

/* A player in his stance at one moment. */
struct stance {
    struct vec2 ball; /* centre of the cue-ball */
    double ball_r;
    struct vec2 along; /* unit */
    double side, follow, raise;
    double gap;    /* from tip to where it meets the ball, along the cue; negative: past it */
    double away;   /* 0 in place, 1 well clear of the table */
    bool rest;     /* bridge by a rest instead of the hand */
    double behind; /* how far behind the ball's centre the hand lies, mm */
    double over;   /* height the hand is raised by, to clear a ball under it, mm */
};

void sim_people_player(struct sim_scene *scene, const struct sim_look *look, const struct table *table,
                       const struct stance *stance);

/* A hand that comes over the rail from `from` with its palm over `at`; glove: the referee's. */
void sim_people_hand(struct sim_scene *scene, const struct sim_look *look, struct vec3 from, struct vec3 at,
                     bool glove);

/* Someone standing or walking beside the table. */
void sim_people_bystander(struct sim_scene *scene, const struct sim_look *look, struct vec2 at, struct vec2 facing,
                          bool referee);

/* A cube of chalk left on the rail, somewhere that depends on the seed. */
void sim_people_chalk(struct sim_scene *scene, const struct table *table, uint64_t seed);

/* A point on a round path outside the rail, s = 0..1 once round, and the way towards the table there. */
struct vec2 sim_people_path(const struct table *table, double s, struct vec2 *facing);
double sim_people_path_near(const struct table *table, struct vec2 at); /* s of the point nearest to `at` */
