/* SPDX-License-Identifier: Apache-2.0 */
/* follow.h: a journal that another program writes, read as it grows. Nothing on the disk is changed or locked.
 *
 * 1. follow_open succeeded: call follow_close.
 * 2. Only whole lines are given; the end of a line that is still being written is waited for. */
#pragma once

#include <jansson.h>

struct follow;

/* The line is borrowed; non-zero stops the reading with that error. */
typedef int follow_reader(void *user, const json_t *line);

/* The file need not exist yet. 0 or ERR_MEMORY. */
int follow_open(struct follow **follow, const char *path);
void follow_close(struct follow **follow);

/* What is new. Returns the number of new lines; ERR_GONE when the file is another one or was cut: the next call starts
 * from its first line; ERR_FORMAT for a line that is no JSON object; or what `each` returned. */
int follow_poll(struct follow *follow, follow_reader *each, void *user);
