/* SPDX-License-Identifier: Apache-2.0 */
/* ground.c: learning and scanning the empty table. */
#include "ground.h"

#include "err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 8 /* sites a side of a cell of smooth light */, EDGE_BINS = 32, SEGMENTS = 8, VALUES = 1024 };
static const double edge_reach = 64; /* mm from a nose within which its shadow may lie */

static double clamp(double v, double low, double high)
{
    return v < low ? low : v > high ? high : v;
}

/* ---- reading sites --------------------------------------------------------------------------------------------- */

struct levels {
    int y, u, v;
};

/* The pixels of a row of sites: light at y[SITE * col], colours at u[step * col] and v[step * col]. */
struct site_pixels {
    const uint8_t *y, *u, *v;
    int step;
};

static struct site_pixels pixels_of(const struct ground *g, const struct frame *f, int row)
{
    int y = g->y0 + row * SITE, step = f->format == PIXEL_NV12 ? SITE : SITE / 2;
    const uint8_t *u = f->plane[1] + (ptrdiff_t)(y / 2) * f->stride[1] + (step == SITE ? g->x0 : g->x0 / 2);
    return (struct site_pixels){f->plane[0] + (ptrdiff_t)y * f->stride[0] + g->x0, u,
                                step == SITE ? u + 1 : f->plane[2] + (ptrdiff_t)(y / 2) * f->stride[2] + g->x0 / 2,
                                step};
}

static inline struct levels levels_at(const struct site_pixels *p, int col)
{
    return (struct levels){p->y[SITE * col], p->u[p->step * col], p->v[p->step * col]};
}

static struct levels site_at(const struct ground *g, const struct frame *f, int col, int row)
{
    struct site_pixels p = pixels_of(g, f, row);
    return levels_at(&p, col);
}

/* Is this the colour of cloth, at `low` to `high` times its usual lightness? */
static bool like_cloth(const struct calibration *c, const struct frame *f, struct levels s, double low, double high)
{
    double black = f->full_range ? 0 : 16, light = fmax(s.y - black, 0) + 20, usual = c->cloth[0] + 20;
    double du = (s.u - 128) / light - c->cloth[1] / usual, dv = (s.v - 128) / light - c->cloth[2] / usual;
    return du * du + dv * dv < 0.10 * 0.10 && s.y - black > low * c->cloth[0] && s.y - black < high * c->cloth[0] + 6;
}

static int median_of(const uint16_t count[256], int n)
{
    int below = 0, level = 0;
    while (level < 255 && (below += count[level]) * 2 < n)
        level++;
    return level;
}

/* ---- smooth light ---------------------------------------------------------------------------------------------- */

struct cells {
    int cols, rows;
    float *value; /* [cell][y u v weight] */
};

static void cell_median(const struct ground *g, const struct calibration *c, const struct frame *f, int ci, int cj,
                        float *out)
{
    uint16_t count[3][256] = {{0}};
    int n = 0;
    for (int j = cj * CELL; j < (cj + 1) * CELL && j < g->rows; j++)
        for (int i = ci * CELL; i < (ci + 1) * CELL && i < g->cols; i++) {
            size_t at = (size_t)j * (size_t)g->cols + (size_t)i;
            if (g->kind[at] != SITE_CLOTH || g->edge_mm[at] < edge_reach)
                continue;
            struct levels s = site_at(g, f, i, j);
            if (!like_cloth(c, f, s, 0.6, 1.5))
                continue;
            count[0][s.y]++, count[1][s.u]++, count[2][s.v]++, n++;
        }
    out[3] = n >= CELL * CELL / 4 ? 1 : 0;
    for (int k = 0; k < 3; k++)
        out[k] = out[3] > 0 ? (float)median_of(count[k], n) : 0;
}

