/* SPDX-License-Identifier: Apache-2.0 */
/* test_sim.c: is the simulated table drawn where its truth says, the same everywhere? */
#include "detmath.h"
#include "err.h"
#include "render.h"
#include "sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define GOLDEN_PLAIN  0xA1339780B245F09Fu
#define GOLDEN_VARIED 0x744FBD6DA4D00A64u

/* FNV-1a over a frame's bytes. */
static uint64_t hash_frame(const struct frame *f, uint64_t h)
{
    for (int p = 0; p < 3; p++)
        for (int y = 0; y < (p ? f->height / 2 : f->height); y++)
            for (int x = 0; x < (p ? f->width / 2 : f->width); x++)
                h = (h ^ f->plane[p][y * f->stride[p] + x]) * 0x100000001B3u;
    return h;
}

static struct table snooker_table(void)
{
    struct table t;
    assert_int_equal(table_make(&t, "snooker-12ft"), 0);
    return t;
}

static struct sim_thing white_ball(struct vec3 at)
{
    struct sim_thing b = {.kind = SIM_THING_BALL, .track_n = 1, .ra = 26.25f, .gloss = 0.5f};
    b.paint = rgb(0.9f, 0.85f, 0.7f);
    b.at[0] = v3_of(at);
    return b;
}

/* ---- camera ----------------------------------------------------------------------------------------------------- */

static void pixels_look_where_points_fall(void **state)
{
    (void)state;
    struct table t = snooker_table();
    for (int seed = 1; seed <= 40; seed++) {
        struct sim_camera c = sim_camera_random(&t, 640, 360, (uint64_t)seed);
        assert_int_equal(sim_camera_check(&c), 0);
        for (int i = 0; i < 20; i++) {
            struct vec3 p = vec3(-1700 + 170 * i, 800 - 83 * i, 26.25);
            struct vec2 px;
            assert_true(sim_camera_project(&c, p, &px));
            struct vec3 d = sim_camera_ray(&c, px.x, px.y);
            struct vec3 q = vec3_along(c.at, (p.z - c.at.z) / d.z, d);
            assert_true(vec3_len(vec3_sub(p, q)) < 1e-4);
            assert_true(px.x >= 0 && px.x < 640 && px.y >= 0 && px.y < 360); /* the table is in the picture */
        }
    }
}

/* Centre of all light that differs between two frames. */
static struct vec2 centre_of_change(const struct frame *f, const uint8_t *before)
{
    double sx = 0, sy = 0, sum = 0;
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++) {
            double d = abs(f->plane[0][y * f->stride[0] + x] - before[y * f->width + x]);
            sx += d * x;
            sy += d * y;
            sum += d;
        }
    assert_true(sum > 200);
    return vec2(sx / sum, sy / sum);
}

/* A white ball without shadow, moving at v, must show around where its truth says: mid-exposure of its own row. */
static double drawn_off_truth(struct sim_camera *c, const struct table *t, struct vec3 p, struct vec3 v)
{
    struct sim_look look = sim_look_defaults(t);
    struct sim_render *r;
    static struct sim_scene scene;
    struct frame f;
    c->noise_read = c->noise_shot = 0;
    assert_int_equal(sim_render_open(&r, t, &look, c, 1), 0);
    memset(&scene, 0, sizeof scene);
    sim_render_frame(r, &scene, 0, &f);
    uint8_t *bare = malloc((size_t)(f.width * f.height));
    for (int y = 0; y < f.height; y++)
        memcpy(bare + y * f.width, f.plane[0] + y * f.stride[0], (size_t)f.width);
    scene.things_n = 1;
    scene.thing[0] = white_ball(p);
    scene.thing[0].track_n = SIM_TRACK;
    for (int i = 0; i < SIM_TRACK; i++)
        scene.thing[0].at[i] = v3_of(vec3_along(p, (c->shutter_s + c->rolling_s) * i / (SIM_TRACK - 1), v));
    sim_render_frame(r, &scene, 1, &f);
    struct vec2 seen = centre_of_change(&f, bare), want;
    double at = c->shutter_s / 2;
    for (int i = 0; i < 3; i++) {
        sim_camera_project(c, vec3_along(p, at, v), &want);
        at = sim_render_row_time(c, want.y);
    }
    free(bare);
    sim_render_close(&r);
    return vec2_dist(seen, want);
}

