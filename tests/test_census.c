/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the balls on the table are compared with the match before every stroke: what does not agree becomes a
 * question, and what is only another name or a hand does not. */
#include "err.h"
#include "keeper.h"
#include "lines.h"
#include "seen.h"
#include "words.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct table {
    char folder[64], journal[96];
    struct keeper *keeper;
    size_t line;
    int told;
    enum verdict verdict;
    json_t *ruling, *noticed;
};

static char error[SCENARIO_ERROR_BYTES];

static void remember(void *user, const struct keeper_said *said)
{
    struct table *t = user;
    if (!said->ruling)
        return;
    json_decref(t->ruling);
    json_decref(t->noticed);
    t->told++;
    t->verdict = said->verdict;
    t->ruling = json_deep_copy(said->ruling);
    t->noticed = said->noticed ? json_deep_copy(said->noticed) : NULL;
}

static int open_game(void **state, const char *game)
{
    struct table *t = calloc(1, sizeof *t);
    strcpy(t->folder, "/tmp/whiteglove-census-XXXXXX");
    if (!mkdtemp(t->folder))
        return -1;
    snprintf(t->journal, sizeof t->journal, "%s/journal.jsonl", t->folder);
    json_t *match = json_pack("{s:s, s:s, s:[s, s]}", "type", "match", "game", game, "players", "Ann", "Bo");
    struct keeper_settings settings = {
        .folder = t->folder, .match = match, .policy = policy_defaults(), .repeats = true};
    int err = keeper_open(&t->keeper, &settings, remember, t, error);
    json_decref(match);
    *state = t;
    return err;
}

static int open_snooker(void **state)
{
    return open_game(state, "snooker");
}

static int open_billiards(void **state)
{
    return open_game(state, "billiards");
}

static int open_pool(void **state)
{
    return open_game(state, "wpa141");
}

static int open_nine_ball(void **state)
{
    return open_game(state, "wpa9");
}

static int open_black_ball(void **state)
{
    return open_game(state, "wpabb");
}

static int close_table(void **state)
{
    struct table *t = *state;
    keeper_close(&t->keeper);
    json_decref(t->ruling);
    json_decref(t->noticed);
    unlink(t->journal);
    int failed = rmdir(t->folder);
    free(t);
    return failed;
}

static void feed(struct table *t, const char *text)
{
    json_t *line = json_loads(text, 0, NULL);
    assert_non_null(line);
    if (keeper_line(t->keeper, line, ++t->line, error))
        fail_msg("%s", error);
    json_decref(line);
}

static const json_t *last_entry(const struct table *t)
{
    const struct match *m = keeper_match(t->keeper);
    int seq = match_next_seq(m) - 1;
    while (seq > 1 && strcmp(json_string_value(json_object_get(match_entry(m, seq), "type")), "stroke") != 0)
        seq--;
    return match_entry(m, seq);
}

static bool mentions(const struct table *t, const char *words)
{
    for (size_t i = 0; i < json_array_size(t->noticed); i++)
        if (!strcmp(json_string_value(json_array_get(t->noticed, i)), words))
            return true;
    return false;
}

/* The first stroke of a frame: the cue-ball meets a red, and all of them are seen to rest. */
static void break_off(struct table *t)
{
    feed(t, POSITION(
                1, BALL("cue", -1100, 0) "," BALL("red-1", 900, 0) "," BALL("red-2", 950, 30) "," BALL("blue", 0, 0)));
    feed(t, EVENT(5, "strike", "\"cue\"", -1100, 0, 0.99));
    feed(t, EVENT(6, "contact", "\"cue\",\"red-1\"", 850, 0, 0.995));
    feed(t, STROKE(1, 5, 9,
                   "\"first_contact\":[\"red-1\"],\"rest_sd\":0.1,"
                   "\"balls_at_rest\":{\"cue\":[-500,200],\"red-1\":[1000,400],\"red-2\":[950,30],\"blue\":[0,0]}"));
    assert_int_equal(t->told, 1);
}

