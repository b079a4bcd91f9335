/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that a match kept in a folder says what its policy lets it say, asks where it is in doubt, takes the answers,
 * and is taken up where it ended. */
#include "err.h"
#include "journal.h"
#include "keeper.h"
#include "record_json.h"
#include "words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct kept {
    char folder[64], journal[96];
    struct keeper_settings settings;
    struct keeper *keeper;
    size_t line;
    int told;
    json_t *said; /* the last ruling told */
    enum verdict verdict;
    char refused[SCENARIO_ERROR_BYTES];
    int noticed; /* times something was mentioned without a ruling */
    char what[80];
};

static char error[SCENARIO_ERROR_BYTES];

static void remember(void *user, const struct keeper_said *said)
{
    struct kept *k = user;
    k->told++;
    json_decref(k->said);
    k->said = said->ruling ? json_deep_copy(said->ruling) : NULL;
    k->verdict = said->verdict;
    snprintf(k->refused, sizeof k->refused, "%s", said->refused ? said->refused : "");
    if (!said->ruling && said->noticed) {
        k->noticed++;
        snprintf(k->what, sizeof k->what, "%s", json_string_value(json_array_get(said->noticed, 0)));
    }
}

static void open_keeper(struct kept *k)
{
    if (keeper_open(&k->keeper, &k->settings, remember, k, error))
        fail_msg("%s", error);
}

static int start(void **state)
{
    struct kept *k = calloc(1, sizeof *k);
    strcpy(k->folder, "/tmp/whiteglove-keeper-XXXXXX");
    if (!mkdtemp(k->folder))
        return -1;
    snprintf(k->journal, sizeof k->journal, "%s/journal.jsonl", k->folder);
    k->settings = (struct keeper_settings){
        .folder = k->folder,
        .match = json_pack("{s:s, s:s, s:[s, s], s:i}", "type", "match", "game", "snooker", "players", "Ann", "Bo",
                           "frames", 3),
        .policy = policy_defaults(),
        .repeats = true,
    };
    open_keeper(k);
    *state = k;
    return 0;
}

static int stop(void **state)
{
    struct kept *k = *state;
    keeper_close(&k->keeper);
    json_decref(k->settings.match);
    json_decref(k->said);
    unlink(k->journal);
    int failed = rmdir(k->folder);
    free(k);
    return failed;
}

static int feed(struct kept *k, const char *text)
{
    json_t *line = json_loads(text, 0, NULL);
    assert_non_null(line);
    int err = keeper_line(k->keeper, line, ++k->line, error);
    json_decref(line);
    return err;
}

static int enter(struct kept *k, const char *words)
{
    json_t *act = words_act(words, error);
    if (!act)
        return ERR_FORMAT;
    int err = keeper_act(k->keeper, act, 0, error);
    json_decref(act);
    return err;
}

static const struct state *now(const struct kept *k)
{
    return &match_now(keeper_match(k->keeper))->state;
}

static const char *const red = "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red\"],"
                               "\"potted\":[{\"ball\":\"red\"}]}";
static const char *const missed = "{\"type\":\"stroke\",\"n\":2,\"t0\":25,\"t1\":29,\"first_contact\":[\"black\"]}";
static const char *const in_off = "{\"type\":\"stroke\",\"n\":3,\"t0\":45,\"t1\":49,\"first_contact\":[\"red\"],"
                                  "\"potted\":[{\"ball\":\"cue\"}]}";

/* Cue-ball to red at 0.7, which it misses at 0.3 and then hits nothing. */
static void play_doubtful(struct kept *k)
{
    assert_int_equal(feed(k, "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":1}"), 0);
    assert_int_equal(
        feed(k, "{\"type\":\"event\",\"t\":2,\"kind\":\"contact\",\"balls\":[\"cue\",\"red-1\"],\"p\":0.7}"), 0);
    assert_int_equal(feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":1,\"t1\":5}"), 0);
}

