/* SPDX-License-Identifier: Apache-2.0 */
/* limb.c: gathers the pixels about an outline, and solves for place and look together (Gauss-Newton). */
#include "limb.h"

#include <math.h>
#include <string.h>

enum { PIXELS = 2048, SECTORS = 24, LOOK = 6, SHAPE = 4, UNKNOWNS = LOOK + SHAPE };
enum {
    IN_LEVEL,
    IN_LIMB,
    IN_CURVE,
    OUT_LEVEL,
    OUT_SLOPE,
    OUT_SHADE
};                                               /* what each sector looks like, channel by channel */
enum { SHAPE_X, SHAPE_Y, SHAPE_R, SHAPE_SIGMA }; /* what all share */
enum { STEPS = 12 };                             /* places along a smear */

static const float reach_out = 3.5f,
                   shade_px = 4; /* px: what is looked at outside, and how far the darkest shadow reaches */

/* The outline as the image of a circle: where its middle is, and what takes it to the unit circle. */
struct ellipse {
    float x, y, a, b, c; /* u = a dx + b dy, v = b dx + c dy */
    float size;          /* px, mean half axis */
};

static struct ellipse ellipse_of(const struct outline *o)
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
    /* The symmetric root of the matrix, then its inverse. */
    double det = sqrt(xx * yy - xy * xy), t = sqrt(xx + yy + 2 * det), a = (xx + det) / t, b = xy / t,
           c = (yy + det) / t;
    double d = a * c - b * b;
    /* Points at equal angles about a ball seen aslant are not at equal angles about the middle of its picture. */
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
    return (struct ellipse){(float)(o->centre.x + mx),
                            (float)(o->centre.y + my),
                            (float)(c / d),
                            (float)(-b / d),
                            (float)(a / d),
                            (float)sqrt(d)};
}

/* ---- pixels ---------------------------------------------------------------------------------------------------- */

/* The pixels of one plane that say something. */
struct ring {
    int n;
    float x[PIXELS], y[PIXELS]; /* from the middle of the told outline, px of luma */
    float level[PIXELS], weight[PIXELS];
    uint8_t sector[PIXELS];
};

/* Which sector a direction lies in: an angle of sorts, without trigonometry. */
static inline int sector_of(float u, float v)
{
    float t = v / (fabsf(u) + fabsf(v) + 1e-9f), turn = u >= 0 ? 1 + t : 3 - t; /* 0..4 */
    int k = (int)(turn * (SECTORS / 4.0f));
    return k < 0 ? 0 : k >= SECTORS ? SECTORS - 1 : k;
}

static inline float cube(float x)
{
    x = x > 0 ? x : 0;
    return x * x * x;
}

static inline float square(float x)
{
    x = x > 0 ? x : 0;
    return x * x;
}

/* Share of light from inside at a distance d outwards of an edge, and its slope: a smooth edge of three boxes. */
static inline float edge_share(float x)
{
    return (cube(1.5f - x) - 3 * cube(0.5f - x) + 3 * cube(-0.5f - x) - cube(-1.5f - x)) / 6;
}

static inline float edge_slope(float x)
{
    return -(square(1.5f - x) - 3 * square(0.5f - x) + 3 * square(-0.5f - x) - square(-1.5f - x)) / 2;
}

struct state {
    float x, y, r, sigma[2]; /* shift, bias, blur of luma and chroma */
};

struct near {
    float u, v, rho, d, gx, gy; /* on the unit disc; px outwards of the edge; unit vector outwards */
};

static inline struct near near_at(const struct ellipse *e, float x, float y, float grown)
{
    struct near n;
    n.u = e->a * x + e->b * y;
    n.v = e->b * x + e->c * y;
    n.rho = sqrtf(n.u * n.u + n.v * n.v) + 1e-6f;
    float gx = (e->a * n.u + e->b * n.v) / n.rho, gy = (e->b * n.u + e->c * n.v) / n.rho;
    float slope = sqrtf(gx * gx + gy * gy);
    n.d = (n.rho - 1) / slope - grown;
    n.gx = gx / slope;
    n.gy = gy / slope;
    return n;
}

