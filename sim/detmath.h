/* SPDX-License-Identifier: Apache-2.0 */
/* detmath.h: arithmetic that gives the same bits on every machine, and random numbers that do too.
 * libm's sin, exp and pow differ between versions; sqrt, + - * / and floor do not (IEEE 754). So the few transcendental
 * functions the simulator needs are short polynomials here. Relative error below 1e-9, which is far below a pixel. */
#pragma once

#include "vec.h"

#include <stdint.h>

#define SIM_PI 3.14159265358979323846

double sim_sin(double x); /* |x| < 1e6 */
double sim_cos(double x);
double sim_atan2(double y, double x);
double sim_exp(double x); /* 0 below -700 */
double sim_log(double x); /* x > 0 */
double sim_pow(double base, double exponent);

/* ---- random numbers: a value type, so that a copy replays ------------------------------------------------------- */

struct sim_rng {
    uint64_t state;
};

struct sim_rng sim_rng(uint64_t seed);
uint64_t sim_rng_next(struct sim_rng *rng);
double sim_rng_unit(struct sim_rng *rng);                        /* [0, 1) */
double sim_rng_range(struct sim_rng *rng, double lo, double hi); /* [lo, hi) */
int sim_rng_int(struct sim_rng *rng, int n);                     /* 0..n-1; 0 for n <= 1 */
double sim_rng_normal(struct sim_rng *rng);                      /* mean 0, sd 1, |x| <= 6: twelve uniforms */

/* A well mixed 32-bit hash of up to three integers: noise that depends on place and frame, never on drawing order. */
static inline uint32_t sim_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t h = a * 0x9E3779B1u ^ (b + 0x7F4A7C15u) * 0x85EBCA77u ^ (c + 0x165667B1u) * 0xC2B2AE3Du;
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
    return h ^ h >> 15;
}

/* The hash as [0, 1). */
static inline double sim_hash_unit(uint32_t a, uint32_t b, uint32_t c)
{
    return sim_hash(a, b, c) * (1.0 / 4294967296.0);
}

/* ---- three dimensions ------------------------------------------------------------------------------------------- */

static inline struct vec3 vec3(double x, double y, double z)
{
    return (struct vec3){x, y, z};
}

static inline struct vec3 vec3_add(struct vec3 a, struct vec3 b)
{
    return vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct vec3 vec3_sub(struct vec3 a, struct vec3 b)
{
    return vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline struct vec3 vec3_scale(struct vec3 a, double s)
{
    return vec3(a.x * s, a.y * s, a.z * s);
}

/* a + s b */
static inline struct vec3 vec3_along(struct vec3 a, double s, struct vec3 b)
{
    return vec3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double vec3_dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vec3 vec3_cross(struct vec3 a, struct vec3 b)
{
    return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vec3_len(struct vec3 a)
{
    return sqrt(vec3_dot(a, a));
}

static inline struct vec3 vec3_unit(struct vec3 a)
{
    double l = vec3_len(a);
    return l > 0 ? vec3_scale(a, 1 / l) : a;
}

static inline struct vec2 vec3_flat(struct vec3 a)
{
    return vec2(a.x, a.y);
}

static inline double sim_clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* 0 below lo, 1 above hi, smooth between. */
static inline double sim_smooth(double lo, double hi, double x)
{
    double t = sim_clamp((x - lo) / (hi - lo), 0, 1);
    return t * t * (3 - 2 * t);
}

static inline double sim_mix(double a, double b, double t)
{
    return a + (b - a) * t;
}
