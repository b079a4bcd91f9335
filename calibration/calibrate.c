/* SPDX-License-Identifier: Apache-2.0 */
/* calibrate.c: the steps from a picture to a camera, and the reasons to refuse. */
#include "calibrate.h"

#include "err.h"
#include "log.h"
#include "marks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MASKS = 5, SAMPLES = 140, ROUGH_SAMPLES = 32, CANDIDATES = 6, HYPOTHESES = 400, EDGES_MAX = 2048 };

static const struct cloth_params masks[MASKS] = {{.38f, 1}, {.5f, 1}, {.62f, 1}, {.38f, 1.8f}, {.5f, 1.8f}};

const char *const calibration_colour_names[CALIBRATION_COLOURS] = {
    "none", "white", "yellow", "green", "brown", "blue", "pink", "black", "red", "orange", "purple", "maroon",
};

struct calibrate_params calibrate_params_default(void)
{
    return (struct calibrate_params){.fit = fit_params_default(),
                                     .border = 48,
                                     .border_spread = 14,
                                     .darkest_y = 12,
                                     .worst_rms_px = 1.0,
                                     .worst_aspect = 0.012,
                                     .least_share = 0.4,
                                     .worst_tilt = 0.5};
}

static int refuse(char *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why, CALIBRATE_WHY, format, args);
    va_end(args);
    return ERR_NO_TABLE;
}

/* What one mask leads to. */
struct attempt {
    struct camera rough;
    double border; /* mm, of the rough fit */
    double score;  /* px; lower is better */
    struct cloth cloth;
};

struct search {
    const struct frame *f;
    const struct table *table;
    const struct calibrate_params *params;
    struct thumb thumb;
    double chroma_x; /* see pixels_chroma_x */
    struct fit_edge edge[EDGES_MAX];
};

/* ---- from cloth to a rough camera ------------------------------------------------------------------------------ */

/* Which pair of sides is the long one is found by trying both. */
static double first_camera(const struct search *s, const struct vec2 px[4], double out, struct camera *best)
{
    double hx = s->table->bed.length / 2 + out, hy = s->table->bed.width / 2 + out, least = 1e9;
    for (int turn = 0; turn < 2; turn++) {
        struct vec2 order[4];
        struct camera cam;
        for (int i = 0; i < 4; i++)
            order[i] = px[(i + turn) % 4];
        double rms =
            fit_corners(&cam, s->f->width, s->f->height, order, hx, hy, s->table->nose_height, &s->params->fit);
        if (rms >= 0 && rms < least) {
            least = rms;
            *best = cam;
        }
    }
    best->chroma_x = s->chroma_x;
    return least;
}

static double rms_of(const struct fit *fit, const struct fit_edge *edge, int n, double worst)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double d = fit_distance_px(fit, &edge[i]);
        sum += fmin(d * d, worst * worst);
    }
    return n ? sqrt(sum / n) : worst;
}

/* Pulls the rough camera onto the border of the cloth with narrowing windows. */
static void follow_border(struct search *s, struct attempt *a)
{
    static const double windows[] = {0.06, 0.03, 0.02, 0.015}; /* of the picture width */
    struct fit fit = {.x[FIT_BORDER] = s->params->border};
    fit_start(&fit, s->table, &a->rough, &s->params->fit);
    int n = 0, fewest = 0;
    for (size_t w = 0; w < sizeof windows / sizeof *windows; w++) {
        struct camera cam = fit_camera(&fit);
        n = 0;
        fewest = SAMPLES;
        for (int side = 0; side < SIDES; side++) {
            int got = edges_border(&a->cloth, &s->thumb, &cam, s->table, side, s->params->border,
                                   windows[w] * s->f->width, SAMPLES, s->edge + n);
            fewest = got < fewest ? got : fewest;
            n += got;
        }
        fit_solve(&fit, s->edge, n, FIT_POSE | FIT_BIT(FIT_K1) | (w > 1 ? FIT_BIT(FIT_LOG_F) | FIT_BIT(FIT_K2) : 0),
                  3 * s->thumb.scale);
    }
    a->rough = fit_camera(&fit);
    a->border = fit.x[FIT_BORDER];
    a->score = rms_of(&fit, s->edge, n, 4 * s->thumb.scale) + 8 * (1 - (double)fewest / SAMPLES);
}

