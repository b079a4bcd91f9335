/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the web server shows the newest state, takes acts from those who may act, and stands up to everybody
 * else: hostile, slow, or many. Real sockets on 127.0.0.1. */
#include "broadcast.h"
#include "err.h"
#include "http_client.h"
#include "pages.h"
#include "web_fixture.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- showing ----------------------------------------------------------------------------------------------------- */

static void every_page_has_a_strict_policy(void **state)
{
    struct broadcast *web = start_quick();
    static const char *const wanted[] = {"/", "/overlay", "/scoreboard", "/table", "/panel"};
    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_int_equal(get(web, wanted[i]), 200);
    for (const struct page *p = pages; p->path; p++) {
        assert_int_equal(get(web, p->path), 200);
        assert_non_null(strstr(answer, "Content-Security-Policy: default-src 'none'; script-src 'self'"));
        assert_null(strstr(answer, "unsafe"));
        assert_non_null(strstr(answer, "X-Content-Type-Options: nosniff"));
    }
    assert_int_equal(get(web, "/nowhere"), 404);
    assert_non_null(strstr(answer, "Content-Security-Policy"));
    broadcast_close(&web);
}

/* The names of XML's own dialects look like addresses but nobody goes there. */
static void no_page_names_another_host(void **state)
{
    (void)state;
    for (const struct page *p = pages; p->path; p++)
        for (const char *at = (const char *)p->bytes; (at = strstr(at, "//")); at += 2)
            if (at > (const char *)p->bytes && at[-1] == ':')
                assert_memory_equal(at, "//www.w3.org/", 13);
}

static void nothing_of_the_disk_is_reachable(void **state)
{
    static const char *const paths[] = {"/../../etc/passwd",
                                        "/..%2f..%2fetc%2fpasswd",
                                        "/%2e%2e/%2e%2e/etc/passwd",
                                        "//etc/passwd",
                                        "/pages/../../../etc/passwd",
                                        "/overlay.html",
                                        "/overlay/",
                                        "/overlay%00.html",
                                        "/api/text/../../etc/passwd",
                                        "/api/text/",
                                        "/api/state/",
                                        "/./overlay",
                                        "/OVERLAY",
                                        "/journal.jsonl"};
    struct broadcast *web = start_quick();
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        int status = get(web, paths[i]);
        if (strcmp(paths[i], "/overlay%00.html")) /* ends at the zero, as the page it is then */
            assert_int_equal(status, 404);
        assert_null(strstr(answer, "root:"));
    }
    broadcast_close(&web);
}

static void state_is_what_was_published_last(void **state)
{
    struct broadcast_options o = quick();
    struct broadcast *web = start(&o);
    (void)state;
    assert_int_equal(get(web, "/api/state"), 503);
    assert_int_equal(broadcast_publish(web, "{\"n\":1}", 7), 0);
    assert_int_equal(broadcast_publish(web, "{\"n\":2}", 7), 0);
    assert_int_equal(broadcast_publish(web, "{\n}", 3), ERR_FORMAT);
    assert_int_equal(get(web, "/api/state"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"n\":2}"));
    broadcast_close(&web);
}

