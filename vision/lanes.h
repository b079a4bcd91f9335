/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h: eight numbers at a time, in the compiler's own vectors. Private to the kernels. */
#pragma once

#include <math.h>
#include <stdint.h>
#if defined __AVX2__
#include <immintrin.h>
#endif

#pragma GCC diagnostic ignored "-Wpsabi" /* all of it is inlined: no vector crosses a call */

typedef float floats __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));

#define LANES static inline __attribute__((always_inline))

LANES floats load8(const float *p)
{
    floats v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

LANES void store8(float *p, floats v)
{
    __builtin_memcpy(p, &v, sizeof v);
}

/* Lanes of a mask are all ones or all zeros. */
LANES floats choose(ints mask, floats yes, floats no)
{
#if defined __AVX2__
    return (floats)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)mask);
#else
    return (floats)((mask & (ints)yes) | (~mask & (ints)no));
#endif
}

/* What is not above 0, or no number, becomes 0. */
LANES floats positive(floats x)
{
#if defined __AVX2__
    return (floats)_mm256_max_ps((__m256)x, _mm256_setzero_ps());
#else
    return (floats)((ints)x & (x > 0));
#endif
}

LANES floats roots(floats v)
{
#if defined __AVX2__
    return (floats)_mm256_sqrt_ps((__m256)v);
#else
    floats r;
    for (int k = 0; k < 8; k++)
        r[k] = sqrtf(v[k]);
    return r;
#endif
}

LANES float total8(floats v)
{
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

LANES floats lesser8(floats v, float most)
{
    return choose(v < most, v, (floats){0} + most);
}

LANES floats greater8(floats v, float least)
{
    return choose(v > least, v, (floats){0} + least);
}