static void balls_are_drawn_where_the_truth_says(void **state)
{
    (void)state;
    struct table t = snooker_table();
    for (int seed = 1; seed <= 3; seed++) {
        struct sim_camera c = sim_camera_random(&t, 384, 216, (uint64_t)seed);
        c.soft_px = 0;
        double still = drawn_off_truth(&c, &t, vec3(300 * seed - 900, 200 - 90 * seed, 26.25), vec3(0, 0, 0));
        double fast = drawn_off_truth(&c, &t, vec3(300 * seed - 900, 90 * seed - 300, 26.25), vec3(2500, 1200, 0));
        if (still > 0.35 || fast > 0.7) /* light from one side pulls the centre of brightness a little */
            fail_msg("camera %d: still ball drawn %.2f px off its truth, fast ball %.2f px", seed, still, fast);
    }
}

/* Luma of a frame where a point of the bed is, mean of 3 by 3 pixels. */
static double luma_at(const struct frame *f, const struct sim_camera *c, struct vec3 p)
{
    struct vec2 px;
    double sum = 0;
    sim_camera_project(c, p, &px);
    for (int i = 0; i < 9; i++)
        sum += f->plane[0][((int)px.y + i / 3 - 1) * f->stride[0] + (int)px.x + i % 3 - 1];
    return sum / 9;
}

/* Under one small lamp. Beside the middle of its way a ball that goes four radii darkens the cloth for part of the
 * exposure only, and beside its start for part of it too. */
static void the_shadow_of_a_moving_ball_goes_with_it(void **state)
{
    (void)state;
    struct table t = snooker_table();
    struct sim_look look = sim_look_defaults(&t);
    struct sim_camera c = sim_camera_over(&t, 1280, 720, 3000);
    struct sim_render *r;
    static struct sim_scene scene;
    struct frame f;
    double middle[3], start[3]; /* of the bare table, of a ball at rest in the middle, of one that moves */
    look.lamps_n = 1;
    look.lamp[0].at = vec3(0, 700, 1500);
    look.lamp[0].u = vec3(60, 0, 0);
    look.lamp[0].v = vec3(0, 60, 0);
    c.noise_read = c.noise_shot = 0;
    assert_int_equal(sim_render_open(&r, &t, &look, &c, 1), 0);
    for (int k = 0; k < 3; k++) {
        memset(&scene, 0, sizeof scene);
        scene.things_n = k > 0;
        scene.thing[0] = white_ball(vec3(0, 0, 26.25));
        scene.thing[0].casts = true;
        scene.thing[0].track_n = k > 1 ? SIM_TRACK : 1;
        for (int i = 0; i < SIM_TRACK && k > 1; i++)
            scene.thing[0].at[i] = v3_of(vec3(105.0 * i / (SIM_TRACK - 1) - 52.5, 0, 26.25));
        sim_render_frame(r, &scene, (uint64_t)k, &f);
        middle[k] = luma_at(&f, &c, vec3(0, -38, 0));
        start[k] = luma_at(&f, &c, vec3(-52, -38, 0));
    }
    sim_render_close(&r);
    assert_true(middle[0] - middle[1] > 8);
    assert_true(middle[0] - middle[2] < 0.8 * (middle[0] - middle[1]));
    assert_true(start[0] - start[2] > 0.05 * (middle[0] - middle[1]));
}

/* ---- drawing ---------------------------------------------------------------------------------------------------- */

static struct sim_settings small_film(enum sim_game game, uint64_t seed)
{
    struct sim_settings s = sim_settings_defaults(game, 192, 108, seed);
    s.pace = 0.2;
    s.strokes = -1;
    return s;
}

