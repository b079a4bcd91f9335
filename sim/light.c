/* SPDX-License-Identifier: Apache-2.0 */
/* light.c: how bright is a point under these lamps, with these things in the way? */
#include "light.h"

#include "detmath.h"

/* ---- lamps ------------------------------------------------------------------------------------------------------ */

/* Light of one cell on a horizontal surface at p, up to colour. Lambert's law at both ends. */
static float cell_light(const struct cells *c, int i, struct v3 p)
{
    float dx = c->x[i] - p.x, dy = c->y[i] - p.y, dz = c->z[i] - p.z, d2 = dx * dx + dy * dy + dz * dz;
    return dz > 0 ? c->power[i] * dz * dz / (d2 * d2) : 0;
}

static void add_cells(struct cells *c, int lamp, const struct sim_lamp *l, int nu, int nv)
{
    float a = (float)vec3_len(l->u), b = (float)vec3_len(l->v);
    int k = c->first[lamp];
    for (int i = 0; i < nu * nv && k < CELLS_MAX; i++, k++) {
        double s = (i % nu * 2 + 1.0) / nu - 1, t = (i / nu * 2 + 1.0) / nv - 1;
        struct vec3 at = vec3_along(vec3_along(l->at, s, l->u), t, l->v);
        c->x[k] = (float)at.x;
        c->y[k] = (float)at.y;
        c->z[k] = (float)at.z;
        c->power[k] = (float)l->power * 4 * a * b / (float)(nu * nv);
        c->radius[k] = 1.15f * sqrtf(a * b / (float)(nu * nv)); /* of the disc a little larger than the cell */
    }
    c->first[lamp + 1] = k;
}

/* At most so many cells: halve the longer side. */
static void cut_fine(struct cells *c, int lamp, const struct sim_lamp *l, int most)
{
    float a = (float)vec3_len(l->u), b = (float)vec3_len(l->v);
    int nu = 1, nv = 1;
    while (nu * nv * 2 <= most)
        *(a / (float)nu >= b / (float)nv ? &nu : &nv) *= 2;
    add_cells(c, lamp, l, nu, nv);
}

/* Cells small against their height over the table: one shines like the lamp it is a part of. */
static void cut_rough(struct cells *c, int lamp, const struct sim_lamp *l)
{
    double a = vec3_len(l->u), b = vec3_len(l->v), small = 0.16 * fmax(l->at.z, 400);
    int nu = 1, nv = 1;
    while (a / nu > small && nu < 8)
        nu *= 2;
    while (b / nv > small && nv < 2)
        nv *= 2;
    add_cells(c, lamp, l, nu, nv);
}

/* Exposure is set for the lamps at full power: a failed lamp leaves the picture darker. */
static float full_power(const struct sim_look *look)
{
    struct cells full = {0};
    for (int i = 0; i < look->lamps_n; i++) {
        struct sim_lamp lamp = look->lamp[i];
        lamp.power = lamp.power > 0 ? lamp.power : 1;
        cut_fine(&full, i, &lamp, 4);
    }
    float sum = 0;
    for (int i = 0; i < full.first[look->lamps_n]; i++)
        sum += cell_light(&full, i, v3(0, 0, 0));
    return sum > 0 ? sum : 1;
}

void sim_lights_make(struct lights *l, const struct sim_look *look, const struct table *t)
{
    *l = (struct lights){.lamps_n = look->lamps_n, .ambient = look->ambient, .cloth = look->cloth, .bounce = 0.5f};
    float scale = 1 / full_power(look);
    int most = look->lamps_n >= 5 ? 2 : look->lamps_n >= 3 ? 4 : 8;
    for (int i = 0; i < look->lamps_n; i++) {
        struct sim_lamp lamp = l->lamp[i] = look->lamp[i];
        lamp.power *= scale;
        cut_fine(&l->fine, i, &lamp, most);
        cut_rough(&l->rough, i, &lamp);
        l->glow[i] = (float)lamp.power * 3.14159265f;
        l->at[i] = v3_of(lamp.at);
        l->wide[i] = 1.2f * (float)(vec3_len(lamp.u) + vec3_len(lamp.v));
    }
    l->nose_z = (float)t->nose_height;
    l->half_x = (float)t->bed.length / 2;
    l->half_y = (float)t->bed.width / 2;
}

