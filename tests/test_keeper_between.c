/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that what happens between strokes is watched: balls put back wrong or not at all, balls racked, the cue-ball
 * picked up. */
#include "kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const safe = "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red\"],"
                                "\"cushions_after_contact\":true}";

static void a_ball_off_its_place_is_noticed(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red-1\"],"
                                  "\"balls_at_rest\":{\"blue\":[0,0],\"pink\":[892,0],\"red-2\":[100,100]}}"),
                     0);
    assert_int_equal(
        kept_feed(k, "{\"type\":\"position\",\"t\":10,\"balls\":[{\"id\":\"blue\",\"x\":31,\"y\":0,\"sd\":0.1},"
                     "{\"id\":\"red-2\",\"x\":101,\"y\":100}]}"),
        0);
    assert_int_equal(kept_feed(k, kept_missed), 0);
    const json_t *noticed = json_object_get(match_entry(keeper_match(k->keeper), 3), "noticed");
    assert_int_equal(json_array_size(noticed), 3);
    assert_string_equal(json_string_value(json_array_get(noticed, 0)), "blue is 31 mm off its place");
    assert_string_equal(json_string_value(json_array_get(noticed, 1)), "pink is missing");
    assert_string_equal(json_string_value(json_array_get(noticed, 2)), "a stroke may have gone unseen");
    assert_int_equal(k->verdict, VERDICT_ASK); /* a stroke may have gone unseen */
}

