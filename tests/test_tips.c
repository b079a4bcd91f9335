/* SPDX-License-Identifier: Apache-2.0 */
/* test_tips.c: is an official told where the tip may have met the cue-ball twice, or stayed with it, and left alone
 * where it did not? From noisy places at high frame rates; no pixels are involved. */
#include "detmath.h"
#include "trials.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct table table;
static struct truth truth;

static int setup(void **state)
{
    (void)state;
    return table_make(&table, "snooker-12ft");
}

/* A ball next to the cue-ball, struck at with any speed and spin, not finer than half. */
static void near_stroke(struct sim_rng *rng, struct sim_start *start, struct sim_strike *strike)
{
    double turn = sim_rng_range(rng, 0, 6.283), gap = sim_rng_range(rng, 2, 60), d = table.bed.ball_d;
    struct vec2 along = vec2(cos(turn), sin(turn)), aside = vec2_left(along);
    double off = sim_rng_range(rng, -0.5, 0.5) * d;
    *start = (struct sim_start){.present = ball_bit(BALL_CUE) | ball_bit(SNOOKER_RED_1)};
    start->at[BALL_CUE] = vec2(sim_rng_range(rng, -900, 900), sim_rng_range(rng, -400, 400));
    start->at[SNOOKER_RED_1] =
        vec2_along(vec2_along(start->at[BALL_CUE], sqrt(d * d - off * off) + gap, along), off, aside);
    *strike = (struct sim_strike){.ball = BALL_CUE,
                                  .along = along,
                                  .speed = sim_rng_range(rng, 500, 3000),
                                  .follow = sim_rng_range(rng, -0.5, 0.5),
                                  .side = sim_rng_range(rng, -0.3, 0.3)};
}

static struct tally play_near(int strokes, double fps, const struct sim_physics *physics, uint64_t seed)
{
    struct tally tally = {0};
    struct sim_rng rng = sim_rng(seed);
    struct sim_shot *shot;
    struct sim_truth source;
    assert_int_equal(sim_shot_open(&shot, &table, table.balls, physics), 0);
    for (int i = 0; i < strokes; i++) {
        struct sim_start start;
        struct sim_strike strike;
        struct view view = view_default(fps, 0.4);
        view.seed = seed + (uint64_t)i;
        near_stroke(&rng, &start, &strike);
        sim_shot_run(shot, &start, &strike);
        truth_from_sim(&truth, &source, sim_shot_record(shot), BALL_CUE, 1.5);
        trial_run(&table, &truth, &view, &tally, NULL);
    }
    sim_shot_close(&shot);
    print_message("%.0f frames/s: hinted %d of %d struck twice, %d of %d struck once\n", fps, tally.twice_hinted,
                  tally.twice, tally.once_hinted, strokes - tally.twice);
    return tally;
}

static void most_second_hits_are_hinted(void **state)
{
    (void)state;
    struct sim_physics physics = sim_physics_defaults();
    struct tally t = play_near(80, 240, &physics, 7100);
    assert_true(t.twice > 20);
    assert_true(t.twice_hinted > 0.7 * t.twice);
}

static void most_pushes_through_a_near_ball_are_hinted(void **state)
{
    (void)state;
    struct sim_physics physics = sim_physics_defaults();
    physics.tip_keeps = 0.95;
    struct tally t = play_near(80, 240, &physics, 7200);
    assert_true(t.twice > 40);
    assert_true(t.twice_hinted > 0.7 * t.twice);
}

/* A stroke whose cue-ball was pushed up to its speed over some way first. */
struct pushed {
    struct truth stroke;
    struct vec2 from, along;
    double speed, lasted;
};

static bool pushed_at(const void *source, ball_id ball, double t, struct vec2 *p, struct vec2 *v)
{
    const struct pushed *k = source;
    double u = t - k->stroke.strike_t + k->lasted;
    if (ball != BALL_CUE || u > k->lasted)
        return k->stroke.at(k->stroke.source, ball, t, p, v);
    u = fmax(u, 0);
    *v = vec2_scale(k->along, k->speed * u / k->lasted);
    *p = vec2_along(k->from, k->speed * u * u / (2 * k->lasted), k->along);
    return true;
}

static void most_balls_that_are_pushed_up_to_their_speed_are_hinted(void **state)
{
    (void)state;
    static struct pushed pushed;
    struct sim_physics physics = sim_physics_defaults();
    struct tally tally = {0};
    struct sim_rng rng = sim_rng(7400);
    struct sim_shot *shot;
    struct sim_truth source;
    assert_int_equal(sim_shot_open(&shot, &table, table.balls, &physics), 0);
    for (uint64_t i = 0; i < 30; i++) {
        struct sim_start start = {.present = ball_bit(BALL_CUE) | ball_bit(SNOOKER_RED_1)};
        double way = sim_rng_range(&rng, 15, 50);
        struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = sim_rng_range(&rng, 500, 1500)};
        start.at[BALL_CUE] = vec2(-300 + way, sim_rng_range(&rng, -20, 20));
        start.at[SNOOKER_RED_1] = vec2(150, 0);
        sim_shot_run(shot, &start, &strike);
        pushed = (struct pushed){.from = vec2_along(start.at[BALL_CUE], -way, strike.along),
                                 .along = strike.along,
                                 .speed = strike.speed,
                                 .lasted = 2 * way / strike.speed};
        truth_from_sim(&pushed.stroke, &source, sim_shot_record(shot), BALL_CUE, 1.5);
        truth = pushed.stroke;
        truth.twice = true;
        truth.at = pushed_at;
        truth.source = &pushed;
        struct view view = view_default(240, 0.4);
        view.seed = i;
        trial_run(&table, &truth, &view, &tally, NULL);
    }
    sim_shot_close(&shot);
    print_message("hinted %d of %d pushed\n", tally.twice_hinted, tally.twice);
    assert_true(tally.twice_hinted > 0.7 * tally.twice);
    assert_int_equal(tally.strokes_wrong, 0);
}

static void fair_strokes_at_near_balls_are_not_hinted(void **state)
{
    (void)state;
    struct sim_physics physics = sim_physics_defaults();
    physics.follow_through_mm = 0;
    static const double rates[] = {120, 240};
    for (int i = 0; i < 2; i++)
        assert_int_equal(play_near(100, rates[i], &physics, 7300).once_hinted, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_second_hits_are_hinted),
        cmocka_unit_test(most_pushes_through_a_near_ball_are_hinted),
        cmocka_unit_test(most_balls_that_are_pushed_up_to_their_speed_are_hinted),
        cmocka_unit_test(fair_strokes_at_near_balls_are_not_hinted),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
