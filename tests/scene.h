/* SPDX-License-Identifier: Apache-2.0 */
/* scene.h: pictures of a table with known truth, for the tests of seeing: simple light, but exact geometry. */
#pragma once

#include "camera.h"
#include "frame.h"
#include "table.h"

enum { SCENE_BALLS = 24 };

struct scene {
    struct table table;
    struct camera camera;
    float cloth[3]; /* red, green, blue, 0..255 */
    float light;    /* 1: usual */
    float noise;    /* levels, sd */
    int balls_n;
    struct {
        struct vec2 mm;
        enum ball_kind kind;
    } ball[SCENE_BALLS];
    bool arm; /* somebody's arm lies over the table */
};

/* A camera that looks at the middle of the table from above, turned and tilted (radians), lens included. */
struct camera scene_camera(const struct table *table, int width, int height, double turn, double tilt, double k1);

/* Every colour on its spot and a rack of reds. */
void scene_opening(struct scene *scene);

/* 0 or ERR_MEMORY; pixels_free releases it. */
int scene_render(const struct scene *scene, struct frame *out);
