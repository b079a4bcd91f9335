/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the match is nothing but the fold of its journal: undo, amendments, rereading, recovery. */
#include "err.h"
#include "match.h"
#include "record_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char error[SCENARIO_ERROR_BYTES];

/* Applies one entry written as JSON; the ruling, if any, is returned. */
static json_t *apply(struct match *m, const char *text)
{
    json_t *entry = json_loads(text, 0, NULL), *ruling = NULL;
    assert_non_null(entry);
    int err = match_apply(m, entry, &ruling, error);
    json_decref(entry);
    if (err)
        fail_msg("%s: %s", text, error);
    return ruling;
}

static void apply_quietly(struct match *m, const char *text)
{
    json_decref(apply(m, text));
}

static void refused(struct match *m, const char *text, const char *because)
{
    json_t *entry = json_loads(text, 0, NULL), *ruling = NULL;
    uint64_t before = match_now(m) ? record_hash(match_now(m)) : 0;
    int seq = match_next_seq(m);
    assert_non_null(entry);
    assert_int_not_equal(match_apply(m, entry, &ruling, error), 0);
    if (!strstr(error, because))
        fail_msg("%s was refused for “%s”", text, error);
    assert_null(ruling);
    assert_int_equal(match_next_seq(m), seq);
    if (match_now(m))
        assert_true(record_hash(match_now(m)) == before);
    json_decref(entry);
}

static const char *const opening = "{\"type\":\"match\",\"game\":\"snooker\",\"players\":[\"Ann\",\"Bo\"],\"frames\":3,"
                                   "\"opener\":\"Ann\"}";
static const char *const red =
    "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"red\"],\"potted\":[{\"ball\":\"red\"}]}}";
static const char *const black =
    "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"black\"],\"potted\":[{\"ball\":\"black\"}]}}";
static const char *const nothing = "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"red\"]}}";

static int start(void **state)
{
    struct match *m;
    if (match_open(&m))
        return -1;
    apply_quietly(m, opening);
    *state = m;
    return 0;
}

static int stop(void **state)
{
    struct match *m = *state;
    match_close(&m);
    return 0;
}

static int score(const struct match *m, enum side side)
{
    return match_now(m)->state.score[side];
}

static void strokes_add_up(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    apply_quietly(m, black);
    json_t *ruling = apply(m, red);
    assert_int_equal(score(m, SIDE_A), 9);
    assert_int_equal(json_integer_value(json_object_get(ruling, "of")), 4);
    assert_string_equal(json_string_value(json_object_get(ruling, "striker")), "Ann");
    assert_non_null(json_object_get(ruling, "hash"));
    json_decref(ruling);
}

static void undoing_a_stroke_restores_everything_derived(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    uint64_t after_red = record_hash(match_now(m));
    apply_quietly(m, black);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"undo\",\"of\":3,\"origin\":\"official\"}");
    assert_int_equal(score(m, SIDE_A), 1);
    assert_true(record_hash(match_now(m)) == after_red);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"undo\",\"of\":4}"); /* the undo itself is taken back */
    assert_int_equal(score(m, SIDE_A), 8);
}

static void a_flag_added_later_makes_the_stroke_a_foul(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    apply_quietly(m, black);
    json_t *ruling = apply(m, "{\"type\":\"act\",\"act\":\"flag\",\"of\":3,\"flag\":\"feet\"}");
    assert_true(json_is_true(json_object_get(ruling, "foul")));
    assert_int_equal(json_integer_value(json_object_get(ruling, "corrects")), 3);
    assert_int_equal(score(m, SIDE_A), 1);
    assert_int_equal(score(m, SIDE_B), 7);
    assert_int_equal(match_now(m)->state.striker, 2);
    json_decref(ruling);
}

static void a_corrected_count_of_reds_leaves_the_colours(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"set\",\"state\":{\"reds_left\":5},\"origin\":\"official\"}");
    ball_mask table = match_now(m)->state.on_table, colours = ball_range(SNOOKER_YELLOW, SNOOKER_BLACK);
    assert_int_equal(ball_count(table & ~colours), 5);
    assert_int_equal(ball_count(table & colours), 6);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"set\",\"state\":{\"reds_left\":6},\"origin\":\"official\"}");
    assert_int_equal(ball_count(match_now(m)->state.on_table), 12);
}

static void an_amended_stroke_changes_what_followed(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    apply_quietly(m, black);
    apply_quietly(m, red);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"amend\",\"of\":3,\"stroke\":{\"first_contact\":[\"pink\"],"
                     "\"potted\":[{\"ball\":\"pink\"}]}}");
    assert_int_equal(score(m, SIDE_A), 8);
}

