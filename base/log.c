/* SPDX-License-Identifier: Apache-2.0 */
#include "log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 1024 };

static const char *const names[] = {"none", "error", "warn", "info", "debug", "trace"};

static void to_stderr(void *user, enum log_level level, const char *line)
{
    (void)user;
    /* One call: stdio locks the stream, so lines of several threads do not mix. */
    fprintf(stderr, "whiteglove: %s: %s\n", names[level], line);
}

static atomic_int threshold = LOG_WARN;
static log_sink *sink_now = to_stderr;
static void *sink_user;

void log_set_level(enum log_level level)
{
    atomic_store(&threshold, (int)level);
}

void log_set_sink(log_sink *sink, void *user)
{
    sink_now = sink ? sink : to_stderr;
    sink_user = user;
}

enum log_level log_level_from_name(const char *name)
{
    for (int i = LOG_ERROR; i <= LOG_TRACE; i++)
        if (!strcmp(name, names[i]))
            return (enum log_level)i;
    return LOG_NONE;
}

void log_write(enum log_level level, const char *format, ...)
{
    if ((int)level > atomic_load(&threshold))
        return;
    char line[LINE_MAX_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    sink_now(sink_user, level, line);
}
