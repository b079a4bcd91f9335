/* SPDX-License-Identifier: Apache-2.0 */
/* limb.c: solves for place and look together (Gauss-Newton): each sector says where its edge is, and the shape is what
 * most of them agree on. */
#include "limb_fan.h"
#include "limb_paint.h"

#define LANE_COUNT 4
#include "lanes.h"

#include <math.h>
#include <string.h>

struct state {
    float x, y, r, sigma[2]; /* shift, bias, blur of luma and chroma */
};

/* How far each part of a look may stray, as a share of the light: from nothing at first, then from its like in the
 * other sectors. */
struct stray {
    float in[LIMB_LOOK], out[LIMB_LOOK];
};
static const struct stray from_nothing = {{2, 0.7f, 1}, {2, 0.08f, 0.3f}},
                          from_others = {{1, 0.06f, 0.45f}, {2, 0.06f, 0.18f}},
                          from_lit = {{1, 0.06f, 0.9f}, {2, 0.06f, 0.18f}}; /* when placing: of light from one side */

static inline float lesser(float a, float b)
{
    return a < b ? a : b;
}

/* ---- looks ----------------------------------------------------------------------------------------------------- */

static void set_stray(struct limb_model *m, const struct stray *s, const struct limb_params *p)
{
    float sum = 0, light = fmaxf(20, p->cloth[0]),
          chroma = m->placing ? 0.2f : 0.4f; /* colours change less than light */
    for (int k = 0; k < m->sectors; k++)
        sum += m->light.level[0][0][k];
    float body = fmaxf(light, sum / (float)m->sectors);
    for (int i = 0; i < LIMB_LOOK; i++) {
        m->stray_in[0][i] = s->in[i] * body;
        m->stray_in[1][i] = s->in[i] * body * chroma;
        m->stray_out[i] = s->out[i] * light;
    }
}

static const float least_noise2 = 0.7f * 0.7f; /* levels^2 */

/* What a sample is off, levels^2, without the sectors that paint, glints or lines spoil altogether: these say nothing
 * about the others. */
static float noise_of_good(const struct limb_model *m, const struct limb_sums *s, int view)
{
    const float spoilt = 3; /* times the usual misfit; good sectors of small balls differ by less */
    float usual = s->noise2[view];
    for (int pass = 0; pass < 3; pass++) {
        floats square = {0}, samples = {0};
        float most = spoilt * usual;
        for (int k = 0; k < m->sectors; k += LANE_COUNT) {
            floats off = load_lanes(s->square[view] + k), left = load_lanes(s->samples[view] + k) - (LIMB_LOOK + 2);
            ints good = (left > 0) & (off < left * most);
            square += (floats)((ints)off & good);
            samples += (floats)((ints)left & good);
        }
        float n = total4(samples);
        usual = n > 0 ? total4(square) / n : usual;
    }
    return fmaxf(least_noise2, usual);
}

/* How many times the noise of the good sectors that of all is, squared. */
static float spoilt(const struct limb_model *m, const struct limb_sums *s)
{
    return fmaxf(s->noise2[0] / noise_of_good(m, s, 0), s->noise2[1] / noise_of_good(m, s, 1));
}

static void learn_noise(struct limb_model *m, const struct limb_sums *s)
{
    m->light.noise = sqrtf(m->placing ? noise_of_good(m, s, 0) : fmaxf(least_noise2, s->noise2[0]));
    m->colour.noise = sqrtf(m->placing ? noise_of_good(m, s, 1) : fmaxf(least_noise2, s->noise2[1]));
}

