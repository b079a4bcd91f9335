/* SPDX-License-Identifier: Apache-2.0 */
/* refine.c: from chosen noses to the full camera: sub-pixel edges, marks on the cloth, and how sure it all is. */
#include "err.h"
#include "log.h"
#include "marks.h"
#include "search.h"

#include <stdlib.h>

#define LENS  (FIT_BIT(FIT_LOG_F) | FIT_BIT(FIT_K1) | FIT_BIT(FIT_K2) | FIT_BIT(FIT_CX) | FIT_BIT(FIT_CY))
#define LIPS  (FIT_BIT(FIT_LIP_TOP) | FIT_BIT(FIT_LIP_BOTTOM) | FIT_BIT(FIT_LIP_LEFT) | FIT_BIT(FIT_LIP_RIGHT))
#define MARKS (FIT_BIT(FIT_BAULK_OFF) | FIT_BIT(FIT_D_OFF) | FIT_BIT(FIT_D_Y))
#define ALL   (FIT_POSE | LENS | FIT_BIT(FIT_ASPECT) | FIT_BIT(FIT_P1) | FIT_BIT(FIT_P2) | LIPS | MARKS)

static int measure_noses(struct search *s, const struct fit *fit, const struct edge_candidate *look, double window,
                         int *per_side)
{
    struct camera cam = fit_camera(fit);
    int n = 0;
    for (int side = 0; side < SIDES; side++) {
        struct edge_candidate at = look[side];
        at.out = fit->x[FIT_LIP_TOP + side];
        per_side[side] =
            edges_measure(s->f, &cam, s->table, fit->x[FIT_ASPECT], side, &at, window, SEARCH_SAMPLES, s->edge + n);
        n += per_side[side];
    }
    return n;
}

static double mean_lip(const struct fit *fit)
{
    return (fit->x[FIT_LIP_TOP] + fit->x[FIT_LIP_BOTTOM] + fit->x[FIT_LIP_LEFT] + fit->x[FIT_LIP_RIGHT]) / 4;
}

/* Edges that lie on the fitted line. Where there is no nose to follow, edges of anything lie all over the window, and
 * only a third of them within a third of it. */
static int count_on_line(const struct fit *fit, const struct fit_edge *edge, int n, double within)
{
    int on = 0;
    for (int i = 0; i < n; i++)
        on += fabs(fit_distance_px(fit, &edge[i])) < within;
    return on;
}

/* px by which edges of a side usually lie off its line. */
static double usual_off(const struct fit *fit, const struct fit_edge *edge, int n)
{
    float off[SEARCH_SAMPLES];
    for (int i = 0; i < n; i++)
        off[i] = (float)fabs(fit_distance_px(fit, &edge[i]));
    return (double)values_median(off, n);
}

/* What the noses of the final camera look like, and how sure it is of a ball's place. */
static void assess(struct search *s, const struct fit *fit, struct marks *marks, double loss, struct calibration *c)
{
    const double window = 3.5; /* px */
    int per_side[SIDES], n = measure_noses(s, fit, c->nose, window, per_side), at = 0;
    struct camera cam = fit_camera(fit);
    double grain = edges_grain(&cam);
    double scale = camera_scale(&cam, (struct vec3){0, 0, s->table->nose_height}), astray = 0;
    c->rms_px = noses_rms(fit, s->edge, n, 3 * grain);
    for (int side = 0; side < SIDES; side++) {
        int on = count_on_line(fit, s->edge + at, per_side[side], window / 3 * grain);
        c->side_rms_px[side] = noses_rms(fit, s->edge + at, per_side[side], 3 * grain);
        c->side_share[side] = (double)on / SEARCH_SAMPLES;
        c->lip[side] = fit->x[FIT_LIP_TOP + side];
        if (noses_leads_in(&c->nose[side])) /* else it is not what places the table */
            astray = fmax(astray, usual_off(fit, s->edge + at, per_side[side]));
        at += per_side[side];
    }
    n += marks_measure(s->f, fit, marks, 200, s->edge + n, SEARCH_EDGES - n - 2);
    n += middles_measure(s->f, fit, s->edge + n);
    struct fit unsure = *fit;
    noses_trust(c, 0, &unsure.params);
    c->sd_mm = fit_sd_mm(&unsure, s->edge, n, ALL, loss);
    /* Edges that scatter about a line are of something else, or of next to nothing: all of them may be off by that. */
    if (scale > 0)
        c->sd_mm = hypot(c->sd_mm, 2 * astray / scale);
    double off;
    if (middles_elsewhere(s->f, &cam, s->table, &off))
        c->sd_mm = fmax(c->sd_mm, 2 * fabs(off)); /* of the end that is wrong */
    c->camera = cam;
    c->aspect = fit->x[FIT_ASPECT];
    c->baulk_x = marks->sign != 0 ? marks->x : 0;
    c->d_radius = marks->r;
    c->mark_sign = marks->sign;
    c->rms_mm = scale > 0 ? c->rms_px / scale : 0;
}

