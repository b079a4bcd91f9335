/* SPDX-License-Identifier: Apache-2.0 */
/* scenario_events.c: events as `whiteglove track` writes them (FORMATS section 4), read back for judging. */
#include "err.h"
#include "scenario.h"

#include <stdio.h>
#include <string.h>

static enum event_kind kind_of(const char *word)
{
    for (int i = EVENT_NONE + 1; word && i < EVENT_KINDS; i++)
        if (!strcmp(event_kind_name((enum event_kind)i), word))
            return (enum event_kind)i;
    return EVENT_NONE;
}

static ns_t seconds(const json_t *value)
{
    return (ns_t)(json_number_value(value) * (double)NS_PER_S);
}

static ball_id ball_at(const struct scenario *s, const json_t *balls, size_t i)
{
    const char *word = json_string_value(json_array_get(balls, i));
    return word ? ball_first(scenario_balls(s, word) & (s->state.on_table | scenario_balls(s, "cue"))) : BALL_NONE;
}

static void read_vector(const json_t *list, struct vec2 *out)
{
    if (json_array_size(list) == 2)
        *out = (struct vec2){json_number_value(json_array_get(list, 0)), json_number_value(json_array_get(list, 1))};
}

/* "top", or "top:curved" where the face is known. */
static void read_cushion(const char *word, struct event *e)
{
    char name[WORD_MAX];
    const char *colon = word ? strchr(word, ':') : NULL;
    snprintf(name, sizeof name, "%.*s", colon ? (int)(colon - word) : WORD_MAX - 1, word ? word : "");
    e->cushion = cushion_from_name(name);
    if (e->cushion && colon)
        e->face = !strcmp(colon, ":curved") ? FACE_CURVED : FACE_FLAT;
}

/* {"frames": [from, to], "measured", "limit", "sd"} */
static void read_evidence(const json_t *o, struct evidence *why)
{
    const json_t *frames = json_object_get(o, "frames");
    why->frame_from = (int64_t)json_integer_value(json_array_get(frames, 0));
    why->frame_to = (int64_t)json_integer_value(json_array_get(frames, 1));
    why->measured = (float)json_number_value(json_object_get(o, "measured"));
    why->limit = (float)json_number_value(json_object_get(o, "limit"));
    why->sd = (float)json_number_value(json_object_get(o, "sd"));
}

/* An event without a time came with the one before it: `after`. */
static const char *read_event(const struct scenario *s, const json_t *o, ns_t after, struct event *e)
{
    const json_t *p = json_object_get(o, "p"), *balls = json_object_get(o, "balls");
    *e = (struct event){.kind = kind_of(json_string_value(json_object_get(o, "kind")))};
    if (!e->kind)
        return "unknown kind of event";
    e->p = p ? (float)json_number_value(p) : 1;
    if (!(e->p >= 0 && e->p <= 1))
        return "p must be from 0 to 1";
    e->a = ball_at(s, balls, 0);
    e->b = ball_at(s, balls, 1);
    if (!e->a && e->kind != EVENT_GAP)
        return "an event needs a ball that is on the table";
    const json_t *t = json_object_get(o, "t");
    e->t = t ? seconds(t) : after;
    e->t_sd = seconds(json_object_get(o, "t_sd"));
    e->pocket = pocket_from_name(json_string_value(json_object_get(o, "pocket")));
    read_cushion(json_string_value(json_object_get(o, "cushion")), e);
    read_vector(json_object_get(o, "at"), &e->at);
    read_vector(json_object_get(o, "v"), &e->v);
    if (e->kind == EVENT_GAP)
        e->lasted = seconds(json_object_get(o, "to")) - seconds(json_object_get(o, "from"));
    e->into = json_is_true(json_object_get(o, "into"));
    e->speed = (float)json_number_value(json_object_get(o, "speed"));
    read_evidence(json_object_get(o, "evidence"), &e->why);
    return NULL;
}

/* Judging goes from the first event to the last. Whatever order they were listed in, their times count. */
static void add_in_time(struct scenario *s, const struct event *e)
{
    size_t i = s->events_n++;
    for (; i > 0 && s->events[i - 1].t > e->t; i--)
        s->events[i] = s->events[i - 1];
    s->events[i] = *e;
}

int scenario_read_events(struct scenario *s, const json_t *list, const char *where, char error[SCENARIO_ERROR_BYTES])
{
    s->events_n = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (s->events_n == SCENARIO_EVENTS) {
            snprintf(error, SCENARIO_ERROR_BYTES, "%s: more than %d events", where, SCENARIO_EVENTS);
            return ERR_RANGE;
        }
        struct event e;
        ns_t after = s->events_n ? s->events[s->events_n - 1].t : 0;
        const char *wrong = read_event(s, json_array_get(list, i), after, &e);
        if (wrong) {
            snprintf(error, SCENARIO_ERROR_BYTES, "%s: stroke.events[%zu]: %s", where, i, wrong);
            return ERR_FORMAT;
        }
        add_in_time(s, &e);
    }
    return 0;
}
