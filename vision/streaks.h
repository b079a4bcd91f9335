/* SPDX-License-Identifier: Apache-2.0 */
/* streaks.h: what is remembered to tell balls that are too fast for an outline from things that lie there. */
#pragma once

#include "vec.h"

#include <stddef.h>
#include <stdint.h>

enum { STREAKS = 16 };

struct streaks {
    uint8_t *look, *age; /* a byte a site: how foreign it was, and for how many looks it has been just so */
    uint32_t *bits;      /* the foreign sites of the last look */
    size_t words;
    struct vec2 last[STREAKS]; /* px: what looked like a smeared ball then */
    int last_n;
};

/* 0 or ERR_MEMORY. sites a multiple of 32. */
int streaks_open(struct streaks *s, size_t sites);
void streaks_close(struct streaks *s);
