/* SPDX-License-Identifier: Apache-2.0 */
#include "seen.h"

#include "infer.h"

#include <math.h>
#include <string.h>

#define NEAR_SD 0.2 /* mm: of seeing two balls side by side, with the best of calibrations */
#define NEAR_SHARE                                                                                                     \
    0.1               /* of the worst error: one that grows with the third power of the distance from the middle of a  \
                         table changes by this much over a ball near its end */
#define MISREAD_P 0.4 /* that a ball in the called pocket is the called one, whatever its number looked like */
#define USUAL     0.5 /* of the worst error: what is usual over the whole bed */

struct seen_error seen_error(double worst)
{
    return (struct seen_error){hypot(NEAR_SD, NEAR_SHARE * worst), USUAL * worst};
}

void seen_rest(json_t *stroke, const struct seen_error *error)
{
    double sd = json_number_value(json_object_get(stroke, "rest_sd"));
    if (sd <= 0) /* exactly */
        return;
    json_object_set_new(stroke, "rest_sd", json_real(fmax(sd, error->near)));
    if (error->shared > 0)
        json_object_set_new(stroke, "rest_shared_sd", json_real(error->shared));
}

void seen_shift(json_t *object, const char *key, double by)
{
    const json_t *value = json_object_get(object, key);
    if (by != 0 && json_is_number(value))
        json_object_set_new(object, key, json_real(json_number_value(value) + by));
}

/* A ball other than the one that was called fell into the pocket that was called: as likely as a fluke is it that its
 * number was misread. */
static void doubt_by_call(json_t *stroke, const json_t *called)
{
    const char *ball = json_string_value(json_object_get(called, "ball"));
    const char *pocket = json_string_value(json_object_get(called, "pocket")), *instead = NULL;
    const json_t *potted = json_object_get(stroke, "potted");
    for (size_t i = 0; ball && pocket && i < json_array_size(potted); i++) {
        const char *fell = json_string_value(json_object_get(json_array_get(potted, i), "ball"));
        const char *into = json_string_value(json_object_get(json_array_get(potted, i), "pocket"));
        if (!fell || !strcmp(fell, ball))
            return;
        if (into && !strcmp(into, pocket) && fell[0] >= '1' && fell[0] <= '9')
            instead = fell;
    }
    if (!instead)
        return;
    json_t *names = json_array(), *told = json_object_get(stroke, "names");
    json_array_append_new(names, json_pack("{s:s, s:s, s:f}", "ball", instead, "other", ball, "p", MISREAD_P));
    json_array_extend(names, told);
    json_object_set_new(stroke, "names", names);
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
    doubt_by_call(stroke, json_object_get(match_awaiting(match), "called"));
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
