/* SPDX-License-Identifier: Apache-2.0 */
/* body.c: is there a ball inside this outline, or cloth: bare, shaded, or ringed with light? */
#include "closer.h"

#include <math.h>

/* Share of the sites well inside the outline that are not quite cloth: a green ball on green cloth differs by little,
 * but all over. Sites that cannot tell are left out. */
float ball_body_share(const struct vision *v, const struct frame *f, const struct outline *o)
{
    struct site_count n = ground_count(&v->ground, f, o->centre, 0.8 * (double)o->mean);
    float share = n.told ? (float)n.differ / (float)n.told : 0.7f;
    return 3 * n.told >= n.all ? share : fmaxf(share, 0.7f); /* on marks and in jaws few sites can tell */
}

/* Share of the sites well inside the outline that may be cloth in a shadow. */
float ball_shade_share(const struct vision *v, const struct frame *f, const struct outline *o)
{
    const struct ground *g = &v->ground;
    double r = 0.8 * (double)o->mean;
    struct site_span rows = ground_rows(g, o->centre, r);
    int n = 0, shaded = 0;
    for (int j = rows.low; j <= rows.high; j++) {
        struct site_span cols = ground_cols(g, o->centre, r, j);
        for (int i = cols.low; i <= cols.high; i++, n++)
            shaded += ground_shaded(g, f, i, j);
    }
    return n ? (float)shaded / (float)n : 0;
}

/* A ring of light has an outline as round as a ball's, and cloth inside. A ball of the cloth's colour among others has
 * dark gaps about it instead. */
static bool hollow(const struct vision *v, const struct frame *f, const struct outline *o)
{
    const struct ground *g = &v->ground;
    double r = (double)o->mean, sum[2] = {0, 0};
    int n[2] = {0, 0}, limit = 0;
    struct site_span rows = ground_rows(g, o->centre, 1.1 * r);
    for (int j = rows.low; j <= rows.high; j++) {
        struct site_span cols = ground_cols(g, o->centre, 1.1 * r, j);
        for (int i = cols.low; i <= cols.high; i++) {
            double x = g->x0 + i * SITE - o->centre.x, y = g->y0 + j * SITE - o->centre.y, d2 = x * x + y * y;
            bool middle = d2<0.7 * 0.7 * r * r, edge = d2> 0.8 * 0.8 * r * r;
            if (g->limit[j * g->cols + i] == 255 || (!middle && !edge))
                continue;
            sum[edge] += edge && !ground_lit(g, f, i, j) ? 0 : ground_residual(g, f, i, j);
            n[edge]++;
            limit = g->limit[j * g->cols + i];
        }
    }
    double inside = sum[0] / fmax(n[0], 1), rim = sum[1] / fmax(n[1], 1); /* balls differ from cloth all over */
    return n[0] >= 4 && n[1] >= 4 && rim > 2 * limit && rim > 1.8 * inside;
}

static const float matt = 10; /* levels by which the brightest spot rises above a body */

bool ball_edge_clear(const struct vision *v, const struct limb *l)
{
    return l->share > 0.75f ||
           (l->share > 0.4f && l->cloth > 0.9f && l->sd * sqrtf(l->free) < 0.22f && l->sigma_y < 1.2f * v->limb_sigma);
}

/* Where shadows cross there are round places too. A ball of the cloth's colour glints, or its limb is clear. */
static bool only_shade(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    return !h->expected && h->glint.rise < matt && !ball_edge_clear(v, &h->limb) &&
           ball_shade_share(v, f, &h->outline) > 0.9f;
}

struct glint ball_glint(const struct vision *v, const struct frame *f, const struct outline *o)
{
    return v->params.balls == BALL_SET_NUMBERED ? glint_read_beside_paint(f, o, v->light) : glint_read(f, o, v->light);
}

void ball_judge_body(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    h->glint = ball_glint(v, f, &h->outline);
    bool cloth = hollow(v, f, &h->outline) || (!glint_shows(h->glint) && only_shade(v, f, h));
    h->body = cloth ? 0 : ball_body_share(v, f, &h->outline);
}