static int try_mask(struct search *s, const struct cloth_params *mask, struct attempt *a)
{
    a->score = 1e9;
    int err = cloth_find(&a->cloth, &s->thumb, mask);
    if (err)
        return err;
    struct vec2 px[4];
    for (int i = 0; i < 4; i++)
        px[i] = vec2(thumb_to_px(&s->thumb, a->cloth.corner[i].x), thumb_to_px(&s->thumb, a->cloth.corner[i].y));
    double off = first_camera(s, px, s->params->border, &a->rough);
    if (off > 0.06 * s->f->width)
        return ERR_NO_TABLE;
    follow_border(s, a);
    log_debug("mask %.2f %.1f: corners off %.1f px, border score %.2f px", mask->darkest, mask->tolerance, off,
              a->score);
    return 0;
}

/* ---- the four noses -------------------------------------------------------------------------------------------- */

struct noses {
    int count[SIDES];
    struct edge_candidate candidate[SIDES][CANDIDATES];
    struct fit_edge edge[SIDES][CANDIDATES][ROUGH_SAMPLES];
    int edges[SIDES][CANDIDATES];
};

/* Between `from` and `to` mm outwards. Returns the first side without any, or -1. */
static int find_candidates(struct search *s, const struct attempt *a, double from, double to, struct noses *noses)
{
    for (int side = 0; side < SIDES; side++) {
        noses->count[side] =
            edges_candidates(s->f, &a->rough, s->table, 0, side, from, to, noses->candidate[side], CANDIDATES);
        for (int i = 0; i < noses->count[side]; i++) {
            noses->edges[side][i] = edges_measure(s->f, &a->rough, s->table, 0, side, &noses->candidate[side][i], 4,
                                                  ROUGH_SAMPLES, noses->edge[side][i]);
            log_debug("side %d: step at %.1f mm, %.1f levels, %d edges", side, noses->candidate[side][i].out,
                      noses->candidate[side][i].strength, noses->edges[side][i]);
        }
        if (noses->count[side] == 0)
            return side;
    }
    return -1;
}

struct hypothesis {
    int pick[SIDES];
    double depth, rms;
    struct fit fit;
};

static bool plausible(const struct noses *noses, const int *pick, double spread, double *depth)
{
    double low = 1e9, high = -1e9;
    *depth = 0;
    for (int side = 0; side < SIDES; side++) {
        double out = noses->candidate[side][pick[side]].out;
        if (noses->edges[side][pick[side]] < ROUGH_SAMPLES / 3)
            return false;
        low = fmin(low, out);
        high = fmax(high, out);
        *depth -= out / SIDES;
    }
    return high - low <= spread;
}

static void fit_hypothesis(struct search *s, const struct attempt *a, const struct noses *noses, struct hypothesis *h)
{
    int n = 0;
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < noses->edges[side][h->pick[side]]; i++)
            s->edge[n++] = noses->edge[side][h->pick[side]][i];
    h->fit.x[FIT_BORDER] = a->border;
    fit_start(&h->fit, s->table, &a->rough, &s->params->fit);
    fit_solve(&h->fit, s->edge, n, FIT_POSE | FIT_BIT(FIT_K1) | FIT_BIT(FIT_K2) | FIT_BIT(FIT_LOG_F), 1.0);
    h->rms = rms_of(&h->fit, s->edge, n, 3);
}

static bool next_pick(const struct noses *noses, int *pick)
{
    for (int side = 0; side < SIDES; side++) {
        if (++pick[side] < noses->count[side])
            return true;
        pick[side] = 0;
    }
    return false;
}

/* Going inwards a nose leads from the top of the cushion into its shadow; a step up in light is more likely the far
 * edge of that shadow, and so is a deeper one. Worth this much misfit, at 1280 pixels across: */
