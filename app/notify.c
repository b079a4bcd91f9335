/* SPDX-License-Identifier: Apache-2.0 */
#include "notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

void notify_send(const char *text)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = path ? strlen(path) : 0;
    if (length < 2 || length >= sizeof to.sun_path || (*path != '/' && *path != '@'))
        return;
    memcpy(to.sun_path, path, length);
    if (*path == '@')
        to.sun_path[0] = 0; /* an abstract name */
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    (void)!sendto(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&to,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(fd);
}

void notify_alive(void)
{
    static long long last; /* one thread has the loop */
    const char *period = getenv("WATCHDOG_USEC");
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    long long now = t.tv_sec * 1000000LL + t.tv_nsec / 1000;
    if (!period || now - last < atoll(period) / 3)
        return;
    last = now;
    notify_send("WATCHDOG=1");
}
