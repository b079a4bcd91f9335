/* SPDX-License-Identifier: Apache-2.0 */
/* vec.h: points and directions on the table, in mm unless a name says otherwise.
 * Origin: centre of the playing area; x towards the top cushion; y to the left seen from baulk. */
#pragma once

#include <math.h>
#include <stdbool.h>

struct vec2 {
    double x, y;
};

struct vec3 {
    double x, y, z;
};

static inline struct vec2 vec2(double x, double y)
{
    return (struct vec2){x, y};
}

static inline struct vec2 vec2_add(struct vec2 a, struct vec2 b)
{
    return vec2(a.x + b.x, a.y + b.y);
}

static inline struct vec2 vec2_sub(struct vec2 a, struct vec2 b)
{
    return vec2(a.x - b.x, a.y - b.y);
}

static inline struct vec2 vec2_scale(struct vec2 a, double s)
{
    return vec2(a.x * s, a.y * s);
}

/* a + s b: the point reached from a by going s times b. */
static inline struct vec2 vec2_along(struct vec2 a, double s, struct vec2 b)
{
    return vec2(a.x + s * b.x, a.y + s * b.y);
}

static inline double vec2_dot(struct vec2 a, struct vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

/* z of the cross product: positive when b lies to the left of a. */
static inline double vec2_cross(struct vec2 a, struct vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static inline double vec2_len(struct vec2 a)
{
    return sqrt(a.x * a.x + a.y * a.y);
}

static inline double vec2_dist(struct vec2 a, struct vec2 b)
{
    return vec2_len(vec2_sub(a, b));
}

/* Unit vector; the zero vector stays zero. */
static inline struct vec2 vec2_unit(struct vec2 a)
{
    double l = vec2_len(a);
    return l > 0 ? vec2_scale(a, 1 / l) : a;
}

/* The point between a and b that is nearest to p. */
static inline struct vec2 vec2_nearest(struct vec2 p, struct vec2 a, struct vec2 b)
{
    struct vec2 along = vec2_sub(b, a);
    double share = vec2_dot(vec2_sub(p, a), along) / fmax(vec2_dot(along, along), 1e-9);
    return vec2_along(a, fmin(1, fmax(0, share)), along);
}

/* Turned a quarter to the left. */
static inline struct vec2 vec2_left(struct vec2 a)
{
    return vec2(-a.y, a.x);
}

static inline bool vec2_finite(struct vec2 a)
{
    return isfinite(a.x) && isfinite(a.y);
}
