/* SPDX-License-Identifier: Apache-2.0 */
/* clips.c: reads the truth of a rendered clip: positions of every frame and events with exact times. */
#include "clips.h"

#include "err.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct clip {
    char name[64];
    double fps;
    int frames;
    bool *seen;      /* [frame * BALL_IDS + ball] */
    struct vec2 *at; /* the same */
};

double clip_fps(const struct clip *clip)
{
    return clip->fps;
}

void clip_free(struct clip **clip)
{
    if (!*clip)
        return;
    free((*clip)->seen);
    free((*clip)->at);
    free(*clip);
    *clip = NULL;
}

/* "red_03", "white", "blue" */
static ball_id ball_of(const char *word)
{
    char text[32];
    if (!word)
        return BALL_NONE;
    if (!strcmp(word, "white"))
        return BALL_CUE;
    snprintf(text, sizeof text, "%s", word);
    if (!strncmp(text, "red_", 4))
        snprintf(text, sizeof text, "red-%d", atoi(word + 4));
    return ball_from_name(ball_set(BALL_SET_SNOOKER), text);
}

static bool clip_at(const void *source, ball_id ball, double t, struct vec2 *p, struct vec2 *v)
{
    const struct clip *c = source;
    int k = (int)lround(t * c->fps);
    k = k < 0 ? 0 : k >= c->frames ? c->frames - 1 : k;
    if (!c->seen[k * BALL_IDS + ball])
        return false;
    int next = k + 1 < c->frames && c->seen[(k + 1) * BALL_IDS + ball] ? k + 1 : k;
    *p = c->at[k * BALL_IDS + ball];
    *v = vec2_scale(vec2_sub(c->at[next * BALL_IDS + ball], *p), c->fps);
    return true;
}

static int read_frames(struct clip *c, const json_t *frames)
{
    const json_t *order = json_object_get(frames, "ball_order"), *data = json_object_get(frames, "data");
    c->frames = (int)json_array_size(data);
    c->seen = calloc((size_t)c->frames * BALL_IDS + 1, sizeof *c->seen);
    c->at = calloc((size_t)c->frames * BALL_IDS + 1, sizeof *c->at);
    if (!c->seen || !c->at)
        return ERR_MEMORY;
    for (int k = 0; k < c->frames; k++)
        for (size_t b = 0; b < json_array_size(order); b++) {
            const json_t *row = json_array_get(json_array_get(data, (size_t)k), b);
            ball_id ball = ball_of(json_string_value(json_array_get(order, b)));
            if (!json_is_array(row) || !ball)
                continue;
            c->seen[k * BALL_IDS + ball] = true;
            c->at[k * BALL_IDS + ball] =
                vec2(json_number_value(json_array_get(row, 3)), json_number_value(json_array_get(row, 4)));
        }
    return c->frames ? 0 : ERR_FORMAT;
}

static void read_event(struct truth *truth, const json_t *o)
{
    const char *type = json_string_value(json_object_get(o, "type"));
    struct event e = {.t = (ns_t)(json_number_value(json_object_get(o, "t")) * 1e9), .speed = -1};
    const json_t *balls = json_object_get(o, "balls");
    if (!type || truth->events_n == TRUTH_EVENTS)
        return;
    e.kind = !strcmp(type, "ball_ball")      ? EVENT_CONTACT
             : !strcmp(type, "ball_cushion") ? EVENT_CUSHION
             : !strcmp(type, "pocketed")     ? EVENT_POCKET
             : !strcmp(type, "stroke")       ? EVENT_STRIKE
                                             : EVENT_NONE;
    e.a = ball_of(json_string_value(balls ? json_array_get(balls, 0) : json_object_get(o, "ball")));
    e.b = ball_of(json_string_value(json_array_get(balls, 1)));
    if (!strcmp(type, "all_rest"))
        truth->end_t = (double)e.t / 1e9;
    if (e.kind == EVENT_POCKET)
        truth->potted |= ball_bit(e.a);
    if (e.kind)
        truth->events[truth->events_n++] = e;
}

/* First contacts of the cue-ball; two when within 50 us. */
static void find_first(struct truth *truth)
{
    ns_t first = -1;
    for (int i = 0; i < truth->events_n; i++) {
        const struct event *e = &truth->events[i];
        ball_id other = e->a == BALL_CUE ? e->b : e->b == BALL_CUE ? e->a : BALL_NONE;
        if (e->kind != EVENT_CONTACT || !other || (first >= 0 && e->t - first > 50000))
            continue;
        first = first < 0 ? e->t : first;
        truth->first |= ball_bit(other);
    }
}

static int read_truth(struct clip *c, struct truth *truth, const json_t *root)
{
    memset(truth, 0, sizeof *truth);
    snprintf(c->name, sizeof c->name, "%s", json_string_value(json_object_get(root, "name")));
    c->fps = json_number_value(json_object_get(root, "fps"));
    int err = read_frames(c, json_object_get(root, "frames"));
    const json_t *events = json_object_get(root, "events"), *rest = json_object_get(root, "rest"), *at;
    for (size_t i = 0; i < json_array_size(events); i++)
        read_event(truth, json_array_get(events, i));
    const char *word;
    json_object_foreach((json_t *)rest, word, at) if (json_is_array(at) && ball_of(word))
    {
        truth->rest.known |= ball_bit(ball_of(word));
        truth->rest.at[ball_of(word)] =
            vec2(json_number_value(json_array_get(at, 0)), json_number_value(json_array_get(at, 1)));
    }
    truth->present = truth->rest.known | truth->potted;
    truth->strike_t = json_number_value(json_object_get(root, "t_stroke"));
    truth->name = c->name;
    truth->set = BALL_SET_SNOOKER;
    truth->at = clip_at;
    truth->source = c;
    find_first(truth);
    return err || !truth->present ? ERR_FORMAT : 0;
}

int clip_read(const char *path, struct clip **clip, struct truth *truth)
{
    json_t *root = json_load_file(path, 0, NULL);
    *clip = NULL;
    if (!root)
        return ERR_NOT_FOUND;
    *clip = calloc(1, sizeof **clip);
    int err = *clip ? read_truth(*clip, truth, root) : ERR_MEMORY;
    json_decref(root);
    if (err)
        clip_free(clip);
    return err;
}
