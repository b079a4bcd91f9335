/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_vector.c: the kernels in the compiler's portable vectors. */
#include "kernels_simd.h"
const struct kernels *kernels_vector(void)
{
    return 0;
}
