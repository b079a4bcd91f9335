/* SPDX-License-Identifier: Apache-2.0 */
/* vision.c: one worker: opening, learning, and the two ways to look at a frame. */
#include "vision.h"

#include "colour.h"
#include "err.h"
#include "smear.h"
#include "worker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RELIT_FOREIGN 0.2f /* of the cloth: so much at once is a person or another light ... */
#define RELIT_SHARE   0.9  /* ... and this much of it in the cloth's own colour is no person */
#define LIGHT_RADII   1.8  /* of a ball, within which cloth tells the light on it */
#define LIGHT_MOST    3.0f
#define DARK_CLOTH    12.0f /* levels: of black cloth little light comes back to tell anything */

struct vision_params vision_params_default(void)
{
    return (struct vision_params){.balls = BALL_SET_NONE,
                                  .site_limit = 26,
                                  .edge_limit = 6,
                                  .least_support = 0.56,
                                  .reach_mm = 20,
                                  .refine = true};
}

int vision_open(struct vision **out, const struct calibration *c, const struct vision_params *params)
{
    struct vision *v = calloc(1, sizeof *v);
    *out = NULL;
    if (!v)
        return ERR_MEMORY;
    v->calibration = *c;
    v->params = *params;
    v->set = ball_set(params->balls ? params->balls : c->table.balls);
    v->kernels = kernels_best();
    v->unexplained = -1;
    v->limb_sigma = 0.6f;
    v->radius = c->table.bed.ball_d / 2;
    v->usual_light = c->cloth[0];
    int err = ground_open(&v->ground, c);
    if (!err)
        err = votes_open(&v->votes, &v->ground, c, v->radius);
    if (!err)
        err = outlines_open(&v->outlines, &c->camera, v->radius);
    if (!err)
        err = still_open(&v->still);
    size_t sites = (size_t)v->ground.cols * (size_t)v->ground.rows;
    if (!err)
        err = streaks_open(&v->streaks, sites);
    if (!err)
        err = mouths_open(&v->mouths, c);
    if (!err) {
        v->known = malloc(sites / 8);
        v->explained = malloc(sites / 8);
        v->todo = malloc(sites / 8);
        v->covered = malloc(sites / 8);
        v->stack = malloc(sites * sizeof *v->stack);
        err = v->known && v->explained && v->todo && v->covered && v->stack ? 0 : ERR_MEMORY;
    }
    *out = v;
    if (err)
        vision_close(out);
    return err;
}

void vision_close(struct vision **out)
{
    struct vision *v = *out;
    if (!v)
        return;
    ground_close(&v->ground);
    votes_close(&v->votes);
    outlines_close(&v->outlines);
    still_close(&v->still);
    streaks_close(&v->streaks);
    mouths_close(&v->mouths);
    free(v->known);
    free(v->explained);
    free(v->todo);
    free(v->covered);
    free(v->stack);
    free(v);
    *out = NULL;
}

static bool fits(const struct vision *v, const struct frame *f)
{
    return f->width == v->calibration.camera.width && f->height == v->calibration.camera.height &&
           (f->format == PIXEL_I420 || f->format == PIXEL_NV12);
}

/* How much light falls on this table: that of the lightest things on it, half a ball large, as a share of what white
 * balls and chalk have at least where a camera chose its exposure. */
static float light_of(const struct vision *v, const struct frame *f)
{
    const float usual = 160, least = 0.15f; /* levels; a share: below that there is only noise */
    float r = v->votes.least_radius / SITE;
    return fminf(1, fmaxf(least, (float)ground_brightest(&v->ground, f, (int)(1.57f * r * r) + 1) / usual));
}

int vision_learn(struct vision *v, const struct frame *f)
{
    if (!fits(v, f))
        return ERR_FORMAT;
    v->light = light_of(v, f);
    /* In dim light, or on dark cloth, all contrasts are small. */
    double dim = fmin(1, fmax(0.45 * (double)v->light, (double)v->calibration.cloth[0] / 100));
    v->edge_limit = dim * v->params.edge_limit;
    v->site_limit = dim * v->params.site_limit;
    ground_learn(&v->ground, &v->calibration, f, v->site_limit);
    v->learnt = true;
    return 0;
}

