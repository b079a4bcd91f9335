/* SPDX-License-Identifier: Apache-2.0 */
/* Proves rules/geometry for a cue-ball in hand: against trying every place. */
#include "geometry_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void areas_hold_their_lines_and_nothing_beyond(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    double x = bed.baulk_x;
    assert_true(geo_in_area(&bed, vec2(x, 0), AREA_D).in);
    assert_true(geo_in_area(&bed, vec2(x, 292), AREA_D).in);
    assert_true(geo_in_area(&bed, vec2(x - 292, 0), AREA_D).in);
    assert_false(geo_in_area(&bed, vec2(x + 0.1, 0), AREA_D).in);
    assert_false(geo_in_area(&bed, vec2(x - 210, 210), AREA_D).in);
    assert_true(fabs(geo_in_area(&bed, vec2(x - 10, 0), AREA_D).margin - 10) < 1e-9);
    assert_true(fabs(geo_in_area(&bed, vec2(x + 3, 296), AREA_D).margin + 5) < 1e-9);
    assert_true(geo_in_area(&bed, vec2(x - 1, 800), AREA_BAULK).in);
    assert_false(geo_in_area(&bed, vec2(x, 800), AREA_BAULK).in); /* behind the line is not on it (CSPL E2(a)) */
    assert_false(geo_in_area(&bed, vec2(x, 880), AREA_BAULK).in); /* inside the cushion */
    assert_false(geo_in_area(&bed, vec2(x, 0), AREA_BEHIND_HEAD_STRING).in);
    assert_true(geo_in_area(&bed, vec2(x - 1, 0), AREA_BEHIND_HEAD_STRING).in);
    assert_true(geo_in_area(&bed, vec2(1000, 500), AREA_ANYWHERE).in);
    assert_false(geo_in_area(&bed, vec2(NAN, 0), AREA_ANYWHERE).in);
    assert_false(geo_in_area(&bed, vec2(0, 0), AREA_NONE).in);
    struct bed pool = bed_pool(1829, 914, 50.8, 47.6, 0.2);
    assert_true(geo_in_area(&pool, vec2(pool.baulk_x, 400), AREA_D).in); /* no D: all of baulk */
}

static void check_witness(const struct bed *bed, const struct layout *l, const struct geo_hand *h, ball_mask on,
                          enum area area, enum geo_reach reach)
{
    ball_mask blockers = l->known & ~on;
    assert_true(geo_in_area(bed, h->at, area).in);
    assert_true(fits(l, h->at, 52.5));
    if (h->margin > 0.3)
        assert_true(reach == GEO_BOTH_EDGES ? plain_free_at_edges(l, h->at, 52.5, ball_bit(h->free_ball), blockers)
                                            : plain_sees(l, h->at, 52.5, ball_bit(h->free_ball), blockers));
}

static void check_no_place(const struct bed *bed, const struct layout *l, ball_mask on, enum geo_reach reach)
{
    for (double x = bed->baulk_x - 292; x <= bed->baulk_x; x += 7)
        for (double y = -292; y <= 292; y += 7) {
            struct vec2 p = {x, y};
            if (!geo_in_area(bed, p, AREA_D).in || !fits(l, p, 52.5))
                continue;
            assert_false(reach == GEO_BOTH_EDGES ? plain_free_at_edges(l, p, 52.5, on, l->known & ~on)
                                                 : plain_sees(l, p, 52.5, on, l->known & ~on));
        }
}

static void check_in_hand(enum geo_reach reach, int tables, int least)
{
    struct bed bed = bed_standard();
    int snookered = 0, open = 0, ran_out = 0;
    for (int n = 0; n < tables; n++) {
        struct layout l = walled_table(10 + random_below(11), 100 + random_between(0, 250));
        ball_mask on = ball_bit(2);
        struct geo_hand h = geo_snookered_in_hand(&bed, &l, BALL_CUE, on, ~on, AREA_D, reach);
        assert_true(h.bound >= h.margin);
        ran_out += h.bound >= GEO_ENOUGH && h.margin < GEO_ENOUGH / (1 + GEO_SHARE_ANY);
        assert_int_equal(h.snookered, h.margin <= 0);
        *(h.snookered ? &snookered : &open) += 1;
        if (!h.snookered)
            check_witness(&bed, &l, &h, on, AREA_D, reach);
        else if (h.margin < -0.2)
            check_no_place(&bed, &l, on, reach);
    }
    assert_true(snookered >= least && open >= least);
    assert_true(ran_out <= tables / 20);
}

