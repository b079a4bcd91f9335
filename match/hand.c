/* SPDX-License-Identifier: Apache-2.0 */
#include "hand.h"

#include "told.h"

#include <math.h>

#define SLIDE_MM_S2   2500.0 /* no cloth slows a sliding ball more */
#define CARRIED_SHARE 0.5    /* of the least time that a free ball needs to stop */
#define CARRIED_MM    100.0
#define SHIFTED_MM    400.0 /* players place a ball in hand with cue or hand, and shift it until it suits them */

static bool is_kind(const json_t *event, const char *kind, const char *ball, double p)
{
    return told_is(event, kind) && told_p(event) >= p && told_names(event, ball);
}

static bool has(const json_t *events, const char *kind, const char *ball, double p)
{
    for (size_t i = 0; i < json_array_size(events); i++)
        if (is_kind(json_array_get(events, i), kind, ball, p))
            return true;
    return false;
}

/* Another ball rolled: something struck it. `lightly`: an arm over it may make one seem to come to rest. */
static bool moved_others(const json_t *events, const char *cue, bool lightly)
{
    static const char *const kinds[] = {"contact", "cushion", "pocket", "off", "rest"};
    const size_t n = sizeof kinds / sizeof *kinds - !lightly;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *e = json_array_get(events, i);
        const char *ball = told_ball(e, 0);
        for (size_t k = 0; *ball && strcmp(ball, cue) != 0 && k < n; k++)
            if (is_kind(e, kinds[k], ball, 0.5))
                return true;
    }
    return false;
}

/* Where that happened to it; NULL: it did not. */
static const json_t *place_of(const json_t *events, const char *kind, const char *ball)
{
    for (size_t i = 0; i < json_array_size(events); i++)
        if (is_kind(json_array_get(events, i), kind, ball, 0))
            return json_object_get(json_array_get(events, i), "at");
    return NULL;
}

/* From where it was struck; endless when that is not known. */
static double far_from_strike(const json_t *events, const char *cue, const json_t *to)
{
    const json_t *from = place_of(events, "strike", cue);
    bool known = json_array_size(from) == 2 && json_array_size(to) == 2;
    return known ? vec2_dist(told_place(from), told_place(to)) : INFINITY;
}

/* One that is lifted out of the jaws looks as if it fell from there. */
static bool fell_where_it_lay(const json_t *events, const char *cue)
{
    return far_from_strike(events, cue, place_of(events, "pocket", cue)) < CARRIED_MM;
}

static bool was_potted(const json_t *stroke, const json_t *events, const char *cue)
{
    return json_array_size(json_object_get(stroke, "potted")) || has(events, "pocket", cue, 0.3);
}

/* Only a struck ball does these. One that is in hand and is lifted looks as if it left the table, or fell. */
static bool did_something(const json_t *stroke, const json_t *events, const char *cue, bool in_hand)
{
    return moved_others(events, cue, !in_hand) || json_array_size(json_object_get(stroke, "first_contact")) ||
           has(events, "contact", cue, 0.5) || has(events, "cushion", cue, 0.5) ||
           (was_potted(stroke, events, cue) && !(in_hand && fell_where_it_lay(events, cue))) ||
           (!in_hand && (json_array_size(json_object_get(stroke, "forced_off")) || has(events, "off", cue, 0.5)));
}

/* How far it went: from where it was struck to where it lies. */
static double travelled(const json_t *stroke, const json_t *events, const char *cue)
{
    return far_from_strike(events, cue, json_object_get(json_object_get(stroke, "balls_at_rest"), cue));
}

static double time_of(const json_t *events, const char *kind, const char *ball)
{
    for (size_t i = json_array_size(events); i-- > 0;)
        if (is_kind(json_array_get(events, i), kind, ball, 0))
            return told_t(json_array_get(events, i));
    return NAN;
}

/* What happened before the strike is no part of it: there a ball in hand is taken up and set down. New reference. */
static json_t *since_strike(const json_t *events, const char *cue)
{
    json_t *since = json_array();
    double strike = time_of(events, "strike", cue);
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_t *e = json_array_get(events, i), *t = json_object_get(e, "t");
        if (!t || !(json_number_value(t) < strike))
            json_array_append(since, e);
    }
    return since;
}

/* It lay still again sooner than a ball that nobody holds can stop. */
static bool was_carried(const json_t *stroke, const json_t *events, const char *cue)
{
    double far = travelled(stroke, events, cue), took = time_of(events, "rest", cue) - time_of(events, "strike", cue);
    return isfinite(far) && far > CARRIED_MM && took < CARRIED_SHARE * sqrt(2 * far / SLIDE_MM_S2);
}

static enum hand judge_hand(const json_t *stroke, const json_t *events, const char *cue, bool in_hand)
{
    if (!json_array_size(events) || did_something(stroke, events, cue, in_hand))
        return HAND_NONE;
    if (has(events, "removed", cue, 0.3) || was_carried(stroke, events, cue) || fell_where_it_lay(events, cue))
        return in_hand ? HAND_SURE : HAND_MAYBE;
    bool shifted = travelled(stroke, events, cue) < SHIFTED_MM || has(events, "off", cue, 0.5);
    return in_hand && shifted ? HAND_MAYBE : HAND_NONE;
}

enum hand hand_at_cue_ball(const struct scenario *now, bool offered, const json_t *stroke, const json_t *events)
{
    const json_t *own = json_object_get(stroke, "events");
    const char *struck = json_string_value(json_object_get(stroke, "struck"));
    const char *cue = struck ? struck : "cue";
    json_t *since = since_strike(own ? own : events, cue);
    enum hand hand = judge_hand(stroke, since, cue, now->state.in_hand || offered);
    json_decref(since);
    return hand;
}
