/* SPDX-License-Identifier: Apache-2.0 */
/* regions.c: what is foreign and no ball: hands, arms, cues, rests, chalk. Shadows right beside balls are theirs. */
#include "worker.h"

#include <math.h>
#include <string.h>

/* A ball, and all of its way that was exposed. */
static void cover(struct vision *v, const struct ball_obs *b)
{
    enum { STEPS = 4 };
    double r = SHADOW_RADII * (double)b->radius_px;
    ground_cover(&v->ground, b->px, r, v->covered);
    for (int i = 0; i <= STEPS && vec2_len(b->smear_mm) > 0; i++) {
        struct vec2 px, mm = vec2_along(b->mm, (double)i / STEPS - 0.5, b->smear_mm);
        if (camera_project(&v->calibration.camera, (struct vec3){mm.x, mm.y, v->radius}, &px))
            ground_cover(&v->ground, px, r, v->covered);
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

/* Counts a site that no ball explains into its box. */
static void add_to_box(struct vision_region *r, int i, int row)
{
    if (!r->area++)
        *r = (struct vision_region){i, row, i, row, 1};
    r->x0 = i < r->x0 ? i : r->x0;
    r->x1 = i > r->x1 ? i : r->x1;
    r->y1 = row;
}

/* An arm that lies across the table hides what is under it, not all of the box about it: boxes no larger than a few
 * balls. The first n sites of the stack are those that nothing explains, row by row. */
static void report_boxes(const struct vision *v, int n, struct vision_result *out)
{
    enum { LEAST = 8 };
    const struct ground *g = &v->ground;
    struct vision_region box[GROUND_COLS / LEAST + 1];
    int side = (int)fmaxf(LEAST, 3 * v->votes.least_radius / SITE);
    for (int k = 0; k < n;) {
        int end = (v->stack[k] / g->cols / side + 1) * side * g->cols; /* of the boxes side by side */
        memset(box, 0, sizeof *box * (size_t)(g->cols / side + 1));
        for (; k < n && v->stack[k] < end; k++) {
            int at = v->stack[k], i = at % g->cols, row = at / g->cols;
            if (ground_solid(g, i, row) && !belongs(v, at))
                add_to_box(&box[i / side], i, row);
        }
        for (int i = 0; i * side < g->cols; i++)
            if (box[i].area >= 4)
                report(v, box[i], out);
    }
}

int regions_find(struct vision *v, struct vision_result *out)
{
    const struct ground *g = &v->ground;
    int unexplained = 0, words = g->cols / 32;
    memset(v->covered, 0, (size_t)g->cols * (size_t)g->rows / 8);
    for (int i = 0; i < out->balls_n; i++)
        cover(v, &out->balls[i]);
    for (int w = 0; w < words * g->rows; w++) {
        for (uint32_t bits = g->bits[w] & ~v->covered[w]; bits; bits &= bits - 1)
            v->stack[unexplained++] = 32 * w + __builtin_ctz(bits);
        v->covered[w] |= g->bits[w];
    }
    report_boxes(v, unexplained, out);
    return unexplained;
}

void regions_cover_kept(struct vision *v)
{
    for (int i = 0; i < STILL_BALLS; i++) {
        const struct still_ball *b = &v->still.ball[i];
        bool just_told = b->unseen == 0 && !b->same; /* then it is covered already */
        if (b->used && !just_told)
            cover(v, &b->ball);
    }
}
