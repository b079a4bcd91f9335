/* SPDX-License-Identifier: Apache-2.0 */
/* mouths.c: learning the mouths of pockets, and what has changed in them. */
#include "mouths.h"

#include "closer.h"
#include "err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AROUND       2.4f  /* radii beyond the edge of the fall that are watched */
#define CHANGED      0.55f /* of what makes a site foreign: noise and slow light stay below */
#define NONE_SHARE   0.12f /* of a ball's disc: what changes less is no ball */
#define LEAST_SHARE  0.4f  /* of it has changed where a ball is: less would be a shadow or a reflection ... */
#define SLATE_SHARE  0.25f /* ... so much before the fall ... */
#define EDGE_R       0.35f /* radii beyond a fall: falls are cut in many ways, and a potted ball may show in the net */
#define BEYOND_SHARE 0.3f  /* ... and no more than this away from it: else it is a hand */
#define INSIDE_SHARE 0.85f /* of it is explained by a ball ... */
#define BESIDE_SHARE 0.15f /* ... and no more than this beside it is changed by something else */
#define DARK         0.25f /* of the cloth's light: a dark ball before the dark of a pocket changes nothing */
#define LIT_CLOTH    0.35f /* of it: cloth in the shadow of a jaw is no darker */
#define CLOTH_CHROMA 10.0f /* levels */
#define SD_SHARE     0.12f /* of a radius: how well such a disc is placed */
#define POOR         0.5f  /* quality */

enum {
    EVERY = 6 /* frames, while nothing comes or goes */,
    ENOUGH = 6 /* looks */,
    MEMORY = 24,
    ODD_MOST = 150 /* looks at what is no ball: then it looks otherwise now */
};

/* ---- geometry ---------------------------------------------------------------------------------------------------- */

/* On the table's side of a fall. */
static bool in_front(const struct pocket_shape *p, struct vec2 mm)
{
    struct vec2 mouth = vec2_scale(vec2_add(p->jaw[0].start, p->jaw[1].start), 0.5);
    return vec2_dot(vec2_sub(mm, p->fall), vec2_sub(mouth, p->fall)) > 0;
}

static enum mouth_part part_at(const struct pocket_shape *p, struct vec2 mm, double r)
{
    double beyond = vec2_dist(mm, p->fall) - p->fall_radius;
    if (beyond < 0)
        return MOUTH_HOLE;
    return !in_front(p, mm) ? MOUTH_RAIL : beyond < EDGE_R * r ? MOUTH_EDGE : MOUTH_SLATE;
}

static void mark_parts(struct mouth *m, const struct calibration *c, const struct pocket_shape *p)
{
    struct vec2 mm;
    for (int j = 0, at = 0; j < m->h; j++)
        for (int i = 0; i < m->w; i++, at++)
            m->part[at] = camera_to_plane(&c->camera, vec2(m->x0 + i * m->pitch, m->y0 + j * m->pitch), 0, &mm)
                              ? part_at(p, mm, c->table.bed.ball_d / 2)
                              : MOUTH_RAIL;
}

static void lay_out(struct mouth *m, const struct calibration *c, const struct pocket_shape *p)
{
    enum { POINTS = 16 };
    double r = c->table.bed.ball_d / 2, reach = p->fall_radius + (double)AROUND * r;
    struct vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY}, px;
    for (int i = 0; i < POINTS; i++) {
        double a = 2 * M_PI * i / POINTS;
        struct vec3 at = {p->fall.x + reach * cos(a), p->fall.y + reach * sin(a), r};
        if (!camera_project(&c->camera, at, &px))
            return;
        low = vec2(fmin(low.x, px.x), fmin(low.y, px.y));
        high = vec2(fmax(high.x, px.x), fmax(high.y, px.y));
    }
    low = vec2(fmax(low.x, 0), fmax(low.y, 0));
    high = vec2(fmin(high.x, c->camera.width - 2), fmin(high.y, c->camera.height - 2));
    double side = fmax(high.x - low.x, high.y - low.y);
    if (high.x - low.x < 8 || high.y - low.y < 8)
        return;
    m->pitch = 2 * (int)ceil(side / (2 * MOUTH_SIDE));
    m->x0 = (int)low.x / 2 * 2;
    m->y0 = (int)low.y / 2 * 2;
    m->w = (int)(high.x - m->x0) / m->pitch;
    m->h = (int)(high.y - m->y0) / m->pitch;
    mark_parts(m, c, p);
}

