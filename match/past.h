/* SPDX-License-Identifier: Apache-2.0 */
/* past.h: what later entries of a match make of an earlier one: taken back, amended. Entries are numbered from 1; a
 * whole number among them is one that is read back from the journal. Used by match.c. */
#pragma once

#include "recall.h"

struct past {
    const json_t *entries;
    struct recall *recall;
};

const json_t *past_entry(struct past past, int seq);

/* The entry that took `seq` back, or what it was inferred from; 0: it counts. */
int past_undone_by(struct past past, int seq);

/* The first entry that counts or not, or otherwise, since `of` was changed; 1 at least. */
int past_first_changed(struct past past, int of);

/* The stroke of entry `seq` with all that people changed in it later. New reference. */
json_t *past_stroke(struct past past, int seq);

/* Changes of one act: keys replace, flags are added. */
void past_merge(json_t *stroke, const json_t *changes);
