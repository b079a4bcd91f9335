/* SPDX-License-Identifier: Apache-2.0 */
/* closer.c: where are balls, by their limbs: the last fraction of a pixel, and whether they lie elsewhere altogether.
 */
#include "closer.h"

#include "colour.h"
#include "smear.h"

#include <math.h>
#include <stdlib.h>

/* ---- the last fraction of a pixel ------------------------------------------------------------------------------ */

struct limb_params closer_limb_params(const struct vision *v)
{
    return (struct limb_params){.kernels = v->kernels,
                                .sectors = LIMB_SECTORS,
                                .chroma_x = (float)v->calibration.camera.chroma_x,
                                .bias = v->limb_bias,
                                .bias_sd = v->limb_known ? 0.04f : 0.3f,
                                .sigma_y = v->limb_sigma,
                                .sigma_c = sqrtf(v->limb_sigma * v->limb_sigma + 0.25f),
                                .sigma_sd = v->limb_known ? 0.1f : 0.3f,
                                .noise_y = 2.5f,
                                .noise_c = 1.5f,
                                .cloth = {v->calibration.cloth[0], v->calibration.cloth[1], v->calibration.cloth[2]},
                                .place_sd = 30,
                                .painted = v->params.balls == BALL_SET_NUMBERED};
}

/* White under this light, or nearly so while that is not known? A coloured ball is never the smaller cue-ball, however
 * much of its dark limb is lost. */
static bool may_be_white(const struct vision *v, const struct frame *f, const struct outline *o)
{
    struct ball_obs seen = {0};
    const float none[3] = {0}, *white = v->white_known ? v->white : none;
    colour_read(f, o->centre, o->mean, white, false, &seen);
    float lit = seen.colour[0] + 10, full = white[0] + 10, most = v->white_known ? 0.16f : 0.25f;
    float du = seen.colour[1] / lit - white[1] / full, dv = seen.colour[2] / lit - white[2] / full;
    return du * du + dv * dv < most * most;
}

struct limb_params closer_params_of(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    struct limb_params p = closer_limb_params(v);
    p.smear[0] = h->smear[0];
    p.smear[1] = h->smear[1];
    p.bias_sd = fmaxf(p.bias_sd, 0.04f * hypotf(p.smear[0], p.smear[1])); /* what a smear is not quite like */
    float smaller = ball_smaller(v) * h->outline.mean;
    if (smaller > 0 && h->rim.free > 0.85f && h->rim.support > 0.8f && h->rim.bias - v->bias < -0.6f * smaller &&
        may_be_white(v, f, &h->outline)) {
        p.bias -= smaller;
        p.bias_sd = fmaxf(0.1f, p.bias_sd);
    }
    for (int i = 0; i < v->hyp_n && p.others_n < LIMB_OTHERS; i++) {
        const struct hypothesis *o = &v->hyp[i];
        if (o != h && o->taken && vec2_dist(o->mm, h->mm) < 3.2 * v->radius) {
            p.other[p.others_n].x = (float)o->outline.centre.x;
            p.other[p.others_n].y = (float)o->outline.centre.y;
            p.other[p.others_n++].r = o->outline.mean;
        }
    }
    return p;
}

/* Sectors of a small ball are three pixels wide. Where its rim is clear, wider ones tell as much. */
static bool few_sectors_do(const struct hypothesis *h)
{
    return h->outline.mean < 15 && h->score > 0.8f && h->rim.contrast > 40 && !h->shadeless;
}

