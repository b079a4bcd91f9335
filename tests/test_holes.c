/* SPDX-License-Identifier: Apache-2.0 */
/* test_holes.c: proves that the cloth in a gap that a ball has left in a pack is no ball. */
#include "proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct vec2 place(const struct scene *s, int which)
{
    return vec2(s->ball[which].at.x, s->ball[which].at.y);
}

/* How many balls a ball of the scene touches. */
static int touching(const struct scene *s, int which)
{
    int n = 0;
    for (int i = 0; i < s->balls_n; i++)
        n += i != which && vec2_dist(place(s, i), place(s, which)) < 2.1 * s->ball[which].radius;
    return n;
}

/* Takes the nth ball out of the picture that lies at the side of the rack; its place is returned. */
static struct vec2 take_from_side(struct scene *s, int nth)
{
    const int of_side = 4;
    int which = 0;
    while (touching(s, which) != of_side || nth-- > 0)
        which++;
    struct vec2 hole = place(s, which);
    for (int i = 0; i < s->things.things_n; i++)
        if (vec2_dist(vec2((double)s->things.thing[i].at[0].x, (double)s->things.thing[i].at[0].y), hole) < 2)
            s->things.thing[i] = s->things.thing[--s->things.things_n];
    return hole;
}

/* Colours of its neighbours run into such a small gap, and shadows lie in it: it looks like anything but bare cloth. */
static void a_gap_that_a_ball_left_in_a_pack_is_no_ball(void **state)
{
    (void)state;
    static struct scene s;
    static uint8_t pixels[PROOF_PIXELS * 3 / 2];
    struct proof_options o = proof_options_default();
    struct vision_params params = vision_params_default();
    struct calibration c;
    struct vision_result r;
    struct vision *v;
    struct frame f;
    o.width = 640;
    o.height = 360;
    o.twist.light = 0.5;
    o.twist.lean = 0.3;
    scene_make(&s, 9941071, LAYOUT_RACK, o.width, o.height, &o.twist);
    struct vec2 hole = take_from_side(&s, 6);
    assert_int_equal(proof_picture(&s, &o, pixels, &f), 0);
    scene_calibration(&s, &f, &c);
    params.balls = s.set;
    assert_int_equal(vision_open(&v, &c, &params), 0);
    assert_int_equal(vision_learn(v, &f), 0);
    assert_int_equal(vision_detect(v, &f, &r), 0);
    assert_true(r.balls_n > s.balls_n / 2);
    for (int i = 0; i < r.balls_n; i++)
        assert_true(vec2_dist(r.balls[i].mm, hole) > s.ball[0].radius);
    vision_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_gap_that_a_ball_left_in_a_pack_is_no_ball)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
