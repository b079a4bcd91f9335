/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the web server shows the newest state, takes acts from those who may act, and stands up to everybody
 * else: hostile, slow, or many. Real sockets on 127.0.0.1. */
#include "broadcast.h"
#include "err.h"
#include "http_client.h"
#include "pages.h"

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

#define JSON "Content-Type: application/json\r\n"

static char answer[1 << 20];

static struct broadcast *start(const struct broadcast_options *options)
{
    struct broadcast *web;
    assert_int_equal(broadcast_open(&web, options), 0);
    return web;
}

static struct broadcast_options quick(void)
{
    struct broadcast_options o = broadcast_defaults();
    o.port = 0;
    return o;
}

static struct broadcast *start_quick(void)
{
    struct broadcast_options o = quick();
    struct broadcast *web = start(&o);
    assert_int_equal(broadcast_publish(web, "{\"n\":1}", 7), 0);
    return web;
}

static int get(struct broadcast *web, const char *path)
{
    return http_exchange(broadcast_port(web), "GET", path, "", NULL, answer, sizeof answer);
}

static int post(struct broadcast *web, const char *path, const char *headers, const char *body)
{
    return http_exchange(broadcast_port(web), "POST", path, headers, body, answer, sizeof answer);
}

static void pause_s(double s)
{
    struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
    nanosleep(&t, NULL);
}