static void a_ball_put_back_wrong_is_mentioned_once_and_again_when_it_is_moved_wrong_again(void **state)
{
    static const char *const wrong = "{\"id\":\"blue\",\"x\":31,\"y\":0,\"vx\":0,\"vy\":0},"
                                     "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    static const char *const right = "{\"id\":\"blue\",\"x\":1,\"y\":0},"
                                     "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_pot_of_blue), 0);
    kept_rest(k, 10, 2, wrong); /* a hand is still at it */
    assert_int_equal(k->noticed, 0);
    kept_rest(k, 12, 10, wrong);
    assert_int_equal(k->noticed, 1);
    assert_string_equal(k->what, "blue is 31 mm off its place");
    kept_rest(k, 22, 5, right);
    assert_int_equal(k->noticed, 1);
    kept_rest(k, 27, 5, wrong);
    assert_int_equal(k->noticed, 2);
}

static void a_colour_that_is_not_put_back_is_mentioned(void **state)
{
    static const char *const no_blue = "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_pot_of_blue), 0);
    kept_rest(k, 10, 10, no_blue);
    assert_int_equal(k->noticed, 0);
    kept_rest(k, 20, 5, no_blue);
    assert_int_equal(k->noticed, 1);
    assert_string_equal(k->what, "blue is missing");
}

/* Every ball of a new frame somewhere on the table. */
static void racked(char *balls, size_t size)
{
    const struct ball_set *set = ball_set(BALL_SET_SNOOKER);
    struct state fresh;
    size_t used = 0;
    rules_open(rules_game("snooker", NULL), &fresh, 1);
    for (BALL_EACH(ball, fresh.on_table))
        used += (size_t)snprintf(balls + used, size - used, "%s{\"id\":\"%s\",\"x\":%d,\"y\":0}", used ? "," : "",
                                 ball_name(set, (ball_id)ball), 60 * ball);
}

static void racked_balls_start_the_next_frame(void **state)
{
    struct kept *k = *state;
    char balls[2048];
    racked(balls, sizeof balls);
    assert_int_equal(kept_enter(k, "concede Bo"), 0);
    assert_true(kept_now(k)->frame_over);
    kept_rest(k, 100, 1, balls);
    assert_true(kept_now(k)->frame_over);
    kept_rest(k, 101, 3, balls);
    assert_false(kept_now(k)->frame_over);
    assert_int_equal(match_contest(keeper_match(k->keeper))->frame, 2);
    assert_true(json_is_true(json_object_get(match_entry(keeper_match(k->keeper), 3), "inferred")));
}

static void a_cue_ball_in_hand_that_is_picked_up_is_no_stroke(void **state)
{
    static const char *const start = "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":0.99,"
                                     "\"at\":[-50,120]}";
    static const char *const lifted =
        "{\"type\":\"event\",\"t\":1.1,\"kind\":\"removed\",\"balls\":[\"cue\"],\"p\":0.5}";
    static const char *const stroke =
        "{\"type\":\"stroke\",\"n\":1,\"t0\":1,\"t1\":3,\"struck\":\"cue\",\"first_contact\":[],\"potted\":[]}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, start), 0);
    assert_int_equal(kept_feed(k, lifted), 0);
    assert_int_equal(kept_feed(k, stroke), 0); /* before the break it is in hand */
    assert_int_equal(match_next_seq(keeper_match(k->keeper)), 2);
    assert_int_equal(kept_feed(k, kept_missed),
                     0); /* now it is in play: a foul, perhaps, and perhaps the referee cleans it */
    assert_int_equal(kept_feed(k, start), 0);
    assert_int_equal(kept_feed(k, lifted), 0);
    assert_int_equal(kept_feed(k, stroke), 0);
    assert_int_equal(k->verdict, VERDICT_ASK);
}

/* It lay in the jaws and seemed to fall from there. One that came from further off was struck. */
static void a_cue_ball_in_hand_that_is_picked_up_out_of_the_jaws_is_no_stroke(void **state)
{
    static const char *const start = "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":0.99,"
                                     "\"at\":[-1750,860]}";
    static const char *const far = "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":0.99,"
                                   "\"at\":[-1200,0]}";
    static const char *const gone = "{\"type\":\"event\",\"t\":1.1,\"kind\":\"pocket\",\"balls\":[\"cue\"],\"p\":0.99,"
                                    "\"pocket\":\"BL\",\"at\":[-1760,870]}";
    static const char *const stroke =
        "{\"type\":\"stroke\",\"n\":1,\"t0\":1,\"t1\":3,\"struck\":\"cue\",\"first_contact\":[],"
        "\"potted\":[{\"ball\":\"cue\",\"pocket\":\"BL\"}]}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, start), 0);
    assert_int_equal(kept_feed(k, gone), 0);
    assert_int_equal(kept_feed(k, stroke), 0);
    assert_int_equal(match_next_seq(keeper_match(k->keeper)), 2);
    assert_int_equal(kept_feed(k, far), 0);
    assert_int_equal(kept_feed(k, gone), 0);
    assert_int_equal(kept_feed(k, stroke), 0);
    assert_int_equal(match_next_seq(keeper_match(k->keeper)), 3);
}

static void a_cue_ball_in_hand_that_was_picked_up_before_it_was_struck_and_met_nothing_is_a_stroke(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, "{\"type\":\"event\",\"t\":0.2,\"kind\":\"removed\",\"balls\":[\"cue\"],\"p\":0.95}"),
                     0);
    assert_int_equal(kept_feed(k, "{\"type\":\"event\",\"t\":0.6,\"kind\":\"placed\",\"balls\":[\"cue\"],\"p\":0.95}"),
                     0);
    assert_int_equal(kept_feed(k, "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":0.99,"
                                  "\"at\":[-1200,0]}"),
                     0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":1,\"t1\":4,\"struck\":\"cue\","
                                  "\"first_contact\":[],\"potted\":[],\"balls_at_rest\":{\"cue\":[-350,0]}}"),
                     0);
    assert_int_equal(match_next_seq(keeper_match(k->keeper)), 3);
    assert_true(k->verdict != VERDICT_LOG);
}

static void an_official_who_tells_of_a_fall_is_not_asked_about_it(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, safe), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":2,\"t0\":10,\"t1\":10,\"event\":\"between\","
                                  "\"fell_unhit\":[{\"ball\":\"red-2\"}]}"),
                     0);
    assert_true(json_is_true(json_object_get(k->said, "replace")));
    assert_true(json_number_value(json_object_get(k->said, "sure")) > 0.99);
}

