/* SPDX-License-Identifier: Apache-2.0 */
/* rim.c: radial profiles, half-way edges, and a robust fit of the centre. */
#include "rim.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Points at equal angles about a ball seen aslant are not at equal angles about the middle of its picture: the middle
 * is corrected until all lie on the oval. */
static void fit_oval(struct outline *o)
{
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < RIM_ANGLES; i++) {
        double x = (double)(o->dx[i] * o->r[i]), y = (double)(o->dy[i] * o->r[i]);
        mx += x / RIM_ANGLES, my += y / RIM_ANGLES;
    }
    for (int i = 0; i < RIM_ANGLES; i++) {
        double x = (double)(o->dx[i] * o->r[i]) - mx, y = (double)(o->dy[i] * o->r[i]) - my;
        xx += 2 * x * x / RIM_ANGLES, xy += 2 * x * y / RIM_ANGLES, yy += 2 * y * y / RIM_ANGLES;
    }
    double det = sqrt(xx * yy - xy * xy), t = sqrt(xx + yy + 2 * det), a = (xx + det) / t, b = xy / t,
           c = (yy + det) / t, d = a * c - b * b;
    for (int pass = 0; pass < 3; pass++) {
        double sx = 0, sy = 0;
        for (int i = 0; i < RIM_ANGLES; i++) {
            double x = (double)(o->dx[i] * o->r[i]) - mx, y = (double)(o->dy[i] * o->r[i]) - my;
            double u = (c * x - b * y) / d, v = (a * y - b * x) / d, rho = sqrt(u * u + v * v);
            sx += 2 * (rho - 1) * u / rho / RIM_ANGLES;
            sy += 2 * (rho - 1) * v / rho / RIM_ANGLES;
        }
        mx += a * sx + b * sy;
        my += b * sx + c * sy;
    }
    o->oval = (struct oval){(float)mx, (float)my, (float)a, (float)b, (float)c};
}

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
    fit_oval(o);
    return true;
}

/* fminf and fmaxf are calls: they must think of what is no number. */
static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

static inline float greater(float a, float b)
{
    return a > b ? a : b;
}

/* ---- edges ------------------------------------------------------------------------------------------------------ */

/* The directions that are looked along, side by side, and what was found there. Padded with copies of the last one. */
struct fan {
    int n, padded;
    float dx[RIM_ANGLES], dy[RIM_ANGLES], r[RIM_ANGLES];
    float window[RIM_ANGLES];   /* px */
    float off[RIM_ANGLES];      /* px outwards of the outline */
    float contrast[RIM_ANGLES]; /* levels; 0: no edge */
    bool cloth[RIM_ANGLES];     /* outside it lies cloth, lit or in shadow, or the dark of a pocket */
};

static int lanes(int n)
{
    return (n + RAY_LANES - 1) / RAY_LANES * RAY_LANES;
}

static void spread(const struct outline *o, const bool *blocked, const struct rim_params *p, struct fan *fan)
{
    fan->n = 0;
    for (int k = 0; k < p->directions; k++) {
        int i = k * RIM_ANGLES / p->directions;
        if (blocked && blocked[i])
            continue;
        fan->dx[fan->n] = o->dx[i];
        fan->dy[fan->n] = o->dy[i];
        fan->window[fan->n] = p->window + fabsf(o->dx[i] * p->smear[0] + o->dy[i] * p->smear[1]) / 2;
        fan->r[fan->n++] = o->r[i];
    }
    fan->padded = fan->n ? lanes(fan->n) : 0;
    for (int i = fan->n; i < fan->padded; i++) {
        fan->dx[i] = fan->dx[fan->n - 1];
        fan->dy[i] = fan->dy[fan->n - 1];
        fan->window[i] = fan->window[fan->n - 1];
        fan->r[i] = fan->r[fan->n - 1];
    }
}

/* A slow change is shading, not an edge. For a lens that is a little soft an edge takes about two pixels. */
static const float least_steep = 0.085f, narrow_window = 2.0f;

