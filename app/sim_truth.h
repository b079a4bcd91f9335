/* SPDX-License-Identifier: Apache-2.0 */
/* sim_truth.h: the truth of a simulated film as JSON: events with exact times, balls frame by frame, cameras, strokes,
 * and what the rules say of them. Frames are written as they come, so that a film of any length fits.
 * 1. sim_truth_open succeeded: call exactly one of sim_truth_commit and sim_truth_discard. */
#pragma once

#include "sim.h"

#include <jansson.h>

struct sim_truth;

/* path NULL: only the rulings are kept. */
int sim_truth_open(struct sim_truth **truth, const char *path, const struct sim_film *film);
void sim_truth_made_from(struct sim_truth *truth, json_t *recipe); /* takes it over; a film_recipe.h, as JSON */
void sim_truth_frame(struct sim_truth *truth, const struct sim_film *film); /* after each frame */
int sim_truth_commit(struct sim_truth **truth, const struct sim_film *film);
void sim_truth_discard(struct sim_truth **truth);

/* Score by the rules so far, and how often they and the players disagreed about whose turn it is or the score. */
void sim_truth_score(const struct sim_truth *truth, int score[2], int *disputes, bool *over);
