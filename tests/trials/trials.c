/* SPDX-License-Identifier: Apache-2.0 */
/* trials.c: makes observations from truth, runs tracking on them and compares what it told with what happened. */
#include "trials.h"

#include "detmath.h"
#include "places.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct view view_default(double fps, double noise_mm)
{
    return (struct view){
        .fps = fps, .noise_mm = noise_mm, .exposure_s = 0.004, .bias_mm = 0.2, .dropout = 0.01, .seed = 1};
}

/* ---- truth of a simulated stroke --------------------------------------------------------------------------------- */

static bool sim_at(const void *source, ball_id ball, double t, struct vec2 *p, struct vec2 *v)
{
    const struct sim_truth *s = source;
    const struct sim_piece *piece = sim_record_piece(s->record, ball, fmax(t - s->strike_t, 0));
    if (!piece || piece->phase == SIM_ABSENT || piece->phase == SIM_GONE)
        return false;
    struct sim_ball_at at = sim_piece_at(piece, fmax(t - s->strike_t, 0));
    if (t < s->strike_t)
        at.v = vec3(0, 0, 0);
    *p = vec2(at.p.x, at.p.y);
    *v = vec2(at.v.x, at.v.y);
    return at.phase != SIM_FALL || at.p.z > -30;
}

static enum event_kind kind_of(enum sim_event_kind kind)
{
    switch (kind) {
    case SIM_STRIKE:
        return EVENT_STRIKE;
    case SIM_CONTACT:
        return EVENT_CONTACT;
    case SIM_CUSHION:
        return EVENT_CUSHION;
    case SIM_POCKET:
        return EVENT_POCKET;
    case SIM_OFF:
        return EVENT_OFF;
    default:
        return EVENT_NONE;
    }
}

void truth_from_sim(struct truth *truth, struct sim_truth *source, const struct sim_record *r, ball_id cue,
                    double strike_t)
{
    *source = (struct sim_truth){r, strike_t};
    memset(truth, 0, sizeof *truth);
    truth->at = sim_at;
    truth->source = source;
    truth->set = r->set;
    truth->strike_t = strike_t;
    truth->end_t = strike_t + r->rest;
    for (int i = 0; i < r->events_n && truth->events_n < TRUTH_EVENTS; i++) {
        const struct sim_event *e = &r->event[i];
        truth->twice |= e->kind == SIM_DOUBLE_HIT;
        if (kind_of(e->kind))
            truth->events[truth->events_n++] = (struct event){.kind = kind_of(e->kind),
                                                              .a = e->a,
                                                              .b = e->b,
                                                              .pocket = e->pocket,
                                                              .cushion = e->cushion,
                                                              .face = e->face,
                                                              .t = (ns_t)((strike_t + e->t) * 1e9),
                                                              .speed = (float)e->speed};
    }
    struct sim_start end = sim_record_end(r);
    truth->rest.known = end.present;
    memcpy(truth->rest.at, end.at, sizeof truth->rest.at);
    truth->potted = sim_record_potted(r);
    truth->first = sim_record_first_hit(r, cue);
    truth->present = end.present | truth->potted | sim_record_off(r);
}

/* ---- seeing ------------------------------------------------------------------------------------------------------ */

struct seeing {
    const struct truth *truth;
    const struct view *view;
    struct sim_rng rng;
    const struct table *table;
    struct vec2 cue, along; /* where the struck ball lay and was sent */
};

static struct vec2 lasting_error(const struct view *v, struct vec2 p)
{
    double a = p.x / 80 + (double)(v->seed % 7), b = p.y / 80 + (double)(v->seed % 5);
    return vec2(1.4 * v->bias_mm * sin(a) * cos(b), 1.4 * v->bias_mm * cos(a + 1) * sin(b + 2));
}

static bool under_arm(const struct seeing *s, struct vec2 p, double t)
{
    if (!s->view->arm || t > s->truth->strike_t + 0.5)
        return false;
    struct vec2 d = vec2_sub(p, s->cue);
    double along = vec2_dot(d, s->along), across = vec2_cross(s->along, d);
    return along < -40 && along > -700 && fabs(across) < 60;
}

