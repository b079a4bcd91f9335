/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c: runs vision on a frame and turns its result into an observation. */
#include "watch.h"

#include "err.h"

#include <string.h>

int watch_open(struct watch *w, const struct calibration *c, enum ball_set_id set, const struct frame *empty)
{
    struct vision_params params = vision_params_default();
    memset(w, 0, sizeof *w);
    params.balls = set;
    w->calibration = *c;
    int err = vision_open(&w->vision, c, &params);
    if (!err && (err = vision_learn(w->vision, empty)))
        vision_close(&w->vision);
    return err;
}

void watch_close(struct watch *w)
{
    vision_close(&w->vision);
}

static void add_ball(struct observation *o, const struct ball_obs *b)
{
    o->balls[o->balls_n++] = (struct observed_ball){
        .mm = b->mm, .sd = b->sd_mm, .quality = b->quality, .kind = b->kind, .number = b->number, .kind_p = b->kind_p};
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

int watch_frame(struct watch *w, const struct frame *f, struct observation *o)
{
    const struct vision_result *r = &w->seen;
    int err = vision_detect(w->vision, f, &w->seen);
    if (err)
        return err;
    *o = (struct observation){.t = f->t, .frame = (int64_t)f->seq, .lost = r->dark || r->covered};
    for (int i = 0; i < r->balls_n && o->balls_n < OBSERVED_BALLS; i++)
        add_ball(o, &r->balls[i]);
    for (int i = 0; i < r->regions_n && o->regions_n < OBSERVED_REGIONS; i++)
        add_region(w, o, &r->regions[i]);
    w->dropped += r->balls_dropped + r->regions_dropped;
    return 0;
}
