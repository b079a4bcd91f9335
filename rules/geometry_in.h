/* SPDX-License-Identifier: Apache-2.0 */
/* geometry_in.h: what the geometry files share and nobody else sees: the balls that count, and one ball on one path. */
#pragma once

#include "geometry.h"

static inline bool geo_usable(struct vec2 p)
{
    return fabs(p.x) <= GEO_FAR && fabs(p.y) <= GEO_FAR; /* false for NaN */
}

/* Members of `mask` that lie on the table. */
static inline ball_mask geo_present(const struct layout *layout, ball_mask mask)
{
    ball_mask present = 0;
    mask &= layout->known & (((ball_mask)1 << BALL_IDS) - 2);
    for (BALL_EACH(id, mask))
        if (geo_usable(layout->at[id]))
            present |= ball_bit((ball_id)id);
    return present;
}

/* A diameter that is no use (negative, NaN, huge) counts as none. */
static inline double geo_diameter(double d)
{
    return d > 0 && d <= GEO_FAR ? d : 0;
}

/* Distance of centres at which the cue-ball touches an object ball. */
static inline double geo_contact(const struct bed *bed)
{
    return (geo_diameter(bed->cue_ball_d) + geo_diameter(bed->ball_d)) / 2;
}

/* The cue-ball's centre going straight from `from` for `length` in unit direction `dir`. */
struct geo_ray {
    struct vec2 from, dir;
    double length;
};

/* Path to the finest contact with `to` on one side (+1 left, -1 right). Already touching: of length 0, square to `to`.
 */
static inline struct geo_ray geo_edge(struct vec2 from, struct vec2 to, double contact, int side)
{
    struct vec2 way = vec2_sub(to, from), ahead = vec2_unit(way);
    double l = vec2_len(way), sine = l > contact ? contact / l : 1, cosine = sqrt(1 - sine * sine);
    struct vec2 dir = vec2_along(vec2_scale(ahead, cosine), side * sine, vec2_left(ahead));
    return (struct geo_ray){from, dir, l * cosine * (l > contact)};
}

/* Part of any ball on from `from`: margin as in geo_path, and the ball. No ball on: INFINITY. */
double geo_sight(const struct layout *layout, struct vec2 from, double contact, ball_mask on, ball_mask blockers,
                 ball_id *ball);

/* Would part of some ball on be seen if balls on were smaller and blockers larger by `m` (radii of contact)?
 * Never turns from false to true as m grows; moving `from` by e changes nothing that a change of m by e would not. */
bool geo_sees(const struct layout *layout, struct vec2 from, double contact, ball_mask on, ball_mask blockers, double m,
              ball_id *ball);
