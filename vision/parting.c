/* SPDX-License-Identifier: Apache-2.0 */
/* parting.c: which balls lie too close together to be where they were measured? */
#include "closer.h"

#include "crowd.h"

#include <math.h>

static const float clear_votes = 1.5f; /* votes of a candidate that is hardly anything but a ball */

/* mm between the centres of two balls that touch, and no less when they are a little smaller than told. */
static double touching_mm(const struct vision *v, const struct outline *o)
{
    const struct bed *bed = &v->calibration.table.bed;
    double smaller = bed->cue_ball_d > 0 ? sqrt(bed->cue_ball_d / bed->ball_d) : 1;
    return 2 * v->radius * fmin(1, smaller) * (1 + fmin(0, fmax(-0.03, (double)(v->limb_bias / o->mean))));
}

static void start_crowd(struct crowd *c, double settled)
{
    c->balls_n = c->pairs_n = 0;
    c->settled = settled;
    c->size = 0;
}

static void add_to_crowd(const struct vision *v, struct crowd *c, const int *index)
{
    struct crowd_ball *b = &c->ball[c->balls_n];
    const struct hypothesis *h = &v->hyp[index[c->balls_n]];
    double sd = h->known ? 0.03 : h->limb.sd > 0 ? 0 : fmax(0.3, (double)h->rim.sd), var = sd * sd;
    *b = (struct crowd_ball){h->outline.centre, var, 0, var};
    if (sd == 0)
        *b = (struct crowd_ball){b->at, (double)h->limb.cov[0], (double)h->limb.cov[1], (double)h->limb.cov[2]};
    double least = touching_mm(v, &h->outline);
    for (int i = 0; i < c->balls_n; i++) {
        const struct hypothesis *o = &v->hyp[index[i]];
        double apart = vec2_dist(o->mm, h->mm);
        if (apart < 1.1 * least)
            crowd_join(c, i, c->balls_n, vec2_dist(o->outline.centre, h->outline.centre) * least / apart);
    }
    c->balls_n++;
}

int parting_of_balls(struct vision *v, bool *moved)
{
    struct crowd c;
    int index[CROWD_BALLS], n = 0;
    start_crowd(&c, 0.02);
    for (int i = 0; i < v->hyp_n && c.balls_n < CROWD_BALLS; i++)
        if (v->hyp[i].taken) {
            index[c.balls_n] = i;
            add_to_crowd(v, &c, index);
        }
    crowd_settle(&c);
    for (int k = 0; k < c.balls_n; k++) {
        struct hypothesis *h = &v->hyp[index[k]];
        const struct crowd_ball *b = &c.ball[k];
        double by = vec2_dist(b->at, h->outline.centre);
        if (h->known || by < 0.01 || !ball_move_to(v, h, b->at))
            continue;
        h->limb.cov[0] = (float)b->xx, h->limb.cov[1] = (float)b->xy, h->limb.cov[2] = (float)b->yy;
        h->limb.sd = h->rim.sd = limb_sd(&h->limb);
        moved[index[k]] = by > 0.3;
        n += by > 0.3;
    }
    return n;
}

/* Votes of neighbours mix in a slanted view. Candidates that are nearly a diameter apart are two balls. */
void parting_of_candidates(struct vision *v)
{
    struct crowd c;
    struct vec2 mm[CROWD_BALLS];
    start_crowd(&c, 0.05); /* votes are good to a pixel */
    for (int n = 0; n < v->votes.found_n && n < CROWD_BALLS && v->votes.found[n].votes > clear_votes; n++) {
        const struct candidate *a = &v->votes.found[n];
        c.ball[c.balls_n++] = (struct crowd_ball){vec2((double)a->x, (double)a->y), 1, 0, 1};
        if (!camera_to_plane(&v->calibration.camera, c.ball[n].at, v->radius, &mm[n]))
            mm[n] = vec2(1e6 * (n + 1), 0);
        for (int i = 0; i < n; i++) {
            double apart = vec2_dist(mm[i], mm[n]) / (2 * v->radius);
            if (apart > 0.7 && apart < 1.1)
                crowd_join(&c, i, n, vec2_dist(c.ball[i].at, c.ball[n].at) / apart);
        }
    }
    crowd_settle(&c);
    for (int i = 0; i < c.balls_n; i++) {
        v->votes.found[i].x = (float)c.ball[i].at.x;
        v->votes.found[i].y = (float)c.ball[i].at.y;
    }
}

/* Believed balls that this one would touch, as well as that is known; 0 when one of them is in the way. */
static int around(const struct vision *v, const struct hypothesis *h)
{
    int n = 0;
    for (int i = 0; i < v->hyp_n; i++) {
        double apart = vec2_dist(v->hyp[i].mm, h->mm) / (2 * v->radius);
        if (v->hyp[i].taken && apart < 0.8)
            return 0;
        n += v->hyp[i].taken && apart < 1.12;
    }
    return n;
}

/* In the middle of a rack next to nothing is seen of an outline. What votes for a ball there, has room for just one
 * ball between others and is no shaded cloth, is a ball. */
void parting_fill_holes(struct vision *v, const struct frame *f)
{
    for (int i = 0; i < v->votes.found_n && v->votes.found[i].votes > 0.8f && v->hyp_n < HYPOTHESES; i++) {
        struct hypothesis h = {0};
        if (!ball_move_to(v, &h, vec2((double)v->votes.found[i].x, (double)v->votes.found[i].y)) || around(v, &h) < 3)
            continue;
        ball_judge(v, f, &h);
        bool glints = h.glint.rise > 20; /* else it may be cloth between reds, and their colour runs into it */
        if (h.body < (glints ? 0.5f : 0.9f) || ball_shade_share(v, f, &h.outline) > (glints ? 1.0f : 0.45f))
            continue;
        h.rim.sd = 0.1f * h.outline.mean;
        h.score = 0.5f;
        h.taken = true;
        v->hyp[v->hyp_n++] = h;
    }
}
