/* SPDX-License-Identifier: Apache-2.0 */
/* track_json.c: what tracking tells, as JSON lines: `type` first, times in s, places in mm. */
#include "track_json.h"

#include <math.h>
#include <stdio.h>

static double rounded(double x, double unit)
{
    return round(x / unit) * unit;
}

static json_t *seconds(ns_t t)
{
    return json_real(rounded((double)t / 1e9, 1e-6));
}

static json_t *number(double x)
{
    return json_real(rounded(x, 1e-3));
}

static json_t *point(struct vec2 p)
{
    return json_pack("[o,o]", number(p.x), number(p.y));
}

static json_t *name(const struct ball_set *set, ball_id id)
{
    return json_string(ball_name(set, id));
}

json_t *track_json_position(const struct ball_set *set, const struct track_position *p)
{
    json_t *balls = json_array();
    for (BALL_EACH(id, p->known)) {
        json_t *ball = json_pack("{s:o,s:o,s:o,s:o}", "id", name(set, (ball_id)id), "x", number(p->at[id].x), "y",
                                 number(p->at[id].y), "sd", number(p->sd[id]));
        if (p->scatter[id] > 0)
            json_object_set_new(ball, "scatter", number(p->scatter[id]));
        json_array_append_new(balls, ball);
    }
    return json_pack("{s:s,s:o,s:o}", "type", "position", "t", seconds(p->t), "balls", balls);
}

static void add_place(json_t *line, const struct event *e)
{
    char text[32];
    if (e->kind == EVENT_POCKET)
        json_object_set_new(line, "pocket", json_string(pocket_name(e->pocket)));
    if (e->kind == EVENT_CUSHION) {
        snprintf(text, sizeof text, "%s:%s", cushion_name(e->cushion), e->face == FACE_CURVED ? "curved" : "flat");
        json_object_set_new(line, "cushion", json_string(text));
    }
    if (e->kind == EVENT_LINE)
        json_object_set_new(line, "into", json_boolean(e->into));
}

static void add_motion(json_t *line, const struct event *e)
{
    if (e->kind == EVENT_STRIKE)
        json_object_set_new(line, "v", point(e->v));
    if (e->kind == EVENT_CONTACT || e->kind == EVENT_CUSHION || e->kind == EVENT_STRIKE || event_is_hint(e->kind))
        json_object_set_new(line, "speed", number(e->speed));
    if (e->kind == EVENT_GAP) {
        json_object_set_new(line, "from", seconds(e->t));
        json_object_set_new(line, "to", seconds(e->t + e->lasted));
        json_object_set_new(line, "why", json_string("the view was lost"));
    }
}

json_t *track_json_event(const struct ball_set *set, const struct event *e)
{
    json_t *balls = json_array();
    if (e->a)
        json_array_append_new(balls, name(set, e->a));
    if (e->b)
        json_array_append_new(balls, name(set, e->b));
    json_t *line =
        json_pack("{s:s,s:o,s:o,s:s,s:o,s:o,s:o}", "type", "event", "t", seconds(e->t), "t_sd", seconds(e->t_sd),
                  "kind", event_kind_name(e->kind), "balls", balls, "at", point(e->at), "p", number(e->p));
    add_place(line, e);
    add_motion(line, e);
    json_object_set_new(line, "evidence",
                        json_pack("{s:[I,I],s:o,s:o,s:o}", "frames", (json_int_t)e->why.frame_from,
                                  (json_int_t)e->why.frame_to, "measured", number(e->why.measured), "limit",
                                  number(e->why.limit), "sd", number(e->why.sd)));
    return line;
}

/* ---- facts ------------------------------------------------------------------------------------------------------- */

static json_t *names(const struct ball_set *set, ball_mask mask)
{
    json_t *list = json_array();
    for (BALL_EACH(id, mask))
        json_array_append_new(list, name(set, (ball_id)id));
    return list;
}

static json_t *three(enum tri answer)
{
    return answer == UNKNOWN ? json_null() : json_boolean(answer == YES);
}

static json_t *count_or_null(int n)
{
    return n < 0 ? json_null() : json_integer(n);
}

