/* SPDX-License-Identifier: Apache-2.0 */
/* test_physics.c: does the table obey the laws that can be written down? */
#include "detmath.h"
#include "near.h"
#include "physics.h"
#include "roots.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct table table;
static struct sim_physics ideal; /* no friction between balls, no loss: closed forms hold exactly */
static struct sim_shot *shot;

static void open_with(const struct sim_physics *physics)
{
    if (shot)
        sim_shot_close(&shot);
    assert_int_equal(sim_shot_open(&shot, &table, table.balls, physics), 0);
}

static int setup(void **state)
{
    (void)state;
    assert_int_equal(table_make(&table, "snooker-12ft"), 0);
    ideal = sim_physics_defaults();
    ideal.ball_e = 1;
    ideal.ball_mu_slow = ideal.ball_mu_fast = 0;
    ideal.follow_through_mm = 0;
    ideal.lip_mm = 0;
    open_with(&ideal);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sim_shot_close(&shot);
    return 0;
}

static const struct sim_record *launch_one(struct vec3 p, struct vec3 v, struct vec3 w)
{
    struct sim_launch l = {.present = ball_bit(1)};
    l.p[1] = vec3(p.x, p.y, 26.25 + p.z);
    l.v[1] = v;
    l.w[1] = w;
    sim_shot_launch(shot, &l);
    return sim_shot_record(shot);
}

static const struct sim_event *find(const struct sim_record *r, enum sim_event_kind kind, ball_id a)
{
    for (int i = 0; i < r->events_n; i++)
        if (r->event[i].kind == kind && (!a || r->event[i].a == a))
            return &r->event[i];
    return NULL;
}

/* ---- closed forms ----------------------------------------------------------------------------------------------- */

static void own_sine_exp_and_atan_match_libm(void **state)
{
    (void)state;
    for (int i = -2000; i <= 2000; i++) {
        double x = i * 0.0137;
        near(sim_sin(x), sin(x), 1e-10);
        near(sim_cos(x), cos(x), 1e-10);
        near(sim_exp(x) / exp(x), 1, 1e-11);
        near(sim_atan2(sin(x), cos(x) * 3), atan2(sin(x), cos(x) * 3), 1e-9);
        if (x > 0)
            near(sim_log(x), log(x), 1e-11);
    }
}

static void quartic_roots_are_found_in_order(void **state)
{
    (void)state;
    /* (t-1)(t-2)(t-3)(t-4): falls at 1 and 3 */
    struct poly4 p = {{24, -50, 35, -10, 1}};
    near(sim_poly4_first_fall(&p, 10), 1, 1e-12);
    struct poly4 late = {{-24, 50, -35, 10, -1}}; /* negated: falls at 2 */
    near(sim_poly4_first_fall(&late, 10), 2, 1e-12);
    struct poly4 never = {{1, 0, 1, 0, 0}};
    assert_true(sim_poly4_first_fall(&never, 100) < 0);
    struct poly4 beyond = {{5, -1, 0, 0, 0}};
    assert_true(sim_poly4_first_fall(&beyond, 4) < 0);
}

static void a_rolling_ball_stops_after_v2_over_2_mu_g(void **state)
{
    (void)state;
    double v = 600;
    const struct sim_record *r = launch_one(vec3(-1000, 0, 0), vec3(v, 0, 0), vec3(0, v / 26.25, 0));
    struct sim_start end = sim_record_end(r);
    near(end.at[1].x, -1000 + v * v / (2 * ideal.roll * ideal.g), 1e-6);
    near(r->rest, v / (ideal.roll * ideal.g), 1e-9);
}

