/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that clocks call what their books say, at the time they say, and that a journal gives the same clocks again.
 */
#include "clock.h"
#include "match.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char error[SCENARIO_ERROR_BYTES];

/* A match and its clocks, fed with the same lines. */
struct timed {
    struct match *match;
    struct clock clock;
    json_t *lines;
    json_t *ruling; /* the last */
};

static void feed(struct timed *m, json_t *line)
{
    json_t *ruling = NULL;
    if (match_apply(m->match, line, &ruling, error))
        fail_msg("%s", error);
    clock_fold(&m->clock, line);
    if (ruling)
        clock_fold(&m->clock, ruling);
    json_array_append_new(m->lines, line);
    json_decref(m->ruling);
    m->ruling = ruling;
}

/* Everything that is due until `now`; how many lines that was. */
static int wait_until(struct timed *m, double now)
{
    json_t *due;
    int n = 0;
    for (; (due = clock_due(&m->clock, now)); n++)
        feed(m, due);
    return n;
}

static void stroke(struct timed *m, double t0, double t1, const char *first)
{
    wait_until(m, t0);
    struct clock at = clock_at(&m->clock, t0);
    json_t *stroke = json_pack("{s:f, s:f, s:[s]}", "t0", t0, "t1", t1, "first_contact", first);
    if (at.shot_runs && at.timing.shot_s > 0)
        json_object_set_new(stroke, "time_s", json_real(at.shot));
    if (at.timing.match_s > 0)
        json_object_set_new(stroke, "match_time_s", json_real(at.match));
    feed(m, json_pack("{s:s, s:f, s:o}", "type", "stroke", "t", t1, "stroke", stroke));
}

static void act(struct timed *m, double t, const char *name)
{
    feed(m, json_pack("{s:s, s:f, s:s}", "type", "act", "t", t, "act", name));
}

static const char *last_call(const struct timed *m)
{
    const char *call = json_string_value(json_array_get(json_object_get(m->ruling, "calls"), 0));
    return call ? call : "";
}

static struct timed open_timed(const char *game, const char *options, const char *timing)
{
    struct timed m = {.lines = json_array()};
    json_t *setup = options ? json_loads(options, 0, NULL) : json_object(), *own = json_loads(timing, 0, NULL);
    struct timing t = clock_timing(&rules_game(game, NULL)->timing, own);
    assert_int_equal(match_open(&m.match), 0);
    clock_open(&m.clock, &t);
    feed(&m, json_pack("{s:s, s:s, s:[s, s], s:o}", "type", "match", "game", game, "players", "Ann", "Bo", "options",
                       setup));
    json_decref(own);
    return m;
}

/* The same lines give the same clocks: this is what a crash leaves. */
static void close_timed(struct timed *m)
{
    struct clock again;
    clock_open(&again, &m->clock.timing);
    assert_true(json_array_size(m->lines) > 1);
    struct match *match;
    assert_int_equal(match_open(&match), 0);
    for (size_t i = 0; i < json_array_size(m->lines); i++) {
        json_t *ruling = NULL;
        assert_int_equal(match_apply(match, json_array_get(m->lines, i), &ruling, error), 0);
        clock_fold(&again, json_array_get(m->lines, i));
        if (ruling)
            clock_fold(&again, ruling);
        json_decref(ruling);
    }
    assert_memory_equal(&again, &m->clock, sizeof again);
    match_close(&match);
    match_close(&m->match);
    json_decref(m->lines);
    json_decref(m->ruling);
}

static void shoot_out_gives_fifteen_then_ten_seconds(void **state)
{
    (void)state;
    struct timed m = open_timed("shootout", NULL, "{}");
    stroke(&m, 5, 8, "red");
    assert_int_equal(wait_until(&m, 23), 0); /* the fifteenth second is still in time */
    assert_int_equal(wait_until(&m, 23.1), 1);
    assert_string_equal(last_call(&m), "FOUL");
    assert_int_equal(match_now(m.match)->state.score[SIDE_A], 5);
    for (double t = 30; t < 300; t += 10)
        stroke(&m, t, t + 4, "red");
    stroke(&m, 306, 310, "red");
    assert_int_equal(wait_until(&m, 320), 0);
    assert_int_equal(wait_until(&m, 320.1), 1);
    assert_string_equal(last_call(&m), "FOUL");
    close_timed(&m);
}

