/* SPDX-License-Identifier: Apache-2.0 */
/* test_watch_strokes.c: what is told of strokes that are laid out by hand, frame by frame: played while balls roll,
 * begun or ended where nobody looked, with balls that vanish. */
#include "laid_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* ---- strokes ----------------------------------------------------------------------------------------------------- */

/* The cue-ball meets a red and stays, and is struck again at *scene, just after something on the cloth turned the red
 * a little. */
static void lay_second_stroke(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    double again = *(const double *)scene, turns = again - 0.01;
    struct vec2 cue = rolling(vec2(-300, 0), vec2(500, 0), 1, s), red = rolling(vec2(0, 0), vec2(430, 0), 1.53, s);
    if (s > turns)
        red = rolling(rolling(vec2(0, 0), vec2(430, 0), 1.53, turns), vec2(255, 60), turns, s);
    if (s > 1.53)
        cue = rolling(vec2(-52.5, 0), vec2(0, 1800), again, fmin(s, again + 0.3));
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(red, 0.2, rng), 0.2f);
}

static void a_stroke_played_while_a_ball_rolls_is_a_stroke_of_its_own(void **state)
{
    (void)state;
    for (double again = 3; again < 3.033; again += 0.008) { /* at any time between two frames */
        struct heard h = watch(240, 30, lay_second_stroke, &again);
        assert_int_equal(h.strokes, 2);
        assert_int_equal(h.n[EVENT_STRIKE], 2);
        assert_true(h.moving != 0);
    }
}

/* The cue-ball has come to rest and a blue rolls towards it, slowly, when it is struck past that; what it hits drives
 * the blue away at once. */
static void lay_stroke_that_drives_what_rolls(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const double again = *(const double *)scene, hit = again + 0.01;
    struct vec2 cue = s < 1.53 ? rolling(vec2(-300, 0), vec2(500, 0), 1, s) : vec2(-52.5, 0);
    struct vec2 blue = rolling(vec2(700, 20), vec2(-330, 0), 1.55, fmin(s, hit));
    see(o, BALL_KIND_WHITE, shaken(rolling(cue, vec2(300, 900), again, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_BLUE, shaken(rolling(blue, vec2(1300, 200), hit, s), 0.2, rng), 0.2f);
}

static void a_ball_that_rolls_slowly_has_not_struck_what_it_is_driven_from(void **state)
{
    (void)state;
    for (double again = 4; again < 4.033; again += 0.008) {
        struct heard h = watch(300, 30, lay_stroke_that_drives_what_rolls, &again);
        assert_int_equal(h.strokes, 2);
        assert_int_equal(h.n[EVENT_STRIKE], 2);
    }
}

/* The cue-ball stays where it meets a red, and is driven off the table at 4 s while that still rolls: it is seen twice.
 */
static void lay_flown(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double hit = 1.5, again = 3.99, gone = 4.05;
    const struct vec2 met = vec2(-52.5, 580);
    struct vec2 cue = s < hit ? vec2_along(met, 900 * (fmax(s, 1) - hit), vec2(1, 0)) : met;
    if (s < gone)
        see(o, BALL_KIND_WHITE, shaken(vec2_along(cue, 6000 * fmax(s - again, 0), vec2(0.2, 0.98)), 0.2, rng), 0.2f)
            ->smeared = s > again;
    see(o, BALL_KIND_RED, shaken(rolling(vec2(0, 580), vec2(600, 0), hit, s), 0.2, rng), 0.2f);
}

static void a_cue_ball_that_is_driven_off_in_a_second_stroke_is_not_of_the_first(void **state)
{
    (void)state;
    struct heard h = watch(300, 30, lay_flown, NULL);
    assert_int_equal(h.strokes, 2);
    assert_int_equal(h.n[EVENT_OFF], 1);
    assert_true(h.strike > 39 * NS_PER_S / 10);
    assert_true(h.moving);
}

/* The cue-ball taps a red, stays, and is struck again while that rolls away from it, two balls' widths off. */
static void lay_struck_beside(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double hit = 1.53, again = 2.05;
    struct vec2 cue = rolling(vec2(-170, 0), vec2(250, 0), 1, s);
    if (s > hit)
        cue = rolling(vec2(-52.5, 0), vec2(-700, 1700), again, fmin(s, again + 0.3));
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(0, 0), vec2(140, 0), hit, s), 0.2, rng), 0.2f);
}