static void a_cue_ball_in_hand_is_taken_from_a_pocket_without_a_word(void **state)
{
    struct kept *k = *state;
    int told = k->told;
    assert_int_equal(kept_feed(k, "{\"type\":\"event\",\"t\":1,\"kind\":\"pocket\",\"pocket\":\"BR\","
                                  "\"balls\":[\"cue\"],\"at\":[-1780,-872],\"p\":0.85}"),
                     0);
    kept_rest(k, 2, 2, "{\"id\":\"blue\",\"x\":0,\"y\":0}");
    assert_int_equal(k->told, told);
}

static void how_well_a_position_is_known_comes_with_it(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, "{\"type\":\"position\",\"t\":1,\"balls\":[{\"id\":\"red-2\",\"x\":100,\"y\":100,"
                                  "\"sd\":0.1}]}"),
                     0);
    assert_int_equal(kept_feed(k, kept_missed), 0);
    double sd = json_number_value(json_object_get(match_entry(keeper_match(k->keeper), 2), "position_sd"));
    assert_true(sd > 0.1 && sd < 1);
}

static void balls_racked_in_the_middle_of_straight_pool_are_no_concession(void **state)
{
    struct kept *k = *state;
    char line[1600] = "{\"type\":\"position\",\"t\":20,\"balls\":[{\"id\":\"cue\",\"x\":-900,\"y\":0}";
    for (int ball = 1; ball <= 15; ball++)
        sprintf(line + strlen(line), ",{\"id\":\"%d\",\"x\":%d,\"y\":0}", ball, 60 * ball);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"1\"],\"called\":"
                                  "{\"ball\":\"1\",\"pocket\":\"TL\"},\"potted\":[{\"ball\":\"1\",\"pocket\":\"TL\"},"
                                  "{\"ball\":\"2\",\"pocket\":\"TL\"},{\"ball\":\"3\",\"pocket\":\"TL\"}]}"),
                     0);
    assert_int_equal(kept_now(k)->score[SIDE_A], 3);
    assert_int_equal(kept_feed(k, strcat(line, "]}")), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":2,\"t0\":25,\"t1\":29,\"first_contact\":[\"5\"]}"), 0);
    assert_false(kept_now(k)->frame_over);
}

static const char *const lies = "{\"id\":\"cue\",\"x\":100,\"y\":0}";

static void a_stroke_that_rolls_past_the_limit_of_the_clock_began_in_time(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, safe), 0);
    kept_rest(k, 9, 11, lies);
    assert_int_equal(
        kept_feed(k, "{\"type\":\"frame\",\"t\":25,\"balls\":[{\"id\":\"cue\",\"x\":500,\"y\":0,\"vx\":90,\"vy\":0}]}"),
        0);
    kept_rest(k, 26, 0.6, lies); /* all rest, and what it was has not been told */
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":2,\"t0\":20.5,\"t1\":26,\"first_contact\":[\"red\"],"
                                  "\"cushions_after_contact\":true}"),
                     0);
    assert_int_equal(kept_now(k)->score[SIDE_A] + kept_now(k)->score[SIDE_B], 0);
    assert_int_equal(match_next_seq(keeper_match(k->keeper)), 4); /* the match and two strokes: no clock */
    kept_rest(k, 26.8, 15, lies);                                 /* and here nobody plays */
    assert_int_equal(kept_now(k)->score[SIDE_B], 5);
}