/* ---- what stands in the way ------------------------------------------------------------------------------------- */

static inline int lowest_bit(uint64_t m)
{
    return __builtin_ctzll(m);
}

/* Share of a cone (apex p, unit direction u, width per length `open`, long `reach`) that a ball takes. */
static inline float ball_takes(struct v3 to_ball, float r, struct v3 u, float open, float reach)
{
    float t = v3_dot(to_ball, u);
    float d2 = v3_dot(to_ball, to_ball) - t * t, w = open * t + 0.01f, far = r + w;
    if (d2 >= far * far || t <= 0 || t >= reach)
        return 0;
    float d = sqrtf(d2 > 0 ? d2 : 0), x = (far - d) / (2 * w), most = r / w;
    x = clampf(x, 0, 1);
    x = x * x * (3 - 2 * x);
    most = most * most; /* a ball narrower than the cone takes no more than its own disc */
    return x * (most < 1 ? most : 1);
}

/* Where along a rod (0..1) it comes nearest to the line from p in unit direction u; w: the rod's beginning from p. */
static inline float rod_nearest(const struct shade *s, struct v3 w, struct v3 u)
{
    float b = v3_dot(s->to, u), d = v3_dot(s->to, w), e = v3_dot(u, w), den = s->to2 - b * b;
    return den > 1e-3f ? clampf((b * e - d) / den, 0, 1) : 0;
}

/* A rod takes what a ball would that stands at its point nearest to the cone's axis. */
static float rod_takes(const struct shade *s, struct v3 p, struct v3 u, float open, float reach)
{
    struct v3 w = v3_sub(s->a, p);
    float f = rod_nearest(s, w, u);
    return ball_takes(v3_along(w, f, s->to), s->ra + f * (s->rb - s->ra), u, open, reach);
}

/* Light let through by the marked things on the way from p to cell i. */
static float passes(const struct cells *c, int i, struct v3 p, const struct shade *of, uint64_t marked)
{
    struct v3 d = v3_sub(v3(c->x[i], c->y[i], c->z[i]), p);
    float reach = v3_len(d), open = c->radius[i] / reach, left = 1;
    struct v3 u = v3_scale(d, 1 / reach);
    for (; marked; marked &= marked - 1) {
        const struct shade *s = &of[lowest_bit(marked)];
        left *= 1 - (s->rod ? rod_takes(s, p, u, open, reach) : ball_takes(v3_sub(s->a, p), s->ra, u, open, reach));
    }
    return left;
}

/* The cushions' noses stand over the edge of the bed: the ray to the cell must pass inside them at their height. */
static float passes_noses(const struct lights *l, const struct cells *c, int i, struct v3 p)
{
    float dz = c->z[i] - p.z, f = (l->nose_z - p.z) / dz;
    if (f <= 0)
        return 1;
    float w = c->radius[i] * f + 0.2f;
    float x = fabsf(p.x + f * (c->x[i] - p.x)) - l->half_x, y = fabsf(p.y + f * (c->y[i] - p.y)) - l->half_y;
    float a = clampf((w - x) / (2 * w), 0, 1), b = clampf((w - y) / (2 * w), 0, 1);
    return a * b;
}

