/* SPDX-License-Identifier: Apache-2.0 */
#include "setup.h"

#include "geometry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RACKED_D 1.2 /* diameters between the middles of neighbours in a rack */

static bool place_of(const json_t *position, const char *name, struct vec2 *at)
{
    const json_t *xy = json_object_get(position, name);
    *at = (struct vec2){json_number_value(json_array_get(xy, 0)), json_number_value(json_array_get(xy, 1))};
    return json_array_size(xy) == 2;
}

static double distance(struct vec2 a, struct vec2 b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

json_t *setup_places(const json_t *balls)
{
    json_t *places = json_object();
    for (size_t i = 0; i < json_array_size(balls); i++) {
        const json_t *ball = json_array_get(balls, i), *x = json_object_get(ball, "x"), *y = json_object_get(ball, "y");
        const char *id = json_string_value(json_object_get(ball, "id"));
        if (id && json_is_number(x) && json_is_number(y))
            json_object_set_new(places, id, json_pack("[O, O]", x, y));
    }
    return places;
}

/* The nearest of some balls that lie there; none of them does: BALL_NONE. */
static ball_id nearest(const struct scenario *now, const json_t *position, ball_mask free, struct vec2 to)
{
    ball_id best = BALL_NONE;
    double least = INFINITY;
    for (BALL_EACH(ball, free)) {
        struct vec2 at;
        if (!place_of(position, ball_name(ball_set(now->game->balls), (ball_id)ball), &at) || distance(at, to) >= least)
            continue;
        least = distance(at, to);
        best = (ball_id)ball;
    }
    return best;
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

/* Balls whose place is known; a cue-ball in hand may lie anywhere. */
static ball_mask expected(const struct scenario *now)
{
    const struct state *s = &now->state;
    ball_mask cue = ball_bit(BALL_CUE) | ball_bit(s->format.cue_ball[SIDE_A]) | ball_bit(s->format.cue_ball[SIDE_B]);
    return s->pos.known & (s->on_table | cue) & ~(s->in_hand ? cue : 0);
}

size_t setup_find_faults(const struct scenario *now, const json_t *position, struct setup_fault out[BALL_IDS])
{
    const struct layout *should = &now->state.pos;
    size_t n = 0;
    for (BALL_EACH(ball, json_object_size(position) ? expected(now) : 0)) {
        struct vec2 at;
        bool seen = place_of(position, ball_name(ball_set(now->game->balls), (ball_id)ball), &at);
        double off = seen ? distance(at, should->at[ball]) : 0;
        if (!seen || off > SETUP_TOLERANCE_MM)
            out[n++] = (struct setup_fault){(ball_id)ball, !seen, off};
    }
    return n;
}

/* A cue-ball in hand lies where it may not be played from. */
static bool is_out_of_area(const struct scenario *then, const json_t *position)
{
    const struct state *s = &then->state;
    struct vec2 at;
    ball_id cue = ball_first(scenario_balls(then, "cue"));
    if (!s->in_hand || !cue || !place_of(position, ball_name(ball_set(then->game->balls), cue), &at))
        return false;
    return geo_in_area(&s->bed, at, s->area).margin < -SETUP_TOLERANCE_MM;
}

size_t setup_misfits(const struct scenario *then, const json_t *position)
{
    const struct ball_set *set = ball_set(then->game->balls);
    size_t n = 0;
    for (BALL_EACH(ball, json_object_size(position) ? expected(then) : 0)) {
        struct vec2 at, should = then->state.pos.at[ball];
        ball_id one = nearest(then, position, ball_of_kind(set, set->row[ball].kind), should);
        n += !one || !place_of(position, ball_name(set, one), &at) || distance(at, should) > SETUP_TOLERANCE_MM;
    }
    return n + is_out_of_area(then, position);
}

json_t *setup_fault_text(const struct scenario *now, const struct setup_fault *fault)
{
    const char *name = ball_name(ball_set(now->game->balls), fault->ball);
    return fault->missing ? json_sprintf("%s is missing", name)
                          : json_sprintf("%s is %.0f mm off its place", name, fault->off_mm);
}

static bool was_spotted(const struct scenario *now, ball_id ball, const json_t *respot)
{
    for (size_t i = 0; i < json_array_size(respot); i++) {
        const char *word = json_string_value(json_object_get(json_array_get(respot, i), "ball"));
        if (word && ball_in(scenario_balls(now, word), ball))
            return true;
    }
    return false;
}

bool setup_is_ready(const struct scenario *now, const json_t *position, const json_t *respot)
{
    struct setup_fault fault[BALL_IDS];
    size_t n = setup_find_faults(now, position, fault);
    for (size_t i = 0; i < n; i++)
        if (was_spotted(now, fault[i].ball, respot))
            return false;
    struct vec2 at;
    ball_id cue = ball_first(scenario_balls(now, "cue"));
    bool lies = cue && place_of(position, ball_name(ball_set(now->game->balls), cue), &at);
    return json_object_size(position) && (lies || !now->state.in_hand);
}

bool setup_moved(const struct scenario *now, const json_t *position, const json_t *respot)
{
    enum { RACKED = 4 }; /* so many at once may be the work of a pair of hands; with the cue-ball it was a stroke */
    const struct format *f = &now->state.format;
    ball_mask cues = ball_bit(BALL_CUE) | ball_bit(f->cue_ball[SIDE_A]) | ball_bit(f->cue_ball[SIDE_B]);
    struct setup_fault fault[BALL_IDS];
    size_t n = setup_find_faults(now, position, fault), moved = 0;
    bool cue = false;
    for (size_t i = 0; i < n; i++) {
        cue = cue || (!fault[i].missing && ball_in(cues, fault[i].ball));
        moved += !fault[i].missing && !ball_in(cues, fault[i].ball) && !was_spotted(now, fault[i].ball, respot);
    }
    return cue || (moved > 0 && moved < RACKED);
}

bool setup_is_racked(const struct scenario *now, const json_t *position)
{
    struct state fresh;
    rules_open(now->game, &fresh, 1);
    for (BALL_EACH(ball, fresh.on_table))
        if (!json_object_get(position, ball_name(ball_set(now->game->balls), (ball_id)ball)))
            return false;
    return true;
}

/* From a ball to the nearest other one, mm. */
static double to_nearest(const struct scenario *now, const json_t *position, struct vec2 from, ball_id ball)
{
    const struct ball_set *set = ball_set(now->game->balls);
    double near = INFINITY;
    struct vec2 at;
    for (ball_id other = 1; other <= set->count; other++)
        if (other != ball && place_of(position, ball_name(set, other), &at))
            near = fmin(near, vec2_dist(from, at));
    return near;
}

bool setup_in_rack(const struct scenario *now, const json_t *position)
{
    const struct ball_set *set = ball_set(now->game->balls);
    int alone = 0;
    struct vec2 at;
    for (ball_id ball = 1; ball <= set->count; ball++)
        alone += place_of(position, ball_name(set, ball), &at) &&
                 to_nearest(now, position, at, ball) > RACKED_D * now->state.bed.ball_d;
    return setup_is_racked(now, position) && alone <= 1; /* the cue-ball */
}

json_t *setup_faults(const struct scenario *now, const json_t *position)
{
    struct setup_fault fault[BALL_IDS];
    json_t *faults = json_array();
    size_t n = setup_find_faults(now, position, fault);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(faults, setup_fault_text(now, &fault[i]));
    if (json_array_size(faults))
        return faults;
    json_decref(faults);
    return NULL;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void pair(struct setup_names *names, const char *seen, const char *own)
{
    if (names->n == BALL_IDS)
        return;
    snprintf(names->pair[names->n].seen, WORD_MAX, "%s", seen);
    snprintf(names->pair[names->n++].own, WORD_MAX, "%s", own);
}

/* Pairs those of `seen` and `own` that are left, in order, and takes them out. */
static void pair_in_order(struct setup_names *names, const struct ball_set *set, ball_mask *seen, ball_mask *own,
                          ball_mask of_seen, ball_mask of_own)
{
    while (*seen & of_seen && *own & of_own) {
        ball_id one = ball_first(*seen & of_seen), other = ball_first(*own & of_own);
        pair(names, ball_name(set, one), ball_name(set, other));
        *seen &= ~ball_bit(one);
        *own &= ~ball_bit(other);
    }
}

ball_mask setup_at(const struct scenario *now, const json_t *position)
{
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask mask = 0;
    for (ball_id ball = 1; ball <= set->count; ball++)
        if (json_object_get(position, ball_name(set, ball)))
            mask |= ball_bit(ball);
    return mask;
}

/* A one-to-one map of all balls of a kind: those on the table first, by place, then those of them whose place is not
 * known, then what is left, in order. */
static void recognise_kind(struct setup_names *names, const struct scenario *now, const json_t *position,
                           ball_mask kind)
{
    const struct ball_set *set = ball_set(now->game->balls);
    ball_mask seen = kind, own = kind, in_play = kind & now->state.on_table;
    for (BALL_EACH(ball, in_play & now->state.pos.known)) {
        ball_id one = nearest(now, position, seen, now->state.pos.at[ball]);
        if (!one)
            continue;
        pair(names, ball_name(set, one), ball_name(set, (ball_id)ball));
        seen &= ~ball_bit(one);
        own &= ~ball_bit((ball_id)ball);
    }
    pair_in_order(names, set, &seen, &own, setup_at(now, position) & kind, in_play);
    pair_in_order(names, set, &seen, &own, kind, kind);
}

void setup_recognise(struct setup_names *names, const struct scenario *now, const json_t *position)
{
    static const enum ball_kind alike[] = {BALL_KIND_RED, BALL_KIND_YELLOW};
    const struct ball_set *set = ball_set(now->game->balls);
    names->n = 0;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        ball_mask kind = ball_of_kind(set, alike[i]);
        if (ball_count(kind) > 1)
            recognise_kind(names, now, position, kind);
    }
}

void setup_call(struct setup_names *names, const char *own, const char *other)
{
    for (size_t i = 0; i < names->n; i++)
        if (!strcmp(names->pair[i].own, own)) {
            snprintf(names->pair[i].own, WORD_MAX, "%s", other);
            return;
        }
    pair(names, own, other);
}

static const char *own_name(const struct setup_names *names, const char *word)
{
    for (size_t i = 0; i < names->n; i++)
        if (!strcmp(names->pair[i].seen, word))
            return names->pair[i].own;
    return word;
}

json_t *setup_rename(const struct setup_names *names, const json_t *line)
{
    if (json_is_string(line))
        return json_string(own_name(names, json_string_value(line)));
    if (!json_is_object(line) && !json_is_array(line))
        return json_incref((json_t *)line);
    json_t *copy = json_is_object(line) ? json_object() : json_array();
    for (size_t i = 0; i < json_array_size(line); i++)
        json_array_append_new(copy, setup_rename(names, json_array_get(line, i)));
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)line, key, value)
        json_object_set_new(copy, own_name(names, key), setup_rename(names, value));
    return copy;
}
