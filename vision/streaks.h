/* SPDX-License-Identifier: Apache-2.0 */
/* streaks.h: what is remembered of each site, to tell balls that are too fast for an outline from things that lie
 * there, and what belongs to this table from what has come over it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct streaks {
    uint8_t *look, *age; /* a byte a site: how foreign it was, and for how many looks it has been just so */
    uint8_t *first;      /* the same at the first look */
    uint32_t *bits;      /* the foreign sites of the last look */
    uint32_t *fresh;     /* those of them that have looked so for a few looks only */
    size_t words;
    bool started;
};

/* 0 or ERR_MEMORY. sites a multiple of 32. */
int streaks_open(struct streaks *s, size_t sites);
void streaks_close(struct streaks *s);

/* Does a site look as it did at first? */
static inline bool streaks_as_ever(const struct streaks *s, size_t site)
{
    int d = s->look[site] - s->first[site];
    return s->first[site] && (d < 0 ? -d : d) < 12 + s->first[site] / 4;
}
