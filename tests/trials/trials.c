/* SPDX-License-Identifier: Apache-2.0 */
/* trials.c: makes observations from truth, runs tracking on them and compares what it told with what happened. */
#include "trials.h"

#include "detmath.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AGAIN_S 0.1 /* a pair that touches again within this touched once */

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
    struct vec2 cue, along; /* where the cue-ball lay and was sent */
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

static void see_ball(struct seeing *s, ball_id ball, double t, struct observation *o)
{
    struct vec2 p, v;
    const struct view *w = s->view;
    if (!s->truth->at(s->truth->source, ball, t, &p, &v))
        return;
    if (sim_rng_unit(&s->rng) < w->dropout || under_arm(s, p, t) || o->balls_n == OBSERVED_BALLS)
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
                                                    .kind_p = 0.95f};
}

static void see_frame(struct seeing *s, int64_t frame, const struct table *table, struct observation *o)
{
    double t = (double)frame / s->view->fps;
    memset(o, 0, sizeof *o);
    o->t = (ns_t)llround(t * 1e9);
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

/* Ids of equal balls are given in the order they are seen: which truth ball is which told ball, by place. */
struct names {
    ball_id truth[BALL_IDS]; /* of a told one */
};

static struct names names_of(const struct truth *truth, const struct track_position *before, struct tally *tally)
{
    struct names n = {{0}};
    for (BALL_EACH(b, truth->present)) {
        struct vec2 p, v;
        ball_id best = 0;
        double least = 30;
        if (!truth->at(truth->source, (ball_id)b, 0, &p, &v))
            continue;
        for (BALL_EACH(o, before->known))
            if (vec2_dist(before->at[o], p) < least) {
                least = vec2_dist(before->at[o], p);
                best = (ball_id)o;
            }
        n.truth[best] = (ball_id)b;
        if (best) {
            tally->start2 += least * least;
            tally->starts++;
        }
    }
    n.truth[0] = 0;
    return n;
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

struct item {
    ns_t t;
    ball_id a, b; /* a < b for contacts */
    float p, speed;
    bool used;
};

static int list_items(const struct event *e, int n, enum event_kind kind, const struct names *names, struct item *out,
                      int max)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (e[i].kind != kind)
            continue;
        struct item it = {.t = e[i].t, .a = e[i].a, .b = e[i].b, .p = e[i].p, .speed = e[i].speed};
        if (names) {
            it.a = names->truth[it.a];
            it.b = names->truth[it.b];
        }
        if (it.b && it.b < it.a) {
            ball_id swap = it.a;
            it.a = it.b;
            it.b = swap;
        }
        bool again = false;
        for (int k = count - 1; k >= 0 && !again; k--)
            if (out[k].a == it.a && out[k].b == it.b && kind == EVENT_CONTACT && (!names || out[k].p >= 0.5f)) {
                again = it.t - out[k].t <= (ns_t)(AGAIN_S * 1e9);
                if (again)
                    out[k].speed = fmaxf(out[k].speed, it.speed);
                break;
            }
        if (!again && count < max)
            out[count++] = it;
    }
    return count;
}

static struct item *find_item(struct item *list, int n, const struct item *want, ns_t window)
{
    struct item *best = NULL;
    for (int i = 0; i < n; i++) {
        ns_t d = llabs(list[i].t - want->t);
        if (!list[i].used && list[i].p >= 0.5f && list[i].a == want->a && list[i].b == want->b && d <= window) {
            window = d;
            best = &list[i];
        }
    }
    return best;
}

static void bin(struct tally *t, const struct item *it)
{
    static const float edge[P_BINS - 1] = {0.1f, 0.5f, 0.75f, 0.9f, 0.96f, 0.985f};
    int b = 0;
    while (b < P_BINS - 1 && it->p >= edge[b])
        b++;
    t->bin_n[b]++;
    t->bin_right[b] += it->used;
    t->bin_p[b] += it->p;
}

struct compare {
    const struct truth *truth;
    const struct told *told;
    const struct names *names;
    struct tally *tally;
    ns_t window;
    FILE *out;
    struct item want[TRUTH_EVENTS], got[TOLD_EVENTS];
};

static void say(const struct compare *c, const char *what, const struct item *it)
{
    if (c->out)
        fprintf(c->out, "  %s: %s %d-%d at %.4f p %.3f speed %.0f\n", c->truth->name ? c->truth->name : "", what, it->a,
                it->b, (double)it->t / 1e9, it->p, it->speed);
}

