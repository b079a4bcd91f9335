/* SPDX-License-Identifier: Apache-2.0 */
/* journal.h: the match as a file that only grows: one JSON object a line, on the disk before anybody hears of it.
 *
 * 1. journal_open succeeded: call journal_close.
 * 2. A line that a crash or power cut left unfinished is cut off and kept beside the journal as PATH.torn.
 * 3. A line that is broken in the middle is never skipped: the journal is refused with its number.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

struct journal;

/* Called for each line when a journal is opened; non-zero ends the reading with that error. The line is borrowed. */
typedef int journal_reader(void *user, size_t number, const json_t *line);

struct journal_report {
    size_t lines;      /* read */
    size_t torn_bytes; /* cut off from the end and kept in PATH.torn */
    long long offset;  /* in the file, of the line that is being read */
    size_t bad_line;   /* number of the line that stopped the reading; 0 none */
    char reason[160];  /* why, for people */
};

/* Opens or creates. 0; ERR_FORMAT (see the report); ERR_BUSY when another program has it open; or what the disk says.
 */
int journal_open(struct journal **journal, const char *path, journal_reader *each, void *user,
                 struct journal_report *report);
void journal_close(struct journal **journal);

/* Writes one line and waits until the disk has it. On failure nothing was added. */
int journal_append(struct journal *journal, const json_t *line);

/* Where the next line will begin; and the line that begins there, as a new reference (NULL: there is none). */
long long journal_end(const struct journal *journal);
json_t *journal_line(const struct journal *journal, long long offset);

/* Reads without opening for writing, torn end and all, changing nothing on the disk. */
int journal_read(const char *path, journal_reader *each, void *user, struct journal_report *report);
