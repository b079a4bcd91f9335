/* SPDX-License-Identifier: Apache-2.0 */
/* look.h: what the room looks like: lamps, cloth, wood, pockets, the colours of the balls, skin and sleeves.
 * Colours are linear, red green blue, 0..1 of the light sent back. */
#pragma once

#include "paints.h"
#include "table.h"
#include "vec.h"

#include <stdint.h>

struct rgb {
    float r, g, b;
};

enum { SIM_LAMPS_MAX = 6 };

/* A glowing rectangle that shines downwards. The camera looks past lamps, but balls mirror them. */
struct sim_lamp {
    struct vec3 at;    /* middle, mm */
    struct vec3 u, v;  /* half sides, mm; u x v points up */
    double power;      /* relative; 0: failed */
    struct rgb colour; /* about 1 1 1 */
};

enum sim_pocket_look { SIM_POCKET_LEATHER, SIM_POCKET_PLASTIC, SIM_POCKET_BRASS };

struct sim_look {
    struct rgb cloth, line, wood, metal, floor, pocket;
    double nap;       /* strength of the cloth's grain and streaks, 0..1 */
    double wear;      /* worn tracks, chalk dust, spots rubbed pale, 0..1 */
    uint32_t texture; /* which pattern of them */
    double line_mm;   /* width of baulk-line and D; 0: no markings */
    double gloss;     /* of the balls, 0..1 */
    double tint;      /* how far ball colours stray from the usual ones, 0..1 */
    int paints;       /* colours of numbered balls: enum paint_sets */
    bool cue_dots;    /* cue-ball with dots */
    bool sights;      /* diamonds on the rails */
    enum sim_pocket_look pockets;
    int lamps_n;
    struct sim_lamp lamp[SIM_LAMPS_MAX];
    struct rgb ambient; /* light from everywhere, relative to lamps of power 1 */
    struct rgb skin, sleeve, trousers;
};

/* A well-lit club: three canopies over the table. */
struct sim_look sim_look_defaults(const struct table *table);

/* Any room: cloth of any usual colour, lamps many or few, warm or cold, near or far, worn or new. */
struct sim_look sim_look_random(const struct table *table, uint64_t seed);

/* Paint of a ball: base colour, and for numbered balls whether it has a stripe. */
struct rgb sim_look_ball(const struct sim_look *look, enum ball_set_id set, ball_id ball);

/* White of a numbered ball, and what the ends of a stripe are painted with. */
extern const struct rgb sim_look_white;
struct rgb sim_look_ends(const struct sim_look *look);

static inline struct rgb rgb(float r, float g, float b)
{
    return (struct rgb){r, g, b};
}

static inline struct rgb rgb_add(struct rgb a, struct rgb b)
{
    return rgb(a.r + b.r, a.g + b.g, a.b + b.b);
}

static inline struct rgb rgb_scale(struct rgb a, float s)
{
    return rgb(a.r * s, a.g * s, a.b * s);
}

static inline struct rgb rgb_mul(struct rgb a, struct rgb b)
{
    return rgb(a.r * b.r, a.g * b.g, a.b * b.b);
}

static inline struct rgb rgb_mix(struct rgb a, struct rgb b, float t)
{
    return rgb(a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t);
}
