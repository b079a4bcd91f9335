/* SPDX-License-Identifier: Apache-2.0 */
/* view_breaks.c: which breaks were made? Points that a player scores from one visit to the table (SNK 2.5). */
#include "view.h"

#include <string.h>

struct walk {
    json_t *finished, *open; /* open: NULL or the break that goes on */
    const char *striker;
    int frame;
};

static const char *type_of(const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    return type ? type : "";
}

/* A pocket event that happened more likely than not. */
static json_t *pocketed(const json_t *event)
{
    const char *kind = json_string_value(json_object_get(event, "kind"));
    const json_t *p = json_object_get(event, "p");
    bool happened = kind && !strcmp(kind, "pocket") && (!p || json_number_value(p) >= 0.5);
    return happened ? json_array_get(json_object_get(event, "balls"), 0) : NULL;
}

json_t *view_potted(const json_t *stroke)
{
    json_t *balls = json_array();
    const json_t *events = json_object_get(stroke, "events"), *potted = json_object_get(stroke, "potted");
    for (size_t i = 0; i < json_array_size(potted); i++) {
        json_t *pot = json_array_get(potted, i), *ball = json_object_get(pot, "ball");
        json_array_append(balls, ball ? ball : pot);
    }
    for (size_t i = 0; !json_array_size(potted) && i < json_array_size(events); i++)
        json_array_append(balls, pocketed(json_array_get(events, i))); /* NULL is not appended */
    return balls;
}

static void finish(struct walk *w)
{
    if (w->open)
        json_array_append_new(w->finished, w->open);
    w->open = NULL;
}

static void score(struct walk *w, const json_t *stroke, int points)
{
    if (!w->open)
        w->open = json_pack("{s:s?, s:i, s:[], s:i}", "player", w->striker, "points", 0, "balls", "frame", w->frame);
    json_t *total = json_object_get(w->open, "points"), *potted = view_potted(stroke);
    json_integer_set(total, json_integer_value(total) + points);
    json_array_extend(json_object_get(w->open, "balls"), potted);
    json_decref(potted);
}

static bool same_player(const char *a, const json_t *b)
{
    const char *name = json_string_value(b);
    return a && name && !strcmp(a, name);
}

static void rule(struct walk *w, const json_t *entry, const json_t *ruling)
{
    int points = (int)json_integer_value(json_object_get(ruling, "points"));
    bool foul = json_is_true(json_object_get(ruling, "foul"));
    const json_t *next = json_object_get(ruling, "striker");
    if (!strcmp(type_of(entry), "stroke") && points > 0 && !foul)
        score(w, json_object_get(entry, "stroke"), points);
    if (foul || !same_player(w->striker, next) || json_is_true(json_object_get(ruling, "frame_over")))
        finish(w);
    w->striker = json_string_value(next);
}

static void step(struct walk *w, const json_t *entry, const json_t *ruling)
{
    const char *act = json_string_value(json_object_get(entry, "act"));
    if (!strcmp(type_of(entry), "match"))
        w->striker = json_string_value(json_object_get(entry, "opener"));
    if (!strcmp(type_of(entry), "match") && !w->striker)
        w->striker = json_string_value(json_array_get(json_object_get(entry, "players"), 0));
    if (act && !strcmp(act, "new_frame")) {
        finish(w);
        w->frame++;
    }
    if (ruling)
        rule(w, entry, ruling);
}

json_t *view_breaks(const struct match *match, unsigned count)
{
    struct walk w = {.finished = json_array(), .frame = 1};
    for (int seq = 1; seq < match_next_seq(match); seq++)
        if (!match_undone(match, seq))
            step(&w, match_entry(match, seq), match_ruling(match, seq));
    json_t *last = json_array();
    for (size_t i = json_array_size(w.finished), n = 0; i-- > 0 && n < count; n++)
        json_array_append(last, json_array_get(w.finished, i));
    json_decref(w.finished);
    return json_pack("{s:o, s:o}", "current", w.open ? w.open : json_null(), "last", last);
}
