/* SPDX-License-Identifier: Apache-2.0 */
#include "record_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *exact(const struct scenario *s, ball_id ball)
{
    return ball_name(ball_set(s->game->balls), ball);
}

static json_t *exact_list(const struct scenario *s, ball_mask balls)
{
    json_t *list = json_array();
    for (BALL_EACH(ball, balls))
        json_array_append_new(list, json_string(exact(s, (ball_id)ball)));
    return list;
}

static json_t *positions(const struct scenario *s, const struct layout *layout, ball_mask balls)
{
    json_t *map = json_object();
    for (BALL_EACH(ball, layout->known & balls))
        json_object_set_new(map, exact(s, (ball_id)ball), json_pack("[f, f]", layout->at[ball].x, layout->at[ball].y));
    return map;
}

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

static void put_balls(json_t *o, const struct scenario *s, const char *key, ball_mask balls)
{
    if (balls)
        json_object_set_new(o, key, exact_list(s, balls));
}

static void put_tri(json_t *o, const char *key, enum tri value)
{
    if (value)
        json_object_set_new(o, key, json_boolean(value == YES));
}

static void put_number(json_t *o, const char *key, double value, double neutral)
{
    if (value != neutral)
        json_object_set_new(o, key, json_real(value));
}

static void put_count(json_t *o, const char *key, int value)
{
    if (value >= 0)
        json_object_set_new(o, key, json_integer(value));
}

static void put_vector(json_t *o, const char *key, struct vec2 v)
{
    if (v.x != 0 || v.y != 0)
        json_object_set_new(o, key, json_pack("[f, f]", v.x, v.y));
}

static void put_pots(json_t *o, const struct scenario *s, const struct facts *f)
{
    json_t *list = json_array();
    for (int i = 0; i < f->pots_n; i++) {
        json_t *pot = json_pack("{s:s}", "ball", exact(s, f->pots[i].ball));
        if (f->pots[i].pocket)
            json_object_set_new(pot, "pocket", json_string(pocket_name(f->pots[i].pocket)));
        json_array_append_new(list, pot);
    }
    json_object_set_new(o, "potted", list);
}

static void put_cue_cushions(json_t *o, const struct facts *f)
{
    json_t *list = json_array();
    char word[WORD_MAX];
    for (int i = 0; i < f->cue_cushions_n; i++) {
        snprintf(word, sizeof word, "%s:%s", cushion_name(f->cue_cushions[i].cushion),
                 f->cue_cushions[i].face == FACE_CURVED ? "curved" : "flat");
        json_array_append_new(list, json_string(word));
    }
    json_object_set_new(o, "cue_cushions", list);
}

static void put_falls(json_t *o, const struct scenario *s, const struct facts *f)
{
    json_t *list = json_array();
    for (int i = 0; i < f->falls_n; i++)
        json_array_append_new(list, json_pack("{s:s, s:b}", "ball", exact(s, f->falls[i].ball), "would_have_been_hit",
                                              f->falls[i].would_have_been_hit));
    json_object_set_new(o, "fell_unhit", list);
}

static void put_facts(json_t *o, const struct scenario *s)
{
    const struct facts *f = &s->stroke.facts;
    static const char *const paths[] = {NULL, "none", "any_part", "full_ball"};
    if (f->first_contact_any)
        json_object_set_new(o, "first_contact", json_pack("[s]", "any"));
    else
        json_object_set_new(o, "first_contact", exact_list(s, f->first_contact));
    json_t *contacts = json_array();
    for (int i = 0; i < f->contacts_n; i++)
        json_array_append_new(contacts, json_string(exact(s, f->contacts[i])));
    json_object_set_new(o, "contacts", contacts);
    put_pots(o, s, f);
    put_cue_cushions(o, f);
    put_falls(o, s, f);
    put_balls(o, s, "forced_off", f->off);
    put_tri(o, "left_baulk", f->left_baulk);
    put_tri(o, "left_baulk_first", f->left_baulk_first);
    put_tri(o, "cue_ball_to_cushion", f->cue_to_cushion);
    put_vector(o, "strike_v", f->strike_v);
    put_tri(o, "cushions_after_contact", f->cushion_after_contact);
    put_tri(o, "crossed_baulk_line", f->crossed_baulk_line);
    put_count(o, "object_balls_to_cushion", f->balls_to_cushion);
    put_count(o, "crossed_centre_string", f->balls_over_centre);
    put_balls(o, s, "jumped", f->jumped);
    put_balls(o, s, "moved_before", f->moved_before);
    put_balls(o, s, "moving_at_strike", f->moving_at_strike);
    put_number(o, "moving_p", f->moving_p, 0);
    put_balls(o, s, "touching_moved", f->touching_moved);
    json_object_set_new(o, "balls_at_rest", positions(s, &f->rest, ~(ball_mask)0));
    put_number(o, "rest_sd", f->rest.sd, 0);
    put_number(o, "rest_shared_sd", f->rest.shared_sd, 0);
    put_balls(o, s, "touching_after", f->touching_known ? f->touching : 0);
    if (f->path_before)
        json_object_set_new(o, "path_before", json_string(paths[f->path_before]));
}

