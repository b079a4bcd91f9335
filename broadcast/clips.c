/* SPDX-License-Identifier: Apache-2.0 */
/* clips.c: which strokes can be seen again? FOLDER/N.mp4 shows entry N. A request names a number, never a file: nothing
 * else in that folder, and nothing outside of it, can be asked for. Runs in the web library's thread, which may wait
 * for the disk; whoever referees does not. */
#include "err.h"
#include "web.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CLIPS_TOLD = 500 };

int broadcast_clips(struct broadcast *web, const char *folder)
{
    char *copy = folder ? strdup(folder) : NULL;
    if (folder && !copy)
        return ERR_MEMORY;
    pthread_mutex_lock(&web->lock);
    free(web->clips);
    web->clips = copy;
    pthread_mutex_unlock(&web->lock);
    return 0;
}

/* -1: there is none, or it cannot be read. It may not be there yet, and another match has another. */
static int open_folder(struct broadcast *web)
{
    pthread_mutex_lock(&web->lock);
    int fd = web->clips ? open(web->clips, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    pthread_mutex_unlock(&web->lock);
    return fd;
}

unsigned clip_number(const char *text, const char *end)
{
    size_t digits = strspn(text, "0123456789");
    bool plain = digits > 0 && digits < 10 && *text != '0' && !strcmp(text + digits, end);
    return plain ? (unsigned)strtoul(text, NULL, 10) : 0;
}

static int newest_first(const void *a, const void *b)
{
    unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x < y) - (x > y);
}

/* How many numbers were written. */
static size_t read_numbers(DIR *folder, unsigned numbers[CLIPS_TOLD])
{
    size_t n = 0;
    for (struct dirent *entry; n < CLIPS_TOLD && (entry = readdir(folder));) {
        unsigned number = clip_number(entry->d_name, ".mp4");
        if (number)
            numbers[n++] = number;
    }
    qsort(numbers, n, sizeof *numbers, newest_first);
    return n;
}

json_t *clip_list(struct broadcast *web)
{
    unsigned numbers[CLIPS_TOLD];
    int fd = open_folder(web);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    json_t *list = json_array();
    if (!folder) {
        if (fd >= 0)
            close(fd);
        return list;
    }
    size_t n = read_numbers(folder, numbers);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_integer(numbers[i]));
    closedir(folder);
    return list;
}

int clip_open(struct broadcast *web, unsigned number, uint64_t *size)
{
    char name[24];
    struct stat found;
    int folder = open_folder(web);
    if (folder < 0)
        return -1;
    snprintf(name, sizeof name, "%u.mp4", number);
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    close(folder);
    if (fd >= 0 && (fstat(fd, &found) || !S_ISREG(found.st_mode))) {
        close(fd);
        return -1;
    }
    *size = fd >= 0 ? (uint64_t)found.st_size : 0;
    return fd;
}

bool clip_range(const char *header, uint64_t size, uint64_t *from, uint64_t *to)
{
    char *end;
    if (!header || strncmp(header, "bytes=", 6) || !size)
        return false;
    const char *first = header + 6;
    if (*first == '-') { /* so many at the end */
        uint64_t last = strtoull(first + 1, &end, 10);
        *from = last < size ? size - last : 0;
        *to = size - 1;
        return end != first + 1 && !*end && last > 0;
    }
    if (*first < '0' || *first > '9')
        return false;
    *from = strtoull(first, &end, 10);
    const char *second = end + 1;
    if (*end != '-' || (*second && (*second < '0' || *second > '9')))
        return false;
    *to = *second ? strtoull(second, &end, 10) : size - 1;
    *to = *to < size ? *to : size - 1;
    return (!*second || !*end) && *from <= *to;
}
