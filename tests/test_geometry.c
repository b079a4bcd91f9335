/* SPDX-License-Identifier: Apache-2.0 */
/* Proves rules/geometry for a cue-ball that lies: against slow, plain computations of the same questions on thousands
 * of random tables, against the worked positions of the books, and on positions that cannot be. */
#include "geometry_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- where the cue-ball lies ------------------------------------------------------------------------------------ */

static void snooker_agrees_with_walking_the_cue_ball(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    int snookered = 0, open = 0;
    seed = 1;
    for (int n = 0; n < 3000; n++) {
        struct layout l = random_table(8 + random_below(16), 900, 400, 52.5);
        ball_mask on = n % 3 ? ball_range(2, (ball_id)(2 + random_below(3))) : reds & l.known;
        struct geo_snooker s = geo_snookered(&bed, &l, BALL_CUE, on, l.known & ~on, GEO_EQUAL);
        if (!on || fabs(s.margin) < 0.2)
            continue;
        bool clear = plain_free_at_edges(&l, l.at[1], 52.5, on, l.known & ~on & ~ball_bit(1));
        assert_int_equal(s.snookered, !clear);
        assert_int_equal(s.snookered, s.margin < 0);
        assert_true(s.snookered ? s.obstructing != 0 : ball_in(on, s.free_ball));
        *(clear ? &open : &snookered) += 1;
    }
    assert_true(snookered > 300 && open > 300);
}

static void moving_balls_by_less_than_the_margin_changes_no_snooker(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    seed = 2;
    for (int n = 0; n < 6000; n++) {
        struct layout l = random_table(6 + random_below(12), n % 2 ? 300 : 1500, n % 2 ? 200 : 800, 52.5);
        ball_mask on = ball_range(2, (ball_id)(2 + random_below(3)));
        struct geo_snooker s = geo_snookered(&bed, &l, BALL_CUE, on, l.known, GEO_EQUAL);
        if (isinf(s.margin))
            continue;
        for (int k = 0; k < 8; k++) {
            struct layout other = moved(l, 0.999 * fabs(s.margin) / GEO_MARGIN_FACTOR);
            assert_int_equal(geo_snookered(&bed, &other, BALL_CUE, on, l.known, GEO_EQUAL).snookered, s.snookered);
        }
    }
}

static void worked_positions_of_the_snooker_rule_come_out_as_the_book_says(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = colours_on_spots(&bed);
    put(&l, BALL_CUE, -500, 0);
    put(&l, SNOOKER_RED_1, 500, 0); /* straight behind blue */
    assert_true(red_on(&l).snookered);
    assert_int_equal(red_on(&l).effective, ball_bit(SNOOKER_BLUE));
    assert_true(fabs(red_on(&l).blocker_distance - 500) < 1e-9);
    put(&l, SNOOKER_RED_1, 500, 70); /* one edge hidden is enough */
    assert_true(red_on(&l).snookered);
    put(&l, SNOOKER_RED_1, 500, 0);
    put(&l, SNOOKER_RED_1 + 1, 300, 600); /* one red open at both edges */
    assert_false(red_on(&l).snookered);
    assert_int_equal(red_on(&l).free_ball, SNOOKER_RED_1 + 1);
    put(&l, BALL_CUE, -500, 300);
    put(&l, SNOOKER_RED_1, 500, 300);
    put(&l, SNOOKER_RED_1 + 1, 0, 300); /* a red does not hide a red */
    assert_false(red_on(&l).snookered);
}

static void the_nearest_of_several_obstructing_balls_is_effective(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = colours_on_spots(&bed);
    put(&l, BALL_CUE, -400, 0);
    put(&l, SNOOKER_RED_1, 1200, 0); /* blue and pink on the line */
    assert_int_equal(red_on(&l).obstructing, ball_bit(SNOOKER_BLUE) | ball_bit(SNOOKER_PINK));
    assert_int_equal(red_on(&l).effective, ball_bit(SNOOKER_BLUE));
    put(&l, BALL_CUE, 700, 0);
    assert_int_equal(red_on(&l).effective, ball_bit(SNOOKER_PINK));
}

