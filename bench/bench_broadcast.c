/* SPDX-License-Identifier: Apache-2.0 */
/* bench_broadcast.c: does the table thread notice two hundred overlays? The time from a stroke to its published ruling
 * (folded, made into the public state, published), with nobody and with 200 readers, as a ratio; and how long it is
 * until the last reader has it. Strokes are far apart, as they are in a match. The thread's own time is told too: on a
 * machine that is busy with other things the time on the wall says more about those. Writing to the disk is left out:
 * it takes longer than all of this and hides it. */
#include "broadcast.h"
#include "match.h"
#include "view.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READERS = 200, STROKES = 150 };

static double clock_us(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double now_us(void)
{
    return clock_us(CLOCK_MONOTONIC);
}

/* What is still on its way arrives. */
static void settle(void)
{
    nanosleep(&(struct timespec){0, 30000000}, NULL);
}

static int open_reader(uint16_t port)
{
    static const char request[] = "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) ||
        send(fd, request, sizeof request - 1, MSG_NOSIGNAL) < 0)
        exit(1);
    return fd;
}

static size_t drain(int fd)
{
    static char buffer[1 << 16];
    ssize_t got;
    size_t total = 0;
    while ((got = recv(fd, buffer, sizeof buffer, MSG_DONTWAIT)) > 0)
        total += (size_t)got;
    return total;
}

/* Reads until every reader has `each` more bytes, or two seconds are over. */
static double drain_all(const int *fd, int readers, size_t each)
{
    size_t had[READERS] = {0};
    double start = now_us();
    int done = 0;
    while (done < readers && now_us() - start < 2e6) {
        done = 0;
        for (int i = 0; i < readers; i++)
            done += (had[i] += drain(fd[i])) >= each;
    }
    return now_us() - start;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

struct table {
    struct broadcast *web;
    struct match *match;
    struct view *view;
    size_t bytes; /* of the last state */
};

static void enter(struct table *t, const char *text)
{
    char error[SCENARIO_ERROR_BYTES];
    json_t *entry = json_loads(text, 0, NULL), *ruling = NULL;
    if (match_apply(t->match, entry, &ruling, error))
        exit(1);
    view_line(t->view, entry);
    if (ruling)
        view_line(t->view, ruling);
    char *state = view_text(t->view, t->match, NULL);
    t->bytes = strlen(state);
    broadcast_publish(t->web, state, t->bytes);
    free(state);
    json_decref(entry);
    json_decref(ruling);
}

struct figures {
    double wall, own, arrival; /* us, each the median */
};

static struct figures measure(struct broadcast *web, const int *fd, int readers)
{
    struct view_options options = view_defaults();
    struct table t = {.web = web};
    double took[STROKES], own[STROKES], arrived[STROKES];
    if (match_open(&t.match) || view_open(&t.view, &options))
        exit(1);
    enter(&t, "{\"type\":\"match\",\"game\":\"snooker\",\"players\":[\"A\",\"B\"],\"frames\":1}");
    drain_all(fd, readers, t.bytes);
    for (int i = 0; i < STROKES; i++) {
        settle();
        for (int r = 0; r < readers; r++)
            drain(fd[r]);
        double start = now_us(), cpu = clock_us(CLOCK_THREAD_CPUTIME_ID);
        enter(&t, "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"red\"],\"potted\":[]}}");
        own[i] = clock_us(CLOCK_THREAD_CPUTIME_ID) - cpu;
        took[i] = now_us() - start;
        arrived[i] = drain_all(fd, readers, t.bytes);
    }
    view_close(&t.view);
    match_close(&t.match);
    return (struct figures){median(took, STROKES), median(own, STROKES), median(arrived, STROKES)};
}

int main(void)
{
    struct broadcast_options options = broadcast_defaults();
    struct broadcast *web;
    int fd[READERS] = {0};
    options.port = 0;
    if (broadcast_open(&web, &options))
        return 1;
    struct figures alone = measure(web, fd, 0);
    for (int i = 0; i < READERS; i++)
        fd[i] = open_reader(broadcast_port(web));
    struct figures crowd = measure(web, fd, READERS);
    printf("stroke to published ruling, nobody reads %8.1f us, of it the thread's own %8.1f us\n", alone.wall,
           alone.own);
    printf("stroke to published ruling, %d read     %8.1f us, of it the thread's own %8.1f us\n", READERS, crowd.wall,
           crowd.own);
    printf("ratio                                    %8.2f                            %8.2f\n", crowd.wall / alone.wall,
           crowd.own / alone.own);
    printf("the last of %d has it after             %8.1f ms\n", READERS, crowd.arrival / 1e3);
    for (int i = 0; i < READERS; i++)
        close(fd[i]);
    broadcast_close(&web);
    return 0;
}
