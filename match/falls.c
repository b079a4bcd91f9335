/* SPDX-License-Identifier: Apache-2.0 */
#include "falls.h"

#include <string.h>

static const json_t *fall_of(const struct scenario *now, ball_id ball, const json_t *events)
{
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        const char *kind = json_string_value(json_object_get(event, "kind"));
        const char *name = json_string_value(json_array_get(json_object_get(event, "balls"), 0));
        if (kind && name && !strcmp(kind, "pocket") && json_number_value(json_object_get(event, "p")) >= 0.5 &&
            ball_in(scenario_balls(now, name), ball))
            return event;
    }
    return NULL;
}

ball_id falls_find(const struct scenario *now, bool in_hand, const json_t *events, const json_t *places)
{
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask cue = scenario_balls(now, "cue");
    for (BALL_EACH(ball, in_hand ? now->state.on_table & ~cue : now->state.on_table | cue))
        if (fall_of(now, (ball_id)ball, events) && !json_object_get(places, ball_name(set, (ball_id)ball)))
            return (ball_id)ball;
    return BALL_NONE;
}

json_t *falls_entry(const struct scenario *now, ball_id ball, const json_t *events, const json_t *position, double t,
                    double offset)
{
    const char *name = ball_name(ball_set(now->game->balls), ball);
    double fell = json_number_value(json_object_get(fall_of(now, ball, events), "t")) + offset;
    json_t *stroke = json_pack("{s:s, s:f, s:f, s:[{s:s}], s:O}", "event", "between", "t0", fell, "t1", fell,
                               "fell_unhit", "ball", name, "events", events);
    json_t *noticed = json_array();
    json_array_append_new(noticed, json_sprintf("%s fell into a pocket and nobody had played", name));
    json_t *entry = json_pack("{s:s, s:f, s:s, s:b, s:o, s:o}", "type", "stroke", "t", t, "origin", "camera", "strange",
                              true, "noticed", noticed, "stroke", stroke);
    if (json_object_size(position))
        json_object_set_new(entry, "position", json_deep_copy(position));
    return entry;
}
