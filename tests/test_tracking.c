/* SPDX-License-Identifier: Apache-2.0 */
/* test_tracking.c: is what happened on the table told from noisy places alone? No pixels are involved. */
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

/* ---- hands ------------------------------------------------------------------------------------------------------- */

struct heard {
    int n[EVENT_KINDS];
    int strokes;
    ball_mask moving; /* at any strike */
};

static void hear_event(void *user, const struct event *e)
{
    struct heard *h = user;
    h->n[e->kind] += e->p >= 0.5f;
}

/* A good look at a ball. */
static struct observed_ball look(enum ball_kind kind, struct vec2 at, float sd)
{
    return (struct observed_ball){.mm = at, .sd = sd, .quality = 1, .kind_p = 0.95f, .kind = kind};
}

static struct vec2 shaken(struct vec2 at, double sd, struct sim_rng *rng)
{
    return vec2(at.x + sd * sim_rng_normal(rng), at.y + sd * sim_rng_normal(rng));
}

/* Where a ball is that rolls freely from `from` since `t0`. */
static struct vec2 rolling(struct vec2 from, struct vec2 v, double t0, double t)
{
    const double loss = 113;
    double speed = vec2_len(v), u = fmin(fmax(t - t0, 0), speed / loss);
    return speed > 0 ? vec2_along(from, u - loss * u * u / 2 / speed, v) : from;
}

static void hear_stroke(void *user, const struct track_stroke *s)
{
    struct heard *h = user;
    h->strokes++;
    h->moving |= s->stroke.facts.moving_at_strike;
}

/* For 8 s at 30 frames a second: the cue-ball (unless it is `unseen`) meets a red and stays, and is struck again at
 * `again`, just after something on the cloth turned the red a little; or two reds set out for no reason that shows. */
static struct heard watch_rolls(bool unseen, double again)
{
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    struct sim_rng rng = sim_rng(5);
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 240; k++) {
        double s = k / 30.0;
        struct vec2 cue = rolling(vec2(-300, 0), vec2(500, 0), 1, s), red = rolling(vec2(0, 0), vec2(430, 0), 1.53, s);
        struct vec2 turn = rolling(vec2(0, 0), vec2(430, 0), 1.53, again - 0.01);
        if (s > again - 0.01 && !unseen)
            red = rolling(turn, vec2(255, 60), again - 0.01, s);
        if (s > 1.53)
            cue = rolling(vec2(-52.5, 0), vec2(0, 1800), again, fmin(s, again + 0.3));
        if (unseen)
            cue = rolling(vec2(300, 300), vec2(100, 400), 1.5, s);
        const struct vec2 at[] = {cue, red};
        struct observation o = {.t = (ns_t)(s * 1e9), .frame = k, .balls_n = 2};
        for (int i = 0; i < 2; i++)
            o.balls[i] = look(i || unseen ? BALL_KIND_RED : BALL_KIND_WHITE, shaken(at[i], 0.2, &rng), 0.2f);
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    return heard;
}

static void a_stroke_played_while_a_ball_rolls_is_a_stroke_of_its_own(void **state)
{
    (void)state;
    for (double again = 3; again < 3.033; again += 0.008) { /* at any time between two frames */
        struct heard h = watch_rolls(false, again);
        assert_int_equal(h.strokes, 2);
        assert_int_equal(h.n[EVENT_STRIKE], 2);
        assert_true(h.moving != 0);
    }
}

/* Green on green: it is found where it lies, and not while it runs the few hands' widths to the pocket. */
static void a_ball_that_is_hit_near_a_pocket_and_not_seen_again_is_in_it(void **state)
{
    (void)state;
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    struct sim_rng rng = sim_rng(3);
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 500; k++) {
        double s = k / 30.0;
        struct vec2 cue = rolling(vec2(-1404, 781), vec2(-550, 38), 10, s);
        if (s > 10.497)
            cue = rolling(vec2(-1658, 799), vec2(-190, -120), 10.497, s);
        struct observation o = {.t = (ns_t)(s * 1e9), .frame = k};
        o.balls[o.balls_n++] = look(BALL_KIND_WHITE, shaken(cue, 0.1, &rng), 0.1f);
        o.balls[o.balls_n] = look(BALL_KIND_GREEN, shaken(vec2(-1703, 830), 0.2, &rng), 0.2f);
        o.balls[o.balls_n].quality = 0.7f;
        o.balls_n += s < 10.497;
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_CONTACT], 1);
    assert_int_equal(heard.n[EVENT_POCKET], 1);
}