/* What differs from cloth by more than a shadow is another ball, a hand, or the ball itself inside its real rim. */
static bool like_cloth(const struct ray_edges *e, int i, const struct rim_params *p)
{
    return e->rest2[i] < 20 * 20 || (!p->shadeless && e->light[i] < 45);
}

/* One group of directions, in the widest window any of them needs. Returns how many have an edge. */
static int look_along(const struct frame *f, const struct outline *o, const struct rim_params *p, struct fan *fan,
                      int from, int n)
{
    struct ray_edges e;
    bool packed = f->format == PIXEL_NV12;
    float window = 0;
    int found = 0;
    for (int i = from; i < from + n; i++)
        window = greater(window, fan->window[i]);
    struct rays r = {.plane = {f->plane[0], f->plane[1], packed ? f->plane[1] + 1 : f->plane[2]},
                     .stride = {f->stride[0], f->stride[1], f->stride[packed ? 1 : 2]},
                     .step = packed ? 2 : 1,
                     .cx = (float)o->centre.x,
                     .cy = (float)o->centre.y,
                     .chroma_x = p->chroma_x,
                     .n = n,
                     .dx = fan->dx + from,
                     .dy = fan->dy + from,
                     .r = fan->r + from,
                     .pitch = p->pitch,
                     .reach = (int)ceilf(window / p->pitch),
                     .luma = p->luma,
                     .chroma = p->chroma,
                     .edge_limit = p->edge_limit,
                     .shadeless = p->shadeless,
                     .quick = p->quick && !p->shadeless,
                     .shade = {p->shade[0], p->shade[1], p->shade[2]}};
    if (2 * (r.reach + RAY_LEVEL) + 1 > RAY_SAMPLES)
        r.reach = (RAY_SAMPLES - 1) / 2 - RAY_LEVEL;
    p->kernels->edges(&r, &e);
    for (int i = 0; i < n; i++) {
        float wide = greater(fan->window[from + i], narrow_window);
        bool edge = from + i < fan->n && e.off[i] < NO_EDGE && e.norm2[i] >= p->edge_limit * p->edge_limit &&
                    e.steep[i] > least_steep * 2 * p->pitch * narrow_window / wide;
        fan->off[from + i] = edge ? e.off[i] : 0;
        fan->contrast[from + i] = edge ? sqrtf(e.norm2[i]) : 0;
        fan->cloth[from + i] = like_cloth(&e, i, p);
        found += edge;
    }
    return found;
}

static int find_edges(const struct frame *f, const struct outline *o, const struct rim_params *p, struct fan *fan)
{
    bool differ = p->smear[0] != 0 || p->smear[1] != 0; /* windows do */
    int found = 0, n = differ ? RAY_LANES : fan->padded;
    for (int from = 0; from < fan->padded; from += n)
        found += look_along(f, o, p, fan, from, n);
    return found;
}

/* Edges with much less contrast than the usual one of this ball are something else's. */
static int drop_faint(struct fan *fan, int found)
{
    float sum = 0;
    int left = 0;
    for (int i = 0; i < fan->n; i++)
        sum += fan->contrast[i];
    for (int i = 0; i < fan->n; i++) {
        if (fan->contrast[i] <= 0.3f * sum / (float)found)
            fan->contrast[i] = 0;
        left += fan->contrast[i] > 0;
    }
    return left;
}

/* ---- the fit --------------------------------------------------------------------------------------------------- */

/* Symmetric equations for shift and bias; sums with the priors added. */
static bool solve3(const struct ray_sums *m, float x[3])
{
    double A = m->xx, B = m->xy, C = m->yy, D = m->x1, E = m->y1, F = m->n;
    double det = A * (C * F - E * E) - B * (B * F - E * D) + D * (B * E - C * D);
    if (!(fabs(det) > 1e-6))
        return false;
    double p = m->xo, q = m->yo, s = m->o;
    x[0] = (float)((p * (C * F - E * E) - B * (q * F - E * s) + D * (q * E - C * s)) / det);
    x[1] = (float)((A * (q * F - E * s) - p * (B * F - E * D) + D * (B * s - q * D)) / det);
    x[2] = (float)((A * (C * s - q * E) - B * (B * s - q * D) + p * (B * E - C * D)) / det);
    return true;
}

