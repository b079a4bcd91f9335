/* SPDX-License-Identifier: Apache-2.0 */
/* say.c: how is it said in this language? */
#include "say.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct phrase {
    const char *en, *in[LANGUAGE_COUNT]; /* in[LANGUAGE_EN]: NULL, as it stands */
};

static const struct phrase reasons[] = {
#define X(en, nl, zh) {en, {NULL, nl, zh}},
#include "reasons.inc"
#undef X
    {"legal", {NULL, "geldig", "有效"}},
    {"legal, scored", {NULL, "geldig, gescoord", "有效，得分"}},
};
enum { REASONS = sizeof reasons / sizeof *reasons };

static const struct phrase balls[] = {
    {"red", {NULL, "rood", "红球"}},    {"yellow", {NULL, "geel", "黄球"}},
    {"green", {NULL, "groen", "绿球"}}, {"brown", {NULL, "bruin", "棕球"}},
    {"blue", {NULL, "blauw", "蓝球"}},  {"pink", {NULL, "roze", "粉球"}},
    {"black", {NULL, "zwart", "黑球"}}, {"eight", {"black", "zwart", "黑球"}},
    {"white", {NULL, "wit", "白球"}},   {"cue", {"cue-ball", "speelbal", "母球"}},
    {"solids", {NULL, "hele", "全色"}}, {"stripes", {NULL, "halve", "花色"}},
};
enum { BALLS = sizeof balls / sizeof *balls };

static const char *const labels[SAY_LABELS][LANGUAGE_COUNT] = {
    [SAY_BREAK] = {"Break", "Break", "单杆"},
    [SAY_BALL_ON] = {"Ball on", "Bal on", "活球"},
    [SAY_COLOUR] = {"a colour", "een kleur", "任意彩球"},
    [SAY_FREE_BALL] = {"Free ball", "Free ball", "自由球"},
    [SAY_WINS_FRAME] = {"wins the frame", "wint de frame", "赢得本局"},
    [SAY_WINS_MATCH] = {"wins the match", "wint de match", "赢得比赛"},
    [SAY_CORRECTED] = {"Corrected", "Gecorrigeerd", "已更正"},
};

enum language say_language(const char *code)
{
    static const char *const codes[LANGUAGE_COUNT] = {"en", "nl", "zh"};
    int i = 0;
    while (i < LANGUAGE_COUNT && (!code || strcmp(code, codes[i])))
        i++;
    return (enum language)i;
}

const char *say_label(enum language language, enum say_label label)
{
    return labels[label][language];
}

static const char *kind_word(enum language language, const char *kind, size_t size)
{
    for (int i = 0; i < BALLS; i++)
        if (strlen(balls[i].en) == size && !strncmp(balls[i].en, kind, size))
            return balls[i].in[language];
    return NULL;
}

const char *say_ball(enum language language, const char *ball, char *text, size_t size)
{
    size_t kind = strspn(ball, "abcdefghijklmnopqrstuvwxyz");
    const char *word = kind_word(language, ball, kind), *number = ball + kind + (ball[kind] == '-');
    if (word)
        snprintf(text, size, "%s%s%s", word, *number ? " " : "", number);
    else
        snprintf(text, size, "%.*s%s%s", (int)kind, ball, kind && *number ? " " : "", number);
    return text;
}

/* ---- reasons ----------------------------------------------------------------------------------------------------- */

static void add(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

/* "red and blue" up to `end`. */
static void add_balls(enum language language, const char *names, const char *end, char *text, size_t size)
{
    static const char *const and[LANGUAGE_COUNT] = {" and ", " en ", "、"};
    char ball[48], word[64];
    while (names < end) {
        const char *next = strstr(names, " and ");
        const char *stop = next && next < end ? next : end;
        snprintf(ball, sizeof ball, "%.*s", (int)(stop - names), names);
        add(text, size, say_ball(language, ball, word, sizeof word));
        names = stop < end ? stop + strlen(" and ") : end;
        if (names < end)
            add(text, size, and[language]);
    }
}

/* The longest title that the reason begins with, up to `end`; NULL: none. Some titles have a colon of their own. */
static const struct phrase *title_of(const char *why, const char *end)
{
    const struct phrase *found = NULL;
    for (int i = 0; i < REASONS; i++) {
        size_t size = strlen(reasons[i].en);
        bool fits = size <= (size_t)(end - why) && !strncmp(reasons[i].en, why, size) &&
                    (why + size == end || !strncmp(why + size, ": ", 2));
        if (fits && (!found || size > strlen(found->en)))
            found = &reasons[i];
    }
    return found;
}

const char *say_reason(enum language language, const char *why, char *text, size_t size)
{
    static const char behind[] = "; ball on ";
    static const char *const on[LANGUAGE_COUNT] = {"; ball on ", "; on: ", "；活球："};
    static const char *const colon[LANGUAGE_COUNT] = {": ", ": ", "："};
    const char *end = why + strlen(why), *tail = strstr(why, behind), *stop = tail ? tail : end;
    const struct phrase *title = title_of(why, stop);
    snprintf(text, size, "%s", why);
    if (language == LANGUAGE_EN || !title)
        return text;
    const char *concerned = why + strlen(title->en) + strlen(": ");
    snprintf(text, size, "%s", title->in[language]);
    if (concerned < stop) {
        add(text, size, colon[language]);
        add_balls(language, concerned, stop, text, size);
    }
    if (tail) {
        add(text, size, on[language]);
        add_balls(language, tail + strlen(behind), end, text, size);
    }
    return text;
}