static void journal_is_read_from_any_line(void **state)
{
    struct broadcast *web = start_quick();
    (void)state;
    for (int n = 1; n <= 600; n++) {
        json_t *line = json_pack("{s:i}", "n", n);
        assert_int_equal(broadcast_journal(web, line), 0);
        json_decref(line);
    }
    assert_int_equal(get(web, "/api/journal"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"n\":1}\n{\"n\":2}\n"));
    assert_non_null(strstr(answer, "{\"n\":500}\n"));
    assert_null(strstr(answer, "{\"n\":501}"));
    assert_int_equal(get(web, "/api/journal?from=501"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n{\"n\":501}\n"));
    assert_int_equal(get(web, "/api/journal?from=99999999999999999999"), 200);
    assert_int_equal(get(web, "/api/journal?from=-5"), 200);
    broadcast_journal_anew(web);
    assert_int_equal(get(web, "/api/journal"), 200);
    assert_null(strstr(answer, "\"n\""));
    broadcast_close(&web);
}

static void stream_delivers_each_state(void **state)
{
    struct broadcast *web = start_quick();
    int fd = open_stream(web, 10);
    char text[32], wanted[48];
    (void)state;
    http_read(fd, answer, sizeof answer, "data: {\"n\":1}\n\n");
    assert_non_null(strstr(answer, "Content-Type: text/event-stream"));
    assert_non_null(strstr(answer, "id: 1\ndata: {\"n\":1}\n\n"));
    for (int n = 2; n < 20; n++) {
        int size = snprintf(text, sizeof text, "{\"n\":%d}", n);
        broadcast_publish(web, text, (size_t)size);
        snprintf(wanted, sizeof wanted, "data: %s\n\n", text);
        http_read(fd, answer, sizeof answer, wanted);
        assert_non_null(strstr(answer, wanted));
    }
    close(fd);
    broadcast_close(&web);
}

static void quiet_stream_shows_signs_of_life(void **state)
{
    struct broadcast_options o = quick();
    o.pulse_s = 0.2;
    struct broadcast *web = start(&o);
    int fd = open_stream(web, 5);
    (void)state;
    http_read(fd, answer, sizeof answer, "event: pulse");
    assert_non_null(strstr(answer, "event: pulse"));
    close(fd);
    EVENTUALLY(broadcast_counts(web).streams == 0); /* who hung up is noticed */
    broadcast_close(&web);
}

static char *big_state(size_t size, int n)
{
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size);
    int head = snprintf(text, size, "{\"n\":%d,\"fill\":\"", n);
    text[head] = 'x';
    memcpy(text + size - 2, "\"}", 2);
    return text;
}

static void publish_big(struct broadcast *web, int count)
{
    for (int n = 1; n <= count; n++) {
        char *text = big_state(1 << 18, n);
        assert_int_equal(broadcast_publish(web, text, 1 << 18), 0);
        free(text);
    }
}

static void slow_reader_is_dropped_and_nobody_waits_for_it(void **state)
{
    struct broadcast_options o = quick();
    o.stall_s = 0.5;
    o.pulse_s = 0.2;
    struct broadcast *web = start(&o);
    int slow = open_stream(web, 5), good = open_stream(web, 10);
    (void)state;
    EVENTUALLY(broadcast_counts(web).streams == 2);
    for (int i = 0; i < 40; i++) { /* the good one reads on all the time */
        publish_big(web, 5);
        assert_true(http_read(good, answer, sizeof answer, "\"}\n\n") > 0);
    }
    EVENTUALLY(broadcast_counts(web).dropped == 1);
    EVENTUALLY(broadcast_counts(web).streams == 1);
    assert_int_equal(broadcast_counts(web).published, 200);
    close(slow);
    close(good);
    broadcast_close(&web);
}

static void reader_that_is_behind_gets_the_newest(void **state)
{
    struct broadcast *web = start_quick();
    int fd = open_stream(web, 10);
    (void)state;
    http_read(fd, answer, sizeof answer, "\n\n");
    publish_big(web, 400); /* 100 MB, none of it read meanwhile */
    broadcast_publish(web, "{\"n\":\"last\"}", 12);
    size_t total = 0, got;
    do {
        got = http_read(fd, answer, sizeof answer, "{\"n\":\"last\"}");
        total += got;
    } while (got && !strstr(answer, "{\"n\":\"last\"}"));
    assert_true(got > 0);
    assert_true(total < 50u << 20);
    close(fd);
    broadcast_close(&web);
}

/* ---- acts -------------------------------------------------------------------------------------------------------- */

struct poster {
    struct broadcast *web;
    const char *headers, *body;
    int status;
    char answer[4096];
};

static void *run_post(void *user)
{
    struct poster *p = user;
    p->status =
        http_exchange(broadcast_port(p->web), "POST", "/api/act", p->headers, p->body, p->answer, sizeof p->answer);
    return NULL;
}

/* Posts an act and answers it like whoever folds the match would. */
static int act(struct broadcast *web, const char *headers, const char *body, int err, const char *text)
{
    static struct poster p;
    struct broadcast_act taken;
    pthread_t thread;
    p = (struct poster){.web = web, .headers = headers, .body = body};
    pthread_create(&thread, NULL, run_post, &p);
    EVENTUALLY(broadcast_take(web, &taken));
    assert_non_null(json_object_get(taken.entry, "act"));
    json_decref(taken.entry);
    broadcast_answer(web, taken.id, err, text);
    pthread_join(thread, NULL);
    if (text)
        assert_non_null(strstr(p.answer, text));
    return p.status;
}