static void a_stroke_beside_a_ball_that_rolls_away_is_a_stroke_of_its_own(void **state)
{
    (void)state;
    struct heard h = watch(200, 30, lay_struck_beside, NULL);
    assert_int_equal(h.strokes, 2);
    assert_int_equal(h.n[EVENT_STRIKE], 2);
    assert_true(h.moving != 0);
}

/* Billiards: white cuts yellow, which is a cue-ball too, and goes on past it; hit between any two frames. */
static void lay_cut(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const double hit = *(const double *)scene;
    const struct vec2 met = vec2(-34, 40), v = vec2(1800, 0);
    struct vec2 white = s < hit ? vec2_along(met, fmax(s, 1.5) - hit, v) : rolling(met, vec2(1045, 888), hit, s);
    see(o, BALL_KIND_WHITE, shaken(white, 0.2, rng), 0.2f);
    see(o, BALL_KIND_YELLOW, shaken(rolling(vec2(0, 0), vec2(755, -888), hit, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(1460, 0), 0.2, rng), 0.2f);
}

static void a_cue_ball_that_was_hit_by_one_that_goes_on_was_not_struck(void **state)
{
    (void)state;
    for (double hit = 2; hit < 2.034; hit += 0.004) {
        struct heard h = watch_set(BALL_SET_BILLIARDS, 100, 30, lay_cut, &hit);
        assert_int_equal(h.n[EVENT_STRIKE], 1);
    }
}

/* Of two cue-balls one passes the other fast and drives it off: in the frame that shows this it has left it far behind.
 */
static void lay_driven_aside(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double hit = 1.29;
    const struct vec2 v = vec2(5700, 0), met = vec2(500, 300);
    struct vec2 white =
        s < hit ? vec2_along(met, fmax(s, 1) - hit, v) : rolling(met, vec2(5000, 1200), hit, fmin(s, 1.5));
    see(o, BALL_KIND_WHITE, shaken(white, 0.2, rng), 0.2f);
    see(o, BALL_KIND_YELLOW, shaken(rolling(vec2(513, 249), vec2(500, -1900), hit, fmin(s, 1.8)), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(-900, -500), 0.2, rng), 0.2f);
}

static void a_cue_ball_that_another_drives_off_in_passing_was_not_struck(void **state)
{
    (void)state;
    struct heard h = watch_set(BALL_SET_BILLIARDS, 120, 30, lay_driven_aside, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 1);
    assert_true(h.n[EVENT_CONTACT] >= 1);
}

/* As the first, but the red has rolled under an arm before the cue-ball is struck again, and is seen where it lies
 * later.
 */
static void lay_rolls_under_arm(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    struct vec2 cue = rolling(vec2(-300, 0), vec2(500, 0), 1, s), red = rolling(vec2(0, 0), vec2(430, 0), 1.53, s);
    if (s > 1.53)
        cue = rolling(vec2(-52.5, 0), vec2(0, 1800), 3, fmin(s, 3.3));
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    if (s > 2.4 && s < 6.5)
        o->regions[o->regions_n++] = (struct observed_region){{red.x - 100, -100}, {red.x + 200, 300}};
    else
        see(o, BALL_KIND_RED, shaken(red, 0.2, rng), 0.2f);
}

static void a_ball_that_rolled_under_an_arm_may_roll_yet(void **state)
{
    (void)state;
    struct heard h = watch(300, 30, lay_rolls_under_arm, NULL);
    assert_int_equal(h.strokes, 2);
    assert_true(h.moving != 0);
}

/* While a red still rolls far away, the cue-ball is struck again and meets another red at once. */
static void lay_hit_at_once(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    struct vec2 cue = rolling(vec2(-300, 0), vec2(500, 0), 1, s), red = rolling(vec2(0, 0), vec2(430, 0), 1.53, s);
    struct vec2 other = rolling(vec2(-52.5, 80), vec2(60, 700), 3.03, s);
    if (s > 1.53)
        cue =
            s < 3.03 ? rolling(vec2(-52.5, 0), vec2(0, 900), 3, s) : rolling(vec2(-52.5, 27), vec2(-190, 60), 3.03, s);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(red, 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(other, 0.2, rng), 0.2f);
}

static void a_second_stroke_that_meets_a_ball_at_once_is_one(void **state)
{
    (void)state;
    struct heard h = watch(240, 30, lay_hit_at_once, NULL);
    assert_int_equal(h.strokes, 2);
    assert_int_equal(ball_count(h.moving), 1); /* the one that it met lay still */
}

/* Billiards: white is struck, and while it still rolls the other player strikes yellow. */
static void lay_impatient(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-1000, -400), vec2(500, 0), 1, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_YELLOW, shaken(rolling(vec2(700, 500), vec2(-900, 0), 4, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(1460, 0), 0.2, rng), 0.2f);
}

