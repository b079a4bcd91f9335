/* SPDX-License-Identifier: Apache-2.0 */
/* light.h: how much light reaches a point, and what stands in its way. Private to the renderer.
 * Each lamp is cut into cells; a cell is seen as a cone, and a ball in the cone takes a smooth share of it. That is a
 * soft shadow without noise, and one square root a cell. What can stand between a place and a lamp is found once for
 * the place (struct shadows); lamps that nothing hides are cut more coarsely. */
#pragma once

#include "scene.h"

enum { CELLS_MAX = 96 };

/* Lamps cut into pieces; those of lamp i are first[i] .. first[i + 1] - 1. */
struct cells {
    int first[SIM_LAMPS_MAX + 1];
    float x[CELLS_MAX], y[CELLS_MAX], z[CELLS_MAX]; /* middles */
    float power[CELLS_MAX], radius[CELLS_MAX];
};

struct lights {
    struct cells fine, rough;
    int lamps_n;
    struct sim_lamp lamp[SIM_LAMPS_MAX];
    struct v3 at[SIM_LAMPS_MAX];
    float wide[SIM_LAMPS_MAX]; /* radius of a ball around the lamp, with the blur of its cells */
    float glow[SIM_LAMPS_MAX]; /* brightness of the glowing face itself, for mirrors */
    struct rgb ambient;
    float bounce; /* share of the lamps' light that comes back from the cloth */
    struct rgb cloth;
    float nose_z, half_x, half_y;
};

/* Something that takes light away, placed for one tile. */
struct shade {
    bool rod;
    struct v3 a, to;
    float ra, rb, to2;
    const struct sim_thing *thing;
};

/* What concerns one place: for each lamp the things that may hide it, and the balls near by. Bits are numbers in of. */
struct shadows {
    const struct shade *of;
    uint64_t lamp[SIM_LAMPS_MAX], near;
};

void sim_lights_make(struct lights *l, const struct sim_look *look, const struct table *table);

/* Finds which of `things` concern points within `radius` of p. Errs on the side of yes. True when any does. */
bool sim_shadows_find(struct shadows *s, const struct lights *l, struct v3 p, float radius, uint64_t things);

/* Light on a surface at p with normal n, less what stands in the way (NULL: nothing) and the cushions take. */
struct rgb sim_light_at(const struct lights *l, struct v3 p, struct v3 n, const struct shadows *s, bool cushions);

/* Light on the flat cloth with nothing in the way. */
struct rgb sim_light_open(const struct lights *l, struct v3 p);

/* What is left of that light at p, as a factor: what the static picture is multiplied with. */
struct rgb sim_shadow_at(const struct lights *l, struct v3 p, const struct shadows *s, struct rgb open);

/* What a mirror sees in direction d from p: lamps, room, cloth, other balls. `rough` blurs lamp edges. */
struct rgb sim_mirror_at(const struct lights *l, struct v3 p, struct v3 d, float rough, const struct shadows *s);
