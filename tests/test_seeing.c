/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that a table is found in a picture, and the balls on it, against scenes whose truth is exact. */
#include "calibrate.h"
#include "drift.h"
#include "err.h"
#include "file.h"
#include "pixels.h"
#include "scene.h"
#include "vision.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct scene usual(const char *kind, double turn, double tilt, double k1)
{
    struct scene s = {.cloth = {30, 120, 70}, .light = 1.2f, .noise = 1.5f};
    assert_int_equal(table_make(&s.table, kind), 0);
    s.camera = scene_camera(&s.table, 960, 540, turn, tilt, k1);
    scene_opening(&s);
    return s;
}

/* RMS mm over the bed between the true camera and the fitted one, at the height of the balls' centres. */
static double camera_error(const struct scene *s, const struct calibration *c)
{
    double sum = 0, r = s->table.bed.ball_d / 2;
    int n = 0;
    for (int i = -8; i <= 8; i++)
        for (int j = -4; j <= 4; j++, n++) {
            struct vec2 px, mm, want = vec2(i * s->table.bed.length / 17, j * s->table.bed.width / 9);
            assert_true(camera_project(&s->camera, (struct vec3){want.x, want.y, r}, &px));
            assert_true(camera_to_plane(&c->camera, px, r, &mm));
            sum += vec2_dist(mm, want) * vec2_dist(mm, want);
        }
    return sqrt(sum / n);
}

static void calibrate(const struct scene *s, const struct frame *f, struct calibration *c)
{
    char why[CALIBRATE_WHY] = "";
    struct calibrate_params params = calibrate_params_default();
    if (calibrate_picture(f, &s->table, &params, c, why))
        fail_msg("refused: %s", why);
}

static void a_camera_takes_a_point_to_the_picture_and_back(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0.3, 0.2, -0.1);
    s.camera.k[1] = 0.02;
    s.camera.k[2] = 0.001;
    for (int i = -5; i <= 5; i++)
        for (int j = -5; j <= 5; j++) {
            struct vec2 px, back;
            assert_true(camera_project(&s.camera, (struct vec3){i * 300, j * 150, 26}, &px));
            assert_true(camera_to_plane(&s.camera, px, 26, &back));
            assert_true(vec2_dist(back, vec2(i * 300, j * 150)) < 1e-6);
        }
}

static void the_outline_of_a_ball_touches_its_lines_of_sight(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0.3, 0.3, -0.05);
    struct vec2 px[16];
    struct vec3 eye = camera_position(&s.camera), at = {1500, 700, 26.25};
    assert_true(camera_outline(&s.camera, at, 26.25, 16, px));
    for (int i = 0; i < 16; i++) { /* the distance of the line of sight from the centre is the radius */
        struct vec2 p;
        assert_true(camera_to_plane(&s.camera, px[i], 0, &p));
        double d[3] = {p.x - eye.x, p.y - eye.y, -eye.z}, o[3] = {at.x - eye.x, at.y - eye.y, at.z - eye.z};
        double cx = d[1] * o[2] - d[2] * o[1], cy = d[2] * o[0] - d[0] * o[2], cz = d[0] * o[1] - d[1] * o[0];
        double apart = sqrt((cx * cx + cy * cy + cz * cz) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
        assert_true(fabs(apart - 26.25) < 1e-6);
    }
}

static void tables_are_found_turned_tilted_bent_and_on_any_cloth(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        double turn, tilt, k1;
        float cloth[3];
    } views[] = {
        {"snooker-12ft", 0.0, 0.02, -0.05, {30, 120, 70}},
        {"snooker-12ft", 3.2, 0.25, -0.05, {25, 90, 140}},
        {"snooker-9ft", 0.12, -0.1, -0.25, {130, 30, 40}},
    };
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        struct scene s = usual(views[i].kind, views[i].turn, views[i].tilt, views[i].k1);
        struct frame f;
        struct calibration c;
        memcpy(s.cloth, views[i].cloth, sizeof s.cloth);
        assert_int_equal(scene_render(&s, &f), 0);
        calibrate(&s, &f, &c);
        double off = camera_error(&s, &c);
        printf("view %zu: %.2f mm, nose edges %.2f px\n", i, off, c.rms_px);
        assert_int_equal(c.orientation, ORIENTATION_SEEN);
        assert_true(off < 4);
        pixels_free(&f);
    }
}