int mouths_open(struct mouths *m, const struct calibration *c)
{
    m->of = calloc(POCKET_COUNT, sizeof *m->of);
    if (!m->of)
        return ERR_MEMORY;
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++)
        lay_out(&m->of[i], c, &c->table.pocket[i]);
    return 0;
}

void mouths_close(struct mouths *m)
{
    free(m->of);
    m->of = NULL;
}

/* ---- looking ----------------------------------------------------------------------------------------------------- */

static void read_cells(struct mouth *m, const struct frame *f)
{
    bool packed = f->format == PIXEL_NV12;
    const uint8_t *u = f->plane[1], *v = packed ? f->plane[1] + 1 : f->plane[2];
    int step = packed ? 2 : 1, u_stride = f->stride[1], v_stride = f->stride[packed ? 1 : 2];
    for (int j = 0, at = 0; j < m->h; j++)
        for (int i = 0; i < m->w; i++, at++) {
            int x = m->x0 + i * m->pitch, y = m->y0 + j * m->pitch;
            const uint8_t *luma = f->plane[0] + (ptrdiff_t)y * f->stride[0] + x;
            m->now[0][at] = (float)(luma[0] + luma[1] + luma[f->stride[0]] + luma[f->stride[0] + 1]) / 4;
            m->now[1][at] = (float)u[(ptrdiff_t)(y / 2) * u_stride + x / 2 * step];
            m->now[2][at] = (float)v[(ptrdiff_t)(y / 2) * v_stride + x / 2 * step];
        }
}

struct change {
    float all, inner; /* of the slate, and of what lies clear of the edge of the fall, in discs; below 0: unknown */
};

/* Marks the cells that look otherwise than learnt, and counts those of the slate. */
static struct change compare(struct mouth *m, float limit)
{
    struct change n = {0};
    for (int i = 0; i < m->w * m->h; i++) {
        float y = m->now[0][i] - m->look[0][i], u = m->now[1][i] - m->look[1][i], v = m->now[2][i] - m->look[2][i];
        m->changed[i] = y * y + 2 * (u * u + v * v) > limit * limit;
        n.all += (float)(m->changed[i] && (m->part[i] == MOUTH_SLATE || m->part[i] == MOUTH_EDGE));
        n.inner += (float)(m->changed[i] && m->part[i] == MOUTH_SLATE);
    }
    return n;
}

/* Was a ball found near it otherwise? */
static bool ball_near(const struct vision *v, const struct vision_result *out, const struct pocket_shape *p)
{
    for (int i = 0; i < out->balls_n; i++)
        if (vec2_dist(out->balls[i].mm, p->fall) < p->fall_radius + ((double)AROUND + 1) * v->radius)
            return true;
    return false;
}

/* In a mouth, by little of an outline: that is rather the edge of the pocket than its own. */
static void doubt_poor(const struct vision *v, const struct pocket_shape *p, struct vision_result *out)
{
    for (int i = 0; i < out->balls_n; i++) {
        struct ball_obs *b = &out->balls[i];
        if (b->quality < POOR && vec2_dist(b->mm, p->fall) < p->fall_radius + 2 * v->radius)
            b->sd_mm = fmaxf(b->sd_mm, SD_SHARE * (float)v->radius);
    }
}

/* ---- a ball in it ------------------------------------------------------------------------------------------------ */

/* How well a ball in one place explains what has changed. */
struct disc {
    struct vec2 mm;
    struct outline outline;
    float inside, changed; /* shares of its disc that it explains, and that changed */
    float beside;          /* share of a ring about it that something else changed */
    float beyond;          /* what changed further off, in discs */
    float least_beyond;    /* ... of whichever disc leaves least there */
};

/* What is seen there now may be cloth in this light or more. */
static bool is_cloth(const struct vision *v, const struct frame *f, const struct mouth *m, int at, float least)
{
    const float *cloth = v->calibration.cloth;
    float light = (m->now[0][at] - (f->full_range ? 0 : 16)) / fmaxf(cloth[0], 1);
    return light > least && fabsf(m->now[1][at] - 128 - light * cloth[1]) < CLOTH_CHROMA &&
           fabsf(m->now[2][at] - 128 - light * cloth[2]) < CLOTH_CHROMA;
}

static bool is_dark(const struct vision *v, const struct frame *f, const float *luma, int at)
{
    return luma[at] - (f->full_range ? 0 : 16) < DARK * v->calibration.cloth[0];
}