/* Cells without cloth of their own take the mean of neighbours that have some, again and again. */
static bool fill_once(struct cells *cells, const struct cells *from)
{
    bool empty = false;
    for (int j = 0; j < cells->rows; j++)
        for (int i = 0; i < cells->cols; i++) {
            float *to = &cells->value[4 * (j * cells->cols + i)];
            if (to[3] > 0)
                continue;
            float sum[4] = {0};
            for (int d = 0; d < 9; d++) {
                int x = i + d % 3 - 1, y = j + d / 3 - 1;
                if (x < 0 || y < 0 || x >= cells->cols || y >= cells->rows)
                    continue;
                const float *near = &from->value[4 * (y * cells->cols + x)];
                for (int k = 0; k < 4; k++)
                    sum[k] += near[3] * near[k];
            }
            empty |= sum[3] == 0;
            for (int k = 0; k < 3 && sum[3] > 0; k++)
                to[k] = sum[k] / sum[3];
            to[3] = sum[3] > 0;
        }
    return empty;
}

static void interpolate(const struct ground *g, const struct cells *cells, int i, int j, float out[3])
{
    double x = clamp((i + 0.5) / CELL - 0.5, 0, cells->cols - 1.001),
           y = clamp((j + 0.5) / CELL - 0.5, 0, cells->rows - 1.001);
    int ix = (int)x, iy = (int)y;
    float fx = (float)(x - ix), fy = (float)(y - iy);
    const float *a = &cells->value[4 * (iy * cells->cols + ix)];
    const float *b = ix + 1 < cells->cols ? a + 4 : a, *c = iy + 1 < cells->rows ? a + 4 * cells->cols : a;
    const float *d = c + (b - a);
    (void)g;
    for (int k = 0; k < 3; k++)
        out[k] = (1 - fy) * ((1 - fx) * a[k] + fx * b[k]) + fy * ((1 - fx) * c[k] + fx * d[k]);
}

static void store(struct ground *g, size_t at, const float level[3])
{
    g->y[at] = (uint8_t)lrint(clamp((double)level[0], 0, 255));
    g->u[at] = (uint8_t)lrint(clamp((double)level[1], 0, 255));
    g->v[at] = (uint8_t)lrint(clamp((double)level[2], 0, 255));
}

static void learn_light(struct ground *g, const struct calibration *c, const struct frame *f, struct cells *cells,
                        struct cells *spare)
{
    for (int j = 0; j < cells->rows; j++)
        for (int i = 0; i < cells->cols; i++)
            cell_median(g, c, f, i, j, &cells->value[4 * (j * cells->cols + i)]);
    size_t bytes = 4 * sizeof(float) * (size_t)cells->cols * (size_t)cells->rows;
    bool empty = true;
    for (int pass = 0; pass < cells->cols + cells->rows && empty; pass++) {
        memcpy(spare->value, cells->value, bytes);
        empty = fill_once(cells, spare);
    }
    for (int j = 0; j < g->rows; j++)
        for (int i = 0; i < g->cols; i++) {
            float level[3];
            interpolate(g, cells, i, j, level);
            store(g, (size_t)j * (size_t)g->cols + (size_t)i, level);
        }
}

/* ---- the shadows of the noses ---------------------------------------------------------------------------------- */

static int segment_of(const struct calibration *c, int side, float along)
{
    double half = (side < 2 ? c->table.bed.width : c->table.bed.length) / 2;
    return (int)clamp((along / half + 1) / 2 * SEGMENTS, 0, SEGMENTS - 1);
}

static int bin_of(float edge_mm)
{
    return (int)clamp(edge_mm / edge_reach * EDGE_BINS, 0, EDGE_BINS - 1);
}

/* What is usual at each distance from each side, in each eighth of it: medians of what has a colour of cloth, however
 * dark. */
static void learn_edges(struct ground *g, const struct calibration *c, const struct frame *f, uint16_t *count)
{
    enum { BINS = SIDES * SEGMENTS * EDGE_BINS };
    memset(count, 0, sizeof *count * BINS * 3 * 256);
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < g->rows; j++)
            for (int i = 0; i < g->cols; i++) {
                size_t at = (size_t)j * (size_t)g->cols + (size_t)i;
                if (g->kind[at] != SITE_CLOTH || g->edge_mm[at] >= edge_reach)
                    continue;
                int side = g->edge_side[at];
                int bin = (side * SEGMENTS + segment_of(c, side, g->along_mm[at])) * EDGE_BINS + bin_of(g->edge_mm[at]);
                uint16_t *h = count + (size_t)bin * 3 * 256;
                struct levels s = site_at(g, f, i, j);
                if (pass == 0 && like_cloth(c, f, s, 0.15, 1.5)) {
                    h[s.y]++, h[256 + s.u]++, h[512 + s.v]++;
                } else if (pass == 1) {
                    int n = 0;
                    for (int k = 0; k < 256; k++)
                        n += h[k];
                    if (n >= 6) {
                        g->y[at] = (uint8_t)median_of(h, n);
                        g->u[at] = (uint8_t)median_of(h + 256, n);
                        g->v[at] = (uint8_t)median_of(h + 512, n);
                    }
                }
            }
}

