/* SPDX-License-Identifier: Apache-2.0 */
/* places.c: where on the table is this point? */
#include "places.h"

#include <math.h>

enum pocket place_pocket(const struct table *table, struct vec2 p, double *out_mm)
{
    enum pocket best = POCKET_NONE;
    *out_mm = INFINITY;
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        double d = vec2_dist(p, table->pocket[i].fall) - table->pocket[i].fall_radius;
        if (d < *out_mm) {
            *out_mm = d;
            best = (enum pocket)i;
        }
    }
    return best;
}

static double along_share(const struct nose *n, struct vec2 p)
{
    struct vec2 d = vec2_sub(n->to, n->from);
    return vec2_dot(vec2_sub(p, n->from), d) / vec2_dot(d, d);
}

static void try_nose(const struct nose *n, struct vec2 p, double radius, struct place_cushion *best)
{
    double share = along_share(n, p);
    if (share < 0 || share > 1)
        return;
    struct vec2 in = vec2_left(vec2_unit(vec2_sub(n->to, n->from)));
    double gap = vec2_dot(vec2_sub(p, n->from), in) - radius;
    if (fabs(gap) < fabs(best->gap_mm))
        *best = (struct place_cushion){n->cushion, FACE_FLAT, gap, in};
}

/* The cushion a jaw belongs to: the nose that ends where its arc starts. */
static enum cushion jaw_cushion(const struct table *table, const struct jaw *jaw)
{
    enum cushion best = CUSHION_NONE;
    double least = INFINITY;
    for (int i = 0; i < TABLE_NOSES; i++) {
        const struct nose *n = &table->nose[i];
        double d = fmin(vec2_dist(n->from, jaw->start), vec2_dist(n->to, jaw->start));
        if (d < least) {
            least = d;
            best = n->cushion;
        }
    }
    return best;
}

/* Arc and facing of a jaw: everything of a cushion that is not its straight nose is its curved face to the rules. */
static void try_jaw(const struct table *table, const struct jaw *jaw, struct vec2 p, double radius,
                    struct place_cushion *best)
{
    struct vec2 out = vec2_sub(p, jaw->centre);
    double gap = vec2_len(out) - jaw->radius - radius;
    struct vec2 normal = vec2_unit(out);
    struct vec2 facing = vec2_sub(jaw->back, jaw->end);
    double share = vec2_dot(vec2_sub(p, jaw->end), facing) / fmax(vec2_dot(facing, facing), 1e-9);
    if (share > 0) {
        struct vec2 foot = vec2_along(jaw->end, fmin(share, 1), facing);
        gap = vec2_dist(p, foot) - radius;
        normal = vec2_unit(vec2_sub(p, foot));
    }
    if (fabs(gap) < fabs(best->gap_mm))
        *best = (struct place_cushion){jaw_cushion(table, jaw), FACE_CURVED, gap, normal};
}

struct place_cushion place_cushion(const struct table *table, struct vec2 p)
{
    struct place_cushion best = {.gap_mm = INFINITY};
    double radius = table->bed.ball_d / 2;
    for (int i = 0; i < TABLE_NOSES; i++)
        try_nose(&table->nose[i], p, radius, &best);
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++)
        for (int side = 0; side < 2; side++)
            try_jaw(table, &table->pocket[i].jaw[side], p, radius, &best);
    return best;
}

double place_touch(const struct table *table)
{
    double r = table->bed.ball_d / 2, above = fmin(fabs(table->nose_height - r), 0.9 * r);
    return sqrt(r * r - above * above) - r;
}

bool place_on_table(const struct table *table, struct vec2 p)
{
    double slack = table->bed.ball_d / 2, in;
    if (fabs(p.x) < table->bed.length / 2 + slack && fabs(p.y) < table->bed.width / 2 + slack)
        return true;
    place_pocket(table, p, &in);
    return in < slack;
}
