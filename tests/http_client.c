/* SPDX-License-Identifier: Apache-2.0 */
#include "http_client.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cmocka.h>

int http_connect(uint16_t port, double wait_s)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct timeval wait = {(time_t)wait_s, (suseconds_t)((wait_s - (double)(time_t)wait_s) * 1e6)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

int http_send(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return -1;
        bytes += sent;
        size -= (size_t)sent;
    }
    return 0;
}

size_t http_read(int fd, char *text, size_t room, const char *until)
{
    size_t used = 0;
    text[0] = 0;
    while (used + 1 < room && !(until && strstr(text, until))) {
        ssize_t got = recv(fd, text + used, room - used - 1, 0);
        if (got <= 0)
            break;
        used += (size_t)got;
        text[used] = 0;
    }
    return used;
}

int http_exchange(uint16_t port, const char *method, const char *path, const char *headers, const char *body,
                  char *text, size_t room)
{
    size_t size = strlen(path) + strlen(headers) + (body ? strlen(body) : 0) + 300;
    char *request = malloc(size);
    int status = 0, fd = http_connect(port, 10);
    assert_non_null(request);
    snprintf(request, size, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n%s", method, path, port,
             headers);
    if (body)
        snprintf(request + strlen(request), size - strlen(request), "Content-Length: %zu\r\n\r\n%s", strlen(body),
                 body);
    else
        strcat(request, "\r\n");
    http_send(fd, request, strlen(request));
    http_read(fd, text, room, NULL);
    sscanf(text, "HTTP/1.1 %d", &status);
    close(fd);
    free(request);
    return status;
}