/* The same, but an arm over yellow only pulls at what is seen of it. */
static void lay_patient(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool arm = s > 2.5 && s < 3.6;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-1000, -400), vec2(500, 0), 1, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_YELLOW, shaken(vec2(arm ? 702.5 : 700, 500), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(1460, 0), 0.2, rng), 0.2f);
}

static void a_cue_ball_that_an_arm_pulls_at_ends_no_stroke(void **state)
{
    (void)state;
    struct heard h = watch_set(BALL_SET_BILLIARDS, 480, 30, lay_patient, NULL);
    assert_int_equal(h.strokes, 1);
}

static void the_other_cue_ball_struck_while_the_first_rolls_is_a_stroke_of_its_own(void **state)
{
    (void)state;
    struct heard h = watch_set(BALL_SET_BILLIARDS, 480, 30, lay_impatient, NULL);
    assert_int_equal(h.strokes, 2);
    assert_int_equal(h.n[EVENT_STRIKE], 2);
    assert_int_equal(h.moving, ball_bit(BILLIARDS_WHITE));
}

struct mark {
    double t, x, y;
};

/* Straight on from mark to mark; before the first and after the last it lies there. */
static struct vec2 on_way(const struct mark *m, int n, double t)
{
    int i = 0;
    while (i < n - 1 && t > m[i + 1].t)
        i++;
    double share = i < n - 1 && t > m[i].t ? (t - m[i].t) / (m[i + 1].t - m[i].t) : 0;
    return vec2_along(vec2(m[i].x, m[i].y), share,
                      vec2_sub(vec2(m[i < n - 1 ? i + 1 : i].x, m[i < n - 1 ? i + 1 : i].y), vec2(m[i].x, m[i].y)));
}

/* Struck hard, the cue-ball drives a red into a pocket a frame or two later, goes round the table and meets the green
 * at last. Of the first contact too little is seen. */
static void lay_round_the_table(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    static const struct mark cue[] = {{2, 1124, 449},    {2.059, 1273, 131},  {2.202, 1761, -494}, {2.333, 1420, -866},
                                      {3.47, -803, 866}, {4.328, -1761, 376}, {5.606, -1085, 329}, {6.6, -1020, 370}},
                             red[] = {{2.059, 1232, 99}, {3.849, 14, -889}},
                             green[] = {{5.606, -1047, 292}, {6.9, -940, 180}};
    if (s < 2.01 || s > *(const double *)scene)
        see(o, BALL_KIND_WHITE, shaken(on_way(cue, 8, s), 0.3, rng), 0.3f);
    see(o, BALL_KIND_GREEN, shaken(on_way(green, 2, s), 0.3, rng), 0.3f);
    if (s < 3.849)
        see(o, BALL_KIND_RED, shaken(on_way(red, 2, s), 0.3, rng), 0.3f);
}

