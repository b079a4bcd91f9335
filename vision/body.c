/* SPDX-License-Identifier: Apache-2.0 */
/* body.c: is there a ball inside this outline, or cloth: bare, shaded, or ringed with light? */
#include "closer.h"

#include <math.h>

/* Share of the sites well inside the outline that are not quite cloth: a green ball on green cloth differs by little,
 * but all over. Sites that cannot tell are left out. */
float ball_body_share(const struct vision *v, const struct frame *f, const struct outline *o)
{
    const struct ground *g = &v->ground;
    float r = 0.8f * o->mean;
    int n = 0, all = 0, foreign = 0;
    for (int j = (int)ceil((o->centre.y - (double)r - g->y0) / SITE); j <= (o->centre.y + (double)r - g->y0) / SITE;
         j++)
        for (int i = (int)ceil((o->centre.x - (double)r - g->x0) / SITE); i <= (o->centre.x + (double)r - g->x0) / SITE;
             i++) {
            if (i < 0 || j < 0 || i >= g->cols || j >= g->rows)
                continue;
            double x = g->x0 + i * SITE - o->centre.x, y = g->y0 + j * SITE - o->centre.y;
            if (x * x + y * y > (double)(r * r))
                continue;
            int differs = ground_differs(g, f, i, j);
            all++;
            n += differs >= 0;
            foreign += differs > 0;
        }
    float share = n ? (float)foreign / (float)n : 0.7f;
    return 3 * n >= all ? share : fmaxf(share, 0.7f); /* on marks and in jaws few sites can tell */
}

/* Share of the sites well inside the outline that may be cloth in a shadow. */
float ball_shade_share(const struct vision *v, const struct frame *f, const struct outline *o)
{
    const struct ground *g = &v->ground;
    double r = 0.8 * (double)o->mean;
    int n = 0, shaded = 0;
    for (int j = (int)ceil((o->centre.y - r - g->y0) / SITE); j <= (o->centre.y + r - g->y0) / SITE; j++)
        for (int i = (int)ceil((o->centre.x - r - g->x0) / SITE); i <= (o->centre.x + r - g->x0) / SITE; i++) {
            double x = g->x0 + i * SITE - o->centre.x, y = g->y0 + j * SITE - o->centre.y;
            if (i < 0 || j < 0 || i >= g->cols || j >= g->rows || x * x + y * y > r * r)
                continue;
            n++;
            shaded += ground_shaded(g, f, i, j);
        }
    return n ? (float)shaded / (float)n : 0;
}

/* A ring of light has an outline as round as a ball's, and cloth inside. */
static bool hollow(const struct vision *v, const struct frame *f, const struct outline *o)
{
    const struct ground *g = &v->ground;
    double r = (double)o->mean, sum[2] = {0, 0};
    int n[2] = {0, 0}, limit = 0;
    for (int j = (int)ceil((o->centre.y - 1.1 * r - g->y0) / SITE); j <= (o->centre.y + 1.1 * r - g->y0) / SITE; j++)
        for (int i = (int)ceil((o->centre.x - 1.1 * r - g->x0) / SITE); i <= (o->centre.x + 1.1 * r - g->x0) / SITE;
             i++) {
            if (i < 0 || j < 0 || i >= g->cols || j >= g->rows || g->limit[j * g->cols + i] == 255)
                continue;
            double d = hypot(g->x0 + i * SITE - o->centre.x, g->y0 + j * SITE - o->centre.y) / r;
            int part = d < 0.7 ? 0 : d > 0.8 && d < 1.1 ? 1 : 2;
            if (part == 2)
                continue;
            sum[part] += ground_residual(g, f, i, j);
            n[part]++;
            limit = g->limit[j * g->cols + i];
        }
    double inside = sum[0] / fmax(n[0], 1), rim = sum[1] / fmax(n[1], 1); /* balls differ from cloth all over */
    return n[0] >= 4 && n[1] >= 4 && rim > 2 * limit && rim > 1.8 * inside;
}

static const float glints = 25, matt = 10; /* levels by which the brightest spot rises above a body */

/* Where shadows cross there are round places too. A ball of the cloth's colour glints, or its limb is clear. */
static bool only_shade(const struct vision *v, const struct frame *f, const struct hypothesis *h)
{
    return h->glint.rise < matt && h->limb.share < 0.75f && ball_shade_share(v, f, &h->outline) > 0.9f;
}

void ball_judge_body(const struct vision *v, const struct frame *f, struct hypothesis *h)
{
    h->glint = glint_read(f, &h->outline);
    bool cloth = h->glint.rise > glints ? false : only_shade(v, f, h) || hollow(v, f, &h->outline);
    h->body = cloth ? 0 : ball_body_share(v, f, &h->outline);
}
