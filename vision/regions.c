/* SPDX-License-Identifier: Apache-2.0 */
/* regions.c: what is foreign and no ball: hands, arms, cues, rests, chalk. Shadows right beside balls are theirs. */
#include "worker.h"

#include <math.h>
#include <string.h>

static void cover_disc(struct vision *v, struct vec2 centre, double r)
{
    const struct ground *g = &v->ground;
    for (int j = (int)((centre.y - r - g->y0) / SITE); j <= (centre.y + r - g->y0) / SITE + 1; j++)
        for (int i = (int)((centre.x - r - g->x0) / SITE); i <= (centre.x + r - g->x0) / SITE + 1; i++) {
            double x = g->x0 + i * SITE - centre.x, y = g->y0 + j * SITE - centre.y;
            if (i >= 0 && j >= 0 && i < g->cols && j < g->rows && x * x + y * y < r * r)
                v->covered[j * g->cols + i] = 1;
        }
}

/* A ball, and all of its way that was exposed. */
static void cover(struct vision *v, const struct ball_obs *b)
{
    enum { STEPS = 4 };
    double r = 1.6 * (double)b->radius_px;
    cover_disc(v, b->px, r);
    for (int i = 0; i <= STEPS && vec2_len(b->smear_mm) > 0; i++) {
        struct vec2 px, mm = vec2_along(b->mm, (double)i / STEPS - 0.5, b->smear_mm);
        if (camera_project(&v->calibration.camera, (struct vec3){mm.x, mm.y, v->radius}, &px))
            cover_disc(v, px, r);
    }
}

/* One connected area, grown over neighbours in eight directions. */
static struct vision_region grow(struct vision *v, int seed)
{
    const struct ground *g = &v->ground;
    struct vision_region r = {g->cols, g->rows, 0, 0, 0};
    int n = 0;
    v->stack[n++] = seed;
    v->covered[seed] = 1;
    while (n) {
        int at = v->stack[--n], i = at % g->cols, j = at / g->cols;
        r.area++;
        r.x0 = i < r.x0 ? i : r.x0;
        r.x1 = i > r.x1 ? i : r.x1;
        r.y0 = j < r.y0 ? j : r.y0;
        r.y1 = j > r.y1 ? j : r.y1;
        for (int d = 0; d < 9; d++) {
            int x = i + d % 3 - 1, y = j + d / 3 - 1, to = y * g->cols + x;
            if (x < 0 || y < 0 || x >= g->cols || y >= g->rows || v->covered[to] || !ground_foreign(g, x, y))
                continue;
            v->covered[to] = 1;
            v->stack[n++] = to;
        }
    }
    return r;
}

static void report(const struct vision *v, struct vision_region r, struct vision_result *out)
{
    const struct ground *g = &v->ground;
    if (out->regions_n == VISION_REGIONS) {
        out->regions_dropped++;
        return;
    }
    out->regions[out->regions_n++] = (struct vision_region){
        g->x0 + r.x0 * SITE, g->y0 + r.y0 * SITE, g->x0 + r.x1 * SITE, g->y0 + r.y1 * SITE, r.area * SITE * SITE};
}

int regions_find(struct vision *v, struct vision_result *out)
{
    const struct ground *g = &v->ground;
    int unexplained = 0, words = g->cols / 32;
    memset(v->covered, 0, (size_t)g->cols * (size_t)g->rows);
    for (int i = 0; i < out->balls_n; i++)
        cover(v, &out->balls[i]);
    for (int w = 0; w < words * g->rows; w++)
        for (uint32_t bits = g->bits[w]; bits; bits &= bits - 1) {
            int seed = w / words * g->cols + w % words * 32 + __builtin_ctz(bits);
            if (v->covered[seed])
                continue;
            struct vision_region r = grow(v, seed);
            unexplained += r.area;
            if (r.area >= 6)
                report(v, r, out);
        }
    return unexplained;
}
