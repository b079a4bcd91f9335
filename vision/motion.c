/* SPDX-License-Identifier: Apache-2.0 */
/* motion.c: which balls go far while they are exposed, and which way, when nobody knows it beforehand?
 *
 * A smear of a few pixels only softens the edges ahead and behind alike: the limb of a ball at rest is still where it
 * should be. A longer one leaves no such limb; half of what is found then is one end of the smear, or a ball and its
 * shadow together. Ways of all directions and lengths are tried: the one that leaves least of the picture unexplained
 * is how it went, if much more of a limb shows then than of a ball at rest. */
#include "closer.h"

#include "places.h"
#include "smear.h"

#include <math.h>

static const float longer = 8;   /* px: what the window of a limb at rest does not hold */
static const double alone = 2.6; /* radii: a ball nearer by is part of what a smear seems to be */

struct trial {
    struct vec2 way; /* px */
    double rest;     /* log of what the model leaves of the picture */
    struct limb limb;
};

/* How a limb looks that goes this way, from here. room: px; every trial must see the same of the picture. */
static bool try_way(const struct vision *v, const struct frame *f, struct hypothesis *h, struct vec2 way, float room,
                    struct trial *t)
{
    h->smear[0] = (float)way.x;
    h->smear[1] = (float)way.y;
    struct limb_params p = closer_params_of(v, f, h);
    p.room = room;
    t->way = way;
    if (!limb_fit(f, &h->outline, &p, &t->limb))
        return false;
    t->rest = smear_left(&t->limb);
    return true;
}

static void try_better(const struct vision *v, const struct frame *f, struct hypothesis *h, double length, double turn,
                       float room, struct trial *best)
{
    struct trial t;
    if (try_way(v, f, h, vec2(length * cos(turn), length * sin(turn)), room, &t) && t.rest < best->rest)
        *best = t;
}

static bool follow(const struct vision *v, struct hypothesis *h, const struct limb *l)
{
    const float astray = 4; /* px */
    return hypotf(l->dx, l->dy) < astray &&
           ball_move_to(v, h, vec2_add(h->outline.centre, vec2((double)l->dx, (double)l->dy)));
}

/* A step of the way to either side and longer and shorter, from where its limb says it is. */
static bool improve(const struct vision *v, const struct frame *f, struct hypothesis *h, double step, float room,
                    struct trial *best)
{
    double length = vec2_len(best->way), turn = atan2(best->way.y, best->way.x);
    if (!follow(v, h, &best->limb) || !try_way(v, f, h, best->way, room, best))
        return false;
    try_better(v, f, h, length, turn + step, room, best);
    try_better(v, f, h, length, turn - step, room, best);
    length = vec2_len(best->way), turn = atan2(best->way.y, best->way.x);
    try_better(v, f, h, length * (1 + step), turn, room, best);
    try_better(v, f, h, length * (1 - step), turn, room, best);
    return true;
}

/* The way that explains most, and the place that goes with it. gain: how much more than rest. */
static bool find_way(const struct vision *v, const struct frame *f, struct hypothesis *h, struct trial *best,
                     double *gain)
{
    enum { WAYS = 6, LENGTHS = 3, ROUNDS = 3 };
    const double hardly = 0.05;
    double length = 0.35 * (double)h->outline.mean;
    float room = 1.2f * h->outline.mean;
    if (!try_way(v, f, h, vec2(0, 0), room, best))
        return false;
    double rest = best->rest;
    for (int i = 0; i < WAYS * LENGTHS; i++)
        try_better(v, f, h, length * (1 + i % LENGTHS), 3.14159265 / WAYS * (i / LENGTHS), room, best);
    if (rest - best->rest < hardly)
        return false;
    for (int i = 0; i < ROUNDS; i++)
        if (!improve(v, f, h, 0.25 / (1 << i), room, best))
            return false;
    h->smear[0] = (float)best->way.x;
    h->smear[1] = (float)best->way.y;
    *gain = rest - best->rest;
    return follow(v, h, &best->limb) && ball_possible(v, h->mm) && !ball_crowded(v, h, alone);
}

/* Something lay outside the limb of a ball at rest, away from noses and pockets: it was the rest of the smear if cloth
 * is all about that. */
static bool bares(const struct vision *v, const struct hypothesis *h, const struct limb *l, float cloth)
{
    return cloth < 0.85f && l->cloth > 0.95f && l->sd < 0.5f &&
           place_cushion(&v->calibration.table, h->mm).gap_mm > 1.6 * v->radius;
}

/* Does much more of a limb show? Nearly all of it must where shadows smear too, or something goes on beyond it. */
static bool shows(const struct vision *v, const struct frame *f, const struct hypothesis *h, const struct limb *l,
                  double gain, float share)
{
    bool doubtful = ball_shade_share(v, f, &h->outline) > 0.5f || ball_ring_share(v, &h->outline) > 0.3f;
    if (l->share < fmaxf(doubtful ? 0.75f : 0.45f, share - 0.1f))
        return false;
    return gain > 0.3 || (gain > 0.15 && l->share > share + 0.2f);
}

bool motion_fit(const struct vision *v, const struct frame *f, struct hypothesis *h, float share, float cloth)
{
    struct trial best;
    double gain;
    if (!find_way(v, f, h, &best, &gain) || vec2_len(best.way) < (double)longer || best.limb.cloth < 0.8f || gain < 0.1)
        return false;
    bool bared = bares(v, h, &best.limb, cloth);
    if (!bared && !shows(v, f, h, &best.limb, gain, share))
        return false;
    closer_refine(v, f, h);
    return h->limb.sd > 0 && (bared || h->limb.share > 0.5f * best.limb.share);
}

/* Is as much foreign about it, shadows left out, as a ball covers and more? Most of those at rest whose limb is spoilt
 * are of the cloth's colour, in a shadow or in the mouth of a pocket. */
static bool covers_more(const struct vision *v, const struct frame *f, const struct outline *o)
{
    const struct ground *g = &v->ground;
    double r = 1.6 * (double)o->mean, disc = 3.1416 * (double)(o->mean * o->mean) / (SITE * SITE);
    struct site_span rows = ground_rows(g, o->centre, r);
    int n = 0;
    for (int j = rows.low; j <= rows.high; j++) {
        struct site_span cols = ground_cols(g, o->centre, r, j);
        for (int i = cols.low; i <= cols.high; i++)
            n += ground_foreign(g, i, j) && !ground_shaded(g, f, i, j);
    }
    return n > 0.9 * disc;
}

/* Is this hardly the limb of a ball at rest? */
static bool may_move(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    const struct limb *l = &h->limb;
    return (smear_shows(l) || l->share < 0.6f || l->cloth < 0.85f) && !ball_crowded(v, h, alone) &&
           covers_more(v, f, &h->outline);
}

void motion_find(struct vision *v, const struct frame *f)
{
    const float much = 0.2f, nearly_all = 0.75f; /* of a limb */
    for (int i = 0; i < v->hyp_n && v->params.refine; i++) {
        struct hypothesis *h = &v->hyp[i];
        const struct hypothesis before = *h;
        float share = before.limb.share, cloth = before.limb.cloth;
        if (!h->taken || h->known || !may_move(v, f, h) || motion_fit(v, f, h, share, cloth))
            continue;
        *h = before; /* from one end of a smear no limb leads to its middle */
        if (share > nearly_all || !closer_to_middle(v, f, h) || !motion_fit(v, f, h, share + much, cloth))
            *h = before;
    }
}
