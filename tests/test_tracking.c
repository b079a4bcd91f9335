/* SPDX-License-Identifier: Apache-2.0 */
/* test_tracking.c: is what happened on the table told from noisy places alone? No pixels are involved. */
#include "burst.h"
#include "clips.h"
#include "detmath.h"
#include "err.h"
#include "lsq.h"
#include "matching.h"
#include "paths.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct table table;
static struct truth truth;

static int setup(void **state)
{
    (void)state;
    return table_make(&table, "snooker-12ft");
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

static void matching_takes_the_least_total_not_the_nearest_first(void **state)
{
    (void)state;
    const double cost[] = {1, 2, 2, 9}; /* nearest first would take 1 + 9 */
    int to[2];
    match_least_cost(2, 2, cost, 100, to);
    assert_int_equal(to[0], 1);
    assert_int_equal(to[1], 0);
}

static void matching_leaves_alone_what_costs_too_much(void **state)
{
    (void)state;
    const double cost[] = {50, 3, 60};
    int to[3];
    match_least_cost(3, 1, cost, 10, to);
    assert_int_equal(to[0], -1);
    assert_int_equal(to[1], 0);
    assert_int_equal(to[2], -1);
}

/* A ball that rests, is hit, slides, rolls and stops; sampled without noise but told to have some. */
static int make_roll(struct sample *s, double fps, double hit_at, double v0)
{
    const double loss = 2060, roll = 113;
    double slide = 2 * v0 / (7 * loss), vr = 5 * v0 / 7, stop = slide + vr / roll;
    int n = 0;
    for (double t = 0; t < hit_at + stop + 0.5; t += 1 / fps, n++) {
        double u = t - hit_at, d = 0;
        if (u > 0 && u < slide)
            d = v0 * u - loss * u * u / 2;
        else if (u >= slide) {
            double w = fmin(u, stop) - slide;
            d = 12 * v0 * v0 / (49 * loss) + vr * w - roll * w * w / 2;
        }
        s[n] = (struct sample){.t = t, .p = {d, 0}, .sd = 0.3f, .frame = n};
    }
    return n;
}

static struct path_scratch scratch(void)
{
    static double cost[4096];
    static int32_t from[4096];
    static uint8_t rest[4096];
    return (struct path_scratch){cost, from, rest};
}

static void sliding_rolling_and_stopping_are_no_kinks(void **state)
{
    (void)state;
    static struct sample s[4000];
    static struct way way;
    struct path_scratch w = scratch();
    int n = make_roll(s, 60, 0.5071, 1200);
    assert_int_equal(path_cut(&way, s, n, 1.0 / 60, &w), 0);
    assert_int_equal(way.kinks_n, 1);
    assert_true(way.kink[0].wake);
}

static void start_of_a_hit_ball_is_known_below_a_millisecond(void **state)
{
    (void)state;
    static struct sample s[4000];
    static struct way way;
    struct path_scratch w = scratch();
    for (int i = 0; i < 8; i++) {
        double at = 0.5 + i * 0.0021;
        int n = make_roll(s, 60, at, 700);
        path_cut(&way, s, n, 1.0 / 60, &w);
        assert_true(way.kinks_n > 0);
        wake_refine(&way, &way.kink[0], vec2(0, 0), 1.0 / 60, 2060, 113);
        assert_true(fabs(way.kink[0].t - at) < 0.001);
    }
}

/* Hit, and 15 ms later stopped nearly dead by the next ball: two looks at 120 frames/s show the first push. */
static int make_two_pushes(struct sample *s, double fps, double hit_at)
{
    int n = 0;
    for (double t = 0; t < hit_at + 1; t += 1 / fps, n++) {
        double u = fmax(t - hit_at, 0), first = fmin(u, 0.015), then = u - first;
        s[n] = (struct sample){.t = t, .p = {780 * first + 160 * then - 56 * then * then, 0}, .sd = 0.3f, .frame = n};
    }
    return n;
}

static void start_of_a_ball_pushed_twice_is_not_said_to_be_known_better_than_it_is(void **state)
{
    (void)state;
    static struct sample s[4000];
    static struct way way;
    struct path_scratch w = scratch();
    for (int i = 0; i < 8; i++) {
        double at = 0.5 + i * 0.001;
        int n = make_two_pushes(s, 120, at);
        path_cut(&way, s, n, 1.0 / 120, &w);
        assert_true(way.kinks_n > 0 && way.kink[0].wake);
        wake_refine(&way, &way.kink[0], vec2(0, 0), 1.0 / 120, 2060, 113);
        assert_true(fabs(way.kink[0].t - at) < 3 * way.kink[0].t_sd + 0.002); /* it did not slide */
    }
}

/* Hit, turned by another ball three frames later, and by a cushion in the next. */
static int make_rattle(struct sample *s, double fps, double hit_at)
{
    static const struct vec2 v[] = {{0, 0}, {1543, 287}, {1365, -15}, {-1000, -250}, {300, -230}};
    static const double since[] = {-INFINITY, 0, 0.0675, 0.0953, 0.2, INFINITY};
    int n = 0;
    for (double t = 0; t < hit_at + 0.5; t += 1 / fps, n++) {
        s[n] = (struct sample){.t = t, .p = {0, 0}, .sd = 0.25f, .frame = n};
        for (int i = 1; i < 5; i++)
            s[n].p = vec2_along(s[n].p, fmax(fmin(t - hit_at, since[i + 1]) - since[i], 0), v[i]);
    }
    return n;
}

static void ball_seen_once_on_its_way_has_not_rested_there(void **state)
{
    (void)state;
    static struct sample s[4000];
    static struct way way;
    struct path_scratch w = scratch();
    for (int i = 0; i < 12; i++) {
        int wakes = 0, n = make_rattle(s, 30, 0.5 + i / 360.0);
        path_cut(&way, s, n, 1.0 / 30, &w);
        for (int k = 0; k < way.kinks_n; k++)
            wakes += way.kink[k].wake;
        assert_int_equal(wakes, 1);
    }
}

static void smaller_cue_ball_meets_others_later_and_pushes_them_less(void **state)
{
    (void)state;
    static struct burst b;
    struct table english;
    assert_int_equal(table_make(&english, "english-pool-7ft"), 0);
    double d = english.bed.ball_d, size = english.bed.cue_ball_d / d, mass = size * size * size;
    b = (struct burst){.table = &english, .ball_e = 1, .n = 2};
    b.ball[0] = (struct burst_ball){.v = {1000, 0}, .hit = INFINITY, .there = true, .cue = true};
    b.ball[1] = (struct burst_ball){.p = {200, 0}, .hit = INFINITY, .there = true};
    burst_advance(&b, 0.16);
    assert_int_equal(b.events_n, 1);
    assert_true(fabs(b.event[0].t - (200 - d * sqrt(size)) / 1000) < 1e-6);
    assert_true(fabs(b.ball[1].v.x - 2000 * mass / (1 + mass)) < 30); /* what it slides since */
}

/* ---- whole strokes ------------------------------------------------------------------------------------------------
 */

static bool clip_is_told_right(const char *path, double noise, double dropout, bool arm)
{
    struct clip *clip;
    static struct tally tally;
    memset(&tally, 0, sizeof tally);
    if (clip_read(path, &clip, &truth))
        fail_msg("%s cannot be read", path);
    struct view view = view_default(clip_fps(clip), noise);
    view.dropout = dropout;
    view.bias_mm = 0.1;
    view.arm = arm;
    trial_run(&table, &truth, &view, &tally, stderr);
    clip_free(&clip);
    assert_int_equal(tally.dropped, 0);
    bool right = !tally.strokes_wrong && !tally.first_wrong && !tally.cue_missed && !tally.cue_false &&
                 !tally.pots_wrong && !tally.rest_missed && sqrt(tally.rest2 / tally.rests) < 1.0;
    if (!right)
        print_message("%s with noise %.1f: something was told wrongly\n", path, noise);
    return right;
}

static void clips_of_another_engine_are_told_from_noisy_places(void **state)
{
    (void)state;
    glob_t found;
    if (glob("../shared/clips/*.json", 0, NULL, &found)) {
        print_message("skipped: there is no ../shared/clips\n");
        skip();
    }
    size_t right = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        right += clip_is_told_right(found.gl_pathv[i], 0.3, 0, false);
        right += clip_is_told_right(found.gl_pathv[i], 0.6, 0.03, true);
    }
    print_message("%zu of %zu clips told right in every point\n", right, 2 * found.gl_pathc);
    assert_true(right * 5 >= 2 * found.gl_pathc * 4); /* four in five: noise may hide a graze */
    globfree(&found);
}

