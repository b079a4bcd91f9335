/* SPDX-License-Identifier: Apache-2.0 */
/* stow.h: which strokes of a kept match need not be in memory? The last entries stay at hand; those before them are
 * read from the journal when they are asked for. Used by keeper.c. */
#pragma once

#include "match.h"

enum { ENTRIES_AT_HAND = 64 };

/* Where an entry and the ruling that stands for it begin in the journal; negative: not known. */
struct stow_place {
    long long entry, ruling;
};

struct stow {
    struct stow_place *place; /* by seq, from 1 */
    size_t room;
    int stowed; /* entries up to here are let go of */
};

/* This line begins there. Entries are folded before they are written and after they are read: it is the last one. */
void stow_note(struct stow *stow, const struct match *match, const json_t *line, long long offset);
void stow_old(struct stow *stow, struct match *match);
void stow_close(struct stow *stow);
