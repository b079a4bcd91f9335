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

/* How far each part of a look may stray, as a share of the light: from nothing at first, then from its like in the
 * other sectors. */
struct stray {
    float in[LIMB_LOOK], out[LIMB_LOOK];
};
static const struct stray from_nothing = {{2, 0.7f, 1}, {2, 0.08f, 0.3f}},
                          from_others = {{1, 0.06f, 0.45f}, {2, 0.06f, 0.18f}};
static const float chroma_light = 0.4f; /* colours change less than light does */

/* ---- looks ----------------------------------------------------------------------------------------------------- */

static void set_stray(struct limb_model *m, const struct stray *s, float light)
{
    float sum = 0;
    for (int k = 0; k < LIMB_SECTORS; k++)
        sum += m->light.level[0][0][k];
    float body = fmaxf(light, sum / LIMB_SECTORS);
    for (int i = 0; i < LIMB_LOOK; i++) {
        m->stray_in[0][i] = s->in[i] * body;
        m->stray_in[1][i] = s->in[i] * body * chroma_light;
        m->stray_out[i] = s->out[i] * light;
    }
}

/* The mean over sectors, weighted. */
static void spread_mean(const float *from, const float *weight, float all, float *to)
{
    float sum = 0;
    for (int k = 0; k < LIMB_SECTORS; k++)
        sum += weight[k] * from[k];
    for (int k = 0; k < LIMB_SECTORS; k++)
        to[k] = sum * all;
}

/* A ball looks much the same all round: each sector is expected to look like the others, and how much it may differ
 * keeps faint ones from going astray. Sectors that fit badly (paint, things in the way) do not set the example. */
static void compare_sectors(struct limb_model *m, const struct limb_sums *s)
{
    float weight[2][LIMB_SECTORS], all[2] = {0};
    for (int i = 0; i < 2; i++) {
        const struct limb_view *v = i ? &m->colour : &m->light;
        for (int k = 0; k < LIMB_SECTORS; k++) {
            float own = s->square[i][k] / fmaxf(1, s->samples[i][k] - (LIMB_LOOK + 1)) / (v->noise * v->noise);
            weight[i][k] = s->pixels[i][k] > v->least ? s->pixels[i][k] / fmaxf(1, own) : 0;
            all[i] += weight[i][k];
        }
        all[i] = 1 / fmaxf(1e-3f, all[i]);
    }
    for (int i = 0; i < LIMB_LOOK; i++) {
        for (int c = 0; c < 3; c++)
            spread_mean(m->look.in[c][i], weight[c > 0], all[c > 0], m->usual.in[c][i]);
        spread_mean(m->look.out[i], weight[0], all[0], m->usual.out[i]);
    }
}

/* The noise of a picture. Paint, glints and lines under a ball spoil some sectors altogether: these are measured by
 * their own misfit, and say nothing about the others. */
static void learn_noise(struct limb_view *v, const float *square, const float *samples, float least)
{
    const float spoilt = 3; /* times the usual misfit, by which sectors of small balls differ too */
    float usual = 1e9f;
    for (int pass = 0; pass < 4; pass++) {
        float sum = 0, n = 0;
        for (int k = 0; k < LIMB_SECTORS; k++) {
            float left = samples[k] - (LIMB_LOOK + 2);
            left = left > 0 && square[k] < spoilt * usual * left ? left : 0;
            sum += left > 0 ? square[k] : 0;
            n += left;
        }
        usual = n > 0 ? sum / n : usual;
    }
    v->noise = fmaxf(least, sqrtf(usual));
}

