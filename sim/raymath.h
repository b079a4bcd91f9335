/* SPDX-License-Identifier: Apache-2.0 */
/* raymath.h: vectors in single precision for the renderer. Only + - * / and sqrt: the same bits everywhere. */
#pragma once

#include "look.h"

#include <math.h>
#include <stdbool.h>

struct v3 {
    float x, y, z;
};

static inline struct v3 v3(float x, float y, float z)
{
    return (struct v3){x, y, z};
}

static inline struct v3 v3_of(struct vec3 a)
{
    return v3((float)a.x, (float)a.y, (float)a.z);
}

static inline struct v3 v3_add(struct v3 a, struct v3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct v3 v3_sub(struct v3 a, struct v3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline struct v3 v3_scale(struct v3 a, float s)
{
    return v3(a.x * s, a.y * s, a.z * s);
}

static inline struct v3 v3_along(struct v3 a, float s, struct v3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline float v3_dot(struct v3 a, struct v3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct v3 v3_cross(struct v3 a, struct v3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline float v3_len(struct v3 a)
{
    return sqrtf(v3_dot(a, a));
}

static inline struct v3 v3_unit(struct v3 a)
{
    float l = v3_len(a);
    return l > 0 ? v3_scale(a, 1 / l) : a;
}

static inline float clampf(float x, float lo, float hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static inline float smoothf(float lo, float hi, float x)
{
    float t = clampf((x - lo) / (hi - lo), 0, 1);
    return t * t * (3 - 2 * t);
}