static ns_t now(const struct vision *v)
{
    return v->clock ? v->clock() : 0;
}

/* A lamp failed or came on: the cloth is learnt anew under its light. */
static bool learn_light(struct vision *v, const struct frame *f)
{
    struct relit now = ground_relit(&v->ground, f);
    if (now.share < RELIT_SHARE)
        return false;
    for (int i = 0; i < 3; i++)
        v->calibration.cloth[i] *= (float)now.light;
    return vision_learn(v, f) == 0;
}

static void scan(struct vision *v, const struct frame *f, struct vision_result *out)
{
    *out = (struct vision_result){0};
    out->foreign = (float)ground_scan(&v->ground, v->kernels, f);
    if (out->foreign > v->lit_foreign + RELIT_FOREIGN && learn_light(v, f))
        v->lit_foreign = out->foreign = (float)ground_scan(&v->ground, v->kernels, f);
    out->covered = out->foreign > 0.5f;
    out->dark = ground_light(&v->ground, f) < 8;
}

static void learn_white(struct vision *v, const struct ball_obs *balls, int n)
{
    float seen[3];
    bool known = colour_white(&v->calibration, balls, n, seen);
    if (v->white_known && !colour_is_whiter(v->white, seen, known, n))
        return;
    memcpy(v->white, seen, sizeof seen);
    v->white_known = known;
}

/* How much light falls where a ball lies, as a share of what is usual: lamps, lenses and windows make one end of a
 * table brighter than the other, and the cloth shows by how much. The lightest cloth near by counts: the shadow of a
 * nose is on the cloth, not on the ball. */
static float light_at(const struct vision *v, const struct frame *f, const struct ball_obs *ball)
{
    double cloth =
        ground_lightest(&v->ground, ball->px, LIGHT_RADII * (double)ball->radius_px) - (f->full_range ? 0 : 16);
    if (cloth <= 0 || v->usual_light <= DARK_CLOTH)
        return 1;
    return fminf(fmaxf((float)cloth / v->usual_light, 1 / LIGHT_MOST), LIGHT_MOST);
}

/* Its colour as it would be under the usual light. */
static void read_ball(const struct vision *v, const struct frame *f, struct ball_obs *ball)
{
    float light = light_at(v, f, ball), white[3];
    for (int i = 0; i < 3; i++)
        white[i] = light * v->white[i];
    colour_read(f, ball->px, ball->radius_px, white, v->set && v->set->id == BALL_SET_NUMBERED, ball);
    for (int i = 0; i < 3; i++) {
        ball->colour[i] /= light;
        ball->paint[i] /= light;
        ball->band[i] /= light;
    }
}

static void name_balls(struct vision *v, const struct frame *f, struct vision_result *out, int from)
{
    for (int again = v->white[0] > 0; again < 2;
         again++) { /* what is white must be known before it can be told where */
        for (int i = from; i < out->balls_n; i++)
            read_ball(v, f, &out->balls[i]);
        learn_white(v, out->balls, out->balls_n);
    }
    out->paints =
        colour_name(v->set, v->params.names, &v->calibration, v->white[0], v->paints_known, out->balls, out->balls_n);
    for (int i = from; i < out->balls_n; i++) /* what smears is mixed with cloth */
        if (vec2_len(out->balls[i].smear_mm) > 0)
            out->balls[i].kind_p = fminf(out->balls[i].kind_p, 0.45f);
}

/* Balls whose pixels have not changed need not be looked for, unless it is time to measure them. */
static void take_known(struct vision *v, struct vision_result *out)
{
    memset(v->known, 0, (size_t)v->ground.cols * (size_t)v->ground.rows / 8);
    for (int i = 0; i < STILL_BALLS; i++) {
        const struct still_ball *b = &v->still.ball[i];
        if (!b->used || !b->same || still_due(b))
            continue;
        out->balls[out->balls_n++] = b->ball;
        ground_cover(&v->ground, b->ball.px, SHADOW_RADII * (double)b->ball.radius_px, v->known);
    }
}

