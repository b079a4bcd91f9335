/* SPDX-License-Identifier: Apache-2.0 */
/* limbs.c: how oval does each ball look, and which height of the camera explains it? */
#include "limbs.h"

#include "log.h"
#include "search.h"

#include <stdlib.h>

enum { DIRECTIONS = 48, LEAST_DIRECTIONS = 30, STEPS = 64 };

/* How round balls look to this eye, as a share of the radius: shadows and gloss shift all limbs alike, so many balls
 * are no better than this. */
static const double common_error = 0.006;

/* Half of the change of colour between inside and outside, going outwards in one direction; px from the centre. */
static bool edge_at(const struct frame *f, double chroma_x, struct vec2 centre, struct vec2 dir, double r, double *at)
{
    float in[3] = {0}, out[3] = {0}, c[STEPS][3];
    double first = 0.7 * r, pitch = 0.7 * r / (STEPS - 1);
    for (int i = 0; i < STEPS; i++) {
        struct vec2 p = vec2_along(centre, first + i * pitch, dir);
        if (p.x < 1 || p.y < 1 || p.x > f->width - 2 || p.y > f->height - 2)
            return false;
        pixels_at(f, chroma_x, p.x, p.y, c[i]);
        for (int k = 0; k < 3; k++) {
            in[k] += i < STEPS / 6 ? c[i][k] / (STEPS / 6) : 0;
            out[k] += i >= STEPS - STEPS / 6 ? c[i][k] / (STEPS / 6) : 0;
        }
    }
    float d[3] = {out[0] - in[0], out[1] - in[1], out[2] - in[2]};
    float all = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], before = 0;
    if (all < 25 * 25)
        return false;
    for (int i = 0; i < STEPS; i++) {
        float share = ((c[i][0] - in[0]) * d[0] + (c[i][1] - in[1]) * d[1] + (c[i][2] - in[2]) * d[2]) / all;
        if (i > 0 && before < 0.5f && share >= 0.5f) {
            *at = first + pitch * (i - 1 + (double)((0.5f - before) / (share - before)));
            return true;
        }
        before = share;
    }
    return false;
}

/* Solves the 4 x 4 normal equations in place; false when they do not determine x. */
static bool solve4(double A[4][5], double x[4])
{
    for (int j = 0; j < 4; j++) {
        if (!(fabs(A[j][j]) > 1e-9))
            return false;
        for (int i = 0; i < 4; i++)
            for (int k = 4; i != j && k >= j; k--)
                A[i][k] -= A[i][j] / A[j][j] * A[j][k];
    }
    for (int j = 0; j < 4; j++)
        x[j] = A[j][4] / A[j][j];
    return true;
}

struct rim_point {
    double angle; /* from the direction away from the optical axis */
    double off;   /* px outside the modelled outline */
};

/* off = x0 cos + x1 sin (the centre) + x2 (the size) + x3 cos 2 (how oval); edges far from it count little. */
static bool oval(const struct rim_point *rim, int n, double *bulge, double *size, double *sd)
{
    double x[4] = {0}, sum = 0, weights = 0;
    for (int round = 0; round < 6; round++) {
        double A[4][5] = {{0}};
        sum = weights = 0;
        for (int i = 0; i < n; i++) {
            double row[5] = {cos(rim[i].angle), sin(rim[i].angle), 1, cos(2 * rim[i].angle), rim[i].off};
            double e = rim[i].off - row[0] * x[0] - row[1] * x[1] - x[2] - row[3] * x[3];
            double w = round ? 1 / (1 + e * e / 0.09) : 1;
            for (int j = 0; j < 4; j++)
                for (int k = 0; k < 5; k++)
                    A[j][k] += w * row[j] * row[k];
            sum += w * e * e;
            weights += w;
        }
        if (!solve4(A, x))
            return false;
    }
    *bulge = x[3];
    *size = x[2];
    *sd = sqrt(sum / fmax(1, weights - 4)) * sqrt(2 / weights);
    return weights > LEAST_DIRECTIONS / 2.0;
}

/* Radius of the modelled outline in a direction: the outline is nearly an ellipse about its own middle. */
static double model_radius(const struct vec2 *outline, int n, struct vec2 centre, struct vec2 dir)
{
    for (int i = 0; i < n; i++) {
        struct vec2 a = vec2_sub(outline[i], centre), b = vec2_sub(outline[(i + 1) % n], centre);
        double ca = vec2_cross(dir, a), cb = vec2_cross(dir, b);
        if ((ca > 0) != (cb > 0) && vec2_dot(dir, a) > 0)
            return vec2_dot(dir, vec2_along(a, ca / (ca - cb), vec2_sub(b, a)));
    }
    return 0;
}