static void strike_red(struct table *t, const char *red, const char *position, const char *rest)
{
    char text[512];
    feed(t, position);
    feed(t, EVENT(20, "strike", "\"cue\"", -500, 200, 0.99));
    snprintf(text, sizeof text, EVENT(21, "contact", "\"cue\",\"%s\"", 900, 30, 0.995), red);
    feed(t, text);
    snprintf(text, sizeof text, STROKE(2, 20, 24, "\"first_contact\":[\"%s\"],\"rest_sd\":0.1,\"balls_at_rest\":{%s}"),
             red, rest);
    feed(t, text);
}

#define AS_LEFT BALL("cue", -500, 200) "," BALL("red-1", 1000, 400) "," BALL("blue", 0, 0)
#define RESTS   "\"cue\":[100,100],\"red-1\":[1000,400],\"blue\":[0,0]"

static void balls_as_they_were_left_are_no_question(void **state)
{
    struct table *t = *state;
    break_off(t);
    strike_red(t, "red-2", POSITION(15, AS_LEFT "," BALL("red-2", 950, 30)), RESTS ",\"red-2\":[900,300]");
    assert_null(json_object_get(last_entry(t), "strange"));
    assert_null(t->noticed);
}

static void a_cue_ball_that_lies_elsewhere_means_a_stroke_unseen(void **state)
{
    struct table *t = *state;
    break_off(t);
    strike_red(t, "red-2",
               POSITION(15, BALL("cue", 700, -300) "," BALL("red-1", 1000, 400) "," BALL("red-2", 950,
                                                                                         30) "," BALL("blue", 0, 0)),
               RESTS ",\"red-2\":[900,300]");
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_true(mentions(t, "a stroke may have gone unseen"));
}

/* It was taken up, which was asked, and nobody has answered: if that was nothing, it would have been put back. */
static void a_cue_ball_that_was_taken_up_and_lies_elsewhere_means_a_stroke_unseen(void **state)
{
    struct table *t = *state;
    break_off(t);
    feed(t, EVENT(11, "removed", "\"cue\"", -500, 200, 0.9));
    feed(t, POSITION(12, BALL("red-1", 1000, 400) "," BALL("red-2", 950, 30) "," BALL("blue", 0, 0)));
    feed(t, "{\"type\":\"frame\",\"t\":13,\"balls\":[" BALL("red-1", 1000, 400) "," BALL("red-2", 950, 30) "," BALL(
                "blue", 0, 0) "]}");
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_int_equal(t->told, 2);
    strike_red(t, "red-2",
               POSITION(15, BALL("cue", 700, -300) "," BALL("red-1", 1000, 400) "," BALL("red-2", 950,
                                                                                         30) "," BALL("blue", 0, 0)),
               RESTS ",\"red-2\":[900,300]");
    assert_int_equal(t->told, 3);
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_true(mentions(t, "a stroke may have gone unseen"));
}

/* The camera's program lost a red and found it again under another number: it is the same red. */
static void a_red_with_another_number_is_the_same_red(void **state)
{
    struct table *t = *state;
    break_off(t);
    strike_red(t, "red-16", POSITION(15, AS_LEFT "," BALL("red-16", 950, 30)), RESTS ",\"red-16\":[900,300]");
    assert_null(json_object_get(last_entry(t), "strange"));
    const json_t *facts = json_object_get(last_entry(t), "stroke");
    const char *hit = json_string_value(json_array_get(json_object_get(facts, "first_contact"), 0));
    assert_string_equal(hit, "red-2");
}

/* A colour that the match has on the table is not there any more, and nobody saw it fall. */
static void balls_do_not_vanish(void **state)
{
    struct table *t = *state;
    break_off(t);
    strike_red(t, "red-2", POSITION(15, AS_LEFT "," BALL("red-2", 950, 30)),
               "\"cue\":[100,100],\"red-1\":[1000,400],\"red-2\":[900,300]");
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_true(mentions(t, "nobody saw where blue went"));
    const json_t *events = json_object_get(json_object_get(last_entry(t), "stroke"), "events"),
                 *lost = json_array_get(events, json_array_size(events) - 1);
    assert_string_equal(json_string_value(json_object_get(lost, "kind")), "pocket"); /* it may have been potted */
    assert_true(json_number_value(json_object_get(lost, "p")) < 0.5);
}

