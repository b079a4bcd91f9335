/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that a ball's name is one of its game's, that each is given once, that it follows what the ball shows as it
 * turns, and that a doubtful name keeps a ruling from being called. */
#include "colour.h"
#include "pattern.h"
#include "rules.h"
#include "tracking.h"
#include "vision.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- patterns ---------------------------------------------------------------------------------------------------- */

enum ball_face { FACE_OF_SOLID, FACE_OF_STRIPE, FACE_OF_PLAIN };

static void turn(float a, float b, const float in[3], float out[3])
{
    float x = in[0] * cosf(a) - in[1] * sinf(a), y = in[0] * sinf(a) + in[1] * cosf(a);
    float z = in[2] * cosf(b) - x * sinf(b);
    x = in[2] * sinf(b) + x * cosf(b);
    out[0] = x * cosf(a + b) - y * sinf(a + b);
    out[1] = x * sinf(a + b) + y * cosf(a + b);
    out[2] = z;
}

/* A ball of 11 px as the camera sees it, turned by two angles. */
static int look_at_ball(enum ball_face face, float a, float b, struct spot_seen *out)
{
    int n = 0;
    for (int j = -9; j <= 9; j++)
        for (int i = -9; i <= 9; i++) {
            float p[3] = {(float)i / 11, (float)j / 11, 0}, own[3], r2 = p[0] * p[0] + p[1] * p[1];
            if (r2 > 0.74f)
                continue;
            p[2] = sqrtf(1 - r2);
            turn(a, b, p, own);
            bool disc = fabsf(own[0]) > 0.9f, band = fabsf(own[2]) < 0.53f;
            bool white = face == FACE_OF_PLAIN || (face == FACE_OF_SOLID ? disc : !band || disc);
            out[n++] = (struct spot_seen){p[0], p[1], p[2], white};
        }
    return n;
}

static void solids_and_stripes_are_told_apart_at_every_turn(void **state)
{
    (void)state;
    struct spot_seen p[400];
    for (int k = 0; k < 60; k++) {
        float a = 0.7f * (float)k, b = 1.3f * (float)k;
        struct pattern solid = pattern_fit(p, look_at_ball(FACE_OF_SOLID, a, b, p));
        assert_true(solid.solid < 0.04f);
        assert_true(solid.stripe > solid.solid + 0.09f);
        struct pattern stripe = pattern_fit(p, look_at_ball(FACE_OF_STRIPE, a, b, p));
        assert_true(stripe.stripe < 0.04f);
        assert_true(stripe.solid > stripe.stripe + 0.09f);
    }
    struct pattern plain = pattern_fit(p, look_at_ball(FACE_OF_PLAIN, 0, 0, p));
    assert_true(plain.plain < 0.001f && plain.solid > 0.5f);
}

/* ---- colours ----------------------------------------------------------------------------------------------------- */

/* A few balls of a snooker table, the last of them so dark and grey that the black is the nearest by its looks. */
static enum ball_kind name_of_shaded(struct vec2 at)
{
    static const float white[] = {150, 0, 0}, red[] = {50, -16, 60}, shaded[] = {42, -3, 12};
    const float *look[] = {white, red, red, red, shaded};
    struct calibration c = {0};
    struct ball_obs balls[5] = {{.mm = {-700, 200}}, {.mm = {700, 100}}, {.mm = {900, 300}}, {.mm = {100, 100}}};
    assert_int_equal(table_make(&c.table, "snooker-12ft"), 0);
    balls[4].mm = at;
    for (int i = 0; i < 5; i++)
        memcpy(balls[i].colour, look[i], sizeof balls[i].colour);
    float paints_known[PAINT_SETS] = {0};
    colour_name(ball_set(BALL_SET_SNOOKER), 0, &c, 150, paints_known, balls, 5);
    for (int i = 1; i < 4; i++)
        assert_int_equal(balls[i].kind, BALL_KIND_RED);
    return balls[4].kind;
}

static void what_lies_in_shade_on_the_spot_of_the_pink_is_the_pink(void **state)
{
    (void)state;
    assert_int_equal(name_of_shaded(vec2(860, 40)), BALL_KIND_BLACK);
    assert_int_equal(name_of_shaded(vec2(893, -1)), BALL_KIND_PINK);
}

/* A ball as it looks on a table whose white has 200 levels, and its number. */
struct painted {
    float hue, sat, light; /* as in vision/naming.c */
    int number;
};

