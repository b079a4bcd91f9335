/* SPDX-License-Identifier: Apache-2.0 */
/* mouths.c: where does the cloth end in the dark of the pockets? Noses can be taken for other edges that run beside
 * them, all four agreeing: the edge of the wood, the far edge of a shadow. Pockets then are not where they should be.
 */
#include "log.h"
#include "search.h"

#include <string.h>

enum { STEPS = 120, LATERAL = 2, INSIDE = 15 };

static const double step_mm = 4, from_mm = -300; /* from the edge of the fall, outwards */

/* Shadow and leather make corner pockets seem to begin up to 32 mm too far in on real tables, and that is 23 mm across
 * the cushion; the edge of the wood, taken for noses, lies 35 mm or more outside them. */
static const double inside_mm = 25;

static bool is_corner(const struct pocket_shape *k)
{
    return fabs(k->fall.x) > fabs(k->fall.y) / 2;
}

/* Into the pocket from the middle of the table. */
static struct vec2 way_in(const struct pocket_shape *k)
{
    double x = is_corner(k) ? copysign(1, k->fall.x) : 0, y = copysign(1, k->fall.y);
    return vec2_unit(vec2(x, y));
}

/* Light along the way into a pocket, each value the mean of a few side by side. Returns how many: pictures end. */
static int read_way(const struct frame *f, const struct camera *cam, const struct pocket_shape *k, float light[STEPS])
{
    struct vec2 in = way_in(k), side = vec2_left(in), edge = vec2_along(k->fall, -k->fall_radius, in);
    for (int i = 0; i < STEPS; i++) {
        light[i] = 0;
        for (int j = -LATERAL; j <= LATERAL; j++) {
            struct vec2 px, at = vec2_along(vec2_along(edge, from_mm + i * step_mm, in), 2.5 * j, side);
            float yuv[3];
            if (!camera_project(cam, (struct vec3){at.x, at.y, 0}, &px) || px.x < 1 || px.y < 1 ||
                px.x > f->width - 2 || px.y > f->height - 2)
                return i;
            pixels_at(f, 0, px.x, px.y, yuv);
            light[i] += yuv[0] / (2 * LATERAL + 1);
        }
    }
    return STEPS;
}

/* mm from where the fall should begin to where the dark begins, outwards positive. */
static bool find_edge(const float *light, int steps, double *off)
{
    const float least = 20; /* levels between cloth and pocket */
    const int lasts = 6;    /* steps: a line or a letter is not so wide */
    if (steps < INSIDE)
        return false;
    float inside[INSIDE], darkest = light[0];
    memcpy(inside, light, sizeof inside);
    float cloth = values_median(inside, INSIDE);
    for (int i = 0; i < steps; i++)
        darkest = fminf(darkest, light[i]);
    float limit = darkest + 0.35f * (cloth - darkest);
    if (cloth - darkest < least)
        return false;
    for (int i = INSIDE, dark = 0; i < steps; i++) {
        dark = light[i] < limit ? dark + 1 : 0;
        if (dark == lasts) {
            *off = from_mm + (i - lasts + 1) * step_mm;
            return true;
        }
    }
    return false;
}

/* mm by which each fall begins further out than this camera says; NAN: not seen. */
static void measure(const struct frame *f, const struct camera *cam, const struct table *t, double off[POCKET_COUNT])
{
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        float light[STEPS];
        if (!find_edge(light, read_way(f, cam, &t->pocket[i], light), &off[i]))
            off[i] = NAN;
    }
    log_debug("mouths begin too far out by %.0f %.0f %.0f %.0f %.0f %.0f mm", off[1], off[2], off[3], off[4], off[5],
              off[6]);
}

/* On average, as they lie across the cushion: but for those whose dark begins past the fall, which is its far wall, and
 * far further in than others, which is a ball in the jaws. */
bool mouths_too_far_in(const struct frame *f, const struct camera *cam, const struct table *t)
{
    const double past_mm = 30, ball_mm = -62;
    double off[POCKET_COUNT], sum = 0;
    int seen = 0, free = 0;
    measure(f, cam, t, off);
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        double across = off[i] / (is_corner(&t->pocket[i]) ? sqrt(2) : 1);
        seen += across < past_mm;
        if (across < past_mm && across > ball_mm) {
            sum += across;
            free++;
        }
    }
    return seen >= 3 && (free == 0 || sum < -inside_mm * free);
}

/* The median of the pockets along a side, however they are cut; NAN: fewer than two of them are seen. */
static double off_side(const struct table *t, const double off[POCKET_COUNT], double side)
{
    float seen[POCKET_COUNT];
    int n = 0;
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++)
        if (t->pocket[i].fall.y * side > 0 && !isnan(off[i]))
            seen[n++] = (float)off[i];
    return n < 2 ? NAN : (double)values_median(seen, n);
}

double mouths_askew(const struct frame *f, const struct camera *cam, const struct table *t)
{
    double off[POCKET_COUNT];
    measure(f, cam, t, off);
    double apart = fabs(off_side(t, off, 1) - off_side(t, off, -1));
    return isnan(apart) ? 0 : apart;
}

/* Of the middle pocket on this side, or of the other when this one is not seen. */
static double off_middle(const struct table *t, const double off[POCKET_COUNT], double side)
{
    double other = NAN;
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        if (is_corner(&t->pocket[i]) || isnan(off[i]))
            continue;
        if (t->pocket[i].fall.y * side > 0)
            return off[i];
        other = off[i];
    }
    return other;
}

bool mouths_corners(const struct frame *f, const struct camera *cam, const struct table *t, struct vec2 px[4])
{
    static const double sign[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}; /* clockwise, seen from above */
    double off[POCKET_COUNT];
    measure(f, cam, t, off);
    for (int c = 0; c < 4; c++) {
        double along = NAN, across = off_middle(t, off, sign[c][1]);
        for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++)
            if (is_corner(&t->pocket[i]) && t->pocket[i].fall.x * sign[c][0] > 0 &&
                t->pocket[i].fall.y * sign[c][1] > 0)
                along = sqrt(2) * off[i] - across; /* seen along the diagonal */
        if (isnan(along) || !camera_project(cam,
                                            (struct vec3){sign[c][0] * (t->bed.length / 2 + along),
                                                          sign[c][1] * (t->bed.width / 2 + across), t->nose_height},
                                            &px[c]))
            return false;
    }
    return true;
}
