/* SPDX-License-Identifier: Apache-2.0 */
/* test_firsts.c: which of two balls did the cue-ball meet first, by its way in? */
#include "contacts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define FRAME_S (1 / 30.0)
#define D       52.5
#define SPEED   1500.0

enum { CUE, FULL, BESIDE, PATHS };

/* The cue-ball comes along x and meets one ball half-ball; another lies further back, beside the way: `deep` mm of it
 * are in the way. The first one is told first. */
static struct segment meet_two(struct way *ways, struct event *events, const struct table *table,
                               const struct track_params *params, double deep)
{
    struct way *cue = &ways[CUE];
    *cue = (struct way){.ball = BALL_CUE, .moved = true, .pieces_n = 2};
    cue->piece[0] = (struct piece){.rest = true, .to = 10, .p = {-600, 0}, .t_to = 1};
    cue->piece[1] = (struct piece){
        .from = 10, .to = 22, .t0 = 1, .t_from = 1, .t_to = 1.4, .p = {-600, 0}, .v = {SPEED, 0}, .sd = 0.2};
    ways[FULL] = (struct way){.ball = 8, .rest0 = {40, -26}, .rest0_n = 10};
    ways[BESIDE] = (struct way){.ball = 9, .rest0 = {-20, D - deep}, .rest0_n = 10};
    events[0] = (struct event){.kind = EVENT_CONTACT, .a = BALL_CUE, .b = 8, .t = to_ns(1.396), .p = 0.97f};
    events[1] = (struct event){.kind = EVENT_CONTACT, .a = BALL_CUE, .b = 9, .t = to_ns(1.402), .p = 0.97f};
    return (struct segment){.table = table,
                            .params = params,
                            .frame_s = FRAME_S,
                            .noise_mm = 0.2,
                            .paths_n = PATHS,
                            .paths = ways,
                            .events_n = 2,
                            .events = events,
                            .strike = CUE,
                            .strike_t = 1,
                            .first_p = 1};
}

/* The ball told first, and how surely. */
static ball_id first_of(double deep, double *p)
{
    static struct way ways[PATHS];
    struct event events[2];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = meet_two(ways, events, &table, &params, deep);
    struct explain x = {.s = &s};
    order_first_contact(&x);
    *p = s.first_p;
    return earliest_contact(&s, BALL_CUE, NULL)->b;
}

static void a_ball_well_in_the_way_was_met_first(void **state)
{
    (void)state;
    double p;
    assert_int_equal(first_of(8, &p), 9);
    assert_true(p > 0.9);
}

static void a_ball_that_the_way_hardly_grazes_may_have_been_met_after_the_other(void **state)
{
    (void)state;
    double p;
    assert_int_equal(first_of(0.3, &p), 8);
    assert_true(p < 0.9);
}

static void a_ball_that_the_way_leads_past_was_met_after_the_other(void **state)
{
    (void)state;
    double p;
    assert_int_equal(first_of(-5, &p), 8);
    assert_true(p > 0.96);
}

/* The cue-ball comes along x at a ball that touches another, further back and to the side. Which of them woke first is
 * not known. Who woke the one behind, and how surely? */
static struct cause cause_of_the_one_behind(double beside)
{
    enum { SEEN = 22 };
    static struct way ways[PATHS];
    struct sample seen[SEEN];
    struct kink kinks[2] = {{.t = 1.4, .t_sd = 0.01, .v1 = {-300, -400}, .v1_sd = 20, .wake = true},
                            {.t = 1.405, .t_sd = 0.01, .v1 = {500, 300}, .v1_sd = 20, .wake = true}};
    struct event events[2];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = meet_two(ways, events, &table, &params, 0);
    struct explain x = {.s = &s, .wakes_n = 3};
    for (int i = 0; i < SEEN; i++) {
        double t = 1 + (i - 9) * FRAME_S;
        seen[i] = (struct sample){.t = t, .p = {-600 + SPEED * fmax(t - 1, 0), 0}, .sd = 0.2f};
    }
    ways[CUE].samples = seen;
    ways[CUE].samples_n = SEEN;
    ways[FULL].rest0 = vec2(0, beside);
    ways[FULL].moved = ways[BESIDE].moved = true;
    ways[BESIDE].rest0 = vec2(45.5, 26.25);
    ways[CUE].kink[0] = (struct kink){.t = 1, .wake = true};
    x.wake[0] = (struct wake){.path = CUE, .kink = &ways[CUE].kink[0], .at = {-600, 0}, .t = 1, .explained = true};
    x.wake[1] =
        (struct wake){.path = FULL, .kink = &kinks[0], .at = ways[FULL].rest0, .t = kinks[0].t, .t_sd = kinks[0].t_sd};
    x.wake[2] = (struct wake){
        .path = BESIDE, .kink = &kinks[1], .at = ways[BESIDE].rest0, .t = kinks[1].t, .t_sd = kinks[1].t_sd};
    return find_cause(&x, &x.wake[2]);
}