/* A ball hangs at a pocket, so a stroke in time is told long after; nothing is said before of where balls lie. */
static void whatever_is_said_before_a_stroke_is_told_moves_no_clock(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, safe), 0);
    kept_rest(k, 9, 11, lies);
    assert_int_equal(
        kept_feed(k, "{\"type\":\"frame\",\"t\":24,\"balls\":[{\"id\":\"cue\",\"x\":500,\"y\":0,\"vx\":90,\"vy\":0}]}"),
        0);
    int told = k->told;
    kept_rest(k, 24.2, 5.6, "{\"id\":\"cue\",\"x\":700,\"y\":0}");
    assert_int_equal(k->told, told);
    assert_int_equal(kept_feed(k, "{\"type\":\"camera\",\"t\":29.5,\"state\":\"mended\"}"), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"act\",\"t\":29.6,\"act\":\"nominate\",\"ball\":\"red\"}"), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":2,\"t0\":20.5,\"t1\":29.7,\"first_contact\":[\"red\"],"
                                  "\"cushions_after_contact\":true}"),
                     0);
    assert_int_equal(kept_now(k)->score[SIDE_A] + kept_now(k)->score[SIDE_B], 0);
}

/* SHO 4(i) */
static void nobody_is_timed_before_a_colour_is_back_on_its_spot(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":2,\"t0\":20,\"t1\":24,\"first_contact\":[\"blue\"],"
                                  "\"potted\":[{\"ball\":\"blue\"}],\"balls_at_rest\":{\"cue\":[100,0]}}"),
                     0);
    assert_int_equal(kept_now(k)->score[SIDE_A], 6);
    kept_rest(k, 24, 30, lies);
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    kept_rest(k, 54, 14, "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"blue\",\"x\":1,\"y\":0}");
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    kept_rest(k, 68, 2, "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"blue\",\"x\":1,\"y\":0}");
    assert_int_equal(kept_now(k)->score[SIDE_B], 5);
}

static const char *then_of(const json_t *offered, size_t i)
{
    return json_string_value(json_object_get(json_array_get(offered, i), "then"));
}

/* SNK 3.9(a), 3.10(j), 3.11(d)(iv) */
static void a_ball_that_falls_while_nobody_plays_is_asked_once_with_what_it_may_have_been(void **state)
{
    static const char *const there = "{\"id\":\"cue\",\"x\":100,\"y\":0}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, safe), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"position\",\"t\":9,\"balls\":[{\"id\":\"cue\",\"x\":100,\"y\":0,"
                                  "\"sd\":0.1},{\"id\":\"red-2\",\"x\":-1750,\"y\":-868,\"sd\":0.1}]}"),
                     0);
    kept_rest(k, 10, 2, "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"red-2\",\"x\":-1750,\"y\":-868}");
    assert_int_equal(kept_feed(k, "{\"type\":\"event\",\"t\":12.5,\"kind\":\"pocket\",\"pocket\":\"BR\","
                                  "\"balls\":[\"red-2\"],\"at\":[-1780,-872],\"p\":0.85}"),
                     0);
    int told = k->told;
    kept_rest(k, 13, 3, there);
    assert_int_equal(k->told, told + 1);
    assert_int_equal(k->verdict, VERDICT_ASK);
    assert_true(json_is_true(json_object_get(k->said, "replace"))); /* most likely nobody's doing */
    assert_int_equal(kept_now(k)->score[SIDE_A] + kept_now(k)->score[SIDE_B], 0);
    const json_t *offered = json_object_get(k->said, "alternatives");
    assert_int_equal(json_array_size(offered), 3);
    assert_string_equal(then_of(offered, 1), "FOUL, 4");            /* touched */
    assert_string_equal(then_of(offered, 2), "FOUL AND A MISS, 7"); /* struck */
    assert_int_equal(kept_enter(k, "settle 3"), 0);
    assert_int_equal(kept_now(k)->score[SIDE_A] + kept_now(k)->score[SIDE_B], 7);
    assert_int_equal(ball_count(kept_now(k)->on_table & ball_of_kind(ball_set(BALL_SET_SNOOKER), BALL_KIND_RED)), 14);
}