/* px: how far from another ball's outline a pixel must lie, and how much of what is outside the edge must be free. */
static const float clear_px = 0.7f, clear_out = 0.8f;

/* Another ball, with a margin, at this place or just outside the edge in this direction? */
static bool confused(const struct limb_params *p, const struct ellipse *e, float x, float y, const struct near *n)
{
    float out = n->d < clear_out ? clear_out - n->d : 0;
    float ex = e->x + x + n->gx * out, ey = e->y + y + n->gy * out;
    for (int i = 0; i < p->others_n; i++) {
        float r = p->other[i].r + clear_px, dx = ex - p->other[i].x, dy = ey - p->other[i].y;
        float px = e->x + x - p->other[i].x, py = e->y + y - p->other[i].y;
        if (dx * dx + dy * dy < r * r || px * px + py * py < r * r)
            return true;
    }
    return false;
}

struct plane {
    const uint8_t *p;
    int stride, step, scale; /* bytes from pixel to pixel; luma pixels a pixel */
    float x0, y0;            /* of pixel 0, 0 in px of luma */
    float black;             /* the level of no light, or of no colour */
    int w, h;
};

static void gather(struct ring *ring, const struct plane *plane, const struct ellipse *e, const struct limb_params *p)
{
    float half = 0.5f * sqrtf(p->smear[0] * p->smear[0] + p->smear[1] * p->smear[1]);
    float reach_in = fminf(0.36f * e->size, 5.5f), r = 1.3f * e->size + reach_out + half + 2, s = (float)plane->scale;
    int i0 = (int)((e->x - r - plane->x0) / s), i1 = (int)((e->x + r - plane->x0) / s) + 1;
    int j0 = (int)((e->y - r - plane->y0) / s), j1 = (int)((e->y + r - plane->y0) / s) + 1;
    float area = 6.2832f * e->size * (reach_in + reach_out + 2 * half) / (s * s);
    int every = 1 + (int)(area * 1.15f / PIXELS), count = 0;
    ring->n = 0;
    for (int j = j0 < 0 ? 0 : j0; j <= j1 && j < plane->h; j++)
        for (int i = i0 < 0 ? 0 : i0; i <= i1 && i < plane->w; i++) {
            float x = plane->x0 + s * (float)i - e->x, y = plane->y0 + s * (float)j - e->y;
            struct near n = near_at(e, x, y, p->bias);
            float along = half > 0 ? 0.5f * fabsf(n.gx * p->smear[0] + n.gy * p->smear[1]) : 0;
            if (n.d < -reach_in - along || n.d > reach_out + along || count++ % every || ring->n == PIXELS ||
                confused(p, e, x, y, &n))
                continue;
            ring->x[ring->n] = x;
            ring->y[ring->n] = y;
            ring->sector[ring->n] = (uint8_t)sector_of(n.u, n.v);
            ring->level[ring->n] = (float)plane->p[(ptrdiff_t)j * plane->stride + i * plane->step] - plane->black;
            ring->weight[ring->n++] = 1;
        }
}

/* ---- the model ------------------------------------------------------------------------------------------------- */

/* One sector of one channel: its look, and the least squares for look and shape. */
struct sector {
    float look[LOOK];
    float mean[LOOK]; /* what its neighbours look like */
    float a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
    bool known;     /* mean is */
    float n, rest2; /* pixels and squared residuals, weighted */
};

struct channel {
    struct ring ring;
    struct sector sector[SECTORS];
    float noise, light;
};

