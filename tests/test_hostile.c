/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the web server stands up to who is slow, rude or many, and that of the disk nothing but clips can be had.
 * Real sockets on 127.0.0.1. */
#include "broadcast.h"
#include "http_client.h"
#include "web_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

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
    for (int i = 0; i < 30 || (answered <= 600 && i < 300); i++) /* a busy machine answers fewer in time */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_are_had_by_number_only),
        cmocka_unit_test(parts_of_a_clip_are_sent),
        cmocka_unit_test(half_a_request_is_not_waited_for),
        cmocka_unit_test(endless_headers_are_refused),
        cmocka_unit_test(long_bodies_are_refused),
        cmocka_unit_test(malformed_requests_get_no_more_than_a_refusal),
        cmocka_unit_test(more_connections_than_allowed_are_closed),
        cmocka_unit_test(wrong_methods_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
