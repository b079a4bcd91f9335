/* SPDX-License-Identifier: Apache-2.0 */
/* segment.c: what happened between two rests: a stroke, a hand, or a ball that fell by itself? Builds the paths, has
 * them explained, and tells the result in time order. */
#include "naming.h"

#include <stdlib.h>

#define MOVED_SD       4.5 /* a mean position that differs by this many sd has moved ... */
#define TOUCHING_MM    0.6
#define MOVING_MM_S    30.0
#define MOVING_P       0.8f
#define ROLLED_ON_P    0.98f
#define HIDDEN_ROLL_P  0.7f
#define ROLLS_MM_S     8.0  /* of a ball that has rolled on since the stroke before */
#define HANGS_MM       30.0 /* from the fall, where a ball can topple by itself */
#define ATTENDED_S     1.0  /* before a ball starts, a cue or hand is seen near it */
#define EMERGED_S      0.25
#define EMERGED_D      2.0   /* diameters: so far what is seen of a ball wanders while an arm draws away from it */
#define RESTED_D       0.3   /* the same once it has been at rest */
#define SUNK_S         0.025 /* free fall of 3 mm */
#define VAGUE          2.0   /* times the sd of the others: a ball that is hard to see */
#define HIDDEN_START_S 0.2   /* a cue-ball seen no later than this after a ball moved may be what moved it */

/* ---- events ------------------------------------------------------------------------------------------------------ */

struct event *segment_event(struct segment *s, enum event_kind kind, double t, double t_sd, double p)
{
    if (s->events_n == TRACK_EVENTS_MAX) {
        s->dropped++;
        return NULL;
    }
    struct event *e = &s->events[s->events_n++];
    *e = (struct event){.kind = kind, .t = to_ns(t), .t_sd = to_ns(t_sd), .p = (float)p};
    return e;
}

void event_frames(struct event *e, const struct way *path, double t, double frame_s)
{
    e->why.frame_from = e->why.frame_to = -1;
    for (int i = 0; i < path->samples_n; i++) {
        if (path->samples[i].t < t - 3 * frame_s || path->samples[i].t > t + 3 * frame_s)
            continue;
        if (e->why.frame_from < 0)
            e->why.frame_from = path->samples[i].frame;
        e->why.frame_to = path->samples[i].frame;
    }
}

