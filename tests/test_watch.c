/* SPDX-License-Identifier: Apache-2.0 */
/* test_watch.c: what is told of balls that are laid out by hand, frame by frame: hands, knocks of the camera, strokes
 * nobody saw begin, balls that vanish. */
#include "detmath.h"
#include "tracking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct table table;

static int setup(void **state)
{
    (void)state;
    return table_make(&table, "snooker-12ft");
}

/* ---- watching ---------------------------------------------------------------------------------------------------- */

struct heard {
    int n[EVENT_KINDS]; /* events more likely than not */
    int strokes;
    ball_mask moving; /* at any strike */
    ns_t strike;      /* the last */
    float pot_p;      /* of the last pot */
    float first_p;    /* of the last stroke */
    ball_id met;      /* by the cue-ball first, as far as is told */
    ball_mask rest;   /* balls whose places were known after it */
    int64_t bumped;
    int balls_n;
    struct track_ball ball[TRACKS_MAX]; /* in the end */
};

static void hear_event(void *user, const struct event *e)
{
    struct heard *h = user;
    h->n[e->kind] += e->p >= 0.5f;
    if (e->kind == EVENT_STRIKE)
        h->strike = e->t;
    if (e->kind == EVENT_CONTACT && e->a == BALL_CUE && e->p >= 0.5f && !h->met)
        h->met = e->b;
    if (e->kind == EVENT_POCKET)
        h->pot_p = e->p;
}

static void hear_stroke(void *user, const struct track_stroke *s)
{
    struct heard *h = user;
    h->strokes++;
    h->first_p = s->first_contact_p;
    h->rest = s->stroke.facts.rest.known;
    h->moving |= s->stroke.facts.moving_at_strike;
}

/* Lays out what is seen `s` seconds after the beginning; its time and frame are set. */
typedef void lay(const void *scene, double s, struct sim_rng *rng, struct observation *o);

static struct heard watch_set(enum ball_set_id set, int frames, int fps, lay *lay_out, const void *scene)
{
    struct heard heard = {.strokes = 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    params.set = set;
    struct tracking *t;
    struct sim_rng rng = sim_rng(5);
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < frames; k++) {
        struct observation o = {.t = k * NS_PER_S / fps, .frame = k};
        lay_out(scene, (double)k / fps, &rng, &o);
        track_update(t, &o);
    }
    heard.balls_n = track_balls(t, frames * NS_PER_S / fps, heard.ball);
    track_finish(t);
    heard.bumped = track_stats(t).bumped_frames;
    track_close(&t);
    return heard;
}

static struct heard watch(int frames, int fps, lay *lay_out, const void *scene)
{
    return watch_set(BALL_SET_SNOOKER, frames, fps, lay_out, scene);
}

