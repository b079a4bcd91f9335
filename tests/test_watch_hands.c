/* SPDX-License-Identifier: Apache-2.0 */
/* test_watch_hands.c: what is told of things that are no strokes, laid out by hand, frame by frame: hands, balls that
 * come and go. */
#include "laid_out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

/* A hand takes it up beside a cushion, and it is seen twice in the hand, closer and closer to that. */
static void lay_taken_at_cushion(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const int k = (int)floor((s - 2) * 30 + 0.5);
    const struct vec2 cue = k < 0 ? vec2(-1727.5, 353.0) : k < 4 ? vec2(-1730.2, 353.6) : vec2(-1764.1, 344.7);
    if (k < 0 || k == 1 || k == 7)
        see(o, BALL_KIND_WHITE, shaken(cue, 0.05, rng), 0.1f);
    see(o, BALL_KIND_BLACK, shaken(vec2(1460, 0), 0.1, rng), 0.1f);
    if (k > -2 && s < 3.2)
        o->regions[o->regions_n++] = (struct observed_region){{-1900, 300}, {-1790, 400}};
}

static void cue_ball_that_is_taken_up_at_a_cushion_was_not_played_off_the_table(void **state)
{
    (void)state;
    struct heard h = watch(180, 30, lay_taken_at_cushion, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_OFF], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
}

/* Taken up in the midst of the table by a hand so fast that it, or what it wears, is seen twice on its way out: as far
 * from frame to frame as a hard stroke goes. */
static void lay_snatched(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const int k = (int)floor((s - 2) * 30 + 0.5);
    if (k < 2)
        see(o, BALL_KIND_WHITE, shaken(vec2(299 + 9 * fmax(k, 0), 430 + 161 * fmax(k, 0)), 0.2, rng), 0.3f);
    see(o, BALL_KIND_BLACK, shaken(vec2(1460, 0), 0.1, rng), 0.1f);
    if (k > -3 && k < 20)
        o->regions[o->regions_n++] = (struct observed_region){{250, 520}, {420, 900}};
}

static void cue_ball_that_a_fast_hand_takes_up_was_not_played_off_the_table(void **state)
{
    (void)state;
    struct heard h = watch(180, 30, lay_snatched, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_OFF], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
}

/* A hand takes the red up beside a pocket; the last that is seen of it is over the fall. */
static void lay_taken_at_pocket(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const int k = (int)floor((s - 2) * 30 + 0.5);
    see(o, BALL_KIND_WHITE, shaken(vec2(-900, 0), 0.1, rng), 0.1f);
    if (k < 0 || k == 1)
        see(o, BALL_KIND_RED, shaken(k < 0 ? vec2(1735, 839) : vec2(1790, 890), 0.1, rng), 0.1f);
    if (k > -2 && k < 20)
        o->regions[o->regions_n++] = (struct observed_region){{1690, 780}, {1780, 870}};
}

static void ball_that_a_hand_takes_up_beside_a_pocket_did_not_fall(void **state)
{
    (void)state;
    struct heard h = watch(180, 30, lay_taken_at_pocket, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_POCKET], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
}

/* Hands clear the table for a new rack: one takes the black up where it lies, the other has the cue-ball, which is seen
 * twice on its way. */
static void lay_cleared(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    struct vec2 cue = s < 2.02 ? vec2(153, 415) : s < 2.06 ? vec2(146, 421) : vec2(577, 42);
    if (s < 2.06 || (s > 2.25 && s < 2.29))
        see(o, BALL_KIND_WHITE, shaken(cue, 0.1, rng), 0.1f);
    if (s < 2.22)
        see(o, BALL_KIND_BLACK, shaken(vec2(458, 0), 0.1, rng), 0.1f);
    see(o, BALL_KIND_RED, shaken(vec2(-700, -100), 0.1, rng), 0.1f);
    if (s > 1.9 && s < 2.6)
        o->regions[o->regions_n++] = (struct observed_region){{420, -60}, {700, 900}};
}

static void balls_that_hands_clear_away_for_a_rack_were_not_struck(void **state)
{
    (void)state;
    struct heard h = watch(180, 30, lay_cleared, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_CONTACT], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 2);
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