static void a_stroke_whose_beginning_was_not_seen_is_asked_about(void **state)
{
    struct table *t = *state;
    break_off(t);
    feed(t, POSITION(15, AS_LEFT "," BALL("red-2", 950, 30)));
    feed(t, EVENT(20, "strike", "\"cue\"", -500, 200, 0.4));
    feed(t, EVENT(21, "contact", "\"cue\",\"red-2\"", 900, 30, 0.995));
    feed(t, STROKE(2, 20, 24,
                   "\"first_contact\":[\"red-2\"],\"rest_sd\":0.1,\"balls_at_rest\":{" RESTS ",\"red-2\":[900,300]}"));
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_true(mentions(t, "the beginning of this stroke was not seen"));
}

/* Carried over the table in less time than any ball needs to stop: no stroke, whatever the rules would make of it. */
static void a_cue_ball_in_hand_that_was_carried_is_no_stroke(void **state)
{
    struct table *t = *state;
    feed(t, POSITION(1, BALL("cue", -730, 588) "," BALL("red-1", 900, 0)));
    feed(t, EVENT(5, "strike", "\"cue\"", -730, 588, 0.99));
    feed(t, EVENT(5, "rest", "\"cue\"", -1110, 279, 0.99));
    feed(t, STROKE(1, 5, 5.4,
                   "\"first_contact\":[],\"rest_sd\":0.1,\"balls_at_rest\":{\"cue\":[-1110,279],\"red-1\":[900,0]}"));
    assert_int_equal(t->told, 0);
}

/* Nine-ball: 5 falls from the break. */
static void pot_5(struct table *t)
{
    feed(t, POSITION(1, BALL("cue", -800, 0) "," BALL("1", 635, 0) "," BALL("5", 780, 30) "," BALL("9", 735, 0)));
    feed(t, EVENT(5, "strike", "\"cue\"", -800, 0, 0.99));
    feed(t, EVENT(6, "contact", "\"cue\",\"1\"", 580, 0, 0.995));
    feed(t, "{\"type\":\"event\",\"t\":7,\"kind\":\"pocket\",\"pocket\":\"ML\",\"balls\":[\"5\"],\"at\":[0,640],\"p\":"
            "0.995}");
    feed(t, STROKE(1, 5, 9,
                   "\"first_contact\":[\"1\"],\"first_contact_p\":0.995,\"rest_sd\":0.1,"
                   "\"potted\":[{\"ball\":\"5\",\"pocket\":\"ML\"}],"
                   "\"balls_at_rest\":{\"cue\":[0,300],\"1\":[900,0],\"9\":[300,300]}"));
}

/* The next stroke begins, at the 1, with `more` on the table. */
static void strike_1(struct table *t, const char *more)
{
    char text[512];
    snprintf(text, sizeof text, POSITION(30, BALL("cue", 0, 300) "," BALL("1", 900, 0) "," BALL("9", 300, 300) "%s"),
             more);
    feed(t, text);
    feed(t, EVENT(33, "strike", "\"cue\"", 0, 300, 0.99));
    feed(t, EVENT(34, "contact", "\"cue\",\"1\"", 860, 30, 0.995));
}

/* The same with what lies there `before` it and `after` it. */
static void play_1(struct table *t, const char *before, const char *after)
{
    char text[512];
    strike_1(t, before);
    snprintf(text, sizeof text,
             STROKE(2, 33, 36,
                    "\"first_contact\":[\"1\"],\"rest_sd\":0.1,"
                    "\"balls_at_rest\":{\"cue\":[800,0],\"1\":[1000,0],\"9\":[300,300]%s}"),
             after);
    feed(t, text);
    assert_int_equal(t->told, 2);
}

