/* SPDX-License-Identifier: Apache-2.0 */
/* Proves what the public sees of a match: true after every entry and undo, and nothing a referee may not tell. */
#include "err.h"
#include "journal.h"
#include "view.h"
#include "web.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct desk {
    struct match *match;
    struct view *view;
};

static int open_desk(void **state)
{
    struct desk *d = calloc(1, sizeof *d);
    struct view_options o = view_defaults();
    *state = d;
    return d ? match_open(&d->match) || view_open(&d->view, &o) : -1;
}

static int close_desk(void **state)
{
    struct desk *d = *state;
    match_close(&d->match);
    view_close(&d->view);
    free(d);
    return 0;
}

/* An entry as a referee would put it in: folded, then shown with its ruling. */
static void enter(struct desk *d, const char *text)
{
    char error[SCENARIO_ERROR_BYTES] = "";
    json_t *entry = json_loads(text, 0, NULL), *ruling = NULL;
    assert_non_null(entry);
    if (match_apply(d->match, entry, &ruling, error))
        fail_msg("%s: %s", text, error);
    view_line(d->view, entry);
    if (ruling)
        view_line(d->view, ruling);
    json_decref(entry);
    json_decref(ruling);
}

static json_t *look(struct desk *d)
{
    char *text = view_text(d->view, d->match, NULL);
    assert_non_null(text);
    assert_null(strchr(text, '\n'));
    json_t *state = json_loads(text, 0, NULL);
    assert_non_null(state);
    free(text);
    return state;
}

static void expect_field(struct desk *d, const char *field, const char *wanted)
{
    json_t *state = look(d);
    char *text = field_text(field, state);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(text);
    json_decref(state);
}

static void begin(struct desk *d)
{
    enter(d, "{\"type\":\"match\",\"game\":\"snooker\",\"players\":[\"Ann\",\"Bo\"],\"frames\":3,\"opener\":\"Ann\"}");
}

static void pot(struct desk *d, const char *ball)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"%s\"],\"potted\":[{\"ball\":\"%s\"}]}}", ball,
             ball);
    enter(d, text);
}

static void miss_everything(struct desk *d)
{
    enter(d, "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"red\"],\"potted\":[]}}");
}

static void before_the_match_there_is_none(void **state)
{
    json_t *now = look(*state);
    assert_true(json_is_null(json_object_get(now, "match")));
    json_decref(now);
}

static void fields_read_as_text(void **state)
{
    struct desk *d = *state;
    begin(d);
    pot(d, "red");
    pot(d, "black");
    expect_field(d, "score", "8 - 0");
    expect_field(d, "name_b", "Bo");
    expect_field(d, "break", "8");
    expect_field(d, "ball_on", "red");
    expect_field(d, "call", "eight");
    expect_field(d, "call_nl", "acht");
    expect_field(d, "striker", "Ann");
    expect_field(d, "shot_left", "");
    json_t *now = look(d);
    assert_null(field_text("nonsense", now));
    for (const char *const *name = field_names(); *name; name++) {
        char *text = field_text(*name, now);
        assert_non_null(text);
        free(text);
    }
    json_decref(now);
}

static const json_t *breaks(const json_t *state, const char *which)
{
    return json_object_get(json_object_get(state, "breaks"), which);
}

static int points(const json_t *one)
{
    return (int)json_integer_value(json_object_get(one, "points"));
}

static void last_three_breaks_are_kept_newest_first(void **state)
{
    struct desk *d = *state;
    begin(d);
    for (int player = 0; player < 4; player++) {
        pot(d, "red");
        for (int more = 0; more < player; more++) {
            pot(d, "black");
            pot(d, "red");
        }
        miss_everything(d); /* a red where a colour is on: a foul ends the break */
        enter(d, "{\"type\":\"act\",\"act\":\"choose\",\"choice\":\"play_left\"}");
    }
    json_t *now = look(d);
    const json_t *last = breaks(now, "last");
    assert_int_equal(json_array_size(last), 3);
    assert_int_equal(points(json_array_get(last, 0)), 25);
    assert_int_equal(points(json_array_get(last, 2)), 9);
    assert_string_equal(json_string_value(json_object_get(json_array_get(last, 0), "player")), "Bo");
    assert_true(json_is_null(breaks(now, "current")));
    json_decref(now);
}

static void break_that_goes_on_has_its_balls(void **state)
{
    struct desk *d = *state;
    begin(d);
    pot(d, "red");
    enter(d, "{\"type\":\"stroke\",\"stroke\":{\"events\":[{\"kind\":\"contact\",\"t\":1,\"p\":1,\"balls\":[\"cue\","
             "\"pink\"]},{\"kind\":\"pocket\",\"t\":2,\"p\":1,\"balls\":[\"pink\"],\"pocket\":\"TL\"}]}}");
    json_t *now = look(d);
    const json_t *current = breaks(now, "current"), *balls = json_object_get(current, "balls");
    assert_int_equal(points(current), 7);
    assert_int_equal(json_array_size(balls), 2);
    assert_string_equal(json_string_value(json_array_get(balls, 1)), "pink");
    json_decref(now);
}

