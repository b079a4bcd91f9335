/* SPDX-License-Identifier: Apache-2.0 */
/* render.c: which tiles of the picture must be drawn again, and in what order does a frame come about? */
#include "render.h"

#include "detmath.h"
#include "err.h"
#include "tile.h"

#include <stdlib.h>
#include <string.h>

/* ---- the empty table -------------------------------------------------------------------------------------------- */

static void make_row_directions(void *user, int y)
{
    struct sim_render *r = user;
    for (int x = 0; x <= r->width; x++)
        r->dir[y * (r->width + 1) + x] = v3_of(vec3_unit(sim_camera_ray(&r->camera, x, y)));
}

static float spread_of(const struct rgb *c, int n)
{
    float lo = 1e9f, hi = 0;
    for (int i = 0; i < n; i++) {
        float y = c[i].r + c[i].g + c[i].b;
        lo = y < lo ? y : lo;
        hi = y > hi ? y : hi;
    }
    return hi > 0 ? (hi - lo) / (hi + 0.02f) : 0;
}

/* Four samples; sixteen more where they differ: edges, lines. */
static struct rgb bare_pixel(struct sim_render *r, int x, int y, enum ground_part *part)
{
    const struct v3 *at = &r->dir[y * (r->width + 1) + x];
    struct v3 d = at[0], dx = v3_sub(at[1], d), dy = v3_sub(at[r->width + 1], d);
    struct rgb four[4], sum = {0};
    for (int i = 0; i < 4; i++) {
        struct v3 e = v3_along(v3_along(d, (float)(i & 1) * 0.5f - 0.25f, dx), (float)(i >> 1) * 0.5f - 0.25f, dy);
        four[i] = sim_ground_at(&r->ground, r->from, e, part);
        sum = rgb_add(sum, four[i]);
    }
    if (spread_of(four, 4) < 0.12f)
        return rgb_scale(sum, 0.25f);
    for (int i = 0; i < 16; i++) {
        float u = ((float)(i & 3) + 0.5f) / 4 - 0.5f, v = ((float)(i >> 2) + 0.5f) / 4 - 0.5f;
        sum = rgb_add(sum, sim_ground_at(&r->ground, r->from, v3_along(v3_along(d, u, dx), v, dy), part));
    }
    return rgb_scale(sum, 0.05f);
}

static void make_row_bare(void *user, int y)
{
    struct sim_render *r = user;
    for (int x = 0; x < r->width; x++) {
        enum ground_part part;
        r->bare[y * r->width + x] = bare_pixel(r, x, y, &part);
        r->part[y * r->width + x] = (uint8_t)part;
    }
}

static void make_background(struct sim_render *r, bool pose)
{
    r->from = v3_of(r->camera.at);
    sim_lights_make(&r->lights, &r->look, r->table);
    sim_ground_make(&r->ground, r->table, &r->look, &r->lights);
    sim_develop_make(r);
    if (pose)
        sim_pool_run(r->pool, r->height + 1, make_row_directions, r);
    sim_pool_run(r->pool, r->height, make_row_bare, r);
    r->version++;
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

static int allocate(struct sim_render *r)
{
    size_t w = (size_t)r->width, h = (size_t)r->height, n = w * h, tiles = (size_t)r->tiles_x * (size_t)r->tiles_y;
    r->dir = malloc((w + 1) * (h + 1) * sizeof *r->dir);
    r->bare = malloc(n * sizeof *r->bare);
    r->part = malloc(n);
    r->grain = malloc(n);
    r->noise = malloc(NOISE_SIZE);
    r->tile = calloc(tiles, sizeof *r->tile);
    r->was = calloc(tiles, sizeof *r->was);
    r->todo = malloc(tiles * sizeof *r->todo);
    bool ok = r->dir && r->bare && r->part && r->grain && r->noise && r->tile && r->was && r->todo;
    for (int p = 0; p < 3; p++) {
        r->clean[p] = malloc((p ? n / 4 : n) * sizeof *r->clean[p]);
        r->noisy[p] = malloc(p ? n / 4 : n);
        ok = ok && r->clean[p] && r->noisy[p];
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
    r->camera = *camera;
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
    make_background(r, true);
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
        free(r->noisy[p]);
    }
    free(r->dir);
    free(r->bare);
    free(r->part);
    free(r->grain);
    free(r->noise);
    free(r->tile);
    free(r->was);
    free(r->todo);
    free(r);
    *render = NULL;
}

int sim_render_change(struct sim_render *r, const struct sim_look *look, const struct sim_camera *camera)
{
    if (camera && (camera->width != r->width || camera->height != r->height || sim_camera_check(camera)))
        return ERR_RANGE;
    if (look)
        r->look = *look;
    if (camera)
        r->camera = *camera;
    make_background(r, camera != NULL);
    return 0;
}

/* ---- which tiles ------------------------------------------------------------------------------------------------ */

struct box {
    double x0, y0, x1, y1;
};

static void box_add(struct box *b, struct vec2 p, double margin)
{
    b->x0 = fmin(b->x0, p.x - margin);
    b->y0 = fmin(b->y0, p.y - margin);
    b->x1 = fmax(b->x1, p.x + margin);
    b->y1 = fmax(b->y1, p.y + margin);
}

static void box_add_ball(struct box *b, const struct sim_camera *c, struct v3 at, float radius)
{
    struct vec3 p = vec3(at.x, at.y, at.z);
    struct vec2 px;
    if (sim_camera_project(c, p, &px))
        box_add(b, px, 1.35 * sim_camera_ball_px(c, p, radius) + 2);
}

/* Where a ball's shadow can reach on the table: thrown from every corner of every lamp. */
static void box_add_shadow(struct box *b, const struct sim_render *r, struct v3 at, float radius)
{
    for (int i = 0; i < r->look.lamps_n; i++)
        for (int k = 0; k < 4; k++) {
            const struct sim_lamp *l = &r->look.lamp[i];
            struct vec3 from = vec3_along(vec3_along(l->at, k & 1 ? 1.15 : -1.15, l->u), k & 2 ? 1.15 : -1.15, l->v);
            double height = from.z - at.z, grow = from.z / fmax(height, 0.25 * from.z);
            struct vec3 p = vec3(from.x + (at.x - from.x) * grow, from.y + (at.y - from.y) * grow, 0);
            struct vec2 px;
            if (l->power > 0 && sim_camera_project(&r->camera, p, &px))
                box_add(b, px, 1.3 * sim_camera_ball_px(&r->camera, p, radius * grow) + 2);
        }
}

static void mark(struct sim_render *r, const struct box *b, int thing, bool seen, bool casts)
{
    int x0 = (int)fmax(floor(b->x0 / TILE), 0), x1 = (int)fmin(floor(b->x1 / TILE), r->tiles_x - 1);
    int y0 = (int)fmax(floor(b->y0 / TILE), 0), y1 = (int)fmin(floor(b->y1 / TILE), r->tiles_y - 1);
    uint64_t bit = (uint64_t)1 << thing;
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            struct tile *t = &r->tile[y * r->tiles_x + x];
            if (!((t->seen | t->casts) & bit))
                t->sign += r->thing_sign[thing];
            if (seen)
                t->seen |= bit;
            if (casts)
                t->casts |= bit;
        }
}

