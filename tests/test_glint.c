/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that glints are those found pixel by pixel. */
#include "glint.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { GLINT_W = 120, GLINT_H = 90 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* All noise; near 0; near 255; or one of the two ends each. */
static void fill(uint8_t luma[GLINT_H * GLINT_W], int mood, uint32_t *seed)
{
    for (int i = 0; i < GLINT_H * GLINT_W; i++) {
        uint32_t r = next_random(seed);
        luma[i] = (uint8_t)(mood == 0 ? r : mood == 1 ? r % 3 : mood == 2 ? 255 - r % 3 : r & 1 ? 255 : 0);
    }
}

/* As glint_read, pixel by pixel. */
static struct glint plain_glint(const struct frame *f, float cx, float cy, float radius)
{
    float r = 0.62f * radius;
    int best = -1, bx = 0, by = 0, n = 0;
    long sum = 0;
    for (int y = (int)ceilf(cy - r); y <= (int)(cy + r); y++) {
        float dy = (float)y - cy, half = sqrtf(r * r > dy * dy ? r * r - dy * dy : 0);
        for (int x = (int)ceilf(cx - half); x <= (int)(cx + half); x++, n++) {
            int spot = 0;
            for (int k = 0; k < 9; k++)
                spot += f->plane[0][(y + k / 3 - 1) * f->stride[0] + x + k % 3 - 1];
            sum += spot;
            if (spot > best)
                best = spot, bx = x, by = y;
        }
    }
    return (struct glint){((float)bx - cx) / radius, ((float)by - cy) / radius,
                          ((float)best - (float)sum / (float)n) / 9};
}

/* Of spots that are equally bright the first one, row by row. */
static void the_brightest_spot_is_that_of_all_pixels(void **state)
{
    (void)state;
    static uint8_t luma[GLINT_H * GLINT_W];
    uint32_t seed = 1;
    struct frame f = {.width = GLINT_W, .height = GLINT_H, .plane = {luma}, .stride = {GLINT_W}};
    for (int round = 0; round < 400; round++) {
        struct outline o = {.mean = 5 + (float)(next_random(&seed) % 500) * 0.1f};
        float room = 0.62f * o.mean + 3;
        o.centre.x = (double)room + next_random(&seed) % 10000 * 1e-4 * (GLINT_W - 1 - 2 * (double)room);
        o.centre.y = (double)room + next_random(&seed) % 10000 * 1e-4 * (GLINT_H - 1 - 2 * (double)room);
        fill(luma, round % 4, &seed);
        struct glint want = plain_glint(&f, (float)o.centre.x, (float)o.centre.y, o.mean), got = glint_read(&f, &o, 1);
        assert_true(got.x == want.x && got.y == want.y && got.rise == want.rise);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_brightest_spot_is_that_of_all_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