/* Derivatives of the model after look and shape, and what it predicts. */
static inline float model(const struct ellipse *e, const struct limb_params *p, const struct state *s, float sigma,
                          int steps, float x, float y, const float look[LOOK], float col[UNKNOWNS])
{
    float h = 2 * sigma, share = 1 / (float)steps, covered = 0, limb = 0, curve = 0;
    struct near mid = near_at(e, x - s->x, y - s->y, s->r);
    float d = mid.d > 0 ? mid.d : 0, near = d < shade_px ? 1 - d / shade_px : 0, dip = near * near;
    float outer = look[OUT_LEVEL] + d * look[OUT_SLOPE] + dip * look[OUT_SHADE];
    for (int j = LOOK; j < UNKNOWNS; j++)
        col[j] = 0;
    for (int i = 0; i < steps; i++) {
        float t = steps > 1 ? ((float)i + 0.5f) * share - 0.5f : 0;
        struct near n = steps > 1 ? near_at(e, x - s->x - t * p->smear[0], y - s->y - t * p->smear[1], s->r) : mid;
        float A = edge_share(n.d / h) * share, w2 = 1 - n.rho * n.rho, w = sqrtf(w2 > 0 ? w2 : 0);
        float inner = look[IN_LEVEL] + w * (look[IN_LIMB] + w * look[IN_CURVE]);
        float step = -edge_slope(n.d / h) / h * share * (inner - outer);
        covered += A;
        limb += A * w;
        curve += A * w * w;
        col[LOOK + SHAPE_X] += step * n.gx;
        col[LOOK + SHAPE_Y] += step * n.gy;
        col[LOOK + SHAPE_R] += step;
        col[LOOK + SHAPE_SIGMA] += step * n.d / sigma;
    }
    col[IN_LEVEL] = covered;
    col[IN_LIMB] = limb;
    col[IN_CURVE] = curve;
    col[OUT_LEVEL] = 1 - covered;
    col[OUT_SLOPE] = (1 - covered) * d;
    col[OUT_SHADE] = (1 - covered) * dip;
    return look[IN_LEVEL] * covered + look[IN_LIMB] * limb + look[IN_CURVE] * curve + (1 - covered) * outer;
}

/* Sums the least squares of every sector. robust: levels beyond which a pixel is believed less; 0: all alike. */
static void sum_up(struct channel *c, const struct ellipse *e, const struct limb_params *p, const struct state *s,
                   float sigma, float robust)
{
    float length = sqrtf(p->smear[0] * p->smear[0] + p->smear[1] * p->smear[1]);
    int steps = length > 0.3f ? (int)fminf(STEPS, 2 + ceilf(length)) : 1;
    for (int k = 0; k < SECTORS; k++) {
        memset(c->sector[k].a, 0, sizeof c->sector[k].a);
        memset(c->sector[k].b, 0, sizeof c->sector[k].b);
        c->sector[k].n = c->sector[k].rest2 = 0;
    }
    for (int k = 0; k < c->ring.n; k++) {
        struct sector *t = &c->sector[c->ring.sector[k]];
        float col[UNKNOWNS], w = 1;
        float rest = c->ring.level[k] - model(e, p, s, sigma, steps, c->ring.x[k], c->ring.y[k], t->look, col);
        if (robust > 0)
            w = 1 / (1 + rest * rest / (robust * robust));
        for (int i = 0; i < UNKNOWNS; i++) {
            float wc = w * col[i];
            for (int j = 0; j < UNKNOWNS; j++)
                t->a[i][j] += wc * col[j];
            t->b[i] += wc * rest;
        }
        t->n += w;
        t->rest2 += w * rest * rest;
    }
}

/* ---- least squares --------------------------------------------------------------------------------------------- */

/* How far each part of a look may stray, as a share of the light: an idea of shading that keeps faint balls from going
 * astray. */
static const float stray[LOOK] = {2, 0.7f, 1, 2, 0.08f, 0.3f};

static const float chroma_light = 0.4f;                                 /* colours change less than light does */
static const float stray_near[LOOK] = {1, 0.1f, 0.1f, 1, 0.03f, 0.05f}; /* from its neighbours */