static int by_time(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    return x->t != y->t ? (x->t > y->t) - (x->t < y->t) : (x->kind > y->kind) - (x->kind < y->kind);
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

/* It lies elsewhere than before, as far as can be told. */
static bool lies_elsewhere(const struct tracking *t, const struct way *p)
{
    double sd = t->noise_mm * sqrt(1.0 / p->rest0_n + 1.0 / (p->rest1_n > 0 ? p->rest1_n : 1));
    return p->rest1_n && vec2_dist(p->rest0, p->rest1) > fmax(MOVED_SD * sd, moved_mm(t->noise_mm));
}

/* A ball that passes in front of another, in the air or by perspective, hides part of it and seems to pull at it: one
 * that lies where it lay, and was never seen further away than that, was not hit. Under an arm a knuckle may be taken
 * for it wherever that is. */
static bool was_pulled_at(const struct tracking *t, const struct track *k, const struct way *p)
{
    if (k->life != LIFE_REST || !isfinite(k->old_from) || !p->rest1_n || lies_elsewhere(t, p))
        return false;
    for (int i = 0; i < k->n && k->covered < t->begin; i++)
        if (k->samples[i].t > t->begin && vec2_dist(k->samples[i].p, p->rest0) > t->table.bed.ball_d)
            return false;
    return true;
}

static bool has_moved(const struct tracking *t, const struct track *k, const struct way *p)
{
    if (!p->rest0_n || k->life == LIFE_GONE)
        return true;
    return k->woke ? !was_pulled_at(t, k, p) : lies_elsewhere(t, p);
}

/* Is it in a pocket in this sample? A ball that hangs at the edge may seem to be over the fall while it rests. */
static bool is_over_fall(const struct tracking *t, const struct track *k, const struct sample *s)
{
    double from_fall;
    place_pocket(&t->table, s->p, &from_fall);
    return from_fall < 0 && vec2_dist(s->p, k->rest) > LIFE_PULLED_MM;
}

/* How many samples there are until it had been over a fall for as long as it takes to sink below the bed: from there no
 * cushion stops it, wherever it goes on to in the pocket. All of them when it never was. */
static int until_sunk(const struct tracking *t, const struct track *k)
{
    double since = INFINITY;
    for (int i = 0; i < k->n; i++) {
        since = is_over_fall(t, k, &k->samples[i]) ? fmin(since, k->samples[i].t) : INFINITY;
        if (k->samples[i].t - since > SUNK_S)
            return i + 1;
    }
    return k->n;
}

/* How many samples there are until it was in a pocket for good: what it does down there is nobody's business. */
static int until_fallen(const struct tracking *t, const struct track *k)
{
    int last = k->life == LIFE_GONE ? until_sunk(t, k) : k->n, n = last;
    double from_fall;
    for (int i = last - 1; i >= 0 && k->life == LIFE_GONE; i--) {
        place_pocket(&t->table, k->samples[i].p, &from_fall);
        if (from_fall > t->table.bed.ball_d / 2)
            break;
        if (is_over_fall(t, k, &k->samples[i]))
            n = i + 1;
    }
    return n;
}

/* The samples from shortly before the segment to shortly after this ball came to rest. */
static void cut_path(struct tracking *t, const struct track *k, struct way *p)
{
    double from = t->begin - SEGMENT_LEAD_S,
           to = k->life == LIFE_REST && k->woke ? k->since + SEGMENT_LEAD_S : INFINITY;
    int a = 0, b = until_fallen(t, k);
    while (a < b && k->samples[a].t < from)
        a++;
    while (b > a && k->samples[b - 1].t > to)
        b--;
    scatter_widen(t, k->samples + a, b - a);
    t->stats.paths_dropped += path_cut(p, k->samples + a, b - a, t->frame_s, &t->scratch);
}

/* A ball that comes out from under an arm is seen bit by bit, as if it moved; it lay there all the time. */
static bool has_emerged(const struct tracking *t, const struct track *k)
{
    double far = (isfinite(k->old_from) ? RESTED_D : EMERGED_D) * t->table.bed.ball_d;
    bool in_view =
        k->left > k->covered + EMERGED_S; /* long out from under it when it left its place: something hit it */
    if (!k->was_hidden || k->life != LIFE_REST || !k->woke || k->rolls_on || k->old_from < t->begin || in_view)
        return false;
    for (int i = 0; i < k->n; i++)
        if (vec2_dist(k->samples[i].p, k->rest) > far)
            return false;
    return true;
}

/* A cue-ball that was first seen as everything began to move: a hand or a cue had hidden it until it was struck. */
static bool comes_from_cue(const struct tracking *t, const struct track *k)
{
    return ball_in(t->segment.cue_balls, k->id) && fabs(k->born - t->begin) < HIDDEN_START_S;
}

static void note_unknown(struct segment *s, const struct track *k)
{
    struct vec2 *low = &s->unknown_low, *high = &s->unknown_high;
    if (!s->unknown)
        *low = *high = k->pos;
    s->unknown = true;
    for (int i = 0; i < k->n; i++) {
        *low = vec2(fmin(low->x, k->samples[i].p.x), fmin(low->y, k->samples[i].p.y));
        *high = vec2(fmax(high->x, k->samples[i].p.x), fmax(high->y, k->samples[i].p.y));
    }
}

/* What may be part of a hand is left out. */
static void note_births(struct tracking *t)
{
    struct segment *s = &t->segment;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &t->track[i];
        if (k->life && k->born > t->begin && k->n && life_bare(k))
            s->born[s->born_n++] = (struct birth){k->born, k->samples[0].p};
    }
}

