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
                               .focal_sd = 0.35,
                               .k1_sd = 0.25,
                               .k2_sd = 0.08,
                               .p_sd = 0.0006,
                               .centre_sd = 0.008,
                               .aspect_sd = 0.002,
                               .lip = 0.3,
                               .lip_sd = 0.5,
                               .lip_side_sd = {0.4, 0.4, 0.4, 0.4},
                               .baulk_sd = 1.5,
                               .d_sd = 1.0,
                               .d_y_sd = 2.0,
                               .spot_sd = 2.0,
                               .steps = 80,
                               .edge_sd = 1.0};
}

/* Steps of the numeric derivative: large enough for doubles, small enough to be a derivative. */
static const double steps[FIT_UNKNOWNS] = {1e-5, 1e-6, 1e-6, 1e-6, 1e-2, 1e-2, 1e-2, 1e-5, 1e-5, 1e-3, 1e-3,
                                           1e-7, 1e-7, 1e-6, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3};

static struct camera camera_of(const struct fit *fit, const double *x)
{
    struct camera cam = {.width = fit->width, .height = fit->height, .chroma_x = fit->chroma_x};
    cam.fx = cam.fy = picture_across(fit->width, fit->height) * exp(x[FIT_LOG_F]);
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
    fit->x[FIT_LOG_F] = log(cam->fx / picture_across(cam->width, cam->height));
    fit->x[FIT_K1] = cam->k[0];
    fit->x[FIT_K2] = cam->k[1];
    fit->x[FIT_P1] = cam->k[2];
    fit->x[FIT_P2] = cam->k[3];
    fit->x[FIT_CX] = cam->cx - (cam->width - 1) / 2.0;
    fit->x[FIT_CY] = cam->cy - (cam->height - 1) / 2.0;
    fit->x[FIT_BORDER] = border;
    for (int i = 0; i < 4; i++)
        fit->x[FIT_LIP_TOP + i] = params->lip;
}

static bool is_border(enum fit_line line)
{
    return line >= FIT_BORDER_TOP && line <= FIT_BORDER_RIGHT;
}

/* mm from a point to its line, positive outwards. */
static double distance_mm(const struct table *table, const struct fit_edge *edge, struct vec2 p, const double *x)
{
    double half_l = table->bed.length / 2, half_w = table->bed.width * (1 + x[FIT_ASPECT]) / 2;
    double baulk = table->bed.baulk_x + x[FIT_BAULK_OFF];
    double b = is_border(edge->line) ? x[FIT_BORDER] : edge->line < FIT_BORDER_TOP ? x[FIT_LIP_TOP + edge->line] : 0;
    switch (edge->line) {
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
        return baulk - p.x;
    case FIT_D:
        return vec2_dist(p, vec2(baulk, x[FIT_D_Y])) - table->bed.d_radius - x[FIT_D_OFF];
    case FIT_SPOT_X:
        return p.x - table->bed.spot[edge->spot].x;
    case FIT_SPOT_Y:
        return p.y - table->bed.spot[edge->spot].y;
    case FIT_MIDDLE:
        return p.x;
    case FIT_LINES:
        break;
    }
    return 0;
}

/* An edge as the camera sees it: its place in the plane of its line, and pixels a millimetre there. */
struct plane_edge {
    struct vec2 p;
    double scale; /* 0: not to be reached */
};

static struct plane_edge to_plane(const struct camera *cam, const struct table *table, const struct fit_edge *edge)
{
    struct plane_edge e = {.scale = 0};
    double z = edge->line >= FIT_BAULK && edge->line != FIT_MIDDLE ? 0 : table->nose_height;
    if (camera_to_plane(cam, edge->px, z, &e.p))
        e.scale = cam->fx / (cam->R[6] * e.p.x + cam->R[7] * e.p.y + cam->R[8] * z + cam->t[2]);
    return e;
}

static double distance_px(const struct plane_edge *e, const struct table *table, const double *x,
                          const struct fit_edge *edge)
{
    if (!(e->scale > 0))
        return unseen_px;
    double d = distance_mm(table, edge, e->p, x) * e->scale;
    return d > unseen_px ? unseen_px : d < -unseen_px ? -unseen_px : d;
}

double fit_distance_px(const struct fit *fit, const struct fit_edge *edge)
{
    struct camera cam = camera_of(fit, fit->x);
    struct plane_edge e = to_plane(&cam, fit->table, edge);
    return distance_px(&e, fit->table, fit->x, edge);
}

