/* SPDX-License-Identifier: Apache-2.0 */
/* camera_io.h: the six calls by which a camera is reached. A table, so that a test can play a driver that fails in
 * ways no driver at hand can be made to; what was tested that way was not tested with a camera. */
#pragma once

#include <poll.h>
#include <stddef.h>

struct camera_io {
    int (*open)(const char *path); /* -1 and errno */
    int (*close)(int fd);
    int (*ioctl)(int fd, unsigned long request, void *arg); /* again when interrupted */
    void *(*map)(int fd, size_t bytes, long offset);        /* NULL and errno */
    void (*unmap)(void *memory, size_t bytes);
    int (*poll)(struct pollfd *fd, int ms);
};

extern const struct camera_io *camera_io; /* libv4l2 unless a test sets another before any camera is opened */
