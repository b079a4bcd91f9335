/* SPDX-License-Identifier: Apache-2.0 */
/* render.c: which tiles of the picture must be drawn again, and in what order does a frame come about? */
#include "render.h"

#include "detmath.h"
#include "err.h"
#include "tile.h"

#include <stdlib.h>
#include <string.h>

/* ---- open and close --------------------------------------------------------------------------------------------- */

static int allocate(struct sim_render *r)
{
    size_t w = (size_t)r->width, h = (size_t)r->height, n = w * h, tiles = (size_t)r->tiles_x * (size_t)r->tiles_y;
    r->dir = malloc((w + 1) * (h + 1) * sizeof *r->dir);
    r->backdrop.light = malloc(n * sizeof *r->backdrop.light);
    r->backdrop.part = malloc(n);
    r->grain = malloc(n);
    r->noise = malloc(NOISE_SIZE);
    r->tile = calloc(tiles, sizeof *r->tile);
    r->was = calloc(tiles, sizeof *r->was);
    r->todo = malloc(tiles * sizeof *r->todo);
    bool ok = r->dir && r->backdrop.light && r->backdrop.part && r->grain && r->noise && r->tile && r->was && r->todo;
    for (int p = 0; p < 3; p++) {
        r->clean[p] = malloc((p ? n / 4 : n) * sizeof *r->clean[p]);
        r->backdrop.clean[p] = malloc((p ? n / 4 : n) * sizeof *r->clean[p]);
        r->noisy[p] = malloc(p ? n / 4 : n);
        ok = ok && r->clean[p] && r->backdrop.clean[p] && r->noisy[p];
    }
    return ok ? 0 : ERR_MEMORY;
}

int sim_render_open(struct sim_render **out, const struct table *table, const struct sim_look *look,
                    const struct sim_camera *camera, int threads)
{
    *out = NULL;
    int err = sim_camera_check(camera);
    if (err)
        return err;
    struct sim_render *r = calloc(1, sizeof *r);
    if (!r)
        return ERR_MEMORY;
    r->table = table;
    r->look = *look;
    r->camera = r->opened = *camera;
    r->width = camera->width;
    r->height = camera->height;
    r->tiles_x = (r->width + TILE - 1) / TILE;
    r->tiles_y = (r->height + TILE - 1) / TILE;
    err = sim_pool_open(&r->pool, threads);
    if (!err)
        err = allocate(r);
    if (err) {
        sim_render_close(&r);
        return err;
    }
    sim_lights_make(&r->lights, &r->look, r->table);
    sim_ground_make(&r->ground, r->table, &r->look, &r->lights);
    sim_develop_make(r);
    r->from = v3_of(camera->at);
    sim_backdrop_turn(r);
    sim_backdrop_make(r);
    *out = r;
    return 0;
}

void sim_render_close(struct sim_render **render)
{
    struct sim_render *r = *render;
    if (!r)
        return;
    sim_pool_close(&r->pool);
    for (int p = 0; p < 3; p++) {
        free(r->clean[p]);
        free(r->backdrop.clean[p]);
        free(r->noisy[p]);
    }
    free(r->dir);
    free(r->backdrop.light);
    free(r->backdrop.part);
    free(r->grain);
    free(r->noise);
    free(r->tile);
    free(r->was);
    free(r->todo);
    free(r);
    *render = NULL;
}

int sim_render_turn(struct sim_render *r, const struct sim_camera *camera)
{
    const struct sim_camera *a = camera, *b = &r->opened;
    if (a->width != b->width || a->height != b->height || a->fx != b->fx || a->fy != b->fy || a->cx != b->cx ||
        a->cy != b->cy || a->at.x != b->at.x || a->at.y != b->at.y || a->at.z != b->at.z ||
        memcmp(a->k, b->k, sizeof a->k) != 0)
        return ERR_RANGE;
    if (memcmp(camera->R, r->camera.R, sizeof camera->R) == 0)
        return 0;
    r->camera = *camera;
    r->version++;
    sim_backdrop_turn(r);
    return 0;
}

/* ---- a frame ---------------------------------------------------------------------------------------------------- */

static void draw_one(void *user, int i)
{
    struct sim_render *r = user;
    sim_tile_draw(r, (int)r->todo[i]);
}

static void develop_one(void *user, int band)
{
    sim_develop_rows(user, band);
}

void sim_render_frame(struct sim_render *r, const struct sim_scene *scene, uint64_t n, struct frame *out)
{
    r->scene = scene;
    r->frame = n;
    sim_changes_find(r);
    sim_pool_run(r->pool, r->todo_n, draw_one, r);
    sim_pool_run(r->pool, (r->height + BAND - 1) / BAND, develop_one, r);
    if (scene->caption[0])
        sim_develop_caption(r, scene->caption);
    r->scene = NULL;
    *out =
        (struct frame){.width = r->width, .height = r->height, .format = PIXEL_I420, .matrix = COLOUR_BT709, .seq = n};
    for (int p = 0; p < 3; p++) {
        out->plane[p] = r->noisy[p];
        out->stride[p] = p ? r->width / 2 : r->width;
    }
    out->full_range = r->camera.full_range;
    out->t = (ns_t)floor((double)n / r->camera.fps * 1e9 + 0.5);
}

void sim_render_tiles(const struct sim_render *r, int *drawn, int *all)
{
    *drawn = r->todo_n;
    *all = r->tiles_x * r->tiles_y;
}

double sim_render_row_time(const struct sim_camera *c, double row)
{
    return c->rolling_s * row / c->height + c->shutter_s / 2;
}