static void run_sim(const struct sim_strike *strike, const struct sim_start *start, const struct view *view,
                    struct tally *tally)
{
    struct sim_physics physics = sim_physics_defaults();
    struct sim_shot *shot;
    struct sim_truth source;
    physics.follow_through_mm = 0;
    physics.lip_mm = 0; /* nothing topples by itself */
    assert_int_equal(sim_shot_open(&shot, &table, table.balls, &physics), 0);
    sim_shot_run(shot, start, strike);
    truth_from_sim(&truth, &source, sim_shot_record(shot), BALL_CUE, 1.5);
    trial_run(&table, &truth, view, tally, stderr);
    sim_shot_close(&shot);
}

static void assert_all_right(const struct tally *t)
{
    assert_true(t->strokes > 0);
    assert_int_equal(t->strokes_wrong, 0);
    assert_int_equal(t->first_wrong, 0);
    assert_int_equal(t->cue_missed, 0);
    assert_int_equal(t->cue_false, 0);
    assert_int_equal(t->pots_wrong, 0);
    assert_int_equal(t->rest_missed, 0);
}

static struct sim_start two_balls(struct vec2 cue, struct vec2 red)
{
    struct sim_start s = {.present = ball_bit(BALL_CUE) | ball_bit(SNOOKER_RED_1)};
    s.at[BALL_CUE] = cue;
    s.at[SNOOKER_RED_1] = red;
    return s;
}

