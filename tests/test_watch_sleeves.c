/* SPDX-License-Identifier: Apache-2.0 */
/* test_watch_sleeves.c: which balls are told to have been moved under an arm by a little, laid out by hand, frame by
 * frame. */
#include "laid_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Far from the cue-ball, which is struck at 4 s, an arm lies over the black from 2 s on; what is left to see of it is
 * 5 mm off, and goes on being so by 3.7 mm after the arm has gone, or not at all. */
static void lay_sleeve(const void *moved, double s, struct sim_rng *rng, struct observation *o)
{
    bool arm = s > 2 && s < 4.2;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-500, -300), vec2(600, 0), 4, s), 0.2, rng), 0.2f);
    struct vec2 black = arm ? vec2(1465, -1.3) : s > 2 && *(const bool *)moved ? vec2(1463.5, -1.3) : vec2(1460, 0);
    see(o, BALL_KIND_BLACK, shaken(black, 0.2, rng), 0.2f);
    if (arm)
        o->regions[o->regions_n++] = (struct observed_region){{1440, -20}, {1600, 300}};
}

static void ball_that_a_sleeve_moved_a_little_before_the_stroke_is_disturbed(void **state)
{
    (void)state;
    bool moved = true;
    struct heard heard = watch(600, 60, lay_sleeve, &moved);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 1);
    moved = false; /* it only seemed so */
    heard = watch(600, 60, lay_sleeve, &moved);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 0);
}

/* A rest lies over a part of the black, with no arm about, from 2 s until after the stroke, which begins at 4 s. */
static void lay_stick(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool stick = s > 2 && s < 4.8;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(1000, -200), vec2(-600, -100), 4, s), 0.2, rng), 0.2f);
    struct observed_ball *black = see(o, BALL_KIND_BLACK, shaken(vec2(1460, stick ? 5 : 0), 0.2, rng), 0.3f);
    black->quality = stick ? 0.6f : 0.95f;
}

static void a_ball_of_which_a_stick_hides_a_part_was_not_moved(void **state)
{
    (void)state;
    struct heard heard = watch(600, 60, lay_stick, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 0);
    assert_int_equal(heard.n[EVENT_REST], 1); /* the cue-ball's */
    assert_true(heard.first_p > 0.98f);
}

/* An arm over the cue-ball pulls at what is seen of it, but for a moment, in which the cue-ball seems to go back to its
 * place; then a red is struck with the cue. */
static void lay_pulled(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool pulled = s > 2 && s < 5.7 && !(s > 4.2 && s < 4.5);
    struct vec2 cue = pulled ? vec2(574.7, -4.5) : vec2(575.5, -2.5);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.05, rng), 0.1f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(400, 57), vec2(-450, 210), 4.55, s), 0.05, rng), 0.1f);
    if (s > 2 && s < 5.7)
        o->regions[o->regions_n++] = (struct observed_region){{578, -40}, {1000, 300}};
}

static void a_red_that_is_struck_beside_a_cue_ball_under_an_arm_was_struck(void **state)
{
    (void)state;
    struct heard heard = watch(600, 30, lay_pulled, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_STRIKE], 1);
}

/* The green is lost under an arm as it rolls out, and found where it stopped when the arm has gone, in the next stroke.
 */
static void lay_rolled_out(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double hit = 1.5, hidden = 3, found = 9.5;
    struct vec2 from = vec2(100, 0), to = vec2(180, 0);
    struct vec2 met = vec2(47.5, 0), cue = s < hit ? vec2_along(met, 500 * (fmax(s, 1) - hit), vec2(1, 0)) : met;
    see(o, BALL_KIND_WHITE, shaken(rolling(cue, vec2(-500, 300), 9, s), 0.05, rng), 0.1f);
    struct vec2 green = rolling(from, to, hit, s);
    if (s < hidden - 0.2 || s > found)
        see(o, BALL_KIND_GREEN, shaken(green, 0.05, rng), 0.1f);
    if (s > hidden - 0.2 && s < found)
        o->regions[o->regions_n++] = (struct observed_region){{150, -60}, {400, 300}};
}

