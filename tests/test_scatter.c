/* SPDX-License-Identifier: Apache-2.0 */
/* test_scatter.c: which places of a ball are worth less than they say? */
#include "inside.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SAMPLES = 24, TURN = 12 };
#define FRAME_S (1 / 60.0)
#define SD      0.4f

/* A ball that rolls along x, and from TURN on with another velocity. */
static void roll(struct sample *s, struct vec2 before, struct vec2 after)
{
    for (int i = 0; i < SAMPLES; i++) {
        double t = i * FRAME_S, since = t - (TURN - 0.4) * FRAME_S;
        struct vec2 p = vec2_scale(since < 0 ? before : after, since);
        s[i] = (struct sample){.t = t, .p = p, .sd = SD, .frame = i};
    }
}

static void widen(struct sample *s)
{
    static struct tracking t; /* of no exposure: nothing smears */
    assert_int_equal(table_make(&t.table, "snooker-12ft"), 0);
    scatter_widen(&t, s, SAMPLES);
}

static void place_off_a_way_that_goes_on_behind_it_counts_by_what_it_is_off(void **state)
{
    (void)state;
    static const int stray[] = {11, 12, 14};
    struct sample s[SAMPLES];
    roll(s, vec2(2200, 75), vec2(2200, 75));
    for (int i = 0; i < 3; i++)
        s[stray[i]].p = vec2_add(s[stray[i]].p, vec2(36, -2));
    widen(s);
    for (int i = 0; i < SAMPLES; i++)
        assert_true(i == 11 || i == 12 || i == 14 ? s[i].sd > 30 : s[i].sd < 2 * SD);
}

static void bounces_and_pushes_are_believed(void **state)
{
    (void)state;
    static const struct vec2 after[] = {{-1500, 300}, {-300, 60}, {1500, 300}, {0, 0}};
    for (int k = 0; k < 4; k++) {
        struct sample s[SAMPLES];
        roll(s, vec2(k < 3 ? 2000 : 400, 300), after[k]);
        widen(s);
        for (int i = 0; i < SAMPLES; i++)
            assert_true(s[i].sd < 2 * SD);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(place_off_a_way_that_goes_on_behind_it_counts_by_what_it_is_off),
        cmocka_unit_test(bounces_and_pushes_are_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