/* Balls that stand free, and votes for what is left. */
static void find_candidates(struct vision *v, const struct frame *f, const struct vision_result *out)
{
    balls_find_free(v, f, out);
    votes_cast(&v->votes, &v->ground, v->explained, v->kernels, f, 1.5 * v->edge_limit, 0.25);
}

int vision_detect(struct vision *v, const struct frame *f, struct vision_result *out)
{
    int err = v->learnt ? 0 : vision_learn(v, f);
    if (err || !fits(v, f))
        return ERR_FORMAT;
    ns_t t0 = now(v);
    scan(v, f, out);
    still_compare(&v->still, v->kernels, f);
    take_known(v, out);
    int known = out->balls_n;
    ns_t t1 = now(v);
    find_candidates(v, f, out);
    out->candidates_dropped = v->votes.dropped;
    ns_t t2 = now(v);
    if (!v->chroma_asked) { /* a first look at balls at rest teaches where chroma lies and how edges are biased */
        balls_learn(v, f);
        find_candidates(v, f, out);
    }
    balls_find(v, f, out);
    mouths_fetch(v, f);
    streaks_find(v, f, out);
    v->unexplained = regions_find(v, out);
    mouths_find(v, f, out);
    ns_t t3 = now(v);
    name_balls(v, f, out, known);
    mouths_learn(v, out);
    out->noise_mm = still_noise(&v->still);
    still_remember(&v->still, v->kernels, &v->calibration, f, out->balls + known, out->balls_n - known);
    ns_t t4 = now(v);
    regions_cover_kept(v);
    ground_relearn(&v->ground, f, v->covered);
    v->frames++;
    v->spent[VISION_SCAN] = t1 - t0;
    v->spent[VISION_VOTE] = t2 - t1;
    v->spent[VISION_RIM] = t3 - t2;
    v->spent[VISION_COLOUR] = t4 - t3;
    return 0;
}

/* More unexplained than a moment ago? Jaws and pockets that differ from the table kind's are always a little so. */
static bool notice(struct vision *v, int unexplained)
{
    const int few = 6; /* sites: less than half a ball */
    bool more = v->unexplained >= 0 && unexplained > v->unexplained + few;
    if (v->unexplained < 0 || unexplained < v->unexplained)
        v->unexplained = unexplained;
    return more;
}

static struct still_ball *still_near(struct vision *v, const struct vision_expect *e)
{
    return still_at(&v->still, e->mm, fmin(v->radius, v->params.reach_mm));
}

/* Puts what is the same into the result; returns how many others must be looked for. */
static int take_still(struct vision *v, const struct vision_expect *expect, int n, struct vision_expect *others,
                      struct vision_result *out)
{
    enum { AT_ONCE = 1 };
    int left = 0, again = 0;
    for (int i = 0; i < n && i < VISION_BALLS; i++) {
        const struct still_ball *b = still_near(v, &expect[i]);
        if (b && (again == AT_ONCE || !still_due(b))) {
            out->balls[out->balls_n++] = b->ball;
        } else if (b) {
            again++;
            others[left] = expect[i];
            others[left++].mm = b->ball.mm;
        } else if (!expect[i].only_same) {
            others[left++] = expect[i];
        }
    }
    return left;
}

static bool is_found(const struct vision *v, const struct vision_result *out, struct vec2 mm)
{
    for (int i = 0; i < out->balls_n; i++)
        if (vec2_dist(out->balls[i].mm, mm) < v->radius)
            return true;
    return false;
}

/* A ball that is not where it was expected may still be where it was last seen. */
static void look_where_seen(struct vision *v, const struct frame *f, const struct vision_expect *others, int n,
                            struct vision_result *out)
{
    struct vision_expect seen[VISION_BALLS];
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (is_found(v, out, others[i].mm))
            continue;
        const struct still_ball *b = still_last(&v->still, others[i].mm, v->params.reach_mm);
        if (!b || is_found(v, out, b->ball.mm))
            continue;
        seen[count] = others[i];
        seen[count++].mm = b->ball.mm;
    }
    if (count)
        balls_follow(v, f, seen, count, out);
}