static void obstructing_balls_at_equal_distance_are_all_effective(void **state)
{
    (void)state;
    struct layout l = {0};
    put(&l, BALL_CUE, 0, 0);
    put(&l, SNOOKER_RED_1, 600, 0);
    put(&l, SNOOKER_BLUE, 300, 40);
    put(&l, SNOOKER_PINK, 300, -40.5);
    assert_int_equal(red_on(&l).effective, ball_bit(SNOOKER_BLUE) | ball_bit(SNOOKER_PINK));
    put(&l, SNOOKER_PINK, 310, -40);
    assert_int_equal(red_on(&l).effective, ball_bit(SNOOKER_BLUE));
    assert_true(fabs(red_on(&l).blocker_distance - sqrt(300 * 300 + 40 * 40)) < 1e-9);
}

static void different_reds_hidden_by_different_balls_have_no_effective_ball(void **state)
{
    (void)state;
    struct layout l = {0};
    put(&l, BALL_CUE, 0, 0);
    put(&l, SNOOKER_RED_1, 600, 300);
    put(&l, SNOOKER_RED_1 + 1, 600, -300);
    put(&l, SNOOKER_BLUE, 300, 150);
    put(&l, SNOOKER_PINK, 300, -150);
    assert_true(red_on(&l).snookered);
    assert_int_equal(red_on(&l).effective, 0);
    assert_int_equal(red_on(&l).obstructing, ball_bit(SNOOKER_BLUE) | ball_bit(SNOOKER_PINK));
    put(&l, SNOOKER_RED_1 + 1, 900, 450); /* both behind blue */
    assert_int_equal(red_on(&l).effective, ball_bit(SNOOKER_BLUE));
}

static void a_touching_ball_on_is_free_and_a_touching_blocker_blocks_only_ahead(void **state)
{
    (void)state;
    for (double noise = -0.5; noise <= 0.5; noise += 0.25) {
        struct layout l = {0};
        put(&l, BALL_CUE, 0, 0);
        put(&l, SNOOKER_RED_1, 52.5 + noise, 0);
        put(&l, SNOOKER_BLUE, -52.5 - noise, 0);
        assert_false(red_on(&l).snookered);
        put(&l, SNOOKER_RED_1, 800, 0); /* away from the blue */
        assert_false(red_on(&l).snookered);
        assert_true(red_on(&l).margin > 10);
        put(&l, SNOOKER_RED_1, -800, 0); /* through the blue */
        assert_true(red_on(&l).snookered);
        assert_true(red_on(&l).margin < -10);
    }
}

static void a_smaller_cue_ball_passes_where_a_full_one_would_not(void **state)
{
    (void)state;
    struct layout l = {0};
    put(&l, BALL_CUE, 0, 0);
    put(&l, 2, 1000, 0);
    put(&l, 3, 500, 26 + 50); /* the edge passes the middle at half the distance of contact */
    struct bed same = bed_pool(1829, 914, 52, 52, 0.2), small = bed_pool(1829, 914, 52, 47, 0.2);
    assert_true(geo_snookered(&same, &l, 1, 4, 8, GEO_EQUAL).snookered);
    assert_false(geo_snookered(&small, &l, 1, 4, 8, GEO_EQUAL).snookered);
}

static void pool_scenarios_of_partial_hiding_come_out_as_the_book_says(void **state)
{
    (void)state;
    struct bed bed = bed_pool(1829, 914, 50.8, 50.8, 0.2);
    struct layout l = {0};
    put(&l, BALL_CUE, -300, 0);
    put(&l, ENGLISH_YELLOW_1, 500, 60);
    put(&l, ENGLISH_RED_1, 100, 0);
    put(&l, ENGLISH_BLACK, 700, -300);
    ball_mask on = ball_bit(ENGLISH_YELLOW_1);
    assert_true(geo_snookered(&bed, &l, BALL_CUE, on, ~on, GEO_EQUAL).snookered);
    assert_false(geo_total_snooker(&bed, &l, BALL_CUE, on, ~on).snookered);
    put(&l, ENGLISH_YELLOW_1 + 1, 100, 0);
    l.known &= ~ball_bit(ENGLISH_RED_1);
    on = ball_range(ENGLISH_YELLOW_1, ENGLISH_YELLOW_1 + 6);
    assert_false(geo_snookered(&bed, &l, BALL_CUE, on, ~on, GEO_EQUAL).snookered);
}

/* ---- paths ------------------------------------------------------------------------------------------------------ */

