/* SPDX-License-Identifier: Apache-2.0 */
/* rim.c: radial profiles, half-way edges, and a robust fit of the centre. */
#include "rim.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

bool outline_at(const struct camera *cam, struct vec2 mm, double radius, struct outline *o)
{
    struct vec3 centre = {mm.x, mm.y, radius};
    struct vec2 px[RIM_ANGLES];
    float sum = 0;
    if (!camera_project(cam, centre, &o->centre) || !camera_outline(cam, centre, radius, RIM_ANGLES, px))
        return false;
    for (int i = 0; i < RIM_ANGLES; i++) {
        double x = px[i].x - o->centre.x, y = px[i].y - o->centre.y, r = sqrt(x * x + y * y);
        o->dx[i] = (float)(x / r);
        o->dy[i] = (float)(y / r);
        o->r[i] = (float)r;
        sum += (float)r;
    }
    o->mean = sum / RIM_ANGLES;
    return true;
}

/* ---- colours between pixels ------------------------------------------------------------------------------------ */

/* Bilinear; the caller has made sure that all is inside. */
static inline float between(const uint8_t *p, int stride, int step, float x, float y)
{
    int ix = (int)x, iy = (int)y;
    float fx = x - (float)ix, fy = y - (float)iy;
    const uint8_t *a = p + (ptrdiff_t)iy * stride + ix * step, *b = a + stride;
    float top = (float)a[0] + fx * (float)(a[step] - a[0]), bottom = (float)b[0] + fx * (float)(b[step] - b[0]);
    return top + fy * (bottom - top);
}

struct yuv {
    float y, u, v;
};

static inline struct yuv colour_at(const struct frame *f, float chroma_x, float x, float y)
{
    float cx = (x - chroma_x) * 0.5f, cy = y * 0.5f - 0.25f;
    bool packed = f->format == PIXEL_NV12;
    int step = packed ? 2 : 1;
    const uint8_t *v = packed ? f->plane[1] + 1 : f->plane[2];
    return (struct yuv){between(f->plane[0], f->stride[0], 1, x, y), between(f->plane[1], f->stride[1], step, cx, cy),
                        between(v, f->stride[packed ? 1 : 2], step, cx, cy)};
}

/* What is left of a colour when its share along the shade is taken away: cloth in any shadow looks the same. */
static struct yuv without_shade(struct yuv c, const float shade[3])
{
    float y = c.y - 16, u = c.u - 128, v = c.v - 128, along = y * shade[0] + u * shade[1] + v * shade[2];
    return (struct yuv){y - along * shade[0], u - along * shade[1], v - along * shade[2]};
}

/* ---- one direction --------------------------------------------------------------------------------------------- */

struct edge {
    float off;      /* px outwards of the outline */
    float contrast; /* levels */
    float steep;    /* share of the change that happens within half a pixel */
    bool cloth;     /* outside it lies cloth, lit or in shadow, or the dark of a pocket */
    bool found;
};

static struct yuv mean_of(const struct yuv *c, int n)
{
    struct yuv m = {0, 0, 0};
    for (int i = 0; i < n; i++)
        m.y += c[i].y, m.u += c[i].u, m.v += c[i].v;
    return (struct yuv){m.y / (float)n, m.u / (float)n, m.v / (float)n};
}

enum { LEVEL = 3 }; /* samples that make a level */

/* The colour just outside: that of the far end of the profile, or, where the profile leaves the ball and comes back
 * (the narrow gap between two balls of one colour), that of the gap. Returns the last sample worth looking at. */
static int outside_level(const struct yuv *c, int n, struct yuv in, const struct rim_params *p, struct yuv *out)
{
    float most = 0;
    int at = 0;
    for (int i = LEVEL; i < n; i++) {
        float y = p->luma * (c[i].y - in.y), u = p->chroma * (c[i].u - in.u), v = p->chroma * (c[i].v - in.v);
        float d = sqrtf(y * y + u * u + v * v);
        if (d > most) {
            most = d;
            at = i;
        } else if (most > p->edge_limit && d < 0.7f * most - 2) {
            *out = c[at];
            return at;
        }
    }
    *out = mean_of(c + n - LEVEL, LEVEL);
    return n - LEVEL;
}

