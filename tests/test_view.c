/* SPDX-License-Identifier: Apache-2.0 */
/* Proves what the public sees of a match: true after every entry and undo, and nothing a referee may not tell. */
#include "err.h"
#include "journal.h"
#include "say.h"
#include "view.h"
#include "web.h"

#include <math.h>
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
    enter(d, "{\"type\":\"stroke\",\"noticed\":[\"red-1 is missing\"],"
             "\"stroke\":{\"events\":[{\"kind\":\"contact\",\"t\":1,\"t_sd\":0.001,\"p\":0.4,"
             "\"balls\":[\"cue\",\"pink\"]},{\"kind\":\"contact\",\"t\":2,\"t_sd\":0.001,\"p\":1,\"balls\":[\"cue\","
             "\"red-1\"]}]}}");
    json_t *now = look(d);
    const json_t *ask = json_object_get(now, "ask"), *noticed = json_object_get(ask, "noticed");
    assert_int_equal(json_integer_value(json_object_get(ask, "of")), 2);
    assert_string_equal(json_string_value(json_array_get(noticed, 0)), "red-1 is missing");
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

/* ---- reasons, lines of sight, clocks ----------------------------------------------------------------------------- */

static bool is_translated(const char *title)
{
    char nl[400], zh[400];
    say_reason(LANGUAGE_NL, title, nl, sizeof nl);
    say_reason(LANGUAGE_ZH, title, zh, sizeof zh);
    return strcmp(zh, title) && (strcmp(nl, title) || !strcmp(nl, "in-off"));
}

static int check_book(const struct book *book)
{
    int checked = 0;
    for (size_t i = 0; i < book->count; i++) {
        const struct rule *rule = &book->rules[i];
        if (!rule->flag && !rule->broken)
            continue;
        if (!is_translated(rule->title))
            fail_msg("broadcast/reasons.inc lacks \"%s\"", rule->title);
        checked++;
    }
    return checked;
}

static void every_reason_is_known_in_three_languages(void **state)
{
    int checked = 0;
    (void)state;
    for (size_t g = 0; rules_games(g); g++)
        for (const struct book *const *book = rules_games(g)->books; book && *book; book++)
            checked += check_book(*book);
    assert_true(checked > 100);
}

static void reasons_are_put_together_in_each_language(void **state)
{
    static const struct {
        const char *why, *nl, *zh;
    } cases[] = {
        {"first hit a ball not on: blue; ball on red", "eerst een bal geraakt die niet on was: blauw; on: rood",
         "首先击中非活球：蓝球；活球：红球"},
        {"ball not on pocketed: red-3 and pink; ball on yellow", "bal gepot die niet on was: rood 3 en roze; on: geel",
         "非活球入袋：红球 3、粉球；活球：黄球"},
        {"slow play: shot clock exceeded", "te traag: stootklok verstreken", "超出击球时限"},
        {"legal, scored", "geldig, gescoord", "有效，得分"},
        {"something new: blue", "something new: blue", "something new: blue"},
        {"", "", ""},
    };
    char text[400];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(say_reason(LANGUAGE_EN, cases[i].why, text, sizeof text), cases[i].why);
        assert_string_equal(say_reason(LANGUAGE_NL, cases[i].why, text, sizeof text), cases[i].nl);
        assert_string_equal(say_reason(LANGUAGE_ZH, cases[i].why, text, sizeof text), cases[i].zh);
    }
    assert_string_equal(say_reason(LANGUAGE_NL, "cue-ball pocketed; ball on red", text, 12), "speelbal ge");
}

static void ruling_says_why_in_each_language(void **state)
{
    struct desk *d = *state;
    begin(d);
    enter(d, "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"blue\"],\"potted\":[]}}");
    expect_field(d, "why", "first hit a ball not on: blue; ball on red");
    expect_field(d, "why_nl", "eerst een bal geraakt die niet on was: blauw; on: rood");
    expect_field(d, "why_zh", "首先击中非活球：蓝球；活球：红球");
}

