/* SPDX-License-Identifier: Apache-2.0 */
/* Proves who may enter something: nobody without the PIN, nobody by guessing, no page but our own. */
#include "gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct gate_address address(int n)
{
    return (struct gate_address){{10, 0, (uint8_t)(n >> 8), (uint8_t)n}};
}

static enum gate_login try(struct gate *gate, int from, const char *pin, double now)
{
    char token[GATE_TOKEN_CHARS + 1];
    int wait;
    struct gate_address who = address(from);
    return gate_login(gate, &who, pin, now, token, &wait);
}

static void only_the_whole_pin_opens(void **state)
{
    struct gate gate;
    (void)state;
    assert_true(gate_open(&gate, "2468"));
    assert_int_equal(try(&gate, 1, "246", 1), GATE_WRONG);
    assert_int_equal(try(&gate, 1, "24680", 2), GATE_WRONG);
    assert_int_equal(try(&gate, 1, "", 3), GATE_WRONG);
    assert_int_equal(try(&gate, 1, "2468", 4), GATE_WELCOME);
}

static void pins_that_are_too_short_or_long_are_refused(void **state)
{
    struct gate gate;
    char longest[GATE_PIN_MAX + 2] = {0};
    (void)state;
    memset(longest, 'x', GATE_PIN_MAX + 1);
    assert_false(gate_open(&gate, "123"));
    assert_false(gate_open(&gate, ""));
    assert_false(gate_open(&gate, longest));
    longest[GATE_PIN_MAX] = 0;
    assert_true(gate_open(&gate, longest));
    assert_int_equal(try(&gate, 1, longest, 1), GATE_WELCOME);
}

static void guessing_makes_one_wait_longer_each_time(void **state)
{
    struct gate gate;
    char token[GATE_TOKEN_CHARS + 1];
    int first, second;
    struct gate_address who = address(1);
    (void)state;
    gate_open(&gate, "2468");
    for (int i = 0; i < 5; i++)
        assert_int_equal(try(&gate, 1, "0000", 100 + i), GATE_WRONG);
    assert_int_equal(gate_login(&gate, &who, "2468", 105, token, &first), GATE_WAIT);
    assert_int_equal(try(&gate, 2, "2468", 105), GATE_WELCOME); /* others are not kept out */
    assert_int_equal(try(&gate, 1, "0000", 105 + first), GATE_WRONG);
    assert_int_equal(gate_login(&gate, &who, "2468", 106 + first, token, &second), GATE_WAIT);
    assert_true(second > first);
    assert_int_equal(try(&gate, 1, "2468", 107 + first + second), GATE_WELCOME);
}

static void many_addresses_do_not_guess_faster(void **state)
{
    struct gate gate;
    int tried = 0;
    (void)state;
    gate_open(&gate, "2468");
    for (int n = 0; n < 4000; n++)
        tried += try(&gate, n, "0000", 1000 + n * 0.1) == GATE_WRONG;
    assert_in_range(tried, 30, 60); /* in 400 s: thirty at once, then one in twenty seconds */
}

static void session_ends(void **state)
{
    struct gate gate;
    char token[GATE_TOKEN_CHARS + 1], cookie[80];
    int wait;
    struct gate_address who = address(1);
    (void)state;
    gate_open(&gate, "2468");
    assert_int_equal(gate_login(&gate, &who, "2468", 10, token, &wait), GATE_WELCOME);
    snprintf(cookie, sizeof cookie, "other=1; whiteglove=%s; more=2", token);
    assert_true(gate_may_act(&gate, cookie, 11));
    assert_false(gate_may_act(&gate, cookie, 10 + 13 * 3600));
    gate_logout(&gate, cookie);
    assert_false(gate_may_act(&gate, cookie, 12));
}

static void made_up_cookies_open_nothing(void **state)
{
    static const char *const cookies[] = {
        NULL,
        "",
        ";",
        "whiteglove",
        "whiteglove=",
        "whiteglove=;",
        "whiteglove=0",
        "whiteglove=00000000000000000000000000000000",
        "whiteglove=000000000000000000000000000000000000000000",
        "xwhiteglove=00000000000000000000000000000000",
        ";;;; whiteglove==",
    };
    struct gate gate;
    (void)state;
    gate_open(&gate, "2468");
    for (size_t i = 0; i < sizeof cookies / sizeof *cookies; i++)
        assert_false(gate_may_act(&gate, cookies[i], 1));
    gate_open(&gate, NULL);
    assert_true(gate_may_act(&gate, NULL, 1));
}

static void sessions_make_room_for_new_ones(void **state)
{
    struct gate gate;
    char token[GATE_TOKEN_CHARS + 1], cookie[80];
    int wait;
    struct gate_address who = address(1);
    (void)state;
    gate_open(&gate, "2468");
    for (int i = 0; i < 3 * GATE_SESSIONS; i++)
        assert_int_equal(gate_login(&gate, &who, "2468", 10 + i, token, &wait), GATE_WELCOME);
    snprintf(cookie, sizeof cookie, "whiteglove=%s", token);
    assert_true(gate_may_act(&gate, cookie, 200));
}

static void names_of_the_internet_are_not_ours(void **state)
{
    static const char *const ours[] = {"127.0.0.1:8090",      "192.168.1.20", "localhost:8090", "clubpc",
                                       "whiteglove.local:80", "[::1]:8090",   "Clubpc.LOCAL"};
    static const char *const foreign[] = {"evil.example", "evil.example:8090",   "127.0.0.1.evil.example", "a.locale",
                                          ".local",       "x.local.evil.example"};
    (void)state;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        assert_true(gate_host_is_ours(ours[i]));
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        assert_false(gate_host_is_ours(foreign[i]));
    assert_true(gate_origin_is_ours("http://clubpc:8090", "clubpc:8090"));
    assert_true(gate_origin_is_ours(NULL, "clubpc:8090"));
    assert_false(gate_origin_is_ours("http://evil.example", "clubpc:8090"));
    assert_false(gate_origin_is_ours("http://clubpc:80901", "clubpc:8090"));
    assert_false(gate_origin_is_ours("null", "clubpc:8090"));
    assert_false(gate_origin_is_ours("https://clubpc:8090", "clubpc:8090"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_whole_pin_opens),
        cmocka_unit_test(pins_that_are_too_short_or_long_are_refused),
        cmocka_unit_test(guessing_makes_one_wait_longer_each_time),
        cmocka_unit_test(many_addresses_do_not_guess_faster),
        cmocka_unit_test(session_ends),
        cmocka_unit_test(made_up_cookies_open_nothing),
        cmocka_unit_test(sessions_make_room_for_new_ones),
        cmocka_unit_test(names_of_the_internet_are_not_ours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