static void what_is_no_whole_table_is_refused_with_a_reason(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0, 0, 0);
    struct calibrate_params params = calibrate_params_default();
    struct calibration c;
    struct frame f;
    char why[CALIBRATE_WHY] = "";
    assert_int_equal(scene_render(&s, &f), 0);
    memset(f.owner, 18, (size_t)f.width * (size_t)f.height); /* night */
    assert_int_equal(calibrate_picture(&f, &s.table, &params, &c, why), ERR_NO_TABLE);
    assert_string_equal(why, "the picture is too dark");
    pixels_free(&f);
    s.camera.t[0] += 700; /* a third of it beyond the edge */
    assert_int_equal(scene_render(&s, &f), 0);
    why[0] = 0;
    assert_int_equal(calibrate_picture(&f, &s.table, &params, &c, why), ERR_NO_TABLE);
    assert_true(strlen(why) > 10);
    pixels_free(&f);
}

/* Every ball of the scene is reported, with its colour and within `limit` px, and nothing else. */
static void check_balls(const struct scene *s, const struct vision_result *r, double limit)
{
    assert_true(r->balls_n > 0);
    for (int i = 0; i < s->balls_n; i++) {
        struct vec2 want;
        const struct ball_obs *found = NULL;
        struct vec2 mm = s->ball[i].mm;
        assert_true(camera_project(&s->camera, (struct vec3){mm.x, mm.y, s->table.bed.ball_d / 2}, &want));
        for (int k = 0; k < r->balls_n; k++)
            if (!found || vec2_dist(r->balls[k].px, want) < vec2_dist(found->px, want))
                found = &r->balls[k];
        if (vec2_dist(found->px, want) > limit || found->kind != s->ball[i].kind)
            fail_msg("ball %d of kind %d at %.1f %.1f: found kind %d %.2f px away", i, s->ball[i].kind, want.x, want.y,
                     found->kind, vec2_dist(found->px, want));
    }
    assert_int_equal(r->balls_n, s->balls_n);
}

static void an_opening_layout_is_seen_whole_in_both_pixel_formats(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    struct vision_params params = vision_params_default();
    struct calibration c;
    struct frame f, packed;
    struct vision *v;
    struct vision_result r;
    s.camera = scene_camera(&s.table, 1280, 720, 0, 0.03, -0.05);
    assert_int_equal(scene_render(&s, &f), 0);
    calibrate(&s, &f, &c);
    assert_int_equal(vision_open(&v, &c, &params), 0);
    assert_int_equal(vision_detect(v, &f, &r), 0);
    check_balls(&s, &r, 1.0);
    vision_close(&v);
    assert_null(v);
    packed = f;
    static uint8_t uv[1280 * 360];
    for (int i = 0; i < 640 * 360; i++) {
        uv[2 * i] = f.plane[1][i];
        uv[2 * i + 1] = f.plane[2][i];
    }
    packed.plane[1] = uv;
    packed.plane[2] = NULL;
    packed.stride[1] = 1280;
    packed.format = PIXEL_NV12;
    assert_int_equal(vision_open(&v, &c, &params), 0);
    assert_int_equal(vision_detect(v, &packed, &r), 0);
    check_balls(&s, &r, 1.0);
    vision_close(&v);
    pixels_free(&f);
}

static void an_arm_is_a_region_and_no_ball(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    struct vision_params params = vision_params_default();
    struct calibration c;
    struct frame empty, f;
    struct vision *v;
    struct vision_result r;
    s.balls_n = 6; /* the colours */
    assert_int_equal(scene_render(&s, &empty), 0);
    calibrate(&s, &empty, &c);
    s.arm = true;
    assert_int_equal(scene_render(&s, &f), 0);
    assert_int_equal(vision_open(&v, &c, &params), 0);
    assert_int_equal(vision_learn(v, &empty), 0);
    assert_int_equal(vision_detect(v, &f, &r), 0);
    for (int i = 0; i < r.balls_n; i++)
        assert_true(fabs(r.balls[i].mm.y - 0.2 * r.balls[i].mm.x - 300) > 40);
    int area = 0, widest = 0;
    for (int i = 0; i < r.regions_n; i++) {
        int wide = r.regions[i].x1 - r.regions[i].x0;
        widest = wide > widest ? wide : widest;
        area += r.regions[i].area;
    }
    assert_true(area > 2000);
    assert_true(widest < 100); /* what it hides, not all of the box about it */
    vision_close(&v);
    pixels_free(&empty);
    pixels_free(&f);
}