static void thin_contacts_and_near_misses_are_told_apart_at_any_rate(void **state)
{
    (void)state;
    static const double rates[] = {25, 30, 60, 120, 240};
    for (int i = 0; i < 5; i++) {
        struct tally tally = {0};
        struct view view = view_default(rates[i], 0.4);
        view.bias_mm = 0;
        struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = 1800};
        struct sim_start graze = two_balls(vec2(-900, 0), vec2(0, 52.5 - 0.2)),
                         miss = two_balls(vec2(-900, 0), vec2(0, 52.5 + 0.6));
        run_sim(&strike, &graze, &view, &tally);
        run_sim(&strike, &miss, &view, &tally);
        assert_all_right(&tally);
    }
}

/* Rows of a triangle of reds in front of (x, 0), a hundredth of a millimetre apart. */
static struct sim_start triangle(double x, int rows)
{
    struct sim_start s = {.present = ball_bit(BALL_CUE)};
    double d = table.bed.ball_d + 0.01;
    for (int row = 0, id = SNOOKER_RED_1; row < rows; row++)
        for (int i = 0; i <= row; i++, id++) {
            s.present |= ball_bit(id);
            s.at[id] = vec2(x + row * d * 0.8660254, (i - row / 2.0) * d);
        }
    return s;
}

/* The cue-ball goes along the side of a pack, about as near to the ball in its second row as can be, and into the third
 * row: the ball it grazes passes that on to its neighbours and stays. */
static void a_graze_in_a_pack_is_told_right_or_with_doubt(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct sim_start start = triangle(700, 4);
    struct view view = view_default(30, 0.9);
    struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = 3000};
    for (int i = 0; i < 12; i++) {
        start.at[BALL_CUE] = vec2(-800, 1.5 * (table.bed.ball_d + 0.01) - 0.45 + 0.05 * i);
        view.seed = 100 + (uint64_t)i;
        run_sim(&strike, &start, &view, &tally);
    }
    print_message("%d of %d first contacts wrong, %d of them without doubt\n", tally.first_wrong, tally.strokes,
                  tally.first_wrong_sure);
    assert_int_equal(tally.first_wrong_sure, 0);
}

