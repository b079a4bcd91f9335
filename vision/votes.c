/* SPDX-License-Identifier: Apache-2.0 */
/* votes.c: tiles with something foreign, gradients in them, a map of votes, and its peaks. */
#include "votes.h"

#include "err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 8, RADIUS_STEP = 32, MARGIN = 48 /* px of map round the grid */, ROW_MAX = 8192 };

/* ---- opening --------------------------------------------------------------------------------------------------- */

static float radius_at(const struct calibration *c, double ball_radius, double x, double y)
{
    enum { N = 16 };
    struct vec2 mm, centre, px[N];
    double sum = 0;
    if (!camera_to_plane(&c->camera, vec2(x, y), ball_radius, &mm))
        return 0;
    struct vec3 at = {mm.x, mm.y, ball_radius};
    if (!camera_project(&c->camera, at, &centre) || !camera_outline(&c->camera, at, ball_radius, N, px))
        return 0;
    for (int i = 0; i < N; i++)
        sum += vec2_dist(px[i], centre);
    return (float)(sum / N);
}

static void lay_radii(struct votes *v, const struct ground *g, const struct calibration *c, double ball_radius)
{
    for (int j = 0; j < v->radius_h; j++)
        for (int i = 0; i < v->radius_w; i++)
            v->radius[j * v->radius_w + i] =
                radius_at(c, ball_radius, g->x0 + i * RADIUS_STEP, g->y0 + j * RADIUS_STEP);
}

float votes_radius(const struct votes *v, double x, double y)
{
    int i = (int)((x - v->x0 - MARGIN) / RADIUS_STEP + 0.5), j = (int)((y - v->y0 - MARGIN) / RADIUS_STEP + 0.5);
    i = i < 0 ? 0 : i >= v->radius_w ? v->radius_w - 1 : i;
    j = j < 0 ? 0 : j >= v->radius_h ? v->radius_h - 1 : j;
    return v->radius[j * v->radius_w + i];
}

int votes_open(struct votes *v, const struct ground *g, const struct calibration *c, double ball_radius)
{
    int wide = g->cols * SITE, high = g->rows * SITE;
    *v = (struct votes){.tiles_w = (wide + TILE - 1) / TILE,
                        .tiles_h = (high + TILE - 1) / TILE,
                        .x0 = g->x0 - MARGIN,
                        .y0 = g->y0 - MARGIN,
                        .w = (wide + 2 * MARGIN) / VOTE_CELL,
                        .h = (high + 2 * MARGIN) / VOTE_CELL,
                        .radius_w = wide / RADIUS_STEP + 1,
                        .radius_h = high / RADIUS_STEP + 1};
    size_t cells = (size_t)v->w * (size_t)v->h;
    v->tile = malloc(2 * (size_t)v->tiles_w * (size_t)v->tiles_h);
    v->map = calloc(2 * cells, sizeof *v->map);
    v->radius = malloc(sizeof *v->radius * (size_t)v->radius_w * (size_t)v->radius_h);
    v->gradient = malloc(sizeof *v->gradient * 4 * ROW_MAX);
    v->from = calloc(2 * (size_t)v->h, sizeof *v->from);
    if (!v->tile || !v->map || !v->radius || !v->gradient || !v->from || wide > ROW_MAX - 64) {
        votes_close(v);
        return ERR_MEMORY;
    }
    v->sum = v->map + cells;
    v->to = v->from + v->h;
    lay_radii(v, g, c, ball_radius);
    return 0;
}

void votes_close(struct votes *v)
{
    free(v->tile);
    free(v->map);
    free(v->radius);
    free(v->gradient);
    free(v->from);
    *v = (struct votes){0};
}

/* ---- tiles ----------------------------------------------------------------------------------------------------- */

