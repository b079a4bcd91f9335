/* SPDX-License-Identifier: Apache-2.0 */
#include "astray.h"

#include "told.h"

#define MOVED_MM 50.0 /* a hand that takes a ball up to clean it puts it back nearer than this */

/* Into a pocket; or by whatever was taken for a hand: nobody may take up a ball that is in play. */
static bool leaves(const struct scenario *now, ball_id ball, const json_t *event)
{
    bool lost = told_is(event, "pocket") || told_is(event, "removed");
    return lost && told_p(event) >= 0.5 && ball_in(scenario_balls(now, told_ball(event, 0)), ball);
}

static const json_t *leaving(const struct scenario *now, ball_id ball, const json_t *events)
{
    for (size_t i = 0; i < json_array_size(events); i++)
        if (leaves(now, ball, json_array_get(events, i)))
            return json_array_get(events, i);
    return NULL;
}

/* Somewhere else than the match has it. */
static bool lies_elsewhere(const struct scenario *now, ball_id ball, const json_t *at)
{
    const struct layout *known = &now->state.pos;
    return ball_in(known->known, ball) && vec2_dist(known->at[ball], told_place(at)) > MOVED_MM;
}

/* As they count for one who says that it was struck: what was taken for a hand's doing was a ball on its way, off the
 * table unless it lies there yet. New reference. */
static json_t *as_struck(const struct scenario *now, ball_id ball, const json_t *events, bool off)
{
    json_t *kept = json_array();
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *own = json_copy(json_array_get(events, i));
        if (off && leaves(now, ball, own) && told_is(own, "removed"))
            json_object_set_new(own, "kind", json_string("off"));
        json_array_append_new(kept, own);
    }
    return kept;
}

/* Where balls are put back, or the cue-ball is taken in hand: but for one that the last stroke left where it lay. */
static bool may_be_carried(const struct scenario *now, ball_id ball)
{
    const struct layout *lay = &now->state.origin.pos;
    bool lay_there = now->state.origin.known && ball_in(lay->known, ball) &&
                     vec2_dist(lay->at[ball], now->state.pos.at[ball]) <= MOVED_MM;
    return now->state.in_hand || !lay_there;
}

ball_id astray_find(const struct scenario *now, bool in_hand, const json_t *events, const json_t *places)
{
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask cue = scenario_balls(now, "cue");
    for (BALL_EACH(ball, in_hand ? now->state.on_table & ~cue : now->state.on_table | cue)) {
        const json_t *event = leaving(now, (ball_id)ball, events),
                     *at = json_object_get(places, ball_name(set, (ball_id)ball));
        if (!event || (in_hand && told_is(event, "removed") && (!at || may_be_carried(now, (ball_id)ball))))
            continue;
        if (!at || (told_is(event, "removed") && lies_elsewhere(now, (ball_id)ball, at)))
            return (ball_id)ball;
    }
    return BALL_NONE;
}

/* What lies there, and the ball where the match has it: that is where it goes back to. New reference. */
static json_t *with_ball(const struct scenario *now, ball_id ball, const json_t *position)
{
    const char *name = ball_name(ball_set(now->game->balls), ball);
    struct vec2 at = now->state.pos.at[ball];
    json_t *all = json_deep_copy(position);
    if (!json_object_get(all, name) && ball_in(now->state.pos.known, ball))
        json_object_set_new(all, name, json_pack("[f, f]", at.x, at.y));
    return all;
}

json_t *astray_entry(const struct scenario *now, ball_id ball, const json_t *events, const json_t *position,
                     const json_t *places, double t, double offset)
{
    const char *name = ball_name(ball_set(now->game->balls), ball);
    const json_t *event = leaving(now, ball, events);
    bool lies = json_object_get(places, name);
    double left = told_t(event) + offset;
    json_t *stroke = json_pack("{s:s, s:f, s:f, s:[{s:s}], s:o}", "event", "between", "t0", left, "t1", left,
                               "fell_unhit", "ball", name, "events", as_struck(now, ball, events, !lies));
    if (lies)
        json_object_set(stroke, "balls_at_rest", (json_t *)places);
    const char *did = told_is(event, "pocket") ? "fell into a pocket" : lies ? "lies elsewhere" : "left the table";
    json_t *noticed = json_array();
    json_array_append_new(noticed, json_sprintf("%s %s and nobody had played", name, did));
    json_t *entry = json_pack("{s:s, s:f, s:s, s:b, s:o, s:o}", "type", "stroke", "t", t, "origin", "camera", "strange",
                              true, "noticed", noticed, "stroke", stroke);
    if (json_object_size(position))
        json_object_set_new(entry, "position", with_ball(now, ball, position));
    return entry;
}
