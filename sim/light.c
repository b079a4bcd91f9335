/* SPDX-License-Identifier: Apache-2.0 */
/* light.c: how bright is a point under these lamps, with these things in the way? */
#include "light.h"

#include "detmath.h"

/* Light of one cell on a horizontal surface at p, up to colour. Lambert's law at both ends. */
static float cell_light(const struct lights *l, int i, struct v3 p)
{
    float dx = l->x[i] - p.x, dy = l->y[i] - p.y, dz = l->z[i] - p.z, d2 = dx * dx + dy * dy + dz * dz;
    return dz > 0 ? l->power[i] * dz * dz / (d2 * d2) : 0;
}

static void add_cells(struct lights *l, const struct sim_lamp *lamp, int most)
{
    float a = (float)vec3_len(lamp->u), b = (float)vec3_len(lamp->v);
    int nu = 1, nv = 1;
    while (nu * nv * 2 <= most) /* halve the longer side of the cells */
        if (a / (float)nu >= b / (float)nv)
            nu *= 2;
        else
            nv *= 2;
    for (int i = 0; i < nu * nv; i++) {
        double s = (i % nu * 2 + 1.0) / nu - 1, t = (i / nu * 2 + 1.0) / nv - 1;
        struct vec3 at = vec3_along(vec3_along(lamp->at, s, lamp->u), t, lamp->v);
        int k = l->n++;
        l->x[k] = (float)at.x;
        l->y[k] = (float)at.y;
        l->z[k] = (float)at.z;
        l->power[k] = (float)lamp->power * 4 * a * b / (float)(nu * nv);
        l->radius[k] = 1.15f * sqrtf(a * b / (float)(nu * nv)); /* of the disc a little larger than the cell */
        l->colour[k] = lamp->colour;
    }
}

/* Exposure is set for the lamps at full power: a failed lamp leaves the picture darker. */
static float full_power(const struct sim_look *look)
{
    struct lights full = {0};
    for (int i = 0; i < look->lamps_n; i++) {
        struct sim_lamp lamp = look->lamp[i];
        lamp.power = lamp.power > 0 ? lamp.power : 1;
        add_cells(&full, &lamp, 4);
    }
    float sum = 0;
    for (int i = 0; i < full.n; i++)
        sum += cell_light(&full, i, v3(0, 0, 0));
    return sum > 0 ? sum : 1;
}

void sim_lights_make(struct lights *l, const struct sim_look *look, const struct table *t)
{
    *l = (struct lights){.lamps_n = look->lamps_n, .ambient = look->ambient, .cloth = look->cloth, .bounce = 0.5f};
    float scale = 1 / full_power(look);
    int most = look->lamps_n >= 5 ? 2 : look->lamps_n >= 3 ? 4 : 8;
    for (int i = 0; i < look->lamps_n; i++) {
        l->lamp[i] = look->lamp[i];
        add_cells(l, &look->lamp[i], most);
        l->glow[i] = (float)look->lamp[i].power * scale * 3.14159265f;
    }
    for (int i = 0; i < l->n; i++)
        l->power[i] *= scale;
    l->nose_z = (float)t->nose_height;
    l->half_x = (float)t->bed.length / 2;
    l->half_y = (float)t->bed.width / 2;
}

/* ---- what stands in the way ------------------------------------------------------------------------------------- */

/* Share of a cone (apex p, unit direction u, width per length `open`, long `reach`) that a ball takes. */
static inline float ball_takes(struct v3 to_ball, float r, struct v3 u, float open, float reach)
{
    float t = v3_dot(to_ball, u);
    float d2 = v3_dot(to_ball, to_ball) - t * t, w = open * t + 0.01f;
    float d = sqrtf(d2 > 0 ? d2 : 0), x = (r + w - d) / (2 * w), most = r / w;
    x = clampf(x, 0, 1);
    x = x * x * (3 - 2 * x);
    most = most * most; /* a ball narrower than the cone takes no more than its own disc */
    return t > 0 && t < reach ? x * (most < 1 ? most : 1) : 0;
}

