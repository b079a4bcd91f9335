/* SPDX-License-Identifier: Apache-2.0 */
#include "ends.h"

#include <math.h>

#define TOUCH_SHARE 1.1  /* of a diameter, between middles: racked balls touch, more or less */
#define NEAREST     0.2  /* of the table's length: so far from its middle is the middle of a rack at least ... */
#define FARTHEST    0.42 /* ... and at most */
#define ASIDE_SHARE 1.0  /* diameters off the long axis */

enum { NEIGHBOURS = 2, RACKED = 6 }; /* six of nine-ball's nine have more than two; packs in play are smaller */

static int neighbours(const struct vec2 *at, int n, int of, double reach)
{
    int count = 0;
    for (int i = 0; i < n; i++)
        count += i != of && vec2_dist(at[i], at[of]) < reach;
    return count;
}

enum ends ends_by_rack(const struct bed *bed, const struct vec2 *at, int n)
{
    struct vec2 middle = vec2(0, 0);
    int packed = 0;
    for (int i = 0; i < n; i++)
        if (neighbours(at, n, i, TOUCH_SHARE * bed->ball_d) >= NEIGHBOURS)
            middle = vec2_along(middle, 1.0 / ++packed, vec2_sub(at[i], middle));
    double far = fabs(middle.x) / bed->length;
    if (packed < RACKED || far < NEAREST || far > FARTHEST || fabs(middle.y) > ASIDE_SHARE * bed->ball_d)
        return ENDS_UNKNOWN;
    return middle.x > 0 ? ENDS_RIGHT : ENDS_TURNED;
}

void ends_turn(struct calibration *c)
{
    for (int i = 0; i < 9; i++)
        c->camera.R[i] = i % 3 < 2 ? -c->camera.R[i] : c->camera.R[i];
    for (int side = 0; side < SIDES; side += 2) {
        struct edge_candidate nose = c->nose[side];
        double lip = c->lip[side];
        c->nose[side] = c->nose[side + 1];
        c->lip[side] = c->lip[side + 1];
        c->nose[side + 1] = nose;
        c->lip[side + 1] = lip;
    }
}

void ends_take(struct calibration *c, enum ends ends)
{
    if (ends == ENDS_TURNED)
        ends_turn(c);
    if (ends != ENDS_UNKNOWN)
        c->orientation = ORIENTATION_SEEN;
}
