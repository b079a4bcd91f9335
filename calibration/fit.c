/* SPDX-License-Identifier: Apache-2.0 */
/* fit.c: from unknowns to a camera, from a camera and an edge to a distance, and the solver between. */
#include "fit.h"

#include "err.h"
#include "lm.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)FIT_UNKNOWNS <= (int)LM_UNKNOWNS_MAX, "the solver has room for every unknown");

/* A residual for an edge that cannot be reached: far, but finite, so that the loss forgets it. */
static const double unseen_px = 200;

struct fit_params fit_params_default(void)
{
    return (struct fit_params){.focal = 0.8,
                               .focal_sd = 0.25,
                               .k1_sd = 0.2,
                               .k2_sd = 0.08,
                               .p_sd = 0.0006,
                               .centre_sd = 0.006,
                               .aspect_sd = 0.004,
                               .lip = 0.6,
                               .lip_sd = 0.8,
                               .edge_sd = 1.0};
}

/* Steps of the numeric derivative: large enough for doubles, small enough to be a derivative. */
static const double steps[FIT_UNKNOWNS] = {1e-5, 1e-6, 1e-6, 1e-6, 1e-2, 1e-2, 1e-2, 1e-5,
                                           1e-5, 1e-3, 1e-3, 1e-6, 1e-3, 1e-7, 1e-7, 1e-3};

static struct camera camera_of(const struct fit *fit, const double *x)
{
    struct camera cam = {.width = fit->width, .height = fit->height, .chroma_x = fit->chroma_x};
    cam.fx = cam.fy = fit->width * exp(x[FIT_LOG_F]);
    cam.cx = (fit->width - 1) / 2.0 + x[FIT_CX];
    cam.cy = (fit->height - 1) / 2.0 + x[FIT_CY];
    cam.k[0] = x[FIT_K1];
    cam.k[1] = x[FIT_K2];
    cam.k[2] = x[FIT_P1];
    cam.k[3] = x[FIT_P2];
    double turn[9];
    rotation_from_vector(x + FIT_TURN_X, turn);
    rotation_multiply(turn, fit->start_R, cam.R);
    memcpy(cam.t, x + FIT_T_X, sizeof cam.t);
    return cam;
}

struct camera fit_camera(const struct fit *fit)
{
    return camera_of(fit, fit->x);
}

void fit_start(struct fit *fit, const struct table *table, const struct camera *cam, const struct fit_params *params)
{
    double border = fit->x[FIT_BORDER];
    *fit = (struct fit){
        .table = table, .width = cam->width, .height = cam->height, .chroma_x = cam->chroma_x, .params = *params};
    memcpy(fit->start_R, cam->R, sizeof fit->start_R);
    memcpy(fit->x + FIT_T_X, cam->t, sizeof cam->t);
    fit->x[FIT_LOG_F] = log(cam->fx / cam->width);
    fit->x[FIT_K1] = cam->k[0];
    fit->x[FIT_K2] = cam->k[1];
    fit->x[FIT_P1] = cam->k[2];
    fit->x[FIT_P2] = cam->k[3];
    fit->x[FIT_CX] = cam->cx - (cam->width - 1) / 2.0;
    fit->x[FIT_CY] = cam->cy - (cam->height - 1) / 2.0;
    fit->x[FIT_BORDER] = border;
}

/* mm from a point to its line, positive outwards. */
static double distance_mm(const struct table *table, enum fit_line line, struct vec2 p, const double *x)
{
    double half_l = table->bed.length / 2, half_w = table->bed.width * (1 + x[FIT_ASPECT]) / 2;
    double b = line >= FIT_BORDER_TOP && line <= FIT_BORDER_RIGHT ? x[FIT_BORDER] : x[FIT_LIP];
    switch (line) {
    case FIT_NOSE_TOP:
    case FIT_BORDER_TOP:
        return p.x - half_l - b;
    case FIT_NOSE_BOTTOM:
    case FIT_BORDER_BOTTOM:
        return -p.x - half_l - b;
    case FIT_NOSE_LEFT:
    case FIT_BORDER_LEFT:
        return p.y - half_w - b;
    case FIT_NOSE_RIGHT:
    case FIT_BORDER_RIGHT:
        return -p.y - half_w - b;
    case FIT_BAULK:
        return table->bed.baulk_x - p.x;
    case FIT_D:
        return vec2_dist(p, vec2(table->bed.baulk_x, 0)) - table->bed.d_radius;
    case FIT_LINES:
        break;
    }
    return 0;
}

static double distance_px(const struct camera *cam, const struct table *table, const double *x,
                          const struct fit_edge *edge)
{
    double z = edge->line >= FIT_BAULK ? 0 : table->nose_height;
    struct vec2 p;
    if (!camera_to_plane(cam, edge->px, z, &p))
        return unseen_px;
    double depth = cam->R[6] * p.x + cam->R[7] * p.y + cam->R[8] * z + cam->t[2];
    double d = distance_mm(table, edge->line, p, x) * cam->fx / depth;
    return d > unseen_px ? unseen_px : d < -unseen_px ? -unseen_px : d;
}

double fit_distance_px(const struct fit *fit, const struct fit_edge *edge)
{
    struct camera cam = camera_of(fit, fit->x);
    return distance_px(&cam, fit->table, fit->x, edge);
}

struct job {
    struct fit *fit;
    const struct fit_edge *edge;
    int edges;
    int index[FIT_UNKNOWNS]; /* of the free unknowns */
    int count;
};