/* Points at equal angles round an ellipse have half the square of each half axis as their variance along it. */
double fit_limb_oval(const struct camera *cam, double radius, struct vec2 px)
{
    enum { POINTS = 12 };
    struct vec2 mm, p[POINTS], middle = {0, 0}, away = vec2_sub(px, vec2(cam->cx, cam->cy));
    double along = 0, across = 0, length = vec2_len(away);
    if (length < 1 || !camera_to_plane(cam, px, radius, &mm) ||
        !camera_outline(cam, (struct vec3){mm.x, mm.y, radius}, radius, POINTS, p))
        return 0;
    for (int i = 0; i < POINTS; i++)
        middle = vec2_along(middle, 1.0 / POINTS, p[i]);
    for (int i = 0; i < POINTS; i++) {
        struct vec2 d = vec2_scale(vec2_sub(p[i], middle), 1 / length);
        along += vec2_dot(d, away) * vec2_dot(d, away) * 2 / POINTS;
        across += vec2_cross(d, away) * vec2_cross(d, away) * 2 / POINTS;
    }
    return sqrt(along) - sqrt(across);
}

struct job {
    const struct fit *fit;
    const struct fit_edge *edge;
    int edges;
    int index[FIT_UNKNOWNS]; /* of the free unknowns */
    int count;
    /* Edges in their planes as the camera of `cached` sees them: most steps of the solver change the table only. */
    struct plane_edge *plane;
    double cached[FIT_CAMERA_UNKNOWNS];
};

enum { PRIORS = 17 };

/* Of all four sides, each as much as it is known. */
static double mean_lip(const struct fit_params *p, const double *x)
{
    double sum = 0, weights = 0;
    for (int i = 0; i < 4; i++) {
        double w = 1 / (p->lip_side_sd[i] * p->lip_side_sd[i]);
        sum += w * x[FIT_LIP_TOP + i];
        weights += w;
    }
    return sum / weights;
}

static void priors(const struct fit *fit, const double *x, double *r)
{
    const struct fit_params *p = &fit->params;
    double lip = mean_lip(p, x);
    r[0] = (x[FIT_LOG_F] - log(p->focal)) / p->focal_sd;
    /* Distortion grows with the field of view: what bends the corner of a picture by a share takes k1 / f^2. */
    double near = exp(2 * x[FIT_LOG_F]) / (p->focal * p->focal);
    r[1] = x[FIT_K1] / (p->k1_sd * near);
    r[2] = x[FIT_K2] / (p->k2_sd * near * near);
    r[3] = x[FIT_P1] / p->p_sd;
    r[4] = x[FIT_P2] / p->p_sd;
    r[5] = x[FIT_CX] / (p->centre_sd * picture_across(fit->width, fit->height));
    r[6] = x[FIT_CY] / (p->centre_sd * picture_across(fit->width, fit->height));
    r[7] = x[FIT_ASPECT] / p->aspect_sd;
    r[8] = (x[FIT_BORDER] - 48) / 15; /* cushions are about two inches wide on every table */
    r[9] = (lip - p->lip) / p->lip_sd;
    for (int i = 0; i < 4; i++)
        r[10 + i] = (x[FIT_LIP_TOP + i] - lip) / p->lip_side_sd[i];
    r[14] = x[FIT_BAULK_OFF] / p->baulk_sd;
    r[15] = x[FIT_D_OFF] / p->d_sd;
    r[16] = x[FIT_D_Y] / p->d_y_sd;
}

/* A residual that counts less the further off it is, as sd: a ring or an arm beside a ball may be taken for its limb,
 * and one such ball must not set the height of the camera. */
static double softened(double r)
{
    const double usual = 2.5;
    return copysign(usual * sqrt(log1p(r * r / (usual * usual))), r);
}

static void limbs(const struct fit *fit, const double *x, double *r)
{
    struct camera cam = camera_of(fit, x);
    for (int i = 0; i < fit->limbs; i++) {
        const struct fit_limb *l = &fit->limb[i];
        r[i] = softened((fit_limb_oval(&cam, fit->table->bed.ball_d / 2, l->px) - l->oval_px) / l->sd_px);
    }
}

static void evaluate(void *user, const double *free_x, double *r)
{
    struct job *job = user;
    const struct table *table = job->fit->table;
    double x[FIT_UNKNOWNS];
    memcpy(x, job->fit->x, sizeof x);
    for (int i = 0; i < job->count; i++)
        x[job->index[i]] = free_x[i];
    if (memcmp(x, job->cached, sizeof job->cached) != 0) {
        struct camera cam = camera_of(job->fit, x);
        for (int i = 0; i < job->edges; i++)
            job->plane[i] = to_plane(&cam, table, &job->edge[i]);
        memcpy(job->cached, x, sizeof job->cached);
    }
    for (int i = 0; i < job->edges; i++)
        r[i] = distance_px(&job->plane[i], table, x, &job->edge[i]) * job->edge[i].weight / job->fit->params.edge_sd;
    limbs(job->fit, x, r + job->edges);
    priors(job->fit, x, r + job->edges + job->fit->limbs);
}

