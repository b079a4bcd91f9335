/* SPDX-License-Identifier: Apache-2.0 */
/* cloth.c: the commonest colour of the middle, the large areas that have it, and the four sides of their hull. */
#include "cloth.h"

#include "err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Chroma over lightness: shadow and uneven light mostly cancel. The offset keeps noise in the dark small. */
static const float dark_offset = 20;
enum { BINS = 128 };
static const float bin_width = 1.6f; /* percent */

static void chroma_of(const struct thumb *t, size_t i, float *u, float *v)
{
    float light = fmaxf(t->y[i], 0) + dark_offset;
    *u = 100 * t->u[i] / light;
    *v = 100 * t->v[i] / light;
}

static int bin_of(float chroma)
{
    int b = (int)floorf(chroma / bin_width) + BINS / 2;
    return b < 1 ? 1 : b > BINS - 2 ? BINS - 2 : b;
}

/* The middle of the picture, in cells. */
struct middle {
    int x0, x1, y0, y1;
};

static struct middle middle_of(const struct thumb *t, double across, double down)
{
    return (struct middle){(int)(t->w * (1 - across) / 2), (int)(t->w * (1 + across) / 2), (int)(t->h * (1 - down) / 2),
                           (int)(t->h * (1 + down) / 2)};
}

/* The fullest bin, seen through a 3 x 3 window. */
static void commonest(const struct thumb *t, struct middle m, struct cloth_tone *c, int *count)
{
    memset(count, 0, sizeof(int) * BINS * BINS);
    for (int j = m.y0; j < m.y1; j++)
        for (int i = m.x0; i < m.x1; i++) {
            float u, v;
            chroma_of(t, (size_t)j * (size_t)t->w + (size_t)i, &u, &v);
            count[bin_of(u) * BINS + bin_of(v)]++;
        }
    int best = -1;
    for (int a = 1; a < BINS - 1; a++)
        for (int b = 1; b < BINS - 1; b++) {
            int sum = 0;
            for (int d = 0; d < 9; d++)
                sum += count[(a + d / 3 - 1) * BINS + b + d % 3 - 1];
            if (sum > best) {
                best = sum;
                c->u = ((float)(a - BINS / 2) + 0.5f) * bin_width;
                c->v = ((float)(b - BINS / 2) + 0.5f) * bin_width;
            }
        }
}

/* Mean shift to the middle of the heap, its spread, and the median lightness of what belongs to it. */
static void settle(const struct thumb *t, struct middle m, struct cloth_tone *c)
{
    const float reach = 8;
    double light[256] = {0};
    for (int step = 0; step < 6; step++) {
        double n = 0, su = 0, sv = 0, s2 = 0;
        for (int j = m.y0; j < m.y1; j++)
            for (int i = m.x0; i < m.x1; i++) {
                float u, v;
                size_t at = (size_t)j * (size_t)t->w + (size_t)i;
                chroma_of(t, at, &u, &v);
                float d2 = (u - c->u) * (u - c->u) + (v - c->v) * (v - c->v);
                if (d2 > reach * reach)
                    continue;
                n++, su += u, sv += v, s2 += d2;
                if (step == 5)
                    light[(int)fminf(255, fmaxf(0, t->y[at]))]++;
            }
        if (n == 0)
            return;
        c->u = (float)(su / n);
        c->v = (float)(sv / n);
        c->spread = (float)sqrt(s2 / n / 2);
        if (step == 5)
            for (double below = 0; c->y_median < 255 && (below += light[(int)c->y_median]) < n / 2;)
                c->y_median++;
    }
}

static float reach_of(const struct cloth_tone *tone)
{
    return fminf(22, fmaxf(7, 5 * tone->spread));
}

int cloth_tone(struct cloth_tone *tone, const struct thumb *t, double across, double down)
{
    int *count = malloc(sizeof(int) * BINS * BINS);
    if (!count)
        return ERR_MEMORY;
    *tone = (struct cloth_tone){0};
    commonest(t, middle_of(t, across, down), tone, count);
    settle(t, middle_of(t, across, down), tone);
    free(count);
    return 0;
}