/* Are they named by their numbers? What this table's paints are is known from `paints_known`, and better afterwards. */
static void assert_named(const struct painted *p, int n, float paints_known[PAINT_SETS])
{
    const float white = 200;
    struct calibration c = {.cloth = {95, 51, -62}};
    struct ball_obs balls[16];
    assert_int_equal(table_make(&c.table, "pool-9ft"), 0);
    for (int i = 0; i < n; i++) {
        float y = p[i].light * white, chroma = p[i].sat * (y + 10), hue = p[i].hue / 57.29578f;
        const float yuv[3] = {y, chroma * cosf(hue), chroma * sinf(hue)};
        balls[i] = (struct ball_obs){.quality = 0.9f, .plain = 1, .stripe = 0.25f};
        memcpy(balls[i].colour, yuv, sizeof yuv);
        memcpy(balls[i].paint, yuv, sizeof yuv);
        memcpy(balls[i].band, yuv, sizeof yuv);
    }
    colour_name(ball_set(BALL_SET_NUMBERED), 0, &c, white, paints_known, balls, n);
    for (int i = 0; i < n; i++)
        assert_int_equal(balls[i].kind == BALL_KIND_BLACK ? 8 : balls[i].number, p[i].number);
}

/* Read off films: the 4 is purple or pink, the 7 maroon or brown, the 5 orange or lilac. On blue cloth a black ball is
 * as blue as a blue one, for its own light. */
static void numbers_are_known_by_the_paints_of_the_whole_set(void **state)
{
    (void)state;
    static const struct painted tv[] = {{151, 0.45f, 0.70f, 1}, {-26, 0.78f, 0.24f, 2}, {95, 1.28f, 0.28f, 3},
                                        {87, 0.48f, 0.51f, 4},  {117, 0.75f, 0.46f, 5}, {-90, 0.48f, 0.30f, 6},
                                        {120, 0.48f, 0.37f, 7}, {-27, 0.60f, 0.05f, 8}},
                                brown[] = {{151, 0.55f, 0.78f, 1}, {97, 1.01f, 0.32f, 3},  {3, 0.24f, 0.37f, 4},
                                           {123, 0.66f, 0.53f, 5}, {-84, 0.45f, 0.31f, 6}, {129, 0.50f, 0.45f, 7},
                                           {-61, 0.12f, 0.21f, 8}},
                                classic[] = {{160, 0.50f, 0.85f, 1}, {-38, 0.70f, 0.35f, 2}, {100, 1.1f, 0.35f, 3},
                                             {30, 0.50f, 0.25f, 4},  {130, 0.80f, 0.60f, 5}, {-92, 0.50f, 0.40f, 6},
                                             {108, 0.8f, 0.22f, 7},  {0, 0.10f, 0.15f, 8}};
    assert_named(tv, 8, (float[PAINT_SETS]){0});
    assert_named(brown, 7, (float[PAINT_SETS]){0});
    assert_named(classic, 8, (float[PAINT_SETS]){0});
}

/* In some sets the ends of stripes are black: a yellow ball with some black is the 9. */
static void a_stripe_with_black_ends_is_no_solid(void **state)
{
    (void)state;
    const float white = 200;
    struct calibration c = {.cloth = {130, -4, -2}};
    float paints_known[PAINT_SETS] = {[PAINTS_CLASSIC] = 30, [PAINTS_BROWN] = 30, [PAINTS_TV] = 30};
    struct ball_obs ball = {.quality = 0.9f,
                            .plain = 0.94f,
                            .stripe = 0.25f,
                            .solid = 0.06f,
                            .dark = 0.1f,
                            .white = 0.06f,
                            .paint = {190, -60, 6},
                            .band = {190, -60, 6}};
    assert_int_equal(table_make(&c.table, "pool-9ft"), 0);
    colour_name(ball_set(BALL_SET_NUMBERED), 0, &c, white, paints_known, &ball, 1);
    assert_int_equal(ball.number, 9);
    ball.dark = 0;
    colour_name(ball_set(BALL_SET_NUMBERED), 0, &c, white, paints_known, &ball, 1);
    assert_int_equal(ball.number, 1);
}

