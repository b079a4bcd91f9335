/* SPDX-License-Identifier: Apache-2.0 */
#include "web_fixture.h"

#include "http_client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

char answer[1 << 20];

struct broadcast *start(const struct broadcast_options *options)
{
    struct broadcast *web;
    assert_int_equal(broadcast_open(&web, options), 0);
    return web;
}

struct broadcast_options quick(void)
{
    struct broadcast_options o = broadcast_defaults();
    o.port = 0;
    return o;
}

struct broadcast *start_quick(void)
{
    struct broadcast_options o = quick();
    struct broadcast *web = start(&o);
    assert_int_equal(broadcast_publish(web, "{\"n\":1}", 7), 0);
    return web;
}

int get(struct broadcast *web, const char *path)
{
    return http_exchange(broadcast_port(web), "GET", path, "", NULL, answer, sizeof answer);
}

int post(struct broadcast *web, const char *path, const char *headers, const char *body)
{
    return http_exchange(broadcast_port(web), "POST", path, headers, body, answer, sizeof answer);
}

void pause_s(double s)
{
    struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
    nanosleep(&t, NULL);
}

int open_stream(struct broadcast *web, double wait_s)
{
    int fd = http_connect(broadcast_port(web), wait_s);
    static const char request[] = "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    http_send(fd, request, sizeof request - 1);
    return fd;
}
