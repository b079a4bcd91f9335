/* SPDX-License-Identifier: Apache-2.0 */
/* log.h: what happened, on standard error. A level says how often a line may appear, not how loud it is:
 *
 *   error  something was lost or cannot go on
 *   warn   something is wrong but was dealt with
 *   info   at most a few lines a match (or a run)
 *   debug  at most a few lines a stroke
 *   trace  a few lines a frame
 */
#pragma once

enum log_level { LOG_NONE, LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG, LOG_TRACE };

/* Where lines go; `line` has no newline. The default writes "whiteglove: LEVEL: line" to standard error. */
typedef void log_sink(void *user, enum log_level level, const char *line);

/* Both may be called before threads start; the default level is LOG_WARN. sink NULL restores the default. */
void log_set_level(enum log_level level);
void log_set_sink(log_sink *sink, void *user);

/* LOG_NONE when the word is not a level. */
enum log_level log_level_from_name(const char *name);

/* Safe from several threads: each line is written whole. */
void log_write(enum log_level level, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#define log_error(...) log_write(LOG_ERROR, __VA_ARGS__)
#define log_warn(...)  log_write(LOG_WARN, __VA_ARGS__)
#define log_info(...)  log_write(LOG_INFO, __VA_ARGS__)
#define log_debug(...) log_write(LOG_DEBUG, __VA_ARGS__)
#define log_trace(...) log_write(LOG_TRACE, __VA_ARGS__)
