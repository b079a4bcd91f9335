/* SPDX-License-Identifier: Apache-2.0 */
/* texts.h: every field of the state as a text file of its own, for mixers that read files: FOLDER/score.txt,
 * FOLDER/call.txt, … (docs/api.md lists the fields). A thread of its own writes them; whoever referees never waits for
 * that disk. Each file is replaced as a whole, and only when its text has changed.
 *
 * 1. texts_open succeeded: call texts_close, which writes what is still to be written. */
#pragma once

#include <stddef.h>

struct texts;

/* The folder is made where it is missing. 0; or why it cannot be written to. */
int texts_open(struct texts **texts, const char *folder);
void texts_close(struct texts **texts);

/* The public state as view_text makes it; copied. */
void texts_put(struct texts *texts, const char *text, size_t size);