/* Hash of some frames, spread over the first strokes. */
static uint64_t hash_film(const struct sim_settings *s, int frames, int stride)
{
    struct sim_film *film;
    struct frame f;
    uint64_t h = 0xCBF29CE484222325u;
    assert_int_equal(sim_film_open(&film, s), 0);
    for (int i = 0; i < frames; i++) {
        for (int k = 1; k < stride; k++)
            assert_int_equal(sim_film_skip(film), 0);
        assert_int_equal(sim_film_next(film, &f), 0);
        h = hash_frame(&f, h);
    }
    sim_film_close(&film);
    return h;
}

static void threads_change_no_byte(void **state)
{
    (void)state;
    struct sim_settings s = small_film(SIM_WPA9, 5);
    uint64_t one = hash_film(&s, 14, 15);
    s.threads = 3;
    assert_true(one == hash_film(&s, 14, 15));
    s.seed = 6;
    assert_true(one != hash_film(&s, 14, 15));
}

/* These figures are the promise that every machine draws the same bytes. They change when the drawing does: then look
 * at the pictures, and write the new figures here. */
static void every_machine_draws_the_same_bytes(void **state)
{
    (void)state;
    struct sim_settings plain = small_film(SIM_SNOOKER, 3), varied = small_film(SIM_WPA8, 8);
    sim_settings_vary(&varied, 8);
    uint64_t a = hash_film(&plain, 12, 30), b = hash_film(&varied, 12, 30);
    if (a != GOLDEN_PLAIN || b != GOLDEN_VARIED)
        fail_msg("drawn 0x%016llX and 0x%016llX", (unsigned long long)a, (unsigned long long)b);
}

static void only_what_moves_is_drawn(void **state)
{
    (void)state;
    struct table t = snooker_table();
    struct sim_look look = sim_look_defaults(&t);
    struct sim_camera c = sim_camera_over(&t, 400, 224, 3000);
    struct sim_render *r;
    static struct sim_scene scene;
    struct frame f;
    int drawn, all;
    assert_int_equal(sim_render_open(&r, &t, &look, &c, 1), 0);
    memset(&scene, 0, sizeof scene);
    scene.things_n = 2;
    scene.thing[0] = white_ball(vec3(0, 0, 26.25));
    scene.thing[1] = white_ball(vec3(800, 300, 26.25));
    scene.thing[0].casts = scene.thing[1].casts = true;
    sim_render_frame(r, &scene, 0, &f);
    sim_render_tiles(r, &drawn, &all);
    assert_true(drawn > 0 && drawn < 60); /* the empty table was drawn at opening */
    struct sim_camera knocked = c;
    sim_camera_turn(&knocked, 0.002, 0, 0);
    assert_int_equal(sim_render_turn(r, &knocked), 0);
    sim_render_frame(r, &scene, 0, &f);
    sim_render_tiles(r, &drawn, &all);
    assert_int_equal(drawn, all);
    assert_int_equal(sim_render_turn(r, &c), 0);
    sim_render_frame(r, &scene, 0, &f);
    knocked.at.x += 1; /* a camera that was carried elsewhere sees another picture: not for this call */
    assert_int_equal(sim_render_turn(r, &knocked), ERR_RANGE);
    sim_render_frame(r, &scene, 1, &f);
    sim_render_tiles(r, &drawn, &all);
    assert_int_equal(drawn, 0);
    scene.thing[0].at[0].x += 5;
    sim_render_frame(r, &scene, 2, &f);
    sim_render_tiles(r, &drawn, &all);
    assert_true(drawn > 0 && drawn < 30);
    sim_render_close(&r);
}

static void what_was_drawn_before_leaves_no_trace(void **state)
{
    (void)state;
    struct table t = snooker_table();
    struct sim_look look = sim_look_random(&t, 4);
    struct sim_camera c = sim_camera_over(&t, 240, 136, 3000);
    struct sim_render *r, *fresh;
    static struct sim_scene scene;
    struct frame f, g;
    assert_int_equal(sim_render_open(&r, &t, &look, &c, 1), 0);
    assert_int_equal(sim_render_open(&fresh, &t, &look, &c, 1), 0);
    memset(&scene, 0, sizeof scene);
    scene.things_n = 3;
    for (int i = 0; i < 25; i++) { /* three balls wander; their shadows and tracks with them */
        for (int k = 0; k < 3; k++) {
            scene.thing[k] = white_ball(vec3(-1500 + 90 * i + 120 * k, 300 * k - 300 + 7 * i, 26.25));
            scene.thing[k].casts = true;
        }
        sim_render_frame(r, &scene, 7, &f);
    }
    sim_render_frame(fresh, &scene, 7, &g);
    assert_true(hash_frame(&f, 1) == hash_frame(&g, 1));
    sim_render_close(&r);
    sim_render_close(&fresh);
}

