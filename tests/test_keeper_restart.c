/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that a match kept in a folder is taken up where it ended: nothing is lost, nothing counts twice, and balls are
 * known again. */
#include "journal.h"
#include "kept.h"
#include "record_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static size_t lines_on_file(const struct kept *k)
{
    struct journal_report report;
    assert_int_equal(journal_read(k->journal, NULL, NULL, &report), 0);
    return report.lines;
}

static void a_folder_is_taken_up_where_it_ends(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_feed(k, kept_missed), 0);
    uint64_t hash = record_hash(match_now(keeper_match(k->keeper)));
    size_t lines = lines_on_file(k);
    keeper_close(&k->keeper);
    kept_open(k);
    assert_true(record_hash(match_now(keeper_match(k->keeper))) == hash);
    k->line = 0; /* the file is read again from its beginning */
    int told = k->told;
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_feed(k, kept_missed), 0);
    assert_int_equal(k->told, told);
    assert_int_equal(lines_on_file(k), lines);
    assert_int_equal(kept_feed(k, kept_red), 0);
    assert_int_equal(kept_now(k)->score[SIDE_B], 1);
}

static void a_ruling_that_was_lost_is_written_and_told(void **state)
{
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_red), 0);
    keeper_close(&k->keeper);
    FILE *f = fopen(k->journal, "r+"); /* the ruling goes: the crash came between the two lines */
    assert_non_null(f);
    char text[16384];
    size_t size = fread(text, 1, sizeof text - 1, f);
    text[size] = 0;
    char *ruling = strstr(text, "{\"type\":\"ruling\"");
    assert_non_null(ruling);
    assert_int_equal(ftruncate(fileno(f), ruling - text), 0);
    fclose(f);
    int told = k->told;
    kept_open(k);
    assert_int_equal(k->told, told + 1);
    assert_int_equal(kept_now(k)->score[SIDE_A], 1);
    assert_int_equal(lines_on_file(k), 3);
}

static void the_time_of_a_camera_goes_on_after_a_restart(void **state)
{
    struct kept *k = *state;
    keeper_close(&k->keeper);
    unlink(k->journal);
    k->settings.repeats = false;
    kept_open(k);
    assert_int_equal(kept_feed(k, kept_red), 0);
    keeper_close(&k->keeper);
    kept_open(k);
    assert_int_equal(kept_feed(k, kept_missed), 0);
    const json_t *entry = match_entry(keeper_match(k->keeper), 3);
    assert_true(json_number_value(json_object_get(entry, "t")) == 9 + 29);
    assert_true(json_number_value(json_object_get(json_object_get(entry, "stroke"), "t0")) == 9 + 25);
}

static void reds_are_recognised_after_a_restart(void **state)
{
    struct kept *k = *state;
    keeper_close(&k->keeper);
    unlink(k->journal);
    k->settings.repeats = false;
    kept_open(k);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red-1\"],"
                                  "\"potted\":[{\"ball\":\"red-1\"}],\"balls_at_rest\":{\"red-2\":[100,100],\"red-3\":"
                                  "[200,300]}}"),
                     0);
    keeper_close(&k->keeper);
    kept_open(k);
    /* What was red-3 is now called red-1, a name that the match has no ball for any more. */
    assert_int_equal(kept_feed(k, "{\"type\":\"position\",\"t\":1,\"balls\":[{\"id\":\"red-1\",\"x\":201,\"y\":300},"
                                  "{\"id\":\"red-2\",\"x\":101,\"y\":100}]}"),
                     0);
    assert_int_equal(kept_feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":2,\"t1\":4,\"first_contact\":[\"red-1\"]}"), 0);
    const json_t *stroke = json_object_get(match_entry(keeper_match(k->keeper), 3), "stroke");
    assert_string_equal(json_string_value(json_array_get(json_object_get(stroke, "first_contact"), 0)), "red-3");
    assert_non_null(json_object_get(json_object_get(match_entry(keeper_match(k->keeper), 3), "position"), "red-3"));
}

/* Read again from its beginning, a file leads to the same mention at the same line. */
static void what_was_watched_before_a_crash_is_watched_again(void **state)
{
    static const char *const wrong = "{\"id\":\"blue\",\"x\":31,\"y\":0},"
                                     "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    struct kept *k = *state;
    assert_int_equal(kept_feed(k, kept_pot_of_blue), 0);
    kept_rest(k, 10, 2, wrong);
    keeper_close(&k->keeper);
    kept_open(k);
    k->line = 0;
    assert_int_equal(kept_feed(k, kept_pot_of_blue), 0);
    kept_rest(k, 10, 3.3, wrong);
    assert_int_equal(k->noticed, 1);
    keeper_close(&k->keeper);
    kept_open(k);
    k->line = 0;
    assert_int_equal(kept_feed(k, kept_pot_of_blue), 0);
    kept_rest(k, 10, 8, wrong);
    assert_int_equal(k->noticed, 1); /* it was said before the crash */
}

static void after_a_restart_balls_that_were_moved_are_mentioned(void **state)
{
    struct kept *k = *state;
    keeper_close(&k->keeper);
    unlink(k->journal);
    k->settings.repeats = false;
    kept_open(k);
    assert_int_equal(kept_feed(k, kept_pot_of_blue), 0);
    keeper_close(&k->keeper);
    kept_open(k);
    assert_int_equal(kept_feed(k, "{\"type\":\"position\",\"t\":1,\"balls\":[{\"id\":\"blue\",\"x\":0,\"y\":44},"
                                  "{\"id\":\"pink\",\"x\":892,\"y\":0},{\"id\":\"red-9\",\"x\":100,\"y\":100}]}"),
                     0);
    assert_int_equal(k->noticed, 1);
    assert_string_equal(k->what, "blue is 44 mm off its place");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kept_start, kept_stop)
    const struct CMUnitTest tests[] = {
        TEST(a_folder_is_taken_up_where_it_ends),
        TEST(a_ruling_that_was_lost_is_written_and_told),
        TEST(the_time_of_a_camera_goes_on_after_a_restart),
        TEST(reds_are_recognised_after_a_restart),
        TEST(what_was_watched_before_a_crash_is_watched_again),
        TEST(after_a_restart_balls_that_were_moved_are_mentioned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
