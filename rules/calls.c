/* SPDX-License-Identifier: Apache-2.0 */
/* calls.c: turns a call into text. The words themselves are in calls.h. */
#include "calls.h"

#include <stdio.h>
#include <string.h>

static const char *const words[CALL_COUNT][LANGUAGE_COUNT] = {
#define X(name, en, nl, zh) [CALL_##name] = {en, nl, zh},
    CALL_LIST(X)
#undef X
};

static const char *const spoken[CALL_COUNT][LANGUAGE_COUNT] = {
#define X(name, en, nl, zh) [CALL_##name] = {en, nl, zh},
    SPOKEN_LIST(X)
#undef X
};

/* Puts `number` in the place of {n}. */
static void fill(const char *pattern, const char *number, char *text, size_t size)
{
    const char *hole = strstr(pattern, "{n}");
    if (hole)
        snprintf(text, size, "%.*s%s%s", (int)(hole - pattern), pattern, number, hole + 3);
    else
        snprintf(text, size, "%s", pattern);
}

const char *call_text(enum call call, enum language language, int number, char *text, size_t size)
{
    const char *pattern = call > CALL_NONE && call < CALL_COUNT ? words[call][language] : "";
    char figures[16];
    snprintf(figures, sizeof figures, "%d", number);
    fill(pattern, figures, text, size);
    return text;
}

static const char *const english[] = {"zero",     "one",     "two",     "three",     "four",     "five",    "six",
                                      "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
                                      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
static const char *const english_tens[] = {"",      "",      "twenty",  "thirty", "forty",
                                           "fifty", "sixty", "seventy", "eighty", "ninety"};
static const char *const dutch[] = {"nul",      "één",      "twee",    "drie",      "vier",     "vijf",     "zes",
                                    "zeven",    "acht",     "negen",   "tien",      "elf",      "twaalf",   "dertien",
                                    "veertien", "vijftien", "zestien", "zeventien", "achttien", "negentien"};
static const char *const dutch_tens[] = {"",        "",       "twintig",  "dertig",  "veertig",
                                         "vijftig", "zestig", "zeventig", "tachtig", "negentig"};
static const char *const chinese[] = {"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"};

static void number_english(int n, char *text, size_t size)
{
    int hundreds = n / 100, rest = n % 100;
    char below[48] = "";
    if (rest < 20)
        snprintf(below, sizeof below, "%s", english[rest]);
    else
        snprintf(below, sizeof below, "%s%s%s", english_tens[rest / 10], rest % 10 ? "-" : "",
                 rest % 10 ? english[rest % 10] : "");
    if (!hundreds)
        snprintf(text, size, "%s", below);
    else
        snprintf(text, size, "%s hundred%s%s", hundreds == 1 ? "a" : english[hundreds], rest ? " and " : "",
                 rest ? below : "");
}

/* Units before tens in one word; a trailing e keeps its sound with a diaeresis: tweeëntwintig, drieëntwintig. */
static void number_dutch(int n, char *text, size_t size)
{
    int hundreds = n / 100, rest = n % 100, unit = rest % 10;
    char below[64] = "";
    if (rest < 20)
        snprintf(below, sizeof below, "%s", dutch[rest]);
    else
        snprintf(below, sizeof below, "%s%s%s", unit ? (unit == 1 ? "een" : dutch[unit]) : "",
                 unit ? (unit == 2 || unit == 3 ? "ën" : "en") : "", dutch_tens[rest / 10]);
    if (!hundreds)
        snprintf(text, size, "%s", below);
    else
        snprintf(text, size, "%shonderd%s", hundreds == 1 ? "" : dutch[hundreds], rest ? below : "");
}

static void number_chinese(int n, char *text, size_t size)
{
    int hundreds = n / 100, tens = n / 10 % 10, units = n % 10;
    const char *ten = n < 20 ? "" : chinese[tens]; /* 十二, but 一百一十二 and 四十五 */
    snprintf(text, size, "%s%s%s%s%s", hundreds ? chinese[hundreds] : "", hundreds ? "百" : "",
             tens                ? ten
             : hundreds && units ? "零"
                                 : "",
             tens ? "十" : "", units || !n ? chinese[units] : "");
}

const char *call_number(int number, enum language language, char *text, size_t size)
{
    static void (*const say[])(int, char *, size_t) = {number_english, number_dutch, number_chinese};
    if (number < 0 || number > 999)
        snprintf(text, size, "%d", number);
    else
        say[language](number, text, size);
    return text;
}

const char *call_spoken(enum call call, enum language language, int number, char *text, size_t size)
{
    const char *pattern = call > CALL_NONE && call < CALL_COUNT && number > 0 ? spoken[call][language] : NULL;
    char said[96];
    if (!pattern)
        return call_text(call, language, number, text, size);
    fill(pattern, call_number(number, language, said, sizeof said), text, size);
    return text;
}
