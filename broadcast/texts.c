/* SPDX-License-Identifier: Apache-2.0 */
/* texts.c: how do the fields of the state get into text files? */
#include "texts.h"

#include "err.h"
#include "log.h"
#include "newest.h"
#include "web.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIELDS_MAX = 64 };

struct texts {
    int folder;
    struct newest *newest;
    pthread_t thread;
    bool running, complained;
    char *written[FIELDS_MAX]; /* by field: what its file says; NULL: not written yet */
};

/* Written beside its place, then renamed: nobody ever reads half of it. */
static int write_file(const struct texts *t, const char *name, const char *text)
{
    char path[64], beside[64];
    snprintf(path, sizeof path, "%.40s.txt", name);
    snprintf(beside, sizeof beside, ".%.40s.new", name);
    int fd = openat(t->folder, beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return err_from_errno(errno);
    size_t size = strlen(text);
    int err = write(fd, text, size) == (ssize_t)size ? 0 : err_from_errno(errno ? errno : EIO);
    if (close(fd) && !err)
        err = err_from_errno(errno);
    if (!err && renameat(t->folder, beside, t->folder, path))
        err = err_from_errno(errno);
    if (err)
        unlinkat(t->folder, beside, 0);
    return err;
}

static void complain(struct texts *t, const char *name, int err)
{
    if (!t->complained)
        log_warn("text files: %s.txt: %s", name, err_text(err));
    t->complained = true; /* once is enough; it is tried again with the next state */
}

static void write_field(struct texts *t, int i, const char *name, const json_t *state)
{
    char *text = field_text(name, state);
    if (!text || (t->written[i] && !strcmp(t->written[i], text))) {
        free(text);
        return;
    }
    int err = write_file(t, name, text);
    if (err) {
        complain(t, name, err);
        free(text);
        return;
    }
    t->complained = false;
    free(t->written[i]);
    t->written[i] = text;
}

static void write_all(struct texts *t, const char *text)
{
    json_t *state = json_loads(text, 0, NULL);
    const char *const *names = field_names();
    for (int i = 0; state && names[i] && i < FIELDS_MAX; i++)
        write_field(t, i, names[i], state);
    json_decref(state);
}

static void *run(void *user)
{
    struct texts *t = user;
    bool last;
    do {
        last = newest_stopped(t->newest); /* what was put before the stop is still written */
        char *text = newest_take(t->newest, 1);
        if (text)
            write_all(t, text);
        free(text);
    } while (!last);
    return NULL;
}

int texts_open(struct texts **texts, const char *folder)
{
    struct texts *t = *texts = calloc(1, sizeof *t);
    if (!t)
        return ERR_MEMORY;
    (void)mkdir(folder, 0777);
    t->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int err = t->folder < 0 ? err_from_errno(errno) : newest_open(&t->newest);
    if (!err)
        err = write_file(t, "score", ""); /* now, while somebody is there to be told */
    if (!err && pthread_create(&t->thread, NULL, run, t))
        err = ERR_MEMORY;
    t->running = !err;
    if (err)
        texts_close(texts);
    return err;
}

void texts_close(struct texts **texts)
{
    struct texts *t = *texts;
    if (!t)
        return;
    if (t->running) {
        newest_stop(t->newest);
        pthread_join(t->thread, NULL);
    }
    if (t->folder >= 0)
        close(t->folder);
    newest_close(&t->newest);
    for (int i = 0; i < FIELDS_MAX; i++)
        free(t->written[i]);
    free(t);
    *texts = NULL;
}

void texts_put(struct texts *t, const char *text, size_t size)
{
    if (t)
        (void)newest_put(t->newest, text, size);
}
