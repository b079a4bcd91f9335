/* SPDX-License-Identifier: Apache-2.0 */
/* test_proof_moving.c: a slice of what bench_proof runs at length, of balls in motion: found, and followed to a small
 * fraction of a pixel, with an sd that is honest. */
#include "proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct proof_tally run(const uint64_t *seed, int n, struct proof_options *o)
{
    struct proof_tally t = {0};
    o->list = true;
    for (int i = 0; i < n; i++)
        assert_int_equal(proof_scene(seed[i], LAYOUT_OPEN, o, &t), 0);
    proof_print("moving", &t);
    return t;
}

/* A yellow ball of 20 px smeared by 14: too long for a rim, and hardly longer than wide. */
static void a_ball_smeared_by_less_than_its_radius_is_found(void **state)
{
    (void)state;
    struct proof_options o = proof_options_default();
    o.twist.travel_px = 14;
    struct proof_tally t = run((const uint64_t[]){6500015}, 1, &o);
    assert_int_equal(t.group[GROUP_ALONE].missed + t.invented, 0);
}

/* Smeared by 14 px, beside shadows and noses, and striped: what looked like the outline of a ball at rest was one end
 * of a smear, 11 px off, or half of a shadow; a ball at a cushion was not found at all. */
static void a_long_smear_is_found_by_its_limb_whatever_lies_beside_it(void **state)
{
    (void)state;
    struct proof_options o = proof_options_default();
    o.twist.travel_px = 14;
    struct proof_tally t = run((const uint64_t[]){8100018, 8100007}, 2, &o);
    assert_int_equal(t.group[GROUP_ALONE].missed + t.invented, 0);
    assert_true(t.group[GROUP_ALONE].most < 4);
}

/* Dark balls in hard light, smeared by 8 px: with a shadow that stayed where it was, and glints in the model of their
 * limbs, they were placed 0.78 px RMS and up to 1.7 px along the way. */
static void a_smeared_shadow_moves_no_ball(void **state)
{
    (void)state;
    struct proof_options o = proof_options_default();
    o.follow = true;
    o.twist.travel_px = 8;
    struct proof_tally t = run((const uint64_t[]){7100029, 7100031}, 2, &o);
    assert_int_equal(t.group[GROUP_ALONE].missed + t.invented, 0);
    assert_true(proof_rms(&t.along) < 0.55 && t.along.most < 1.3);
}

/* A green ball on green cloth, smeared by 14 px: known to a tenth of its way, and that is enough. */
static void a_faint_ball_is_followed_however_long_its_smear(void **state)
{
    (void)state;
    struct proof_options o = proof_options_default();
    o.follow = true;
    o.twist.travel_px = 14;
    struct proof_tally t = run((const uint64_t[]){7300024}, 1, &o);
    assert_int_equal(t.group[GROUP_ALONE].missed + t.invented, 0);
    assert_true(t.group[GROUP_ALONE].most < 1);
}

/* A striped ball smeared by 8 px whose rim lies 5 px aside, at the edge of its white: one fit of its limb went only
 * half of the way, and left it 3.4 px off. */
static void a_smeared_limb_is_fitted_until_it_rests(void **state)
{
    (void)state;
    struct proof_options o = proof_options_default();
    o.follow = true;
    o.twist.travel_px = 8;
    struct proof_tally t = run((const uint64_t[]){6500039}, 1, &o);
    assert_int_equal(t.group[GROUP_ALONE].missed + t.invented, 0);
    assert_true(t.group[GROUP_ALONE].most < 1);
}

static void a_moving_ball_is_followed_at_the_middle_of_its_way(void **state)
{
    (void)state;
    struct proof_options o = proof_options_default();
    o.follow = true;
    o.twist.travel_px = 8;
    struct proof_tally t = run((const uint64_t[]){1018}, 1, &o);
    assert_int_equal(t.group[GROUP_ALONE].missed + t.group[GROUP_TOUCHING].missed + t.invented, 0);
    /* One scene of 17 balls: the limits guard against a fit gone wrong, with a third to spare
     * over the 0.31 and 0.21 measured here. How near the goal of 0.15 px is, bench_proof measures over many scenes. */
    assert_true(proof_rms(&t.along) < 0.5 && proof_rms(&t.across) < 0.25);
}

/* The limb of a ball with a number reaches as far as it moves: none of that is paint. */
static void the_limb_of_a_numbered_ball_is_not_hidden_by_its_smear(void **state)
{
    (void)state;
    struct proof_options o = proof_options_default();
    o.follow = true;
    o.twist.travel_px = 8;
    struct proof_tally t = run((const uint64_t[]){1720001}, 1, &o);
    assert_true(t.along.n >= 5);
    assert_true(proof_rms(&t.along) < 0.2); /* 0.24 when it was hidden */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_smeared_by_less_than_its_radius_is_found),
        cmocka_unit_test(a_long_smear_is_found_by_its_limb_whatever_lies_beside_it),
        cmocka_unit_test(a_smeared_shadow_moves_no_ball),
        cmocka_unit_test(a_faint_ball_is_followed_however_long_its_smear),
        cmocka_unit_test(a_smeared_limb_is_fitted_until_it_rests),
        cmocka_unit_test(a_moving_ball_is_followed_at_the_middle_of_its_way),
        cmocka_unit_test(the_limb_of_a_numbered_ball_is_not_hidden_by_its_smear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