/* A hand is taken for a ball that is not in play and gone after the stroke; near a pocket, it seems to fall. */
static void a_hand_taken_for_a_ball_is_dropped(void **state)
{
    struct table *t = *state;
    pot_5(t);
    feed(t, EVENT(31, "placed", "\"5\"", -50, 560, 0.95));
    feed(t, "{\"type\":\"event\",\"t\":33.5,\"kind\":\"pocket\",\"pocket\":\"ML\",\"balls\":[\"5\"],\"at\":[-50,560],"
            "\"p\":0.9}");
    strike_1(t, "," BALL("5", -50, 560));
    feed(t, STROKE(2, 33, 36,
                   "\"first_contact\":[\"1\"],\"rest_sd\":0.1,\"potted\":[{\"ball\":\"5\",\"pocket\":\"ML\"}],"
                   "\"balls_at_rest\":{\"cue\":[800,0],\"1\":[1000,0],\"9\":[300,300]}"));
    assert_int_equal(t->told, 2);
    assert_null(json_object_get(last_entry(t), "back"));
    assert_null(json_object_get(last_entry(t), "strange"));
}

/* While balls rolled the 9 was lost and what came out where it went is read as the 5, which has gone: it is the 9. */
static void a_ball_that_changed_its_name_in_the_stroke_is_the_one_that_is_missed(void **state)
{
    struct table *t = *state;
    pot_5(t);
    strike_1(t, "");
    feed(t, STROKE(2, 33, 36,
                   "\"first_contact\":[\"1\"],\"first_contact_p\":0.995,\"rest_sd\":0.1,"
                   "\"balls_at_rest\":{\"cue\":[800,0],\"1\":[1000,0],\"5\":[-200,310]}"));
    const json_t *entry = last_entry(t);
    assert_null(json_object_get(entry, "strange"));
    assert_null(json_object_get(entry, "noticed"));
    assert_non_null(json_object_get(json_object_get(json_object_get(entry, "stroke"), "balls_at_rest"), "9"));
}

/* So are many reds at once, of which it does not matter which is which. */
static void reds_that_changed_their_names_in_the_stroke_are_those_that_are_missed(void **state)
{
    struct table *t = *state;
    feed(
        t,
        "{\"type\":\"act\",\"t\":0,\"act\":\"set\",\"state\":{\"balls_left\":[\"cue\",\"blue\",\"red-1\",\"red-2\"]}}");
    break_off(t);
    strike_red(t, "red-2", POSITION(15, AS_LEFT "," BALL("red-2", 950, 30)),
               "\"cue\":[100,100],\"red-5\":[1000,400],\"blue\":[0,0],\"red-6\":[900,300]");
    assert_null(json_object_get(last_entry(t), "back"));
    assert_null(json_object_get(last_entry(t), "strange"));
    assert_int_equal(t->verdict, VERDICT_CALL);
}

/* The 1 rolls to the edge of a pocket, is lost in its dark and told to have fallen; what is found there again a moment
 * later is read as the 5, which has gone. Nobody can say whether the 1 was potted. */
static void a_ball_that_lies_where_it_fell_is_no_certain_pot(void **state)
{
    struct table *t = *state;
    pot_5(t);
    strike_1(t, "");
    feed(t, "{\"type\":\"event\",\"t\":35,\"kind\":\"pocket\",\"pocket\":\"TL\",\"balls\":[\"1\"],\"at\":[1275,642],"
            "\"p\":0.995}");
    feed(t,
         STROKE(2, 33, 36,
                "\"first_contact\":[\"1\"],\"first_contact_p\":0.995,\"cushions_after_contact\":true,\"rest_sd\":0.1,"
                "\"potted\":[{\"ball\":\"1\",\"pocket\":\"TL\"}],"
                "\"balls_at_rest\":{\"cue\":[800,0],\"5\":[1272,640],\"9\":[300,300]}"));
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_null(json_object_get(last_entry(t), "back"));
    assert_true(json_array_size(json_object_get(t->ruling, "alternatives")) > 1);
}

