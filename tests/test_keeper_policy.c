/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that calls are made, proposed or asked as a policy says, and that acts are read as people type them. */
#include "err.h"
#include "policy.h"
#include "words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static char error[SCENARIO_ERROR_BYTES];

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_beginning_of_a_clause_decides),
        cmocka_unit_test(what_people_say_needs_no_certainty),
        cmocka_unit_test(passive_calls_nothing_and_practice_asks_nothing),
        cmocka_unit_test(a_policy_that_cannot_be_read_is_refused),
        cmocka_unit_test(acts_are_read_as_they_are_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
