/* SPDX-License-Identifier: Apache-2.0 */
/* outfile.h: an output that appears whole or not at all: written beside its place, then renamed.
 * "-" is standard output; devices and pipes are written as they are.
 *
 * 1. outfile_open succeeded: call exactly one of outfile_commit and outfile_discard.
 * 2. A commit that fails has left the old file, if any, as it was.
 */
#pragma once

#include <stdio.h>

struct outfile {
    FILE *stream; /* write here */
    char *path, *temporary;
};

int outfile_open(struct outfile *out, const char *path);
int outfile_commit(struct outfile *out);
void outfile_discard(struct outfile *out);
