/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that calibration finds cameras it has never seen, says how sure it is, and refuses what it should. More views,
 * with figures: bench/bench_calibration. */
#include "drift.h"
#include "ends.h"
#include "err.h"
#include "limbs.h"
#include "pixels.h"
#include "render.h"
#include "search.h"
#include "spotted.h"
#include "views.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 960 };

static void render(const struct view_of *v, struct frame *f)
{
    assert_int_equal(view_render(v, false, f), 0);
}

static int calibrate(const struct view_of *v, const struct frame *f, struct calibration *c, char *why)
{
    struct calibrate_params params = calibrate_params_default();
    why[0] = 0;
    return calibrate_picture(f, &v->table, &params, c, why);
}

/* Within what it says of itself, and never far off. */
static void check_camera(const struct view_of *v, const struct calibration *c)
{
    struct view_error e = view_compare(v, &c->camera);
    printf("view %d %s: off by %.2f mm at most, sd %.2f mm\n", (int)v->seed, v->table.kind, e.worst, c->sd_mm);
    assert_true(c->sd_mm > 0);
    assert_true(e.worst < fmax(2, 3 * c->sd_mm));
    assert_true(e.worst < 8);
    if (c->orientation == ORIENTATION_SEEN)
        assert_false(e.turned);
}

/* Rendered, calibrated, and compared. */
static void expect_found(const struct view_of *v)
{
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    render(v, &f);
    if (calibrate(v, &f, &c, why))
        fail_msg("view %d refused: %s", (int)v->seed, why);
    check_camera(v, &c);
    pixels_free(&f);
}

static void cameras_never_seen_before_are_found_to_their_stated_sd(void **state)
{
    (void)state;
    for (uint64_t seed = 501; seed < 505; seed++) {
        struct view_of v;
        view_random(&v, seed, WIDTH);
        expect_found(&v);
    }
}

/* A quarter turn to the right: rows of `from` become columns. */
static void turn_plane(const uint8_t *from, int w, int h, uint8_t *to)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            to[x * h + h - 1 - y] = from[y * w + x];
}

static void stand_upright(const struct frame *f, struct frame *out)
{
    assert_int_equal(pixels_make(out, f->height, f->width), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(f->stride[i], i ? f->width / 2 : f->width);
        turn_plane(f->plane[i], i ? f->width / 2 : f->width, i ? f->height / 2 : f->height,
                   (uint8_t *)(uintptr_t)out->plane[i]);
    }
    out->full_range = f->full_range;
}

/* By what a camera of a picture that was stood upright differs from that of the picture as it was, px at the corners.
 */
static double upright_off(const struct table *t, const struct camera *lying, const struct camera *upright)
{
    double most[2] = {0, 0};
    for (int i = 0; i < 8; i++) {
        int turned = i / 4, sign = turned ? -1 : 1;
        struct vec3 p = {(i & 1 ? 0.5 : -0.5) * t->bed.length, (i & 2 ? 0.5 : -0.5) * t->bed.width, t->nose_height};
        struct vec2 a, b;
        assert_true(camera_project(lying, p, &a));
        assert_true(camera_project(upright, (struct vec3){sign * p.x, sign * p.y, p.z}, &b));
        most[turned] = fmax(most[turned], vec2_dist(vec2(lying->height - 1 - a.y, a.x), b));
    }
    return fmin(most[0], most[1]);
}

static void a_picture_taken_upright_is_as_good_as_one_across(void **state)
{
    (void)state;
    for (uint64_t seed = 501; seed < 505; seed++) {
        struct view_of v;
        struct frame f, upright;
        struct calibration c, d;
        char why[CALIBRATE_WHY];
        view_random(&v, seed, WIDTH);
        render(&v, &f);
        stand_upright(&f, &upright);
        assert_int_equal(calibrate(&v, &f, &c, why), 0);
        if (calibrate(&v, &upright, &d, why))
            fail_msg("view %d upright refused: %s", (int)seed, why);
        printf("view %d upright: %.3f px off, sd %.2f and %.2f mm\n", (int)seed,
               upright_off(&v.table, &c.camera, &d.camera), c.sd_mm, d.sd_mm);
        assert_true(upright_off(&v.table, &c.camera, &d.camera) < 0.3);
        pixels_free(&f);
        pixels_free(&upright);
    }
}

