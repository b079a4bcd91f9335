/* SPDX-License-Identifier: Apache-2.0 */
/* recall.h: lines of the journal that are not in memory any more, read back when they are asked for; the last few stay.
 * Used by match.c. */
#pragma once

#include "match.h"

enum { RECALLED_MAX = 32 };

struct recall {
    match_load *load;
    void *user;
    long long at[RECALLED_MAX];
    json_t *line[RECALLED_MAX];
    int next;
};

/* `kept` itself; or, when it is a whole number, the line that begins there in the journal: borrowed until RECALLED_MAX
 * others were asked for, NULL when it cannot be read. */
const json_t *recall_line(struct recall *recall, const json_t *kept);
void recall_clear(struct recall *recall); /* may be NULL */
