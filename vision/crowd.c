/* SPDX-License-Identifier: Apache-2.0 */
/* crowd.c: the nearest places to the measured ones in which no two balls overlap (a quadratic programme, solved pair by
 * pair). */
#include "crowd.h"

#include <math.h>

static const double give2 = 0.05 * 0.05; /* px^2: balls and outlines are not known better than this */
static const double size_sd = 0.003;     /* share: how well the size of balls is known */

void crowd_join(struct crowd *c, int a, int b, double least)
{
    if (c->pairs_n < CROWD_PAIRS)
        c->pair[c->pairs_n++] = (struct crowd_pair){a, b, least, 0};
}

static struct vec2 spread_along(const struct crowd_ball *b, struct vec2 n)
{
    return vec2(b->xx * n.x + b->xy * n.y, b->xy * n.x + b->yy * n.y);
}

/* Presses two balls apart, or lets go of them; returns how far that moved them. */
static double part(struct crowd *c, struct crowd_pair *p)
{
    struct crowd_ball *a = &c->ball[p->a], *b = &c->ball[p->b];
    struct vec2 way = vec2_sub(b->at, a->at);
    double least = p->least * (1 + c->size), apart2 = vec2_dot(way, way);
    if (apart2 >= least * least && p->push <= 0) /* most do not touch */
        return 0;
    double apart = sqrt(apart2), over = least - apart;
    struct vec2 n = vec2_scale(way, 1 / (apart > 1e-6 ? apart : 1e-6)), of_a = spread_along(a, n),
                of_b = spread_along(b, n);
    double loose = vec2_dot(of_a, n) + vec2_dot(of_b, n), shrink = size_sd * size_sd * p->least;
    double change = (over - give2 * p->push) / (loose + shrink * p->least + give2);
    change = change > -p->push ? change : -p->push;
    p->push += change;
    c->size -= change * shrink;
    a->at = vec2_along(a->at, -change, of_a);
    b->at = vec2_along(b->at, change, of_b);
    return fabs(change) * loose;
}

/* One direction of a ball is known better by this. */
static void learn(struct crowd_ball *b, struct vec2 n, double var)
{
    struct vec2 of = spread_along(b, n);
    double all = vec2_dot(of, n) + var;
    b->xx -= of.x * of.x / all;
    b->xy -= of.x * of.y / all;
    b->yy -= of.y * of.y / all;
}

static void learn_both(struct crowd *c, const struct crowd_pair *p)
{
    struct crowd_ball *a = &c->ball[p->a], *b = &c->ball[p->b];
    struct vec2 n = vec2_unit(vec2_sub(b->at, a->at));
    double of_a = vec2_dot(spread_along(a, n), n), of_b = vec2_dot(spread_along(b, n), n);
    learn(a, n, of_b + give2);
    learn(b, n, of_a + give2);
}

void crowd_settle(struct crowd *c)
{
    for (int round = 0; round < 40; round++) {
        double most = 0;
        for (int i = 0; i < c->pairs_n; i++) {
            double moved = part(c, &c->pair[i]);
            most = moved > most ? moved : most;
        }
        if (most < c->settled)
            break;
    }
    for (int i = 0; i < c->pairs_n; i++)
        if (c->pair[i].push > 0)
            learn_both(c, &c->pair[i]);
}
