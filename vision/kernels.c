/* SPDX-License-Identifier: Apache-2.0 */
/* kernels.c: the C reference of every kernel, and the choice among versions. */
#include "kernels.h"

#include "kernels_simd.h"

#include <math.h>
#include <stdlib.h>

static uint32_t foreign(int y, int u, int v, const struct site_row *row, int i)
{
    int sum = abs(y - row->y[i]) + 2 * abs(u - row->u[i]) + 2 * abs(v - row->v[i]);
    row->off[i] = (uint8_t)(sum > 255 ? 255 : sum);
    return (sum > 254 ? 254 : sum) > row->limit[i];
}

static void scan_i420(const uint8_t *luma, const uint8_t *u, const uint8_t *v, const struct site_row *row, int sites,
                      uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j++)
            word |= foreign(luma[4 * j], u[2 * j], v[2 * j], row, j) << (j - i);
        bits[i / 32] = word;
    }
}

static void scan_nv12(const uint8_t *luma, const uint8_t *uv, const struct site_row *row, int sites, uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j++)
            word |= foreign(luma[4 * j], uv[4 * j], uv[4 * j + 1], row, j) << (j - i);
        bits[i / 32] = word;
    }
}

static int sobel_across(const uint8_t *above, const uint8_t *row, const uint8_t *below, int apart)
{
    return above[apart] + 2 * row[apart] + below[apart] - above[-apart] - 2 * row[-apart] - below[-apart];
}

static int sobel_down(const uint8_t *above, const uint8_t *below, int apart)
{
    return below[-apart] + 2 * below[0] + below[apart] - above[-apart] - 2 * above[0] - above[apart];
}

static void sobel(const uint8_t *above, const uint8_t *row, const uint8_t *below, int apart, int n, int16_t *gx,
                  int16_t *gy)
{
    for (int i = 0; i < n; i++) {
        gx[i] = (int16_t)sobel_across(above + i, row + i, below + i, apart);
        gy[i] = (int16_t)sobel_down(above + i, below + i, apart);
    }
}

/* Sets bit i of an array whose words are cleared by their first bit. */
static void set_bit(uint32_t *bits, int i, bool on)
{
    bits[i / 32] = (i % 32 ? bits[i / 32] : 0) | (uint32_t)on << i % 32;
}

static void slopes(const struct slopes *s)
{
    for (int j = 0; j < s->rows; j++)
        for (int i = 0; i < s->n; i++) {
            const uint8_t *p = s->p + j * s->row + i;
            int x = sobel_across(p - s->stride, p, p + s->stride, s->apart),
                y = sobel_down(p - s->stride, p + s->stride, s->apart);
            s->slope[j * s->n + i] = y * 65536 + (x & 0xffff);
            set_bit(s->strong + j * ((s->n + 31) / 32), i, x * x + y * y > s->limit2);
        }
}

void pick_plain(struct aim *a, const slope_t *slope, const slope_t *other, uint32_t bits, uint32_t at, float reach)
{
    int n = a->n;
    for (; bits; bits &= bits - 1, n++) {
        int i = __builtin_ctz(bits);
        a->at[n] = at + (uint32_t)i;
        a->slope[n] = other ? slope_stronger(slope[i], other[i]) : slope[i];
        a->reach[n] = reach;
    }
    a->n = n;
}

static void aim(struct aim *a, int wide)
{
    for (int i = 0; i < a->n; i++) {
        float gx = (float)slope_across(a->slope[i]), gy = (float)slope_down(a->slope[i]);
        float s = a->reach[i] / sqrtf(gx * gx + gy * gy);
        float x = (float)(a->at[i] & 0xffff) * a->cells + a->x0, y = (float)(a->at[i] >> 16) * a->cells + a->y0;
        a->up[i] = (int32_t)(y + gy * s) * wide + (int32_t)(x + gx * s);
        a->down[i] = (int32_t)(y - gy * s) * wide + (int32_t)(x - gx * s);
    }
}

static void sum_votes(const uint16_t *above, const uint16_t *row, const uint16_t *below, int n, uint16_t limit,
                      uint16_t *out, uint32_t *bits)
{
    for (int i = 0; i < n; i++) {
        out[i] = (uint16_t)(above[i - 1] + above[i] + above[i + 1] + row[i - 1] + row[i] + row[i + 1] + below[i - 1] +
                            below[i] + below[i + 1]);
        set_bit(bits, i, out[i] >= limit);
    }
}

static uint32_t unbeaten(const uint16_t *row, ptrdiff_t wide, uint32_t bits)
{
    uint32_t left = bits;
    for (int i = 0; i < 32; i++) {
        const uint16_t *at = row + i;
        if (at[-1] > *at || at[1] > *at || at[-wide] > *at || at[wide] > *at)
            left &= ~(1u << i);
    }
    return left;
}