static void add_path(struct tracking *t, int i, double end)
{
    struct track *k = &t->track[i];
    if (has_emerged(t, k))
        k->woke = false;
    struct way *p = &t->paths[t->segment.paths_n++];
    double lead = 2.5 * t->frame_s + 0.03, start = t->begin - lead;
    struct mean before = places_mean(k, k->woke ? k->old_from : k->rest_from, start),
                after =
                    places_mean(k, k->woke ? fmax(end - SEGMENT_LEAD_S, k->rest_from) : end - SEGMENT_LEAD_S, INFINITY);
    if (!before.n && k->life == LIFE_REST && !k->woke && (k->born < start || k->was_hidden))
        before = (struct mean){k->rest, 1, 0};         /* not seen of late, but nothing moved it */
    if (!before.n && k->woke && isfinite(k->old_from)) /* a hand began the segment, long before this moved */
        before = places_mean(k, k->old_from, k->left - lead);
    struct mean found = {after.n ? after.at : k->pos, after.n, after.scatter};
    p->displaced = displaced_by(t, k, start, &found);
    if (p->displaced > 0)
        before = found; /* however it was seen under the arm */
    p->track = i;
    p->ball = k->id;
    p->rest0 = before.at;
    p->rest0_scatter = before.scatter;
    p->rest0_n = k->born < start || k->was_hidden ? before.n : 0;
    p->rest1 = after.n ? after.at : k->pos;
    p->rest1_n = after.n;
    p->rest0_sd = t->noise_mm / sqrt(before.n > 0 ? before.n : 1);
    p->rest1_sd = t->noise_mm / sqrt(after.n > 0 ? after.n : 1);
    p->gone = k->life == LIFE_GONE;
    p->taken_up = false;
    p->attended = k->covered > t->begin - ATTENDED_S;
    p->into_arm = p->gone && cover_last(t, k->pos) > k->seen - 1.5 * t->frame_s;
    p->faint = life_faint(k) || k->hidden;
    p->found = !life_seldom_found(k);
    p->moved = has_moved(t, k, p);
    p->pieces_n = p->kinks_n = p->samples_n = 0;
    if (!p->rest0_n && t->begin > 0 && k->woke && !k->rolls_on && !comes_from_cue(t, k)) {
        note_unknown(&t->segment, k);
        t->segment.paths_n--; /* came from nowhere, in full view: a sleeve, or a ball we lost and do not know */
        return;
    }
    if (p->moved)
        cut_path(t, k, p);
    if (!p->pieces_n)
        p->moved = false;
}

/* ---- facts that events do not carry ------------------------------------------------------------------------------ */

/* Seen away from where it lay by then. What its way is thought to have been is not enough: of a ball that is hit a few
 * milliseconds after the strike it begins too early. */
static bool seen_away(const struct way *p, double t)
{
    for (int i = 0; i < p->samples_n && p->samples[i].t <= t; i++)
        if (vec2_dist(p->samples[i].p, p->rest0) > LIFE_PULLED_MM)
            return true;
    return false;
}

/* How fast a ball rolled when the cue-ball was struck at t. What began about then may have been set going by the strike
 * itself, unless the ball `rolls_on` since the stroke before: that one moved, whatever changed in its way. */
static double speed_at_strike(const struct segment *s, const struct way *p, bool rolls_on, double t)
{
    const struct piece *q = path_piece(p, t);
    bool began = p->samples[0].t > t || q->t_from > t - s->frame_s || (p->rest0_n && !seen_away(p, t));
    return q->rest || (began && !rolls_on) ? 0 : vec2_len(piece_velocity(q, t));
}

static void add_moving(struct facts *f, ball_id ball, float p)
{
    f->moving_at_strike |= ball_bit(ball);
    f->moving_p = fmaxf(f->moving_p, p);
}

/* Balls that moved when the cue-ball was struck. One that was seen to roll on since the stroke before leaves no doubt;
 * what else seems to move is as often an arm's doing. One that rolled under an arm had not come to rest yet, most
 * likely. */
static void tell_moving(const struct tracking *tracking, double t, struct facts *f)
{
    const struct segment *s = &tracking->segment;
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *p = &s->paths[i];
        if (i == s->strike || !p->moved)
            continue;
        bool rolls_on = tracking->track[p->track].rolls_on;
        double speed = speed_at_strike(s, p, rolls_on, t);
        if (speed >= (rolls_on ? ROLLS_MM_S : MOVING_MM_S))
            add_moving(f, p->ball, rolls_on && speed > MOVING_MM_S ? ROLLED_ON_P : MOVING_P);
    }
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &tracking->track[i];
        if (k->id && k->rolls_on && k->rolled > MOVING_MM_S && !ball_in(f->moving_at_strike, k->id) &&
            (s->strike < 0 || s->paths[s->strike].track != i))
            add_moving(f, k->id, HIDDEN_ROLL_P);
    }
}