static void act_is_answered_by_who_folds_the_match(void **state)
{
    static const char nominate[] = "{\"act\":\"nominate\",\"ball\":\"pink\"}";
    struct broadcast *web = start_quick();
    (void)state;
    assert_int_equal(act(web, JSON, nominate, 0, "noted"), 200);
    assert_int_equal(act(web, JSON, nominate, ERR_FORMAT, "no such ball"), 422);
    assert_int_equal(act(web, JSON, nominate, ERR_BUSY, "somebody was first"), 409);
    assert_int_equal(act(web, JSON, nominate, ERR_FULL, NULL), 500);
    broadcast_close(&web);
}

static void act_that_nobody_takes_fails_and_is_forgotten(void **state)
{
    struct broadcast_options o = quick();
    struct broadcast_act late;
    o.answer_s = 0.3;
    struct broadcast *web = start(&o);
    (void)state;
    assert_int_equal(post(web, "/api/act", JSON, "{\"act\":\"new_frame\"}"), 503);
    assert_false(broadcast_take(web, &late));
    broadcast_close(&web);
}

static void what_is_no_act_is_refused_at_the_door(void **state)
{
    struct broadcast *web = start_quick();
    struct broadcast_act none;
    static const char good[] = "{\"act\":\"new_frame\"}";
    (void)state;
    assert_int_equal(post(web, "/api/act", JSON, "not json"), 400);
    assert_int_equal(post(web, "/api/act", JSON, "[]"), 400);
    assert_int_equal(post(web, "/api/act", JSON, ""), 400);
    assert_int_equal(post(web, "/api/act", JSON, "{\"act\":\"explode\"}"), 422);
    assert_int_equal(post(web, "/api/act", JSON, "{\"act\":7}"), 422);
    assert_int_equal(post(web, "/api/act", "Content-Type: text/plain\r\n", good), 403);
    assert_int_equal(post(web, "/api/act", "", good), 403);
    assert_int_equal(post(web, "/api/act", JSON "Origin: http://evil.example\r\n", good), 403);
    assert_int_equal(post(web, "/api/act", JSON "Sec-Fetch-Site: cross-site\r\n", good), 403);
    broadcast_read_only(web, "A referee keeps it.");
    assert_int_equal(post(web, "/api/act", JSON, good), 409);
    assert_non_null(strstr(answer, "A referee keeps it."));
    assert_false(broadcast_take(web, &none));
    broadcast_close(&web);
}

static void another_name_for_us_is_refused(void **state)
{
    struct broadcast *web = start_quick();
    static const char request[] = "GET /api/state HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    int fd = http_connect(broadcast_port(web), 10);
    (void)state;
    http_send(fd, request, sizeof request - 1);
    http_read(fd, answer, sizeof answer, NULL);
    assert_non_null(strstr(answer, "HTTP/1.1 421"));
    close(fd);
    broadcast_close(&web);
}

/* ---- the PIN ----------------------------------------------------------------------------------------------------- */

static void log_in(struct broadcast *web, char cookie[128])
{
    assert_int_equal(post(web, "/api/login", JSON, "{\"pin\":\"2468\"}"), 200);
    const char *set = strstr(answer, "Set-Cookie: whiteglove=");
    assert_non_null(set);
    assert_non_null(strstr(set, "; HttpOnly; SameSite=Strict; Max-Age="));
    snprintf(cookie, 128, JSON "Cookie: %.43s\r\n", set + strlen("Set-Cookie: "));
}

static void acts_need_the_pin_and_reading_does_not(void **state)
{
    struct broadcast_options o = quick();
    char cookie[128];
    o.pin = "2468";
    struct broadcast *web = start(&o);
    (void)state;
    broadcast_publish(web, "{}", 2);
    assert_int_equal(get(web, "/overlay"), 200);
    assert_int_equal(get(web, "/api/state"), 200);
    assert_int_equal(post(web, "/api/act", JSON, "{\"act\":\"new_frame\"}"), 401);
    assert_int_equal(get(web, "/api/journal"), 401);
    assert_int_equal(get(web, "/api/clips"), 401);
    assert_int_equal(get(web, "/api/clips/1"), 401);
    log_in(web, cookie);
    assert_int_equal(act(web, cookie, "{\"act\":\"new_frame\"}", 0, NULL), 200);
    assert_int_equal(post(web, "/api/logout", cookie, "{}"), 200);
    assert_int_equal(post(web, "/api/act", cookie, "{\"act\":\"new_frame\"}"), 401);
    broadcast_close(&web);
}

