/* SPDX-License-Identifier: Apache-2.0 */
/* newest.h: the newest state for one slow reader with a thread of its own. Whoever puts never waits for it; what the
 * reader was too slow for is gone. Used by texts.c and burn.c.
 *
 * 1. newest_open succeeded: call newest_close, when neither side uses it any more. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct newest;

int newest_open(struct newest **newest); /* 0 or ERR_MEMORY */
void newest_close(struct newest **newest);

/* Copied. 0 or ERR_MEMORY. */
int newest_put(struct newest *newest, const char *text, size_t size);

/* What is new, malloc'd; NULL when nothing is within `wait_s` seconds, or newest_stop was called. */
char *newest_take(struct newest *newest, double wait_s);

void newest_stop(struct newest *newest);
bool newest_stopped(struct newest *newest);
