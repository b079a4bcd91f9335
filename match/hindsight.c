/* SPDX-License-Identifier: Apache-2.0 */
#include "hindsight.h"

#include "acts.h"
#include "told.h"

/* That a ball is in a pocket which was looked for in vain as long as players take to their next stroke. One that is
 * hard to see may still lie there, so that the last ruling remains a question. */
#define GONE_P 0.9

/* The last stroke, if nobody has said anything of it yet; 0: none. */
static int last_untouched_stroke(const struct match *m)
{
    int last = match_next_seq(m) - 1;
    for (int seq = last; seq > 1; seq--) {
        const json_t *entry = match_entry(m, seq);
        if (acts_target(entry) > 0 && !match_undone(m, seq))
            return 0; /* it is about a stroke that was told before */
        if (json_object_get(json_object_get(entry, "stroke"), "balls_at_rest") && !match_undone(m, seq))
            return seq;
    }
    return 0;
}

/* Another ball that looks like it lies there, and is not in play by the match: it may be this one under another name.
 */
static bool may_be_there(const struct scenario *now, ball_id ball, const json_t *position)
{
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask alike = ball_of_kind(set, set->row[ball].kind);
    for (BALL_EACH(other, alike))
        if (json_object_get(position, ball_name(set, (ball_id)other)) &&
            (other == ball || !ball_in(now->state.on_table, other)))
            return true;
    return false;
}

static bool has_gone(const struct scenario *now, const json_t *event, const json_t *position)
{
    ball_id ball = ball_first(scenario_balls(now, told_ball(event, 0)) & now->state.on_table);
    return told_is(event, "pocket") && told_p(event) < 0.5 && ball && !may_be_there(now, ball, position);
}

/* The events of a stroke with what is known of them now; NULL: nothing new. New reference. */
static json_t *known_now(const struct scenario *now, const json_t *events, const json_t *position)
{
    json_t *known = NULL;
    for (size_t i = 0; i < json_array_size(events); i++) {
        if (!has_gone(now, json_array_get(events, i), position))
            continue;
        known = known ? known : json_deep_copy(events);
        json_object_set_new(json_array_get(known, i), "p", json_real(GONE_P));
    }
    return known;
}

json_t *hindsight_act(const struct match *match, const json_t *position, double t)
{
    int of = json_object_size(position) ? last_untouched_stroke(match) : 0;
    const json_t *stroke = json_object_get(match_entry(match, of), "stroke");
    json_t *events = known_now(match_now(match), json_object_get(stroke, "events"), position);
    if (!events)
        return NULL;
    return json_pack("{s:s, s:s, s:i, s:{s:o}, s:s, s:b, s:f}", "type", "act", "act", "amend", "of", of, "stroke",
                     "events", events, "origin", "camera", "inferred", true, "t", t);
}