/* `usual` is the radius of the table's other balls, which the fit takes all balls for. */
static bool measure_ball(const struct frame *f, const struct camera *cam, double radius, double usual, struct vec2 px,
                         struct fit_limb *limb, double *ratio)
{
    struct vec2 outline[DIRECTIONS], mm, middle = {0, 0}, away = vec2_sub(px, vec2(cam->cx, cam->cy));
    struct rim_point rim[DIRECTIONS];
    double bulge, size, sd, mean = 0, first = atan2(away.y, away.x);
    int n = 0;
    if (!camera_to_plane(cam, px, radius, &mm) ||
        !camera_outline(cam, (struct vec3){mm.x, mm.y, radius}, radius, DIRECTIONS, outline))
        return false;
    for (int i = 0; i < DIRECTIONS; i++)
        middle = vec2_along(middle, 1.0 / DIRECTIONS, outline[i]);
    for (int i = 0; i < DIRECTIONS; i++) {
        double angle = 6.283185307179586 * i / DIRECTIONS, at;
        struct vec2 dir = vec2(cos(first + angle), sin(first + angle));
        double r = model_radius(outline, DIRECTIONS, middle, dir);
        mean += r / DIRECTIONS;
        if (r > 3 && edge_at(f, cam->chroma_x, middle, dir, r, &at) && fabs(at - r) < 0.25 * r)
            rim[n++] = (struct rim_point){angle, at - r};
    }
    if (n < LEAST_DIRECTIONS || !oval(rim, n, &bulge, &size, &sd))
        return false;
    *ratio = (mean + size) / mean; /* a larger ball is more oval in pixels, and no nearer for that */
    double times = usual / radius, oval_px = times * (fit_limb_oval(cam, radius, px) + 2 * bulge) / *ratio;
    *limb = (struct fit_limb){.px = px, .oval_px = oval_px, .sd_px = times * 2 * sd};
    return sd < 0.05 * mean;
}

/* Away from every other ball and from cushions: its whole limb against cloth. */
static bool stands_free(const struct calibration *c, const struct vec2 *mm, int n, int which)
{
    double d = c->table.bed.ball_d, hx = c->table.bed.length / 2 - 1.1 * d, hy = c->table.bed.width / 2 - 1.1 * d;
    for (int i = 0; i < n; i++)
        if (i != which && vec2_dist(mm[i], mm[which]) < 1.5 * d)
            return false;
    return fabs(mm[which].x) < hx && fabs(mm[which].y) < hy;
}

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double radius_of(const struct calibration *c, const struct limb_ball *ball)
{
    const struct bed *bed = &c->table.bed;
    return (ball->cue && bed->cue_ball_d > 0 ? bed->cue_ball_d : bed->ball_d) / 2;
}

static int measure_balls(const struct frame *f, struct calibration *c, const struct limb_ball *balls, int n,
                         struct fit_limb *limb)
{
    double r = c->table.bed.ball_d / 2, ratio[LIMBS_MOST];
    struct vec2 mm[LIMBS_MOST];
    int found = 0;
    for (int i = 0; i < n; i++)
        if (!camera_to_plane(&c->camera, balls[i].px, radius_of(c, &balls[i]), &mm[i]))
            return 0;
    for (int i = 0; i < n; i++)
        found += !balls[i].vague && stands_free(c, mm, n, i) &&
                 measure_ball(f, &c->camera, radius_of(c, &balls[i]), r, balls[i].px, &limb[found], &ratio[found]);
    if (found) {
        qsort(ratio, (size_t)found, sizeof *ratio, rising);
        c->ball_seen = 2 * r * ratio[found / 2];
    }
    for (int i = 0; i < found; i++) {
        double common = 2 * common_error * r * camera_scale(&c->camera, (struct vec3){0, 0, r});
        limb[i].sd_px = sqrt(limb[i].sd_px * limb[i].sd_px + found * common * common);
    }
    return found;
}

int limbs_refit(const struct frame *f, struct calibration *c, const struct calibrate_params *params,
                const struct limb_ball *balls, int n)
{
    struct fit_limb limb[LIMBS_MOST];
    n = n < LIMBS_MOST ? n : LIMBS_MOST;
    int found = measure_balls(f, c, balls, n, limb);
    if (found == 0)
        return 0;
    struct camera before = c->camera;
    int err = refine_again(f, params, limb, found, NOSES_BESIDE_MM, c);
    log_debug("limbs: %d balls, f %.0f -> %.0f px, sd %.2f mm", found, before.fx, c->camera.fx, c->sd_mm);
    return err ? err : found;
}