/* Whether a thing can come between a ball (p, radius) and a lamp: does it reach into the hull of the two? */
static bool between(const struct lights *l, int lamp, struct v3 p, float radius, const struct shade *s)
{
    struct v3 axis = v3_sub(l->at[lamp], p), w = v3_sub(s->a, p);
    float len = v3_len(axis), f = 0, high, r = s->ra;
    struct v3 u = v3_scale(axis, 1 / len);
    high = v3_dot(w, u);
    if (s->rod) {
        f = rod_nearest(s, w, u);
        high += fmaxf(v3_dot(s->to, u), 0);
        r = s->ra > s->rb ? s->ra : s->rb;
    }
    if (high < -radius - r)
        return false;
    struct v3 c = v3_along(w, f, s->to);
    float t = v3_dot(c, u), d2 = v3_dot(c, c) - t * t;
    float reach = r + 2 + radius + fmaxf(l->wide[lamp] - radius, 0) * clampf(high / len, 0, 1);
    return d2 < reach * reach;
}

/* Balls farther than so many radii neither hide the sky nor show in a mirror. */
static const float NEAR = 10;

bool sim_shadows_find(struct shadows *s, const struct lights *l, struct v3 p, float radius, uint64_t things)
{
    uint64_t any = s->near = 0;
    for (int i = 0; i < l->lamps_n; i++)
        s->lamp[i] = 0;
    for (uint64_t left = things; left; left &= left - 1) {
        int k = lowest_bit(left);
        const struct shade *t = &s->of[k];
        uint64_t bit = (uint64_t)1 << k;
        struct v3 d = v3_sub(t->a, p);
        float near = NEAR * t->ra + radius;
        if (!t->rod && v3_dot(d, d) < near * near)
            s->near |= bit;
        for (int i = 0; i < l->lamps_n; i++)
            if (l->lamp[i].power > 0 && between(l, i, p, radius, t))
                s->lamp[i] |= bit;
    }
    for (int i = 0; i < l->lamps_n; i++)
        any |= s->lamp[i];
    return any | s->near;
}

/* Sky hidden by balls near a point: ambient light and light from the cloth reach it less. */
static float open_sky(struct v3 p, struct v3 n, const struct shadows *s)
{
    float left = 1;
    for (uint64_t near = s->near; near; near &= near - 1) {
        const struct shade *t = &s->of[lowest_bit(near)];
        struct v3 d = v3_sub(t->a, p);
        float d2 = v3_dot(d, d), r2 = t->ra * t->ra, cosine = v3_dot(d, n), share = r2 / d2 - 1 / (NEAR * NEAR);
        if (cosine > 0 && share > 0 && d2 > r2 * 0.9f)
            left *= 1 - clampf(cosine / sqrtf(d2) * share, 0, 0.95f);
    }
    return left;
}

/* ---- light ------------------------------------------------------------------------------------------------------ */

struct rgb sim_light_at(const struct lights *l, struct v3 p, struct v3 n, const struct shadows *s, bool cushions)
{
    struct rgb sum = {0};
    for (int lamp = 0; lamp < l->lamps_n; lamp++) {
        uint64_t hides = s ? s->lamp[lamp] : 0;
        const struct cells *c = hides || cushions ? &l->fine : &l->rough;
        float light = 0;
        for (int i = c->first[lamp]; i < c->first[lamp + 1]; i++) {
            struct v3 d = v3_sub(v3(c->x[i], c->y[i], c->z[i]), p);
            float d2 = v3_dot(d, d), cosine = v3_dot(d, n);
            if (cosine <= 0 || d.z <= 0)
                continue;
            float e = c->power[i] * cosine * d.z / (d2 * d2);
            if (hides)
                e *= passes(c, i, p, s->of, hides);
            if (cushions)
                e *= passes_noses(l, c, i, p);
            light += e;
        }
        sum = rgb_add(sum, rgb_scale(l->lamp[lamp].colour, light));
    }
    /* The cloth sends its own colour up: what faces down is lit by it, darker near the point of rest. */
    float up = 0.5f + 0.5f * n.z, sky = s ? open_sky(p, n, s) : 1;
    float near_cloth = smoothf(-10, 60, p.z);
    struct rgb cloth = rgb_scale(l->cloth, l->bounce * (1 - up) * (0.25f + 0.75f * near_cloth));
    return rgb_add(sum, rgb_scale(rgb_add(rgb_scale(l->ambient, 0.3f + 0.7f * up), cloth), sky));
}