/* A rod takes what a ball would that stands at its point nearest to the cone's axis. */
static float rod_takes(const struct shade *s, struct v3 p, struct v3 u, float open, float reach)
{
    struct v3 w = v3_sub(s->a, p);
    float b = v3_dot(s->to, u), d = v3_dot(s->to, w), e = v3_dot(u, w), den = s->to2 - b * b;
    float f = den > 1e-3f ? clampf((b * e - d) / den, 0, 1) : 0;
    return ball_takes(v3_along(w, f, s->to), s->ra + f * (s->rb - s->ra), u, open, reach);
}

/* Light let through by everything on the way from p to cell i. */
static float passes(const struct lights *l, int i, struct v3 p, const struct shade *s, int n,
                    const struct sim_thing *self)
{
    struct v3 d = v3_sub(v3(l->x[i], l->y[i], l->z[i]), p);
    float reach = v3_len(d), open = l->radius[i] / reach, left = 1;
    struct v3 u = v3_scale(d, 1 / reach);
    for (int k = 0; k < n; k++) {
        if (s[k].thing == self)
            continue;
        float take =
            s[k].rod ? rod_takes(&s[k], p, u, open, reach) : ball_takes(v3_sub(s[k].a, p), s[k].ra, u, open, reach);
        left *= 1 - take;
    }
    return left;
}

/* The cushions' noses stand over the edge of the bed: the ray to the cell must pass inside them at their height. */
static float passes_noses(const struct lights *l, int i, struct v3 p)
{
    float dz = l->z[i] - p.z, f = (l->nose_z - p.z) / dz;
    if (f <= 0)
        return 1;
    float w = l->radius[i] * f + 0.2f;
    float x = fabsf(p.x + f * (l->x[i] - p.x)) - l->half_x, y = fabsf(p.y + f * (l->y[i] - p.y)) - l->half_y;
    float a = clampf((w - x) / (2 * w), 0, 1), b = clampf((w - y) / (2 * w), 0, 1);
    return a * b;
}

/* Sky hidden by balls near a point: ambient light and light from the cloth reach it less. */
static float open_sky(struct v3 p, struct v3 n, const struct shade *s, int count, const struct sim_thing *self)
{
    float left = 1;
    for (int k = 0; k < count; k++) {
        if (s[k].rod || s[k].thing == self)
            continue;
        struct v3 d = v3_sub(s[k].a, p);
        float d2 = v3_dot(d, d), r2 = s[k].ra * s[k].ra;
        float cosine = v3_dot(d, n) / sqrtf(d2);
        if (cosine > 0 && d2 > r2 * 0.9f)
            left *= 1 - clampf(cosine * r2 / d2, 0, 0.95f);
    }
    return left;
}

struct rgb sim_light_at(const struct lights *l, struct v3 p, struct v3 n, const struct shade *s, int count,
                        const struct sim_thing *self, bool cushions)
{
    struct rgb sum = {0};
    for (int i = 0; i < l->n; i++) {
        struct v3 d = v3_sub(v3(l->x[i], l->y[i], l->z[i]), p);
        float d2 = v3_dot(d, d), cosine = v3_dot(d, n);
        if (cosine <= 0 || d.z <= 0)
            continue;
        float e = l->power[i] * cosine * d.z / (d2 * d2);
        if (count)
            e *= passes(l, i, p, s, count, self);
        if (cushions)
            e *= passes_noses(l, i, p);
        sum = rgb_add(sum, rgb_scale(l->colour[i], e));
    }
    /* The cloth sends its own colour up: what faces down is lit by it, darker near the point of rest. */
    float up = 0.5f + 0.5f * n.z, sky = count ? open_sky(p, n, s, count, self) : 1;
    float near_cloth = smoothf(-10, 60, p.z);
    struct rgb cloth = rgb_scale(l->cloth, l->bounce * (1 - up) * (0.25f + 0.75f * near_cloth));
    return rgb_add(sum, rgb_scale(rgb_add(rgb_scale(l->ambient, 0.3f + 0.7f * up), cloth), sky));
}

