/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that a match kept in a folder asks where it is in doubt, takes the answers, knows what goes without saying,
 * and lets anything be changed later. */
#include "err.h"
#include "kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Cue-ball to red at 0.7, which it misses at 0.3 and then hits nothing. */
static void play_doubtful(struct kept *k)
{
    assert_int_equal(kept_feed(k, "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":1}"), 0);
    assert_int_equal(
        kept_feed(k, "{\"type\":\"event\",\"t\":2,\"kind\":\"contact\",\"balls\":[\"cue\",\"red-1\"],\"p\":0.7}"), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":1,\"t1\":5}"), 0);
}

static void a_doubtful_stroke_is_asked_with_the_likeliest_ruling_first(void **state)
{
    struct kept *k = *state;
    play_doubtful(k);
    assert_int_equal(k->verdict, VERDICT_ASK);
    const json_t *list = json_object_get(k->said, "alternatives");
    assert_int_equal(json_array_size(list), 2);
    double first = json_number_value(json_object_get(json_array_get(list, 0), "p"));
    double second = json_number_value(json_object_get(json_array_get(list, 1), "p"));
    assert_true(first > 0.69 && first < 0.71 && second > 0.29 && second < 0.31);
    assert_true(json_is_true(json_object_get(json_array_get(list, 0), "as_judged")));
    assert_non_null(strstr(json_string_value(json_object_get(json_array_get(list, 1), "then")), "FOUL"));
    assert_string_equal(json_string_value(json_object_get(k->said, "verdict")), "ask");
}

static void a_ruling_shows_the_frames_it_rests_on(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":1}"), 0);
    assert_int_equal(
        kept_feed(k, "{\"type\":\"event\",\"t\":2,\"kind\":\"contact\",\"balls\":[\"cue\",\"red-1\"],\"p\":0.7,"
                     "\"evidence\":{\"frames\":[118,124],\"measured\":0.4,\"limit\":0,\"sd\":0.2}}"),
        0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":1,\"t1\":5}"), 0);
    const json_t *shown = json_array_get(json_object_get(k->said, "evidence"), 0);
    assert_string_equal(json_string_value(json_object_get(shown, "event")), "contact cue red-1");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(shown, "frames"), 1)), 124);
    assert_string_equal(json_string_value(json_object_get(json_object_get(k->said, "hinge"), "event")),
                        "contact cue red-1");
    assert_int_equal(json_integer_value(json_object_get(k->said, "n")), 1);
}

static void one_tap_settles_it_the_other_way(void **state)
{
    struct kept *k = *state;
    play_doubtful(k);
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    assert_int_equal(kept_enter(k, "settle 2"), 0);
    assert_int_equal(k->verdict, VERDICT_CALL);
    assert_int_equal(kept_now(k)->score[SIDE_B], 4);
    assert_true(json_number_value(json_object_get(k->said, "sure")) == 1);
    assert_null(json_object_get(k->said, "alternatives"));
    assert_int_equal(json_array_size(json_object_get(k->said, "changed")), 1);
    assert_int_equal(kept_enter(k, "undo"), 0); /* the answer itself can be taken back */
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
}

static void accepting_leaves_the_ruling_and_ends_the_doubt(void **state)
{
    struct kept *k = *state;
    play_doubtful(k);
    assert_int_equal(kept_enter(k, "accept"), 0);
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    assert_true(json_number_value(json_object_get(k->said, "sure")) == 1);
    assert_int_equal(json_array_size(json_object_get(k->said, "changed")), 0); /* nothing to announce */
    assert_int_not_equal(kept_enter(k, "settle 9"), 0);
}

static void after_a_correction_only_what_changed_is_told(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_feed(k, kept_missed), 0);
    assert_int_equal(kept_enter(k, "flag 2 feet"), 0); /* the red was a foul: then the black was not on either */
    const json_t *changed = json_object_get(k->said, "changed");
    assert_int_equal(json_array_size(changed), 2);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(changed, 0), "of")), 2);
    const json_t *scores = json_object_get(json_object_get(k->said, "now"), "scores");
    assert_int_equal(json_integer_value(json_object_get(scores, "B")), kept_now(k)->score[SIDE_B]);
    assert_int_equal(kept_now(k)->score[SIDE_A], 7); /* by Bo's stroke at the black */
}