static void any_cloth_is_cloth(void **state)
{
    (void)state;
    static const struct rgb cloths[] = {{0.10f, 0.11f, 0.12f}, {0.22f, 0.01f, 0.02f}, {0.12f, 0.05f, 0.20f}};
    for (size_t i = 0; i < sizeof cloths / sizeof *cloths; i++) {
        struct view_of v;
        view_random(&v, 512, WIDTH);
        v.look.cloth = cloths[i];
        expect_found(&v);
    }
}

/* Cloth as brown as the wood: the table seems to go on to the edge of its frame. Only the pockets tell. */
static void cloth_of_the_colour_of_the_wood_is_told_from_it(void **state)
{
    (void)state;
    struct view_of v;
    view_random(&v, 510, WIDTH);
    v.look.cloth = v.look.wood;
    expect_found(&v);
}

/* The same where nothing sets the wood off against the cloth: the table itself is what ends. */
static void where_wood_is_like_cloth_noses_are_sought_further_in(void **state)
{
    (void)state;
    for (uint64_t seed = 601; seed < 604; seed++) {
        struct view_of v;
        view_random(&v, seed, WIDTH);
        v.look.cloth = v.look.wood;
        expect_found(&v);
    }
}

/* Wood of exactly the colour of the cloth: its edge fits as well on all four sides, and by the pockets it lies too far
 * out. Refused, or found with an sd that covers it. */
static void all_four_edges_of_the_wood_are_known_by_the_pockets(void **state)
{
    (void)state;
    static const uint64_t seeds[] = {20263504, 20263508, 20263539};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        struct view_of v;
        struct frame f;
        struct calibration c;
        char why[CALIBRATE_WHY];
        view_random(&v, seeds[i], 1280);
        v.look.wood = v.look.cloth;
        render(&v, &f);
        int err = calibrate(&v, &f, &c, why);
        double worst = err ? 0 : view_compare(&v, &c.camera).worst;
        print_message("view %zu: %s, off by %.1f mm\n", i, err ? why : "taken", worst);
        if (!err)
            assert_true(worst < fmax(2, 3 * c.sd_mm));
        pixels_free(&f);
    }
}

/* Balls and whatever else may move a camera after its noses were judged: it is judged again. */
static void a_camera_that_was_moved_off_the_pockets_is_refused(void **state)
{
    (void)state;
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    struct calibrate_params params = calibrate_params_default();
    view_random(&v, 501, WIDTH);
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    assert_int_equal(calibrate_check(&f, &params, &c, why), 0);
    for (int i = 0; i < 3; i++)
        c.camera.t[i] *= 0.9; /* nearer: the table ends further out */
    assert_int_equal(calibrate_check(&f, &params, &c, why), ERR_NO_TABLE);
    pixels_free(&f);
}

/* Edges that scatter about a line may all be off by that: so it is where a nose hardly shows, as in this view. */
static void noses_whose_edges_scatter_are_known_less_well(void **state)
{
    (void)state;
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    view_random(&v, 503, WIDTH);
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    print_message("rms %.2f px, sd %.2f mm\n", c.rms_px, c.sd_mm);
    assert_true(c.sd_mm > 1.7); /* 1.4 by the fit alone */
    pixels_free(&f);
}

/* Of one cushion only the wood's edge and the far edge of a shadow show: what leads into light is no nose, but three
 * noses and the lines place a table. */
