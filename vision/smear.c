/* SPDX-License-Identifier: Apache-2.0 */
/* smear.c: the way that explains best what the limb of a ball looks like. */
#include "smear.h"

#include <math.h>

enum { WAYS = 9 };
static const float least_contrast = 30; /* levels */

double smear_left(const struct limb *l)
{
    return log((double)l->noise_y) + 0.5 * log((double)l->noise_c);
}

/* How badly a way, as a share of the longest, fits. */
static bool misfit(const struct frame *f, const struct outline *o, const struct limb_params *told, double share,
                   double *out)
{
    struct limb_params p = *told;
    struct limb limb;
    for (int i = 0; i < 2; i++)
        p.smear[i] = (float)share * p.range[i];
    if (!limb_fit(f, o, &p, &limb) || limb.contrast < least_contrast)
        return false;
    *out = smear_left(&limb);
    return true;
}

bool smear_measure(const struct frame *f, const struct outline *o, const struct limb_params *p, struct smear *out)
{
    double cost[WAYS];
    int best = 0;
    for (int i = 0; i < WAYS; i++) {
        if (!misfit(f, o, p, (double)i / (WAYS - 1), &cost[i]))
            return false;
        best = cost[i] < cost[best] ? i : best;
    }
    if (best == WAYS - 1)
        return false;
    double at = best, bend = best ? cost[best - 1] - 2 * cost[best] + cost[best + 1] : 0;
    if (bend > 0)
        at += 0.5 * (cost[best - 1] - cost[best + 1]) / bend;
    *out = (struct smear){at / (WAYS - 1) * hypot((double)p->range[0], (double)p->range[1]), cost[0] - cost[best]};
    return true;
}

bool smear_shows(const struct limb *l)
{
    return l->uneven > 0.16f; /* px; at rest 0.04, seldom 0.12; of balls that go 4 px 0.24 */
}