static void add_lists(json_t *line, const struct ball_set *set, const struct facts *f)
{
    json_t *contacts = json_array(), *pots = json_array(), *cushions = json_array(), *falls = json_array();
    for (int i = 0; i < f->contacts_n; i++)
        json_array_append_new(contacts, name(set, f->contacts[i]));
    for (int i = 0; i < f->pots_n; i++)
        json_array_append_new(
            pots, json_pack("{s:o,s:s}", "ball", name(set, f->pots[i].ball), "pocket", pocket_name(f->pots[i].pocket)));
    for (int i = 0; i < f->cue_cushions_n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s:%s", cushion_name(f->cue_cushions[i].cushion),
                 f->cue_cushions[i].face == FACE_CURVED ? "curved" : "flat");
        json_array_append_new(cushions, json_string(text));
    }
    for (int i = 0; i < f->falls_n; i++)
        json_array_append_new(falls, json_pack("{s:o,s:b}", "ball", name(set, f->falls[i].ball), "would_have_been_hit",
                                               f->falls[i].would_have_been_hit));
    json_object_set_new(line, "contacts", contacts);
    json_object_set_new(line, "potted", pots);
    json_object_set_new(line, "cue_cushions", cushions);
    json_object_set_new(line, "fell_unhit", falls);
}

/* Balls that may have each other's names. */
static void add_names(json_t *line, const struct ball_set *set, const struct facts *f)
{
    json_t *list = json_array();
    for (int i = 0; i < f->names_n; i++)
        json_array_append_new(list, json_pack("{s:o,s:o,s:o}", "ball", name(set, f->names[i].ball), "other",
                                              name(set, f->names[i].other), "p", number((double)f->names[i].p)));
    json_object_set_new(line, "names", list);
}

static void add_facts(json_t *line, const struct ball_set *set, const struct facts *f)
{
    json_object_set_new(line, "first_contact", names(set, f->first_contact));
    add_lists(line, set, f);
    json_object_set_new(line, "forced_off", names(set, f->off));
    json_object_set_new(line, "left_baulk", three(f->left_baulk));
    json_object_set_new(line, "cushions_after_contact", three(f->cushion_after_contact));
    json_object_set_new(line, "crossed_baulk_line", three(f->crossed_baulk_line));
    json_object_set_new(line, "object_balls_to_cushion", count_or_null(f->balls_to_cushion));
    json_object_set_new(line, "crossed_centre_string", count_or_null(f->balls_over_centre));
    json_object_set_new(line, "jumped", names(set, f->jumped));
    json_object_set_new(line, "moved_before", names(set, f->moved_before));
    json_object_set_new(line, "touching_moved", names(set, f->touching_moved));
    json_object_set_new(line, "moving_at_strike", names(set, f->moving_at_strike));
    if (f->moving_at_strike)
        json_object_set_new(line, "moving_p", number(f->moving_p));
    json_t *rest = json_object();
    for (BALL_EACH(id, f->rest.known))
        json_object_set_new(rest, ball_name(set, (ball_id)id), point(f->rest.at[id]));
    json_object_set_new(line, "balls_at_rest", rest);
    json_object_set_new(line, "rest_sd", number(f->rest.sd));
    if (f->names_n)
        add_names(line, set, f);
}

json_t *track_json_stroke(const struct ball_set *set, const struct state *state, const struct track_stroke *s)
{
    struct facts facts = s->stroke.facts;
    rules_facts(state, s->events, s->events_n, &facts);
    json_t *line = json_pack("{s:s,s:i,s:o,s:o,s:o,s:s,s:o}", "type", "stroke", "n", (int)s->stroke.n, "t0",
                             seconds(s->stroke.t0), "t1", seconds(s->stroke.t1), "first_contact_p",
                             number(s->first_contact_p), "event", "stroke", "struck", name(set, s->stroke.struck));
    add_facts(line, set, &facts);
    return line;
}

json_t *track_json_frame(const struct ball_set *set, int64_t n, ns_t t, const struct track_ball *balls, int count)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++)
        if (balls[i].id)
            json_array_append_new(list, json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:b}", "id", name(set, balls[i].id), "x",
                                                  number(balls[i].at.x), "y", number(balls[i].at.y), "vx",
                                                  number(balls[i].v.x), "vy", number(balls[i].v.y), "sd",
                                                  number(balls[i].sd), "seen", balls[i].seen));
    return json_pack("{s:s,s:I,s:o,s:o}", "type", "frame", "n", (json_int_t)n, "t", seconds(t), "balls", list);
}