/* The colour of the cloth here for its light: that of the outermost samples, where that looks like cloth at all. */
static void learn_tint(struct limb_model *m, const float cloth[3])
{
    float sum[3] = {0}, light = fmaxf(8, cloth[0]);
    int jy = m->light.n - 1, jc = m->colour.n - 1;
    for (int i = 0; i < 2; i++)
        m->tint[i] = cloth[1 + i] / light;
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float y = m->light.level[0][jy][k], u = m->colour.level[0][jc][k], v = m->colour.level[1][jc][k];
        float du = u - m->tint[0] * y, dv = v - m->tint[1] * y;
        if (m->light.weight[jy][k] > 0 && m->colour.weight[jc][k] > 0 && y > 0.2f * light && y < 1.6f * light &&
            du * du + dv * dv < 64)
            sum[0] += y, sum[1] += u, sum[2] += v;
    }
    for (int i = 0; i < 2 && sum[0] > 2 * light; i++)
        m->tint[i] = sum[1 + i] / sum[0];
}

/* ---- agreement ------------------------------------------------------------------------------------------------- */

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
    double prior_r = 1 / (double)(p->bias_sd * p->bias_sd), prior_s = 1 / (double)(p->sigma_sd * p->sigma_sd),
           prior_xy = 1 / (double)(p->place_sd * p->place_sd);
    memset(m, 0, sizeof(double) * SHAPE * SHAPE);
    m[SHAPE_X][SHAPE_X] = m[SHAPE_Y][SHAPE_Y] = prior_xy;
    m[SHAPE_R][SHAPE_R] = prior_r;
    m[SHAPE_SIGMA][SHAPE_SIGMA] = prior_s;
    b[SHAPE_X] = -prior_xy * (double)s->x;
    b[SHAPE_Y] = -prior_xy * (double)s->y;
    b[SHAPE_R] = prior_r * (double)(p->bias - s->r);
    b[SHAPE_SIGMA] = prior_s * (double)(p->sigma_y - s->sigma[0]);
}

static const float faint_px = 0.5f;
static const double floor_px = 0.03;

/* Levels between inside and outside, all channels together. */
static float contrast_at(const struct limb_model *m, int k)
{
    float all = 0;
    for (int i = 0; i < 3; i++) {
        float outside = m->look.out[OUT_LEVEL][k] * (i ? m->tint[i - 1] : 1);
        float step = m->look.in[i][IN_LEVEL][k] + 0.3f * m->look.in[i][IN_LIMB][k] - outside;
        all += step * step;
    }
    return sqrtf(all);
}

/* px^2 by which the edge of each sector may be off, whatever the noise says: paint and reflections are not modelled,
 * in a shadow that deepens towards the ball it is not clear where the ball begins, and in a smear light adds up and
 * not the levels that cameras make of it. */
static void doubt_edges(const struct limb_model *m, float *doubt)
{
    const float plain = 0.12f, shade = 0.5f, most = 0.6f, smear = m->steps > 1 ? 0.06f : 0;
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float ramp = fabsf(3 * m->look.out[OUT_SLOPE][k] - 0.93f * m->look.out[OUT_SHADE][k]);
        float off = fminf(most, shade * ramp / (contrast_at(m, k) + 5));
        float ramp_off = smear * m->along[k];
        doubt[k] = plain * plain + off * off + ramp_off * ramp_off;
    }
}

/* How far a sector's own edge lies from where the shape puts it, px, and the square of its sd. */
static inline float sector_rest(const struct fan *fan, const struct limb_sums *t, int k, const float step[SHAPE],
                                float *var)
{
    float moved = fan->gx[k] * step[SHAPE_X] + fan->gy[k] * step[SHAPE_Y] + step[SHAPE_R];
    float push = t->push_edge[k] - t->edge[k] * moved - t->both[k] * step[SHAPE_SIGMA];
    *var = 1 / (t->edge[k] + 1e-9f);
    return push * *var;
}