/* The cue-ball behind the green, one red left, straight on or to the side. */
static json_t *sight_with_red_at(struct desk *d, double y)
{
    char text[500];
    snprintf(text, sizeof text,
             "{\"type\":\"act\",\"act\":\"set\",\"state\":{\"phase\":\"red\",\"ball_on\":[\"red\"],\"reds_left\":1,"
             "\"colours_left\":[\"green\",\"black\"],\"cue_in_hand\":false,\"pos\":{\"cue\":[-1300,292],"
             "\"green\":[-1047.5,292],\"black\":[1460.5,0],\"red-1\":[900,%.1f]}}}",
             y);
    enter(d, text);
    json_t *now = look(d), *sight = json_incref(json_object_get(now, "sight"));
    json_decref(now);
    return sight;
}

static double at(const json_t *list, size_t i)
{
    return json_number_value(json_array_get(list, i));
}

static void lines_of_a_snooker_are_told(void **state)
{
    struct desk *d = *state;
    begin(d);
    json_t *sight = sight_with_red_at(d, 292);
    assert_true(json_is_true(json_object_get(sight, "snookered")));
    assert_string_equal(json_string_value(json_array_get(json_object_get(sight, "by"), 0)), "green");
    assert_string_equal(json_string_value(json_object_get(sight, "ball")), "red-1");
    for (size_t i = 0; i < 2; i++) { /* at the end of each line the two balls just touch */
        const json_t *end = json_array_get(json_object_get(sight, "edges"), i);
        double x = at(end, 0), y = at(end, 1);
        assert_float_equal(hypot(x - 900, y - 292), 52.5, 0.01);
        assert_float_equal((x + 1300) * (x - 900) + (y - 292) * (y - 292), 0, 1); /* at a right angle */
    }
    json_decref(sight);
    sight = sight_with_red_at(d, -700);
    assert_true(json_is_false(json_object_get(sight, "snookered")));
    assert_int_equal(json_array_size(json_object_get(sight, "by")), 0);
    json_decref(sight);
}

static double shown(const struct clock *clock, double now, bool kept, const char *what)
{
    json_t *json = view_clock(clock, now, kept);
    const json_t *value = json_object_get(json, what);
    double n = json_is_boolean(value) ? json_is_true(value) : json_is_number(value) ? json_number_value(value) : -1;
    json_decref(json);
    return n;
}

static void clocks_go_on_while_somebody_keeps_the_match(void **state)
{
    struct timing timing = {.shot_s = 30, .match_s = 600};
    struct clock clock;
    (void)state;
    clock_open(&clock, &timing);
    json_t *stroke =
        json_pack("{s:s, s:f, s:{s:f, s:f}}", "type", "stroke", "t", 12.0, "stroke", "t0", 10.0, "t1", 12.0);
    clock_fold(&clock, stroke);
    json_decref(stroke);
    assert_float_equal(shown(&clock, 17, true, "shot_left"), 25, 1e-9);
    assert_float_equal(shown(&clock, 17, true, "match_left"), 593, 1e-9);
    assert_float_equal(shown(&clock, 17, true, "runs"), 1, 0);
    assert_float_equal(shown(&clock, 17, false, "shot_left"), 30, 1e-9); /* nobody keeps it: they stand */
    assert_float_equal(shown(&clock, 17, false, "runs"), 0, 0);
    json_t *pause = json_pack("{s:s, s:f, s:s}", "type", "act", "t", 17.0, "act", "pause");
    clock_fold(&clock, pause);
    json_decref(pause);
    assert_float_equal(shown(&clock, 99, true, "shot_left"), 25, 1e-9); /* stopped, and still to be seen */
    assert_float_equal(shown(&clock, 99, true, "paused"), 1, 0);
    clock_open(&clock, &(struct timing){0});
    assert_null(view_clock(&clock, 5, true));
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
        CASE(every_reason_is_known_in_three_languages),
        CASE(reasons_are_put_together_in_each_language),
        CASE(ruling_says_why_in_each_language),
        CASE(lines_of_a_snooker_are_told),
        CASE(clocks_go_on_while_somebody_keeps_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