/* All that happens in a pack that is broken hard happens between two frames. */
static void most_of_a_hard_break_is_told(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct sim_start start = triangle(700, 5);
    struct view view = view_default(30, 0.3);
    struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = 7500};
    for (int i = 0; i < 12; i++) {
        start.at[BALL_CUE] = vec2(-600, -12 + 2 * i);
        view.seed = 100 + (uint64_t)i;
        run_sim(&strike, &start, &view, &tally);
    }
    print_message("%d of %d contacts missed, %d invented; times %.1f ms rms\n", tally.other_missed, tally.other_true,
                  tally.other_false, 1e3 * sqrt(tally.time2 / tally.times));
    assert_true(4 * tally.other_missed < tally.other_true && 5 * tally.other_false < tally.other_true);
}

/* The cue-ball stops at the first ball of the pack: what lies behind that one is not met on the way. */
static void balls_behind_the_first_one_are_not_met_by_the_cue_ball(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct sim_start start = triangle(700, 5);
    struct view view = view_default(30, 0.9);
    struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = 8000};
    for (int i = 0; i < 40; i++) {
        start.at[BALL_CUE] = vec2(-300 + 7 * i, -5 + 0.25 * i);
        view.seed = 100 + (uint64_t)i;
        run_sim(&strike, &start, &view, &tally);
    }
    print_message("%d of %d contacts missed, %d invented\n", tally.cue_missed, tally.cue_true, tally.cue_false);
    assert_true(tally.cue_false <= 5);
}

/* The cue-ball rolls up to a ball and sends it a few millimetres on: no start shows, but both ways together tell. */
static void ball_that_was_nudged_was_met_when_it_was(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct view view = view_default(60, 0.3);
    struct sim_start start = two_balls(vec2(-900, 0), vec2(0, 25));
    for (int i = 0; i < 40; i++) {
        struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = 600 + 0.2 * i};
        view.seed = 100 + (uint64_t)i;
        run_sim(&strike, &start, &view, &tally);
    }
    print_message("%d of %d contacts missed, %d invented\n", tally.cue_missed, tally.cue_true, tally.cue_false);
    assert_true(tally.cue_missed <= 3 && tally.cue_false <= 1);
}

static void ball_at_the_edge_of_a_pocket_is_not_potted(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct view view = view_default(60, 0.4);
    const struct pocket_shape *k = &table.pocket[POCKET_MR];
    struct sim_start start = two_balls(vec2(-900, 300), vec2_along(k->fall, k->fall_radius + 4, vec2(0, 1)));
    struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = 1500};
    run_sim(&strike, &start, &view, &tally);
    assert_all_right(&tally);
    assert_int_equal(tally.pots_true, 0);
}

static void arm_over_the_table_and_lost_frames_cost_nothing_certain(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct sim_start start = two_balls(vec2(-900, 0), vec2(100, 20));
    struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0.01}, .speed = 2500};
    for (uint64_t seed = 1; seed < 8; seed++) {
        struct view view = view_default(60, 0.5);
        view.arm = true;
        view.dropout = 0.1;
        view.frame_lost = 0.1;
        view.seed = seed;
        run_sim(&strike, &start, &view, &tally);
    }
    assert_all_right(&tally);
}

static void slow_ball_that_stays_at_a_cushion_has_met_it(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct view view = view_default(60, 0.4);
    struct sim_start start = two_balls(vec2(-400, 300), vec2(1500, -500));
    struct sim_strike strike = {.ball = BALL_CUE, .along = {0.2, 1}, .speed = 620};
    view.bias_mm = 0;
    run_sim(&strike, &start, &view, &tally);
    assert_all_right(&tally);
    assert_true(tally.cushion_true > 0);
    assert_int_equal(tally.cushion_missed, 0);
    assert_int_equal(tally.cushion_false, 0);
}

/* Into a corner at 5 m/s: between top and left cushion it is seen once or twice, and in the jaws not at all: those five
 * cannot be told. */
static void cushions_that_follow_each_other_within_two_frames_are_told(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct view view = view_default(30, 0.4);
    struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0.75}, .speed = 5000};
    for (int y = 0; y < 240; y += 10) {
        struct sim_start start = two_balls(vec2(900, y), vec2(-1500, -500));
        run_sim(&strike, &start, &view, &tally);
    }
    assert_true(tally.cushion_true >= 24);
    assert_true(tally.cushion_missed <= 5);
    assert_int_equal(tally.cushion_false, 0);
}