/* A good look at a ball. */
static struct observed_ball *see(struct observation *o, enum ball_kind kind, struct vec2 at, float sd)
{
    struct observed_ball *b = &o->balls[o->balls_n++];
    *b = (struct observed_ball){.mm = at, .sd = sd, .quality = 1, .kind_p = 0.95f, .kind = kind};
    return b;
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

/* Green on green: it is found where it lies, and not while it runs the few hands' widths to the pocket. */
static void lay_hidden_pot(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const double hit = 10.497;
    (void)scene;
    struct vec2 cue = s < hit ? rolling(vec2(-1404, 781), vec2(-550, 38), 10, s)
                              : rolling(vec2(-1658, 799), vec2(-190, -120), hit, s);
    see(o, BALL_KIND_WHITE, shaken(cue, 0.1, rng), 0.1f);
    if (s < hit)
        see(o, BALL_KIND_GREEN, shaken(vec2(-1703, 830), 0.2, rng), 0.2f)->quality = 0.7f;
}

static void a_ball_that_is_hit_near_a_pocket_and_not_seen_again_is_in_it(void **state)
{
    (void)state;
    struct heard h = watch(500, 30, lay_hidden_pot, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_CONTACT], 1);
    assert_int_equal(h.n[EVENT_POCKET], 1);
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

/* The cue-ball rolls slowly into a corner and is seen until it is *scene mm from the fall. */
static void lay_roll_in(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct pocket_shape *k = &table.pocket[POCKET_TR];
    const struct vec2 to = vec2_unit(k->fall), v = vec2_scale(to, 420), from = vec2_along(k->fall, -500, to);
    struct vec2 at = rolling(from, v, 1, s);
    if (vec2_dist(at, k->fall) > k->fall_radius + *(const double *)scene)
        see(o, BALL_KIND_WHITE, shaken(at, 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(0, 300), 0.2, rng), 0.2f);
}

static void a_ball_lost_before_it_could_fall_is_no_certain_pot(void **state)
{
    (void)state;
    const double early = 60, late = 3;
    assert_true(watch(300, 60, lay_roll_in, &late).pot_p > 0.95f);
    struct heard lost = watch(300, 60, lay_roll_in, &early);
    assert_int_equal(lost.n[EVENT_POCKET], 1);
    assert_true(lost.pot_p < 0.95f);
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
    see(o, BALL_KIND_WHITE, rolling(vec2(-900, 0), vec2(700, 0), 1, s), 0.2f);
}

static void times_are_those_of_the_middle_of_the_exposure(void **state)
{
    (void)state;
    const float none = 0, some = 0.008f;
    ns_t strike = watch(200, 60, lay_exposed, &none).strike;
    assert_true(strike > 0);
    assert_int_equal((watch(200, 60, lay_exposed, &some).strike - strike + 500) / 1000, 4000);
}

/* ---- knocks of the camera ---------------------------------------------------------------------------------------- */

/* Six reds in a pack that are pushed on by 1.5 mm, all alike, from one frame to the next: by a cue-ball that runs into
 * them (*scene), or because the camera was knocked. */
static void lay_pushed_pack(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    bool played = *(const bool *)scene;
    double push = s < 2 ? 0 : 1.5;
    (void)rng;
    for (int i = 0; i < 6; i++)
        see(o, BALL_KIND_RED, vec2(300 + 55 * (i % 3) + push, 55 * (i / 3.0)), 0.1f);
    see(o, BALL_KIND_WHITE, vec2(played ? fmin(-600 + 900 * fmax(0, s - 1.07), 245) : -600 + push, 0), 0.1f);
}

static void a_pack_that_is_pushed_is_no_bump_of_the_camera(void **state)
{
    (void)state;
    const bool played = true, knocked = false;
    assert_int_equal(watch(120, 30, lay_pushed_pack, &played).bumped, 0);
    assert_true(watch(120, 30, lay_pushed_pack, &knocked).bumped > 0);
}

static struct vec2 spread(int i)
{
    static const struct vec2 far[] = {{-1300, 200}, {0, 0}, {1450, -300}};
    return i < 6 ? vec2(900 + 53 * (i % 3), 53 * (i / 3.0)) : far[i - 6];
}

/* A pack and three balls far from it, knocked by more than a radius, so that each red is seen nearest to where its
 * neighbour lay, and tilted: the far ball moves more. */
static void lay_knocked_pack(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    static const enum ball_kind kind[] = {BALL_KIND_WHITE, BALL_KIND_BLUE, BALL_KIND_BLACK};
    double knock = s < 2 ? 0 : s < 2.5 ? 30 * cos((double)o->frame) : 31;
    (void)scene, (void)rng;
    for (int i = 0; i < 9; i++) {
        double tilted = knock * (1 + 0.1 * spread(i).x / 1000);
        see(o, i < 6 ? BALL_KIND_RED : kind[i - 6], vec2_add(spread(i), vec2(tilted, -0.5 * tilted)), 0.1f);
    }
}

static void a_pack_is_known_again_after_a_hard_knock(void **state)
{
    (void)state;
    struct heard h = watch(150, 30, lay_knocked_pack, NULL);
    assert_int_equal(h.balls_n, 9);
    for (int i = 0; i < 9; i++) {
        double least = INFINITY;
        for (int k = 0; k < 9; k++)
            least = fmin(least, vec2_dist(h.ball[i].at, spread(k)));
        assert_true(h.ball[i].resting && least < 0.5);
    }
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_DISTURBED], 0);
}

/* Two balls that lie far from each other and seem to jump at once. */
static void lay_jump(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    double x = fmin(fmax(180 * s - 357, 0), 12);
    (void)scene, (void)rng;
    see(o, BALL_KIND_WHITE, vec2(-500 + x, 300 + 1.1 * x), 0.1f);
    see(o, BALL_KIND_RED, vec2(900 + x, 300 + 1.1 * x), 0.1f);
}

static void two_balls_that_jump_alike_are_no_stroke(void **state)
{
    (void)state;
    struct heard h = watch(300, 60, lay_jump, NULL);
    assert_true(h.bumped > 0);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_DISTURBED], 0);
}

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

/* ---- hands ------------------------------------------------------------------------------------------------------- */

struct hand {
    bool put_back;
    struct vec2 where;
};