static void a_ball_behind_one_that_lies_in_the_way_was_not_met(void **state)
{
    (void)state;
    struct cause free = cause_of_the_one_behind(-60), barred = cause_of_the_one_behind(0);
    assert_int_equal(free.hitter, CUE);
    assert_int_equal(free.how, CAUSE_PATH);
    assert_true(free.chi2 < 10);
    assert_false(barred.how == CAUSE_PATH);
}

/* The cue-ball passes a ball that stays where it lies, just beside its way, and loses a tenth of its speed as it comes
 * to it: it was in the air, and landed there. How surely is it said to have met the ball? */
static double p_of_a_pass(struct vec2 at)
{
    static struct way ways[PATHS];
    struct event events[8];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = meet_two(ways, events, &table, &params, 0);
    struct explain x = {.s = &s};
    struct vec2 from = vec2(at.x - 600, at.y - D + 1);
    ways[CUE].pieces_n = 3;
    ways[CUE].kinks_n = 1;
    ways[CUE].rest0 = ways[CUE].piece[0].p = ways[CUE].piece[1].p = from;
    ways[CUE].piece[2] = ways[CUE].piece[1];
    ways[CUE].piece[1].t_to = ways[CUE].piece[2].t_from = ways[CUE].piece[2].t0 = 1.35;
    ways[CUE].piece[2].p = vec2(from.x + 0.35 * SPEED, from.y);
    ways[CUE].kink[0] =
        (struct kink){.t = 1.35, .before = 1, .p = ways[CUE].piece[2].p, .v0 = {SPEED, 0}, .v1 = {0.9 * SPEED, -60}};
    ways[FULL] = (struct way){.ball = 8, .rest0 = at, .rest1 = at, .rest0_n = 10, .rest1_n = 10};
    s.paths_n = FULL + 1;
    s.events_n = 0;
    s.end = 2;
    tell_near_misses(&x);
    assert_int_equal(s.events_n, 1);
    return (double)s.events[0].p;
}

static void only_a_ball_that_a_cushion_holds_stays_where_it_is_hit(void **state)
{
    (void)state;
    const double nose = 3569.0 / 2, under = 3; /* that meets a ball above its middle */
    assert_true(p_of_a_pass(vec2(0, 0)) < 0.5);
    assert_true(p_of_a_pass(vec2(nose + under - D / 2, 0)) > 0.8);
}

/* A break at 8 m/s: the cue-ball is seen twice on its way along x to the first ball of a rack, `aside` mm beside that
 * way the first time, and a ball of the second row was driven off, nobody saw by whom. Its places are told with this
 * sd. How sure is the first contact? */
static double p_of_a_break(double aside, float sd)
{
    static struct way ways[PATHS];
    const double fast = 8000, strike = 1;
    struct sample seen[] = {{.t = strike, .p = {-600, 0}, .sd = 0.3f},
                            {.t = strike + FRAME_S, .p = {-600 + fast * FRAME_S, aside}, .sd = sd},
                            {.t = strike + 2 * FRAME_S, .p = {-600 + 2 * fast * FRAME_S, 0}, .sd = sd}};
    struct event first = {.kind = EVENT_CONTACT, .a = BALL_CUE, .b = 8, .p = 0.97f};
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    ways[CUE] = (struct way){.ball = BALL_CUE, .moved = true, .pieces_n = 2, .rest0 = {-600, 0}, .rest0_n = 10};
    ways[CUE].samples = seen;
    ways[CUE].samples_n = 3;
    ways[CUE].piece[0] = (struct piece){.rest = true, .to = 1, .p = {-600, 0}, .t_to = strike};
    ways[CUE].piece[1] =
        (struct piece){.from = 1, .to = 3, .t0 = strike, .t_from = strike, .t_to = 1.08, .v = {fast, 0}};
    ways[FULL] = (struct way){.ball = 8, .moved = true, .rest0 = {60, 2}, .rest1 = {400, 0}, .rest0_n = 10};
    ways[BESIDE] = (struct way){.ball = 9, .moved = true, .rest0 = {60 + 0.87 * D, D / 2}, .rest0_n = 10};
    first.t = to_ns(strike + (660 - D) / fast);
    struct segment s = {.table = &table,
                        .params = &params,
                        .frame_s = FRAME_S,
                        .noise_mm = 0.3,
                        .paths_n = PATHS,
                        .paths = ways,
                        .events_n = 1,
                        .events = &first,
                        .strike = CUE,
                        .strike_t = strike,
                        .end = 3,
                        .first_p = 0.97};
    struct explain x = {.s = &s};
    tell_unexplained(&x);
    return s.first_p;
}