/* But one that is still there after it: a pot was none, or it was brought back. */
static void a_ball_that_is_back_on_the_table_is_asked_about(void **state)
{
    struct table *t = *state;
    pot_5(t);
    play_1(t, "," BALL("5", -50, 60), ",\"5\":[-50,60]");
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_true(mentions(t, "5 is back on the table"));
}

/* 15 was called for a pocket, and what fell there looked like 13: a person says which. */
static void a_number_misread_in_the_called_pocket_is_asked_about(void **state)
{
    struct table *t = *state;
    feed(t, "{\"type\":\"act\",\"act\":\"call\",\"ball\":\"15\",\"pocket\":\"ML\"}");
    feed(t, POSITION(1, BALL("cue", -500, 0) "," BALL("13", 0, 500) "," BALL("15", 900, 0)));
    feed(t, EVENT(5, "strike", "\"cue\"", -500, 0, 0.99));
    feed(t, EVENT(6, "contact", "\"cue\",\"13\"", -40, 460, 0.995));
    feed(t, "{\"type\":\"event\",\"t\":7,\"kind\":\"pocket\",\"pocket\":\"ML\",\"balls\":[\"13\"],\"at\":[0,640],\"p\":"
            "0.995}");
    feed(t,
         STROKE(1, 5, 9,
                "\"first_contact\":[\"13\"],\"first_contact_p\":0.995,\"rest_sd\":0.1,"
                "\"potted\":[{\"ball\":\"13\",\"pocket\":\"ML\"}],\"balls_at_rest\":{\"cue\":[0,300],\"15\":[900,0]}"));
    assert_int_equal(t->verdict, VERDICT_ASK);
    assert_true(json_array_size(json_object_get(t->ruling, "alternatives")) > 1);
}

/* 14.1: of most balls nobody knows where they lie, since they are racked again; hands push one of the others aside
 * meanwhile. That is no foul of whoever plays next. */
static void a_ball_moved_while_others_were_racked_was_not_touched(void **state)
{
    struct table *t = *state;
    const char *rest = "\"first_contact\":[\"13\"],\"first_contact_p\":0.995,\"cushions_after_contact\":true,"
                       "\"rest_sd\":0.1,\"balls_at_rest\":{\"cue\":[0,300],\"13\":[500,0],\"15\":[900,0]}";
    char text[512];
    for (int n = 1; n <= 2; n++) {
        feed(t, POSITION(1, BALL("cue", -500, 0) "," BALL("13", 0, 500) "," BALL("15", 900, 0)));
        if (n == 2)
            feed(t, EVENT(15, "disturbed", "\"15\"", 900, 0, 0.95));
        feed(t, EVENT(20, "strike", "\"cue\"", -500, 0, 0.99));
        feed(t, EVENT(21, "contact", "\"cue\",\"13\"", -40, 460, 0.995));
        snprintf(text, sizeof text, STROKE(1, 20, 24, "%s"), rest);
        feed(t, text);
    }
    const json_t *moved = json_object_get(json_object_get(last_entry(t), "stroke"), "events");
    for (size_t i = 0; i < json_array_size(moved); i++)
        assert_string_not_equal(json_string_value(json_object_get(json_array_get(moved, i), "kind")), "disturbed");
    assert_true(json_array_size(moved) > 0);
}

static bool tells_of(struct table *t, const char *kind)
{
    const json_t *events = json_object_get(json_object_get(last_entry(t), "stroke"), "events");
    for (size_t i = 0; i < json_array_size(events); i++)
        if (!strcmp(json_string_value(json_object_get(json_array_get(events, i), "kind")), kind))
            return true;
    return false;
}

#define MISS(n, t0, t1)                                                                                                \
    "{\"type\":\"stroke\",\"n\":" #n ",\"t0\":" #t0 ",\"t1\":" #t1                                                     \
    ",\"struck\":\"white\",\"first_contact\":[],\"rest_sd\":0.1,\"balls_at_rest\":{\"white\":[-500,200],\"red\":[900," \
    "0]}}"