static void a_sliding_ball_rolls_at_five_sevenths(void **state)
{
    (void)state;
    double v = 1000;
    const struct sim_record *r = launch_one(vec3(-1500, 0, 0), vec3(v, 0, 0), vec3(0, 0, 0));
    double t = 2 * v / (7 * ideal.slide * ideal.g);
    struct sim_ball_at at = sim_piece_at(sim_record_piece(r, 1, t + 1e-9), t + 1e-9);
    assert_int_equal(at.phase, SIM_ROLL);
    near(at.v.x, v * 5 / 7, 1e-4);
    near(at.p.x, -1500 + 12 * v * v / (49 * ideal.slide * ideal.g), 1e-4);
}

static void backspin_brings_a_ball_back(void **state)
{
    (void)state;
    /* final rolling speed 5/7 (v + 2/5 r w): with r w = -4 v it returns at 3/7 v */
    double v = 500;
    const struct sim_record *r = launch_one(vec3(0, 0, 0), vec3(v, 0, 0), vec3(0, -4 * v / 26.25, 0));
    double t = 2 * 5 * v / (7 * ideal.slide * ideal.g);
    struct sim_ball_at at = sim_piece_at(sim_record_piece(r, 1, t + 1e-9), t + 1e-9);
    near(at.v.x, -v * 3 / 7, 1e-3);
}

/* Cue-ball at the origin runs along +x into a ball placed for the given cut; returns velocities just after. */
static void cut_shot(double degrees, double speed, bool rolling, struct vec3 *cue, struct vec3 *object)
{
    struct sim_launch l = {.present = ball_bit(1) | ball_bit(2)};
    double a = degrees * SIM_PI / 180;
    l.p[1] = vec3(-600, 0, 26.25);
    l.v[1] = vec3(speed, 0, 0);
    if (rolling)
        l.w[1] = vec3(0, speed / 26.25, 0);
    l.p[2] = vec3(52.5 * cos(a), 52.5 * sin(a), 26.25);
    sim_shot_launch(shot, &l);
    const struct sim_record *r = sim_shot_record(shot);
    const struct sim_event *e = find(r, SIM_CONTACT, 1);
    assert_non_null(e);
    *cue = sim_piece_at(sim_record_piece(r, 1, e->t), e->t).v;
    *object = sim_piece_at(sim_record_piece(r, 2, e->t), e->t).v;
}

static void a_cut_sends_balls_off_at_ninety_degrees(void **state)
{
    (void)state;
    for (int degrees = 5; degrees <= 80; degrees += 15) {
        struct vec3 cue, object;
        cut_shot(degrees, 2500, false, &cue, &object);
        near(vec3_dot(cue, object) / (vec3_len(cue) * vec3_len(object)), 0, 1e-9);
        near(atan2(object.y, object.x) * 180 / SIM_PI, degrees, 1e-6);
    }
}

static void restitution_shares_speed_as_it_should(void **state)
{
    (void)state;
    struct sim_physics f = ideal;
    f.ball_e = 0.9;
    open_with(&f);
    struct vec3 cue, object;
    cut_shot(0, 2000, false, &cue, &object);
    near(cue.x / object.x, 0.1 / 1.9, 1e-9);
    open_with(&ideal);
}

static void a_rolling_cue_ball_bends_to_the_thirty_degree_rule(void **state)
{
    (void)state;
    /* tan of the final angle = sin a cos a / (sin^2 a + 2/5): largest, near 34 degrees, around a half-ball hit (30) */
    for (int degrees = 10; degrees <= 60; degrees += 10) {
        struct sim_launch l = {.present = ball_bit(1) | ball_bit(2)};
        double a = degrees * SIM_PI / 180, v = 700;
        l.p[1] = vec3(-100, 0, 26.25);
        l.v[1] = vec3(v, 0, 0);
        l.w[1] = vec3(0, v / 26.25, 0);
        l.p[2] = vec3(52.5 * cos(a), 52.5 * sin(a), 26.25);
        sim_shot_launch(shot, &l);
        const struct sim_record *r = sim_shot_record(shot);
        double t = find(r, SIM_CONTACT, 1)->t;
        const struct sim_piece *q = sim_record_piece(r, 1, t);
        struct vec3 after = sim_piece_at(q, q->t1).v;
        double want = atan2(sin(a) * cos(a), sin(a) * sin(a) + 0.4);
        near(atan2(-after.y, after.x), want, 1e-6);
    }
}

