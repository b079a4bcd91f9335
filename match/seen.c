/* SPDX-License-Identifier: Apache-2.0 */
#include "seen.h"

#include "infer.h"

void seen_shift(json_t *object, const char *key, double by)
{
    const json_t *value = json_object_get(object, key);
    if (by != 0 && json_is_number(value))
        json_object_set_new(object, key, json_real(json_number_value(value) + by));
}

json_t *seen_stroke(const struct match *match, const struct clock *clock, const json_t *line, const json_t *events,
                    double offset)
{
    static const char *const not_facts[] = {"type", "n", "position", "told"};
    json_t *stroke = json_deep_copy(line);
    for (size_t i = 0; i < sizeof not_facts / sizeof *not_facts; i++)
        json_object_del(stroke, not_facts[i]);
    if (!json_object_get(stroke, "events") && json_array_size(events))
        json_object_set(stroke, "events", (json_t *)events);
    seen_shift(stroke, "t0", offset);
    seen_shift(stroke, "t1", offset);
    const char *named = infer_nomination(match, stroke); /* what people entered replaces it in the fold */
    if (named) {
        json_object_set_new(stroke, "nominated", json_string(named));
        json_object_set_new(stroke, "nomination_inferred", json_true());
    }
    struct clock at = clock_at(clock, json_number_value(json_object_get(stroke, "t0")));
    if (at.timing.shot_s > 0 && at.shot_runs)
        json_object_set_new(stroke, "time_s", json_real(at.shot));
    if (at.timing.match_s > 0)
        json_object_set_new(stroke, "match_time_s", json_real(at.match));
    return stroke;
}