static void a_player_who_plays_on_has_chosen_to(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_in_off), 0);
    int before = match_next_seq(keeper_match(k->keeper));
    assert_int_equal(kept_feed(k, kept_red), 0);
    const json_t *choice = match_entry(keeper_match(k->keeper), before);
    assert_string_equal(json_string_value(json_object_get(choice, "choice")), "play_left");
    assert_true(json_is_true(json_object_get(choice, "inferred")));
    assert_int_equal(kept_now(k)->score[SIDE_B], 4 + 1);
}

/* A miss in which the cue-ball rolls from 0, 300 to `rest` (NULL: into a pocket), then a stroke with it lying at
 * `next`; the word of the choice that was taken as made between them. */
static const char *choice_between(struct kept *k, const char *rest, const char *next)
{
    static const char *const stroke = "{\"type\":\"stroke\",\"n\":%d,\"t0\":%d,\"t1\":%d,\"position\":{\"cue\":[%s],"
                                      "\"red-1\":[500,0],\"black\":[1460,0]},\"first_contact\":[%s],"
                                      "\"balls_at_rest\":{%s\"red-1\":[500,0],\"black\":[1460,0]}%s}";
    char text[512], cue[64] = "";
    if (rest)
        snprintf(cue, sizeof cue, "\"cue\":[%s],", rest);
    snprintf(text, sizeof text, stroke, 1, 5, 9, "-1100,50", "\"red-1\"", "\"cue\":[0,300],", "");
    assert_int_equal(kept_feed(k, text), 0);
    snprintf(text, sizeof text, stroke, 2, 25, 29, "0,300", "", cue, rest ? "" : ",\"potted\":[{\"ball\":\"cue\"}]");
    assert_int_equal(kept_feed(k, text), 0);
    int before = match_next_seq(keeper_match(k->keeper));
    snprintf(text, sizeof text, stroke, 3, 45, 49, next, "\"red-1\"", cue, "");
    assert_int_equal(kept_feed(k, text), 0);
    return json_string_value(json_object_get(match_entry(keeper_match(k->keeper), before), "choice"));
}

static void balls_left_where_they_stopped_mean_to_play_from_there(void **state)
{
    assert_string_equal(choice_between(*state, "300,-200", "301,-201"), "play_left");
}

static void a_cue_ball_put_back_after_a_miss_means_to_play_again(void **state)
{
    assert_string_equal(choice_between(*state, "300,-200", "2,303"), "offender_original");
}

static void a_cue_ball_placed_in_the_d_after_an_in_off_means_to_play_on(void **state)
{
    assert_string_equal(choice_between(*state, NULL, "-1100,50"), "play_left");
}

static void a_cue_ball_put_back_after_an_in_off_means_to_play_again(void **state)
{
    assert_string_equal(choice_between(*state, NULL, "2,303"), "offender_original");
}

static void a_stroke_after_the_end_opens_the_next_frame(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_enter(k, "concede Bo"), 0);
    assert_true(kept_now(k)->frame_over);
    assert_int_equal(kept_feed(k, kept_missed), 0); /* of the second frame, by Bo, at a black that is not on */
    assert_int_equal(match_contest(keeper_match(k->keeper))->frame, 2);
    assert_int_equal(kept_now(k)->score[SIDE_A], 7);
}

static void what_cannot_be_judged_is_noted_and_told(void **state)
{
    struct kept *k = *state;
    const char *twice = "{\"type\":\"stroke\",\"n\":9,\"t0\":5,\"t1\":9,\"first_contact\":[\"9\"]}";
    assert_int_not_equal(kept_feed(k, twice), 0);
    assert_true(*k->refused != 0);
    assert_int_equal(kept_feed(k, kept_red), 0); /* and the match goes on */
    assert_int_equal(kept_now(k)->score[SIDE_A], 1);
}

