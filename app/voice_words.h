/* SPDX-License-Identifier: Apache-2.0 */
/* voice_words.h: a call put together from recorded words. The folder has a file for each word or phrase, named by its
 * letters: "foul.wav", "free-ball.wav", "eighty-four.wav"; what is recorded in one piece sounds best and is preferred.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { VOICE_WORDS_FILES = 24, VOICE_WORDS_NAME = 160 };

struct voice_words {
    size_t n;
    char file[VOICE_WORDS_FILES][VOICE_WORDS_NAME]; /* names within the folder, in the order in which they are played */
};

/* False when a word is missing: half a call is worse than none. `missing` (may be NULL) then has its file. */
bool voice_words_find(const char *folder, const char *text, struct voice_words *out, char missing[VOICE_WORDS_NAME]);