static void a_stroke_whose_cue_ball_is_not_seen_is_told_without_its_strike(void **state)
{
    (void)state;
    struct heard h = watch_rolls(true, 3);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 0);
    assert_int_equal(h.n[EVENT_DISTURBED], 0);
}

/* Struck at 1 s; where it lay the tip of the cue looks like a little of a white ball for a frame, nearer than the ball.
 */
static void tip_of_the_cue_is_not_taken_for_the_ball_it_struck(void **state)
{
    (void)state;
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 150; k++) {
        double s = k / 30.0;
        struct vec2 cue = rolling(vec2(-300, 0), vec2(1100, 0), 1, s);
        struct observation o = {.t = (ns_t)(s * 1e9), .frame = k, .balls_n = k == 31 ? 2 : 1};
        o.balls[0] = look(BALL_KIND_WHITE, cue, 0.2f);
        o.balls[1] = o.balls[0];
        o.balls[1].mm = vec2(-302, 5);
        o.balls[1].sd = 1.6f;
        o.balls[1].quality = 0.4f;
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_STRIKE], 1);
    assert_int_equal(heard.n[EVENT_REMOVED], 0);
}

/* Six reds in a pack that are pushed on by 1.5 mm, all alike, from one frame to the next: by a cue-ball that runs into
 * them, or because the camera was knocked. */
static int64_t frames_bumped(bool played)
{
    struct track_sink sink = {0};
    struct track_params params = track_params_default();
    struct tracking *t;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 120; k++) {
        double s = k / 30.0, push = s < 2 ? 0 : 1.5;
        struct observation o = {.t = (ns_t)(s * 1e9), .frame = k, .balls_n = 7};
        for (int i = 0; i < 7; i++)
            o.balls[i] =
                look(i < 6 ? BALL_KIND_RED : BALL_KIND_WHITE, vec2(300 + 55 * (i % 3) + push, 55 * (i / 3.0)), 0.1f);
        o.balls[6].mm = vec2(played ? fmin(-600 + 900 * fmax(0, s - 1.07), 245) : -600 + push, 0);
        track_update(t, &o);
    }
    int64_t bumped = track_stats(t).bumped_frames;
    track_close(&t);
    return bumped;
}

static void a_pack_that_is_pushed_is_no_bump_of_the_camera(void **state)
{
    (void)state;
    assert_int_equal(frames_bumped(true), 0);
    assert_true(frames_bumped(false) > 0);
}

/* A pack and three balls far from it, knocked by more than a radius, so that each red is seen nearest to where its
 * neighbour lay, and tilted: the far ball moves more. */
static void a_pack_is_known_again_after_a_hard_knock(void **state)
{
    (void)state;
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    struct track_ball ball[TRACKS_MAX];
    static const enum ball_kind kind[] = {BALL_KIND_WHITE, BALL_KIND_BLUE, BALL_KIND_BLACK};
    static const struct vec2 far[] = {{-1300, 200}, {0, 0}, {1450, -300}};
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 150; k++) {
        struct observation o = {.t = k * NS_PER_S / 30, .frame = k, .balls_n = 9};
        for (int i = 0; i < 9; i++) {
            struct vec2 p = i < 6 ? vec2(900 + 53 * (i % 3), 53 * (i / 3.0)) : far[i - 6];
            double knock = k < 60 ? 0 : k < 75 ? 30 * cos(k) : 31, tilted = knock * (1 + 0.1 * p.x / 1000);
            o.balls[i] = (struct observed_ball){.mm = vec2_add(p, vec2(tilted, -0.5 * tilted)),
                                                .sd = 0.1f,
                                                .quality = 1,
                                                .kind_p = 0.95f,
                                                .kind = i < 6 ? BALL_KIND_RED : kind[i - 6]};
        }
        track_update(t, &o);
    }
    assert_int_equal(track_balls(t, 5 * NS_PER_S, ball), 9);
    for (int i = 0; i < 9; i++) {
        double least = INFINITY;
        for (int k = 0; k < 9; k++)
            least = fmin(least, vec2_dist(ball[i].at, k < 6 ? vec2(900 + 53 * (k % 3), 53 * (k / 3.0)) : far[k - 6]));
        assert_true(ball[i].resting && least < 0.5);
    }
    track_close(&t);
    assert_int_equal(heard.strokes + heard.n[EVENT_STRIKE] + heard.n[EVENT_DISTURBED], 0);
}

