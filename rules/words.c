/* SPDX-License-Identifier: Apache-2.0 */
/* words.c: the words of rules.h, both ways. */
#include "rules.h"

#include <string.h>

#define X(name, word) word,
static const char *const phases[] = {NULL, PHASE_LIST(X)};
static const char *const options[] = {NULL, OPTION_LIST(X)};
static const char *const places[] = {NULL, PLACE_LIST(X)};
static const char *const areas[] = {NULL, "D", "anywhere", "baulk", "behind_head_string"};
static const char *const kinds[] = {"none", KIND_LIST(X)};
static const char *const warnings[] = {NULL, WARNING_LIST(X)};
static const char *const groups[] = {NULL, GROUP_LIST(X)};
#undef X

#define WORD(list, i)    ((size_t)(i) < sizeof(list) / sizeof *(list) ? (list)[i] : NULL)
#define FIND(list, word) find(list, sizeof(list) / sizeof *(list), word)

static unsigned find(const char *const *list, size_t count, const char *word)
{
    for (size_t i = 1; word && i < count; i++)
        if (!strcmp(list[i], word))
            return (unsigned)i;
    return 0;
}

const char *phase_word(enum phase phase)
{
    return WORD(phases, phase);
}

enum phase phase_from_word(const char *word)
{
    return (enum phase)FIND(phases, word);
}

const char *option_word(enum option option)
{
    return WORD(options, option);
}

enum option option_from_word(const char *word)
{
    return (enum option)FIND(options, word);
}

const char *place_word(enum place place)
{
    return WORD(places, place);
}

enum place place_from_word(const char *word)
{
    return (enum place)FIND(places, word);
}

const char *area_word(enum area area)
{
    return WORD(areas, area);
}

enum area area_from_word(const char *word)
{
    return (enum area)FIND(areas, word);
}

const char *kind_word(enum kind kind)
{
    return WORD(kinds, kind);
}

const char *warning_word(enum warning warning)
{
    return WORD(warnings, warning);
}

const char *group_word(enum group group)
{
    return WORD(groups, group);
}

enum group group_from_word(const char *word)
{
    return (enum group)FIND(groups, word);
}

const char *question_word(enum question question)
{
    static const char *const questions[] = {NULL,        "event",     "snookered", "touching", "spot", "in_hand",
                                            "any_part",  "full_ball", "in_baulk",  "rack",     "away", "first",
                                            "nominated", "fact",      "name",      "pot"};
    return WORD(questions, question);
}