static void mark_tiles(struct votes *v, const struct ground *g)
{
    size_t tiles = (size_t)v->tiles_w * (size_t)v->tiles_h;
    uint8_t *own = v->tile + tiles;
    int words = g->cols / 32;
    memset(own, 0, tiles);
    for (int j = 0; j < g->rows; j++)
        for (int w = 0; w < words; w++)
            for (uint32_t bits = g->bits[j * words + w]; bits; bits &= bits - 1)
                own[j / 2 * v->tiles_w + (32 * w + __builtin_ctz(bits)) / 2] = 1;
    memset(v->tile, 0, tiles);
    for (int j = 0; j < v->tiles_h; j++)
        for (int i = 0; i < v->tiles_w; i++) {
            if (!own[j * v->tiles_w + i])
                continue;
            for (int d = 0; d < 9; d++) {
                int x = i + d % 3 - 1, y = j + d / 3 - 1;
                if (x >= 0 && y >= 0 && x < v->tiles_w && y < v->tiles_h)
                    v->tile[y * v->tiles_w + x] = 1;
            }
        }
}

/* ---- voting ---------------------------------------------------------------------------------------------------- */

static inline void vote(struct votes *v, float x, float y, uint16_t weight)
{
    int i = (int)((x - (float)v->x0) * (1.0f / VOTE_CELL)), j = (int)((y - (float)v->y0) * (1.0f / VOTE_CELL));
    if (i > 0 && j > 0 && i < v->w - 1 && j < v->h - 1)
        v->map[j * v->w + i] += weight;
}

static void vote_both(struct votes *v, float x, float y, float gx, float gy, float norm2, float radius, uint16_t weight)
{
    float s = radius / sqrtf(norm2), dx = gx * s, dy = gy * s;
    vote(v, x + dx, y + dy, weight);
    vote(v, x - dx, y - dy, weight);
}

struct plane {
    const uint8_t *p;
    int stride, w, h;
};

/* Gradients of a span of one row; false at the edge of the picture, where there is no row above or below. */
static bool gradients(const struct kernels *k, const struct plane *p, int x, int y, int n, int16_t *gx, int16_t *gy)
{
    if (y < 1 || y > p->h - 2 || x < 1 || x + n + 1 > p->w)
        return false;
    const uint8_t *row = p->p + (ptrdiff_t)y * p->stride + x;
    k->sobel(row - p->stride, row, row + p->stride, n, gx, gy);
    return true;
}

static void vote_luma(struct votes *v, const struct kernels *k, const struct plane *p, int x, int y, int n,
                      float radius, int limit)
{
    int16_t *gx = v->gradient, *gy = gx + ROW_MAX;
    if (!gradients(k, p, x, y, n, gx, gy))
        return;
    for (int i = 0; i < n; i++) {
        int norm2 = gx[i] * gx[i] + gy[i] * gy[i];
        if (norm2 > limit * limit)
            vote_both(v, (float)(x + i), (float)y, gx[i], gy[i], (float)norm2, radius, 1);
    }
}

/* Chroma, in its own pixels; a chroma pixel stands for four, so it counts more. */
static void vote_chroma(struct votes *v, const struct kernels *k, const struct plane *u, const struct plane *w, int x,
                        int y, int n, float radius, int limit)
{
    int16_t *gx = v->gradient, *gy = gx + ROW_MAX, *hx = gy + ROW_MAX, *hy = hx + ROW_MAX;
    if (!gradients(k, u, x, y, n, gx, gy) || !gradients(k, w, x, y, n, hx, hy))
        return;
    for (int i = 0; i < n; i++) {
        int a = gx[i] * gx[i] + gy[i] * gy[i], b = hx[i] * hx[i] + hy[i] * hy[i];
        if (a < b)
            a = b, gx[i] = hx[i], gy[i] = hy[i];
        if (a > limit * limit)
            vote_both(v, 2.0f * (float)(x + i), 2.0f * (float)y + 0.5f, gx[i], gy[i], (float)a, radius, 3);
    }
}

static void cast_span(struct votes *v, const struct ground *g, const struct kernels *k, const struct frame *f,
                      int first, int last, int row, int limit)
{
    struct plane luma = {f->plane[0], f->stride[0], f->width, f->height};
    struct plane u = {f->plane[1], f->stride[1], (f->width + 1) / 2, (f->height + 1) / 2}, w = u;
    int x = g->x0 + first * TILE, y = g->y0 + row * TILE, n = (last - first) * TILE;
    w.p = f->plane[2];
    w.stride = f->stride[2];
    float radius = votes_radius(v, x + n / 2.0, y);
    int padded = (n + 15) / 16 * 16, half = (n / 2 + 15) / 16 * 16;
    for (int j = 0; j < TILE; j++)
        vote_luma(v, k, &luma, x, y + j, x + padded + 1 > f->width ? n - 1 : padded, radius, limit);
    if (f->format == PIXEL_I420)
        for (int j = 0; j < TILE / 2; j++)
            vote_chroma(v, k, &u, &w, x / 2, y / 2 + j, x / 2 + half + 1 > u.w ? n / 2 - 1 : half, radius, limit);
}

