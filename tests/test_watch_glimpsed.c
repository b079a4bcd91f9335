/* SPDX-License-Identifier: Apache-2.0 */
/* test_watch_glimpsed.c: what is told of strokes laid out by hand of which little is seen: smeared, unseen round a
 * corner, under what lies over the table. */
#include "laid_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Struck at 9 m/s while it is exposed, 25 frames a second, the cue-ball is seen twice, and after that smeared, its
 * colour mixed with cloth. */
static void lay_seen_twice(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double struck = 1.005, v = 9000;
    const struct vec2 from = vec2(-1000, 10);
    if (s < struck)
        see(o, BALL_KIND_WHITE, shaken(from, 0.2, rng), 0.2f);
    if (s > struck - 0.02) {
        struct vec2 at = vec2_along(from, s < struck ? 0.006 : s - struck, vec2(v, 0));
        struct observed_ball *b = see(o, BALL_KIND_BLUE, shaken(at, 2, rng), 2);
        b->smeared = s > struck;
        b->kind_p = 0.3f;
    }
}

static void a_cue_ball_that_is_struck_while_it_is_exposed_is_one_ball(void **state)
{
    (void)state;
    struct heard h = watch(28, 25, lay_seen_twice, NULL); /* the last frame is at 1.08 s */
    const struct track_ball *cue = NULL;
    for (int i = 0; i < h.balls_n; i++)
        cue = h.ball[i].id == BALL_CUE ? &h.ball[i] : cue;
    assert_non_null(cue);
    assert_true(cue->seen);
    assert_true(cue->at.x > -500);
}

/* The cue-ball goes into a corner, is not seen there for two frames, or once while it bounces, somewhere near the nose,
 * and comes out off two cushions. */
static void lay_round_the_corner(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const double one = 1.4, two = 1.452; /* s: at the right cushion and at the bottom one */
    const struct vec2 in = vec2(-3600, -3800), at_one = vec2(-1599.5, -862.7), at_two = vec2(-1758.2, -714.5);
    struct vec2 at = vec2_along(at_one, fmax(s, 1.2) - one, in);
    if (s > two)
        at = rolling(at_two, vec2(2290, 2420), two, s);
    if (s < one - 0.01 || s > two + 0.01)
        see(o, BALL_KIND_WHITE, shaken(at, 0.5, rng), 0.5f);
    else if (*(const bool *)scene && s < one + 0.02)
        see(o, BALL_KIND_WHITE, shaken(vec2(-1590, -850), 0.5, rng), 0.5f)->smeared = true;
}

static void a_ball_that_comes_round_a_corner_touched_two_cushions(void **state)
{
    (void)state;
    for (int seen = 0; seen < 2; seen++) {
        struct heard h = watch(45, 25, lay_round_the_corner, &(bool){seen});
        assert_int_equal(h.n[EVENT_CUSHION], 2);
    }
}

/* Cue and hand, with all that is lit about them, cover the way of the cue-ball to a red and the red's own. The cue-ball
 * is found again 0.15 s after it was struck, the red 0.12 s after it was hit. */
static void lay_covered_way(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double struck = 1.02, hit = 1.464;
    struct vec2 cue = rolling(vec2(-500, 0), vec2(1030, 0), struck, s), red = rolling(vec2(0, 0), vec2(600, 0), hit, s);
    if (s < 3)
        o->regions[o->regions_n++] = (struct observed_region){{-700, -60}, {500, 60}};
    if (s > hit)
        cue = rolling(vec2(-52.5, 0), vec2(150, 0), hit, s);
    if (s < struck || s > struck + 0.15)
        see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    if (s < hit || s > hit + 0.12)
        see(o, BALL_KIND_RED, shaken(red, 0.2, rng), 0.2f);
}

static void a_stroke_all_of_which_something_is_over_is_seen(void **state)
{
    (void)state;
    struct heard h = watch(300, 30, lay_covered_way, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_CONTACT], 1);
    assert_int_equal(h.n[EVENT_DISTURBED] + h.n[EVENT_PLACED] + h.n[EVENT_REMOVED], 0);
}

/* A line that is drawn with light leads through the red to a corner pocket, so that it is never seen with nothing
 * beside it. It is hit half a second after the film begins, and lost on its way, a long way from the pocket. */
