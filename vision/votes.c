/* SPDX-License-Identifier: Apache-2.0 */
/* votes.c: tiles with something foreign, gradients in them, a map of votes, and its peaks. */
#include "votes.h"

#include "err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 8, RADIUS_STEP = 32, MARGIN = 48 /* px of map round the grid */, ROW_MAX = 16384 /* bytes */ };

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
    v->least_radius = INFINITY;
    for (int i = 0; i < v->radius_w * v->radius_h; i++)
        v->least_radius = fminf(v->least_radius, v->radius[i]);
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
                        .blocks_w = ((wide + 2 * MARGIN) / VOTE_CELL + BLOCK_W - 1) / BLOCK_W,
                        .blocks_h = ((high + 2 * MARGIN) / VOTE_CELL + BLOCK_H - 1) / BLOCK_H,
                        .radius_w = wide / RADIUS_STEP + 1,
                        .radius_h = high / RADIUS_STEP + 1};
    v->w = v->blocks_w * BLOCK_W;
    v->h = v->blocks_h * BLOCK_H;
    size_t cells = (size_t)v->w * (size_t)v->h, edge = 2 * (size_t)v->w; /* a row to spare on either side */
    v->tile = malloc(2 * (size_t)v->tiles_w * (size_t)v->tiles_h);
    v->memory = calloc(2 * cells + edge, sizeof *v->map);
    v->radius = malloc(sizeof *v->radius * (size_t)v->radius_w * (size_t)v->radius_h);
    v->gradient = malloc(sizeof *v->gradient * 4 * ROW_MAX);
    v->strong = malloc(sizeof *v->strong * 2 * ROW_MAX / 32);
    v->block = calloc((size_t)v->blocks_w, (size_t)v->blocks_h);
    if (!v->tile || !v->memory || !v->radius || !v->gradient || !v->strong || !v->block || wide > ROW_MAX / 2 - 64) {
        votes_close(v);
        return ERR_MEMORY;
    }
    v->map = v->memory + v->w;
    v->sum = v->map + cells + v->w;
    lay_radii(v, g, c, ball_radius);
    return 0;
}

