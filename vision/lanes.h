/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h: eight numbers at a time, in the compiler's own vectors. Private to the kernels. */
#pragma once

#include <stdint.h>

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

LANES floats choose(ints mask, floats yes, floats no)
{
    return (floats)((mask & (ints)yes) | (~mask & (ints)no));
}
