/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_avx2.c: 32 sites or sixteen pixels a step. Built with -mavx2, chosen at run time. */
#include "fetch.h"
#include "kernels_simd.h"

#if defined __AVX2__

#include "lanes.h"

/* Bytes at p + at and p + at + step, for eight places. Reads four bytes at each. */
static inline void pick_two(const uint8_t *p, ints at, int step, floats *a, floats *b)
{
    const __m256i low = _mm256_set1_epi32(0xff);
    __m256i four = _mm256_i32gather_epi32((const int *)(const void *)p, (__m256i)at, 1);
    __m256i second = step == 1 ? _mm256_srli_epi32(four, 8) : _mm256_srli_epi32(four, 16);
    *a = (floats)_mm256_cvtepi32_ps(_mm256_and_si256(four, low));
    *b = (floats)_mm256_cvtepi32_ps(_mm256_and_si256(second, low));
}

/* The pairs at p + at and beside them. */
static inline ints pick_four(const uint16_t *p, ints at)
{
    return (ints)_mm256_i32gather_epi32((const int *)(const void *)p, (__m256i)at, 2);
}

#include "kernels_eight.inc"
#include "limb_look.inc"

static __m256i load16(const void *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

/* Every fourth byte of 128, the first of them `skip` bits further on. */
static __m256i every_fourth(const uint8_t *p, int skip)
{
    const __m256i low = _mm256_set1_epi32(0xff), order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    __m256i part[4];
    for (int i = 0; i < 4; i++)
        part[i] = _mm256_and_si256(_mm256_srli_epi32(load16(p + 32 * i), skip), low);
    __m256i first = _mm256_packus_epi32(part[0], part[1]), last = _mm256_packus_epi32(part[2], part[3]);
    return _mm256_permutevar8x32_epi32(_mm256_packus_epi16(first, last), order); /* packing takes halves by turns */
}

static __m256i every_second(const uint8_t *p)
{
    const __m256i low = _mm256_set1_epi16(0xff);
    __m256i first = _mm256_and_si256(load16(p), low), last = _mm256_and_si256(load16(p + 32), low);
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(first, last), 0xd8);
}

static uint32_t larger(__m256i a, __m256i b)
{
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_subs_epu8(a, b), _mm256_setzero_si256()));
}

#include "kernels_scan.inc"

static __m256i sixteen(const uint8_t *p)
{
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)p));
}

static __m256i one_two_one(__m256i a, __m256i b, __m256i c)
{
    return _mm256_add_epi16(_mm256_add_epi16(a, c), _mm256_add_epi16(b, b));
}

/* Sixteen 16-bit masks to sixteen bits. */
static uint32_t bits16(__m256i mask)
{
    __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(mask, _mm256_setzero_si256()), 0xd8);
    return (uint32_t)_mm_movemask_epi8(_mm256_castsi256_si128(bytes));
}

static void sobel16(const uint8_t *above, const uint8_t *row, const uint8_t *below, int apart, __m256i *x, __m256i *y)
{
    __m256i al = sixteen(above - apart), ar = sixteen(above + apart), bl = sixteen(below - apart),
            br = sixteen(below + apart);
    __m256i left = one_two_one(al, sixteen(row - apart), bl), right = one_two_one(ar, sixteen(row + apart), br);
    __m256i top = one_two_one(al, sixteen(above), ar), bottom = one_two_one(bl, sixteen(below), br);
    *x = _mm256_sub_epi16(right, left);
    *y = _mm256_sub_epi16(bottom, top);
}

static void sobel(const uint8_t *above, const uint8_t *row, const uint8_t *below, int apart, int n, int16_t *gx,
                  int16_t *gy)
{
    for (int i = 0; i < n; i += 16) {
        __m256i x, y;
        sobel16(above + i, row + i, below + i, apart, &x, &y);
        _mm256_storeu_si256((__m256i *)(gx + i), x);
        _mm256_storeu_si256((__m256i *)(gy + i), y);
    }
}

