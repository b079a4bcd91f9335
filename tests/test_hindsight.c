/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that what nobody has answered does not stay a question for ever: the table before the next stroke, and what is
 * played then, tell what the last one left open; and that what people said stands. */
#include "kept.h"
#include "lines.h"

#include "census.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ASKED = 4 }; /* entry of the stroke in question */

static void feed(struct kept *k, const char *text)
{
    if (kept_feed(k, text))
        fail_msg("%s", kept_error);
}

#define BLUE  BALL("blue", 0, 0)
#define RED_1 BALL("red-1", 1000, 400)

/* A stroke at `ball` from what lies at `position` to what lies at `rest`, ten seconds after n - 1. */
static void strike(struct kept *k, int n, const char *ball, const char *position, const char *rest)
{
    char text[2048];
    int t = 10 * n;
    snprintf(text, sizeof text, "{\"type\":\"position\",\"t\":%d,\"balls\":[%s]}", t, position);
    feed(k, text);
    snprintf(text, sizeof text,
             "{\"type\":\"event\",\"t\":%d,\"kind\":\"strike\",\"balls\":[\"cue\"],\"at\":[0,0],\"p\":0.99}", t + 1);
    feed(k, text);
    snprintf(text, sizeof text,
             "{\"type\":\"event\",\"t\":%d,\"kind\":\"contact\",\"balls\":[\"cue\",\"%s\"],\"at\":[0,0],\"p\":0.995}",
             t + 2, ball);
    feed(k, text);
    snprintf(text, sizeof text,
             "{\"type\":\"stroke\",\"n\":%d,\"t0\":%d,\"t1\":%d,\"struck\":\"cue\",\"first_contact\":[\"%s\"],"
             "\"rest_sd\":0.1,\"balls_at_rest\":{%s}}",
             n, t + 1, t + 4, ball, rest);
    feed(k, text);
}

/* Only these balls are left, and `more`. */
static void leave(struct kept *k, const char *more)
{
    char words[200];
    snprintf(words, sizeof words, "set state={\"balls_left\":[\"cue\",\"blue\",\"red-1\",\"red-2\"%s]}", more);
    if (kept_enter(k, words))
        fail_msg("%s", kept_error);
}

/* Ann breaks. Bo hits red-2, and nobody sees where red-1 goes: no point, says the first ruling, and asks. */
static void lose_red_1(struct kept *k)
{
    leave(k, "");
    strike(k, 1, "red-1", BALL("cue", -1100, 0) "," BLUE "," BALL("red-1", 900, 0) "," BALL("red-2", 950, 30),
           "\"cue\":[-500,200],\"blue\":[0,0],\"red-1\":[1000,400],\"red-2\":[950,30]");
    strike(k, 2, "red-2", BALL("cue", -500, 200) "," BLUE "," RED_1 "," BALL("red-2", 950, 30),
           "\"cue\":[100,100],\"blue\":[0,0],\"red-2\":[900,300]");
    assert_int_equal(k->verdict, VERDICT_ASK);
    assert_int_equal(json_integer_value(json_object_get(k->said, "points")), 0);
}

#define LEFT_LYING  BALL("cue", 100, 100) "," BLUE "," BALL("red-2", 900, 300)
#define AFTER_BLUE  "\"cue\":[300,300],\"blue\":[50,0],\"red-2\":[900,300]"
#define AFTER_RED_2 "\"cue\":[300,300],\"blue\":[0,0],\"red-2\":[800,-300]"

static const json_t *asked_ruling(const struct kept *k)
{
    return match_ruling(keeper_match(k->keeper), ASKED);
}

static bool counts_red_1(const struct kept *k)
{
    return kept_now(k)->on_table & scenario_balls(match_now(keeper_match(k->keeper)), "red-1");
}

static void a_ball_that_is_not_found_until_the_next_stroke_has_gone(void **state)
{
    struct kept *k = *state;
    lose_red_1(k);
    strike(k, 3, "blue", LEFT_LYING, AFTER_BLUE);
    assert_int_equal(json_integer_value(json_object_get(asked_ruling(k), "points")), 1);
    assert_true(json_number_value(json_object_get(asked_ruling(k), "sure")) < 0.95); /* a person may know better */
    assert_int_equal(kept_now(k)->score[SIDE_B], 1);
    assert_false(counts_red_1(k));
    assert_int_equal(k->verdict, VERDICT_CALL); /* the question was about the stroke before */
}

static void a_ball_that_is_found_before_the_next_stroke_was_not_potted(void **state)
{
    struct kept *k = *state;
    lose_red_1(k);
    strike(k, 3, "red-2", LEFT_LYING "," RED_1, AFTER_RED_2 ",\"red-1\":[1000,400]");
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    assert_true(counts_red_1(k));
}

static void what_a_person_said_stands(void **state)
{
    struct kept *k = *state;
    lose_red_1(k);
    assert_int_equal(kept_enter(k, "accept"), 0);
    strike(k, 3, "blue", LEFT_LYING, AFTER_BLUE);
    assert_int_equal(json_integer_value(json_object_get(asked_ruling(k), "points")), 0);
}

/* Who had potted the red would play at a colour: red-1 lies where nobody finds it. */
static void players_know_what_they_potted(void **state)
{
    struct kept *k = *state;
    lose_red_1(k);
    strike(k, 3, "red-2", LEFT_LYING, AFTER_RED_2);
    assert_int_equal(kept_now(k)->score[SIDE_A], 0);
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    assert_int_equal(k->verdict, VERDICT_ASK); /* or it was a foul after all */
    assert_string_equal(json_string_value(json_object_get(k->said, "kind")), "none");
}

