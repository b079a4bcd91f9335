/* SPDX-License-Identifier: Apache-2.0 */
/* belief.c: what do limbs say about whether something is a ball? Balls that edges alone do not show, and what edges
 * took for balls. */
#include "closer.h"

#include <math.h>
#include <stdlib.h>

/* Is it of the size of a ball, does its limb show, and is it no cloth? More of the limb must show where something else
 * than cloth lies about it: an arm has round places too. What is as dark as shaded cloth may be a sleeve, unless it
 * glints where a ball near by does. */
static bool limb_believable(const struct vision *v, const struct hypothesis *h)
{
    int alike = ball_glints_alike(v, h);
    bool bare = h->limb.cloth > 0.7f,
         alone = h->limb.cloth > 0.97f && h->limb.free > 0.8f && (alike >= 1 || ball_ring_share(v, &h->outline) < 0.3f);
    float least = alone && h->body > 0.8f ? 0.4f : bare && h->body > 0.75f ? 0.74f : 0.8f;
    if (least > 0.5f && (alike >= 2 || ball_touching(v, h) > 0))
        least -= 0.12f;
    if (h->limb.cloth < 0.9f && h->limb.edge_sd > 0.36f) /* blurred, and not all cloth about it: an arm, a pocket */
        return false;
    return h->body > 0.58f && h->limb.free > 0.25f && h->limb.share >= least &&
           ball_size_off(v, h, h->limb.bias - v->limb_bias) < 0.09f;
}

/* A ball of the cloth's colour shows little of its limb, and so does a dark one in its shadow or one with a pattern.
 * But something of just that size, round enough for many votes, with cloth about it and a bright spot or nothing that a
 * shadow may be, is hardly anything else. */
static bool stands_alone(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    const struct limb *l = &h->limb;
    if (v->votes.found[h->candidate].votes < 1.5f || h->body < 0.7f || l->cloth < 0.9f || l->free < 0.8f ||
        ball_size_off(v, h, l->bias - v->limb_bias) > 0.09f)
        return false;
    return glint_shows(h->glint)
               ? l->sd < 0.8f
               : l->sd < 0.3f && ball_shade_share(v, f, &h->outline) < 0.3f && ball_ring_share(v, &h->outline) < 0.2f;
}

/* A sleeve or a hand, matt and going on beyond the outline; or cloth in a shadow that is lit somewhere, but not where
 * balls near by glint. */
static bool something_else(const struct vision *v, const struct hypothesis *h)
{
    const float paint = 60; /* levels; no light on shaded cloth rises like paint */
    bool goes_on = h->limb.cloth < 0.7f && ball_touching(v, h) == 0 && ball_ring_share(v, &h->outline) > 0.5f;
    return (goes_on && !glint_shows(h->glint)) ||
           (h->shade > 0.7f && h->glint.rise < paint && ball_glints_alike(v, h) == 0 && !ball_edge_clear(v, &h->limb));
}

/* Hardly to be seen, but with nothing except cloth and balls about it, and a bright spot on it that balls near by have
 * in the same place, or on something else than cloth in a shadow, as round as votes and part of a limb can tell; or all
 * about it is bare, and it is well placed by what its limb shows, whatever its colour. Of shadows and creases none of
 * that size shows so much. */
static bool lies_in_cloth(const struct vision *v, const struct hypothesis *h)
{
    const struct limb *l = &h->limb;
    float ring = ball_ring_share(v, &h->outline), votes = v->votes.found[h->candidate].votes;
    bool alike = ball_glints_alike(v, h) >= 3;
    if (l->free < 0.25f || !glint_shows(h->glint) || ring > 0.25f ||
        ball_size_off(v, h, l->bias - v->limb_bias) > 0.09f)
        return false;
    if (alike && l->share > 0.55f && l->sd < 0.2f)
        return true;
    if (h->body > 0.9f && h->shade < 0.6f && votes > 1.2f && (l->share > 0.25f || (alike && h->shade < 0.1f)) &&
        l->sd < 0.3f)
        return true;
    float least = votes > 0.9f ? 0.25f : alike ? 0.3f : 0.7f; /* the fewer edges say so, the more of a limb must */
    return l->cloth > 0.95f && l->share > least && l->sd < 0.25f && ring < 0.2f &&
           (alike || votes > 0.9f || (ring < 0.1f && l->sd < 0.2f));
}