bool cloth_tones_alike(const struct cloth_tone *a, const struct cloth_tone *b)
{
    return hypotf(a->u - b->u, a->v - b->v) < 0.3f * reach_of(a) &&
           fabsf(a->y_median - b->y_median) < 0.2f * a->y_median;
}

static void mark(const struct thumb *t, struct cloth *c, const struct cloth_params *p)
{
    float reach = reach_of(&c->tone) * p->tolerance;
    float low = p->darkest * c->tone.y_median, high = p->lightest * c->tone.y_median + 10;
    for (size_t i = 0; i < (size_t)c->w * (size_t)c->h; i++) {
        float u, v;
        chroma_of(t, i, &u, &v);
        float d2 = (u - c->tone.u) * (u - c->tone.u) + (v - c->tone.v) * (v - c->tone.v);
        c->cell[i] = d2 < reach * reach && t->y[i] > low && t->y[i] < high;
    }
}

/* Square erosion (keep = 1: a cell stays when all its neighbourhood is set) or dilation (keep = 0), by rows, then by
 * columns. */
static void spread_square(uint8_t *cell, uint8_t *scratch, int w, int h, int reach, uint8_t keep)
{
    for (int pass = 0; pass < 2; pass++) {
        memcpy(scratch, cell, (size_t)w * (size_t)h);
        for (int j = 0; j < h; j++)
            for (int i = 0; i < w; i++) {
                uint8_t v = scratch[j * w + i];
                for (int d = -reach; d <= reach; d++) {
                    int x = pass ? i : i + d, y = pass ? j + d : j;
                    if (x >= 0 && y >= 0 && x < w && y < h && scratch[y * w + x] != keep)
                        v = !keep;
                }
                cell[j * w + i] = v;
            }
    }
}

/* Labels connected areas with 2, 3, ... and returns how many there are; sizes go to area[]. */
static int label(uint8_t *cell, int *stack, int w, int h, int *area, int most)
{
    int found = 0;
    for (int seed = 0; seed < w * h; seed++) {
        if (cell[seed] != 1)
            continue;
        uint8_t name = found < most ? (uint8_t)(found + 2) : 0;
        int n = 0, size = 0;
        stack[n++] = seed;
        cell[seed] = name;
        while (n) {
            int at = stack[--n], x = at % w, y = at / w;
            size++;
            int next[4] = {x > 0 ? at - 1 : -1, x < w - 1 ? at + 1 : -1, y > 0 ? at - w : -1, y < h - 1 ? at + w : -1};
            for (int k = 0; k < 4; k++)
                if (next[k] >= 0 && cell[next[k]] == 1) {
                    cell[next[k]] = name;
                    stack[n++] = next[k];
                }
        }
        if (found < most)
            area[found++] = size;
    }
    return found;
}

/* Keeps the largest area and those of at least a tenth of it: an arm can cut a table in two. */
static float keep_large(struct cloth *c, int *stack)
{
    int area[200], found = label(c->cell, stack, c->w, c->h, area, 200), largest = 0, kept = 0;
    for (int i = 0; i < found; i++)
        largest = area[i] > largest ? area[i] : largest;
    for (int i = 0; i < c->w * c->h; i++) {
        int name = c->cell[i];
        c->cell[i] = name >= 2 && 10 * area[name - 2] >= largest;
        kept += c->cell[i];
    }
    return (float)kept / (float)(c->w * c->h);
}

/* ---- hull and quadrilateral ------------------------------------------------------------------------------------ */

static double turn(struct vec2 a, struct vec2 b, struct vec2 c)
{
    return vec2_cross(vec2_sub(b, a), vec2_sub(c, b));
}

/* Andrew's monotone chain over the first and last cell of each row; hull has room for 4 h points. */
static int hull_of(const struct cloth *c, struct vec2 *points, struct vec2 *hull)
{
    int n = 0, m = 0;
    for (int j = 0; j < c->h; j++) {
        int first = 0, last = c->w - 1;
        while (first < c->w && !c->cell[j * c->w + first])
            first++;
        while (last >= 0 && !c->cell[j * c->w + last])
            last--;
        if (first > last)
            continue;
        points[n++] = vec2(first, j);
        if (last > first)
            points[n++] = vec2(last, j);
    }
    for (int i = 0; i < n; i++) {
        while (m >= 2 && turn(hull[m - 2], hull[m - 1], points[i]) <= 0)
            m--;
        hull[m++] = points[i];
    }
    for (int i = n - 2, lower = m + 1; i >= 0; i--) {
        while (m >= lower && turn(hull[m - 2], hull[m - 1], points[i]) <= 0)
            m--;
        hull[m++] = points[i];
    }
    return m > 1 ? m - 1 : m;
}