static void put_flags(json_t *o, const struct scenario *s)
{
    json_t *list = json_array();
    char word[2 * WORD_MAX + 2];
    for (int i = 0; i < s->stroke.flags_n; i++) {
        const struct flag *flag = &s->stroke.flags[i];
        const char *of = flag->ball ? exact(s, flag->ball) : flag->detail;
        snprintf(word, sizeof word, "%s%s%s", flag_name(flag->kind), *of ? ":" : "", of);
        json_array_append_new(list, json_string(word));
    }
    json_object_set_new(o, "fouls_flagged_by_official", list);
}

static void put_called(json_t *o, const struct scenario *s, const struct called *c)
{
    if (!c->made)
        return;
    json_t *called = json_object();
    if (c->ball)
        json_object_set_new(called, "ball", json_string(exact(s, c->ball)));
    if (c->pocket)
        json_object_set_new(called, "pocket", json_string(pocket_name(c->pocket)));
    if (c->safety)
        json_object_set_new(called, "safety", json_true());
    if (c->push_out)
        json_object_set_new(called, "push_out", json_true());
    json_object_set_new(o, "called", called);
}

static json_t *one_event(const struct scenario *s, const struct event *e)
{
    json_t *o =
        json_pack("{s:s, s:f, s:f, s:f}", "kind", event_kind_name(e->kind), "t", (double)e->t / (double)NS_PER_S,
                  "t_sd", (double)e->t_sd / (double)NS_PER_S, "p", (double)e->p);
    put_balls(o, s, "balls", ball_bit(e->a));
    if (e->b)
        json_array_append_new(json_object_get(o, "balls"), json_string(exact(s, e->b)));
    if (e->pocket)
        json_object_set_new(o, "pocket", json_string(pocket_name(e->pocket)));
    if (e->cushion)
        json_object_set_new(o, "cushion",
                            json_sprintf("%s%s", cushion_name(e->cushion),
                                         e->face == FACE_CURVED ? ":curved"
                                         : e->face == FACE_FLAT ? ":flat"
                                                                : ""));
    put_vector(o, "at", e->at);
    put_vector(o, "v", e->v);
    if (e->kind == EVENT_GAP) {
        put_number(o, "from", (double)e->t / (double)NS_PER_S, -1);
        put_number(o, "to", (double)(e->t + e->lasted) / (double)NS_PER_S, -1);
    }
    if (e->kind == EVENT_LINE)
        json_object_set_new(o, "into", json_boolean(e->into));
    put_number(o, "speed", e->speed, 0);
    return o;
}