static void a_ball_that_moved_before_the_first_contact_leaves_it_in_doubt(void **state)
{
    (void)state;
    for (double seen = 2.05; seen < 2.3; seen += 0.03) { /* after the strike, for the first time */
        struct heard h = watch(300, 30, lay_round_the_table, &seen);
        assert_int_equal(h.strokes, 1);
        assert_true(h.met == SNOOKER_RED_1 || h.first_p < 0.9f);
    }
}

/* The cue-ball is struck past a red that nearly touches it, and meets another; the first is pushed on by a few mm, all
 * at once, as a ball is that passes on what it got. */
static void lay_passed_on(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    struct vec2 cue =
        s < 1.021 ? rolling(vec2(0, 0), vec2(1500, -200), 1, s) : rolling(vec2(31, -4), vec2(540, 620), 1.021, s);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.5, rng), 0.5f);
    see(o, BALL_KIND_RED, shaken(s < 1.004 ? vec2(-30, -44) : vec2(-32.5, -47.8), 0.5, rng), 0.5f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(73, -35.5), vec2(960, -740), 1.021, s), 0.5, rng), 0.5f);
}

static void a_ball_pushed_on_at_the_strike_leaves_the_first_contact_in_doubt(void **state)
{
    (void)state;
    struct heard h = watch(600, 120, lay_passed_on, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_DISTURBED], 0);
    assert_true(h.first_p < 0.9f);
}

/* Two reds set out for no reason that shows. */
static void lay_unseen_stroke(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    see(o, BALL_KIND_RED, shaken(rolling(vec2(300, 300), vec2(100, 400), 1.5, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(0, 0), vec2(430, 0), 1.53, s), 0.2, rng), 0.2f);
}

static void a_stroke_whose_cue_ball_is_not_seen_is_told_without_its_strike(void **state)
{
    (void)state;
    struct heard h = watch(240, 30, lay_unseen_stroke, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 0);
    assert_int_equal(h.n[EVENT_DISTURBED], 0);
}

/* Struck at 1 s with the butt of the cue high, and over the cushion two frames later: seen to start, and once on its
 * way. */
static void lay_driven_off(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    struct vec2 at = s < 1.0325 ? vec2(-543, -727) : vec2_along(vec2(-543, -727), s - 1.0325, vec2(6600, -3250));
    if (s < 1.08)
        see(o, BALL_KIND_WHITE, shaken(at, 0.3, rng), 0.3f);
    see(o, BALL_KIND_RED, shaken(vec2(300, 300), 0.3, rng), 0.3f);
}

static void a_ball_seen_once_on_its_way_off_the_table_was_struck(void **state)
{
    (void)state;
    struct heard h = watch(150, 30, lay_driven_off, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_OFF], 1);
    assert_int_equal(h.n[EVENT_REMOVED], 0);
}

/* The same across half the table: it is last seen over the nose, a little slower, since it comes down. */
static void lay_flown_off(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    static const struct vec2 way[] = {{383.6, 129.5}, {618.6, 215.5},  {840.1, 298.7}, {1070.5, 384.1},
                                      {1300, 469.8},  {1524.8, 553.9}, {1740.2, 634.7}};
    const int k = (int)floor((s - 1) * 30 + 0.5);
    if (k < (int)(sizeof way / sizeof *way))
        see(o, BALL_KIND_WHITE, shaken(k < 0 ? vec2(185.5, 55.3) : way[k], 0.2, rng), 0.4f);
    see(o, BALL_KIND_RED, shaken(vec2(300, 600), 0.3, rng), 0.3f);
}

static void a_ball_that_flies_over_a_cushion_does_not_touch_it_for_certain(void **state)
{
    (void)state;
    struct heard h = watch(150, 30, lay_flown_off, NULL);
    assert_int_equal(h.n[EVENT_OFF], 1);
    assert_int_equal(h.n[EVENT_CUSHION], 0);
}