/* A baulk-line narrower than a pixel still shows all along, as bright as its width makes it. */
/* The empty table as this camera sees it, without noise; close what is returned when `f` is done with. */
static struct sim_render *draw_bare(const struct table *t, struct sim_camera *c, struct frame *f)
{
    static struct sim_scene scene;
    struct sim_look look = sim_look_defaults(t);
    struct sim_render *r;
    c->noise_read = c->noise_shot = 0;
    assert_int_equal(sim_render_open(&r, t, &look, c, 1), 0);
    sim_render_frame(r, &scene, 0, f);
    return r;
}

/* Part of the picture of a wide lens at a slant lies at the horizon and above it, where no ray meets the floor. */
static void rays_that_meet_no_floor_see_a_dark_room(void **state)
{
    (void)state;
    static const double level[9] = {0, -1, 0, 0, 0, -1, 1, 0, 0}; /* looks along the table */
    struct table t = snooker_table();
    struct sim_camera c = sim_camera_over(&t, 384, 216, 3000);
    struct frame f;
    c.cy = 108;
    memcpy(c.R, level, sizeof level);
    assert_true(sim_camera_ray(&c, 30, 108).z == 0);
    struct sim_render *r = draw_bare(&t, &c, &f);
    for (int y = 2; y < 110; y += 2)
        assert_in_range(f.plane[0][y * f.stride[0] + 30], 1, 60);
    sim_render_close(&r);
}

static void narrow_lines_are_not_lost(void **state)
{
    (void)state;
    struct table t = snooker_table();
    struct sim_camera c = sim_camera_over(&t, 384, 216, 3000);
    struct frame f;
    sim_camera_turn(&c, 0, 0, 0.013); /* slanted against the rows of pixels */
    struct sim_render *r = draw_bare(&t, &c, &f);
    double sum = 0, least = 1e9;
    int n = 0;
    for (double y = -800; y <= 800; y += 5) {
        struct vec2 px;
        if (fabs(fabs(y) - t.bed.d_radius) < 60 || fabs(y) < 40) /* not where the D meets it, or a spot */
            continue;
        assert_true(sim_camera_project(&c, vec3(t.bed.baulk_x, y, 0), &px));
        int row = (int)floor(px.y + 0.5), x = (int)floor(px.x + 0.5);
        const uint8_t *at = f.plane[0] + row * f.stride[0] + x;
        double line = at[-1] + at[0] + at[1] - 1.5 * (at[-4] + at[4]); /* all of its light, wherever it falls */
        sum += line;
        n++;
        least = fmin(least, line);
    }
    if (least < 0.5 * sum / n)
        fail_msg("the line shows %.1f on average, %.1f at its faintest", sum / n, least);
    sim_render_close(&r);
}

/* Mean difference of brightness, and how many in a thousand pixels differ by more than eight steps. */
static double difference(const struct frame *f, const struct frame *g, double *gross)
{
    double sum = 0, n = 0, many = f->width * f->height;
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++) {
            int d = abs(f->plane[0][y * f->stride[0] + x] - g->plane[0][y * g->stride[0] + x]);
            sum += d;
            n += d > 8;
        }
    *gross = 1000 * n / many;
    return sum / many;
}