static void throw_pulls_the_object_ball_forward(void **state)
{
    (void)state;
    struct sim_physics f = sim_physics_defaults();
    open_with(&f);
    struct vec3 cue, object;
    cut_shot(30, 800, false, &cue, &object);
    double thrown = 30 - atan2(object.y, object.x) * 180 / SIM_PI;
    assert_true(thrown > 0.5 && thrown < 6); /* measured on real balls: 1 to 5 degrees */
    open_with(&ideal);
}

static void a_flat_cushion_returns_its_share_and_mirrors_the_angle(void **state)
{
    (void)state;
    struct sim_physics f = ideal;
    f.cushion_mu = 0;
    open_with(&f);
    double r = 26.25, wall = 889 - r * sqrt(1 - pow((39 - r) / r, 2));
    const struct sim_record *rec = launch_one(vec3(500, 700, 0), vec3(300, 900, 0), vec3(-900 / r, 300 / r, 0));
    const struct sim_event *e = find(rec, SIM_CUSHION, 1);
    assert_non_null(e);
    assert_int_equal(e->cushion, CUSHION_LEFT);
    assert_int_equal(e->face, FACE_FLAT);
    near(e->at.y, wall, 1e-6);
    struct vec3 before = sim_piece_at(sim_record_piece(rec, 1, e->t - 1e-9), e->t - 1e-9).v;
    struct vec3 after = sim_piece_at(sim_record_piece(rec, 1, e->t), e->t).v;
    near(after.y / before.y, -f.cushion_e, 1e-6);
    near(after.x, before.x, 1e-4);
    open_with(&ideal);
}

static void side_turns_the_angle_off_a_cushion(void **state)
{
    (void)state;
    double angle[3];
    for (int i = 0; i < 3; i++) {
        const struct sim_record *rec = launch_one(vec3(0.1, 500, 0), vec3(800, 800, 0), vec3(0, 0, (i - 1) * 60.0));
        const struct sim_event *e = find(rec, SIM_CUSHION, 1);
        struct vec3 v = sim_piece_at(sim_record_piece(rec, 1, e->t), e->t).v;
        angle[i] = atan2(v.x, -v.y);
    }
    /* Seen from above a ball turning left (wz > 0) drives its contact point on the left cushion towards +x */
    assert_true(angle[2] > angle[1] + 0.05); /* running side opens the angle */
    assert_true(angle[0] <= angle[1]);       /* check side cannot grip more than friction allows */
}

static void a_thrown_ball_flies_as_galileo_says(void **state)
{
    (void)state;
    const struct sim_record *rec = launch_one(vec3(-1200, 0, 0), vec3(1500, 0, 900), vec3(0, 0, 0));
    double t = 2 * 900 / ideal.g;
    struct sim_ball_at top = sim_piece_at(sim_record_piece(rec, 1, t / 2), t / 2);
    near(top.p.z, 26.25 + 900.0 * 900 / (2 * ideal.g), 1e-6);
    near(sim_piece_at(sim_record_piece(rec, 1, t - 1e-9), t).p.x, -1200 + 1500 * t, 1e-3);
}

/* ---- things that happen on tables ------------------------------------------------------------------------------- */

static struct sim_start pack(void)
{
    struct sim_start s = {.present = ball_range(1, 22)};
    s.at[1] = vec2(-1047.5, 150);
    for (ball_id c = SNOOKER_YELLOW; c <= SNOOKER_BLACK; c++)
        s.at[c] = table.bed.spot[c - SNOOKER_YELLOW + SPOT_YELLOW];
    ball_id id = SNOOKER_RED_1;
    for (int row = 0; row < 5; row++)
        for (int k = 0; k <= row; k++)
            s.at[id++] = vec2(table.bed.spot[SPOT_PINK].x + 54 + row * 52.5 * sqrt(0.75), (k - row / 2.0) * 52.5);
    return s;
}

