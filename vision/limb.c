/* SPDX-License-Identifier: Apache-2.0 */
/* limb.c: solves for place and look together (Gauss-Newton): each sector says where its edge is, and the shape is what
 * most of them agree on. */
#include "limb_fan.h"

#include <math.h>
#include <string.h>

enum { SHAPE = 4 };
enum { SHAPE_X, SHAPE_Y, SHAPE_R, SHAPE_SIGMA };

struct state {
    float x, y, r, sigma[2]; /* shift, bias, blur of luma and chroma */
};

/* How far each part of a look may stray, as a share of the light: from nothing at first, then from its neighbours. It
 * keeps faint balls from going astray. */
static const float stray[LIMB_LOOK] = {2, 0.7f, 1, 2, 0.08f, 0.3f};
static const float stray_near[LIMB_LOOK] = {1, 0.1f, 0.1f, 1, 0.03f, 0.05f};
static const float chroma_light = 0.4f; /* colours change less than light does */

/* ---- looks ----------------------------------------------------------------------------------------------------- */

static void set_stray(struct limb_view *v, const float share[LIMB_LOOK], float light)
{
    for (int i = 0; i < LIMB_LOOK; i++)
        v->stray[i] = share[i] * light;
}

/* Light changes little from sector to sector: each is expected to look like its neighbours on both sides. */
static void compare_neighbours(struct limb_view *v, const struct limb_sums *s)
{
    enum { REACH = 3, ROUND = LIMB_SECTORS + 2 * REACH };
    float n[ROUND], all[LIMB_SECTORS] = {0};
    for (int k = 0; k < ROUND; k++)
        n[k] = s->pixels[(k + LIMB_SECTORS - REACH) % LIMB_SECTORS];
    for (int j = 0; j <= 2 * REACH; j++)
        for (int k = 0; k < LIMB_SECTORS; k++)
            all[k] += n[j + k];
    for (int c = 0; c < v->channels; c++)
        for (int i = 0; i < LIMB_LOOK; i++) {
            float look[ROUND], sum[LIMB_SECTORS] = {0};
            for (int k = 0; k < ROUND; k++)
                look[k] = n[k] * v->look[c][i][(k + LIMB_SECTORS - REACH) % LIMB_SECTORS];
            for (int j = 0; j <= 2 * REACH; j++)
                for (int k = 0; k < LIMB_SECTORS; k++)
                    sum[k] += look[j + k];
            for (int k = 0; k < LIMB_SECTORS; k++)
                v->mean[c][i][k] = sum[k] / (all[k] > 1e-3f ? all[k] : 1e-3f);
        }
}

static void learn_noise(struct limb_view *v, const struct limb_sums *s, float least)
{
    float sum = 0, n = 0;
    for (int k = 0; k < LIMB_SECTORS; k++) {
        sum += s->square[k];
        n += fmaxf(0, s->samples[k] - LIMB_LOOK);
    }
    v->noise = fmaxf(least, sqrtf(sum / fmaxf(1, n)));
}

/* ---- agreement ------------------------------------------------------------------------------------------------- */

/* What the sectors say, light and colour together. */
struct sectors {
    float edge[LIMB_SECTORS], both[LIMB_SECTORS], blur[LIMB_SECTORS], push_edge[LIMB_SECTORS], push_blur[LIMB_SECTORS];
    float weight[LIMB_SECTORS];
};

