/* SPDX-License-Identifier: Apache-2.0 */
#include "conduct.h"

#include "infer.h"

#include <string.h>

/* Players hit or pot a ball that is not on about as often: a ruling that is less likely explains nothing better. */
#define OPEN_P 0.02

static bool is_open(const struct match *m, int seq)
{
    return json_array_size(json_object_get(match_ruling(m, seq), "alternatives")) > 1;
}

/* A ball fell or left and nobody was seen to play: it may have been a stroke, of which nothing else is known. */
static bool may_be_unseen_stroke(const struct match *m, int seq)
{
    const char *event = json_string_value(json_object_get(json_object_get(match_entry(m, seq), "stroke"), "event"));
    return event && !strcmp(event, "between");
}

/* A stroke of which the rules cannot be asked, is none that says anything. */
static bool is_legal(struct scenario *s, const json_t *stroke, const json_t *position)
{
    char error[SCENARIO_ERROR_BYTES];
    struct ruling ruling;
    json_t *setup = json_pack("{s:O}", "pos", position);
    s->state.pos.known = 0;
    bool legal = !scenario_change_state(s, setup, "position", error) &&
                 !scenario_read_stroke(s, stroke, "stroke", error) && !rules_refuse(s->game, &s->state, &s->stroke);
    json_decref(setup);
    if (legal)
        rules_judge_seen(s->game, &s->state, &s->stroke, s->events, s->events_n, &ruling);
    return legal && ruling.kind == KIND_NONE;
}

/* Play goes on at once after it, and lets the stroke stand. */
static bool explains(const struct scenario *before, const struct alternative *other, const json_t *stroke,
                     const json_t *position)
{
    struct scenario then = *before;
    struct ruling ruling;
    then.stroke.settled_n = other->settled_n;
    memcpy(then.stroke.settled, other->settled, sizeof then.stroke.settled);
    rules_judge_seen(then.game, &then.state, &then.stroke, then.events, then.events_n, &ruling);
    then.state = ruling.next;
    return !ruling.options && !ruling.next.frame_over && is_legal(&then, stroke, position);
}

static json_t *settle(int of, const struct alternative *as, double t)
{
    return json_pack("{s:s, s:s, s:i, s:o, s:s, s:b, s:b, s:f}", "type", "act", "act", "settle", "of", of, "settled",
                     scenario_settled(as->settled, as->settled_n), "origin", "camera", "inferred", true, "strange",
                     true, "t", t);
}

static json_t *settle_by(const struct match *match, int of, const json_t *stroke, const json_t *position, double t)
{
    struct scenario before;
    struct alternative all[ALTERNATIVES_MAX];
    if (match_judged(match, of, &before))
        return NULL;
    size_t n = rules_alternatives(before.game, &before.state, &before.stroke, before.events, before.events_n, all);
    for (size_t i = 0; i < n; i++)
        if (!all[i].as_judged && all[i].p >= OPEN_P && explains(&before, &all[i], stroke, position))
            return settle(of, &all[i], t);
    return NULL;
}

struct conduct conduct_see(const struct match *match, const json_t *stroke, const json_t *position, double t)
{
    struct scenario now = *match_now(match);
    int of = json_object_size(position) ? infer_last_told(match) : 0;
    if (!of || !(is_open(match, of) || may_be_unseen_stroke(match, of)) || is_legal(&now, stroke, position))
        return (struct conduct){0};
    json_t *act = is_open(match, of) ? settle_by(match, of, stroke, position, t) : NULL;
    return (struct conduct){.settles = act, .asked = act || may_be_unseen_stroke(match, of)};
}
