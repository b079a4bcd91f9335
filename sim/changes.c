/* SPDX-License-Identifier: Apache-2.0 */
/* changes.c: which tiles of the picture must be drawn again? */
#include "detmath.h"
#include "tile.h"

#include <string.h>

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
                struct v3 to = v3_along(t->to, (float)m / (SIM_TRACK - 1), t->to_by);
                struct v3 at = t->kind == SIM_THING_BALL ? t->at[m] : v3_along(t->at[m], f, to);
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

void sim_changes_find(struct sim_render *r)
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
