/* SPDX-License-Identifier: Apache-2.0 */
/* test_smear.c: proves that a ball's smear is measured, and that light and place of the ball are not taken for one. */
#include "smear.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { WIDE = 160, HIGH = 120 };
static const double radius = 11;
static uint8_t pixels[HIGH][WIDE], colour[HIGH / 2][WIDE / 2];

static double covered(double x, double y, double cx, double cy)
{
    double edge = (radius - hypot(x - cx, y - cy)) / 1.2; /* a lens that is a little soft */
    return fmin(fmax(0.5 + edge / 2, 0), 1);
}

/* A bright ball on cloth that went `way` about its middle. */
static struct frame draw(struct vec2 middle, struct vec2 way)
{
    unsigned noise = 1;
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
            double share = 0;
            noise = noise * 1664525u + 1013904223u;
            for (int k = 0; k < 32; k++) {
                double t = (k + 0.5) / 32 - 0.5;
                share += covered(x, y, middle.x + t * way.x, middle.y + t * way.y) / 32;
            }
            pixels[y][x] = (uint8_t)lround(70 + 120 * share + 6 * (noise / 4294967296.0 - 0.5));
        }
    memset(colour, 128, sizeof colour);
    return (struct frame){.format = PIXEL_I420,
                          .plane = {pixels[0], colour[0], colour[0]},
                          .stride = {WIDE, WIDE / 2, WIDE / 2},
                          .width = WIDE,
                          .height = HIGH};
}

static struct limb_params looking_for(struct vec2 range)
{
    return (struct limb_params){.kernels = kernels_best(),
                                .sectors = LIMB_SECTORS,
                                .bias_sd = 0.1f,
                                .sigma_y = 0.6f,
                                .sigma_c = 0.8f,
                                .sigma_sd = 0.1f,
                                .noise_y = 2.5f,
                                .noise_c = 1.5f,
                                .cloth = {54, 0, 0},
                                .place_sd = 1,
                                .range = {(float)range.x, (float)range.y}};
}

static struct outline circle(struct vec2 middle)
{
    return (struct outline){
        .centre = middle, .mean = (float)radius, .oval = {.xx = (float)radius, .yy = (float)radius}};
}

/* Of a ball that went `way`, looked at along `range`. */
static bool measure(struct vec2 way, struct vec2 range, struct smear *out)
{
    struct vec2 middle = vec2(80.3, 59.6);
    struct frame f = draw(middle, way);
    struct outline o = circle(middle);
    struct limb_params p = looking_for(range);
    return smear_measure(&f, &o, &p, out);
}

static void smear_is_measured_along_the_way(void **state)
{
    (void)state;
    for (double length = 2; length < 8; length += 1.5) {
        struct vec2 way = vec2_scale(vec2(0.914, -0.406), length);
        struct smear smear;
        assert_true(measure(way, vec2_scale(way, 10 / length), &smear));
        assert_float_equal(smear.px, length, 0.4);
        assert_true(smear.gain > 0.3);
    }
}

static void still_ball_has_none(void **state)
{
    (void)state;
    struct smear smear;
    assert_true(measure(vec2(0, 0), vec2(9, 3), &smear));
    assert_true(smear.px < 2 && smear.gain < 0.15);
}

static void ball_at_the_edge_of_the_picture_is_left_out(void **state)
{
    (void)state;
    struct frame f = draw(vec2(80, 60), vec2(0, 0));
    struct outline o = circle(vec2(8, 60));
    struct limb_params p = looking_for(vec2(9, 0));
    struct smear smear;
    assert_false(smear_measure(&f, &o, &p, &smear));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smear_is_measured_along_the_way),
        cmocka_unit_test(still_ball_has_none),
        cmocka_unit_test(ball_at_the_edge_of_the_picture_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