static void shoot_out_ends_after_ten_minutes(void **state)
{
    (void)state;
    struct timed m = open_timed("shootout", NULL, "{}");
    stroke(&m, 5, 8, "red");
    act(&m, 9, "pause");
    assert_int_equal(wait_until(&m, 1000), 0);
    act(&m, 1009, "resume"); /* a thousand seconds that count for neither clock */
    for (double t = 1012; t < 1590; t += 9)
        stroke(&m, t, t + 3, "red");
    assert_false(match_now(m.match)->state.frame_over);
    wait_until(&m, 1605.5);
    assert_true(match_now(m.match)->state.frame_over || match_now(m.match)->state.phase == PHASE_BLUE_SHOOTOUT);
    assert_true(m.clock.match_over);
    assert_int_equal(wait_until(&m, 5000), 0);
    close_timed(&m);
}

static void cspl_says_thirty_seconds_and_fouls_at_sixty(void **state)
{
    (void)state;
    struct timed m = open_timed("cspl8", "{}", "{}");
    json_t *set = json_loads("{\"type\":\"act\",\"t\":0,\"act\":\"set\",\"state\":{\"phase\":\"open\",\"striker\":"
                             "\"Ann\",\"cue_in_hand\":false,\"visits\":1}}",
                             0, NULL);
    feed(&m, set);
    stroke(&m, 4, 10, "red");
    assert_int_equal(wait_until(&m, 39.9), 0);
    assert_int_equal(wait_until(&m, 40), 1);
    assert_string_equal(last_call(&m), "Thirty Seconds");
    assert_int_equal(wait_until(&m, 69.9), 0);
    player_id striker = match_now(m.match)->state.striker;
    assert_int_equal(wait_until(&m, 71), 1);
    assert_string_equal(last_call(&m), "Time Foul, Two Visits");
    assert_int_not_equal(match_now(m.match)->state.striker, striker);
    assert_int_equal(wait_until(&m, 100), 0);
    assert_int_equal(wait_until(&m, 100.1), 1); /* the next player has the same */
    close_timed(&m);
}

/* Fifteen balls are not racked in sixty seconds, and whoever breaks next is not to blame for that. */
static void nobody_is_timed_while_balls_are_racked_again(void **state)
{
    (void)state;
    struct timed m = open_timed("cspl8", "{}", "{}");
    feed(&m, json_pack("{s:s, s:f, s:{s:f, s:f, s:[s], s:i}}", "type", "stroke", "t", 9.0, "stroke", "t0", 5.0, "t1",
                       9.0, "first_contact", "red", "object_balls_to_cushion", 1));
    assert_string_equal(last_call(&m), "Foul Break");
    assert_int_equal(wait_until(&m, 200), 0);
    player_id striker = match_now(m.match)->state.striker;
    stroke(&m, 200, 205, "red"); /* a fair break, as far as is known: time runs again */
    assert_int_equal(match_now(m.match)->state.striker, striker);
    assert_int_equal(wait_until(&m, 234.9), 0);
    assert_int_equal(wait_until(&m, 235.1), 1);
    close_timed(&m);
}

static void a_time_out_stops_the_shot_clock(void **state)
{
    (void)state;
    struct timed m = open_timed("cspl8", "{}", "{}");
    feed(&m, json_loads("{\"type\":\"act\",\"t\":0,\"act\":\"set\",\"state\":{\"phase\":\"open\",\"striker\":\"Ann\","
                        "\"cue_in_hand\":false}}",
                        0, NULL));
    stroke(&m, 4, 10, "red");
    feed(&m, json_loads("{\"type\":\"act\",\"t\":20,\"act\":\"choose\",\"choice\":\"time_out\"}", 0, NULL));
    assert_int_equal(wait_until(&m, 500), 0);
    feed(&m, json_loads("{\"type\":\"act\",\"t\":500,\"act\":\"choose\",\"choice\":\"time_in\"}", 0, NULL));
    assert_int_equal(wait_until(&m, 519.9), 0);
    assert_int_equal(wait_until(&m, 520.1), 1);
    assert_string_equal(last_call(&m), "Thirty Seconds");
    close_timed(&m);
}