static void weigh(const struct vision *v, const struct frame *f, const struct mouth *m, struct disc *d)
{
    float r = d->outline.mean;
    int n = 0, inside = 0, changed = 0, ring = 0, beside = 0, beyond = 0;
    for (int j = 0, at = 0; j < m->h; j++)
        for (int i = 0; i < m->w; i++, at++) {
            float x = (float)(m->x0 + i * m->pitch) + 0.5f - (float)d->outline.centre.x,
                  y = (float)(m->y0 + j * m->pitch) + 0.5f - (float)d->outline.centre.y,
                  far2 = (x * x + y * y) / (r * r);
            if (far2 < 0.9f * 0.9f) {
                bool dark = is_dark(v, f, m->look[0], at) && is_dark(v, f, m->now[0], at);
                n++;
                changed += m->changed[at];
                inside += (m->changed[at] && !is_cloth(v, f, m, at, LIT_CLOTH)) || dark;
            } else if (far2 > 1.6f * 1.6f) {
                beyond += m->changed[at] && m->part[at] != MOUTH_HOLE;
            } else if (far2 > 1.15f * 1.15f && m->part[at] != MOUTH_HOLE) { /* its shadow may be there */
                ring++;
                beside += m->changed[at] && (m->now[0][at] > m->look[0][at] || !is_cloth(v, f, m, at, 0));
            }
        }
    d->inside = n ? (float)inside / (float)n : 0;
    d->changed = n ? (float)changed / (float)n : 0;
    d->beside = ring ? (float)beside / (float)ring : 0;
    d->beyond = n ? (float)beyond / (float)n : 1;
}

static float score_of(const struct disc *d)
{
    return d->inside + d->changed - d->beside;
}

/* The best place on the slate about a fall, the middle of those that are alike; false when none is good enough. */
static bool fit_disc(const struct vision *v, const struct frame *f, const struct mouth *m, const struct pocket_shape *p,
                     struct disc *out)
{
    const float alike = 0.02f;
    double r = v->radius, step = r / 5;
    struct disc best = {.inside = -1};
    float least_beyond = 1;
    struct vec2 sum = {0, 0};
    int n = 0;
    for (double far = p->fall_radius; far < p->fall_radius + 1.6 * r; far += step)
        for (double a = 0; a < 2 * M_PI; a += step / far) {
            struct disc d = {.mm = vec2(p->fall.x + far * cos(a), p->fall.y + far * sin(a))};
            if (!in_front(p, d.mm) || !ball_possible(v, d.mm) || !outlines_at(&v->outlines, d.mm, &d.outline))
                continue;
            weigh(v, f, m, &d);
            least_beyond = fminf(least_beyond, d.beyond);
            if (score_of(&d) < score_of(&best) - alike)
                continue;
            bool better = score_of(&d) > score_of(&best) + alike;
            sum = better ? d.mm : vec2_add(sum, d.mm);
            n = better ? 1 : n + 1;
            if (score_of(&d) > score_of(&best))
                best = d;
        }
    *out = best;
    out->least_beyond = least_beyond;
    out->mm = vec2_scale(sum, 1.0 / (n ? n : 1));
    return best.inside > INSIDE_SHARE && best.changed > LEAST_SHARE && best.beside < BESIDE_SHARE &&
           best.beyond < BEYOND_SHARE && vec2_dist(out->mm, p->fall) > p->fall_radius - r / 4 &&
           outlines_at(&v->outlines, out->mm, &out->outline);
}

static struct ball_obs ball_of(const struct vision *v, const struct disc *d)
{
    return (struct ball_obs){.px = d->outline.centre,
                             .mm = d->mm,
                             .sd_mm = SD_SHARE * (float)v->radius,
                             .radius_px = d->outline.mean,
                             .quality = fminf(d->inside * d->changed, POOR)};
}

enum where { APART, WITHIN, BEYOND };

/* Where a region lies against a disc: apart from it, within it and its shadow, or reaching beyond that. */
static enum where region_at(const struct vision_region *g, const struct outline *o)
{
    const double shadow = 1.5; /* radii */
    double r = (double)o->mean, x = o->centre.x, y = o->centre.y, far = shadow * r;
    if (g->x0 > x + r || g->x1 < x - r || g->y0 > y + r || g->y1 < y - r)
        return APART;
    return g->x0 > x - far && g->x1 < x + far && g->y0 > y - far && g->y1 < y + far ? WITHIN : BEYOND;
}

