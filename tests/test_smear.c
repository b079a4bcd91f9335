/* SPDX-License-Identifier: Apache-2.0 */
/* test_smear.c: proves that a ball's smear is measured, and that light and place of the ball are not taken for one. */
#include "smear.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { WIDE = 160, HIGH = 120 };
static const double radius = 11;
static uint8_t pixels[HIGH][WIDE];

static double covered(double x, double y, double cx, double cy)
{
    double edge = (radius - hypot(x - cx, y - cy)) / 1.2; /* a lens that is a little soft */
    return fmin(fmax(0.5 + edge / 2, 0), 1);
}

/* A bright ball on cloth that went `way` about its middle. */
static struct frame draw(struct vec2 middle, struct vec2 way)
{
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
            double share = 0;
            for (int k = 0; k < 32; k++) {
                double t = (k + 0.5) / 32 - 0.5;
                share += covered(x, y, middle.x + t * way.x, middle.y + t * way.y) / 32;
            }
            pixels[y][x] = (uint8_t)lround(70 + 120 * share);
        }
    return (struct frame){.plane = {pixels[0]}, .stride = {WIDE}, .width = WIDE, .height = HIGH};
}

static double measure(struct vec2 way, struct vec2 told)
{
    struct vec2 middle = vec2(80.3, 59.6);
    struct frame f = draw(middle, way);
    struct outline o = {.centre = middle, .mean = (float)radius};
    double px2 = NAN;
    assert_true(smear_measure(&f, &o, told, &px2));
    return px2;
}

static void smear_is_measured_along_the_way(void **state)
{
    (void)state;
    struct vec2 way = vec2(4.5, -2);
    assert_float_equal(sqrt(measure(way, way)), vec2_len(way), 0.8);
    assert_true(measure(way, vec2_left(way)) < 0);
}

static void still_ball_has_none(void **state)
{
    (void)state;
    assert_float_equal(measure(vec2(0, 0), vec2(1, 0.3)), 0, 0.6);
}

static void ball_at_the_edge_of_the_picture_is_left_out(void **state)
{
    (void)state;
    struct frame f = draw(vec2(80, 60), vec2(0, 0));
    struct outline o = {.centre = vec2(8, 60), .mean = (float)radius};
    double px2;
    assert_false(smear_measure(&f, &o, vec2(1, 0), &px2));
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
