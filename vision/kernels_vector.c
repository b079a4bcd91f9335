/* SPDX-License-Identifier: Apache-2.0 */
/* kernels_vector.c: the kernels in the compiler's own vectors, which become NEON on arm64 and SSE on x86. A compiler
 * without them builds none, and the C reference serves. */
#include "kernels_simd.h"

#if defined __GNUC__ && WHITEGLOVE_SIMD

#include <string.h>

typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t shorts8 __attribute__((vector_size(16)));

static shorts8 widen(const uint8_t *p)
{
    bytes8 b;
    memcpy(&b, p, sizeof b);
    return __builtin_convertvector(b, shorts8);
}

static shorts8 apart(shorts8 a, shorts8 b)
{
    shorts8 d = a - b, sign = d >> 15;
    return (d ^ sign) - sign;
}

/* Bits of eight sites; sums stay below 1280, so sixteen bits hold them. */
static uint32_t foreign(shorts8 y, shorts8 u, shorts8 v, const struct site_row *row, int i)
{
    static const shorts8 place = {1, 2, 4, 8, 16, 32, 64, 128};
    shorts8 sum = apart(y, widen(row->y + i)) + 2 * (apart(u, widen(row->u + i)) + apart(v, widen(row->v + i)));
    shorts8 large = sum > 254;
    sum = (sum & ~large) | (large & 254);
    shorts8 bit = (sum > widen(row->limit + i)) & place;
    int word = 0;
    for (int k = 0; k < 8; k++)
        word |= bit[k];
    return (uint32_t)word;
}

/* Byte 0 of each group of four, of 32 bytes; bytes are picked by place, so the order of bytes in a word is no matter.
 */
static shorts8 every_fourth(const uint8_t *p)
{
    return (shorts8){p[0], p[4], p[8], p[12], p[16], p[20], p[24], p[28]};
}

static shorts8 every_second(const uint8_t *p)
{
    return (shorts8){p[0], p[2], p[4], p[6], p[8], p[10], p[12], p[14]};
}

static void scan_i420(const uint8_t *luma, const uint8_t *u, const uint8_t *v, const struct site_row *row, int sites,
                      uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j += 8)
            word |= foreign(every_fourth(luma + 4 * j), every_second(u + 2 * j), every_second(v + 2 * j), row, j)
                    << (j - i);
        bits[i / 32] = word;
    }
}

static void scan_nv12(const uint8_t *luma, const uint8_t *uv, const struct site_row *row, int sites, uint32_t *bits)
{
    for (int i = 0; i < sites; i += 32) {
        uint32_t word = 0;
        for (int j = i; j < i + 32; j += 8)
            word |= foreign(every_fourth(luma + 4 * j), every_fourth(uv + 4 * j), every_fourth(uv + 4 * j + 1), row, j)
                    << (j - i);
        bits[i / 32] = word;
    }
}

static shorts8 one_two_one(shorts8 a, shorts8 b, shorts8 c)
{
    return a + 2 * b + c;
}

static void sobel(const uint8_t *above, const uint8_t *row, const uint8_t *below, int n, int16_t *gx, int16_t *gy)
{
    for (int i = 0; i < n; i += 8) {
        shorts8 al = widen(above + i - 1), ar = widen(above + i + 1), bl = widen(below + i - 1),
                br = widen(below + i + 1);
        shorts8 across = one_two_one(ar, widen(row + i + 1), br) - one_two_one(al, widen(row + i - 1), bl);
        shorts8 down = one_two_one(bl, widen(below + i), br) - one_two_one(al, widen(above + i), ar);
        memcpy(gx + i, &across, sizeof across);
        memcpy(gy + i, &down, sizeof down);
    }
}

static const struct kernels vector = {.name = "vector", .scan_i420 = scan_i420, .scan_nv12 = scan_nv12, .sobel = sobel};

const struct kernels *kernels_vector(void)
{
    return &vector;
}

#else

const struct kernels *kernels_vector(void)
{
    return NULL;
}

#endif
