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
    json_t *total = json_object_get(w->open, "points"), *balls = json_object_get(w->open, "balls");
    const json_t *potted = json_object_get(stroke, "potted");
    json_integer_set(total, json_integer_value(total) + points);
    for (size_t i = 0; i < json_array_size(potted); i++) {
        json_t *pot = json_array_get(potted, i), *ball = json_object_get(pot, "ball");
        json_array_append(balls, json_is_string(pot) ? pot : ball ? ball : json_null());
    }
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
    if (json_is_object(ruling))
        rule(w, entry, ruling);
}

json_t *view_breaks(const json_t *entries, const json_t *rulings, unsigned count)
{
    struct walk w = {.finished = json_array(), .frame = 1};
    for (size_t i = 0; i < json_array_size(entries); i++)
        if (json_is_object(json_array_get(entries, i)))
            step(&w, json_array_get(entries, i), json_array_get(rulings, i));
    json_decref(w.open);
    json_t *last = json_array();
    for (size_t i = json_array_size(w.finished), n = 0; i-- > 0 && n < count; n++)
        json_array_append(last, json_array_get(w.finished, i));
    json_decref(w.finished);
    return last;
}