static const double step_up_px = 0.2, depth_px_per_mm = 0.01;

static double misfit(const struct search *s, const struct noses *noses, const struct hypothesis *h)
{
    int ups = 0;
    for (int side = 0; side < SIDES; side++)
        ups += noses->candidate[side][h->pick[side]].colour[0] > 0;
    return h->rms + (step_up_px * ups + depth_px_per_mm * h->depth) * s->f->width / 1280;
}

/* The set of four candidates that agrees best with the proportions of the table. */
static bool choose_noses(struct search *s, const struct attempt *a, const struct noses *noses, struct hypothesis *best)
{
    int pick[SIDES] = {0}, tried = 0;
    double least = 1e9;
    do {
        struct hypothesis h = {0};
        memcpy(h.pick, pick, sizeof pick);
        if (!plausible(noses, pick, s->params->border_spread, &h.depth))
            continue;
        fit_hypothesis(s, a, noses, &h);
        double m = misfit(s, noses, &h);
        log_debug("noses %d %d %d %d: depth %.1f rms %.3f px, misfit %.3f f %.3f k1 %.3f", pick[0], pick[1], pick[2],
                  pick[3], h.depth, h.rms, m, exp(h.fit.x[FIT_LOG_F]), h.fit.x[FIT_K1]);
        tried++;
        if (m < least) {
            least = m;
            *best = h;
        }
    } while (next_pick(noses, pick) && tried < HYPOTHESES);
    return tried > 0;
}

/* ---- the full camera ------------------------------------------------------------------------------------------- */

#define LENS (FIT_BIT(FIT_LOG_F) | FIT_BIT(FIT_K1) | FIT_BIT(FIT_K2) | FIT_BIT(FIT_CX) | FIT_BIT(FIT_CY))
#define LIPS  (FIT_BIT(FIT_LIP_TOP) | FIT_BIT(FIT_LIP_BOTTOM) | FIT_BIT(FIT_LIP_LEFT) | FIT_BIT(FIT_LIP_RIGHT))
#define MARKS (FIT_BIT(FIT_BAULK_OFF) | FIT_BIT(FIT_D_OFF))
#define ALL  (FIT_POSE | LENS | FIT_BIT(FIT_ASPECT) | FIT_BIT(FIT_P1) | FIT_BIT(FIT_P2) | LIPS | MARKS)

static int measure_noses(struct search *s, const struct fit *fit, const struct edge_candidate *look, double window,
                         int *per_side)
{
    struct camera cam = fit_camera(fit);
    int n = 0;
    for (int side = 0; side < SIDES; side++) {
        struct edge_candidate at = look[side];
        at.out = fit->x[FIT_LIP_TOP + side];
        per_side[side] =
            edges_measure(s->f, &cam, s->table, fit->x[FIT_ASPECT], side, &at, window, SAMPLES, s->edge + n);
        n += per_side[side];
    }
    return n;
}

static double mean_lip(const struct fit *fit)
{
    return (fit->x[FIT_LIP_TOP] + fit->x[FIT_LIP_BOTTOM] + fit->x[FIT_LIP_LEFT] + fit->x[FIT_LIP_RIGHT]) / 4;
}

/* What the noses of the final camera look like, and how sure it is of a ball's place. */
static void assess(struct search *s, const struct fit *fit, struct marks *marks, double loss, struct calibration *c)
{
    int per_side[SIDES], n = measure_noses(s, fit, c->nose, 3.5, per_side), at = 0;
    c->rms_px = rms_of(fit, s->edge, n, 3);
    for (int side = 0; side < SIDES; side++) {
        c->side_rms_px[side] = rms_of(fit, s->edge + at, per_side[side], 3);
        c->side_share[side] = (double)per_side[side] / SAMPLES;
        c->lip[side] = fit->x[FIT_LIP_TOP + side];
        at += per_side[side];
    }
    n += marks_measure(s->f, fit, marks, 200, s->edge + n, EDGES_MAX - n);
    c->sd_mm = fit_sd_mm(fit, s->edge, n, ALL, loss);
    c->camera = fit_camera(fit);
    c->aspect = fit->x[FIT_ASPECT];
    c->baulk_x = marks->sign != 0 ? marks->x : 0;
    c->d_radius = marks->r;
    double scale = camera_scale(&c->camera, (struct vec3){0, 0, s->table->nose_height});
    c->rms_mm = scale > 0 ? c->rms_px / scale : 0;
}

