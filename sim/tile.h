/* SPDX-License-Identifier: Apache-2.0 */
/* tile.h: the inside of the renderer. Private to sim/. */
#pragma once

#include "ground.h"
#include "paint.h"
#include "pool.h"
#include "render.h"

enum { TILE = 16, TONE_STEPS = 2048, NOISE_SIZE = 1 << 16, SAMPLES = 16 };

/* Which things may show in a tile, which may darken it, and a sum of their versions. */
struct tile {
    uint64_t seen, casts, sign;
};

struct sim_render {
    const struct table *table;
    struct sim_look look;
    struct sim_camera camera;
    struct lights lights;
    struct ground ground;
    struct pool *pool;
    int width, height, tiles_x, tiles_y;
    struct v3 from;
    struct v3 *dir;   /* unit direction of every pixel, and one row and column more */
    struct rgb *bare; /* the empty table in linear light, vignette not yet taken off */
    uint8_t *part;    /* enum ground_part of every pixel */
    float tone[TONE_STEPS + 2];
    uint8_t sigma[256]; /* noise, sixteenths of a step, by level of Y */
    uint16_t *clean[3]; /* the picture before noise, in steps of 1/64 */
    uint8_t *noisy[3];
    uint8_t *grain; /* sigma of every pixel of Y */
    int8_t *noise;  /* normal deviates, sd 16 */
    struct tile *tile, *was;
    uint32_t *todo; /* tiles to draw */
    int todo_n;
    uint32_t version; /* of background: changes redraw everything */
    uint64_t frame;
    const struct sim_scene *scene;
    uint64_t thing_sign[SIM_THINGS_MAX];
};

/* tile.c */
void sim_tile_draw(struct sim_render *r, int index);
struct v3 sim_tile_thing_at(const struct sim_render *r, const struct sim_thing *thing, float row, float exposed);

/* develop.c: from light to bytes */
void sim_develop_make(struct sim_render *r);
void sim_develop_tile(struct sim_render *r, int x0, int y0, const struct rgb *light);
void sim_develop_rows(struct sim_render *r, int band);
void sim_develop_caption(struct sim_render *r, const char *text);
enum { BAND = 32 };