static void what_the_paints_are_is_remembered_when_few_balls_are_left(void **state)
{
    (void)state;
    static const struct painted pastel[] = {{99, 1.06f, 0.44f, 3},   {115, 0.24f, 0.93f, 4}, {38, 0.29f, 0.55f, 5},
                                            {-113, 0.35f, 0.80f, 6}, {124, 0.39f, 0.60f, 7}, {0, 0.08f, 0.19f, 8}},
                                purple = {38, 0.35f, 0.40f, 4}, lilac = {38, 0.35f, 0.40f, 5};
    float paints_known[PAINT_SETS] = {0};
    assert_named(&purple, 1, (float[PAINT_SETS]){0});
    for (int i = 0; i < 40; i++)
        assert_named(pastel, 6, paints_known);
    assert_named(&lilac, 1, paints_known);
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

enum { NINE = NUMBERED_1 + 8, FIVE = NUMBERED_1 + 4 };

/* A ball whose looks make one name cost nothing, another this much, and all others a lot. */
static struct observed_ball shown(struct vec2 mm, ball_id looks, ball_id or_so, float cost)
{
    const struct ball_row *row = &ball_set(BALL_SET_NUMBERED)->row[looks];
    struct observed_ball b = {.mm = mm, .sd = 0.3f, .quality = 1, .kind = row->kind, .number = row->number};
    b.kind_p = 0.9f;
    for (int i = 1; i < BALL_IDS; i++)
        b.cost[i] = i == looks ? 0 : i == or_so ? cost : 40;
    return b;
}

struct told {
    struct track_stroke stroke;
    int strokes;
};

static void hear_stroke(void *user, const struct track_stroke *s)
{
    struct told *told = user;
    told->stroke = *s;
    told->strokes++;
}

static struct tracking *open_numbered(struct told *told, ball_mask names)
{
    struct table table;
    struct tracking *t;
    struct track_params params = track_params_default();
    struct track_sink sink = {told, NULL, NULL, hear_stroke};
    memset(told, 0, sizeof *told);
    params.set = BALL_SET_NUMBERED;
    params.names = names;
    assert_int_equal(table_make(&table, "pool-9ft"), 0);
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    return t;
}

static ball_id name_at(const struct tracking *t, struct vec2 mm)
{
    struct track_ball balls[TRACKS_MAX];
    int n = track_balls(t, 0, balls);
    for (int i = 0; i < n; i++)
        if (vec2_dist(balls[i].at, mm) < 20)
            return balls[i].id;
    return BALL_NONE;
}

static void show(struct tracking *t, int from, int to, const struct observed_ball *balls, int n)
{
    for (int k = from; k < to; k++) {
        struct observation o = {.t = (ns_t)k * NS_PER_S / 60, .frame = k, .balls_n = n};
        memcpy(o.balls, balls, (size_t)n * sizeof *balls);
        track_update(t, &o);
    }
}

/* A stripe that shows its white end is the cue-ball as long as there is no other; then it is not. */
static void the_white_end_of_a_stripe_gives_way_to_the_cue_ball(void **state)
{
    (void)state;
    struct told told;
    struct tracking *t = open_numbered(&told, 0);
    struct observed_ball balls[] = {shown(vec2(600, 0), BALL_CUE, NINE, 4), shown(vec2(-700, 100), BALL_CUE, NINE, 6)};
    show(t, 0, 60, balls, 1);
    assert_int_equal(name_at(t, vec2(600, 0)), BALL_CUE);
    show(t, 60, 180, balls, 2);
    assert_int_equal(name_at(t, vec2(600, 0)), NINE);
    assert_int_equal(name_at(t, vec2(-700, 100)), BALL_CUE);
    track_close(&t);
}

static void names_are_those_of_the_game(void **state)
{
    (void)state;
    struct told told;
    ball_mask nine = rules_balls(rules_game("wpa9", NULL));
    struct tracking *t = open_numbered(&told, nine);
    struct observed_ball ball =
        shown(vec2(300, 0), NUMBERED_1 + 12, FIVE, 6); /* looks like the 13, a stripe of the 5 */
    show(t, 0, 60, &ball, 1);
    assert_int_equal(name_at(t, vec2(300, 0)), BALL_NONE); /* told of a ball that there is not */
    ball.kind = BALL_KIND_SOLID;
    ball.number = 5;
    show(t, 60, 120, &ball, 1);
    assert_int_equal(name_at(t, vec2(300, 0)), FIVE);
    track_close(&t);
    assert_int_equal(ball_count(nine), 10);
    assert_int_equal(ball_count(rules_balls(rules_game("wpa8", NULL))), 16);
    assert_int_equal(ball_count(rules_balls(rules_game("wpabb", NULL))), 16);
    assert_int_equal(ball_count(rules_balls(rules_game("snooker", NULL))), 22);
    assert_int_equal(ball_count(rules_balls(rules_game("sixred", NULL))), 13);
    assert_int_equal(ball_count(rules_balls(rules_game("billiards", NULL))), 3);
}

/* The 5 might be the 1 by its looks. A forearm that lies still beside a sleeve can only be the 5; it may be gone when
 * the cue-ball, which is struck meanwhile, comes to rest. */
static ball_id name_beside_arm(bool stroke, float other)
{
    struct told told;
    struct tracking *t = open_numbered(&told, 0);
    struct vec2 five = {600, 0}, arm = {900, -400};
    for (int k = 0; k < 400; k++) {
        double run = stroke ? fmax(0, fmin(k / 60.0 - 1.5, 2)) : 0;
        bool leans = k > 60 && (!stroke || k < 150);
        struct observation o = {.t = (ns_t)k * NS_PER_S / 60, .frame = k, .balls_n = leans ? 3 : 2};
        o.balls[0] = shown(vec2(-700, 300 - 400 * run + 100 * run * run), BALL_CUE, BALL_NONE, 0);
        o.balls[1] = shown(five, FIVE, NUMBERED_1, 8);
        o.balls[2] = shown(arm, FIVE, NUMBERED_1, other);
        if (leans)
            o.regions[o.regions_n++] = (struct observed_region){{920, -640}, {980, -380}};
        track_update(t, &o);
    }
    ball_id name = name_at(t, five);
    track_close(&t);
    assert_int_equal(told.strokes, stroke);
    return name;
}

static void an_arm_takes_no_name_from_a_ball_in_plain_view(void **state)
{
    (void)state;
    assert_int_equal(name_beside_arm(false, 25), FIVE);
    assert_int_equal(name_beside_arm(true, 40), FIVE);
}

/* The cue-ball runs into a ball that may be another: the stroke says so, with the better name first. */
static void a_stroke_tells_which_names_are_doubtful(void **state)
{
    (void)state;
    struct told told;
    struct tracking *t = open_numbered(&told, 0);
    for (int k = 0; k < 300; k++) {
        double s = k / 60.0, d = 57.15, run = fmax(0, fmin(s - 2, 1)), way = 600 * run - 150 * run * run;
        double cue = fmin(-300 + way, -d), hit = way > 300 - d ? 0.9 * (way - (300 - d)) : 0;
        struct observed_ball balls[] = {shown(vec2(cue, 0), BALL_CUE, BALL_NONE, 0),
                                        shown(vec2(hit, 0), NUMBERED_1, NINE, 1),
                                        shown(vec2(500, 300), NINE, NUMBERED_1, 1)};
        show(t, k, k + 1, balls, 3);
    }
    track_finish(t);
    track_close(&t);
    assert_int_equal(told.strokes, 1);
    const struct facts *f = &told.stroke.stroke.facts;
    assert_true(f->names_n >= 1);
    assert_true(f->names[0].p > 0.02f && f->names[0].p < 0.5f);
    assert_int_equal(f->names[0].ball + f->names[0].other, NUMBERED_1 + NINE);
}

/* ---- rulings ----------------------------------------------------------------------------------------------------- */

static bool offers(const struct game *game, const struct state *state, const struct stroke *s,
                   const struct event *events, size_t n, const char *then)
{
    struct alternative all[ALTERNATIVES_MAX];
    size_t count = rules_alternatives(game, state, s, events, n, all);
    for (size_t i = 0; i < count; i++)
        if (strstr(all[i].then, then) == all[i].then)
            return true;
    return false;
}

static struct stroke nine_ball_stroke(struct state *state)
{
    rules_open(rules_game("wpa9", NULL), state, 1);
    state->phase = PHASE_PLAY;
    return (struct stroke){.act = ACT_STROKE,
                           .by = 1,
                           .struck = BALL_CUE,
                           .t0 = NS_PER_S,
                           .t1 = 5 * NS_PER_S,
                           .time_s = -1,
                           .match_time_s = -1,
                           .facts = {.balls_over_centre = -1, .path_before = PATH_NONE, .first_p = 1}};
}

/* Nine-ball: the 8 is hit first, and it may have been the 1. */
static void a_doubtful_name_is_asked_about(void **unused)
{
    (void)unused;
    const struct game *game = rules_game("wpa9", NULL);
    struct state state;
    struct ruling r;
    struct stroke s = nine_ball_stroke(&state);
    struct event events[] = {
        {.kind = EVENT_STRIKE, .a = BALL_CUE, .t = NS_PER_S, .p = 1},
        {.kind = EVENT_CONTACT, .a = BALL_CUE, .b = NUMBERED_8, .t = 2 * NS_PER_S, .p = 1},
        {.kind = EVENT_CUSHION, .a = NUMBERED_8, .cushion = CUSHION_TOP, .t = 3 * NS_PER_S, .p = 1}};
    rules_judge_seen(game, &state, &s, events, 3, &r);
    assert_int_equal(r.kind, KIND_FOUL);
    assert_true(r.sure > 0.99);
    s.facts.names[0] = (struct name_doubt){NUMBERED_8, NUMBERED_1, 0.3f};
    s.facts.names_n = 1;
    rules_judge_seen(game, &state, &s, events, 3, &r);
    assert_int_equal(r.kind, KIND_FOUL);
    assert_true(fabs(r.sure - 0.7) < 0.01);
    assert_int_equal(r.hinge.question, QUESTION_NAME);
    assert_true(offers(game, &state, &s, events, 3, "no foul"));
    s.settled[0] = (struct settled){QUESTION_NAME, r.hinge.which, true}; /* a person says that it was the 1 */
    s.settled_n = 1;
    rules_judge_seen(game, &state, &s, events, 3, &r);
    assert_int_equal(r.kind, KIND_NONE);
    assert_true(r.sure > 0.99);
}

/* Neither a ball that is not in play nor one that had no part in it makes a ruling doubtful. */
static void names_that_change_nothing_cost_nothing(void **unused)
{
    (void)unused;
    const struct game *game = rules_game("wpa9", NULL);
    struct state state;
    struct ruling r;
    struct stroke s = nine_ball_stroke(&state);
    struct event events[] = {
        {.kind = EVENT_STRIKE, .a = BALL_CUE, .t = NS_PER_S, .p = 1},
        {.kind = EVENT_CONTACT, .a = BALL_CUE, .b = NUMBERED_1, .t = 2 * NS_PER_S, .p = 1},
        {.kind = EVENT_CUSHION, .a = NUMBERED_1, .cushion = CUSHION_TOP, .t = 3 * NS_PER_S, .p = 1}};
    s.facts.names[0] = (struct name_doubt){NUMBERED_1, NUMBERED_15, 0.4f};
    s.facts.names[1] = (struct name_doubt){FIVE, NUMBERED_8, 0.4f};
    s.facts.names_n = 2;
    rules_judge_seen(game, &state, &s, events, 3, &r);
    assert_int_equal(r.kind, KIND_NONE);
    assert_true(r.sure > 0.99);
}

/* ---- white ------------------------------------------------------------------------------------------------------- */

static void a_hand_is_not_white_while_the_cue_ball_is_off_the_table(void **state)
{
    (void)state;
    const float white[3] = {215, -10, 4}, skin[3] = {181, -23, 29}, dimmed[3] = {150, -7, 3}, pink[3] = {150, -5, 28};
    assert_false(colour_is_whiter(white, skin, true, 8));
    assert_true(colour_is_whiter(white, dimmed, true, 8)); /* a lamp has gone out */
    assert_true(colour_is_whiter(pink, white, true, 8));
    assert_false(colour_is_whiter(white, (const float[3]){60, 0, 0}, true, 1));    /* the black alone */
    assert_false(colour_is_whiter(dimmed, (const float[3]){218, 0, 0}, false, 8)); /* as an orange ball suggests */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_and_stripes_are_told_apart_at_every_turn),
        cmocka_unit_test(what_lies_in_shade_on_the_spot_of_the_pink_is_the_pink),
        cmocka_unit_test(numbers_are_known_by_the_paints_of_the_whole_set),
        cmocka_unit_test(a_stripe_with_black_ends_is_no_solid),
        cmocka_unit_test(what_the_paints_are_is_remembered_when_few_balls_are_left),
        cmocka_unit_test(the_white_end_of_a_stripe_gives_way_to_the_cue_ball),
        cmocka_unit_test(a_hand_is_not_white_while_the_cue_ball_is_off_the_table),
        cmocka_unit_test(names_are_those_of_the_game),
        cmocka_unit_test(an_arm_takes_no_name_from_a_ball_in_plain_view),
        cmocka_unit_test(a_stroke_tells_which_names_are_doubtful),
        cmocka_unit_test(a_doubtful_name_is_asked_about),
        cmocka_unit_test(names_that_change_nothing_cost_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