static void compare(const uint8_t *p, ptrdiff_t stride, const struct patch *patch, struct patch_sums *out)
{
    *out = (struct patch_sums){0};
    for (int y = 0, at = 0; y < patch->h; y++, p += stride)
        for (int x = 0; x < patch->w; x++, at++) {
            int d = p[x] - patch->look[at];
            out->sum += d;
            out->square += d * d;
            out->across += d * patch->across[at];
            out->down += d * patch->down[at];
            out->look += d * (patch->look[at] - 128);
        }
}

/* ---- rays ------------------------------------------------------------------------------------------------------ */

struct yuv {
    float y, u, v;
};

static float between(const uint8_t *p, int stride, int step, float x, float y)
{
    int ix = (int)x, iy = (int)y;
    float fx = x - (float)ix, fy = y - (float)iy;
    const uint8_t *a = p + (ptrdiff_t)iy * stride + ix * step, *b = a + stride;
    float top = (float)a[0] + fx * (float)(a[step] - a[0]), bottom = (float)b[0] + fx * (float)(b[step] - b[0]);
    return top + fy * (bottom - top);
}

/* What is left of a colour when its share along the shade is taken away: cloth in any shadow looks the same. */
static struct yuv without_shade(struct yuv c, const float shade[3])
{
    float y = c.y - 16, u = c.u - 128, v = c.v - 128, along = y * shade[0] + u * shade[1] + v * shade[2];
    return (struct yuv){y - along * shade[0], u - along * shade[1], v - along * shade[2]};
}

static struct yuv level_of(const struct yuv *c)
{
    const float third = 1.0f / RAY_LEVEL;
    return (struct yuv){(c[0].y + c[1].y + c[2].y) * third, (c[0].u + c[1].u + c[2].u) * third,
                        (c[0].v + c[1].v + c[2].v) * third};
}

static struct yuv apart(const struct rays *r, struct yuv a, struct yuv b)
{
    return (struct yuv){r->luma * (a.y - b.y), r->chroma * (a.u - b.u), r->chroma * (a.v - b.v)};
}

static float square(struct yuv c)
{
    return c.y * c.y + c.u * c.u + c.v * c.v;
}

/* The colour just outside: that of the far end of the profile, or, where the profile leaves the ball and comes back
 * (the narrow gap between two balls of one colour), that of the gap. Returns the last sample worth looking at. */
static int outside_level(const struct rays *r, const struct yuv *c, int n, struct yuv in, struct yuv *out)
{
    float most = 0, turned = 0, least = r->edge_limit * r->edge_limit;
    int at = 0;
    for (int i = RAY_LEVEL; i < n; i++) {
        float d = square(apart(r, c[i], in));
        if (d > most) {
            float back = 0.7f * sqrtf(d) - 2;
            most = d;
            turned = back > 0 ? back * back : 0;
            at = i;
        } else if (most > least && d < turned) {
            *out = c[at];
            return at;
        }
    }
    *out = level_of(c + n - RAY_LEVEL);
    return n - RAY_LEVEL;
}

/* Where half the change from inside to outside has happened; the crossing nearest the outline counts. */
static void find_edge(const struct rays *r, const struct yuv *c, int n, int ray, struct ray_edges *e)
{
    struct yuv in = level_of(c), out;
    int last = outside_level(r, c, n, in, &out);
    struct yuv d = apart(r, out, in), rest = r->shadeless ? out : without_shade(out, r->shade);
    float norm2 = square(d), scale = 1 / (norm2 + 1e-6f), before = 0, best = NO_EDGE, steep = 0;
    for (int i = RAY_LEVEL - 1; i <= last; i++) {
        float v = ((c[i].y - in.y) * d.y + (c[i].u - in.u) * d.u + (c[i].v - in.v) * d.v) * scale - 0.5f;
        if (i >= RAY_LEVEL && before < 0 && v >= 0) {
            float at = ((float)(i - r->reach - RAY_LEVEL) - v / (v - before)) * r->pitch;
            if (at * at < best * best) {
                best = at;
                steep = v - before;
            }
        }
        before = v;
    }
    e->off[ray] = best;
    e->steep[ray] = steep;
    e->norm2[ray] = norm2;
    e->light[ray] = out.y;
    e->rest2[ray] = square(rest);
}

/* Chroma has half the pixels: of a quick look every second sample of it lies midway between its neighbours. */
static void fill_between(int n, struct yuv *c)
{
    for (int i = 1; i < n; i += 2) {
        c[i].u = (c[i - 1].u + c[i + 1].u) * 0.5f;
        c[i].v = (c[i - 1].v + c[i + 1].v) * 0.5f;
    }
}

/* Colours along one ray. */
static void sample_ray(const struct rays *r, int ray, int n, struct yuv *c)
{
    for (int i = 0; i < n; i++) {
        float s = r->r[ray] + (float)(i - r->reach - RAY_LEVEL) * r->pitch, x = r->cx + r->dx[ray] * s,
              y = r->cy + r->dy[ray] * s, cx = (x - r->chroma_x) * 0.5f, cy = y * 0.5f - 0.25f;
        c[i].y = between(r->plane[0], r->stride[0], 1, x, y);
        c[i].u = between(r->plane[1], r->stride[1], r->step, cx, cy);
        c[i].v = between(r->plane[2], r->stride[2], r->step, cx, cy);
        if (r->shadeless)
            c[i] = without_shade(c[i], r->shade);
    }
    if (r->quick)
        fill_between(n, c);
}

