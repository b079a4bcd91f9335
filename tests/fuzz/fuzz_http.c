/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_http.c: any bytes, sent to the real server over a real socket: no crash, no leak, and no status above 499 but
 * for 503 (nobody answers acts in here) and 505 (a version of HTTP that does not exist). */
#include "broadcast.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct broadcast *web;

static void stop(void)
{
    broadcast_close(&web);
}

static void start(void)
{
    struct broadcast_options options = broadcast_defaults();
    options.port = 0;
    options.pin = "2468";
    if (broadcast_open(&web, &options))
        abort();
    broadcast_clips(web, "/tmp");
    broadcast_publish(web, "{\"sides\":{\"A\":{\"score\":1}}}", 27);
    atexit(stop);
}

static int open_socket(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(broadcast_port(web))};
    struct timeval wait = {0, 2000};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at))
        abort();
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char answer[512] = "";
    int status = 0;
    if (!web)
        start();
    int fd = open_socket();
    if (send(fd, data, size, MSG_NOSIGNAL) >= 0)
        (void)!recv(fd, answer, sizeof answer - 1, 0);
    if (sscanf(answer, "HTTP/1.1 %d", &status) == 1 && status >= 500 && status != 503 && status != 505)
        abort();
    struct linger now = {1, 0}; /* no ports are left waiting */
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close(fd);
    return 0;
}