/* Two balls at rest for 5 s; the red is taken away, or moved, by a hand that hides it from 2 s to 3 s. */
static void lay_hand(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct hand *hand = scene;
    see(o, BALL_KIND_WHITE, shaken(vec2(-900, 0), 0.3, rng), 0.3f);
    if (s <= 2 || (s >= 3 && hand->put_back))
        see(o, BALL_KIND_RED, shaken(s < 2 ? vec2(100, 100) : hand->where, 0.3, rng), 0.3f);
    if (s > 1.9 && s < 3.05)
        o->regions[o->regions_n++] = (struct observed_region){{0, 0}, {400, 300}};
}

static struct heard watch_hand(bool put_back, struct vec2 where)
{
    const struct hand hand = {put_back, where};
    return watch(300, 60, lay_hand, &hand);
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

static void ball_hidden_by_a_hand_is_still_there(void **state)
{
    (void)state;
    struct heard h = watch_hand(true, vec2(100, 100));
    assert_int_equal(h.strokes + h.n[EVENT_DISTURBED] + h.n[EVENT_REMOVED] + h.n[EVENT_PLACED], 0);
}

/* Far from the cue-ball, which is struck at 4 s, an arm lies over the black from 2 s on; what is left to see of it is
 * 5 mm off, and goes on being so by 3.7 mm after the arm has gone, or not at all. */
static void lay_sleeve(const void *moved, double s, struct sim_rng *rng, struct observation *o)
{
    bool arm = s > 2 && s < 4.2;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-500, -300), vec2(600, 0), 4, s), 0.2, rng), 0.2f);
    struct vec2 black = arm ? vec2(1465, -1.3) : s > 2 && *(const bool *)moved ? vec2(1463.5, -1.3) : vec2(1460, 0);
    see(o, BALL_KIND_BLACK, shaken(black, 0.2, rng), 0.2f);
    if (arm)
        o->regions[o->regions_n++] = (struct observed_region){{1440, -20}, {1600, 300}};
}

static void ball_that_a_sleeve_moved_a_little_before_the_stroke_is_disturbed(void **state)
{
    (void)state;
    bool moved = true;
    struct heard heard = watch(600, 60, lay_sleeve, &moved);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 1);
    moved = false; /* it only seemed so */
    heard = watch(600, 60, lay_sleeve, &moved);
    assert_int_equal(heard.strokes, 1);
    assert_int_equal(heard.n[EVENT_DISTURBED], 0);
}

/* Under a hand for a few frames, and then seen once, in the hand, on its way up and out of the picture; or, struck from
 * under a bridge, until it is stopped. */
static void lay_taken_up(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    bool struck = *(const bool *)scene, hidden = s > 2 && s < 2.06;
    if (s > 1.9 && s < 2.3)
        o->regions[o->regions_n++] = (struct observed_region){{-200, -100}, {0, 400}};
    if (!hidden && (struck ? s < 3 : s < 2.08))
        see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-99, 45), vec2(-870, 2930), 2, fmin(s, 2.25)), 0.2, rng), 0.2f);
}

static void cue_ball_that_is_taken_up_was_not_struck(void **state)
{
    (void)state;
    const bool struck = true, taken = false;
    struct heard h = watch(300, 60, lay_taken_up, &taken);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_OFF], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
    assert_int_equal(watch(300, 60, lay_taken_up, &struck).strokes, 1);
}

/* A sleeve over the blue from 2 s to 6 s leaves so little to see that it looks like another ball. */
static void lay_veiled(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool arm = s > 2 && s < 6;
    struct vec2 blue = vec2(0, 0);
    see(o, BALL_KIND_WHITE, shaken(vec2(-900, 0), 0.2, rng), 0.2f);
    see(o, arm ? BALL_KIND_BLACK : BALL_KIND_BLUE, shaken(blue, 0.2, rng), 0.2f)->quality = arm ? 0.4f : 1;
    if (arm)
        o->regions[o->regions_n++] = (struct observed_region){{38, -100}, {200, 100}};
}

static void a_ball_of_which_a_sleeve_leaves_little_is_still_there(void **state)
{
    (void)state;
    struct heard h = watch(300, 30, lay_veiled, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_DISTURBED] + h.n[EVENT_REMOVED] + h.n[EVENT_PLACED], 0);
}