/* How many of so many looks call a mouth empty; `odd`: or something in it. In between, balls are tracked. */
static int looks_empty(struct vision *v, const struct frame *f, enum pocket pocket, int looks, int *odd)
{
    struct vision_result r;
    int empty = 0;
    for (int i = 0; i < looks; i++) {
        assert_int_equal(vision_detect(v, f, &r), 0);
        empty += r.empty_mouths >> pocket & 1;
        *odd += r.odd_mouths >> pocket & 1;
        assert_int_equal(vision_track(v, f, NULL, 0, &r), 0);
    }
    return empty;
}

/* A disc as large as a ball is a little darker than the cloth. */
static void darken(struct frame *f, struct vec2 px, double radius)
{
    uint8_t *luma = f->owner;
    for (int y = (int)(px.y - radius); y <= (int)(px.y + radius); y++)
        for (int x = (int)(px.x - radius); x <= (int)(px.x + radius); x++)
            if (vec2_dist(vec2(x, y), px) < radius)
                luma[y * f->stride[0] + x] -= luma[y * f->stride[0] + x] > 40 ? 18 : 0;
}

struct odd_looks {
    int odd, empty; /* of 400 looks at a mouth that was seen empty before */
};

/* A disc so far from the middle of the fall, towards the table, looks darker than it did. */
static struct odd_looks look_at_mouth(double far, double radius)
{
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    const struct pocket_shape *p = &s.table.pocket[POCKET_TR];
    struct vision_params params = vision_params_default();
    struct vec2 at = vec2_along(p->fall, far, vec2_unit(vec2_scale(p->fall, -1))), px, edge;
    struct calibration c;
    struct frame f;
    struct vision *v;
    struct odd_looks looks = {0};
    s.balls_n = 6;
    assert_int_equal(scene_render(&s, &f), 0);
    calibrate(&s, &f, &c);
    assert_int_equal(vision_open(&v, &c, &params), 0);
    assert_int_equal(vision_learn(v, &f), 0);
    assert_true(looks_empty(v, &f, POCKET_TR, 90, &looks.odd) > 5);
    assert_int_equal(looks.odd, 0);
    assert_true(camera_project(&c.camera, (struct vec3){at.x, at.y, 0}, &px));
    assert_true(camera_project(&c.camera, (struct vec3){at.x, at.y + radius, 0}, &edge));
    darken(&f, px, vec2_dist(px, edge));
    looks.empty = looks_empty(v, &f, POCKET_TR, 400, &looks.odd);
    vision_close(&v);
    pixels_free(&f);
    return looks;
}

/* Green on green it is not found, but for a quarter of a minute something is there. */
static void what_hangs_in_the_jaws_never_becomes_a_part_of_the_table(void **state)
{
    (void)state;
    struct table table;
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct odd_looks looks = look_at_mouth(table.pocket[POCKET_TR].fall_radius + 15, table.bed.ball_d / 2);
    assert_int_equal(looks.empty, 0);
    assert_true(looks.odd > 350);
}

/* Nets leave potted balls in sight, and falls are cut otherwise than in the books. */
static void what_shows_of_a_potted_ball_does_not_lie_on_the_slate(void **state)
{
    (void)state;
    struct table table;
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct odd_looks looks = look_at_mouth(0, table.pocket[POCKET_TR].fall_radius + 6);
    assert_int_equal(looks.odd, 0);
    assert_true(looks.empty > 0); /* after a while that is how an empty mouth looks */
}

