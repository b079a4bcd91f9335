/* SPDX-License-Identifier: Apache-2.0 */
/* edges.c: profiles across the sides of a table, the steps in them, and sub-pixel edges. */
#include "edges.h"

#include <string.h>

enum { ALONG = 96, ACROSS_MAX = 512, SAMPLES_MAX = 256 };

struct vec2 side_point(const struct table *table, double aspect, int side, double along, double out)
{
    double half_l = table->bed.length / 2 + out, half_w = table->bed.width * (1 + aspect) / 2 + out;
    switch (side) {
    case 0:
        return vec2(half_l, along);
    case 1:
        return vec2(-half_l, along);
    case 2:
        return vec2(along, half_w);
    default:
        return vec2(along, -half_w);
    }
}

void side_samples(const struct table *table, int side, int n, double *along)
{
    double length = table->bed.length, half = (side < 2 ? table->bed.width : length) / 2;
    double corner = 2.6 * table->bed.ball_d + 0.012 * length; /* jaws are past here on every table */
    double middle = side < 2 ? 0 : 2.0 * table->bed.ball_d + 0.012 * length;
    double usable = half - corner - middle; /* of each half */
    for (int i = 0; i < n; i++) {
        double s = (i + 0.5) / n * 2 - 1;
        along[i] = copysign(middle + fabs(s) * usable, s);
    }
}

double edges_grain(const struct camera *cam)
{
    return fmax(1, picture_across(cam->width, cam->height) / 1920.0);
}

/* Grains a millimetre outwards at a place of a side. */
static double scale_at(const struct camera *cam, const struct table *table, double aspect, int side, double along)
{
    struct vec2 a = side_point(table, aspect, side, along, -5), b = side_point(table, aspect, side, along, 5), pa, pb;
    double z = table->nose_height;
    if (!camera_project(cam, (struct vec3){a.x, a.y, z}, &pa) || !camera_project(cam, (struct vec3){b.x, b.y, z}, &pb))
        return 0;
    return vec2_dist(pa, pb) / 10 / edges_grain(cam);
}

static bool inside(const struct camera *cam, struct vec2 p)
{
    return p.x >= 1 && p.y >= 1 && p.x <= cam->width - 2 && p.y <= cam->height - 2;
}

static bool colour_at(const struct frame *f, const struct camera *cam, const struct table *table, double aspect,
                      int side, double along, double out, float yuv[3])
{
    struct vec2 p = side_point(table, aspect, side, along, out), px;
    if (!camera_project(cam, (struct vec3){p.x, p.y, table->nose_height}, &px) || !inside(cam, px))
        return false;
    pixels_at(f, cam->chroma_x, px.x, px.y, yuv);
    return true;
}

/* The median along the side of the change of colour a pixel inwards at one depth. */
static void median_step(const struct frame *f, const struct camera *cam, const struct table *table, double aspect,
                        int side, double out, const double *along, double reach_mm, double *step)
{
    float change[3][ALONG];
    int n = 0;
    for (int i = 0; i < ALONG; i++) {
        float a[3], b[3];
        if (!colour_at(f, cam, table, aspect, side, along[i], out + reach_mm, a) ||
            !colour_at(f, cam, table, aspect, side, along[i], out - reach_mm, b))
            continue;
        for (int c = 0; c < 3; c++)
            change[c][n] = b[c] - a[c];
        n++;
    }
    for (int c = 0; c < 3; c++)
        step[c] = n > ALONG / 4 ? values_median(change[c], n) : 0;
}

int edges_candidates(const struct frame *f, const struct camera *cam, const struct table *table, double aspect,
                     int side, double out_from, double out_to, struct edge_candidate *found, int most)
{
    double along[ALONG], scale = scale_at(cam, table, aspect, side, 0), strongest = 0;
    side_samples(table, side, ALONG, along);
    if (scale <= 0)
        return 0;
    double pitch = fmax(0.5 / scale, (out_from - out_to) / (ACROSS_MAX - 1));
    int across = (int)((out_from - out_to) / pitch) + 1, n = 0;
    double step[ACROSS_MAX][3], norm[ACROSS_MAX];
    for (int j = 0; j < across; j++) {
        median_step(f, cam, table, aspect, side, out_from - j * pitch, along, 1.5 / scale, step[j]);
        norm[j] = sqrt(step[j][0] * step[j][0] + step[j][1] * step[j][1] + step[j][2] * step[j][2]);
        strongest = fmax(strongest, norm[j]);
    }
    for (int j = 2; j < across - 2 && n < most; j++) {
        bool peak = norm[j] >= norm[j - 1] && norm[j] > norm[j + 1] && norm[j] >= norm[j - 2] && norm[j] >= norm[j + 2];
        if (!peak || norm[j] < fmax(0.12 * strongest, 1.5))
            continue;
        found[n] = (struct edge_candidate){.out = out_from - j * pitch, .strength = norm[j]};
        for (int c = 0; c < 3; c++)
            found[n].colour[c] = step[j][c] / norm[j];
        n++;
    }
    return n;
}

