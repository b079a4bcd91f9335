/* SPDX-License-Identifier: Apache-2.0 */
/* votes.c: tiles with something foreign, gradients in them, a map of votes, and its peaks. */
#include "votes.h"

#include "err.h"
#include "fetch.h"
#include "places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 8, SPAN_ROWS = TILE / 2, RADIUS_STEP = 32, ROW_MAX = 2 * SITE * GROUND_COLS + 256 /* bytes */ };

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
    float most = 0;
    v->least_radius = INFINITY;
    for (int i = 0; i < v->radius_w * v->radius_h; i++) {
        v->least_radius = fminf(v->least_radius, v->radius[i]);
        most = fmaxf(most, v->radius[i]);
    }
    v->margin = ((int)most + 2 * TILE) / VOTE_CELL * VOTE_CELL;
}

float votes_radius(const struct votes *v, double x, double y)
{
    int i = (int)((x - v->x0 - v->margin) / RADIUS_STEP + 0.5), j = (int)((y - v->y0 - v->margin) / RADIUS_STEP + 0.5);
    i = i < 0 ? 0 : i >= v->radius_w ? v->radius_w - 1 : i;
    j = j < 0 ? 0 : j >= v->radius_h ? v->radius_h - 1 : j;
    return v->radius[j * v->radius_w + i];
}

static void lay_map(struct votes *v, const struct ground *g)
{
    v->x0 = g->x0 - v->margin;
    v->y0 = g->y0 - v->margin;
    v->blocks_w = ((g->cols * SITE + 2 * v->margin) / VOTE_CELL + BLOCK_W - 1) / BLOCK_W;
    v->blocks_h = ((g->rows * SITE + 2 * v->margin) / VOTE_CELL + BLOCK_H - 1) / BLOCK_H;
    v->w = v->blocks_w * BLOCK_W;
    v->h = v->blocks_h * BLOCK_H;
    size_t cells = (size_t)v->w * (size_t)v->h, edge = 2 * (size_t)v->w; /* a row to spare on either side */
    v->memory = calloc(2 * cells + edge, sizeof *v->map);
    v->block = calloc((size_t)v->blocks_w, (size_t)v->blocks_h);
    v->before = calloc((size_t)v->blocks_w, (size_t)v->blocks_h);
    v->many = malloc(sizeof *v->many * cells / 32);
    v->map = v->memory ? v->memory + v->w : NULL;
    v->sum = v->map ? v->map + cells + v->w : NULL;
}

/* Beside a nose its shadow comes and goes. A ball there also covers sites further out; one in a pocket need not. */
static bool is_idle(const struct ground *g, const struct calibration *c, double ball_radius, int col, int row)
{
    const double beside = 0.75, around = 3; /* radii */
    struct vec2 mm;
    if ((double)g->edge_mm[row * g->cols + col] > beside * ball_radius ||
        !camera_to_plane(&c->camera, vec2(g->x0 + col * SITE, g->y0 + row * SITE), ball_radius, &mm))
        return false;
    double from_fall;
    place_pocket(&c->table, mm, &from_fall);
    return from_fall >= around * ball_radius;
}

static void mark_idle(struct votes *v, const struct ground *g, const struct calibration *c, double ball_radius)
{
    for (int j = 0; j < g->rows; j++)
        for (int i = 0; i < g->cols; i++)
            v->idle[j * (g->cols / 32) + i / 32] |= (uint32_t)is_idle(g, c, ball_radius, i, j) << i % 32;
}