/* Billiards: white is struck, and rolls. Of the other player's hand a knuckle is taken for yellow, which is in hand. */
static void lay_knuckle(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    struct vec2 hand = rolling(vec2(-680, 160), vec2(-110, 600), 3.6, s);
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-1000, -400), vec2(500, 0), 2, s), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(1460, 0), 0.2, rng), 0.2f);
    if (s < 2.8 || s > 4.2)
        return;
    see(o, BALL_KIND_YELLOW, shaken(hand, 0.2, rng), 0.2f);
    o->regions[o->regions_n++] = (struct observed_region){{hand.x - 40, hand.y + 45}, {hand.x + 40, 880}};
}

static void a_knuckle_is_no_ball(void **state)
{
    (void)state;
    struct heard h = watch_set(BALL_SET_BILLIARDS, 300, 30, lay_knuckle, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 1);
    assert_int_equal(h.n[EVENT_PLACED] + h.n[EVENT_REMOVED] + h.n[EVENT_OFF], 0);
}

/* A red under an arm; beside it a hand puts down the black before the arm goes. */
static void lay_placed_beside(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool arm = s > 3 && s < 5;
    see(o, BALL_KIND_WHITE, shaken(vec2(-900, 0), 0.2, rng), 0.2f);
    if (!arm)
        see(o, BALL_KIND_RED, shaken(vec2(1360, 0), 0.2, rng), 0.2f);
    if (arm)
        o->regions[o->regions_n++] = (struct observed_region){{1300, -200}, {1400, 20}};
    if (s > 4)
        see(o, BALL_KIND_BLACK, shaken(vec2(1455, 0), 0.2, rng), 0.2f);
}

static void a_ball_put_down_beside_a_hidden_one_is_another(void **state)
{
    (void)state;
    struct heard h = watch(300, 30, lay_placed_beside, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_DISTURBED] + h.n[EVENT_REMOVED], 0);
    assert_int_equal(h.n[EVENT_PLACED], 1);
    for (int i = 0; i < h.balls_n; i++)
        if (h.ball[i].id == SNOOKER_BLACK)
            assert_true(fabs(h.ball[i].at.x - 1455) < 2);
}

/* Struck twice, and each time stopped dead by a hand: its pictures are the same for seconds, to the last digit. */
static void lay_stopped_dead(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene, (void)rng;
    see(o, BALL_KIND_WHITE, vec2(-900 + fmin(fmax(600 * (s - 1), 0), 600) + fmin(fmax(600 * (s - 5), 0), 600), 0),
        0.3f);
}

static void ball_that_is_stopped_dead_rests_and_the_view_is_not_lost(void **state)
{
    (void)state;
    struct heard h = watch(480, 60, lay_stopped_dead, NULL);
    assert_int_equal(h.n[EVENT_GAP], 0);
    assert_int_equal(h.strokes, 2);
}

/* ---- balls that come and go without a hand ----------------------------------------------------------------------- */

struct guest {
    struct vec2 at;
    double from, to;
};

/* A cue-ball at rest and a red that is there for a while. */
static void lay_guest(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const struct guest *red = scene;
    double wobble = o->frame % 2 ? 0.2 : -0.2;
    (void)rng;
    see(o, BALL_KIND_WHITE, vec2(-900 + wobble, 0), 0.3f);
    if (s >= red->from && s < red->to)
        see(o, BALL_KIND_RED, vec2(red->at.x, red->at.y + wobble), 0.3f);
}

static void ball_that_topples_into_a_pocket_by_itself_is_potted(void **state)
{
    (void)state;
    const struct pocket_shape *k = &table.pocket[POCKET_MR];
    const struct guest red = {vec2_along(k->fall, k->fall_radius + 2, vec2(0, 1)), 0, 2.5};
    struct heard h = watch(300, 60, lay_guest, &red);
    assert_int_equal(h.strokes, 0);
    assert_int_equal(h.n[EVENT_POCKET], 1);
    assert_int_equal(h.n[EVENT_REMOVED], 0);
}

static void ball_that_appears_where_no_hand_was_is_not_said_to_be_placed(void **state)
{
    (void)state;
    const struct guest red = {{100, 100}, 2, 5};
    assert_int_equal(watch(300, 60, lay_guest, &red).n[EVENT_PLACED], 0);
}

/* ---- cameras that are understood better -------------------------------------------------------------------------- */