/* A red hangs at the edge of a pocket and comes out of its jaws; nothing had touched it. */
static void lay_struck_in_jaws(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 out = vec2_unit(vec2_scale(k->fall, -1)), from = vec2_along(k->fall, k->fall_radius + 10, out);
    see(o, BALL_KIND_WHITE, shaken(vec2(1000, 200), 0.3, rng), 0.3f);
    see(o, BALL_KIND_RED, shaken(rolling(from, vec2_scale(out, 700), 1, s), 0.3, rng), 0.3f);
}

static void a_ball_that_comes_out_of_the_jaws_by_itself_was_struck(void **state)
{
    (void)state;
    struct heard h = watch(300, 60, lay_struck_in_jaws, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 1);
}

/* A red of a pack is struck, and one beside it, pushed aside, seems to start a little sooner. */
static void lay_struck_in_pack(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    see(o, BALL_KIND_WHITE, shaken(vec2(-1000, 200), 0.3, rng), 0.3f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(1000, 26), vec2(-370, 640), 1, s), 0.3, rng), 0.3f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(1045, 53), vec2(-31, 66), 0.99, s), 0.3, rng), 0.3f);
}

static void of_balls_that_start_together_the_fastest_was_struck(void **state)
{
    (void)state;
    struct heard h = watch(600, 60, lay_struck_in_pack, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 1);
}

/* Struck at 1 s; where it lay the tip of the cue looks like a little of a white ball for a frame, nearer than the ball.
 */
static void lay_tip(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene, (void)rng;
    see(o, BALL_KIND_WHITE, rolling(vec2(-300, 0), vec2(1100, 0), 1, s), 0.2f);
    if (o->frame == 31)
        see(o, BALL_KIND_WHITE, vec2(-302, 5), 1.6f)->quality = 0.4f;
}

enum beside { NOTHING, ARM, POT };

/* The cue-ball is struck at 1 s and rests at 3.65 s. Far from it an arm lies over a red that has no part in this, or a
 * red rolls into a pocket meanwhile, in plain view. */
static void lay_simple(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    enum beside beside = *(const enum beside *)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(k->fall), red = vec2_along(k->fall, -400, to);
    struct vec2 at = beside == POT ? rolling(red, vec2_scale(to, 800), 1.02, s) : red;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-900, 0), vec2(300, 0), 1, s), 0.2, rng), 0.2f);
    if (beside == ARM && s > 0.8)
        o->regions[o->regions_n++] = (struct observed_region){{at.x - 80, at.y - 80}, {at.x + 80, at.y + 80}};
    else if (vec2_dist(at, k->fall) > k->fall_radius)
        see(o, BALL_KIND_RED, shaken(at, 0.2, rng), 0.2f);
}

static void a_stroke_is_told_as_soon_as_the_last_ball_rests(void **state)
{
    (void)state;
    for (enum beside beside = NOTHING; beside <= POT; beside++) {
        struct heard h = watch(360, 60, lay_simple, &beside);
        assert_int_equal(h.strokes, 1);
        assert_true((double)h.told / NS_PER_S < 1 + 300 / 113.0 + 0.3);
    }
}

/* The cue-ball flies over a red in the jaws, hides it for a while and is gone. */
static void lay_flight(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct vec2 from = {868, -647}, jaws = {1760, -826};
    (void)scene;
    if (s < 1.19)
        see(o, BALL_KIND_WHITE, shaken(rolling(from, vec2(5000, -1080), 1, s), 0.2, rng), 0.2f);
    if (s < 1.15 || s > 1.6)
        see(o, BALL_KIND_RED, shaken(jaws, 0.2, rng), 0.2f);
}

static void a_ball_that_was_flown_over_is_known_again(void **state)
{
    (void)state;
    struct heard h = watch(180, 30, lay_flight, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.balls_n, 1);
    assert_int_equal(h.ball[0].id, SNOOKER_RED_1);
}

