/* SPDX-License-Identifier: Apache-2.0 */
/* say.h: words for the public in three languages, where the program itself writes them: reasons, balls, and what
 * stands on the burnt-in overlay. The pages have more words of their own (pages/words.js). Pure. */
#pragma once

#include "calls.h"

/* "en", "nl", "zh"; LANGUAGE_COUNT for all else. */
enum language say_language(const char *code);

/* "red-7" -> "rood 7". Returns `text`. */
const char *say_ball(enum language language, const char *ball, char *text, size_t size);

/* "first hit a ball not on: blue; ball on red" -> "eerst een bal geraakt die niet on was: blauw; on: rood". What is not
 * known stays English. Returns `text`. */
const char *say_reason(enum language language, const char *why, char *text, size_t size);

enum say_label {
    SAY_BREAK,
    SAY_BALL_ON,
    SAY_COLOUR,
    SAY_FREE_BALL,
    SAY_WINS_FRAME,
    SAY_WINS_MATCH,
    SAY_CORRECTED,
    SAY_LABELS
};
const char *say_label(enum language language, enum say_label label);
