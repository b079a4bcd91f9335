/* SPDX-License-Identifier: Apache-2.0 */
/* streaks.c: which foreign areas are balls too fast for an outline?
 *
 * A ball that moves by most of its radius while it is exposed has no rim to fit. What is left of it is an area as wide
 * as a ball, longer than wide, by itself on the cloth, and not where one like it was a frame before. Every pixel of it
 * differs from cloth by the share of the exposure in which the ball was there, so its centre of gravity is where the
 * ball was in the middle of the exposure, and the variance across the way is r^2 / 4 however long it is. Where the
 * model of a smeared limb fits (motion.c), that says better where it was, also beside noses, lines and shadows. */
#include "closer.h"
#include "err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double longest = 12;     /* radii: 13 m/s in 1/40 s; more of a smear hardly differs from cloth */
static const double first_long = 3;   /* radii, at the first look: a sleeve is as new as anything else */
static const double least_long = 1.1; /* variance along over across: less is for rims */

struct blot {
    int n, joints; /* sites; how often one lies beside what has been foreign for longer */
    bool outside;  /* next to what is no cloth */
    bool at_ball;  /* next to a ball that was found */
    double w, x, y, xx, xy, yy;
};

/* A streak in pixels: across and along are variances. */
struct shape {
    struct vec2 centre, way;
    double across, along;
};

int streaks_open(struct streaks *s, size_t sites)
{
    *s = (struct streaks){.look = calloc(sites, 1),
                          .age = calloc(sites, 1),
                          .first = calloc(sites, 1),
                          .bits = calloc(sites / 32, sizeof *s->bits),
                          .fresh = calloc(sites / 32, sizeof *s->fresh),
                          .words = sites / 32};
    return s->look && s->age && s->first && s->bits && s->fresh ? 0 : ERR_MEMORY;
}

void streaks_close(struct streaks *s)
{
    free(s->look);
    free(s->age);
    free(s->first);
    free(s->bits);
    free(s->fresh);
    *s = (struct streaks){0};
}

/* ---- what lies there --------------------------------------------------------------------------------------------- */

static const int settled = 5; /* looks: no smeared ball is in one place so long */

/* True when it is fresh. */
static bool look_at_site(uint8_t *look, uint8_t *age, int now)
{
    int was = *look, tolerance = 8 + was / 8;
    if (abs(now - was) <= tolerance) {
        *age += *age < 255;
        return *age < settled;
    }
    *look = (uint8_t)now;
    *age = 0;
    return true;
}

/* 32 sites, of which some were foreign and some are now. Returns which are fresh. */
static uint32_t look_at_word(uint32_t was, uint32_t is, const uint8_t *off, uint8_t *look, uint8_t *age)
{
    uint32_t fresh = 0;
    for (uint32_t bits = was & ~is; bits; bits &= bits - 1)
        age[__builtin_ctz(bits)] = look[__builtin_ctz(bits)] = 0;
    for (uint32_t bits = is; bits; bits &= bits - 1) {
        int at = __builtin_ctz(bits);
        fresh |= (uint32_t)look_at_site(look + at, age + at, off[at]) << at;
    }
    return fresh;
}

/* How long each foreign site has looked as it does. */
static void remember(struct vision *v)
{
    struct streaks *s = &v->streaks;
    const uint32_t *now = v->ground.bits;
    memset(s->fresh, 0, s->words * sizeof *s->fresh);
    for (size_t w = 0; w < s->words; w++)
        if (s->bits[w] | now[w]) {
            s->fresh[w] = look_at_word(s->bits[w], now[w], v->ground.off + 32 * w, s->look + 32 * w, s->age + 32 * w);
            s->bits[w] = now[w];
        }
    if (!s->started)
        memcpy(s->first, s->look, 32 * s->words);
    s->started = true;
}

/* ---- areas ------------------------------------------------------------------------------------------------------- */

/* Fresh, and no line of light; of small balls too little would be left. */
static bool solid(const struct vision *v, int site)
{
    const struct ground *g = &v->ground;
    return site_marked(v->streaks.fresh, site) &&
           (v->votes.least_radius < 2.5f * SITE || ground_solid(g, site % g->cols, site / g->cols));
}

/* Balls that were found, and in v->todo nothing yet. */
static void cover_balls(struct vision *v, const struct vision_result *out)
{
    size_t bytes = (size_t)v->ground.cols * (size_t)v->ground.rows / 8;
    memset(v->covered, 0, bytes);
    memset(v->todo, 0, bytes);
    for (int k = 0; k < out->balls_n; k++)
        ground_cover(&v->ground, out->balls[k].px, 1.25 * (double)out->balls[k].radius_px, v->covered);
}