static void edges(const struct rays *r, struct ray_edges *out)
{
    struct yuv c[RAY_SAMPLES];
    int n = 2 * (r->reach + RAY_LEVEL) + 1;
    for (int ray = 0; ray < (r->n + RAY_LANES - 1) / RAY_LANES * RAY_LANES; ray++) {
        sample_ray(r, ray, n, c);
        find_edge(r, c, n, ray, out);
    }
}

static void spokes(const struct spokes *s)
{
    float det = s->xx * s->yy - s->xy * s->xy, a = s->yy / det, b = -s->xy / det, d = s->xx / det;
    for (int i = 0; i < s->n; i++) {
        float c = s->cosine[i] * s->turn[0] - s->sine[i] * s->turn[1],
              t = s->sine[i] * s->turn[0] + s->cosine[i] * s->turn[1];
        float nx = a * c + b * t, ny = b * c + d * t, length = sqrtf(nx * nx + ny * ny);
        s->x[i] = s->cx + s->xx * c + s->xy * t;
        s->y[i] = s->cy + s->xy * c + s->yy * t;
        s->gx[i] = nx / length;
        s->gy[i] = ny / length;
        s->slope[i] = length;
    }
}

static void profile(const struct lines *l, int at, int sample)
{
    float sum[2] = {0}, count = 0;
    for (int i = at; i < l->each * l->wide; i += l->wide) {
        float x = l->x[i] + (float)sample * l->dx[i], y = l->y[i] + (float)sample * l->dy[i];
        bool open = l->d[sample] < l->limit[i];
        for (int p = 0; p < l->planes; p++)
            sum[p] += open ? between(l->plane[p], l->stride[p], l->step, x, y) : 0;
        count += open ? 1 : 0;
    }
    for (int p = 0; p < l->planes; p++)
        l->mean[p][sample * l->pitch + at] = sum[p] / (count > 1 ? count : 1) - l->black;
    l->count[sample * l->pitch + at] = count;
}

static void profiles(const struct lines *l)
{
    for (int i = 0; i < l->wide; i++)
        for (int j = 0; j < l->samples; j++)
            profile(l, i, j);
}

/* Sums are kept lane by lane, as the faster versions do: the order of additions shows in the last bit. */
static float total(const float lane[RAY_LANES])
{
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

static void fit_sums(int n, const float *dx, const float *dy, const float *off, const float *base, const float x[3],
                     float scale, struct ray_sums *out)
{
    float s[9][RAY_LANES] = {{0}}, narrow = 1 / (scale * scale);
    for (int i = 0; i < n; i++) {
        float rest = off[i] - (dx[i] * x[0] + dy[i] * x[1] + x[2]), w = 1 / (1 + rest * rest * narrow);
        w = w * w * base[i];
        float wx = w * dx[i], wy = w * dy[i], wo = w * off[i];
        const float add[9] = {wx * dx[i], wx * dy[i], wy * dy[i], wx, wy, w, wo * dx[i], wo * dy[i], wo};
        for (int k = 0; k < 9; k++)
            s[k][i % RAY_LANES] += add[k];
    }
    *out = (struct ray_sums){total(s[0]), total(s[1]), total(s[2]), total(s[3]), total(s[4]),
                             total(s[5]), total(s[6]), total(s[7]), total(s[8])};
}

static const struct kernels reference = {.name = "c",
                                         .scan_i420 = scan_i420,
                                         .scan_nv12 = scan_nv12,
                                         .sobel = sobel,
                                         .slopes = slopes,
                                         .pick = pick_plain,
                                         .aim = aim,
                                         .sum_votes = sum_votes,
                                         .unbeaten = unbeaten,
                                         .compare = compare,
                                         .edges = edges,
                                         .spokes = spokes,
                                         .profiles = profiles,
                                         .limb_sums = limb_sums_plain,
                                         .limb_move = limb_move_plain,
                                         .limb_usual = limb_usual_plain,
                                         .limb_doubt = limb_doubt_plain,
                                         .limb_step = limb_step_plain,
                                         .fit_sums = fit_sums};

const struct kernels *kernels_reference(void)
{
    return &reference;
}

const struct kernels *kernels_nth(int n)
{
    const struct kernels *all[] = {&reference, kernels_vector(), kernels_avx2(), kernels_avx512()};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] && n-- == 0)
            return all[i];
    return NULL;
}

const struct kernels *kernels_best(void)
{
    const struct kernels *best = &reference;
    for (int i = 0; kernels_nth(i); i++)
        best = kernels_nth(i);
    return best;
}