static void energy_never_grows(void **state)
{
    (void)state;
    struct sim_physics f = sim_physics_defaults();
    f.follow_through_mm = 0; /* the cue may give energy twice */
    open_with(&f);
    struct sim_rng rng = sim_rng(11);
    for (int n = 0; n < 25; n++) {
        struct sim_start s = pack();
        struct vec2 aim = vec2_sub(s.at[SNOOKER_RED_1 + sim_rng_int(&rng, 15)], s.at[1]);
        aim.y += sim_rng_range(&rng, -40, 40);
        struct sim_strike k = {1,
                               aim,
                               sim_rng_range(&rng, 500, 9000),
                               sim_rng_range(&rng, -0.4, 0.4),
                               sim_rng_range(&rng, -0.4, 0.4),
                               n % 5 == 4 ? 0.4 : 0};
        sim_shot_run(shot, &s, &k);
        const struct sim_record *r = sim_shot_record(shot);
        assert_false(r->cut);
        assert_int_equal(r->dropped, 0);
        double last = INFINITY;
        for (int i = 0; i < r->events_n; i++) {
            double now = sim_record_energy(r, f.g, r->event[i].t);
            if (now > last * (1 + 1e-9) + 1e-3)
                fail_msg("shot %d: energy rose from %.9g to %.9g at event %d, t %.6f", n, last, now, i, r->event[i].t);
            last = now;
        }
    }
    open_with(&ideal);
}

static void balls_never_overlap_or_leave_the_bed_unseen(void **state)
{
    (void)state;
    struct sim_physics f = sim_physics_defaults();
    open_with(&f);
    struct sim_rng rng = sim_rng(5);
    for (int n = 0; n < 25; n++) {
        struct sim_start s = pack();
        struct sim_strike k = {1, vec2(1, sim_rng_range(&rng, -0.6, 0.6)), sim_rng_range(&rng, 2000, 9000), 0, 0.2, 0};
        sim_shot_run(shot, &s, &k);
        const struct sim_record *r = sim_shot_record(shot);
        struct sim_start end = sim_record_end(r);
        assert_false(r->cut);
        assert_int_equal(end.present | sim_record_potted(r) | sim_record_off(r), s.present);
        for (ball_id i = 1; i <= 22; i++)
            for (ball_id j = i + 1; j <= 22; j++)
                if (ball_in(end.present, i) && ball_in(end.present, j))
                    assert_true(vec2_dist(end.at[i], end.at[j]) > 52.5 - 0.05);
        for (ball_id i = 1; i <= 22; i++)
            if (ball_in(end.present, i))
                assert_true(fabs(end.at[i].x) < 1840 && fabs(end.at[i].y) < 945);
    }
    open_with(&ideal);
}

static void a_plain_pot_goes_down_and_a_wide_one_rattles(void **state)
{
    (void)state;
    struct sim_start s = {.present = ball_bit(1) | ball_bit(5)};
    struct vec2 fall = table.pocket[POCKET_TL].fall;
    s.at[5] = vec2(1500, 604);
    struct vec2 line = vec2_unit(vec2_sub(fall, s.at[5]));
    s.at[1] = vec2_along(s.at[5], -400, line);
    sim_shot_run(shot, &s, &(struct sim_strike){1, line, 1500, 0, 0, 0});
    const struct sim_event *e = find(sim_shot_record(shot), SIM_POCKET, 5);
    assert_non_null(e);
    assert_int_equal(e->pocket, POCKET_TL);
    near(vec2_dist(e->at, fall), table.pocket[POCKET_TL].fall_radius, 1e-6);

    /* along the cushion, fast and a little wide: meets both jaws */
    struct sim_start w = {.present = ball_bit(1)};
    w.at[1] = vec2(900, 800);
    int jaws = 0;
    for (int i = 0; i < 20 && !jaws; i++) {
        sim_shot_run(shot, &w, &(struct sim_strike){1, vec2(1000, 20 + 5 * i), 3500, 0, 0, 0});
        const struct sim_record *r = sim_shot_record(shot);
        int met = 0;
        for (int k = 0; k < r->events_n; k++)
            met += r->event[k].kind == SIM_CUSHION && r->event[k].pocket == POCKET_TL;
        jaws = met >= 2 && !find(r, SIM_POCKET, 1);
    }
    assert_true(jaws);
}