void votes_close(struct votes *v)
{
    free(v->tile);
    free(v->memory);
    free(v->radius);
    free(v->gradient);
    free(v->strong);
    free(v->block);
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

/* One radius away on either side of an edge. */
static inline void vote_both(struct votes *v, float x, float y, int gx, int gy, float radius, uint16_t weight)
{
    float s = radius / sqrtf((float)(gx * gx + gy * gy)), dx = (float)gx * s, dy = (float)gy * s;
    vote(v, x + dx, y + dy, weight);
    vote(v, x - dx, y - dy, weight);
}

struct plane {
    const uint8_t *p;
    int stride, w, h; /* bytes */
    int apart;        /* bytes from a sample to the next of its kind */
};

/* Gradients of a span of one row of bytes, and which are strong. False at the edge of the picture, where there is no
 * row above or below. */
static bool gradients(struct votes *v, const struct kernels *k, const struct plane *p, int x, int y, int n, int limit,
                      int channel)
{
    int16_t *gx = v->gradient + 2 * channel * ROW_MAX, *gy = gx + ROW_MAX;
    uint32_t *bits = v->strong + channel * (ROW_MAX / 32);
    if (y < 1 || y > p->h - 2 || x < p->apart || n < 1)
        return false;
    const uint8_t *row = p->p + (ptrdiff_t)y * p->stride + x;
    k->sobel(row - p->stride, row, row + p->stride, p->apart, (n + 15) / 16 * 16, gx, gy);
    k->strong(gx, gy, limit * limit, (n + 31) / 32 * 32, bits);
    if (n % 32)
        bits[n / 32] &= (1u << n % 32) - 1;
    return true;
}

static void vote_luma(struct votes *v, const struct kernels *k, const struct plane *p, int x, int y, int n,
                      float radius, int limit)
{
    const int16_t *gx = v->gradient, *gy = gx + ROW_MAX;
    if (!gradients(v, k, p, x, y, n, limit, 0))
        return;
    for (int w = 0; w < (n + 31) / 32; w++)
        for (uint32_t bits = v->strong[w]; bits; bits &= bits - 1) {
            int i = 32 * w + __builtin_ctz(bits);
            vote_both(v, (float)(x + i), (float)y, gx[i], gy[i], radius, 2);
        }
}

/* A chroma sample stands for four pixels, so it counts more; of U and V the clearer one votes. */
static void vote_sample(struct votes *v, int x, int y, const int16_t *gx, const int16_t *gy, int a, int b, float radius)
{
    int at = gx[a] * gx[a] + gy[a] * gy[a] < gx[b] * gx[b] + gy[b] * gy[b] ? b : a;
    vote_both(v, 2.0f * (float)x, 2.0f * (float)y + 0.5f, gx[at], gy[at], radius, 3);
}

static void vote_planes(struct votes *v, const struct kernels *k, const struct plane *u, const struct plane *w, int x,
                        int y, int n, float radius, int limit)
{
    const uint32_t *strong = v->strong, *other = strong + ROW_MAX / 32;
    if (!gradients(v, k, u, x, y, n, limit, 0) || !gradients(v, k, w, x, y, n, limit, 1))
        return;
    for (int i = 0; i < (n + 31) / 32; i++)
        for (uint32_t bits = strong[i] | other[i]; bits; bits &= bits - 1) {
            int at = 32 * i + __builtin_ctz(bits);
            vote_sample(v, x + at, y, v->gradient, v->gradient + ROW_MAX, at, at + 2 * ROW_MAX, radius);
        }
}

/* The same where U and V lie side by side: two bits belong to one sample. */
static void vote_packed(struct votes *v, const struct kernels *k, const struct plane *uv, int x, int y, int n,
                        float radius, int limit)
{
    if (!gradients(v, k, uv, 2 * x, y, 2 * n, limit, 0))
        return;
    for (int i = 0; i < (2 * n + 31) / 32; i++)
        for (uint32_t bits = (v->strong[i] | v->strong[i] >> 1) & 0x55555555u; bits; bits &= bits - 1) {
            int at = 32 * i + __builtin_ctz(bits);
            vote_sample(v, x + at / 2, y, v->gradient, v->gradient + ROW_MAX, at, at + 1, radius);
        }
}

static void cast_span(struct votes *v, const struct ground *g, const struct kernels *k, const struct frame *f,
                      int first, int last, int row, int limit)
{
    bool packed = f->format == PIXEL_NV12;
    struct plane luma = {f->plane[0], f->stride[0], f->width, f->height, 1};
    struct plane u = {f->plane[1], f->stride[1], (f->width + 1) / 2, (f->height + 1) / 2, packed ? 2 : 1};
    struct plane w = {f->plane[2], f->stride[2], u.w, u.h, 1};
    int x = g->x0 + first * TILE, y = g->y0 + row * TILE, n = (last - first) * TILE;
    float radius = votes_radius(v, x + n / 2.0, y);
    n = x + n + 1 > f->width ? f->width - 1 - x : n;
    for (int j = 0; j < TILE; j += 2) /* every second row tells as much */
        vote_luma(v, k, &luma, x, y + j, n, radius, limit);
    for (int j = 0; j < TILE / 2; j++)
        if (packed)
            vote_packed(v, k, &u, x / 2, y / 2 + j, n / 2, radius, limit);
        else
            vote_planes(v, k, &u, &w, x / 2, y / 2 + j, n / 2, radius, limit);
}

/* ---- peaks ----------------------------------------------------------------------------------------------------- */

/* Only blocks of the map within reach of a tile can have votes. The map stays zero elsewhere. */
static void note_reach(struct votes *v, const struct ground *g, int first, int last, int row, float radius)
{
    int r = (int)(radius / VOTE_CELL) + 4;
    int x0 = (g->x0 + first * TILE - v->x0) / VOTE_CELL - r, x1 = (g->x0 + last * TILE - v->x0) / VOTE_CELL + r;
    int y0 = (g->y0 + row * TILE - v->y0) / VOTE_CELL - r, y1 = (g->y0 + (row + 1) * TILE - v->y0) / VOTE_CELL + r;
    x0 = x0 < 0 ? 0 : x0 / BLOCK_W;
    x1 = x1 >= v->w ? v->blocks_w - 1 : x1 / BLOCK_W;
    y0 = y0 < 0 ? 0 : y0 / BLOCK_H;
    y1 = y1 >= v->h ? v->blocks_h - 1 : y1 / BLOCK_H;
    for (int j = y0; j <= y1; j++)
        memset(v->block + j * v->blocks_w + x0, 1, (size_t)(x1 - x0 + 1));
}

/* The next run of marked blocks of a row, from *at on; false: none. */
static bool next_run(const struct votes *v, int row, int *at, int *end)
{
    const uint8_t *block = v->block + row * v->blocks_w;
    while (*at < v->blocks_w && !block[*at])
        ++*at;
    for (*end = *at; *end < v->blocks_w && block[*end];)
        ++*end;
    return *at < *end;
}

static void clear_map(struct votes *v)
{
    for (int row = 0, at, end; row < v->blocks_h; row++)
        for (at = 0; next_run(v, row, &at, &end); at = end)
            for (int j = row * BLOCK_H; j < (row + 1) * BLOCK_H; j++) {
                memset(v->map + j * v->w + at * BLOCK_W, 0, (size_t)(end - at) * BLOCK_W * sizeof *v->map);
                memset(v->sum + j * v->w + at * BLOCK_W, 0, (size_t)(end - at) * BLOCK_W * sizeof *v->sum);
            }
    memset(v->block, 0, (size_t)v->blocks_w * (size_t)v->blocks_h);
}

static void sum_squares(struct votes *v, const struct kernels *k)
{
    for (int row = 0, at, end; row < v->blocks_h; row++)
        for (at = 0; next_run(v, row, &at, &end); at = end)
            for (int j = row * BLOCK_H; j < (row + 1) * BLOCK_H; j++) {
                const uint16_t *from = v->map + j * v->w + at * BLOCK_W;
                k->sum_votes(from - v->w, from, from + v->w, (end - at) * BLOCK_W, v->sum + (from - v->map));
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

/* Votes of a whole ball: an edge is about two pixels wide. */
static float whole(float radius)
{
    return 6.2832f * radius * 2;
}

static void look_at_cell(struct votes *v, int i, int j, float least)
{
    if (i < 2 || j < 2 || i >= v->w - 2 || j >= v->h - 2)
        return;
    float radius = votes_radius(v, v->x0 + i * VOTE_CELL, v->y0 + j * VOTE_CELL);
    float share = v->sum[j * v->w + i] / whole(radius);
    if (share >= least && is_peak(v, i, j, (int)(0.3f * radius / VOTE_CELL) + 1))
        add_peak(v, i, j, radius, share);
}

static void find_peaks(struct votes *v, const struct kernels *k, float least)
{
    float few = fmaxf(12, fminf(60000, least * whole(v->least_radius)));
    v->found_n = v->dropped = 0;
    for (int row = 0, at, end; row < v->blocks_h; row++)
        for (at = 0; next_run(v, row, &at, &end); at = end)
            for (int j = row * BLOCK_H; j < (row + 1) * BLOCK_H; j++) {
                k->at_least(v->sum + j * v->w + at * BLOCK_W, (uint16_t)few, (end - at) * BLOCK_W, v->strong);
                for (int w = 0; w < (end - at) * BLOCK_W / 32; w++)
                    for (uint32_t bits = v->strong[w]; bits; bits &= bits - 1)
                        look_at_cell(v, at * BLOCK_W + 32 * w + __builtin_ctz(bits), j, least);
            }
    qsort(v->found, (size_t)v->found_n, sizeof *v->found, by_votes);
}

/* ---- ghosts ---------------------------------------------------------------------------------------------------- */

/* Share of the sites inside a ball here that are not quite cloth; sites that cannot tell are left out. */
static float body_share(const struct ground *g, const struct frame *f, const struct candidate *c)
{
    float r = 0.8f * c->radius, x0 = ((float)g->x0 - c->x) / SITE, y0 = ((float)g->y0 - c->y) / SITE, rr = r / SITE;
    int n = 0, all = 0, foreign = 0;
    for (int j = (int)ceilf(-y0 - rr); (float)j <= -y0 + rr; j++)
        for (int i = (int)ceilf(-x0 - rr); (float)i <= -x0 + rr; i++) {
            float x = x0 + (float)i, y = y0 + (float)j;
            if (i < 0 || j < 0 || i >= g->cols || j >= g->rows || x * x + y * y > rr * rr)
                continue;
            int differs = ground_differs(g, f, i, j);
            all++;
            n += differs >= 0;
            foreign += differs > 0;
        }
    return 3 * n >= all ? (float)foreign / (float)(n ? n : 1) : -1; /* on marks few sites can tell */
}

/* Edges of a ball also agree a little on places between and beside balls. Nearer to a much clearer candidate than two
 * balls can lie, or on plain cloth, a weak one is such a ghost. */
static bool is_ghost(const struct votes *v, const struct ground *g, const struct frame *f, int kept,
                     struct candidate *c)
{
    const float doubtful = 1.2f, much_clearer = 2.5f, too_near = 1.5f, least_body = 0.3f;
    const float faint = 0.3f, faint_body = 0.8f; /* a green ball on green cloth has few edges, but all of it differs */
    for (int i = 0; i < kept && v->found[i].votes > much_clearer * c->votes; i++) {
        float x = v->found[i].x - c->x, y = v->found[i].y - c->y, near = too_near * c->radius;
        if (x * x + y * y < near * near)
            return true;
    }
    c->body = c->votes < doubtful ? body_share(g, f, c) : 1;
    c->faint = c->votes < faint;
    return c->faint ? c->body < faint_body : c->body >= 0 && c->body < least_body;
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
    sum_squares(v, k);
    find_peaks(v, k, (float)least_votes);
    drop_ghosts(v, g, f);
}