/* The backdrop is moved, not drawn anew: it must show what a camera opened in the new pose would see. */
static void a_knocked_camera_sees_what_one_hung_there_would(void **state)
{
    (void)state;
    struct table t = snooker_table();
    struct sim_look look = sim_look_random(&t, 6);
    struct sim_camera c = sim_camera_random(&t, 480, 270, 9), knocked;
    struct sim_render *r, *fresh;
    static struct sim_scene scene;
    struct frame f, g;
    double gross, still;
    c.noise_read = c.noise_shot = c.soft_px = c.vignette = 0;
    knocked = c;
    sim_camera_turn(&knocked, 0.0121, -0.0083, 0.004);
    assert_int_equal(sim_render_open(&r, &t, &look, &c, 1), 0);
    assert_int_equal(sim_render_open(&fresh, &t, &look, &knocked, 1), 0);
    memset(&scene, 0, sizeof scene);
    scene.things_n = 1;
    scene.thing[0] = white_ball(vec3(200, 300, 26.25));
    scene.thing[0].casts = true;
    sim_render_frame(r, &scene, 0, &f);
    sim_render_frame(fresh, &scene, 0, &g);
    still = difference(&f, &g, &gross);
    assert_true(still > 3 && gross > 80); /* it was moved by a good many pixels */
    assert_int_equal(sim_render_turn(r, &knocked), 0);
    sim_render_frame(r, &scene, 0, &f);
    double moved = difference(&f, &g, &gross);
    if (moved > 1 || gross > 12)
        fail_msg("mean difference %.2f (before the knock %.2f), %.1f in 1000 gross", moved, still, gross);
    sim_render_close(&r);
    sim_render_close(&fresh);
}

static double mean_luma(const struct frame *f)
{
    double sum = 0;
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++)
            sum += f->plane[0][y * f->stride[0] + x];
    return sum / (f->width * f->height);
}

static void a_failed_lamp_darkens_and_a_knock_moves_the_picture(void **state)
{
    (void)state;
    struct sim_settings s = small_film(SIM_SNOOKER, 2);
    s.people = false;
    s.lamp_fail_s = 0.5;
    s.bump_s = 0.2;
    s.bump = 0.01;
    struct sim_film *film;
    struct frame f;
    double first = 0, last = 0;
    struct vec2 before, after;
    assert_int_equal(sim_film_open(&film, &s), 0);
    sim_camera_project(sim_film_camera(film), vec3(0, 0, 0), &before);
    for (int i = 0; i < 20; i++) {
        assert_int_equal(sim_film_next(film, &f), 0);
        first = i ? first : mean_luma(&f);
        last = mean_luma(&f);
    }
    sim_camera_project(sim_film_camera(film), vec3(0, 0, 0), &after);
    assert_true(last < first - 4);
    assert_true(vec2_dist(before, after) > 0.3 && vec2_dist(before, after) < 5);
    sim_film_close(&film);
}

static void wrong_settings_are_refused(void **state)
{
    (void)state;
    struct sim_film *film;
    struct sim_settings s = small_film(SIM_SNOOKER, 1);
    strcpy(s.table, "kitchen");
    assert_int_equal(sim_film_open(&film, &s), ERR_NOT_FOUND);
    s = small_film(SIM_SNOOKER, 1);
    s.camera.width = 191;
    assert_int_equal(sim_film_open(&film, &s), ERR_RANGE);
    s = small_film(SIM_SNOOKER, 1);
    s.physics.roll = 0;
    assert_int_equal(sim_film_open(&film, &s), ERR_RANGE);
    s = small_film(SIM_GAME_NONE, 1);
    assert_int_equal(sim_film_open(&film, &s), ERR_RANGE);
    assert_null(film);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_look_where_points_fall),
        cmocka_unit_test(balls_are_drawn_where_the_truth_says),
        cmocka_unit_test(the_shadow_of_a_moving_ball_goes_with_it),
        cmocka_unit_test(threads_change_no_byte),
        cmocka_unit_test(every_machine_draws_the_same_bytes),
        cmocka_unit_test(only_what_moves_is_drawn),
        cmocka_unit_test(what_was_drawn_before_leaves_no_trace),
        cmocka_unit_test(rays_that_meet_no_floor_see_a_dark_room),
        cmocka_unit_test(narrow_lines_are_not_lost),
        cmocka_unit_test(a_knocked_camera_sees_what_one_hung_there_would),
        cmocka_unit_test(a_failed_lamp_darkens_and_a_knock_moves_the_picture),
        cmocka_unit_test(wrong_settings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