/* A hand comes over the cue-ball and stays for 3 s. A knuckle beside it is taken for it, first and last. */
static void lay_hand_over(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct vec2 came[] = {{36, -50}, {19, -61}, {7, -85}};
    int k = (int)floor((s - 2) * 30 + 0.5);
    bool hand = k >= 0 && s < 5.25, hidden = k >= 3 && s < 5.1;
    if (hand)
        o->regions[o->regions_n++] = (struct observed_region){{-60, -160}, {90, 20}};
    if (!hidden)
        see(o, BALL_KIND_WHITE, shaken(!hand ? vec2(-28, -91) : k < 3 ? came[k] : vec2(25, -52), 0.1, rng), 0.1f);
    see(o, BALL_KIND_BLACK, shaken(vec2(268, 6), 0.1, rng), 0.1f);
}

static void cue_ball_that_lies_where_it_lay_when_the_hand_has_gone_was_not_struck(void **state)
{
    (void)state;
    struct heard h = watch(240, 30, lay_hand_over, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_DISTURBED], 0);
}

/* A hand brings a colour past the cue-ball, which is seen now and then; twice a knuckle is taken for it in one frame.
 */
static void lay_passing_hand(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    static const char looks[] = "c.k...c..cc...cccc.k.p"; /* nothing, the cue-ball, part of it, a knuckle */
    const int k = (int)floor((s - 2) * 30 + 0.5);
    const bool passes = k >= 0 && k < (int)sizeof looks - 1;
    const char look = passes ? looks[k] : 'c';
    if (look == 'k')
        see(o, BALL_KIND_WHITE, shaken(vec2(-1290, -43), 0.1, rng), 4)->quality = 0.5f;
    else if (look != '.')
        see(o, BALL_KIND_WHITE, shaken(look == 'p' ? vec2(-1399.3, -67) : vec2(-1395.7, -68.6), 0.1, rng),
            look == 'p' ? 0.7f : 0.25f);
    if (k > 14)
        see(o, BALL_KIND_BROWN, shaken(vec2(-1048, 0), 0.1, rng), 0.25f);
    if (passes)
        o->regions[o->regions_n++] = (struct observed_region){{-1420, -90}, {-1000, 60}};
}

static void cue_ball_that_a_hand_passes_over_twice_was_not_struck(void **state)
{
    (void)state;
    struct heard h = watch(180, 30, lay_passing_hand, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_STRIKE] + h.n[EVENT_DISTURBED], 0);
}

/* Billiards: a hand takes the cue-ball and puts it down at another place; on the way it is seen now and then. At 6 s it
 * is struck into a red. */
static void lay_brought_back(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    static const struct seen_at {
        int frame;
        struct vec2 at;
    } way[] = {{11, {-580, -623}}, {14, {-562, -596}}, {16, {-562, -553}}, {18, {-559, -500}}};
    const struct vec2 was = vec2(-642, -719), put = vec2(-648, -88);
    const double t_hit = 6 + 348 / 900.0;
    const int k = (int)floor((s - 2) * 30 + 0.5);
    if (k < 0 || k >= 48)
        see(o, BALL_KIND_WHITE, shaken(k < 0 ? was : rolling(put, vec2(900, 0), 6, fmin(s, t_hit)), 0.1, rng), 0.1f);
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        if (k == way[i].frame)
            see(o, BALL_KIND_WHITE, shaken(way[i].at, 0.1, rng), 0.1f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(-248, -88), vec2(800, 0), t_hit, s), 0.1, rng), 0.1f);
    see(o, BALL_KIND_YELLOW, shaken(vec2(300, 400), 0.1, rng), 0.1f);
    if (k > -3 && k < 54)
        o->regions[o->regions_n++] = (struct observed_region){{-680, k < 48 ? -760 : -60}, {-500, 100}};
}

static void cue_ball_that_a_hand_brought_is_struck_from_where_it_was_put(void **state)
{
    (void)state;
    struct heard h = watch_set(BALL_SET_BILLIARDS, 300, 30, lay_brought_back, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_STRIKE], 1);
    assert_int_equal(h.n[EVENT_CONTACT], 1);
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

/* The cue-ball is struck past the yellow, over which an arm lies; for half a second a knuckle is taken for that. */
static void lay_veiled_by_arm(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const bool knuckle = s > 2.4 && s < 2.9;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-1500, -120), vec2(700, 0), 2, s), 0.2, rng), 0.25f);
    see(o, BALL_KIND_YELLOW, shaken(knuckle ? vec2(-1078, -352) : vec2(-1048, -292), 0.05, rng), 0.25f);
    if (s > 1.8 && s < 3)
        o->regions[o->regions_n++] = (struct observed_region){{-1200, -900}, {-1000, -250}};
}

