/* SPDX-License-Identifier: Apache-2.0 */
/* chroma.c: where do the samples of chroma lie, on those of light or between them? */
#include "closer.h"
#include "smear.h"

#include <math.h>

/* The limb of a ball if chroma lies here; false when that says nothing. Fitted twice: a ball of little light stands
 * where its colour was thought to be, and would fit that best else. */
static bool fit_if(const struct vision *v, const struct frame *f, const struct hypothesis *ball, double chroma_x,
                   struct limb *l)
{
    struct hypothesis h = *ball;
    struct limb_params p = closer_params_of(v, f, ball);
    p.chroma_x = (float)chroma_x;
    p.bias_sd = p.sigma_sd = 0.3f;
    p.sectors = LIMB_FEW;
    for (int i = 0; i < p.others_n; i++)
        p.other[i].r += 0.5f; /* those beside it may stand as far off as it does */
    for (int i = 0; i < 2; i++)
        if (!limb_fit(f, &h.outline, &p, l) ||
            !ball_move_to(v, &h, vec2(h.outline.centre.x + (double)l->dx, h.outline.centre.y + (double)l->dy)))
            return false;
    return l->free > 0.4f && l->sd < 0.2f;
}

/* What balls say together of the other place of chroma: how much better they fit there, as logarithms. */
struct opinion {
    float sum, squares;
    int n;
};

static void add_opinion(struct opinion *o, float better)
{
    o->sum += better;
    o->squares += better * better;
    o->n++;
}

/* Three that say the same make 1.7 sds, one alone 1. */
static bool agreed_on(const struct opinion *o, float sds)
{
    return o->sum > sds * sqrtf(o->squares);
}

/* A ball's light and its colour have one centre: they fit one limb only where chroma samples are told to lie right.
 * There are two standards, 0 and 0.5; the other one is taken when balls agree that it fits better. Balls beside others
 * shine on each other: only where hardly one stands alone are they asked, and must agree more. Balls that move are not
 * asked. */
bool chroma_learn(struct vision *v, const struct frame *f)
{
    enum { ENOUGH = 16, FEW = 3 };          /* balls */
    const float clear = 0.8f, shows = 0.8f; /* score, and share of the limb */
    const float most = 0.4f;                /* that one ball can say */
    const double near = 2.3;                /* radii */
    double *now = &v->calibration.camera.chroma_x, other = *now < 0.25 ? 0.5 : 0;
    struct opinion all = {0}, alone = {0};
    int moving = 0;
    for (int i = 0; i < v->hyp_n && all.n < ENOUGH; i++) {
        const struct hypothesis *h = &v->hyp[i];
        struct limb a, b;
        if (!h->taken || h->score < clear || !fit_if(v, f, h, *now, &a) || !fit_if(v, f, h, other, &b) ||
            fmaxf(a.share, b.share) < shows)
            continue;
        if (smear_shows(&a) && smear_shows(&b)) { /* by which way it goes light and colour differ */
            moving++;
            continue;
        }
        float better = fminf(most, fmaxf(-most, logf(a.noise_y * a.noise_c / (b.noise_y * b.noise_c))));
        add_opinion(&all, better);
        if (!ball_crowded(v, h, near))
            add_opinion(&alone, better);
    }
    if (moving > all.n)
        return false;
    if (alone.n < FEW ? agreed_on(&all, 2.5f) : agreed_on(&alone, 1.5f))
        *now = other;
    return true;
}