/* Strokes of long ago are read from the journal: they can be looked at, taken back and flagged like any other. */
static void strokes_of_long_ago_can_still_be_changed(void **state)
{
    struct kept *k = *state;
    char text[300];
    assert_int_equal(kept_feed(k, kept_red), 0); /* entry 2 */
    for (int i = 0; i < 150; i++) {              /* red after black after red, in turn by Ann and Bo */
        snprintf(text, sizeof text, "{\"type\":\"stroke\",\"n\":%d,\"t0\":%d,\"t1\":%d,\"first_contact\":[\"%s\"]}",
                 i + 2, 20 + 10 * i, 25 + 10 * i, i ? "red" : "black");
        assert_int_equal(kept_feed(k, text), 0);
    }
    assert_int_equal(kept_now(k)->score[SIDE_A], 1);
    const json_t *old = match_entry(keeper_match(k->keeper), 2);
    assert_true(json_number_value(json_object_get(old, "t")) == 9);
    assert_int_equal(json_integer_value(json_object_get(match_ruling(keeper_match(k->keeper), 2), "points")), 1);
    keeper_close(&k->keeper);
    kept_open(k);
    assert_int_equal(kept_enter(k, "flag 2 feet"), 0); /* a foul: the red does not count, and Bo has hit a wrong ball */
    assert_int_equal(kept_now(k)->score[SIDE_A], 7);
    assert_int_equal(kept_now(k)->score[SIDE_B], 4);
    assert_int_equal(kept_enter(k, "undo"), 0);
    assert_int_equal(kept_now(k)->score[SIDE_A], 1);
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    assert_int_equal(kept_enter(k, "undo 2"), 0); /* the red was never potted: Ann has hit a wrong ball */
    assert_int_equal(kept_now(k)->score[SIDE_A], 0);
    assert_int_equal(kept_now(k)->score[SIDE_B], 7);
    assert_int_equal(kept_enter(k, "flag 999 feet"), ERR_FORMAT);
    keeper_close(&k->keeper);
    kept_open(k);
    int first;
    assert_int_equal(match_divergences(keeper_match(k->keeper), &first), 0);
    assert_int_equal(kept_now(k)->score[SIDE_A], 0);
}

static void only_the_frame_concerned_is_folded_again(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_enter(k, "concede Bo"), 0);
    assert_int_equal(kept_enter(k, "new_frame"), 0);
    assert_int_equal(kept_feed(k, kept_red), 0); /* entry 5, Bo's */
    assert_int_equal(kept_now(k)->score[SIDE_B], 1);
    assert_int_equal(kept_enter(k, "flag 5 feet"), 0);
    assert_int_equal(kept_now(k)->score[SIDE_B], 0);
    assert_int_equal(match_contest(keeper_match(k->keeper))->frames_won[SIDE_A], 1);
    assert_int_equal(kept_enter(k, "undo 3"), 0); /* it was not conceded */
    assert_int_equal(match_contest(keeper_match(k->keeper))->frames_won[SIDE_A], 0);
    assert_int_equal(kept_enter(k, "undo 7"), 0); /* the undo */
    assert_int_equal(match_contest(keeper_match(k->keeper))->frames_won[SIDE_A], 1);
    assert_int_equal(match_contest(keeper_match(k->keeper))->frame, 2);
}

static void only_what_was_offered_can_be_chosen(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_enter(k, "choose offender_left"), ERR_FORMAT);
    assert_non_null(strstr(kept_error, "no ruling has offered it"));
    assert_int_equal(kept_feed(k, kept_in_off), 0); /* a foul: play on, or have it played again */
    assert_int_equal(kept_enter(k, "choose cue_ball_from_baulk"), ERR_FORMAT);
    assert_int_equal(kept_enter(k, "choose offender_left"), 0);
    assert_int_equal(kept_enter(k, "choose play_left"), ERR_FORMAT); /* the choice has been made */
}