/* Of balls that are the same and were measured all the same: their rim improves what is known of them. */
static int correct_still(struct vision *v, struct vision_result *out, int from)
{
    int moved = from;
    for (int i = from; i < out->balls_n; i++) {
        struct still_ball *b = still_at(&v->still, out->balls[i].mm, 0.3 * v->radius);
        if (!b)
            continue;
        still_correct(&v->still, b, &out->balls[i]);
        out->balls[i] = out->balls[moved];
        out->balls[moved++] = b->ball;
    }
    return moved;
}

int vision_track(struct vision *v, const struct frame *f, const struct vision_expect *expect, int n,
                 struct vision_result *out)
{
    int err = v->learnt ? 0 : vision_learn(v, f);
    if (err || !fits(v, f))
        return ERR_FORMAT;
    ns_t t0 = now(v);
    scan(v, f, out);
    ns_t t1 = now(v);
    struct vision_expect others[VISION_BALLS];
    still_compare(&v->still, v->kernels, f);
    int left = take_still(v, expect, n, others, out), still = out->balls_n;
    if (left) {
        balls_follow(v, f, others, left, out);
        look_where_seen(v, f, others, left, out);
        still = correct_still(v, out, still);
    }
    ns_t t2 = now(v);
    if (still < out->balls_n)
        name_balls(v, f, out, still);
    still_remember(&v->still, v->kernels, &v->calibration, f, out->balls + still, out->balls_n - still);
    out->noise_mm = still_noise(&v->still);
    out->changed = notice(v, regions_find(v, out)) || out->balls_n < n;
    regions_cover_kept(v);
    ground_relearn(&v->ground, f, v->covered);
    v->frames++;
    v->spent[VISION_SCAN] = t1 - t0;
    v->spent[VISION_VOTE] = 0;
    v->spent[VISION_RIM] = t2 - t1;
    v->spent[VISION_COLOUR] = now(v) - t2;
    return 0;
}

void vision_forget(struct vision *v)
{
    still_forget(&v->still);
    v->ghosts_n = 0;
}

const char *vision_stage_name(enum vision_stage stage)
{
    static const char *const names[VISION_STAGES] = {"scan", "vote", "rim", "colour"};
    return names[stage];
}

void vision_time(struct vision *v, ns_t (*clock)(void))
{
    v->clock = clock;
}

const ns_t *vision_times(const struct vision *v)
{
    return v->spent;
}

bool vision_foreign_at(const struct vision *v, int x, int y)
{
    const struct ground *g = &v->ground;
    int i = (x - g->x0) / SITE, j = (y - g->y0) / SITE;
    return x >= g->x0 && y >= g->y0 && i < g->cols && j < g->rows && ground_foreign(g, i, j);
}

int vision_votes_at(const struct vision *v, int x, int y)
{
    int i = (x - v->votes.x0) / VOTE_CELL, j = (y - v->votes.y0) / VOTE_CELL;
    if (i < 0 || j < 0 || i >= v->votes.w || j >= v->votes.h)
        return 0;
    int n = v->votes.sum[j * v->votes.w + i];
    return n > 255 ? 255 : n;
}

bool vision_smear(const struct vision *v, const struct frame *f, const struct vision_result *seen, int ball,
                  struct vec2 way, struct vision_smear *out)
{
    const double longest = 0.9; /* radii: of a longer one nothing of the ball is the same throughout */
    const struct camera *c = &v->calibration.camera;
    struct vec2 at = seen->balls[ball].mm, to, ahead = vec2_along(at, 1, vec2_unit(way));
    struct outline o;
    struct smear smear;
    for (int i = 0; i < seen->balls_n; i++)
        if (i != ball && vec2_dist(seen->balls[i].mm, at) < 4 * v->radius)
            return false;
    if (!outlines_at(&v->outlines, at, &o) || !camera_project(c, (struct vec3){ahead.x, ahead.y, v->radius}, &to))
        return false;
    struct vec2 px = vec2_sub(to, o.centre); /* of a mm that way */
    struct limb_params p = closer_limb_params(v);
    p.range[0] = (float)(px.x * longest * (double)o.mean / vec2_len(px));
    p.range[1] = (float)(px.y * longest * (double)o.mean / vec2_len(px));
    if (!smear_measure(f, &o, &p, &smear))
        return false;
    *out = (struct vision_smear){smear.px / vec2_len(px), smear.gain};
    return true;
}