static void a_ruling_shows_the_frames_it_rests_on(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, "{\"type\":\"event\",\"t\":1,\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":1}"), 0);
    assert_int_equal(feed(k, "{\"type\":\"event\",\"t\":2,\"kind\":\"contact\",\"balls\":[\"cue\",\"red-1\"],\"p\":0.7,"
                             "\"evidence\":{\"frames\":[118,124],\"measured\":0.4,\"limit\":0,\"sd\":0.2}}"),
                     0);
    assert_int_equal(feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":1,\"t1\":5}"), 0);
    const json_t *shown = json_array_get(json_object_get(k->said, "evidence"), 0);
    assert_string_equal(json_string_value(json_object_get(shown, "event")), "contact cue red-1");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(shown, "frames"), 1)), 124);
    assert_string_equal(json_string_value(json_object_get(json_object_get(k->said, "hinge"), "event")),
                        "contact cue red-1");
    assert_int_equal(json_integer_value(json_object_get(k->said, "n")), 1);
}

/* ---- policy ------------------------------------------------------------------------------------------------------ */

static enum verdict decide(const struct policy *p, const char *clause, double sure, const char *origin)
{
    json_t *ruling = json_pack("{s:[s], s:f}", "clauses", clause, "sure", sure);
    enum verdict v = policy_decide(p, ruling, origin);
    json_decref(ruling);
    return v;
}

static void the_longest_beginning_of_a_clause_decides(void **state)
{
    struct policy p = policy_defaults();
    (void)state;
    assert_int_equal(policy_add(&p, "SNK=propose:0.8"), 0);
    assert_int_equal(policy_add(&p, "SNK 3.14=log"), 0);
    assert_int_equal(decide(&p, "SNK 3.14(a)", 0.5, "camera"), VERDICT_LOG);
    assert_int_equal(decide(&p, "SNK 3.11(b)", 0.85, "camera"), VERDICT_PROPOSE);
    assert_int_equal(decide(&p, "SNK 3.11(b)", 0.75, "camera"), VERDICT_ASK);
    assert_int_equal(decide(&p, "WPA 6.1", 0.96, "camera"), VERDICT_CALL);
    assert_int_equal(decide(&p, "WPA 6.1", 0.94, "camera"), VERDICT_ASK);
    assert_int_equal(policy_add(&p, "SNK=call:0.6"), 0); /* a row is replaced, not added */
    assert_int_equal(decide(&p, "SNK 3.11(b)", 0.75, "camera"), VERDICT_CALL);
}

static void what_people_say_needs_no_certainty(void **state)
{
    struct policy p = policy_defaults();
    (void)state;
    assert_int_equal(decide(&p, "SNK 3.11", 0.1, "official"), VERDICT_CALL);
    assert_int_equal(decide(&p, "SNK 3.11", 0.1, "clock"), VERDICT_CALL);
}

static void passive_calls_nothing_and_practice_asks_nothing(void **state)
{
    struct policy p = policy_defaults();
    (void)state;
    p.mode = POLICY_PASSIVE;
    assert_int_equal(decide(&p, "SNK 3.11", 1, "camera"), VERDICT_LOG);
    assert_int_equal(decide(&p, "SNK 3.11", 0.1, "official"), VERDICT_LOG);
    p.mode = POLICY_PRACTICE;
    assert_int_equal(decide(&p, "SNK 3.11", 0.1, "camera"), VERDICT_CALL);
}