/* Two balls at rest, whose places are told as `place` has them before and after a change that tracking is told of. */
static void check_change(void (*tell)(struct tracking *), struct vec2 (*place)(struct vec2 p, bool changed))
{
    const struct vec2 cue = {-900, 0}, red = {100, 250};
    const struct guest guest = {red, 0, 9};
    struct heard heard = {.strokes = 0};
    struct track_sink sink = {&heard, NULL, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    assert_int_equal(track_open(&t, &table, &params, &sink), 0);
    for (int k = 0; k < 240; k++) {
        struct observation o = {.t = k * NS_PER_S / 60, .frame = k};
        lay_guest(&guest, k / 60.0, NULL, &o);
        if (k == 120)
            tell(t);
        for (int i = 0; i < o.balls_n; i++)
            o.balls[i].mm = place(o.balls[i].mm, k >= 120);
        track_update(t, &o);
    }
    heard.balls_n = track_balls(t, 4 * NS_PER_S, heard.ball);
    track_finish(t);
    track_close(&t);
    assert_int_equal(heard.balls_n, 2);
    for (int i = 0; i < 2; i++)
        assert_true(vec2_dist(heard.ball[i].at, place(heard.ball[i].id == BALL_CUE ? cue : red, true)) < 1);
    assert_int_equal(heard.strokes + heard.n[EVENT_REMOVED] + heard.n[EVENT_PLACED] + heard.n[EVENT_DISTURBED], 0);
}

/* Wrong since a knock that nobody noticed. */
static struct vec2 knocked_first(struct vec2 p, bool changed)
{
    return changed ? p : vec2_add(p, vec2(20, 28));
}

static struct vec2 turned_later(struct vec2 p, bool changed)
{
    return changed ? vec2_scale(p, -1) : p;
}

static void places_of_a_camera_that_is_fitted_anew_are_taken_as_they_are(void **state)
{
    (void)state;
    check_change(track_fitted_anew, knocked_first);
}

static void a_table_that_is_turned_round_keeps_its_balls(void **state)
{
    (void)state;
    check_change(track_turn, turned_later);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_a_camera_that_is_fitted_anew_are_taken_as_they_are),
        cmocka_unit_test(a_table_that_is_turned_round_keeps_its_balls),
        cmocka_unit_test(a_stroke_played_while_a_ball_rolls_is_a_stroke_of_its_own),
        cmocka_unit_test(a_ball_that_moved_before_the_first_contact_leaves_it_in_doubt),
        cmocka_unit_test(a_cue_ball_that_an_arm_pulls_at_ends_no_stroke),
        cmocka_unit_test(the_other_cue_ball_struck_while_the_first_rolls_is_a_stroke_of_its_own),
        cmocka_unit_test(a_stroke_whose_cue_ball_is_not_seen_is_told_without_its_strike),
        cmocka_unit_test(a_ball_that_is_hit_near_a_pocket_and_not_seen_again_is_in_it),
        cmocka_unit_test(a_ball_lost_before_it_could_fall_is_no_certain_pot),
        cmocka_unit_test(a_ball_that_was_flown_over_is_known_again),
        cmocka_unit_test(tip_of_the_cue_is_not_taken_for_the_ball_it_struck),
        cmocka_unit_test(times_are_those_of_the_middle_of_the_exposure),
        cmocka_unit_test(a_pack_that_is_pushed_is_no_bump_of_the_camera),
        cmocka_unit_test(a_pack_is_known_again_after_a_hard_knock),
        cmocka_unit_test(two_balls_that_jump_alike_are_no_stroke),
        cmocka_unit_test(lost_view_is_told_as_a_gap),
        cmocka_unit_test(a_stroke_whose_end_nobody_saw_is_told_with_doubt),
        cmocka_unit_test(ball_taken_by_a_hand_is_removed_and_no_stroke),
        cmocka_unit_test(ball_shifted_by_a_hand_is_disturbed_and_no_stroke),
        cmocka_unit_test(ball_carried_away_by_a_hand_keeps_its_name),
        cmocka_unit_test(cue_ball_that_is_taken_up_was_not_struck),
        cmocka_unit_test(ball_hidden_by_a_hand_is_still_there),
        cmocka_unit_test(ball_that_a_sleeve_moved_a_little_before_the_stroke_is_disturbed),
        cmocka_unit_test(a_ball_that_jumps_was_struck),
        cmocka_unit_test(a_ball_of_which_a_sleeve_leaves_little_is_still_there),
        cmocka_unit_test(a_knuckle_is_no_ball),
        cmocka_unit_test(a_ball_put_down_beside_a_hidden_one_is_another),
        cmocka_unit_test(ball_that_is_stopped_dead_rests_and_the_view_is_not_lost),
        cmocka_unit_test(ball_that_topples_into_a_pocket_by_itself_is_potted),
        cmocka_unit_test(ball_that_appears_where_no_hand_was_is_not_said_to_be_placed),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
