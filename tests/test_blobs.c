/* SPDX-License-Identifier: Apache-2.0 */
/* test_blobs.c: foreign areas that stand free are told with their middle, size and shape, and no others are. */
#include "blobs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { COLS = 96, ROWS = 60, WIDTH = COLS * SITE, HEIGHT = ROWS * SITE, CLOTH = 90, FAR = 60, NEAR = 20 };

/* A grey cloth without noise, and what the scan makes of what was drawn on it. */
static uint8_t luma[HEIGHT][WIDTH], chroma[HEIGHT / 2][WIDTH / 2];
static uint8_t usual[COLS * ROWS], grey[COLS * ROWS], limit[COLS * ROWS], off[COLS * ROWS];
static uint32_t bits[COLS * ROWS / 32], todo[COLS * ROWS / 32];
static struct blob blob[BLOBS_MAX];

static void bare_cloth(void)
{
    memset(luma, CLOTH, sizeof luma);
    memset(chroma, 128, sizeof chroma);
    memset(usual, CLOTH, sizeof usual);
    memset(grey, 128, sizeof grey);
    memset(limit, 10, sizeof limit);
}

static void draw_disc(double x, double y, double r, int differs)
{
    for (int j = 0; j < HEIGHT; j++)
        for (int i = 0; i < WIDTH; i++)
            if ((i - x) * (i - x) + (j - y) * (j - y) < r * r)
                luma[j][i] = (uint8_t)(CLOTH + differs);
}

static void draw_bar(int x0, int y0, int x1, int y1)
{
    for (int j = y0; j < y1; j++)
        memset(luma[j] + x0, CLOTH + FAR, (size_t)(x1 - x0));
}

static const uint32_t *leave_out; /* bits that are not to be looked at; NULL: none */

static int look(void)
{
    struct ground g = {.cols = COLS, .rows = ROWS, .width = WIDTH, .height = HEIGHT};
    struct frame f = {.format = PIXEL_I420, .width = WIDTH, .height = HEIGHT};
    g.y = usual, g.u = g.v = grey, g.limit = limit, g.bits = bits, g.off = off;
    f.plane[0] = luma[0], f.plane[1] = f.plane[2] = chroma[0];
    f.stride[0] = WIDTH, f.stride[1] = f.stride[2] = WIDTH / 2;
    ground_scan(&g, kernels_reference(), &f);
    for (size_t i = 0; i < sizeof todo / sizeof *todo; i++)
        todo[i] = bits[i] & ~(leave_out ? leave_out[i] : 0);
    return blobs_find(&g, todo, 4, blob);
}

static void a_disc_is_told_with_its_middle_and_size(void **state)
{
    (void)state;
    const double r = 13;
    bare_cloth();
    draw_disc(120.3, 101.8, r, FAR);
    draw_disc(15, 200, r, FAR); /* at the edge of the grid */
    assert_int_equal(look(), 2);
    assert_true(vec2_dist(blob[0].middle, vec2(120.3, 101.8)) < 0.7);
    assert_true(fabs(blob[0].area / (3.1416 * r * r) - 1) < 0.1);
    assert_true(fabs(blob[0].along / (r * r / 4) - 1) < 0.15 && fabs(blob[0].across / (r * r / 4) - 1) < 0.15);
    assert_true(vec2_dist(blob[1].middle, vec2(15, 200)) < 0.7);
    for (size_t i = 0; i < sizeof todo / sizeof *todo; i++)
        assert_int_equal(todo[i], 0);
}

static void a_shadow_beside_it_does_not_draw_the_middle_away(void **state)
{
    (void)state;
    bare_cloth();
    draw_disc(126, 106, 14, -NEAR);
    draw_disc(120, 100, 13, FAR);
    assert_int_equal(look(), 1);
    assert_true(vec2_dist(blob[0].middle, vec2(120, 100)) < 1.2);
}

static void two_that_touch_are_one_along_the_way_between_them(void **state)
{
    (void)state;
    const double r = 13, x = 2 * r * cos(0.6), y = 2 * r * sin(0.6);
    bare_cloth();
    draw_disc(150, 100, r, FAR);
    draw_disc(150 + x, 100 + y, r, -FAR);
    assert_int_equal(look(), 1);
    assert_true(vec2_dist(blob[0].middle, vec2(150 + x / 2, 100 + y / 2)) < 1);
    assert_true(fabs(2 * sqrt(blob[0].along - blob[0].across) - 2 * r) < 1);
    assert_true(fabs(blob[0].way.x * y - blob[0].way.y * x) < 0.05 * 2 * r);
}

static void what_does_not_stand_free_is_none(void **state)
{
    (void)state;
    bare_cloth();
    draw_disc(120, 100, 13, FAR);
    draw_bar(138, 98, 146, 106); /* a little beside it */
    draw_bar(8, 150, 380, 190);  /* an arm */
    draw_bar(200, 20, 212, 140); /* a cue */
    draw_bar(300, 60, 308, 64);  /* chalk */
    assert_int_equal(look(), 0);
}

static void what_is_partly_known_is_none(void **state)
{
    (void)state;
    static uint32_t known[COLS * ROWS / 32];
    bare_cloth();
    draw_disc(120, 100, 13, FAR);
    draw_disc(240, 100, 13, FAR);
    known[100 / SITE * (COLS / 32) + 120 / SITE / 32] = 1u << 120 / SITE % 32;
    leave_out = known;
    assert_int_equal(look(), 1);
    assert_true(blob[0].middle.x > 200);
    leave_out = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_is_told_with_its_middle_and_size),
        cmocka_unit_test(a_shadow_beside_it_does_not_draw_the_middle_away),
        cmocka_unit_test(two_that_touch_are_one_along_the_way_between_them),
        cmocka_unit_test(what_does_not_stand_free_is_none),
        cmocka_unit_test(what_is_partly_known_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
