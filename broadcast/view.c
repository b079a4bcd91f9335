/* SPDX-License-Identifier: Apache-2.0 */
/* view.c: what does the public see of a match? */
#include "view.h"

#include "err.h"
#include "record_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view {
    struct view_options options;
    json_t *entries;  /* entry i has number i + 1 */
    json_t *rulings;  /* the one that stands for it; null: none */
    json_int_t calls; /* ruling lines so far: a call is shown when this number changes */
    json_int_t last;  /* index of the entry that the last ruling line was about, from 1 */
    json_t *slow;     /* what only changes with a line; NULL: to be made */
};

struct view_options view_defaults(void)
{
    return (struct view_options){.ask_below = 0.9, .history = 40, .breaks = 3};
}

int view_open(struct view **view, const struct view_options *options)
{
    struct view *v = *view = calloc(1, sizeof *v);
    if (!v)
        return ERR_MEMORY;
    v->options = *options;
    v->entries = json_array();
    v->rulings = json_array();
    return 0;
}

void view_close(struct view **view)
{
    if (!*view)
        return;
    json_decref((*view)->entries);
    json_decref((*view)->rulings);
    json_decref((*view)->slow);
    free(*view);
    *view = NULL;
}

/* ---- lines in ---------------------------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool is_entry(const json_t *line)
{
    static const char *const types[] = {"match", "stroke", "act", "clock"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(text_of(line, "type"), types[i]))
            return true;
    return false;
}

void view_line(struct view *v, const json_t *line)
{
    json_int_t of = json_integer_value(json_object_get(line, "of"));
    if (is_entry(line)) {
        json_array_append(v->entries, (json_t *)line);
        json_array_append_new(v->rulings, json_null());
    } else if (!strcmp(text_of(line, "type"), "ruling") && of > 0 && of <= (json_int_t)json_array_size(v->rulings)) {
        json_array_set(v->rulings, (size_t)of - 1, (json_t *)line);
        v->last = of;
        v->calls++;
    }
    json_decref(v->slow);
    v->slow = NULL;
}

static json_int_t target_of(const json_t *entry, const char *act)
{
    return strcmp(text_of(entry, "act"), act) ? 0 : json_integer_value(json_object_get(entry, "of"));
}

/* Taken back by a later undo that was not itself taken back. */
static bool is_undone(const struct view *v, size_t i)
{
    for (size_t k = json_array_size(v->entries); k-- > i + 1;)
        if (target_of(json_array_get(v->entries, k), "undo") == (json_int_t)i + 1 && !is_undone(v, k))
            return true;
    return false;
}

/* ---- what was entered -------------------------------------------------------------------------------------------- */

/* "nominate pink", "flag feet": the act and its telling parameter. */
static json_t *act_title(const json_t *entry)
{
    static const char *const keys[] = {"choice", "ball", "flag", "of"};
    char title[120];
    const json_t *detail = NULL;
    for (int i = 0; i < 4 && !detail; i++)
        detail = json_object_get(entry, keys[i]);
    if (json_is_integer(detail))
        snprintf(title, sizeof title, "%.40s %d", text_of(entry, "act"), (int)json_integer_value(detail));
    else
        snprintf(title, sizeof title, "%.40s%s%.60s", text_of(entry, "act"), json_is_string(detail) ? " " : "",
                 json_is_string(detail) ? json_string_value(detail) : "");
    return json_string(title);
}

static json_t *history_row(const struct view *v, size_t i)
{
    const json_t *entry = json_array_get(v->entries, i), *ruling = json_array_get(v->rulings, i);
    json_t *row = json_pack("{s:i, s:O, s:O?, s:O?, s:b, s:O?, s:O?, s:O?, s:O?}", "seq", (int)i + 1, "type",
                            json_object_get(entry, "type"), "t", json_object_get(entry, "t"), "origin",
                            json_object_get(entry, "origin"), "undone", is_undone(v, i), "calls",
                            json_object_get(ruling, "calls"), "why", json_object_get(ruling, "why"), "spoken",
                            json_object_get(ruling, "spoken"), "scores", json_object_get(ruling, "scores"));
    if (!strcmp(text_of(entry, "type"), "act"))
        json_object_set_new(row, "title", act_title(entry));
    return row;
}