static void expected_balls_are_followed_and_a_new_one_is_noticed(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    struct vision_params params = vision_params_default();
    struct vision_expect expect[SCENE_BALLS] = {0};
    struct calibration c;
    struct frame f;
    struct vision *v;
    struct vision_result r;
    s.balls_n = 6;
    assert_int_equal(scene_render(&s, &f), 0);
    calibrate(&s, &f, &c);
    assert_int_equal(vision_open(&v, &c, &params), 0);
    assert_int_equal(vision_learn(v, &f), 0);
    for (int i = 0; i < s.balls_n; i++)
        expect[i].mm = vec2_add(s.ball[i].mm, vec2(1.5, -1));
    assert_int_equal(vision_track(v, &f, expect, s.balls_n, &r), 0);
    check_balls(&s, &r, 1.2);
    assert_false(r.changed);
    for (int i = 0; i < s.balls_n; i++)
        expect[i].mm = vec2_add(s.ball[i].mm, vec2(8, -7)); /* some 3 px */
    assert_int_equal(vision_track(v, &f, expect, s.balls_n, &r), 0);
    check_balls(&s, &r, 1.2);
    assert_int_equal(vision_track(v, &f, expect, s.balls_n - 1, &r), 0);
    assert_true(r.changed);
    assert_false(r.dark);
    memset(f.owner, 20, (size_t)f.width * (size_t)f.height);
    assert_int_equal(vision_track(v, &f, expect, s.balls_n, &r), 0);
    assert_true(r.dark);
    vision_close(&v);
    pixels_free(&f);
}

/* A worker that knows the table of a scene, and looks for the balls of snooker. */
static struct vision *open_snooker(const struct scene *s)
{
    struct vision_params params = vision_params_default();
    struct calibration c;
    struct frame f;
    struct vision *v;
    params.balls = BALL_SET_SNOOKER;
    assert_int_equal(scene_render(s, &f), 0);
    calibrate(s, &f, &c);
    assert_int_equal(vision_open(&v, &c, &params), 0);
    pixels_free(&f);
    return v;
}

/* It sees every ball of the scene as it is now, and hardly anything foreign. */
static void check_look(const struct scene *s, struct vision *v)
{
    struct vision_result r;
    struct frame f;
    assert_int_equal(scene_render(s, &f), 0);
    assert_int_equal(vision_detect(v, &f, &r), 0);
    check_balls(s, &r, 1.2);
    assert_true(r.foreign < 0.1f);
    pixels_free(&f);
}

/* Votes for the middle of the nth ball in the last frame. */
static int votes_for(const struct scene *s, const struct vision *v, int n)
{
    struct vec2 px, mm = s->ball[n].mm;
    assert_true(camera_project(&s->camera, (struct vec3){mm.x, mm.y, s->table.bed.ball_d / 2}, &px));
    return vision_votes_at(v, (int)px.x, (int)px.y);
}

static void clear_balls_alone_or_in_pairs_are_found_without_votes(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    double d = 1.002 * s.table.bed.ball_d;
    const struct vec2 at[6] = {{-900, 200}, {300, 400},     {300 + 0.8 * d, 400 + 0.6 * d}, /* one, two, three */
                               {900, 100},  {900 + d, 100}, {900 + d / 2, 100 + 0.866 * d}};
    s.camera = scene_camera(&s.table, 1280, 720, 0, 0.03, -0.05);
    struct vision *v = open_snooker(&s);
    s.balls_n = 6;
    for (int i = 0; i < 6; i++) {
        s.ball[i].mm = at[i];
        s.ball[i].kind = i ? BALL_KIND_RED : BALL_KIND_WHITE;
    }
    check_look(&s, v);
    for (int i = 0; i < 6; i++)
        assert_true(i < 3 ? votes_for(&s, v, i) == 0 : votes_for(&s, v, i) > 0);
    vision_close(&v);
}

static void the_black_alone_on_the_table_is_not_taken_for_the_white_that_has_gone(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    s.balls_n = 2;
    s.ball[0].kind = BALL_KIND_BLACK;
    s.ball[1].kind = BALL_KIND_WHITE;
    struct vision *v = open_snooker(&s);
    for (; s.balls_n > 0; s.balls_n--)
        check_look(&s, v);
    vision_close(&v);
}