/* Moves a believed ball to where its limb says it is, fitted from here; seen: where its rim is. */
static void refine_from_here(const struct vision *v, const struct frame *f, struct hypothesis *h, struct vec2 seen,
                             bool placing)
{
    h->limb.sd = 0;
    if (!v->params.refine || h->by_glint)
        return;
    struct limb_params p = closer_params_of(v, f, h);
    p.placing = placing;
    p.packed = ball_touching(v, h) >= 2;
    p.seen[0] = (float)(seen.x - h->outline.centre.x);
    p.seen[1] = (float)(seen.y - h->outline.centre.y);
    p.place_sd = 1 + 0.15f * hypotf(h->smear[0], h->smear[1]); /* of a rim; half-way edges of a smear are less clear */
    p.sectors = few_sectors_do(h) ? LIMB_FEW : LIMB_SECTORS;
    const float astray = 2.5f, half = 0.6f; /* px; of the limb */
    float off = limb_fit(f, &h->outline, &p, &h->limb) ? hypotf(h->limb.dx, h->limb.dy) : -1;
    if (off < 0 || off > astray) {
        h->limb.sd = 0;
        if (off > 0 && ball_unclear(h)) /* neither is to be trusted */
            h->rim.sd = fmaxf(h->rim.sd, off);
        return;
    }
    if (ball_move_to(v, h, vec2(h->outline.centre.x + (double)h->limb.dx, h->outline.centre.y + (double)h->limb.dy)))
        h->rim.sd = h->limb.sd * (1 + fmaxf(0, half - h->limb.share)); /* what hides the rest may also deceive */
}

/* The same until it rests: half a pixel away a limb is not yet itself, and the rim of a ball that smears may be pixels
 * off. What goes on and on was better placed at first. */
static void refine(const struct vision *v, const struct frame *f, struct hypothesis *h, bool placing)
{
    enum { TIMES = 3 };
    const double rests = 0.4, astray = 2.5 + 0.5 * (double)hypotf(h->smear[0], h->smear[1]); /* px */
    const struct vec2 seen = h->outline.centre;
    struct vec2 from = seen;
    refine_from_here(v, f, h, seen, placing);
    const struct hypothesis first = *h;
    for (int i = 0; i < TIMES && vec2_dist(from, h->outline.centre) > rests; i++) {
        from = h->outline.centre;
        refine_from_here(v, f, h, seen, placing);
        if (!(h->limb.sd > 0) || vec2_dist(seen, h->outline.centre) > astray) {
            *h = first;
            break;
        }
    }
}

void closer_refine(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    refine(v, f, h, true);
}

