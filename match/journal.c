/* SPDX-License-Identifier: Apache-2.0 */
#include "journal.h"

#include "err.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct journal {
    int fd;
    off_t end; /* of the last whole line */
};

/* Numbers come back exactly as they were. */
enum { WRITE_FLAGS = JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17) };

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static int read_all(int fd, char **text, size_t *size)
{
    struct stat info;
    if (fstat(fd, &info))
        return err_from_errno(errno);
    char *buffer = malloc((size_t)info.st_size + 1);
    if (!buffer)
        return ERR_MEMORY;
    size_t got = 0;
    while (got < (size_t)info.st_size) {
        ssize_t n = pread(fd, buffer + got, (size_t)info.st_size - got, (off_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        got += (size_t)n;
    }
    buffer[got] = 0;
    *text = buffer;
    *size = got;
    return 0;
}

static int refuse(struct journal_report *report, size_t line, const char *reason)
{
    report->bad_line = line;
    snprintf(report->reason, sizeof report->reason, "%s", reason);
    return ERR_FORMAT;
}

static int read_line(const char *line, size_t length, journal_reader *each, void *user, struct journal_report *report)
{
    json_error_t error;
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(object)) {
        int err = refuse(report, report->lines + 1, object ? "not an object" : error.text);
        json_decref(object);
        return err;
    }
    int err = each ? each(user, report->lines + 1, object) : 0;
    json_decref(object);
    if (err && !report->bad_line)
        refuse(report, report->lines + 1, err_text(err));
    return err;
}

/* Every whole line; what follows the last newline is torn. */
static int read_lines(const char *text, size_t size, journal_reader *each, void *user, struct journal_report *report,
                      size_t *whole)
{
    *whole = 0;
    while (*whole < size) {
        const char *line = text + *whole, *end = memchr(line, '\n', size - *whole);
        if (!end)
            break;
        report->offset = (long long)*whole;
        int err = read_line(line, (size_t)(end - line), each, user, report);
        if (err)
            return err;
        report->lines++;
        *whole = (size_t)(end - text) + 1;
    }
    report->torn_bytes = size - *whole;
    return 0;
}

static int read_descriptor(int fd, journal_reader *each, void *user, struct journal_report *report, char **text,
                           size_t *whole)
{
    size_t size = 0;
    memset(report, 0, sizeof *report);
    int err = read_all(fd, text, &size);
    return err ? err : read_lines(*text, size, each, user, report, whole);
}

int journal_read(const char *path, journal_reader *each, void *user, struct journal_report *report)
{
    char *text = NULL;
    size_t whole;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    memset(report, 0, sizeof *report);
    if (fd < 0)
        return err_from_errno(errno);
    int err = read_descriptor(fd, each, user, report, &text, &whole);
    free(text);
    close(fd);
    return err;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return err_from_errno(errno);
        bytes += n;
        size -= (size_t)n;
    }
    return 0;
}

/* Nothing is thrown away: the torn end is added to PATH.torn before it is cut off. */
static int cut_torn_end(int fd, const char *path, const char *torn, size_t size, size_t whole)
{
    char *beside = malloc(strlen(path) + sizeof ".torn");
    if (!beside)
        return ERR_MEMORY;
    strcat(strcpy(beside, path), ".torn");
    int kept = open(beside, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    free(beside);
    if (kept < 0)
        return err_from_errno(errno);
    int err = write_all(kept, torn, size);
    if (!err)
        err = write_all(kept, "\n", 1);
    if (!err && fsync(kept))
        err = err_from_errno(errno);
    close(kept);
    if (!err && ftruncate(fd, (off_t)whole))
        err = err_from_errno(errno);
    return err;
}

static int take(int fd, const char *path, journal_reader *each, void *user, struct journal_report *report, off_t *end)
{
    char *text = NULL;
    size_t whole = 0;
    if (flock(fd, LOCK_EX | LOCK_NB))
        return errno == EWOULDBLOCK ? ERR_BUSY : err_from_errno(errno);
    int err = read_descriptor(fd, each, user, report, &text, &whole);
    if (!err && report->torn_bytes)
        err = cut_torn_end(fd, path, text + whole, report->torn_bytes, whole);
    free(text);
    *end = (off_t)whole;
    return err;
}

int journal_open(struct journal **journal, const char *path, journal_reader *each, void *user,
                 struct journal_report *report)
{
    *journal = NULL;
    memset(report, 0, sizeof *report);
    struct journal *j = calloc(1, sizeof *j);
    if (!j)
        return ERR_MEMORY;
    j->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int err = j->fd < 0 ? err_from_errno(errno) : take(j->fd, path, each, user, report, &j->end);
    if (err) {
        if (j->fd >= 0)
            close(j->fd);
        free(j);
        return err;
    }
    *journal = j;
    return 0;
}

void journal_close(struct journal **journal)
{
    if (!*journal)
        return;
    close((*journal)->fd);
    free(*journal);
    *journal = NULL;
}

/* ---- appending --------------------------------------------------------------------------------------------------- */

int journal_append(struct journal *journal, const json_t *line)
{
    char *text = json_dumps(line, WRITE_FLAGS);
    if (!text)
        return ERR_MEMORY;
    size_t length = strlen(text);
    text[length++] = '\n'; /* in the place of the final 0 */
    int err =
        lseek(journal->fd, journal->end, SEEK_SET) < 0 ? err_from_errno(errno) : write_all(journal->fd, text, length);
    if (!err && fdatasync(journal->fd))
        err = err_from_errno(errno);
    free(text);
    if (err)
        (void)!ftruncate(journal->fd, journal->end);
    else
        journal->end += (off_t)length;
    return err;
}

long long journal_end(const struct journal *journal)
{
    return (long long)journal->end;
}

/* Lines have no length on file: read until the newline. */
json_t *journal_line(const struct journal *journal, long long offset)
{
    size_t size = 0, room = 8192;
    char *text = malloc(room), *end = NULL;
    while (text && !end && offset + (long long)size < (long long)journal->end) {
        if (size == room) {
            char *more = realloc(text, room * 2);
            if (!more)
                break;
            text = more;
            room *= 2;
        }
        ssize_t n = pread(journal->fd, text + size, room - size, (off_t)(offset + (long long)size));
        if (n <= 0)
            break;
        end = memchr(text + size, '\n', (size_t)n);
        size += (size_t)n;
    }
    json_t *line = end ? json_loadb(text, (size_t)(end - text), 0, NULL) : NULL;
    free(text);
    return line;
}