static ball_mask touching_moved(const struct segment *s)
{
    ball_mask mask = 0;
    const struct way *cue = &s->paths[s->strike];
    for (int i = 0; i < s->paths_n; i++) {
        const struct way *p = &s->paths[i];
        double gap = vec2_dist(p->rest0, cue->rest0) - apart_of_cue(s->table);
        if (i == s->strike || !p->moved || !p->rest0_n || !cue->rest0_n || gap > TOUCHING_MM + 2 * s->noise_mm)
            continue;
        for (int k = 0; k < p->kinks_n; k++)
            if (p->kink[k].wake && fabs(p->kink[k].t - s->strike_t) < 2 * s->frame_s)
                mask |= ball_bit(p->ball);
    }
    return mask;
}

/* Only a ball that lay at the edge of the pocket can fall into it by itself; one from afar was hit, seen or not. */
static bool hung_there(const struct segment *s, const struct event *pot)
{
    const struct pocket_shape *k = &s->table->pocket[pot->pocket];
    for (int i = 0; i < s->paths_n; i++)
        if (s->paths[i].ball == pot->a)
            return s->paths[i].rest0_n && vec2_dist(s->paths[i].rest0, k->fall) < k->fall_radius + HANGS_MM;
    return false;
}

static void add_falls(const struct segment *s, struct facts *f)
{
    for (int i = 0; i < s->events_n; i++) {
        const struct event *e = &s->events[i];
        if (e->kind == EVENT_POCKET && e->a != s->paths[s->strike].ball && hung_there(s, e) && !segment_hit(s, e->a) &&
            f->falls_n < FALLS_MAX)
            f->falls[f->falls_n++] = (struct fall){.ball = e->a};
    }
}

/* ---- telling ----------------------------------------------------------------------------------------------------- */

/* What a ball is seen worse than the others: its looks err together, so many of them are no better than one. */
static float excess(const struct tracking *t, double scatter)
{
    return scatter > 2 * t->noise_mm ? (float)scatter : 0;
}

/* The mean sd that looks at the other balls at rest say of themselves; 0: there are none. */
static double usual_sd(const struct tracking *t, const struct track *but)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (&t->track[i] != but && t->track[i].id && t->track[i].life == LIFE_REST) {
            sum += t->track[i].sharp;
            n++;
        }
    return n ? sum / n : 0;
}

/* The same of one that lies: green on green it may be seen in the same wrong place every time, and its looks only say
 * that they are vague. */
static float excess_at_rest(const struct tracking *t, const struct track *k)
{
    double usual = usual_sd(t, k), said = usual > 0 && k->sharp > VAGUE * usual ? k->sharp : 0;
    return excess(t, fmax(sqrt(k->noise2), said));
}

static void position_after(const struct tracking *t, double end, struct track_position *p)
{
    *p = (struct track_position){.t = to_ns(end) + t->late};
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &t->track[i];
        bool lies = k->life == LIFE_REST, rolled = k->life == LIFE_MOVING && end - k->seen < t->params.lost_grace_s;
        if (!k->id || (!lies && !rolled)) /* one that rolled when the view was lost may be anywhere */
            continue;
        p->known |= ball_bit(k->id);
        p->at[k->id] = lies ? k->rest : k->pos;
        p->sd[k->id] = (float)hypot(t->noise_mm / sqrt(fmax(k->rest_n, 1)), 0.05);
        p->scatter[k->id] = lies ? excess_at_rest(t, k) : 0;
    }
}

static void position_before(const struct tracking *t, double at, struct track_position *out)
{
    *out = (struct track_position){.t = to_ns(at) + t->late};
    for (int i = 0; i < t->segment.paths_n; i++) {
        const struct way *p = &t->paths[i];
        if (!p->rest0_n)
            continue;
        const struct track *k = &t->track[p->track];
        bool lies =
            k->life == LIFE_REST && !k->woke && !p->moved; /* where it rests leaves out what its looks got wrong */
        out->known |= ball_bit(p->ball);
        out->at[p->ball] = lies ? k->rest : p->rest0;
        out->sd[p->ball] = (float)hypot(p->rest0_sd, 0.05);
        out->scatter[p->ball] = lies ? excess_at_rest(t, k) : excess(t, p->rest0_scatter);
    }
    for (int i = 0; i < TRACKS_MAX; i++) { /* what came into view since, where nobody could look before, was there */
        const struct track *k = &t->track[i];
        if (!k->id || k->life != LIFE_REST || !k->was_hidden || k->woke || (out->known & ball_bit(k->id)))
            continue;
        out->known |= ball_bit(k->id);
        out->at[k->id] = k->rest;
        out->sd[k->id] = (float)hypot(t->noise_mm / sqrt(fmax(k->rest_n, 1)), 0.05);
    }
}