static void a_ball_that_was_lost_as_it_rolled_out_was_not_moved_later(void **state)
{
    (void)state;
    struct heard heard = watch(480, 30, lay_rolled_out, NULL);
    assert_int_equal(heard.strokes, 2);
    assert_int_equal(heard.n[EVENT_DISTURBED], 0);
    assert_true(heard.first_p > 0.9f);
}

/* Half hidden since 2 s, it is seen 3 mm from where it lay, and when the arm has gone 4.6 mm, on another side; before
 * the arm is seen over it, it is brushed, or not. */
static void lay_half_hidden(const void *brushed, double s, struct sim_rng *rng, struct observation *o)
{
    bool arm = s > 2 && s < 5, comes = s < 2.1 && *(const bool *)brushed;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-500, -300), vec2(600, 0), 4, s), 0.05, rng), 0.1f);
    struct vec2 black = s < 2 ? vec2(1460, 0) : comes ? vec2(1457, 3.6) : arm ? vec2(1459.2, 3) : vec2(1456.5, 3.1);
    see(o, BALL_KIND_BLACK, shaken(black, 0.05, rng), arm ? 0.7f : 0.1f)->quality = arm ? 0.7f : 1;
    if (arm)
        o->regions[o->regions_n++] = (struct observed_region){{comes ? 1490 : 1470, -20}, {1600, 300}};
}

static void ball_that_an_arm_moved_and_half_hid_during_the_stroke_is_disturbed(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        const bool brushed = i;
        struct heard heard = watch(300, 30, lay_half_hidden, &brushed);
        assert_int_equal(heard.strokes, 1);
        assert_int_equal(heard.n[EVENT_DISTURBED], 1);
        assert_true(heard.disturbed < heard.strike);
    }
}

/* The same, but the arm hides all of the black until long after the stroke. */
static void lay_under_arm(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool arm = s > 2 && s < 5.5;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-500, -300), vec2(600, 0), 4, s), 0.2, rng), 0.2f);
    if (!arm)
        see(o, BALL_KIND_BLACK, shaken(s < 3 ? vec2(1460, 0) : vec2(1454, 9), 0.2, rng), 0.2f);
    else
        o->regions[o->regions_n++] = (struct observed_region){{1400, -60}, {1600, 300}};
}

static void ball_that_an_arm_hid_during_the_stroke_was_moved_before_it(void **state)
{
    (void)state;
    struct heard heard = watch(600, 60, lay_under_arm, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 1);
    assert_true(heard.disturbed < heard.strike);
}

/* A sleeve brushes the black, and is gone long before the stroke at 5 s: seen 5.9 mm off at first, it lies 6.1 mm off.
 */
static void lay_brushed(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-500, -300), vec2(600, 0), 5, s), 0.05, rng), 0.1f);
    see(o, BALL_KIND_BLACK, shaken(vec2(s < 2.1 ? 1460 : s < 3.6 ? 1465.9 : 1466.1, 0), 0.05, rng), 0.1f);
    if (s > 2 && s < 2.3)
        o->regions[o->regions_n++] = (struct observed_region){{1480, -20}, {1600, 300}};
}

static void ball_that_a_sleeve_brushed_long_before_the_stroke_is_disturbed(void **state)
{
    (void)state;
    struct heard heard = watch(360, 30, lay_brushed, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 1);
}

/* An arm comes over the red, which seems to start as it is hidden, and goes after the cue-ball was struck, well before
 * that comes to the red. */
static void lay_hidden_then_hit(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double comes = 2, gone = 4.6, hit = 6;
    struct vec2 at = vec2(400, 0), met = vec2(400 - 52.5, 0);
    see(o, BALL_KIND_WHITE, shaken(vec2_along(met, fmin(fmax(s, 4) - hit, 0) * 300, vec2(1, 0)), 0.05, rng), 0.1f);
    if (s < comes || s > gone)
        see(o, BALL_KIND_RED, shaken(rolling(at, vec2(600, 0), hit, s), 0.05, rng), 0.1f);
    else if (s < comes + 0.1)
        see(o, BALL_KIND_RED, shaken(vec2(400, -150 * (s - comes)), 0.05, rng), 0.1f);
    if (s > comes && s < gone)
        o->regions[o->regions_n++] = (struct observed_region){{380, -300}, {500, s < comes + 0.1 ? -20 : 100}};
}

