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

/* A thing at one moment, seen from the camera. */
struct placed {
    struct v3 at, to, u; /* u: unit of to */
    float len;
};

/* One thing as a tile sees it. */
struct seen {
    const struct sim_thing *thing;
    struct placed mid;      /* half-way through the exposure of the tile's middle row */
    struct placed now;      /* half-way through that of the row being drawn */
    float travel;           /* mm moved during the exposure of a row */
    struct shadows shadows; /* ball: what may take light from it */
};

enum {
    VEIL = TILE / 2 + 1, /* shadow factors on every second pixel */
    QUARTERS = 4         /* of an exposure: in each what is fast is shaded once, and so is the table under its shadow */
};

struct work {
    struct sim_render *r;
    int x0, y0;
    int seen_n;
    struct seen seen[SIM_THINGS_MAX];
    struct shade shade[SIM_THINGS_MAX]; /* by number of the thing; those of the tile's casts */
    struct shadows ground;              /* what may darken the table in this tile */
    bool dark;
    float mm_px;                       /* size of a pixel at the bed */
    struct v3 dir[TILE + 1][TILE + 1]; /* table frame */
    struct rgb light[TILE * TILE];     /* of the bare table */
    bool moving;                       /* shadows move over it: light is the mean of these */
    struct rgb quarter[QUARTERS][TILE * TILE];
    uint8_t part[TILE * TILE];
};

static struct placed placed(const struct sim_render *r, const struct sim_thing *t, struct v3 at, struct v3 to)
{
    struct placed p = {.at = v3_sub(at, r->from), .to = to};
    if (t->kind == SIM_THING_ROD) {
        p.len = v3_len(to);
        p.u = v3_scale(to, 1 / p.len);
    }
    return p;
}

/* Which part of the whole frame's time has passed (0..1) when some row is exposed to some share. */
static float moment(const struct sim_render *r, float row, float exposed)
{
    const struct sim_camera *c = &r->camera;
    float all = (float)(c->rolling_s + c->shutter_s);
    float s = all > 0 ? ((float)c->rolling_s * row / (float)r->height + (float)c->shutter_s * exposed) / all : 0;
    return clampf(s, 0, 1);
}

static struct placed thing_at(const struct sim_render *r, const struct sim_thing *t, float s)
{
    if (t->track_n < 2)
        return placed(r, t, t->at[0], t->to);
    float f = s * (SIM_TRACK - 1);
    int i = (int)f < SIM_TRACK - 1 ? (int)f : SIM_TRACK - 2;
    return placed(r, t, v3_along(t->at[i], f - (float)i, v3_sub(t->at[i + 1], t->at[i])), v3_along(t->to, s, t->to_by));
}

/* ---- hits ------------------------------------------------------------------------------------------------------- */

struct hit {
    float s, f;  /* along the ray; along a rod */
    struct v3 c; /* the surface faces away from here */
    float r;     /* and is so far from it; 0: not known, the side of a rod */
};

/* Only what is nearest needs one. */
static struct v3 normal_of(const struct hit *h, struct v3 d)
{
    struct v3 n = v3_sub(v3_scale(d, h->s), h->c);
    return h->r > 0 ? v3_scale(n, 1 / h->r) : v3_unit(n);
}

static bool hit_ball(struct v3 c, float r, struct v3 d, struct hit *h)
{
    float b = v3_dot(c, d), disc = b * b - v3_dot(c, c) + r * r;
    if (disc <= 0)
        return false;
    h->s = b - sqrtf(disc);
    h->f = 0;
    h->c = c;
    h->r = r;
    return true;
}

/* The radius changes slowly along a rod: that where the ray comes nearest to the axis will do. */
static bool hit_rod(const struct sim_thing *t, const struct placed *p, struct v3 d, struct hit *h)
{
    float len = p->len, r = 0.5f * (t->ra + t->rb), f = 0;
    struct v3 u = p->u, c = p->at, to = p->to;
    float du = v3_dot(d, u), cu = v3_dot(c, u), a = 1 - du * du, b = v3_dot(d, c) - du * cu;
    float base = v3_dot(c, c) - cu * cu;
    if (a > 1e-6f) {
        float nearest = (b / a * du - cu) / len;
        r = t->ra + clampf(nearest, 0, 1) * (t->rb - t->ra);
        float disc = b * b - a * (base - r * r);
        if (disc <= 0)
            return false;
        h->s = (b - sqrtf(disc)) / a;
        f = (h->s * du - cu) / len;
    }
    if (f >= 0 && f <= 1) {
        h->f = f;
        h->c = v3_along(c, f, to);
        h->r = 0;
        return true;
    }
    bool hit = hit_ball(f < 0 ? c : v3_add(c, to), f < 0 ? t->ra : t->rb, d, h);
    h->f = f < 0 ? 0 : 1;
    return hit;
}

