/* SPDX-License-Identifier: Apache-2.0 */
/* test_watch_camera.c: what tracking makes of a camera that is knocked or understood better, laid out by hand, frame by
 * frame. */
#include "laid_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- knocks of the camera ---------------------------------------------------------------------------------------- */

/* Six reds in a pack that are pushed on by 1.5 mm, all alike, from one frame to the next: by a cue-ball that runs into
 * them (*scene), or because the camera was knocked. */
static void lay_pushed_pack(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    bool played = *(const bool *)scene;
    double push = s < 2 ? 0 : 1.5;
    (void)rng;
    for (int i = 0; i < 6; i++)
        see(o, BALL_KIND_RED, vec2(300 + 55 * (i % 3) + push, 55 * (i / 3.0)), 0.1f);
    see(o, BALL_KIND_WHITE, vec2(played ? fmin(-600 + 900 * fmax(0, s - 1.07), 245) : -600 + push, 0), 0.1f);
}

static void a_pack_that_is_pushed_is_no_bump_of_the_camera(void **state)
{
    (void)state;
    const bool played = true, knocked = false;
    assert_int_equal(watch(120, 30, lay_pushed_pack, &played).bumped, 0);
    assert_true(watch(120, 30, lay_pushed_pack, &knocked).bumped > 0);
}

static struct vec2 spread(int i)
{
    static const struct vec2 far[] = {{-1300, 200}, {0, 0}, {1450, -300}};
    return i < 6 ? vec2(900 + 53 * (i % 3), 53 * (i / 3.0)) : far[i - 6];
}

/* A pack and three balls far from it, knocked by more than a radius, so that each red is seen nearest to where its
 * neighbour lay, and tilted: the far ball moves more. */
static void lay_knocked_pack(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    static const enum ball_kind kind[] = {BALL_KIND_WHITE, BALL_KIND_BLUE, BALL_KIND_BLACK};
    double knock = s < 2 ? 0 : s < 2.5 ? 30 * cos((double)o->frame) : 31;
    (void)scene, (void)rng;
    for (int i = 0; i < 9; i++) {
        double tilted = knock * (1 + 0.1 * spread(i).x / 1000);
        see(o, i < 6 ? BALL_KIND_RED : kind[i - 6], vec2_add(spread(i), vec2(tilted, -0.5 * tilted)), 0.1f);
    }
}

static void a_pack_is_known_again_after_a_hard_knock(void **state)
{
    (void)state;
    struct heard h = watch(150, 30, lay_knocked_pack, NULL);
    assert_int_equal(h.balls_n, 9);
    for (int i = 0; i < 9; i++) {
        double least = INFINITY;
        for (int k = 0; k < 9; k++)
            least = fmin(least, vec2_dist(h.ball[i].at, spread(k)));
        assert_true(h.ball[i].resting && least < 0.5);
    }
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_DISTURBED], 0);
}

/* Four balls that nobody touches, seen with half a millimetre of noise, another one for each *scene. */
static void lay_still(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    static const enum ball_kind kind[] = {BALL_KIND_WHITE, BALL_KIND_BLUE, BALL_KIND_BLACK, BALL_KIND_RED};
    for (int i = 0; s == 0 && i < *(const int *)scene; i++)
        sim_rng_normal(rng);
    for (int i = 0; i < 4; i++)
        see(o, kind[i], shaken(vec2(-1300 + 800 * i, i % 2 ? 400 : -300), 0.5, rng), 0.5f);
}

static void noise_is_no_bump_of_the_camera(void **state)
{
    (void)state;
    for (int fps = 60; fps <= 240; fps *= 2)
        for (int scene = 0; scene < 20; scene++)
            assert_int_equal(watch(2 * fps, fps, lay_still, &scene).bumped, 0);
}

/* Two balls that lie far from each other and seem to jump at once. */
static void lay_jump(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    double x = fmin(fmax(180 * s - 357, 0), 12);
    (void)scene, (void)rng;
    see(o, BALL_KIND_WHITE, vec2(-500 + x, 300 + 1.1 * x), 0.1f);
    see(o, BALL_KIND_RED, vec2(900 + x, 300 + 1.1 * x), 0.1f);
}