/* Newest first; the match itself cannot be taken back. */
static json_t *history(const struct view *v)
{
    json_t *list = json_array();
    for (size_t i = json_array_size(v->entries); i-- > 1 && json_array_size(list) < v->options.history;)
        json_array_append_new(list, history_row(v, i));
    return list;
}

/* The nomination or call for the stroke to come; null: none was entered. */
static json_t *awaiting(const struct view *v)
{
    for (size_t i = json_array_size(v->entries); i-- > 1;) {
        const json_t *entry = json_array_get(v->entries, i);
        if (!strcmp(text_of(entry, "type"), "stroke"))
            break;
        bool named = !strcmp(text_of(entry, "act"), "nominate") || !strcmp(text_of(entry, "act"), "call");
        if (named && !is_undone(v, i))
            return json_pack("{s:O?, s:O?}", "ball", json_object_get(entry, "ball"), "pocket",
                             json_object_get(entry, "pocket"));
    }
    return json_null();
}

/* ---- rulings ----------------------------------------------------------------------------------------------------- */

static bool is_settled(const struct view *v, size_t i)
{
    static const char *const acts[] = {"accept", "settle", "amend", "undo"};
    for (size_t k = i + 1; k < json_array_size(v->entries); k++)
        for (int a = 0; a < 4; a++)
            if (target_of(json_array_get(v->entries, k), acts[a]) == (json_int_t)i + 1 && !is_undone(v, k))
                return true;
    return false;
}

static bool is_doubtful(const struct view *v, const json_t *ruling)
{
    const json_t *sure = json_object_get(ruling, "sure");
    return !strcmp(text_of(ruling, "verdict"), "ASK") ||
           (json_is_number(sure) && json_number_value(sure) < v->options.ask_below);
}

/* The newest close call that nobody has settled; null: none. */
static json_t *pending_ask(const struct view *v)
{
    for (size_t i = json_array_size(v->rulings), looked = 0; i-- > 1 && looked < 20; looked++) {
        json_t *ruling = json_array_get(v->rulings, i);
        if (is_doubtful(v, ruling) && !is_undone(v, i) && !is_settled(v, i))
            return json_incref(ruling);
    }
    return json_null();
}

static json_t *stroke_shown(const struct view *v)
{
    for (size_t i = json_array_size(v->entries); i-- > 1;) {
        const json_t *entry = json_array_get(v->entries, i), *stroke = json_object_get(entry, "stroke");
        if (strcmp(text_of(entry, "type"), "stroke") || is_undone(v, i))
            continue;
        return json_pack("{s:i, s:O?, s:O?, s:o, s:O?}", "seq", (int)i + 1, "first_contact",
                         json_object_get(stroke, "first_contact"), "contacts", json_object_get(stroke, "contacts"),
                         "potted", view_potted(stroke), "events", json_object_get(stroke, "events"));
    }
    return json_null();
}

static json_t *breaks(const struct view *v)
{
    json_t *standing = json_array();
    for (size_t i = 0; i < json_array_size(v->entries); i++)
        json_array_append_new(standing, is_undone(v, i) ? json_null() : json_incref(json_array_get(v->entries, i)));
    json_t *list = view_breaks(standing, v->rulings, v->options.breaks);
    json_decref(standing);
    return list;
}

/* What the player at the table may choose from: as the last thing that was ruled left it. */
static json_t *options(const struct view *v)
{
    for (size_t i = json_array_size(v->rulings); i-- > 1;) {
        json_t *list = json_object_get(json_array_get(v->rulings, i), "options");
        if (list && !is_undone(v, i))
            return json_incref(list);
    }
    return json_array();
}

