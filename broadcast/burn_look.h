/* SPDX-License-Identifier: Apache-2.0 */
/* burn_look.h: how the burnt-in overlay looks, in the words of /overlay's address: theme, parts, size, place, lang,
 * hold. */
#pragma once

#include "say.h"

#include <stdbool.h>

enum burn_part {
    PART_NAMES = 1,
    PART_SCORE = 2,
    PART_FRAMES = 4,
    PART_BREAK = 8,
    PART_BALL = 16,
    PART_CLOCK = 32,
    PART_CALLS = 64,
    PART_ALL = 127,
};

struct burn_colour {
    double r, g, b, a;
};

struct burn_theme {
    const char *name;
    struct burn_colour panel, text, dim, mark, number, number_back;
};

struct burn_look {
    enum language language;
    const struct burn_theme *theme;
    unsigned parts; /* of enum burn_part */
    bool top;
    bool below; /* the picture is made smaller and the overlay has a strip of its own: nothing of the table is hidden */
    double size;   /* 0.4 .. 2 */
    double hold_s; /* a call stays for so long, 1 .. 60 */
};

enum { BURN_LOOK_WHY = 160 };

/* "theme=light&lang=nl"; NULL or "": as it is by default. False with the reason in `why` when a word is not known. */
bool burn_look_read(struct burn_look *look, const char *text, char why[BURN_LOOK_WHY]);
