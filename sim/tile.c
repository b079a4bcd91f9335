/* SPDX-License-Identifier: Apache-2.0 */
/* tile.c: what light comes from each pixel of a tile?
 * Edges get sixteen samples in place and time; what they hit is shaded once a thing, since light varies slowly. */
#include "tile.h"

#include "detmath.h"

#include <string.h>

/* Where sample s lies in the pixel (a (0,2) sequence: any 2^k of them fill it evenly), -0.5..0.5. */
static const float sample_x[SAMPLES] = {-.469f, .031f, -.219f, .281f, -.344f, .156f, -.094f, .406f,
                                        -.406f, .094f, -.156f, .344f, -.281f, .219f, -.031f, .469f};
static const float sample_y[SAMPLES] = {-.469f, .031f,  .281f,  -.219f, -.094f, .406f,  .156f,  -.344f,
                                        .219f,  -.281f, -.031f, .469f,  .344f,  -.156f, -.406f, .094f};

/* One thing as a tile sees it. */
struct seen {
    const struct sim_thing *thing;
    float travel; /* mm moved during the exposure of a row */
};

struct work {
    struct sim_render *r;
    int x0, y0;
    int seen_n, shades_n;
    struct seen seen[SIM_THINGS_MAX];
    struct shade shade[SHADERS_MAX];
    int dark_n; /* those of them that darken the table in this tile */
    struct shade dark[SHADERS_MAX];
    float mm_px;                                 /* size of a pixel at the bed */
    struct rgb veil[TILE / 2 + 1][TILE / 2 + 1]; /* shadow factors on every second pixel */
};

/* Place of a moving thing when `row` is exposed to the given share. */
struct v3 sim_tile_thing_at(const struct sim_render *r, const struct sim_thing *t, float row, float exposed)
{
    if (t->track_n < 2)
        return t->at[0];
    const struct sim_camera *c = &r->camera;
    float all = (float)(c->rolling_s + c->shutter_s);
    float s = all > 0 ? ((float)c->rolling_s * row / (float)r->height + (float)c->shutter_s * exposed) / all : 0;
    float f = clampf(s, 0, 1) * (SIM_TRACK - 1);
    int i = (int)f < SIM_TRACK - 1 ? (int)f : SIM_TRACK - 2;
    return v3_along(t->at[i], f - (float)i, v3_sub(t->at[i + 1], t->at[i]));
}

/* ---- hits ------------------------------------------------------------------------------------------------------- */

struct hit {
    float s, f; /* along the ray; along a rod */
    struct v3 n;
};

static bool hit_ball(struct v3 c, float r, struct v3 d, struct hit *h)
{
    float b = v3_dot(c, d), disc = b * b - v3_dot(c, c) + r * r;
    if (disc <= 0)
        return false;
    h->s = b - sqrtf(disc);
    h->f = 0;
    h->n = v3_scale(v3_sub(v3_scale(d, h->s), c), 1 / r);
    return true;
}

/* c: the rod's beginning seen from the camera. The radius changes slowly along a rod, so the cylinder of the radius at
 * the last guess is met three times over. */
static bool hit_rod(const struct sim_thing *t, struct v3 c, struct v3 d, struct hit *h)
{
    float len = v3_len(t->to), r = 0.5f * (t->ra + t->rb), f = 0;
    struct v3 u = v3_scale(t->to, 1 / len);
    float du = v3_dot(d, u), cu = v3_dot(c, u), a = 1 - du * du, b = v3_dot(d, c) - du * cu;
    float base = v3_dot(c, c) - cu * cu;
    for (int i = 0; i < 3 && a > 1e-6f; i++) {
        float disc = b * b - a * (base - r * r);
        if (disc <= 0)
            return false;
        h->s = (b - sqrtf(disc)) / a;
        f = (h->s * du - cu) / len;
        r = t->ra + clampf(f, 0, 1) * (t->rb - t->ra);
    }
    if (f >= 0 && f <= 1) {
        struct v3 axis = v3_along(c, f, t->to);
        h->f = f;
        h->n = v3_unit(v3_sub(v3_scale(d, h->s), axis));
        return true;
    }
    bool hit = hit_ball(f < 0 ? c : v3_add(c, t->to), f < 0 ? t->ra : t->rb, d, h);
    h->f = f < 0 ? 0 : 1;
    return hit;
}

static bool hit_thing(const struct work *w, const struct sim_thing *t, struct v3 at, struct v3 d, struct hit *h)
{
    struct v3 c = v3_sub(at, w->r->from);
    bool hit = t->kind == SIM_THING_BALL ? hit_ball(c, t->ra, d, h) : hit_rod(t, c, d, h);
    return hit && h->s > 0;
}

/* Distance of the ray from the thing's middle, less its radius: negative inside its outline. */
static float outside(const struct work *w, const struct sim_thing *t, struct v3 at, struct v3 d)
{
    struct v3 c = v3_sub(at, w->r->from);
    float r = t->ra;
    if (t->kind == SIM_THING_ROD) { /* nearest point of the axis to the ray */
        float b = v3_dot(t->to, d), e = v3_dot(t->to, c), k = v3_dot(d, c), den = v3_dot(t->to, t->to) - b * b;
        float f = den > 1e-3f ? clampf((b * k - e) / den, 0, 1) : 0;
        c = v3_along(c, f, t->to);
        r = t->ra + f * (t->rb - t->ra);
    }
    float s = v3_dot(c, d), d2 = v3_dot(c, c) - s * s;
    return sqrtf(d2 > 0 ? d2 : 0) - r;
}