static void a_billiards_session_ends_with_time(void **state)
{
    (void)state;
    struct timed m = open_timed("billiards", "{\"session_s\": 1800, \"final_session\": true}", "{\"match_s\": 1800}");
    stroke(&m, 10, 14, "red");
    assert_int_equal(wait_until(&m, 1809), 0);
    assert_int_equal(wait_until(&m, 1810), 1);
    assert_string_equal(last_call(&m), "TIME");
    assert_int_equal(wait_until(&m, 9999), 0);
    close_timed(&m);
}

static void a_shot_clock_put_on_at_pool_makes_a_foul(void **state)
{
    (void)state;
    struct timed m = open_timed("wpa9", NULL, "{\"shot_s\": 40}");
    stroke(&m, 10, 14, "1");
    player_id striker = match_now(m.match)->state.striker;
    assert_int_equal(wait_until(&m, 54), 0);
    assert_int_equal(wait_until(&m, 54.5), 1);
    assert_true(json_is_true(json_object_get(m.ruling, "foul")));
    assert_int_not_equal(match_now(m.match)->state.striker, striker);
    close_timed(&m);
}

static void an_undo_holds_the_clocks_until_they_are_resumed(void **state)
{
    (void)state;
    struct timed m = open_timed("shootout", NULL, "{}");
    stroke(&m, 5, 8, "red");
    stroke(&m, 15, 18, "red");
    feed(&m, json_loads("{\"type\":\"act\",\"t\":20,\"act\":\"undo\",\"of\":3}", 0, NULL));
    assert_int_equal(wait_until(&m, 400), 0);
    act(&m, 400, "resume");
    assert_int_equal(wait_until(&m, 412.9), 0);
    assert_int_equal(wait_until(&m, 413.1), 1);
    close_timed(&m);
}

static void what_the_clock_shows_can_be_set(void **state)
{
    (void)state;
    struct timed m = open_timed("shootout", NULL, "{}");
    stroke(&m, 5, 8, "red");
    feed(&m, json_loads("{\"type\":\"act\",\"t\":20,\"act\":\"clock\",\"shot_s\":0,\"match_s\":60}", 0, NULL));
    assert_true(fabs(clock_shot_left(&m.clock, 30) - 5) < 1e-9);
    assert_true(fabs(clock_at(&m.clock, 30).match - 70) < 1e-9);
    close_timed(&m);
}

static void games_without_clocks_are_never_timed(void **state)
{
    (void)state;
    struct timed m = open_timed("snooker", NULL, "{}");
    stroke(&m, 5, 8, "red");
    assert_int_equal(wait_until(&m, 1e6), 0);
    assert_true(clock_shot_left(&m.clock, 9) < 0);
    close_timed(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shoot_out_gives_fifteen_then_ten_seconds),
        cmocka_unit_test(shoot_out_ends_after_ten_minutes),
        cmocka_unit_test(cspl_says_thirty_seconds_and_fouls_at_sixty),
        cmocka_unit_test(nobody_is_timed_while_balls_are_racked_again),
        cmocka_unit_test(a_time_out_stops_the_shot_clock),
        cmocka_unit_test(a_billiards_session_ends_with_time),
        cmocka_unit_test(a_shot_clock_put_on_at_pool_makes_a_foul),
        cmocka_unit_test(an_undo_holds_the_clocks_until_they_are_resumed),
        cmocka_unit_test(what_the_clock_shows_can_be_set),
        cmocka_unit_test(games_without_clocks_are_never_timed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
