/* SPDX-License-Identifier: Apache-2.0 */
/* ball.h: balls as small ids, groups of balls as bit masks, and the four sets of balls that are played with. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Index into a set; 0 is no ball. An id means something only together with its set. */
typedef uint8_t ball_id;

/* Bit `id` set: that ball is a member. Bit 0 is never set. */
typedef uint32_t ball_mask;

enum { BALL_NONE = 0, BALL_IDS = 24 /* ids are below this: 16 reds (SNK 3.7(d)(ii)), 6 colours, cue-ball, none */ };

/* What a ball looks like. */
enum ball_kind {
    BALL_KIND_NONE,
    BALL_KIND_WHITE,
    BALL_KIND_YELLOW,
    BALL_KIND_GREEN,
    BALL_KIND_BROWN,
    BALL_KIND_BLUE,
    BALL_KIND_PINK,
    BALL_KIND_BLACK,
    BALL_KIND_RED,
    BALL_KIND_SOLID,  /* numbered pool, 1-7 (the 8 is BLACK) */
    BALL_KIND_STRIPE, /* numbered pool, 9-15 */
};

enum ball_set_id { BALL_SET_NONE, BALL_SET_SNOOKER, BALL_SET_BILLIARDS, BALL_SET_ENGLISH, BALL_SET_NUMBERED };

/* Ids that several sets share: the cue-ball (the white, in billiards) is always 1. */
enum { BALL_CUE = 1 };

/* Snooker. Colours come before reds so that any number of reds is a tail of the set. */
enum {
    SNOOKER_YELLOW = 2,
    SNOOKER_GREEN,
    SNOOKER_BROWN,
    SNOOKER_BLUE,
    SNOOKER_PINK,
    SNOOKER_BLACK,
    SNOOKER_RED_1,
    SNOOKER_RED_16 = SNOOKER_RED_1 + 15,
};

enum { BILLIARDS_WHITE = 1, BILLIARDS_YELLOW, BILLIARDS_RED };

/* English pool: red-1..7 and yellow-1..7. */
enum { ENGLISH_BLACK = 2, ENGLISH_RED_1, ENGLISH_YELLOW_1 = ENGLISH_RED_1 + 7 };

/* Numbered pool: ball n has id n + 1. */
enum { NUMBERED_1 = 2, NUMBERED_8 = 9, NUMBERED_15 = 16 };

struct ball_row {
    const char *name; /* as in FORMATS: "red-3", "yellow", "9" */
    enum ball_kind kind;
    uint8_t number; /* printed on it, or which red/yellow; 0 if there is only one */
};

struct ball_set {
    enum ball_set_id id;
    const char *name;
    uint8_t count;              /* balls: ids 1..count */
    const struct ball_row *row; /* row[0] is unused */
};

/* The set with this id; NULL for BALL_SET_NONE and unknown ids. */
const struct ball_set *ball_set(enum ball_set_id id);

/* "red-3" for an id of the set, "none" for any other id. */
const char *ball_name(const struct ball_set *set, ball_id id);

/* Exact name to id, "red3" and "eight" included; BALL_NONE when the set has no such ball. */
ball_id ball_from_name(const struct ball_set *set, const char *name);

/* All balls of one kind. */
ball_mask ball_of_kind(const struct ball_set *set, enum ball_kind kind);

static inline ball_mask ball_bit(ball_id id)
{
    return id ? (ball_mask)1 << id : 0;
}

static inline bool ball_in(ball_mask mask, ball_id id)
{
    return id && (mask >> id & 1);
}

/* Ids first..last, both included. */
static inline ball_mask ball_range(ball_id first, ball_id last)
{
    return ((ball_mask)2 << last) - ((ball_mask)1 << first);
}

static inline int ball_count(ball_mask mask)
{
    int n = 0;
    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

/* Lowest id of the mask, BALL_NONE if empty. */
static inline ball_id ball_first(ball_mask mask)
{
#if defined __GNUC__
    return mask ? (ball_id)__builtin_ctz(mask) : BALL_NONE;
#else
    for (ball_id id = 1; id < BALL_IDS; id++)
        if (mask >> id & 1)
            return id;
    return BALL_NONE;
#endif
}

/* for (BALL_EACH(id, mask)) ...: every member in rising order, as a ball_id in a 32-bit variable. */
#define BALL_EACH(id, mask)                                                                                            \
    ball_mask left_##id = (mask), id = ball_first(left_##id);                                                          \
    left_##id;                                                                                                         \
    left_##id &= left_##id - 1, id = ball_first(left_##id)