/* Waits for something that happens in another thread; fails when it does not. */
#define EVENTUALLY(condition)                                                                                          \
    do {                                                                                                               \
        bool happened = false;                                                                                         \
        for (int tries = 0; tries < 1000 && !(happened = (condition)); tries++)                                        \
            pause_s(0.01);                                                                                             \
        if (!happened)                                                                                                 \
            fail_msg("never happened: %s", #condition);                                                                \
    } while (0)

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

/* ---- clips ------------------------------------------------------------------------------------------------------- */

static char clips[64];

static void write_clip(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", clips, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void make_clips(void)
{
    char path[128];
    snprintf(clips, sizeof clips, "/tmp/whiteglove-clips-XXXXXX");
    assert_non_null(mkdtemp(clips));
    write_clip("7.mp4", "0123456789");
    write_clip("12.mp4", "twelve");
    write_clip("012.mp4", "not by this name");
    write_clip("secret.txt", "secret");
    snprintf(path, sizeof path, "%s/9.mp4", clips);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    snprintf(path, sizeof path, "%s/10.mp4", clips);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void remove_clips(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", clips);
    assert_int_equal(system(command), 0);
}

static void clips_are_had_by_number_only(void **state)
{
    static const char *const none[] = {
        "/api/clips/8",     "/api/clips/9",        "/api/clips/10",         "/api/clips/",
        "/api/clips/7.mp4", "/api/clips/../7.mp4", "/api/clips/secret.txt", "/api/clips/012",
        "/api/clips/-7",    "/api/clips/7/",       "/api/clips/%2e%2e%2f7", "/api/clips/99999999999999999999",
        "/api/clips/0",     "/api/clips/7%00.mp4x"};
    struct broadcast *web = start_quick();
    (void)state;
    assert_int_equal(get(web, "/api/clips"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n[]")); /* nobody said where they are */
    make_clips();
    assert_int_equal(broadcast_clips(web, clips), 0);
    assert_int_equal(get(web, "/api/clips"), 200);
    assert_non_null(strstr(answer, "\r\n\r\n[12,10,9,7]"));
    assert_int_equal(get(web, "/api/clips/7"), 200);
    assert_non_null(strstr(answer, "Content-Type: video/mp4"));
    assert_non_null(strstr(answer, "\r\n\r\n0123456789"));
    for (size_t i = 0; i < sizeof none / sizeof *none - 1; i++)
        assert_int_equal(get(web, none[i]), 404);
    get(web, none[sizeof none / sizeof *none - 1]); /* ends at the zero: clip 7, or nothing */
    assert_null(strstr(answer, "root:"));
    assert_int_equal(broadcast_clips(web, NULL), 0);
    assert_int_equal(get(web, "/api/clips/7"), 404);
    remove_clips();
    broadcast_close(&web);
}

static void parts_of_a_clip_are_sent(void **state)
{
    static const struct {
        const char *range, *got;
        int status;
    } cases[] = {{"bytes=0-3", "\r\n\r\n0123", 206},
                 {"bytes=4-", "\r\n\r\n456789", 206},
                 {"bytes=-2", "\r\n\r\n89", 206},
                 {"bytes=8-100", "\r\n\r\n89", 206},
                 {"bytes=20-", "\r\n\r\n0123456789", 200},
                 {"bytes=5-2", "\r\n\r\n0123456789", 200},
                 {"bytes=x", "\r\n\r\n0123456789", 200},
                 {"bytes=-", "\r\n\r\n0123456789", 200},
                 {"bytes=0-1,3-4", "\r\n\r\n0123456789", 200},
                 {"lines=1-2", "\r\n\r\n0123456789", 200}};
    struct broadcast *web = start_quick();
    char header[64];
    (void)state;
    make_clips();
    broadcast_clips(web, clips);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(header, sizeof header, "Range: %s\r\n", cases[i].range);
        int status = http_exchange(broadcast_port(web), "GET", "/api/clips/7", header, NULL, answer, sizeof answer);
        assert_int_equal(status, cases[i].status);
        const char *body = strstr(answer, "\r\n\r\n");
        assert_string_equal(body, cases[i].got);
    }
    remove_clips();
    broadcast_close(&web);
}

static int open_stream(struct broadcast *web, double wait_s)
{
    int fd = http_connect(broadcast_port(web), wait_s);
    static const char request[] = "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    http_send(fd, request, sizeof request - 1);
    return fd;
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

/* ---- hostile and slow -------------------------------------------------------------------------------------------- */

static void half_a_request_is_not_waited_for(void **state)
{
    static const char *const halves[] = {"", "GET", "GET /overlay HTTP/1.1\r\nHost: localhost\r\n",
                                         "POST /api/act HTTP/1.1\r\nHost: localhost\r\n" JSON
                                         "Content-Length: 100\r\n\r\n{"};
    struct broadcast_options o = quick();
    o.request_s = 0.4;
    struct broadcast *web = start(&o);
    (void)state;
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        int fd = http_connect(broadcast_port(web), 10);
        http_send(fd, halves[i], strlen(halves[i]));
        http_read(fd, answer, sizeof answer, NULL); /* ends because the server hangs up, else the wait is too long */
        EVENTUALLY(broadcast_counts(web).connections == 0);
        close(fd);
    }
    broadcast_close(&web);
}

static void endless_headers_are_refused(void **state)
{
    struct broadcast *web = start_quick();
    char *header = malloc(200000);
    (void)state;
    memset(header, 'a', 199999);
    memcpy(header, "X-Long: ", 8);
    memcpy(header + 199997, "\r\n", 3);
    int status = http_exchange(broadcast_port(web), "GET", "/overlay", header, NULL, answer, sizeof answer);
    assert_true(status == 0 || (status >= 400 && status < 500)); /* 0: hung up in the middle */
    memset(header, 'a', 100000);
    header[0] = '/';
    header[100000] = 0;
    status = get(web, header);
    assert_true(status == 0 || (status >= 400 && status < 500));
    assert_int_equal(get(web, "/overlay"), 200);
    free(header);
    broadcast_close(&web);
}

static void long_bodies_are_refused(void **state)
{
    struct broadcast *web = start_quick();
    char *body = malloc(20001);
    (void)state;
    memset(body, ' ', 20000);
    body[20000] = 0;
    assert_int_equal(post(web, "/api/act", JSON, body), 413);
    int fd = http_connect(broadcast_port(web), 10);
    static const char head[] = "POST /api/act HTTP/1.1\r\nHost: localhost\r\n" JSON
                               "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n4e20\r\n";
    http_send(fd, head, sizeof head - 1);
    http_send(fd, body, 20000);
    http_send(fd, "\r\n0\r\n\r\n", 7);
    http_read(fd, answer, sizeof answer, NULL);
    assert_non_null(strstr(answer, "HTTP/1.1 413"));
    close(fd);
    free(body);
    broadcast_close(&web);
}

/* Valid requests with bytes changed, cut and doubled: thousands of ways to be wrong. */
static size_t spoil(char *request, size_t size, unsigned *seed)
{
    int changes = 1 + rand_r(seed) % 6;
    for (int i = 0; i < changes; i++)
        request[(size_t)rand_r(seed) % size] = (char)rand_r(seed);
    return rand_r(seed) % 3 ? size : 1 + (size_t)rand_r(seed) % size;
}

/* Sends a hundred at once, then looks what became of them; most of those that are cut short are never answered. */
static int spoil_a_hundred(struct broadcast *web, unsigned *seed)
{
    static const char *const good[] = {
        "GET /api/clips/7 HTTP/1.1\r\nHost: localhost\r\nRange: bytes=2-5\r\nConnection: close\r\n\r\n",
        "GET /api/text/score?x=1 HTTP/1.1\r\nHost: localhost\r\nCookie: whiteglove=0\r\nConnection: close\r\n\r\n",
        "POST /api/act HTTP/1.1\r\nHost: localhost\r\n" JSON "Content-Length: 16\r\n\r\n{\"act\":\"nomXnXt\"",
        "POST /api/login HTTP/1.1\r\nHost: localhost\r\n" JSON
        "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"pin\r\n0\r\n\r\n",
    };
    int fd[100], answered = 0;
    char request[400];
    for (int i = 0; i < 100; i++) {
        fd[i] = http_connect(broadcast_port(web), 0.003);
        strcpy(request, good[i % 4]);
        http_send(fd[i], request, spoil(request, strlen(request), seed));
    }
    for (int i = 0; i < 100; i++) {
        int status = 0;
        http_read(fd[i], answer, sizeof answer, "\r\n");
        sscanf(answer, "HTTP/1.1 %d", &status);
        assert_true(status < 500 || status == 505); /* 505: the spoilt byte was the version of HTTP */
        answered += status > 0;
        close(fd[i]);
    }
    return answered;
}

static void malformed_requests_get_no_more_than_a_refusal(void **state)
{
    struct broadcast *web = start_quick();
    unsigned seed = 1;
    int answered = 0;
    (void)state;
    for (int i = 0; i < 30; i++)
        answered += spoil_a_hundred(web, &seed);
    assert_true(answered > 600);
    assert_int_equal(get(web, "/overlay"), 200);
    broadcast_close(&web);
}

static void more_connections_than_allowed_are_closed(void **state)
{
    struct broadcast_options o = quick();
    int fd[24];
    o.connections = 12;
    struct broadcast *web = start(&o);
    (void)state;
    for (int i = 0; i < 24; i++)
        fd[i] = open_stream(web, 10);
    pause_s(0.2);
    assert_true(broadcast_counts(web).connections <= 12);
    for (int i = 0; i < 24; i++)
        close(fd[i]);
    broadcast_close(&web);
}

static void wrong_methods_are_refused(void **state)
{
    static const char *const methods[] = {"DELETE", "PUT", "OPTIONS", "PATCH", "TRACE", "NONSENSE"};
    struct broadcast *web = start_quick();
    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        assert_int_equal(http_exchange(broadcast_port(web), methods[i], "/api/state", "", NULL, answer, sizeof answer),
                         405);
    assert_int_equal(post(web, "/overlay", JSON, "{}"), 405);
    assert_int_equal(get(web, "/api/act"), 405);
    assert_int_equal(post(web, "/api/clips/7", JSON, "{}"), 405);
    assert_int_equal(get(web, "/api/games"), 200);
    assert_non_null(strstr(answer, "\"game\":\"snooker\""));
    assert_int_equal(http_exchange(broadcast_port(web), "HEAD", "/overlay", "", NULL, answer, sizeof answer), 200);
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
        cmocka_unit_test(clips_are_had_by_number_only),
        cmocka_unit_test(parts_of_a_clip_are_sent),
        cmocka_unit_test(stream_delivers_each_state),
        cmocka_unit_test(quiet_stream_shows_signs_of_life),
        cmocka_unit_test(slow_reader_is_dropped_and_nobody_waits_for_it),
        cmocka_unit_test(reader_that_is_behind_gets_the_newest),
        cmocka_unit_test(half_a_request_is_not_waited_for),
        cmocka_unit_test(endless_headers_are_refused),
        cmocka_unit_test(long_bodies_are_refused),
        cmocka_unit_test(malformed_requests_get_no_more_than_a_refusal),
        cmocka_unit_test(more_connections_than_allowed_are_closed),
        cmocka_unit_test(wrong_methods_are_refused),
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