static void a_ball_on_the_lip_drops_late(void **state)
{
    (void)state;
    struct sim_physics f = sim_physics_defaults();
    open_with(&f);
    const struct pocket_shape *k = &table.pocket[POCKET_BL];
    struct sim_start s = {.present = ball_bit(1)};
    struct vec2 in = vec2_unit(k->fall);
    s.at[1] = vec2_along(k->fall, -(k->fall_radius + 0.5), in);
    sim_shot_run(shot, &s, NULL);
    const struct sim_event *e = find(sim_shot_record(shot), SIM_POCKET, 1);
    assert_non_null(e);
    assert_true(e->t > 0.1 && e->t <= f.lip_wait_s);
    open_with(&ideal);
}

static void a_raised_cue_jumps_over_a_ball(void **state)
{
    (void)state;
    struct sim_start s = {.present = ball_bit(1) | ball_bit(2)};
    s.at[1] = vec2(-800, 0);
    s.at[2] = vec2(-620, 0);
    sim_shot_run(shot, &s, &(struct sim_strike){1, vec2(1, 0), 5000, 0, 0, 0.6});
    const struct sim_event *e = find(sim_shot_record(shot), SIM_JUMP, 1);
    assert_non_null(e);
    assert_int_equal(e->b, 2);
    const struct sim_event *c = find(sim_shot_record(shot), SIM_CONTACT, 0);
    assert_true(!c || c->t > e->t + 0.5); /* on its way back, perhaps */
}

static void a_flying_ball_leaves_the_table(void **state)
{
    (void)state;
    const struct sim_record *rec = launch_one(vec3(1300, 200, 0), vec3(5000, 0, 1200), vec3(0, 0, 0));
    assert_non_null(find(rec, SIM_OFF, 1));
    assert_int_equal(sim_record_end(rec).present, 0);
    assert_false(rec->cut);
}

static void a_close_full_hit_is_struck_twice(void **state)
{
    (void)state;
    struct sim_physics f = sim_physics_defaults();
    open_with(&f);
    struct sim_start s = {.present = ball_bit(1) | ball_bit(2)};
    s.at[2] = vec2(56, 0);
    sim_shot_run(shot, &s, &(struct sim_strike){1, vec2(1, 0), 2000, 0, 0, 0});
    assert_non_null(find(sim_shot_record(shot), SIM_DOUBLE_HIT, 1));
    s.at[2] = vec2(500, 0);
    sim_shot_run(shot, &s, &(struct sim_strike){1, vec2(1, 0), 2000, 0, 0, 0});
    assert_null(find(sim_shot_record(shot), SIM_DOUBLE_HIT, 1));
    open_with(&ideal);
}

static void two_balls_hit_at_once_are_both_first(void **state)
{
    (void)state;
    struct sim_start s = {.present = ball_bit(1) | ball_bit(2) | ball_bit(3)};
    s.at[1] = vec2(-500, 0);
    s.at[2] = vec2(0, 26.25);
    s.at[3] = vec2(0, -26.25);
    sim_shot_run(shot, &s, &(struct sim_strike){1, vec2(1, 0), 2000, 0, 0, 0});
    const struct sim_record *r = sim_shot_record(shot);
    assert_int_equal(sim_record_first_hit(r, 1), ball_bit(2) | ball_bit(3));
}