static void tip_of_the_cue_is_not_taken_for_the_ball_it_struck(void **state)
{
    (void)state;
    struct heard h = watch(150, 30, lay_tip, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 1);
    assert_int_equal(h.n[EVENT_REMOVED], 0);
}

static void lay_exposed(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)rng;
    o->exposure = *(const float *)scene;
    o->exposure_sd = o->exposure / 5;
    see(o, BALL_KIND_WHITE, rolling(vec2(-900, 0), vec2(700, 0), 1, s), 0.2f);
}

static void times_are_those_of_the_middle_of_the_exposure(void **state)
{
    (void)state;
    const float none = 0, some = 0.008f;
    struct heard at_once = watch(200, 60, lay_exposed, &none), later = watch(200, 60, lay_exposed, &some);
    assert_true(at_once.strike > 0);
    assert_true(fabs((double)(later.strike - at_once.strike) - 4e6) < 3e5);    /* what smears weighs a little less */
    assert_true(later.strike_sd > 6e5 && later.strike_sd > at_once.strike_sd); /* as well as that is known */
}

/* ---- a view that is lost ----------------------------------------------------------------------------------------- */

static void lay_lost_view(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene, (void)s, (void)rng;
    o->lost = o->frame > 100 && o->frame < 160;
    if (!o->lost)
        see(o, BALL_KIND_WHITE, vec2(1, 2), 0.3f);
}

static void lost_view_is_told_as_a_gap(void **state)
{
    (void)state;
    struct heard h = watch(240, 60, lay_lost_view, NULL);
    assert_int_equal(h.n[EVENT_GAP], 1);
    assert_int_equal(h.n[EVENT_REMOVED] + h.n[EVENT_PLACED], 0);
}

/* A cue-ball rolls past a red that nobody moves; the view is lost from *scene on, for good. */
static void lay_blackout(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    o->lost = s > *(const double *)scene;
    if (o->lost)
        return;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-900, 0), vec2(700, 0), 1, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(900, 300), 0.2, rng), 0.2f);
}

static void a_stroke_whose_end_nobody_saw_is_told_with_doubt(void **state)
{
    (void)state;
    const double never = 100, soon = 2.5;
    struct heard seen = watch(600, 60, lay_blackout, &never), lost = watch(600, 60, lay_blackout, &soon);
    assert_int_equal(seen.strokes, 1);
    assert_true(seen.first_p > 0.9f && ball_in(seen.rest, BALL_CUE));
    assert_int_equal(lost.strokes, 1);
    assert_int_equal(lost.n[EVENT_GAP], 1);
    assert_true(lost.first_p < 0.9f && !ball_in(lost.rest, BALL_CUE));
}

/* The cue-ball flies, and seems to gain speed as it rises towards the camera, then goes round by two cushions. */
static void lay_high_flight(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double height = 2500, up = 3200, g = 9810;
    struct vec2 v = vec2(-2190, 1400), from = vec2(1122, -305);
    double air = fmax(s - 2, 0), h = fmax(up * air - g * air * air / 2, 0), lands = 2 * up / g,
           first = (863 + 305) / v.y;
    struct vec2 left = vec2_along(from, first, v), p = vec2_along(from, fmin(air, first), v);
    if (air > first)
        p = rolling(left, vec2(-1500, -900), 2 + first, s);
    if (p.x < -1758)
        p = rolling(vec2(-1758, left.y - 900 * (left.x + 1758) / 1500), vec2(700, -500),
                    2 + first + (left.x + 1758) / 1490, s);
    see(o, BALL_KIND_WHITE, shaken(vec2_scale(p, air < lands ? height / (height - h) : 1), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(600, -700), 0.2, rng), 0.2f);
}

static void a_ball_that_jumps_was_struck(void **state)
{
    (void)state;
    struct heard h = watch(450, 30, lay_high_flight, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_DISTURBED], 0);
}