static void any_part_agrees_with_looking_in_every_direction(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    int hidden = 0, seen = 0;
    seed = 3;
    for (int n = 0; n < 4000; n++) {
        struct layout l = random_table(10 + random_below(14), 600, 300, 52.5);
        ball_mask on = ball_range(2, (ball_id)(2 + random_below(3)));
        struct geo_total t = geo_total_snooker(&bed, &l, BALL_CUE, on, ~on);
        if (fabs(t.margin) < 0.3)
            continue;
        bool plain = plain_sees(&l, l.at[1], 52.5, on, l.known & ~on & ~ball_bit(1));
        assert_int_equal(t.snookered, !plain);
        assert_int_equal(t.ball != BALL_NONE, plain);
        *(plain ? &seen : &hidden) += 1;
    }
    assert_true(hidden > 300 && seen > 300);
}

static void full_ball_agrees_with_walking_the_cue_ball_to_the_centre(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    int kinds[4] = {0};
    seed = 4;
    for (int n = 0; n < 3000; n++) {
        struct layout l = random_table(6 + random_below(12), 900, 500, 52.5);
        ball_mask on = ball_bit(2), blockers = l.known & ~on & ~ball_bit(1), group = n % 2 ? on : 0;
        struct geo_path p = geo_path(&bed, &l, BALL_CUE, on, blockers, group);
        kinds[p.path]++;
        assert_true(p.path != PATH_FULL_BALL || p.any_margin >= p.full_margin);
        if (fabs(p.full_margin) < 0.2)
            continue;
        struct vec2 way = vec2_sub(l.at[2], l.at[1]);
        bool centre = walk_is_clear(&l, l.at[1], atan2(way.y, way.x), vec2_len(way) - 52.5, 52.5, blockers);
        bool plain = group ? plain_free_at_edges(&l, l.at[1], 52.5, on, blockers) : centre;
        assert_int_equal(p.path == PATH_FULL_BALL, plain);
    }
    assert_true(kinds[PATH_NONE] > 100 && kinds[PATH_ANY_PART] > 100 && kinds[PATH_FULL_BALL] > 100);
    assert_int_equal(kinds[PATH_UNKNOWN], 0);
}

static void moving_balls_by_less_than_the_margin_changes_no_path(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    seed = 5;
    for (int n = 0; n < 600; n++) {
        struct layout l = random_table(8 + random_below(12), n % 2 ? 300 : 1000, n % 2 ? 200 : 500, 52.5);
        ball_mask on = ball_range(2, 3);
        struct geo_path p = geo_path(&bed, &l, BALL_CUE, on, ~on, ball_bit(3));
        for (int k = 0; k < 4; k++) {
            struct layout other = moved(l, 0.999 * fabs(p.any_margin) / GEO_MARGIN_FACTOR);
            assert_int_equal(geo_path(&bed, &other, 1, on, ~on, ball_bit(3)).path == PATH_NONE, p.path == PATH_NONE);
            other = moved(l, 0.999 * fabs(p.full_margin) / GEO_MARGIN_FACTOR);
            assert_int_equal(geo_path(&bed, &other, 1, on, ~on, ball_bit(3)).path == PATH_FULL_BALL,
                             p.path == PATH_FULL_BALL);
        }
    }
}

static void a_blocker_behind_the_ball_on_hides_nothing(void **state)
{
    (void)state;
    struct layout l = {0};
    struct bed bed = bed_standard();
    put(&l, BALL_CUE, 0, 0);
    put(&l, 2, 400, 0);
    put(&l, 3, 460, 10);
    struct geo_path p = geo_path(&bed, &l, BALL_CUE, 4, 8, 0);
    assert_int_equal(p.path, PATH_FULL_BALL);
    put(&l, 3, 340, 10);
    p = geo_path(&bed, &l, BALL_CUE, 4, 8, 0);
    assert_int_equal(p.path, PATH_ANY_PART); /* the far side of the ball on looks out behind the blocker */
    put(&l, 3, 340, 1);
    put(&l, 4, 340, 54);
    put(&l, 5, 340, -52);
    assert_int_equal(geo_path(&bed, &l, BALL_CUE, 4, 8 | 16 | 32, 0).path, PATH_NONE);
}