/* A better account of what lies here, believed or not? Then this is its shadow, or a part of it. */
static bool outdone(const struct vision *v, int first, const struct hypothesis *h)
{
    for (const struct hypothesis *o = &v->hyp[first]; o < h; o++)
        if (vec2_dist(o->mm, h->mm) < 1.5 * v->radius && o->body > 0.7f)
            return true;
    return false;
}

/* Edges of pockets make the same candidates in every frame: one that was no ball is not one while it looks the same. */
static bool known_ghost(const struct vision *v, const struct candidate *c)
{
    for (int i = 0; i < v->ghosts_n; i++) {
        const struct ghost *g = &v->ghost[i];
        if (g->until > v->frames && fabsf(g->x - c->x) < 1.5f && fabsf(g->y - c->y) < 1.5f &&
            fabsf(g->votes - c->votes) < 0.25f * g->votes)
            return true;
    }
    return false;
}

static void note_ghost(struct vision *v, const struct candidate *c)
{
    enum { FRAMES = 32 };
    int at = 0;
    for (; at < v->ghosts_n && v->ghost[at].until > v->frames; at++)
        ;
    if (at == HYPOTHESES)
        return;
    v->ghosts_n = at == v->ghosts_n ? at + 1 : v->ghosts_n;
    v->ghost[at] = (struct ghost){c->x, c->y, c->votes, v->frames + FRAMES + at % FRAMES}; /* not all at once */
}

/* Is a candidate that no believed ball explains worth a second look? Whatever is painted on a ball, it is round; and
 * one of the cloth's colour, which gets few votes, still glints. A ball just found may have confused it. */
static bool worth_another(const struct vision *v, const struct frame *f, const struct candidate *c,
                          struct hypothesis *h)
{
    h->mm = c->mm;
    if (!c->placed || !ball_worth_a_look(v, h->mm) || ball_crowded(v, h, 1.5) ||
        !outlines_at(&v->outlines, h->mm, &h->outline) || (known_ghost(v, c) && !closer_has_new_neighbour(v, h)))
        return false;
    h->glint = ball_glint(v, f, &h->outline);
    h->body = ball_body_share(v, f, &h->outline);
    return glint_shows(h->glint) || (h->body >= 0.5f && c->votes > 1) || (h->body > 0.9f && c->votes > 0.8f);
}

/* Nothing, little of a limb, or a shadow? Where there are many votes and little foreign lies about it, those of a ball
 * and of its shadow together may lie half a ball from either. */
static bool may_lie_aside(const struct vision *v, const struct candidate *c, const struct hypothesis *h, float body,
                          bool found)
{
    const float much = 0.45f; /* of a limb */
    return c->votes > 1 && body > (glint_shows(h->glint) ? 0.5f : 0.9f) && ball_ring_share(v, &h->outline) < 0.35f &&
           (glint_shows(h->glint) || !ball_crowded(v, h, 2.6)) &&
           (!found || h->limb.share < much || something_else(v, h));
}

/* Moves to where the limb of a candidate is. */
static bool settle(const struct vision *v, const struct frame *f, const struct candidate *c, struct hypothesis *h)
{
    const struct hypothesis start = *h;
    bool found = closer_settle(v, f, h);
    if (found)
        ball_judge(v, f, h);
    else
        *h = start;
    if (may_lie_aside(v, c, h, start.body, found) && closer_settle_aside(v, f, h)) {
        ball_judge(v, f, h);
        return true;
    }
    return found;
}

