/* SPDX-License-Identifier: Apache-2.0 */
/* calibrate.c: the steps from a picture to a camera, and the reasons to refuse. */
#include "calibrate.h"

#include "err.h"
#include "log.h"
#include "marks.h"
#include "search.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct calibrate_params calibrate_params_default(void)
{
    return (struct calibrate_params){.fit = fit_params_default(),
                                     .border = 48,
                                     .border_range = {14, 90},
                                     .border_spread = 14,
                                     .shade = 1,
                                     .darkest_y = 12,
                                     .worst_rms_px = 1.0,
                                     .worst_aspect = 0.012,
                                     .least_share = 0.4,
                                     .worst_doubt_px = 1e9,
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

/* ---- reasons to refuse ----------------------------------------------------------------------------------------- */

static const char *const side_names[SIDES] = {"top", "bottom", "left", "right"};

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

static int judge_noses(const struct calibration *c, const struct calibrate_params *p, char *why)
{
    double across = picture_across(c->camera.width, c->camera.height);
    if (!all_in_view(c))
        return refuse(why, "part of the table is out of view");
    if (camera_tilt(&c->camera) > p->worst_tilt)
        return refuse(why, "the camera looks at the table from the side (%.0f degrees off vertical)",
                      camera_tilt(&c->camera) * 57.29578);
    for (int side = 0; side < SIDES; side++)
        if (c->side_share[side] < p->least_share)
            return refuse(why, "the nose of the %s cushion could not be followed (%.0f %% of it seen)",
                          side_names[side], 100 * c->side_share[side]);
    if (c->rms_px > p->worst_rms_px * fmax(1, across / 1280.0))
        return refuse(why, "the cushion noses do not form a table of this kind (off by %.2f px)", c->rms_px);
    return 0;
}

static int judge(const struct calibration *c, const struct calibrate_params *p, char *why)
{
    double across = picture_across(c->camera.width, c->camera.height);
    double f = c->camera.fx / across, half = hypot(c->camera.width, c->camera.height) / 2 / c->camera.fx;
    double bend = c->camera.k[0] * half * half; /* of the picture's corner, as a share */
    int err = judge_noses(c, p, why);
    if (err)
        return err;
    if (fabs(c->aspect) > p->worst_aspect || fabs(bend) > 0.5 || f < 0.2 || f > 3)
        return refuse(why, "the proportions do not belong to a table of this kind");
    return 0;
}

/* ---- everything ------------------------------------------------------------------------------------------------ */

static void learn_cloth(struct calibration *c, const struct cloth_tone *tone)
{
    c->cloth[0] = tone->y_median;
    c->cloth[1] = tone->u / 100 * (tone->y_median + 20);
    c->cloth[2] = tone->v / 100 * (tone->y_median + 20);
}

static int solve_attempt(struct search *s, const struct attempt *a, double from, double to, struct calibration *c,
                         char *why)
{
    struct fit fit;
    *c = (struct calibration){.table = *s->table};
    int missing = noses_choose(s, a, from, to, c, &fit);
    if (missing < -1)
        return missing;
    if (missing == SIDES)
        return refuse(why, "no four cushion noses agree with each other");
    if (missing >= 0)
        return refuse(why, "no cushion nose was found on the %s side", side_names[missing]);
    learn_cloth(c, &a->cloth.tone);
    refine_camera(s, &fit, c);
    return judge(c, s->params, why);
}

/* Do two rough cameras put the corners of the table in the same places, to a few pixels? Either way up. */
static bool same_view(const struct table *t, const struct camera *a, const struct camera *b, double within_px)
{
    double off[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
        struct vec3 p = {(i & 1 ? 0.5 : -0.5) * t->bed.length, (i & 2 ? 0.5 : -0.5) * t->bed.width, t->nose_height};
        struct vec2 pa, pb, turned;
        if (!camera_project(a, p, &pa) || !camera_project(b, p, &pb) ||
            !camera_project(b, (struct vec3){-p.x, -p.y, p.z}, &turned))
            return false;
        off[0] = fmax(off[0], vec2_dist(pa, pb));
        off[1] = fmax(off[1], vec2_dist(pa, turned));
    }
    return fmin(off[0], off[1]) < within_px;
}

/* How little a result is to be liked, px at 1280 across: edges off their lines, noses that lead into light (more likely
 * the far edge of their shadow), a ragged border, and pockets further out on one side than on the other, though both
 * are cut alike: light from one side makes as much as 20 mm of that. */
static double doubt(const struct search *s, const struct attempt *a, const struct calibration *c)
{
    const double lit_mm = 20, px_per_mm = 0.05;
    double askew = fmax(mouths_askew(s->f, &c->camera, s->table) - lit_mm, 0);
    return (c->rms_px + 0.1 * a->score) * 1280 / search_across(s) + 0.2 * noses_into_light(c) + px_per_mm * askew;
}

/* The largest share of a side of the picture that is cloth. */
static double cloth_at_edge(const struct cloth *c)
{
    int side[4] = {0, 0, 0, 0};
    for (int i = 0; i < c->w; i++) {
        side[0] += c->cell[i];
        side[1] += c->cell[(c->h - 1) * c->w + i];
    }
    for (int j = 0; j < c->h; j++) {
        side[2] += c->cell[j * c->w];
        side[3] += c->cell[j * c->w + c->w - 1];
    }
    return fmax(fmax(side[0], side[1]) / c->w, fmax(side[2], side[3]) / c->h);
}

/* Why nothing was found, where the cloth itself tells. Else `why` is as it was. */
static void blame_view(const struct cloth *c, char *why)
{
    if (c->area > 0.97f)
        refuse(why, "the picture is all alike: is this an overhead view of a table?");
    else if (cloth_at_edge(c) > 0.15)
        refuse(why, "what has the colour of the cloth runs into the edge of the picture: part of the table is out of "
                    "view, or the floor looks like the cloth");
}

static const double near_px = 0.015; /* of the picture */

/* From a rough camera that is nearly right: the noses closest by. */
static int solve_near(struct search *s, const struct attempt *a, struct calibration *out, char *why)
{
    static const double reach_mm[] = {15, 30, 45};
    for (size_t i = 0; i < sizeof reach_mm / sizeof *reach_mm; i++)
        if (!solve_attempt(s, a, reach_mm[i], -reach_mm[i], out, why) &&
            same_view(s->table, &a->rough, &out->camera, near_px * search_across(s)))
            return 0;
    return ERR_NO_TABLE;
}

/* Edges that run beside the noses were taken for them, perhaps: the noses that belong to the pockets, if there are any.
 */
static int solve_by_mouths(struct search *s, const struct attempt *a, const struct calibration *taken,
                           struct calibration *out)
{
    char ignored[CALIBRATE_WHY];
    struct vec2 corner[4];
    struct attempt near = *a;
    if (!mouths_corners(s->f, &taken->camera, s->table, corner) ||
        rough_corners(s, corner, 0, &near.rough) > near_px * search_across(s))
        return ERR_NO_TABLE;
    return solve_near(s, &near, out, ignored);
}

struct best {
    struct calibration c;
    double doubt; /* INFINITY: none yet */
};

static const double clear_px = 0.35; /* of doubt: nothing better is to be expected */

static void keep_better(const struct search *s, const struct attempt *a, const struct calibration *c, struct best *best)
{
    double d = doubt(s, a, c);
    log_debug("camera: rms %.3f px, doubt %.3f", c->rms_px, d);
    if (d < best->doubt)
        *best = (struct best){*c, d};
}

static const double not_noses_mm = 5; /* off along the table: one end is off by twice that */

/* Does what lies elsewhere, pockets and lines, say that these are not the noses? */
static bool beside_noses(const struct frame *f, const struct table *t, const struct calibration *c)
{
    double off;
    return mouths_too_far_in(f, &c->camera, t) || marks_elsewhere(c) ||
           (middles_elsewhere(f, &c->camera, t, &off) && fabs(off) > not_noses_mm);
}

static int refuse_beside(char *why)
{
    return refuse(why, "pockets or lines lie too far off: cushions and wood could not be told apart");
}

static int try_attempt(struct search *s, const struct attempt *a, struct best *best, char *why)
{
    struct calibration c, by_mouths;
    const double *range = s->params->border_range;
    int err = solve_attempt(s, a, a->border - range[0], a->border - range[1], &c, why);
    if (err)
        return err;
    bool wood = beside_noses(s->f, s->table, &c);
    if (!wood)
        keep_better(s, a, &c, best);
    if ((wood || best->doubt > clear_px) && !solve_by_mouths(s, a, &c, &by_mouths) &&
        !beside_noses(s->f, s->table, &by_mouths))
        keep_better(s, a, &by_mouths, best);
    else if (wood)
        return refuse_beside(why);
    return 0;
}

/* Tries the masks from the best border down, and keeps the camera with the best noses. */
static int solve_best(struct search *s, const struct attempt *attempt, struct calibration *out, char *why)
{
    enum { TRIES = 4 };
    const struct attempt *tried[TRIES];
    struct best best = {.doubt = INFINITY};
    int n = 0;
    char reason[CALIBRATE_WHY] = "";
    if (attempt[0].score >= ROUGH_NONE)
        return refuse(why, "no large four-sided area of one colour was found: is this an overhead view of a table?");
    for (int i = 0; i < ROUGH_ATTEMPTS && n < TRIES && attempt[i].score < ROUGH_NONE && best.doubt > clear_px; i++) {
        bool again = false;
        for (int j = 0; j < n; j++)
            again |= same_view(s->table, &tried[j]->rough, &attempt[i].rough, 0.002 * search_across(s));
        if (again)
            continue;
        tried[n++] = &attempt[i];
        int err = try_attempt(s, &attempt[i], &best, reason);
        log_debug("attempt %d: %s", i, err ? reason : "good");
        if (err && n == 1)
            memcpy(why, reason, sizeof reason);
    }
    *out = best.c;
    if (best.doubt < s->params->worst_doubt_px)
        return 0;
    blame_view(&attempt[0].cloth, why);
    return ERR_NO_TABLE;
}

/* Tries every mask on a table of exactly these proportions. */
static int solve(struct search *s, struct calibration *out, char *why)
{
    struct attempt attempt[ROUGH_ATTEMPTS];
    double lightness = rough_attempts(s, attempt);
    int err = lightness < 0 ? ERR_MEMORY : 0;
    if (!err && lightness < s->params->darkest_y)
        err = refuse(why, "the picture is too dark");
    if (!err)
        err = solve_best(s, attempt, out, why);
    for (int i = 0; i < ROUGH_ATTEMPTS; i++)
        cloth_free(&attempt[i].cloth);
    return err;
}

/* The corners of the largest area of the middle's colour, px. */
static bool cloth_corners(const struct search *s, struct vec2 px[4])
{
    static const struct cloth_params lax = {.38f, 1.5f, 1};
    struct cloth_tone tone;
    struct cloth cloth;
    if (cloth_tone(&tone, &s->thumb, 0.6, 0.6) || cloth_find(&cloth, &s->thumb, &tone, &lax))
        return false;
    for (int i = 0; i < 4; i++)
        px[i] = vec2(thumb_to_px(&s->thumb, cloth.corner[i].x), thumb_to_px(&s->thumb, cloth.corner[i].y));
    cloth_free(&cloth);
    return true;
}

/* The same table, wider by a share. */
static struct table widened(const struct table *table, double a)
{
    struct table wide = *table;
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++)
        wide.pocket[i].fall.y += copysign(a * table->bed.width / 2, table->pocket[i].fall.y);
    wide.bed.width *= 1 + a;
    return wide;
}

/* How much wider or narrower than its kind a table is, judging by the corners of its cloth and an ordinary lens. */
static double guess_aspect(const struct search *s)
{
    struct vec2 px[4];
    double least = 1e9, best = 0;
    if (!cloth_corners(s, px))
        return 0;
    for (double a = -0.15; a < 0.155; a += 0.01) {
        struct table wide = widened(s->table, a);
        struct calibrate_params params = *s->params;
        struct search t = {.f = s->f, .table = &wide, .params = &params, .thumb = s->thumb};
        struct camera cam;
        params.fit.focal_sd = 0.1;
        double rms = rough_corners(&t, px, s->params->border, &cam);
        if (rms < least) {
            least = rms;
            best = a;
        }
    }
    return best;
}

/* Small tables are built in many proportions. Accepted only when everything else is clear: nearly all of every nose,
 * and marks on the cloth. Else `why` tells the proportions, if it was they. */
static int solve_other_width(struct search *s, struct calibration *out, char *why)
{
    char ignored[CALIBRATE_WHY];
    struct calibrate_params params = *s->params;
    const struct table *kind = s->table;
    const struct calibrate_params *strict = s->params;
    double a = guess_aspect(s);
    struct table wide = widened(kind, a);
    if (fabs(a) < 0.02)
        return ERR_NO_TABLE;
    params.fit.aspect_sd = 0.02;
    params.fit.focal_sd = 0.12;
    params.worst_aspect = 0.05;
    params.least_share = 0.75;
    params.worst_doubt_px = 0.7;
    s->table = &wide;
    s->params = &params;
    int err = solve(s, out, ignored);
    s->table = kind;
    s->params = strict;
    if (err)
        return err;
    out->table = *kind;
    out->aspect = (1 + a) * (1 + out->aspect) - 1;
    if (out->orientation != ORIENTATION_SEEN ||
        out->rms_px > 0.6 * strict->worst_rms_px * fmax(1, search_across(s) / 1280.0))
        return refuse(why, "the table is %.2f times as long as wide, a %s %.2f times: see --table and --size",
                      kind->bed.length / kind->bed.width / (1 + out->aspect), kind->kind,
                      kind->bed.length / kind->bed.width);
    log_warn("the playing area is %.0f mm wide if it is %.0f mm long, not %.0f as a %s: give --size for right mm",
             kind->bed.width * (1 + out->aspect), kind->bed.length, kind->bed.width, kind->kind);
    return 0;
}

/* Where the wood has the colours of the cloth, what was taken for cloth ends with the table. There are more edges to
 * mistake for noses then: only what leaves no doubt is taken. */
static int solve_within_wood(struct search *s, struct calibration *out)
{
    char ignored[CALIBRATE_WHY];
    struct calibrate_params params = *s->params;
    const struct calibrate_params *usual = s->params;
    params.border = 135;
    params.border_range[0] = 95;
    params.border_range[1] = 185;
    params.worst_doubt_px = clear_px;
    s->params = &params;
    int err = solve(s, out, ignored);
    s->params = usual;
    return err;
}

/* Cushions may be far darker than the bed: under a canopy, or by a camera that makes dark things darker. Masks that
 * keep those take in more that is no cloth. For pictures in which nothing was found, or nothing that is worth much. */
static int solve_in_shade(struct search *s, int err, struct calibration *out)
{
    const double vague_mm = 10;
    char ignored[CALIBRATE_WHY];
    struct calibrate_params params = *s->params;
    const struct calibrate_params *usual = s->params;
    struct calibration shaded;
    if (err ? err != ERR_NO_TABLE : out->sd_mm < vague_mm)
        return err;
    params.shade = 0.65;
    s->params = &params;
    int failed = solve(s, &shaded, ignored);
    s->params = usual;
    if (failed || (!err && shaded.sd_mm > out->sd_mm))
        return err;
    *out = shaded;
    return 0;
}

static int solve_any(struct search *s, struct calibration *out, char *why)
{
    int err = solve_in_shade(s, solve(s, out, why), out);
    if (err == ERR_NO_TABLE)
        err = solve_within_wood(s, out);
    return err == ERR_NO_TABLE ? solve_other_width(s, out, why) : err;
}

/* Where are the edges that lead into light, if they are no noses? A table that this moves is taken as it lies then. */
static int refine_without(const struct frame *f, const struct calibrate_params *params, struct calibration *c)
{
    struct calibration other = *c;
    int err = refine_again(f, params, NULL, 0, 0, &other);
    bool beside = false;
    for (int side = 0; side < SIDES; side++)
        beside |= !noses_leads_in(&c->nose[side]) && fabs(other.lip[side]) >= NOSES_BESIDE_MM;
    if (beside)
        *c = other;
    return err;
}

/* What is searched is the picture made smaller; of less than this no table can be told. */
static int look_down(struct search *s, char *why)
{
    int err = thumb_make(&s->thumb, s->f, 640);
    if (!err && (s->thumb.w <= 16 || s->thumb.h <= 16))
        err = refuse(why, "a picture of %dx%d is too small to show a table", s->f->width, s->f->height);
    return err;
}

int calibrate_check(const struct frame *f, const struct calibrate_params *params, const struct calibration *c,
                    char *why)
{
    struct table seen = widened(&c->table, c->aspect);
    int err = judge_noses(c, params, why);
    return !err && beside_noses(f, &seen, c) ? refuse_beside(why) : err;
}

int calibrate_picture(const struct frame *f, const struct table *table, const struct calibrate_params *params,
                      struct calibration *out, char *why)
{
    struct search *s = malloc(sizeof *s);
    if (!s)
        return ERR_MEMORY;
    *s = (struct search){.f = f, .table = table, .params = params, .chroma_x = pixels_chroma_x(f)};
    int err = look_down(s, why);
    if (!err)
        err = solve_any(s, out, why);
    thumb_free(&s->thumb);
    free(s);
    if (!err && noses_into_light(out) > 0)
        err = refine_without(f, params, out);
    if (!err)
        err = calibrate_check(f, params, out, why);
    if (err == ERR_MEMORY)
        snprintf(why, CALIBRATE_WHY, "%s", err_text(err));
    return err;
}

/* Clicks are good to a dozen pixels: what is found without help counts when it lies there; else noses are sought close
 * by; and when they cannot be followed the clicks stand. */
static const double click_sd_px = 4;

static int near_clicks(struct search *s, const struct attempt *a, struct calibration *out, char *why)
{
    if (!solve(s, out, why) && same_view(s->table, &a->rough, &out->camera, near_px * search_across(s)))
        return 0;
    return solve_near(s, a, out, why);
}

static void clicks_alone(const struct search *s, const struct attempt *a, double off, struct calibration *out)
{
    double scale = fmax(1e-3, camera_scale(&a->rough, (struct vec3){0, 0, s->table->nose_height}));
    *out = (struct calibration){.table = *s->table, .camera = a->rough, .rms_px = off, .rms_mm = off / scale};
    out->sd_mm = (off + click_sd_px) / scale;
    learn_cloth(out, &a->cloth.tone);
}

int calibrate_points(const struct frame *f, const struct table *table, const struct calibrate_params *params,
                     const struct vec2 corner[4], struct calibration *out, char *why)
{
    struct search *s = malloc(sizeof *s);
    struct attempt a = {.border = params->border};
    if (!s)
        return ERR_MEMORY;
    *s = (struct search){.f = f, .table = table, .params = params, .chroma_x = pixels_chroma_x(f)};
    int err = look_down(s, why);
    double off = err ? 0 : rough_corners(s, corner, 0, &a.rough);
    if (!err)
        err = cloth_tone(&a.cloth.tone, &s->thumb, 0.5, 0.5);
    if (!err && off > 0.03 * search_across(s))
        err = refuse(why, "the four points are not the corners of such a table (off by %.0f px)", off);
    if (!err && near_clicks(s, &a, out, why)) {
        log_warn("no noses were found near the four points: the camera is fitted to them alone");
        clicks_alone(s, &a, off, out);
    }
    thumb_free(&s->thumb);
    free(s);
    return err;
}
