/* SPDX-License-Identifier: Apache-2.0 */
/* bench_broadcast.c: does the table thread notice two hundred overlays? The time that publishing a state takes, with
 * nobody and with 200 readers; and how long it is until the last of them has it. */
#include "broadcast.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READERS = 200, STATES = 200, STATE_BYTES = 12000 };

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
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

static double measure(struct broadcast *web, const int *fd, int readers, double *arrival_us)
{
    static char text[STATE_BYTES];
    double took[STATES], arrived[STATES];
    memset(text, 'x', sizeof text);
    for (int i = 0; i < STATES; i++) {
        double start = now_us();
        broadcast_publish(web, text, sizeof text);
        took[i] = now_us() - start;
        arrived[i] = took[i] + drain_all(fd, readers, STATE_BYTES);
    }
    *arrival_us = median(arrived, STATES);
    return median(took, STATES);
}

int main(void)
{
    struct broadcast_options options = broadcast_defaults();
    struct broadcast *web;
    int fd[READERS] = {0};
    double arrival, alone, crowd;
    options.port = 0;
    if (broadcast_open(&web, &options))
        return 1;
    alone = measure(web, fd, 0, &arrival);
    for (int i = 0; i < READERS; i++)
        fd[i] = open_reader(broadcast_port(web));
    drain_all(fd, READERS, STATE_BYTES);
    crowd = measure(web, fd, READERS, &arrival);
    printf("publish, nobody reads        %8.1f us\n", alone);
    printf("publish, %d read            %8.1f us  %.2f x\n", READERS, crowd, crowd / alone);
    printf("the last of %d has it after %8.1f ms  (states of %d bytes)\n", READERS, arrival / 1e3, STATE_BYTES);
    for (int i = 0; i < READERS; i++)
        close(fd[i]);
    broadcast_close(&web);
    return 0;
}