/* Two balls that lie far from each other and seem to jump at once: the camera was knocked. */
static void two_balls_that_jump_alike_are_no_stroke(void **state)
{
    (void)state;
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 300; k++) {
        double x = k < 120 ? 0 : k < 124 ? 3.0 * (k - 119) : 12;
        struct observation o = {.t = k * NS_PER_S / 60, .frame = k, .balls_n = 2};
        for (int i = 0; i < 2; i++)
            o.balls[i] = look(i ? BALL_KIND_RED : BALL_KIND_WHITE, vec2((i ? 900 : -500) + x, 300 + 1.1 * x), 0.1f);
        track_update(t, &o);
    }
    track_finish(t);
    assert_true(track_stats(t).bumped_frames > 0);
    track_close(&t);
    assert_int_equal(heard.strokes + heard.n[EVENT_STRIKE] + heard.n[EVENT_DISTURBED], 0);
}

/* Two balls at rest for 5 s; the red is taken away, or moved, by a hand that hides it from 2 s to 3 s. */
static struct heard watch_hand(bool put_back, struct vec2 where)
{
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    struct sim_rng rng = sim_rng(3);
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 300; k++) {
        double s = k / 60.0;
        struct observation o = {.t = (ns_t)(s * 1e9), .frame = k};
        struct vec2 red = s < 2 ? vec2(100, 100) : where;
        for (int i = 0; i < 2; i++) {
            if (i == 1 && ((s > 2 && s < 3) || (s >= 3 && !put_back)))
                continue;
            struct vec2 at = shaken(i ? red : vec2(-900, 0), 0.3, &rng);
            o.balls[o.balls_n++] = look(i ? BALL_KIND_RED : BALL_KIND_WHITE, at, 0.3f);
        }
        if (s > 1.9 && s < 3.05)
            o.regions[o.regions_n++] = (struct observed_region){{0, 0}, {400, 300}};
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    return heard;
}