/* ---- limits ---------------------------------------------------------------------------------------------------- */

static int residual(const struct ground *g, size_t at, struct levels s)
{
    return abs(s.y - g->y[at]) + 2 * abs(s.u - g->u[at]) + 2 * abs(s.v - g->v[at]);
}

int ground_residual(const struct ground *g, const struct frame *f, int col, int row)
{
    return residual(g, (size_t)row * (size_t)g->cols + (size_t)col, site_at(g, f, col, row));
}

bool ground_lit(const struct ground *g, const struct frame *f, int col, int row)
{
    return site_at(g, f, col, row).y >= g->y[row * g->cols + col];
}

/* Is what a site shows not quite cloth? 1 yes, 0 no, -1: it cannot be told. */
static inline int differs(const struct ground *g, const struct site_pixels *p, size_t at, int col)
{
    /* Chalk is lighter than cloth: what is darker lies on it. */
    if (g->kind[at] == SITE_MARK && p->y[SITE * col] <= g->y[at])
        return 2 * g->off[at] > g->far ? 1 : -1;
    if (g->limit[at] == 255)
        return -1;
    return 2 * g->off[at] > g->limit[at];
}

struct site_count ground_count(const struct ground *g, const struct frame *f, struct vec2 centre, double r)
{
    struct site_count n = {0};
    struct site_span rows = ground_rows(g, centre, r);
    for (int j = rows.low; j <= rows.high; j++) {
        struct site_span cols = ground_cols(g, centre, r, j);
        struct site_pixels p = pixels_of(g, f, j);
        for (int i = cols.low; i <= cols.high; i++) {
            int told = differs(g, &p, (size_t)j * (size_t)g->cols + (size_t)i, i);
            n.all++;
            n.told += told >= 0;
            n.differ += told > 0;
        }
    }
    return n;
}

/* What share of its usual light falls on a site, if it shows cloth: that takes light and colour in proportion. 0: it
 * does not. */
static float cloth_light(const struct ground *g, const struct frame *f, int col, int row)
{
    size_t at = (size_t)row * (size_t)g->cols + (size_t)col;
    struct levels s = site_at(g, f, col, row);
    int black = f->full_range ? 0 : 16, usual = g->y[at] - black;
    float light = (float)(s.y - black) / (float)(usual > 1 ? usual : 1);
    float du = (float)(s.u - 128) - light * (float)(g->u[at] - 128),
          dv = (float)(s.v - 128) - light * (float)(g->v[at] - 128);
    return light > 0.25f && 2 * (fabsf(du) + fabsf(dv)) < (float)g->far ? light : 0;
}

bool ground_shaded(const struct ground *g, const struct frame *f, int col, int row)
{
    float light = cloth_light(g, f, col, row);
    return light > 0 && light < 1.1f; /* texture adds a little */
}

struct relit ground_relit(const struct ground *g, const struct frame *f)
{
    const float brightest = 4;
    int foreign = 0, lit = 0, cloth = 0;
    double sum = 0;
    for (int j = 0; j < g->rows; j += 3)
        for (int i = j % 2; i < g->cols; i += 3) {
            if (g->kind[j * g->cols + i] != SITE_CLOTH)
                continue;
            float light = ground_foreign(g, i, j) ? cloth_light(g, f, i, j) : 1;
            bool shows = light > 0 && light < brightest;
            cloth += shows;
            sum += shows ? (double)light : 0;
            foreign += ground_foreign(g, i, j);
            lit += ground_foreign(g, i, j) && shows;
        }
    return (struct relit){foreign ? (double)lit / foreign : 0, cloth ? sum / cloth : 1};
}