/* What differs by half as much as the middle of it is ball; blur, bleeding colours and shadow about it differ by less.
 * The middle by the mean in which each site counts as much as it differs: a glint alone changes it little. */
static double full_residual(const struct vision *v, const struct frame *f, int n)
{
    double sum = 0, squares = 0;
    for (int k = 0; k < n; k++) {
        double r = ground_residual(&v->ground, f, v->stack[k] % v->ground.cols, v->stack[k] / v->ground.cols);
        sum += r;
        squares += r * r;
    }
    return fmax(1, 0.6 * squares / fmax(1, sum));
}

/* Each of the first n sites of the stack counts by its share of ball. */
static void weigh(const struct vision *v, const struct frame *f, struct blot *a)
{
    const struct ground *g = &v->ground;
    double full = full_residual(v, f, a->n);
    for (int k = 0; k < a->n; k++) {
        int i = v->stack[k] % g->cols, j = v->stack[k] / g->cols;
        double w = fmin(1, ground_residual(g, f, i, j) / full), x = g->x0 + i * SITE, y = g->y0 + j * SITE;
        a->w += w;
        a->x += w * x;
        a->y += w * y;
        a->xx += w * x * x;
        a->xy += w * x * y;
        a->yy += w * y * y;
    }
}

/* May all of the first n sites of the stack be cloth in a shadow? */
static bool all_shade(const struct vision *v, const struct frame *f, int n)
{
    int lit = 0;
    for (int k = 0; k < n; k++)
        lit += !ground_shaded(&v->ground, f, v->stack[k] % v->ground.cols, v->stack[k] / v->ground.cols);
    return 10 * lit < n;
}

/* At the first look a shadow is as new as anything else: of the colour of shaded cloth, or hardly darker than cloth. */
static bool may_be_shadow(const struct vision *v, const struct frame *f, int n)
{
    return all_shade(v, f, n) || full_residual(v, f, n) < 2 * v->ground.far;
}

/* One connected area of sites that have just become foreign. They are left on the stack, and marked in v->todo. */
static struct blot grow(struct vision *v, int seed)
{
    const struct ground *g = &v->ground;
    struct blot a = {.n = 1};
    v->stack[0] = seed;
    site_mark(v->todo, seed);
    for (int k = 0; k < a.n; k++) {
        int i = v->stack[k] % g->cols, j = v->stack[k] / g->cols;
        for (int d = 0; d < 9; d++) {
            int x = i + d % 3 - 1, y = j + d / 3 - 1, to = y * g->cols + x;
            bool inside = x >= 0 && y >= 0 && x < g->cols && y < g->rows;
            a.outside |= !inside || g->kind[to] == SITE_OUTSIDE;
            a.at_ball |= inside && site_marked(v->covered, to);
            a.joints += inside && ground_foreign(g, x, y) && !site_marked(v->streaks.fresh, to);
            if (!inside || site_marked(v->covered, to) || site_marked(v->todo, to) || !solid(v, to))
                continue;
            site_mark(v->todo, to);
            v->stack[a.n++] = to;
        }
    }
    return a;
}

static struct shape shape_of(const struct blot *a)
{
    const double grain = SITE * SITE / 12.0;
    double x = a->x / a->w, y = a->y / a->w;
    double xx = a->xx / a->w - x * x - grain, yy = a->yy / a->w - y * y - grain, xy = a->xy / a->w - x * y;
    double half = hypot((xx - yy) / 2, xy), mean = (xx + yy) / 2, angle = atan2(2 * xy, xx - yy) / 2;
    return (struct shape){vec2(x, y), vec2(cos(angle), sin(angle)), mean - half, mean + half};
}

/* Of the size and shape of a smeared ball? All that was cut off it at the limit makes it narrower and shorter. Beside a
 * ball that was found it must be just so: what is left over of a halo or of an arm is of any shape. */
static bool like_a_ball(const struct blot *a, const struct shape *s, double r, double smear, double most)
{
    double area = a->w * SITE * SITE, full = 3.1416 * r * r + 2 * r * smear, narrow = a->at_ball ? 0.22 : 0.13;
    return s->across > narrow * r * r && s->across < 0.45 * r * r && s->along > least_long * s->across &&
           smear < most * r && area > (a->at_ball ? 0.7 : 0.55) * full && area < (a->at_ball ? 1.15 : 1.3) * full;
}

