/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c: runs vision on a frame and turns its result into an observation. */
#include "watch.h"

#include "err.h"
#include "find_camera.h"
#include "places.h"

#include <string.h>

static int open_eyes(struct vision **v, const struct calibration *c, const struct watch *w, const struct frame *empty)
{
    struct vision_params params = vision_params_default();
    params.balls = w->set;
    params.names = w->names;
    int err = vision_open(v, c, &params);
    if (!err && (err = vision_learn(*v, empty)))
        vision_close(v);
    return err;
}

int watch_open(struct watch *w, const struct calibration *c, enum ball_set_id set, ball_mask names,
               const struct frame *empty)
{
    memset(w, 0, sizeof *w);
    w->calibration = *c;
    w->set = set;
    w->names = names;
    bump_start(&w->bump);
    return open_eyes(&w->vision, c, w, empty);
}

void watch_close(struct watch *w)
{
    vision_close(&w->vision);
}

/* English pool: the centre of its smaller cue-ball is lower than those of the others. */
static double cue_lower(const struct watch *w, enum ball_kind kind)
{
    const struct bed *bed = &w->calibration.table.bed;
    bool cue = kind == BALL_KIND_WHITE && w->set == BALL_SET_ENGLISH && bed->cue_ball_d > 0;
    return cue ? (bed->ball_d - bed->cue_ball_d) / 2 : 0;
}

static void add_ball(const struct watch *w, struct observation *o, const struct ball_obs *b)
{
    double z = w->calibration.table.bed.ball_d / 2;
    struct observed_ball *to = &o->balls[o->balls_n++];
    *to = (struct observed_ball){.mm = b->mm,
                                 .sd = b->sd_mm,
                                 .quality = b->quality,
                                 .kind = b->kind,
                                 .number = b->number,
                                 .kind_p = b->kind_p,
                                 .smeared = vec2_len(b->smear_mm) > 0};
    to->mm = camera_change_height(&w->calibration.camera, b->mm, z, z - cue_lower(w, b->kind));
    to->later = (ns_t)llround(1e9 * w->calibration.rolling_s * b->px.y / w->calibration.camera.height);
    memcpy(to->cost, b->cost, sizeof to->cost);
}

/* The box of a region on the plane of the balls' centres. */
static void add_region(const struct watch *w, struct observation *o, const struct vision_region *r)
{
    struct observed_region g = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    double z = w->calibration.table.bed.ball_d / 2;
    for (int i = 0; i < 4; i++) {
        struct vec2 mm;
        if (!camera_to_plane(&w->calibration.camera, vec2(i & 1 ? r->x0 : r->x1, i & 2 ? r->y0 : r->y1), z, &mm))
            return;
        g.low = vec2(fmin(g.low.x, mm.x), fmin(g.low.y, mm.y));
        g.high = vec2(fmax(g.high.x, mm.x), fmax(g.high.y, mm.y));
    }
    o->regions[o->regions_n++] = g;
}

static bool found(const struct vision_result *r, struct vec2 mm, double within)
{
    for (int i = 0; i < r->balls_n; i++)
        if (vec2_dist(r->balls[i].mm, mm) < within)
            return true;
    return false;
}

/* A pocket's edge looks much like a ball to who expects one. */
static bool near_pocket(const struct table *t, struct vec2 mm)
{
    double from_fall;
    place_pocket(t, mm, &from_fall);
    return from_fall < t->bed.ball_d;
}

/* What following knows of now. Where nothing moves, all of it can be expected to stay. */
struct known {
    int n;
    bool resting; /* all of it */
    struct vision_expect at[TRACKS_MAX];
};

static void recall(const struct watch *w, const struct tracking *tracking, ns_t t, struct known *k)
{
    struct track_ball balls[TRACKS_MAX];
    int count = tracking ? track_balls(tracking, t, balls) : 0;
    double z = w->calibration.table.bed.ball_d / 2;
    *k = (struct known){.resting = count > 0};
    for (int i = 0; i < count; i++) {
        struct vec2 at = camera_change_height(&w->calibration.camera, track_in_view(tracking, balls[i].at),
                                              z - cue_lower(w, balls[i].kind), z);
        k->resting &= balls[i].resting && balls[i].id;
        if (balls[i].id && balls[i].resting)
            k->at[k->n++] = (struct vision_expect){.mm = at,
                                                   .kind = balls[i].kind,
                                                   .number = balls[i].number,
                                                   .reach_mm = 0.15f * (float)w->calibration.table.bed.ball_d,
                                                   .only_same = near_pocket(&w->calibration.table, at)};
    }
}

