/* SPDX-License-Identifier: Apache-2.0 */
/* limb_look.c: the sums of limb_look.h for any processor. */
#include "kernels_simd.h"
#include "lanes.h"

#include "limb_look.inc"

void limb_sums_plain(const struct limb_model *m, struct limb_sums *out)
{
    limb_sums(m, out);
}

void limb_move_plain(struct limb_model *m, const struct limb_sums *s, const float step[SHAPE])
{
    limb_move(m, s, step);
}

void limb_usual_plain(struct limb_model *m, const struct limb_sums *s)
{
    limb_usual(m, s);
}

void limb_doubt_plain(const struct limb_model *m, struct limb_doubt *out)
{
    limb_doubt(m, out);
}

void limb_step_plain(const struct limb_model *m, const struct limb_sums *s, const struct limb_doubt *d,
                     const float *before, struct limb_step *out)
{
    limb_step(m, s, d, before, out);
}
