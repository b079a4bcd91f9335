/* SPDX-License-Identifier: Apache-2.0 */
/* sites.c: which sites are there, what of the table lies at each, and which lie within a circle? */
#include "err.h"
#include "ground.h"
#include "places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- laying them out --------------------------------------------------------------------------------------------- */

static bool near_mark(const struct calibration *c, struct vec2 p, double reach)
{
    const struct bed *bed = &c->table.bed;
    double x = c->baulk_x < 0 ? c->baulk_x : bed->baulk_x, r = c->d_radius > 0 ? c->d_radius : bed->d_radius;
    if (c->orientation != ORIENTATION_SEEN)
        return false;
    return fabs(p.x - x) < reach || (r > 0 && p.x < x && fabs(vec2_dist(p, vec2(x, 0)) - r) < reach);
}

static bool near_fall(const struct calibration *c, struct vec2 p)
{
    double from_fall;
    place_pocket(&c->table, p, &from_fall);
    return from_fall < 4;
}

static void place_site(struct ground *g, const struct calibration *c, int i, int j, double mark_mm)
{
    size_t at = (size_t)j * (size_t)g->cols + (size_t)i;
    struct vec2 px = vec2(g->x0 + i * SITE, g->y0 + j * SITE), top, bed;
    g->edge_mm[at] = -1;
    if (px.x > g->width - 1 || px.y > g->height - 1 || !camera_to_plane(&c->camera, px, c->table.nose_height, &top) ||
        !camera_to_plane(&c->camera, px, 0, &bed))
        return;
    double half_l = c->table.bed.length / 2, half_w = c->table.bed.width * (1 + c->aspect) / 2;
    double to[SIDES] = {half_l - top.x, half_l + top.x, half_w - top.y, half_w + top.y};
    int side = 0;
    for (int k = 1; k < SIDES; k++)
        side = to[k] < to[side] ? k : side;
    g->edge_mm[at] = (float)to[side];
    g->edge_side[at] = (uint8_t)side;
    g->along_mm[at] = (float)(side < 2 ? top.y : top.x);
    if (to[side] < 2)
        return;
    g->kind[at] = near_fall(c, bed) ? SITE_POCKET : near_mark(c, bed, mark_mm) ? SITE_MARK : SITE_CLOTH;
}

static bool bounds(const struct calibration *c, int box[4])
{
    double low_x = 1e9, low_y = 1e9, high_x = -1e9, high_y = -1e9;
    for (int i = 0; i < 64; i++) { /* round the noses: distortion may bulge a side */
        double s = (i % 16 + 0.5) / 8 - 1;
        struct vec2 p = side_point(&c->table, c->aspect, i / 16,
                                   s * (i / 16 < 2 ? c->table.bed.width : c->table.bed.length) / 2, 0),
                    px;
        if (!camera_project(&c->camera, (struct vec3){p.x, p.y, c->table.nose_height}, &px))
            return false;
        low_x = fmin(low_x, px.x);
        high_x = fmax(high_x, px.x);
        low_y = fmin(low_y, px.y);
        high_y = fmax(high_y, px.y);
    }
    box[0] = (int)fmin(fmax(low_x - 8, 0), c->camera.width - 1);
    box[1] = (int)fmin(fmax(low_y - 8, 0), c->camera.height - 1);
    box[2] = (int)fmin(fmax(high_x + 8, 0), c->camera.width - 1);
    box[3] = (int)fmin(fmax(high_y + 8, 0), c->camera.height - 1);
    return box[2] - box[0] > 64 && box[3] - box[1] > 64;
}

/* The scan reads whole blocks of 32 sites, 128 pixels, so the grid must end inside the picture. */
static bool lay_grid(struct ground *g, const struct calibration *c)
{
    int box[4], block = 32 * SITE;
    if (!bounds(c, box) || c->camera.width < block)
        return false;
    g->width = c->camera.width;
    g->height = c->camera.height;
    g->x0 = box[0] / SITE * SITE;
    g->y0 = box[1] / SITE * SITE;
    int blocks = (box[2] - g->x0 + block) / block;
    if (blocks * block > g->width)
        blocks = g->width / block;
    if (g->x0 + blocks * block > g->width)
        g->x0 = (g->width - blocks * block) / SITE * SITE;
    g->cols = blocks * 32;
    g->rows = (box[3] - g->y0) / SITE + 1;
    return g->cols <= GROUND_COLS;
}

int ground_open(struct ground *g, const struct calibration *c)
{
    *g = (struct ground){0};
    if (!lay_grid(g, c))
        return ERR_RANGE;
    size_t sites = (size_t)g->cols * (size_t)g->rows;
    g->kind = calloc(sites, 7);
    g->edge_mm = malloc(sites * 2 * sizeof(float));
    g->bits = calloc(sites / 32, sizeof(uint32_t));
    if (!g->kind || !g->edge_mm || !g->bits) {
        ground_close(g);
        return ERR_MEMORY;
    }
    g->y = g->kind + sites;
    g->u = g->y + sites;
    g->v = g->u + sites;
    g->limit = g->v + sites;
    g->edge_side = g->limit + sites;
    g->off = g->edge_side + sites;
    g->along_mm = g->edge_mm + sites;
    memset(g->limit, 255, sites);
    double scale = camera_scale(&c->camera, (struct vec3){0, 0, 0});
    for (int j = 0; j < g->rows; j++)
        for (int i = 0; i < g->cols; i++)
            place_site(g, c, i, j, 2.5 / fmax(scale, 0.05));
    return 0;
}

void ground_close(struct ground *g)
{
    free(g->kind);
    free(g->edge_mm);
    free(g->bits);
    *g = (struct ground){0};
}

/* ---- those within a circle --------------------------------------------------------------------------------------- */

/* Sites from one place to another, of so many. */
static struct site_span sites_between(double from, double to, int n)
{
    int low = from > 0 ? (int)from : 0, high = to < n - 1 ? (int)(to + 1) - 1 : n - 1;
    return (struct site_span){low + (low < from), high};
}

struct site_span ground_rows(const struct ground *g, struct vec2 centre, double r)
{
    double y = centre.y - g->y0;
    return sites_between((y - r) / SITE, (y + r) / SITE, g->rows);
}

struct site_span ground_cols(const struct ground *g, struct vec2 centre, double r, int row)
{
    double x = centre.x - g->x0, y = g->y0 + row * SITE - centre.y, half2 = r * r - y * y;
    double half = half2 > 0 ? sqrt(half2) : 0;
    return sites_between((x - half) / SITE, (x + half) / SITE, g->cols);
}

/* Sets the bits of so many sites of a row, which may lie in several words. */
static void mark_span(uint32_t *bits, struct site_span cols)
{
    for (int i = cols.low; i <= cols.high; i = (i / 32 + 1) * 32) {
        int end = cols.high - i / 32 * 32;
        bits[i / 32] |= (end < 31 ? (2u << end) - 1 : ~0u) & ~0u << i % 32;
    }
}

void ground_cover(const struct ground *g, struct vec2 centre, double r, uint32_t *bits)
{
    struct site_span rows = ground_rows(g, centre, r);
    for (int j = rows.low; j <= rows.high; j++)
        mark_span(bits + (ptrdiff_t)j * (g->cols / 32), ground_cols(g, centre, r, j));
}