static void what_leads_into_light_does_not_place_the_table(void **state)
{
    (void)state;
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    view_random(&v, 510014, 0);
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    check_camera(&v, &c); /* off by 40 mm else, with an sd of 2 */
    pixels_free(&f);
}

/* The lines of a full-size table are in the book: where they are seen far from it, something else than the noses was.
 */
static void noses_that_the_baulk_line_contradicts_are_refused(void **state)
{
    (void)state;
    struct view_of v, other;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    uint64_t seed = 520;
    do
        view_random(&v, seed++, WIDTH);
    while (strcmp(v.table.kind, "snooker-12ft") != 0);
    for (int careless = 0; careless < 2; careless++) {
        other = v;
        other.table.bed.baulk_x += careless ? 8 : 45;
        render(&other, &f);
        assert_int_equal(calibrate(&v, &f, &c, why), careless ? 0 : ERR_NO_TABLE);
        pixels_free(&f);
    }
}

/* Of this table an end of the cloth is taken for a nose, and all that is left agrees. Only the middle pockets lie
 * elsewhere. */
static void middle_pockets_off_the_middle_speak_against_the_noses(void **state)
{
    (void)state;
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    view_random(&v, 18, 0);
    render(&v, &f);
    int err = calibrate(&v, &f, &c, why);
    print_message("%s\n", err ? why : "taken");
    if (!err)
        check_camera(&v, &c);
    pixels_free(&f);
}

/* The far and the near end of this table look different, and nothing but its middle tells. */
static void middle_pockets_hold_the_table_along_its_length(void **state)
{
    (void)state;
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    view_random(&v, 3, 0);
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    print_message("%.2f mm rms\n", view_compare(&v, &c.camera).rms);
    assert_true(view_compare(&v, &c.camera).rms < 0.6); /* 0.96 without */
    pixels_free(&f);
}

static void what_is_no_whole_lit_table_is_refused_with_its_reason(void **state)
{
    (void)state;
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    view_random(&v, 512, WIDTH);
    render(&v, &f);
    uint8_t *Y = f.owner;
    memset(Y, 20, (size_t)WIDTH * (size_t)f.height);
    assert_int_equal(calibrate(&v, &f, &c, why), ERR_NO_TABLE);
    assert_string_equal(why, "the picture is too dark");
    for (int i = 0; i < WIDTH * f.height; i++) /* a striped wall */
        Y[i] = (uint8_t)(i / 37 % 2 ? 60 : 150);
    memset(Y + WIDTH * f.height, 128, (size_t)(WIDTH * f.height / 2));
    assert_int_equal(calibrate(&v, &f, &c, why), ERR_NO_TABLE);
    assert_true(strlen(why) > 10);
    pixels_free(&f);
    v.camera.cx += 0.4 * WIDTH; /* a good part beyond the right edge */
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), ERR_NO_TABLE);
    assert_non_null(strstr(why, "out of view"));
    printf("cut off: %s\n", why);
    pixels_free(&f);
    assert_int_equal(pixels_make(&f, 16, 2000), 0);
    memset(f.owner, 128, 16 * 2000 * 3 / 2);
    assert_int_equal(calibrate(&v, &f, &c, why), ERR_NO_TABLE);
    assert_string_equal(why, "a picture of 16x2000 is too small to show a table");
    pixels_free(&f);
    view_random(&v, 806, 0);
    v.look.cloth = v.look.floor;
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), ERR_NO_TABLE);
    assert_non_null(strstr(why, "the floor looks like the cloth")); /* all of the table is in view */
    pixels_free(&f);
}