static bool hit_thing(const struct sim_thing *t, const struct placed *p, struct v3 d, struct hit *h)
{
    bool hit = t->kind == SIM_THING_BALL ? hit_ball(p->at, t->ra, d, h) : hit_rod(t, p, d, h);
    return hit && h->s > 0;
}

/* Distance of the ray from the thing's middle, less its radius: negative inside its outline. */
static float outside(const struct sim_thing *t, const struct placed *p, struct v3 d)
{
    struct v3 c = p->at;
    float r = t->ra;
    if (t->kind == SIM_THING_ROD) { /* nearest point of the axis to the ray */
        float b = v3_dot(p->to, d), e = v3_dot(p->to, c), k = v3_dot(d, c), den = p->len * p->len - b * b;
        float f = den > 1e-3f ? clampf((b * k - e) / den, 0, 1) : 0;
        c = v3_along(c, f, p->to);
        r = t->ra + f * (t->rb - t->ra);
    }
    float s = v3_dot(c, d), d2 = v3_dot(c, c) - s * s;
    return sqrtf(d2 > 0 ? d2 : 0) - r;
}

/* ---- what is in the tile ---------------------------------------------------------------------------------------- */

/* Where things are when so much of the exposure has passed. */
static void gather_shades(struct work *w, uint64_t casts, float exposed)
{
    const struct sim_scene *scene = w->r->scene;
    float when = moment(w->r, (float)w->y0 + TILE / 2, exposed);
    for (int i = 0; i < scene->things_n; i++) {
        const struct sim_thing *t = &scene->thing[i];
        if (!(casts >> i & 1))
            continue;
        struct placed p = thing_at(w->r, t, when);
        w->shade[i] = (struct shade){.rod = t->kind == SIM_THING_ROD,
                                     .a = v3_add(p.at, w->r->from),
                                     .to = p.to,
                                     .ra = t->ra,
                                     .rb = t->rb,
                                     .to2 = v3_dot(p.to, p.to),
                                     .thing = t};
    }
}

/* Things whose outline comes near the tile; boxes are generous. */
static void gather_seen(struct work *w, const struct tile *tile)
{
    const struct sim_scene *scene = w->r->scene;
    float row = (float)w->y0 + TILE / 2;
    struct v3 d = w->dir[TILE / 2][TILE / 2];
    for (int i = 0; i < scene->things_n; i++) {
        const struct sim_thing *t = &scene->thing[i];
        if (!(tile->seen >> i & 1))
            continue;
        struct placed a = thing_at(w->r, t, moment(w->r, row, 0)), b = thing_at(w->r, t, moment(w->r, row, 1));
        float travel = v3_len(v3_sub(b.at, a.at)), far = v3_len(v3_sub(v3_add(b.at, b.to), v3_add(a.at, a.to)));
        travel = travel > far ? travel : far;
        struct placed mid = thing_at(w->r, t, moment(w->r, row, 0.5f));
        if (outside(t, &mid, d) > 0.75f * TILE * w->mm_px + 2 + travel)
            continue;
        struct seen *s = &w->seen[w->seen_n++];
        s->thing = t;
        s->mid = mid;
        s->travel = travel;
        s->shadows.of = w->shade;
        if (t->kind == SIM_THING_BALL)
            sim_shadows_find(&s->shadows, &w->r->lights, v3_add(mid.at, w->r->from), t->ra + 0.5f * travel,
                             tile->casts & ~((uint64_t)1 << i));
    }
}

static void gather_dark(struct work *w, uint64_t casts)
{
    const struct sim_render *r = w->r;
    struct v3 d = w->dir[TILE / 2][TILE / 2], p = v3_along(r->from, -r->from.z / d.z, d);
    float far = v3_len(v3_sub(p, r->from)) / r->from.z; /* pixels are larger, and slanted, away from the middle */
    float slack = 0.75f * TILE * w->mm_px * far * far + 1.5f * r->ground.rail_z * (far - 1) + 4;
    w->ground.of = w->shade;
    w->dark = casts && sim_shadows_find(&w->ground, &r->lights, p, slack, casts);
}