/* What nothing explained is this ball. False when it reaches further: then both are a hand. */
static bool explains(const struct disc *d, struct vision_result *out)
{
    int kept = 0;
    for (int i = 0; i < out->regions_n; i++)
        if (region_at(&out->regions[i], &d->outline) == BEYOND)
            return false;
    for (int i = 0; i < out->regions_n; i++)
        if (region_at(&out->regions[i], &d->outline) == APART)
            out->regions[kept++] = out->regions[i];
    out->regions_n = kept;
    return true;
}

static struct change change_of(const struct vision *v, const struct frame *f, struct mouth *m,
                               const struct pocket_shape *p)
{
    struct outline ball;
    if (!m->w || !outlines_at(&v->outlines, p->fall, &ball))
        return (struct change){-1, -1};
    read_cells(m, f);
    float disc = (float)M_PI * ball.mean * ball.mean / (float)(m->pitch * m->pitch);
    struct change cells = compare(m, CHANGED * (float)v->site_limit);
    return (struct change){cells.all / disc, cells.inner / disc};
}

/* Is it looked at in this frame? */
static bool is_due(const struct vision *v, enum pocket pocket)
{
    return v->mouths.of[pocket].busy || (v->mouths.turn + (int)pocket) % EVERY == 0;
}

void mouths_fetch(const struct vision *v, const struct frame *f)
{
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        const struct mouth *m = &v->mouths.of[i];
        if (is_due(v, (enum pocket)i))
            fetch_box(f, m->x0, m->x0 + m->w * m->pitch, m->y0, m->y0 + m->h * m->pitch);
    }
}

static void find_in(struct vision *v, const struct frame *f, enum pocket pocket, struct vision_result *out)
{
    struct mouth *m = &v->mouths.of[pocket];
    const struct pocket_shape *p = &v->calibration.table.pocket[pocket];
    struct disc d;
    m->free = m->empty = false;
    bool near = ball_near(v, out, p), due = is_due(v, pocket);
    m->busy |= near;
    if (near || !due)
        return;
    struct change changed = change_of(v, f, m, p);
    m->free = changed.all >= 0;
    m->busy = changed.all >= NONE_SHARE && m->looks >= ENOUGH;
    if (changed.all < 0 || m->looks < ENOUGH)
        return;
    m->empty = changed.all < NONE_SHARE;
    out->empty_mouths |= m->empty ? 1u << pocket : 0;
    bool fits = !m->empty && fit_disc(v, f, m, p, &d);
    bool may_be_ball = !m->empty && changed.inner >= NONE_SHARE && d.least_beyond < BEYOND_SHARE;
    if (fits && changed.all > SLATE_SHARE && out->balls_n < VISION_BALLS && explains(&d, out)) {
        out->balls[out->balls_n++] = ball_of(v, &d);
        m->free = false;
    }
    out->odd_mouths |= m->free && may_be_ball ? 1u << pocket : 0;
    m->odd = m->free && !m->empty && !may_be_ball ? m->odd + 1 : 0;
}

void mouths_find(struct vision *v, const struct frame *f, struct vision_result *out)
{
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        doubt_poor(v, &v->calibration.table.pocket[i], out);
        find_in(v, f, (enum pocket)i, out);
    }
    v->mouths.turn = (v->mouths.turn + 1) % EVERY;
}

static bool is_touched(const struct mouth *m, const struct vision_result *out)
{
    for (int i = 0; i < out->regions_n; i++) {
        const struct vision_region *r = &out->regions[i];
        if (r->x1 >= m->x0 && r->x0 < m->x0 + m->w * m->pitch && r->y1 >= m->y0 && r->y0 < m->y0 + m->h * m->pitch)
            return true;
    }
    return false;
}

void mouths_learn(struct vision *v, const struct vision_result *out)
{
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        struct mouth *m = &v->mouths.of[i];
        if (m->odd > ODD_MOST)
            m->looks = m->odd = 0;
        if (!m->w || !m->free || is_touched(m, out) || (m->looks >= ENOUGH && !m->empty))
            continue;
        m->looks = m->looks < MEMORY ? m->looks + 1 : MEMORY;
        for (int plane = 0; plane < MOUTH_PLANES; plane++)
            for (int k = 0; k < m->w * m->h; k++)
                m->look[plane][k] += (m->now[plane][k] - m->look[plane][k]) / (float)m->looks;
    }
}