static void snooker_from_the_whole_d_agrees_with_trying_every_place(void **state)
{
    (void)state;
    seed = 6;
    check_in_hand(GEO_BOTH_EDGES, 150, 15);
}

static void total_snooker_from_the_whole_d_agrees_with_trying_every_place(void **state)
{
    (void)state;
    seed = 7;
    check_in_hand(GEO_ANY_PART, 60, 3);
}

static void red_behind_black_on_the_top_cushion_is_a_snooker_from_all_of_the_d(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = colours_on_spots(&bed);
    put(&l, SNOOKER_RED_1, 1758, 0);
    struct geo_hand h = geo_snookered_in_hand(&bed, &l, BALL_CUE, reds, colours, AREA_D, GEO_BOTH_EDGES);
    assert_true(h.snookered);
    assert_true(h.margin <= -1);
    put(&l, SNOOKER_RED_1, 1758, 300);
    h = geo_snookered_in_hand(&bed, &l, BALL_CUE, reds, colours, AREA_D, GEO_BOTH_EDGES);
    assert_false(h.snookered);
    check_witness(&bed, &l, &h, reds, AREA_D, GEO_BOTH_EDGES);
}

static void a_ball_on_inside_the_area_is_reached_from_beside_it(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = {0};
    put(&l, 2, -1150, 0);
    for (int i = 0; i < 5; i++) /* a ring of five around it, too tight to place the cue-ball inside */
        put(&l, 3 + i, -1150 + 75 * cos(i * 1.2566370614359172), 75 * sin(i * 1.2566370614359172));
    assert_true(geo_snookered_in_hand(&bed, &l, BALL_CUE, 4, ~4u, AREA_D, GEO_BOTH_EDGES).snookered);
    for (int i = 0; i < 5; i++) /* wide enough for the cue-ball to lie within */
        put(&l, 3 + i, -1150 + 130 * cos(i * 1.2566370614359172), 130 * sin(i * 1.2566370614359172));
    assert_false(geo_snookered_in_hand(&bed, &l, BALL_CUE, 4, ~4u, AREA_D, GEO_BOTH_EDGES).snookered);
}

static void a_larger_area_is_never_worse(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    seed = 8;
    for (int n = 0; n < 100; n++) {
        struct layout l = walled_table(16, 200);
        double d = geo_snookered_in_hand(&bed, &l, 1, 4, ~4u, AREA_D, GEO_BOTH_EDGES).margin;
        double baulk = geo_snookered_in_hand(&bed, &l, 1, 4, ~4u, AREA_BAULK, GEO_BOTH_EDGES).margin;
        double head = geo_snookered_in_hand(&bed, &l, 1, 4, ~4u, AREA_BEHIND_HEAD_STRING, GEO_BOTH_EDGES).margin;
        double all = geo_snookered_in_hand(&bed, &l, 1, 4, ~4u, AREA_ANYWHERE, GEO_BOTH_EDGES).margin;
        assert_true(d <= baulk + slack(baulk) && baulk <= all + slack(all));
        assert_true(fabs(head - baulk) <= slack(baulk) + GEO_RESOLUTION);
    }
}

static void moving_balls_by_less_than_the_margin_changes_no_snooker_from_in_hand(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    seed = 9;
    for (int n = 0; n < 100; n++) {
        struct layout l = walled_table(12 + random_below(8), 200);
        struct geo_hand h = geo_snookered_in_hand(&bed, &l, 1, 4, ~4u, AREA_D, GEO_BOTH_EDGES);
        for (int k = 0; k < 3 && fabs(h.margin) > 2 * GEO_RESOLUTION; k++) {
            struct layout other = moved(l, 0.999 * (fabs(h.margin) - 2 * GEO_RESOLUTION) / GEO_MARGIN_FACTOR);
            struct geo_hand g = geo_snookered_in_hand(&bed, &other, 1, 4, ~4u, AREA_D, GEO_BOTH_EDGES);
            assert_int_equal(g.snookered, h.snookered);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_hold_their_lines_and_nothing_beyond),
        cmocka_unit_test(snooker_from_the_whole_d_agrees_with_trying_every_place),
        cmocka_unit_test(total_snooker_from_the_whole_d_agrees_with_trying_every_place),
        cmocka_unit_test(red_behind_black_on_the_top_cushion_is_a_snooker_from_all_of_the_d),
        cmocka_unit_test(a_ball_on_inside_the_area_is_reached_from_beside_it),
        cmocka_unit_test(a_larger_area_is_never_worse),
        cmocka_unit_test(moving_balls_by_less_than_the_margin_changes_no_snooker_from_in_hand),
    };
    return cmocka_run_group_tests_name("in_hand", tests, NULL, NULL);
}
