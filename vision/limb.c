/* SPDX-License-Identifier: Apache-2.0 */
/* limb.c: gathers the pixels about an outline, and solves for place and look together (Gauss-Newton). */
#include "limb_ring.h"

#include <math.h>
#include <string.h>

enum { LOOK = 6, SHAPE = 4, UNKNOWNS = LOOK + SHAPE };
enum { REST = UNKNOWNS, ROWS = REST + 1 }; /* the right side is one more column of the least squares */
enum { LANES = 4, BLOCKS = 3, PADDED = LANES * BLOCKS };

typedef float lanes __attribute__((vector_size(16)));

/* The lower triangle of a symmetric matrix, in whole vectors. */
union row {
    float at[PADDED];
    lanes block[BLOCKS];
};

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

static const float shade_px = 4; /* px: how far the darkest shadow of a ball reaches on the cloth */

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

/* ---- the model ------------------------------------------------------------------------------------------------- */

/* One sector of one channel: its look, and the least squares for look and shape. */
struct sector {
    float look[LOOK];
    float mean[LOOK];  /* what its neighbours look like */
    union row a[ROWS]; /* the last corner: squared residuals, weighted */
    bool known;        /* mean is */
    float n;           /* pixels, weighted */
};

struct channel {
    struct ring ring;
    struct sector sector[SECTORS];
    float noise, light;
};

/* Derivatives of the model after look and shape, and what it predicts. */
static inline __attribute__((always_inline)) float model(const struct ellipse *e, const struct limb_params *p,
                                                         const struct state *s, float sigma, int steps, float x,
                                                         float y, const float look[LOOK], float col[UNKNOWNS])
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

/* Adds w col col' to the first `rows` rows. */
static inline __attribute__((always_inline)) void add_square(union row *a, const union row *col, float w, int rows)
{
#pragma GCC unroll 11
    for (int i = 0; i < rows; i++)
        for (int j = 0; j <= i / LANES; j++)
            a[i].block[j] += w * col->at[i] * col->block[j];
}

/* `steps` is a number the compiler knows where most balls rest. */
static inline __attribute__((always_inline)) void sum_steps(struct channel *c, const struct ellipse *e,
                                                            const struct limb_params *p, const struct state *s,
                                                            float sigma, float robust, int steps)
{
    float doubt = robust > 0 ? 1 / (robust * robust) : 0;
    for (int k = 0; k < c->ring.n; k++) {
        struct sector *t = &c->sector[c->ring.sector[k]];
        union row col = {{0}};
        float rest = c->ring.level[k] - model(e, p, s, sigma, steps, c->ring.x[k], c->ring.y[k], t->look, col.at);
        float w = 1 / (1 + rest * rest * doubt);
        col.at[REST] = rest;
        add_square(t->a, &col, w, ROWS);
        t->n += w;
    }
}

/* Sums the least squares of every sector. robust: levels beyond which a pixel is believed less; 0: all alike. */
static void sum_up(struct channel *c, const struct ellipse *e, const struct limb_params *p, const struct state *s,
                   float sigma, float robust)
{
    float length = sqrtf(p->smear[0] * p->smear[0] + p->smear[1] * p->smear[1]);
    for (int k = 0; k < SECTORS; k++) {
        memset(c->sector[k].a, 0, sizeof c->sector[k].a);
        c->sector[k].n = 0;
    }
    if (length > 0.3f)
        sum_steps(c, e, p, s, sigma, robust, (int)fminf(STEPS, 2 + ceilf(length)));
    else
        sum_steps(c, e, p, s, sigma, robust, 1);
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

/* The least squares of a sector in units of its noise, with the priors of its look. */
static void weigh(const struct sector *t, float noise, float light, union row a[ROWS])
{
    /* Paint that the model knows nothing of makes a sector worse. */
    float own = t->a[REST].at[REST] / fmaxf(1, t->n - LOOK + 1);
    float scale = 1 / fmaxf(noise * noise, t->known ? own : 0);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j <= i / LANES; j++)
            a[i].block[j] = scale * t->a[i].block[j];
    for (int i = 0; i < LOOK; i++) {
        float sd = (t->known ? stray_near : stray)[i] * light, prior = 1 / (sd * sd);
        a[i].at[i] += prior;
        a[REST].at[i] -= prior * (t->look[i] - t->mean[i]);
    }
}

