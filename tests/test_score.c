/* SPDX-License-Identifier: Apache-2.0 */
/* test_score.c: what counts as told, and as told at the right time? */
#include "score.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CUE = 1, RED = 8 };

static struct event touch(double t, float speed)
{
    return (struct event){
        .kind = EVENT_CONTACT, .a = CUE, .b = RED, .t = (ns_t)(t * 1e9), .t_sd = 1000000, .p = 0.99f, .speed = speed};
}

static struct event bounce(double t, float speed)
{
    return (struct event){
        .kind = EVENT_CUSHION, .a = RED, .cushion = 1, .face = 1, .t = (ns_t)(t * 1e9), .p = 0.99f, .speed = speed};
}

/* Scores n true events against m told ones. */
static struct tally score(const struct event *truth, int n, const struct event *told, int m)
{
    static struct tally tally;
    struct score_truth happened = {.name = "", .cue = CUE, .events = truth, .events_n = n};
    struct score_told said = {.strokes = 1, .events = told, .events_n = m};
    happened.start.known = said.before.known = ball_bit(CUE) | ball_bit(RED);
    happened.start.at[RED] = said.before.at[RED] = vec2(500, 0);
    tally = (struct tally){0};
    score_stroke(&tally, &happened, &said, 0.03, NULL);
    return tally;
}

static void each_fast_touch_is_judged_by_the_told_one_nearest_to_it(void **state)
{
    (void)state;
    struct event truth[] = {touch(2, 300), touch(2.02, 800)}, told[] = {touch(2.001, 300), touch(2.0205, 800)};
    struct tally t = score(truth, 2, told, 2);
    assert_int_equal(t.times, 1);
    assert_true(fabs(sqrt(t.time2) - 0.0005) < 1e-6);
}

static void time_that_is_right_for_a_slower_touch_is_not_judged(void **state)
{
    (void)state;
    struct event truth[] = {touch(2, 300), touch(2.02, 800)}, slow[] = {touch(2.0003, 300)},
                 neither[] = {touch(2.01, 300)};
    assert_int_equal(score(truth, 2, slow, 1).times, 0);
    assert_int_equal(score(truth, 2, neither, 1).times, 1);
}

static void ball_that_comes_to_rest_against_a_nose_met_it_once(void **state)
{
    (void)state;
    struct event truth[] = {bounce(2, 60), bounce(2.02, 9), bounce(2.03, 7), bounce(2.4, 4)}, told[] = {bounce(2, 60)};
    struct tally t = score(truth, 4, told, 1);
    assert_int_equal(t.cushion_true, 1);
    assert_int_equal(t.cushion_missed + t.cushion_false, 0);
    struct event again[] = {bounce(2, 60), bounce(2.2, 60)};
    assert_int_equal(score(again, 2, told, 1).cushion_missed, 1);
}

/* In truth it met one side of a jaw twice; which side it was is told otherwise. */
static void touch_that_is_told_of_the_other_side_of_a_jaw_is_not_invented(void **state)
{
    (void)state;
    struct event truth[] = {bounce(2, 800), bounce(2.078, 440)}, told[] = {bounce(2, 800), bounce(2.0785, 440)};
    told[1].cushion = 2;
    struct tally t = score(truth, 2, told, 2);
    assert_int_equal(t.cushion_true, 1);
    assert_int_equal(t.cushion_missed + t.cushion_false, 0);
    told[1].t += 100000000;
    assert_int_equal(score(truth, 2, told, 2).cushion_false, 1);
    assert_int_equal(score(told, 2, truth, 1).cushion_missed, 1);
}

static void strokes_that_follow_at_once_keep_their_names(void **state)
{
    (void)state;
    enum { SEEN = 9 }; /* what the red is called by whom sees it */
    static struct tally tally;
    struct event truth = touch(2, 800), told = touch(2, 800);
    struct score_truth happened = {.name = "", .cue = CUE, .first = ball_bit(RED), .events = &truth, .events_n = 1};
    struct score_told said = {.strokes = 1, .first_contact_p = 0.99f, .events = &told, .events_n = 1};
    happened.start.known = ball_bit(CUE) | ball_bit(RED);
    happened.start.at[RED] = said.before.at[SEEN] = vec2(500, 0);
    said.before.known = ball_bit(CUE) | ball_bit(SEEN);
    told.b = SEEN;
    struct score_names names = score_stroke(&tally, &happened, &said, 0.03, NULL);
    assert_int_equal(names.truth[SEEN], RED);
    happened.start.at[RED] = vec2(-400, 300); /* meanwhile, and nobody said so */
    said.names = &names;
    said.before.known = ball_bit(CUE); /* the red still rolled */
    score_stroke(&tally, &happened, &said, 0.03, NULL);
    assert_int_equal(tally.first_wrong + tally.cue_missed + tally.cue_false, 0);
    assert_int_equal(tally.start_missed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fast_touch_is_judged_by_the_told_one_nearest_to_it),
        cmocka_unit_test(time_that_is_right_for_a_slower_touch_is_not_judged),
        cmocka_unit_test(ball_that_comes_to_rest_against_a_nose_met_it_once),
        cmocka_unit_test(touch_that_is_told_of_the_other_side_of_a_jaw_is_not_invented),
        cmocka_unit_test(strokes_that_follow_at_once_keep_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