/* What differs from cloth by more than a shadow: another ball, a hand, or the ball itself inside its real rim. */
static bool like_cloth(struct yuv out, const struct rim_params *p)
{
    struct yuv rest = p->shadeless ? out : without_shade(out, p->shade);
    return rest.y * rest.y + rest.u * rest.u + rest.v * rest.v < 20 * 20 || (!p->shadeless && out.y < 45);
}

/* A slow change is shading, not an edge. For a lens that is a little soft an edge takes about two pixels. */
static const float least_steep = 0.085f, narrow_window = 2.0f;

/* Where half the change from inside to outside has happened; the crossing nearest the outline counts. */
static struct edge edge_in(const struct frame *f, float cx, float cy, float dx, float dy, float r, float window,
                           const struct rim_params *p)
{
    enum { MOST = 128 };
    const float step = p->pitch;
    struct yuv c[MOST];
    int reach = (int)ceilf(window / step), n = 2 * (reach + LEVEL) + 1;
    if (n > MOST)
        return (struct edge){0};
    for (int i = 0; i < n; i++) {
        float s = r + (float)(i - reach - LEVEL) * step;
        c[i] = colour_at(f, p->chroma_x, cx + dx * s, cy + dy * s);
        if (p->shadeless)
            c[i] = without_shade(c[i], p->shade);
    }
    struct yuv in = mean_of(c, LEVEL), out;
    int last = outside_level(c, n, in, p, &out);
    struct yuv d = {p->luma * (out.y - in.y), p->chroma * (out.u - in.u), p->chroma * (out.v - in.v)};
    float norm2 = d.y * d.y + d.u * d.u + d.v * d.v;
    struct edge e = {.contrast = sqrtf(norm2)};
    if (e.contrast < p->edge_limit)
        return e;
    e.cloth = like_cloth(out, p);
    float before = 0, best = 1e9f;
    for (int i = LEVEL - 1; i <= last; i++) {
        float v = ((c[i].y - in.y) * d.y + (c[i].u - in.u) * d.u + (c[i].v - in.v) * d.v) / norm2 - 0.5f;
        if (i >= LEVEL && before < 0 && v >= 0) {
            float at = ((float)(i - reach - LEVEL) - v / (v - before)) * step;
            if (fabsf(at) < fabsf(best)) {
                best = at;
                e.steep = v - before;
            }
        }
        before = v;
    }
    e.found = best < 1e8f && e.steep > least_steep * 2 * step * narrow_window / fmaxf(window, narrow_window);
    e.off = best;
    return e;
}

/* ---- the fit --------------------------------------------------------------------------------------------------- */

struct normal {
    float a[6], b[3]; /* symmetric 3 x 3: xx xy yy xb yb bb */
};

static bool solve3(const struct normal *m, float x[3])
{
    double A = m->a[0], B = m->a[1], C = m->a[2], D = m->a[3], E = m->a[4], F = m->a[5];
    double det = A * (C * F - E * E) - B * (B * F - E * D) + D * (B * E - C * D);
    if (!(fabs(det) > 1e-6))
        return false;
    double p = m->b[0], q = m->b[1], s = m->b[2];
    x[0] = (float)((p * (C * F - E * E) - B * (q * F - E * s) + D * (q * E - C * s)) / det);
    x[1] = (float)((A * (q * F - E * s) - p * (B * F - E * D) + D * (B * s - q * D)) / det);
    x[2] = (float)((A * (C * s - q * E) - B * (B * s - q * D) + p * (B * E - C * D)) / det);
    return true;
}

/* Edges with much less contrast than the usual one of this ball are something else's. */
static int drop_faint(struct edge *e)
{
    float sum = 0;
    int n = 0, left = 0;
    for (int i = 0; i < RIM_ANGLES; i++)
        if (e[i].found)
            sum += e[i].contrast, n++;
    for (int i = 0; i < RIM_ANGLES; i++) {
        e[i].found &= e[i].contrast > 0.3f * sum / (float)n;
        left += e[i].found;
    }
    return left;
}