static void say_position(struct tracking *t, const struct track_position *p)
{
    t->position_told = true;
    if (t->sink.position && p->known)
        t->sink.position(t->sink.user, p);
}

void segment_position(struct tracking *t)
{
    struct track_position p;
    position_after(t, t->now, &p);
    say_position(t, &p);
}

/* As times of what happened, not of the frames that showed it: all of them as wrong as the exposure is told. */
void tell_events(struct tracking *t, struct event *e, int n)
{
    for (int i = 0; i < n; i++) {
        e[i].t += t->late;
        e[i].t_sd = (ns_t)hypot((double)e[i].t_sd, (double)t->late_sd);
        if (t->sink.event)
            t->sink.event(t->sink.user, &e[i]);
    }
}

static void say_events(struct tracking *t)
{
    struct segment *s = &t->segment;
    for (int i = 0; i < t->pending_n && s->events_n < TRACK_EVENTS_MAX; i++)
        s->events[s->events_n++] = t->pending[i];
    t->pending_n = 0;
    qsort(s->events, (size_t)s->events_n, sizeof *s->events, by_time);
    tell_events(t, s->events, s->events_n);
}

static void say_stroke(struct tracking *t, const struct track_position *after)
{
    const struct segment *s = &t->segment;
    struct track_stroke k = {
        .first_contact_p = (float)s->first_p, .events = s->events, .events_n = (size_t)s->events_n};
    k.stroke.n = (uint32_t)++t->stats.strokes;
    k.stroke.t0 = to_ns(s->strike_t) + t->late;
    k.stroke.t1 = to_ns(s->end) + t->late;
    k.stroke.act = ACT_STROKE;
    k.stroke.struck = s->start_unseen ? stroke_unseen_cue_ball(s) : s->paths[s->strike].ball;
    k.stroke.time_s = k.stroke.match_time_s = -1;
    struct facts *f = &k.stroke.facts;
    f->balls_over_centre = -1;
    f->names_n = (uint8_t)naming_doubts(t, f->names);
    tell_moving(t, s->strike_t, f);
    f->touching_moved = touching_moved(s);
    add_falls(s, f);
    f->rest.known = after->known;
    f->rest.sd = (float)s->noise_mm;
    for (BALL_EACH(id, after->known))
        f->rest.at[id] = after->at[id];
    if (t->sink.stroke)
        t->sink.stroke(t->sink.user, &k);
}

void segment_explain(struct tracking *t, double end)
{
    struct segment *s = &t->segment;
    *s = (struct segment){.table = &t->table,
                          .params = &t->params,
                          .frame_s = t->frame_s,
                          .noise_mm = t->noise_mm,
                          .friction = t->friction,
                          .emptied = t->emptied,
                          .odd = t->odd,
                          .begin = t->begin,
                          .end = end,
                          .paths = t->paths,
                          .events = t->events,
                          .strike = -1};
    s->cue_balls =
        t->set->id == BALL_SET_BILLIARDS ? ball_bit(BILLIARDS_WHITE) | ball_bit(BILLIARDS_YELLOW) : ball_bit(BALL_CUE);
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].id && t->track[i].life > LIFE_NEW && !life_was_hand(t, &t->track[i]))
            add_path(t, i, end);
    note_births(t);
    segment_contacts(s);
    trace_paths(s);
    stroke_before_view(s);
    segment_pockets(s);
    bool stroke = stroke_was_played(s);
    if (s->unknown)
        s->first_p = fmin(s->first_p, SEGMENT_UNKNOWN_P);
    doubt_lost_view(s, t->pending, t->pending_n);
    if (!stroke)
        stroke_tell_hand(s);
    displaced_tell(t);
    struct track_position before, after;
    position_before(t, stroke ? s->strike_t : s->begin, &before);
    position_after(t, end, &after);
    t->stats.events_dropped += s->dropped;
    if (stroke || s->events_n) /* a shake that moved nothing is not worth a word */
        say_position(t, &before);
    say_events(t);
    if (stroke)
        say_stroke(t, &after);
    if (stroke)
        friction_learn(&t->friction, s);
    if (stroke || s->events_n)
        say_position(t, &after);
}