static void a_nomination_waits_for_the_next_stroke(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"nominate\",\"ball\":\"blue\",\"origin\":\"player\"}");
    apply_quietly(m, black); /* hit black first, blue on */
    assert_int_equal(score(m, SIDE_B), 7);
}

static void choices_after_a_foul_are_judged(void **state)
{
    struct match *m = *state;
    apply_quietly(m, "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[],\"path_before\":\"full_ball\"}}");
    json_t *ruling = apply(m, "{\"type\":\"act\",\"act\":\"choose\",\"choice\":\"offender_original\",\"by\":\"Bo\"}");
    assert_true(json_is_true(json_object_get(ruling, "replace")));
    assert_int_equal(match_now(m)->state.striker, 1);
    json_decref(ruling);
}

static void an_official_may_set_the_score(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"set\",\"state\":{\"scores\":{\"B\":40},\"striker\":\"Bo\"}}");
    assert_int_equal(score(m, SIDE_A), 1);
    assert_int_equal(score(m, SIDE_B), 40);
    assert_int_equal(match_now(m)->state.striker, 2);
    assert_int_equal(match_now(m)->state.phase, PHASE_COLOUR);
}

static void frames_follow_each_other(void **state)
{
    struct match *m = *state;
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"concede\",\"by\":\"Bo\"}");
    assert_true(match_now(m)->state.frame_over);
    assert_int_equal(match_contest(m)->frames_won[SIDE_A], 1);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"new_frame\"}");
    assert_int_equal(match_now(m)->state.striker, 2);
    assert_int_equal(match_contest(m)->frame, 2);
    apply_quietly(m, "{\"type\":\"act\",\"act\":\"undo\",\"of\":2}"); /* also after the frame ended */
    assert_int_equal(match_contest(m)->frames_won[SIDE_A], 0);
}

static void what_cannot_be_folded_changes_nothing(void **state)
{
    struct match *m = *state;
    apply_quietly(m, red);
    refused(m, opening, "already under way");
    refused(m, "{\"type\":\"story\"}", "unknown type");
    refused(m, "{\"type\":\"stroke\"}", "needs a stroke");
    refused(m, "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"purple\"]}}", "no ball");
    refused(m, "{\"type\":\"act\",\"act\":\"dance\"}", "not one of those");
    refused(m, "{\"type\":\"act\",\"act\":\"choose\"}", "choice is missing");
    refused(m, "{\"type\":\"act\",\"act\":\"undo\",\"of\":99}", "no such entry");
    refused(m, "{\"type\":\"act\",\"act\":\"undo\",\"of\":1}", "no such entry");
    refused(m, "{\"type\":\"act\",\"act\":\"amend\",\"of\":2,\"stroke\":{\"first_contact\":[\"purple\"]}}", "no ball");
}

/* Lines of a journal as they would be on the disk. */
static json_t *lines_of_a_short_match(void)
{
    static const char *const texts[] = {red,
                                        black,
                                        red,
                                        "{\"type\":\"act\",\"act\":\"nominate\",\"ball\":\"pink\"}",
                                        black,
                                        "{\"type\":\"act\",\"act\":\"choose\",\"choice\":\"play_left\",\"by\":\"Bo\"}",
                                        nothing,
                                        red,
                                        "{\"type\":\"act\",\"act\":\"undo\",\"of\":8}"};
    struct match *m;
    json_t *lines = json_array();
    assert_int_equal(match_open(&m), 0);
    apply_quietly(m, opening);
    json_array_append_new(lines, json_loads(opening, 0, NULL));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_array_append_new(lines, json_loads(texts[i], 0, NULL));
        json_t *ruling = apply(m, texts[i]);
        if (ruling)
            json_array_append_new(lines, ruling);
    }
    match_close(&m);
    return lines;
}