/* A job and a solver for it; x gets the values of the free unknowns. job->plane must be freed. */
static int prepare(const struct fit *fit, const struct fit_edge *edge, int edges, unsigned free_bits, double loss_px,
                   struct job *job, struct lm *lm, double *x)
{
    *job = (struct job){.fit = fit, .edge = edge, .edges = edges, .cached = {NAN}};
    *lm = (struct lm){.residuals = edges + fit->limbs + PRIORS,
                      .robust = edges,
                      .scale = loss_px / fit->params.edge_sd,
                      .steps = fit->params.steps,
                      .evaluate = evaluate,
                      .user = job};
    for (int i = 0; i < FIT_UNKNOWNS; i++)
        if (free_bits & FIT_BIT(i)) {
            lm->step[job->count] = steps[i];
            x[job->count] = fit->x[i];
            job->index[job->count++] = i;
        }
    lm->unknowns = job->count;
    job->plane = malloc(sizeof *job->plane * (size_t)(edges + 1));
    return job->plane ? 0 : ERR_MEMORY;
}

int fit_solve(struct fit *fit, const struct fit_edge *edge, int edges, unsigned free_bits, double loss_px)
{
    struct job job;
    struct lm lm;
    double x[FIT_UNKNOWNS];
    int err = prepare(fit, edge, edges, free_bits, loss_px, &job, &lm, x);
    double cost = err ? err : lm_solve(&lm, x);
    free(job.plane);
    if (cost < 0)
        return (int)cost;
    for (int i = 0; i < job.count; i++)
        fit->x[job.index[i]] = x[i];
    return 0;
}

/* ---- how sure ---------------------------------------------------------------------------------------------------- */

/* Where the camera puts the pixel that sees `p` in the current solution. */
static bool moved_point(const struct camera *now, const struct camera *moved, struct vec3 p, struct vec2 *mm)
{
    struct vec2 px;
    return camera_project(now, p, &px) && camera_to_plane(moved, px, p.z, mm);
}

/* sd of the worst direction at one place, from the covariance of the unknowns. */
static double sd_at(const struct job *job, const struct lm_covariance *C, const struct camera *moved, struct vec3 p)
{
    struct vec2 d[FIT_UNKNOWNS];
    double xx = 0, xy = 0, yy = 0;
    struct camera now = camera_of(job->fit, job->fit->x);
    for (int i = 0; i < job->count; i++) {
        d[i] = vec2(0, 0);
        if (job->index[i] >= FIT_CAMERA_UNKNOWNS)
            continue;
        if (!moved_point(&now, &moved[i], p, &d[i]))
            return 1e3;
        d[i] = vec2_scale(vec2_sub(d[i], vec2(p.x, p.y)), 1 / steps[job->index[i]]);
    }
    for (int i = 0; i < job->count; i++)
        for (int j = 0; j < job->count; j++) {
            xx += d[i].x * C->at[i][j] * d[j].x;
            xy += d[i].x * C->at[i][j] * d[j].y;
            yy += d[i].y * C->at[i][j] * d[j].y;
        }
    double half = (xx + yy) / 2, apart = sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
    return sqrt(fmax(0, half + apart));
}

double fit_sd_mm(const struct fit *fit, const struct fit_edge *edge, int edges, unsigned free_bits, double loss_px)
{
    struct job job;
    struct lm lm;
    struct lm_covariance C;
    struct camera moved[FIT_UNKNOWNS];
    double x[FIT_UNKNOWNS], worst = 0;
    int err = prepare(fit, edge, edges, free_bits, loss_px, &job, &lm, x);
    if (!err)
        err = lm_covariance(&lm, x, &C);
    free(job.plane);
    if (err)
        return err == ERR_MEMORY ? err : 1e3;
    for (int i = 0; i < job.count; i++) {
        double other[FIT_UNKNOWNS];
        memcpy(other, fit->x, sizeof other);
        other[job.index[i]] += steps[job.index[i]];
        moved[i] = camera_of(fit, other);
    }
    double r = fit->table->bed.ball_d / 2;
    for (int i = -2; i <= 2; i++)
        for (int j = -2; j <= 2; j++) {
            struct vec3 p = {i * (fit->table->bed.length / 4 - r / 2), j * (fit->table->bed.width / 4 - r / 2), r};
            worst = fmax(worst, sd_at(&job, &C, moved, p));
        }
    return worst;
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
    double angle = atan2(along.y, along.x), f = params->focal * picture_across(width, height);
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
