/* SPDX-License-Identifier: Apache-2.0 */
/* laid_out.c: gives scenes laid out by hand to tracking and keeps what it tells. */
#include "laid_out.h"

#include <math.h>
#include <stdlib.h>

static void hear_event(void *user, const struct event *e)
{
    struct heard *h = user;
    h->n[e->kind] += e->p >= 0.5f;
    if (e->kind == EVENT_STRIKE) {
        h->strike = e->t;
        h->strike_sd = e->t_sd;
    }
    if (e->kind == EVENT_CUSHION)
        h->cushion_p = e->p;
    if (e->kind == EVENT_DISTURBED)
        h->disturbed = e->t;
    if (e->kind == EVENT_CONTACT && e->a == BALL_CUE && e->p >= 0.5f && !h->met)
        h->met = e->b;
    if (e->kind == EVENT_PLACED)
        h->placed |= ball_bit(e->a);
    if (e->kind == EVENT_POCKET) {
        h->pot_p = e->p;
        h->pot_t = e->t;
    }
}

static void hear_position(void *user, const struct track_position *p)
{
    struct heard *h = user;
    h->lie = *p;
}

static void hear_stroke(void *user, const struct track_stroke *s)
{
    struct heard *h = user;
    h->strokes++;
    h->told = s->stroke.t1; /* it ends where it is told */
    h->first_p = s->first_contact_p;
    h->rest = s->stroke.facts.rest.known;
    h->moving |= s->stroke.facts.moving_at_strike;
}

const struct table *laid_out_table(void)
{
    static struct table table;
    if (!table.bed.length && table_make(&table, "snooker-12ft"))
        abort(); /* no test can go on */
    return &table;
}

struct tracking *watch_open(enum ball_set_id set, struct heard *heard)
{
    struct track_sink sink = {heard, hear_position, hear_event, hear_stroke};
    struct track_params params = track_params_default();
    struct tracking *t;
    params.set = set;
    if (track_open(&t, laid_out_table(), &params, &sink))
        abort();
    return t;
}

struct heard watch_set(enum ball_set_id set, int frames, int fps, lay *lay_out, const void *scene)
{
    struct heard heard = {.strokes = 0};
    struct tracking *t = watch_open(set, &heard);
    struct sim_rng rng = sim_rng(5);
    for (int k = 0; k < frames; k++) {
        struct observation o = {.t = k * NS_PER_S / fps, .frame = k};
        lay_out(scene, (double)k / fps, &rng, &o);
        track_update(t, &o);
    }
    heard.balls_n = track_balls(t, frames * NS_PER_S / fps, heard.ball);
    track_finish(t);
    heard.bumped = track_stats(t).bumped_frames;
    track_close(&t);
    return heard;
}

struct heard watch(int frames, int fps, lay *lay_out, const void *scene)
{
    return watch_set(BALL_SET_SNOOKER, frames, fps, lay_out, scene);
}

struct observed_ball *see(struct observation *o, enum ball_kind kind, struct vec2 at, float sd)
{
    struct observed_ball *b = &o->balls[o->balls_n++];
    *b = (struct observed_ball){.mm = at, .sd = sd, .quality = 1, .kind_p = 0.95f, .kind = kind};
    return b;
}

struct vec2 shaken(struct vec2 at, double sd, struct sim_rng *rng)
{
    return vec2(at.x + sd * sim_rng_normal(rng), at.y + sd * sim_rng_normal(rng));
}

struct vec2 rolling(struct vec2 from, struct vec2 v, double t0, double t)
{
    const double loss = 113;
    double speed = vec2_len(v), u = fmin(fmax(t - t0, 0), speed / loss);
    return speed > 0 ? vec2_along(from, u - loss * u * u / 2 / speed, v) : from;
}
