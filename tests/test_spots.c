/* SPDX-License-Identifier: Apache-2.0 */
/* Proves rules/geometry where a ball is to be spotted: against trying every place on the line, and the books. */
#include "geometry_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_spot_is_occupied_from_contact_on(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = {0};
    assert_false(geo_spot_occupied(&bed, &l, vec2(0, 0), SNOOKER_BLUE).occupied);
    put(&l, BALL_CUE, 52.6, 0);
    assert_false(geo_spot_occupied(&bed, &l, vec2(0, 0), SNOOKER_BLUE).occupied);
    assert_true(fabs(geo_spot_occupied(&bed, &l, vec2(0, 0), SNOOKER_BLUE).margin - 0.1) < 1e-9);
    put(&l, BALL_CUE, 52.5, 0);
    assert_true(geo_spot_occupied(&bed, &l, vec2(0, 0), SNOOKER_BLUE).occupied);
    assert_false(geo_spot_occupied(&bed, &l, vec2(0, 0), BALL_CUE).occupied); /* not by itself */
    assert_int_equal(geo_spot_occupied(&bed, &l, vec2(0, 0), SNOOKER_BLUE).occupier, BALL_CUE);
}

static struct geo_spotted spot_colour(const struct layout *l, ball_id colour)
{
    struct bed bed = bed_standard();
    struct geo_spotting how = geo_spotting_snooker(&bed, (enum spot)(SPOT_YELLOW + colour - SNOOKER_YELLOW));
    return geo_spot(&bed, l, colour, &how);
}

static void a_colour_goes_to_its_own_spot_then_to_the_highest_free_one(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    struct layout l = colours_on_spots(&bed);
    l.known &= ~ball_bit(SNOOKER_BLUE);
    assert_int_equal(spot_colour(&l, SNOOKER_BLUE).spot, SPOT_BLUE);
    put(&l, BALL_CUE, 0, 5);
    put(&l, SNOOKER_BLACK, 600, 500);
    assert_int_equal(spot_colour(&l, SNOOKER_BLUE).spot, SPOT_BLACK);
    put(&l, SNOOKER_RED_1, 1450, 20);
    put(&l, SNOOKER_PINK, 700, 700);
    assert_int_equal(spot_colour(&l, SNOOKER_BLUE).spot, SPOT_PINK);
}

/* Every spot taken, blue by red-1 as exactly as on it. */
static struct layout all_spots_taken(void)
{
    struct bed bed = bed_standard();
    struct layout l = {0};
    for (int i = 0; i < 6; i++)
        put(&l, SNOOKER_RED_1 + i, bed.spot[SPOT_YELLOW + i].x, bed.spot[SPOT_YELLOW + i].y);
    return l;
}

static void with_all_spots_taken_a_colour_goes_up_the_table_without_touching(void **state)
{
    (void)state;
    struct layout l = all_spots_taken();
    struct geo_spotted r = spot_colour(&l, SNOOKER_BLUE);
    assert_true(r.found && r.spot == SPOT_NONE);
    assert_true(fabs(r.at.x - (52.5 + GEO_HAIR)) < 1e-9 && r.at.y == 0);
    put(&l, SNOOKER_RED_1 + 7, 90, 10); /* leaves too little room below itself */
    r = spot_colour(&l, SNOOKER_BLUE);
    assert_true(r.at.x > 120 && fits(&l, r.at, 52.5) && !fits(&l, vec2_sub(r.at, vec2(0.2, 0)), 52.5));
    r = spot_colour(&l, SNOOKER_YELLOW);
    assert_true(r.at.y == -292 && fabs(r.at.x - (-1047.5 + 52.6)) < 1e-9);
}

static void black_without_room_above_goes_down_the_centre_line(void **state)
{
    (void)state;
    struct layout l = all_spots_taken();
    for (int i = 0; i < 4; i++)
        put(&l, SNOOKER_RED_1 + 6 + i, 1460.5 + 80 * (i + 1), 0);
    put(&l, BALL_CUE, 1758, 0);
    struct geo_spotted r = spot_colour(&l, SNOOKER_BLACK);
    assert_true(r.found && fabs(r.at.x - (1460.5 - 52.6)) < 1e-9);
    assert_true(fits(&l, r.at, 52.5));
}