/* ---- what is in the tile ---------------------------------------------------------------------------------------- */

static void gather(struct work *w, const struct tile *tile)
{
    const struct sim_scene *scene = w->r->scene;
    float row = (float)w->y0 + TILE / 2;
    for (int i = 0; i < scene->things_n; i++) {
        const struct sim_thing *t = &scene->thing[i];
        struct v3 mid = sim_tile_thing_at(w->r, t, row, 0.5f);
        if (tile->seen >> i & 1) {
            struct v3 moved = v3_sub(sim_tile_thing_at(w->r, t, row, 1), sim_tile_thing_at(w->r, t, row, 0));
            w->seen[w->seen_n++] = (struct seen){t, v3_len(moved)};
        }
        if ((tile->casts >> i & 1) && w->shades_n < SHADERS_MAX)
            w->shade[w->shades_n++] = (struct shade){.rod = t->kind == SIM_THING_ROD,
                                                     .a = mid,
                                                     .to = t->to,
                                                     .ra = t->ra,
                                                     .rb = t->rb,
                                                     .to2 = v3_dot(t->to, t->to),
                                                     .thing = t};
    }
}

static struct v3 direction(const struct sim_render *r, int x, int y)
{
    return r->dir[y * (r->width + 1) + x];
}

static struct rgb veil_at(const struct work *w, int x, int y)
{
    const struct sim_render *r = w->r;
    x = x < r->width ? x : r->width - 1;
    y = y < r->height ? y : r->height - 1;
    enum ground_part part = (enum ground_part)r->part[y * r->width + x];
    if (part == GROUND_FLOOR || part == GROUND_HOLE)
        return rgb(1, 1, 1);
    struct v3 d = direction(r, x, y);
    struct v3 p = v3_along(r->from, (sim_ground_z(&r->ground, part) - r->from.z) / d.z, d);
    return sim_shadow_at(&r->lights, p, w->dark, w->dark_n);
}

/* Boxes say generously where a shadow may fall; most of what they name does not reach the tile after all. */
static void pick_dark(struct work *w)
{
    const struct sim_render *r = w->r;
    int x = w->x0 + TILE / 2 < r->width ? w->x0 + TILE / 2 : r->width - 1;
    int y = w->y0 + TILE / 2 < r->height ? w->y0 + TILE / 2 : r->height - 1;
    struct v3 d = direction(r, x, y), p = v3_along(r->from, -r->from.z / d.z, d);
    float far = v3_len(v3_sub(p, r->from)) / r->from.z; /* pixels are larger, and slanted, away from the middle */
    float slack = 0.75f * TILE * w->mm_px * far * far + 1.5f * r->ground.rail_z * (far - 1) + 4;
    for (int i = 0; i < w->shades_n; i++)
        if (sim_shade_reaches(&r->lights, p, &w->shade[i], slack))
            w->dark[w->dark_n++] = w->shade[i];
}

/* Arms and bodies well above the cloth throw shadows so soft that every fourth pixel tells enough. */
static bool soft_only(const struct work *w)
{
    for (int i = 0; i < w->dark_n; i++)
        if (!w->dark[i].rod || w->dark[i].a.z < 100 || w->dark[i].a.z + w->dark[i].to.z < 100)
            return false;
    return true;
}

static void make_veil(struct work *w)
{
    int step = soft_only(w) ? 2 : 1, n = TILE / 2;
    for (int j = 0; j <= n; j += step)
        for (int i = 0; i <= n; i += step)
            w->veil[j][i] = veil_at(w, w->x0 + 2 * i, w->y0 + 2 * j);
    for (int j = 0; step == 2 && j <= n; j += 2)
        for (int i = 1; i < n; i += 2)
            w->veil[j][i] = rgb_mix(w->veil[j][i - 1], w->veil[j][i + 1], 0.5f);
    for (int j = 1; step == 2 && j < n; j += 2)
        for (int i = 0; i <= n; i++)
            w->veil[j][i] = rgb_mix(w->veil[j - 1][i], w->veil[j + 1][i], 0.5f);
}

/* The bare table under its shadows. */
static struct rgb bare_at(const struct work *w, int x, int y)
{
    const struct sim_render *r = w->r;
    struct rgb c = r->bare[y * r->width + x];
    if (!w->dark_n)
        return c;
    int i = (x - w->x0) / 2, j = (y - w->y0) / 2, ox = (x - w->x0) & 1, oy = (y - w->y0) & 1;
    struct rgb a = w->veil[j][i], b = w->veil[j + oy][i + ox];
    return rgb_mul(c, ox | oy ? rgb_mix(a, b, 0.5f) : a);
}

/* ---- a pixel ---------------------------------------------------------------------------------------------------- */

