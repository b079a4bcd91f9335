/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_avx512.c: rays, lines and sectors sixteen at a time, and sites with fewer instructions. Built for AVX-512,
 * asked at run time. */
#include "fetch.h"
#include "kernels_simd.h"

#if defined __AVX512F__ && defined __AVX512DQ__ && defined __AVX512BW__ && defined __AVX512VL__

#define LANE_COUNT WIDE_LANES
#include "lanes.h"

/* Bytes at p + at and p + at + step, for sixteen places. Reads four bytes at each. */
static inline void pick_two(const uint8_t *p, ints at, int step, floats *a, floats *b)
{
    const __m512i low = _mm512_set1_epi32(0xff);
    __m512i four = _mm512_i32gather_epi32((__m512i)at, p, 1);
    __m512i second = step == 1 ? _mm512_srli_epi32(four, 8) : _mm512_srli_epi32(four, 16);
    *a = (floats)_mm512_cvtepi32_ps(_mm512_and_si512(four, low));
    *b = (floats)_mm512_cvtepi32_ps(_mm512_and_si512(second, low));
}

/* The pairs at p + at and beside them. */
static inline ints pick_four(const uint16_t *p, ints at)
{
    return (ints)_mm512_i32gather_epi32((__m512i)at, p, 2);
}

#include "kernels_lanes.inc"
#include "limb_group.inc"

bool wide_runs(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

static __m256i every_fourth(const uint8_t *p, int skip)
{
    __m512i low = _mm512_srli_epi32(_mm512_loadu_si512(p), (unsigned)skip),
            high = _mm512_srli_epi32(_mm512_loadu_si512(p + 64), (unsigned)skip);
    return _mm256_set_m128i(_mm512_cvtepi32_epi8(high), _mm512_cvtepi32_epi8(low));
}

static __m256i every_second(const uint8_t *p)
{
    return _mm512_cvtepi16_epi8(_mm512_loadu_si512(p));
}

static uint32_t larger(__m256i a, __m256i b)
{
    return _mm256_cmpgt_epu8_mask(a, b);
}

#include "kernels_scan.inc"

void wide_scan_i420(const uint8_t *luma, const uint8_t *u, const uint8_t *v, const struct site_row *row, int sites,
                    uint32_t *bits)
{
    scan_i420(luma, u, v, row, sites, bits);
}

void wide_scan_nv12(const uint8_t *luma, const uint8_t *uv, const struct site_row *row, int sites, uint32_t *bits)
{
    scan_nv12(luma, uv, row, sites, bits);
}

/* Which of sixteen slopes are stronger than others: squares of both parts, in 32 bits. */
static __mmask16 stronger(__m512i a, __m512i b)
{
    return _mm512_cmplt_epi32_mask(_mm512_madd_epi16(a, a), _mm512_madd_epi16(b, b));
}

void wide_pick(struct aim *a, const slope_t *slope, const slope_t *other, uint32_t bits, uint32_t at, float reach)
{
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (; bits; bits >>= WIDE_LANES, at += WIDE_LANES, slope += WIDE_LANES) {
        __mmask16 these = (__mmask16)bits;
        __m512i s = _mm512_maskz_loadu_epi32(these, slope), place = _mm512_add_epi32(lane, _mm512_set1_epi32((int)at));
        if (other) {
            __m512i o = _mm512_maskz_loadu_epi32(these, other);
            s = _mm512_mask_mov_epi32(s, stronger(s, o), o);
            other += WIDE_LANES;
        }
        _mm512_storeu_si512(a->at + a->n, _mm512_maskz_compress_epi32(these, place));
        _mm512_storeu_si512(a->slope + a->n, _mm512_maskz_compress_epi32(these, s));
        _mm512_storeu_ps(a->reach + a->n, _mm512_set1_ps(reach));
        a->n += __builtin_popcount(these);
    }
}

void wide_edges(const struct rays *r, const struct woven *w, int ray, struct ray_edges *out)
{
    edges_of_lanes(r, w, ray, out);
}

void wide_profiles(const struct lines *l, const struct woven *w, int at)
{
    profiles_of_lanes(l, w, at);
}

void wide_limb_sums(const struct limb_model *m, int at, struct limb_sums *out)
{
    sum_lanes(m, at, out);
}

#endif