static void clicked_corners_ten_pixels_off_lead_to_the_same_camera(void **state)
{
    (void)state;
    static const double sign[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
                        off[4][2] = {{8, 6}, {-6, 8}, {7, -7}, {-8, -6}};
    struct calibrate_params params = calibrate_params_default();
    struct view_of v;
    struct frame f;
    struct calibration c;
    struct vec2 corner[4];
    char why[CALIBRATE_WHY];
    view_random(&v, 503, WIDTH);
    render(&v, &f);
    for (int i = 0; i < 4; i++) {
        struct vec3 p = {sign[i][0] * v.table.bed.length / 2, sign[i][1] * v.table.bed.width / 2, v.table.nose_height};
        assert_true(sim_camera_project(&v.camera, p, &corner[i]));
        corner[i] = vec2_add(corner[i], vec2(off[i][0], off[i][1]));
    }
    assert_int_equal(calibrate_points(&f, &v.table, &params, corner, &c, why), 0);
    check_camera(&v, &c);
    pixels_free(&f);
}

static void the_shape_of_balls_tells_how_high_the_camera_hangs(void **state)
{
    (void)state;
    struct calibrate_params params = calibrate_params_default();
    struct view_of v;
    struct frame f;
    struct calibration c;
    struct limb_ball balls[LIMBS_MOST];
    struct vec2 px;
    char why[CALIBRATE_WHY];
    int n = 0;
    view_random(&v, 52, 0); /* straight down, wide lens, many balls, and lines that no book gives */
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    double before = view_compare(&v, &c.camera).ends, sd = c.sd_mm;
    for (int i = 0; i < v.balls.things_n; i++) {
        struct v3 p = v.balls.thing[i].at[0];
        assert_true(sim_camera_project(&v.camera, (struct vec3){(double)p.x, (double)p.y, (double)p.z}, &px));
        balls[n++] = (struct limb_ball){.px = vec2_add(px, vec2(i % 2 * 0.8 - 0.4, 0.3))};
    }
    assert_true(limbs_refit(&f, &c, &params, balls, n) > 5);
    double after = view_compare(&v, &c.camera).ends;
    printf("at the ends %.2f mm, with balls %.2f mm; sd %.2f, %.2f mm\n", before, after, sd, c.sd_mm);
    assert_true(after < 0.6 * before && c.sd_mm < 0.9 * sd);
    assert_true(fabs(c.ball_seen / v.table.bed.ball_d - 1) < 0.06);
    pixels_free(&f);
}

/* Far more than a nose can be mistaken by: such a camera looked as if nothing could be told of it. */
static void middle_pockets_tell_a_camera_that_is_far_off_along_the_table(void **state)
{
    (void)state;
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    double off = 0;
    view_random(&v, 52, 0); /* straight down */
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    assert_false(middles_elsewhere(&f, &c.camera, &c.table, &off));
    for (int i = 0; i < 3; i++)
        c.camera.t[i] -= 50 * c.camera.R[3 * i];
    assert_true(middles_elsewhere(&f, &c.camera, &c.table, &off));
    assert_true(fabs(off - 50) < 5);
    pixels_free(&f);
}

/* A ring that light draws about a ball, or an arm beside it: what is measured is far more oval than any ball. */
static void one_thing_that_is_no_limb_does_not_set_the_height(void **state)
{
    (void)state;
    struct calibrate_params params = calibrate_params_default();
    struct view_of v;
    struct frame f;
    struct calibration c;
    char why[CALIBRATE_WHY];
    view_random(&v, 503, WIDTH);
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    double before = c.camera.fx, radius = v.table.bed.ball_d / 2;
    struct fit_limb ring = {.px = vec2(0.2 * f.width, 0.3 * f.height), .sd_px = 0.1};
    ring.oval_px = fit_limb_oval(&c.camera, radius, ring.px) + 25 * ring.sd_px;
    assert_int_equal(refine_again(&f, &params, &ring, 1, NOSES_BESIDE_MM, &c), 0);
    assert_true(fabs(c.camera.fx / before - 1) < 0.05);
    pixels_free(&f);
}

static void leaning_over_is_no_bump_and_a_bump_is_mended(void **state)
{
    (void)state;
    struct drift_params params = drift_params_default();
    struct view_of v, busy;
    struct frame f, leaning, after;
    struct calibration c;
    struct drift d;
    char why[CALIBRATE_WHY];
    view_random(&v, 502, WIDTH);
    v.people = 0;
    render(&v, &f);
    assert_int_equal(calibrate(&v, &f, &c, why), 0);
    double right = view_compare(&v, &c.camera).worst;
    drift_start(&d, &params);
    assert_int_equal(drift_look(&d, &c, &f), DRIFT_STEADY);
    for (int i = 0; i < 4; i++) { /* others every time: seed decides where people stand */
        busy = v;
        busy.seed = 900 + (uint64_t)i;
        busy.people = 2;
        render(&busy, &leaning);
        enum drift_state is = drift_look(&d, &c, &leaning);
        assert_true(is == DRIFT_STEADY || is == DRIFT_HIDDEN);
        pixels_free(&leaning);
    }
    sim_camera_turn(&v.camera, 0.003, -0.004, 0.001);
    render(&v, &after);
    double wrong = view_compare(&v, &c.camera).worst;
    for (int i = 1; i < params.looks; i++)
        assert_int_equal(drift_look(&d, &c, &after), DRIFT_MOVED);
    assert_true(drift_sd_mm(&d, &c) > wrong / 3); /* as long as it is not mended */
    assert_int_equal(drift_look(&d, &c, &after), DRIFT_MENDED);
    assert_true(drift_sd_mm(&d, &c) == c.sd_mm);
    double mended = view_compare(&v, &c.camera).worst;
    printf("%.2f mm, bumped %.2f mm, mended %.2f mm\n", right, wrong, mended);
    assert_true(wrong > 5 && mended < right + 1);
    assert_int_equal(drift_look(&d, &c, &after), DRIFT_STEADY);
    pixels_free(&f);
    pixels_free(&after);
}

/* Balls of nine-ball from the foot spot on, or as many in a row along a cushion. */
static int lay_rack(const struct bed *bed, struct vec2 at[9], bool in_row)
{
    static const int rows[] = {1, 2, 3, 2, 1};
    double d = 1.003 * bed->ball_d;
    int n = 0;
    for (int r = 0; r < 5; r++)
        for (int i = 0; i < rows[r]; i++, n++)
            at[n] = in_row ? vec2(bed->length / 4 + n * d, bed->width / 2 - d)
                           : vec2(bed->length / 4 + r * d * 0.866, (i - (rows[r] - 1) / 2.0) * d);
    return n;
}

static void racked_balls_tell_the_ends_of_a_table(void **state)
{
    (void)state;
    struct table table;
    struct vec2 at[9];
    assert_int_equal(table_make(&table, "pool-9ft"), 0);
    int n = lay_rack(&table.bed, at, false);
    assert_int_equal(ends_by_rack(&table.bed, at, n), ENDS_RIGHT);
    assert_int_equal(ends_by_rack(&table.bed, at, 5), ENDS_UNKNOWN);
    for (int i = 0; i < n; i++)
        at[i] = vec2_scale(at[i], -1);
    assert_int_equal(ends_by_rack(&table.bed, at, n), ENDS_TURNED);
    n = lay_rack(&table.bed, at, true);
    assert_int_equal(ends_by_rack(&table.bed, at, n), ENDS_UNKNOWN);
}

static void a_calibration_that_is_turned_sees_each_end_where_the_other_was(void **state)
{
    (void)state;
    struct view_of v;
    struct vec2 before, after;
    view_random(&v, 7, WIDTH);
    struct calibration c = {.table = v.table, .camera = view_camera(&v.camera), .lip = {1, 2, 3, 4}};
    assert_true(camera_project(&c.camera, (struct vec3){300, -200, 26}, &before));
    ends_turn(&c);
    assert_true(camera_project(&c.camera, (struct vec3){-300, 200, 26}, &after));
    assert_true(vec2_dist(before, after) < 1e-6);
    assert_true(c.lip[0] == 2 && c.lip[1] == 1 && c.lip[2] == 4 && c.lip[3] == 3);
}

/* What a camera says of its millimetres when six colours lie so far off their spots, by itself sure to 1 mm. */
static double sd_with_colours_off(const char *kind, double at_baulk, double at_centre, int spotted)
{
    struct view_of v;
    struct spotted_ball ball[6];
    view_random(&v, 7, WIDTH);
    struct calibration c = {.camera = view_camera(&v.camera), .orientation = ORIENTATION_SEEN, .sd_mm = 1};
    assert_int_equal(table_make(&c.table, kind), 0);
    for (int i = 0; i < 6; i++) {
        struct vec2 spot = c.table.bed.spot[SPOT_YELLOW + i];
        double off = i < 3 ? at_baulk : i == 3 ? at_centre : 0;
        struct vec3 at = {i < spotted ? spot.x + off : spot.x + 200, spot.y, c.table.bed.ball_d / 2};
        ball[i].kind = (enum ball_kind)(BALL_KIND_YELLOW + i);
        assert_true(camera_project(&c.camera, at, &ball[i].px));
    }
    spotted_doubt(&c, ball, 6);
    return c.sd_mm;
}

static void colours_beside_their_spots_are_doubt_of_the_camera(void **state)
{
    (void)state;
    assert_true(sd_with_colours_off("snooker-12ft", 3, 3, 6) == 1);   /* hands */
    assert_true(sd_with_colours_off("snooker-12ft", 20, 10, 6) > 12); /* noses were mistaken */
    assert_true(sd_with_colours_off("snooker-12ft", 20, 10, 3) == 1); /* in the midst of a frame */
    assert_true(sd_with_colours_off("snooker-6ft", 20, 3, 6) == 1);   /* its lines are drawn as people please ... */
    assert_true(fabs(sd_with_colours_off("snooker-6ft", 20, 10, 6) - 10) < 0.1); /* ... but for the centre spot */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cameras_never_seen_before_are_found_to_their_stated_sd),
        cmocka_unit_test(a_picture_taken_upright_is_as_good_as_one_across),
        cmocka_unit_test(any_cloth_is_cloth),
        cmocka_unit_test(cloth_of_the_colour_of_the_wood_is_told_from_it),
        cmocka_unit_test(where_wood_is_like_cloth_noses_are_sought_further_in),
        cmocka_unit_test(all_four_edges_of_the_wood_are_known_by_the_pockets),
        cmocka_unit_test(a_camera_that_was_moved_off_the_pockets_is_refused),
        cmocka_unit_test(noses_whose_edges_scatter_are_known_less_well),
        cmocka_unit_test(what_leads_into_light_does_not_place_the_table),
        cmocka_unit_test(noses_that_the_baulk_line_contradicts_are_refused),
        cmocka_unit_test(middle_pockets_off_the_middle_speak_against_the_noses),
        cmocka_unit_test(middle_pockets_hold_the_table_along_its_length),
        cmocka_unit_test(what_is_no_whole_lit_table_is_refused_with_its_reason),
        cmocka_unit_test(clicked_corners_ten_pixels_off_lead_to_the_same_camera),
        cmocka_unit_test(the_shape_of_balls_tells_how_high_the_camera_hangs),
        cmocka_unit_test(one_thing_that_is_no_limb_does_not_set_the_height),
        cmocka_unit_test(middle_pockets_tell_a_camera_that_is_far_off_along_the_table),
        cmocka_unit_test(racked_balls_tell_the_ends_of_a_table),
        cmocka_unit_test(colours_beside_their_spots_are_doubt_of_the_camera),
        cmocka_unit_test(a_calibration_that_is_turned_sees_each_end_where_the_other_was),
        cmocka_unit_test(leaning_over_is_no_bump_and_a_bump_is_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