/* Light changes little from sector to sector: each is expected to look like its neighbours on both sides. */
static void compare_neighbours(struct channel *c)
{
    enum { REACH = 3 };
    for (int k = 0; k < SECTORS; k++) {
        float sum[LOOK] = {0}, n = 0;
        for (int j = -REACH; j <= REACH; j++) {
            const struct sector *t = &c->sector[(k + j + SECTORS) % SECTORS];
            for (int i = 0; i < LOOK; i++)
                sum[i] += t->n * t->look[i];
            n += t->n;
        }
        for (int i = 0; i < LOOK; i++)
            c->sector[k].mean[i] = n > 0 ? sum[i] / n : 0;
        c->sector[k].known = n > 0;
    }
}

/* Adds the priors of a look and eliminates it: what is left of the lower right corner is the shape's. */
static bool eliminate(struct sector *t, float noise, float light, double a[UNKNOWNS][UNKNOWNS], double b[UNKNOWNS])
{
    float own = t->rest2 / fmaxf(1, t->n - LOOK + 1); /* paint that the model knows nothing of makes a sector worse */
    double scale = 1 / (double)fmaxf(noise * noise, t->known ? own : 0);
    for (int i = 0; i < UNKNOWNS; i++) {
        b[i] = scale * (double)t->b[i];
        for (int j = 0; j <= i; j++)
            a[i][j] = scale * (double)t->a[i][j];
    }
    for (int i = 0; i < LOOK; i++) {
        float sd = (t->known ? stray_near : stray)[i] * light;
        double prior = 1 / (double)(sd * sd);
        a[i][i] += prior;
        b[i] -= prior * (double)(t->look[i] - t->mean[i]);
    }
    for (int j = 0; j < LOOK; j++) {
        if (!(a[j][j] > 1e-12))
            return false;
        double pivot = sqrt(a[j][j]);
        for (int i = j; i < UNKNOWNS; i++)
            a[i][j] /= pivot;
        b[j] /= pivot;
        for (int i = j + 1; i < UNKNOWNS; i++) {
            for (int k = j + 1; k <= i; k++)
                a[i][k] -= a[i][j] * a[k][j];
            b[i] -= a[i][j] * b[j];
        }
    }
    return true;
}

/* The look that goes with a shape moved by `step`. */
static void solve_look(struct sector *t, double a[UNKNOWNS][UNKNOWNS], double b[UNKNOWNS], const double step[SHAPE])
{
    for (int i = LOOK - 1; i >= 0; i--) {
        for (int k = i + 1; k < LOOK; k++)
            b[i] -= a[k][i] * b[k];
        for (int k = 0; k < SHAPE; k++)
            b[i] -= a[LOOK + k][i] * step[k];
        b[i] /= a[i][i];
    }
    for (int i = 0; i < LOOK; i++)
        t->look[i] += (float)b[i];
}

/* All channels and sectors, eliminated. */
struct work {
    double a[3][SECTORS][UNKNOWNS][UNKNOWNS], b[3][SECTORS][UNKNOWNS];
    bool used[3][SECTORS];
    double info[SECTORS][SHAPE][SHAPE], push[SECTORS][SHAPE], weight[SECTORS];
};

static void eliminate_all(struct channel *c, struct work *w)
{
    memset(w->info, 0, sizeof w->info);
    memset(w->push, 0, sizeof w->push);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < SECTORS; k++) {
            w->used[i][k] = c[i].sector[k].n > (i ? 3 : 10) &&
                            eliminate(&c[i].sector[k], c[i].noise, c[i].light, w->a[i][k], w->b[i][k]);
            for (int r = 0; r < SHAPE && w->used[i][k]; r++) {
                w->push[k][r] += w->b[i][k][LOOK + r];
                for (int q = 0; q <= r; q++)
                    w->info[k][r][q] += w->a[i][k][LOOK + r][LOOK + q];
            }
        }
}

static bool factor(double a[SHAPE][SHAPE])
{
    for (int i = 0; i < SHAPE; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];
            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            if (i == j && !(sum > 1e-12))
                return false;
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
    return true;
}