static void ball_taken_by_a_hand_is_removed_and_no_stroke(void **state)
{
    (void)state;
    struct heard h = watch_hand(false, vec2(0, 0));
    assert_int_equal(h.strokes, 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
    assert_int_equal(h.n[EVENT_POCKET] + h.n[EVENT_CONTACT] + h.n[EVENT_STRIKE], 0);
}

static void ball_shifted_by_a_hand_is_disturbed_and_no_stroke(void **state)
{
    (void)state;
    struct heard h = watch_hand(true, vec2(140, 120));
    assert_int_equal(h.strokes, 0);
    assert_int_equal(h.n[EVENT_DISTURBED], 1);
    assert_int_equal(h.n[EVENT_CONTACT] + h.n[EVENT_STRIKE] + h.n[EVENT_REMOVED], 0);
}

static void ball_carried_away_by_a_hand_keeps_its_name(void **state)
{
    (void)state;
    struct heard h = watch_hand(true, vec2(700, -400));
    assert_int_equal(h.strokes, 0);
    assert_int_equal(h.n[EVENT_DISTURBED], 1);
    assert_int_equal(h.n[EVENT_PLACED] + h.n[EVENT_REMOVED], 0);
}

/* A cue-ball at rest and a red that is there or not, without any hand. */
static struct heard watch_red(struct vec2 at, double from, double to)
{
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 300; k++) {
        double s = k / 60.0, wobble = k % 2 ? 0.2 : -0.2;
        struct observation o = {.t = (ns_t)(s * 1e9), .frame = k};
        o.balls[o.balls_n++] = look(BALL_KIND_WHITE, vec2(-900 + wobble, 0), 0.3f);
        if (s >= from && s < to)
            o.balls[o.balls_n++] = look(BALL_KIND_RED, vec2(at.x, at.y + wobble), 0.3f);
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    return heard;
}

/* Struck twice, and each time stopped dead by a hand: its pictures are the same for seconds, to the last digit. */
static void ball_that_is_stopped_dead_rests_and_the_view_is_not_lost(void **state)
{
    (void)state;
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    double x = -900;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 480; k++) {
        struct observation o = {.t = (ns_t)(k / 60.0 * 1e9), .frame = k};
        x += k % 240 >= 60 && k % 240 < 120 ? 10 : 0;
        o.balls[o.balls_n++] = look(BALL_KIND_WHITE, vec2(x, 0), 0.3f);
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    assert_int_equal(heard.n[EVENT_GAP], 0);
    assert_int_equal(heard.strokes, 2);
}

static void ball_that_topples_into_a_pocket_by_itself_is_potted(void **state)
{
    (void)state;
    const struct pocket_shape *k = &table.pocket[POCKET_MR];
    struct heard h = watch_red(vec2_along(k->fall, k->fall_radius + 2, vec2(0, 1)), 0, 2.5);
    assert_int_equal(h.strokes, 0);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_int_equal(h.n[EVENT_REMOVED], 0);
}

static void ball_that_appears_where_no_hand_was_is_not_said_to_be_placed(void **state)
{
    (void)state;
    struct heard h = watch_red(vec2(100, 100), 2, 5);
    assert_int_equal(h.n[EVENT_PLACED], 0);
}

static void ball_hidden_by_a_hand_is_still_there(void **state)
{
    (void)state;
    struct heard h = watch_hand(true, vec2(100, 100));
    assert_int_equal(h.strokes + h.n[EVENT_DISTURBED] + h.n[EVENT_REMOVED] + h.n[EVENT_PLACED], 0);
}

static void keep_strike(void *user, const struct event *e)
{
    if (e->kind == EVENT_STRIKE)
        *(ns_t *)user = e->t;
}

static ns_t strike_seen(float exposure)
{
    ns_t strike = 0;
    struct track_sink sink = {&strike, NULL, keep_strike, NULL};
    struct track_params params = track_params_default();
    struct tracking *t;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 200; k++) {
        struct observation o = {.t = k * NS_PER_S / 60, .frame = k, .balls_n = 1, .exposure = exposure};
        o.balls[0] = look(BALL_KIND_WHITE, rolling(vec2(-900, 0), vec2(700, 0), 1, k / 60.0), 0.2f);
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    return strike;
}

static void times_are_those_of_the_middle_of_the_exposure(void **state)
{
    (void)state;
    ns_t strike = strike_seen(0);
    assert_true(strike > 0);
    assert_int_equal((strike_seen(0.008f) - strike + 500) / 1000, 4000);
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */

static void lost_view_is_told_as_a_gap(void **state)
{
    (void)state;
    struct heard heard = {{0}, 0, 0};
    struct track_sink sink = {&heard, NULL, hear_event, NULL};
    struct track_params params = track_params_default();
    struct tracking *t;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 240; k++) {
        struct observation o = {.t = k * NS_PER_S / 60, .frame = k, .lost = k > 100 && k < 160, .balls_n = 1};
        o.balls[0] = look(BALL_KIND_WHITE, vec2(1, 2), 0.3f);
        if (o.lost)
            o.balls_n = 0;
        track_update(t, &o);
    }
    track_finish(t);
    track_close(&t);
    assert_int_equal(heard.n[EVENT_GAP], 1);
    assert_int_equal(heard.n[EVENT_REMOVED] + heard.n[EVENT_PLACED], 0);
}

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
        cmocka_unit_test(clips_of_another_engine_are_told_from_noisy_places),
        cmocka_unit_test(thin_contacts_and_near_misses_are_told_apart_at_any_rate),
        cmocka_unit_test(ball_at_the_edge_of_a_pocket_is_not_potted),
        cmocka_unit_test(arm_over_the_table_and_lost_frames_cost_nothing_certain),
        cmocka_unit_test(slow_ball_that_stays_at_a_cushion_has_met_it),
        cmocka_unit_test(cushions_that_follow_each_other_within_two_frames_are_told),
        cmocka_unit_test(stopped_ball_that_its_spin_drives_on_was_the_hitter),
        cmocka_unit_test(ball_met_just_off_a_cushion_is_the_first_contact),
        cmocka_unit_test(ball_that_topples_into_a_pocket_by_itself_is_potted),
        cmocka_unit_test(ball_that_appears_where_no_hand_was_is_not_said_to_be_placed),
        cmocka_unit_test(a_stroke_played_while_a_ball_rolls_is_a_stroke_of_its_own),
        cmocka_unit_test(a_ball_that_is_hit_near_a_pocket_and_not_seen_again_is_in_it),
        cmocka_unit_test(a_stroke_whose_cue_ball_is_not_seen_is_told_without_its_strike),
        cmocka_unit_test(a_pack_that_is_pushed_is_no_bump_of_the_camera),
        cmocka_unit_test(a_pack_is_known_again_after_a_hard_knock),
        cmocka_unit_test(two_balls_that_jump_alike_are_no_stroke),
        cmocka_unit_test(times_are_those_of_the_middle_of_the_exposure),
        cmocka_unit_test(tip_of_the_cue_is_not_taken_for_the_ball_it_struck),
        cmocka_unit_test(ball_taken_by_a_hand_is_removed_and_no_stroke),
        cmocka_unit_test(ball_shifted_by_a_hand_is_disturbed_and_no_stroke),
        cmocka_unit_test(ball_carried_away_by_a_hand_keeps_its_name),
        cmocka_unit_test(ball_that_is_stopped_dead_rests_and_the_view_is_not_lost),
        cmocka_unit_test(ball_hidden_by_a_hand_is_still_there),
        cmocka_unit_test(lost_view_is_told_as_a_gap),
        cmocka_unit_test(parameters_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