/* The colour of the cloth here for its light: that of the outermost samples, where that looks like cloth at all. */
static void learn_tint(struct limb_model *m, const float cloth[3])
{
    float sum[3] = {0}, light = fmaxf(8, cloth[0]);
    int jy = m->light.n - 1, jc = m->colour.n - 1;
    for (int i = 0; i < 2; i++)
        m->tint[i] = cloth[1 + i] / light;
    for (int k = 0; k < m->sectors; k++) {
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

/* Parts a symmetric matrix, given up to its diagonal, into L D L': L above the diagonal, turned, and 1 / D on it. Roots
 * would take longer than all the rest. */
static bool factor(double a[SHAPE][SHAPE])
{
    for (int i = 0; i < SHAPE; i++) {
        if (!(a[i][i] > 1e-12))
            return false;
        a[i][i] = 1 / a[i][i];
        for (int j = i + 1; j < SHAPE; j++) {
            a[i][j] = a[j][i] * a[i][i];
            for (int k = i + 1; k <= j; k++)
                a[j][k] -= a[i][j] * a[k][i];
        }
    }
    return true;
}

static void substitute(double a[SHAPE][SHAPE], double *b)
{
    for (int i = 1; i < SHAPE; i++)
        for (int k = 0; k < i; k++)
            b[i] -= a[k][i] * b[k];
    for (int i = SHAPE - 1; i >= 0; i--) {
        b[i] *= a[i][i];
        for (int k = i + 1; k < SHAPE; k++)
            b[i] -= a[i][k] * b[k];
    }
}

/* What the priors say, at the present shape: the diagonal of a matrix, and what stands right of it. */
struct prior {
    double known[SHAPE], right[SHAPE];
};

static struct prior prior_of(const struct limb_params *p, const struct state *s)
{
    double r = 1 / (double)(p->bias_sd * p->bias_sd), sigma = 1 / (double)(p->sigma_sd * p->sigma_sd),
           place = 1 / (double)(p->place_sd * p->place_sd);
    return (struct prior){{place, place, r, sigma},
                          {place * (double)(p->seen[0] - s->x), place * (double)(p->seen[1] - s->y),
                           r * (double)(p->bias - s->r), sigma * (double)(p->sigma_y - s->sigma[0])}};
}

static const float faint_px = 0.5f;
static const double floor_px = 0.03;

/* How far a sector's own edge lies from where the shape puts it, px, and the square of its sd. */
static inline float sector_rest(const struct limb_sums *t, int k, float *var)
{
    *var = 1 / (t->edge[k] + 1e-9f);
    return t->push_edge[k] * *var;
}

static void add_step(const struct prior *prior, const struct limb_step *add, double m[SHAPE][SHAPE], double b[SHAPE])
{
    for (int i = 0, at = 0; i < SHAPE; i++) {
        for (int j = 0; j <= i; j++, at++)
            m[i][j] = (double)add->matrix[at];
        m[i][i] += prior->known[i];
        b[i] = prior->right[i] + (double)add->right[i];
    }
}

static const float agreed = 0.004f; /* px: weights that change the shape by less than this are right */

/* The shape on which most sectors agree; sectors that disagree count less, and no sector counts more than its model is
 * worth. root: of the information about the shape. */
static bool agree(const struct limb_model *model, const struct limb_sums *t, const struct limb_params *p,
                  const struct state *s, float step[SHAPE], double root[SHAPE][SHAPE])
{
    double b[SHAPE];
    struct limb_doubt doubt;
    const struct prior prior = prior_of(p, s);
    p->kernels->limb_doubt(model, &doubt);
    step[SHAPE_X] = step[SHAPE_Y] = 0;
    for (int pass = 0; pass < 5; pass++) {
        struct limb_step add;
        p->kernels->limb_step(model, t, &doubt, pass ? step : NULL, &add);
        add_step(&prior, &add, root, b);
        if (!factor(root))
            return false;
        substitute(root, b);
        float change = fabsf((float)b[SHAPE_X] - step[SHAPE_X]) + fabsf((float)b[SHAPE_Y] - step[SHAPE_Y]);
        for (int i = 0; i < SHAPE; i++)
            step[i] = (float)b[i];
        if (pass > 1 && change < agreed)
            break;
    }
    return true;
}

/* ---- what it says ---------------------------------------------------------------------------------------------- */

/* Squared: how much more sectors disagree than they should. */
static double disagreement(const struct limb_model *m, const struct limb_sums *t, const struct limb_doubt *doubt)
{
    float sum = 0, n = 0;
    for (int k = 0; k < m->sectors; k++) {
        float var, off = sector_rest(t, k, &var);
        if (var > 1)
            continue;
        sum += lesser(9, off * off / (var + doubt->var[k]));
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

/* How much darker than cloth it is beside the sector outside which it is darkest. */
static float night(const struct limb_model *m, const float cloth[3])
{
    const struct limb_view *v = &m->light;
    int j = v->n - 2; /* the very last is seldom free */
    float least = cloth[0];
    for (int k = 0; k < m->sectors; k++)
        if (v->weight[j][k] > 0)
            least = lesser(least, v->level[0][j][k]);
    return 1 - fmaxf(0, least) / fmaxf(1, cloth[0]);
}

/* Share of the sectors that could show an edge where the shape puts it and do. */
static void agreeing(const struct limb_model *m, const struct limb_sums *t, const struct limb_doubt *doubt,
                     const float cloth[3], struct limb *out)
{
    int open = 0, good = 0, bare = 0, both = 0;
    float sum = 0, contrast = 0;
    for (int k = 0; k < m->sectors; k++) {
        float var, off = sector_rest(t, k, &var);
        if (t->pixels[0][k] < m->light.least)
            continue;
        open++;
        bool bared = cloth_outside(m, k, cloth);
        bool shows = var < faint_px * faint_px && off * off < 9 * (var + doubt->var[k]);
        good += shows;
        both += shows && bared;
        bare += bared;
        sum += lesser(1, sqrtf(var));
        contrast += doubt->contrast[k];
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

static void place_edge(struct limb_model *m, const struct state *s)
{
    for (int k = 0; k < m->sectors; k++)
        m->at[k] = m->gx[k] * s->x + m->gy[k] * s->y + s->r;
    m->light.sigma = s->sigma[0];
    m->colour.sigma = s->sigma[1];
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
static void first_look(const struct limb_params *p, struct limb_model *m, const struct state *s, struct limb_sums *sums,
                       bool placing)
{
    static const float still[SHAPE] = {0};
    m->light.noise = p->noise_y;
    m->colour.noise = p->noise_c;
    m->light.robust = m->colour.robust = 0;
    m->light.least = 10;
    m->colour.least = 3;
    m->own_noise = false;
    m->placing = placing;
    m->held = true;
    memset(&m->look, 0, sizeof m->look);
    memset(&m->usual, 0, sizeof m->usual);
    set_stray(m, &from_nothing, p);
    learn_tint(m, p->cloth);
    place_edge(m, s);
    p->kernels->limb_sums(m, sums);
    p->kernels->limb_move(m, sums, still);
    m->own_noise = true;
    m->held = false;
    set_stray(m, placing ? &from_lit : &from_others, p);
}

float limb_sd(const struct limb *l)
{
    float mean = 0.5f * (l->cov[0] + l->cov[2]), half = 0.5f * (l->cov[0] - l->cov[2]);
    return sqrtf(mean + sqrtf(half * half + l->cov[1] * l->cov[1]));
}

static void report_place(const struct limb_model *m, const struct limb_sums *t, const struct limb_doubt *doubt,
                         const struct state *s, double root[SHAPE][SHAPE], struct limb *out)
{
    double of_x[SHAPE] = {[SHAPE_X] = 1}, of_y[SHAPE] = {[SHAPE_Y] = 1}; /* rows of the covariance */
    out->dx = s->x;
    out->dy = s->y;
    substitute(root, of_x);
    substitute(root, of_y);
    double worse = disagreement(m, t, doubt);
    out->cov[0] = (float)(worse * of_x[SHAPE_X] + floor_px * floor_px);
    out->cov[1] = (float)(worse * of_x[SHAPE_Y]);
    out->cov[2] = (float)(worse * of_y[SHAPE_Y] + floor_px * floor_px);
    out->sd = limb_sd(out);
}

/* How much of the blur goes with twice the angle: what the sectors would have theirs changed by, least squares. */
static float uneven(const struct limb_model *m, const struct limb_sums *t)
{
    floats all = {0}, cosine = {0}, sine = {0};
    for (int k = 0; k < m->sectors; k += LANE_COUNT) {
        floats x = load_lanes(m->gx + k), y = load_lanes(m->gy + k), push = load_lanes(t->push_blur + k);
        all += load_lanes(t->blur + k);
        cosine += push * (x * x - y * y);
        sine += push * x * y;
    }
    float c = total4(cosine), s = 2 * total4(sine);
    return 2 * sqrtf(c * c + s * s) / (total4(all) + 1e-6f);
}

static void report(const struct fan *fan, const struct limb_sums *t, const struct limb_params *p, const struct state *s,
                   double root[SHAPE][SHAPE], struct limb *out)
{
    struct limb_doubt doubt;
    p->kernels->limb_doubt(&fan->model, &doubt);
    report_place(&fan->model, t, &doubt, s, root, out);
    out->bias = s->r;
    out->sigma_y = s->sigma[0];
    out->uneven = uneven(&fan->model, t);
    out->noise_y = fan->model.light.noise;
    out->noise_c = fan->model.colour.noise;
    out->free = fan->free;
    out->night = night(&fan->model, p->cloth);
    agreeing(&fan->model, t, &doubt, p->cloth, out);
}

static const float settled = 0.03f; /* px: a step shorter than this changes nothing */

/* Shape and looks together, from the first look. root: of the information about the shape. */
static bool solve(struct limb_model *m, const struct limb_params *p, struct state *s, struct limb_sums *sums,
                  double root[SHAPE][SHAPE])
{
    for (int pass = 0; pass < 3; pass++) {
        float step[SHAPE];
        p->kernels->limb_usual(m, sums);
        m->light.robust = pass ? 3 * m->light.noise : 0;
        m->colour.robust = pass ? 3 * m->colour.noise : 0;
        place_edge(m, s);
        p->kernels->limb_sums(m, sums);
        learn_noise(m, sums);
        if (!agree(m, sums, p, s, step, root))
            return false;
        p->kernels->limb_move(m, sums, step);
        move(s, step);
        if (pass && fabsf(step[SHAPE_X]) < settled && fabsf(step[SHAPE_Y]) < settled)
            break;
    }
    return true;
}

static const float unseen_px = 0.07f; /* what paint too near to the limb to be told from it does */

/* Shape and looks for the place alone: sectors that paint, glints or lines spoil tell nothing, and light may come from
 * one side. */
static bool solve_place(struct limb_model *m, const struct limb_params *p, struct state *s, struct limb *out)
{
    struct limb_sums sums;
    struct limb_doubt doubt;
    double root[SHAPE][SHAPE];
    place_edge(m, s);
    if (p->painted)
        limb_hide_paint(m);
    first_look(p, m, s, &sums, true);
    if (!solve(m, p, s, &sums, root))
        return false;
    p->kernels->limb_doubt(m, &doubt);
    report_place(m, &sums, &doubt, s, root, out);
    if (p->painted) {
        out->cov[0] += unseen_px * unseen_px;
        out->cov[2] += unseen_px * unseen_px;
        out->sd = limb_sd(out);
    }
    return isfinite(out->sd);
}

/* A limb that is not quite clear is fitted anew for the place alone, if this is a ball; where there may be paint once
 * more, since what of it is hidden depends on the place. Whether it is a ball is not asked of that fit: with its good
 * sectors alone a hand is round too. */
static void place(struct fan *fan, const struct limb_params *p, struct state *s, struct limb *out)
{
    const float astray = 2.5f, own_bias = 0.15f; /* px; by which paint beside a limb may make a ball look larger */
    struct limb placed = *out;
    struct limb_params q = *p;
    struct limb_model before;
    if (p->painted) {
        before = fan->model;
        q.bias_sd = fmaxf(own_bias, p->bias_sd);
    }
    if (!solve_place(&fan->model, &q, s, &placed) || (p->painted && !solve_place(&before, &q, s, &placed)))
        return;
    if (hypotf(placed.dx, placed.dy) < astray && hypotf(placed.dx - out->dx, placed.dy - out->dy) < astray)
        *out = placed;
}

/* Samples that count nothing tell nothing. */
static void leave_out(struct limb_view *v)
{
    for (int j = 0; j < v->n; j++)
        memset(v->weight[j], 0, sizeof v->weight[j]);
}

static const float clear_px = 0.1f, clear_noise = 1.5f; /* sd; times the noise of the good sectors, squared */

bool limb_fit(const struct frame *f, const struct outline *o, const struct limb_params *p, struct limb *out)
{
    struct fan fan;
    struct limb_sums sums;
    struct limb_model *m = &fan.model;
    struct state s = {0, 0, p->bias, {p->sigma_y, p->sigma_c}};
    double root[SHAPE][SHAPE];
    memset(out, 0, sizeof *out);
    if (!fan_sample(&fan, f, o, p))
        return false;
    if (p->of != LIMB_OF_BOTH)
        leave_out(p->of == LIMB_OF_LIGHT ? &m->colour : &m->light);
    if (p->without_paint) {
        place_edge(m, &s);
        limb_hide_paint(m);
    }
    bool place_only = p->placing && p->packed && !p->painted;
    first_look(p, m, &s, &sums, place_only);
    if (!solve(m, p, &s, &sums, root))
        return false;
    report(&fan, &sums, p, &s, root, out);
    if (p->placing && !place_only && !(out->sd < clear_px && spoilt(m, &sums) < clear_noise))
        place(&fan, p, &s, out);
    return isfinite(out->dx) && isfinite(out->dy) && isfinite(out->sd);
}