/* Re-weighted least squares for the shift and the common bias. `scale`: px beyond which an edge is believed less. */
static bool fit_edges(const struct fan *fan, const struct rim_params *p, float scale, float x[3])
{
    const float prior = 1 / (p->bias_sd * p->bias_sd) * 0.04f; /* an edge is good to about 0.2 px */
    float base[RIM_ANGLES], enough = 0.002f;                   /* px */
    for (int i = 0; i < fan->padded; i++)
        base[i] = i < fan->n ? lesser(1, fan->contrast[i] / 40) : 0;
    x[0] = x[1] = 0;
    x[2] = p->bias;
    for (int pass = 0; pass < 6; pass++) {
        struct ray_sums m;
        float was[2] = {x[0], x[1]};
        p->kernels->fit_sums(fan->padded, fan->dx, fan->dy, fan->off, base, x, scale, &m);
        m.xx += 1e-3f;
        m.yy += 1e-3f;
        m.n += prior;
        m.o += prior * p->bias;
        if (!solve3(&m, x))
            return false;
        if (fabsf(x[0] - was[0]) < enough && fabsf(x[1] - was[1]) < enough)
            break;
    }
    return true;
}

/* What an edge that is where it should be counts: a faint one may be anything's, and so may one with no cloth behind
 * it. */
static float weight_of(const struct fan *fan, int i, float usual)
{
    return lesser(1, fan->contrast[i] / (0.8f * usual)) * (fan->cloth[i] ? 1 : 0.6f);
}

static void judge(const struct fan *fan, const float x[3], float near, int directions, struct rim *out)
{
    int used = 0, found = 0;
    float sum = 0, contrast = 0, usual = 0, weight = 0;
    for (int i = 0; i < fan->n; i++) {
        usual += fan->contrast[i];
        found += fan->contrast[i] > 0;
    }
    for (int i = 0; i < fan->n; i++) {
        float r = fan->off[i] - (fan->dx[i] * x[0] + fan->dy[i] * x[1] + x[2]);
        if (!(fan->contrast[i] > 0) || fabsf(r) > near)
            continue;
        used++;
        sum += r * r;
        contrast += fan->contrast[i];
        weight += weight_of(fan, i, usual / (float)found);
    }
    out->free = (float)fan->n / (float)directions;
    out->support = fan->n ? weight / (float)fan->n : 0;
    out->rms = used ? sqrtf(sum / (float)used) : 0;
    out->contrast = used ? contrast / (float)used : 0;
    out->sd = sqrtf((sum + 0.01f) / greater(1, (float)used) * 2 / greater(1, (float)used - 2) + 0.02f * 0.02f);
}

static bool inside(const struct frame *f, const struct outline *o, float reach)
{
    double x = o->centre.x, y = o->centre.y, r = (double)(o->mean * 1.2f + reach + 4);
    return x - r > 2 && y - r > 2 && x + r < f->width - 4 && y + r < f->height - 4;
}

bool rim_fit(const struct frame *f, const struct outline *o, const bool *blocked, const struct rim_params *p,
             struct rim *out)
{
    struct fan fan;
    float x[3];
    memset(out, 0, sizeof *out);
    float smear = sqrtf(p->smear[0] * p->smear[0] + p->smear[1] * p->smear[1]) / 2;
    if (!inside(f, o, p->window + smear))
        return false;
    spread(o, blocked, p, &fan);
    int found = find_edges(f, o, p, &fan);
    if (found)
        found = drop_faint(&fan, found);
    if (found < 6 || !fit_edges(&fan, p, greater(0.3f, 0.25f * p->window), x))
        return false;
    judge(&fan, x, greater(0.6f, 0.065f * o->mean), p->directions, out);
    out->dx = x[0];
    out->dy = x[1];
    out->bias = x[2];
    return true;
}