static void a_choice_goes_with_the_stroke_it_was_inferred_from(void **state)
{
    struct kept *k = *state;
    assert_string_equal(choice_between(k, "300,-200", "301,-201"), "play_left");
    player_id second = kept_now(k)->striker;
    assert_int_equal(kept_enter(k, "undo"), 0); /* nobody played: the choice is open again */
    assert_int_not_equal(kept_now(k)->striker, second);
    assert_int_equal(kept_enter(k, "choose offender_original"), 0);
    assert_int_equal(kept_enter(k, "undo"), 0);
    assert_int_equal(kept_enter(k, "undo 6"), 0); /* it was a stroke after all, and with it the choice */
    assert_int_equal(kept_now(k)->striker, second);
    assert_int_equal(kept_enter(k, "choose offender_original"), ERR_FORMAT);
}

static void a_nomination_nobody_made_is_marked_as_inferred(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_null(json_object_get(k->said, "inferred"));
    assert_int_equal(kept_feed(k, kept_missed), 0); /* the black, first hit */
    const json_t *taken = json_object_get(json_object_get(k->said, "inferred"), "nominated");
    assert_string_equal(json_string_value(json_array_get(taken, 0)), "black");
}

/* A slip of the tongue is told at once; found when the stroke is judged, it would cost that stroke. */
static void acts_that_cannot_be_meant_are_refused_and_cost_nothing(void **state)
{
    static const char *const wrong[] = {"nominate purple",
                                        "nominate ball=",
                                        "call blue pocket=XX",
                                        "call 17 TL",
                                        "undo of=1.5",
                                        "undo of=0",
                                        "clock shot_s=-5",
                                        "clock shot_s=900000",
                                        "clock shot_s=soon",
                                        "set state=5",
                                        "pause pocket",
                                        "pause clock=7",
                                        "amend of=2 stroke=potted",
                                        "accept of=last",
                                        "settle of=2 settled=yes"};
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    int told = k->told;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (kept_enter(k, wrong[i]) != ERR_FORMAT || !*kept_error)
            fail_msg("taken: %s", wrong[i]);
    assert_int_equal(k->told, told);
    assert_int_equal(kept_enter(k, "nominate blue"), 0);
    assert_int_equal(kept_enter(k, "clock shot_s=20"), 0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":2,\"t0\":20,\"t1\":24,\"first_contact\":[\"blue\"],"
                                  "\"potted\":[{\"ball\":\"blue\"}]}"),
                     0);
    assert_string_equal(k->refused, "");
    assert_int_equal(kept_now(k)->score[SIDE_A], 6);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kept_start, kept_stop)
    const struct CMUnitTest tests[] = {
        TEST(acts_that_cannot_be_meant_are_refused_and_cost_nothing),
        TEST(a_doubtful_stroke_is_asked_with_the_likeliest_ruling_first),
        TEST(a_ruling_shows_the_frames_it_rests_on),
        TEST(one_tap_settles_it_the_other_way),
        TEST(accepting_leaves_the_ruling_and_ends_the_doubt),
        TEST(after_a_correction_only_what_changed_is_told),
        TEST(a_player_who_plays_on_has_chosen_to),
        TEST(balls_left_where_they_stopped_mean_to_play_from_there),
        TEST(a_cue_ball_put_back_after_a_miss_means_to_play_again),
        TEST(a_cue_ball_placed_in_the_d_after_an_in_off_means_to_play_on),
        TEST(a_cue_ball_put_back_after_an_in_off_means_to_play_again),
        TEST(a_stroke_after_the_end_opens_the_next_frame),
        TEST(what_cannot_be_judged_is_noted_and_told),
        TEST(strokes_of_long_ago_can_still_be_changed),
        TEST(only_the_frame_concerned_is_folded_again),
        TEST(only_what_was_offered_can_be_chosen),
        TEST(a_choice_goes_with_the_stroke_it_was_inferred_from),
        TEST(a_nomination_nobody_made_is_marked_as_inferred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
