/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that network streams survive their servers: a real RTSP server and a real SRT listener on 127.0.0.1 are
 * killed and started again. No picture may be credited twice, and what is missing must be told. */
#include "capture.h"
#include "err.h"
#include "media.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static pid_t server;
static char port[8];

/* Starts the server and waits until it says that it listens. */
static void start_server(const char *kind, int first)
{
    int out[2];
    assert_int_equal(pipe(out), 0);
    char number[16];
    snprintf(number, sizeof number, "%d", first);
    server = fork();
    if (!server) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a failed test must not leave it behind */
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        unsetenv("LD_PRELOAD");
        execl(STREAM_SERVER, STREAM_SERVER, kind, port, number, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    char line[8];
    ssize_t got = read(out[0], line, sizeof line);
    close(out[0]);
    assert_true(got > 0);
}

static void stop_server(void)
{
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
}

static ns_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * NS_PER_S + t.tv_nsec;
}

enum { SENDER_FPS = 25 }; /* of stream_server */

struct tally {
    int frames, last, untold, patched;
    uint64_t seq;
    ns_t t;
};

/* One frame: its number must be higher than any before, and a jump in numbers and in time must be told as a gap. (A
 * starved sender stamps pictures in bursts; one lost inside a burst leaves no gap in time.) */
static void credit(struct capture *c, const struct frame *f, struct tally *tally)
{
    int number = media_number(f);
    struct capture_gap gap = capture_gap(c);
    if (number < 0) {
        tally->patched++;
        return;
    }
    if (tally->frames && number <= tally->last)
        fail_msg("picture %d was credited after %d", number, tally->last);
    if (tally->frames) {
        assert_true(f->t > tally->t);
        assert_true(f->seq > tally->seq);
        bool jumped = number - tally->last > 1 && f->t - tally->t > NS_PER_S * 3 / 2 / SENDER_FPS;
        tally->untold += jumped && gap.why == CAPTURE_GAP_NONE;
    }
    tally->last = number;
    tally->seq = f->seq;
    tally->t = f->t;
    tally->frames++;
}

static void read_for(struct capture *c, ns_t duration, struct tally *tally)
{
    struct frame f;
    for (ns_t end = now() + duration; now() < end;)
        if (!capture_next(c, &f, NS_PER_S / 10)) {
            credit(c, &f, tally);
            capture_release(c, &f);
        }
}

/* Until it is lost (or back); how long that took. */
static ns_t read_until(struct capture *c, bool away, ns_t limit, struct tally *tally)
{
    ns_t start = now();
    while (capture_away(c) != away && now() - start < limit)
        read_for(c, NS_PER_S / 20, tally);
    return now() - start;
}

static void kill_and_restart(const char *kind, const char *uri)
{
    snprintf(port, sizeof port, "%d", 20000 + (int)(getpid() % 20000) + (kind[0] == 's'));
    char address[128];
    snprintf(address, sizeof address, uri, port);
    start_server(kind, 0);
    struct capture_options o = capture_defaults();
    struct capture_fault fault = {0};
    struct capture *c;
    o.patience = 30 * NS_PER_S; /* sanitizers on a busy machine */
    ns_t start = now();
    if (capture_open(&c, address, &o, &fault))
        fail_msg("%s: %s", address, fault.why);
    print_message("%s: opened in %.2f s\n", kind, (double)(now() - start) / NS_PER_S);
    assert_int_equal(capture_info(c)->kind, CAPTURE_STREAM);
    struct tally tally = {0};
    read_for(c, 2 * NS_PER_S, &tally);
    int before = tally.frames;
    stop_server();
    ns_t noticed = read_until(c, true, 20 * NS_PER_S, &tally);
    read_for(c, NS_PER_S, &tally);
    start_server(kind, 10000);
    ns_t back = read_until(c, false, 20 * NS_PER_S, &tally);
    read_for(c, 2 * NS_PER_S, &tally);
    struct capture_stats s = capture_stats(c);
    print_message("%s: %d frames, loss noticed after %.2f s, back %.2f s after the restart, %d more frames; lost %d, "
                  "recovered %d, gaps %d, repeated %d, dropped %d, patched %d\n",
                  kind, before, (double)noticed / NS_PER_S, (double)back / NS_PER_S, tally.frames - before, (int)s.lost,
                  (int)s.recovered, (int)s.gaps, (int)s.repeated, (int)s.dropped, tally.patched);
    stop_server();
    capture_close(&c);
    assert_true(before > 20);
    assert_true(tally.last >= 10000);
    assert_true(noticed < 20 * NS_PER_S); /* 0.9 s and what was still under way, when nobody is starved */
    assert_int_equal(s.lost, 1);
    assert_int_equal(s.recovered, 1);
    assert_true(s.gaps >= 1);
    assert_int_equal(tally.untold, 0);
    assert_int_equal(tally.patched, 0);
}

static void an_rtsp_stream_survives_its_server(void **state)
{
    (void)state;
    kill_and_restart("rtsp", "rtsp://127.0.0.1:%s/table");
}

static void an_srt_stream_survives_its_listener(void **state)
{
    (void)state;
    kill_and_restart("srt", "srt://127.0.0.1:%s?mode=caller&latency=50");
}

static void a_server_that_is_not_there_is_said_at_once(void **state)
{
    (void)state;
    struct capture_options o = capture_defaults();
    struct capture_fault fault = {0};
    struct capture *c;
    int err = capture_open(&c, "rtsp://127.0.0.1:9/none", &o, &fault);
    assert_null(c);
    assert_true(err == ERR_GONE || err == ERR_NOT_FOUND);
    assert_true(fault.why[0] && fault.advice[0]);
}

static void passwords_are_not_shown(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"rtsp://joe:secret@10.0.0.7:554/live", "rtsp://10.0.0.7:554/live"},
        {"rtsp://joe:s@cret@host/a@b", "rtsp://host/a@b"},
        {"srt://host:9000?mode=caller&note=a@b", "srt://host:9000?mode=caller&note=a@b"},
        {"gst:rtspsrc location=rtsp://joe:secret@host/x ! decodebin", "gst:rtspsrc location=rtsp://host/x ! decodebin"},
        {"/films/me@home.mp4", "/films/me@home.mp4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        capture_public_uri(cases[i][0], text, sizeof text);
        assert_string_equal(text, cases[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_rtsp_stream_survives_its_server),
        cmocka_unit_test(an_srt_stream_survives_its_listener),
        cmocka_unit_test(a_server_that_is_not_there_is_said_at_once),
        cmocka_unit_test(passwords_are_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
