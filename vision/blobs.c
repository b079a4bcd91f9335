/* SPDX-License-Identifier: Apache-2.0 */
/* blobs.c: areas of foreign sites, flooded a row of 64 sites at a time. */
#include "blobs.h"

#include <math.h>

enum { WINDOW = 64, SEED = WINDOW / 2, BARE = 2 /* sites about a blob that must be bare */ };

/* Sites that hang together, as seen through a window of so many columns. */
struct flood {
    int col, row; /* its first site */
    int rows;
    uint64_t seen[BLOB_WIDE + 1], in[BLOB_WIDE + 1]; /* foreign; of them those that are reached */
};

static uint64_t word_at(const struct ground *g, int row, int word)
{
    int words = g->cols / 32;
    return row < 0 || row >= g->rows || word < 0 || word >= words ? 0 : g->bits[row * words + word];
}

/* 64 sites from a column on, which may lie left of the first. */
static uint64_t sites_from(const struct ground *g, int col, int row)
{
    int word = (col + WINDOW) / 32 - WINDOW / 32, shift = (col + WINDOW) % 32;
    uint64_t low = word_at(g, row, word) | word_at(g, row, word + 1) << 32;
    return shift ? low >> shift | word_at(g, row, word + 2) << (64 - shift) : low;
}

/* With those beside them. */
static uint64_t widened(uint64_t sites)
{
    return sites | sites << 1 | sites >> 1;
}

/* All of a row that hangs together with what is reached of it. */
static uint64_t filled(uint64_t reached, uint64_t row)
{
    for (uint64_t was = 0; reached != was;) {
        was = reached;
        reached |= widened(reached) & row;
    }
    return reached;
}

