/* SPDX-License-Identifier: Apache-2.0 */
/* tile.h: the inside of the renderer. Private to sim/. */
#pragma once

#include "ground.h"
#include "paint.h"
#include "pool.h"
#include "render.h"

enum { TILE = 16, TONE_STEPS = 2048, NOISE_SIZE = 1 << 16, SAMPLES = 16, BAND = 32 };

/* Which things may show in a tile, which may darken it, and a sum of their versions. */
struct tile {
    uint64_t seen, casts, sign;
};

/* The empty table as the camera saw it when the renderer was opened. */
struct backdrop {
    struct rgb *light;  /* linear, vignette not yet taken off */
    uint8_t *part;      /* enum ground_part of every pixel */
    uint16_t *clean[3]; /* the same developed: what a tile without things shows */
};

struct sim_render {
    const struct table *table;
    struct sim_look look;
    struct sim_camera camera, opened; /* as it stands now; as it stood when opened */
    bool turned;                      /* it was knocked: the two differ */
    float to_table[9], to_opened[9];  /* from the camera's frame into the table's, and into that of `opened` */
    struct lights lights;
    struct ground ground;
    struct backdrop backdrop;
    struct pool *pool;
    int width, height, tiles_x, tiles_y;
    struct v3 from;
    struct v3 *dir; /* unit direction of every pixel in the camera's frame, and one row and column more */
    float tone[TONE_STEPS + 2];
    uint8_t sigma[256]; /* noise, sixteenths of a step, by level of Y */
    uint16_t *clean[3]; /* the picture before noise, in steps of 1/64 */
    uint8_t *noisy[3];
    uint8_t *grain; /* sigma of every pixel of Y */
    int8_t *noise;  /* normal deviates, sd 16 */
    struct tile *tile, *was;
    uint32_t *todo; /* tiles to draw */
    int todo_n;
    uint32_t version; /* of the pose: changes redraw everything */
    uint64_t frame;
    const struct sim_scene *scene;
    uint64_t thing_sign[SIM_THINGS_MAX];
};

/* backdrop.c */
void sim_backdrop_make(struct sim_render *r);
void sim_backdrop_turn(struct sim_render *r);                 /* after a change of pose */
void sim_backdrop_show(struct sim_render *r, int x0, int y0); /* a tile with nothing in it */
void sim_backdrop_light(const struct sim_render *r, int x0, int y0, struct rgb *light, uint8_t *part); /* TILE rows */

/* changes.c */
void sim_changes_find(struct sim_render *r); /* fills todo */

/* tile.c */
void sim_tile_draw(struct sim_render *r, int index);

/* develop.c: from light to bytes */
void sim_develop_make(struct sim_render *r);
void sim_develop_tile(struct sim_render *r, int x0, int y0, const struct rgb *light);
void sim_develop_rows(struct sim_render *r, int band);
void sim_develop_caption(struct sim_render *r, const char *text);

static inline struct v3 v3_turn(const float m[9], struct v3 d)
{
    return v3(m[0] * d.x + m[1] * d.y + m[2] * d.z, m[3] * d.x + m[4] * d.y + m[5] * d.z,
              m[6] * d.x + m[7] * d.y + m[8] * d.z);
}
