/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that no call rests on a question that nobody answered, and that what is played next answers it. */
#include "kept.h"
#include "lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void feed(struct kept *k, const char *text)
{
    if (kept_feed(k, text))
        fail_msg("%s", kept_error);
}

static void event(struct kept *k, double t, const char *words)
{
    char text[4096];
    snprintf(text, sizeof text, "{\"type\":\"event\",\"t\":%g,\"at\":[0,0],%s}", t, words);
    feed(k, text);
}

/* Ten seconds after n - 1: the cue-ball is struck, meets `ball`, and what else there is happens. */
static void strike(struct kept *k, int n, const char *ball, const char *position, const char *more, const char *rest)
{
    char text[2048];
    int t = 10 * n;
    snprintf(text, sizeof text, "{\"type\":\"position\",\"t\":%d,\"balls\":[%s]}", t, position);
    feed(k, text);
    event(k, t + 1, "\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":0.99");
    snprintf(text, sizeof text, "\"kind\":\"contact\",\"balls\":[\"cue\",\"%s\"],\"p\":0.995", ball);
    event(k, t + 2, text);
    if (*more)
        event(k, t + 3, more);
    snprintf(text, sizeof text,
             "{\"type\":\"stroke\",\"n\":%d,\"t0\":%d,\"t1\":%d,\"struck\":\"cue\",\"first_contact\":[\"%s\"],"
             "\"rest_sd\":0.1,\"balls_at_rest\":{%s}}",
             n, t + 1, t + 4, ball, rest);
    feed(k, text);
}

static const json_t *ruled(const struct kept *k, int seq)
{
    return match_ruling(keeper_match(k->keeper), seq);
}

static const char *striker(const struct kept *k)
{
    return json_string_value(json_object_get(k->said, "striker"));
}

static double sure(const struct kept *k)
{
    return json_number_value(json_object_get(k->said, "sure"));
}

/* ---- straight pool: a pot that is in doubt decides whose turn it is ---------------------------------------------- */

enum { POT = 3 }; /* its entry */

#define OTHERS BALL("9", 600, 300) "," BALL("10", 800, -200)
#define RAIL   "\"kind\":\"cushion\",\"balls\":[\"cue\"],\"cushion\":\"top:flat\",\"p\":0.995"

/* Ann sends the 5 at a pocket, and nobody finds it afterwards. */
static void pot_perhaps(struct kept *k)
{
    if (kept_enter(k, "set state={\"phase\":\"play\",\"balls_left\":[\"5\",\"9\",\"10\"]}"))
        fail_msg("%s", kept_error);
    strike(k, 1, "5", BALL("cue", -800, 0) "," BALL("5", 1200, 560) "," OTHERS,
           "\"kind\":\"pocket\",\"balls\":[\"5\"],\"pocket\":\"TL\",\"p\":0.7",
           "\"cue\":[0,100],\"9\":[600,300],\"10\":[800,-200]");
    assert_int_equal(k->verdict, VERDICT_ASK);
}

/* Whoever it is hits the 9, and a ball reaches a cushion. */
static void play_on(struct kept *k)
{
    strike(k, 2, "9", BALL("cue", 0, 100) "," OTHERS, RAIL, "\"cue\":[0,200],\"9\":[650,320],\"10\":[800,-200]");
    assert_string_equal(json_string_value(json_object_get(k->said, "kind")), "none");
}

static void what_follows_from_an_open_question_is_asked_too(void **state)
{
    struct kept *k = *state;
    pot_perhaps(k);
    play_on(k);
    assert_int_equal(k->verdict, VERDICT_ASK);
    assert_float_equal(sure(k), 0.7, 0.02); /* as likely as the pot */
    assert_int_equal(json_integer_value(json_object_get(k->said, "rests_on")), POT);
}

static void once_it_is_answered_what_follows_is_called(void **state)
{
    struct kept *k = *state;
    pot_perhaps(k);
    assert_int_equal(kept_enter(k, "accept"), 0);
    play_on(k);
    assert_int_equal(k->verdict, VERDICT_CALL);
    assert_null(json_object_get(k->said, "rests_on"));
}

static void an_answer_that_comes_late_makes_certain_what_rested_on_it(void **state)
{
    struct kept *k = *state;
    pot_perhaps(k);
    play_on(k);
    assert_int_equal(kept_enter(k, "accept of=3"), 0);
    assert_true(json_number_value(json_object_get(ruled(k, POT + 1), "sure")) > 0.98);
    assert_int_equal(match_maybes(keeper_match(k->keeper))->n, 0);
}

static void who_corrects_the_state_has_looked_at_it(void **state)
{
    struct kept *k = *state;
    pot_perhaps(k);
    assert_int_equal(kept_enter(k, "set state={\"striker\":\"Ann\"}"), 0);
    play_on(k);
    assert_int_equal(k->verdict, VERDICT_CALL);
}

/* ---- the Shoot Out: no ball seen at a cushion is a foul, and the cue-ball in hand ---------------------------------
 */

enum { SOFT = 3 };

#define RED_1 BALL("red-1", 1000, 400)
#define RED_2 BALL("red-2", 900, -300)
#define REST  "\"red-1\":[1000,400],\"red-2\":[900,-300]"

/* Ann plays softly at red-1, and hardly shows whether it touched the cushion. */
static void touch_perhaps(struct kept *k, double p)
{
    char cushion[120];
    if (kept_enter(k, "set state={\"balls_left\":[\"red-1\",\"red-2\"]}"))
        fail_msg("%s", kept_error);
    snprintf(cushion, sizeof cushion, "\"kind\":\"cushion\",\"balls\":[\"red-1\"],\"cushion\":\"left:flat\",\"p\":%g",
             p);
    strike(k, 1, "red-1", BALL("cue", -1100, 0) "," BALL("red-1", 900, 300) "," RED_2, cushion,
           "\"cue\":[500,200]," REST);
    assert_int_equal(k->verdict, VERDICT_ASK);
}

static void hit_red_2(struct kept *k, const char *cue, int n)
{
    char position[240];
    snprintf(position, sizeof position, "%s," RED_1 "," RED_2, cue);
    strike(k, n, "red-2", position, RAIL, "\"cue\":[200,200],\"red-1\":[1000,400],\"red-2\":[900,-300]");
}

static void who_carries_the_cue_ball_has_it_in_hand(void **state)
{
    struct kept *k = *state;
    touch_perhaps(k, 0.8);
    assert_string_equal(json_string_value(json_object_get(ruled(k, SOFT), "kind")), "none");
    hit_red_2(k, BALL("cue", -300, 250), 2);
    assert_string_equal(json_string_value(json_object_get(ruled(k, SOFT), "kind")), "foul");
}

static void who_plays_it_as_it_lies_most_likely_has_not(void **state)
{
    struct kept *k = *state;
    touch_perhaps(k, 0.8);
    hit_red_2(k, BALL("cue", 500, 200), 2);
    assert_string_equal(json_string_value(json_object_get(ruled(k, SOFT), "kind")), "none");
    assert_int_equal(k->verdict, VERDICT_CALL); /* and whichever it was, it is Ann's turn after this stroke */
    assert_string_equal(striker(k), "Ann");
}

/* What is supposed because of how somebody played stays in doubt: it is weighed anew by each stroke. */
static void what_is_supposed_is_not_certain(void **state)
{
    struct kept *k = *state;
    touch_perhaps(k, 0.8);
    hit_red_2(k, BALL("cue", -300, 250), 2);
    assert_true(match_maybes(keeper_match(k->keeper))->n > 0);
    assert_true(match_maybes(keeper_match(k->keeper))->at[0].p < 1);
}

/* After the foul Bo has the cue-ball in hand, and shifts it by a foot: that looked like a stroke at nothing. Who plays
 * then is asked, and plays from where the hand had put it. */
static void what_a_hand_did_was_no_stroke_if_play_goes_on_so(void **state)
{
    struct kept *k = *state;
    touch_perhaps(k, 0.2);
    if (kept_enter(k, "accept"))
        fail_msg("%s", kept_error);
    assert_string_equal(striker(k), "Bo");
    feed(k, "{\"type\":\"position\",\"t\":20,\"balls\":[" BALL("cue", 300, 100) "," RED_1 "," RED_2 "]}");
    event(k, 21, "\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":0.99");
    feed(k, "{\"type\":\"stroke\",\"n\":2,\"t0\":21,\"t1\":23,\"struck\":\"cue\",\"first_contact\":[],"
            "\"rest_sd\":0.1,\"balls_at_rest\":{\"cue\":[200,-100]," REST "}}");
    assert_int_equal(k->verdict, VERDICT_ASK);
    hit_red_2(k, BALL("cue", 200, -100), 3);
    assert_string_equal(striker(k), "Ann"); /* it was Bo's stroke */
    assert_int_equal(kept_now(k)->score[SIDE_A], 0);
}

/* ---- snooker: balls that are put back after a miss --------------------------------------------------------------- */

/* Ten seconds after n - 1: the cue-ball sets out and meets nothing, and `then` happens to it. */
static void move_cue_ball(struct kept *k, int n, const char *from, const char *then, const char *rest_at)
{
    char text[600];
    int t = 10 * n;
    snprintf(text, sizeof text, "{\"type\":\"position\",\"t\":%d,\"balls\":[%s," BALL("blue", 0, 0) "," RED_2 "]}", t,
             from);
    feed(k, text);
    event(k, t + 1, "\"kind\":\"strike\",\"balls\":[\"cue\"],\"p\":0.99");
    snprintf(text, sizeof text, "\"kind\":\"%s\",\"balls\":[\"cue\"],\"p\":0.85", then);
    event(k, t + 3, text);
    snprintf(text, sizeof text,
             "{\"type\":\"stroke\",\"n\":%d,\"t0\":%d,\"t1\":%d,\"struck\":\"cue\",\"first_contact\":[],"
             "\"rest_sd\":0.1,\"balls_at_rest\":{%s\"blue\":[0,0],\"red-2\":[900,-300]}}",
             n, t + 1, t + 4, rest_at);
    feed(k, text);
}

/* Ann misses the blue, and is asked to play again. The hand that takes the cue-ball up looks like a stroke of
 * Bo's that drives it off the table. */
static void who_plays_again_from_where_the_ball_was_put_back_was_asked_to(void **state)
{
    struct kept *k = *state;
    if (kept_enter(k, "set state={\"balls_left\":[\"cue\",\"blue\",\"red-1\",\"red-2\"]}"))
        fail_msg("%s", kept_error);
    strike(k, 1, "red-1", BALL("cue", -1100, 0) "," BALL("blue", 0, 0) "," BALL("red-1", 1600, 700) "," RED_2,
           "\"kind\":\"pocket\",\"balls\":[\"red-1\"],\"pocket\":\"TL\",\"p\":0.995",
           "\"cue\":[-500,200],\"blue\":[0,0],\"red-2\":[900,-300]");
    if (kept_enter(k, "nominate blue"))
        fail_msg("%s", kept_error);
    move_cue_ball(k, 2, BALL("cue", -500, 200), "rest", "\"cue\":[700,-600],");
    assert_string_equal(striker(k), "Bo");
    move_cue_ball(k, 3, BALL("cue", 700, -600), "off", "");
    assert_int_equal(k->verdict, VERDICT_ASK);
    strike(k, 4, "blue", BALL("cue", -500, 200) "," BALL("blue", 0, 0) "," RED_2, "",
           "\"cue\":[-100,50],\"blue\":[200,-80],\"red-2\":[900,-300]");
    assert_string_equal(json_string_value(json_object_get(k->said, "kind")), "none");
    assert_int_equal(kept_now(k)->score[SIDE_A], 1);
    assert_int_equal(kept_now(k)->score[SIDE_B], 5);
}

static void the_journal_says_it_all(void **state)
{
    struct kept *k = *state;
    pot_perhaps(k);
    keeper_close(&k->keeper);
    kept_open(k);
    play_on(k);
    assert_int_equal(k->verdict, VERDICT_ASK);
    int first;
    assert_int_equal(match_divergences(keeper_match(k->keeper), &first), 0);
}

int main(void)
{
#define POOL(name)     cmocka_unit_test_setup_teardown(name, kept_start_straight_pool, kept_stop)
#define SNOOKER(name)  cmocka_unit_test_setup_teardown(name, kept_start, kept_stop)
#define SHOOTOUT(name) cmocka_unit_test_setup_teardown(name, kept_start_shootout, kept_stop)
    const struct CMUnitTest tests[] = {
        POOL(what_follows_from_an_open_question_is_asked_too),
        POOL(once_it_is_answered_what_follows_is_called),
        POOL(an_answer_that_comes_late_makes_certain_what_rested_on_it),
        POOL(who_corrects_the_state_has_looked_at_it),
        POOL(the_journal_says_it_all),
        SHOOTOUT(who_carries_the_cue_ball_has_it_in_hand),
        SHOOTOUT(who_plays_it_as_it_lies_most_likely_has_not),
        SHOOTOUT(what_a_hand_did_was_no_stroke_if_play_goes_on_so),
        SHOOTOUT(what_is_supposed_is_not_certain),
        SNOOKER(who_plays_again_from_where_the_ball_was_put_back_was_asked_to),
    };
    return cmocka_run_group_tests_name("maybe", tests, NULL, NULL);
}