struct rgb sim_light_open(const struct lights *l, struct v3 p)
{
    struct rgb all = l->ambient;
    for (int lamp = 0; lamp < l->lamps_n; lamp++) {
        float light = 0;
        for (int i = l->fine.first[lamp]; i < l->fine.first[lamp + 1]; i++)
            light += cell_light(&l->fine, i, p);
        all = rgb_add(all, rgb_scale(l->lamp[lamp].colour, light));
    }
    return all;
}

struct rgb sim_shadow_at(const struct lights *l, struct v3 p, const struct shadows *s, struct rgb open)
{
    struct rgb lost = rgb_scale(l->ambient, 1 - open_sky(p, v3(0, 0, 1), s));
    for (int lamp = 0; lamp < l->lamps_n; lamp++) {
        float dark = 0;
        if (!s->lamp[lamp])
            continue;
        for (int i = l->fine.first[lamp]; i < l->fine.first[lamp + 1]; i++) {
            float pass = passes(&l->fine, i, p, s->of, s->lamp[lamp]);
            if (pass < 1)
                dark += cell_light(&l->fine, i, p) * (1 - pass);
        }
        lost = rgb_add(lost, rgb_scale(l->lamp[lamp].colour, dark));
    }
    return rgb(fmaxf(1 - lost.r / open.r, 0), fmaxf(1 - lost.g / open.g, 0), fmaxf(1 - lost.b / open.b, 0));
}

/* ---- mirrors ---------------------------------------------------------------------------------------------------- */

static struct rgb lamps_seen(const struct lights *l, struct v3 p, struct v3 d, float rough)
{
    struct rgb sum = {0};
    for (int i = 0; i < l->lamps_n && d.z > 0.05f; i++) {
        const struct sim_lamp *lamp = &l->lamp[i];
        struct v3 to = v3_sub(l->at[i], p);
        float f = to.z / d.z, blur = rough * f;
        struct v3 q = v3_sub(v3_scale(d, f), to);
        if (v3_len(q) > l->wide[i] + blur)
            continue;
        struct v3 u = v3_of(lamp->u), v = v3_of(lamp->v);
        float a = sqrtf(v3_dot(u, u)), b = sqrtf(v3_dot(v, v));
        float in =
            smoothf(blur, -blur, fabsf(v3_dot(q, u)) / a - a) * smoothf(blur, -blur, fabsf(v3_dot(q, v)) / b - b);
        sum = rgb_add(sum, rgb_scale(lamp->colour, in * l->glow[i]));
    }
    return sum;
}

static const struct shade *ball_seen(struct v3 p, struct v3 d, const struct shadows *s)
{
    const struct shade *first = NULL;
    float nearest = 1e9f;
    for (uint64_t near = s->near; near; near &= near - 1) {
        const struct shade *t = &s->of[lowest_bit(near)];
        struct v3 c = v3_sub(t->a, p);
        float b = v3_dot(c, d), disc = b * b - v3_dot(c, c) + t->ra * t->ra;
        if (b > 0 && disc > 0 && b - sqrtf(disc) < nearest) {
            nearest = b - sqrtf(disc);
            first = t;
        }
    }
    return first;
}

struct rgb sim_mirror_at(const struct lights *l, struct v3 p, struct v3 d, float rough, const struct shadows *s)
{
    const struct shade *ball = s ? ball_seen(p, d, s) : NULL;
    if (ball)
        return rgb_scale(ball->thing->paint, 0.45f);
    if (d.z < 0) { /* the cloth, lit */
        float far = clampf(p.z / (-d.z * 120), 0, 1);
        return rgb_scale(l->cloth, 0.25f + 0.75f * far);
    }
    struct rgb room = rgb_scale(l->ambient, 0.35f + 0.5f * d.z);
    return rgb_add(room, lamps_seen(l, p, d, rough));
}