/* The cue-ball passes a red, 2.2 mm nearer than they could be as places are seen, and meets the yellow. The red lies
 * where it lay, and by itself. */
static void lay_close_pass(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double hit = 1.5, v = 900;
    const struct vec2 yellow = vec2(450, 5), met = vec2(450 - sqrt(52.5 * 52.5 - 25), 0);
    const struct vec2 n = vec2_scale(vec2_sub(yellow, met), 1 / 52.5);
    struct vec2 start = vec2(met.x - 0.5 * v - 0.125 * 113, 0), in = vec2(v + 0.5 * 113, 0),
                out = vec2_along(vec2(v, 0), -0.97 * v * n.x, n);
    see(o, BALL_KIND_WHITE, shaken(s < hit ? rolling(start, in, hit - 0.5, s) : rolling(met, out, hit, s), 0.15, rng),
        0.15f);
    see(o, BALL_KIND_RED, shaken(vec2(360, 50.3), 0.15, rng), 0.15f);
    see(o, BALL_KIND_YELLOW,
        shaken(s < hit ? yellow : rolling(yellow, vec2_scale(n, 0.95 * v * n.x), hit, s), 0.15, rng), 0.15f);
}

static void a_ball_that_lies_by_itself_where_it_lay_was_not_met(void **state)
{
    (void)state;
    struct heard h = watch(600, 60, lay_close_pass, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.met, ball_first(ball_of_kind(ball_set(BALL_SET_SNOOKER), BALL_KIND_YELLOW)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stroke_played_while_a_ball_rolls_is_a_stroke_of_its_own),
        cmocka_unit_test(a_ball_that_rolls_slowly_has_not_struck_what_it_is_driven_from),
        cmocka_unit_test(a_stroke_beside_a_ball_that_rolls_away_is_a_stroke_of_its_own),
        cmocka_unit_test(a_cue_ball_that_was_hit_by_one_that_goes_on_was_not_struck),
        cmocka_unit_test(a_cue_ball_that_another_drives_off_in_passing_was_not_struck),
        cmocka_unit_test(a_ball_that_rolled_under_an_arm_may_roll_yet),
        cmocka_unit_test(a_second_stroke_that_meets_a_ball_at_once_is_one),
        cmocka_unit_test(a_cue_ball_that_an_arm_pulls_at_ends_no_stroke),
        cmocka_unit_test(the_other_cue_ball_struck_while_the_first_rolls_is_a_stroke_of_its_own),
        cmocka_unit_test(a_ball_that_moved_before_the_first_contact_leaves_it_in_doubt),
        cmocka_unit_test(a_ball_pushed_on_at_the_strike_leaves_the_first_contact_in_doubt),
        cmocka_unit_test(a_stroke_whose_cue_ball_is_not_seen_is_told_without_its_strike),
        cmocka_unit_test(a_ball_that_lies_by_itself_where_it_lay_was_not_met),
        cmocka_unit_test(a_cue_ball_that_is_driven_off_in_a_second_stroke_is_not_of_the_first),
        cmocka_unit_test(a_ball_that_was_flown_over_is_known_again),
        cmocka_unit_test(a_ball_seen_once_on_its_way_off_the_table_was_struck),
        cmocka_unit_test(a_ball_that_flies_over_a_cushion_does_not_touch_it_for_certain),
        cmocka_unit_test(a_ball_that_comes_out_of_the_jaws_by_itself_was_struck),
        cmocka_unit_test(of_balls_that_start_together_the_fastest_was_struck),
        cmocka_unit_test(a_stroke_is_told_as_soon_as_the_last_ball_rests),
        cmocka_unit_test(tip_of_the_cue_is_not_taken_for_the_ball_it_struck),
        cmocka_unit_test(times_are_those_of_the_middle_of_the_exposure),
        cmocka_unit_test(lost_view_is_told_as_a_gap),
        cmocka_unit_test(a_stroke_whose_end_nobody_saw_is_told_with_doubt),
        cmocka_unit_test(a_ball_that_jumps_was_struck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