static int rising_float(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Blur and bias belong to lens and light, not to a ball: medians of those that stand free. Of how dark shadows are the
 * upper quartile: some hide theirs. */
static void learn_limb(struct vision *v)
{
    float bias[HYPOTHESES], sigma[HYPOTHESES], night[HYPOTHESES];
    int n = 0, alone = 0;
    for (int i = 0; i < v->hyp_n; i++) {
        const struct hypothesis *h = &v->hyp[i];
        bool moves = h->smear[0] != 0 || h->smear[1] != 0;
        alone += h->taken && !h->known && !moves && h->limb.free >= 0.95f;
        if (moves || !h->taken || !(h->limb.sd > 0) || h->limb.sd > 0.2f || h->limb.free < 0.95f ||
            h->limb.share < 0.6f || smear_shows(&h->limb))
            continue;
        bias[n] = h->limb.bias;
        night[n] = h->limb.night;
        sigma[n++] = h->limb.sigma_y;
    }
    if (n < 3 || 2 * n < alone) /* where most look odd they move */
        return;
    qsort(bias, (size_t)n, sizeof *bias, rising_float);
    qsort(sigma, (size_t)n, sizeof *sigma, rising_float);
    qsort(night, (size_t)n, sizeof *night, rising_float);
    float keep = v->limb_known ? 0.8f : 0;
    v->limb_bias = keep * v->limb_bias + (1 - keep) * bias[n / 2];
    v->limb_sigma = keep * v->limb_sigma + (1 - keep) * sigma[n / 2];
    v->limb_night = keep * v->limb_night + (1 - keep) * night[3 * n / 4];
    v->limb_known = true;
}

void closer_learn(struct vision *v, const struct frame *f)
{
    const double near = 2.3; /* radii: a ball within them hides part of the limb */
    for (int i = 0; i < v->hyp_n; i++)
        if (v->hyp[i].taken && !v->hyp[i].known && !ball_crowded(v, &v->hyp[i], near))
            refine(v, f, &v->hyp[i], false);
    learn_limb(v);
}

void closer_refine_all(struct vision *v, const struct frame *f)
{
    bool moved[HYPOTHESES] = {false};
    for (int i = 0; i < v->hyp_n; i++)
        if (v->hyp[i].taken && !v->hyp[i].known)
            refine(v, f, &v->hyp[i], true);
    learn_limb(v);
    if (!v->params.refine || !parting_of_balls(v, moved))
        return;
    for (int i = 0; i < v->hyp_n; i++)
        if (moved[i])
            refine(v, f, &v->hyp[i], true);
    parting_of_balls(v, moved);
}

/* ---- a second look --------------------------------------------------------------------------------------------- */

/* Edges of one ball and the next differ: patterns on a ball, a faint colour or a strong shadow hide half-way edges. The
 * limb allows for them. Coarse to fine, and on until it rests. */
static bool settle_limb(const struct vision *v, const struct frame *f, struct hypothesis *h, bool without_paint)
{
    static const float blur[] = {2, 1.2f, 0, 0, 0, 0}, rests = 0.2f; /* px */
    struct vec2 start = h->outline.centre;
    for (int i = 0; i < 6; i++) {
        struct limb_params p = closer_params_of(v, f, h);
        p.without_paint = without_paint;
        if (blur[i] > 0) {
            p.sigma_y = p.sigma_c = blur[i];
            p.sigma_sd = 0.02f;
        }
        if (!limb_fit(f, &h->outline, &p, &h->limb))
            return false;
        struct vec2 to = vec2(h->outline.centre.x + (double)h->limb.dx, h->outline.centre.y + (double)h->limb.dy);
        if (vec2_dist(start, to) > (double)fmaxf(4, 0.4f * h->outline.mean) || !ball_move_to(v, h, to))
            return false;
        if (!(blur[i] > 0) && hypotf(h->limb.dx, h->limb.dy) < rests)
            break;
    }
    h->rim.sd = h->limb.sd;
    return ball_possible(v, h->mm);
}

/* Of a limb that leaves no doubt about its place, and of one that no other place is better than. */
static const float clear_share = 0.6f, nearly_all = 0.8f;

/* With what is painted on a ball or without it: whichever shows more of the limb. Both in its place: it is no neighbour
 * of itself. */
static bool settle_either(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    const struct hypothesis start = *h;
    bool found = settle_limb(v, f, h, false);
    if (v->params.balls != BALL_SET_NUMBERED || (found && h->limb.share > clear_share))
        return found;
    const struct hypothesis painted = *h;
    *h = start;
    if (settle_limb(v, f, h, true) && (!found || h->limb.share > painted.limb.share))
        return true;
    *h = painted;
    return found;
}

/* The middle of what is foreign within a little more than a ball, without what may be its shadow where that leaves
 * enough; false when there is nothing. */
static bool middle_of_foreign(const struct vision *v, const struct frame *f, const struct outline *o,
                              struct vec2 *middle)
{
    const struct ground *g = &v->ground;
    double r = 1.25 * (double)o->mean, x0 = (o->centre.x - g->x0) / SITE, y0 = (o->centre.y - g->y0) / SITE;
    double all[3] = {0}, body[3] = {0}, rr = r / SITE;
    for (int j = (int)fmax(0, ceil(y0 - rr)); j <= y0 + rr && j < g->rows; j++)
        for (int i = (int)fmax(0, ceil(x0 - rr)); i <= x0 + rr && i < g->cols; i++) {
            if ((i - x0) * (i - x0) + (j - y0) * (j - y0) >= rr * rr || !ground_foreign(g, i, j))
                continue;
            double lit = ground_shaded(g, f, i, j) ? 0 : 1;
            all[0] += i, all[1] += j, all[2]++;
            body[0] += lit * i, body[1] += lit * j, body[2] += lit;
        }
    double ball = 3.14 * (double)(o->mean * o->mean) / (SITE * SITE); /* sites in all of it */
    const double *sum = body[2] > 0.7 * ball ? body : all;
    *middle = vec2(g->x0 + SITE * sum[0] / fmax(1, sum[2]), g->y0 + SITE * sum[1] / fmax(1, sum[2]));
    return sum[2] > 4;
}

bool closer_to_middle(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    for (int i = 0; i < 3; i++) {
        struct vec2 to;
        if (!middle_of_foreign(v, f, &h->outline, &to) ||
            !camera_to_plane(&v->calibration.camera, to, v->radius, &h->mm) ||
            !outlines_at(&v->outlines, h->mm, &h->outline))
            return false;
    }
    return true;
}

static const double misplaced = 1.5; /* px: nearer by, fits from either place end in one */

/* Balls near by whose glint it has, where it is now; -1: it has none, or they are too few to say. */
static int glints_as(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    h->glint = ball_glint(v, f, &h->outline);
    return glint_glimmers(h->glint) ? ball_glints_alike(v, h) : -1;
}

/* Votes and edges of a ball and its shadow together lie between the two, but the glint is on the ball: moves there if
 * it is where balls near by have theirs, and was not before. */
static bool settle_at_glint(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    const struct hypothesis before = *h;
    const float least = before.limb.share > nearly_all ? nearly_all : 0.45f; /* of a limb: is left for as good a one */
    int alike = glints_as(v, f, h);
    if (h->limb.share > nearly_all && (v->params.balls == BALL_SET_NUMBERED || !glint_shows(h->glint)))
        alike = -1; /* a number or a glimmer is no reason to leave such a limb */
    if (alike >= 0 && alike < 3 && ball_to_glint(v, f, h) &&
        vec2_dist(h->outline.centre, before.outline.centre) > misplaced && settle_either(v, f, h) &&
        h->limb.share > least && ball_has_room(v, h)) {
        h->glint = ball_glint(v, f, &h->outline);
        if (ball_glints_alike(v, h) >= alike + 2)
            return true;
    }
    *h = before;
    return false;
}

/* Did a glint come to lie where balls near by have theirs that had nothing to do with them? A ball and its shadow
 * together have a limb too, but not that. */
static bool glints_better(int now, int before)
{
    return before == 0 && now >= 3;
}

/* Of two places that are not one, is the other the ball? */
static bool is_elsewhere(const struct vision *v, const struct frame *f, struct hypothesis *other, struct vec2 place,
                         int alike)
{
    return vec2_dist(other->outline.centre, place) >= misplaced && glints_better(glints_as(v, f, other), alike);
}

/* From where votes put the centre, and from the middle of the body where that is elsewhere: the better of both. */
bool closer_settle(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    struct hypothesis other = *h;
    struct vec2 start = h->outline.centre;
    bool found = settle_either(v, f, h);
    if (!found)
        *h = other;
    int alike = found ? glints_as(v, f, h) : -1;
    if (found && h->limb.share > clear_share && alike != 0)
        return found;
    if (closer_to_middle(v, f, &other) && vec2_dist(other.outline.centre, start) >= misplaced &&
        settle_either(v, f, &other) &&
        (!found || is_elsewhere(v, f, &other, h->outline.centre, alike) || other.limb.share > h->limb.share)) {
        *h = other;
        found = true;
    }
    return settle_at_glint(v, f, h) || found;
}

/* Is a limb clearly better placed than another one near by? */
static bool better_placed(const struct limb *a, const struct limb *b)
{
    float old = b->sd > 0 ? b->sd : 0.2f, edge = b->sd > 0 ? b->edge_sd : 0.5f;
    return a->share > 0.5f && a->cloth > 0.7f && a->sd < 0.85f * old && a->edge_sd < edge + 0.03f;
}

/* Moves to what its limb says from the middle of the body, where that is elsewhere and clearly better placed, unless
 * it no longer glints as others do. */
static bool settle_in_middle(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    const struct hypothesis start = *h;
    int alike = ball_glints_alike(v, h);
    if (closer_to_middle(v, f, h) && vec2_dist(h->outline.centre, start.outline.centre) > misplaced &&
        settle_either(v, f, h) && ball_has_room(v, h) && better_placed(&h->limb, &start.limb)) {
        h->glint = ball_glint(v, f, &h->outline);
        if (!glints_better(alike, ball_glints_alike(v, h)))
            return true;
    }
    *h = start;
    return false;
}

/* A shadow has the colours of the cloth. Where colours fit far better than at the place it was sought from, part of the
 * ball was taken for cloth there, and part of its shadow for the ball. */
static bool colours_fit(const struct limb *a, const struct limb *b)
{
    return b->sd > 0 && a->noise_c < 0.5f * b->noise_c && a->share > b->share && a->sd < b->sd;
}

/* The edges of a ball lie on one outline, those of a ball and its shadow together on none. */
static bool is_sharper(const struct limb *a, const struct limb *b)
{
    return b->sd > 0 && a->share > b->share && a->edge_sd < 0.5f * b->edge_sd && a->sd < 0.7f * b->sd;
}

/* Of the size of a ball, with cloth about so much of it, or a little less beside another, and no other in the way? */
static bool fills_place(const struct vision *v, const struct hypothesis *h, float cloth)
{
    const struct limb *l = &h->limb;
    return l->cloth >= fminf(cloth, ball_touching(v, h) ? 0.8f : 1) && l->free >= 0.5f && ball_has_room(v, h) &&
           ball_size_off(v, h, l->bias - v->limb_bias) <= 0.09f;
}

/* Was most of what was taken for a ball of the colours of cloth in a shadow, and is hardly any of this? */
static bool leaves_shadow(const struct vision *v, const struct frame *f, const struct hypothesis *h,
                          const struct hypothesis *start)
{
    return start->shade > 0.5f && ball_shade_share(v, f, &h->outline) < 0.2f;
}

/* Is what was found here a ball beyond doubt, where the limb of the place it was sought from shows far less? Bare cloth
 * about it, all of it foreign or nearly all of the limb to be seen, and a glint: where balls near by have theirs, or as
 * near to that as before and with a limb better placed. Where nothing of a limb shows, what lay beside it is now part
 * of it, or what was a shadow is none now, any is better. Returns how much of a limb it is as good as; 0: it is none.
 */
static float shows_more(const struct vision *v, const struct frame *f, struct hypothesis *h,
                        const struct hypothesis *start, int alike, bool beside)
{
    const float much_more = 0.25f, part = 0.45f, half = 0.5f, nothing = 0.1f; /* of the limb */
    const float fifth = 0.2f; /* what a glint and colours count as much as */
    const struct limb *l = &h->limb;
    h->glint = ball_glint(v, f, &h->outline);
    int now = ball_glints_alike(v, h);
    bool bared = beside && l->cloth > 0.95f && l->share > part, tinted = colours_fit(l, &start->limb);
    bool glints = glints_better(now, alike), more = l->share >= start->limb.share + much_more,
         lit = l->share > part && leaves_shadow(v, f, h, start), better = glints || lit,
         shown = more || bared || tinted || better || is_sharper(l, &start->limb);
    if (!(l->sd > 0) || !shown || (!lit && !glint_glimmers(h->glint)) ||
        !fills_place(v, h, glints || l->share > start->limb.share + half ? 0.7f : 0.9f))
        return 0;
    bool any = bared || better || !(start->limb.sd > 0) || start->limb.share < nothing,
         clear = now >= (alike < 3 ? alike : 3) &&
                 (tinted || l->share > nearly_all || ball_body_share(v, f, &h->outline) > 0.9f) &&
                 (now >= 3 ? l->share > part : l->share > half && l->sd < start->limb.sd);
    return (any ? l->sd < 0.25f : clear) ? l->share + (better ? fifth : 0) : 0;
}

/* May this be the ball as well as what it was sought from? */
static bool is_rival(const struct vision *v, const struct hypothesis *h, const struct hypothesis *start, int alike)
{
    const float less = 0.1f; /* of a limb: no reason to prefer one to the other */
    const struct limb *l = &h->limb;
    return l->sd > 0 && vec2_dist(h->outline.centre, start->outline.centre) > misplaced &&
           l->share > start->limb.share - less && ball_glints_alike(v, h) >= alike && fills_place(v, h, 0.9f);
}

/* Looks at the limb here without what is painted on the ball, too: whichever shows more of it. Of a number at the limb
 * a fit for the place alone makes nothing. */
static void see_whole(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    struct hypothesis painted = *h;
    if (v->params.balls != BALL_SET_NUMBERED)
        return;
    if (settle_limb(v, f, h, true) && vec2_dist(h->outline.centre, painted.outline.centre) < misplaced &&
        h->limb.share > painted.limb.share)
        painted.limb = h->limb;
    *h = painted;
}

/* Half a ball aside, in eight directions: moves to the place that shows most of a limb. If none is better, but one is
 * as good, it is not known which it is. */
bool closer_settle_aside(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    enum { WAYS = 16 };
    h->shade = ball_shade_share(v, f, &h->outline);
    see_whole(v, f, h);
    const struct hypothesis start = *h;
    struct hypothesis best = *h;
    int alike = ball_glints_alike(v, h);
    bool beside = ball_lies_beside(v, h);
    float most = beside ? 0 : start.limb.share, rival = 0;
    for (int i = 0; i < WAYS; i++) {
        double turn = i * 6.283185307179586 / (WAYS / 2), aside = (i < WAYS / 2 ? 0.6 : 0.3) * (double)h->outline.mean;
        *h = start; /* in its place: it is no neighbour of itself */
        if (!ball_move_to(v, h, vec2_along(start.outline.centre, aside, vec2(cos(turn), sin(turn)))) ||
            !settle_either(v, f, h))
            continue;
        refine(v, f, h, true);
        see_whole(v, f, h);
        float more = shows_more(v, f, h, &start, alike, beside);
        if (more > most) {
            best = *h;
            most = more;
        } else if (is_rival(v, h, &start, alike)) {
            rival = fmaxf(rival, (float)vec2_dist(h->outline.centre, start.outline.centre));
        }
    }
    *h = best;
    bool moved = vec2_dist(h->outline.centre, start.outline.centre) > 0;
    h->rival = moved ? 0 : rival;
    return moved;
}

/* Most of the limb shows, and all of that agrees to a tenth of a pixel: no other place is clearly better. */
static bool limb_leaves_no_doubt(const struct limb *l)
{
    const float closely = 0.1f; /* px */
    return l->share > clear_share && l->sd > 0 && l->sd < closely;
}

/* A rim is fitted to the clearest edges about, and half of them may be those of a shadow: then little of it shows. The
 * limb of the ball itself is better placed than one between the ball and its shadow. In a pack neighbours hold a ball
 * in its place, unless part of it lies beside it and it does not glint as they do. */
static bool part_from_shadow(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    const float clear = 0.7f, certain = 0.76f; /* of the rim */
    const float beside = 0.8f;                 /* of what lies about: no cloth */
    if (h->score > certain)
        return false;
    if (ball_touching(v, h) >= 2)
        return h->limb.cloth < beside && h->limb.share < clear_share && ball_glints_alike(v, h) == 0 &&
               closer_settle_aside(v, f, h);
    return (h->score <= clear &&
            (settle_at_glint(v, f, h) || (!limb_leaves_no_doubt(&h->limb) && settle_in_middle(v, f, h)))) ||
           ((h->limb.share < clear_share || ball_lies_beside(v, h) ||
             (h->score <= clear && !limb_leaves_no_doubt(&h->limb))) &&
            closer_settle_aside(v, f, h));
}

void closer_part_all(struct vision *v, const struct frame *f)
{
    bool moved[HYPOTHESES] = {false}, any = false;
    for (int i = 0; i < v->hyp_n && v->params.refine; i++) {
        struct hypothesis *h = &v->hyp[i];
        if (!h->taken || h->known || !part_from_shadow(v, f, h))
            continue;
        refine(v, f, h, true);
        any = true;
    }
    if (any)
        parting_of_balls(v, moved);
}

/* Was one found by its limb beside this ball, after it was placed? */
bool closer_has_new_neighbour(const struct vision *v, const struct hypothesis *h)
{
    const double near = 2.6; /* radii */
    for (int i = 0; i < v->hyp_n; i++)
        if (&v->hyp[i] != h && v->hyp[i].taken && v->hyp[i].by_limb &&
            vec2_dist(v->hyp[i].mm, h->mm) < near * v->radius)
            return true;
    return false;
}

void closer_place_all(struct vision *v, const struct frame *f)
{
    bool moved[HYPOTHESES] = {false}, any = false;
    for (int i = 0; i < v->hyp_n && v->params.refine; i++) {
        struct hypothesis *h = &v->hyp[i];
        if (!h->taken || h->known || !h->by_limb)
            continue;
        refine(v, f, h, true);
        if (part_from_shadow(v, f, h))
            refine(v, f, h, true);
        any = true;
    }
    for (int i = 0; i < v->hyp_n && any; i++)
        if (v->hyp[i].taken && !v->hyp[i].known && !v->hyp[i].by_limb && closer_has_new_neighbour(v, &v->hyp[i]))
            refine(v, f, &v->hyp[i], true);
    if (any)
        parting_of_balls(v, moved);
}
