/* SPDX-License-Identifier: Apache-2.0 */
/* test_noses.c: balls beside cushions: told once, when they touched; and times, known
 * as well as is said. */
#include "contacts.h"
#include "detmath.h"
#include "trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static struct table table;
static struct event events[TRACK_EVENTS_MAX];
static struct truth truth;

static int setup(void **state)
{
    (void)state;
    return table_make(&table, "snooker-12ft");
}

static void run(const struct sim_strike *strike, const struct sim_start *start, double fps, uint64_t seed,
                struct tally *tally)
{
    struct sim_shot *shot;
    struct sim_truth source;
    struct sim_physics physics = sim_physics_defaults();
    struct view view = view_default(fps, 0.5);
    view.seed = seed;
    assert_int_equal(sim_shot_open(&shot, &table, table.balls, &physics), 0);
    sim_shot_run(shot, start, strike);
    truth_from_sim(&truth, &source, sim_shot_record(shot), BALL_CUE, 1.5);
    trial_run(&table, &truth, &view, tally, stderr);
    sim_shot_close(&shot);
}

static struct sim_start two_balls(struct vec2 cue, struct vec2 red)
{
    struct sim_start s = {.present = ball_bit(BALL_CUE) | ball_bit(SNOOKER_RED_1)};
    s.at[BALL_CUE] = cue;
    s.at[SNOOKER_RED_1] = red;
    return s;
}

/* A ball that was turned by a nose, and of which noise has it that it rested there for a moment. */
static void what_lay_still_came_to_no_nose(void **state)
{
    (void)state;
    static struct way way;
    struct sample s[3] = {{.t = 0.9}, {.t = 1}, {.t = 1.1}};
    struct track_params params = track_params_default();
    double y = table.bed.width / 2 - table.bed.ball_d / 2;
    struct segment g = {.table = &table,
                        .params = &params,
                        .frame_s = 1 / 60.0,
                        .noise_mm = 0.5,
                        .paths = &way,
                        .events = events,
                        .paths_n = 1,
                        .strike = -1};
    for (int rested = 0; rested < 2; rested++) {
        struct explain x = {.s = &g};
        way = (struct way){.samples = s, .samples_n = 3, .pieces_n = 2, .kinks_n = 1, .moved = true};
        way.piece[0] = (struct piece){.to = 1, .t_to = 1, .p = {700, y}, .rest = rested};
        way.piece[1] =
            (struct piece){.from = 1, .to = 3, .t0 = 1, .t_from = 1, .t_to = 1.1, .p = {700, y}, .v = {50, -250}};
        way.kink[0] = (struct kink){
            .t = 1, .t_sd = 0.002, .p = {700, y}, .v0 = {50, 380}, .v1 = {50, -250}, .v_sd = 5, .gain = 900};
        if (rested)
            way.kink[0].v0 = vec2(0, 0);
        g.events_n = 0;
        explain_kinks(&x);
        assert_int_equal(g.events_n, !rested);
    }
}

/* A place against a jaw, a little into its rubber, as places may be seen; the way along it leads to the fall. */
static struct vec2 place_at_jaw(struct vec2 *along, struct vec2 *off)
{
    const struct pocket_shape *pocket = &table.pocket[1];
    for (double x = -150; x < 150; x += 0.5)
        for (double y = -150; y < 150; y += 0.5) {
            struct vec2 p = vec2_add(pocket->fall, vec2(x, y));
            double from_fall;
            place_pocket(&table, p, &from_fall);
            struct place_cushion at = place_cushion(&table, p);
            if (at.face != FACE_CURVED || from_fall < 5 || from_fall > 60 ||
                fabs(place_touch(&table) - at.gap_mm - 1.6) > 0.2)
                continue;
            *off = at.normal;
            *along = vec2_left(at.normal);
            if (vec2_dot(*along, vec2_sub(pocket->fall, p)) < 0)
                *along = vec2_scale(*along, -1);
            return p;
        }
    fail();
    return vec2(0, 0);
}

static void ball_that_draws_away_from_a_jaw_does_not_touch_it(void **state)
{
    (void)state;
    enum { N = 24 };
    struct sample s[N];
    struct vec2 along = {0, 0}, off = {0, 0}, p = place_at_jaw(&along, &off),
                v = vec2_add(vec2_scale(along, 200), vec2_scale(off, 20));
    struct track_params params = track_params_default();
    struct segment g = {
        .table = &table, .params = &params, .frame_s = 1 / 120.0, .noise_mm = 0.5, .strike = -1, .events = events};
    struct way way = {.samples = s, .samples_n = N, .gone = true, .moved = true, .ball = SNOOKER_RED_1};
    for (int i = 0; i < N; i++)
        s[i] = (struct sample){.t = 1 + i / 120.0, .p = vec2_along(p, (i - N / 2) / 120.0, v), .sd = 0.3f};
    tell_jaw(&g, &way);
    assert_int_equal(g.events_n, 0);
}

