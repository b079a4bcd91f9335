/* SPDX-License-Identifier: Apache-2.0 */
/* test_exposure.c: how long is a frame exposed, as far as nothing but streaks tells it? */
#include "exposure.h"
#include "laid_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { FPS = 30, STRUCK = 20 }; /* the frame before the strike */
#define SHUTTER_S 0.011
static const struct vec2 way = {6500, 1000}; /* mm/s */

/* A break: the cue-ball is a streak from its first frame on. */
static void watch_break(struct exposure *e, int frames)
{
    struct heard h = {0};
    struct tracking *t = watch_open(BALL_SET_NUMBERED, &h);
    for (int k = 0; k < frames; k++) {
        struct observation o = {.t = k * NS_PER_S / FPS, .frame = k};
        bool streak = k > STRUCK;
        struct vision_result seen = {.balls_n = streak}; /* no picture: nobody asks for limbs */
        struct vec2 at = vec2_along(vec2(-900, 0), fmax(k - STRUCK - 0.5, 0) / FPS, way);
        see(&o, BALL_KIND_WHITE, at, streak ? 3 : 0.3f)->smeared = streak;
        seen.balls[0] = (struct ball_obs){.mm = at, .smear_mm = vec2_scale(way, SHUTTER_S)};
        exposure_look(e, NULL, &(const struct frame){.t = o.t}, &seen, t);
        track_update(t, &o);
    }
    track_close(&t);
}

static void the_streaks_of_a_break_tell_how_long_it_was_exposed(void **state)
{
    (void)state;
    struct exposure before = {0}, after = {0};
    watch_break(&before, STRUCK);
    watch_break(&after, STRUCK + 5);
    assert_true(fabs(exposure_s(&after) - SHUTTER_S) < 0.002);
    assert_true(exposure_sd(&after) < exposure_sd(&before));
    assert_true(fabs(exposure_s(&before) - SHUTTER_S) < 2 * exposure_sd(&before)); /* not known: it says so */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_streaks_of_a_break_tell_how_long_it_was_exposed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