/* Balls that tracking knows and detection did not find, looked for where they should be. */
static int look_again(struct watch *w, const struct frame *f, const struct known *known)
{
    struct vision_expect expect[TRACKS_MAX];
    double half = w->calibration.table.bed.ball_d / 2;
    int n = 0;
    for (int i = 0; i < known->n; i++)
        if (!known->at[i].only_same && !found(&w->seen, known->at[i].mm, half))
            expect[n++] = known->at[i];
    return n ? vision_track(w->vision, f, expect, n, &w->again) : 0;
}

/* Everything is looked for at first, from time to time, and while anything moves. Between that it is enough that all
 * balls are where they were and nothing else has come: what is unexplained asks for a full look at the same frame. */
static int look(struct watch *w, const struct frame *f, const struct known *known)
{
    const ns_t first = NS_PER_S, again = NS_PER_S / 5;
    bool early = !w->started || f->t - w->start < first, long_ago = f->t - w->full >= again || f->t < w->full;
    if (known->resting && !early && !long_ago) {
        int err = vision_track(w->vision, f, known->at, known->n, &w->seen);
        if (err || !w->seen.changed)
            return err;
    }
    if (!w->started)
        w->start = f->t;
    w->started = true;
    w->full = f->t;
    w->fulls++;
    int err = vision_detect(w->vision, f, &w->seen);
    return err ? err : look_again(w, f, known);
}

static bool all_rest(const struct tracking *tracking, ns_t t)
{
    struct track_ball balls[TRACKS_MAX];
    int n = tracking ? track_balls(tracking, t, balls) : 0;
    for (int i = 0; i < n; i++)
        if (!balls[i].resting)
            return false;
    return true;
}

/* Seeing starts afresh with a new camera; should that fail, the old one stays. */
static bool change_camera(struct watch *w, const struct frame *f, const struct calibration *c)
{
    struct vision *fresh;
    if (open_eyes(&fresh, c, w, f))
        return false;
    vision_close(&w->vision);
    w->vision = fresh;
    w->calibration = *c;
    return true;
}

/* Has the camera moved? */
static void look_for_bump(struct watch *w, const struct frame *f, const struct tracking *tracking)
{
    struct calibration c = w->calibration;
    w->moved = DRIFT_NONE;
    if (w->seen.dark || w->seen.covered)
        return;
    enum drift_state moved = bump_look(&w->bump, &c, f, all_rest(tracking, f->t));
    if (moved != DRIFT_MENDED || change_camera(w, f, &c))
        w->moved = moved;
}

/* Between strokes: does a rack tell the ends of the table? Only a table that lies the other way round changes places.
 */
static void look_for_ends(struct watch *w, const struct tracking *tracking, ns_t t)
{
    enum ends ends = all_rest(tracking, t) ? find_ends(&w->calibration, &w->seen) : ENDS_UNKNOWN;
    w->turns = ends == ENDS_TURNED;
    if (ends == ENDS_RIGHT)
        ends_take(&w->calibration, ends);
}

static void turn(struct watch *w, const struct frame *f, struct tracking *tracking)
{
    struct calibration c = w->calibration;
    w->turns = false;
    ends_take(&c, ENDS_TURNED);
    if (!change_camera(w, f, &c))
        return;
    bump_start(&w->bump);
    if (tracking)
        track_turn(tracking);
}

int watch_frame(struct watch *w, const struct frame *f, struct tracking *tracking, struct observation *o)
{
    const struct vision_result *r = &w->seen;
    struct known known;
    if (w->turns)
        turn(w, f, tracking);
    if (w->moved == DRIFT_MENDED && tracking) /* with the frame before */
        track_fitted_anew(tracking);
    recall(w, tracking, f->t, &known);
    w->again.balls_n = 0;
    int err = look(w, f, &known);
    if (err)
        return err;
    exposure_look(&w->exposure, w->vision, f, r, tracking);
    *o = (struct observation){.t = f->t,
                              .frame = (int64_t)f->seq,
                              .lost = r->dark || r->covered,
                              .noise = r->noise_mm,
                              .empty_mouths = r->empty_mouths,
                              .odd_mouths = r->odd_mouths,
                              .exposure = (float)exposure_s(&w->exposure),
                              .exposure_sd = (float)exposure_sd(&w->exposure)};
    for (int i = 0; i < r->balls_n && o->balls_n < OBSERVED_BALLS; i++)
        add_ball(w, o, &r->balls[i]);
    for (int i = 0; i < w->again.balls_n && o->balls_n < OBSERVED_BALLS; i++)
        if (!found(r, w->again.balls[i].mm, w->calibration.table.bed.ball_d / 2))
            add_ball(w, o, &w->again.balls[i]);
    for (int i = 0; i < r->regions_n && o->regions_n < OBSERVED_REGIONS; i++)
        add_region(w, o, &r->regions[i]);
    w->dropped += r->balls_dropped + r->regions_dropped;
    look_for_bump(w, f, tracking);
    look_for_ends(w, tracking, f->t);
    return 0;
}
