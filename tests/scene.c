/* SPDX-License-Identifier: Apache-2.0 */
/* scene.c: one ray for each quarter pixel: balls, bed with lines, cushions, rails, pockets. */
#include "scene.h"

#include "pixels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rgb {
    float r, g, b;
};

static const struct rgb paints[] = {
    [BALL_KIND_WHITE] = {235, 230, 215}, [BALL_KIND_YELLOW] = {225, 190, 30}, [BALL_KIND_GREEN] = {15, 105, 70},
    [BALL_KIND_BROWN] = {125, 70, 35},   [BALL_KIND_BLUE] = {30, 75, 180},    [BALL_KIND_PINK] = {235, 140, 150},
    [BALL_KIND_BLACK] = {22, 22, 24},    [BALL_KIND_RED] = {185, 20, 28},
};

static struct rgb scaled(struct rgb c, double s)
{
    return (struct rgb){(float)(c.r * s), (float)(c.g * s), (float)(c.b * s)};
}

struct camera scene_camera(const struct table *table, int width, int height, double turn, double tilt, double k1)
{
    double down[9] = {cos(turn), sin(turn), 0, sin(turn), -cos(turn), 0, 0, 0, -1}, lean[9];
    double f = 0.8 * width, away = f * (table->bed.length + 420) / (fabs(cos(turn)) > 0.7 ? width : height);
    struct camera cam = {.width = width, .height = height, .fx = f, .fy = f, .k = {k1}, .chroma_x = 0.5};
    rotation_from_vector((double[]){tilt, 0, 0}, lean);
    rotation_multiply(lean, down, cam.R);
    cam.cx = (width - 1) / 2.0;
    cam.cy = (height - 1) / 2.0;
    cam.t[2] = away * (1 + fabs(tilt)); /* the middle of the bed lies on the axis */
    return cam;
}

void scene_opening(struct scene *s)
{
    const struct vec2 *spot = s->table.bed.spot;
    static const struct {
        enum spot spot;
        enum ball_kind kind;
    } colours[] = {{SPOT_YELLOW, BALL_KIND_YELLOW}, {SPOT_GREEN, BALL_KIND_GREEN}, {SPOT_BROWN, BALL_KIND_BROWN},
                   {SPOT_BLUE, BALL_KIND_BLUE},     {SPOT_PINK, BALL_KIND_PINK},   {SPOT_BLACK, BALL_KIND_BLACK}};
    double d = s->table.bed.ball_d * 1.002;
    s->balls_n = 0;
    for (int i = 0; i < 6; i++) {
        s->ball[s->balls_n].mm = spot[colours[i].spot];
        s->ball[s->balls_n++].kind = colours[i].kind;
    }
    for (int row = 0; row < 5; row++)
        for (int i = 0; i <= row; i++) {
            s->ball[s->balls_n].mm = vec2(spot[SPOT_PINK].x + d * 1.05 + row * d * 0.8660254, (i - row / 2.0) * d);
            s->ball[s->balls_n++].kind = BALL_KIND_RED;
        }
    s->ball[s->balls_n].mm = vec2(s->table.bed.baulk_x - 90, 130);
    s->ball[s->balls_n++].kind = BALL_KIND_WHITE;
}

/* ---- what a ray meets ------------------------------------------------------------------------------------------ */

struct ray {
    struct vec3 from;
    struct vec2 bed, nose; /* where it meets the planes of the cloth and of the noses */
};

static bool hit_ball(const struct ray *ray, struct vec2 mm, double r, struct vec3 *normal)
{
    double dx = ray->bed.x - ray->from.x, dy = ray->bed.y - ray->from.y, dz = -ray->from.z;
    double ox = ray->from.x - mm.x, oy = ray->from.y - mm.y, oz = ray->from.z - r;
    double a = dx * dx + dy * dy + dz * dz, b = ox * dx + oy * dy + oz * dz, c = ox * ox + oy * oy + oz * oz - r * r;
    double disc = b * b - a * c;
    if (disc < 0)
        return false;
    double t = (-b - sqrt(disc)) / a;
    *normal = (struct vec3){(ox + t * dx) / r, (oy + t * dy) / r, (oz + t * dz) / r};
    return true;
}

static struct rgb shade_ball(struct rgb paint, struct vec3 n)
{
    double light = 0.45 + 0.55 * fmax(0, 0.2 * n.x + 0.15 * n.y + 0.97 * n.z), glint = 0;
    for (int i = -1; i <= 1; i++) /* three lamps */
        glint += fmax(0, 1 - 60 * ((n.x - 0.12 * i) * (n.x - 0.12 * i) + (n.y - 0.08) * (n.y - 0.08)));
    struct rgb c = scaled(paint, light);
    glint *= 150;
    return (struct rgb){(float)(c.r + glint), (float)(c.g + glint), (float)(c.b + glint)};
}

