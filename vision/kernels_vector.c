/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_vector.c: the kernels in the compiler's own vectors, which become NEON on arm64 and SSE on x86. A compiler
 * without them builds none, and the C reference serves. */
#include "kernels_simd.h"

#if defined __GNUC__ && WHITEGLOVE_SIMD

#include "lanes.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* wide vectors never leave this file */
static inline void pick_two(const uint8_t *p, ints at, int step, floats *a, floats *b)
{
    for (int k = 0; k < 8; k++) {
        (*a)[k] = (float)p[at[k]];
        (*b)[k] = (float)p[at[k] + step];
    }
}

/* The pairs at p + at and beside them. */
static inline ints pick_four(const uint16_t *p, ints at)
{
    ints four;
    for (int k = 0; k < 8; k++)
        four[k] = (int32_t)(p[at[k]] | (uint32_t)p[at[k] + 1] << 16);
    return four;
}

#include "kernels_eight.inc"

typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t shorts8 __attribute__((vector_size(16)));

static shorts8 widen(const uint8_t *p)
{
    bytes8 b;
    memcpy(&b, p, sizeof b);
    return __builtin_convertvector(b, shorts8);
}

static shorts8 apart(shorts8 a, shorts8 b)
{
    shorts8 d = a - b, sign = d >> 15;
    return (d ^ sign) - sign;
}

/* Bits of eight sites; sums stay below 1280, so sixteen bits hold them. */
static uint32_t foreign(shorts8 y, shorts8 u, shorts8 v, const struct site_row *row, int i)
{
    static const shorts8 place = {1, 2, 4, 8, 16, 32, 64, 128};
    shorts8 sum = apart(y, widen(row->y + i)) + 2 * (apart(u, widen(row->u + i)) + apart(v, widen(row->v + i)));
    shorts8 large = sum > 254, most = sum > 255;
    bytes8 off = __builtin_convertvector((sum & ~most) | (most & 255), bytes8);
    memcpy(row->off + i, &off, sizeof off);
    sum = (sum & ~large) | (large & 254);
    shorts8 bit = (sum > widen(row->limit + i)) & place;
    int word = 0;
    for (int k = 0; k < 8; k++)
        word |= bit[k];
    return (uint32_t)word;
}

/* Byte 0 of each group of four, of 32 bytes; bytes are picked by place, so the order of bytes in a word is no matter.
 */
static shorts8 every_fourth(const uint8_t *p)
{
    return (shorts8){p[0], p[4], p[8], p[12], p[16], p[20], p[24], p[28]};
}

static shorts8 every_second(const uint8_t *p)
{
    return (shorts8){p[0], p[2], p[4], p[6], p[8], p[10], p[12], p[14]};
}

static void scan_i420(const uint8_t *luma, const uint8_t *u, const uint8_t *v, const struct site_row *row, int sites,
                      uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j += 8)
            word |= foreign(every_fourth(luma + 4 * j), every_second(u + 2 * j), every_second(v + 2 * j), row, j)
                    << (j - i);
        bits[i / 32] = word;
    }
}

static void scan_nv12(const uint8_t *luma, const uint8_t *uv, const struct site_row *row, int sites, uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j += 8)
            word |= foreign(every_fourth(luma + 4 * j), every_fourth(uv + 4 * j), every_fourth(uv + 4 * j + 1), row, j)
                    << (j - i);
        bits[i / 32] = word;
    }
}

static shorts8 one_two_one(shorts8 a, shorts8 b, shorts8 c)
{
    return a + 2 * b + c;
}

static void sobel8(const uint8_t *above, const uint8_t *row, const uint8_t *below, int apart, shorts8 *x, shorts8 *y)
{
    shorts8 al = widen(above - apart), ar = widen(above + apart), bl = widen(below - apart), br = widen(below + apart);
    *x = one_two_one(ar, widen(row + apart), br) - one_two_one(al, widen(row - apart), bl);
    *y = one_two_one(bl, widen(below), br) - one_two_one(al, widen(above), ar);
}

static void sobel(const uint8_t *above, const uint8_t *row, const uint8_t *below, int apart, int n, int16_t *gx,
                  int16_t *gy)
{
    for (int i = 0; i < n; i += 8) {
        shorts8 x, y;
        sobel8(above + i, row + i, below + i, apart, &x, &y);
        memcpy(gx + i, &x, sizeof x);
        memcpy(gy + i, &y, sizeof y);
    }
}