/* Eliminates the look (Cholesky): what is left of the lower right corner is the shape's. */
static bool eliminate(const struct sector *t, float noise, float light, union row a[ROWS])
{
    weigh(t, noise, light, a);
#pragma GCC unroll 6
    for (int j = 0; j < LOOK; j++) {
        union row col;
        if (!(a[j].at[j] > 1e-12f))
            return false;
        float pivot = sqrtf(a[j].at[j]), share = 1 / pivot;
        a[j].at[j] = pivot;
#pragma GCC unroll 11
        for (int i = j + 1; i < ROWS; i++)
            col.at[i] = a[i].at[j] *= share;
        for (int i = 0; i <= j; i++)
            col.at[i] = 0; /* what is done stays */
        col.at[ROWS] = 0;
#pragma GCC unroll 11
        for (int i = j + 1; i < ROWS; i++)
            for (int k = (j + 1) / LANES; k <= i / LANES; k++)
                a[i].block[k] -= col.at[i] * col.block[k];
    }
    return true;
}

/* The look that goes with a shape moved by `step`. */
static void solve_look(struct sector *t, const union row a[ROWS], const double step[SHAPE])
{
    float b[LOOK];
    for (int i = LOOK - 1; i >= 0; i--) {
        b[i] = a[REST].at[i];
        for (int k = i + 1; k < LOOK; k++)
            b[i] -= a[k].at[i] * b[k];
        for (int k = 0; k < SHAPE; k++)
            b[i] -= a[LOOK + k].at[i] * (float)step[k];
        b[i] /= a[i].at[i];
    }
    for (int i = 0; i < LOOK; i++)
        t->look[i] += b[i];
}

/* All channels and sectors, eliminated. */
struct work {
    union row a[3][SECTORS][ROWS];
    bool used[3][SECTORS];
    double info[SECTORS][SHAPE][SHAPE], push[SECTORS][SHAPE], weight[SECTORS];
};

static void eliminate_all(struct channel *c, struct work *w)
{
    memset(w->info, 0, sizeof w->info);
    memset(w->push, 0, sizeof w->push);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < SECTORS; k++) {
            w->used[i][k] =
                c[i].sector[k].n > (i ? 3 : 10) && eliminate(&c[i].sector[k], c[i].noise, c[i].light, w->a[i][k]);
            for (int r = 0; r < SHAPE && w->used[i][k]; r++) {
                w->push[k][r] += (double)w->a[i][k][REST].at[LOOK + r];
                for (int q = 0; q <= r; q++)
                    w->info[k][r][q] += (double)w->a[i][k][LOOK + r].at[LOOK + q];
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
                solve_look(&c[i].sector[k], w->a[i][k], step);
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
        sum += c->sector[k].a[REST].at[REST];
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
        union row a[ROWS];
        if (c->sector[k].n > 3 && eliminate(&c->sector[k], c->noise, c->light, a))
            solve_look(&c->sector[k], a, still);
    }
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static bool inside_picture(const struct frame *f, const struct ellipse *e, const struct limb_params *p)
{
    float r = 1.1f * e->size + 3 + 0.5f * hypotf(p->smear[0], p->smear[1]);
    return e->x - r > 0 && e->y - r > 0 && e->x + r < (float)(f->width - 1) && e->y + r < (float)(f->height - 1);
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
        ring_gather(&c[i].ring, &plane[i], &e, p);
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
    out->free = ring_free(&e, p);
    out->contrast = contrast_of(c);
    double worse = disagreement(&work);
    agreeing(c, &work, p->cloth, out);
    double mean = 0.5 * (cov[0][0] + cov[1][1]), half = 0.5 * (cov[0][0] - cov[1][1]);
    out->sd = (float)sqrt(worse * (mean + sqrt(half * half + cov[0][1] * cov[0][1])) + floor_px * floor_px);
    return isfinite(out->dx) && isfinite(out->dy) && isfinite(out->sd);
}