static void compare_contacts(struct compare *c, ball_id cue)
{
    struct tally *t = c->tally;
    int wants = list_items(c->truth->events, c->truth->events_n, EVENT_CONTACT, NULL, c->want, TRUTH_EVENTS);
    int gots = list_items(c->told->events, c->told->events_n, EVENT_CONTACT, c->names, c->got, TOLD_EVENTS);
    for (int i = 0; i < wants; i++) {
        struct item *g = find_item(c->got, gots, &c->want[i], c->window);
        bool by_cue = c->want[i].a == cue || c->want[i].b == cue;
        *(by_cue ? &t->cue_true : &t->other_true) += 1;
        if (!g) {
            *(by_cue ? &t->cue_missed : &t->other_missed) += 1;
            if (by_cue)
                say(c, "missed", &c->want[i]);
            continue;
        }
        g->used = true;
        if (c->want[i].speed > 500) {
            double d = (double)(g->t - c->want[i].t) / 1e9;
            t->time2 += d * d;
            if (fabs(d) > 0.003)
                say(c, "mistimed", g);
            t->times++;
        }
    }
    for (int i = 0; i < gots; i++) {
        bool by_cue = c->got[i].a == cue || c->got[i].b == cue;
        if (c->got[i].p >= 0.5f && !c->got[i].used) {
            *(by_cue ? &t->cue_false : &t->other_false) += 1;
            if (by_cue)
                say(c, "false", &c->got[i]);
        }
        bin(t, &c->got[i]);
    }
}

static void compare_cushions(struct compare *c)
{
    int wants = list_items(c->truth->events, c->truth->events_n, EVENT_CUSHION, NULL, c->want, TRUTH_EVENTS);
    int gots = list_items(c->told->events, c->told->events_n, EVENT_CUSHION, c->names, c->got, TOLD_EVENTS);
    for (int i = 0; i < wants; i++) {
        struct item *g = find_item(c->got, gots, &c->want[i], c->window);
        c->tally->cushion_true++;
        if (g) {
            g->used = true;
        } else {
            c->tally->cushion_missed++;
            say(c, "missed cushion", &c->want[i]);
        }
    }
    for (int i = 0; i < gots; i++)
        c->tally->cushion_false += c->got[i].p >= 0.5f && !c->got[i].used;
}

static void compare_pots(struct compare *c)
{
    ball_mask got = 0;
    for (int i = 0; i < c->told->events_n; i++)
        if (c->told->events[i].kind == EVENT_POCKET && c->told->events[i].p >= 0.5f)
            got |= ball_bit(c->names->truth[c->told->events[i].a]);
    c->tally->pots_true += ball_count(c->truth->potted);
    c->tally->pots_wrong += ball_count(got ^ c->truth->potted);
    if (got != c->truth->potted && c->out)
        fprintf(c->out, "  %s: potted %x, told %x\n", c->truth->name ? c->truth->name : "", c->truth->potted, got);
}

static void compare_first(struct compare *c, ball_id cue)
{
    ball_mask got = 0;
    ns_t first = -1;
    for (int i = 0; i < c->told->events_n; i++) {
        const struct event *e = &c->told->events[i];
        ball_id other = e->a == BALL_CUE ? e->b : e->b == BALL_CUE ? e->a : 0;
        if (e->kind != EVENT_CONTACT || e->p < 0.5f || !other || (first >= 0 && e->t - first > 100000))
            continue;
        if (first < 0)
            first = e->t;
        got |= ball_bit(c->names->truth[other]);
    }
    (void)cue;
    bool wrong = got != c->truth->first;
    c->tally->first_wrong += wrong;
    c->tally->first_wrong_sure += wrong && c->told->stroke.first_contact_p >= 0.9f;
    if (wrong && c->out)
        fprintf(c->out, "  %s: first %x, told %x with p %.3f\n", c->truth->name ? c->truth->name : "", c->truth->first,
                got, c->told->stroke.first_contact_p);
}

static void compare_rest(struct compare *c)
{
    for (BALL_EACH(o, c->told->after.known)) {
        ball_id b = c->names->truth[o];
        if (!ball_in(c->truth->rest.known, b))
            continue;
        double d = vec2_dist(c->told->after.at[o], c->truth->rest.at[b]);
        if (d > 5 && c->out)
            fprintf(c->out, "  %s: ball %d rests %.0f mm off\n", c->truth->name ? c->truth->name : "", b, d);
        c->tally->rest2 += d * d;
        c->tally->rests++;
    }
    c->tally->rest_missed += abs(ball_count(c->truth->rest.known) - ball_count(c->told->after.known));
    if (ball_count(c->truth->rest.known) != ball_count(c->told->after.known) && c->out)
        fprintf(c->out, "  %s: %d balls at rest, told %d\n", c->truth->name ? c->truth->name : "",
                ball_count(c->truth->rest.known), ball_count(c->told->after.known));
}

