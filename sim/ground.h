/* SPDX-License-Identifier: Apache-2.0 */
/* ground.h: the empty table: what a ray sees when nothing stands on it. Private to the renderer. */
#pragma once

#include "light.h"

enum ground_part { GROUND_BED, GROUND_CUSHION, GROUND_RAIL, GROUND_HOLE, GROUND_FLOOR };

enum { THROAT_MAX = 32 };

/* Plan of one pocket: the mouth between the jaws as a polygon, and the bucket behind it as a disc. */
struct throat {
    struct v3 corner[THROAT_MAX]; /* z unused */
    int n;
    struct v3 fall, bucket;
    float fall_r, bucket_r;
};

struct ground {
    const struct table *table;
    const struct sim_look *look;
    const struct lights *lights;
    struct throat throat[POCKET_COUNT];
    float half_x, half_y, nose_z, rail_z, cushion_w, rail_w;
};

void sim_ground_make(struct ground *g, const struct table *table, const struct sim_look *look,
                     const struct lights *lights);

/* Colour of the light along a ray from `from` (above the table) in direction d; *part says what it met. */
struct rgb sim_ground_at(const struct ground *g, struct v3 from, struct v3 d, enum ground_part *part);

/* Whether something narrow enough to be missed by one sample is within `mm` of the point a ray sees. */
bool sim_ground_fine(const struct ground *g, struct v3 from, struct v3 d, enum ground_part part, float mm);

/* Height of a part, mm. */
float sim_ground_z(const struct ground *g, enum ground_part part);

/* Whether a point at height z of a thing, seen along the ray, is hidden by cushions, rail or bed. */
bool sim_ground_hides(const struct ground *g, struct v3 from, struct v3 hit);
