/* SPDX-License-Identifier: Apache-2.0 */
/* marks.c: thin lines on cloth, lighter or darker than it, sought where the table kind says and a little round it. */
#include "marks.h"

#include "log.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 160, SAMPLES_MOST = 256 };

/* Lines are thin and often worn: each sample counts less than one on a nose. */
static const float mark_weight = 0.5f;

/* A place on a mark and the direction across it. */
struct place {
    struct vec2 at, across;
};

/* i-th of n places on a line across the table at x, or on the half circle of radius r about (x, 0) that opens away
 * from the end `end` (-1: the bottom end). */
static struct place line_place(double x, double half_width, int i, int n)
{
    return (struct place){vec2(x, half_width * ((i + 0.5) / n * 2 - 1)), vec2(1, 0)};
}

static struct place arc_place(double x, double r, int end, int i, int n)
{
    double angle = 3.14159265358979 * ((i + 0.5) / n - 0.5);
    struct vec2 out = vec2(end * cos(angle), sin(angle));
    return (struct place){vec2_along(vec2(x, 0), r, out), out};
}

static bool luma_at(const struct frame *f, const struct camera *cam, struct vec2 p, double *y)
{
    struct vec2 px;
    float c[3];
    if (!camera_project(cam, (struct vec3){p.x, p.y, 0}, &px) || px.x < 1 || px.y < 1 || px.x > cam->width - 2 ||
        px.y > cam->height - 2)
        return false;
    pixels_at(f, cam->chroma_x, px.x, px.y, c);
    *y = c[0];
    return true;
}

