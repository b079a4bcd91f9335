/* SPDX-License-Identifier: Apache-2.0 */
/* test_wakes.c: when exactly did a ball that lay still start? */
#include "detmath.h"
#include "inside.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_is_known_to_a_ms),
        cmocka_unit_test(what_turns_it_later_does_not_blur_its_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