/* ---- peaks ----------------------------------------------------------------------------------------------------- */

/* Only where votes may have fallen: within a radius of a tile. The map stays zero elsewhere. */
static void note_reach(struct votes *v, const struct ground *g, int first, int last, int row, float radius)
{
    int r = (int)(radius / VOTE_CELL) + 2;
    int x0 = (g->x0 + first * TILE - v->x0) / VOTE_CELL - r, x1 = (g->x0 + last * TILE - v->x0) / VOTE_CELL + r;
    int y0 = (g->y0 + row * TILE - v->y0) / VOTE_CELL - r, y1 = (g->y0 + (row + 1) * TILE - v->y0) / VOTE_CELL + r;
    for (int j = y0 < 0 ? 0 : y0; j <= y1 && j < v->h; j++) {
        v->from[j] = x0 < v->from[j] ? (x0 < 1 ? 1 : x0) : v->from[j];
        v->to[j] = x1 > v->to[j] ? (x1 > v->w - 1 ? v->w - 1 : x1) : v->to[j];
    }
}

static void clear_map(struct votes *v)
{
    for (int j = 0; j < v->h; j++) {
        if (v->from[j] < v->to[j]) {
            size_t at = (size_t)j * (size_t)v->w + (size_t)v->from[j], n = (size_t)(v->to[j] - v->from[j]);
            memset(v->map + at, 0, n * sizeof *v->map);
            memset(v->sum + at, 0, n * sizeof *v->sum);
        }
        v->from[j] = v->w;
        v->to[j] = 0;
    }
}

static void sum_squares(struct votes *v)
{
    for (int j = 1; j < v->h - 1; j++) {
        const uint16_t *a = v->map + (j - 1) * v->w, *b = a + v->w, *c = b + v->w;
        uint16_t *to = v->sum + j * v->w;
        for (int i = v->from[j]; i < v->to[j]; i++)
            to[i] = (uint16_t)(a[i - 1] + a[i] + a[i + 1] + b[i - 1] + b[i] + b[i + 1] + c[i - 1] + c[i] + c[i + 1]);
    }
}

static bool is_peak(const struct votes *v, int i, int j, int reach)
{
    uint16_t here = v->sum[j * v->w + i];
    for (int y = j - reach; y <= j + reach; y++)
        for (int x = i - reach; x <= i + reach; x++) {
            if (x < 0 || y < 0 || x >= v->w || y >= v->h)
                continue;
            uint16_t there = v->sum[y * v->w + x];
            if (there > here || (there == here && (y < j || (y == j && x < i))))
                return false;
        }
    return true;
}

/* The middle of the votes about a peak, weighted by them. */
static void add_peak(struct votes *v, int i, int j, float radius, float share)
{
    float n = 0, sx = 0, sy = 0;
    for (int y = j - 1; y <= j + 1; y++)
        for (int x = i - 1; x <= i + 1; x++) {
            float m = v->map[y * v->w + x];
            n += m, sx += m * (float)x, sy += m * (float)y;
        }
    int at = v->found_n;
    if (at == CANDIDATES_MAX) { /* the weakest makes room */
        v->dropped++;
        at = 0;
        for (int k = 1; k < CANDIDATES_MAX; k++)
            at = v->found[k].votes < v->found[at].votes ? k : at;
        if (v->found[at].votes >= share)
            return;
    } else {
        v->found_n++;
    }
    v->found[at] = (struct candidate){.x = (float)v->x0 + (sx / n + 0.5f) * VOTE_CELL,
                                      .y = (float)v->y0 + (sy / n + 0.5f) * VOTE_CELL,
                                      .radius = radius,
                                      .votes = share};
}