/* Measures, fits, measures again with a narrower window; marks on the cloth join once they are found. */
static void refine(struct search *s, struct fit *fit, struct calibration *c)
{
    enum { LINES_SOUGHT = 2 };
    /* The loss opens again when the marks join: they lie in another plane and may pull the camera by pixels. */
    static const struct {
        double window, loss;
    } rounds[] = {{6, 1}, {5, 1}, {4, 0.6}, {5, 3}, {5, 2}, {4, 1}, {4, 0.6}, {3.5, 0.6}, {3.5, 0.6}};
    struct marks marks = {0};
    int per_side[SIDES];
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        int n = measure_noses(s, fit, c->nose, rounds[i].window, per_side);
        if (i > LINES_SOUGHT)
            n += marks_measure(s->f, fit, &marks, 200, s->edge + n, EDGES_MAX - n);
        fit_solve(fit, s->edge, n, i == 0 ? FIT_POSE | FIT_BIT(FIT_LOG_F) | FIT_BIT(FIT_K1) | FIT_BIT(FIT_K2) : ALL,
                  rounds[i].loss);
        log_debug("round %zu: %d edges, f %.4f k1 %.3f k2 %.3f lip %.2f baulk off %.1f D %.1f rms %.3f", i, n,
                  exp(fit->x[FIT_LOG_F]), fit->x[FIT_K1], fit->x[FIT_K2], mean_lip(fit), fit->x[FIT_BAULK_OFF],
                  fit->x[FIT_D_OFF], rms_of(fit, s->edge, n, 3));
        if (i == LINES_SOUGHT)
            marks_find(s->f, fit, c, &marks);
    }
    assess(s, fit, &marks, 0.6, c);
}

/* ---- reasons to refuse ----------------------------------------------------------------------------------------- */

static bool all_in_view(const struct calibration *c)
{
    for (int i = 0; i < 4; i++) {
        struct vec2 px;
        double x = (i & 1 ? 0.5 : -0.5) * c->table.bed.length, y = (i & 2 ? 0.5 : -0.5) * c->table.bed.width;
        if (!camera_project(&c->camera, (struct vec3){x, y, c->table.nose_height}, &px) || px.x < 0 || px.y < 0 ||
            px.x > c->camera.width - 1 || px.y > c->camera.height - 1)
            return false;
    }
    return true;
}

static int judge(const struct calibration *c, const struct calibrate_params *p, char *why)
{
    static const char *const names[] = {"top", "bottom", "left", "right"};
    double f = c->camera.fx / c->camera.width, half = hypot(c->camera.width, c->camera.height) / 2 / c->camera.fx;
    double bend = c->camera.k[0] * half * half; /* of the picture's corner, as a share */
    if (!all_in_view(c))
        return refuse(why, "part of the table is out of view");
    if (camera_tilt(&c->camera) > p->worst_tilt)
        return refuse(why, "the camera looks at the table from the side (%.0f degrees off vertical)",
                      camera_tilt(&c->camera) * 57.29578);
    for (int side = 0; side < SIDES; side++)
        if (c->side_share[side] < p->least_share)
            return refuse(why, "the nose of the %s cushion could not be followed (%.0f %% of it seen)", names[side],
                          100 * c->side_share[side]);
    if (c->rms_px > p->worst_rms_px * fmax(1, c->camera.width / 1280.0))
        return refuse(why, "the cushion noses do not form a table of this kind (off by %.2f px)", c->rms_px);
    if (fabs(c->aspect) > p->worst_aspect || fabs(bend) > 0.5 || f < 0.2 || f > 5)
        return refuse(why, "the proportions do not belong to a table of this kind");
    return 0;
}

