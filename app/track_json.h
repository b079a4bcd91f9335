/* SPDX-License-Identifier: Apache-2.0 */
/* track_json.h: positions, events and strokes as JSON lines (FORMATS section 4). New references; the caller decrefs. */
#pragma once

#include "rules.h"
#include "tracking.h"

#include <jansson.h>

json_t *track_json_position(const struct ball_set *set, const struct track_position *p);
json_t *track_json_event(const struct ball_set *set, const struct event *e);

/* Facts are gathered from the events by the rules of the state's game. */
json_t *track_json_stroke(const struct ball_set *set, const struct state *state, const struct track_stroke *s);
json_t *track_json_frame(const struct ball_set *set, int64_t n, ns_t t, const struct track_ball *balls, int count);
