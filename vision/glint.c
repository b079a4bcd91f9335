/* SPDX-License-Identifier: Apache-2.0 */
/* glint.c: the brightest 3 x 3 pixels of a ball's upper face. */
#include "glint.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { GLINT_NOWHERE = 9 /* radii */ };

/* The brightest spot so far, and the sum of all. */
struct spots {
    int best, x, y;
    int64_t sum;
};

/* Columns of pixels side by side, in the compiler's own vectors. */
enum { STRIP = 8 };
typedef uint8_t bytes __attribute__((vector_size(STRIP)));
typedef int16_t shorts __attribute__((vector_size(2 * STRIP)));
typedef uint32_t words __attribute__((vector_size(2 * STRIP)));

static inline shorts load_strip(const uint8_t *p)
{
    bytes b;
    memcpy(&b, p, sizeof b);
    return __builtin_convertvector(b, shorts);
}

static inline shorts three_across(const uint8_t *p)
{
    return load_strip(p - 1) + load_strip(p) + load_strip(p + 1);
}

/* The disc whose spots are asked for. */
struct disc {
    float x, y, r; /* px */
    int y0, y1;
};

static inline int rounded_up(float v) /* of what is not negative */
{
    return (int)v + ((float)(int)v < v);
}

static void look_at_strip(const struct frame *f, const struct disc *d, int x0, struct spots *s)
{
    const shorts none = {0}, column = {0, 1, 2, 3, 4, 5, 6, 7};
    const uint8_t *p = f->plane[0] + (ptrdiff_t)d->y0 * f->stride[0] + x0;
    shorts above = three_across(p - f->stride[0]), here = three_across(p), most = none - 1, row = none;
    words sum = {0};
    for (int y = d->y0; y <= d->y1; y++) {
        p += f->stride[0];
        shorts below = three_across(p);
        float dy = (float)y - d->y, half2 = d->r * d->r - dy * dy, half = sqrtf(half2 > 0 ? half2 : 0);
        shorts in =
            (column >= (int16_t)(rounded_up(d->x - half) - x0)) & (column <= (int16_t)((int)(d->x + half) - x0));
        shorts spot = (above + here + below) & in, more = in & (spot > most);
        most = (spot & more) | (most & ~more);
        row = ((none + (int16_t)(y - d->y0)) & more) | (row & ~more);
        sum += ((words)spot & 0xffff) + ((words)spot >> 16);
        above = here;
        here = below;
    }
    s->sum += (int64_t)sum[0] + sum[1] + sum[2] + sum[3];
    for (int i = 0; i < STRIP; i++)
        if (most[i] > s->best || (most[i] == s->best && d->y0 + row[i] < s->y))
            s->best = most[i], s->x = x0 + i, s->y = d->y0 + row[i];
}

/* How many pixels it has. */
static int pixels_of(const struct disc *d)
{
    int n = 0;
    for (int y = d->y0; y <= d->y1; y++) {
        float dy = (float)y - d->y, half2 = d->r * d->r - dy * dy, half = sqrtf(half2 > 0 ? half2 : 0);
        int from = rounded_up(d->x - half), to = (int)(d->x + half);
        n += to < from ? 0 : to - from + 1;
    }
    return n;
}

struct glint glint_read(const struct frame *f, const struct outline *o, float light)
{
    const float r = 0.62f * o->mean, cx = (float)o->centre.x, cy = (float)o->centre.y;
    int x0 = (int)ceilf(cx - r), x1 = (int)(cx + r), y0 = (int)ceilf(cy - r), y1 = (int)(cy + r);
    struct spots s = {.best = -1};
    if (x0 < 2 || y0 < 2 || x1 > f->width - 3 || y1 > f->height - 3)
        return (struct glint){0};
    struct disc disc = {cx, cy, r, y0, y1};
    for (int x = x0; x <= x1; x += STRIP)
        look_at_strip(f, &disc, x, &s);
    int n = pixels_of(&disc);
    if (n == 0)
        return (struct glint){0};
    return (struct glint){((float)s.x - cx) / o->mean, ((float)s.y - cy) / o->mean,
                          ((float)s.best - (float)s.sum / (float)n) / (9 * light)};
}

/* Luma of 3 x 3 pixels, mean. */
static float spot_at(const struct frame *f, int x, int y)
{
    int sum = 0;
    for (int j = y - 1; j <= y + 1; j++) {
        const uint8_t *row = f->plane[0] + (ptrdiff_t)j * f->stride[0] + x;
        sum += row[-1] + row[0] + row[1];
    }
    return (float)sum / 9;
}

/* Levels by which a spot rises above what lies round about it, but for two of eight places: other lamps may show there.
 * Where paint goes on, hardly at all. */
static float rise_of(const struct frame *f, int x, int y, int apart)
{
    enum { ROUND = 8, OTHERS = 3 };
    int aside = (apart * 7 + 5) / 10;
    const int dx[ROUND] = {apart, aside, 0, -aside, -apart, -aside, 0, aside},
              dy[ROUND] = {0, aside, apart, aside, 0, -aside, -apart, -aside};
    float most[OTHERS] = {0};
    for (int i = 0; i < ROUND; i++) {
        float light = spot_at(f, x + dx[i], y + dy[i]);
        for (int k = 0; k < OTHERS; k++)
            if (light > most[k]) {
                float less = most[k];
                most[k] = light;
                light = less;
            }
    }
    return spot_at(f, x, y) - most[OTHERS - 1];
}

struct glint glint_read_beside_paint(const struct frame *f, const struct outline *o, float light)
{
    const float clear = 15 * light, r = 0.55f * o->mean; /* levels; px */
    const float wide = 0.2f; /* of the radius: lamps reflect in less, and numbers stand on more */
    struct glint g = glint_read(f, o, light);
    float cx = (float)o->centre.x, cy = (float)o->centre.y, rise = g.rise * light, most = clear;
    int apart = (int)fmaxf(3, wide * o->mean + 0.5f), room = (int)o->mean + 4;
    if (cx < (float)room || cy < (float)room || cx >= (float)(f->width - room) || cy >= (float)(f->height - room) ||
        rise < clear)
        return g;
    float body = spot_at(f, (int)(cx + g.x * o->mean + 0.5f), (int)(cy + g.y * o->mean + 0.5f)) - rise;
    g.x = g.y = GLINT_NOWHERE;
    for (int y = (int)ceilf(cy - r); (float)y <= cy + r; y++)
        for (int x = (int)ceilf(cx - r); (float)x <= cx + r; x++) {
            float dx = (float)x - cx, dy = (float)y - cy;
            if (dx * dx + dy * dy > r * r || spot_at(f, x, y) < body + clear)
                continue;
            rise = rise_of(f, x, y, apart);
            if (rise > most) {
                most = rise;
                g = (struct glint){dx / o->mean, dy / o->mean, g.rise};
            }
        }
    return g;
}

bool glint_shows(struct glint g)
{
    return g.rise > 25; /* levels */
}

bool glint_glimmers(struct glint g)
{
    return g.rise > 15;
}

bool glint_lost(struct glint g)
{
    return g.x > 1;
}

bool glint_alike(struct glint a, struct glint b)
{
    float x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y < 0.22f * 0.22f && glint_glimmers(a) && glint_glimmers(b) && !glint_lost(a);
}