static void wrong_pins_are_slowed_down(void **state)
{
    struct broadcast_options o = quick();
    o.pin = "2468";
    struct broadcast *web = start(&o);
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_int_equal(post(web, "/api/login", JSON, "{\"pin\":\"0000\"}"), 403);
    assert_int_equal(post(web, "/api/login", JSON, "{\"pin\":\"2468\"}"), 429);
    assert_non_null(strstr(answer, "Retry-After: "));
    assert_int_equal(post(web, "/api/login", JSON, "{\"pin\":2468}"), 400);
    assert_int_equal(get(web, "/overlay"), 200);
    broadcast_close(&web);
}

static void open_addresses_need_a_pin(void **state)
{
    struct broadcast_options o = quick();
    struct broadcast *web;
    (void)state;
    o.address = "0.0.0.0";
    assert_int_equal(broadcast_open(&web, &o), ERR_RANGE);
    assert_null(web);
    o.pin = "12";
    assert_int_equal(broadcast_open(&web, &o), ERR_RANGE);
    o.pin = "1234";
    o.address = "nonsense";
    assert_int_equal(broadcast_open(&web, &o), ERR_RANGE);
    o.address = "0.0.0.0";
    assert_int_equal(broadcast_open(&web, &o), 0);
    broadcast_close(&web);
}

static void taken_port_is_told(void **state)
{
    struct broadcast *web = start_quick(), *second;
    struct broadcast_options o = quick();
    (void)state;
    o.port = broadcast_port(web);
    assert_int_equal(broadcast_open(&second, &o), ERR_BUSY);
    broadcast_close(&web);
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static void closing_lets_everybody_go(void **state)
{
    struct broadcast *web = start_quick();
    struct poster p = {.web = web, .headers = JSON, .body = "{\"act\":\"new_frame\"}"};
    pthread_t thread;
    int fd[50];
    (void)state;
    for (int i = 0; i < 50; i++)
        fd[i] = open_stream(web, 10);
    EVENTUALLY(broadcast_counts(web).streams == 50);
    uint64_t before = broadcast_counts(web).requests;
    pthread_create(&thread, NULL, run_post, &p);
    EVENTUALLY(broadcast_counts(web).requests > before);
    pause_s(0.05);
    broadcast_close(&web);
    pthread_join(thread, NULL);
    assert_true(p.status == 503 || p.status == 0);
    for (int i = 0; i < 50; i++) {
        http_read(fd[i], answer, sizeof answer, NULL); /* would wait for long, were it still open */
        close(fd[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_page_has_a_strict_policy),
        cmocka_unit_test(no_page_names_another_host),
        cmocka_unit_test(nothing_of_the_disk_is_reachable),
        cmocka_unit_test(state_is_what_was_published_last),
        cmocka_unit_test(journal_is_read_from_any_line),
        cmocka_unit_test(stream_delivers_each_state),
        cmocka_unit_test(quiet_stream_shows_signs_of_life),
        cmocka_unit_test(slow_reader_is_dropped_and_nobody_waits_for_it),
        cmocka_unit_test(reader_that_is_behind_gets_the_newest),
        cmocka_unit_test(act_is_answered_by_who_folds_the_match),
        cmocka_unit_test(act_that_nobody_takes_fails_and_is_forgotten),
        cmocka_unit_test(what_is_no_act_is_refused_at_the_door),
        cmocka_unit_test(another_name_for_us_is_refused),
        cmocka_unit_test(acts_need_the_pin_and_reading_does_not),
        cmocka_unit_test(wrong_pins_are_slowed_down),
        cmocka_unit_test(open_addresses_need_a_pin),
        cmocka_unit_test(taken_port_is_told),
        cmocka_unit_test(closing_lets_everybody_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
