/* SPDX-License-Identifier: Apache-2.0 */
/* friction.c: how slow is this cloth? Every long piece of rolling tells what a rolling ball loses, every long slide
 * what a sliding one does; both are learnt from stroke to stroke and start from usual cloth. */
#include "inside.h"

#define ROLL_USUAL  113.0 /* mm/s^2 */
#define ROLL_SD     30.0  /* of cloths */
#define ROLL_LEAST  40.0
#define ROLL_MOST   260.0
#define SLIDE_USUAL 2060.0
#define SLIDE_SD    300.0
#define SLIDE_LEAST 1000.0
#define SLIDE_MOST  3200.0
#define LONG_S      0.3 /* of rolling that tells */
#define SLIDE_S     0.08
#define FAST_MM_S   60.0
#define CROOKED     0.25 /* side and nap bend ways; more than this share of the loss across is something else */
#define MODEL_ROLL  6.0  /* mm/s^2 by which pieces differ that are all rolling */
#define MODEL_SLIDE 120.0
#define MEMORY      60.0 /* pieces: new cloth is learnt within a few frames */

struct friction friction_usual(void)
{
    return (struct friction){.roll = ROLL_USUAL, .slide = SLIDE_USUAL};
}

double friction_roll_sd(const struct friction *f)
{
    return 1 / sqrt(1 / (ROLL_SD * ROLL_SD) + f->roll_n / (MODEL_ROLL * MODEL_ROLL * 4));
}

/* One more value for a running mean that starts as a prior and never gets too sure to change. What is far from all it
 * has seen counts less. */
static void learn(double *mean, double *n, double value, double sd, double prior_sd, double model_sd)
{
    double w = model_sd * model_sd / (sd * sd + model_sd * model_sd),
           prior = model_sd * model_sd / (prior_sd * prior_sd);
    double off = (value - *mean) / (*n < 3 ? prior_sd : 5 * model_sd);
    w /= 1 + off * off;
    *mean += w * (value - *mean) / (prior + *n + w);
    *n = fmin(*n + w, MEMORY);
}

static void learn_piece(struct friction *f, const struct piece *q)
{
    double lasted = q->t_to - q->t_from, sd = 1 / q->l[2][2];
    struct vec2 v = piece_velocity(q, (q->t_from + q->t_to) / 2), e = vec2_unit(v);
    double loss = -vec2_dot(q->a, e), across = fabs(vec2_cross(e, q->a));
    if (q->rest || vec2_len(v) < FAST_MM_S || across > CROOKED * loss + 2 * sd)
        return;
    if (lasted > LONG_S && loss > ROLL_LEAST && loss < ROLL_MOST && sd < ROLL_SD)
        learn(&f->roll, &f->roll_n, loss, sd, ROLL_SD, MODEL_ROLL);
    if (lasted > SLIDE_S && loss > SLIDE_LEAST && loss < SLIDE_MOST && sd < SLIDE_SD)
        learn(&f->slide, &f->slide_n, loss, sd, SLIDE_SD, MODEL_SLIDE);
}

void friction_learn(struct friction *f, const struct segment *s)
{
    for (int i = 0; i < s->paths_n; i++)
        for (int k = 0; s->paths[i].moved && k < s->paths[i].pieces_n; k++)
            learn_piece(f, &s->paths[i].piece[k]);
}