static struct match *reread(const json_t *lines, size_t count)
{
    struct match *m;
    assert_int_equal(match_open(&m), 0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(match_reread(m, json_array_get(lines, i), error), 0);
    return m;
}

static void a_reread_journal_gives_the_same_hashes(void **state)
{
    (void)state;
    int first;
    json_t *lines = lines_of_a_short_match();
    struct match *m = reread(lines, json_array_size(lines));
    assert_int_equal(match_divergences(m, &first), 0);
    assert_null(match_unwritten(m));
    match_close(&m);
    json_decref(lines);
}

static void a_changed_line_is_noticed(void **state)
{
    (void)state;
    int first;
    json_t *lines = lines_of_a_short_match();
    json_t *stroke = json_object_get(json_array_get(lines, 3), "stroke");
    assert_non_null(stroke);
    json_object_set_new(stroke, "first_contact", json_pack("[s]", "yellow"));
    struct match *m = reread(lines, json_array_size(lines));
    assert_true(match_divergences(m, &first) > 0);
    assert_int_equal(first, 3);
    match_close(&m);
    json_decref(lines);
}

static void a_ruling_lost_in_a_crash_is_found_again(void **state)
{
    (void)state;
    json_t *lines = lines_of_a_short_match();
    struct match *m = reread(lines, 4); /* match, red, its ruling, black: the ruling of black is missing */
    json_t *missing = match_unwritten(m);
    assert_non_null(missing);
    assert_true(json_equal(missing, json_array_get(lines, 4)));
    json_decref(missing);
    match_close(&m);
    json_decref(lines);
}

static void a_recorded_stroke_reads_back_as_it_was(void **state)
{
    struct match *m = *state;
    struct scenario s = *match_now(m);
    json_t *given = json_loads(
        "{\"event\":\"stroke\",\"by\":\"Ann\",\"first_contact\":[\"red-3\",\"red-4\"],\"contacts\":[\"red-3\",\"blue\"]"
        ","
        "\"potted\":[{\"ball\":\"red-3\",\"pocket\":\"TL\"},{\"ball\":\"cue\"}],\"forced_off\":[\"pink\"],"
        "\"cue_cushions\":[\"top:flat\",\"left:curved\"],\"cushions_after_contact\":true,\"left_baulk\":false,"
        "\"fell_unhit\":[{\"ball\":\"red-9\",\"would_have_been_hit\":true}],\"jumped\":[\"blue\"],"
        "\"fouls_flagged_by_official\":[\"feet\",\"touched:pink\",\"unsporting:serious\"],\"miss_judged\":true,"
        "\"balls_at_rest\":{\"blue\":[0.1,0.2],\"red-5\":[100.25,-3.5]},\"rest_sd\":0.5,\"path_before\":\"none\","
        "\"time_s\":7.5,\"events\":[{\"kind\":\"strike\",\"balls\":[\"cue\"],\"t\":1.25,\"p\":0.75}]}",
        0, NULL);
    struct stroke first;
    assert_non_null(given);
    assert_int_equal(scenario_read_stroke(&s, given, "given", error), 0);
    first = s.stroke;
    json_t *written = record_stroke(&s);
    int err = scenario_read_stroke(&s, written, "written", error);
    if (err)
        fail_msg("%s", error);
    assert_memory_equal(&first, &s.stroke, sizeof first);
    assert_int_equal(s.events_n, 1);
    assert_true(s.events[0].p == 0.75f);
    json_decref(given);
    json_decref(written);
}

/* Half a character is no text, and nothing that has it in it could be shown. */
static void a_name_that_is_too_long_ends_with_a_whole_character(void **state)
{
    static const char *const too_long = "李小龙李小龙李小龙李小龙李小龙李小龙李小龙李小龙";
    struct match *m;
    (void)state;
    json_t *first = json_pack("{s:s, s:s, s:[s, s]}", "type", "match", "game", "snooker", "players", too_long, "Bo");
    json_t *ruling = NULL;
    assert_int_equal(match_open(&m), 0);
    assert_int_equal(match_apply(m, first, &ruling, error), 0);
    json_t *name = json_string(match_now(m)->player[1]);
    assert_non_null(name);
    assert_int_equal(json_string_length(name), 63);
    assert_memory_equal(json_string_value(name), too_long, 63);
    json_decref(name);
    json_decref(ruling);
    json_decref(first);
    match_close(&m);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
    const struct CMUnitTest tests[] = {
        TEST(strokes_add_up),
        cmocka_unit_test(a_name_that_is_too_long_ends_with_a_whole_character),
        TEST(undoing_a_stroke_restores_everything_derived),
        TEST(a_flag_added_later_makes_the_stroke_a_foul),
        TEST(a_corrected_count_of_reds_leaves_the_colours),
        TEST(an_amended_stroke_changes_what_followed),
        TEST(a_nomination_waits_for_the_next_stroke),
        TEST(choices_after_a_foul_are_judged),
        TEST(an_official_may_set_the_score),
        TEST(frames_follow_each_other),
        TEST(what_cannot_be_folded_changes_nothing),
        TEST(a_recorded_stroke_reads_back_as_it_was),
        cmocka_unit_test(a_reread_journal_gives_the_same_hashes),
        cmocka_unit_test(a_changed_line_is_noticed),
        cmocka_unit_test(a_ruling_lost_in_a_crash_is_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