static void full_ball_asks_more_of_a_red_than_of_a_colour(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = {0};
    put(&l, BALL_CUE, 0, 0);
    put(&l, 2, 800, 0);
    put(&l, 3, 400, 60); /* clear of the centre path, over one edge */
    assert_int_equal(geo_path(&bed, &l, BALL_CUE, 4, 8, 0).path, PATH_FULL_BALL);
    assert_int_equal(geo_path(&bed, &l, BALL_CUE, 4, 8, 4).path, PATH_ANY_PART);
    put(&l, 2, 52.5, 0);
    assert_int_equal(geo_path(&bed, &l, BALL_CUE, 4, 8, 4).path, PATH_FULL_BALL);
}

static void touching_reports_every_gap_and_the_closest_call(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = {0};
    put(&l, BALL_CUE, 0, 0);
    put(&l, 2, 52.5, 0);
    put(&l, 3, 0, 53.5);
    put(&l, 4, -52.8, 0);
    struct geo_touch t = geo_touching(&bed, &l, BALL_CUE, ~(ball_mask)0, 0.5);
    assert_int_equal(t.touching, ball_bit(2) | ball_bit(4));
    assert_true(fabs(t.gap[2]) < 1e-9 && fabs(t.gap[3] - 1) < 1e-9 && fabs(t.gap[4] - 0.3) < 1e-9);
    assert_true(fabs(t.margin - 0.2) < 1e-9);
    assert_true(isinf(t.gap[BALL_CUE]) && isinf(t.gap[9]));
    assert_int_equal(geo_touching(&bed, &l, BALL_CUE, ball_bit(3), 0.5).touching, 0);
}

static void playing_away_is_more_than_a_right_angle(void **state)
{
    (void)state;
    struct vec2 cue = {10, 10}, ball = {60, 10};
    assert_true(geo_plays_away(cue, vec2(-3, 1), ball).away);
    assert_false(geo_plays_away(cue, vec2(0, 5), ball).away);
    assert_false(geo_plays_away(cue, vec2(1, 50), ball).away);
    assert_true(fabs(geo_plays_away(cue, vec2(-9, 0), ball).margin - 50) < 1e-9);
    assert_false(geo_plays_away(cue, vec2(0, 0), ball).away);
}

/* ---- whatever comes in ------------------------------------------------------------------------------------------ */

static void a_mirrored_table_gives_the_same_answers(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    seed = 11;
    for (int n = 0; n < 300; n++) {
        struct layout l = random_table(8 + random_below(14), 900, 400, 52.5), m = mirrored(l);
        ball_mask on = ball_range(2, 4);
        struct geo_snooker a = geo_snookered(&bed, &l, 1, on, ~on, GEO_EQUAL),
                           b = geo_snookered(&bed, &m, 1, on, ~on, GEO_EQUAL);
        assert_true(a.margin == b.margin && a.effective == b.effective && a.free_ball == b.free_ball);
        struct geo_path p = geo_path(&bed, &l, 1, on, ~on, 8), q = geo_path(&bed, &m, 1, on, ~on, 8);
        assert_true(p.path == q.path && p.full_margin == q.full_margin && fabs(p.any_margin - q.any_margin) < 1e-5);
        if (n >= 60)
            continue;
        l = walled_table(15, 200), m = mirrored(l);
        double u = geo_snookered_in_hand(&bed, &l, 1, 4, ~4u, AREA_D, GEO_BOTH_EDGES).margin;
        double v = geo_snookered_in_hand(&bed, &m, 1, 4, ~4u, AREA_D, GEO_BOTH_EDGES).margin;
        assert_true(fabs(u - v) <= slack(u));
    }
}

static double hostile(void)
{
    static const double values[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e-308, 0, 0, 52.5, -52.5, 1e5, 26.25};
    return random_below(3) ? random_between(-1700, 1700) : values[random_below(12)];
}

static void ask_everything(const struct bed *bed, const struct layout *l, ball_mask on, double tolerance, int turn)
{
    struct geo_snooker s = geo_snookered(bed, l, 1, on, ~0u, tolerance);
    assert_false(isnan(s.margin) || isnan(s.free_distance) || isnan(s.blocker_distance));
    struct geo_path p = geo_path(bed, l, 1, on, ~0u, on);
    assert_false(isnan(p.any_margin) || isnan(p.full_margin));
    assert_false(isnan(geo_total_snooker(bed, l, 1, on, ~0u).margin));
    enum area area = (enum area)(turn % (AREA_ANYWHERE + 1));
    struct geo_hand h =
        geo_snookered_in_hand(bed, l, 1, on, ~0u, area, (enum geo_reach)(GEO_BOTH_EDGES + turn / 5 % 2));
    assert_false(isnan(h.margin) || isnan(h.bound) || isnan(h.at.x + h.at.y));
    geo_touching(bed, l, 1, ~0u, tolerance);
    struct geo_spotting how = geo_spotting_snooker(bed, SPOT_BLUE);
    geo_spot(bed, l, 5, &how);
    geo_plays_away(l->at[1], l->at[2], l->at[3]);
    geo_in_area(bed, l->at[1], AREA_D);
}