/* ---- shadows on the table --------------------------------------------------------------------------------------- */

static int inside(int i, int n)
{
    return i < n ? i : n - 1;
}

/* The point of the table that a pixel of the tile sees, if a shadow can fall there. */
static bool table_point(const struct work *w, int i, int j, struct v3 *p)
{
    const struct sim_render *r = w->r;
    enum ground_part part = (enum ground_part)w->part[inside(j, TILE) * TILE + inside(i, TILE)];
    struct v3 d = w->dir[j][i];
    *p = v3_along(r->from, (sim_ground_z(&r->ground, part) - r->from.z) / d.z, d);
    return part != GROUND_FLOOR && part != GROUND_HOLE;
}

/* Arms and bodies well above the cloth throw shadows so soft that every eighth pixel tells enough. */
static uint64_t soft_things(const struct work *w)
{
    uint64_t soft = 0;
    for (int i = 0; i < w->r->scene->things_n; i++) {
        const struct sim_thing *t = &w->r->scene->thing[i];
        if (t->kind == SIM_THING_ROD && t->at[0].z > 100 && t->at[0].z + t->to.z > 100)
            soft |= (uint64_t)1 << i;
    }
    return soft;
}

/* Those of the shadows that the marked things throw; false when there are none. */
static bool shadows_of(const struct work *w, uint64_t marked, struct shadows *out)
{
    uint64_t any = out->near = w->ground.near & marked;
    out->of = w->ground.of;
    for (int i = 0; i < w->r->lights.lamps_n; i++)
        any |= out->lamp[i] = w->ground.lamp[i] & marked;
    return any;
}

/* Between the points that were looked at straight lines: along rows, then down columns. */
static void fill_between(struct rgb veil[VEIL][VEIL], int step)
{
    int n = VEIL - 1;
    for (int j = 0; j <= n; j += step)
        for (int i = 0; i < n; i++) {
            int from = i / step * step;
            veil[j][i] = rgb_mix(veil[j][from], veil[j][from + step], (float)(i - from) / (float)step);
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= n && j % step; i++) {
            int from = j / step * step;
            veil[j][i] = rgb_mix(veil[from][i], veil[from + step][i], (float)(j - from) / (float)step);
        }
}

static void make_veil(const struct work *w, const struct shadows *s, int step, struct rgb veil[VEIL][VEIL])
{
    const struct lights *l = &w->r->lights;
    int n = VEIL - 1;
    struct v3 p;
    struct rgb open[2][2]; /* changes so slowly that the corners tell */
    for (int k = 0; k < 4; k++) {
        table_point(w, k % 2 * TILE, k / 2 * TILE, &p);
        open[k / 2][k % 2] = sim_light_open(l, p);
    }
    for (int j = 0; j <= n; j += step)
        for (int i = 0; i <= n; i += step) {
            float u = (float)i / (float)n, v = (float)j / (float)n;
            struct rgb all = rgb_mix(rgb_mix(open[0][0], open[0][1], u), rgb_mix(open[1][0], open[1][1], u), v);
            veil[j][i] = table_point(w, 2 * i, 2 * j, &p) ? sim_shadow_at(l, p, s, all) : rgb(1, 1, 1);
        }
    if (step > 1)
        fill_between(veil, step);
}

/* Lays the shadows of the marked things over the bare table. */
static void darken(struct work *w, uint64_t marked, int step, struct rgb *table)
{
    struct shadows s;
    struct rgb veil[VEIL][VEIL];
    if (!shadows_of(w, marked, &s))
        return;
    make_veil(w, &s, step, veil);
    for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++) {
            int i = x / 2, j = y / 2, ox = x & 1, oy = y & 1;
            struct rgb a = veil[j][i], b = veil[j + oy][i + ox];
            struct rgb *light = &table[y * TILE + x];
            *light = rgb_mul(*light, ox | oy ? rgb_mix(a, b, 0.5f) : a);
        }
}

static void light_table(struct work *w, uint64_t casts, struct rgb *light)
{
    gather_dark(w, casts);
    sim_backdrop_light(w->r, w->x0, w->y0, light, w->part);
    if (!w->dark)
        return;
    uint64_t soft = soft_things(w);
    darken(w, ~soft, 1, light);
    darken(w, soft, 4, light);
}

