/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that balls at rest are followed by their pixels: small shifts are told, and what is not the ball is not. */
#include "pixels.h"
#include "scene.h"
#include "still.h"
#include "vision.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Six colours and a red, seen by a camera that is known exactly. */
struct table_seen {
    struct scene scene;
    struct calibration c;
    struct vision *vision;
    struct vision_expect expect[SCENE_BALLS];
    struct vision_result r;
    struct frame frame;
};

static void draw(struct table_seen *t)
{
    pixels_free(&t->frame);
    assert_int_equal(scene_render(&t->scene, &t->frame), 0);
}

static void track(struct table_seen *t)
{
    assert_int_equal(vision_track(t->vision, &t->frame, t->expect, t->scene.balls_n, &t->r), 0);
}

/* The same place in every frame, so that it is the ball that moves: 0.3 mm and less are meant. */
static struct vec2 seen_at(const struct table_seen *t, struct vec2 mm)
{
    int best = 0;
    for (int i = 1; i < t->r.balls_n; i++)
        if (vec2_dist(t->r.balls[i].mm, mm) < vec2_dist(t->r.balls[best].mm, mm))
            best = i;
    return t->r.balls[best].mm;
}

static int start_on(void **state, const float rgb[3], const float yuv[3], enum ball_kind fourth)
{
    struct table_seen *t = calloc(1, sizeof *t);
    struct vision_params params = vision_params_default();
    t->scene = (struct scene){.cloth = {rgb[0], rgb[1], rgb[2]}, .light = 1.2f, .noise = 1.5f};
    assert_int_equal(table_make(&t->scene.table, "snooker-12ft"), 0);
    t->scene.camera = scene_camera(&t->scene.table, 960, 540, 0, 0.03, -0.05);
    scene_opening(&t->scene);
    t->scene.balls_n = 7;
    t->scene.ball[3].kind = fourth;
    t->c = (struct calibration){.table = t->scene.table, .camera = t->scene.camera, .cloth = {yuv[0], yuv[1], yuv[2]}};
    assert_int_equal(vision_open(&t->vision, &t->c, &params), 0);
    draw(t);
    assert_int_equal(vision_learn(t->vision, &t->frame), 0);
    for (int i = 0; i < t->scene.balls_n; i++)
        t->expect[i].mm = t->scene.ball[i].mm;
    for (int i = 0; i < 3; i++)
        assert_int_equal(vision_detect(t->vision, &t->frame, &t->r), 0);
    *state = t;
    return 0;
}

static int start(void **state)
{
    return start_on(state, (const float[]){30, 120, 70}, (const float[]){82, -14, -30}, BALL_KIND_BLUE);
}

static int start_grey(void **state)
{
    return start_on(state, (const float[]){110, 110, 110}, (const float[]){110, 0, 0}, BALL_KIND_BLACK);
}

static int stop(void **state)
{
    struct table_seen *t = *state;
    vision_close(&t->vision);
    pixels_free(&t->frame);
    free(t);
    return 0;
}

static void what_does_not_change_is_told_as_it_was(void **state)
{
    struct table_seen *t = *state;
    struct vec2 before = seen_at(t, t->scene.ball[3].mm);
    for (int i = 0; i < 4; i++) {
        track(t);
        assert_int_equal(t->r.balls_n, t->scene.balls_n);
        assert_false(t->r.changed);
        assert_true(vec2_dist(seen_at(t, before), before) < 0.3);
    }
}

static void a_shift_far_below_a_pixel_is_told(void **state)
{
    struct table_seen *t = *state;
    track(t);
    struct vec2 before = seen_at(t, t->scene.ball[3].mm); /* blue: a pixel is some 4 mm here */
    t->scene.ball[3].mm.x += 1;
    draw(t);
    track(t);
    struct vec2 moved = vec2_sub(seen_at(t, t->scene.ball[3].mm), before);
    assert_true(moved.x > 0.4 && moved.x < 1.6 && fabs(moved.y) < 0.9); /* a pixel is some 4 mm */
}

static void more_light_moves_nothing(void **state)
{
    struct table_seen *t = *state;
    track(t);
    struct vec2 before = seen_at(t, t->scene.ball[3].mm);
    t->scene.light *= 1.03f;
    draw(t);
    track(t);
    assert_int_equal(t->r.balls_n, t->scene.balls_n);
    assert_true(vec2_dist(seen_at(t, before), before) < 0.3);
}

static void a_ball_that_has_gone_is_not_the_same(void **state)
{
    struct table_seen *t = *state;
    for (int i = 0; i < t->scene.balls_n; i++)
        t->expect[i].only_same = true; /* no look at the rim: pixels must say it alone */
    t->scene.ball[3].mm = vec2(0, 600);
    draw(t);
    track(t);
    assert_int_equal(t->r.balls_n, t->scene.balls_n - 1);
    assert_true(t->r.changed);
}

/* Gone, it is as if its light had lost all contrast: no change of light explains that. */
static void a_black_ball_that_has_gone_from_grey_cloth_is_not_the_same(void **state)
{
    struct table_seen *t = *state;
    assert_int_equal(t->r.balls_n, t->scene.balls_n);
    a_ball_that_has_gone_is_not_the_same(state);
}

static void what_is_forgotten_is_looked_for_again(void **state)
{
    struct table_seen *t = *state;
    for (int i = 0; i < t->scene.balls_n; i++)
        t->expect[i].only_same = true;
    track(t);
    assert_int_equal(t->r.balls_n, t->scene.balls_n);
    vision_forget(t->vision);
    track(t);
    assert_int_equal(t->r.balls_n, 0);
}

/* A glance at a ball that says itself that it is worth little does not pull at a place that is well known; another
 * good look does. */
static void a_measurement_counts_by_what_it_is_worth(void **state)
{
    (void)state;
    struct still s = {0};
    assert_int_equal(still_open(&s), 0);
    struct still_ball *b = &s.ball[0];
    b->ball = (struct ball_obs){.px = {100, 100}, .sd_mm = 0.3f};
    b->px = b->ball.px;
    b->fits = 1;
    b->mm_per_px[0] = b->mm_per_px[3] = 2;
    still_correct(&s, b, &(struct ball_obs){.px = {101, 100}, .sd_mm = 3});
    assert_true(b->px.x < 100.02 && b->fits == 1);
    assert_int_equal(s.rims, 0);
    still_correct(&s, b, &(struct ball_obs){.px = {101, 100}, .sd_mm = 0.3f});
    assert_true(fabs(b->px.x - 100.5) < 0.02 && b->fits == 2);
    assert_int_equal(s.rims, 1);
    still_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_does_not_change_is_told_as_it_was, start, stop),
        cmocka_unit_test_setup_teardown(a_shift_far_below_a_pixel_is_told, start, stop),
        cmocka_unit_test_setup_teardown(more_light_moves_nothing, start, stop),
        cmocka_unit_test_setup_teardown(a_ball_that_has_gone_is_not_the_same, start, stop),
        cmocka_unit_test_setup_teardown(a_black_ball_that_has_gone_from_grey_cloth_is_not_the_same, start_grey, stop),
        cmocka_unit_test_setup_teardown(what_is_forgotten_is_looked_for_again, start, stop),
        cmocka_unit_test(a_measurement_counts_by_what_it_is_worth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