/* Sixteen slopes, and which are strong. */
static uint32_t slopes16(const uint8_t *row, ptrdiff_t stride, int apart, __m256i limit, slope_t *out)
{
    __m256i x, y;
    sobel16(row - stride, row, row + stride, apart, &x, &y);
    __m256i low = _mm256_unpacklo_epi16(x, y), high = _mm256_unpackhi_epi16(x, y);
    _mm256_storeu_si256((__m256i *)out, _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256((__m256i *)(out + 8), _mm256_permute2x128_si256(low, high, 0x31));
    __m256i a = _mm256_cmpgt_epi32(_mm256_madd_epi16(low, low), limit);
    __m256i b = _mm256_cmpgt_epi32(_mm256_madd_epi16(high, high), limit);
    return bits16(_mm256_packs_epi32(a, b)); /* unpacking and packing take the same halves: the order is kept */
}

static void slopes(const struct slopes *s)
{
    const __m256i limit = _mm256_set1_epi32(s->limit2);
    slope_t *out = s->slope;
    uint32_t *bits = s->strong;
    for (int j = 0; j < s->rows; j++, out += s->n)
        for (int i = 0; i < s->n; i += 32) {
            const uint8_t *p = s->p + j * s->row + i;
            uint32_t word = slopes16(p, s->stride, s->apart, limit, out + i);
            if (i + 16 < s->n)
                word |= slopes16(p + 16, s->stride, s->apart, limit, out + i + 16) << 16;
            *bits++ = word;
        }
}

static __m256i column_sum(const uint16_t *a, const uint16_t *b, const uint16_t *c)
{
    return _mm256_add_epi16(_mm256_add_epi16(load16(a), load16(b)), load16(c));
}

static uint32_t sum16(const uint16_t *above, const uint16_t *row, const uint16_t *below, __m256i least, uint16_t *out)
{
    __m256i left = column_sum(above - 1, row - 1, below - 1), right = column_sum(above + 1, row + 1, below + 1),
            middle = column_sum(above, row, below);
    __m256i sum = _mm256_add_epi16(_mm256_add_epi16(left, right), middle);
    _mm256_storeu_si256((__m256i *)out, sum);
    return bits16(_mm256_cmpeq_epi16(_mm256_max_epu16(sum, least), sum));
}

static void sum_votes(const uint16_t *above, const uint16_t *row, const uint16_t *below, int n, uint16_t limit,
                      uint16_t *out, uint32_t *bits)
{
    const __m256i least = _mm256_set1_epi16((short)limit);
    for (int i = 0; i < n; i += 32)
        bits[i / 32] = sum16(above + i, row + i, below + i, least, out + i) |
                       sum16(above + i + 16, row + i + 16, below + i + 16, least, out + i + 16) << 16;
}

static uint32_t unbeaten16(const uint16_t *at, ptrdiff_t wide)
{
    __m256i beside = _mm256_max_epu16(load16(at - 1), load16(at + 1)),
            across = _mm256_max_epu16(load16(at - wide), load16(at + wide)), here = load16(at);
    return bits16(_mm256_cmpeq_epi16(_mm256_max_epu16(_mm256_max_epu16(beside, across), here), here));
}

static uint32_t unbeaten(const uint16_t *row, ptrdiff_t wide, uint32_t bits)
{
    return bits & (unbeaten16(row, wide) | unbeaten16(row + 16, wide) << 16);
}

static int64_t total(__m256i v)
{
    int32_t lane[8];
    int64_t sum = 0;
    _mm256_storeu_si256((__m256i *)lane, v);
    for (int i = 0; i < 8; i++)
        sum += lane[i];
    return sum;
}

static __m256i shorts(const int16_t *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

/* Sums of pairs stay below 2^20, and there are at most 576 steps: 32 bits hold them. */
static void compare(const uint8_t *p, ptrdiff_t stride, const struct patch *patch, struct patch_sums *out)
{
    const __m256i ones = _mm256_set1_epi16(1), middle = _mm256_set1_epi16(128);
    __m256i sum = _mm256_setzero_si256(), square = sum, across = sum, down = sum, look = sum;
    for (int y = 0, at = 0; y < patch->h; y++, p += stride)
        for (int x = 0; x < patch->w; x += 16, at += 16) {
            __m256i ref = sixteen(patch->look + at), d = _mm256_sub_epi16(sixteen(p + x), ref);
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(d, ones));
            square = _mm256_add_epi32(square, _mm256_madd_epi16(d, d));
            across = _mm256_add_epi32(across, _mm256_madd_epi16(d, shorts(patch->across + at)));
            down = _mm256_add_epi32(down, _mm256_madd_epi16(d, shorts(patch->down + at)));
            look = _mm256_add_epi32(look, _mm256_madd_epi16(d, _mm256_sub_epi16(ref, middle)));
        }
    *out = (struct patch_sums){total(sum), total(square), total(across), total(down), total(look)};
}

/* Sixteen at a time, and eight that are left. */
static void edges_512(const struct rays *r, struct ray_edges *out)
{
    struct woven copy[WOVEN_PLANES];
    const struct woven *w = weave_rays(r, copy) ? copy : NULL;
    int ray = 0;
    for (; ray + RAY_LANES < r->n; ray += WIDE_LANES)
        wide_edges(r, w, ray, out);
    if (ray < r->n)
        edges_of_lanes(r, w, ray, out);
}

static void profiles_512(const struct lines *l)
{
    struct woven copy[WOVEN_PLANES];
    const struct woven *w = weave_lines(l, copy) ? copy : NULL;
    int i = 0;
    for (; i + RAY_LANES < l->wide; i += WIDE_LANES)
        wide_profiles(l, w, i);
    if (i < l->wide)
        profiles_of_lanes(l, w, i);
}

static void limb_sums_512(const struct limb_model *m, struct limb_sums *s)
{
    int at = 0;
    for (; at + RAY_LANES < m->sectors; at += WIDE_LANES)
        wide_limb_sums(m, at, s);
    if (at < m->sectors)
        sum_lanes(m, at, s);
    sum_noise(m, s);
}

#define KERNELS(NAME, I420, NV12, PICK, EDGES, PROFILES, LIMB_SUMS)                                                    \
    {                                                                                                                  \
        .name = NAME, .scan_i420 = I420, .scan_nv12 = NV12, .sobel = sobel, .slopes = slopes, .pick = PICK,            \
        .aim = aim, .sum_votes = sum_votes, .unbeaten = unbeaten, .compare = compare, .edges = EDGES,                  \
        .spokes = spokes, .profiles = PROFILES, .limb_sums = LIMB_SUMS, .limb_move = limb_move,                        \
        .limb_usual = limb_usual, .limb_doubt = limb_doubt, .limb_step = limb_step, .fit_sums = fit_sums               \
    }

static const struct kernels avx2 = KERNELS("avx2", scan_i420, scan_nv12, pick_plain, edges, profiles, limb_sums),
                            avx512 = KERNELS("avx512", wide_scan_i420, wide_scan_nv12, wide_pick, edges_512,
                                             profiles_512, limb_sums_512);

const struct kernels *kernels_avx2(void)
{
    return __builtin_cpu_supports("avx2") ? &avx2 : NULL;
}

const struct kernels *kernels_avx512(void)
{
    return __builtin_cpu_supports("avx2") && wide_runs() ? &avx512 : NULL;
}

#else

const struct kernels *kernels_avx2(void)
{
    return NULL;
}

const struct kernels *kernels_avx512(void)
{
    return NULL;
}

#endif