/* A rod is marked piece by piece: the box around a whole cue would be half the picture. */
static void mark_thing(struct sim_render *r, int i)
{
    const struct sim_thing *t = &r->scene->thing[i];
    int pieces = t->kind == SIM_THING_BALL ? 1 : 1 + (int)(v3_len(t->to) / 90);
    int last = t->track_n - 1;
    for (int k = 0; k < pieces; k++) {
        struct box seen = {1e9, 1e9, -1e9, -1e9}, dark = seen;
        int ends = t->kind == SIM_THING_BALL ? 1 : 2;
        for (int e = 0; e < ends; e++) {
            float f = (float)(k + e) / (float)pieces, radius = t->ra + f * (t->rb - t->ra);
            radius = t->kind == SIM_THING_BALL ? t->ra : radius;
            for (int m = 0; m <= last; m += last > 0 ? 4 : 1) {
                struct v3 at = t->kind == SIM_THING_BALL ? t->at[m] : v3_along(t->at[m], f, t->to);
                box_add_ball(&seen, &r->camera, at, radius);
                if (t->casts)
                    box_add_shadow(&dark, r, at, radius);
            }
        }
        mark(r, &seen, i, true, t->casts);
        if (t->casts)
            mark(r, &dark, i, false, true);
    }
}

/* FNV-1a over what shows of a thing. */
static uint64_t sign_of(const struct sim_thing *t)
{
    uint64_t h = 0xCBF29CE484222325u;
    struct sim_thing copy = *t;
    for (int i = t->track_n; i < SIM_TRACK; i++)
        copy.at[i] = v3(0, 0, 0);
    const unsigned char *p = (const unsigned char *)&copy;
    for (size_t i = 0; i < sizeof copy; i++)
        h = (h ^ p[i]) * 0x100000001B3u;
    return h | 1;
}

static void find_changes(struct sim_render *r)
{
    int n = r->tiles_x * r->tiles_y;
    for (int i = 0; i < n; i++)
        r->tile[i] = (struct tile){.sign = r->version};
    for (int i = 0; i < r->scene->things_n; i++) {
        r->thing_sign[i] = sign_of(&r->scene->thing[i]) * (uint64_t)(2 * i + 1);
        mark_thing(r, i);
    }
    r->todo_n = 0;
    for (int i = 0; i < n; i++)
        if (r->tile[i].sign != r->was[i].sign || r->tile[i].seen != r->was[i].seen ||
            r->tile[i].casts != r->was[i].casts)
            r->todo[r->todo_n++] = (uint32_t)i;
    memcpy(r->was, r->tile, (size_t)n * sizeof *r->was);
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
    find_changes(r);
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
