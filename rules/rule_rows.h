/* SPDX-License-Identifier: Apache-2.0 */
/* rule_rows.h: short forms for the rows of a book (struct rule). */
#pragma once

#include "rules.h"

/* Definitions, duties and procedures: `how` names the code or entry that carries them out. */
#define NOTE(c, t, h)                                                                                                  \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_NOBODY, .how = h                                                           \
    }
#define CAMERA(c, t, h)                                                                                                \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_CAMERA, .how = h                                                           \
    }
#define CLOCK(c, t, h)                                                                                                 \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_CLOCK, .how = h                                                            \
    }
#define OFFICIAL(c, t, h)                                                                                              \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_OFFICIAL, .how = h                                                         \
    }
#define BOTH(c, t, h)                                                                                                  \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_BOTH, .how = h                                                             \
    }

/* Infringements: raised by an official's flag, by what was seen, or by either. */
#define FOUL_FLAG(c, t, f, v)                                                                                          \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_OFFICIAL, .flag = FLAG_##f, .penalty = v                                   \
    }
#define FOUL_SEEN(c, t, b, v)                                                                                          \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_CAMERA, .broken = b, .penalty = v                                          \
    }
#define FOUL_BOTH(c, t, f, b, v)                                                                                       \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_BOTH, .flag = FLAG_##f, .broken = b, .penalty = v                          \
    }
#define FOUL_CLOCK(c, t, f, b, v)                                                                                      \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_CLOCK, .flag = FLAG_##f, .broken = b, .penalty = v                         \
    }

/* Conduct: entered by an official, costs no points by itself; `how` names the code that keeps the ladder. */
#define CONDUCT(c, t, f, h)                                                                                            \
    {                                                                                                                  \
        .clause = c, .title = t, .who = WHO_OFFICIAL, .how = h                                                         \
    }