static void spotting_agrees_with_trying_every_place_on_the_line(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    seed = 10;
    for (int n = 0; n < 200; n++) {
        struct layout l = {0};
        for (int id = 1; id <= 20; id++) /* crowded, overlaps included */
            put(&l, id, random_between(600, 1780), random_between(-60, 60));
        struct geo_spotting how = geo_spotting_snooker(&bed, SPOT_PINK);
        how.spots[0] = SPOT_NONE;
        double step = 0.05, start = bed.spot[SPOT_PINK].x, x = start, y = 0;
        while (x <= how.up && !fits(&l, vec2(x, y), 52.5 + GEO_HAIR))
            x += step;
        for (x = x <= how.up ? x : start; x < how.up && !fits(&l, vec2(x, y), 52.5 + GEO_HAIR);)
            x -= step;
        struct geo_spotted r = geo_spot(&bed, &l, 22, &how);
        assert_true(r.found && fits(&l, r.at, 52.5 + GEO_HAIR - 1e-9));
        assert_true(r.at.x >= start ? x < start || r.at.x <= x + 1e-9 : r.at.x >= x - 1e-9); /* none nearer */
    }
}

static void a_pool_ball_is_spotted_in_contact_but_not_with_the_cue_ball(void **state)
{
    (void)state;
    struct bed bed = bed_pool(2540, 1270, 57.15, 57.15, 0.25);
    struct geo_spotting how = geo_spotting_wpa(&bed, SPOT_FOOT);
    struct layout l = {0};
    assert_int_equal(geo_spot(&bed, &l, 10, &how).spot, SPOT_FOOT);
    put(&l, 2, 635, 0);
    struct geo_spotted r = geo_spot(&bed, &l, 10, &how);
    assert_true(r.spot == SPOT_NONE && fabs(r.at.x - (635 + 57.15)) < 1e-9);
    l.known = 0;
    put(&l, BALL_CUE, 635, 0);
    assert_true(fabs(geo_spot(&bed, &l, 10, &how).at.x - (635 + 57.15 + GEO_HAIR)) < 1e-9);
    l.known = 0;
    put(&l, 2, 635 + 57.15, 0); /* just touching: the spot itself is still free */
    assert_int_equal(geo_spot(&bed, &l, 10, &how).spot, SPOT_FOOT);
    for (int i = 0; i < 12; i++) /* all of the string below is blocked */
        put(&l, 2 + i, 635 + 55 * i, 0);
    r = geo_spot(&bed, &l, 14, &how);
    assert_true(r.found && fabs(r.at.x - (635 - 57.15)) < 1e-9);
}

static void english_pool_searches_up_then_down_to_the_baulk_line(void **state)
{
    (void)state;
    struct bed bed = bed_pool(1829, 914, 50.8, 47.6, 0.2);
    struct geo_spotting how = geo_spotting_cspl(&bed, SPOT_FOOT);
    struct layout l = {0};
    double x = bed.spot[SPOT_FOOT].x;
    for (int i = 0; i < 9; i++)
        put(&l, 2 + i, x + 55 * i, 0);
    struct geo_spotted r = geo_spot(&bed, &l, 15, &how);
    assert_true(r.found && fabs(r.at.x - (x - 50.8)) < 1e-9);
    for (int i = 0; i < 22; i++) {
        double at = x + 420 - 90 * i;
        put(&l, 2 + i, at > bed.baulk_x - 50 ? at : bed.baulk_x, 0);
    }
    assert_false(geo_spot(&bed, &l, 1, &how).found);
}

static void a_list_of_spots_without_a_line_may_find_none(void **state)
{
    (void)state;
    struct bed bed = bed_standard();
    enum spot red_spots[] = {SPOT_BLACK, SPOT_PINK, SPOT_BLUE};
    struct geo_spotting how = geo_spotting_list(red_spots, 3);
    struct layout l = {0};
    put(&l, BILLIARDS_YELLOW, 1460.5, 10);
    assert_int_equal(geo_spot(&bed, &l, BILLIARDS_RED, &how).spot, SPOT_PINK);
    assert_true(fabs(geo_spot(&bed, &l, BILLIARDS_RED, &how).margin - 42.5) < 1e-9);
    how = geo_spotting_list(red_spots, 1);
    assert_false(geo_spot(&bed, &l, BILLIARDS_RED, &how).found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spot_is_occupied_from_contact_on),
        cmocka_unit_test(a_colour_goes_to_its_own_spot_then_to_the_highest_free_one),
        cmocka_unit_test(with_all_spots_taken_a_colour_goes_up_the_table_without_touching),
        cmocka_unit_test(black_without_room_above_goes_down_the_centre_line),
        cmocka_unit_test(spotting_agrees_with_trying_every_place_on_the_line),
        cmocka_unit_test(a_pool_ball_is_spotted_in_contact_but_not_with_the_cue_ball),
        cmocka_unit_test(english_pool_searches_up_then_down_to_the_baulk_line),
        cmocka_unit_test(a_list_of_spots_without_a_line_may_find_none),
    };
    return cmocka_run_group_tests_name("spots", tests, NULL, NULL);
}
