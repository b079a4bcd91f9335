/* SPDX-License-Identifier: Apache-2.0 */
/* file.c: the calibration format (docs/formats.md). Fields may be added; none may change its meaning. */
#include "file.h"

#include "err.h"

#include <errno.h>
#include <string.h>

static json_t *numbers(const double *v, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_real(v[i]));
    return list;
}

static json_t *levels(const float v[3])
{
    return json_pack("[fff]", (double)v[0], (double)v[1], (double)v[2]);
}

static json_t *noses(const struct calibration *c)
{
    static const char *const names[SIDES] = {"top", "bottom", "left", "right"};
    json_t *object = json_object();
    for (int i = 0; i < SIDES; i++)
        json_object_set_new(object, names[i],
                            json_pack("{s:f,s:f,s:o}", "rms_px", c->side_rms_px[i], "seen", c->side_share[i], "colour",
                                      numbers(c->nose[i].colour, 3)));
    return object;
}

static json_t *balls(const struct calibration *c)
{
    json_t *object = json_object();
    for (int i = 1; i < PAINTS; i++)
        if (c->ball_known & 1u << i)
            json_object_set_new(object, paint_names[i], levels(c->ball[i]));
    return object;
}

json_t *calibration_to_json(const struct calibration *c)
{
    const struct camera *k = &c->camera;
    json_t *camera = json_pack("{s:i,s:i,s:f,s:f,s:f,s:f,s:o,s:o,s:o,s:f}", "width", k->width, "height", k->height,
                               "fx", k->fx, "fy", k->fy, "cx", k->cx, "cy", k->cy, "k", numbers(k->k, 5), "R",
                               numbers(k->R, 9), "t", numbers(k->t, 3), "chroma_x", k->chroma_x);
    const struct bed *bed = &c->table.bed;
    json_t *json =
        json_pack("{s:s,s:s,s:[ff],s:f,s:o,s:f,s:f,s:s}", "type", "calibration", "table", c->table.kind, "size",
                  bed->length, bed->width, "ball", bed->ball_d, "camera", camera, "rms_px", c->rms_px, "rms_mm",
                  c->rms_mm, "orientation", c->orientation == ORIENTATION_SEEN ? "ok" : "assumed");
    if (!json)
        return NULL;
    json_object_set_new(json, "colours", json_pack("{s:o,s:o}", "cloth", levels(c->cloth), "balls", balls(c)));
    json_object_set_new(json, "aspect", json_real(c->aspect));
    json_object_set_new(json, "sd_mm", json_real(c->sd_mm));
    json_object_set_new(json, "rolling_shutter_s", json_real(c->rolling_s));
    json_object_set_new(json, "lips", numbers(c->lip, SIDES));
    json_object_set_new(json, "noses", noses(c));
    if (c->baulk_x < 0)
        json_object_set_new(json, "baulk_x", json_real(c->baulk_x));
    if (c->ball_seen > 0)
        json_object_set_new(json, "ball_seen", json_real(c->ball_seen));
    json_object_set_new(json, "mark_sign", json_real(c->mark_sign));
    if (c->d_radius > 0)
        json_object_set_new(json, "d_radius", json_real(c->d_radius));
    return json;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static bool read_numbers(const json_t *list, double *v, size_t n)
{
    if (json_array_size(list) != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        const json_t *item = json_array_get(list, i);
        v[i] = json_number_value(item);
        if (!json_is_number(item) || !isfinite(v[i]))
            return false;
    }
    return true;
}

static bool read_levels(const json_t *list, float v[3])
{
    double d[3];
    if (!read_numbers(list, d, 3))
        return false;
    for (int i = 0; i < 3; i++)
        v[i] = (float)d[i];
    return true;
}

static bool read_camera(const json_t *json, struct camera *k)
{
    json_t *lens = NULL, *R = NULL, *t = NULL;
    int bad =
        json_unpack((json_t *)json, "{s:i,s:i,s:F,s:F,s:F,s:F,s:o,s:o,s:o}", "width", &k->width, "height", &k->height,
                    "fx", &k->fx, "fy", &k->fy, "cx", &k->cx, "cy", &k->cy, "k", &lens, "R", &R, "t", &t);
    k->chroma_x = json_number_value(json_object_get(json, "chroma_x"));
    return !bad && k->width > 0 && k->height > 0 && k->fx > 0 && k->fy > 0 && read_numbers(lens, k->k, 5) &&
           read_numbers(R, k->R, 9) && read_numbers(t, k->t, 3);
}

static int read_table(const json_t *json, struct table *table)
{
    double size[2];
    const char *kind = json_string_value(json_object_get(json, "table"));
    if (!kind)
        return ERR_FORMAT;
    if (strcmp(kind, "custom") != 0)
        return table_make(table, kind);
    if (!read_numbers(json_object_get(json, "size"), size, 2))
        return ERR_FORMAT;
    return table_make_custom(table, size[0], size[1], json_number_value(json_object_get(json, "ball")));
}

static void read_optional(struct calibration *c, const json_t *json)
{
    static const char *const names[SIDES] = {"top", "bottom", "left", "right"};
    const char *orientation = json_string_value(json_object_get(json, "orientation"));
    const json_t *colours = json_object_get(json, "colours"), *sides = json_object_get(json, "noses");
    c->orientation = orientation && !strcmp(orientation, "ok") ? ORIENTATION_SEEN : ORIENTATION_ASSUMED;
    c->rms_px = json_number_value(json_object_get(json, "rms_px"));
    c->rms_mm = json_number_value(json_object_get(json, "rms_mm"));
    c->aspect = json_number_value(json_object_get(json, "aspect"));
    c->sd_mm = json_number_value(json_object_get(json, "sd_mm"));
    c->rolling_s = json_number_value(json_object_get(json, "rolling_shutter_s"));
    read_numbers(json_object_get(json, "lips"), c->lip, SIDES);
    c->ball_seen = json_number_value(json_object_get(json, "ball_seen"));
    c->mark_sign = json_number_value(json_object_get(json, "mark_sign"));
    c->baulk_x = json_number_value(json_object_get(json, "baulk_x"));
    c->d_radius = json_number_value(json_object_get(json, "d_radius"));
    read_levels(json_object_get(colours, "cloth"), c->cloth);
    for (int i = 1; i < PAINTS; i++)
        if (read_levels(json_object_get(json_object_get(colours, "balls"), paint_names[i]), c->ball[i]))
            c->ball_known |= 1u << i;
    for (int i = 0; i < SIDES; i++) {
        const json_t *side = json_object_get(sides, names[i]);
        c->side_rms_px[i] = json_number_value(json_object_get(side, "rms_px"));
        c->side_share[i] = json_number_value(json_object_get(side, "seen"));
        read_numbers(json_object_get(side, "colour"), c->nose[i].colour, 3);
    }
}

int calibration_from_json(struct calibration *c, const json_t *json, char *why)
{
    const char *type = json_string_value(json_object_get(json, "type"));
    *c = (struct calibration){0};
    if (!type || strcmp(type, "calibration") != 0) {
        snprintf(why, CALIBRATE_WHY, "it has no \"type\":\"calibration\"");
        return ERR_FORMAT;
    }
    if (read_table(json, &c->table)) {
        snprintf(why, CALIBRATE_WHY, "its table is not one that can be built");
        return ERR_FORMAT;
    }
    if (!read_camera(json_object_get(json, "camera"), &c->camera)) {
        snprintf(why, CALIBRATE_WHY, "its camera lacks a figure or has one that cannot be");
        return ERR_FORMAT;
    }
    read_optional(c, json);
    return 0;
}

int calibration_read(struct calibration *c, const char *path, char *why)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!file) {
        int err = err_from_errno(errno);
        snprintf(why, CALIBRATE_WHY, "%s", err_text(err));
        return err;
    }
    json_error_t error;
    json_t *json = json_loadf(file, 0, &error);
    if (file != stdin)
        fclose(file);
    if (!json) {
        snprintf(why, CALIBRATE_WHY, "not JSON: %s in line %d", error.text, error.line);
        return ERR_FORMAT;
    }
    int err = calibration_from_json(c, json, why);
    json_decref(json);
    return err;
}
