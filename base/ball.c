/* SPDX-License-Identifier: Apache-2.0 */
#include "ball.h"

#include <string.h>

#define REDS_7(first)                                                                                                  \
    [(first)] = {"red-1", BALL_KIND_RED, 1}, [(first) + 1] = {"red-2", BALL_KIND_RED, 2},                              \
    [(first) + 2] = {"red-3", BALL_KIND_RED, 3}, [(first) + 3] = {"red-4", BALL_KIND_RED, 4},                          \
    [(first) + 4] = {"red-5", BALL_KIND_RED, 5}, [(first) + 5] = {"red-6", BALL_KIND_RED, 6},                          \
    [(first) + 6] = {"red-7", BALL_KIND_RED, 7}

static const struct ball_row snooker_rows[] = {
    [BALL_CUE] = {"cue", BALL_KIND_WHITE, 0},
    [SNOOKER_YELLOW] = {"yellow", BALL_KIND_YELLOW, 0},
    [SNOOKER_GREEN] = {"green", BALL_KIND_GREEN, 0},
    [SNOOKER_BROWN] = {"brown", BALL_KIND_BROWN, 0},
    [SNOOKER_BLUE] = {"blue", BALL_KIND_BLUE, 0},
    [SNOOKER_PINK] = {"pink", BALL_KIND_PINK, 0},
    [SNOOKER_BLACK] = {"black", BALL_KIND_BLACK, 0},
    REDS_7(SNOOKER_RED_1),
    [SNOOKER_RED_1 + 7] = {"red-8", BALL_KIND_RED, 8},
    [SNOOKER_RED_1 + 8] = {"red-9", BALL_KIND_RED, 9},
    [SNOOKER_RED_1 + 9] = {"red-10", BALL_KIND_RED, 10},
    [SNOOKER_RED_1 + 10] = {"red-11", BALL_KIND_RED, 11},
    [SNOOKER_RED_1 + 11] = {"red-12", BALL_KIND_RED, 12},
    [SNOOKER_RED_1 + 12] = {"red-13", BALL_KIND_RED, 13},
    [SNOOKER_RED_1 + 13] = {"red-14", BALL_KIND_RED, 14},
    [SNOOKER_RED_1 + 14] = {"red-15", BALL_KIND_RED, 15},
    [SNOOKER_RED_16] = {"red-16", BALL_KIND_RED, 16},
};

static const struct ball_row billiards_rows[] = {
    [BILLIARDS_WHITE] = {"white", BALL_KIND_WHITE, 0},
    [BILLIARDS_YELLOW] = {"yellow", BALL_KIND_YELLOW, 0},
    [BILLIARDS_RED] = {"red", BALL_KIND_RED, 0},
};

static const struct ball_row english_rows[] = {
    [BALL_CUE] = {"cue", BALL_KIND_WHITE, 0},
    [ENGLISH_BLACK] = {"black", BALL_KIND_BLACK, 8},
    REDS_7(ENGLISH_RED_1),
    [ENGLISH_YELLOW_1] = {"yellow-1", BALL_KIND_YELLOW, 1},
    [ENGLISH_YELLOW_1 + 1] = {"yellow-2", BALL_KIND_YELLOW, 2},
    [ENGLISH_YELLOW_1 + 2] = {"yellow-3", BALL_KIND_YELLOW, 3},
    [ENGLISH_YELLOW_1 + 3] = {"yellow-4", BALL_KIND_YELLOW, 4},
    [ENGLISH_YELLOW_1 + 4] = {"yellow-5", BALL_KIND_YELLOW, 5},
    [ENGLISH_YELLOW_1 + 5] = {"yellow-6", BALL_KIND_YELLOW, 6},
    [ENGLISH_YELLOW_1 + 6] = {"yellow-7", BALL_KIND_YELLOW, 7},
};

static const struct ball_row numbered_rows[] = {
    [BALL_CUE] = {"cue", BALL_KIND_WHITE, 0},        [NUMBERED_1] = {"1", BALL_KIND_SOLID, 1},
    [NUMBERED_1 + 1] = {"2", BALL_KIND_SOLID, 2},    [NUMBERED_1 + 2] = {"3", BALL_KIND_SOLID, 3},
    [NUMBERED_1 + 3] = {"4", BALL_KIND_SOLID, 4},    [NUMBERED_1 + 4] = {"5", BALL_KIND_SOLID, 5},
    [NUMBERED_1 + 5] = {"6", BALL_KIND_SOLID, 6},    [NUMBERED_1 + 6] = {"7", BALL_KIND_SOLID, 7},
    [NUMBERED_8] = {"8", BALL_KIND_BLACK, 8},        [NUMBERED_8 + 1] = {"9", BALL_KIND_STRIPE, 9},
    [NUMBERED_8 + 2] = {"10", BALL_KIND_STRIPE, 10}, [NUMBERED_8 + 3] = {"11", BALL_KIND_STRIPE, 11},
    [NUMBERED_8 + 4] = {"12", BALL_KIND_STRIPE, 12}, [NUMBERED_8 + 5] = {"13", BALL_KIND_STRIPE, 13},
    [NUMBERED_8 + 6] = {"14", BALL_KIND_STRIPE, 14}, [NUMBERED_15] = {"15", BALL_KIND_STRIPE, 15},
};

#define COUNT(rows) (sizeof(rows) / sizeof *(rows)-1)

static const struct ball_set sets[] = {
    [BALL_SET_SNOOKER] = {BALL_SET_SNOOKER, "snooker", COUNT(snooker_rows), snooker_rows},
    [BALL_SET_BILLIARDS] = {BALL_SET_BILLIARDS, "billiards", COUNT(billiards_rows), billiards_rows},
    [BALL_SET_ENGLISH] = {BALL_SET_ENGLISH, "english pool", COUNT(english_rows), english_rows},
    [BALL_SET_NUMBERED] = {BALL_SET_NUMBERED, "numbered pool", COUNT(numbered_rows), numbered_rows},
};

_Static_assert(COUNT(snooker_rows) < BALL_IDS, "BALL_IDS must exceed the largest set");

const struct ball_set *ball_set(enum ball_set_id id)
{
    return id > BALL_SET_NONE && (size_t)id < sizeof sets / sizeof *sets ? &sets[id] : NULL;
}

const char *ball_name(const struct ball_set *set, ball_id id)
{
    return set && id >= 1 && id <= set->count ? set->row[id].name : "none";
}

/* Names agree when they are equal once '-' is left out: "red3" is "red-3". */
static bool same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += *a == '-';
        b += *b == '-';
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

ball_id ball_from_name(const struct ball_set *set, const char *name)
{
    if (!set || !name)
        return BALL_NONE;
    if (set->id == BALL_SET_ENGLISH && !strcmp(name, "eight"))
        return ENGLISH_BLACK;
    for (ball_id id = 1; id <= set->count; id++)
        if (same_name(set->row[id].name, name))
            return id;
    return BALL_NONE;
}

ball_mask ball_of_kind(const struct ball_set *set, enum ball_kind kind)
{
    ball_mask mask = 0;
    for (ball_id id = 1; set && id <= set->count; id++)
        if (set->row[id].kind == kind)
            mask |= ball_bit(id);
    return mask;
}
