/* SPDX-License-Identifier: Apache-2.0 */
/* faint.c: balls of nearly the colour of the cloth, and what glints tell of them. */
#include "closer.h"

#include <math.h>
#include <stddef.h>

enum { NEAR = 5 };

/* The nearest balls that are beyond doubt and show their glint; returns how many. */
static int glints_near(const struct vision *v, const struct hypothesis *h, const struct hypothesis *near[NEAR])
{
    int n = 0;
    for (int i = 0; i < v->hyp_n; i++) {
        const struct hypothesis *o = &v->hyp[i];
        if (o == h || !o->taken || o->score < 0.75f || !glint_glimmers(o->glint) || glint_lost(o->glint))
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

/* px from the middle that the glint of a ball says it has, by where balls near by have theirs, to the middle it was
 * given. False when too few are near, or it has none. */
static bool off_by_glint(const struct vision *v, const struct hypothesis *h, struct glint own, struct vec2 *off)
{
    const struct hypothesis *near[NEAR];
    int n = glints_near(v, h, near);
    float x = own.x, y = own.y;
    for (int i = 0; i < n; i++) {
        x -= near[i]->glint.x / (float)n;
        y -= near[i]->glint.y / (float)n;
    }
    *off = vec2((double)(x * h->outline.mean), (double)(y * h->outline.mean));
    return n >= 3 && glint_glimmers(own) && !glint_lost(own);
}

bool ball_to_glint(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    for (int i = 0; i < 6; i++) { /* of a glint that is out of reach its blur is seen first */
        struct vec2 off;
        h->glint = ball_glint(v, f, &h->outline);
        if (!off_by_glint(v, h, h->glint, &off))
            return false;
        if (vec2_len(off) < 1)
            break;
        if (!ball_move_to(v, h, vec2_add(h->outline.centre, off)))
            return false;
    }
    return ball_possible(v, h->mm) && ball_glints_alike(v, h) >= 3;
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

/* A believed ball lies here, or its blurred edge. */
static bool explained(const struct vision *v, struct vec2 px)
{
    for (int i = 0; i < v->hyp_n; i++)
        if (v->hyp[i].taken && vec2_dist(px, v->hyp[i].outline.centre) < 1.3 * (double)v->hyp[i].outline.mean)
            return true;
    return false;
}

/* f: what may be cloth in a shadow does not count; NULL: it does. */
static float ring_share(const struct vision *v, const struct frame *f, const struct outline *o)
{
    const struct ground *g = &v->ground;
    double in = 1.3 * (double)o->mean, out = 1.8 * (double)o->mean;
    int n = 0, foreign = 0;
    for (int j = (int)ceil((o->centre.y - out - g->y0) / SITE); j <= (o->centre.y + out - g->y0) / SITE; j++)
        for (int i = (int)ceil((o->centre.x - out - g->x0) / SITE); i <= (o->centre.x + out - g->x0) / SITE; i++) {
            struct vec2 at = vec2(g->x0 + i * SITE, g->y0 + j * SITE);
            double d = vec2_dist(at, o->centre);
            if (i < 0 || j < 0 || i >= g->cols || j >= g->rows || d < in || d > out)
                continue;
            n++;
            foreign += ground_foreign(g, i, j) && !(f && ground_shaded(g, f, i, j)) && !explained(v, at);
        }
    return n ? (float)foreign / (float)n : 1;
}

float ball_ring_share(const struct vision *v, const struct outline *o)
{
    return ring_share(v, NULL, o);
}

bool ball_is_no_shadow(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    const float part = 0.6f, hardly = 0.1f;
    return h->body > 0.9f && ball_shade_share(v, f, &h->outline) < part && ring_share(v, f, &h->outline) < hardly;
}

bool ball_lies_beside(const struct vision *v, const struct hypothesis *h)
{
    const float most = 0.8f, little = 0.02f; /* of the limb, of the ring: the edge of a body is a narrow crescent */
    return h->limb.cloth < most && ball_touching(v, h) == 0 && ball_ring_share(v, &h->outline) > little;
}

/* Levels of contrast below which a rim is faint: shadows and lines on the cloth are as clear as it. */
static const float faint = 30;

/* Green on green: half of a rim, but nearly all of it differs from the cloth, nothing about it does, and its glint is
 * where all the others have theirs. Lines that run into it and its own shadow take the rest of the rim. */
bool ball_is_faint(const struct vision *v, const struct hypothesis *h)
{
    return (h->shadeless || h->rim.contrast < faint) && h->body > (h->rim.support > 0.5f ? 0.6f : 0.8f) &&
           h->rim.support > 0.3f && h->rim.support * h->rim.free * RIM_ANGLES >= 9 && glint_shows(h->glint) &&
           ball_glints_alike(v, h) >= 3 && ball_ring_share(v, &h->outline) < 0.1f;
}

static const float whole = 0.8f; /* share of a body that must not be cloth */

/* Where the glint of a ball that is hardly to be seen says its middle is, if bare cloth lies about it: balls near by
 * show where glints are. */
static bool start_at_glint(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    struct vec2 off;
    return off_by_glint(v, h, ball_glint(v, f, &h->outline), &off) &&
           ball_move_to(v, h, vec2_add(h->outline.centre, off)) && ball_worth_a_look(v, h->mm) &&
           ball_ring_share(v, &h->outline) < 0.1f;
}

/* A last try for a faint ball, from its glint: both kinds of colour, close by. */
static bool fit_from_glint(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    float close = fmaxf(2, 0.2f * h->outline.mean);
    struct hypothesis other = *h;
    other.shadeless = true;
    bool fits = ball_settle(v, f, h, 0, close, false), also = ball_settle(v, f, &other, 0, close, false);
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

/* ---- on the spots ------------------------------------------------------------------------------------------------
 */

static int luma_at(const struct frame *f, struct vec2 px)
{
    int x = (int)(px.x + 0.5), y = (int)(px.y + 0.5);
    return x < 0 || y < 0 || x >= f->width || y >= f->height ? 0 : f->plane[0][(ptrdiff_t)y * f->stride[0] + x];
}

/* By how much the baulk-line is lighter at y than the cloth on either side of it; *px: where that is seen. */
static int line_contrast(const struct calibration *c, const struct frame *f, double y, struct vec2 *px)
{
    const double beside = 12; /* mm */
    double x = c->baulk_x < 0 ? c->baulk_x : c->table.bed.baulk_x;
    struct vec2 low, high;
    if (!camera_project(&c->camera, (struct vec3){x, y, 0}, px) ||
        !camera_project(&c->camera, (struct vec3){x - beside, y, 0}, &low) ||
        !camera_project(&c->camera, (struct vec3){x + beside, y, 0}, &high))
        return 0;
    return luma_at(f, *px) - (luma_at(f, low) + luma_at(f, high)) / 2;
}

/* Is the baulk-line to be seen on either side, and not where a ball would hide it? A shadow does not hide it, and where
 * lines meet it seems to glint. */
static bool hides_line(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    const struct outline *o = &h->outline;
    struct vec2 glint =
        vec2(o->centre.x + (double)(h->glint.x * o->mean), o->centre.y + (double)(h->glint.y * o->mean));
    double r = (double)o->mean;
    int sum[2] = {0, 0}, n[2] = {0, 0};
    for (int i = -24; i <= 24; i++) {
        struct vec2 px;
        int contrast = line_contrast(&v->calibration, f, h->mm.y + i * v->radius / 10, &px);
        double d = vec2_dist(px, o->centre);
        bool inside = d < 0.75 * r && vec2_dist(px, glint) > 0.45 * r, outside = d > 1.4 * r && d < 2.2 * r;
        if (inside || outside) {
            sum[outside] += contrast;
            n[outside]++;
        }
    }
    double in = (double)sum[0] / fmax(n[0], 1), out = (double)sum[1] / fmax(n[1], 1);
    return n[0] >= 3 && out > (double)(8 * v->light) && in < 0.4 * out;
}

/* Blur, or a cloth of its colour and lines that run into it, leave no outline to fit. But where half of what can be
 * told of a body is no cloth, with bare cloth about it, the line is hidden, and it glints where the balls near by do,
 * there is a ball. Only on a spot: elsewhere a knuckle may look like that. */
static bool glints_on_spot(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    const float off = 0.15f; /* of the radius, by which people miss a spot */
    struct site_count n = ground_count(&v->ground, f, h->outline.centre, 0.8 * (double)h->outline.mean);
    h->glint = ball_glint(v, f, &h->outline);
    if (n.told < 4 || n.differ < 0.5 * n.told || !glint_shows(h->glint) || ball_glints_alike(v, h) < 3 ||
        !hides_line(v, f, h))
        return false;
    h->by_glint = true;
    h->body = (float)n.differ / (float)n.told;
    h->score = 0.5f;
    h->rim.sd = off * h->outline.mean;
    return true;
}

static void believe(struct vision *v, struct hypothesis *h)
{
    h->taken = ball_has_room(v, h);
    if (h->taken && v->hyp_n < HYPOTHESES)
        v->hyp[v->hyp_n++] = *h;
}

/* Mostly it lies on the spot, but what if it does not? Half-way, neither is far off. */
static bool lay_between(const struct vision *v, struct hypothesis *h, struct vec2 spot)
{
    struct vec2 step = vec2_scale(vec2_sub(spot, h->outline.centre), 0.5);
    h->rim.sd = hypotf(h->rim.sd, (float)vec2_len(step));
    return ball_move_to(v, h, vec2_add(h->outline.centre, step));
}

static void believe_on_spot(struct vision *v, const struct frame *f, struct vec2 spot)
{
    const double off = 0.45 * v->radius; /* what a glint says of a ball's place may be wrong by this */
    struct hypothesis h = {.mm = spot}, fitted;
    struct outline on;
    if (ball_crowded(v, &h, 1.5) || !outlines_at(&v->outlines, spot, &h.outline))
        return;
    on = h.outline;
    if (!start_at_glint(v, f, &h) || vec2_dist(h.mm, spot) > off)
        return;
    fitted = h;
    if (ball_body_share(v, f, &h.outline) > whole && fit_from_glint(v, f, &fitted))
        believe(v, &fitted);
    else if (glints_on_spot(v, f, &h) && lay_between(v, &h, on.centre))
        believe(v, &h);
}

/* ---- anywhere ---------------------------------------------------------------------------------------------------- */

/* Places that votes name and no believed ball explains: shadows and lines may have led their fits astray. And spots of
 * the baulk-line, where coloured balls lie more often than anywhere else and lines leave little of them to votes. */
void faint_believe(struct vision *v, const struct frame *f)
{
    const struct bed *bed = &v->calibration.table.bed;
    for (int i = 0; i < v->votes.found_n; i++) {
        struct hypothesis h = {.mm = v->votes.found[i].mm};
        if (v->votes.found[i].placed && !ball_crowded(v, &h, 1.5) && outlines_at(&v->outlines, h.mm, &h.outline) &&
            start_at_glint(v, f, &h) && ball_body_share(v, f, &h.outline) > whole && fit_from_glint(v, f, &h))
            believe(v, &h);
    }
    for (int i = SPOT_NONE + 1; i < SPOT_COUNT; i++)
        if (fabs(bed->spot[i].x - bed->baulk_x) < 1)
            believe_on_spot(v, f, bed->spot[i]);
}
