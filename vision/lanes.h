/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h: eight numbers at a time, or as many as LANE_COUNT says, in the compiler's own vectors: sixteen for AVX-512,
 * four where every processor has them. For the kernels, and for sums that are not worth one. */
#pragma once

#include <math.h>
#include <stdint.h>
#if defined __SSE2__
#include <immintrin.h>
#endif

#ifndef LANE_COUNT
#define LANE_COUNT 8
#endif

#pragma GCC diagnostic ignored "-Wpsabi" /* all of it is inlined: no vector crosses a call */

typedef float floats __attribute__((vector_size(4 * LANE_COUNT)));
typedef int32_t ints __attribute__((vector_size(4 * LANE_COUNT)));

#define LANES static inline __attribute__((always_inline))

LANES floats load_lanes(const float *p)
{
    floats v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

LANES void store_lanes(float *p, floats v)
{
    __builtin_memcpy(p, &v, sizeof v);
}

/* `choose`: lanes of a mask are all ones or all zeros. `positive`: what is not above 0, or no number, becomes 0. */
#if LANE_COUNT == 16

LANES floats choose(ints mask, floats yes, floats no)
{
    return (floats)_mm512_mask_mov_ps((__m512)no, _mm512_movepi32_mask((__m512i)mask), (__m512)yes);
}

LANES floats positive(floats x)
{
    return (floats)_mm512_max_ps((__m512)x, _mm512_setzero_ps());
}

LANES floats roots(floats v)
{
    return (floats)_mm512_sqrt_ps((__m512)v);
}

#elif defined __AVX2__ && LANE_COUNT == 8

LANES floats choose(ints mask, floats yes, floats no)
{
    return (floats)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)mask);
}

LANES floats positive(floats x)
{
    return (floats)_mm256_max_ps((__m256)x, _mm256_setzero_ps());
}

LANES floats roots(floats v)
{
    return (floats)_mm256_sqrt_ps((__m256)v);
}

#else

LANES floats choose(ints mask, floats yes, floats no)
{
    return (floats)((mask & (ints)yes) | (~mask & (ints)no));
}

LANES floats positive(floats x)
{
    return (floats)((ints)x & (x > 0));
}

LANES floats roots(floats v)
{
#if LANE_COUNT == 4 && defined __SSE2__
    return (floats)_mm_sqrt_ps((__m128)v);
#else
    floats r;
    for (int k = 0; k < LANE_COUNT; k++)
        r[k] = sqrtf(v[k]);
    return r;
#endif
}

#endif

#if LANE_COUNT == 8 /* the order of additions shows in the last bit: all versions add up eight */

LANES float total8(floats v)
{
    typedef float half __attribute__((vector_size(16)));
    half low, high;
    __builtin_memcpy(&low, &v, sizeof low);
    __builtin_memcpy(&high, (const char *)&v + sizeof low, sizeof high);
    low += high;
    return (low[0] + low[2]) + (low[1] + low[3]);
}

#elif LANE_COUNT == 4

LANES float total4(floats v)
{
    return (v[0] + v[2]) + (v[1] + v[3]);
}

/* A bit for each lane of a mask. */
LANES uint32_t lane_bits(ints mask)
{
#if defined __SSE2__
    return (uint32_t)_mm_movemask_ps((__m128)mask);
#else
    return (uint32_t)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

#endif

LANES floats lesser_lanes(floats v, float most)
{
    return choose(v < most, v, (floats){0} + most);
}

LANES floats greater_lanes(floats v, float least)
{
    return choose(v > least, v, (floats){0} + least);
}
