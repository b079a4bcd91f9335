/* SPDX-License-Identifier: Apache-2.0 */
#include "voice.h"

#include "err.h"
#include "log.h"
#include "voice_words.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

struct voice {
    pid_t child;
    int pipe; /* -1: it was dropped */
    unsigned long unsaid;
    char *words; /* folder of recorded words; NULL: none */
    bool missing_said;
};

struct voice_settings voice_defaults(enum language language)
{
    return (struct voice_settings){.language = language, .words_a_minute = 150};
}

/* Without a text espeak-ng speaks what it reads, line by line. Its words come through the pipe; what it has to say
 * about itself is nobody's business. */
static int spawn(struct voice *v, const struct voice_settings *s, int reads)
{
    static const char *const names[LANGUAGE_COUNT] = {"en-gb", "nl", "cmn"};
    char speed[16];
    snprintf(speed, sizeof speed, "%d", s->words_a_minute);
    char *speaks[] = {
        (char *)(s->program ? s->program : "espeak-ng"), "-v", (char *)names[s->language], "-s", speed, NULL};
    /* One file a line; xargs waits for each to be played before it takes the next. */
    char *plays[] = {"xargs", "-d", "\n", "-n", "1", (char *)(s->program ? s->program : "aplay"), NULL};
    char **argv = s->words ? plays : speaks;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, reads, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&v->child, argv[0], &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    return failed ? ERR_NOT_FOUND : 0;
}

int voice_open(struct voice **voice, const struct voice_settings *settings)
{
    int ends[2];
    struct voice *v = *voice = calloc(1, sizeof *v);
    if (!v)
        return ERR_MEMORY;
    int err = settings->words && !(v->words = strdup(settings->words)) ? ERR_MEMORY : 0;
    if (!err && pipe(ends))
        err = err_from_errno(errno);
    if (!err) {
        fcntl(ends[0], F_SETFD, FD_CLOEXEC);
        fcntl(ends[1], F_SETFD, FD_CLOEXEC);
        signal(SIGPIPE, SIG_IGN); /* a voice that died is noticed by the write */
        fcntl(ends[1], F_SETFL, O_NONBLOCK);
        v->pipe = ends[1];
        err = spawn(v, settings, ends[0]);
        close(ends[0]);
        if (err)
            close(ends[1]);
    }
    if (err) {
        free(v->words);
        free(v);
        *voice = NULL;
    }
    return err;
}

static void drop(struct voice *v, const char *why)
{
    log_warn("voice: %s; calls are no longer spoken", why);
    close(v->pipe);
    v->pipe = -1;
}

/* The files of a call, one a line; 0: a word is missing, which is said once. */
static size_t lines_of_files(struct voice *v, const char *words, char *lines, size_t size)
{
    struct voice_words found;
    char missing[VOICE_WORDS_NAME] = "";
    size_t used = 0;
    if (!voice_words_find(v->words, words, &found, missing)) {
        if (!v->missing_said)
            log_warn("voice: %s/%s is missing; calls with that word are not spoken", v->words, missing);
        v->missing_said = true;
        return 0;
    }
    for (size_t i = 0; i < found.n && used < size; i++)
        used += (size_t)snprintf(lines + used, size - used, "%s/%s\n", v->words, found.file[i]);
    return used < size ? used : 0;
}

/* What is written is shorter than PIPE_BUF: it goes in whole or not at all. */
void voice_say(struct voice *voice, const char *words)
{
    char lines[4000];
    if (!voice || !*words)
        return;
    size_t length = voice->words ? lines_of_files(voice, words, lines, sizeof lines)
                                 : (size_t)snprintf(lines, sizeof lines, "%.500s\n", words);
    if (length && voice->pipe >= 0 && write(voice->pipe, lines, length) == (ssize_t)length)
        return;
    voice->unsaid++;
    if (!length)
        return;
    if (voice->pipe >= 0)
        drop(voice, errno == EAGAIN ? "the program hangs" : "the program ended");
}

unsigned long voice_unsaid(const struct voice *voice)
{
    return voice ? voice->unsaid : 0;
}

/* It may finish its sentence, but not for ever. */
void voice_close(struct voice **voice)
{
    struct voice *v = *voice;
    if (!v)
        return;
    if (v->pipe >= 0)
        close(v->pipe);
    pid_t gone = 0;
    for (int i = 0; i < 100 && !(gone = waitpid(v->child, NULL, WNOHANG)); i++)
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    if (!gone) {
        kill(v->child, SIGKILL);
        waitpid(v->child, NULL, 0);
    }
    free(v->words);
    free(v);
    *voice = NULL;
}
