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
#define CLEAR_MM   3.0   /* what a limb may seem to smear at rest and still be clear: white ones mostly do less */
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

/* What a ball seems to go along `way`, as far as its limb tells; infinite: it tells nothing. */
static struct vision_smear smear_of(const struct vision *v, const struct frame *f, const struct vision_result *seen,
                                    const struct track_ball *ball, struct vec2 way)
{
    struct vision_smear smear;
    for (int j = 0; j < seen->balls_n; j++)
        if (vec2_dist(seen->balls[j].mm, ball->at) < ON_PATH_MM && !(vec2_len(seen->balls[j].smear_mm) > 0) &&
            vision_smear(v, f, seen, j, way, &smear))
            return smear;
    return (struct vision_smear){.mm = INFINITY};
}

/* Once wherever a ball lies. */
static bool look_at_rest(struct exposure *e, const struct vision *v, const struct frame *f,
                         const struct vision_result *seen, const struct track_ball *ball)
{
    static const struct vec2 ways[] = {{1, 0}, {M_SQRT1_2, M_SQRT1_2}, {0, 1}, {-M_SQRT1_2, M_SQRT1_2}};
    const int n = sizeof ways / sizeof *ways;
    struct exposure_rest *rest = &e->rest[ball->id];
    double squares = 0;
    if (rest->known && vec2_dist(rest->at, ball->at) < ON_PATH_MM)
        return false;
    for (int i = 0; i < n && !isinf(squares); i++) {
        double mm = smear_of(v, f, seen, ball, ways[i]).mm;
        squares += mm * mm;
    }
    *rest = (struct exposure_rest){.known = true, .at = ball->at, .smears_mm = sqrt(squares / n)};
    return true;
}

/* A limb is misread by about as much however fast its ball goes, so that fast ones tell far more; so do those that a
 * smear explains much of, and those that are clear at rest. */
static bool look_at_way(struct exposure *e, const struct vision *v, const struct frame *f,
                        const struct vision_result *seen, const struct track_ball *ball)
{
    const struct exposure_rest *rest = &e->rest[ball->id];
    double speed = vec2_len(ball->v) / FAST_MM_S;
    if (speed < 1 || !rest->known || isinf(rest->smears_mm))
        return false;
    struct vision_smear smear = smear_of(v, f, seen, ball, ball->v);
    double s = smear.mm / vec2_len(ball->v), unclear = rest->smears_mm / CLEAR_MM;
    if (s > e->frame_s)
        return false;
    add_look(e, s, pow(speed, 4) * smear.gain / (1 + unclear * unclear));
    return true;
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
    for (int i = 0; i < n; i++) { /* one a frame is enough, and each has its turn */
        const struct track_ball *b = &ball[(e->turn + (unsigned)i) % (unsigned)n];
        if (b->id && b->seen && (b->resting ? look_at_rest : look_at_way)(e, v, f, seen, b))
            return;
    }
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
