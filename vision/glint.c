/* SPDX-License-Identifier: Apache-2.0 */
/* glint.c: the brightest 3 x 3 pixels of a ball's upper face. */
#include "glint.h"

#include <math.h>
#include <stddef.h>

static int spot_at(const struct frame *f, int x, int y)
{
    const uint8_t *p = f->plane[0] + (ptrdiff_t)(y - 1) * f->stride[0] + x - 1;
    int sum = 0;
    for (int j = 0; j < 3; j++, p += f->stride[0])
        sum += p[0] + p[1] + p[2];
    return sum;
}

struct glint glint_read(const struct frame *f, const struct outline *o)
{
    const float r = 0.62f * o->mean, cx = (float)o->centre.x, cy = (float)o->centre.y;
    int x0 = (int)ceilf(cx - r), x1 = (int)(cx + r), y0 = (int)ceilf(cy - r), y1 = (int)(cy + r);
    int best = -1, bx = 0, by = 0, n = 0;
    long sum = 0;
    if (x0 < 2 || y0 < 2 || x1 > f->width - 3 || y1 > f->height - 3)
        return (struct glint){0};
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            if (((float)x - cx) * ((float)x - cx) + ((float)y - cy) * ((float)y - cy) > r * r)
                continue;
            int spot = spot_at(f, x, y);
            sum += spot;
            n++;
            if (spot > best)
                best = spot, bx = x, by = y;
        }
    if (n == 0)
        return (struct glint){0};
    return (struct glint){((float)bx - cx) / o->mean, ((float)by - cy) / o->mean,
                          ((float)best - (float)sum / (float)n) / 9};
}

bool glint_alike(struct glint a, struct glint b)
{
    float x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y < 0.22f * 0.22f && a.rise > 15 && b.rise > 15;
}