json_t *record_stroke(const struct scenario *s)
{
    static const char *const acts[ACT_COUNT] = {"none",     "stroke", "before_stroke", "between",
                                                "decision", "clock",  "lag",           "shootout_attempt"};
    const struct stroke *k = &s->stroke;
    json_t *o = json_pack("{s:s, s:s}", "event", acts[k->act], "by", k->by ? s->player[k->by] : "referee");
    if (k->nominated)
        json_object_set_new(o, "nominated", json_string(scenario_ball_word(s, ball_first(k->nominated))));
    if (k->struck)
        json_object_set_new(o, "struck", json_string(exact(s, k->struck)));
    put_number(o, "t0", (double)k->t0 / (double)NS_PER_S, 0);
    put_number(o, "t1", (double)k->t1 / (double)NS_PER_S, 0);
    put_called(o, s, &k->called);
    put_facts(o, s);
    put_flags(o, s);
    if (k->accepted)
        json_object_set_new(o, "accepted", json_true());
    if (k->settled_n)
        json_object_set_new(o, "settled", scenario_settled(k->settled, k->settled_n));
    put_tri(o, "miss_judged", k->miss_judged);
    put_tri(o, "miss_intentional", k->miss_intentional);
    put_tri(o, "impossible", k->impossible);
    put_number(o, "time_s", k->time_s, -1);
    put_number(o, "match_time_s", k->match_time_s, -1);
    json_t *events = json_array();
    for (size_t i = 0; i < s->events_n; i++)
        json_array_append_new(events, one_event(s, &s->events[i]));
    json_object_set_new(o, "events", events);
    return o;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

/* Neutral values are left out, so that a counter added to the program later changes no state that does not use it. */
static json_t *counters(const struct scenario *s)
{
    struct counters c = s->state.counters;
    json_t *o = json_object();
#define WRITE_INT(name)                                                                                                \
    if (c.name)                                                                                                        \
    json_object_set_new(o, #name, json_integer(c.name))
#define WRITE_FLAG(name)                                                                                               \
    if (c.name)                                                                                                        \
    json_object_set_new(o, #name, json_true())
#define WRITE_PLAYER(name) WRITE_INT(name)
#define WRITE_BALLS(name)                                                                                              \
    if (c.name)                                                                                                        \
    json_object_set_new(o, #name, exact_list(s, c.name))
#define WRITE_BALL(name) WRITE_BALLS(name)
#define WRITE_SIDE_INT(name)                                                                                           \
    if (c.name[SIDE_A] || c.name[SIDE_B])                                                                              \
    json_object_set_new(o, #name, json_pack("[i, i]", c.name[SIDE_A], c.name[SIDE_B]))
#define WRITE_SIDE_FLAG(name)                                                                                          \
    if (c.name[SIDE_A] || c.name[SIDE_B])                                                                              \
    json_object_set_new(o, #name, json_pack("[b, b]", c.name[SIDE_A], c.name[SIDE_B]))
#define X(type, name) WRITE_##type(name);
    COUNTER_LIST(X)
#undef X
    return o;
}

json_t *record_state(const struct scenario *s)
{
    const struct state *t = &s->state;
    static const char *const sides[] = {NULL, "A", "B", "tie"};
    return json_pack("{s:s, s:s, s:s?, s:s?, s:{s:i, s:i}, s:i, s:o, s:o, s:b, s:s?, s:b, s:i, s:[s?, s?], s:b, s:s?, "
                     "s:o, s:o}",
                     "game", s->game->name, "edition", s->game->edition, "striker",
                     t->striker ? s->player[t->striker] : NULL, "phase", phase_word(t->phase), "scores", "A",
                     t->score[SIDE_A], "B", t->score[SIDE_B], "break", t->break_score, "on_table",
                     exact_list(s, t->on_table), "ball_on", scenario_ball_words(s, t->on), "in_hand", t->in_hand,
                     "in_hand_area", area_word(t->area), "free_ball", t->free_ball, "visits", t->visits, "groups",
                     group_word(t->group[SIDE_A]), group_word(t->group[SIDE_B]), "frame_over", t->frame_over, "winner",
                     sides[t->winner], "pos", positions(s, &t->pos, ~(ball_mask)0), "counters", counters(s));
}

/* FNV-1a */
uint64_t record_hash(const struct scenario *s)
{
    json_t *state = record_state(s);
    char *text = json_dumps(state, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17));
    uint64_t hash = 14695981039346656037u;
    for (const char *p = text; p && *p; p++)
        hash = (hash ^ (unsigned char)*p) * 1099511628211u;
    free(text);
    json_decref(state);
    return hash;
}
