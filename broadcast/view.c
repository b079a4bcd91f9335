/* SPDX-License-Identifier: Apache-2.0 */
/* view.c: what does the public see of a match? */
#include "view.h"

#include "err.h"
#include "record_json.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view {
    struct view_options options;
    json_t *said;     /* by number - 1: the last ruling line about it, with its verdict; null: none */
    json_int_t calls; /* ruling lines so far: a call is shown when this number changes */
    json_int_t last;  /* number of the entry that the last ruling line was about */
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
    v->said = json_array();
    return 0;
}

void view_close(struct view **view)
{
    if (!*view)
        return;
    json_decref((*view)->said);
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

/* The reason in the other languages; the English one is `why`. New reference, NULL when there is none. */
static json_t *reasons(const char *why)
{
    char nl[400], zh[400];
    if (!*why)
        return NULL;
    return json_pack("{s:s, s:s, s:s}", "en", why, "nl", say_reason(LANGUAGE_NL, why, nl, sizeof nl), "zh",
                     say_reason(LANGUAGE_ZH, why, zh, sizeof zh));
}

static json_t *with_reasons(const json_t *ruling)
{
    json_t *copy = json_copy((json_t *)ruling), *in = reasons(text_of(ruling, "why"));
    if (in)
        json_object_set_new(copy, "reason", in);
    return copy;
}

void view_line(struct view *v, const json_t *line)
{
    json_int_t of = json_integer_value(json_object_get(line, "of"));
    if (match_folds(line)) {
        json_array_append_new(v->said, json_null());
    } else if (!strcmp(text_of(line, "type"), "ruling") && of > 0 && of <= (json_int_t)json_array_size(v->said)) {
        json_array_set_new(v->said, (size_t)of - 1, with_reasons(line));
        v->last = of;
        v->calls++;
    }
    json_decref(v->slow);
    v->slow = NULL;
}

static int last_seq(const struct match *m)
{
    return match_next_seq(m) - 1;
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

static json_t *history_row(const struct match *m, int seq)
{
    const json_t *entry = match_entry(m, seq), *ruling = match_ruling(m, seq);
    json_t *row = json_pack("{s:i, s:O, s:O?, s:O?, s:b, s:O?, s:O?, s:O?, s:O?}", "seq", seq, "type",
                            json_object_get(entry, "type"), "t", json_object_get(entry, "t"), "origin",
                            json_object_get(entry, "origin"), "undone", match_undone(m, seq), "calls",
                            json_object_get(ruling, "calls"), "why", json_object_get(ruling, "why"), "spoken",
                            json_object_get(ruling, "spoken"), "scores", json_object_get(ruling, "scores"));
    if (!strcmp(text_of(entry, "type"), "act"))
        json_object_set_new(row, "title", act_title(entry));
    json_t *in = reasons(text_of(ruling, "why"));
    if (in)
        json_object_set_new(row, "reason", in);
    return row;
}

/* Newest first; the match itself cannot be taken back. */
static json_t *history(const struct view *v, const struct match *m)
{
    json_t *list = json_array();
    for (int seq = last_seq(m); seq > 1 && json_array_size(list) < v->options.history; seq--)
        json_array_append_new(list, history_row(m, seq));
    return list;
}

/* The nomination or call for the stroke to come; null: none was entered. */
static json_t *awaiting(const struct match *m)
{
    for (int seq = last_seq(m); seq > 1; seq--) {
        const json_t *entry = match_entry(m, seq);
        if (!strcmp(text_of(entry, "type"), "stroke"))
            break;
        bool named = !strcmp(text_of(entry, "act"), "nominate") || !strcmp(text_of(entry, "act"), "call");
        if (named && !match_undone(m, seq))
            return json_pack("{s:O?, s:O?}", "ball", json_object_get(entry, "ball"), "pocket",
                             json_object_get(entry, "pocket"));
    }
    return json_null();
}

/* ---- rulings ----------------------------------------------------------------------------------------------------- */

static bool is_about(const json_t *entry, int seq)
{
    static const char *const acts[] = {"accept", "settle", "amend", "undo"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(text_of(entry, "act"), acts[i]))
            return json_integer_value(json_object_get(entry, "of")) == seq;
    return false;
}

static bool is_settled(const struct match *m, int seq)
{
    for (int later = seq + 1; later <= last_seq(m); later++)
        if (is_about(match_entry(m, later), seq) && !match_undone(m, later))
            return true;
    return false;
}

/* By what the referee decided; where no referee did, by how sure the ruling is. */
static bool is_doubtful(const struct view *v, const json_t *ruling)
{
    const json_t *sure = json_object_get(ruling, "sure");
    if (json_object_get(ruling, "verdict"))
        return !strcmp(text_of(ruling, "verdict"), "ask");
    return json_is_number(sure) && json_number_value(sure) < v->options.ask_below;
}

/* With what was odd about the stroke: it may be why people are asked. */
static json_t *with_notes(const json_t *ruling, const json_t *entry)
{
    json_t *ask = json_copy((json_t *)ruling);
    json_object_set(ask, "noticed", json_object_get(entry, "noticed"));
    return ask;
}

/* The newest close call that nobody has settled; null: none. */
static json_t *pending_ask(const struct view *v, const struct match *m)
{
    for (int seq = last_seq(m), looked = 0; seq > 1 && looked < 20; seq--, looked++) {
        json_t *ruling = json_array_get(v->said, (size_t)seq - 1);
        if (is_doubtful(v, ruling) && !match_undone(m, seq) && !is_settled(m, seq))
            return with_notes(ruling, match_entry(m, seq));
    }
    return json_null();
}

static json_t *stroke_shown(const struct match *m)
{
    for (int seq = last_seq(m); seq > 1; seq--) {
        const json_t *entry = match_entry(m, seq), *stroke = json_object_get(entry, "stroke");
        if (strcmp(text_of(entry, "type"), "stroke") || match_undone(m, seq))
            continue;
        return json_pack("{s:i, s:O?, s:O?, s:o, s:O?}", "seq", seq, "first_contact",
                         json_object_get(stroke, "first_contact"), "contacts", json_object_get(stroke, "contacts"),
                         "potted", view_potted(stroke), "events", json_object_get(stroke, "events"));
    }
    return json_null();
}

/* What the player at the table may choose from: as the last thing that was ruled left it. */
static json_t *options(const struct match *m)
{
    for (int seq = last_seq(m); seq > 1; seq--) {
        json_t *list = json_object_get(match_ruling(m, seq), "options");
        if (list && !match_undone(m, seq))
            return json_incref(list);
    }
    return json_array();
}

static json_t *make_slow(const struct view *v, const struct match *m)
{
    json_t *ruling = v->last ? json_array_get(v->said, (size_t)v->last - 1) : json_null();
    return json_pack("{s:i, s:I, s:O, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "seq", last_seq(m), "calls", v->calls,
                     "ruling", ruling, "options", options(m), "ask", pending_ask(v, m), "awaiting", awaiting(m),
                     "stroke", stroke_shown(m), "breaks", view_breaks(m, v->options.breaks), "sight", view_sight(m),
                     "history", history(v, m));
}

/* ---- the state --------------------------------------------------------------------------------------------------- */

static json_t *side(const struct scenario *s, const struct contest *c, enum side side)
{
    char name[2 * NAME_BYTES + 4];
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

static json_t *make_state(struct view *v, const struct match *m)
{
    const struct scenario *s = match_now(m);
    const struct contest *c = match_contest(m);
    static const char *const sides[] = {NULL, "A", "B", NULL};
    if (!v->slow)
        v->slow = make_slow(v, m);
    json_t *state =
        json_pack("{s:s, s:i, s:o, s:{s:o, s:o}, s:s?, s:o, s:o}", "type", "state", "version", 1, "match",
                  contest(s, c), "sides", "A", side(s, c, SIDE_A), "B", side(s, c, SIDE_B), "at_table",
                  sides[side_of(s->state.striker)], "state", public_state(s), "table", table(&s->state.bed));
    json_object_update(state, v->slow);
    return state;
}

char *view_text(struct view *v, const struct match *match, const json_t *live)
{
    json_t *state =
        match_now(match) ? make_state(v, match) : json_pack("{s:s, s:i, s:n}", "type", "state", "version", 1, "match");
    json_object_set(state, "live", live ? (json_t *)live : json_null());
    char *text = json_dumps(state, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    json_decref(state);
    return text;
}