static void stopped_ball_that_its_spin_drives_on_was_the_hitter(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct view view = view_default(60, 0.4);
    struct sim_start start = two_balls(vec2(-900, 0), vec2(300, 0));
    struct sim_strike strike = {.ball = BALL_CUE, .along = {1, 0}, .speed = 1400, .follow = 0.4};
    run_sim(&strike, &start, &view, &tally);
    assert_all_right(&tally);
    assert_int_equal(tally.first_wrong, 0);
}

static void ball_met_just_off_a_cushion_is_the_first_contact(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct view view = view_default(60, 0.4);
    struct sim_strike strike = {.ball = BALL_CUE, .along = {0.3, 1}, .speed = 3000};
    for (int x = 292; x < 322; x += 6) {
        struct sim_start start = two_balls(vec2(0, 0), vec2(x, 775));
        run_sim(&strike, &start, &view, &tally);
    }
    assert_true(tally.cue_true >= 3);
    assert_all_right(&tally);
}

/* Struck from a few millimetres, and the ball that it meets meets the next one within the same frame: what is seen of
 * the first one's start is a blend of both pushes and may seem to lie before the strike. */
static void ball_struck_from_near_that_passes_it_on_at_once_is_the_first_contact(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (int i = 0; i < 12; i++) {
        struct view view = view_default(57 + 0.5 * i, 0.4); /* strikes at any moment between two frames */
        view.seed = (uint64_t)i;
        struct sim_start s = two_balls(vec2(0, 0), vec2(62, 18));
        s.present |= ball_bit(SNOOKER_RED_1 + 1);
        s.at[SNOOKER_RED_1 + 1] = vec2(62 + 56, 18 + 20);
        run_sim(&(struct sim_strike){.ball = BALL_CUE, .along = {1, 0}, .speed = 2000}, &s, &view, &tally);
    }
    assert_int_equal(tally.first_wrong, 0);
    assert_int_equal(tally.cue_missed, 0);
    assert_true(tally.other_missed <= 1);
}

static void contact_times_are_better_at_a_higher_rate(void **state)
{
    (void)state;
    double rms[2];
    for (int k = 0; k < 2; k++) {
        struct tally tally = {0};
        for (int i = 0; i < 20; i++) {
            struct view view = view_default(k ? 120 : 60, 0.5);
            view.seed = (uint64_t)i;
            struct sim_start s = two_balls(vec2(-600 - 11 * i, 0), vec2(0, 5 + i));
            run_sim(&(struct sim_strike){.ball = BALL_CUE, .along = {1, 0}, .speed = 900 + 20 * i}, &s, &view, &tally);
        }
        assert_true(tally.times > 15);
        rms[k] = sqrt(tally.time2 / tally.times);
        print_message("%s frames/s: %.2f ms\n", k ? "120" : "60", 1e3 * rms[k]);
    }
    assert_true(rms[0] < 0.001 && rms[1] < 0.0007); /* without backspin both are 1.2 ms early */
}

/* Past the corner of a jaw and over the fall within a frame or two: no kink can tell of it. */
static void jaws_that_a_ball_touches_before_it_falls_are_told(void **state)
{
    (void)state;
    const struct pocket_shape *k = &table.pocket[POCKET_TL];
    struct tally tally = {0};
    struct view view = view_default(60, 0.5);
    for (int i = -20; i <= 20; i++) {
        struct vec2 from = vec2_add(k->fall, vec2(-900, -900)), to = vec2_add(k->fall, vec2(2 * i, 0));
        struct sim_start start = two_balls(from, vec2(-1500, -500));
        view.seed = 100 + (uint64_t)i;
        run_sim(&(struct sim_strike){.ball = BALL_CUE, .along = vec2_unit(vec2_sub(to, from)), .speed = 1100}, &start,
                &view, &tally);
    }
    print_message("%d of %d jaws missed, %d invented, %d pots\n", tally.cushion_missed, tally.cushion_true,
                  tally.cushion_false, tally.pots_true);
    assert_int_equal(tally.pots_wrong, 0);
    assert_true(tally.cushion_true >= 10);
    assert_int_equal(tally.cushion_missed, 0);
    assert_int_equal(tally.cushion_false, 0);
}

