/* SPDX-License-Identifier: Apache-2.0 */
/* test_gaps.c: when did two slow balls touch, by the distance between them? */
#include "contacts.h"
#include "detmath.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SAMPLES = 60 };
#define TOUCH_S     1.0
#define TOO_EARLY_S 0.96

/* A ball that another one runs into at TOUCH_S: it lies at the origin until then. */
static void meet_slowly(struct way *a, struct way *b, struct sample *sa, struct sample *sb, double d, uint64_t seed)
{
    struct sim_rng rng = sim_rng(seed);
    for (int i = 0; i < SAMPLES; i++) {
        double t = TOUCH_S + (i - SAMPLES / 2 + 0.3) / 60, u = t - TOUCH_S;
        struct vec2 p = vec2(-d + (u < 0 ? 120 : 20) * u, 60 * u), q = vec2(u < 0 ? 0 : 90 * u, 0);
        struct vec2 noise = vec2(0.5 * sim_rng_normal(&rng), 0.5 * sim_rng_normal(&rng));
        sa[i] = (struct sample){.t = t, .p = vec2_add(p, noise), .sd = 0.5f, .frame = i};
        noise = vec2(0.5 * sim_rng_normal(&rng), 0.5 * sim_rng_normal(&rng));
        sb[i] = (struct sample){.t = t, .p = vec2_add(q, noise), .sd = 0.5f, .frame = i};
    }
    *a = (struct way){.samples = sa, .samples_n = SAMPLES};
    *b = (struct way){.samples = sb, .samples_n = SAMPLES};
}

/* The time told for a touch that was looked for a little too early. */
static struct cause timed(bool parting, uint64_t seed)
{
    static struct way ways[2];
    struct sample sa[SAMPLES], sb[SAMPLES];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = {.table = &table, .params = &params, .frame_s = 1 / 60.0, .noise_mm = 0.5, .paths = ways};
    struct cause c = {.t = TOO_EARLY_S, .t_sd = 0.012};
    meet_slowly(&ways[0], &ways[1], sa, sb, table.bed.ball_d, seed);
    for (int i = 0; i < SAMPLES && !parting; i++)
        sb[i].p = vec2_add(sa[i].p, vec2(80, 0));
    time_by_gap(&(struct explain){.s = &s}, 0, 1, c.t, c.t_sd, &c);
    return c;
}

static void slow_touch_is_where_the_distance_turns(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct cause c = timed(true, seed);
        assert_true(fabs(c.t - TOUCH_S) < 0.02);
        assert_true(fabs(c.t - TOUCH_S) < 4 * c.t_sd);
    }
}

static void balls_that_do_not_part_tell_no_time(void **state)
{
    (void)state;
    assert_true(timed(false, 1).t == TOO_EARLY_S);
}

/* The one that runs into the other had been turned aside 0.06 s before: until then it came from elsewhere, and fast. */
static void what_was_before_another_push_says_nothing(void **state)
{
    (void)state;
    static struct way ways[2];
    struct sample sa[SAMPLES], sb[SAMPLES];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = {.table = &table, .params = &params, .frame_s = 1 / 60.0, .noise_mm = 0.5, .paths = ways};
    for (uint64_t seed = 1; seed < 20; seed++) {
        const double pushed = TOUCH_S - 0.06;
        struct cause c = {.t = TOUCH_S + 0.01, .t_sd = 0.012};
        meet_slowly(&ways[0], &ways[1], sa, sb, table.bed.ball_d, seed);
        for (int i = 0; i < SAMPLES; i++)
            if (sa[i].t < pushed)
                sa[i].p = vec2_along(sa[i].p, pushed - sa[i].t, vec2(-1500, 300));
        ways[0].kinks_n = 1;
        ways[0].kink[0] = (struct kink){.t = pushed, .used = true};
        time_by_gap(&(struct explain){.s = &s}, 0, 1, c.t, c.t_sd, &c);
        assert_true(fabs(c.t - TOUCH_S) < 0.02);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_touch_is_where_the_distance_turns),
        cmocka_unit_test(balls_that_do_not_part_tell_no_time),
        cmocka_unit_test(what_was_before_another_push_says_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
