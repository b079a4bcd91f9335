/* SPDX-License-Identifier: Apache-2.0 */
/* kernels.c: the C reference of every kernel, and the choice among versions. */
#include "kernels.h"

#include "kernels_simd.h"

#include <stdlib.h>

static uint32_t foreign(int y, int u, int v, const struct site_row *row, int i)
{
    int sum = abs(y - row->y[i]) + 2 * abs(u - row->u[i]) + 2 * abs(v - row->v[i]);
    return (sum > 254 ? 254 : sum) > row->limit[i];
}

static void scan_i420(const uint8_t *luma, const uint8_t *u, const uint8_t *v, const struct site_row *row, int sites,
                      uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j++)
            word |= foreign(luma[4 * j], u[2 * j], v[2 * j], row, j) << (j - i);
        bits[i / 32] = word;
    }
}

static void scan_nv12(const uint8_t *luma, const uint8_t *uv, const struct site_row *row, int sites, uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j++)
            word |= foreign(luma[4 * j], uv[4 * j], uv[4 * j + 1], row, j) << (j - i);
        bits[i / 32] = word;
    }
}

static void sobel(const uint8_t *above, const uint8_t *row, const uint8_t *below, int n, int16_t *gx, int16_t *gy)
{
    for (int i = 0; i < n; i++) {
        int left = above[i - 1] + 2 * row[i - 1] + below[i - 1], right = above[i + 1] + 2 * row[i + 1] + below[i + 1];
        int top = above[i - 1] + 2 * above[i] + above[i + 1], bottom = below[i - 1] + 2 * below[i] + below[i + 1];
        gx[i] = (int16_t)(right - left);
        gy[i] = (int16_t)(bottom - top);
    }
}

static void compare(const uint8_t *p, ptrdiff_t stride, const struct patch *patch, struct patch_sums *out)
{
    *out = (struct patch_sums){0};
    for (int y = 0, at = 0; y < patch->h; y++, p += stride)
        for (int x = 0; x < patch->w; x++, at++) {
            int d = p[x] - patch->look[at];
            out->sum += d;
            out->square += d * d;
            out->across += d * patch->across[at];
            out->down += d * patch->down[at];
            out->look += d * (patch->look[at] - 128);
        }
}

static const struct kernels reference = {
    .name = "c", .scan_i420 = scan_i420, .scan_nv12 = scan_nv12, .sobel = sobel, .compare = compare};

const struct kernels *kernels_reference(void)
{
    return &reference;
}

const struct kernels *kernels_nth(int n)
{
    const struct kernels *all[] = {&reference, kernels_vector(), kernels_avx2()};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] && n-- == 0)
            return all[i];
    return NULL;
}

const struct kernels *kernels_best(void)
{
    const struct kernels *best = &reference;
    for (int i = 0; kernels_nth(i); i++)
        best = kernels_nth(i);
    return best;
}