struct rgb sim_shadow_at(const struct lights *l, struct v3 p, const struct shade *s, int n)
{
    struct rgb all = l->ambient, left = rgb_scale(l->ambient, open_sky(p, v3(0, 0, 1), s, n, NULL));
    for (int i = 0; i < l->n; i++) {
        float e = cell_light(l, i, p);
        all = rgb_add(all, rgb_scale(l->colour[i], e));
        left = rgb_add(left, rgb_scale(l->colour[i], e * passes(l, i, p, s, n, NULL)));
    }
    return rgb(left.r / all.r, left.g / all.g, left.b / all.b);
}

bool sim_shade_reaches(const struct lights *l, struct v3 p, const struct shade *shade, float slack)
{
    struct shade s = *shade;
    struct v3 d = v3_sub(s.a, p);
    float near = 4 * s.ra + slack;
    if (!s.rod && v3_dot(d, d) < near * near) /* hides some of the room's light from there */
        return true;
    s.ra += slack;
    s.rb += slack;
    for (int i = 0; i < l->n; i++)
        if (l->power[i] > 0 && passes(l, i, p, &s, 1, NULL) < 1)
            return true;
    return false;
}

/* ---- mirrors ---------------------------------------------------------------------------------------------------- */

static struct rgb lamps_seen(const struct lights *l, struct v3 p, struct v3 d, float rough)
{
    struct rgb sum = {0};
    for (int i = 0; i < l->lamps_n; i++) {
        const struct sim_lamp *lamp = &l->lamp[i];
        struct v3 to = v3_sub(v3_of(lamp->at), p);
        float f = to.z / d.z;
        if (!(d.z > 0.05f))
            continue;
        struct v3 q = v3_sub(v3_scale(d, f), to), u = v3_of(lamp->u), v = v3_of(lamp->v);
        float uu = v3_dot(u, u), vv = v3_dot(v, v), blur = rough * f;
        float a = fabsf(v3_dot(q, u)) / sqrtf(uu) - sqrtf(uu), b = fabsf(v3_dot(q, v)) / sqrtf(vv) - sqrtf(vv);
        float in = smoothf(blur, -blur, a) * smoothf(blur, -blur, b);
        sum = rgb_add(sum, rgb_scale(lamp->colour, in * l->glow[i]));
    }
    return sum;
}

static const struct shade *ball_seen(struct v3 p, struct v3 d, const struct shade *s, int n,
                                     const struct sim_thing *self)
{
    const struct shade *first = NULL;
    float nearest = 1e9f;
    for (int k = 0; k < n; k++) {
        if (s[k].rod || s[k].thing == self)
            continue;
        struct v3 c = v3_sub(s[k].a, p);
        float b = v3_dot(c, d), disc = b * b - v3_dot(c, c) + s[k].ra * s[k].ra;
        if (b > 0 && disc > 0 && b - sqrtf(disc) < nearest) {
            nearest = b - sqrtf(disc);
            first = &s[k];
        }
    }
    return first;
}

struct rgb sim_mirror_at(const struct lights *l, struct v3 p, struct v3 d, float rough, const struct shade *s, int n,
                         const struct sim_thing *self)
{
    const struct shade *ball = n ? ball_seen(p, d, s, n, self) : NULL;
    if (ball)
        return rgb_scale(ball->thing->paint, 0.45f);
    if (d.z < 0) { /* the cloth, lit */
        float far = clampf(p.z / (-d.z * 120), 0, 1);
        return rgb_scale(l->cloth, 0.25f + 0.75f * far);
    }
    struct rgb room = rgb_scale(l->ambient, 0.35f + 0.5f * d.z);
    return rgb_add(room, lamps_seen(l, p, d, rough));
}