static void a_policy_that_cannot_be_read_is_refused(void **state)
{
    struct policy p = policy_defaults();
    (void)state;
    assert_int_equal(policy_add(&p, "SNK"), ERR_FORMAT);
    assert_int_equal(policy_add(&p, "SNK=shout"), ERR_FORMAT);
    assert_int_equal(policy_add(&p, "SNK=ask"), ERR_FORMAT);
    assert_int_equal(policy_add(&p, "SNK=call:0.9x"), ERR_FORMAT);
    assert_int_equal(policy_add(&p, "SNK=call:0.2"), ERR_RANGE);
    assert_int_equal(policy_add(&p, "SNK=call:nan"), ERR_RANGE);
    assert_int_equal(p.n, 1);
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

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

static void one_tap_settles_it_the_other_way(void **state)
{
    struct kept *k = *state;
    play_doubtful(k);
    assert_int_equal(now(k)->score[SIDE_B], 0);
    assert_int_equal(enter(k, "settle 2"), 0);
    assert_int_equal(k->verdict, VERDICT_CALL);
    assert_int_equal(now(k)->score[SIDE_B], 4);
    assert_true(json_number_value(json_object_get(k->said, "sure")) == 1);
    assert_null(json_object_get(k->said, "alternatives"));
    assert_int_equal(json_array_size(json_object_get(k->said, "changed")), 1);
    assert_int_equal(enter(k, "undo"), 0); /* the answer itself can be taken back */
    assert_int_equal(now(k)->score[SIDE_B], 0);
}

static void accepting_leaves_the_ruling_and_ends_the_doubt(void **state)
{
    struct kept *k = *state;
    play_doubtful(k);
    assert_int_equal(enter(k, "accept"), 0);
    assert_int_equal(now(k)->score[SIDE_B], 0);
    assert_true(json_number_value(json_object_get(k->said, "sure")) == 1);
    assert_int_equal(json_array_size(json_object_get(k->said, "changed")), 0); /* nothing to announce */
    assert_int_not_equal(enter(k, "settle 9"), 0);
}

static void after_a_correction_only_what_changed_is_told(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, red), 0);
    assert_int_equal(feed(k, missed), 0);
    assert_int_equal(enter(k, "flag 2 feet"), 0); /* the red was a foul: then the black was not on either */
    const json_t *changed = json_object_get(k->said, "changed");
    assert_int_equal(json_array_size(changed), 2);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(changed, 0), "of")), 2);
    const json_t *scores = json_object_get(json_object_get(k->said, "now"), "scores");
    assert_int_equal(json_integer_value(json_object_get(scores, "B")), now(k)->score[SIDE_B]);
    assert_int_equal(now(k)->score[SIDE_A], 7); /* by Bo's stroke at the black */
}

/* ---- what goes without saying ------------------------------------------------------------------------------------ */

static void a_player_who_plays_on_has_chosen_to(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, in_off), 0);
    int before = match_next_seq(keeper_match(k->keeper));
    assert_int_equal(feed(k, red), 0);
    const json_t *choice = match_entry(keeper_match(k->keeper), before);
    assert_string_equal(json_string_value(json_object_get(choice, "choice")), "play_left");
    assert_true(json_is_true(json_object_get(choice, "inferred")));
    assert_int_equal(now(k)->score[SIDE_B], 4 + 1);
}

static void a_stroke_after_the_end_opens_the_next_frame(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, red), 0);
    assert_int_equal(enter(k, "concede Bo"), 0);
    assert_true(now(k)->frame_over);
    assert_int_equal(feed(k, missed), 0); /* of the second frame, by Bo, at a black that is not on */
    assert_int_equal(match_contest(keeper_match(k->keeper))->frame, 2);
    assert_int_equal(now(k)->score[SIDE_A], 7);
}

static void what_cannot_be_judged_is_noted_and_told(void **state)
{
    struct kept *k = *state;
    const char *twice = "{\"type\":\"stroke\",\"n\":9,\"t0\":5,\"t1\":9,\"first_contact\":[\"9\"]}";
    assert_int_not_equal(feed(k, twice), 0);
    assert_true(*k->refused != 0);
    assert_int_equal(feed(k, red), 0); /* and the match goes on */
    assert_int_equal(now(k)->score[SIDE_A], 1);
}

/* ---- acts as people type them ------------------------------------------------------------------------------------ */

static void typed(const char *words, const char *json)
{
    json_t *got = words_act(words, error), *want = json_loads(json, 0, NULL);
    assert_non_null(want);
    if (!got || !json_equal(got, want))
        fail_msg("%s became %s", words, got ? json_dumps(got, 0) : error);
    json_decref(got);
    json_decref(want);
}