/* Where the lines ab and cd meet beyond b and c; false when they diverge. */
static bool meet(struct vec2 a, struct vec2 b, struct vec2 c, struct vec2 d, struct vec2 *at)
{
    struct vec2 u = vec2_sub(b, a), v = vec2_sub(d, c);
    double det = vec2_cross(u, v);
    if (fabs(det) < 1e-9)
        return false;
    double s = vec2_cross(vec2_sub(c, a), v) / det;
    *at = vec2_along(a, s, u);
    return s >= 1 && vec2_dot(vec2_sub(*at, c), v) <= 0;
}

/* Drops the edge whose loss adds the least area, until four are left: corners rounded by pockets become sharp. */
static int reduce_to_four(struct vec2 *p, int n)
{
    while (n > 4) {
        int best = -1;
        double least = 1e300;
        struct vec2 corner = {0}, at;
        for (int i = 0; i < n; i++) {
            struct vec2 a = p[(i + n - 1) % n], b = p[i], c = p[(i + 1) % n], d = p[(i + 2) % n];
            if (!meet(a, b, c, d, &at))
                continue;
            double added = fabs(vec2_cross(vec2_sub(c, b), vec2_sub(at, b))) / 2;
            if (added < least) {
                least = added;
                best = i;
                corner = at;
            }
        }
        if (best < 0)
            return n;
        p[best] = corner;
        int gone = (best + 1) % n;
        memmove(p + gone, p + gone + 1, sizeof *p * (size_t)(n - gone - 1));
        n--;
    }
    return n;
}

static double area_of(const struct vec2 *p, int n)
{
    double twice = 0;
    for (int i = 0; i < n; i++)
        twice += vec2_cross(p[i], p[(i + 1) % n]);
    return fabs(twice) / 2;
}

static int quadrilateral(struct cloth *c, double least_fill)
{
    struct vec2 *points = malloc(sizeof *points * (size_t)(6 * c->h + 8));
    if (!points)
        return ERR_MEMORY;
    struct vec2 *hull = points + 2 * c->h;
    int n = hull_of(c, points, hull);
    double filled = c->area * c->w * c->h;
    n = n >= 4 ? reduce_to_four(hull, n) : 0;
    bool good = n == 4 && filled > least_fill * area_of(hull, 4);
    if (good)
        memcpy(c->corner, hull, sizeof c->corner);
    free(points);
    return good ? 0 : ERR_NO_TABLE;
}

int cloth_find(struct cloth *c, const struct thumb *t, const struct cloth_tone *tone, const struct cloth_params *params)
{
    size_t cells = (size_t)t->w * (size_t)t->h;
    *c = (struct cloth){.w = t->w, .h = t->h, .tone = *tone, .cell = malloc(2 * cells)};
    int *work = malloc(sizeof(int) * cells);
    int err = c->cell && work ? 0 : ERR_MEMORY;
    if (!err) {
        mark(t, c, params);
        uint8_t *scratch = c->cell + cells;
        spread_square(c->cell, scratch, c->w, c->h, 1, 1); /* open by 1: specks and thin bridges go */
        spread_square(c->cell, scratch, c->w, c->h, 1, 0);
        spread_square(c->cell, scratch, c->w, c->h, 4, 0); /* close by 4: the shadow of a nose joins cushion and bed */
        spread_square(c->cell, scratch, c->w, c->h, 4, 1);
        c->area = keep_large(c, work);
        err = c->area < 0.08f ? ERR_NO_TABLE : quadrilateral(c, 0.6);
    }
    free(work);
    if (err)
        cloth_free(c);
    return err;
}

void cloth_free(struct cloth *c)
{
    free(c->cell);
    c->cell = NULL;
}
