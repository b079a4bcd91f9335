/* SPDX-License-Identifier: Apache-2.0 */
/* feed.c: lines of a file or of standard input; and which kind of feed is meant. */
#include "feed.h"

#include "err.h"
#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ------------------------------------------------------------------------------------------------------- */

struct file {
    FILE *stream;
    char *line;
    size_t size;
};

static int open_file(struct feed *feed, const char *source, const struct feed_settings *settings)
{
    (void)settings;
    struct file *f = feed->self = calloc(1, sizeof *f);
    if (!f)
        return ERR_MEMORY;
    feed->takes_stdin = !strcmp(source, "-");
    feed->repeats = !feed->takes_stdin;
    f->stream = feed->takes_stdin ? stdin : fopen(source, "re");
    if (f->stream)
        return 0;
    int err = err_from_errno(errno);
    snprintf(feed->why, sizeof feed->why, "%s", err_text(err));
    return err;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t\r\n")] == 0;
}

/* A journal has strokes too, but as entries of a match: judged as lines they would all have hit nothing. */
static const char *why_not_seen(const json_t *line)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    bool journal = type && (!strcmp(type, "match") || !strcmp(type, "ruling"));
    return journal ? "it is of the journal of a match, which 'whiteglove replay' judges again" : NULL;
}

static int next_of_file(struct feed *feed, json_t **line)
{
    struct file *f = feed->self;
    json_error_t at;
    do {
        if (getline(&f->line, &f->size, f->stream) < 0)
            return ferror(f->stream) && !feed->stopped ? ERR_IO : ERR_END;
        feed->number++;
    } while (is_blank(f->line));
    *line = json_loads(f->line, JSON_REJECT_DUPLICATES, &at);
    const char *why = json_is_object(*line) ? why_not_seen(*line) : *line ? "not an object" : at.text;
    if (!why)
        return 0;
    snprintf(feed->why, sizeof feed->why, "line %zu: %.100s", feed->number, why);
    json_decref(*line);
    *line = NULL;
    return ERR_FORMAT;
}

static void close_file(struct feed *feed)
{
    struct file *f = feed->self;
    if (f->stream && f->stream != stdin)
        fclose(f->stream);
    free(f->line);
    free(f);
}

const struct feed_kind feed_file = {open_file, next_of_file, close_file, NULL, NULL};

/* ---- all kinds --------------------------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), own = strlen(end);
    return length >= own && !strcmp(text + length - own, end);
}

static const struct feed_kind *kind_of(const char *source)
{
    if (!strcmp(source, "truth") || !strncmp(source, "truth:", 6))
        return &feed_truth;
    return !strcmp(source, "-") || ends_with(source, ".jsonl") ? &feed_file : &feed_film;
}

int feed_open(struct feed *feed, const char *source, const struct feed_settings *settings)
{
    memset(feed, 0, sizeof *feed);
    feed->kind = kind_of(source);
    struct table table;
    if (settings->table && !table_make(&table, settings->table))
        feed->bed = table.bed;
    int err = feed->kind->open(feed, source, settings);
    if (err)
        feed_close(feed);
    return err;
}

void feed_stop(struct feed *feed)
{
    feed->stopped = true;
}

int feed_next(struct feed *feed, json_t **line, size_t *number)
{
    *line = NULL;
    int err = feed->stopped ? ERR_END : feed->kind->next(feed, line);
    *number = feed->number;
    return err;
}

void feed_close(struct feed *feed)
{
    if (feed->self)
        feed->kind->close(feed);
    feed->self = NULL;
}

void feed_clip(struct feed *feed, int seq, double from, double to)
{
    if (feed->self && feed->kind->clip)
        feed->kind->clip(feed, seq, from, to);
}

void feed_health(struct feed *feed, struct feed_health *health)
{
    *health = (struct feed_health){0};
    if (feed->self && feed->kind->health)
        feed->kind->health(feed, health);
}