static int count_bits(uint32_t w)
{
    w -= w >> 1 & 0x55555555u;
    w = (w & 0x33333333u) + (w >> 2 & 0x33333333u);
    return (int)(((w + (w >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}

/* Bits of a site and of those left and right of it. */
static uint32_t three(const struct ground *g, int col, int row)
{
    int words = g->cols / 32, w = col / 32, at = col % 32;
    if (row < 0 || row >= g->rows)
        return 0;
    const uint32_t *bits = g->bits + row * words;
    uint32_t here = at ? bits[w] >> (at - 1) : bits[w] << 1 | (w > 0 ? bits[w - 1] >> 31 : 0);
    return (here | (at == 31 && w + 1 < words ? bits[w + 1] << 2 : 0)) & 7;
}

bool ground_solid(const struct ground *g, int col, int row)
{
    uint32_t nine = three(g, col, row - 1) << 6 | three(g, col, row) << 3 | three(g, col, row + 1);
    return (nine & 16) && count_bits(nine) >= 5;
}

static void set_limits(struct ground *g, const struct frame *f, double limit)
{
    uint16_t count[256] = {0};
    int n = 0;
    for (int j = 0; j < g->rows; j += 2)
        for (int i = 0; i < g->cols; i += 3) {
            size_t at = (size_t)j * (size_t)g->cols + (size_t)i;
            if (g->kind[at] != SITE_CLOTH || n > 60000)
                continue;
            int d = residual(g, at, site_at(g, f, i, j));
            count[d > 255 ? 255 : d]++;
            n++;
        }
    g->noise = (float)median_of(count, n);
    double far = clamp(fmax(limit, 3.2 * g->noise), 8, 200), edge = clamp(1.6 * far, 8, 220);
    g->far = (int)far;
    for (size_t at = 0; at < (size_t)g->cols * (size_t)g->rows; at++)
        g->limit[at] = g->kind[at] != SITE_CLOTH ? 255 : (uint8_t)(g->edge_mm[at] < 30 ? edge : far);
}

void ground_learn(struct ground *g, const struct calibration *c, const struct frame *f, double limit)
{
    struct cells cells = {.cols = (g->cols + CELL - 1) / CELL, .rows = (g->rows + CELL - 1) / CELL}, spare = cells;
    size_t n = 4 * (size_t)cells.cols * (size_t)cells.rows;
    uint16_t *count = malloc(sizeof *count * SIDES * SEGMENTS * EDGE_BINS * 3 * 256);
    cells.value = malloc(2 * n * sizeof(float));
    if (count && cells.value) {
        spare.value = cells.value + n;
        learn_light(g, c, f, &cells, &spare);
        learn_edges(g, c, f, count);
        set_limits(g, f, limit);
    }
    free(cells.value);
    free(count);
}

/* ---- every frame ----------------------------------------------------------------------------------------------- */

double ground_scan(struct ground *g, const struct kernels *k, const struct frame *f)
{
    const int soon = 2; /* rows of sites */
    int words = g->cols / 32, foreign = 0, cloth = 0;
    for (int j = 0; j < g->rows; j++) {
        size_t first = (size_t)j * (size_t)g->cols;
        ptrdiff_t on = j + soon < g->rows ? soon * SITE : 0;
        struct site_row row = {.y = g->y + first,
                               .u = g->u + first,
                               .v = g->v + first,
                               .limit = g->limit + first,
                               .off = g->off + first,
                               .luma_on = on * f->stride[0],
                               .chroma_on = on / 2 * f->stride[1]};
        int y = g->y0 + j * SITE;
        const uint8_t *luma = f->plane[0] + (ptrdiff_t)y * f->stride[0] + g->x0;
        const uint8_t *chroma = f->plane[1] + (ptrdiff_t)(y / 2) * f->stride[1];
        uint32_t *bits = g->bits + (size_t)j * (size_t)words;
        if (f->format == PIXEL_NV12)
            k->scan_nv12(luma, chroma + g->x0, &row, g->cols, bits);
        else
            k->scan_i420(luma, chroma + g->x0 / 2, f->plane[2] + (ptrdiff_t)(y / 2) * f->stride[2] + g->x0 / 2, &row,
                         g->cols, bits);
        for (int w = 0; w < words; w++)
            foreign += bits[w] ? count_bits(bits[w]) : 0; /* most of it is cloth */
        cloth += g->cols;
    }
    return cloth ? (double)foreign / cloth : 0;
}

double ground_light(const struct ground *g, const struct frame *f)
{
    long sum = 0, n = 0;
    for (int j = 4; j < g->rows; j += 8) {
        struct site_pixels p = pixels_of(g, f, j);
        for (int i = 4; i < g->cols; i += 16)
            if (g->kind[j * g->cols + i] == SITE_CLOTH) {
                sum += p.y[SITE * i];
                n++;
            }
    }
    return n ? (double)sum / (double)n - (f->full_range ? 0 : 16) : 0;
}

double ground_brightest(const struct ground *g, const struct frame *f, int sites)
{
    int count[256] = {0}, level = 255, black = f->full_range ? 0 : 16;
    for (int j = 0; j < g->rows; j++) {
        const uint8_t *y = pixels_of(g, f, j).y, *kind = g->kind + j * g->cols;
        for (int i = 0; i < g->cols; i++)
            count[y[SITE * i]] += kind[i] != SITE_OUTSIDE;
    }
    for (int n = 0; level > black && (n += count[level]) < sites;)
        level--;
    return level - black;
}

int ground_lightest(const struct ground *g, struct vec2 centre, double r)
{
    int most = 0;
    struct site_span rows = ground_rows(g, centre, r);
    for (int j = rows.low; j <= rows.high; j++) {
        struct site_span cols = ground_cols(g, centre, r, j);
        for (int i = cols.low; i <= cols.high; i++) {
            size_t at = (size_t)j * (size_t)g->cols + (size_t)i;
            if (g->kind[at] == SITE_CLOTH && g->y[at] > most)
                most = g->y[at];
        }
    }
    return most;
}

/* Moves levels a step towards those seen, where that is asked for. */
static void towards(uint8_t *now, const uint8_t *seen, const uint8_t *asked, int n)
{
    for (int i = 0; i < n; i++)
        now[i] = (uint8_t)(now[i] + asked[i] * ((seen[i] > now[i]) - (seen[i] < now[i])));
}

/* Every so manyth byte; steps that are known beforehand are many times faster. */
static void pick(const uint8_t *p, int step, int n, uint8_t *out)
{
    for (int i = 0; step == SITE && i < n; i++)
        out[i] = p[SITE * i];
    for (int i = 0; step == SITE / 2 && i < n; i++)
        out[i] = p[SITE / 2 * i];
}

static void relearn_row(struct ground *g, const struct frame *f, const uint32_t *hidden, int j)
{
    uint8_t y[GROUND_COLS], u[GROUND_COLS], v[GROUND_COLS], asked[GROUND_COLS];
    size_t first = (size_t)j * (size_t)g->cols;
    struct site_pixels p = pixels_of(g, f, j);
    pick(p.y, SITE, g->cols, y);
    pick(p.u, p.step, g->cols, u);
    pick(p.v, p.step, g->cols, v);
    for (int i = 0; i < g->cols; i++)
        asked[i] = g->limit[first + (size_t)i] != 255;
    for (int w = 0; w < g->cols / 32; w++)
        for (uint32_t bits = hidden[first / 32 + (size_t)w]; bits; bits &= bits - 1)
            asked[32 * w + __builtin_ctz(bits)] = 0;
    towards(g->y + first, y, asked, g->cols);
    towards(g->u + first, u, asked, g->cols);
    towards(g->v + first, v, asked, g->cols);
}

void ground_relearn(struct ground *g, const struct frame *f, const uint32_t *hidden)
{
    for (int j = g->learn_row; j < g->rows; j += 16)
        relearn_row(g, f, hidden, j);
    g->learn_row = (g->learn_row + 1) % 16;
}