int refine_again(const struct frame *f, const struct calibrate_params *params, const struct fit_limb *limb, int limbs,
                 double beside_mm, struct calibration *c)
{
    struct search *s = malloc(sizeof *s);
    struct fit fit = {0};
    struct marks marks = {.x = c->baulk_x, .r = c->d_radius, .sign = c->mark_sign};
    int per_side[SIDES];
    if (!s)
        return ERR_MEMORY;
    *s = (struct search){.f = f, .table = &c->table, .params = params, .chroma_x = c->camera.chroma_x};
    fit_start(&fit, &c->table, &c->camera, &params->fit);
    fit.limb = limb;
    fit.limbs = limbs;
    fit.x[FIT_ASPECT] = c->aspect;
    for (int side = 0; side < SIDES; side++)
        fit.x[FIT_LIP_TOP + side] = c->lip[side];
    marks_trust(s->table, &fit.params);
    noses_trust(c, beside_mm, &fit.params);
    for (int i = 0; i < 4; i++) {
        int n = measure_noses(s, &fit, c->nose, i ? 3.5 : 5, per_side);
        n += marks_measure(f, &fit, &marks, 200, s->edge + n, SEARCH_EDGES - n - 2);
        n += middles_measure(f, &fit, s->edge + n);
        fit_solve(&fit, s->edge, n, ALL, i ? 0.6 : 2);
    }
    assess(s, &fit, &marks, 0.6, c);
    free(s);
    return 0;
}

/* Measures, fits, measures again with a narrower window; marks on the cloth join once they are found. */
void refine_camera(struct search *s, struct fit *fit, struct calibration *c)
{
    enum { LINES_SOUGHT = 2 };
    /* The loss opens again when the marks join: they lie in another plane and may pull the camera by pixels. */
    static const struct {
        double window, loss;
    } rounds[] = {{6, 1}, {5, 1}, {4, 0.6}, {5, 3}, {5, 2}, {4, 1}, {4, 0.6}, {3.5, 0.6}, {3.5, 0.6}};
    struct marks marks = {0};
    int per_side[SIDES];
    marks_trust(s->table, &fit->params);
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        int n = measure_noses(s, fit, c->nose, rounds[i].window, per_side);
        if (i > LINES_SOUGHT)
            n += marks_measure(s->f, fit, &marks, 200, s->edge + n, SEARCH_EDGES - n - 2);
        if (i > LINES_SOUGHT)
            n += middles_measure(s->f, fit, s->edge + n);
        fit_solve(fit, s->edge, n, i == 0 ? FIT_POSE | FIT_BIT(FIT_LOG_F) | FIT_BIT(FIT_K1) | FIT_BIT(FIT_K2) : ALL,
                  rounds[i].loss);
        log_debug("round %zu: %d edges, f %.4f k1 %.3f k2 %.3f lip %.2f baulk off %.1f D %.1f rms %.3f", i, n,
                  exp(fit->x[FIT_LOG_F]), fit->x[FIT_K1], fit->x[FIT_K2], mean_lip(fit), fit->x[FIT_BAULK_OFF],
                  fit->x[FIT_D_OFF], noses_rms(fit, s->edge, n, 3));
        if (i == LINES_SOUGHT)
            marks_find(s->f, fit, c, &marks);
    }
    assess(s, fit, &marks, 0.6, c);
}
