/* SPDX-License-Identifier: Apache-2.0 */
/* colour.c: reading the body of a ball. */
#include "colour.h"

#include <math.h>
#include <stdlib.h>

enum { PIXELS_MAX = 1024 };

struct pixel {
    float y, u, v;
};

/* Every chroma pixel whose middle lies within r of the centre, with the mean of its four luma pixels. Large balls are
 * thinned out so that they fit. */
static int gather(const struct frame *f, const struct outline *o, float r, struct pixel *p)
{
    float cx = (float)o->centre.x / 2, cy = (float)o->centre.y / 2 - 0.25f, rr = r / 2;
    int packed = f->format == PIXEL_NV12, n = 0, every = 1 + (int)(3.2f * rr * rr / PIXELS_MAX);
    int x0 = (int)ceilf(cx - rr), x1 = (int)(cx + rr), y0 = (int)ceilf(cy - rr), y1 = (int)(cy + rr), seen = 0;
    if (x0 < 1 || y0 < 1 || x1 > f->width / 2 - 2 || y1 > f->height / 2 - 2)
        return 0;
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float dx = (float)x - cx, dy = (float)y - cy;
            if (dx * dx + dy * dy > rr * rr || seen++ % every || n == PIXELS_MAX)
                continue;
            const uint8_t *a = f->plane[0] + (ptrdiff_t)(2 * y) * f->stride[0] + 2 * x, *b = a + f->stride[0];
            const uint8_t *u = f->plane[1] + (ptrdiff_t)y * f->stride[1] + (packed ? 2 * x : x);
            const uint8_t *v = packed ? u + 1 : f->plane[2] + (ptrdiff_t)y * f->stride[2] + x;
            p[n++] = (struct pixel){(float)(a[0] + a[1] + b[0] + b[1]) / 4 - (f->full_range ? 0 : 16), (float)*u - 128,
                                    (float)*v - 128};
        }
    return n;
}

/* The mean of those that are neither among the lightest quarter nor among the darkest. */
static void mean_of_middle(const struct pixel *p, int n, float out[3])
{
    uint16_t count[256] = {0};
    int low = 0, high = 255, below = 0, above = 0, used = 0;
    for (int i = 0; i < n; i++)
        count[(uint8_t)(p[i].y + 16)]++;
    for (; below + count[low] <= n / 4 && low < 255; low++)
        below += count[low];
    for (; above + count[high] <= n / 4 && high > low; high--)
        above += count[high];
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < n; i++) {
        int level = (uint8_t)(p[i].y + 16);
        if (level >= low && level <= high)
            out[0] += p[i].y, out[1] += p[i].u, out[2] += p[i].v, used++;
    }
    for (int k = 0; k < 3; k++)
        out[k] /= (float)(used ? used : 1);
}

/* White paint: light, and hardly any colour for its light. A glint is white too but small: the share allows for it. */
static bool is_white(const struct pixel *p, float brightest)
{
    return p->y > 0.62f * brightest && hypotf(p->u, p->v) < 0.17f * p->y;
}

/* Moves what is not white to the front; returns how many that is. */
static int paint_first(struct pixel *p, int n, float brightest)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!is_white(&p[i], brightest))
            p[kept++] = p[i];
    return kept;
}

void colour_read(const struct frame *f, const struct outline *o, struct ball_obs *ball)
{
    struct pixel p[PIXELS_MAX];
    int n = gather(f, o, 0.74f * o->mean, p);
    if (n < 4)
        return;
    float brightest = p[0].y;
    for (int i = 1; i < n; i++)
        brightest = p[i].y > brightest ? p[i].y : brightest;
    mean_of_middle(p, n, ball->colour); /* neither glint nor limb */
    int paint = paint_first(p, n, brightest);
    ball->white = 1 - (float)paint / (float)n;
    if (ball->white > 0.2f && ball->white < 0.85f && paint >= 4)
        mean_of_middle(p, paint, ball->paint);
    else
        for (int k = 0; k < 3; k++)
            ball->paint[k] = ball->colour[k];
}