static void a_lamp_that_fails_or_comes_on_blinds_nobody(void **state)
{
    (void)state;
    static const float lights[] = {1.2f, 0.7f, 1.3f};
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    s.camera = scene_camera(&s.table, 1280, 720, 0, 0.03, -0.05);
    struct vision *v = open_snooker(&s);
    for (size_t i = 0; i < sizeof lights / sizeof *lights; i++) {
        s.light = lights[i];
        check_look(&s, v);
    }
    vision_close(&v);
}

static void a_bumped_camera_is_noticed_and_mended(void **state)
{
    (void)state;
    struct scene s = usual("snooker-12ft", 0, 0.03, -0.05);
    struct drift_params params = drift_params_default();
    struct drift d;
    struct calibration c;
    struct frame before, after;
    assert_int_equal(scene_render(&s, &before), 0);
    calibrate(&s, &before, &c);
    drift_start(&d, &params);
    assert_int_equal(drift_look(&d, &c, &before), DRIFT_STEADY);
    s.camera.t[0] += 18; /* about 4 px */
    s.camera.t[1] -= 12;
    assert_int_equal(scene_render(&s, &after), 0);
    double wrong = camera_error(&s, &c);
    assert_int_equal(drift_look(&d, &c, &after), DRIFT_MOVED);
    assert_int_equal(drift_look(&d, &c, &after), DRIFT_MOVED);
    assert_int_equal(drift_look(&d, &c, &after), DRIFT_MENDED);
    double right = camera_error(&s, &c);
    printf("after the bump: %.2f mm, mended: %.2f mm\n", wrong, right);
    assert_true(wrong > 10 && right < 1.5);
    assert_int_equal(drift_look(&d, &c, &after), DRIFT_STEADY);
    pixels_free(&before);
    pixels_free(&after);
}

static void a_calibration_survives_its_file(void **state)
{
    (void)state;
    struct scene s = usual("pool-9ft", 0.1, 0.1, -0.1);
    struct calibration c = {.table = s.table, .camera = s.camera, .rms_px = 0.25, .orientation = ORIENTATION_SEEN},
                       back;
    char why[CALIBRATE_WHY];
    c.baulk_x = -640;
    c.cloth[1] = -12.5f;
    json_t *json = calibration_to_json(&c);
    assert_non_null(json);
    assert_int_equal(calibration_from_json(&back, json, why), 0);
    assert_memory_equal(&back.camera, &c.camera, sizeof c.camera);
    assert_string_equal(back.table.kind, "pool-9ft");
    assert_true(back.baulk_x == -640 && back.cloth[1] == -12.5f && back.orientation == ORIENTATION_SEEN);
    json_object_del(json_object_get(json, "camera"), "fx");
    assert_int_equal(calibration_from_json(&back, json, why), ERR_FORMAT);
    json_decref(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_camera_takes_a_point_to_the_picture_and_back),
        cmocka_unit_test(the_outline_of_a_ball_touches_its_lines_of_sight),
        cmocka_unit_test(tables_are_found_turned_tilted_bent_and_on_any_cloth),
        cmocka_unit_test(what_is_no_whole_table_is_refused_with_a_reason),
        cmocka_unit_test(an_opening_layout_is_seen_whole_in_both_pixel_formats),
        cmocka_unit_test(an_arm_is_a_region_and_no_ball),
        cmocka_unit_test(what_hangs_in_the_jaws_never_becomes_a_part_of_the_table),
        cmocka_unit_test(what_shows_of_a_potted_ball_does_not_lie_on_the_slate),
        cmocka_unit_test(expected_balls_are_followed_and_a_new_one_is_noticed),
        cmocka_unit_test(clear_balls_alone_or_in_pairs_are_found_without_votes),
        cmocka_unit_test(the_black_alone_on_the_table_is_not_taken_for_the_white_that_has_gone),
        cmocka_unit_test(a_lamp_that_fails_or_comes_on_blinds_nobody),
        cmocka_unit_test(a_bumped_camera_is_noticed_and_mended),
        cmocka_unit_test(a_calibration_survives_its_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