/* Places that votes name. True when there are new balls. */
bool belief_look_again(struct vision *v, const struct frame *f)
{
    int first = v->hyp_n;
    if (!v->params.refine)
        return false;
    for (int i = 0; i < v->votes.found_n && v->hyp_n < HYPOTHESES; i++) {
        const struct candidate *c = &v->votes.found[i];
        struct hypothesis h = {0};
        if (!worth_another(v, f, c, &h))
            continue;
        if (!settle(v, f, c, &h) || !ball_has_room(v, &h)) {
            note_ghost(v, c);
            continue;
        }
        h.score = h.limb.share;
        h.by_limb = true;
        h.candidate = i;
        ball_keep_from(v, first, &h);
    }
    qsort(v->hyp + first, (size_t)(v->hyp_n - first), sizeof *v->hyp, ball_by_score);
    bool found = false;
    for (int i = first; i < v->hyp_n; i++) {
        struct hypothesis *h = &v->hyp[i];
        h->taken = ball_has_room(v, h) && !outdone(v, first, h) && !something_else(v, h) &&
                   (limb_believable(v, h) || stands_alone(v, f, h) || lies_in_cloth(v, h));
        found |= h->taken;
        if (!h->taken)
            note_ghost(v, &v->votes.found[h->candidate]);
    }
    return found;
}

/* Something that is no ball joins it: a wrist, a sleeve. */
static bool is_joined(const struct vision *v, const struct hypothesis *h)
{
    return ball_touching(v, h) == 0 && ball_ring_share(v, &h->outline) > 0.3f;
}

/* Does its limb say that it is none? Patterns and gloved hands have round places too; spots and shadows on bare cloth
 * show a faint rim, but no glint. */
static bool limb_denies(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    const float glossy = 50; /* levels: no hand or glove glints like that */
    bool clear = h->rim.contrast > 35 && h->limb.cloth > 0.5f,
         faint = (h->shadeless && h->rim.contrast < 45) || h->rim.contrast < 30;
    if (h->score < 0.55f)
        return h->limb.share < 0.25f;
    if (faint)
        return h->limb.share < 0.25f && h->limb.cloth > 0.9f && !glint_shows(h->glint) && !ball_is_no_shadow(v, f, h);
    int alike = h->score < 0.75f && h->glint.rise < glossy ? ball_glints_alike(v, h) : -1;
    if (alike == 0 && h->limb.share < 0.4f && is_joined(v, h))
        return true;
    return clear && h->score < 0.65f && h->limb.bare_share < 0.25f;
}

/* As dark and as round as a ball is the hard shadow of one beside it: but it has no limb, nor a glint of its own. */
static bool shadow_beside_ball(const struct hypothesis *h)
{
    return h->limb.share < 0.1f && h->shade > 0.85f && !glint_shows(h->glint);
}

/* No limb, and something foreign on one side: the edges of a ball beside it and of what that casts. */
static bool half_of_another(const struct vision *v, const struct hypothesis *h)
{
    return h->score < 0.55f && h->limb.share < 0.1f && h->limb.cloth < 0.9f && ball_touching(v, h) == 0 &&
           ball_ring_share(v, &h->outline) > 0.1f;
}

/* What was believed by little, and whose limb says otherwise. Not a ball whose glint is where others have theirs: the
 * limb of a faint one says nothing. */
void belief_doubt(struct vision *v, const struct frame *f)
{
    for (int i = 0; i < v->hyp_n; i++) {
        struct hypothesis *h = &v->hyp[i];
        if (!h->taken || h->known || !(h->limb.sd > 0) || ball_touching(v, h) >= 3)
            continue;
        if (shadow_beside_ball(h) || half_of_another(v, h) || (limb_denies(v, f, h) && ball_glints_alike(v, h) < 3))
            h->taken = false;
    }
}
