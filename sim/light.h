/* SPDX-License-Identifier: Apache-2.0 */
/* light.h: how much light reaches a point, and what stands in its way. Private to the renderer.
 * Each lamp is cut into cells; a cell is seen as a cone, and a ball in the cone takes a smooth share of it. That is a
 * soft shadow without noise, and one square root a cell. */
#pragma once

#include "scene.h"

enum { CELLS_MAX = 32, SHADERS_MAX = SIM_THINGS_MAX };

struct lights {
    int n;
    float x[CELLS_MAX], y[CELLS_MAX], z[CELLS_MAX]; /* middles of cells */
    float power[CELLS_MAX], radius[CELLS_MAX];
    struct rgb colour[CELLS_MAX];
    struct rgb ambient;
    float bounce; /* share of the lamps' light that comes back from the cloth */
    struct rgb cloth;
    int lamps_n;
    struct sim_lamp lamp[SIM_LAMPS_MAX];
    float glow[SIM_LAMPS_MAX]; /* brightness of the glowing face itself, for mirrors */
    float nose_z, half_x, half_y;
};

/* Something that takes light away, placed for one tile. */
struct shade {
    bool rod;
    struct v3 a, to;
    float ra, rb, to2;
    const struct sim_thing *thing;
};

void sim_lights_make(struct lights *l, const struct sim_look *look, const struct table *table);

/* Light on a surface at p with normal n, less what the n_shades things and the cushions take. self is left out. */
struct rgb sim_light_at(const struct lights *l, struct v3 p, struct v3 n, const struct shade *shades, int n_shades,
                        const struct sim_thing *self, bool cushions);

/* The same for the flat cloth as a factor on its unshadowed light: what the static picture is multiplied with. */
struct rgb sim_shadow_at(const struct lights *l, struct v3 p, const struct shade *shades, int n_shades);

/* Whether a thing can darken any point of the cloth within `slack` mm of p. Errs on the side of yes. */
bool sim_shade_reaches(const struct lights *l, struct v3 p, const struct shade *shade, float slack);

/* What a mirror sees in direction d from p: lamps, room, cloth, other balls. `rough` blurs lamp edges. */
struct rgb sim_mirror_at(const struct lights *l, struct v3 p, struct v3 d, float rough, const struct shade *shades,
                         int n_shades, const struct sim_thing *self);
