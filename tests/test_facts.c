/* SPDX-License-Identifier: Apache-2.0 */
/* Proves what counts as reaching a cushion (CSPL G4, GUIDE 5) and as playing away (CSPL S1) when a stroke is known only
 * from what the camera saw. */
#include "rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { RED = ENGLISH_RED_1, YELLOW = ENGLISH_YELLOW_1 };

/* A on red, B on yellow; balls in the open unless a test moves them. */
static const struct game *opened(struct state *s)
{
    const struct game *game = rules_game("cspl8", NULL);
    assert_non_null(game);
    rules_open(game, s, 1);
    s->phase = PHASE_GROUPS;
    s->in_hand = false;
    s->area = AREA_NONE;
    s->group[SIDE_A] = GROUP_REDS;
    s->group[SIDE_B] = GROUP_YELLOWS;
    s->pos.known = ball_bit(BALL_CUE) | ball_bit(RED) | ball_bit(YELLOW);
    s->pos.at[BALL_CUE] = vec2(-300, 0);
    s->pos.at[RED] = vec2(0, 0);
    s->pos.at[YELLOW] = vec2(300, 200);
    return game;
}

static void against_left(struct state *s, ball_id ball)
{
    double d = ball == BALL_CUE ? s->bed.cue_ball_d : s->bed.ball_d;
    s->pos.at[ball].y = s->bed.width / 2 - d / 2;
}

static struct event strike(double vx, double vy)
{
    return (struct event){.kind = EVENT_STRIKE, .a = BALL_CUE, .v = vec2(vx, vy), .p = 1};
}

static struct event contact(ball_id a, ball_id b, int ms)
{
    return (struct event){.kind = EVENT_CONTACT, .a = a, .b = b, .t = ms * (NS_PER_S / 1000), .p = 1};
}

static struct event cushion(ball_id a, enum cushion c, int ms)
{
    return (struct event){.kind = EVENT_CUSHION, .a = a, .cushion = c, .t = ms * (NS_PER_S / 1000), .p = 1};
}

static enum kind judged(const struct game *game, const struct state *s, const struct event *events, size_t n,
                        struct ruling *ruling)
{
    struct stroke stroke;
    memset(&stroke, 0, sizeof stroke);
    stroke.act = ACT_STROKE;
    stroke.by = s->striker;
    stroke.time_s = stroke.match_time_s = -1;
    rules_judge_seen(game, s, &stroke, events, n, ruling);
    return ruling->kind;
}

static void a_ball_pressed_into_its_cushion_reaches_none(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(500, 500), contact(BALL_CUE, RED, 300), cushion(RED, CUSHION_LEFT, 310)};
    against_left(&s, RED);
    assert_int_equal(judged(game, &s, e, 3, &r), KIND_FOUL);
    assert_string_equal(r.findings[0].rule->clause, "K16");
}

static void a_ball_in_the_open_that_reaches_it_does(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(500, 500), contact(BALL_CUE, RED, 300), cushion(RED, CUSHION_LEFT, 900)};
    assert_int_equal(judged(game, &s, e, 3, &r), KIND_NONE);
}

static void another_cushion_than_its_own_counts(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(500, 500), contact(BALL_CUE, RED, 300), cushion(RED, CUSHION_TOP, 1500)};
    against_left(&s, RED);
    assert_int_equal(judged(game, &s, e, 3, &r), KIND_NONE);
}

static void back_to_its_cushion_by_way_of_another_ball_counts(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(500, 500), contact(BALL_CUE, RED, 300), contact(RED, YELLOW, 600),
                        cushion(RED, CUSHION_LEFT, 900)};
    against_left(&s, RED);
    assert_int_equal(judged(game, &s, e, 4, &r), KIND_NONE);
}

static void cue_ball_and_ball_on_one_cushion_reach_none(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(500, 0), contact(BALL_CUE, RED, 300), cushion(BALL_CUE, CUSHION_LEFT, 400)};
    against_left(&s, RED);
    against_left(&s, BALL_CUE);
    assert_int_equal(judged(game, &s, e, 3, &r), KIND_FOUL);
}

static void cue_ball_back_to_its_cushion_off_a_ball_in_the_open_counts(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(500, -700), contact(BALL_CUE, RED, 300), cushion(BALL_CUE, CUSHION_LEFT, 900)};
    against_left(&s, BALL_CUE);
    assert_int_equal(judged(game, &s, e, 3, &r), KIND_NONE);
}

/* Red touches the cue-ball, straight ahead along x. */
static void touching_red(struct state *s)
{
    s->pos.at[RED] = vec2(s->pos.at[BALL_CUE].x + (s->bed.ball_d + s->bed.cue_ball_d) / 2, 0);
    s->counters.touching = ball_bit(RED);
}

static void away_from_a_touching_ball_on_and_to_a_cushion_is_legal(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(-400, 0), cushion(BALL_CUE, CUSHION_BOTTOM, 500)};
    touching_red(&s);
    assert_int_equal(judged(game, &s, e, 2, &r), KIND_NONE);
}

static void into_a_touching_ball_is_a_foul(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(400, 0), contact(BALL_CUE, RED, 1), cushion(RED, CUSHION_TOP, 900)};
    touching_red(&s);
    assert_int_equal(judged(game, &s, e, 3, &r), KIND_FOUL);
    assert_string_equal(r.findings[0].rule->clause, "K19");
}

/* S1 with a doubtful position: 0.1 mm of margin with 1 mm of error is nearly a coin's toss, and the hinge says so. */
static void a_close_right_angle_is_in_doubt(void **unused)
{
    (void)unused;
    struct state s;
    struct ruling r;
    const struct game *game = opened(&s);
    struct event e[] = {strike(-2, 1000), contact(BALL_CUE, YELLOW, 400), cushion(YELLOW, CUSHION_TOP, 900)};
    touching_red(&s);
    s.pos.sd = 1;
    assert_int_equal(judged(game, &s, e, 3, &r), KIND_NONE);
    assert_true(r.sure > 0.5 && r.sure < 0.6);
    assert_int_equal(r.hinge.question, QUESTION_AWAY);
    assert_string_equal(r.hinge.then, "Foul, Two Visits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_pressed_into_its_cushion_reaches_none),
        cmocka_unit_test(a_ball_in_the_open_that_reaches_it_does),
        cmocka_unit_test(another_cushion_than_its_own_counts),
        cmocka_unit_test(back_to_its_cushion_by_way_of_another_ball_counts),
        cmocka_unit_test(cue_ball_and_ball_on_one_cushion_reach_none),
        cmocka_unit_test(cue_ball_back_to_its_cushion_off_a_ball_in_the_open_counts),
        cmocka_unit_test(away_from_a_touching_ball_on_and_to_a_cushion_is_legal),
        cmocka_unit_test(into_a_touching_ball_is_a_foul),
        cmocka_unit_test(a_close_right_angle_is_in_doubt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