/* Fast along a nose that it touches at TOUCH_S with 40 mm/s; it slid until 0.05 s before, and a kink is seen there. */
#define TOUCH_S 1.0
#define FPS     120.0

static struct kink glance(uint64_t seed)
{
    enum { N = 120 };
    static struct way way;
    struct sample s[N];
    struct sim_rng rng = sim_rng(seed);
    struct track_params params = track_params_default();
    struct segment g = {.table = &table,
                        .params = &params,
                        .frame_s = 1 / FPS,
                        .noise_mm = 0.5,
                        .paths = &way,
                        .strike = -1,
                        .friction = {.roll = 110, .slide = 1900}};
    struct explain x = {.s = &g};
    double y = table.bed.width / 2 - table.bed.ball_d / 2;
    for (int i = 0; i < N; i++) {
        double t = TOUCH_S + (i - N / 2 + 0.4) / FPS, u = t - TOUCH_S;
        struct vec2 noise = vec2(0.5 * sim_rng_normal(&rng), 0.5 * sim_rng_normal(&rng));
        s[i] =
            (struct sample){.t = t, .p = vec2_add(vec2(400 * u - 700, y + (u < 0 ? 40 : -28) * u), noise), .sd = 0.5f};
    }
    way = (struct way){.samples = s, .samples_n = N, .pieces_n = 1, .moved = true};
    way.piece[0] =
        (struct piece){.to = N, .t0 = TOUCH_S, .t_from = s[0].t, .t_to = s[N - 1].t, .p = {-700, y}, .v = {400, 40}};
    struct kink k = {.t = TOUCH_S - 0.05, .t_sd = 0.002, .p = {-720, y - 2}, .v0 = {420, 40}, .v1 = {400, 20}};
    struct place_cushion at = place_cushion(&table, k.p);
    assert_true(time_bounce(&x, 0, &at, &k));
    return k;
}

static void slow_touch_is_timed_by_the_way_to_the_nose(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct kink k = glance(seed);
        assert_true(fabs(k.t - TOUCH_S) < 0.02);
        assert_true(fabs(k.t - TOUCH_S) < 4 * k.t_sd);
    }
}

/* Struck from so near that next to nothing is seen of the way in, at a ball that a cushion throws back at it. */
static void contact_whose_start_is_hardly_known_is_not_timed_by_some_way_out(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (int i = 0; i < 40; i++) {
        struct sim_start start = two_balls(vec2(1145, -758), vec2(1235 + 0.4 * i, -818));
        struct sim_strike strike = {.ball = BALL_CUE, .along = {0.87, -0.51 + 0.004 * i}, .speed = 1600 + 25 * i};
        run(&strike, &start, 30, (uint64_t)i + 1, &tally);
    }
    assert_int_equal(tally.times, 40);
    assert_int_equal(tally.late, 0);
}

/* Off one cushion onto a ball at another: its way out is no way in, however it fits. */
static void ball_is_not_hit_more_slowly_than_it_leaves_a_cushion(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (int i = 0; i < 40; i++) {
        struct sim_start start = two_balls(vec2(953.4, 638.8), vec2(1536 + 0.5 * i, 863.2));
        struct sim_strike strike = {.ball = BALL_CUE, .along = {520, 228}, .speed = 1200 + 20 * (i % 5)};
        run(&strike, &start, 30, (uint64_t)i + 1, &tally);
    }
    assert_int_equal(tally.times, 40);
    assert_int_equal(tally.late, 0);
    assert_true(sqrt(tally.time2 / tally.times) < 0.002);
}

/* Four in a row, from near: what a start seems to say and what the balls did after it differ by milliseconds. */
static void time_that_plays_refute_is_known_no_better_than_that(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (int i = 0; i < 60; i++) {
        struct sim_start start = two_balls(vec2(0, 0), vec2(80 + 0.5 * i, 10));
        start.present |= ball_bit(SNOOKER_RED_1 + 1) | ball_bit(SNOOKER_RED_1 + 2);
        start.at[SNOOKER_RED_1 + 1] = vec2(80 + 0.5 * i + 56, 15 + 0.3 * i);
        start.at[SNOOKER_RED_1 + 2] = vec2(80 + 0.5 * i + 110, 5 - 0.3 * i);
        struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0.05 - 0.002 * i}, .speed = 1500 + 30 * i};
        run(&strike, &start, i % 2 ? 60 : 30, (uint64_t)i + 1, &tally);
    }
    assert_true(tally.times > 150);
    assert_true(tally.late < 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lay_still_came_to_no_nose),
        cmocka_unit_test(ball_that_draws_away_from_a_jaw_does_not_touch_it),
        cmocka_unit_test(slow_touch_is_timed_by_the_way_to_the_nose),
        cmocka_unit_test(contact_whose_start_is_hardly_known_is_not_timed_by_some_way_out),
        cmocka_unit_test(time_that_plays_refute_is_known_no_better_than_that),
        cmocka_unit_test(ball_is_not_hit_more_slowly_than_it_leaves_a_cushion),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
