/* SPDX-License-Identifier: Apache-2.0 */
#include "hindsight.h"

#include "census.h"
#include "infer.h"
#include "told.h"

/* That a ball is in a pocket which was looked for in vain as long as players take to their next stroke. One that is
 * hard to see may still lie there, so that the last ruling remains a question. */
#define GONE_P 0.9

/* The last stroke, if nobody has said anything of it. Where a ball was back that the match had off the table, names may
 * have been exchanged, and none has gone. */
static int last_untouched_stroke(const struct match *m)
{
    int last = infer_last_told(m);
    return json_object_get(match_entry(m, last), "back") ? 0 : last;
}

/* Another ball that looks like it lies there, and is not in play by the match: it may be this one under another name.
 */
static bool may_be_there(const struct scenario *now, ball_id ball, const json_t *position)
{
    ball_mask alike = census_alike(now), there = setup_at(now, position);
    return ball_in(there, ball) || (ball_in(alike, ball) && there & alike & ~now->state.on_table);
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

json_t *hindsight_gone(const struct match *match, const json_t *position, double t)
{
    int of = json_object_size(position) ? last_untouched_stroke(match) : 0;
    const json_t *stroke = json_object_get(match_entry(match, of), "stroke");
    json_t *events = known_now(match_now(match), json_object_get(stroke, "events"), position);
    if (!events)
        return NULL;
    return json_pack("{s:s, s:s, s:i, s:{s:o}, s:s, s:b, s:f}", "type", "act", "act", "amend", "of", of, "stroke",
                     "events", events, "origin", "camera", "inferred", true, "t", t);
}

/* ---- balls that the match counts and nobody sees ----------------------------------------------------------------- */

/* Strokes during which a ball is looked for before and after: in one it may have been hidden. Where more than a ball or
 * two are not seen, the view is at fault. */
enum { LOOKED_FOR = 2, MISCOUNTED_MAX = 2 };

static bool starts_frame(const json_t *entry)
{
    const char *act = json_string_value(json_object_get(entry, "act"));
    return act && !strcmp(act, "new_frame");
}

/* Balls seen before or after one of the last strokes of this frame; all of them where there were too few strokes. */
static ball_mask seen_of_late(const struct match *m)
{
    const struct scenario *now = match_now(m);
    ball_mask seen = 0;
    int strokes = 0;
    for (int seq = match_next_seq(m) - 1; seq > 1 && strokes < LOOKED_FOR; seq--) {
        const json_t *entry = match_entry(m, seq), *position = json_object_get(entry, "position");
        const json_t *rest = json_object_get(json_object_get(entry, "stroke"), "balls_at_rest");
        if (starts_frame(entry))
            break;
        if (!position || !rest || match_undone(m, seq))
            continue;
        seen |= setup_at(now, position) | setup_at(now, rest);
        strokes++;
    }
    return strokes == LOOKED_FOR ? seen : ~(ball_mask)0;
}

static json_t *names_of(const struct scenario *now, ball_mask balls)
{
    const struct ball_set *set = ball_set(now->game->balls);
    json_t *names = json_array();
    for (BALL_EACH(ball, balls))
        json_array_append_new(names, json_string(ball_name(set, (ball_id)ball)));
    return names;
}

json_t *hindsight_miscounted(const struct match *match, const json_t *position, double t)
{
    const struct scenario *now = match_now(match);
    ball_mask there = setup_at(now, position), alike = now->state.on_table & census_alike(now);
    ball_mask unseen = alike & ~there & ~seen_of_late(match);
    if (!unseen || ball_count(unseen) > MISCOUNTED_MAX)
        return NULL;
    if (!(alike & there)) /* the last of them decides what is on: that is for people to say */
        return NULL;
    return json_pack("{s:s, s:s, s:{s:o}, s:s, s:b, s:f}", "type", "act", "act", "set", "state", "balls_left",
                     names_of(now, now->state.on_table & ~unseen), "origin", "camera", "inferred", true, "t", t);
}