static void acts_are_read_as_they_are_typed(void **state)
{
    (void)state;
    typed("nominate pink", "{\"act\":\"nominate\",\"ball\":\"pink\"}");
    typed("nominate 3", "{\"act\":\"nominate\",\"ball\":\"3\"}");
    typed("choose play_left Ann", "{\"act\":\"choose\",\"choice\":\"play_left\",\"by\":\"Ann\"}");
    typed("call 8 TL", "{\"act\":\"call\",\"ball\":\"8\",\"pocket\":\"TL\"}");
    typed("call safety", "{\"act\":\"call\",\"safety\":true}");
    typed("flag feet\n", "{\"act\":\"flag\",\"flag\":\"feet\"}");
    typed("flag 7 push_stroke:red", "{\"act\":\"flag\",\"of\":7,\"flag\":\"push_stroke:red\"}");
    typed("settle 2", "{\"act\":\"settle\",\"as\":2}");
    typed("settle 7 2", "{\"act\":\"settle\",\"of\":7,\"as\":2}");
    typed("undo", "{\"act\":\"undo\"}");
    typed("undo 12", "{\"act\":\"undo\",\"of\":12}");
    typed("miss 4 judged=no", "{\"act\":\"miss\",\"of\":4,\"judged\":false}");
    typed("set {\"scores\":{\"A\":3}}", "{\"act\":\"set\",\"state\":{\"scores\":{\"A\":3}}}");
    typed("pause shot", "{\"act\":\"pause\",\"clock\":\"shot\"}");
    typed("clock match_s=60", "{\"act\":\"clock\",\"match_s\":60}");
    static const char *const wrong[] = {"", "dance", "undo 1 2 3", "{", "{\"a\":1}", "set {", "new_frame 3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_null(words_act(wrong[i], error));
}

/* ---- taking up --------------------------------------------------------------------------------------------------- */

static size_t lines_on_file(const struct kept *k)
{
    struct journal_report report;
    assert_int_equal(journal_read(k->journal, NULL, NULL, &report), 0);
    return report.lines;
}

static void a_folder_is_taken_up_where_it_ends(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, red), 0);
    assert_int_equal(feed(k, missed), 0);
    uint64_t hash = record_hash(match_now(keeper_match(k->keeper)));
    size_t lines = lines_on_file(k);
    keeper_close(&k->keeper);
    open_keeper(k);
    assert_true(record_hash(match_now(keeper_match(k->keeper))) == hash);
    k->line = 0; /* the file is read again from its beginning */
    int told = k->told;
    assert_int_equal(feed(k, red), 0);
    assert_int_equal(feed(k, missed), 0);
    assert_int_equal(k->told, told);
    assert_int_equal(lines_on_file(k), lines);
    assert_int_equal(feed(k, red), 0);
    assert_int_equal(now(k)->score[SIDE_B], 1);
}

static void a_ruling_that_was_lost_is_written_and_told(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, red), 0);
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
    open_keeper(k);
    assert_int_equal(k->told, told + 1);
    assert_int_equal(now(k)->score[SIDE_A], 1);
    assert_int_equal(lines_on_file(k), 3);
}

static void the_time_of_a_camera_goes_on_after_a_restart(void **state)
{
    struct kept *k = *state;
    keeper_close(&k->keeper);
    unlink(k->journal);
    k->settings.repeats = false;
    open_keeper(k);
    assert_int_equal(feed(k, red), 0);
    keeper_close(&k->keeper);
    open_keeper(k);
    assert_int_equal(feed(k, missed), 0);
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
    open_keeper(k);
    assert_int_equal(feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red-1\"],"
                             "\"potted\":[{\"ball\":\"red-1\"}],\"balls_at_rest\":{\"red-2\":[100,100],\"red-3\":"
                             "[200,300]}}"),
                     0);
    keeper_close(&k->keeper);
    open_keeper(k);
    /* What was red-3 is now called red-1, a name that the match has no ball for any more. */
    assert_int_equal(feed(k, "{\"type\":\"position\",\"t\":1,\"balls\":[{\"id\":\"red-1\",\"x\":201,\"y\":300},"
                             "{\"id\":\"red-2\",\"x\":101,\"y\":100}]}"),
                     0);
    assert_int_equal(feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":2,\"t1\":4,\"first_contact\":[\"red-1\"]}"), 0);
    const json_t *stroke = json_object_get(match_entry(keeper_match(k->keeper), 3), "stroke");
    assert_string_equal(json_string_value(json_array_get(json_object_get(stroke, "first_contact"), 0)), "red-3");
    assert_non_null(json_object_get(json_object_get(match_entry(keeper_match(k->keeper), 3), "position"), "red-3"));
}