/* SNK 3.10(g): driven off the table in a few frames it looks as if a hand took it */
static void a_cue_ball_in_play_that_is_taken_up_is_asked_and_one_in_hand_is_not(void **state)
{
    static const char *const taken = "{\"type\":\"event\",\"t\":12.5,\"kind\":\"removed\",\"balls\":[\"cue\"],"
                                     "\"at\":[315,-827],\"p\":0.95}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, safe), 0);
    kept_rest(k, 10, 2, "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"blue\",\"x\":0,\"y\":0}");
    int told = k->told;
    assert_int_equal(kept_feed(k, taken), 0);
    kept_rest(k, 13, 3, "{\"id\":\"blue\",\"x\":0,\"y\":0}");
    assert_int_equal(k->told, told + 1);
    assert_int_equal(k->verdict, VERDICT_ASK);
    const json_t *offered = json_object_get(k->said, "alternatives");
    assert_int_equal(json_array_size(offered), 3);
    assert_int_equal(kept_enter(k, "settle 3"), 0);
    assert_int_equal(kept_now(k)->score[SIDE_A] + kept_now(k)->score[SIDE_B], 4);
    assert_true(kept_now(k)->in_hand);
    told = k->told; /* from in hand it may be */
    kept_rest(k, 20, 2, "{\"id\":\"cue\",\"x\":-1200,\"y\":0},{\"id\":\"blue\",\"x\":0,\"y\":0}");
    assert_int_equal(kept_feed(k, taken), 0);
    kept_rest(k, 23, 3, "{\"id\":\"blue\",\"x\":0,\"y\":0}");
    assert_int_equal(k->told, told);
}

/* SNK 3.11(d)(iv): lost on its way and found again where it stopped */
static void a_ball_in_play_that_lies_elsewhere_is_asked_and_one_that_was_cleaned_is_not(void **state)
{
    static const char *const taken = "{\"type\":\"event\",\"t\":12.5,\"kind\":\"removed\",\"balls\":[\"blue\"],"
                                     "\"at\":[0,0],\"p\":0.95}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red\"],"
                                  "\"balls_at_rest\":{\"cue\":[100,0],\"blue\":[0,0]}}"),
                     0);
    int told = k->told;
    assert_int_equal(kept_feed(k, taken), 0);
    kept_rest(k, 13, 3, "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"blue\",\"x\":1,\"y\":0}");
    assert_int_equal(k->told, told);
    kept_rest(k, 16, 3, "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"blue\",\"x\":-200,\"y\":30}");
    assert_int_equal(k->told, told + 1);
    assert_int_equal(k->verdict, VERDICT_ASK);
    assert_int_equal(kept_enter(k, "settle 3"), 0);
    assert_int_equal(kept_now(k)->score[SIDE_A] + kept_now(k)->score[SIDE_B], 7);
    assert_true(fabs(kept_now(k)->pos.at[SNOOKER_BLUE].x + 200) < 1);
}

/* SNK 3.11(b)(viii): after a foul balls may be put back. One that the foul did not move is not among them: lost on its
 * way and found elsewhere it may have been struck instead of the cue-ball. */
static void a_ball_that_nobody_need_put_back_and_that_lies_elsewhere_is_asked(void **state)
{
    static const char *const taken = "{\"type\":\"event\",\"t\":12.5,\"kind\":\"removed\",\"balls\":[\"%s\"],"
                                     "\"at\":[0,0],\"p\":0.95}";
    struct kept *k = *state;
    char line[200];
    assert_int_equal(
        kept_feed(k, "{\"type\":\"position\",\"t\":4,\"balls\":[{\"id\":\"cue\",\"x\":100,\"y\":0,\"sd\":0.1},"
                     "{\"id\":\"blue\",\"x\":0,\"y\":0,\"sd\":0.1},"
                     "{\"id\":\"red-1\",\"x\":500,\"y\":300,\"sd\":0.1}]}"),
        0);
    assert_int_equal(
        kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"struck\":\"red-1\",\"first_contact\":[],"
                     "\"balls_at_rest\":{\"cue\":[100,0],\"blue\":[0,0],\"red-1\":[900,300]}}"),
        0);
    snprintf(line, sizeof line, taken, "red-1");
    assert_int_equal(kept_feed(k, line), 0);
    kept_rest(k, 13, 3,
              "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"blue\",\"x\":0,\"y\":0},"
              "{\"id\":\"red-1\",\"x\":500,\"y\":300}");
    assert_int_not_equal(k->verdict, VERDICT_ASK); /* put back */
    int told = k->told;
    snprintf(line, sizeof line, taken, "blue");
    assert_int_equal(kept_feed(k, line), 0);
    kept_rest(k, 17, 3,
              "{\"id\":\"cue\",\"x\":100,\"y\":0},{\"id\":\"blue\",\"x\":-700,\"y\":100},"
              "{\"id\":\"red-1\",\"x\":500,\"y\":300}");
    assert_int_equal(k->told, told + 1);
    assert_int_equal(k->verdict, VERDICT_ASK);
}

