/* SPDX-License-Identifier: Apache-2.0 */
/* Proves rules/geometry: against slow, plain computations of the same questions on thousands of random tables, against
 * the worked positions of the books, and on positions that cannot be. */
#include "geometry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- tables ----------------------------------------------------------------------------------------------------- */

static uint64_t seed;

static double random_between(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static int random_below(int n)
{
    return (int)random_between(0, n);
}

static void put(struct layout *l, int id, double x, double y)
{
    l->known |= ball_bit((ball_id)id);
    l->at[id] = vec2(x, y);
}

static bool fits(const struct layout *l, struct vec2 p, double d)
{
    for (BALL_EACH(id, l->known))
        if (vec2_dist(p, l->at[id]) < d)
            return false;
    return true;
}

/* n balls, cue-ball first, no two overlapping, within the given half sizes; half of them in one cluster. */
static struct layout random_table(int n, double x, double y, double d)
{
    struct layout l = {0};
    struct vec2 cluster = {random_between(-x, x), random_between(-y, y)};
    for (int id = 1, tries = 0; id <= n && tries < 10000; tries++) {
        bool near = random_below(2);
        double spread = 4 * d;
        struct vec2 p = {near ? cluster.x + random_between(-spread, spread) : random_between(-x, x),
                         near ? cluster.y + random_between(-spread, spread) : random_between(-y, y)};
        if (fabs(p.x) <= x && fabs(p.y) <= y && fits(&l, p, d))
            put(&l, id++, p.x, p.y);
    }
    return l;
}

static struct layout moved(struct layout l, double by)
{
    for (BALL_EACH(id, l.known)) {
        double a = random_between(0, 6.283185307);
        l.at[id] = vec2_along(l.at[id], by, vec2(cos(a), sin(a)));
    }
    return l;
}

static struct layout mirrored(struct layout l)
{
    for (BALL_EACH(id, l.known))
        l.at[id].y = -l.at[id].y;
    return l;
}

static const ball_mask colours = ((ball_mask)1 << (SNOOKER_BLACK + 1)) - ((ball_mask)1 << SNOOKER_YELLOW);
static const ball_mask reds = ((ball_mask)1 << (SNOOKER_RED_16 + 1)) - ((ball_mask)1 << SNOOKER_RED_1);

static struct layout colours_on_spots(const struct bed *bed)
{
    struct layout l = {0};
    for (int i = 0; i < 6; i++)
        put(&l, SNOOKER_YELLOW + i, bed->spot[SPOT_YELLOW + i].x, bed->spot[SPOT_YELLOW + i].y);
    return l;
}

static struct geo_snooker red_on(const struct layout *l)
{
    struct bed bed = bed_standard();
    return geo_snookered(&bed, l, BALL_CUE, reds, colours, GEO_EQUAL);
}

/* ---- slow and plain --------------------------------------------------------------------------------------------- */

/* The cue-ball is walked along; does it come nearer than c to a blocker? */
static bool walk_is_clear(const struct layout *l, struct vec2 from, double angle, double length, double c,
                          ball_mask blockers)
{
    int steps = (int)(length / 4) + 1;
    for (int i = 0; i <= steps; i++) {
        struct vec2 p = vec2_along(from, length * i / steps, vec2(cos(angle), sin(angle)));
        for (BALL_EACH(id, blockers))
            if (vec2_dist(p, l->at[id]) < c)
                return false;
    }
    return true;
}

static bool plain_free_at_edges(const struct layout *l, struct vec2 from, double c, ball_mask on, ball_mask blockers)
{
    for (BALL_EACH(id, on)) {
        struct vec2 way = vec2_sub(l->at[id], from);
        double length = vec2_len(way), bearing = atan2(way.y, way.x), half = asin(fmin(c / length, 1));
        double run = sqrt(fmax(length * length - c * c, 0));
        if (walk_is_clear(l, from, bearing + half, run, c, blockers) &&
            walk_is_clear(l, from, bearing - half, run, c, blockers))
            return true;
    }
    return false;
}

/* What a point going in this direction meets first among discs of radius c. */
static ball_id met_first(const struct layout *l, struct vec2 from, double angle, double c, ball_mask balls)
{
    double least = INFINITY;
    ball_id first = BALL_NONE;
    for (BALL_EACH(id, balls)) {
        struct vec2 way = vec2_sub(l->at[id], from);
        double along = way.x * cos(angle) + way.y * sin(angle), side = way.y * cos(angle) - way.x * sin(angle);
        if (along <= 0 || fabs(side) >= c || along - sqrt(c * c - side * side) >= least)
            continue;
        least = along - sqrt(c * c - side * side);
        first = (ball_id)id;
    }
    return first;
}

static bool plain_sees(const struct layout *l, struct vec2 from, double c, ball_mask on, ball_mask blockers)
{
    enum { DIRECTIONS = 200 };
    for (BALL_EACH(id, on)) {
        struct vec2 way = vec2_sub(l->at[id], from);
        double bearing = atan2(way.y, way.x), half = asin(fmin(c / vec2_len(way), 1));
        for (int i = 1; i < DIRECTIONS; i++)
            if (ball_in(on, met_first(l, from, bearing + half * (2.0 * i / DIRECTIONS - 1), c, on | blockers)))
                return true;
    }
    return false;
}

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

/* ---- in-hand ---------------------------------------------------------------------------------------------------- */

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
    assert_true(geo_in_area(&bed, vec2(x, 800), AREA_BAULK).in);
    assert_false(geo_in_area(&bed, vec2(x, 880), AREA_BAULK).in); /* inside the cushion */
    assert_false(geo_in_area(&bed, vec2(x, 0), AREA_BEHIND_HEAD_STRING).in);
    assert_true(geo_in_area(&bed, vec2(x - 1, 0), AREA_BEHIND_HEAD_STRING).in);
    assert_true(geo_in_area(&bed, vec2(1000, 500), AREA_ANYWHERE).in);
    assert_false(geo_in_area(&bed, vec2(NAN, 0), AREA_ANYWHERE).in);
    assert_false(geo_in_area(&bed, vec2(0, 0), AREA_NONE).in);
    struct bed pool = bed_pool(1829, 914, 50.8, 47.6, 0.2);
    assert_true(geo_in_area(&pool, vec2(pool.baulk_x, 400), AREA_D).in); /* no D: all of baulk */
}

