/* SPDX-License-Identifier: Apache-2.0 */
#include "outfile.h"

#include "err.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void forget(struct outfile *out)
{
    free(out->path);
    free(out->temporary);
    *out = (struct outfile){0};
}

/* A link stays a link: what it points to is replaced. */
static int name_both(struct outfile *out, const char *path)
{
    static const char suffix[] = ".part-XXXXXX";
    out->path = realpath(path, NULL);
    if (!out->path)
        out->path = strdup(path);
    size_t room = out->path ? strlen(out->path) + sizeof suffix : 0;
    out->temporary = room ? malloc(room) : NULL;
    if (!out->temporary)
        return ERR_MEMORY;
    snprintf(out->temporary, room, "%s%s", out->path, suffix);
    return 0;
}

/* A device or a pipe has nothing to protect and must not be replaced by a file. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* mkstemp makes files private; a result should have the mode any other new file would have. */
static void give_usual_mode(int fd)
{
    mode_t mask = umask(0);
    umask(mask);
    (void)!fchmod(fd, 0666 & ~mask);
}

int outfile_open(struct outfile *out, const char *path)
{
    *out = (struct outfile){0};
    if (!strcmp(path, "-")) {
        out->stream = stdout;
        return 0;
    }
    if (is_special(path)) {
        out->stream = fopen(path, "w");
        return out->stream ? 0 : err_from_errno(errno);
    }
    int err = name_both(out, path);
    int fd = err ? -1 : mkstemp(out->temporary);
    if (fd < 0) {
        err = err ? err : err_from_errno(errno);
        forget(out);
        return err;
    }
    give_usual_mode(fd);
    out->stream = fdopen(fd, "w");
    if (out->stream)
        return 0;
    close(fd);
    unlink(out->temporary);
    forget(out);
    return ERR_MEMORY;
}

/* 0, or the error of the last call; one that happened earlier has left no errno. */
static int result(bool failed)
{
    return failed ? err_from_errno(errno ? errno : EIO) : 0;
}

static int close_stream(FILE *stream)
{
    return stream == stdout ? 0 : result(fclose(stream) != 0);
}

int outfile_commit(struct outfile *out)
{
    errno = 0;
    int err = result(fflush(out->stream) || ferror(out->stream));
    if (!err && out->path)
        err = result(fsync(fileno(out->stream)) != 0);
    int closed = close_stream(out->stream);
    err = err ? err : closed;
    if (!err && out->path)
        err = result(rename(out->temporary, out->path) != 0);
    if (err && out->path)
        unlink(out->temporary);
    forget(out);
    return err;
}

void outfile_discard(struct outfile *out)
{
    close_stream(out->stream);
    if (out->path)
        unlink(out->temporary);
    forget(out);
}
