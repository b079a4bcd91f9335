/* SPDX-License-Identifier: Apache-2.0 */
/* chroma.c: where do the samples of chroma lie, on those of light or between them? */
#include "closer.h"
#include "smear.h"

#include <math.h>

/* What balls say together of the other place of chroma: px by which their colours lie nearer to it than half-way, each
 * by how well it knows. */
struct opinion {
    float sum, weights;
    int n, moving;
};

/* A ball's light and its colours have one centre. Each is fitted by itself: together they would be off by a share of
 * that only, and how well they fit says little, since paint and mirrored balls spoil fits far more. Balls that move are
 * not asked. apart: px by which colours seem to lie to the right where chroma lies at the other place. */
static void ask(const struct vision *v, const struct frame *f, const struct hypothesis *h, float apart,
                struct opinion *all)
{
    const float plain = 0.1f, roughly = 0.5f; /* px: what is not modelled, and what tells nothing any more */
    const float most = 0.5f;                  /* px that one ball can say: a limb in light may be that of a shadow */
    const float shows = 0.8f;                 /* of the limb */
    struct limb both, light, colour;
    struct limb_params p = closer_params_of(v, f, h);
    p.bias_sd = p.sigma_sd = 0.3f;
    p.sectors = LIMB_FEW;
    if (!limb_fit(f, &h->outline, &p, &both))
        return;
    if (smear_shows(&both)) { /* light alone is uneven in any pack */
        all->moving += both.share > shows;
        return;
    }
    p.of = LIMB_OF_LIGHT;
    if (!limb_fit(f, &h->outline, &p, &light))
        return;
    p.of = LIMB_OF_COLOUR;
    if (!limb_fit(f, &h->outline, &p, &colour) || light.cov[0] + colour.cov[0] > roughly * roughly)
        return;
    float aside = colour.dx - light.dx, nearer = (apart > 0 ? aside : -aside) - 0.5f * fabsf(apart);
    float weight = 1 / (light.cov[0] + colour.cov[0] + plain * plain);
    all->sum += weight * fmaxf(-most, fminf(most, nearer));
    all->weights += weight;
    all->n++;
}

/* There are two standards, 0 and 0.5. The other one is taken when two or more balls say so, and not by chance
 * alone. */
bool chroma_learn(struct vision *v, const struct frame *f)
{
    enum { ENOUGH = 16 };                 /* balls */
    const float clear = 0.8f, chance = 1; /* score; sds */
    double *now = &v->calibration.camera.chroma_x, other = *now < 0.25 ? 0.5 : 0;
    struct opinion all = {0};
    for (int i = 0; i < v->hyp_n && all.n < ENOUGH; i++)
        if (v->hyp[i].taken && v->hyp[i].score > clear)
            ask(v, f, &v->hyp[i], (float)(*now - other), &all);
    if (all.moving > all.n)
        return false;
    if (all.n > 1 && all.sum > chance * sqrtf(all.weights))
        *now = other;
    return true;
}