/* Who takes the stroke back takes back what it told of the one before. */
static void what_was_told_by_a_stroke_goes_with_it(void **state)
{
    struct kept *k = *state;
    lose_red_1(k);
    strike(k, 3, "blue", LEFT_LYING, AFTER_BLUE);
    assert_int_equal(kept_now(k)->score[SIDE_B], 1);
    assert_int_equal(kept_enter(k, "undo"), 0);
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
}

/* The journal says it all: taken up again, the match stands where it stood. */
static void a_match_taken_up_again_knows_it_too(void **state)
{
    struct kept *k = *state;
    lose_red_1(k);
    strike(k, 3, "blue", LEFT_LYING, AFTER_BLUE);
    keeper_close(&k->keeper);
    kept_open(k);
    assert_int_equal(kept_now(k)->score[SIDE_B], 1);
    int first;
    assert_int_equal(match_divergences(keeper_match(k->keeper), &first), 0);
}

/* After a fall that nobody was seen to cause, a stroke that would be a foul as the match stands may well be none. */
static void a_foul_after_a_stroke_that_may_have_gone_unseen_is_asked(void **state)
{
    struct kept *k = *state;
    strike(k, 1, "red-1", BALL("cue", -1100, 0) "," BLUE "," BALL("red-1", 900, 0) "," BALL("red-2", 950, 30),
           "\"cue\":[-500,200],\"blue\":[0,0],\"red-1\":[1000,400],\"red-2\":[950,30]");
    feed(k,
         "{\"type\":\"event\",\"t\":15,\"kind\":\"pocket\",\"balls\":[\"red-1\"],\"at\":[1700,800],\"pocket\":\"TL\","
         "\"p\":0.99}");
    feed(k, "{\"type\":\"frame\",\"t\":17,\"balls\":[" BALL("cue", -500, 200) "," BLUE "," BALL("red-2", 950, 30) "]}");
    assert_int_equal(k->verdict, VERDICT_ASK);
    strike(k, 2, "blue", BALL("cue", -500, 200) "," BLUE "," BALL("red-2", 950, 30),
           "\"cue\":[-300,200],\"blue\":[50,0],\"red-2\":[950,30]");
    assert_true(json_is_true(json_object_get(k->said, "foul")));
    assert_int_equal(k->verdict, VERDICT_ASK);
}

/* Three strokes at red-2 while the balls that are never seen are `unseen`. Returns how many reds the match counts. */
static int play_without(struct kept *k, const char *unseen)
{
    leave(k, unseen);
    static const char *const lie[] = {LEFT_LYING "," RED_1,
                                      BALL("cue", 300, 300) "," BLUE "," BALL("red-2", 800, -300) "," RED_1};
    static const char *const rest[] = {AFTER_RED_2 ",\"red-1\":[1000,400]",
                                       "\"cue\":[100,100],\"blue\":[0,0],\"red-2\":[900,300],\"red-1\":[1000,400]"};
    for (int n = 1; n <= 3; n++)
        strike(k, n, "red-2", lie[(n - 1) % 2], rest[(n - 1) % 2]);
    return ball_count(kept_now(k)->on_table & census_alike(match_now(keeper_match(k->keeper))));
}

static void a_red_that_is_never_seen_is_not_counted_for_ever(void **state)
{
    assert_int_equal(play_without(*state, ",\"red-3\""), 2);
}

static void many_reds_that_are_not_seen_are_no_miscount(void **state)
{
    assert_int_equal(play_without(*state, ",\"red-3\",\"red-4\",\"red-5\""), 5);
}

/* The strokes of the last frame say nothing of the balls of this one, one of which a rack may hide at first. */
static void a_new_frame_begins_with_all_its_balls(void **state)
{
    struct kept *k = *state;
    char balls[1600] = BALL("cue", -1100, 0);
    play_without(k, "");
    assert_int_equal(kept_enter(k, "concede Bo"), 0);
    assert_int_equal(kept_enter(k, "new_frame"), 0);
    for (int red = 1; red <= 14; red++) {
        size_t used = strlen(balls);
        snprintf(balls + used, sizeof balls - used, ",{\"id\":\"red-%d\",\"x\":%d,\"y\":300,\"sd\":0.1}", red,
                 60 * red);
    }
    strike(k, 9, "red-1", balls, "\"cue\":[0,0]");
    assert_int_equal(ball_count(kept_now(k)->on_table & census_alike(match_now(keeper_match(k->keeper)))), 15);
}

int main(void)
{
#define SNOOKER(name) cmocka_unit_test_setup_teardown(name, kept_start, kept_stop)
    const struct CMUnitTest tests[] = {
        SNOOKER(a_ball_that_is_not_found_until_the_next_stroke_has_gone),
        SNOOKER(a_ball_that_is_found_before_the_next_stroke_was_not_potted),
        SNOOKER(what_a_person_said_stands),
        SNOOKER(players_know_what_they_potted),
        SNOOKER(what_was_told_by_a_stroke_goes_with_it),
        SNOOKER(a_match_taken_up_again_knows_it_too),
        SNOOKER(a_foul_after_a_stroke_that_may_have_gone_unseen_is_asked),
        SNOOKER(a_red_that_is_never_seen_is_not_counted_for_ever),
        SNOOKER(many_reds_that_are_not_seen_are_no_miscount),
        SNOOKER(a_new_frame_begins_with_all_its_balls),
    };
    return cmocka_run_group_tests_name("hindsight", tests, NULL, NULL);
}