static int count_sites(uint64_t sites)
{
    sites -= sites >> 1 & 0x5555555555555555u;
    sites = (sites & 0x3333333333333333u) + (sites >> 2 & 0x3333333333333333u);
    return (int)(((sites + (sites >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

static void go_down(const struct ground *g, struct flood *f)
{
    for (int j = 1; j <= BLOB_WIDE; j++) {
        if (j == f->rows) {
            f->seen[j] = sites_from(g, f->col, f->row + j);
            f->in[j] = 0;
        }
        f->in[j] = filled(f->in[j] | (widened(f->in[j - 1]) & f->seen[j]), f->seen[j]);
        if (!f->in[j])
            return;
        f->rows = j >= f->rows ? j + 1 : f->rows;
    }
}

/* True when more is reached. */
static bool go_up(struct flood *f)
{
    bool more = false;
    for (int j = f->rows - 2; j >= 0; j--) {
        uint64_t in = filled(f->in[j] | (widened(f->in[j + 1]) & f->seen[j]), f->seen[j]);
        more |= in != f->in[j];
        f->in[j] = in;
    }
    return more;
}

/* From the first site of an area, row by row. */
static void flood_from(const struct ground *g, int col, int row, struct flood *f)
{
    f->col = col - SEED;
    f->row = row;
    f->rows = 1;
    f->seen[0] = sites_from(g, f->col, row);
    f->in[0] = filled(1ull << SEED, f->seen[0]);
    do
        go_down(g, f);
    while (go_up(f));
}

/* As sites_from, but for clearing: none of them lies outside the grid. Returns how many were still to be done. */
static int clear_sites(const struct ground *g, int col, int row, uint64_t sites, uint32_t *todo)
{
    int words = g->cols / 32, first = (col + WINDOW) / 32 - WINDOW / 32, shift = (col + WINDOW) % 32, n = 0;
    const uint32_t part[3] = {(uint32_t)(sites << shift), (uint32_t)(sites << shift >> 32),
                              shift ? (uint32_t)(sites >> (64 - shift)) : 0};
    for (int i = 0; i < 3; i++) {
        if (!part[i])
            continue;
        uint32_t *word = &todo[row * words + first + i];
        n += count_sites(*word & part[i]);
        *word &= ~part[i];
    }
    return n;
}

static int clear_from(const struct ground *g, const struct flood *f, uint32_t *todo)
{
    int n = 0;
    for (int j = 0; j < f->rows; j++)
        n += clear_sites(g, f->col, f->row + j, f->in[j], todo);
    return n;
}

/* The box about it; false when it is not all in the window. */
static bool measure(const struct ground *g, const struct flood *f, struct blob *b)
{
    const uint64_t ends = 1ull << (WINDOW - 1) | 1;
    uint64_t all = 0;
    b->n = 0;
    if (f->rows > BLOB_WIDE || (widened(f->in[0]) & sites_from(g, f->col, f->row - 1)))
        return false;
    for (int j = 0; j < f->rows; j++) {
        all |= f->in[j];
        b->n += count_sites(f->in[j]);
    }
    b->x0 = f->col + __builtin_ctzll(all);
    b->x1 = f->col + WINDOW - 1 - __builtin_clzll(all);
    b->y0 = f->row;
    b->y1 = f->row + f->rows - 1;
    return !(all & ends) && b->x1 - b->x0 < BLOB_WIDE;
}

/* Is there nothing else in the box about it and a little further? */
static bool stands_free(const struct ground *g, const struct blob *b)
{
    int n = 0, wide = b->x1 - b->x0 + 1 + 2 * BARE;
    for (int j = b->y0 - BARE; j <= b->y1 + BARE; j++)
        n += count_sites(sites_from(g, b->x0 - BARE, j) & ((1ull << wide) - 1));
    return n == b->n;
}

/* Sums over a body, each site by its share of it; places from the first site of the window. */
struct body {
    float n, x, y, xx, xy, yy;
};

static inline int off_at(const struct ground *g, const struct flood *f, int i, int j)
{
    return g->off[(f->row + j) * g->cols + f->col + i];
}

/* What differs by half as much as most of a blob is body; blur, bleeding colours and shadow about it differ by less.
 * Most of it by the mean in which each site counts as much as it differs. */
static struct body body_of(const struct ground *g, const struct flood *flood)
{
    int sum = 0, squares = 0;
    struct body b = {0};
    for (int j = 0; j < flood->rows; j++) {
        for (uint64_t in = flood->in[j]; in; in &= in - 1) {
            int d = off_at(g, flood, __builtin_ctzll(in), j);
            sum += d;
            squares += d * d;
        }
    }
    float twice = 2 * (float)sum / (float)squares;
    for (int j = 0; j < flood->rows; j++)
        for (uint64_t in = flood->in[j]; in; in &= in - 1) {
            int i = __builtin_ctzll(in);
            float share = twice * (float)off_at(g, flood, i, j) - 0.5f, x = (float)i, y = (float)j;
            share = share < 0 ? 0 : share > 1 ? 1 : share;
            b.n += share;
            b.x += share * x, b.y += share * y;
            b.xx += share * x * x, b.xy += share * x * y, b.yy += share * y * y;
        }
    return b;
}

static void tell(const struct ground *g, const struct flood *f, const struct body *body, struct blob *b)
{
    const double grain = 1 / 12.0;
    double n = (double)body->n, x = (double)body->x / n, y = (double)body->y / n;
    double xx = (double)body->xx / n - x * x - grain, yy = (double)body->yy / n - y * y - grain,
           xy = (double)body->xy / n - x * y;
    double half = hypot((xx - yy) / 2, xy), mean = (xx + yy) / 2, angle = atan2(2 * xy, xx - yy) / 2;
    b->area = n * SITE * SITE;
    b->middle = vec2(g->x0 + SITE * (f->col + x), g->y0 + SITE * (f->row + y));
    b->way = vec2(cos(angle), sin(angle));
    b->along = (mean + half) * SITE * SITE;
    b->across = (mean - half) * SITE * SITE;
}

int blobs_find(const struct ground *g, uint32_t *todo, int wide, struct blob out[BLOBS_MAX])
{
    int words = g->cols / 32, n = 0;
    size_t all = (size_t)words * (size_t)g->rows;
    for (size_t w = sites_next(todo, 0, all); w < all; w = sites_next(todo, w + 1, all))
        while (todo[w] && n < BLOBS_MAX) {
            struct flood flood;
            struct blob *b = &out[n];
            flood_from(g, (int)w % words * 32 + __builtin_ctz(todo[w]), (int)w / words, &flood);
            int cleared = clear_from(g, &flood, todo);
            if (!measure(g, &flood, b) || b->n != cleared || b->x1 - b->x0 + 1 < wide || b->y1 - b->y0 + 1 < wide ||
                !stands_free(g, b))
                continue;
            struct body body = body_of(g, &flood);
            tell(g, &flood, &body, b);
            n++;
        }
    return n;
}