/* Does a ball that throws a shadow here go further than a pixel meanwhile? */
static bool shadow_moves(const struct work *w, uint64_t casts)
{
    const struct sim_scene *scene = w->r->scene;
    float row = (float)w->y0 + TILE / 2, from = moment(w->r, row, 0), to = moment(w->r, row, 1);
    for (int i = 0; i < scene->things_n; i++) {
        const struct sim_thing *t = &scene->thing[i];
        if ((casts >> i & 1) && t->kind == SIM_THING_BALL && t->track_n > 1 &&
            v3_len(v3_sub(thing_at(w->r, t, to).at, thing_at(w->r, t, from).at)) > w->mm_px)
            return true;
    }
    return false;
}

/* A shadow goes with its ball. */
static void light_quarters(struct work *w, uint64_t casts)
{
    for (int k = 0; k < QUARTERS; k++) {
        gather_shades(w, casts, ((float)k + 0.5f) / QUARTERS);
        light_table(w, casts, w->quarter[k]);
    }
    for (int i = 0; i < TILE * TILE; i++) {
        struct rgb sum = {0};
        for (int k = 0; k < QUARTERS; k++)
            sum = rgb_add(sum, w->quarter[k][i]);
        w->light[i] = rgb_scale(sum, 1.0f / QUARTERS);
    }
}

/* ---- a pixel ---------------------------------------------------------------------------------------------------- */

/* What the samples of a pixel met, thing by thing. */
struct met {
    int n;
    float s, f;
    struct v3 normal;
};

static struct rgb shade_met(const struct work *w, const struct seen *s, const struct met *m, struct v3 d)
{
    float k = 1 / (float)m->n;
    struct v3 p = v3_along(w->r->from, m->s * k, d);
    /* Sleeves do not shade each other: nobody misses it. */
    const struct shadows *shadows = s->thing->kind == SIM_THING_BALL ? &s->shadows : NULL;
    return sim_paint_at(&w->r->lights, s->thing, p, v3_unit(m->normal), d, m->f * k, shadows);
}

/* Nearest thing along one sample's ray; -1 for none or hidden by the table. */
static int nearest(const struct work *w, const int *cand, int n, struct v3 d, float when, struct hit *best)
{
    int found = -1;
    best->s = 1e9f;
    for (int i = 0; i < n; i++) {
        const struct seen *s = &w->seen[cand[i]];
        struct hit h;
        struct placed p = s->thing->track_n < 2 ? s->mid : thing_at(w->r, s->thing, when);
        if (hit_thing(s->thing, &p, d, &h) && h.s < best->s &&
            !sim_ground_hides(&w->r->ground, w->r->from, v3_along(w->r->from, h.s, d))) {
            *best = h;
            found = i;
        }
    }
    return found;
}

/* Of the bare table, in one of so many parts of the exposure. */
static struct rgb table_light(const struct work *w, int at, int group, int groups)
{
    return w->moving && groups == QUARTERS ? w->quarter[group][at] : w->light[at];
}

/* Samples of one pixel, more where an outline crosses it, most where that is a ball's; what is fast or has a
 * number on it is shaded once for each quarter of the exposure, so that glints smear and digits are smooth. */
static struct rgb mixed_pixel(const struct work *w, int x, int y, const int *cand, int n, bool edge, bool fast,
                              bool balls)
{
    struct v3 d = w->dir[y][x], dx = v3_sub(w->dir[y][x + 1], d), dy = v3_sub(w->dir[y + 1][x], d);
    struct rgb sum = {0};
    float shift = edge ? (float)sim_hash_unit((uint32_t)(w->x0 + x), (uint32_t)(w->y0 + y), 77) : 0.5f;
    int groups = fast ? QUARTERS : 1, per = edge ? (balls ? SAMPLES : SAMPLES / 2) / groups : 1;
    for (int g = 0; g < groups; g++) {
        struct met met[SIM_THINGS_MAX];
        int misses = 0;
        memset(met, 0, sizeof *met * (size_t)n);
        for (int k = 0; k < per; k++) {
            int s = k * groups + g; /* every group fills the pixel evenly */
            float exposed = ((float)g + ((float)k + shift) / (float)per) / (float)groups;
            struct v3 e = v3_unit(v3_along(v3_along(d, sample_x[s], dx), sample_y[s], dy));
            struct hit h;
            int i = nearest(w, cand, n, e, moment(w->r, (float)(w->y0 + y), exposed), &h);
            if (i < 0) {
                misses++;
                continue;
            }
            met[i].n++;
            met[i].s += h.s;
            met[i].f += h.f;
            met[i].normal = v3_add(met[i].normal, normal_of(&h, e));
        }
        for (int i = 0; i < n; i++)
            if (met[i].n)
                sum = rgb_add(sum, rgb_scale(shade_met(w, &w->seen[cand[i]], &met[i], d), (float)met[i].n));
        sum = rgb_add(sum, rgb_scale(table_light(w, y * TILE + x, g, groups), (float)misses));
    }
    return rgb_scale(sum, 1.0f / (float)(per * groups));
}