static void a_ball_off_its_place_is_noticed(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red-1\"],"
                             "\"balls_at_rest\":{\"blue\":[0,0],\"pink\":[892,0],\"red-2\":[100,100]}}"),
                     0);
    assert_int_equal(feed(k, "{\"type\":\"position\",\"t\":10,\"balls\":[{\"id\":\"blue\",\"x\":31,\"y\":0,\"sd\":0.1},"
                             "{\"id\":\"red-2\",\"x\":101,\"y\":100}]}"),
                     0);
    assert_int_equal(feed(k, missed), 0);
    const json_t *noticed = json_object_get(match_entry(keeper_match(k->keeper), 3), "noticed");
    assert_int_equal(json_array_size(noticed), 3);
    assert_string_equal(json_string_value(json_array_get(noticed, 0)), "blue is 31 mm off its place");
    assert_string_equal(json_string_value(json_array_get(noticed, 1)), "pink is missing");
    assert_string_equal(json_string_value(json_array_get(noticed, 2)), "a stroke may have gone unseen");
    assert_int_equal(k->verdict, VERDICT_ASK); /* a stroke may have gone unseen */
}

/* ---- between strokes --------------------------------------------------------------------------------------------- */

static const char *const pot_of_blue = "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red-1\"],"
                                       "\"balls_at_rest\":{\"blue\":[0,0],\"pink\":[892,0],\"red-2\":[100,100]}}";

/* Frames of a table at rest from t to t + seconds, five a second. */
static void rest(struct kept *k, double t, double seconds, const char *balls)
{
    char text[4096];
    for (double at = t; at < t + seconds; at += 0.2) {
        snprintf(text, sizeof text, "{\"type\":\"frame\",\"t\":%.3f,\"balls\":[%s]}", at, balls);
        assert_int_equal(feed(k, text), 0);
    }
}

