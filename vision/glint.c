/* SPDX-License-Identifier: Apache-2.0 */
/* glint.c: the brightest 3 x 3 pixels of a ball's upper face. */
#include "glint.h"

#include <math.h>
#include <stddef.h>

enum { WIDE = 256, GLINT_NOWHERE = 9 /* radii */ };

/* Sums of three pixels down, from x0 - 1 to x1 + 1. */
static void add_down(const struct frame *f, int x0, int x1, int y, int16_t *sum)
{
    const uint8_t *a = f->plane[0] + (ptrdiff_t)(y - 1) * f->stride[0] + x0 - 1, *b = a + f->stride[0],
                  *c = b + f->stride[0];
    for (int i = 0; i < x1 - x0 + 3; i++)
        sum[i] = (int16_t)(a[i] + b[i] + c[i]);
}

struct glint glint_read(const struct frame *f, const struct outline *o)
{
    const float r = 0.62f * o->mean, cx = (float)o->centre.x, cy = (float)o->centre.y;
    int x0 = (int)ceilf(cx - r), x1 = (int)(cx + r), y0 = (int)ceilf(cy - r), y1 = (int)(cy + r);
    int best = -1, bx = 0, by = 0, n = 0;
    long sum = 0;
    if (x0 < 2 || y0 < 2 || x1 > f->width - 3 || y1 > f->height - 3 || x1 - x0 + 3 > WIDE)
        return (struct glint){0};
    for (int y = y0; y <= y1; y++) {
        int16_t down[WIDE];
        float dy = (float)y - cy, half = sqrtf(r * r > dy * dy ? r * r - dy * dy : 0);
        int from = (int)ceilf(cx - half), to = (int)(cx + half);
        add_down(f, x0, x1, y, down);
        for (int x = from; x <= to; x++) {
            int spot = down[x - x0] + down[x - x0 + 1] + down[x - x0 + 2];
            sum += spot;
            if (spot > best)
                best = spot, bx = x, by = y;
        }
        n += to < from ? 0 : to - from + 1;
    }
    if (n == 0)
        return (struct glint){0};
    return (struct glint){((float)bx - cx) / o->mean, ((float)by - cy) / o->mean,
                          ((float)best - (float)sum / (float)n) / 9};
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

/* Levels by which a spot rises above the lightest of four places about it: where paint goes on, hardly at all. */
static float rise_of(const struct frame *f, int x, int y, int apart)
{
    float right = spot_at(f, x + apart, y), left = spot_at(f, x - apart, y), low = spot_at(f, x, y + apart),
          high = spot_at(f, x, y - apart);
    return spot_at(f, x, y) - fmaxf(fmaxf(right, left), fmaxf(low, high));
}

struct glint glint_read_beside_paint(const struct frame *f, const struct outline *o)
{
    const float clear = 15, wide = 0.36f, r = 0.55f * o->mean; /* levels; of the radius: as wide as lamps reflect; px */
    struct glint g = glint_read(f, o);
    int x = (int)(o->centre.x + (double)(g.x * o->mean) + 0.5), y = (int)(o->centre.y + (double)(g.y * o->mean) + 0.5);
    int apart = (int)(wide * o->mean + 0.5f), room = (int)o->mean + 4;
    if (x < room || y < room || x >= f->width - room || y >= f->height - room || g.rise < clear ||
        rise_of(f, x, y, apart) > clear)
        return g;
    float most = clear, cx = (float)o->centre.x, cy = (float)o->centre.y;
    g.x = g.y = GLINT_NOWHERE;
    for (y = (int)ceilf(cy - r); (float)y <= cy + r; y++)
        for (x = (int)ceilf(cx - r); (float)x <= cx + r; x++) {
            float dx = (float)x - cx, dy = (float)y - cy;
            if (dx * dx + dy * dy > r * r)
                continue;
            float rise = rise_of(f, x, y, apart);
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
