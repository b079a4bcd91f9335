/* SPDX-License-Identifier: Apache-2.0 */
/* sim_camera_file.c: which camera does a JSON file describe? */
#include "sim_camera_file.h"

#include "err.h"
#include "json_file.h"

#include <stdio.h>

static void read_number(const json_t *o, const char *key, double *to)
{
    const json_t *v = json_object_get(o, key);
    if (json_is_number(v))
        *to = json_number_value(v);
}

static const json_t *either(const json_t *o, const char *a, const char *b)
{
    const json_t *v = json_object_get(o, a);
    return v ? v : json_object_get(o, b);
}

static bool read_pose(struct sim_camera *c, const json_t *o)
{
    double t[3];
    const json_t *R = either(o, "R", "R_world_to_cam"), *at = json_object_get(o, "C_world_mm");
    if (R && !json_file_numbers(R, c->R, 9))
        return false;
    if (at)
        return json_file_numbers(at, &c->at.x, 3);
    if (!json_object_get(o, "t"))
        return true;
    if (!json_file_numbers(json_object_get(o, "t"), t, 3))
        return false;
    c->at.x = -(c->R[0] * t[0] + c->R[3] * t[1] + c->R[6] * t[2]); /* X = R' (Xc - t): the centre is -R' t */
    c->at.y = -(c->R[1] * t[0] + c->R[4] * t[1] + c->R[7] * t[2]);
    c->at.z = -(c->R[2] * t[0] + c->R[5] * t[1] + c->R[8] * t[2]);
    return true;
}

static void read_sensor(struct sim_camera *c, const json_t *o)
{
    double w = c->width, h = c->height;
    read_number(o, "width", &w);
    read_number(o, "height", &h);
    c->width = (int)w;
    c->height = (int)h;
    read_number(o, "fps", &c->fps);
    read_number(o, "shutter_s", &c->shutter_s);
    read_number(o, "rolling_shutter_s", &c->rolling_s);
    read_number(o, "gain", &c->gain);
    read_number(o, "gamma", &c->gamma);
    read_number(o, "contrast", &c->contrast);
    read_number(o, "noise_read", &c->noise_read);
    read_number(o, "noise_shot", &c->noise_shot);
    read_number(o, "soft_px", &c->soft_px);
    read_number(o, "vignette", &c->vignette);
    if (json_object_get(o, "full_range"))
        c->full_range = json_is_true(json_object_get(o, "full_range"));
    if (json_object_get(o, "balance"))
        json_file_numbers(json_object_get(o, "balance"), c->balance, 3);
}

int sim_camera_read(struct sim_camera *c, const char *path, char *why, size_t size)
{
    json_t *root;
    int err = json_file_open(&root, path, why, size);
    if (err)
        return err;
    const json_t *o = json_object_get(root, "camera");
    if (json_is_array(o))
        o = json_array_get(o, 0);
    o = o ? o : root;
    const json_t *k = either(o, "k", "dist_k1_k2_p1_p2_k3");
    bool ok = json_is_object(o) && json_object_get(o, "fx") && (!k || json_file_numbers(k, c->k, 5)) && read_pose(c, o);
    if (ok) {
        read_sensor(c, root);
        read_sensor(c, json_object_get(root, "sensor"));
        read_sensor(c, o);
        read_number(o, "fx", &c->fx);
        c->fy = c->fx;
        read_number(o, "fy", &c->fy);
        read_number(o, "cx", &c->cx);
        read_number(o, "cy", &c->cy);
    } else {
        snprintf(why, size, "there is no camera in it: fx, fy, cx, cy, k, R and t are wanted");
    }
    json_decref(root);
    return ok ? 0 : ERR_FORMAT;
}