static void see_arm(const struct seeing *s, double t, struct observation *o)
{
    if (!s->view->arm || t > s->truth->strike_t + 0.5)
        return;
    struct vec2 side = vec2_left(s->along);
    struct observed_region g = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (int i = 0; i < 4; i++) {
        struct vec2 p = vec2_along(vec2_along(s->cue, i & 1 ? -40 : -700, s->along), i & 2 ? 60 : -60, side);
        g.low = vec2(fmin(g.low.x, p.x), fmin(g.low.y, p.y));
        g.high = vec2(fmax(g.high.x, p.x), fmax(g.high.y, p.y));
    }
    o->regions[o->regions_n++] = g;
}

/* A ball against another, or in the shadow of a mouth: harder to find. */
static bool is_crowded(const struct seeing *s, ball_id ball, struct vec2 p, double t)
{
    double from_fall, d = s->table->bed.ball_d;
    place_pocket(s->table, p, &from_fall);
    for (BALL_EACH(other, s->truth->present)) {
        struct vec2 q, v;
        if (other != ball && s->truth->at(s->truth->source, (ball_id)other, t, &q, &v) && vec2_dist(p, q) < 1.1 * d)
            return true;
    }
    return from_fall < d;
}

static void see_ball(struct seeing *s, ball_id ball, double t, struct observation *o)
{
    struct vec2 p, v;
    const struct view *w = s->view;
    if (!s->truth->at(s->truth->source, ball, t, &p, &v))
        return;
    double later = w->readout_s * (p.x / s->table->bed.length + 0.5);
    if (later > 0 && !s->truth->at(s->truth->source, ball, t + later, &p, &v))
        return;
    bool hidden = w->dropout_near > 0 && is_crowded(s, ball, p, t) && sim_rng_unit(&s->rng) < w->dropout_near;
    if (hidden || sim_rng_unit(&s->rng) < w->dropout || under_arm(s, p, t) || o->balls_n == OBSERVED_BALLS)
        return;
    const struct ball_row *row = &ball_set(s->truth->set)->row[ball];
    struct vec2 u = vec2_unit(v);
    double blur = 0.1 * vec2_len(v) * w->exposure_s * sim_rng_normal(&s->rng);
    p = vec2_add(p, lasting_error(w, p));
    p = vec2_add(p, vec2(w->noise_mm * sim_rng_normal(&s->rng) + blur * u.x,
                         w->noise_mm * sim_rng_normal(&s->rng) + blur * u.y));
    bool numbered = s->truth->set == BALL_SET_NUMBERED;
    o->balls[o->balls_n++] = (struct observed_ball){.mm = p,
                                                    .sd = (float)hypot(w->noise_mm, 0.1 * vec2_len(v) * w->exposure_s),
                                                    .quality = 1,
                                                    .kind = row->kind,
                                                    .number = numbered ? row->number : 0,
                                                    .kind_p = 0.95f,
                                                    .later = w->stamped ? (ns_t)(later * 1e9) : 0};
}

static void see_frame(struct seeing *s, int64_t frame, const struct table *table, struct observation *o)
{
    double t = (double)frame / s->view->fps;
    if (s->view->jitter > 0 && frame > 0) /* times count from the first frame */
        t += s->view->jitter * (sim_rng_unit(&s->rng) - 0.5) / s->view->fps;
    memset(o, 0, sizeof *o);
    o->t = (ns_t)llround(t * 1e9);
    if (s->view->judder && frame > 0) /* pictures of twice the rate, not always every second one */
        t += sim_rng_unit(&s->rng) < 0.5 ? 0.5 / s->view->fps : 0;
    o->frame = frame;
    for (BALL_EACH(ball, s->truth->present))
        see_ball(s, (ball_id)ball, t, o);
    see_arm(s, t, o);
    if (sim_rng_unit(&s->rng) < s->view->invented) {
        double x = sim_rng_range(&s->rng, -0.5, 0.5) * table->bed.length,
               y = sim_rng_range(&s->rng, -0.5, 0.5) * table->bed.width;
        o->balls[o->balls_n++] =
            (struct observed_ball){.mm = {x, y}, .sd = 1, .quality = 0.5f, .kind = BALL_KIND_RED, .kind_p = 0.6f};
    }
}