/* What moves stands elsewhere in every row. */
static void begin_row(struct work *w, int y)
{
    float mid = moment(w->r, (float)(w->y0 + y), 0.5f);
    for (int i = 0; i < w->seen_n; i++) {
        struct seen *s = &w->seen[i];
        s->now = s->thing->track_n < 2 ? s->mid : thing_at(w->r, s->thing, mid);
    }
}

static struct rgb pixel(const struct work *w, int x, int y)
{
    struct v3 d = w->dir[y][x];
    int cand[SIM_THINGS_MAX], n = 0;
    bool edge = false, fast = false, balls = false;
    for (int i = 0; i < w->seen_n; i++) {
        const struct seen *s = &w->seen[i];
        float gap = outside(s->thing, &s->now, d);
        if (gap > w->mm_px + 0.5f * s->travel)
            continue;
        cand[n++] = i;
        bool ball = s->thing->kind == SIM_THING_BALL; /* sleeves have no glints, and nothing is written on them */
        edge |= gap > -w->mm_px - 0.5f * s->travel;
        balls |= ball;
        fast |= ball && (s->travel > w->mm_px || s->thing->pattern);
    }
    if (!n)
        return w->light[y * TILE + x];
    if (edge || fast)
        return mixed_pixel(w, x, y, cand, n, edge, fast, balls);
    struct hit h; /* no outline crosses the pixel: one sample tells all */
    int first = nearest(w, cand, n, d, moment(w->r, (float)(w->y0 + y), 0.5f), &h);
    if (first < 0)
        return w->light[y * TILE + x];
    struct met m = {1, h.s, h.f, normal_of(&h, d)};
    return shade_met(w, &w->seen[cand[first]], &m, d);
}

static void make_directions(struct work *w)
{
    const struct sim_render *r = w->r;
    for (int j = 0; j <= TILE; j++)
        for (int i = 0; i <= TILE; i++) { /* beyond the picture its last row and column stand in */
            int x = inside(w->x0 + i, r->width + 1), y = inside(w->y0 + j, r->height + 1);
            w->dir[j][i] = v3_turn(r->to_table, r->dir[y * (r->width + 1) + x]);
        }
}

void sim_tile_draw(struct sim_render *r, int index)
{
    struct work w;
    const struct tile *tile = &r->tile[index];
    w.r = r;
    w.x0 = index % r->tiles_x * TILE;
    w.y0 = index / r->tiles_x * TILE;
    w.seen_n = 0;
    w.dark = w.moving = false;
    w.mm_px = (float)(r->camera.at.z / r->camera.fx);
    if (tile->seen | tile->casts) {
        make_directions(&w);
        w.moving = shadow_moves(&w, tile->casts);
        if (w.moving)
            light_quarters(&w, tile->casts);
        gather_shades(&w, tile->casts, 0.5f);
        gather_seen(&w, tile);
        gather_dark(&w, tile->casts);
    }
    if (!w.seen_n && !w.dark && !w.moving) {
        sim_backdrop_show(r, w.x0, w.y0);
        return;
    }
    if (!w.moving)
        light_table(&w, tile->casts, w.light);
    struct rgb drawn[TILE * TILE];
    for (int k = 0; k < TILE * TILE; k++) {
        int i = k % TILE, j = k / TILE;
        if (i == 0)
            begin_row(&w, j);
        bool in = w.seen_n && w.x0 + i < r->width && w.y0 + j < r->height;
        drawn[k] = in ? pixel(&w, i, j) : w.light[k];
    }
    sim_develop_tile(r, w.x0, w.y0, drawn);
}
