/* SPDX-License-Identifier: Apache-2.0 */
/* table_arg.h: --table KIND, or --size LxW --ball D, for every command that needs a table. */
#pragma once

#include "table.h"

/* EXIT_DONE with *table made, or EXIT_USAGE with the reason said. All three absent: `otherwise` (NULL: that is wrong
 * usage). */
int table_arg_make(struct table *table, const char *kind, const char *size, double ball, const char *otherwise);

/* The kind of table on which a game is usually played; game NULL or unknown: a full-size snooker table. */
const char *table_arg_usual(const char *game);
