/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_simd.h: the faster versions, each NULL where it was not built or this processor cannot run it. */
#pragma once

#include "kernels.h"
#include "woven.h"

/* Vectors of the compiler's own making: any processor it can vectorise for, arm64 among them. */
const struct kernels *kernels_vector(void);

const struct kernels *kernels_avx2(void);

/* The same with rays, lines and limbs sixteen at a time, and rows of sites. */
const struct kernels *kernels_avx512(void);

/* kernels_avx512.c: rows of sites; one group of sixteen from a ray, line or sector on. Only where it runs. */
#define WIDE_LANES 16
bool wide_runs(void);
void wide_scan_i420(const uint8_t *luma, const uint8_t *u, const uint8_t *v, const struct site_row *row, int sites,
                    uint32_t *bits);
void wide_scan_nv12(const uint8_t *luma, const uint8_t *uv, const struct site_row *row, int sites, uint32_t *bits);
void wide_pick(struct aim *a, const slope_t *slope, const slope_t *other, uint32_t bits, uint32_t at, float reach);
void wide_edges(const struct rays *r, const struct woven *w, int ray, struct ray_edges *out);
void wide_profiles(const struct lines *l, const struct woven *w, int at);
void wide_limb_sums(const struct limb_model *m, int at, struct limb_sums *out);

/* kernels.c: for all that cannot pack lanes. */
void pick_plain(struct aim *a, const slope_t *slope, const slope_t *other, uint32_t bits, uint32_t at, float reach);

/* limb_look.c: for all that have no better. */
void limb_sums_plain(const struct limb_model *m, struct limb_sums *out);
void limb_move_plain(struct limb_model *m, const struct limb_sums *s, const float step[SHAPE]);
void limb_usual_plain(struct limb_model *m, const struct limb_sums *s);
void limb_doubt_plain(const struct limb_model *m, struct limb_doubt *out);
void limb_step_plain(const struct limb_model *m, const struct limb_sums *s, const struct limb_doubt *d,
                     const float *before, struct limb_step *out);
