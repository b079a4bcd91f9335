/* SPDX-License-Identifier: Apache-2.0 */
/* exposure.c: the exposure, as most smears of balls tell it. */
#include "exposure.h"

#include <math.h>
#include <stdlib.h>

#define FAST_MM_S  700.0 /* slower balls hardly smear */
#define ON_PATH_MM 4.0   /* a ball this near where it should be has met nothing since */
#define LONGEST_S  0.04
#define USUAL_S    0.004 /* until it is known */
enum { ENOUGH = 5 /* looks */, SELDOM = 16 /* frames from one look at a ball at rest to the next */ };

static void add_look(struct exposure *e, double square, double weight)
{
    e->look[e->n++ % EXPOSURE_LOOKS] = (struct exposure_look){fmin(square, LONGEST_S * LONGEST_S), weight};
}

static void look_at_rest(struct exposure_rest *r, const struct vision *v, const struct frame *f,
                         const struct vision_result *seen, int j)
{
    double straight, slanted;
    if (!vision_smear(v, f, seen, j, vec2(1, 0), &straight) || !vision_smear(v, f, seen, j, vec2(1, 1), &slanted))
        return;
    double keep = r->known ? 0.9 : 0;
    *r = (struct exposure_rest){true, keep * r->straight + (1 - keep) * straight,
                                keep * r->slanted + (1 - keep) * slanted};
}

static void look_at_way(struct exposure *e, const struct exposure_rest *r, const struct vision *v,
                        const struct frame *f, const struct vision_result *seen, int j, struct vec2 way)
{
    double speed2 = vec2_dot(way, way), mm2, turn = 2 * atan2(way.y, way.x);
    if (r->known && vision_smear(v, f, seen, j, way, &mm2)) {
        mm2 -= r->straight * cos(turn) + r->slanted * sin(turn);
        add_look(e, mm2 / speed2, speed2); /* what is wrong with an edge counts less, the longer the smear */
    }
}

void exposure_look(struct exposure *e, const struct vision *v, const struct frame *f, const struct vision_result *seen,
                   const struct tracking *tracking)
{
    struct track_ball ball[TRACKS_MAX];
    int n = tracking ? track_balls(tracking, f->t, ball) : 0;
    e->frames++;
    for (int i = 0; i < n; i++) {
        bool due = ball[i].resting ? (e->frames + i) % SELDOM == 0 : vec2_len(ball[i].v) > FAST_MM_S;
        if (!ball[i].id || !ball[i].seen || !due)
            continue;
        for (int j = 0; j < seen->balls_n; j++) {
            if (vec2_dist(seen->balls[j].mm, ball[i].at) > ON_PATH_MM || vec2_len(seen->balls[j].smear_mm) > 0)
                continue;
            if (ball[i].resting)
                look_at_rest(&e->rest[ball[i].id], v, f, seen, j);
            else
                look_at_way(e, &e->rest[ball[i].id], v, f, seen, j, ball[i].v);
        }
    }
}

static int by_square(const void *a, const void *b)
{
    const struct exposure_look *x = a, *y = b;
    return (x->square > y->square) - (x->square < y->square);
}

double exposure_s(const struct exposure *e)
{
    struct exposure_look p[EXPOSURE_LOOKS];
    int n = e->n < EXPOSURE_LOOKS ? e->n : EXPOSURE_LOOKS;
    double all = 0, sum = 0;
    if (n < ENOUGH)
        return USUAL_S;
    for (int i = 0; i < n; i++) {
        p[i] = e->look[i];
        all += p[i].weight;
    }
    qsort(p, (size_t)n, sizeof *p, by_square);
    int middle = 0;
    while (middle < n - 1 && (sum += p[middle].weight) < all / 2)
        middle++;
    return sqrt(fmax(p[middle].square, 0));
}