static void a_ball_that_lies_where_it_lay_when_the_arm_has_gone_was_not_moved_before_it_was_hit(void **state)
{
    (void)state;
    struct heard heard = watch(330, 30, lay_hidden_then_hit, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_CONTACT], 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 0);
}

/* The same, but the arm stays until the cue-ball, which is struck away from the red, has come to rest. */
static void lay_hidden_throughout(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double comes = 2, gone = 8;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(0, 0), vec2(-600, 0), 4, s), 0.05, rng), 0.1f);
    if (s < comes || s > gone)
        see(o, BALL_KIND_RED, shaken(vec2(700, 0), 0.05, rng), 0.1f);
    else if (s < comes + 0.1)
        see(o, BALL_KIND_RED, shaken(vec2(700, -150 * (s - comes)), 0.05, rng), 0.1f);
    if (s > comes && s < gone)
        o->regions[o->regions_n++] = (struct observed_region){{680, -300}, {800, s < comes + 0.1 ? -20 : 100}};
}

static void a_ball_that_seems_to_start_as_an_arm_hides_it_lies_where_it_lay(void **state)
{
    (void)state;
    struct heard heard = watch(330, 30, lay_hidden_throughout, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED] + heard.n[EVENT_REMOVED] + heard.n[EVENT_PLACED], 0);
}

/* An arm lies over the white from 2 s to 8 s; beside it a knuckle smears for a moment as it comes. The yellow is struck
 * at 4 s, far from there. */
static void lay_knuckle(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool arm = s > 2 && s < 8;
    see(o, BALL_KIND_YELLOW, shaken(rolling(vec2(-1058, 136), vec2(300, -200), 4, s), 0.05, rng), 0.1f);
    see(o, BALL_KIND_RED, shaken(vec2(1000, 500), 0.05, rng), 0.1f);
    if (!arm)
        see(o, BALL_KIND_WHITE, shaken(vec2(-1130, 700), 0.05, rng), 0.1f);
    else
        o->regions[o->regions_n++] = (struct observed_region){{-1300, 500}, {-1050, 889}};
    if (s > 2.05 && s < 2.18) {
        struct observed_ball *knuckle = see(o, BALL_KIND_WHITE, vec2(-1009 + 60 * (s - 2), 688 - 230 * (s - 2)), 8);
        knuckle->quality = 0.5f;
        knuckle->kind_p = 0.45f;
        knuckle->smeared = true;
    }
}

static void a_knuckle_beside_a_cue_ball_under_an_arm_is_not_that_on_its_way(void **state)
{
    (void)state;
    struct heard heard = watch_set(BALL_SET_BILLIARDS, 300, 30, lay_knuckle, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_STRIKE], 1);
    assert_int_equal(heard.n[EVENT_DISTURBED] + heard.n[EVENT_REMOVED] + heard.n[EVENT_PLACED], 0);
    assert_int_equal(heard.moving, 0);
    assert_int_equal(ball_count(heard.rest), 3);
}

/* The red lies among lines that somebody drew with light, and under them it goes to the pocket, half seen and smeared,
 * when the cue-ball has come to it. */
static void lay_hit_in_lines(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct vec2 along = vec2_unit(vec2(1, 0.6)), red = vec2(1400, 640);
    const double hit = 1.5;
    (void)scene;
    struct vec2 cue = s < 1 ? vec2_along(red, -652.5, along)
                            : vec2_along(red, -52.5 - 1200 * fmax(0, hit - s) + 60 * fmax(0, fmin(1, s - hit)), along),
                gone = vec2_along(red, 1100 * fmax(0, s - hit), along);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.05, rng), 0.1f);
    if (s < hit - 0.08)
        see(o, BALL_KIND_RED, shaken(red, 0.05, rng), 0.1f);
    else if (s > hit + 0.08 && gone.x < 1740) {
        struct observed_ball *b = see(o, BALL_KIND_RED, shaken(gone, 0.5, rng), 1);
        b->quality = 0.5f;
        b->smeared = true;
    }
    if (s > hit - 0.1 && s < hit + 0.6)
        o->regions[o->regions_n++] = (struct observed_region){{1380, 600}, {1700, 860}};
}