static void a_frozen_plant_passes_the_speed_on(void **state)
{
    (void)state;
    struct sim_start s = {.present = ball_bit(1) | ball_bit(2) | ball_bit(3)};
    s.at[1] = vec2(-500, 0);
    s.at[2] = vec2(0, 0);
    s.at[3] = vec2(52.5, 0);
    sim_shot_run(shot, &s, &(struct sim_strike){1, vec2(1, 0), 2000, 0, 0, 0});
    const struct sim_record *r = sim_shot_record(shot);
    const struct sim_event *e = find(r, SIM_START, 3);
    assert_non_null(e);
    double speed = sim_piece_at(sim_record_piece(r, 1, e->t - 1e-9), e->t - 1e-9).v.x;
    near(sim_piece_at(sim_record_piece(r, 3, e->t), e->t).v.x, speed, 1e-3);
    near(sim_piece_at(sim_record_piece(r, 2, e->t), e->t).v.x, 0, 1e-3);
}

static void every_table_kind_plays_a_break(void **state)
{
    (void)state;
    struct table keep = table;
    for (size_t i = 0; i < table_kinds(); i++) {
        assert_int_equal(table_make(&table, table_kind_name(i)), 0);
        struct sim_physics f = sim_physics_defaults();
        open_with(&f);
        const struct ball_set *set = ball_set(table.balls);
        struct sim_start s = {.present = ball_range(1, (ball_id)(set->count < 16 ? set->count : 16))};
        double d = table.bed.ball_d, x0 = table.bed.length / 4;
        s.at[1] = vec2(-table.bed.length / 4, 13);
        ball_id id = 2;
        for (int row = 0; row < 5; row++)
            for (int k = 0; k <= row; k++, id++)
                s.at[id] = vec2(x0 + row * d * sqrt(0.75), (k - row / 2.0) * d);
        sim_shot_run(shot, &s, &(struct sim_strike){1, vec2(1, -0.002), 8000, 0, 0.1, 0});
        const struct sim_record *r = sim_shot_record(shot);
        assert_false(r->cut);
        assert_int_equal(sim_record_end(r).present | sim_record_potted(r) | sim_record_off(r), s.present);
        assert_true(r->events_n > 40);
    }
    table = keep;
    open_with(&ideal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_sine_exp_and_atan_match_libm),
        cmocka_unit_test(quartic_roots_are_found_in_order),
        cmocka_unit_test(a_rolling_ball_stops_after_v2_over_2_mu_g),
        cmocka_unit_test(a_sliding_ball_rolls_at_five_sevenths),
        cmocka_unit_test(backspin_brings_a_ball_back),
        cmocka_unit_test(a_cut_sends_balls_off_at_ninety_degrees),
        cmocka_unit_test(restitution_shares_speed_as_it_should),
        cmocka_unit_test(a_rolling_cue_ball_bends_to_the_thirty_degree_rule),
        cmocka_unit_test(throw_pulls_the_object_ball_forward),
        cmocka_unit_test(a_flat_cushion_returns_its_share_and_mirrors_the_angle),
        cmocka_unit_test(side_turns_the_angle_off_a_cushion),
        cmocka_unit_test(a_thrown_ball_flies_as_galileo_says),
        cmocka_unit_test(energy_never_grows),
        cmocka_unit_test(balls_never_overlap_or_leave_the_bed_unseen),
        cmocka_unit_test(a_plain_pot_goes_down_and_a_wide_one_rattles),
        cmocka_unit_test(a_ball_on_the_lip_drops_late),
        cmocka_unit_test(a_raised_cue_jumps_over_a_ball),
        cmocka_unit_test(a_flying_ball_leaves_the_table),
        cmocka_unit_test(a_close_full_hit_is_struck_twice),
        cmocka_unit_test(two_balls_hit_at_once_are_both_first),
        cmocka_unit_test(a_frozen_plant_passes_the_speed_on),
        cmocka_unit_test(every_table_kind_plays_a_break),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
