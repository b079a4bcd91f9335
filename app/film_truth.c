/* SPDX-License-Identifier: Apache-2.0 */
/* film_truth.c: reads the truth of a film: where balls lay before and after each stroke, and what happened in it. */
#include "film_truth.h"

#include "err.h"
#include "game.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME_S 5e-5 /* contacts nearer in time than this are one impact */

/* "red_03", "white", "blue", "4" */
static ball_id ball_of(const struct ball_set *set, const char *word)
{
    char text[32];
    if (!word)
        return BALL_NONE;
    if (set->id == BALL_SET_SNOOKER && !strcmp(word, "white"))
        return BALL_CUE;
    snprintf(text, sizeof text, "%s", word);
    char *line = strchr(text, '_');
    if (line)
        snprintf(line, sizeof text - (size_t)(line - text), "-%d", atoi(word + (line - text) + 1));
    return ball_from_name(set, text);
}

static double number(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static const char *word(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static struct layout read_layout(const struct ball_set *set, json_t *balls)
{
    struct layout l = {0};
    const char *name;
    json_t *at;
    json_object_foreach(balls, name, at)
    {
        ball_id ball = ball_of(set, name);
        if (!ball || !json_is_array(at))
            continue;
        l.known |= ball_bit(ball);
        l.at[ball] = vec2(json_number_value(json_array_get(at, 0)), json_number_value(json_array_get(at, 1)));
    }
    return l;
}

/* "top", "left_baulk", "jaw_middle_right_nose": which side of the table, and whether it is the curve of a jaw. A ball
 * that goes from one to the next in a corner touches two. */
static void read_cushion(const char *name, struct event *e)
{
    char side[16] = "";
    bool jaw = name && !strncmp(name, "jaw_", 4);
    if (!name)
        return;
    name += jaw ? 4 : 0;
    name += strncmp(name, "middle_", 7) ? 0 : 7;
    snprintf(side, sizeof side, "%.*s", (int)strcspn(name, "_"), name);
    e->cushion = cushion_from_name(side);
    e->face = jaw ? FACE_CURVED : FACE_FLAT;
}

static bool read_event(const struct film_truth *truth, const json_t *o, struct event *e)
{
    static const struct {
        const char *type;
        enum event_kind kind;
    } kinds[] = {
        {"ball_ball", EVENT_CONTACT}, {"ball_cushion", EVENT_CUSHION}, {"pocketed", EVENT_POCKET}, {"off", EVENT_OFF}};
    const struct ball_set *set = truth->set;
    const char *type = word(o, "type");
    const json_t *balls = json_object_get(o, "balls"), *speed = json_object_get(o, "speed");
    *e = (struct event){.t = (ns_t)(number(o, "t") * 1e9), .speed = speed ? (float)json_number_value(speed) : -1};
    for (size_t i = 0; type && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(type, kinds[i].type))
            e->kind = kinds[i].kind;
    read_cushion(word(o, "cushion"), e);
    e->a = ball_of(set, balls ? json_string_value(json_array_get(balls, 0)) : word(o, "ball"));
    e->b = balls ? ball_of(set, json_string_value(json_array_get(balls, 1))) : BALL_NONE;
    return e->kind != EVENT_NONE;
}

/* The events of a stroke, and what follows from them. */
static void gather(struct film_stroke *s, const struct event *all, int n)
{
    struct score_truth *t = &s->truth;
    double first = -1;
    for (int i = 0; i < n; i++) {
        const struct event *e = &all[i];
        double at = (double)e->t / 1e9;
        if (at < s->strike_t - 1e-4 || at >= s->until)
            continue;
        if (!t->events_n++)
            t->events = e;
        if (e->kind == EVENT_POCKET)
            t->potted |= ball_bit(e->a);
        ball_id other = e->a == t->cue ? e->b : e->b == t->cue ? e->a : BALL_NONE;
        if (e->kind != EVENT_CONTACT || !other || (first >= 0 && at - first > SAME_S))
            continue;
        first = first < 0 ? at : first;
        t->first |= ball_bit(other);
    }
}

static int read_events(struct film_truth *truth, const json_t *list, int *n)
{
    size_t size = json_array_size(list);
    truth->events = calloc(size + 1, sizeof *truth->events);
    *n = 0;
    for (size_t i = 0; truth->events && i < size; i++)
        *n += read_event(truth, json_array_get(list, i), &truth->events[*n]);
    return truth->events ? 0 : ERR_MEMORY;
}

/* The ball that was struck: the one named by the event, else the cue-ball. */
static ball_id struck_at(const struct ball_set *set, const json_t *events, double t)
{
    size_t i;
    const json_t *e;
    json_array_foreach((json_t *)events, i, e) if (word(e, "type") && !strcmp(word(e, "type"), "stroke") &&
                                                   fabs(number(e, "t") - t) < 1e-3) return ball_of(set,
                                                                                                   word(e, "ball"));
    return BALL_CUE;
}

static int read_strokes(struct film_truth *truth, json_t *root, const char *name)
{
    json_t *list = json_object_get(root, "strokes"), *events = json_object_get(root, "events");
    int n = list ? (int)json_array_size(list) : 1, events_n, err = read_events(truth, events, &events_n);
    truth->strokes = calloc((size_t)n + 1, sizeof *truth->strokes);
    if (err || !truth->strokes)
        return ERR_MEMORY;
    truth->strokes_n = n;
    for (int i = 0; i < n; i++) {
        const json_t *o = list ? json_array_get(list, (size_t)i) : root;
        struct film_stroke *s = &truth->strokes[i];
        double t = number(o, "t_stroke");
        s->strike_t = t;
        s->until = i + 1 < n ? number(json_array_get(list, (size_t)i + 1), "t_stroke") - 1e-4 : INFINITY;
        s->truth = (struct score_truth){.name = name,
                                        .cue = struck_at(truth->set, events, t),
                                        .start = read_layout(truth->set, json_object_get(o, "start")),
                                        .rest = read_layout(truth->set, json_object_get(o, "rest"))};
        gather(s, truth->events, events_n);
        if (!s->truth.start.known)
            return ERR_FORMAT;
    }
    return n ? 0 : ERR_FORMAT;
}

int film_truth_read(struct film_truth *truth, const char *path, const char *name)
{
    json_t *root = json_load_file(path, 0, NULL);
    *truth = (struct film_truth){0};
    if (!root)
        return ERR_FORMAT;
    const char *kind = word(json_object_get(root, "table"), "kind"), *game = word(root, "game");
    snprintf(truth->table, sizeof truth->table, "%s", kind ? kind : "snooker-12ft");
    enum sim_game played = sim_game_from_name(game ? game : "snooker");
    truth->set = ball_set(played ? sim_game_row(played)->set : BALL_SET_SNOOKER);
    truth->fps = number(root, "fps");
    truth->rolling_s = number(root, "rolling_shutter_s");
    truth->drawn = json_object_get(root, "recipe") != NULL;
    int err = truth->fps > 0 ? read_strokes(truth, root, name) : ERR_FORMAT;
    json_decref(root);
    if (err)
        film_truth_free(truth);
    return err;
}

void film_truth_free(struct film_truth *truth)
{
    free(truth->strokes);
    free(truth->events);
    truth->strokes = NULL;
    truth->events = NULL;
}