/* The smear in mm: the way between the two ends. */
static struct vec2 smear_mm(const struct vision *v, const struct shape *s, double smear)
{
    struct vec2 a, b;
    if (!camera_to_plane(&v->calibration.camera, vec2_along(s->centre, -smear / 2, s->way), v->radius, &a) ||
        !camera_to_plane(&v->calibration.camera, vec2_along(s->centre, smear / 2, s->way), v->radius, &b))
        return vec2(0, 0);
    return vec2_sub(b, a);
}

/* sd: px. */
static void report(const struct vision *v, const struct shape *s, struct vec2 mm, float radius, double smear, double sd,
                   struct vision_result *out)
{
    double scale = camera_scale(&v->calibration.camera, (struct vec3){mm.x, mm.y, v->radius});
    if (out->balls_n == VISION_BALLS) {
        out->balls_dropped++;
        return;
    }
    out->balls[out->balls_n++] = (struct ball_obs){.px = s->centre,
                                                   .mm = mm,
                                                   .smear_mm = smear_mm(v, s, smear),
                                                   .sd_mm = (float)(sd / scale),
                                                   .radius_px = radius,
                                                   .quality = 0.5f};
}

/* By the shape of the area alone. */
static void judge(const struct vision *v, const struct blot *a, const struct shape *s, double most,
                  struct vision_result *out)
{
    struct outline o;
    struct vec2 mm;
    if (!camera_to_plane(&v->calibration.camera, s->centre, v->radius, &mm) || !outlines_at(&v->outlines, mm, &o))
        return;
    double r = (double)o.mean, smear = sqrt(12 * fmax(s->along - s->across, 0));
    if (like_a_ball(a, s, r, smear, most) && ball_possible(v, mm))
        report(v, s, mm, o.mean, smear, 0.5 + 0.04 * smear, out);
}

static bool is_found(const struct vision *v, const struct vision_result *out, struct vec2 mm)
{
    for (int i = 0; i < out->balls_n; i++)
        if (vec2_dist(out->balls[i].mm, mm) < 1.8 * v->radius)
            return true;
    return false;
}

/* Half a ball to four of them, and not all of it shadow? */
static bool of_a_size(const struct vision *v, const struct frame *f, int n)
{
    float r2 = v->votes.least_radius * v->votes.least_radius / (SITE * SITE);
    return (float)n > 1.5f * r2 && (float)n < 13 * r2 && !all_shade(v, f, n);
}

/* By its limb, smeared as it is, in the middle of what is foreign and no shadow: lines, noses and shadows that the area
 * hangs together with do not matter then. */
static bool settle(struct vision *v, const struct frame *f, struct vec2 centre, struct vision_result *out)
{
    if (v->hyp_n == HYPOTHESES)
        return false;
    struct hypothesis *h = &v->hyp[v->hyp_n];
    *h = (struct hypothesis){0};
    if (!ball_move_to(v, h, centre) || !closer_to_middle(v, f, h) || !motion_fit(v, f, h, 0, 1))
        return false;
    struct vec2 way = vec2((double)h->smear[0], (double)h->smear[1]);
    struct shape s = {.centre = h->outline.centre, .way = vec2_unit(way)};
    if (!is_found(v, out, h->mm))
        report(v, &s, h->mm, h->outline.mean, vec2_len(way), (double)h->rim.sd, out);
    return true;
}

void streaks_find(struct vision *v, const struct frame *f, struct vision_result *out)
{
    const int least = 5; /* sites */
    const uint32_t *fresh = v->streaks.fresh;
    size_t words = v->streaks.words;
    bool at_first = !v->streaks.started;
    remember(v);
    cover_balls(v, out);
    for (size_t w = sites_next(fresh, 0, words); w < words; w = sites_next(fresh, w + 1, words))
        for (uint32_t bits = fresh[w] & ~v->covered[w]; bits; bits &= bits - 1) {
            int seed = 32 * (int)w + __builtin_ctz(bits);
            if (site_marked(v->todo, seed) || !solid(v, seed))
                continue;
            struct blot a = grow(v, seed);
            if (a.n < least)
                continue;
            bool by_itself = !a.outside && a.joints < a.n / 4 && !(at_first && may_be_shadow(v, f, a.n));
            bool sized = of_a_size(v, f, a.n);
            if (!by_itself && !sized)
                continue;
            weigh(v, f, &a);
            struct shape s = shape_of(&a);
            if (!(sized && settle(v, f, s.centre, out)) && by_itself)
                judge(v, &a, &s, at_first ? first_long : longest, out);
        }
}