static int by_votes(const void *a, const void *b)
{
    float x = ((const struct candidate *)a)->votes, y = ((const struct candidate *)b)->votes;
    return (x < y) - (x > y);
}

static void find_peaks(struct votes *v, double least)
{
    v->found_n = v->dropped = 0;
    for (int j = 2; j < v->h - 2; j++)
        for (int i = v->from[j] < 2 ? 2 : v->from[j]; i < v->to[j] && i < v->w - 2; i++) {
            uint16_t here = v->sum[j * v->w + i];
            if (here < 12)
                continue;
            float radius = votes_radius(v, v->x0 + i * VOTE_CELL, v->y0 + j * VOTE_CELL);
            float share = here / (6.2832f * radius * 2); /* an edge is about two pixels wide */
            if (share >= (float)least && is_peak(v, i, j, (int)(0.3f * radius / VOTE_CELL) + 1))
                add_peak(v, i, j, radius, share);
        }
    qsort(v->found, (size_t)v->found_n, sizeof *v->found, by_votes);
}

/* ---- ghosts ---------------------------------------------------------------------------------------------------- */

/* Share of the sites inside a ball here that are not quite cloth; sites that cannot tell are left out. */
static float body_share(const struct ground *g, const struct frame *f, const struct candidate *c)
{
    float r = 0.8f * c->radius, x0 = ((float)g->x0 - c->x) / SITE, y0 = ((float)g->y0 - c->y) / SITE, rr = r / SITE;
    int n = 0, foreign = 0;
    for (int j = (int)ceilf(-y0 - rr); (float)j <= -y0 + rr; j++)
        for (int i = (int)ceilf(-x0 - rr); (float)i <= -x0 + rr; i++) {
            float x = x0 + (float)i, y = y0 + (float)j;
            if (i < 0 || j < 0 || i >= g->cols || j >= g->rows || x * x + y * y > rr * rr ||
                g->limit[j * g->cols + i] == 255)
                continue;
            n++;
            foreign += 2 * ground_residual(g, f, i, j) > g->limit[j * g->cols + i];
        }
    return n ? (float)foreign / (float)n : 1;
}

/* Edges of a ball also agree a little on places between and beside balls. Nearer to a much clearer candidate than two
 * balls can lie, or on plain cloth, a weak one is such a ghost. */
static bool is_ghost(const struct votes *v, const struct ground *g, const struct frame *f, int kept,
                     const struct candidate *c)
{
    const float doubtful = 1.2f, much_clearer = 2.5f, too_near = 1.5f, least_body = 0.3f;
    for (int i = 0; i < kept && v->found[i].votes > much_clearer * c->votes; i++) {
        float x = v->found[i].x - c->x, y = v->found[i].y - c->y, near = too_near * c->radius;
        if (x * x + y * y < near * near)
            return true;
    }
    return c->votes < doubtful && body_share(g, f, c) < least_body;
}

static void drop_ghosts(struct votes *v, const struct ground *g, const struct frame *f)
{
    int kept = 0;
    for (int i = 0; i < v->found_n; i++)
        if (!is_ghost(v, g, f, kept, &v->found[i]))
            v->found[kept++] = v->found[i];
    v->found_n = kept;
}

void votes_cast(struct votes *v, const struct ground *g, const struct kernels *k, const struct frame *f,
                double edge_limit, double least_votes)
{
    int limit = (int)(4 * edge_limit); /* a step of one level gives Sobel sums of up to 4 */
    mark_tiles(v, g);
    clear_map(v);
    for (int j = 0; j < v->tiles_h; j++)
        for (int i = 0, end; i < v->tiles_w; i = end + 1) {
            const uint8_t *row = v->tile + j * v->tiles_w;
            while (i < v->tiles_w && !row[i])
                i++;
            for (end = i; end < v->tiles_w && row[end];)
                end++;
            if (i < end) {
                note_reach(v, g, i, end, j, votes_radius(v, g->x0 + (i + end) * TILE / 2.0, g->y0 + j * TILE));
                cast_span(v, g, k, f, i, end, j, limit);
            }
        }
    sum_squares(v);
    find_peaks(v, least_votes);
    drop_ghosts(v, g, f);
}
