/* SPDX-License-Identifier: Apache-2.0 */
/* camera_io.c: libv4l2, without its conversions: it would turn YUYV into RGB behind our back. Its plugins still work.
 */
#include "camera_io.h"

#include <libv4l2.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* libv4l2 prints its own remarks on standard error; we say what matters in our own words. */
static void silence(void)
{
    v4l2_log_file = fopen("/dev/null", "w");
}

static int open_device(const char *path)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, silence);
    int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (v4l2_fd_open(fd, V4L2_DISABLE_CONVERSION) >= 0)
        return fd;
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

static int ioctl_again(int fd, unsigned long request, void *arg)
{
    int result;
    do
        result = v4l2_ioctl(fd, request, arg);
    while (result < 0 && errno == EINTR);
    return result;
}

static void *map(int fd, size_t bytes, long offset)
{
    void *memory = v4l2_mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
    return memory == MAP_FAILED ? NULL : memory;
}

static void unmap(void *memory, size_t bytes)
{
    v4l2_munmap(memory, bytes);
}

static int poll_one(struct pollfd *fd, int ms)
{
    return poll(fd, 1, ms);
}

static const struct camera_io libv4l2 = {open_device, v4l2_close, ioctl_again, map, unmap, poll_one};

const struct camera_io *camera_io = &libv4l2;
