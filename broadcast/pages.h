/* SPDX-License-Identifier: Apache-2.0 */
/* pages.h: the pages that are compiled in; made from broadcast/pages/ by embed.cmake. */
#pragma once

#include <stddef.h>

struct page {
    const char *path; /* "/overlay", "/overlay.css": .html is left out */
    const char *type; /* with its charset */
    const unsigned char *bytes;
    size_t size;
};

/* Ended by a NULL path. */
extern const struct page pages[];