static void add_sectors(const struct fan *fan, const struct limb_sums *t, const float *weight, double m[SHAPE][SHAPE],
                        double b[SHAPE])
{
    float sum[14] = {0};
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float w = weight[k], x = fan->gx[k], y = fan->gy[k], e = w * t->edge[k], o = w * t->both[k],
              push = w * t->push_edge[k];
        const float add[14] = {e * x * x, e * x * y, e * y * y,      e * x,    e * y,    e,    o * x,
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

static const float agreed = 0.004f; /* px: weights that change the shape by less than this are right */

/* The shape on which most sectors agree; sectors that disagree count less, and no sector counts more than its model is
 * worth. cov: of the shape. */
static bool agree(const struct fan *fan, const struct limb_sums *t, const struct limb_params *p, const struct state *s,
                  float step[SHAPE], double cov[SHAPE][SHAPE])
{
    double m[SHAPE][SHAPE], b[SHAPE];
    float weight[LIMB_SECTORS];
    float doubt[LIMB_SECTORS];
    doubt_edges(&fan->model, doubt);
    step[SHAPE_X] = step[SHAPE_Y] = 0;
    for (int k = 0; k < LIMB_SECTORS; k++)
        weight[k] = 1;
    for (int pass = 0; pass < 5; pass++) {
        start_shape(p, s, m, b);
        add_sectors(fan, t, weight, m, b);
        if (!factor(m))
            return false;
        substitute(m, b);
        float change = fabsf((float)b[SHAPE_X] - step[SHAPE_X]) + fabsf((float)b[SHAPE_Y] - step[SHAPE_Y]);
        for (int i = 0; i < SHAPE; i++)
            step[i] = (float)b[i];
        if (pass > 1 && change < agreed)
            break;
        for (int k = 0; k < LIMB_SECTORS; k++) {
            float var, off = sector_rest(fan, t, k, step, &var), all = var + doubt[k];
            weight[k] = var / (all + off * off * (1 / 6.0f));
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
static double disagreement(const struct fan *fan, const struct limb_sums *t)
{
    float sum = 0, n = 0, doubt[LIMB_SECTORS];
    doubt_edges(&fan->model, doubt);
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float var, off = sector_rest(fan, t, k, still, &var);
        if (var > 1)
            continue;
        sum += fminf(9, off * off / (var + doubt[k]));
        n++;
    }
    return n > SHAPE ? fmax(1, (double)(sum / (n - 3))) : 4;
}

/* Is what lies outside a sector cloth, in whatever shadow? */
static bool cloth_outside(const struct limb_model *m, int k, const float cloth[3])
{
    int jy = m->light.n * 4 / 5, jc = m->colour.n * 4 / 5;
    const float at[3] = {m->light.level[0][jy][k], m->colour.level[0][jc][k], m->colour.level[1][jc][k]};
    float along = 0, norm = 1e-3f, off = 0;
    for (int i = 0; i < 3; i++) {
        along += at[i] * cloth[i];
        norm += cloth[i] * cloth[i];
    }
    along /= norm;
    for (int i = 0; i < 3; i++)
        off += (at[i] - along * cloth[i]) * (at[i] - along * cloth[i]);
    return along > 0.1f && along < 1.5f && off < 0.02f * norm + 36;
}

/* Share of the sectors that could show an edge where the shape puts it and do. */
static void agreeing(const struct fan *fan, const struct limb_sums *t, const float cloth[3], struct limb *out)
{
    int open = 0, good = 0, bare = 0, both = 0;
    float sum = 0, contrast = 0, doubt[LIMB_SECTORS];
    doubt_edges(&fan->model, doubt);
    for (int k = 0; k < LIMB_SECTORS; k++) {
        float var, off = sector_rest(fan, t, k, still, &var);
        if (t->pixels[0][k] < fan->model.light.least)
            continue;
        open++;
        bool bared = cloth_outside(&fan->model, k, cloth);
        bool shows = var < faint_px * faint_px && off * off < 9 * (var + doubt[k]);
        good += shows;
        both += shows && bared;
        bare += bared;
        sum += fminf(1, sqrtf(var));
        contrast += contrast_at(&fan->model, k);
    }
    out->edge_sd = open ? sum / (float)open : 1;
    out->share = open >= 4 ? (float)good / (float)open : 0;
    out->bare_share = open >= 4 ? (float)both / (float)open : 0;
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
        fan->model.at[k] = fan->gx[k] * s->x + fan->gy[k] * s->y + s->r;
    fan->model.light.sigma = s->sigma[0];
    fan->model.colour.sigma = s->sigma[1];
}

static void move_looks(const struct limb_params *p, struct fan *fan, const struct limb_sums *sums,
                       const float step[SHAPE])
{
    float edge[LIMB_SECTORS];
    for (int k = 0; k < LIMB_SECTORS; k++)
        edge[k] = fan->gx[k] * step[SHAPE_X] + fan->gy[k] * step[SHAPE_Y] + step[SHAPE_R];
    p->kernels->limb_move(&fan->model, sums, edge, step[SHAPE_SIGMA]);
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
static void first_look(const struct limb_params *p, struct fan *fan, const struct state *s, struct limb_sums *sums)
{
    struct limb_model *m = &fan->model;
    m->light.noise = p->noise_y;
    m->colour.noise = p->noise_c;
    m->light.robust = m->colour.robust = 0;
    m->light.least = 10;
    m->colour.least = 3;
    m->own_noise = false;
    memset(&m->look, 0, sizeof m->look);
    memset(&m->usual, 0, sizeof m->usual);
    set_stray(m, &from_nothing, fmaxf(20, p->cloth[0]));
    learn_tint(m, p->cloth);
    place_edge(fan, s);
    p->kernels->limb_sums(m, sums);
    move_looks(p, fan, sums, still);
    m->own_noise = true;
    set_stray(m, &from_others, fmaxf(20, p->cloth[0]));
}

float limb_sd(const struct limb *l)
{
    float mean = 0.5f * (l->cov[0] + l->cov[2]), half = 0.5f * (l->cov[0] - l->cov[2]);
    return sqrtf(mean + sqrtf(half * half + l->cov[1] * l->cov[1]));
}

static void report(const struct fan *fan, const struct limb_sums *t, const struct state *s, double cov[SHAPE][SHAPE],
                   struct limb *out)
{
    out->dx = s->x;
    out->dy = s->y;
    out->bias = s->r;
    out->sigma_y = s->sigma[0];
    out->noise_y = fan->model.light.noise;
    out->noise_c = fan->model.colour.noise;
    out->free = fan->free;
    double worse = disagreement(fan, t);
    out->cov[0] = (float)(worse * cov[0][0] + floor_px * floor_px);
    out->cov[1] = (float)(worse * cov[0][1]);
    out->cov[2] = (float)(worse * cov[1][1] + floor_px * floor_px);
    out->sd = limb_sd(out);
}

static const float settled = 0.03f; /* px: a step shorter than this changes nothing */

bool limb_fit(const struct frame *f, const struct outline *o, const struct limb_params *p, struct limb *out)
{
    struct fan fan;
    struct limb_sums sums;
    struct limb_model *m = &fan.model;
    struct state s = {0, 0, p->bias, {p->sigma_y, p->sigma_c}};
    double cov[SHAPE][SHAPE];
    memset(out, 0, sizeof *out);
    if (!fan_sample(&fan, f, o, p))
        return false;
    first_look(p, &fan, &s, &sums);
    for (int pass = 0; pass < 3; pass++) {
        float step[SHAPE];
        compare_sectors(m, &sums);
        m->light.robust = pass ? 3 * m->light.noise : 0;
        m->colour.robust = pass ? 3 * m->colour.noise : 0;
        place_edge(&fan, &s);
        p->kernels->limb_sums(m, &sums);
        learn_noise(&m->light, sums.square[0], sums.samples[0], 0.7f);
        learn_noise(&m->colour, sums.square[1], sums.samples[1], 0.7f);
        if (!agree(&fan, &sums, p, &s, step, cov))
            return false;
        move_looks(p, &fan, &sums, step);
        move(&s, step);
        if (pass && fabsf(step[SHAPE_X]) < settled && fabsf(step[SHAPE_Y]) < settled)
            break;
    }
    report(&fan, &sums, &s, cov, out);
    agreeing(&fan, &sums, p->cloth, out);
    return isfinite(out->dx) && isfinite(out->dy) && isfinite(out->sd);
}
