/* SPDX-License-Identifier: Apache-2.0 */
/* told.h: how an event line of the camera is read in the match: its kind, its balls, where, and how likely. */
#pragma once

#include "vec.h"

#include <jansson.h>
#include <string.h>

static inline bool told_is(const json_t *event, const char *kind)
{
    const char *own = json_string_value(json_object_get(event, "kind"));
    return own && !strcmp(own, kind);
}

/* What is told without a probability is certain. */
static inline double told_p(const json_t *event)
{
    const json_t *p = json_object_get(event, "p");
    return p ? json_number_value(p) : 1;
}

static inline double told_t(const json_t *event)
{
    return json_number_value(json_object_get(event, "t"));
}

/* The i-th ball that it names; "": there is none. */
static inline const char *told_ball(const json_t *event, size_t i)
{
    const char *name = json_string_value(json_array_get(json_object_get(event, "balls"), i));
    return name ? name : "";
}

static inline bool told_names(const json_t *event, const char *ball)
{
    for (size_t i = 0; *told_ball(event, i); i++)
        if (!strcmp(told_ball(event, i), ball))
            return true;
    return false;
}

static inline struct vec2 told_place(const json_t *xy)
{
    return vec2(json_number_value(json_array_get(xy, 0)), json_number_value(json_array_get(xy, 1)));
}