static void a_ball_put_back_wrong_is_mentioned_once_and_again_when_it_is_moved_wrong_again(void **state)
{
    static const char *const wrong = "{\"id\":\"blue\",\"x\":31,\"y\":0,\"vx\":0,\"vy\":0},"
                                     "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    static const char *const right = "{\"id\":\"blue\",\"x\":1,\"y\":0},"
                                     "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    struct kept *k = *state;
    assert_int_equal(feed(k, pot_of_blue), 0);
    rest(k, 10, 2, wrong); /* a hand is still at it */
    assert_int_equal(k->noticed, 0);
    rest(k, 12, 10, wrong);
    assert_int_equal(k->noticed, 1);
    assert_string_equal(k->what, "blue is 31 mm off its place");
    rest(k, 22, 5, right);
    assert_int_equal(k->noticed, 1);
    rest(k, 27, 5, wrong);
    assert_int_equal(k->noticed, 2);
}

/* Read again from its beginning, a file leads to the same mention at the same line. */
static void what_was_watched_before_a_crash_is_watched_again(void **state)
{
    static const char *const wrong = "{\"id\":\"blue\",\"x\":31,\"y\":0},"
                                     "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    struct kept *k = *state;
    assert_int_equal(feed(k, pot_of_blue), 0);
    rest(k, 10, 2, wrong);
    keeper_close(&k->keeper);
    open_keeper(k);
    k->line = 0;
    assert_int_equal(feed(k, pot_of_blue), 0);
    rest(k, 10, 3.3, wrong);
    assert_int_equal(k->noticed, 1);
    keeper_close(&k->keeper);
    open_keeper(k);
    k->line = 0;
    assert_int_equal(feed(k, pot_of_blue), 0);
    rest(k, 10, 8, wrong);
    assert_int_equal(k->noticed, 1); /* it was said before the crash */
}

static void a_colour_that_is_not_put_back_is_mentioned(void **state)
{
    static const char *const no_blue = "{\"id\":\"pink\",\"x\":892,\"y\":1},{\"id\":\"red-2\",\"x\":100,\"y\":100}";
    struct kept *k = *state;
    assert_int_equal(feed(k, pot_of_blue), 0);
    rest(k, 10, 10, no_blue);
    assert_int_equal(k->noticed, 0);
    rest(k, 20, 5, no_blue);
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
    assert_int_equal(enter(k, "concede Bo"), 0);
    assert_true(now(k)->frame_over);
    rest(k, 100, 1, balls);
    assert_true(now(k)->frame_over);
    rest(k, 101, 3, balls);
    assert_false(now(k)->frame_over);
    assert_int_equal(match_contest(keeper_match(k->keeper))->frame, 2);
    assert_true(json_is_true(json_object_get(match_entry(keeper_match(k->keeper), 3), "inferred")));
}

static void after_a_restart_balls_that_were_moved_are_mentioned(void **state)
{
    struct kept *k = *state;
    keeper_close(&k->keeper);
    unlink(k->journal);
    k->settings.repeats = false;
    open_keeper(k);
    assert_int_equal(feed(k, pot_of_blue), 0);
    keeper_close(&k->keeper);
    open_keeper(k);
    assert_int_equal(feed(k, "{\"type\":\"position\",\"t\":1,\"balls\":[{\"id\":\"blue\",\"x\":0,\"y\":44},"
                             "{\"id\":\"pink\",\"x\":892,\"y\":0},{\"id\":\"red-9\",\"x\":100,\"y\":100}]}"),
                     0);
    assert_int_equal(k->noticed, 1);
    assert_string_equal(k->what, "blue is 44 mm off its place");
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
    assert_int_equal(feed(k, start), 0);
    assert_int_equal(feed(k, lifted), 0);
    assert_int_equal(feed(k, stroke), 0); /* before the break it is in hand */
    assert_int_equal(match_next_seq(keeper_match(k->keeper)), 2);
    assert_int_equal(feed(k, missed), 0); /* now it is in play: a foul, perhaps, and perhaps the referee cleans it */
    assert_int_equal(feed(k, start), 0);
    assert_int_equal(feed(k, lifted), 0);
    assert_int_equal(feed(k, stroke), 0);
    assert_int_equal(k->verdict, VERDICT_ASK);
}

/* Strokes of long ago are read from the journal: they can be looked at, taken back and flagged like any other. */
static void strokes_of_long_ago_can_still_be_changed(void **state)
{
    struct kept *k = *state;
    char text[300];
    assert_int_equal(feed(k, red), 0); /* entry 2 */
    for (int i = 0; i < 150; i++) {    /* red after black after red, in turn by Ann and Bo */
        snprintf(text, sizeof text, "{\"type\":\"stroke\",\"n\":%d,\"t0\":%d,\"t1\":%d,\"first_contact\":[\"%s\"]}",
                 i + 2, 20 + 10 * i, 25 + 10 * i, i ? "red" : "black");
        assert_int_equal(feed(k, text), 0);
    }
    assert_int_equal(now(k)->score[SIDE_A], 1);
    const json_t *old = match_entry(keeper_match(k->keeper), 2);
    assert_true(json_number_value(json_object_get(old, "t")) == 9);
    assert_int_equal(json_integer_value(json_object_get(match_ruling(keeper_match(k->keeper), 2), "points")), 1);
    keeper_close(&k->keeper);
    open_keeper(k);
    assert_int_equal(enter(k, "flag 2 feet"), 0); /* a foul: the red does not count, and Bo has hit a wrong ball */
    assert_int_equal(now(k)->score[SIDE_A], 7);
    assert_int_equal(now(k)->score[SIDE_B], 4);
    assert_int_equal(enter(k, "undo"), 0);
    assert_int_equal(now(k)->score[SIDE_A], 1);
    assert_int_equal(now(k)->score[SIDE_B], 0);
    assert_int_equal(enter(k, "undo 2"), 0); /* the red was never potted: Ann has hit a wrong ball */
    assert_int_equal(now(k)->score[SIDE_A], 0);
    assert_int_equal(now(k)->score[SIDE_B], 7);
    assert_int_equal(enter(k, "flag 999 feet"), ERR_FORMAT);
    keeper_close(&k->keeper);
    open_keeper(k);
    int first;
    assert_int_equal(match_divergences(keeper_match(k->keeper), &first), 0);
    assert_int_equal(now(k)->score[SIDE_A], 0);
}

static void only_the_frame_concerned_is_folded_again(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, red), 0);
    assert_int_equal(enter(k, "concede Bo"), 0);
    assert_int_equal(enter(k, "new_frame"), 0);
    assert_int_equal(feed(k, red), 0); /* entry 5, Bo's */
    assert_int_equal(now(k)->score[SIDE_B], 1);
    assert_int_equal(enter(k, "flag 5 feet"), 0);
    assert_int_equal(now(k)->score[SIDE_B], 0);
    assert_int_equal(match_contest(keeper_match(k->keeper))->frames_won[SIDE_A], 1);
    assert_int_equal(enter(k, "undo 3"), 0); /* it was not conceded */
    assert_int_equal(match_contest(keeper_match(k->keeper))->frames_won[SIDE_A], 0);
    assert_int_equal(enter(k, "undo 7"), 0); /* the undo */
    assert_int_equal(match_contest(keeper_match(k->keeper))->frames_won[SIDE_A], 1);
    assert_int_equal(match_contest(keeper_match(k->keeper))->frame, 2);
}

