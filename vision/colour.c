/* SPDX-License-Identifier: Apache-2.0 */
/* colour.c: reading the body of a ball. */
#include "colour.h"

#include "pattern.h"

#include <math.h>
#include <stdlib.h>

enum { PIXELS_MAX = 1024 };

struct pixel {
    float y, u, v;
    float i, j; /* from the middle, in radii */
};

/* Every chroma pixel whose middle lies within a share of the radius of the centre, with the mean of its four luma
 * pixels. Large balls are thinned out so that they fit. */
static int gather(const struct frame *f, struct vec2 centre, float radius, float share, struct pixel *p)
{
    float cx = (float)centre.x / 2, cy = (float)centre.y / 2 - 0.25f, rr = share * radius / 2;
    float black = f->full_range ? 0 : 16, scale = 2 / radius;
    int packed = f->format == PIXEL_NV12, n = 0, every = 1 + (int)(3.2f * rr * rr / PIXELS_MAX);
    int x0 = (int)ceilf(cx - rr), x1 = (int)(cx + rr), y0 = (int)ceilf(cy - rr), y1 = (int)(cy + rr), seen = 0;
    if (x0 < 1 || y0 < 1 || x1 > f->width / 2 - 2 || y1 > f->height / 2 - 2)
        return 0;
    for (int y = y0; y <= y1; y++) {
        const uint8_t *a = f->plane[0] + (ptrdiff_t)(2 * y) * f->stride[0], *b = a + f->stride[0];
        const uint8_t *u = f->plane[1] + (ptrdiff_t)y * f->stride[1];
        const uint8_t *v = packed ? u + 1 : f->plane[2] + (ptrdiff_t)y * f->stride[2];
        float dy = (float)y - cy;
        for (int x = x0; x <= x1; x++) {
            float dx = (float)x - cx;
            if (dx * dx + dy * dy > rr * rr || (every > 1 && seen++ % every) || n == PIXELS_MAX)
                continue;
            int sum = a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1], at = packed ? 2 * x : x;
            p[n++] = (struct pixel){(float)sum * 0.25f - black, (float)u[at] - 128, (float)v[at] - 128, dx * scale,
                                    dy * scale};
        }
    }
    return n;
}

/* The mean of those that are neither among the lightest quarter nor among the darkest. */
static void mean_of_middle(const struct pixel *p, int n, float out[3])
{
    uint16_t count[256] = {0};
    int low = 255, high = 0, below = 0, above = 0, used = 0;
    for (int i = 0; i < n; i++) {
        int level = (uint8_t)(p[i].y + 16);
        count[level]++;
        low = level < low ? level : low;
        high = level > high ? level : high;
    }
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

/* White paint, under the light of this table: bright, and no colour but that of the light. A ball is darker towards its
 * rim. A glint is white too but small. */
static bool is_white(const struct pixel *p, const float white[3])
{
    float lit = p->y + 10, full = white[0] + 10, u = p->u / lit - white[1] / full, v = p->v / lit - white[2] / full;
    return p->y > 0.45f * white[0] && u * u + v * v < 0.16f * 0.16f;
}

/* Black paint: dark, and hardly any colour even for that; some of the cloth is mirrored in it. */
static bool is_black(const struct pixel *p, const float white[3])
{
    return p->y < 0.27f * white[0] && hypotf(p->u, p->v) < 0.25f * (p->y + 10) + 0.03f * white[0];
}

/* Moves what is not of this kind to the front; returns how many that is. */
static int others_first(struct pixel *p, int n, const float white[3], bool (*is)(const struct pixel *, const float *))
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!is(&p[i], white)) {
            struct pixel other = p[kept];
            p[kept++] = p[i];
            p[i] = other;
        }
    return kept;
}

static void read_pattern(const struct pixel *p, int n, int paint, struct ball_obs *ball)
{
    struct spot_seen spots[PIXELS_MAX];
    int count = 0;
    for (int i = 0; i < n; i++) {
        float z2 = 1 - p[i].i * p[i].i - p[i].j * p[i].j;
        if (z2 > 0)
            spots[count++] = (struct spot_seen){p[i].i, p[i].j, sqrtf(z2), i >= paint};
    }
    struct pattern fit = pattern_fit(spots, count);
    ball->solid = fit.solid;
    ball->stripe = fit.stripe;
    ball->plain = fit.plain;
}

void colour_read(const struct frame *f, struct vec2 centre, float radius, const float white[3], bool numbered,
                 struct ball_obs *ball)
{
    struct pixel p[PIXELS_MAX];
    int n = gather(f, centre, radius, 0.74f, p);
    if (n < 4)
        return;
    mean_of_middle(p, n, ball->colour); /* neither glint nor limb */
    for (int k = 0; k < 3; k++)
        ball->paint[k] = ball->band[k] = ball->colour[k];
    ball->white = ball->dark = 0;
    if (!numbered)
        return;
    n = gather(f, centre, radius, 0.86f, p);
    int paint = others_first(p, n, white, is_white);
    ball->white = 1 - (float)paint / (float)(n ? n : 1);
    if (ball->white > 0.15f && paint >= 3)
        mean_of_middle(p, paint, ball->paint);
    if (ball->white > 0.5f)
        mean_of_middle(p + paint, n - paint, ball->colour);
    read_pattern(p, n, paint, ball);
    int band = others_first(p, paint, white, is_black);
    ball->dark = (float)(paint - band) / (float)(n ? n : 1);
    mean_of_middle(p, band >= 3 ? band : paint, ball->band);
}