static void a_way_from_the_strike_is_known_from_two_looks_that_lie_on_it(void **state)
{
    (void)state;
    assert_true(p_of_a_break(0, 1) > 0.9);
    assert_true(p_of_a_break(0, 30) > 0.9); /* smeared over seven radii: along its way, not across */
    assert_true(p_of_a_break(12, 1) < 0.9); /* something has turned it, or it is not the cue-ball that was seen */
}

/* The cue-ball comes along x to a ball that lies alone and stays there, and comes back. Is it said to have met it? */
static bool met_one_that_stays(struct vec2 at)
{
    enum { SEEN = 24, REST = 6 };
    static struct way ways[PATHS];
    struct sample seen[SEEN];
    struct event events[8];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = meet_two(ways, events, &table, &params, 0);
    struct explain x = {.s = &s};
    const double back = 0.6 * SPEED, turns = 1.3;
    struct vec2 from = vec2(at.x - D - (turns - 1) * SPEED, at.y), met = vec2(at.x - D, at.y);
    int last = REST;
    for (int i = 0; i < SEEN; i++) {
        double t = 1 + (i - REST) * FRAME_S;
        double gone = fmin(fmax(t - 1, 0), turns - 1) * SPEED - fmax(t - turns, 0) * back;
        seen[i] = (struct sample){.t = t, .p = {from.x + gone, at.y}, .sd = 0.2f, .frame = i};
        last += t > 1 && t < turns;
    }
    ways[CUE] = (struct way){.ball = BALL_CUE, .moved = true, .pieces_n = 3, .kinks_n = 1};
    ways[CUE].samples = seen;
    ways[CUE].samples_n = SEEN;
    ways[CUE].piece[0] = (struct piece){.rest = true, .to = REST, .p = from, .t_to = 1};
    ways[CUE].piece[1] =
        (struct piece){.from = REST, .to = last, .t0 = 1, .t_from = 1, .t_to = turns, .p = from, .v = {SPEED, 0}};
    ways[CUE].piece[2] =
        (struct piece){.from = last, .to = SEEN, .t0 = turns, .t_from = turns, .t_to = 1.6, .p = met, .v = {-back, 0}};
    ways[CUE].kink[0] =
        (struct kink){.t = turns, .t_sd = 0.002, .before = 1, .p = met, .v0 = {SPEED, 0}, .v1 = {-back, 0}, .v_sd = 20};
    ways[FULL] = (struct way){.ball = 8, .rest0 = at, .rest1 = at, .rest0_n = 10, .rest1_n = 10};
    s.paths_n = FULL + 1;
    s.events_n = 0;
    s.end = 2;
    resolve_impacts(&x);
    return s.events_n > 0;
}

static void only_a_ball_that_a_cushion_holds_turns_the_cue_ball_and_stays(void **state)
{
    (void)state;
    const double nose = 3569.0 / 2, under = 3; /* that meets a ball above its middle */
    assert_true(met_one_that_stays(vec2(nose + under - D / 2, 0)));
    assert_false(met_one_that_stays(vec2(0, 0)));
}

/* Two balls that lie 20 mm apart set out about the same time, one of them nobody knows when exactly: it was seen away
 * from its place this long after the other one was last seen in its own. Did that one push it? */
