/* SPDX-License-Identifier: Apache-2.0 */
/* follow.c: what is new in a journal that another program writes? */
#include "follow.h"

#include "err.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 65536, LINE_MAX_BYTES = 16 * 1024 * 1024 };

struct follow {
    char *path;
    int fd; /* -1: not there yet */
    dev_t device;
    ino_t inode;
    off_t at;      /* read so far */
    char *pending; /* the beginning of a line */
    size_t pending_size, room;
};

int follow_open(struct follow **follow, const char *path)
{
    struct follow *f = *follow = calloc(1, sizeof *f);
    if (!f || !(f->path = strdup(path))) {
        free(f);
        *follow = NULL;
        return ERR_MEMORY;
    }
    f->fd = -1;
    return 0;
}

void follow_close(struct follow **follow)
{
    if (!*follow)
        return;
    if ((*follow)->fd >= 0)
        close((*follow)->fd);
    free((*follow)->pending);
    free((*follow)->path);
    free(*follow);
    *follow = NULL;
}

static void start_again(struct follow *f)
{
    if (f->fd >= 0)
        close(f->fd);
    f->fd = -1;
    f->at = 0;
    f->pending_size = 0;
}

/* 0 when there is a file to read from where we were, ERR_GONE when it is another one, ERR_NOT_FOUND when none. */
static int look(struct follow *f)
{
    struct stat there;
    if (stat(f->path, &there))
        return ERR_NOT_FOUND; /* between two files, or not yet: what was read still stands */
    if (f->fd >= 0) {
        /* What is behind the last newline may be cut off by whoever repairs the journal; whole lines never are. */
        off_t whole = f->at - (off_t)f->pending_size;
        if (there.st_ino != f->inode || there.st_dev != f->device || there.st_size < whole) {
            start_again(f);
            return ERR_GONE;
        }
        if (there.st_size < f->at) {
            f->at = whole;
            f->pending_size = 0;
        }
        return 0;
    }
    f->fd = open(f->path, O_RDONLY | O_CLOEXEC);
    f->device = there.st_dev;
    f->inode = there.st_ino;
    return f->fd < 0 ? ERR_NOT_FOUND : 0;
}

/* More bytes behind what is pending; the number of them, 0 at the end of the file. */
static ssize_t read_more(struct follow *f)
{
    if (f->room - f->pending_size < BLOCK) {
        char *more = f->room < LINE_MAX_BYTES ? realloc(f->pending, f->room * 2 + BLOCK) : NULL;
        if (!more)
            return ERR_MEMORY;
        f->pending = more;
        f->room = f->room * 2 + BLOCK;
    }
    ssize_t got = pread(f->fd, f->pending + f->pending_size, f->room - f->pending_size, f->at);
    if (got <= 0)
        return got ? ERR_IO : 0;
    f->at += got;
    f->pending_size += (size_t)got;
    return got;
}

static int give_line(const char *text, size_t size, follow_reader *each, void *user)
{
    json_t *line = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    int err = json_is_object(line) ? each(user, line) : ERR_FORMAT;
    json_decref(line);
    return err;
}

static int give_whole_lines(struct follow *f, follow_reader *each, void *user)
{
    size_t done = 0;
    int count = 0, err = 0;
    char *end;
    while (!err && (end = memchr(f->pending + done, '\n', f->pending_size - done))) {
        err = give_line(f->pending + done, (size_t)(end - f->pending) - done, each, user);
        done = (size_t)(end - f->pending) + 1;
        count++;
    }
    memmove(f->pending, f->pending + done, f->pending_size - done);
    f->pending_size -= done;
    return err ? err : count;
}

int follow_poll(struct follow *f, follow_reader *each, void *user)
{
    int err = look(f), count = 0;
    if (err)
        return err == ERR_NOT_FOUND ? 0 : err;
    ssize_t got;
    while ((got = read_more(f)) > 0) {
        int lines = give_whole_lines(f, each, user);
        if (lines < 0)
            return lines;
        count += lines;
    }
    return got < 0 ? (int)got : count;
}
