/* SPDX-License-Identifier: Apache-2.0 */
/* expected.c: are balls where they are expected? Tracked mode: nothing else is looked for. */
#include "closer.h"

#include <math.h>

/* How far the ball moves in the picture while it is exposed. */
static void set_smear(const struct vision *v, struct hypothesis *h, struct vec2 travel)
{
    struct vec2 to;
    if (camera_project(&v->calibration.camera, (struct vec3){h->mm.x + travel.x, h->mm.y + travel.y, v->radius}, &to)) {
        h->smear[0] = (float)(to.x - h->outline.centre.x);
        h->smear[1] = (float)(to.y - h->outline.centre.y);
    }
}

/* A second try for a ball that is not quite where it was expected: a wide window first. */
static bool reach(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    double scale = camera_scale(&v->calibration.camera, (struct vec3){h->mm.x, h->mm.y, v->radius});
    float wide = fminf(0.6f * h->outline.mean, (float)(h->reach_mm * scale));
    return ball_settle(v, f, h, 0, fmaxf(3, wide), false);
}

/* Known balls that may hide one of the expected ones. */
static void add_known(struct vision *v, const struct vision_expect *expect, int n, const struct vision_result *out)
{
    for (int i = 0; i < out->balls_n; i++) {
        bool near = false;
        for (int k = 0; k < n && !near; k++)
            near = vec2_dist(out->balls[i].mm, expect[k].mm) < 2.6 * v->radius + v->params.reach_mm;
        struct hypothesis *h = &v->hyp[v->hyp_n];
        *h = (struct hypothesis){.mm = out->balls[i].mm, .taken = true, .known = true};
        v->hyp_n += near && outlines_at(&v->outlines, h->mm, &h->outline);
    }
}

static bool confirm_near(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    return ball_confirm(v, f, h) && vec2_dist(h->mm, h->from) < h->reach_mm;
}

/* A ball that is known to be near here and whose half-way edges tell nothing: by its limb, smeared as it is. */
static bool follow_limb(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    for (int i = 0; i < 2; i++) {
        struct limb_params p = closer_params_of(v, f, h);
        if (!limb_fit(f, &h->outline, &p, &h->limb) ||
            !ball_move_to(v, h,
                          vec2(h->outline.centre.x + (double)h->limb.dx, h->outline.centre.y + (double)h->limb.dy)))
            return false;
    }
    ball_judge(v, f, h);
    h->score = fmaxf(0.4f, h->limb.share);
    /* Smeared and faint no part of its edge is clear, but all of it is together, the less so the longer the smear. */
    float known = 0.8f + 0.06f * hypotf(h->smear[0], h->smear[1]);
    bool shows = h->limb.share > 0.4f || (h->limb.cloth > 0.9f && h->limb.sd < known);
    return ball_possible(v, h->mm) && ball_has_room(v, h) && h->body > 0.58f && shows;
}

/* Close by if it is clear there; else the best of a look close by and of wide ones: faint rims catch on shadows. */
static bool follow_one(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    const struct hypothesis start = *h;
    bool found = confirm_near(v, f, h);
    if (found && !ball_unclear(h))
        return true;
    for (int shadeless = 0; shadeless < 2; shadeless++) {
        const struct hypothesis best = *h;
        *h = start;
        h->shadeless = shadeless;
        if (reach(v, f, h) && confirm_near(v, f, h) && (!found || h->score > best.score))
            found = true;
        else
            *h = best;
    }
    if (found)
        return true;
    *h = start;
    return follow_limb(v, f, h);
}

void balls_follow(struct vision *v, const struct frame *f, const struct vision_expect *expect, int n,
                  struct vision_result *out)
{
    v->hyp_n = 0;
    add_known(v, expect, n, out);
    for (int i = 0; i < n && v->hyp_n < HYPOTHESES; i++) {
        struct hypothesis *h = &v->hyp[v->hyp_n];
        *h = (struct hypothesis){.mm = expect[i].mm,
                                 .expected = true,
                                 .from = expect[i].mm,
                                 .reach_mm = expect[i].reach_mm > 0 ? (double)expect[i].reach_mm : v->params.reach_mm};
        if (outlines_at(&v->outlines, h->mm, &h->outline)) {
            set_smear(v, h, expect[i].v);
            h->taken = true;
            v->hyp_n++;
        }
    }
    for (int i = 0; i < v->hyp_n; i++) {
        if (i + 1 < v->hyp_n)
            ball_fetch(f, v->hyp[i + 1].outline.centre, v->hyp[i + 1].outline.mean);
        if (!v->hyp[i].known)
            v->hyp[i].taken = follow_one(v, f, &v->hyp[i]);
    }
    closer_refine_all(v, f);
    balls_report(v, out);
}