/* ---- being told -------------------------------------------------------------------------------------------------- */

struct told {
    int events_n, strokes, positions;
    struct event events[TOLD_EVENTS];
    struct track_stroke stroke;
    struct track_position before, after;
};

static void on_event(void *user, const struct event *e)
{
    struct told *t = user;
    if (t->events_n < TOLD_EVENTS)
        t->events[t->events_n++] = *e;
}

static void on_stroke(void *user, const struct track_stroke *s)
{
    struct told *t = user;
    if (!t->strokes++)
        t->stroke = *s;
}

static void on_position(void *user, const struct track_position *p)
{
    struct told *t = user;
    if (!t->positions++)
        t->before = *p;
    t->after = *p;
}

static void find_aim(struct seeing *s)
{
    struct vec2 p, q, v;
    ball_id struck = BALL_CUE;
    for (int i = 0; i < s->truth->events_n; i++)
        if (s->truth->events[i].kind == EVENT_STRIKE)
            struck = s->truth->events[i].a;
    s->along = vec2(1, 0);
    if (s->truth->at(s->truth->source, struck, 0, &p, &v)) {
        s->cue = p;
        if (s->truth->at(s->truth->source, struck, s->truth->strike_t + 0.02, &q, &v) && vec2_dist(p, q) > 0)
            s->along = vec2_unit(vec2_sub(q, p));
    }
}

static struct layout start_of(const struct truth *truth)
{
    struct layout l = {0};
    for (BALL_EACH(b, truth->present)) {
        struct vec2 v;
        if (truth->at(truth->source, (ball_id)b, 0, &l.at[b], &v))
            l.known |= ball_bit(b);
    }
    return l;
}

void trial_run(const struct table *table, const struct truth *truth, const struct view *view, struct tally *tally,
               FILE *out)
{
    static struct told told;
    static struct observation o;
    memset(&told, 0, sizeof told);
    struct seeing see = {.truth = truth, .view = view, .rng = sim_rng(view->seed), .table = table};
    find_aim(&see);
    struct track_params params = track_params_default();
    params.set = truth->set;
    params.trace = view->list ? out : NULL;
    struct track_sink sink = {&told, on_position, on_event, on_stroke};
    struct tracking *t;
    if (track_open(&t, table, &params, &sink))
        return;
    for (int64_t k = 0; (double)k / view->fps < truth->end_t + 1.3; k++) {
        see_frame(&see, k, table, &o);
        if (sim_rng_unit(&see.rng) >= view->frame_lost || !k) /* times count from the first frame */
            track_update(t, &o);
    }
    track_finish(t);
    struct track_stats stats = track_stats(t);
    tally->roll_mm_s2 = stats.roll_mm_s2;
    tally->dropped += stats.samples_dropped + stats.tracks_dropped + stats.events_dropped + stats.paths_dropped;
    track_close(&t);
    struct score_truth what = {.name = truth->name ? truth->name : "",
                               .cue = BALL_CUE,
                               .events = truth->events,
                               .events_n = truth->events_n,
                               .first = truth->first,
                               .potted = truth->potted,
                               .twice = truth->twice,
                               .start = start_of(truth),
                               .rest = truth->rest};
    struct score_told said = {.strokes = told.strokes,
                              .first_contact_p = told.stroke.first_contact_p,
                              .events = told.events,
                              .events_n = told.events_n,
                              .before = told.before,
                              .after = told.after};
    score_stroke(tally, &what, &said, fmax(0.03, 2 / view->fps), out);
    if (out && view->list)
        score_list(&what, &said, out);
}