int votes_open(struct votes *v, const struct ground *g, const struct calibration *c, double ball_radius)
{
    *v = (struct votes){.tiles_h = (g->rows + 1) / 2,
                        .words = (g->cols / 2 + 63) / 64,
                        .radius_w = g->cols * SITE / RADIUS_STEP + 1,
                        .radius_h = g->rows * SITE / RADIUS_STEP + 1};
    v->tile = malloc(sizeof *v->tile * (size_t)v->words * (size_t)v->tiles_h);
    v->idle = calloc((size_t)g->cols / 32 * (size_t)g->rows, sizeof *v->idle);
    v->sign = calloc((size_t)g->cols / 32 * (size_t)(g->rows + 3), sizeof *v->sign);
    v->radius = malloc(sizeof *v->radius * (size_t)v->radius_w * (size_t)v->radius_h);
    v->slope = malloc(sizeof *v->slope * 2 * SPAN_ROWS * ROW_MAX);
    v->strong = malloc(sizeof *v->strong * 2 * SPAN_ROWS * ROW_MAX / 32);
    if (v->radius) {
        lay_radii(v, g, c, ball_radius);
        lay_map(v, g);
    }
    if (!v->tile || !v->idle || !v->sign || !v->memory || !v->radius || !v->slope || !v->strong || !v->many ||
        !v->block || !v->before) {
        votes_close(v);
        return ERR_MEMORY;
    }
    mark_idle(v, g, c, ball_radius);
    const float cells = 1.0f / VOTE_CELL; /* chroma samples lie VOTE_CELL px apart, between two rows of light */
    v->light = (struct aim){.cells = cells, .x0 = -cells * (float)v->x0, .y0 = -cells * (float)v->y0};
    v->colour = (struct aim){.cells = 2 * cells, .x0 = -cells * (float)v->x0, .y0 = cells * (0.5f - (float)v->y0)};
    return 0;
}

void votes_close(struct votes *v)
{
    free(v->tile);
    free(v->idle);
    free(v->sign);
    free(v->memory);
    free(v->radius);
    free(v->slope);
    free(v->strong);
    free(v->many);
    free(v->block);
    free(v->before);
    *v = (struct votes){0};
}

/* ---- tiles ----------------------------------------------------------------------------------------------------- */

/* Pairs of bits joined: 32 sites are 16 tiles. */
static uint64_t tiles_of(uint32_t sites)
{
    sites = (sites | sites >> 1) & 0x55555555u;
    sites = (sites | sites >> 1) & 0x33333333u;
    sites = (sites | sites >> 2) & 0x0f0f0f0fu;
    sites = (sites | sites >> 4) & 0x00ff00ffu;
    return (sites | sites >> 8) & 0xffffu;
}

/* The tiles of a row with something foreign in them or within a site of them. */
static void mark_row(const struct votes *v, int words, int row, uint64_t *to)
{
    const uint32_t *a = v->sign + 2 * row * words, *b = a + words, *c = b + words, *d = c + words;
    uint32_t before = 0, here = a[0] | b[0] | c[0] | d[0], next;
    memset(to, 0, sizeof *to * (size_t)v->words);
    for (int w = 0; w < words; w++, before = here, here = next) {
        next = w + 1 < words ? a[w + 1] | b[w + 1] | c[w + 1] | d[w + 1] : 0;
        if (before | here | next)
            to[w / 4] |= tiles_of(here | here << 1 | here >> 1 | before >> 31 | next << 31) << w % 4 * 16;
    }
}

static void mark_tiles(struct votes *v, const struct ground *g, const uint32_t *known)
{
    int words = g->cols / 32;
    for (int i = 0; i < words * g->rows; i++)
        v->sign[words + i] = g->bits[i] & ~known[i] & ~v->idle[i];
    for (int j = 0; j < v->tiles_h; j++)
        mark_row(v, words, j, v->tile + (size_t)v->words * (size_t)j);
}

/* The next run of tiles of a row, from *end on; false: none. */
static bool next_span(const struct votes *v, int row, int *first, int *end)
{
    const uint64_t *bits = v->tile + (size_t)v->words * (size_t)row;
    int at = *end, n = 64 * v->words;
    while (at < n && !(bits[at / 64] >> at % 64))
        at = (at / 64 + 1) * 64;
    if (at >= n)
        return false;
    *first = at += __builtin_ctzll(bits[at / 64] >> at % 64);
    while (at < n && !(~bits[at / 64] >> at % 64))
        at = (at / 64 + 1) * 64;
    *end = at >= n ? n : at + __builtin_ctzll(~bits[at / 64] >> at % 64);
    return true;
}