static void a_ball_under_an_arm_that_lies_where_it_lay_was_not_hit(void **state)
{
    (void)state;
    struct heard h = watch(450, 30, lay_veiled_by_arm, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_CONTACT] + h.n[EVENT_DISTURBED], 0);
    assert_int_equal(h.n[EVENT_REST], 1);
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

/* An arm lies over the cue-ball, and its hand puts down a red, of which the light in the palm shows as white at first.
 */
static void lay_brought(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    bool arm = s > 3 && s < 5;
    if (!arm)
        see(o, BALL_KIND_WHITE, shaken(vec2(-900, 0), 0.2, rng), 0.2f);
    if (arm)
        o->regions[o->regions_n++] = (struct observed_region){{-1000, -50}, {-600, 50}};
    if (s > 3.5)
        see(o, s < 3.8 ? BALL_KIND_WHITE : BALL_KIND_RED, shaken(vec2(-650, 0), 0.2, rng), 0.2f);
}

static void a_ball_brought_under_the_arm_that_hides_another_is_not_that(void **state)
{
    (void)state;
    struct heard h = watch(300, 30, lay_brought, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_DISTURBED] + h.n[EVENT_REMOVED], 0);
    assert_true(h.n[EVENT_PLACED] > 0);
}

/* It moved in this stroke, which goes on; for two seconds only half of its outline is found, and its place as well as
 * ever: a neighbour may be counted in. */
static void lay_half_seen(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    see(o, BALL_KIND_WHITE, shaken(rolling(vec2(-900, 300), vec2(600, 0), 1, s), 0.05, rng), 0.1f);
    see(o, BALL_KIND_RED, shaken(rolling(vec2(300, 0), vec2(0, -150), 1, s), 0.05, rng), 1.0f)->quality =
        s > 3 && s < 5 ? 0.5f : 1;
}

static void a_ball_whose_place_is_known_as_well_as_ever_is_there(void **state)
{
    (void)state;
    struct heard h = watch(450, 30, lay_half_seen, NULL);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_REMOVED] + h.n[EVENT_PLACED], 0);
}

/* The cue-ball lies in the jaws of a pocket. A hand takes it up and is seen to hold it once, over the fall; or it is
 * played in, seen a frame later in the same place. */
static void lay_gone_from_jaws(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    const bool played = *(const bool *)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_BL];
    const struct vec2 out = vec2_unit(vec2_scale(k->fall, -1)), lies = vec2_along(k->fall, k->fall_radius + 50, out);
    bool there = s < 3, under_way = played ? s < 3.02 : s > 3.05 && s < 3.08;
    if (there || under_way)
        see(o, BALL_KIND_WHITE, shaken(there ? lies : vec2_along(lies, -46, out), 0.3, rng), 0.3f);
    see(o, BALL_KIND_RED, shaken(vec2(300, 300), 0.3, rng), 0.3f);
    if (s > 2.5 && s < 3.5)
        o->regions[o->regions_n++] = (struct observed_region){{lies.x - 60, lies.y - 60}, {lies.x + 60, lies.y + 200}};
}

/* The same, seen for three frames on its way up, towards the fall. */
static void lay_lifted_from_jaws(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_BL];
    const struct vec2 out = vec2_unit(vec2_scale(k->fall, -1)), lies = vec2_along(k->fall, k->fall_radius + 70, out);
    if (s < 3.09)
        see(o, BALL_KIND_WHITE, shaken(vec2_along(lies, -260 * fmax(s - 2.99, 0), out), 0.2, rng), 0.2f);
    see(o, BALL_KIND_RED, shaken(vec2(300, 300), 0.2, rng), 0.2f);
    if (s > 2.9 && s < 3.9)
        o->regions[o->regions_n++] = (struct observed_region){{lies.x - 10, lies.y + 10}, {lies.x + 60, lies.y + 200}};
}

static void cue_ball_that_is_lifted_out_of_the_jaws_was_not_struck(void **state)
{
    (void)state;
    struct heard h = watch(200, 30, lay_lifted_from_jaws, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_POCKET] + h.n[EVENT_STRIKE], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
}