enum { PRIORS = 10 };

static void priors(const struct fit *fit, const double *x, double *r)
{
    const struct fit_params *p = &fit->params;
    r[0] = (x[FIT_LOG_F] - log(p->focal)) / p->focal_sd;
    r[1] = x[FIT_K1] / p->k1_sd;
    r[2] = x[FIT_K2] / p->k2_sd;
    r[3] = x[FIT_P1] / p->p_sd;
    r[4] = x[FIT_P2] / p->p_sd;
    r[5] = x[FIT_CX] / (p->centre_sd * fit->width);
    r[6] = x[FIT_CY] / (p->centre_sd * fit->width);
    r[7] = x[FIT_ASPECT] / p->aspect_sd;
    r[8] = (x[FIT_BORDER] - 48) / 15; /* cushions are about two inches wide on every table */
    r[9] = (x[FIT_LIP] - p->lip) / p->lip_sd;
}

static void evaluate(void *user, const double *free_x, double *r)
{
    struct job *job = user;
    double x[FIT_UNKNOWNS];
    memcpy(x, job->fit->x, sizeof x);
    for (int i = 0; i < job->count; i++)
        x[job->index[i]] = free_x[i];
    struct camera cam = camera_of(job->fit, x);
    for (int i = 0; i < job->edges; i++)
        r[i] = distance_px(&cam, job->fit->table, x, &job->edge[i]) * job->edge[i].weight / job->fit->params.edge_sd;
    priors(job->fit, x, r + job->edges);
}

int fit_solve(struct fit *fit, const struct fit_edge *edge, int edges, unsigned free_bits, double loss_px)
{
    struct job job = {.fit = fit, .edge = edge, .edges = edges};
    struct lm lm = {.residuals = edges + PRIORS,
                    .robust = edges,
                    .scale = loss_px / fit->params.edge_sd,
                    .steps = 80,
                    .evaluate = evaluate,
                    .user = &job};
    double x[FIT_UNKNOWNS];
    for (int i = 0; i < FIT_UNKNOWNS; i++)
        if (free_bits & FIT_BIT(i)) {
            lm.step[job.count] = steps[i];
            x[job.count] = fit->x[i];
            job.index[job.count++] = i;
        }
    lm.unknowns = job.count;
    double cost = lm_solve(&lm, x);
    if (cost < 0)
        return (int)cost;
    for (int i = 0; i < job.count; i++)
        fit->x[job.index[i]] = x[i];
    return 0;
}

/* ---- first camera from four corners ---------------------------------------------------------------------------- */

struct corners {
    struct fit fit;
    const struct vec2 *px;
    double hx, hy, z;
};

static void corner_residuals(void *user, const double *x, double *r)
{
    struct corners *c = user;
    double full[FIT_UNKNOWNS] = {0};
    memcpy(full, x, sizeof *x * (FIT_T_Z + 1));
    struct camera cam = camera_of(&c->fit, full);
    static const int sign[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        struct vec2 p;
        bool seen = camera_project(&cam, (struct vec3){sign[i][0] * c->hx, sign[i][1] * c->hy, c->z}, &p);
        r[2 * i] = seen ? p.x - c->px[i].x : unseen_px;
        r[2 * i + 1] = seen ? p.y - c->px[i].y : unseen_px;
    }
    /* Soft: a focal length near the expected one, worth a few pixels. */
    r[8] = 5 * (x[FIT_LOG_F] - log(c->fit.params.focal)) / c->fit.params.focal_sd;
}

double fit_corners(struct camera *cam, int width, int height, const struct vec2 px[4], double hx, double hy, double z,
                   const struct fit_params *params)
{
    struct corners c = {
        .fit = {.width = width, .height = height, .params = *params}, .px = px, .hx = hx, .hy = hy, .z = z};
    struct vec2 top = vec2_scale(vec2_add(px[0], px[1]), 0.5), bottom = vec2_scale(vec2_add(px[2], px[3]), 0.5);
    struct vec2 middle = vec2_scale(vec2_add(top, bottom), 0.5), along = vec2_sub(top, bottom);
    double angle = atan2(along.y, along.x), f = params->focal * width;
    double height_mm = f * 2 * hx / fmax(1, vec2_len(along));
    /* Looking straight down: picture x is table x turned by the angle, picture y runs against table y. */
    double R[9] = {cos(angle), sin(angle), 0, sin(angle), -cos(angle), 0, 0, 0, -1};
    memcpy(c.fit.start_R, R, sizeof R);
    double x[FIT_UNKNOWNS] = {log(params->focal),
                              0,
                              0,
                              0,
                              (middle.x - width / 2.0) / f * height_mm,
                              (middle.y - height / 2.0) / f * height_mm,
                              height_mm};
    struct lm lm = {.unknowns = FIT_T_Z + 1,
                    .residuals = 9,
                    .robust = 0,
                    .scale = 1,
                    .steps = 60,
                    .evaluate = corner_residuals,
                    .user = &c};
    memcpy(lm.step, steps, sizeof *steps * (FIT_T_Z + 1));
    double cost = lm_solve(&lm, x);
    memcpy(c.fit.x, x, sizeof *x * (FIT_T_Z + 1));
    *cam = camera_of(&c.fit, c.fit.x);
    double r[9], sum = 0;
    corner_residuals(&c, x, r);
    for (int i = 0; i < 8; i++)
        sum += r[i] * r[i];
    return cost < 0 ? cost : sqrt(sum / 4);
}