/* ---- blocks of the map ------------------------------------------------------------------------------------------ */

/* The middle of a ball lies no further than this from a tile with something of it. Only blocks of the map within reach
 * are cleared and asked; votes beyond it, on the wrong side of edges, are never read. */
static void note_reach(struct votes *v, const struct ground *g, int first, int last, int row)
{
    const float reach = 0.8f; /* radii: tiles reach a site further than what is in them */
    int r = (int)(reach * votes_radius(v, g->x0 + (first + last) * TILE / 2.0, g->y0 + row * TILE) / VOTE_CELL) + 2;
    int x0 = (g->x0 + first * TILE - v->x0) / VOTE_CELL - r, x1 = (g->x0 + last * TILE - v->x0) / VOTE_CELL + r;
    int y0 = (g->y0 + row * TILE - v->y0) / VOTE_CELL - r, y1 = (g->y0 + (row + 1) * TILE - v->y0) / VOTE_CELL + r;
    x0 = x0 < 0 ? 0 : x0 / BLOCK_W;
    x1 = x1 >= v->w ? v->blocks_w - 1 : x1 / BLOCK_W;
    y0 = y0 < 0 ? 0 : y0 / BLOCK_H;
    y1 = y1 >= v->h ? v->blocks_h - 1 : y1 / BLOCK_H;
    for (int j = y0; j <= y1; j++)
        memset(v->block + j * v->blocks_w + x0, 1, (size_t)(x1 - x0 + 1));
}