static void a_ball_that_was_hit_among_lines_of_light_has_left(void **state)
{
    (void)state;
    struct heard heard = watch(150, 30, lay_hit_in_lines, NULL);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_CONTACT], 1);
    assert_int_equal(heard.n[EVENT_POCKET], 1);
}

/* After a first stroke a sleeve moves the black by 5 mm, and is gone when the cue-ball is struck at 8 s and hits the
 * black where it lies now. */
static void lay_moved_and_hit(const void *moved, double s, struct sim_rng *rng, struct observation *o)
{
    const double brushed = 6, hit = 8.5;
    const struct vec2 lies = vec2(1110, 0);
    bool arm = s > brushed - 0.4 && s < brushed - 0.1;
    struct vec2 black = s > brushed && *(const bool *)moved ? vec2(1463, -4) : vec2(1460, 0),
                met = vec2_along(black, -52.5, vec2_unit(vec2_sub(black, lies)));
    struct vec2 cue = s < 7     ? rolling(vec2(1070.2, 0), vec2(94.9, 0), 1, s)
                      : s < hit ? vec2_along(lies, fmax(s - 8, 0) / (hit - 8), vec2_sub(met, lies))
                                : rolling(met, vec2(30, 0), hit, s);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.05, rng), 0.1f);
    see(o, BALL_KIND_BLACK, shaken(rolling(black, vec2(200, 0), hit, s), 0.05, rng), 0.1f);
    if (arm)
        o->regions[o->regions_n++] = (struct observed_region){{1440, -20}, {1600, 300}};
}

static void ball_that_a_sleeve_moved_before_the_stroke_hit_it_is_disturbed(void **state)
{
    (void)state;
    bool moved = true;
    struct heard heard = watch(800, 60, lay_moved_and_hit, &moved);
    assert_int_equal(heard.strokes, 2);
    assert_int_equal(heard.met, SNOOKER_BLACK);
    assert_int_equal(heard.n[EVENT_DISTURBED], 1);
    moved = false;
    heard = watch(800, 60, lay_moved_and_hit, &moved);
    assert_int_equal(heard.strokes, 2);
    assert_int_equal(heard.n[EVENT_DISTURBED], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_seems_to_start_as_an_arm_hides_it_lies_where_it_lay),
        cmocka_unit_test(a_ball_that_lies_where_it_lay_when_the_arm_has_gone_was_not_moved_before_it_was_hit),
        cmocka_unit_test(a_knuckle_beside_a_cue_ball_under_an_arm_is_not_that_on_its_way),
        cmocka_unit_test(a_ball_that_was_hit_among_lines_of_light_has_left),
        cmocka_unit_test(a_ball_of_which_a_stick_hides_a_part_was_not_moved),
        cmocka_unit_test(a_red_that_is_struck_beside_a_cue_ball_under_an_arm_was_struck),
        cmocka_unit_test(ball_that_a_sleeve_moved_a_little_before_the_stroke_is_disturbed),
        cmocka_unit_test(ball_that_a_sleeve_moved_before_the_stroke_hit_it_is_disturbed),
        cmocka_unit_test(a_ball_that_was_lost_as_it_rolled_out_was_not_moved_later),
        cmocka_unit_test(ball_that_an_arm_moved_and_half_hid_during_the_stroke_is_disturbed),
        cmocka_unit_test(ball_that_an_arm_hid_during_the_stroke_was_moved_before_it),
        cmocka_unit_test(ball_that_a_sleeve_brushed_long_before_the_stroke_is_disturbed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
