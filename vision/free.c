/* SPDX-License-Identifier: Apache-2.0 */
/* free.c: which balls stand free? What is foreign, of the size of one ball or of two side by side and clear, needs no
 * votes. */
#include "blobs.h"
#include "closer.h"

#include <math.h>
#include <stddef.h>

/* Balls whose pixels have not changed are where they were, and hide what they hide. */
static void believe_known(struct vision *v, const struct frame *f, const struct vision_result *out)
{
    v->hyp_n = 0;
    for (int i = 0; i < out->balls_n; i++) {
        struct hypothesis *h = &v->hyp[v->hyp_n];
        *h = (struct hypothesis){.mm = out->balls[i].mm, .taken = true, .known = true, .score = 1};
        if (!outlines_at(&v->outlines, h->mm, &h->outline))
            continue;
        h->glint = ball_glint(v, f, &h->outline);
        v->hyp_n++;
    }
}

/* A disc of this radius has r^2 / 4 along and across it. Shadow that is as dark as the ball adds to it, marks on the
 * cloth take away. */
static bool is_disc(const struct blob *b, double r)
{
    double disc = r * r / 4, share = b->area / (3.1416 * r * r);
    return share > 0.75 && share < 1.3 && b->across > 0.6 * disc && b->along < 1.6 * disc;
}

/* Two discs side by side add to the way along which they lie; how far apart their middles are in px, 0: it is not so.
 */
static double two_discs(const struct blob *b, double r)
{
    double disc = r * r / 4, share = b->area / (2 * 3.1416 * r * r), apart = 2 * sqrt(fmax(0, b->along - b->across));
    return share > 0.75 && share < 1.3 && b->across > 0.6 * disc && b->across < 1.6 * disc && apart > 1.8 * r ? apart
                                                                                                              : 0;
}

static bool start_at(const struct vision *v, struct hypothesis *h, struct vec2 px)
{
    *h = (struct hypothesis){0};
    return ball_move_to(v, h, px) && ball_worth_a_look(v, h->mm);
}

/* A ball explains what is foreign about it as far as its shadow reaches, and the rest of its blob too, unless that is
 * so much that a ball of nearly the cloth's colour may lie beside it. */
static void hide_balls(struct vision *v, const struct blob *b, const struct hypothesis *one,
                       const struct hypothesis *other)
{
    const struct ground *g = &v->ground;
    int words = g->cols / 32, left = 0;
    double disc = 3.14 * (double)(one->outline.mean * one->outline.mean) / (SITE * SITE); /* sites in a ball */
    ground_cover(g, one->outline.centre, SHADOW_RADII * (double)one->outline.mean, v->explained);
    if (other)
        ground_cover(g, other->outline.centre, SHADOW_RADII * (double)other->outline.mean, v->explained);
    for (int j = b->y0; j <= b->y1; j++)
        for (int i = b->x0; i <= b->x1; i++)
            left += (g->bits[j * words + i / 32] & ~v->explained[j * words + i / 32]) >> i % 32 & 1;
    for (int j = b->y0; j <= b->y1 && left < 0.2 * disc; j++)
        for (int i = b->x0; i <= b->x1; i++)
            v->explained[j * words + i / 32] |= 1u << i % 32;
}

/* Is it one clear ball, or two that lie side by side? Keeps them. */
static void fit_blob(struct vision *v, const struct frame *f, const struct blob *b)
{
    struct hypothesis one, other;
    double r, apart;
    if (!start_at(v, &one, b->middle))
        return;
    r = (double)one.outline.mean;
    if (is_disc(b, r)) {
        if (!ball_fit_free(v, f, NULL, &one))
            return;
        ball_keep_from(v, 0, &one);
        hide_balls(v, b, &one, NULL);
        return;
    }
    apart = two_discs(b, r);
    if (apart > 0 && start_at(v, &one, vec2_along(b->middle, apart / 2, b->way)) &&
        start_at(v, &other, vec2_along(b->middle, -apart / 2, b->way)) && ball_fit_free(v, f, &other, &one) &&
        ball_fit_free(v, f, &one, &other)) {
        ball_keep_from(v, 0, &one);
        ball_keep_from(v, 0, &other);
        hide_balls(v, b, &one, &other);
    }
}

void balls_find_free(struct vision *v, const struct frame *f, const struct vision_result *out)
{
    struct blob blob[BLOBS_MAX];
    int words = v->ground.cols / 32 * v->ground.rows, wide = (int)(1.2f * v->votes.least_radius / SITE);
    believe_known(v, f, out);
    for (int w = 0; w < words; w++) {
        v->todo[w] = v->ground.bits[w] & ~v->known[w];
        v->explained[w] = v->known[w];
    }
    for (int i = 0, n = blobs_find(&v->ground, v->todo, wide, blob); i < n && v->hyp_n < HYPOTHESES; i++) {
        if (i + 1 < n)
            ball_fetch(f, blob[i + 1].middle, v->votes.least_radius);
        fit_blob(v, f, &blob[i]);
    }
}
