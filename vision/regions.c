/* SPDX-License-Identifier: Apache-2.0 */
/* regions.c: what is foreign and no ball: hands, arms, cues, rests, chalk. Shadows right beside balls are theirs. */
#include "worker.h"

#include <math.h>
#include <string.h>

enum { BALL = 1, UNEXPLAINED };

static void cover_disc(struct vision *v, struct vec2 centre, double r)
{
    const struct ground *g = &v->ground;
    for (int j = (int)((centre.y - r - g->y0) / SITE); j <= (centre.y + r - g->y0) / SITE + 1; j++)
        for (int i = (int)((centre.x - r - g->x0) / SITE); i <= (centre.x + r - g->x0) / SITE + 1; i++) {
            double x = g->x0 + i * SITE - centre.x, y = g->y0 + j * SITE - centre.y;
            if (i >= 0 && j >= 0 && i < g->cols && j < g->rows && x * x + y * y < r * r)
                v->covered[j * g->cols + i] = BALL;
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

/* Pockets and noses are not quite as the table kind has them: what was foreign there from the first is no hand. */
static bool belongs(const struct vision *v, int site)
{
    const double edge = 60; /* mm */
    return (double)v->ground.edge_mm[site] < edge && streaks_as_ever(&v->streaks, (size_t)site);
}

/* The box about what of a tile no ball explains. */
static struct vision_region box_in(const struct vision *v, int col, int row, int side)
{
    const struct ground *g = &v->ground;
    struct vision_region r = {g->cols, g->rows, 0, 0, 0};
    for (int j = row; j < row + side && j < g->rows; j++)
        for (int i = col; i < col + side && i < g->cols; i++) {
            if (v->covered[j * g->cols + i] != UNEXPLAINED || !ground_solid(g, i, j) || belongs(v, j * g->cols + i))
                continue;
            r.area++;
            r.x0 = i < r.x0 ? i : r.x0;
            r.x1 = i > r.x1 ? i : r.x1;
            r.y0 = j < r.y0 ? j : r.y0;
            r.y1 = j > r.y1 ? j : r.y1;
        }
    return r;
}

/* An arm that lies across the table hides what is under it, not all of the box about it: boxes no larger than a few
 * balls. */
static void report_boxes(const struct vision *v, struct vision_result *out)
{
    const struct ground *g = &v->ground;
    int side = (int)fmaxf(8, 3 * v->votes.least_radius / SITE);
    for (int row = 0; row < g->rows; row += side)
        for (int col = 0; col < g->cols; col += side) {
            struct vision_region r = box_in(v, col, row, side);
            if (r.area >= 4)
                report(v, r, out);
        }
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
            uint8_t *site = &v->covered[w / words * g->cols + w % words * 32 + __builtin_ctz(bits)];
            unexplained += !*site;
            *site = *site ? *site : UNEXPLAINED;
        }
    if (unexplained)
        report_boxes(v, out);
    return unexplained;
}

void regions_cover_kept(struct vision *v)
{
    for (int i = 0; i < STILL_BALLS; i++)
        if (v->still.ball[i].used)
            cover(v, &v->still.ball[i].ball);
}
