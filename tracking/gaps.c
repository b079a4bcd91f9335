/* SPDX-License-Identifier: Apache-2.0 */
/* gaps.c: when did two balls touch that are known to have touched? They come nearer until then and part from there,
 * which shows where the ways of slow balls bend too little to tell. */
#include "contacts.h"
#include "hinges.h"

#define LOOK_S      0.12
#define BENDS_MM_S2 400.0 /* by which the speed of two balls towards each other changes by itself */
#define PARTS_MM_S  6.0
enum { GAPS_MAX = 64 };

/* The distance of both balls from sample to sample: for hinge_fit. */
static int list_gaps(const struct segment *s, const struct way *a, const struct way *b, double from, double to,
                     struct sample *out)
{
    int n = 0;
    for (int i = 0, j = 0; i < a->samples_n && n < GAPS_MAX; i++) {
        while (j < b->samples_n && b->samples[j].frame < a->samples[i].frame)
            j++;
        double t = a->samples[i].t;
        if (j == b->samples_n || b->samples[j].frame != a->samples[i].frame || t < from || t > to)
            continue;
        double gap = vec2_dist(a->samples[i].p, b->samples[j].p) - apart_of(s, a, b);
        out[n++] = (struct sample){.t = t, .p = vec2(gap, 0), .sd = hypotf(a->samples[i].sd, b->samples[j].sd)};
    }
    return n;
}

void time_by_gap(const struct explain *x, int path, int other, double t, double t_sd, struct cause *c)
{
    const struct segment *s = x->s;
    struct sample gap[GAPS_MAX];
    struct hinge h;
    double slack = 3 * t_sd + 2 * s->frame_s, before, after, before_other, after_other;
    between_pushes(x, path, t, &before, &after);
    between_pushes(x, other, t, &before_other, &after_other);
    struct hinge_ask q = {.samples = gap,
                          .normal = vec2(1, 0),
                          .touch_sd = hypot(s->noise_mm, s->params->bias_mm),
                          .from = fmax(fmax(before, before_other) + s->frame_s / 2, t - LOOK_S),
                          .to = fmin(fmin(after, after_other) - s->frame_s / 2, t + LOOK_S),
                          .lo = t - slack,
                          .hi = t + slack,
                          .roll = BENDS_MM_S2};
    q.n = list_gaps(s, &s->paths[path], &s->paths[other], q.from, q.to, gap);
    if (!hinge_fit(&q, s->frame_s, &h) || h.gain < 0 || h.u0 > -PARTS_MM_S || h.u1 - h.u0 < PARTS_MM_S + 3 * h.u_sd)
        return;
    c->t = h.t;
    c->t_sd = hypot(h.t_sd, s->frame_s / 4);
}