/* A thin touch pushes it by a few mm, more slowly than a single look at it could tell. */
static void ball_that_creeps_is_no_noise(void **state)
{
    (void)state;
    struct tally tally = {0};
    struct view view = view_default(60, 1.0);
    for (int i = 0; i < 6; i++) {
        struct sim_start start = two_balls(vec2(-900, 0), vec2(0, 52.5 - 0.012 * (i + 1)));
        view.seed = 100 + (uint64_t)i;
        run_sim(&(struct sim_strike){.ball = BALL_CUE, .along = {1, 0}, .speed = 1800}, &start, &view, &tally);
    }
    double off = sqrt(tally.start2 / tally.starts);
    print_message("places before are %.2f mm off, rest %.2f mm\n", off, sqrt(tally.rest2 / tally.rests));
    assert_true(off < 0.6);
}

/* A ball that hangs at the edge is as often seen over the fall as beside it while it rests. */
static void ball_that_hung_over_the_edge_is_potted(void **state)
{
    (void)state;
    const struct pocket_shape *k = &table.pocket[POCKET_TL];
    struct tally tally = {0};
    for (int i = 0; i < 4; i++) {
        struct view view = view_default(60, 0.4);
        view.bias_mm = 0;
        view.seed = (uint64_t)i;
        struct vec2 in = vec2_unit(vec2_scale(k->fall, -1)), red = vec2_along(k->fall, k->fall_radius + 0.1, in);
        struct sim_start s = two_balls(vec2_along(red, 400, in), red);
        run_sim(&(struct sim_strike){.ball = BALL_CUE, .along = vec2_scale(in, -1), .speed = 900, .follow = -0.4}, &s,
                &view, &tally);
    }
    assert_int_equal(tally.pots_true, 4);
    assert_int_equal(tally.pots_wrong, 0);
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */

static void parameters_out_of_range_are_refused(void **state)
{
    (void)state;
    struct track_sink sink = {0};
    struct track_params params = track_params_default();
    struct tracking *t;
    params.samples = 3;
    assert_int_equal(track_open(&t, &table, &params, &sink), ERR_RANGE);
    assert_null(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matching_takes_the_least_total_not_the_nearest_first),
        cmocka_unit_test(matching_leaves_alone_what_costs_too_much),
        cmocka_unit_test(sliding_rolling_and_stopping_are_no_kinks),
        cmocka_unit_test(start_of_a_hit_ball_is_known_below_a_millisecond),
        cmocka_unit_test(start_of_a_ball_pushed_twice_is_not_said_to_be_known_better_than_it_is),
        cmocka_unit_test(clips_of_another_engine_are_told_from_noisy_places),
        cmocka_unit_test(thin_contacts_and_near_misses_are_told_apart_at_any_rate),
        cmocka_unit_test(a_graze_in_a_pack_is_told_right_or_with_doubt),
        cmocka_unit_test(smaller_cue_ball_meets_others_later_and_pushes_them_less),
        cmocka_unit_test(most_of_a_hard_break_is_told),
        cmocka_unit_test(ball_seen_once_on_its_way_has_not_rested_there),
        cmocka_unit_test(balls_behind_the_first_one_are_not_met_by_the_cue_ball),
        cmocka_unit_test(ball_that_was_nudged_was_met_when_it_was),
        cmocka_unit_test(ball_at_the_edge_of_a_pocket_is_not_potted),
        cmocka_unit_test(arm_over_the_table_and_lost_frames_cost_nothing_certain),
        cmocka_unit_test(slow_ball_that_stays_at_a_cushion_has_met_it),
        cmocka_unit_test(cushions_that_follow_each_other_within_two_frames_are_told),
        cmocka_unit_test(stopped_ball_that_its_spin_drives_on_was_the_hitter),
        cmocka_unit_test(ball_met_just_off_a_cushion_is_the_first_contact),
        cmocka_unit_test(ball_struck_from_near_that_passes_it_on_at_once_is_the_first_contact),
        cmocka_unit_test(contact_times_are_better_at_a_higher_rate),
        cmocka_unit_test(jaws_that_a_ball_touches_before_it_falls_are_told),
        cmocka_unit_test(ball_that_creeps_is_no_noise),
        cmocka_unit_test(ball_that_hung_over_the_edge_is_potted),
        cmocka_unit_test(parameters_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
