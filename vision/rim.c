/* SPDX-License-Identifier: Apache-2.0 */
/* rim.c: radial profiles, half-way edges, and a robust fit of the centre. */
#include "rim.h"

#define LANE_COUNT 4
#include "lanes.h"

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

static inline float greater(float a, float b) /* fmaxf is a call: it must think of what is no number */
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
    float trust[RIM_ANGLES];    /* 1: outside it lies cloth, lit or in shadow, or the dark of a pocket; else less */
};

static int lanes(int n)
{
    return (n + RAY_LANES - 1) / RAY_LANES * RAY_LANES;
}

static void spread(const struct outline *o, uint64_t blocked, const struct rim_params *p, struct fan *fan)
{
    const bool smears = p->smear[0] != 0 || p->smear[1] != 0;
    fan->n = 0;
    for (int k = 0, i = 0, rest = 0; k < p->directions; k++) { /* i: k * RIM_ANGLES / directions */
        fan->dx[fan->n] = o->dx[i];
        fan->dy[fan->n] = o->dy[i];
        fan->window[fan->n] = p->window + (smears ? fabsf(o->dx[i] * p->smear[0] + o->dy[i] * p->smear[1]) / 2 : 0);
        fan->r[fan->n] = o->r[i];
        fan->n += !(blocked >> i & 1);
        for (rest += RIM_ANGLES; rest >= p->directions; rest -= p->directions)
            i++;
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
LANES ints like_cloth(const struct ray_edges *e, int i, const struct rim_params *p)
{
    const float alike = 20 * p->light, dark = 16 + 29 * p->light; /* levels */
    ints cloth = load_lanes(e->rest2 + i) < alike * alike;
    return p->shadeless ? cloth : cloth | (load_lanes(e->light + i) < dark);
}

/* Which of a group are edges, and what they are worth. Returns how many. */
LANES int take_edges(const struct ray_edges *e, const struct rim_params *p, struct fan *fan, int from, int i)
{
    const floats none = {0}, one = none + 1;
    const float unlike = 0.6f, steep = least_steep * 2 * p->pitch * narrow_window;
    const ints lane = {0, 1, 2, 3};
    floats norm2 = load_lanes(e->norm2 + i), off = load_lanes(e->off + i),
           wide = greater_lanes(load_lanes(fan->window + from + i), narrow_window);
    ints edge = (lane < fan->n - from - i) & (off < NO_EDGE) & (norm2 >= p->edge_limit * p->edge_limit) &
                (load_lanes(e->steep + i) * wide > steep);
    store_lanes(fan->off + from + i, (floats)((ints)off & edge));
    store_lanes(fan->contrast + from + i, (floats)((ints)roots(norm2) & edge));
    store_lanes(fan->trust + from + i, choose(like_cloth(e, i, p), one, one * unlike));
    return (int)total4((floats)((ints)one & edge));
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
    for (int i = 0; i < n; i += LANE_COUNT)
        found += take_edges(&e, p, fan, from, i);
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

static float sum_of(const float *of, int n)
{
    floats sum = {0};
    for (int i = 0; i < n; i += LANE_COUNT)
        sum += load_lanes(of + i);
    return total4(sum);
}

/* Edges with much less contrast than the usual one of this ball are something else's. */
static int drop_faint(struct fan *fan, int found)
{
    const floats none = {0}, one = none + 1;
    float least = 0.3f * sum_of(fan->contrast, fan->padded) / (float)found;
    floats left = none;
    for (int i = 0; i < fan->padded; i += LANE_COUNT) {
        floats contrast = load_lanes(fan->contrast + i);
        ints keep = contrast > least;
        store_lanes(fan->contrast + i, (floats)((ints)contrast & keep));
        left += (floats)((ints)one & keep);
    }
    return (int)total4(left);
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
    for (int i = 0; i < fan->padded; i += LANE_COUNT)
        store_lanes(base + i, lesser_lanes(load_lanes(fan->contrast + i) / (40 * p->light), 1));
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

/* An edge that is where it should be counts less if it is faint, for then it may be anything's, and if it has no cloth
 * behind it. */
static void judge(const struct fan *fan, const float x[3], float near, int directions, int found, struct rim *out)
{
    const floats none = {0}, one = none + 1;
    floats used_lanes = none, square = none, contrasts = none, weights = none;
    float full = 1 / (0.8f * sum_of(fan->contrast, fan->padded) / (float)found);
    for (int i = 0; i < fan->padded; i += LANE_COUNT) {
        floats contrast = load_lanes(fan->contrast + i);
        floats r = load_lanes(fan->off + i) - (load_lanes(fan->dx + i) * x[0] + load_lanes(fan->dy + i) * x[1] + x[2]);
        floats weight = lesser_lanes(contrast * full, 1) * load_lanes(fan->trust + i);
        ints in = (contrast > 0) & (r * r <= near * near);
        used_lanes += (floats)((ints)one & in);
        square += (floats)((ints)(r * r) & in);
        contrasts += (floats)((ints)contrast & in);
        weights += (floats)((ints)weight & in);
    }
    float used = total4(used_lanes), sum = total4(square);
    out->free = (float)fan->n / (float)directions;
    out->support = fan->n ? total4(weights) / (float)fan->n : 0;
    out->rms = used > 0 ? sqrtf(sum / used) : 0;
    out->contrast = used > 0 ? total4(contrasts) / used : 0;
    out->sd = sqrtf((sum + 0.01f) / greater(1, used) * 2 / greater(1, used - 2) + 0.02f * 0.02f);
}

static bool inside(const struct frame *f, const struct outline *o, float reach)
{
    double x = o->centre.x, y = o->centre.y, r = (double)(o->mean * 1.2f + reach + 4);
    return x - r > 2 && y - r > 2 && x + r < f->width - 4 && y + r < f->height - 4;
}

bool rim_fit(const struct frame *f, const struct outline *o, uint64_t blocked, const struct rim_params *p,
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
    judge(&fan, x, greater(0.6f, 0.065f * o->mean), p->directions, found, out);
    out->dx = x[0];
    out->dy = x[1];
    out->bias = x[2];
    out->contrast /= p->light;
    return true;
}