static void mark_blocks(struct votes *v, const struct ground *g)
{
    uint8_t *oldest = v->before;
    v->before = v->block;
    v->block = oldest;
    memset(v->block, 0, (size_t)v->blocks_w * (size_t)v->blocks_h);
    for (int row = 0; row < v->tiles_h; row++)
        for (int first, end = 0; next_span(v, row, &first, &end);)
            note_reach(v, g, first, end, row);
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

/* Votes of a run of blocks and of the cells right beside it, which count in the sums. */
static void clear_run(struct votes *v, int row, int at, int end)
{
    int first = at * BLOCK_W - (at > 0), n = end * BLOCK_W + (end < v->blocks_w) - first;
    for (int j = row * BLOCK_H - 1; j <= (row + 1) * BLOCK_H; j++)
        memset(v->map + j * v->w + first, 0, (size_t)n * sizeof *v->map);
}

/* Sums are written where they are asked for, so only those that are left over must go. */
static void clear_left_over(struct votes *v, int row)
{
    const uint8_t *block = v->block + row * v->blocks_w, *before = v->before + row * v->blocks_w;
    for (int i = 0; i < v->blocks_w; i++)
        if (before[i] && !block[i])
            for (int j = row * BLOCK_H; j < (row + 1) * BLOCK_H; j++)
                memset(v->sum + j * v->w + i * BLOCK_W, 0, BLOCK_W * sizeof *v->sum);
}

static void clear_map(struct votes *v)
{
    for (int row = 0, at, end; row < v->blocks_h; row++) {
        for (at = 0; next_run(v, row, &at, &end); at = end)
            clear_run(v, row, at, end);
        clear_left_over(v, row);
    }
}

/* ---- voting ---------------------------------------------------------------------------------------------------- */

static void cast(struct votes *v, const struct kernels *k, struct aim *a, uint16_t weight)
{
    for (int i = a->n; i % RAY_LANES; i++) {
        a->at[i] = 0;
        a->slope[i] = 1;
        a->reach[i] = 0;
    }
    k->aim(a, v->w);
    for (int i = 0; i < a->n; i++) {
        v->map[a->up[i]] += weight;
        v->map[a->down[i]] += weight;
    }
    a->n = 0;
}

/* A chroma sample stands for four pixels, so it counts more; of light only every second row is asked. */
static void cast_light(struct votes *v, const struct kernels *k)
{
    cast(v, k, &v->light, 2);
}

static void cast_colour(struct votes *v, const struct kernels *k)
{
    cast(v, k, &v->colour, 3);
}

/* A span of samples of one plane, in some rows. */
struct span {
    const uint8_t *p;
    int stride, apart;       /* bytes to the next row, and to the next sample of its kind */
    int x, y, n, rows, step; /* samples; step: from one row to the next */
    float reach;             /* cells */
};

/* The slopes of a span, into the first or the second half of what there is for them. */
static struct slopes slopes_of(struct votes *v, const struct kernels *k, const struct span *s, int limit2, int half)
{
    int bytes = s->n * s->apart, words = (bytes + 31) / 32;
    struct slopes to = {.p = s->p + (ptrdiff_t)s->y * s->stride + s->x * s->apart,
                        .stride = s->stride,
                        .row = (ptrdiff_t)s->step * s->stride,
                        .apart = s->apart,
                        .n = (bytes + 15) / 16 * 16,
                        .rows = s->rows,
                        .limit2 = limit2,
                        .slope = v->slope + half * SPAN_ROWS * ROW_MAX,
                        .strong = v->strong + half * SPAN_ROWS * (ROW_MAX / 32)};
    k->slopes(&to);
    for (int j = 0; j < s->rows && bytes % 32; j++)
        to.strong[(j + 1) * words - 1] &= (1u << bytes % 32) - 1;
    return to;
}

static uint32_t place(int x, int y)
{
    return (uint32_t)x + ((uint32_t)y << 16);
}

static void vote_light(struct votes *v, const struct kernels *k, const struct span *s, int limit2)
{
    const struct slopes all = slopes_of(v, k, s, limit2, 0);
    const uint32_t *bits = all.strong;
    for (int j = 0; j < s->rows; j++)
        for (int i = 0; i < s->n; i += 32) {
            if (v->light.n > AIM_MAX - 32)
                cast_light(v, k);
            k->pick(&v->light, all.slope + j * all.n + i, NULL, *bits++, place(s->x + i, s->y + j * s->step), s->reach);
        }
}

/* Of U and V the clearer one votes. */
static void vote_planes(struct votes *v, const struct kernels *k, const struct span *s, const struct span *other,
                        int limit2)
{
    const struct slopes u = slopes_of(v, k, s, limit2, 0), w = slopes_of(v, k, other, limit2, 1);
    int word = 0;
    for (int j = 0; j < s->rows; j++)
        for (int i = 0; i < s->n; i += 32, word++) {
            if (v->colour.n > AIM_MAX - 32)
                cast_colour(v, k);
            k->pick(&v->colour, u.slope + j * u.n + i, w.slope + j * w.n + i, u.strong[word] | w.strong[word],
                    place(s->x + i, s->y + j), s->reach);
        }
}

/* Of 16 samples whose U and V lie side by side. */
static void pick_packed(struct aim *a, const slope_t *slope, uint32_t bits, uint32_t at, float reach)
{
    for (bits = (bits | bits >> 1) & 0x55555555u; bits; bits &= bits - 1, a->n++) {
        int i = __builtin_ctz(bits);
        a->at[a->n] = at + (uint32_t)(i / 2);
        a->slope[a->n] = slope_stronger(slope[i], slope[i + 1]);
        a->reach[a->n] = reach;
    }
}

/* The same where U and V lie side by side: two bits belong to one sample. */
static void vote_packed(struct votes *v, const struct kernels *k, const struct span *s, int limit2)
{
    const struct slopes all = slopes_of(v, k, s, limit2, 0);
    const uint32_t *bits = all.strong;
    for (int j = 0; j < s->rows; j++)
        for (int i = 0; i < 2 * s->n; i += 32, bits++) {
            if (v->colour.n > AIM_MAX - 32)
                cast_colour(v, k);
            pick_packed(&v->colour, all.slope + j * all.n + i, *bits, place(s->x + i / 2, s->y + j), s->reach);
        }
}

/* Without the rows and columns at the edge of the picture, which have no neighbours. */
static void clip(struct span *s, int w, int h)
{
    s->n = s->x + s->n > w - 1 ? w - 1 - s->x : s->n;
    for (; s->rows > 0 && s->y < 1; s->rows--)
        s->y += s->step;
    while (s->rows > 0 && s->y + (s->rows - 1) * s->step > h - 2)
        s->rows--;
    if (s->n < 1 || s->x < 1)
        s->rows = 0;
}

static void vote_span(struct votes *v, const struct ground *g, const struct kernels *k, const struct frame *f,
                      int first, int last, int row, int limit2)
{
    int x = g->x0 + first * TILE, y = g->y0 + row * TILE, n = (last - first) * TILE, packed = f->format == PIXEL_NV12;
    float reach = votes_radius(v, x + n / 2.0, y) / VOTE_CELL;
    /* Of light every second row tells as much. */
    struct span light = {f->plane[0], f->stride[0], 1, x, y, n, SPAN_ROWS, 2, reach};
    clip(&light, f->width, f->height);
    struct span u = {f->plane[1], f->stride[1], 1 + packed, x / 2, y / 2, light.n / 2, SPAN_ROWS, 1, reach};
    clip(&u, (f->width + 1) / 2, (f->height + 1) / 2);
    struct span w = u;
    w.p = f->plane[2];
    w.stride = f->stride[2];
    if (light.rows)
        vote_light(v, k, &light, limit2);
    if (u.rows && packed)
        vote_packed(v, k, &u, limit2);
    else if (u.rows)
        vote_planes(v, k, &u, &w, limit2);
}

/* Inlined, as all of fetch.h. */
static inline __attribute__((always_inline)) void fetch_row(const struct votes *v, const struct ground *g,
                                                            const struct frame *f, int row)
{
    int y = g->y0 + row * TILE;
    for (int first, end = 0; row < v->tiles_h && next_span(v, row, &first, &end);)
        fetch_box(f, g->x0 + first * TILE, g->x0 + end * TILE, y, y + TILE);
}

/* ---- peaks ----------------------------------------------------------------------------------------------------- */

static void sum_squares(struct votes *v, const struct kernels *k, uint16_t few)
{
    for (int row = 0, at, end; row < v->blocks_h; row++)
        for (at = 0; next_run(v, row, &at, &end); at = end)
            for (int j = row * BLOCK_H; j < (row + 1) * BLOCK_H; j++) {
                int cell = j * v->w + at * BLOCK_W;
                const uint16_t *from = v->map + cell;
                k->sum_votes(from - v->w, from, from + v->w, (end - at) * BLOCK_W, few, v->sum + cell,
                             v->many + cell / 32);
            }
}

static int clamped(int i, int most)
{
    return i < 0 ? 0 : i > most ? most : i;
}

static bool is_peak(const struct votes *v, int i, int j, int reach)
{
    uint16_t here = v->sum[j * v->w + i];
    int x0 = clamped(i - reach, v->w - 1), x1 = clamped(i + reach, v->w - 1);
    int y0 = clamped(j - reach, v->h - 1), y1 = clamped(j + reach, v->h - 1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
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
    if (i < 2 || i >= v->w - 2)
        return;
    float radius = votes_radius(v, v->x0 + i * VOTE_CELL, v->y0 + j * VOTE_CELL);
    float share = v->sum[j * v->w + i] / whole(radius);
    if (share >= least && is_peak(v, i, j, (int)(0.3f * radius / VOTE_CELL) + 1))
        add_peak(v, i, j, radius, share);
}

/* Of 32 cells from one on. Most that have enough votes have a better one right beside them. */
static void look_at_cells(struct votes *v, const struct kernels *k, int i, int j, float least)
{
    int cell = j * v->w + i;
    uint32_t bits = v->many[cell / 32];
    if (bits)
        bits = k->unbeaten(v->sum + cell, v->w, bits);
    for (; bits; bits &= bits - 1)
        look_at_cell(v, i + __builtin_ctz(bits), j, least);
}

static void find_peaks(struct votes *v, const struct kernels *k, float least)
{
    v->found_n = v->dropped = 0;
    sum_squares(v, k, (uint16_t)fmaxf(12, fminf(60000, least * whole(v->least_radius))));
    for (int row = 0, at, end; row < v->blocks_h; row++)
        for (at = 0; next_run(v, row, &at, &end); at = end)
            for (int j = row * BLOCK_H; j < (row + 1) * BLOCK_H; j++)
                for (int i = at * BLOCK_W; i < end * BLOCK_W && j >= 2 && j < v->h - 2; i += 32)
                    look_at_cells(v, k, i, j, least);
    qsort(v->found, (size_t)v->found_n, sizeof *v->found, by_votes);
}

/* ---- ghosts ---------------------------------------------------------------------------------------------------- */

/* Share of the sites inside a ball here that are not quite cloth; sites that cannot tell are left out. */
static float body_share(const struct ground *g, const struct frame *f, const struct candidate *c)
{
    struct site_count n = ground_count(g, f, vec2((double)c->x, (double)c->y), 0.8 * (double)c->radius);
    return 3 * n.told >= n.all ? (float)n.differ / (float)(n.told ? n.told : 1) : -1; /* on marks few sites can tell */
}

/* Edges of a ball also agree a little on places between and beside balls. Nearer to a much clearer candidate than two
 * balls can lie, or on plain cloth, a weak one is such a ghost. */
static bool is_ghost(const struct votes *v, const struct ground *g, const struct frame *f, int kept,
                     struct candidate *c)
{
    const float doubtful = 1.2f, much_clearer = 2.5f, too_near = 1.5f, least_body = 0.3f;
    const float weak = 0.8f, faint = 0.3f, whole_body = 0.8f; /* green on green has few edges, but all of it differs */
    for (int i = 0; i < kept && v->found[i].votes > much_clearer * c->votes; i++) {
        float x = v->found[i].x - c->x, y = v->found[i].y - c->y, near = too_near * c->radius;
        if (x * x + y * y < near * near)
            return true;
    }
    c->body = c->votes < doubtful ? body_share(g, f, c) : 1;
    c->faint = c->votes < faint || (c->votes < weak && c->body < whole_body);
    return c->votes < faint ? c->body < whole_body : c->body < least_body && (c->body >= 0 || c->faint);
}

static void drop_ghosts(struct votes *v, const struct ground *g, const struct frame *f)
{
    int kept = 0;
    for (int i = 0; i < v->found_n; i++)
        if (!is_ghost(v, g, f, kept, &v->found[i]))
            v->found[kept++] = v->found[i];
    v->found_n = kept;
}

void votes_cast(struct votes *v, const struct ground *g, const uint32_t *known, const struct kernels *k,
                const struct frame *f, double edge_limit, double least_votes)
{
    int limit = (int)(4 * edge_limit); /* a step of one level gives Sobel sums of up to 4 */
    mark_tiles(v, g, known);
    mark_blocks(v, g);
    clear_map(v);
    fetch_row(v, g, f, 0);
    for (int row = 0; row < v->tiles_h; row++) {
        fetch_row(v, g, f, row + 1);
        for (int first, end = 0; next_span(v, row, &first, &end);)
            vote_span(v, g, k, f, first, end, row, limit * limit);
    }
    cast_light(v, k);
    cast_colour(v, k);
    find_peaks(v, k, (float)least_votes);
    drop_ghosts(v, g, f);
}