/* How much lighter a place is than the cloth at both sides of it. Both sides must agree with each other. */
static bool ridge(const struct frame *f, const struct camera *cam, struct place p, double off, double side,
                  double *response)
{
    double a, b, c;
    if (!luma_at(f, cam, vec2_along(p.at, off - side, p.across), &a) ||
        !luma_at(f, cam, vec2_along(p.at, off, p.across), &b) ||
        !luma_at(f, cam, vec2_along(p.at, off + side, p.across), &c))
        return false;
    *response = b - (a + c) / 2;
    return true;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How a mark shows along its length: the median response (light positive), and that over the spread. */
struct response {
    double middle, clear;
};

static struct response response_of(double *response, int n)
{
    if (n < SAMPLES / 3)
        return (struct response){0, 0};
    qsort(response, (size_t)n, sizeof *response, compare_doubles);
    double middle = response[n / 2], quarter = response[3 * n / 4] - response[n / 4];
    return (struct response){middle, middle / (0.74 * quarter + 0.5)};
}

/* Beside a line there is always a weaker and opposite response: of two that are clear, the stronger is the line. */
static bool better(struct response a, struct response b)
{
    return fabs(a.clear * a.middle) > fabs(b.clear * b.middle);
}

struct found {
    double x, r; /* where */
    struct response line, arc;
};

static struct response line_response(const struct frame *f, const struct camera *cam, double half_width, double x,
                                     double side)
{
    double response[SAMPLES];
    int n = 0;
    for (int i = 0; i < SAMPLES; i++)
        n += ridge(f, cam, line_place(x, half_width, i, SAMPLES), 0, side, &response[n]);
    return response_of(response, n);
}

static struct response arc_response(const struct frame *f, const struct camera *cam, double x, double r, int end,
                                    double side)
{
    double response[SAMPLES];
    int n = 0;
    for (int i = 0; i < SAMPLES; i++)
        n += ridge(f, cam, arc_place(x, r, end, i, SAMPLES), 0, side, &response[n]);
    return response_of(response, n);
}

/* The clearest line, and the clearest D on it of the same polarity, at one end. */
static struct found seek(const struct frame *f, const struct camera *cam, const struct bed *bed, int end, double scale)
{
    struct found best = {0};
    double nominal = end < 0 ? bed->baulk_x : -bed->baulk_x, reach = 0.04 * bed->length, side = 3.5 / scale;
    for (double off = -reach; off <= reach; off += 0.5 / scale) {
        struct response r = line_response(f, cam, 0.44 * bed->width, nominal + off, side);
        if (better(r, best.line))
            best = (struct found){.x = nominal + off, .line = r};
    }
    for (double r = 0.85 * bed->d_radius; bed->d_radius > 0 && r <= 1.15 * bed->d_radius; r += 0.5 / scale) {
        struct response arc = arc_response(f, cam, best.x, r, end, side);
        if (arc.middle * best.line.middle > 0 && better(arc, best.arc)) {
            best.arc = arc;
            best.r = r;
        }
    }
    return best;
}

static void half_turn(struct fit *fit, struct calibration *c)
{
    static const int columns[] = {0, 1, 3, 4, 6, 7};
    for (int i = 0; i < 6; i++)
        fit->start_R[columns[i]] = -fit->start_R[columns[i]];
    for (int side = 0; side < SIDES; side += 2) {
        struct edge_candidate other = c->nose[side];
        c->nose[side] = c->nose[side + 1];
        c->nose[side + 1] = other;
    }
}

static double score_of(const struct found *found)
{
    return fmin(fabs(found->line.clear), 3) + 1.5 * fmin(fabs(found->arc.clear), 3);
}

/* Only the full-size table's lines are in a book to the millimetre, and the baulk-line of English pool as a share of
 * the length. On others the lines tell the end, and the D its roundness: a table seen slantwise has an oval one. */
void marks_trust(const struct table *table, struct fit_params *params)
{
    bool book = !strcmp(table->kind, "snooker-12ft"), english = table->style == TABLE_ENGLISH_POOL;
    params->baulk_sd = book ? 1.5 : english ? 4 : 0.02 * table->bed.length;
    params->d_sd = book ? 1.0 : 0.1 * table->bed.d_radius + 1;
}

void marks_find(const struct frame *f, struct fit *fit, struct calibration *c, struct marks *m)
{
    struct camera cam = fit_camera(fit);
    const struct bed *bed = &fit->table->bed;
    double scale = camera_scale(&cam, (struct vec3){0, 0, 0}) / edges_grain(&cam);
    *m = (struct marks){0};
    if (scale <= 0 || bed->baulk_x >= 0)
        return;
    struct found low = seek(f, &cam, bed, -1, scale), high = seek(f, &cam, bed, 1, scale);
    double a = score_of(&low), b = score_of(&high), least = bed->d_radius > 0 ? 1.5 : 0.9;
    log_debug("marks: bottom %.2f (line %.2f at %.0f, D %.2f r %.0f), top %.2f (line %.2f at %.0f, D %.2f r %.0f)", a,
              low.line.clear, low.x, low.arc.clear, low.r, b, high.line.clear, high.x, high.arc.clear, high.r);
    if (fmax(a, b) < least || fmax(a, b) < 2.2 * fmin(a, b))
        return;
    c->orientation = ORIENTATION_SEEN;
    if (b > a) {
        half_turn(fit, c);
        low = high;
        low.x = -low.x;
    }
    *m = (struct marks){.x = low.x, .r = fabs(low.arc.clear) > 0.5 ? low.r : 0, .sign = low.line.middle < 0 ? -1 : 1};
}

/* The top of the ridge near a place, to a fraction of a pixel, of the polarity of the whole mark. */
static bool measure_one(const struct frame *f, const struct camera *cam, struct place p, double sign, double scale,
                        struct vec2 *px, double *off)
{
    enum { REACH = 8, N = 2 * REACH + 1 };
    double value[N];
    int best = 0;
    for (int j = 0; j < N; j++) {
        if (!ridge(f, cam, p, (j - REACH) * 0.5 / scale, 3.5 / scale, &value[j]))
            return false;
        value[j] *= sign;
        best = value[j] > value[best] ? j : best;
    }
    if (best < 1 || best > N - 2 || value[best] < 1.5)
        return false;
    double curve = value[best - 1] - 2 * value[best] + value[best + 1];
    double at = best + (curve < 0 ? 0.5 * (value[best - 1] - value[best + 1]) / curve : 0);
    *off = (at - REACH) * 0.5 / scale;
    struct vec2 q = vec2_along(p.at, *off, p.across);
    return camera_project(cam, (struct vec3){q.x, q.y, 0}, px);
}

/* Edges along a mark where it was last seen; *where moves to where it is now. */
static int measure_mark(const struct frame *f, const struct camera *cam, const struct bed *bed, const struct marks *m,
                        enum fit_line line, int n, struct fit_edge *edge, double *where)
{
    double scale = camera_scale(cam, (struct vec3){0, 0, 0}) / edges_grain(cam), off[SAMPLES_MOST];
    int found = 0;
    for (int i = 0; i < n; i++) {
        struct place p = line == FIT_D ? arc_place(m->x, m->r, -1, i, n) : line_place(m->x, 0.46 * bed->width, i, n);
        if (measure_one(f, cam, p, m->sign, scale, &edge[found].px, &off[found])) {
            edge[found].line = line;
            edge[found++].weight = mark_weight;
        }
    }
    if (found < n / 4)
        return 0;
    qsort(off, (size_t)found, sizeof *off, compare_doubles);
    *where += off[found / 2];
    return found;
}

/* Drawn where the table's kind says, as far as a camera whose height is hardly known can tell? */
static bool as_drawn(double seen, double nominal, double sd, double unsure)
{
    return fabs(seen - nominal) < 3 * sd + unsure * nominal;
}

/* Of what is seen on the cloth, while noses and cloth cannot be told apart by height: a share. */
static double height_unsure(const struct table *table, const struct camera *cam)
{
    return 0.7 * table->nose_height / fmax(500, camera_position(cam).z);
}

/* Lines are drawn by hand along a template, and anew with each cloth; the edge of the wood, taken for a nose, lies 35
 * mm or more outside it. */
bool marks_elsewhere(const struct calibration *c)
{
    const double carelessly = 15; /* mm, besides what is usual */
    struct fit_params p = fit_params_default();
    if (c->mark_sign == 0 || c->d_radius <= 0 || c->table.style == TABLE_POOL)
        return false;
    marks_trust(&c->table, &p);
    return !as_drawn(-c->baulk_x, -c->table.bed.baulk_x, p.baulk_sd + carelessly / 3,
                     height_unsure(&c->table, &c->camera));
}

int marks_measure(const struct frame *f, const struct fit *fit, struct marks *m, int n, struct fit_edge *edge, int room)
{
    const struct bed *bed = &fit->table->bed;
    const struct fit_params *p = &fit->params;
    struct camera cam = fit_camera(fit);
    double unsure = height_unsure(fit->table, &cam);
    n = n < SAMPLES_MOST ? n : SAMPLES_MOST;
    if (m->sign == 0 || room < 2 * n || fit->table->style == TABLE_POOL)
        return 0; /* head strings are drawn by eye: they show the end, not the scale */
    double x = m->x, r = m->r;
    int lines = measure_mark(f, &cam, bed, m, FIT_BAULK, n, edge, &x), arcs = 0;
    if (r > 0)
        arcs = measure_mark(f, &cam, bed, m, FIT_D, n, edge + lines, &r);
    m->x = x;
    m->r = r;
    if (!as_drawn(-x, -bed->baulk_x, p->baulk_sd, unsure) || (arcs && !as_drawn(r, bed->d_radius, p->d_sd, unsure)))
        return 0; /* this table's lines were drawn elsewhere */
    return lines + arcs;
}