static void lay_beside_a_line(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const double struck = 1.02, hit = 1.46;
    const struct vec2 red = vec2(1400, 500), to = vec2(0.7071, 0.7071);
    struct vec2 cue = rolling(vec2_along(red, -500, to), vec2_scale(to, 1060), struck, s);
    struct vec2 at = rolling(red, vec2_scale(to, 900), hit, s);
    if (s > hit)
        cue = rolling(vec2_along(red, -52.5, to), vec2_scale(to, 150), hit, s);
    o->regions[o->regions_n++] = (struct observed_region){{1380, 520}, {1455, 840}};
    see(o, BALL_KIND_WHITE, shaken(cue, 0.2, rng), 0.2f);
    if (s < hit || (s > hit + 0.05 && s < hit + 0.15))
        see(o, BALL_KIND_RED, shaken(at, 0.2, rng), 0.2f);
}

static void a_ball_that_leaves_when_another_comes_is_no_part_of_a_hand(void **state)
{
    (void)state;
    struct heard h = watch(150, 30, lay_beside_a_line, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.met, SNOOKER_RED_1);
    assert_int_equal(h.n[EVENT_CONTACT], 1);
}

/* A hard stroke at 30 frames/s, as it was seen: struck by the ninth frame, the cue-ball grazes a red on its way to the
 * cushion, and is driven into the yellow by that. Made larger by 1.067 and moved to the cushion of this table. */
static void lay_graze(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    enum { FROM = 9, SEEN = 10 };
    static const struct vec2 cue[SEEN] = {{633.8, -3.3},   {629.1, -80.8},  {646.9, -274.8}, {680.2, -418.1},
                                          {706.2, -276.8}, {727.4, -176.5}, {736.3, -188.9}, {744.3, -203.3},
                                          {751.8, -219.8}, {758.5, -238.4}},
                             red[SEEN] = {{576.1, -153.7}, {576.1, -153.7}, {550.3, -158.2}, {514.2, -164.5},
                                          {480.0, -170.2}, {448.1, -175.7}, {418.3, -180.8}, {390.4, -185.6},
                                          {362.9, -190.4}, {335.4, -195.2}},
                             yellow[SEEN] = {{730.2, -124.7}, {730.2, -124.7}, {730.2, -124.7}, {730.2, -124.7},
                                             {730.2, -124.7}, {733.6, -92.7},  {746.6, 28.5},   {759.3, 147.5},
                                             {772.0, 264.3},  {784.7, 378.9}};
    static const struct vec2 *const way[] = {cue, red, yellow};
    static const enum ball_kind kind[] = {BALL_KIND_WHITE, BALL_KIND_RED, BALL_KIND_YELLOW};
    int frame = (int)(s * 30 + 0.5) - 30 + FROM, i = frame - FROM, last = SEEN - 1;
    i = i < 0 ? 0 : i > last ? last : i;
    for (int k = 0; k < 3; k++) {
        struct vec2 v = vec2_scale(vec2_sub(way[k][last], way[k][last - 1]), 30), at = way[k][i];
        if (frame - FROM > last) /* it rolls out, slowly enough to stay clear of all cushions */
            at = rolling(at, vec2_scale(v, fmin(180 / vec2_len(v), 1)), 1 + last / 30.0, s);
        struct observed_ball *b = see(o, kind[k], shaken(vec2(1.067 * at.x, 1.067 * at.y - 395.2), 0.1, rng), 0.13f);
        if (k == 0 && i == 2) {
            b->sd = 1.94f;
            b->smeared = true;
        }
    }
}

static void a_ball_that_only_the_cue_ball_can_have_set_going_was_met(void **state)
{
    (void)state;
    struct heard h = watch(240, 30, lay_graze, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.met, ball_first(ball_of_kind(ball_set(BALL_SET_SNOOKER), BALL_KIND_RED)));
    assert_true(h.first_p > 0.95f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_only_the_cue_ball_can_have_set_going_was_met),
        cmocka_unit_test(a_cue_ball_that_is_struck_while_it_is_exposed_is_one_ball),
        cmocka_unit_test(a_ball_that_comes_round_a_corner_touched_two_cushions),
        cmocka_unit_test(a_stroke_all_of_which_something_is_over_is_seen),
        cmocka_unit_test(a_ball_that_leaves_when_another_comes_is_no_part_of_a_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