static void substitute(double a[SHAPE][SHAPE], double *b)
{
    for (int i = 0; i < SHAPE; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (int i = SHAPE - 1; i >= 0; i--) {
        for (int k = i + 1; k < SHAPE; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
}

/* What the priors say, at the present shape. */
static void start_shape(const struct limb_params *p, const struct state *s, double m[SHAPE][SHAPE], double b[SHAPE])
{
    double prior_r = 1 / (double)(p->bias_sd * p->bias_sd), prior_s = 1 / (double)(p->sigma_sd * p->sigma_sd);
    memset(m, 0, sizeof(double) * SHAPE * SHAPE);
    m[SHAPE_X][SHAPE_X] = m[SHAPE_Y][SHAPE_Y] = 1e-3;
    m[SHAPE_R][SHAPE_R] = prior_r;
    m[SHAPE_SIGMA][SHAPE_SIGMA] = prior_s;
    b[SHAPE_X] = b[SHAPE_Y] = 0;
    b[SHAPE_R] = prior_r * (double)(p->bias - s->r);
    b[SHAPE_SIGMA] = prior_s * (double)(p->sigma_y - s->sigma[0]);
}

/* How far a sector's own edge lies from where the shape puts it, px, and its sd. */
static double sector_rest(const struct work *w, int k, const double step[SHAPE], double *sd)
{
    double rr = w->info[k][SHAPE_R][SHAPE_R], push = w->push[k][SHAPE_R];
    for (int q = 0; q < SHAPE; q++)
        push -= w->info[k][q > SHAPE_R ? q : SHAPE_R][q > SHAPE_R ? SHAPE_R : q] * step[q];
    *sd = rr > 0 ? 1 / sqrt(rr) : 1e9;
    return rr > 0 ? push / rr : 0;
}

/* Edges of sectors agree to about this, whatever the noise says: paint, reflections and shadows are not modelled. */
static const double sector_px = 0.12, floor_px = 0.03, faint_px = 0.5;

/* The shape on which most sectors agree; sectors that disagree count less, and no sector counts more than its model is
 * worth. cov: of the shape. */
static bool agree(struct work *w, const struct limb_params *p, const struct state *s, double step[SHAPE],
                  double cov[SHAPE][SHAPE])
{
    double m[SHAPE][SHAPE];
    memset(step, 0, sizeof(double) * SHAPE);
    for (int k = 0; k < SECTORS; k++)
        w->weight[k] = 1;
    for (int pass = 0; pass < 5; pass++) {
        start_shape(p, s, m, step);
        for (int k = 0; k < SECTORS; k++)
            for (int r = 0; r < SHAPE; r++) {
                step[r] += w->weight[k] * w->push[k][r];
                for (int q = 0; q <= r; q++)
                    m[r][q] += w->weight[k] * w->info[k][r][q];
            }
        if (!factor(m))
            return false;
        substitute(m, step);
        for (int k = 0; k < SECTORS; k++) {
            double sd, off = sector_rest(w, k, step, &sd), all = sd * sd + sector_px * sector_px;
            w->weight[k] = sd * sd / all / (1 + off * off / (6 * all));
        }
    }
    for (int i = 0; i < SHAPE; i++) {
        double unit[SHAPE] = {0};
        unit[i] = 1;
        substitute(m, unit);
        for (int j = 0; j < SHAPE; j++)
            cov[i][j] = unit[j];
    }
    return true;
}

/* Squared: how much more sectors disagree than they should. */
static double disagreement(const struct work *w)
{
    const double still[SHAPE] = {0};
    double sum = 0, n = 0;
    for (int k = 0; k < SECTORS; k++) {
        double sd, off = sector_rest(w, k, still, &sd), all = sd * sd + sector_px * sector_px;
        if (sd > 1)
            continue;
        sum += fmin(9, off * off / all);
        n++;
    }
    return n > SHAPE ? fmax(1, sum / (n - 3)) : 4;
}

/* Is what lies outside a sector cloth, in whatever shadow? */
static bool cloth_outside(const struct channel *c, int k, const float cloth[3])
{
    float at[3], along = 0, norm = 1e-3f, off = 0;
    for (int i = 0; i < 3; i++) {
        const float *look = c[i].sector[k].look;
        at[i] = look[OUT_LEVEL] + 1.5f * look[OUT_SLOPE] + 0.4f * look[OUT_SHADE];
        along += at[i] * cloth[i];
        norm += cloth[i] * cloth[i];
    }
    along /= norm;
    for (int i = 0; i < 3; i++)
        off += (at[i] - along * cloth[i]) * (at[i] - along * cloth[i]);
    return along > 0.1f && along < 1.5f && off < 0.02f * norm + 36;
}

/* Share of the sectors that could show an edge where the shape puts it and do. */
static void agreeing(const struct channel *c, const struct work *w, const float cloth[3], struct limb *out)
{
    const double still[SHAPE] = {0};
    int open = 0, good = 0, bare = 0;
    double sum = 0;
    for (int k = 0; k < SECTORS; k++) {
        double sd, off = sector_rest(w, k, still, &sd);
        if (c[0].sector[k].n < 10)
            continue;
        open++;
        good += sd < faint_px && fabs(off) < 3 * sqrt(sd * sd + sector_px * sector_px);
        bare += cloth_outside(c, k, cloth);
        sum += fmin(1, sd);
    }
    out->edge_sd = open ? (float)(sum / open) : 1;
    out->share = open >= 4 ? (float)good / (float)open : 0;
    out->cloth = open ? (float)bare / (float)open : 0;
}

static float limited(double v, float most)
{
    return (float)fmin(most, fmax(-most, v));
}

static bool improve(struct channel *c, struct work *w, const struct limb_params *p, struct state *s,
                    double cov[SHAPE][SHAPE])
{
    double step[SHAPE];
    eliminate_all(c, w);
    if (!agree(w, p, s, step, cov))
        return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < SECTORS; k++)
            if (w->used[i][k])
                solve_look(&c[i].sector[k], w->a[i][k], w->b[i][k], step);
    s->x += limited(step[SHAPE_X], 0.8f);
    s->y += limited(step[SHAPE_Y], 0.8f);
    s->r += limited(step[SHAPE_R], 0.8f);
    float grow = limited(step[SHAPE_SIGMA], 0.2f);
    for (int i = 0; i < 2; i++)
        s->sigma[i] = fminf(2.5f, fmaxf(0.3f, s->sigma[i] + grow));
    return true;
}

static void learn_noise(struct channel *c, float least)
{
    float sum = 0, n = 0;
    for (int k = 0; k < SECTORS; k++) {
        sum += c->sector[k].rest2;
        n += fmaxf(0, c->sector[k].n - LOOK);
    }
    c->noise = fmaxf(least, sqrtf(sum / fmaxf(1, n)));
}

/* A first look of every sector: the shape held. */
static void first_look(struct channel *c, const struct ellipse *e, const struct limb_params *p, const struct state *s,
                       float sigma)
{
    const double still[SHAPE] = {0};
    sum_up(c, e, p, s, sigma, 0);
    for (int k = 0; k < SECTORS; k++) {
        double a[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
        if (c->sector[k].n > 3 && eliminate(&c->sector[k], c->noise, c->light, a, b))
            solve_look(&c->sector[k], a, b, still);
    }
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static bool inside_picture(const struct frame *f, const struct ellipse *e, const struct limb_params *p)
{
    float r = 1.1f * e->size + 3 + 0.5f * hypotf(p->smear[0], p->smear[1]);
    return e->x - r > 0 && e->y - r > 0 && e->x + r < (float)(f->width - 1) && e->y + r < (float)(f->height - 1);
}

static void planes_of(const struct frame *f, float chroma_x, struct plane plane[3])
{
    bool packed = f->format == PIXEL_NV12;
    int w = (f->width + 1) / 2, h = (f->height + 1) / 2;
    plane[0] = (struct plane){f->plane[0], f->stride[0], 1, 1, 0, 0, f->full_range ? 0 : 16, f->width, f->height};
    plane[1] = (struct plane){f->plane[1], f->stride[1], packed ? 2 : 1, 2, chroma_x, 0.5f, 128, w, h};
    plane[2] = plane[1];
    plane[2].p = packed ? f->plane[1] + 1 : f->plane[2];
    plane[2].stride = packed ? f->stride[1] : f->stride[2];
}

static float free_share(const struct ellipse *e, const struct limb_params *p)
{
    int n = 0;
    for (int i = 0; i < RIM_ANGLES; i++) {
        float a = 6.2831853f * (float)i / RIM_ANGLES, x = e->size * cosf(a), y = e->size * sinf(a);
        struct near at = near_at(e, x, y, 0);
        n += !confused(p, e, x, y, &at);
    }
    return (float)n / RIM_ANGLES;
}

/* Levels between inside and outside, all channels together. */
static float contrast_of(const struct channel *c)
{
    float sum = 0;
    int n = 0;
    for (int k = 0; k < SECTORS; k++) {
        float all = 0;
        for (int i = 0; i < 3; i++) {
            const float *look = c[i].sector[k].look;
            float step = look[IN_LEVEL] + 0.3f * look[IN_LIMB] - look[OUT_LEVEL];
            all += step * step;
        }
        sum += sqrtf(all);
        n += c[0].sector[k].n > 10;
    }
    return n ? sum / (float)n : 0;
}

static const float settled = 0.01f; /* px: a step shorter than this changes nothing */

bool limb_fit(const struct frame *f, const struct outline *o, const struct limb_params *p, struct limb *out)
{
    static _Thread_local struct channel c[3];
    static _Thread_local struct work work;
    struct plane plane[3];
    struct ellipse e = ellipse_of(o);
    struct state s = {0, 0, p->bias, {p->sigma_y, p->sigma_c}};
    double cov[SHAPE][SHAPE];
    memset(out, 0, sizeof *out);
    if (!inside_picture(f, &e, p))
        return false;
    planes_of(f, p->chroma_x, plane);
    for (int i = 0; i < 3; i++) {
        gather(&c[i].ring, &plane[i], &e, p);
        c[i].noise = i ? p->noise_c : p->noise_y;
        c[i].light = fmaxf(20, p->cloth[0]) * (i ? chroma_light : 1);
        memset(c[i].sector, 0, sizeof c[i].sector);
        if (c[0].ring.n < 24)
            return false;
        first_look(&c[i], &e, p, &s, s.sigma[i > 0]);
    }
    for (int pass = 0; pass < 4; pass++) {
        for (int i = 0; i < 3; i++) {
            sum_up(&c[i], &e, p, &s, s.sigma[i > 0], pass ? 3 * c[i].noise : 0);
            if (pass)
                learn_noise(&c[i], 0.7f);
            compare_neighbours(&c[i]);
        }
        struct state was = s;
        if (!improve(c, &work, p, &s, cov))
            return false;
        if (pass && fabsf(s.x - was.x) < settled && fabsf(s.y - was.y) < settled)
            break;
    }
    out->dx = s.x;
    out->dy = s.y;
    out->bias = s.r;
    out->sigma_y = s.sigma[0];
    out->noise_y = c[0].noise;
    out->noise_c = 0.5f * (c[1].noise + c[2].noise);
    out->free = free_share(&e, p);
    out->contrast = contrast_of(c);
    double worse = disagreement(&work);
    agreeing(c, &work, p->cloth, out);
    double mean = 0.5 * (cov[0][0] + cov[1][1]), half = 0.5 * (cov[0][0] - cov[1][1]);
    out->sd = (float)sqrt(worse * (mean + sqrt(half * half + cov[0][1] * cov[0][1])) + floor_px * floor_px);
    return isfinite(out->dx) && isfinite(out->dy) && isfinite(out->sd);
}