static void only_what_was_offered_can_be_chosen(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, red), 0);
    assert_int_equal(enter(k, "choose offender_left"), ERR_FORMAT);
    assert_non_null(strstr(error, "no ruling has offered it"));
    assert_int_equal(feed(k, in_off), 0); /* a foul: play on, or have it played again */
    assert_int_equal(enter(k, "choose cue_ball_from_baulk"), ERR_FORMAT);
    assert_int_equal(enter(k, "choose offender_left"), 0);
    assert_int_equal(enter(k, "choose play_left"), ERR_FORMAT); /* the choice has been made */
}

static void a_nomination_nobody_made_is_marked_as_inferred(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, red), 0);
    assert_null(json_object_get(k->said, "inferred"));
    assert_int_equal(feed(k, missed), 0); /* the black, first hit */
    const json_t *taken = json_object_get(json_object_get(k->said, "inferred"), "nominated");
    assert_string_equal(json_string_value(json_array_get(taken, 0)), "black");
}

static void how_well_a_position_is_known_comes_with_it(void **state)
{
    struct kept *k = *state;
    assert_int_equal(feed(k, "{\"type\":\"position\",\"t\":1,\"balls\":[{\"id\":\"red-2\",\"x\":100,\"y\":100,"
                             "\"sd\":0.1}]}"),
                     0);
    assert_int_equal(feed(k, missed), 0);
    double sd = json_number_value(json_object_get(match_entry(keeper_match(k->keeper), 2), "position_sd"));
    assert_true(sd > 0.1 && sd < 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_beginning_of_a_clause_decides),
        cmocka_unit_test(what_people_say_needs_no_certainty),
        cmocka_unit_test(passive_calls_nothing_and_practice_asks_nothing),
        cmocka_unit_test(a_policy_that_cannot_be_read_is_refused),
        TEST(a_doubtful_stroke_is_asked_with_the_likeliest_ruling_first),
        TEST(a_ruling_shows_the_frames_it_rests_on),
        TEST(one_tap_settles_it_the_other_way),
        TEST(accepting_leaves_the_ruling_and_ends_the_doubt),
        TEST(after_a_correction_only_what_changed_is_told),
        TEST(a_player_who_plays_on_has_chosen_to),
        TEST(a_stroke_after_the_end_opens_the_next_frame),
        TEST(what_cannot_be_judged_is_noted_and_told),
        cmocka_unit_test(acts_are_read_as_they_are_typed),
        TEST(a_folder_is_taken_up_where_it_ends),
        TEST(a_ruling_that_was_lost_is_written_and_told),
        TEST(the_time_of_a_camera_goes_on_after_a_restart),
        TEST(reds_are_recognised_after_a_restart),
        TEST(a_ball_off_its_place_is_noticed),
        TEST(a_ball_put_back_wrong_is_mentioned_once_and_again_when_it_is_moved_wrong_again),
        TEST(what_was_watched_before_a_crash_is_watched_again),
        TEST(a_colour_that_is_not_put_back_is_mentioned),
        TEST(racked_balls_start_the_next_frame),
        TEST(after_a_restart_balls_that_were_moved_are_mentioned),
        TEST(a_cue_ball_in_hand_that_is_picked_up_is_no_stroke),
        TEST(strokes_of_long_ago_can_still_be_changed),
        TEST(only_the_frame_concerned_is_folded_again),
        TEST(only_what_was_offered_can_be_chosen),
        TEST(a_nomination_nobody_made_is_marked_as_inferred),
        TEST(how_well_a_position_is_known_comes_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