/* ---- everything ------------------------------------------------------------------------------------------------ */

static void learn_cloth(struct calibration *c, const struct cloth *cloth)
{

    c->cloth[0] = cloth->y_median;
    c->cloth[1] = cloth->u / 100 * (cloth->y_median + 20);
    c->cloth[2] = cloth->v / 100 * (cloth->y_median + 20);
}

static int solve_attempt(struct search *s, const struct attempt *a, double from, double to, struct calibration *c,
                         char *why)
{
    static const char *const names[] = {"top", "bottom", "left", "right"};
    struct noses *noses = malloc(sizeof *noses);
    struct hypothesis best = {0};
    if (!noses)
        return ERR_MEMORY;
    int missing = find_candidates(s, a, from, to, noses);
    bool found = missing < 0 && choose_noses(s, a, noses, &best);
    *c = (struct calibration){.table = *s->table};
    for (int side = 0; side < SIDES && found; side++)
        c->nose[side] = noses->candidate[side][best.pick[side]];
    free(noses);
    if (!found)
        return missing >= 0 ? refuse(why, "no cushion nose was found on the %s side", names[missing])
                            : refuse(why, "no four cushion noses agree with each other");
    learn_cloth(c, &a->cloth);
    refine(s, &best.fit, c);
    return judge(c, s->params, why);
}

static int by_score(const void *a, const void *b)
{
    double x = ((const struct attempt *)a)->score, y = ((const struct attempt *)b)->score;
    return (x > y) - (x < y);
}

/* Tries the masks from the best border down, and keeps the camera with the best noses. */
static int solve_best(struct search *s, struct attempt *attempt, struct calibration *out, char *why)
{
    int result = ERR_NO_TABLE;
    char reason[CALIBRATE_WHY];
    qsort(attempt, MASKS, sizeof *attempt, by_score);
    if (attempt[0].score > 1e8)
        return refuse(why, "no large four-sided area of one colour was found: is this an overhead view of a table?");
    for (int i = 0; i < 3 && attempt[i].score < 1e8; i++) {
        struct calibration c;
        /* The nearest and furthest a nose lies from its border. */
        int err = solve_attempt(s, &attempt[i], attempt[i].border - 14, attempt[i].border - 90, &c, reason);
        log_debug("attempt %d: %s, rms %.3f px", i, err ? reason : "good", c.rms_px);
        if (err && result)
            memcpy(why, reason, sizeof reason);
        if (!err && (result || c.rms_px < out->rms_px)) {
            *out = c;
            result = 0;
        }
        if (!result && out->rms_px < 0.35)
            break;
    }
    return result;
}

/* Tries every mask on a table of exactly these proportions. */
static int solve(struct search *s, struct calibration *out, char *why)
{
    struct attempt attempt[MASKS] = {0};
    double lightest = 0;
    for (int i = 0; i < MASKS; i++) {
        try_mask(s, &masks[i], &attempt[i]);
        lightest = fmax(lightest, attempt[i].cloth.y_median);
    }
    int err =
        lightest < s->params->darkest_y ? refuse(why, "the picture is too dark") : solve_best(s, attempt, out, why);
    for (int i = 0; i < MASKS; i++)
        cloth_free(&attempt[i].cloth);
    return err;
}

/* How much wider or narrower than its kind a table is, judging by the corners of its cloth and an ordinary lens. */
static double guess_aspect(const struct search *s)
{
    struct cloth cloth;
    struct vec2 px[4];
    struct fit_params ordinary = s->params->fit;
    double least = 1e9, best = 0;
    if (cloth_find(&cloth, &s->thumb, &masks[0]))
        return 0;
    for (int i = 0; i < 4; i++)
        px[i] = vec2(thumb_to_px(&s->thumb, cloth.corner[i].x), thumb_to_px(&s->thumb, cloth.corner[i].y));
    cloth_free(&cloth);
    ordinary.focal_sd = 0.1;
    for (double a = -0.15; a < 0.155; a += 0.01) {
        struct table wide = *s->table;
        struct calibrate_params params = *s->params;
        struct search t = {.f = s->f, .table = &wide, .params = &params, .thumb = s->thumb};
        struct camera cam;
        params.fit = ordinary;
        wide.bed.width *= 1 + a;
        double rms = first_camera(&t, px, s->params->border, &cam);
        if (rms < least) {
            least = rms;
            best = a;
        }
    }
    return best;
}

