/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_simd.h: the faster versions, each NULL where it was not built or this processor cannot run it. */
#pragma once

#include "kernels.h"

/* Vectors of the compiler's own making: any processor it can vectorise for, arm64 among them. */
const struct kernels *kernels_vector(void);

const struct kernels *kernels_avx2(void);

/* limb_look.c: for all that have no better. */
void limb_sums_plain(const struct limb_model *m, struct limb_sums *out);
void limb_move_plain(struct limb_model *m, const struct limb_sums *s, const float step[SHAPE]);
void limb_usual_plain(struct limb_model *m, const struct limb_sums *s);
void limb_doubt_plain(const struct limb_model *m, struct limb_doubt *out);
void limb_step_plain(const struct limb_model *m, const struct limb_sums *s, const struct limb_doubt *d,
                     const float *before, struct limb_step *out);