static bool was_pushed_on(double after)
{
    enum { HITTER, HIT };
    static struct way ways[2];
    const double leaves = 1.4, before = leaves - 0.001, apart = D + 20;
    struct sample lay[] = {{.t = before, .sd = 0.3f}, {.t = leaves + FRAME_S, .p = {20, 0}, .sd = 0.3f}};
    struct sample left[] = {{.t = before + after - FRAME_S, .p = {apart, 0}, .sd = 0.3f},
                            {.t = before + after, .p = {apart + 10, 0}, .sd = 0.3f}};
    struct kink kinks[] = {{.t = leaves, .t_sd = 0.002, .v1 = {600, 0}, .v1_sd = 10, .wake = true},
                           {.t = leaves, .t_sd = 0.08, .v1 = {500, 0}, .v1_sd = 10, .wake = true}};
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = {.table = &table,
                        .params = &params,
                        .frame_s = FRAME_S,
                        .noise_mm = 0.2,
                        .paths_n = 2,
                        .paths = ways,
                        .strike = -1};
    struct explain x = {.s = &s, .wakes_n = 2};
    for (int i = 0; i < 2; i++) {
        struct vec2 at = vec2(i * apart, 0);
        ways[i] = (struct way){.ball = (ball_id)(8 + i), .moved = true, .pieces_n = 2, .rest0 = at, .rest0_n = 10};
        ways[i].samples = i == HITTER ? lay : left;
        ways[i].samples_n = 2;
        ways[i].piece[0] = (struct piece){.rest = true, .to = 1, .p = at, .t_to = leaves};
        ways[i].piece[1] = (struct piece){.rest = true, .from = 1, .to = 2, .p = at, .t_from = leaves, .t_to = 2};
        x.wake[i] = (struct wake){.path = i,
                                  .kink = &kinks[i],
                                  .at = at,
                                  .t = leaves,
                                  .t_sd = kinks[i].t_sd,
                                  .met = leaves,
                                  .explained = i == HITTER};
    }
    return find_cause(&x, &x.wake[HIT]).how == CAUSE_CHAIN;
}

static void what_has_left_was_not_pushed_by_what_still_lies_there(void **state)
{
    (void)state;
    assert_true(was_pushed_on(FRAME_S));
    assert_false(was_pushed_on(0));
}

/* A fast ball on its way along x, one place of which is `off` mm ahead. Where does its way lead? */
static double leads_to(double off)
{
    enum { SEEN = 13, STRAY = 11 };
    static struct way way;
    struct sample seen[SEEN];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    for (int i = 0; i < SEEN; i++)
        seen[i] = (struct sample){.t = i * FRAME_S, .p = {SPEED * i * FRAME_S + (i == STRAY ? off : 0), 0}, .sd = 0.8f};
    way = (struct way){.moved = true, .samples = seen, .samples_n = SEEN, .pieces_n = 1};
    way.piece[0] = (struct piece){.to = SEEN, .v = {SPEED, 0}};
    struct segment s = {.table = &table, .params = &params, .frame_s = FRAME_S, .paths_n = 1, .paths = &way};
    struct explain x = {.s = &s};
    struct wake met = {.t = SEEN * FRAME_S};
    struct piece q;
    assert_true(way_in(&x, &met, 0, &q));
    return piece_at(&q, met.t).x;
}

static void one_place_far_off_a_way_does_not_bend_it(void **state)
{
    (void)state;
    assert_true(fabs(leads_to(0) - 13 * SPEED * FRAME_S) < 0.1);
    assert_true(fabs(leads_to(8) - 13 * SPEED * FRAME_S) < 0.1);
}

/* A ball was lost on its way to a corner, `from_fall` mm from the edge of the fall; a frame later one that lay beside
 * that way starts. Was it hit by the one that is lost? */
static bool may_be_hit_by_lost_one(double from_fall)
{
    enum { SEEN = 8 };
    static struct way ways[2];
    struct sample seen[SEEN];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    const struct pocket_shape *k = &table.pocket[POCKET_NONE + 1];
    struct vec2 out = vec2_unit(vec2_scale(k->fall, -1)), last = vec2_along(k->fall, k->fall_radius + from_fall, out);
    for (int i = 0; i < SEEN; i++)
        seen[i] = (struct sample){
            .t = i * FRAME_S, .p = vec2_along(last, SPEED * (SEEN - 1 - i) * FRAME_S, out), .sd = 0.5f, .frame = i};
    struct kink start = {.t = SEEN * FRAME_S, .t_sd = 0.002, .v1 = vec2_scale(out, 500), .v1_sd = 10, .wake = true};
    ways[0] = (struct way){.ball = 8, .moved = true, .gone = true, .samples = seen, .samples_n = SEEN, .pieces_n = 1};
    ways[0].piece[0] = (struct piece){.to = SEEN, .p = seen[0].p, .v = vec2_scale(out, -SPEED), .t_to = seen[7].t};
    ways[1] = (struct way){.ball = 9, .moved = true, .rest0 = vec2_along(k->fall, 160, out), .rest0_n = 10};
    struct segment s = {.table = &table,
                        .params = &params,
                        .frame_s = FRAME_S,
                        .noise_mm = 0.2,
                        .paths_n = 2,
                        .paths = ways,
                        .strike = -1};
    struct explain x = {.s = &s, .wakes_n = 1};
    x.wake[0] = (struct wake){.path = 1, .kink = &start, .at = ways[1].rest0, .t = start.t, .t_sd = start.t_sd};
    return find_cause(&x, &x.wake[0]).how == CAUSE_HIDDEN;
}