/* Billiards: the red is pushed a little and then taken up, as whoever puts balls back does. A push alone is a touch. */
static void a_ball_pushed_by_who_takes_it_up_was_not_touched(void **state)
{
    struct table *t = *state;
    feed(t, POSITION(1, BALL("white", -500, 200) "," BALL("red", 900, 0)));
    feed(t, EVENT(5, "strike", "\"white\"", -500, 200, 0.99));
    feed(t, MISS(1, 5, 9));
    feed(t, EVENT(15, "disturbed", "\"red\"", 903, 0, 0.95));
    feed(t, EVENT(15.2, "removed", "\"red\"", 903, 0, 0.95));
    feed(t, EVENT(17, "placed", "\"red\"", 900, 0, 0.95));
    feed(t, EVENT(20, "strike", "\"white\"", -500, 200, 0.99));
    feed(t, MISS(2, 20, 24));
    assert_true(tells_of(t, "strike"));
    assert_false(tells_of(t, "disturbed"));
    feed(t, EVENT(30, "disturbed", "\"red\"", 903, 0, 0.95));
    feed(t, EVENT(35, "strike", "\"white\"", -500, 200, 0.99));
    feed(t, MISS(3, 35, 39));
    assert_true(tells_of(t, "disturbed"));
}

#define CARRIED(t, x, y, far)                                                                                          \
    "{\"type\":\"event\",\"t\":" #t ",\"kind\":\"disturbed\",\"balls\":[\"red\"],\"at\":[" #x "," #y "],\"p\":0.95,"   \
    "\"evidence\":{\"measured\":" #far "}}"

/* Billiards: the red, which lay elsewhere, is carried to where it belongs; or from there to elsewhere. */
static void a_ball_that_was_put_where_it_belongs_was_not_touched(void **state)
{
    struct table *t = *state;
    feed(t, POSITION(1, BALL("white", -500, 200) "," BALL("red", 900, 0)));
    feed(t, EVENT(5, "strike", "\"white\"", -500, 200, 0.99));
    feed(t, MISS(1, 5, 9));
    feed(t, CARRIED(15, 902, 1, 280.0));
    feed(t, EVENT(20, "strike", "\"white\"", -500, 200, 0.99));
    feed(t, MISS(2, 20, 24));
    assert_true(tells_of(t, "strike"));
    assert_false(tells_of(t, "disturbed"));
    feed(t, CARRIED(30, 700, 200, 280.0));
    feed(t, EVENT(35, "strike", "\"white\"", -500, 200, 0.99));
    feed(t, MISS(3, 35, 39));
    assert_true(tells_of(t, "disturbed"));
}

/* Black ball: nothing was hit. Who plays next from where the cue-ball lies has left it there, and who plays from baulk
 * has taken it in hand: neither is strange. */
static void a_cue_ball_put_elsewhere_was_taken_in_hand(void **state)
{
    struct table *t = *state;
    feed(t, POSITION(1, BALL("cue", -700, 0) "," BALL("red-1", 500, 0) "," BALL("black", 460, 0)));
    feed(t, EVENT(5, "strike", "\"cue\"", -700, 0, 0.99));
    feed(t, STROKE(1, 5, 9,
                   "\"first_contact\":[],\"rest_sd\":0.1,"
                   "\"balls_at_rest\":{\"cue\":[100,200],\"red-1\":[500,0],\"black\":[460,0]}"));
    assert_true(json_is_true(json_object_get(t->ruling, "foul")));
    feed(t, EVENT(12, "placed", "\"cue\"", -650, 50, 0.95));
    feed(t, POSITION(15, BALL("cue", -650, 50) "," BALL("red-1", 500, 0) "," BALL("black", 460, 0)));
    feed(t, EVENT(20, "strike", "\"cue\"", -650, 50, 0.99));
    feed(t, EVENT(21, "contact", "\"cue\",\"red-1\"", 460, 30, 0.995));
    feed(t, STROKE(2, 20, 24,
                   "\"first_contact\":[\"red-1\"],\"rest_sd\":0.1,"
                   "\"balls_at_rest\":{\"cue\":[300,0],\"red-1\":[700,100],\"black\":[460,0]}"));
    assert_null(json_object_get(last_entry(t), "strange"));
}