static void add_views(struct sectors *t, const struct limb_sums s[2])
{
    for (int k = 0; k < LIMB_SECTORS; k++) {
        t->edge[k] = s[0].edge[k] + s[1].edge[k];
        t->both[k] = s[0].both[k] + s[1].both[k];
        t->blur[k] = s[0].blur[k] + s[1].blur[k];
        t->push_edge[k] = s[0].push_edge[k] + s[1].push_edge[k];
        t->push_blur[k] = s[0].push_blur[k] + s[1].push_blur[k];
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

/* Edges of sectors agree to about this, whatever the noise says: paint, reflections and shadows are not modelled. */
static const float sector_px = 0.12f, faint_px = 0.5f;
static const double floor_px = 0.03;

/* How far a sector's own edge lies from where the shape puts it, px, and the square of its sd. */
static inline float sector_rest(const struct fan *fan, const struct sectors *t, int k, const float step[SHAPE],
                                float *var)
{
    float moved = fan->gx[k] * step[SHAPE_X] + fan->gy[k] * step[SHAPE_Y] + step[SHAPE_R];
    float push = t->push_edge[k] - t->edge[k] * moved - t->both[k] * step[SHAPE_SIGMA];
    *var = 1 / (t->edge[k] + 1e-9f);
    return push * *var;
}

static void add_sectors(const struct fan *fan, const struct sectors *t, double m[SHAPE][SHAPE], double b[SHAPE])
{
    float sum[14] = {0};
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float w = t->weight[k], x = fan->gx[k], y = fan->gy[k], e = w * t->edge[k], o = w * t->both[k],
              push = w * t->push_edge[k];
        const float add[14] = {e * x * x, e * x * y, e * y * y, e * x, e * y, e,        o * x,
                               o * y,     o,         w * t->blur[k], push * x, push * y, push, w * t->push_blur[k]};
        for (int i = 0; i < 14; i++)
            sum[i] += add[i];
    }
    m[0][0] += (double)sum[0];
    m[1][0] += (double)sum[1];
    m[1][1] += (double)sum[2];
    m[2][0] += (double)sum[3];
    m[2][1] += (double)sum[4];
    m[2][2] += (double)sum[5];
    for (int i = 0; i < SHAPE; i++)
        m[SHAPE_SIGMA][i] += (double)sum[6 + i];
    for (int i = 0; i < SHAPE; i++)
        b[i] += (double)sum[10 + i];
}

/* The shape on which most sectors agree; sectors that disagree count less, and no sector counts more than its model is
 * worth. cov: of the shape. */
static bool agree(const struct fan *fan, struct sectors *t, const struct limb_params *p, const struct state *s,
                  float step[SHAPE], double cov[SHAPE][SHAPE])
{
    double m[SHAPE][SHAPE], b[SHAPE];
    for (int k = 0; k < LIMB_SECTORS; k++)
        t->weight[k] = 1;
    for (int pass = 0; pass < 5; pass++) {
        start_shape(p, s, m, b);
        add_sectors(fan, t, m, b);
        if (!factor(m))
            return false;
        substitute(m, b);
        for (int i = 0; i < SHAPE; i++)
            step[i] = (float)b[i];
        for (int k = 0; k < LIMB_SECTORS; k++) {
            float var, off = sector_rest(fan, t, k, step, &var), all = var + sector_px * sector_px;
            t->weight[k] = var / (all + off * off * (1 / 6.0f));
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

/* ---- what it says ---------------------------------------------------------------------------------------------- */

static const float still[SHAPE] = {0};

/* Squared: how much more sectors disagree than they should. */
static double disagreement(const struct fan *fan, const struct sectors *t)
{
    float sum = 0, n = 0;
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float var, off = sector_rest(fan, t, k, still, &var);
        if (var > 1)
            continue;
        sum += fminf(9, off * off / (var + sector_px * sector_px));
        n++;
    }
    return n > SHAPE ? fmax(1, (double)(sum / (n - 3))) : 4;
}

static void look_of(const struct fan *fan, int k, enum limb_look what, float out[3])
{
    out[0] = fan->light.look[0][what][k];
    out[1] = fan->colour.look[0][what][k];
    out[2] = fan->colour.look[1][what][k];
}

/* Is what lies outside a sector cloth, in whatever shadow? */
static bool cloth_outside(const struct fan *fan, int k, const float cloth[3])
{
    float level[3], slope[3], shade[3], at[3], along = 0, norm = 1e-3f, off = 0;
    look_of(fan, k, OUT_LEVEL, level);
    look_of(fan, k, OUT_SLOPE, slope);
    look_of(fan, k, OUT_SHADE, shade);
    for (int i = 0; i < 3; i++) {
        at[i] = level[i] + 1.5f * slope[i] + 0.4f * shade[i];
        along += at[i] * cloth[i];
        norm += cloth[i] * cloth[i];
    }
    along /= norm;
    for (int i = 0; i < 3; i++)
        off += (at[i] - along * cloth[i]) * (at[i] - along * cloth[i]);
    return along > 0.1f && along < 1.5f && off < 0.02f * norm + 36;
}

/* Levels between inside and outside, all channels together. */
static float contrast_at(const struct fan *fan, int k)
{
    float in[3], limb[3], out[3], all = 0;
    look_of(fan, k, IN_LEVEL, in);
    look_of(fan, k, IN_LIMB, limb);
    look_of(fan, k, OUT_LEVEL, out);
    for (int i = 0; i < 3; i++) {
        float step = in[i] + 0.3f * limb[i] - out[i];
        all += step * step;
    }
    return sqrtf(all);
}

/* Share of the sectors that could show an edge where the shape puts it and do. */
static void agreeing(const struct fan *fan, const struct sectors *t, const float *pixels, const float cloth[3],
                     struct limb *out)
{
    int open = 0, good = 0, bare = 0;
    float sum = 0, contrast = 0;
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float var, off = sector_rest(fan, t, k, still, &var);
        if (pixels[k] < fan->light.least)
            continue;
        open++;
        good += var < faint_px * faint_px && off * off < 9 * (var + sector_px * sector_px);
        bare += cloth_outside(fan, k, cloth);
        sum += fminf(1, sqrtf(var));
        contrast += contrast_at(fan, k);
    }
    out->edge_sd = open ? sum / (float)open : 1;
    out->share = open >= 4 ? (float)good / (float)open : 0;
    out->cloth = open ? (float)bare / (float)open : 0;
    out->contrast = open ? contrast / (float)open : 0;
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static float limited(float v, float most)
{
    return v > most ? most : v < -most ? -most : v;
}

static void place_edge(struct fan *fan, const struct state *s)
{
    for (int k = 0; k < LIMB_SECTORS; k++)
        fan->edge.at[k] = fan->gx[k] * s->x + fan->gy[k] * s->y + s->r;
}

static void sum_views(const struct limb_params *p, struct fan *fan, const struct state *s, struct limb_sums sums[2])
{
    place_edge(fan, s);
    fan->edge.sigma = s->sigma[0];
    p->kernels->limb_sums(&fan->light, &fan->edge, &sums[0]);
    fan->edge.sigma = s->sigma[1];
    p->kernels->limb_sums(&fan->colour, &fan->edge, &sums[1]);
}

static void move_looks(const struct limb_params *p, struct fan *fan, const struct limb_sums sums[2],
                       const float step[SHAPE])
{
    float edge[LIMB_SECTORS];
    for (int k = 0; k < LIMB_SECTORS; k++)
        edge[k] = fan->gx[k] * step[SHAPE_X] + fan->gy[k] * step[SHAPE_Y] + step[SHAPE_R];
    p->kernels->limb_move(&fan->light, &sums[0], edge, step[SHAPE_SIGMA]);
    p->kernels->limb_move(&fan->colour, &sums[1], edge, step[SHAPE_SIGMA]);
}

static void move(struct state *s, const float step[SHAPE])
{
    s->x += limited(step[SHAPE_X], 0.8f);
    s->y += limited(step[SHAPE_Y], 0.8f);
    s->r += limited(step[SHAPE_R], 0.8f);
    for (int i = 0; i < 2; i++)
        s->sigma[i] = fminf(2.5f, fmaxf(0.3f, s->sigma[i] + limited(step[SHAPE_SIGMA], 0.2f)));
}

/* A first look of every sector: the shape held. */
static void first_look(const struct limb_params *p, struct fan *fan, const struct state *s, struct limb_sums sums[2])
{
    struct limb_view *view[2] = {&fan->light, &fan->colour};
    for (int i = 0; i < 2; i++) {
        view[i]->noise = i ? p->noise_c : p->noise_y;
        view[i]->robust = 0;
        view[i]->least = i ? 3 : 10;
        view[i]->own_noise = false;
        memset(view[i]->look, 0, sizeof view[i]->look);
        memset(view[i]->mean, 0, sizeof view[i]->mean);
        set_stray(view[i], stray, fmaxf(20, p->cloth[0]) * (i ? chroma_light : 1));
    }
    sum_views(p, fan, s, sums);
    move_looks(p, fan, sums, still);
    for (int i = 0; i < 2; i++) {
        view[i]->own_noise = true;
        set_stray(view[i], stray_near, fmaxf(20, p->cloth[0]) * (i ? chroma_light : 1));
    }
}

static void report(const struct fan *fan, const struct sectors *t, const struct state *s, double cov[SHAPE][SHAPE],
                   struct limb *out)
{
    out->dx = s->x;
    out->dy = s->y;
    out->bias = s->r;
    out->sigma_y = s->sigma[0];
    out->noise_y = fan->light.noise;
    out->noise_c = fan->colour.noise;
    out->free = fan->free;
    double mean = 0.5 * (cov[0][0] + cov[1][1]), half = 0.5 * (cov[0][0] - cov[1][1]);
    out->sd = (float)sqrt(disagreement(fan, t) * (mean + sqrt(half * half + cov[0][1] * cov[0][1])) +
                          floor_px * floor_px);
}

static const float settled = 0.01f; /* px: a step shorter than this changes nothing */

bool limb_fit(const struct frame *f, const struct outline *o, const struct limb_params *p, struct limb *out)
{
    struct fan fan;
    struct limb_sums sums[2];
    struct sectors sectors;
    struct state s = {0, 0, p->bias, {p->sigma_y, p->sigma_c}};
    double cov[SHAPE][SHAPE];
    memset(out, 0, sizeof *out);
    if (!fan_sample(&fan, f, o, p))
        return false;
    first_look(p, &fan, &s, sums);
    for (int pass = 0; pass < 4; pass++) {
        float step[SHAPE];
        compare_neighbours(&fan.light, &sums[0]);
        compare_neighbours(&fan.colour, &sums[1]);
        fan.light.robust = pass ? 3 * fan.light.noise : 0;
        fan.colour.robust = pass ? 3 * fan.colour.noise : 0;
        sum_views(p, &fan, &s, sums);
        learn_noise(&fan.light, &sums[0], 0.7f);
        learn_noise(&fan.colour, &sums[1], 0.7f);
        add_views(&sectors, sums);
        if (!agree(&fan, &sectors, p, &s, step, cov))
            return false;
        move_looks(p, &fan, sums, step);
        move(&s, step);
        if (pass && fabsf(step[SHAPE_X]) < settled && fabsf(step[SHAPE_Y]) < settled)
            break;
    }
    report(&fan, &sectors, &s, cov, out);
    agreeing(&fan, &sectors, sums[0].pixels, p->cloth, out);
    return isfinite(out->dx) && isfinite(out->dy) && isfinite(out->sd);
}