/* Re-weighted least squares for the shift and the common bias. `scale`: px beyond which an edge is believed less. */
static bool fit_edges(const struct outline *o, const struct edge *e, const struct rim_params *p, float scale,
                      float x[3])
{
    x[0] = x[1] = 0;
    x[2] = p->bias;
    for (int pass = 0; pass < 6; pass++) {
        struct normal m = {{0}, {0}};
        float prior = 1 / (p->bias_sd * p->bias_sd) * 0.04f; /* an edge is good to about 0.2 px */
        for (int i = 0; i < RIM_ANGLES; i++) {
            if (!e[i].found)
                continue;
            float r = e[i].off - (o->dx[i] * x[0] + o->dy[i] * x[1] + x[2]), w = 1 / (1 + r * r / (scale * scale));
            w = w * w * fminf(1, e[i].contrast / 40);
            m.a[0] += w * o->dx[i] * o->dx[i];
            m.a[1] += w * o->dx[i] * o->dy[i];
            m.a[2] += w * o->dy[i] * o->dy[i];
            m.a[3] += w * o->dx[i];
            m.a[4] += w * o->dy[i];
            m.a[5] += w;
            m.b[0] += w * o->dx[i] * e[i].off;
            m.b[1] += w * o->dy[i] * e[i].off;
            m.b[2] += w * e[i].off;
        }
        m.a[0] += 1e-3f;
        m.a[2] += 1e-3f;
        m.a[5] += prior;
        m.b[2] += prior * p->bias;
        if (!solve3(&m, x))
            return false;
    }
    return true;
}

/* What an edge that is where it should be counts: a faint one may be anything's, and so may one with no cloth behind
 * it. */
static float weight_of(const struct edge *e, float usual)
{
    return fminf(1, e->contrast / (0.8f * usual)) * (e->cloth ? 1 : 0.6f);
}

static void judge(const struct outline *o, const struct edge *e, const bool *blocked, const float x[3], float near,
                  int every, struct rim *out)
{
    int used = 0, open = 0, found = 0;
    float sum = 0, contrast = 0, usual = 0, weight = 0;
    for (int i = 0; i < RIM_ANGLES; i++)
        if (e[i].found)
            usual += e[i].contrast, found++;
    for (int i = 0; i < RIM_ANGLES; i++) {
        open += !(blocked && blocked[i]) && i % every == 0;
        if (!e[i].found)
            continue;
        float r = e[i].off - (o->dx[i] * x[0] + o->dy[i] * x[1] + x[2]);
        if (fabsf(r) > near)
            continue;
        used++;
        sum += r * r;
        contrast += e[i].contrast;
        weight += weight_of(&e[i], usual / (float)found);
    }
    out->free = (float)(open * every) / RIM_ANGLES;
    out->support = open ? weight / (float)open : 0;
    out->rms = used ? sqrtf(sum / (float)used) : 0;
    out->contrast = used ? contrast / (float)used : 0;
    out->sd = sqrtf((sum + 0.01f) / fmaxf(1, (float)used) * 2 / fmaxf(1, (float)used - 2) + 0.02f * 0.02f);
}

static bool inside(const struct frame *f, const struct outline *o, float reach)
{
    double x = o->centre.x, y = o->centre.y, r = (double)(o->mean * 1.2f + reach + 4);
    return x - r > 2 && y - r > 2 && x + r < f->width - 4 && y + r < f->height - 4;
}

bool rim_fit(const struct frame *f, const struct outline *o, const bool *blocked, const struct rim_params *p,
             struct rim *out)
{
    struct edge e[RIM_ANGLES];
    float x[3];
    int found = 0;
    memset(out, 0, sizeof *out);
    float smear = sqrtf(p->smear[0] * p->smear[0] + p->smear[1] * p->smear[1]) / 2;
    if (!inside(f, o, p->window + smear))
        return false;
    for (int i = 0; i < RIM_ANGLES; i++) {
        float along = fabsf(o->dx[i] * p->smear[0] + o->dy[i] * p->smear[1]) / 2;
        e[i] = (blocked && blocked[i]) || i % p->every ? (struct edge){0}
                                                       : edge_in(f, (float)o->centre.x, (float)o->centre.y, o->dx[i],
                                                                 o->dy[i], o->r[i], p->window + along, p);
        found += e[i].found;
    }
    if (found)
        found = drop_faint(e);
    if (found < 6 || !fit_edges(o, e, p, fmaxf(0.3f, 0.25f * p->window), x))
        return false;
    judge(o, e, blocked, x, fmaxf(0.6f, 0.065f * o->mean), p->every, out);
    out->dx = x[0];
    out->dy = x[1];
    out->bias = x[2];
    return true;
}