/* One ball on beyond a wall of blockers in front of the D, or lying in it. */
static struct layout walled_table(int blockers, double depth)
{
    struct layout l = {0};
    bool inside = random_below(5) == 0;
    put(&l, 2, inside ? random_between(-1300, -1050) : random_between(-500, 1700), random_between(-800, 800));
    for (int id = 3, tries = 0; id < 3 + blockers && tries < 3000; tries++) {
        struct vec2 p = {random_between(-1047 - depth / 5, -1047 + depth), random_between(-440, 440)};
        if (fits(&l, p, 52.5))
            put(&l, id++, p.x, p.y);
    }
    return l;
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

/* By how much two searches may differ that should not. */
static double slack(double margin)
{
    return 2 * fmax(GEO_RESOLUTION, GEO_SHARE * fabs(margin));
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

/* ---- spots ------------------------------------------------------------------------------------------------------ */

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
        cmocka_unit_test(areas_hold_their_lines_and_nothing_beyond),
        cmocka_unit_test(snooker_from_the_whole_d_agrees_with_trying_every_place),
        cmocka_unit_test(total_snooker_from_the_whole_d_agrees_with_trying_every_place),
        cmocka_unit_test(red_behind_black_on_the_top_cushion_is_a_snooker_from_all_of_the_d),
        cmocka_unit_test(a_ball_on_inside_the_area_is_reached_from_beside_it),
        cmocka_unit_test(a_larger_area_is_never_worse),
        cmocka_unit_test(moving_balls_by_less_than_the_margin_changes_no_snooker_from_in_hand),
        cmocka_unit_test(a_spot_is_occupied_from_contact_on),
        cmocka_unit_test(a_colour_goes_to_its_own_spot_then_to_the_highest_free_one),
        cmocka_unit_test(with_all_spots_taken_a_colour_goes_up_the_table_without_touching),
        cmocka_unit_test(black_without_room_above_goes_down_the_centre_line),
        cmocka_unit_test(spotting_agrees_with_trying_every_place_on_the_line),
        cmocka_unit_test(a_pool_ball_is_spotted_in_contact_but_not_with_the_cue_ball),
        cmocka_unit_test(english_pool_searches_up_then_down_to_the_baulk_line),
        cmocka_unit_test(a_list_of_spots_without_a_line_may_find_none),
        cmocka_unit_test(a_mirrored_table_gives_the_same_answers),
        cmocka_unit_test(impossible_positions_get_an_answer),
        cmocka_unit_test(impossible_tables_get_an_answer),
        cmocka_unit_test(nothing_on_is_no_snooker_and_no_cue_ball_is_no_answer),
    };
    return cmocka_run_group_tests_name("geometry", tests, NULL, NULL);
}
