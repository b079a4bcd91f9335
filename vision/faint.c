/* SPDX-License-Identifier: Apache-2.0 */
/* faint.c: balls of nearly the colour of the cloth, and what glints tell of them. */
#include "closer.h"

#include <math.h>

enum { NEAR = 5 };

/* The nearest balls that are beyond doubt and show their glint; returns how many. */
static int glints_near(const struct vision *v, const struct hypothesis *h, const struct hypothesis *near[NEAR])
{
    int n = 0;
    for (int i = 0; i < v->hyp_n; i++) {
        const struct hypothesis *o = &v->hyp[i];
        if (o == h || !o->taken || o->score < 0.75f || o->glint.rise < 15)
            continue;
        int at = n < NEAR ? n++ : NEAR;
        for (; at > 0 && vec2_dist(o->mm, h->mm) < vec2_dist(near[at - 1]->mm, h->mm); at--)
            if (at < NEAR)
                near[at] = near[at - 1];
        if (at < NEAR)
            near[at] = o;
    }
    return n;
}

/* Of those, how many show their glint where this one does? -1: too few to say. */
int ball_glints_alike(const struct vision *v, const struct hypothesis *h)
{
    const struct hypothesis *near[NEAR];
    int n = glints_near(v, h, near), alike = 0;
    for (int i = 0; i < n; i++)
        alike += glint_alike(near[i]->glint, h->glint);
    return n < 3 ? -1 : alike;
}

float ball_ring_share(const struct vision *v, const struct outline *o)
{
    const struct ground *g = &v->ground;
    double in = 1.3 * (double)o->mean, out = 1.8 * (double)o->mean;
    int n = 0, foreign = 0;
    for (int j = (int)ceil((o->centre.y - out - g->y0) / SITE); j <= (o->centre.y + out - g->y0) / SITE; j++)
        for (int i = (int)ceil((o->centre.x - out - g->x0) / SITE); i <= (o->centre.x + out - g->x0) / SITE; i++) {
            double x = g->x0 + i * SITE - o->centre.x, y = g->y0 + j * SITE - o->centre.y, d2 = x * x + y * y;
            if (i < 0 || j < 0 || i >= g->cols || j >= g->rows || d2 < in * in || d2 > out * out)
                continue;
            n++;
            foreign += ground_foreign(g, i, j);
        }
    return n ? (float)foreign / (float)n : 1;
}

/* Levels of contrast below which a rim is faint: shadows and lines on the cloth are as clear as it. */
static const float faint = 30;

/* Green on green: half of a rim, but nearly all of it differs from the cloth, nothing about it does, and its glint is
 * where all the others have theirs. Lines that run into it and its own shadow take the rest of the rim. */
bool ball_is_faint(const struct vision *v, const struct hypothesis *h)
{
    return (h->shadeless || h->rim.contrast < faint) && h->body > (h->rim.support > 0.5f ? 0.6f : 0.8f) &&
           h->rim.support > 0.3f && h->rim.support * h->rim.free * RIM_ANGLES >= 9 && h->glint.rise > 25 &&
           ball_glints_alike(v, h) >= 3 && ball_ring_share(v, &h->outline) < 0.1f;
}

/* Where the glint of a ball that is hardly to be seen says its middle is, if something not quite cloth with bare cloth
 * about it lies there: balls near by show where glints are. */
static bool start_at_glint(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    const struct hypothesis *near[NEAR];
    struct outline *o = &h->outline;
    int n = glints_near(v, h, near);
    float x = 0, y = 0;
    struct glint own = glint_read(f, o);
    if (n < 3 || own.rise < 25)
        return false;
    for (int i = 0; i < n; i++) {
        x += near[i]->glint.x / (float)n;
        y += near[i]->glint.y / (float)n;
    }
    struct vec2 to = vec2(o->centre.x + (double)(o->mean * (own.x - x)), o->centre.y + (double)(o->mean * (own.y - y)));
    return camera_to_plane(&v->calibration.camera, to, v->radius, &h->mm) && ball_worth_a_look(v, h->mm) &&
           outlines_at(&v->outlines, h->mm, o) && ball_ring_share(v, o) < 0.1f && ball_body_share(v, f, o) > 0.8f;
}

/* A last try for a faint ball, from its glint: both kinds of colour, close by. */
static bool fit_from_glint(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    float close = fmaxf(2, 0.2f * h->outline.mean);
    struct hypothesis other = *h;
    other.shadeless = true;
    bool fits = ball_settle(v, f, h, NULL, close, false), also = ball_settle(v, f, &other, NULL, close, false);
    if (fits)
        ball_judge(v, f, h);
    if (also)
        ball_judge(v, f, &other);
    fits = fits && ball_is_faint(v, h);
    also = also && ball_is_faint(v, &other);
    if (also && (!fits || ball_clearer(&other, h)))
        *h = other;
    return fits || also;
}

/* Places that votes name and no believed ball explains: shadows and lines may have led their fits astray. */
void faint_believe(struct vision *v, const struct frame *f)
{
    for (int i = 0; i < v->votes.found_n && v->hyp_n < HYPOTHESES; i++) {
        const struct candidate *c = &v->votes.found[i];
        struct hypothesis h = {.mm = c->mm};
        if (!c->placed || ball_crowded(v, &h, 1.5) || !outlines_at(&v->outlines, h.mm, &h.outline) ||
            !start_at_glint(v, f, &h) || !fit_from_glint(v, f, &h) || !ball_has_room(v, &h))
            continue;
        h.taken = true;
        v->hyp[v->hyp_n++] = h;
    }
}
