/* SPDX-License-Identifier: Apache-2.0 */
/* referee.h: the referee at the table: source -> keeper -> terminal and voice, until the match or the source ends. */
#pragma once

#include "burn.h"
#include "calls.h"
#include "feed.h"
#include "keeper.h"
#include "web_open.h"

struct referee_settings {
    const char *source;
    struct feed_settings feed;
    struct keeper_settings keeper; /* `repeats` follows from the source */
    enum language language;
    bool voice;
    const char *voice_program;  /* NULL: the usual one */
    const char *voice_words;    /* folder of recorded words; NULL: none */
    const char *lines;          /* file that keeps the lines of the source; NULL none */
    struct web_settings web;    /* a negative port: no pages */
    struct burn_options stream; /* without a target: none. Its rate follows from the source */
    bool plain;                 /* one line a call; false: a scoreboard that is redrawn */
    unsigned long strokes;      /* end after so many; 0: when match or source end */
    double seconds;             /* of the source, and then end; 0: the same */
    bool deterministic;         /* one thread, no clock, no standard input */
};

/* An exit code; what went wrong has been said. */
int referee_run(const struct referee_settings *settings);
