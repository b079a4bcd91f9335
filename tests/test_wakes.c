/* SPDX-License-Identifier: Apache-2.0 */
/* test_wakes.c: when exactly did a ball that lay still start? */
#include "detmath.h"
#include "inside.h"
#include "trials.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SAMPLES = 40, AT_REST = 15 };
#define FRAME_S (1 / 60.0)
#define START_S 1.004
#define AGAIN_S (START_S + 0.2)
#define SLIDE   1900.0
#define ROLL    110.0

/* Where a ball is that was hit at START_S and turned aside by `aside` mm/s at AGAIN_S. */
static struct vec2 place(double t, double aside)
{
    double v = 1200, s = fmax(t - START_S, 0), slide = 2 * v / (7 * SLIDE), u = fmax(s - slide, 0), w = fmin(s, slide);
    double x = v * w - SLIDE * w * w / 2 + (v - SLIDE * slide) * u - ROLL * u * u / 2;
    return vec2(x, aside * fmax(t - AGAIN_S, 0));
}

static struct kink timed(double aside, uint64_t seed)
{
    static struct way way;
    struct sample s[SAMPLES];
    struct sim_rng rng = sim_rng(seed);
    for (int i = 0; i < SAMPLES; i++) {
        double t = 1 + (i - AT_REST + 1) * FRAME_S;
        struct vec2 noise = vec2(0.3 * sim_rng_normal(&rng), 0.3 * sim_rng_normal(&rng));
        s[i] = (struct sample){.t = t, .p = vec2_add(place(t, aside), noise), .sd = 0.3f, .frame = i};
    }
    way = (struct way){.samples = s, .samples_n = SAMPLES, .pieces_n = 2};
    way.piece[0] = (struct piece){.from = 0, .to = AT_REST, .rest = true};
    way.piece[1] = (struct piece){.from = AT_REST, .to = SAMPLES};
    struct kink k = {.t = START_S - 0.006, .t_sd = 0.003, .v1 = {1000, 0}, .wake = true};
    wake_refine(&way, &k, vec2(0, 0), FRAME_S, SLIDE, ROLL);
    return k;
}

static void start_is_known_to_a_ms(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct kink k = timed(0, seed);
        assert_true(fabs(k.t - START_S) < 0.0015);
        assert_true(k.t_sd < 0.0015);
    }
}

static void what_turns_it_later_does_not_blur_its_start(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct kink k = timed(150, seed);
        assert_true(fabs(k.t - START_S) < 0.0015);
        assert_true(k.t_sd < 0.0015);
    }
}

/* Struck at 4.5 m/s, seen a little off its place, once on its way, and then not before another ball has turned it. */
static void a_ball_seen_once_here_and_once_there_is_on_its_way(void **state)
{
    (void)state;
    enum { N = 21 };
    static struct way way;
    static double cost[N + 1];
    static int32_t from[N + 1];
    static uint8_t rest[N + 1];
    struct path_scratch scratch = {.cost = cost, .from = from, .rest = rest};
    struct sample s[N];
    struct sim_rng rng = sim_rng(3);
    for (int i = 0; i < N; i++) {
        double t = (i + (i > 13)) / 30.0;
        struct vec2 p = i < 12 ? vec2(-332, 359) : i == 12 ? vec2(-325, 359) : vec2(-177, 334);
        if (i > 13)
            p = vec2(111 + 4200 * (t - 15 / 30.0), 330 + 450 * (t - 15 / 30.0));
        struct vec2 noise = vec2(0.1 * sim_rng_normal(&rng), 0.1 * sim_rng_normal(&rng));
        s[i] = (struct sample){.t = t, .p = vec2_add(p, noise), .sd = 0.1f, .frame = i};
    }
    path_cut(&way, s, N, 1 / 30.0, &scratch);
    assert_true(way.kinks_n > 0 && way.kink[0].wake);
    assert_true(vec2_len(way.kink[0].v1) > 3000);
}

/* Billiards: the white is played along x at the yellow, which lies a little to the side. */
#define STRIKE_S 1.5
#define MEET_S   2.4036
#define STRUCK   900.0
#define MET_RAD  0.4 /* of the line of centres, off the way */

static double since_push(double v, double s)
{
    double slide = 2 * v / (7 * SLIDE), w = fmin(s, slide), u = fmin(fmax(s - slide, 0), 5 * v / 7 / ROLL);
    return v * w - SLIDE * w * w / 2 + 5 * v / 7 * u - ROLL * u * u / 2;
}

static double white_after(double s)
{
    return STRUCK * s - ROLL * s * s / 2;
}

static bool play_at_yellow(const void *source, ball_id ball, double t, struct vec2 *p, struct vec2 *v)
{
    double d = *(const double *)source, met = MEET_S - STRIKE_S, speed = STRUCK - ROLL * met;
    struct vec2 line = vec2(cos(MET_RAD), sin(MET_RAD)), aside = vec2(sin(MET_RAD), -cos(MET_RAD));
    struct vec2 touch = vec2(-400 + white_after(met), 0), on = vec2_scale(aside, speed * sin(MET_RAD));
    double before = fmin(fmax(t - STRIKE_S, 0), met), after = fmax(t - MEET_S, 0);
    *v = after > 0 ? on : before > 0 ? vec2(STRUCK - ROLL * before, 0) : vec2(0, 0);
    *p = after > 0 ? vec2_along(touch, fmin(after, 1), on) : vec2(-400 + white_after(before), 0);
    if (ball != BALL_CUE) {
        *v = vec2_scale(line, after > 0 ? speed * cos(MET_RAD) : 0);
        *p = vec2_along(vec2_along(touch, d, line), since_push(speed * cos(MET_RAD), after), line);
    }
    return true;
}

static void the_other_cue_ball_starts_as_a_ball_that_was_hit(void **state)
{
    (void)state;
    static struct truth truth;
    static struct tally tally;
    struct table table;
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    truth = (struct truth){.events_n = 2,
                           .events = {{.kind = EVENT_STRIKE, .a = BALL_CUE, .t = to_ns(STRIKE_S), .speed = STRUCK},
                                      {.kind = EVENT_CONTACT, .a = 1, .b = 2, .t = to_ns(MEET_S), .speed = STRUCK}},
                           .first = ball_bit(2),
                           .strike_t = STRIKE_S,
                           .end_t = 7,
                           .at = play_at_yellow,
                           .source = &table.bed.ball_d,
                           .present = ball_bit(1) | ball_bit(2),
                           .set = BALL_SET_BILLIARDS};
    for (uint64_t seed = 1; seed < 10; seed++) {
        struct view view = view_default(30, 0.2);
        view.seed = seed;
        trial_run(&table, &truth, &view, &tally, NULL);
    }
    assert_int_equal(tally.times, 9);
    assert_true(tally.time2 < 9 * 0.0012 * 0.0012);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_is_known_to_a_ms),
        cmocka_unit_test(what_turns_it_later_does_not_blur_its_start),
        cmocka_unit_test(a_ball_seen_once_here_and_once_there_is_on_its_way),
        cmocka_unit_test(the_other_cue_ball_starts_as_a_ball_that_was_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
