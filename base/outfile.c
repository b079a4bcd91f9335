/* SPDX-License-Identifier: Apache-2.0 */
#include "outfile.h"

#include "err.h"

#include <errno.h>
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

static int name_both(struct outfile *out, const char *path)
{
    static const char suffix[] = ".part-XXXXXX";
    out->path = strdup(path);
    out->temporary = malloc(strlen(path) + sizeof suffix);
    if (!out->path || !out->temporary)
        return ERR_MEMORY;
    strcat(strcpy(out->temporary, path), suffix);
    return 0;
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

int outfile_commit(struct outfile *out)
{
    errno = 0;
    int failed = fflush(out->stream) || ferror(out->stream);
    if (!out->path) {
        int err = failed ? err_from_errno(errno ? errno : EIO) : 0;
        forget(out);
        return err;
    }
    failed = failed || fsync(fileno(out->stream));
    int saved = errno;
    if (fclose(out->stream) && !failed) {
        failed = 1;
        saved = errno;
    }
    if (!failed && rename(out->temporary, out->path)) {
        failed = 1;
        saved = errno;
    }
    if (failed)
        unlink(out->temporary);
    forget(out);
    return failed ? err_from_errno(saved ? saved : EIO) : 0;
}

void outfile_discard(struct outfile *out)
{
    if (out->path) {
        fclose(out->stream);
        unlink(out->temporary);
    }
    forget(out);
}