/* Eight slopes, and which are strong. */
static uint32_t slopes8(const uint8_t *row, ptrdiff_t stride, int apart, int limit2, slope_t *out)
{
    static const ints place = {1, 2, 4, 8, 16, 32, 64, 128};
    shorts8 x, y;
    sobel8(row - stride, row, row + stride, apart, &x, &y);
    ints across = __builtin_convertvector(x, ints), down = __builtin_convertvector(y, ints);
    ints slope = (down << 16) | (across & 0xffff), bit = (across * across + down * down > limit2) & place;
    memcpy(out, &slope, sizeof slope);
    int word = 0;
    for (int k = 0; k < 8; k++)
        word |= bit[k];
    return (uint32_t)word;
}

static void slopes(const struct slopes *s)
{
    slope_t *out = s->slope;
    uint32_t *bits = s->strong;
    for (int j = 0; j < s->rows; j++, out += s->n, bits += (s->n + 31) / 32)
        for (int i = 0; i < s->n; i += 8) {
            uint32_t eight = slopes8(s->p + j * s->row + i, s->stride, s->apart, s->limit2, out + i) << i % 32;
            bits[i / 32] = i % 32 ? bits[i / 32] | eight : eight;
        }
}

typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef int16_t shorts4 __attribute__((vector_size(8)));
typedef int32_t ints4 __attribute__((vector_size(16)));

static ints4 four_bytes(const uint8_t *p)
{
    bytes4 b;
    memcpy(&b, p, sizeof b);
    return __builtin_convertvector(b, ints4);
}

static ints4 four_shorts(const int16_t *p)
{
    shorts4 s;
    memcpy(&s, p, sizeof s);
    return __builtin_convertvector(s, ints4);
}

static int64_t total(ints4 v)
{
    return (int64_t)v[0] + v[1] + v[2] + v[3];
}

typedef uint16_t counts8 __attribute__((vector_size(16)));

static counts8 counts(const uint16_t *p)
{
    counts8 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static counts8 column_sum(const uint16_t *a, const uint16_t *b, const uint16_t *c)
{
    return counts(a) + counts(b) + counts(c);
}

/* A bit for each of eight masks. */
static uint32_t eight_bits(counts8 mask)
{
    static const counts8 place = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32_t eight = 0;
    for (int k = 0; k < 8; k++)
        eight |= (mask & place)[k];
    return eight;
}

static void sum_votes(const uint16_t *above, const uint16_t *row, const uint16_t *below, int n, uint16_t limit,
                      uint16_t *out, uint32_t *bits)
{
    for (int i = 0; i < n; i += 8) {
        counts8 sum = column_sum(above + i - 1, row + i - 1, below + i - 1) +
                      column_sum(above + i, row + i, below + i) + column_sum(above + i + 1, row + i + 1, below + i + 1);
        memcpy(out + i, &sum, sizeof sum);
        bits[i / 32] = (i % 32 ? bits[i / 32] : 0) | eight_bits((counts8)(sum >= limit)) << i % 32;
    }
}

static uint32_t unbeaten(const uint16_t *row, ptrdiff_t wide, uint32_t bits)
{
    uint32_t left = 0;
    for (int i = 0; i < 32; i += 8) {
        const uint16_t *at = row + i;
        counts8 here = counts(at);
        left |= eight_bits((counts8)((here >= counts(at - 1)) & (here >= counts(at + 1)) & (here >= counts(at - wide)) &
                                     (here >= counts(at + wide))))
                << i;
    }
    return bits & left;
}

/* Products stay below 2^18, and there are at most 2304 steps: 32 bits hold the sums. */
static void compare(const uint8_t *p, ptrdiff_t stride, const struct patch *patch, struct patch_sums *out)
{
    ints4 sum = {0}, square = {0}, across = {0}, down = {0}, look = {0};
    for (int y = 0, at = 0; y < patch->h; y++, p += stride)
        for (int x = 0; x < patch->w; x += 4, at += 4) {
            ints4 ref = four_bytes(patch->look + at), d = four_bytes(p + x) - ref;
            sum += d;
            square += d * d;
            across += d * four_shorts(patch->across + at);
            down += d * four_shorts(patch->down + at);
            look += d * (ref - 128);
        }
    *out = (struct patch_sums){total(sum), total(square), total(across), total(down), total(look)};
}

static const struct kernels vector = {.name = "vector",
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

const struct kernels *kernels_vector(void)
{
    return &vector;
}

#else

const struct kernels *kernels_vector(void)
{
    return NULL;
}

#endif