/* Small tables are built in many proportions. Accepted only when everything else is clear: nearly all of every nose,
 * and marks on the cloth. */
static int solve_other_width(struct search *s, struct calibration *out, char *why)
{
    struct table wide = *s->table;
    struct calibrate_params params = *s->params;
    const struct table *kind = s->table;
    const struct calibrate_params *strict = s->params;
    double a = guess_aspect(s);
    if (fabs(a) < 0.02)
        return ERR_NO_TABLE;
    wide.bed.width *= 1 + a;
    params.fit.aspect_sd = 0.02;
    params.fit.focal_sd = 0.12;
    params.worst_aspect = 0.05;
    params.least_share = 0.75;
    s->table = &wide;
    s->params = &params;
    int err = solve(s, out, why);
    s->table = kind;
    s->params = strict;
    if (!err && (out->orientation != ORIENTATION_SEEN ||
                 out->rms_px > 0.6 * strict->worst_rms_px * fmax(1, s->f->width / 1280.0)))
        err = ERR_NO_TABLE;
    out->table = *kind;
    out->aspect = (1 + a) * (1 + out->aspect) - 1;
    if (!err)
        log_warn("the playing area is %.0f mm wide if it is %.0f mm long, not %.0f as a %s: give --size for right mm",
                 kind->bed.width * (1 + out->aspect), kind->bed.length, kind->bed.width, kind->kind);
    return err;
}

int calibrate_picture(const struct frame *f, const struct table *table, const struct calibrate_params *params,
                      struct calibration *out, char *why)
{
    char second[CALIBRATE_WHY];
    struct search *s = malloc(sizeof *s);
    if (!s)
        return ERR_MEMORY;
    *s = (struct search){.f = f, .table = table, .params = params, .chroma_x = pixels_chroma_x(f)};
    int err = thumb_make(&s->thumb, f, 640);
    if (!err)
        err = solve(s, out, why);
    if (err == ERR_NO_TABLE && !solve_other_width(s, out, second))
        err = 0;
    thumb_free(&s->thumb);
    free(s);
    if (err == ERR_MEMORY)
        snprintf(why, CALIBRATE_WHY, "%s", err_text(err));
    return err;
}

/* Clicks are good to a few pixels: noses are sought close by, and when they cannot be followed the clicks stand. */
int calibrate_points(const struct frame *f, const struct table *table, const struct calibrate_params *params,
                     const struct vec2 corner[4], struct calibration *out, char *why)
{
    struct search *s = malloc(sizeof *s);
    struct attempt a = {.border = params->border};
    if (!s)
        return ERR_MEMORY;
    *s = (struct search){.f = f, .table = table, .params = params, .chroma_x = pixels_chroma_x(f)};
    int err = thumb_make(&s->thumb, f, 640);
    double off = err ? 0 : first_camera(s, corner, 0, &a.rough);
    if (!err && cloth_find(&a.cloth, &s->thumb, &masks[1]) == ERR_MEMORY)
        err = ERR_MEMORY;
    if (!err && off > 0.03 * f->width)
        err = refuse(why, "the four points are not the corners of such a table (off by %.0f px)", off);
    if (!err && solve_attempt(s, &a, 15, -15, out, why)) {
        log_warn("%s: the camera is fitted to the four points alone", why);
        *out = (struct calibration){.table = *table, .camera = a.rough, .rms_px = off};
        out->rms_mm = off / fmax(1e-3, camera_scale(&a.rough, (struct vec3){0, 0, table->nose_height}));
        learn_cloth(out, &a.cloth);
    }
    cloth_free(&a.cloth);
    thumb_free(&s->thumb);
    free(s);
    return err;
}