/* CSPL F4(b): until the balls are racked again nobody can play, but hands clear the table */
static void what_hands_carry_before_a_rack_is_no_stroke(void **state)
{
    static const char *const carried = "{\"type\":\"stroke\",\"n\":%d,\"t0\":%d,\"t1\":%d,\"struck\":\"cue\","
                                       "\"first_contact\":[],\"potted\":[{\"ball\":\"cue\",\"pocket\":\"BR\"}]}";
    struct kept *k = *state;
    char line[400];
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"struck\":\"cue\","
                                  "\"first_contact\":[\"red-1\"],\"crossed_centre_string\":0,"
                                  "\"object_balls_to_cushion\":1}"),
                     0);
    assert_true(json_array_size(json_object_get(k->said, "options")) == 1);
    int told = k->told;
    snprintf(line, sizeof line, carried, 2, 12, 13);
    assert_int_equal(kept_feed(k, line), 0);
    assert_int_equal(k->told, told);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kept_start, kept_stop)
    const struct CMUnitTest tests[] = {
        TEST(a_ball_off_its_place_is_noticed),
        TEST(a_ball_put_back_wrong_is_mentioned_once_and_again_when_it_is_moved_wrong_again),
        TEST(a_colour_that_is_not_put_back_is_mentioned),
        TEST(racked_balls_start_the_next_frame),
        TEST(a_cue_ball_in_hand_that_is_picked_up_is_no_stroke),
        TEST(a_cue_ball_in_hand_that_is_picked_up_out_of_the_jaws_is_no_stroke),
        TEST(a_cue_ball_in_hand_that_was_picked_up_before_it_was_struck_and_met_nothing_is_a_stroke),
        TEST(a_ball_that_falls_while_nobody_plays_is_asked_once_with_what_it_may_have_been),
        TEST(a_cue_ball_in_play_that_is_taken_up_is_asked_and_one_in_hand_is_not),
        TEST(a_ball_in_play_that_lies_elsewhere_is_asked_and_one_that_was_cleaned_is_not),
        TEST(a_ball_that_nobody_need_put_back_and_that_lies_elsewhere_is_asked),
        TEST(an_official_who_tells_of_a_fall_is_not_asked_about_it),
        TEST(a_cue_ball_in_hand_is_taken_from_a_pocket_without_a_word),
        TEST(how_well_a_position_is_known_comes_with_it),
        cmocka_unit_test_setup_teardown(what_hands_carry_before_a_rack_is_no_stroke, kept_start_english_pool,
                                        kept_stop),
        cmocka_unit_test_setup_teardown(balls_racked_in_the_middle_of_straight_pool_are_no_concession,
                                        kept_start_straight_pool, kept_stop),
        cmocka_unit_test_setup_teardown(a_stroke_that_rolls_past_the_limit_of_the_clock_began_in_time,
                                        kept_start_shootout, kept_stop),
        cmocka_unit_test_setup_teardown(whatever_is_said_before_a_stroke_is_told_moves_no_clock, kept_start_shootout,
                                        kept_stop),
        cmocka_unit_test_setup_teardown(nobody_is_timed_before_a_colour_is_back_on_its_spot, kept_start_shootout,
                                        kept_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