static void what_lies_in_a_pocket_hits_nothing(void **state)
{
    (void)state;
    assert_true(may_be_hit_by_lost_one(60));
    assert_false(may_be_hit_by_lost_one(-5));
}

/* Struck from near two balls that lie one behind the other: both set out two frames later, nobody saw how. Was this one
 * hit by the cue-ball, as nothing else can have begun it? `since`: how long before it the other one set out. */
static bool was_run_into(int which, double since, struct cause *c)
{
    static struct way ways[PATHS];
    struct kink kinks[PATHS] = {{.t = 1, .v1 = {2000, 0}, .wake = true},
                                {.t = 1.06, .t_sd = 0.01, .v1 = {300, 900}, .wake = true},
                                {.t = 1.06, .t_sd = 0.02, .v1 = {800, 0}, .wake = true}};
    struct event events[1];
    struct table table;
    struct track_params params = track_params_default();
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    struct segment s = {.table = &table,
                        .params = &params,
                        .frame_s = FRAME_S,
                        .noise_mm = 0.2,
                        .paths_n = PATHS,
                        .paths = ways,
                        .events = events,
                        .strike = CUE,
                        .strike_t = 1};
    struct explain x = {.s = &s, .wakes_n = PATHS};
    kinks[which == FULL ? BESIDE : FULL].t -= since;
    for (int i = 0; i < PATHS; i++) {
        struct vec2 at = vec2(i == CUE ? -150 : (i - FULL) * 70, i == FULL ? -10 : 0);
        ways[i] = (struct way){.ball = (ball_id)(i == CUE ? BALL_CUE : 7 + i), .moved = true, .kinks_n = 1};
        ways[i].kink[0] = kinks[i];
        ways[i].rest0 = at;
        ways[i].rest0_n = 10;
        ways[i].rest1 = vec2(at.x + 500, at.y);
        x.wake[i] =
            (struct wake){.path = i, .kink = &ways[i].kink[0], .at = at, .t = kinks[i].t, .t_sd = kinks[i].t_sd};
    }
    x.wake[CUE].explained = true;
    return must_be_run_up(&x, &x.wake[which], c);
}

static void nearest_of_balls_that_set_out_together_was_hit_by_the_cue_ball(void **state)
{
    (void)state;
    struct cause c;
    assert_true(was_run_into(FULL, 0, &c));
    assert_int_equal(c.hitter, CUE);
    assert_true(c.p > 0.5 && c.p < 0.9);
    assert_false(was_run_into(BESIDE, 0, &c));
    assert_false(was_run_into(FULL, 0.2, &c)); /* that one may have driven it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_behind_one_that_lies_in_the_way_was_not_met),
        cmocka_unit_test(only_a_ball_that_a_cushion_holds_turns_the_cue_ball_and_stays),
        cmocka_unit_test(what_has_left_was_not_pushed_by_what_still_lies_there),
        cmocka_unit_test(nearest_of_balls_that_set_out_together_was_hit_by_the_cue_ball),
        cmocka_unit_test(one_place_far_off_a_way_does_not_bend_it),
        cmocka_unit_test(what_lies_in_a_pocket_hits_nothing),
        cmocka_unit_test(only_a_ball_that_a_cushion_holds_stays_where_it_is_hit),
        cmocka_unit_test(a_ball_well_in_the_way_was_met_first),
        cmocka_unit_test(a_way_from_the_strike_is_known_from_two_looks_that_lie_on_it),
        cmocka_unit_test(a_ball_that_the_way_leads_past_was_met_after_the_other),
        cmocka_unit_test(a_ball_that_the_way_hardly_grazes_may_have_been_met_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
