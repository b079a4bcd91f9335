/* SPDX-License-Identifier: Apache-2.0 */
/* test_crowd.c: balls that were measured in each other are parted, and no others are moved. */
#include "crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int put(struct crowd *c, double x, double y, double sd)
{
    c->ball[c->balls_n] = (struct crowd_ball){vec2(x, y), sd * sd, 0, sd * sd};
    return c->balls_n++;
}

static void the_worse_known_of_two_gives_way(void **state)
{
    (void)state;
    struct crowd c = {0};
    put(&c, 0, 0, 0.05);
    put(&c, 19, 0, 1);
    crowd_join(&c, 0, 1, 20);
    crowd_settle(&c);
    assert_true(fabs(c.ball[0].at.x) < 0.02);
    assert_true(fabs(c.ball[1].at.x - 20) < 0.08);
    assert_true(c.ball[1].xx < 0.02 && c.ball[1].yy > 0.9); /* better known along the line between them only */
}

static void balls_that_do_not_touch_stay(void **state)
{
    (void)state;
    struct crowd c = {0};
    put(&c, 0, 0, 0.1);
    put(&c, 20.5, 0, 1);
    crowd_join(&c, 0, 1, 20);
    crowd_settle(&c);
    assert_true(c.ball[0].at.x == 0 && c.ball[1].at.x == 20.5);
    assert_true(c.ball[1].xx == 1);
}

/* Six balls round one of which nothing is known: it can only be in the middle. */
static void a_hole_places_the_ball_in_it(void **state)
{
    (void)state;
    struct crowd c = {0};
    int middle = put(&c, 1.5, -1, 3);
    for (int i = 0; i < 6; i++)
        crowd_join(&c, middle, put(&c, 20 * cos(i * 1.0471975512), 20 * sin(i * 1.0471975512), 0.05), 20);
    crowd_settle(&c);
    assert_true(vec2_len(c.ball[middle].at) < 0.15);
    assert_true(c.ball[middle].xx < 0.01 && c.ball[middle].yy < 0.01);
}

/* Well known places of which every pair is too close: the balls are smaller than told. */
static void where_all_press_the_balls_are_smaller(void **state)
{
    (void)state;
    struct crowd c = {0};
    for (int i = 0; i < 12; i++) {
        put(&c, 19.8 * i, 0, 0.03);
        if (i)
            crowd_join(&c, i - 1, i, 20);
    }
    crowd_settle(&c);
    assert_true(c.size < -0.004 && c.size > -0.01);
    assert_true(fabs(c.ball[0].at.x) < 0.08 && fabs(c.ball[11].at.x - 217.8) < 0.08);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worse_known_of_two_gives_way),
        cmocka_unit_test(balls_that_do_not_touch_stay),
        cmocka_unit_test(a_hole_places_the_ball_in_it),
        cmocka_unit_test(where_all_press_the_balls_are_smaller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
