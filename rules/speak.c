/* SPDX-License-Identifier: Apache-2.0 */
/* speak.c: a ruling as the referee speaks it. Never the difference in scores, never a hint (SNK 5.1(b)). */
#include "calls.h"
#include "rules.h"

#include <stdio.h>
#include <string.h>

static void append(char *text, size_t size, const char *sentence)
{
    size_t used = strlen(text);
    if (*sentence && used < size)
        snprintf(text + used, size - used, "%s%s", used ? ". " : "", sentence);
}

const char *rules_speak(const struct ruling *ruling, int language, char *text, size_t size)
{
    char sentence[160];
    bool break_said = false;
    text[0] = 0;
    for (int i = 0; i < ruling->calls_n; i++) {
        const struct spoken *c = &ruling->calls[i];
        int number = c->number ? c->number : i == 0 ? ruling->penalty : 0;
        break_said = break_said || c->call == CALL_NUMBER; /* BIL 3.8(f) */
        append(text, size, call_spoken((enum call)c->call, (enum language)language, number, sentence, sizeof sentence));
    }
    if (ruling->points > 0 && ruling->next.break_score > 0 &&
        !break_said) /* SNK 2.8: the break is announced as it grows */
        append(text, size,
               call_spoken(CALL_NUMBER, (enum language)language, ruling->next.break_score, sentence, sizeof sentence));
    return text;
}
