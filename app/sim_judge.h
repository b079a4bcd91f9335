/* SPDX-License-Identifier: Apache-2.0 */
/* sim_judge.h: what the rules engine says of simulated strokes, one after the other. */
#pragma once

#include "rules.h"
#include "sim.h"

struct sim_judge {
    const struct game *game; /* NULL: the rules of this game are not known yet */
    struct state state;
    struct ruling ruling; /* of the last stroke */
    struct stroke stroke;
    int strokes, disputes;
};

void sim_judge_open(struct sim_judge *judge, const struct sim_film *film);

/* Judges the stroke; false when there are no rules to judge by, or the frame is over. */
bool sim_judge_take(struct sim_judge *judge, const struct sim_film *film, const struct sim_take *take);

/* What was chosen before the stroke; OPTION_NONE: nothing to choose, or to play on. */
enum option sim_judge_option(const struct sim_take *take);

/* What was called before the stroke. */
struct called sim_judge_called(const struct sim_take *take);

/* What a referee at the table would flag. */
void sim_judge_flags(struct stroke *stroke, const struct sim_take *take);

/* The stroke as the engine's events: at most `max`, returns how many. */
size_t sim_judge_events(const struct sim_take *take, struct event *events, size_t max);