static void undo_takes_back_score_break_and_row(void **state)
{
    struct desk *d = *state;
    begin(d);
    pot(d, "red");
    pot(d, "black");
    enter(d, "{\"type\":\"act\",\"act\":\"undo\",\"of\":3}");
    expect_field(d, "score", "1 - 0");
    json_t *now = look(d);
    assert_int_equal(points(breaks(now, "current")), 1);
    const json_t *row = json_array_get(json_object_get(now, "history"), 1);
    assert_int_equal(json_integer_value(json_object_get(row, "seq")), 3);
    assert_true(json_is_true(json_object_get(row, "undone")));
    json_decref(now);
    enter(d, "{\"type\":\"act\",\"act\":\"undo\",\"of\":4}"); /* the undo itself is taken back */
    expect_field(d, "score", "8 - 0");
}

static void close_call_is_asked_until_it_is_settled(void **state)
{
    struct desk *d = *state;
    begin(d);
    enter(d, "{\"type\":\"stroke\",\"stroke\":{\"events\":[{\"kind\":\"contact\",\"t\":1,\"t_sd\":0.001,\"p\":0.4,"
             "\"balls\":[\"cue\",\"pink\"]},{\"kind\":\"contact\",\"t\":2,\"t_sd\":0.001,\"p\":1,\"balls\":[\"cue\","
             "\"red-1\"]}]}}");
    json_t *now = look(d);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(now, "ask"), "of")), 2);
    json_decref(now);
    enter(d, "{\"type\":\"act\",\"act\":\"amend\",\"of\":2,\"stroke\":{\"first_contact\":[\"red\"],\"events\":[]}}");
    now = look(d);
    assert_true(json_is_null(json_object_get(now, "ask")));
    json_decref(now);
}

static void choices_stand_until_one_is_made(void **state)
{
    struct desk *d = *state;
    begin(d);
    enter(d, "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[],\"potted\":[]}}");
    json_t *now = look(d);
    assert_true(json_array_size(json_object_get(now, "options")) > 0);
    json_decref(now);
    enter(d, "{\"type\":\"act\",\"act\":\"choose\",\"choice\":\"play_left\"}");
    now = look(d);
    assert_int_equal(json_array_size(json_object_get(now, "options")), 0);
    json_decref(now);
}

static void nomination_is_shown_until_the_stroke(void **state)
{
    struct desk *d = *state;
    begin(d);
    pot(d, "red");
    enter(d, "{\"type\":\"act\",\"act\":\"nominate\",\"ball\":\"pink\"}");
    json_t *now = look(d);
    const json_t *ball = json_object_get(json_object_get(now, "awaiting"), "ball");
    assert_string_equal(json_string_value(ball), "pink");
    json_decref(now);
    pot(d, "pink");
    now = look(d);
    assert_true(json_is_null(json_object_get(now, "awaiting")));
    json_decref(now);
}

static void referee_tells_no_more_than_a_referee_may(void **state)
{
    static const char *const forbidden[] = {"difference", "remaining", "needed", "ahead", "counters", "aggregate"};
    struct desk *d = *state;
    begin(d);
    pot(d, "red");
    char *text = view_text(d->view, d->match, NULL);
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        assert_null(strstr(text, forbidden[i]));
    free(text);
}

static void lines_of_unknown_types_change_nothing(void **state)
{
    struct desk *d = *state;
    begin(d);
    pot(d, "red");
    char *before = view_text(d->view, d->match, NULL);
    static const char *const lines[] = {"{\"type\":\"note\"}", "{}", "{\"type\":\"ruling\"}",
                                        "{\"type\":\"ruling\",\"of\":99}", "{\"type\":7}"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        json_t *line = json_loads(lines[i], 0, NULL);
        view_line(d->view, line);
        json_decref(line);
    }
    char *after = view_text(d->view, d->match, NULL);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static int show_line(void *user, size_t number, const json_t *line)
{
    struct desk *d = user;
    char error[SCENARIO_ERROR_BYTES];
    (void)number;
    int err = match_reread(d->match, line, error);
    view_line(d->view, line);
    return err;
}

static void samples_can_be_shown(void **state)
{
    struct desk *d = *state;
    struct journal_report report;
    assert_int_equal(journal_read("samples/frame.jsonl", show_line, d, &report), 0);
    expect_field(d, "score", "30 - 21");
    json_t *now = look(d);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(now, "ask"), "of")), 27);
    assert_true(json_object_size(json_object_get(json_object_get(now, "state"), "pos")) > 10);
    json_decref(now);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(before_the_match_there_is_none),
        CASE(fields_read_as_text),
        CASE(last_three_breaks_are_kept_newest_first),
        CASE(break_that_goes_on_has_its_balls),
        CASE(undo_takes_back_score_break_and_row),
        CASE(close_call_is_asked_until_it_is_settled),
        CASE(choices_stand_until_one_is_made),
        CASE(nomination_is_shown_until_the_stroke),
        CASE(referee_tells_no_more_than_a_referee_may),
        CASE(lines_of_unknown_types_change_nothing),
        CASE(samples_can_be_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
