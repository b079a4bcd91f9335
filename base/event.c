/* SPDX-License-Identifier: Apache-2.0 */
/* event.c: the words of event.h, as FORMATS.md writes them. */
#include "event.h"

#include <string.h>

static const char *const pockets[POCKET_COUNT] = {"none", "TL", "TR", "ML", "MR", "BL", "BR"};
static const char *const cushions[CUSHION_COUNT] = {"none", "top", "bottom", "left", "right"};
static const char *const events[EVENT_KINDS] = {"none",      "strike", "contact", "cushion", "pocket",
                                                "off",       "jump",   "rest",    "placed",  "removed",
                                                "disturbed", "line",   "gap",     "push",    "double_hit"};
static const char *const flags[FLAG_KINDS] = {"none",
#define FLAG_WORD(name, word) word,
                                              FLAG_LIST(FLAG_WORD)
#undef FLAG_WORD
};

static int find(const char *const *words, int count, const char *word)
{
    for (int i = 1; word && i < count; i++)
        if (!strcmp(words[i], word))
            return i;
    return 0;
}

static const char *word(const char *const *words, int count, int i)
{
    return words[i > 0 && i < count ? i : 0];
}

const char *pocket_name(enum pocket pocket)
{
    return word(pockets, POCKET_COUNT, (int)pocket);
}

enum pocket pocket_from_name(const char *name)
{
    return (enum pocket)find(pockets, POCKET_COUNT, name);
}

const char *cushion_name(enum cushion cushion)
{
    return word(cushions, CUSHION_COUNT, (int)cushion);
}

enum cushion cushion_from_name(const char *name)
{
    return (enum cushion)find(cushions, CUSHION_COUNT, name);
}

const char *event_kind_name(enum event_kind kind)
{
    return word(events, EVENT_KINDS, (int)kind);
}

bool event_is_hint(enum event_kind kind)
{
    return kind == EVENT_PUSH || kind == EVENT_DOUBLE_HIT;
}

const char *flag_name(enum flag_kind kind)
{
    return word(flags, FLAG_KINDS, (int)kind);
}

enum flag_kind flag_from_name(const char *name)
{
    return (enum flag_kind)find(flags, FLAG_KINDS, name);
}