static void list_all(const struct compare *c)
{
    for (int side = 0; side < 2; side++) {
        const struct event *e = side ? c->told->events : c->truth->events;
        for (int i = 0; i < (side ? c->told->events_n : c->truth->events_n); i++)
            fprintf(c->out, "    %s %-9s %2d %2d at %.4f p %.3f speed %.0f\n", side ? "told" : "true",
                    event_kind_name(e[i].kind), side ? c->names->truth[e[i].a] : e[i].a,
                    side ? c->names->truth[e[i].b] : e[i].b, (double)e[i].t / 1e9, e[i].p, e[i].speed);
    }
}

static void find_aim(struct seeing *s)
{
    struct vec2 p, q, v;
    s->along = vec2(1, 0);
    if (s->truth->at(s->truth->source, BALL_CUE, 0, &p, &v)) {
        s->cue = p;
        if (s->truth->at(s->truth->source, BALL_CUE, s->truth->strike_t + 0.02, &q, &v) && vec2_dist(p, q) > 0)
            s->along = vec2_unit(vec2_sub(q, p));
    }
}

void trial_run(const struct table *table, const struct truth *truth, const struct view *view, struct tally *tally,
               FILE *out)
{
    static struct told told;
    static struct observation o;
    static struct compare c;
    memset(&told, 0, sizeof told);
    struct seeing see = {.truth = truth, .view = view, .rng = sim_rng(view->seed)};
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
        if (sim_rng_unit(&see.rng) >= view->frame_lost)
            track_update(t, &o);
    }
    track_finish(t);
    struct track_stats stats = track_stats(t);
    tally->dropped += stats.samples_dropped + stats.tracks_dropped + stats.events_dropped + stats.paths_dropped;
    track_close(&t);
    struct names names = names_of(truth, &told.before, tally);
    c.truth = truth;
    c.told = &told;
    c.names = &names;
    c.tally = tally;
    c.window = (ns_t)(fmax(0.03, 2 / view->fps) * 1e9);
    c.out = out;
    tally->strokes++;
    tally->strokes_wrong += told.strokes != 1;
    if (told.strokes != 1 && out)
        fprintf(out, "  %s: %d strokes\n", truth->name ? truth->name : "", told.strokes);
    compare_contacts(&c, BALL_CUE);
    compare_cushions(&c);
    compare_pots(&c);
    compare_first(&c, BALL_CUE);
    compare_rest(&c);
    if (out && view->list)
        list_all(&c);
}

static double percent(int part, int whole)
{
    return whole ? 100.0 * part / whole : 100;
}

static void print_pair(FILE *out, const char *what, int truth, int missed, int invented)
{
    int right = truth - missed;
    fprintf(out, "%-16s %5d, recall %6.2f %%, precision %6.2f %%\n", what, truth, percent(right, truth),
            percent(right, right + invented));
}

void tally_print(const struct tally *t, FILE *out)
{
    fprintf(out, "strokes          %5d, cut wrongly %d\n", t->strokes, t->strokes_wrong);
    fprintf(out, "first contact    right %.2f %%, wrong %d, of those said with p >= 0.9: %d\n",
            percent(t->strokes - t->first_wrong, t->strokes), t->first_wrong, t->first_wrong_sure);
    print_pair(out, "cue contacts", t->cue_true, t->cue_missed, t->cue_false);
    print_pair(out, "other contacts", t->other_true, t->other_missed, t->other_false);
    print_pair(out, "cushions", t->cushion_true, t->cushion_missed, t->cushion_false);
    fprintf(out, "pots             %5d, wrong %d\n", t->pots_true, t->pots_wrong);
    fprintf(out, "contact time     rms %.3f ms of %d faster than 0.5 m/s\n", 1e3 * sqrt(t->time2 / fmax(t->times, 1)),
            t->times);
    fprintf(out, "rest position    rms %.3f mm, start %.3f mm, balls missed or false %d\n",
            sqrt(t->rest2 / fmax(t->rests, 1)), sqrt(t->start2 / fmax(t->starts, 1)), t->rest_missed);
    fprintf(out, "dropped          %lld\n", (long long)t->dropped);
    fprintf(out, "contacts told with p: mean p, share that happened, count\n");
    for (int i = 0; i < P_BINS; i++)
        if (t->bin_n[i])
            fprintf(out, "  %.3f  %.3f  %d\n", t->bin_p[i] / t->bin_n[i], (double)t->bin_right[i] / t->bin_n[i],
                    t->bin_n[i]);
}
