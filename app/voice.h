/* SPDX-License-Identifier: Apache-2.0 */
/* voice.h: calls spoken by a program of its own, or played from recorded words, fed through a pipe. It is never waited
 * for: what it has no room for is left unsaid, and when it is absent, hangs or dies it is dropped, which is said once.
 *
 * 1. voice_open succeeded: call voice_close, which also ends the program.
 */
#pragma once

#include "calls.h"

struct voice;

struct voice_settings {
    enum language language;
    const char *program; /* reads lines and speaks them; default espeak-ng. Change it for another voice. With `words`:
                            plays the file it is given; default aplay */
    const char *words;   /* folder of recorded words (voice_words.h); NULL: the program speaks by itself */
    int words_a_minute;  /* 80..400; slower in a loud hall */
};

struct voice_settings voice_defaults(enum language language);

/* 0, or ERR_NOT_FOUND when there is no such program. */
int voice_open(struct voice **voice, const struct voice_settings *settings);
void voice_close(struct voice **voice);

/* Returns at once. `voice` may be NULL. */
void voice_say(struct voice *voice, const char *words);

/* Calls left unsaid. */
unsigned long voice_unsaid(const struct voice *voice);