static void impossible_positions_get_an_answer(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    seed = 12;
    for (int n = 0; n < 60; n++) {
        struct layout l = {.known = (ball_mask)random_between(0, 16777216)};
        for (int id = 0; id < BALL_IDS; id++)
            l.at[id] = vec2(hostile(), hostile());
        ask_everything(&bed, &l, (ball_mask)random_between(0, 16777216), hostile(), n);
    }
    struct layout all_in_one = {.known = 0x3e}; /* every place is worth exactly 0: the search gives up */
    for (int n = 1; n < 10; n += 5)
        ask_everything(&bed, &all_in_one, 0x10, 0, n);
}

static void impossible_tables_get_an_answer(void **state)
{
    (void)state;
    seed = 13;
    for (int n = 0; n < 100; n++) {
        struct bed bed = bed_standard();
        double *figure[] = {&bed.length, &bed.width, &bed.ball_d, &bed.cue_ball_d, &bed.baulk_x, &bed.d_radius};
        *figure[n % 6] = hostile();
        bed.spot[SPOT_BLUE].x = hostile();
        struct layout l = random_table(12, 900, 400, 52.5);
        ask_everything(&bed, &l, 0x3c, 1, n);
    }
}

static void nothing_on_is_no_snooker_and_no_cue_ball_is_no_answer(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = colours_on_spots(&bed);
    assert_true(geo_snookered(&bed, &l, BALL_CUE, colours, 0, GEO_EQUAL).margin == 0);
    assert_int_equal(geo_path(&bed, &l, BALL_CUE, colours, 0, 0).path, PATH_UNKNOWN);
    put(&l, BALL_CUE, 300, 300);
    assert_true(isinf(red_on(&l).margin) && !red_on(&l).snookered);
    assert_int_equal(geo_path(&bed, &l, BALL_CUE, reds, colours, 0).path, PATH_NONE);
    assert_false(geo_total_snooker(&bed, &l, BALL_CUE, reds, colours).snookered);
    assert_false(geo_snookered_in_hand(&bed, &l, BALL_CUE, reds, colours, AREA_D, GEO_BOTH_EDGES).snookered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snooker_agrees_with_walking_the_cue_ball),
        cmocka_unit_test(moving_balls_by_less_than_the_margin_changes_no_snooker),
        cmocka_unit_test(worked_positions_of_the_snooker_rule_come_out_as_the_book_says),
        cmocka_unit_test(the_nearest_of_several_obstructing_balls_is_effective),
        cmocka_unit_test(obstructing_balls_at_equal_distance_are_all_effective),
        cmocka_unit_test(different_reds_hidden_by_different_balls_have_no_effective_ball),
        cmocka_unit_test(a_touching_ball_on_is_free_and_a_touching_blocker_blocks_only_ahead),
        cmocka_unit_test(a_smaller_cue_ball_passes_where_a_full_one_would_not),
        cmocka_unit_test(pool_scenarios_of_partial_hiding_come_out_as_the_book_says),
        cmocka_unit_test(any_part_agrees_with_looking_in_every_direction),
        cmocka_unit_test(full_ball_agrees_with_walking_the_cue_ball_to_the_centre),
        cmocka_unit_test(moving_balls_by_less_than_the_margin_changes_no_path),
        cmocka_unit_test(a_blocker_behind_the_ball_on_hides_nothing),
        cmocka_unit_test(full_ball_asks_more_of_a_red_than_of_a_colour),
        cmocka_unit_test(touching_reports_every_gap_and_the_closest_call),
        cmocka_unit_test(playing_away_is_more_than_a_right_angle),
        cmocka_unit_test(a_mirrored_table_gives_the_same_answers),
        cmocka_unit_test(impossible_positions_get_an_answer),
        cmocka_unit_test(impossible_tables_get_an_answer),
        cmocka_unit_test(nothing_on_is_no_snooker_and_no_cue_ball_is_no_answer),
    };
    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