static bool on_mark(const struct bed *bed, struct vec2 p)
{
    return fabs(p.x - bed->baulk_x) < 2 ||
           (bed->d_radius > 0 && p.x < bed->baulk_x && fabs(vec2_dist(p, vec2(bed->baulk_x, 0)) - bed->d_radius) < 2);
}

static struct rgb shade_table(const struct scene *s, const struct ray *ray)
{
    struct rgb cloth = {s->cloth[0], s->cloth[1], s->cloth[2]};
    double out = fmax(fabs(ray->nose.x) - s->table.bed.length / 2, fabs(ray->nose.y) - s->table.bed.width / 2);
    for (int i = 1; i < POCKET_COUNT; i++)
        if (vec2_dist(ray->bed, s->table.pocket[i].fall) < s->table.pocket[i].fall_radius)
            return (struct rgb){9, 9, 10};
    if (out > 140)
        return (struct rgb){62, 60, 66}; /* the floor */
    if (out > 50)
        return (struct rgb){92, 56, 34}; /* wood */
    if (out > 0)
        return scaled(cloth, 0.9);
    double shadow = 1;
    for (int i = 0; i < s->balls_n; i++) {
        double d = vec2_dist(ray->bed, s->ball[i].mm) / (s->table.bed.ball_d / 2);
        shadow *= d < 1.5 ? 1 - 0.25 * (1.5 - d) : 1;
    }
    if (on_mark(&s->table.bed, ray->bed))
        cloth = (struct rgb){205, 215, 200};
    return scaled(cloth, (out > -14 ? 0.55 : 1) * fmax(0.4, shadow));
}

static struct rgb trace(const struct scene *s, const struct ray *ray)
{
    struct vec3 n;
    if (s->arm && fabs(ray->nose.y - 0.2 * ray->nose.x - 300) < 45 && ray->nose.x < 350)
        return (struct rgb){208, 160, 132};
    for (int i = 0; i < s->balls_n; i++)
        if (vec2_dist(ray->bed, s->ball[i].mm) < 3 * s->table.bed.ball_d &&
            hit_ball(ray, s->ball[i].mm, s->table.bed.ball_d / 2, &n))
            return shade_ball(paints[s->ball[i].kind], n);
    return shade_table(s, ray);
}

/* ---- the picture ----------------------------------------------------------------------------------------------- */

static struct rgb pixel(const struct scene *s, int x, int y)
{
    struct rgb sum = {0, 0, 0};
    struct ray ray = {.from = camera_position(&s->camera)};
    for (int k = 0; k < 4; k++) {
        struct vec2 px = vec2(x + (k & 1) * 0.5 - 0.25, y + (k >> 1) * 0.5 - 0.25);
        struct rgb c = {40, 40, 42};
        if (camera_to_plane(&s->camera, px, 0, &ray.bed) &&
            camera_to_plane(&s->camera, px, s->table.nose_height, &ray.nose))
            c = trace(s, &ray);
        sum.r += c.r / 4, sum.g += c.g / 4, sum.b += c.b / 4;
    }
    return scaled(sum, s->light);
}

static uint8_t level(float v, float noise, uint32_t *seed)
{
    float sum = 0; /* twelve uniforms make a normal */
    for (int i = 0; i < 12; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        sum += (float)(*seed >> 8) / 16777216.0f - 0.5f;
    }
    v += noise * sum;
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v + 0.5f);
}

int scene_render(const struct scene *s, struct frame *out)
{
    int w = s->camera.width, err = pixels_make(out, w, s->camera.height);
    uint32_t seed = 7;
    if (err)
        return err;
    uint8_t *Y = out->owner, *U = Y + (out->plane[1] - out->plane[0]), *V = Y + (out->plane[2] - out->plane[0]);
    for (int j = 0; j < s->camera.height; j += 2)
        for (int i = 0; i < w; i += 2) {
            float u = 0, v = 0;
            for (int k = 0; k < 4; k++) {
                struct rgb c = pixel(s, i + (k & 1), j + (k >> 1));
                c.r = fminf(c.r, 255), c.g = fminf(c.g, 255), c.b = fminf(c.b, 255);
                Y[(j + (k >> 1)) * w + i + (k & 1)] =
                    level(16 + 0.183f * c.r + 0.614f * c.g + 0.062f * c.b, s->noise, &seed);
                u += -0.101f * c.r - 0.339f * c.g + 0.439f * c.b;
                v += 0.439f * c.r - 0.399f * c.g - 0.040f * c.b;
            }
            U[j / 2 * out->stride[1] + i / 2] = level(128 + u / 4, s->noise * 0.5f, &seed);
            V[j / 2 * out->stride[2] + i / 2] = level(128 + v / 4, s->noise * 0.5f, &seed);
        }
    out->matrix = COLOUR_BT709;
    return 0;
}