/* Along the colour of an edge: how far, averaged over a few places along the side, `apart` mm, against noise. */
static bool value_along(const struct frame *f, const struct camera *cam, const struct table *table, double aspect,
                        int side, double along, double out, double apart, const struct edge_candidate *like,
                        double *value)
{
    enum { EACH_WAY = 2 };
    *value = 0;
    for (int i = -EACH_WAY; i <= EACH_WAY; i++) {
        float c[3];
        if (!colour_at(f, cam, table, aspect, side, along + i * apart, out, c))
            return false;
        *value += (c[0] * like->colour[0] + c[1] * like->colour[1] + c[2] * like->colour[2]) / (2 * EACH_WAY + 1);
    }
    return true;
}

/* One edge: the place of the largest change along the colour within the window, to a fraction of a pixel. */
static bool measure_one(const struct frame *f, const struct camera *cam, const struct table *table, double aspect,
                        int side, double along, const struct edge_candidate *like, double window, struct fit_edge *edge,
                        double *strength)
{
    enum { MOST = 96 };
    double scale = scale_at(cam, table, aspect, side, along), pitch = 0.5;
    int n = (int)(2 * (window + 2) / pitch) + 1;
    if (scale <= 0 || n > MOST)
        return false;
    double value[MOST], change[MOST];
    double first = like->out + (window + 2) / scale;
    for (int j = 0; j < n; j++)
        if (!value_along(f, cam, table, aspect, side, along, first - j * pitch / scale, 1.5 / scale, like, &value[j]))
            return false;
    int best = -1;
    for (int j = 3; j < n - 3; j++) {
        change[j] = (value[j + 1] + value[j + 2] + value[j + 3] - value[j - 1] - value[j - 2] - value[j - 3]) / 6;
        if (j > 3 && j < n - 4 && (best < 0 || change[j] > change[best]))
            best = j;
    }
    if (best < 5 || best > n - 6 || change[best] <= 0)
        return false;
    double a = change[best - 1], b = change[best], c = change[best + 1], curve = a - 2 * b + c;
    double at = best + (curve < 0 ? 0.5 * (a - c) / curve : 0);
    struct vec2 p = side_point(table, aspect, side, along, first - at * pitch / scale);
    edge->line = (enum fit_line)(FIT_NOSE_TOP + side);
    edge->weight = 1;
    *strength = b;
    return camera_project(cam, (struct vec3){p.x, p.y, table->nose_height}, &edge->px);
}

/* Drops edges much weaker or stronger than the usual: they belong to something else. */
static int keep_usual(struct fit_edge *edge, const double *strength, int n)
{
    float sorted[SAMPLES_MAX];
    for (int i = 0; i < n; i++)
        sorted[i] = (float)strength[i];
    float usual = values_median(sorted, n);
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (strength[i] > 0.35 * usual && strength[i] < 2.5 * usual)
            edge[kept++] = edge[i];
    return kept;
}

int edges_measure(const struct frame *f, const struct camera *cam, const struct table *table, double aspect, int side,
                  const struct edge_candidate *like, double window, int n, struct fit_edge *edge)
{
    double along[SAMPLES_MAX], strength[SAMPLES_MAX];
    int found = 0;
    n = n < SAMPLES_MAX ? n : SAMPLES_MAX;
    side_samples(table, side, n, along);
    for (int i = 0; i < n; i++)
        found += measure_one(f, cam, table, aspect, side, along[i], like, window, &edge[found], &strength[found]);
    return keep_usual(edge, strength, found);
}

static bool is_cloth(const struct cloth *cloth, const struct thumb *thumb, struct vec2 px)
{
    int i = (int)lround(thumb_from_px(thumb, px.x)), j = (int)lround(thumb_from_px(thumb, px.y));
    return i >= 0 && j >= 0 && i < cloth->w && j < cloth->h && cloth->cell[j * cloth->w + i];
}

int edges_border(const struct cloth *cloth, const struct thumb *thumb, const struct camera *cam,
                 const struct table *table, int side, double out, double window_px, int n, struct fit_edge *edge)
{
    double along[SAMPLES_MAX];
    int found = 0;
    n = n < SAMPLES_MAX ? n : SAMPLES_MAX;
    side_samples(table, side, n, along);
    for (int i = 0; i < n; i++) {
        double scale = scale_at(cam, table, 0, side, along[i]) * edges_grain(cam);
        for (double d = window_px; scale > 0 && d > -window_px; d -= 0.5 * thumb->scale) {
            struct vec2 p = side_point(table, 0, side, along[i], out + d / scale), px;
            if (!camera_project(cam, (struct vec3){p.x, p.y, table->nose_height}, &px) || !is_cloth(cloth, thumb, px))
                continue;
            bool cut = px.x < 2 * thumb->scale || px.y < 2 * thumb->scale || px.x > cam->width - 2 * thumb->scale ||
                       px.y > cam->height - 2 * thumb->scale;
            if (!cut && d < window_px) /* at the very first place: the border is further out */
                edge[found++] =
                    (struct fit_edge){.px = px, .line = (enum fit_line)(FIT_BORDER_TOP + side), .weight = 1};
            break;
        }
    }
    return found;
}
