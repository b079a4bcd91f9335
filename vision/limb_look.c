/* SPDX-License-Identifier: Apache-2.0 */
/* limb_look.c: the sums of limb_look.h for any processor. */
#include "kernels_simd.h"
#include "lanes.h"

#include <math.h>

static inline floats roots(floats v)
{
    floats r;
    for (int k = 0; k < RAY_LANES; k++)
        r[k] = sqrtf(v[k]);
    return r;
}

#include "limb_look.inc"

void limb_sums_plain(const struct limb_model *m, struct limb_sums *out)
{
    limb_sums(m, out);
}

void limb_move_plain(struct limb_model *m, const struct limb_sums *s, const float *edge, float blur)
{
    limb_move(m, s, edge, blur);
}