static json_t *make_slow(const struct view *v)
{
    json_t *ruling = v->last ? json_array_get(v->rulings, (size_t)v->last - 1) : json_null();
    return json_pack("{s:i, s:I, s:O, s:o, s:o, s:o, s:o, s:o, s:o}", "seq", (int)json_array_size(v->entries), "calls",
                     v->calls, "ruling", ruling, "options", options(v), "ask", pending_ask(v), "awaiting", awaiting(v),
                     "stroke", stroke_shown(v), "breaks", breaks(v), "history", history(v));
}

/* ---- the state --------------------------------------------------------------------------------------------------- */

static json_t *side(const struct scenario *s, const struct contest *c, enum side side)
{
    char name[2 * WORD_MAX + 4];
    bool pair = s->state.players == 4;
    snprintf(name, sizeof name, "%s%s%s", s->player[side], pair ? " & " : "", pair ? s->player[side + 2] : "");
    return json_pack("{s:s, s:i, s:i, s:i, s:s?}", "name", name, "score", s->state.score[side], "frames",
                     c->frames_won[side], "games", c->games_won[side], "group", group_word(s->state.group[side]));
}

static json_t *spots(const struct bed *bed)
{
    static const char *const names[SPOT_COUNT] = {NULL,   "yellow", "green", "brown", "blue",
                                                  "pink", "black",  "head",  "foot"};
    json_t *map = json_object();
    for (int i = 1; i < SPOT_COUNT; i++)
        if (bed->spot[i].x != 0 || bed->spot[i].y != 0 || i == SPOT_BLUE)
            json_object_set_new(map, names[i], json_pack("[f, f]", bed->spot[i].x, bed->spot[i].y));
    return map;
}

static json_t *table(const struct bed *bed)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:o}", "length", bed->length, "width", bed->width, "ball_d",
                     bed->ball_d, "cue_ball_d", bed->cue_ball_d, "baulk_x", bed->baulk_x, "d_radius", bed->d_radius,
                     "spots", spots(bed));
}

static json_t *contest(const struct scenario *s, const struct contest *c)
{
    static const char *const sides[] = {NULL, "A", "B", "tie"};
    json_t *players = json_array();
    for (int i = 1; i <= s->state.players; i++)
        json_array_append_new(players, json_string(s->player[i]));
    return json_pack("{s:s, s:s, s:s, s:o, s:i, s:i, s:i, s:i, s:b, s:s?}", "game", s->game->name, "title",
                     s->game->title, "edition", s->game->edition, "players", players, "frames", c->format.frames,
                     "games", c->format.games, "frame", c->frame, "game_no", c->game, "over", c->over, "winner",
                     c->over ? sides[c->winner] : NULL);
}

/* Counters stay inside: some of them are things that a referee has not told yet. */
static json_t *public_state(const struct scenario *s)
{
    json_t *state = record_state(s);
    json_object_del(state, "counters");
    return state;
}

static json_t *make_state(struct view *v, const struct scenario *s, const struct contest *c)
{
    static const char *const sides[] = {NULL, "A", "B", NULL};
    if (!v->slow)
        v->slow = make_slow(v);
    json_t *state =
        json_pack("{s:s, s:i, s:o, s:{s:o, s:o}, s:s?, s:o, s:o}", "type", "state", "version", 1, "match",
                  contest(s, c), "sides", "A", side(s, c, SIDE_A), "B", side(s, c, SIDE_B), "at_table",
                  sides[side_of(s->state.striker)], "state", public_state(s), "table", table(&s->state.bed));
    json_object_update(state, v->slow);
    return state;
}

char *view_text(struct view *v, const struct match *match, const json_t *live)
{
    const struct scenario *s = match_now(match);
    json_t *state = s ? make_state(v, s, match_contest(match))
                      : json_pack("{s:s, s:i, s:n}", "type", "state", "version", 1, "match");
    json_object_set(state, "live", live ? (json_t *)live : json_null());
    char *text = json_dumps(state, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    json_decref(state);
    return text;
}
