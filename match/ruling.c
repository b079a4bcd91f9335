/* SPDX-License-Identifier: Apache-2.0 */
/* ruling.c: what does the journal say of a ruling, and what changed between two of them? */
#include "ruling.h"

#include <math.h>
#include <string.h>

/* "contact cue red-3": what an event is called where people read of it. */
static json_t *event_words(const struct scenario *s, const struct event *e)
{
    const struct ball_set *set = ball_set(s->game->balls);
    return json_sprintf("%s %s%s%s", event_kind_name(e->kind), e->a ? ball_name(set, e->a) : "", e->b ? " " : "",
                        e->b ? ball_name(set, e->b) : "");
}

/* Rulings rest on the first contact, on what fell and left, and on the one event that would change them. */
static bool is_evidence(const struct ruling *r, const struct event *e, size_t i, bool first)
{
    bool hinge = r->hinge.question == QUESTION_EVENT && r->hinge.which == i;
    bool told = e->p >= 0.5f && (e->kind == EVENT_POCKET || e->kind == EVENT_OFF || e->kind == EVENT_JUMP ||
                                 e->kind == EVENT_DISTURBED || (first && e->kind == EVENT_CONTACT));
    return hinge || told;
}

static void add_events(json_t *list, const struct scenario *s, const struct ruling *r)
{
    bool first = true;
    for (size_t i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if (!is_evidence(r, e, i, first))
            continue;
        first = first && e->kind != EVENT_CONTACT;
        json_array_append_new(list, json_pack("{s:o, s:i, s:f, s:f, s:[I, I], s:f, s:f, s:f}", "event",
                                              event_words(s, e), "which", (int)i, "t", (double)e->t / (double)NS_PER_S,
                                              "p", (double)e->p, "frames", (json_int_t)e->why.frame_from,
                                              (json_int_t)e->why.frame_to, "measured", (double)e->why.measured, "limit",
                                              (double)e->why.limit, "sd", (double)e->why.sd));
    }
}

static json_t *evidence_of(const struct scenario *s, const struct ruling *r)
{
    json_t *list = json_array();
    add_events(list, s, r);
    for (int i = 0; i < r->measured_n; i++) {
        const struct measured *m = &r->measured[i];
        if (isfinite(m->margin))
            json_array_append_new(list, json_pack("{s:s, s:i, s:f, s:f, s:f}", "question", question_word(m->question),
                                                  "which", m->which, "measured", m->margin, "limit", 0.0, "sd", m->sd));
    }
    return list;
}

/* The state in *s is still the one before the stroke: the alternatives are judged from there. */
static json_t *alternatives_of(const struct scenario *s)
{
    struct alternative all[ALTERNATIVES_MAX];
    size_t n = rules_alternatives(s->game, &s->state, &s->stroke, s->events, s->events_n, all);
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:f, s:s, s:b, s:o}", "p", all[i].p, "then", all[i].then, "as_judged",
                                              all[i].as_judged, "settled",
                                              scenario_settled(all[i].settled, all[i].settled_n)));
    return list;
}

json_t *ruling_line(const struct scenario *s, const struct ruling *r, int of)
{
    static const char *const keys[][2] = {
        {"calls", "calls"},
        {"clauses", "clauses"},
        {"why", "why"},
        {"kind", "kind"},
        {"foul", "foul"},
        {"penalty", "penalty"},
        {"points", "points"},
        {"scores_after", "scores"},
        {"next_striker", "striker"},
        {"ball_on_next", "ball_on"},
        {"options", "options"},
        {"respot", "respot"},
        {"replace", "replace"},
        {"in_hand", "in_hand"},
        {"in_hand_area", "in_hand_area"},
        {"free_ball", "free_ball"},
        {"touching_ball", "touching"},
        {"frame_over", "frame_over"},
        {"winner", "winner"},
        {"warning", "warning"},
        {"spoken", "spoken"},
        {"sure", "sure"},
        {"hinge", "hinge"},
    };
    json_t *all = scenario_write(s, r, NULL), *line = json_pack("{s:s, s:i}", "type", "ruling", "of", of);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set(line, keys[i][1], json_object_get(all, keys[i][0]));
    if (r->hinge.question || r->sure < 0.995) /* two doubts together may matter where neither does alone */
        json_object_set_new(line, "alternatives", alternatives_of(s));
    if (r->inferred)
        json_object_set_new(line, "inferred", json_pack("{s:o}", "nominated", scenario_ball_words(s, r->inferred)));
    json_object_set_new(line, "break", json_integer(r->next.break_score));
    json_object_set_new(line, "evidence", evidence_of(s, r));
    if (r->hinge.question == QUESTION_EVENT && r->hinge.which < s->events_n)
        json_object_set_new(json_object_get(line, "hinge"), "event", event_words(s, &s->events[r->hinge.which]));
    json_decref(all);
    return line;
}

/* What players would hear or see of it. */
static bool tells_the_same(const json_t *a, const json_t *b)
{
    static const char *const keys[] = {"calls",   "penalty",   "points", "striker",    "ball_on",
                                       "replace", "free_ball", "respot", "frame_over", "winner"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *x = json_object_get(a, keys[i]), *y = json_object_get(b, keys[i]);
        if (x && y ? !json_equal(x, y) : x != y)
            return false;
    }
    return true;
}

static const char *in_words(const json_t *line)
{
    const char *why = json_string_value(json_object_get(line, "why"));
    return why ? why : "nothing";
}

json_t *ruling_change(int of, const json_t *was, const json_t *now)
{
    if (tells_the_same(was, now))
        return NULL;
    return json_pack("{s:i, s:s, s:s}", "of", of, "was", in_words(was), "now", in_words(now));
}

json_t *ruling_now(const struct scenario *s)
{
    const struct state *t = &s->state;
    return json_pack("{s:{s:i, s:i}, s:s?, s:o}", "scores", "A", t->score[SIDE_A], "B", t->score[SIDE_B], "striker",
                     t->striker ? s->player[t->striker] : NULL, "ball_on", scenario_ball_words(s, t->on));
}
