/* SPDX-License-Identifier: Apache-2.0 */
/* exposure.c: the exposure, as most smears of balls tell it. */
#include "exposure.h"

#include <math.h>
#include <stdlib.h>

#define FAST_MM_S  700.0 /* slower balls hardly smear */
#define ON_PATH_MM 4.0   /* a ball this near where it should be has met nothing since */
#define LONGEST_S  0.045 /* 25 frames/s, and a little */
#define FADES      0.999
#define USUAL_S    0.004 /* until it is known */
enum { ENOUGH = 5 /* looks */ };

/* Those that tell most are kept; what they tell fades, since cameras change their exposure. */
static void add_look(struct exposure *e, double s, double weight)
{
    int at = e->n < EXPOSURE_LOOKS ? e->n++ : 0;
    for (int i = 0; i < e->n; i++) {
        e->look[i].weight *= FADES;
        at = e->n == EXPOSURE_LOOKS && e->look[i].weight < e->look[at].weight ? i : at;
    }
    if (e->look[at].weight < weight)
        e->look[at] = (struct exposure_look){s, weight};
}

/* Looks at a ball, if it was seen where it should be and goes fast enough. */
static bool look_at(struct exposure *e, const struct vision *v, const struct frame *f, const struct vision_result *seen,
                    const struct track_ball *ball)
{
    double speed = vec2_len(ball->v);
    struct vision_smear smear;
    if (!ball->id || !ball->seen || ball->resting || speed < FAST_MM_S)
        return false;
    for (int j = 0; j < seen->balls_n; j++) {
        bool its = vec2_dist(seen->balls[j].mm, ball->at) < ON_PATH_MM && !(vec2_len(seen->balls[j].smear_mm) > 0);
        if (!its || !vision_smear(v, f, seen, j, ball->v, &smear) || smear.mm / speed > e->frame_s)
            continue;
        add_look(e, smear.mm / speed, speed * speed * smear.gain); /* long smears tell more, if they explain much */
        return true;
    }
    return false;
}

void exposure_look(struct exposure *e, const struct vision *v, const struct frame *f, const struct vision_result *seen,
                   const struct tracking *tracking)
{
    struct track_ball ball[TRACKS_MAX];
    int n = tracking ? track_balls(tracking, f->t, ball) : 0;
    double step = (double)(f->t - e->last) / 1e9;
    if (e->last && step > 0 && step < LONGEST_S)
        e->frame_s += (step - e->frame_s) / (e->frame_s > 0 ? 16 : 1);
    e->last = f->t;
    e->turn++;
    for (int i = 0; i < n; i++) /* one a frame is enough, and each has its turn */
        if (look_at(e, v, f, seen, &ball[(e->turn + (unsigned)i) % (unsigned)n]))
            return;
}

static int by_length(const void *a, const void *b)
{
    const struct exposure_look *x = a, *y = b;
    return (x->s > y->s) - (x->s < y->s);
}

double exposure_s(const struct exposure *e)
{
    struct exposure_look p[EXPOSURE_LOOKS];
    int n = e->n;
    double all = 0, sum = 0;
    if (n < ENOUGH)
        return USUAL_S;
    for (int i = 0; i < n; i++) {
        p[i] = e->look[i];
        all += p[i].weight;
    }
    qsort(p, (size_t)n, sizeof *p, by_length);
    int middle = 0;
    while (middle < n - 1 && (sum += p[middle].weight) < all / 2)
        middle++;
    return p[middle].s;
}