/* What the calibration leaves over counts little between neighbours and much against a line. */
static void the_calibrations_error_comes_with_the_position(void **state)
{
    struct table *t = *state;
    feed(t, "{\"type\":\"position\",\"t\":1,\"calibration_sd\":4,\"balls\":[" BALL("cue", -1100,
                                                                                   0) "," BALL("red-1", 900, 0) "]}");
    feed(t, EVENT(5, "strike", "\"cue\"", -1100, 0, 0.99));
    feed(t, EVENT(6, "contact", "\"cue\",\"red-1\"", 850, 0, 0.995));
    feed(t, STROKE(1, 5, 9,
                   "\"first_contact\":[\"red-1\"],\"rest_sd\":0.1,\"balls_at_rest\":{\"cue\":[-500,200],\"red-1\":["
                   "1000,400]}"));
    const json_t *entry = last_entry(t), *facts = json_object_get(entry, "stroke");
    struct seen_error poor = seen_error(4), good = seen_error(0);
    assert_true(poor.near > good.near && poor.near < 1 && poor.shared > 1 && good.shared == 0);
    double near = json_number_value(json_object_get(entry, "position_sd"));
    assert_true(fabs(near - hypot(0.1, poor.near)) < 1e-9);
    assert_true(json_number_value(json_object_get(entry, "position_shared_sd")) == poor.shared);
    assert_true(json_number_value(json_object_get(facts, "rest_shared_sd")) == poor.shared);
    assert_true(json_number_value(json_object_get(facts, "rest_sd")) == poor.near);
}

int main(void)
{
#define SNOOKER(name) cmocka_unit_test_setup_teardown(name, open_snooker, close_table)
    const struct CMUnitTest tests[] = {
        SNOOKER(balls_as_they_were_left_are_no_question),
        SNOOKER(a_cue_ball_that_lies_elsewhere_means_a_stroke_unseen),
        SNOOKER(a_cue_ball_that_was_taken_up_and_lies_elsewhere_means_a_stroke_unseen),
        SNOOKER(a_red_with_another_number_is_the_same_red),
        SNOOKER(reds_that_changed_their_names_in_the_stroke_are_those_that_are_missed),
        SNOOKER(balls_do_not_vanish),
        SNOOKER(a_stroke_whose_beginning_was_not_seen_is_asked_about),
        SNOOKER(a_cue_ball_in_hand_that_was_carried_is_no_stroke),
        cmocka_unit_test_setup_teardown(a_ball_that_was_put_where_it_belongs_was_not_touched, open_billiards,
                                        close_table),
        cmocka_unit_test_setup_teardown(a_hand_taken_for_a_ball_is_dropped, open_nine_ball, close_table),
        cmocka_unit_test_setup_teardown(a_ball_that_lies_where_it_fell_is_no_certain_pot, open_nine_ball, close_table),
        cmocka_unit_test_setup_teardown(a_ball_that_changed_its_name_in_the_stroke_is_the_one_that_is_missed,
                                        open_nine_ball, close_table),
        cmocka_unit_test_setup_teardown(a_ball_that_is_back_on_the_table_is_asked_about, open_nine_ball, close_table),
        cmocka_unit_test_setup_teardown(a_cue_ball_put_elsewhere_was_taken_in_hand, open_black_ball, close_table),
        cmocka_unit_test_setup_teardown(a_ball_pushed_by_who_takes_it_up_was_not_touched, open_billiards, close_table),
        cmocka_unit_test_setup_teardown(a_ball_moved_while_others_were_racked_was_not_touched, open_pool, close_table),
        cmocka_unit_test_setup_teardown(a_number_misread_in_the_called_pocket_is_asked_about, open_pool, close_table),
        SNOOKER(the_calibrations_error_comes_with_the_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