/* What the samples of a pixel met, thing by thing. */
struct met {
    int n;
    float s, f;
    struct v3 normal;
};

static struct rgb shade_met(const struct work *w, const struct sim_thing *t, const struct met *m, struct v3 d)
{
    float k = 1 / (float)m->n;
    struct v3 p = v3_along(w->r->from, m->s * k, d);
    int shades = t->kind == SIM_THING_BALL ? w->shades_n : 0; /* sleeves do not shade each other: nobody misses it */
    return sim_paint_at(&w->r->lights, t, p, v3_unit(m->normal), d, m->f * k, w->shade, shades);
}

/* Nearest thing along one sample's ray; -1 for none or hidden by the table. */
static int nearest(const struct work *w, const int *cand, int n, struct v3 d, float row, float exposed,
                   struct hit *best)
{
    int found = -1;
    best->s = 1e9f;
    for (int i = 0; i < n; i++) {
        const struct sim_thing *t = w->seen[cand[i]].thing;
        struct hit h;
        if (hit_thing(w, t, sim_tile_thing_at(w->r, t, row, exposed), d, &h) && h.s < best->s &&
            !sim_ground_hides(&w->r->ground, w->r->from, v3_along(w->r->from, h.s, d))) {
            *best = h;
            found = i;
        }
    }
    return found;
}

/* Samples of one pixel; fast things are shaded once a quarter of the exposure, so that their glints smear too. */
static struct rgb mixed_pixel(const struct work *w, int x, int y, const int *cand, int n, bool fast)
{
    struct sim_render *r = w->r;
    struct v3 d = direction(r, x, y), dx = v3_sub(direction(r, x + 1, y), d), dy = v3_sub(direction(r, x, y + 1), d);
    struct rgb sum = {0}, bare = bare_at(w, x, y);
    float shift = (float)sim_hash_unit((uint32_t)x, (uint32_t)y, 77);
    int groups = fast ? 4 : 1, per = SAMPLES / groups, misses = 0;
    for (int g = 0; g < groups; g++) {
        struct met met[SIM_THINGS_MAX];
        memset(met, 0, sizeof *met * (size_t)n);
        for (int k = 0; k < per; k++) {
            int s = k * groups + g; /* every group fills the pixel evenly */
            float exposed = ((float)g + ((float)k + shift) / (float)per) / (float)groups;
            struct v3 e = v3_unit(v3_along(v3_along(d, sample_x[s], dx), sample_y[s], dy));
            struct hit h;
            int i = nearest(w, cand, n, e, (float)y, exposed, &h);
            if (i < 0) {
                misses++;
                continue;
            }
            met[i].n++;
            met[i].s += h.s;
            met[i].f += h.f;
            met[i].normal = v3_add(met[i].normal, h.n);
        }
        for (int i = 0; i < n; i++)
            if (met[i].n)
                sum = rgb_add(sum, rgb_scale(shade_met(w, w->seen[cand[i]].thing, &met[i], d), (float)met[i].n));
    }
    return rgb_scale(rgb_add(sum, rgb_scale(bare, (float)misses)), 1.0f / SAMPLES);
}

static struct rgb pixel(const struct work *w, int x, int y)
{
    struct v3 d = direction(w->r, x, y);
    int cand[SIM_THINGS_MAX], n = 0;
    bool edge = false, fast = false;
    for (int i = 0; i < w->seen_n; i++) {
        const struct seen *s = &w->seen[i];
        float gap = outside(w, s->thing, sim_tile_thing_at(w->r, s->thing, (float)y, 0.5f), d);
        if (gap > w->mm_px + 0.5f * s->travel)
            continue;
        cand[n++] = i;
        edge |= gap > -w->mm_px - 0.5f * s->travel;
        fast |= s->travel > w->mm_px;
    }
    if (!n)
        return bare_at(w, x, y);
    if (edge || fast)
        return mixed_pixel(w, x, y, cand, n, fast);
    struct hit h; /* no outline crosses the pixel: one sample tells all */
    int first = nearest(w, cand, n, d, (float)y, 0.5f, &h);
    if (first < 0)
        return bare_at(w, x, y);
    struct met m = {1, h.s, h.f, h.n};
    return shade_met(w, w->seen[cand[first]].thing, &m, d);
}

void sim_tile_draw(struct sim_render *r, int index)
{
    struct work w = {.r = r, .x0 = index % r->tiles_x * TILE, .y0 = index / r->tiles_x * TILE};
    struct rgb light[TILE * TILE];
    w.mm_px = (float)(r->camera.at.z / r->camera.fx);
    gather(&w, &r->tile[index]);
    pick_dark(&w);
    if (w.dark_n)
        make_veil(&w);
    for (int j = 0; j < TILE; j++)
        for (int i = 0; i < TILE; i++) {
            int x = w.x0 + i, y = w.y0 + j;
            if (x >= r->width || y >= r->height)
                light[j * TILE + i] = light[0];
            else
                light[j * TILE + i] = w.seen_n ? pixel(&w, x, y) : bare_at(&w, x, y);
        }
    sim_develop_tile(r, w.x0, w.y0, light);
}