static void cue_ball_that_is_taken_out_of_the_jaws_was_not_played_into_the_pocket(void **state)
{
    (void)state;
    bool played = false;
    struct heard h = watch(200, 30, lay_gone_from_jaws, &played);
    assert_int_equal(h.strokes + h.n[EVENT_POCKET], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
    played = true;
    h = watch(200, 30, lay_gone_from_jaws, &played);
    assert_int_equal(h.strokes, 1);
    assert_int_equal(h.n[EVENT_POCKET], 1);
}

/* A hand moves the cue-ball a little, takes it up, and is seen to hold it again further on, over a corner. */
static void lay_taken_out(const void *scene, double s, struct sim_rng *rng, struct observation *o)
{
    (void)scene;
    struct vec2 lies = {-1602, 692}, at = s < 3.2 ? vec2_along(lies, fmax(0, s - 3), vec2(-77, -145))
                                                  : vec2_along(vec2(-1685, 780), s - 3.33, vec2(-558, 732));
    if (s < 3.04 || (s > 3.32 && s < 3.36))
        see(o, BALL_KIND_WHITE, shaken(at, 0.2, rng), 0.3f);
    see(o, BALL_KIND_RED, shaken(vec2(300, 300), 0.3, rng), 0.3f);
    if (s > 2.5 && s < 3.6)
        o->regions[o->regions_n++] = (struct observed_region){{-1750, 640}, {-1550, 900}};
}

static void cue_ball_that_gets_on_faster_than_it_started_was_taken(void **state)
{
    (void)state;
    struct heard h = watch(400, 60, lay_taken_out, NULL);
    assert_int_equal(h.strokes + h.n[EVENT_POCKET] + h.n[EVENT_OFF], 0);
    assert_int_equal(h.n[EVENT_REMOVED], 1);
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
    const struct pocket_shape *k = &laid_out_table()->pocket[POCKET_MR];
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_taken_by_a_hand_is_removed_and_no_stroke),
        cmocka_unit_test(ball_shifted_by_a_hand_is_disturbed_and_no_stroke),
        cmocka_unit_test(ball_carried_away_by_a_hand_keeps_its_name),
        cmocka_unit_test(ball_hidden_by_a_hand_is_still_there),
        cmocka_unit_test(cue_ball_that_is_taken_up_was_not_struck),
        cmocka_unit_test(cue_ball_that_is_taken_up_at_a_cushion_was_not_played_off_the_table),
        cmocka_unit_test(cue_ball_that_a_fast_hand_takes_up_was_not_played_off_the_table),
        cmocka_unit_test(ball_that_a_hand_takes_up_beside_a_pocket_did_not_fall),
        cmocka_unit_test(balls_that_hands_clear_away_for_a_rack_were_not_struck),
        cmocka_unit_test(a_ball_brought_under_the_arm_that_hides_another_is_not_that),
        cmocka_unit_test(a_ball_whose_place_is_known_as_well_as_ever_is_there),
        cmocka_unit_test(cue_ball_that_is_lifted_out_of_the_jaws_was_not_struck),
        cmocka_unit_test(cue_ball_that_is_taken_out_of_the_jaws_was_not_played_into_the_pocket),
        cmocka_unit_test(cue_ball_that_gets_on_faster_than_it_started_was_taken),
        cmocka_unit_test(ball_that_is_stopped_dead_rests_and_the_view_is_not_lost),
        cmocka_unit_test(ball_that_topples_into_a_pocket_by_itself_is_potted),
        cmocka_unit_test(ball_that_appears_where_no_hand_was_is_not_said_to_be_placed),
        cmocka_unit_test(a_ball_of_which_a_sleeve_leaves_little_is_still_there),
        cmocka_unit_test(cue_ball_that_lies_where_it_lay_when_the_hand_has_gone_was_not_struck),
        cmocka_unit_test(cue_ball_that_a_hand_passes_over_twice_was_not_struck),
        cmocka_unit_test(cue_ball_that_a_hand_brought_is_struck_from_where_it_was_put),
        cmocka_unit_test(a_knuckle_is_no_ball),
        cmocka_unit_test(a_ball_under_an_arm_that_lies_where_it_lay_was_not_hit),
        cmocka_unit_test(a_ball_put_down_beside_a_hidden_one_is_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
