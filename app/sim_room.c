/* SPDX-License-Identifier: Apache-2.0 */
/* sim_room.c: which words has the look of a simulated room? */
#include "sim_room.h"

#include "err.h"
#include "json_file.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define AT(field) offsetof(struct sim_look, field)

/* Linear light, 0..1. */
static const struct {
    const char *word;
    size_t at;
} colours[] = {
    {"cloth", AT(cloth)},   {"line", AT(line)},         {"wood", AT(wood)},       {"metal", AT(metal)},
    {"floor", AT(floor)},   {"pocket", AT(pocket)},     {"ambient", AT(ambient)}, {"skin", AT(skin)},
    {"sleeve", AT(sleeve)}, {"trousers", AT(trousers)},
};

static const struct {
    const char *word;
    size_t at;
} numbers[] = {
    {"nap", AT(nap)}, {"wear", AT(wear)}, {"line_mm", AT(line_mm)}, {"ball_gloss", AT(gloss)}, {"ball_tint", AT(tint)}};

static const struct {
    const char *word;
    size_t at;
} flags[] = {{"cue_ball_dots", AT(cue_dots)}, {"sights", AT(sights)}};

static const char *const pockets[] = {
    [SIM_POCKET_LEATHER] = "net", [SIM_POCKET_PLASTIC] = "bucket", [SIM_POCKET_BRASS] = "brass"};

enum { COLOURS = sizeof colours / sizeof *colours, NUMBERS = sizeof numbers / sizeof *numbers, FLAGS = 2, POCKETS = 3 };

static struct rgb *colour_of(struct sim_look *k, int i)
{
    return (struct rgb *)(void *)((char *)k + colours[i].at);
}

static json_t *rgb_json(struct rgb c)
{
    return json_pack("[f, f, f]", (double)c.r, (double)c.g, (double)c.b);
}

static json_t *vec_json(struct vec3 v)
{
    return json_pack("[f, f, f]", v.x, v.y, v.z);
}

json_t *sim_room_json(const struct sim_look *look)
{
    struct sim_look k = *look;
    json_t *o = json_object(), *lamps = json_array();
    for (int i = 0; i < COLOURS; i++)
        json_object_set_new(o, colours[i].word, rgb_json(*colour_of(&k, i)));
    for (int i = 0; i < NUMBERS; i++)
        json_object_set_new(o, numbers[i].word, json_real(*(double *)(void *)((char *)&k + numbers[i].at)));
    for (int i = 0; i < FLAGS; i++)
        json_object_set_new(o, flags[i].word, json_boolean(*((bool *)&k + flags[i].at)));
    json_object_set_new(o, "texture", json_integer(k.texture));
    json_object_set_new(o, "pockets", json_string(pockets[k.pockets]));
    json_object_set_new(o, "paints", json_string(paint_sets[k.paints].name));
    for (int i = 0; i < k.lamps_n; i++)
        json_array_append_new(lamps, json_pack("{s:o, s:o, s:o, s:f, s:o}", "at", vec_json(k.lamp[i].at), "half_u",
                                               vec_json(k.lamp[i].u), "half_v", vec_json(k.lamp[i].v), "power",
                                               k.lamp[i].power, "colour", rgb_json(k.lamp[i].colour)));
    json_object_set_new(o, "lamps", lamps);
    return o;
}

json_t *sim_mishaps_json(const struct sim_settings *s)
{
    return json_pack("{s:b, s:b, s:f, s:f, s:f, s:f, s:f, s:f}", "people", s->people, "captions", s->captions,
                     "light_drift", s->drift, "light_drift_period_s", s->drift_s, "lamp_fails_s", s->lamp_fail_s,
                     "camera_knocked_s", s->bump_s, "camera_knocked_rad", s->bump_s > 0 ? s->bump : 0, "pace", s->pace);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool read_vec(const json_t *v, struct vec3 *to)
{
    double c[3];
    if (!json_file_numbers(v, c, 3))
        return false;
    *to = (struct vec3){c[0], c[1], c[2]};
    return true;
}

static bool read_rgb(const json_t *v, struct rgb *to)
{
    double c[3];
    if (!json_file_numbers(v, c, 3) || c[0] < 0 || c[1] < 0 || c[2] < 0 || c[0] > 4 || c[1] > 4 || c[2] > 4)
        return false;
    *to = rgb((float)c[0], (float)c[1], (float)c[2]);
    return true;
}

static bool read_lamp(const json_t *o, struct sim_lamp *l)
{
    const json_t *power = json_object_get(o, "power");
    if (!read_vec(json_object_get(o, "at"), &l->at) || !read_vec(json_object_get(o, "half_u"), &l->u) ||
        !read_vec(json_object_get(o, "half_v"), &l->v) || !read_rgb(json_object_get(o, "colour"), &l->colour))
        return false;
    l->power = json_is_number(power) ? json_number_value(power) : 1;
    return l->power >= 0 && l->at.z > 300;
}

static bool read_lamps(struct sim_look *k, const json_t *list)
{
    size_t n = json_array_size(list);
    if (n < 1 || n > SIM_LAMPS_MAX)
        return false;
    k->lamps_n = (int)n;
    for (size_t i = 0; i < n; i++)
        if (!read_lamp(json_array_get(list, i), &k->lamp[i]))
            return false;
    return true;
}

/* The first word that cannot be read; NULL: all could. */
static const char *read_look(struct sim_look *k, const json_t *o)
{
    const json_t *v;
    for (int i = 0; i < COLOURS; i++)
        if ((v = json_object_get(o, colours[i].word)) && !read_rgb(v, colour_of(k, i)))
            return colours[i].word;
    for (int i = 0; i < NUMBERS; i++)
        if ((v = json_object_get(o, numbers[i].word))) {
            double x = json_is_number(v) ? json_number_value(v) : -1;
            if (x < 0 || x > 10)
                return numbers[i].word;
            *(double *)(void *)((char *)k + numbers[i].at) = x;
        }
    for (int i = 0; i < FLAGS; i++)
        if ((v = json_object_get(o, flags[i].word)))
            *((bool *)k + flags[i].at) = json_is_true(v);
    if ((v = json_object_get(o, "texture")))
        k->texture = (uint32_t)json_integer_value(v);
    for (int i = 0; (v = json_object_get(o, "pockets")) && i < POCKETS; i++)
        if (json_is_string(v) && !strcmp(json_string_value(v), pockets[i]))
            k->pockets = (enum sim_pocket_look)i;
    for (int i = 0; (v = json_object_get(o, "paints")) && i < PAINT_SETS; i++)
        if (json_is_string(v) && !strcmp(json_string_value(v), paint_sets[i].name))
            k->paints = i;
    if ((v = json_object_get(o, "lamps")) && !read_lamps(k, v))
        return "lamps";
    return NULL;
}

int sim_room_read(struct sim_look *look, const char *path, char *why, size_t size)
{
    json_t *root;
    int err = json_file_open(&root, path, why, size);
    if (err)
        return err;
    const json_t *o = json_object_get(root, "look");
    const char *bad = json_is_object(o ? o : root) ? read_look(look, o ? o : root) : "look";
    if (bad)
        snprintf(why, size, "\"%s\" cannot be read", bad);
    json_decref(root);
    return bad ? ERR_FORMAT : 0;
}