static void two_balls_that_jump_alike_are_no_stroke(void **state)
{
    (void)state;
    struct heard h = watch(300, 60, lay_jump, NULL);
    assert_true(h.bumped > 0);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_DISTURBED], 0);
}

/* The cue-ball rolls out; far from it a green is seen 3.5 mm aside for a while, and 1.2 mm in the end, though it never
 * went anywhere: what a knock leaves when it is carried back. */
static void lay_swayed(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    double rolls = fmin(fmax(0, s - 1), 2), sway = s < 1.3 ? 0 : s < 2.2 ? 3.5 : 1.2;
    (void)scene;
    see(o, BALL_KIND_WHITE, shaken(vec2(-1200 + 400 * rolls - 100 * rolls * rolls, -300), 0.1, rng), 0.1f);
    see(o, BALL_KIND_GREEN, shaken(vec2(800 + sway, 300), 0.1, rng), 0.1f);
}

static void what_never_went_anywhere_does_not_come_to_rest(void **state)
{
    (void)state;
    struct heard h = watch(300, 60, lay_swayed, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_REST], 1);
}

/* ---- cameras that are understood better -------------------------------------------------------------------------- */

/* Two balls at rest, whose places are told as `place` has them before and after a change that tracking is told of. */
static void check_change(void (*tell)(struct tracking *), struct vec2 (*place)(struct vec2 p, bool changed))
{
    const struct vec2 cue = {-900, 0}, red = {100, 250};
    struct heard heard = {.strokes = 0};
    struct tracking *t = watch_open(BALL_SET_SNOOKER, &heard);
    for (int k = 0; k < 240; k++) {
        struct observation o = {.t = k * NS_PER_S / 60, .frame = k};
        const double wobble = k % 2 ? 0.2 : -0.2;
        see(&o, BALL_KIND_WHITE, vec2(cue.x + wobble, cue.y), 0.3f);
        see(&o, BALL_KIND_RED, vec2(red.x, red.y + wobble), 0.3f);
        if (k == 120)
            tell(t);
        for (int i = 0; i < o.balls_n; i++)
            o.balls[i].mm = place(o.balls[i].mm, k >= 120);
        track_update(t, &o);
    }
    heard.balls_n = track_balls(t, 4 * NS_PER_S, heard.ball);
    track_finish(t);
    track_close(&t);
    assert_int_equal(heard.balls_n, 2);
    for (int i = 0; i < 2; i++)
        assert_true(vec2_dist(heard.ball[i].at, place(heard.ball[i].id == BALL_CUE ? cue : red, true)) < 1);
    assert_int_equal(heard.strokes + heard.n[EVENT_REMOVED] + heard.n[EVENT_PLACED] + heard.n[EVENT_DISTURBED], 0);
}

/* Wrong since a knock that nobody noticed. */
static struct vec2 knocked_first(struct vec2 p, bool changed)
{
    return changed ? p : vec2_add(p, vec2(20, 28));
}

static struct vec2 turned_later(struct vec2 p, bool changed)
{
    return changed ? vec2_scale(p, -1) : p;
}

static void places_of_a_camera_that_is_fitted_anew_are_taken_as_they_are(void **state)
{
    (void)state;
    check_change(track_fitted_anew, knocked_first);
}

static void a_table_that_is_turned_round_keeps_its_balls(void **state)
{
    (void)state;
    check_change(track_turn, turned_later);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pack_that_is_pushed_is_no_bump_of_the_camera),
        cmocka_unit_test(a_pack_is_known_again_after_a_hard_knock),
        cmocka_unit_test(noise_is_no_bump_of_the_camera),
        cmocka_unit_test(what_never_went_anywhere_does_not_come_to_rest),
        cmocka_unit_test(two_balls_that_jump_alike_are_no_stroke),
        cmocka_unit_test(places_of_a_camera_that_is_fitted_anew_are_taken_as_they_are),
        cmocka_unit_test(a_table_that_is_turned_round_keeps_its_balls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
