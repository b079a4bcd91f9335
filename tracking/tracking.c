/* SPDX-License-Identifier: Apache-2.0 */
/* tracking.c: when does something begin, and when is it over? Frames come in, segments of motion are cut from rest to
 * rest and handed to segment.c; what hands do between them is told from here. */
#include "err.h"
#include "naming.h"

#include <stdlib.h>

#define LEAD_S        1.2  /* of rest kept before a segment */
#define TRIM_S        2.5  /* trimmed when there is more ... */
#define TRIM_LEAVES   8    /* ... but so many: of a ball that was not seen of late they say where it lay */
#define FIRST_S       0.6  /* what is first seen later than this was put there */
#define SETTLED_S     0.32 /* the first position is not settled before */
#define UNSEEN_P      0.4f /* for a ball set down where no hand was: rather it was there and we did not see it */
#define FALL_P        0.85f
#define FALL_HAND_S   3.0
#define REPEAT_MM     2.0
#define REPEAT_S      0.12 /* no film shows one picture longer */
#define REPEAT_MEMORY 6    /* frames */
#define NAMING_FRAMES 8    /* at rest names are given anew this often */
#define HANGS_S       5.0  /* a fall of a ball that hangs after a stroke is part of it for so long (pool names 5 s) */
#define JUMPS_OUT_S   0.2  /* a ball that a pocket throws back is in view again by then */
#define LONGEST_S     90.0 /* a segment is cut here: somebody plays with the balls */

struct track_params track_params_default(void)
{
    return (struct track_params){
        .noise_mm = 0.7,
        .bias_mm = 0.4,
        .still_s = 0.25,
        .settle_s = 0.5,
        .clear_s = 0.1,
        .pocket_grace_s = 0.15,
        .lost_grace_s = 0.6,
        .hand_s = 1.0,
        .gap_s = 0.2,
        .samples = 6000,
    };
}

static bool allowed(const struct track_params *p)
{
    return p->noise_mm > 0 && p->bias_mm >= 0 && p->still_s > 0 && p->settle_s > 0 && p->clear_s > 0 &&
           p->pocket_grace_s > 0 && p->lost_grace_s > 0 && p->hand_s > 0 && p->gap_s > 0 && p->samples >= 64;
}

static bool take_memory(struct tracking *t)
{
    size_t n = (size_t)t->params.samples;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (!(t->track[i].samples = malloc(n * sizeof *t->track[i].samples)))
            return false;
    t->scratch.cost = malloc((n + 1) * sizeof *t->scratch.cost);
    t->picture_off = malloc(n * sizeof *t->picture_off);
    t->scratch.from = malloc((n + 1) * sizeof *t->scratch.from);
    t->scratch.rest = malloc((n + 1) * sizeof *t->scratch.rest);
    return t->picture_off && t->scratch.cost && t->scratch.from && t->scratch.rest;
}

int track_open(struct tracking **out, const struct table *table, const struct track_params *params,
               const struct track_sink *sink)
{
    *out = NULL;
    if (!allowed(params))
        return ERR_RANGE;
    struct tracking *t = calloc(1, sizeof *t);
    if (!t)
        return ERR_MEMORY;
    t->table = *table;
    t->params = *params;
    t->sink = *sink;
    t->set = ball_set(params->set ? params->set : table->balls);
    t->noise_mm = params->noise_mm;
    t->frame_s = 1.0 / 60;
    t->friction = friction_usual();
    for (int i = 0; i < CELLS_X * CELLS_Y; i++)
        t->hidden_at[i] = -1e6f;
    *out = t;
    int err = !t->set ? ERR_RANGE : take_memory(t) ? 0 : ERR_MEMORY;
    if (err)
        track_close(out);
    return err;
}

void track_close(struct tracking **t)
{
    if (!*t)
        return;
    for (int i = 0; i < TRACKS_MAX; i++)
        free((*t)->track[i].samples);
    free((*t)->scratch.cost);
    free((*t)->picture_off);
    free((*t)->scratch.from);
    free((*t)->scratch.rest);
    free(*t);
    *t = NULL;
}

/* ---- what hands do ----------------------------------------------------------------------------------------------- */

static void pend(struct tracking *t, const struct event *e)
{
    if (t->pending_n < (int)(sizeof t->pending / sizeof *t->pending))
        t->pending[t->pending_n++] = *e;
    else
        t->stats.events_dropped++;
}

static void free_track(struct track *k)
{
    struct sample *samples = k->samples;
    *k = (struct track){.samples = samples};
}

static void pend_hand(struct tracking *t, enum event_kind kind, const struct track *k, double at, float p)
{
    struct event e = {.kind = kind, .a = k->id, .t = to_ns(at), .t_sd = to_ns(2 * t->frame_s), .at = k->pos, .p = p};
    bool moved = kind == EVENT_DISTURBED;
    e.why = (struct evidence){.frame_from = t->frame,
                              .frame_to = t->frame,
                              .measured = (float)(moved ? k->carried_mm : k->missing),
                              .limit = (float)(moved ? moved_mm(t->noise_mm) : t->params.hand_s)};
    pend(t, &e);
}

/* A ball that lay at the edge of a pocket and is gone, with no hand near it, fell in by itself. */
static bool pend_fall(struct tracking *t, const struct track *k)
{
    double from_fall;
    enum pocket pocket = place_pocket(&t->table, k->pos, &from_fall);
    if (from_fall > t->table.bed.ball_d / 2 || t->now - k->covered < FALL_HAND_S)
        return false;
    struct event e = {.kind = EVENT_POCKET,
                      .a = k->id,
                      .pocket = pocket,
                      .t = to_ns(k->seen),
                      .t_sd = to_ns(2 * t->frame_s),
                      .at = k->pos,
                      .p = FALL_P,
                      .why = {t->frame, t->frame, (float)from_fall, 0, (float)t->noise_mm}};
    pend(t, &e);
    return true;
}

/* Balls that appeared since the first position was known, and balls taken away while nothing moved. */
static void notice_hands(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if (k->life == LIFE_REST && k->id && !k->announced && life_bare(k) && !life_may_be_another(t, k)) {
            k->announced = true;
            if (t->settled && k->born > FIRST_S && !k->was_hidden)
                pend_hand(t, k->taken_over ? EVENT_DISTURBED : EVENT_PLACED, k, k->taken_over ? k->carried_at : k->born,
                          k->taken_over || k->by_hand ? 0.95f : UNSEEN_P);
        }
        if (k->life == LIFE_GONE && !t->active) {
            if (k->announced && !pend_fall(t, k))
                pend_hand(t, EVENT_REMOVED, k, k->seen, 0.95f);
            naming_lost(t, k);
            free_track(k);
        }
    }
}

static void say_pending(struct tracking *t)
{
    tell_events(t, t->pending, t->pending_n);
    t->pending_n = 0;
}

/* ---- segments ---------------------------------------------------------------------------------------------------- */

/* A ball at rest that a moving one came near, and that cannot be seen since, keeps a stroke open: it was hit. */
static bool unsettled(const struct tracking *t, const struct track *k)
{
    return (k->life == LIFE_MOVING && k->id) ||
           (k->life == LIFE_REST && !life_seldom_found(k) && k->missing > 3 * t->frame_s && k->passed > k->seen - 0.5);
}

/* It was out of sight for a while and is back since a moment: that may be a knuckle. */
static bool just_found_again(const struct tracking *t, const struct track *k)
{
    for (int i = k->n - 1; i > 0 && t->now - k->samples[i].t < t->params.settle_s; i--)
        if (k->samples[i].t - k->samples[i - 1].t > t->params.settle_s)
            return true;
    return false;
}

/* Seen of late, and not known yet: a ball, or part of a hand. */
static bool is_coming(const struct tracking *t, const struct track *k)
{
    return k->life == LIFE_NEW && t->now - k->seen < t->params.settle_s;
}

/* Something may still happen to it that is not seen at once: it is hidden, was missed of late, may topple, or was given
 * up a moment ago and may turn up again; one last seen in the mouth of a pocket does so only if it jumps out at once.
 */
static bool hard_to_see(const struct tracking *t, const struct track *k)
{
    double from_fall;
    place_pocket(&t->table, k->pos, &from_fall);
    if (k->life == LIFE_GONE)
        return t->now - k->seen < (from_fall < t->table.bed.ball_d / 2 ? JUMPS_OUT_S : t->params.settle_s);
    if (!k->id || (k->life != LIFE_REST && k->life != LIFE_MOVING))
        return is_coming(t, k);
    if (k->life == LIFE_REST && !k->woke && k->passed < t->begin)
        return false; /* it has no part in this */
    return k->hidden || !k->seen_now || just_found_again(t, k) ||
           (k->woke && from_fall < PLACE_HANGS_MM + 2 * t->noise_mm);
}

static bool anything(const struct tracking *t, bool (*is)(const struct tracking *, const struct track *))
{
    for (int i = 0; i < TRACKS_MAX; i++)
        if (is(t, &t->track[i]))
            return true;
    return false;
}

static bool moves(const struct tracking *t, const struct track *k)
{
    (void)t;
    return k->life == LIFE_MOVING && k->id;
}

/* This stroke left it at the edge of a pocket, where it may topple yet. */
static bool hangs(const struct tracking *t, const struct track *k)
{
    double from_fall;
    if (k->life != LIFE_REST || !k->id || !k->woke || t->now - k->since > HANGS_S)
        return false;
    place_pocket(&t->table, k->rest, &from_fall);
    return from_fall < PLACE_HANGS_MM;
}

/* A hand or a cue is at a ball, or brings one, or has: whoever it is does not wait for balls that hang, nor do we. */
static bool attended(const struct tracking *t, const struct track *k)
{
    bool brought = k->by_hand && k->born > t->begin;
    return is_coming(t, k) || (k->life == LIFE_REST && (brought || t->now - k->covered < t->params.settle_s));
}

/* When the first of those that move left its place. */
static double first_start(const struct tracking *t)
{
    double first = t->now;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (moves(t, &t->track[i]))
            first = fmin(first, t->track[i].since);
    return first;
}

static void trim(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if (!k->n || k->samples[0].t > t->now - TRIM_S)
            continue;
        int from = 0;
        while (from < k->n - TRIM_LEAVES && k->samples[from].t < t->now - LEAD_S)
            from++;
        for (int j = from; j < k->n; j++)
            k->samples[j - from] = k->samples[j];
        k->n -= from;
    }
}

static void end_segment(struct tracking *t, double end)
{
    naming_struck(t);
    naming_all(t, true);
    moments_mend(t);
    segment_explain(t, end);
    t->active = false;
    for (int i = 0; i < TRACKS_MAX; i++) {
        t->track[i].woke = t->track[i].rolls_on = false;
        t->track[i].was = BALL_NONE;
        if (t->track[i].life != LIFE_GONE)
            continue;
        naming_lost(t, &t->track[i]);
        free_track(&t->track[i]);
    }
}

/* It rolled when the next stroke began. */
static void roll_on(const struct tracking *t, struct track *k, double at)
{
    k->since = at;
    k->woke = k->rolls_on = true;
    k->rolled = vec2_len(k->vel) - t->friction.roll * (at - k->seen);
    k->old_from = INFINITY; /* it did not lie anywhere before the next stroke */
}

/* It lay until the next stroke set it going. */
static void start_with_next(struct track *k)
{
    k->life = LIFE_MOVING;
    k->woke = true;
    k->old_from = k->rest_from;
    k->left = k->since;
    k->lay = k->rest;
}

/* The stroke is told as if nothing had been seen since: that belongs to the next one. */
void track_cut(struct tracking *t, double at)
{
    int of_next[TRACKS_MAX] = {0};
    bool later[TRACKS_MAX] = {0};
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        while (of_next[i] < k->n && k->samples[k->n - 1 - of_next[i]].t > at)
            of_next[i]++;
        k->n -= of_next[i];
        later[i] = k->life == LIFE_MOVING && k->since > at && k->n > 0;
        if (later[i])
            k->life = LIFE_REST;
    }
    end_segment(t, at);
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        k->n += k->life ? of_next[i] : 0;
        if (later[i])
            start_with_next(k);
        else if (k->life == LIFE_MOVING)
            roll_on(t, k, at);
    }
}

static void name_movers(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life == LIFE_MOVING && !t->track[i].id)
            naming_one(t, &t->track[i]);
}

static void note_mouths(struct tracking *t, const struct observation *o)
{
    for (int i = POCKET_NONE + 1; i < POCKET_COUNT; i++) {
        if (o->empty_mouths >> i & 1)
            t->emptied[i] = t->now;
        if (o->odd_mouths >> i & 1)
            t->odd[i] = t->now;
    }
}

static void watch_segment(struct tracking *t)
{
    life_find_again(t);
    life_drop_twins(t);
    name_movers(t);
    if (!t->active && anything(t, moves)) {
        t->active = true;
        t->begin = t->settled ? first_start(t) : 0;
        t->quiet = t->now;
    }
    if (t->active && (anything(t, unsettled) || (anything(t, hangs) && !anything(t, attended))))
        t->quiet = t->now;
    double wait = anything(t, hard_to_see) ? t->params.settle_s : t->params.clear_s;
    if (t->active && (t->now - t->quiet > wait || t->now - t->begin > LONGEST_S))
        end_segment(t, t->now);
    if (!t->settled && !t->active && t->now > SETTLED_S)
        t->settled = true;
    if (!t->active && t->stats.frames % NAMING_FRAMES == 0)
        naming_all(t, false);
    notice_hands(t);
    if (!t->active) {
        say_pending(t);
        trim(t);
    }
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static void pend_gap(struct tracking *t, double from, double to)
{
    struct event e = {.kind = EVENT_GAP, .t = to_ns(from), .lasted = to_ns(to - from), .p = 1};
    e.why = (struct evidence){
        .frame_from = t->frame, .frame_to = t->frame, .measured = (float)(to - from), .limit = (float)t->params.gap_s};
    pend(t, &e);
}

/* Tells that the table was out of view until now, if that was for longer than frames are lost now and then. */
static void notice_gap(struct tracking *t)
{
    if (t->now - t->last_view > fmax(t->params.gap_s, 3 * t->frame_s))
        pend_gap(t, t->last_view, t->now);
    t->last_view = t->now;
}

/* Time since the last frame. */
static double advance(struct tracking *t, const struct observation *o)
{
    if (!t->started) {
        t->started = true;
        t->origin = o->t;
        t->frame = o->frame;
        t->last_view = 0;
        return 0;
    }
    double now = (double)(o->t - t->origin) / 1e9, dt = now - t->now;
    int64_t step = o->frame - t->frame;
    if (step > 1)
        t->stats.missing += step - 1;
    if (step == 1 && dt > 0.002 && dt < 0.1 && !t->repeats)
        t->frame_s += (dt - t->frame_s) / (t->stats.frames < 8 ? 2 : 30);
    t->now = now;
    t->frame = o->frame;
    return dt;
}

/* How far the fastest ball goes by the next frame, mm. */
static double longest_step(const struct tracking *t)
{
    double most = 0;
    for (int i = 0; i < TRACKS_MAX; i++)
        if (t->track[i].life == LIFE_MOVING && t->track[i].seen_now)
            most = fmax(most, vec2_len(t->track[i].vel) * t->frame_s);
    return most;
}

/* How far the fastest ball that was seen here a frame ago should have gone by now; 0: none was. */
static double step_from(const struct tracking *t, struct vec2 p)
{
    double most = 0;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &t->track[i];
        if (k->life == LIFE_MOVING && k->seen_now && vec2_dist(k->pos, p) < t->table.bed.ball_d / 2)
            most = fmax(most, vec2_len(k->vel) * t->frame_s);
    }
    return most;
}

/* Films made from slower ones show pictures twice. Balls that move stand still in the second: taken as seen, every pair
 * would look like a rest. True when nothing has moved although something should have. Pictures that were compressed
 * again are not quite the same. */
static bool is_repeated(const struct tracking *t, const struct observation *o)
{
    const struct observation *last = &t->last;
    double longest = longest_step(t), stood = 0;
    if (!o->balls_n || !last->balls_n || longest < fmax(REPEAT_MM, 4 * t->noise_mm))
        return false;
    for (int i = 0; i < o->balls_n; i++) {
        double least = INFINITY, step = step_from(t, o->balls[i].mm);
        for (int j = 0; j < last->balls_n; j++)
            least = fmin(least, vec2_dist(o->balls[i].mm, last->balls[j].mm));
        if (least > fmin(fmax(REPEAT_MM / 4, 3 * t->noise_mm), 0.2 * longest))
            return false;
        stood = fmax(stood, step);
    }
    return stood >= longest; /* the fastest was seen again, where it was */
}

void track_update(struct tracking *t, const struct observation *o)
{
    double dt = advance(t, o);
    t->stats.frames++;
    if (o->lost)
        return;
    t->stats.exposure_s = (double)o->exposure;
    t->late = to_ns(t->stats.exposure_s / 2);
    t->late_sd = to_ns((double)o->exposure_sd / 2);
    bool same = is_repeated(t, o);
    t->last = *o;
    if (!same)
        t->last_new = t->now;
    bool repeated = same && t->now - t->last_new < REPEAT_S; /* longer: it has come to rest, in a hand or by one */
    if (repeated) {
        t->stats.repeated++;
        t->repeats = REPEAT_MEMORY;
        return;
    }
    dt = t->now - t->last_seen;
    t->last_seen = t->now;
    if (t->repeats > 0 && dt > 0 && dt < REPEAT_S) {
        t->repeats--;
        t->frame_s += (dt - t->frame_s) / 3; /* the rate of the film it was made from */
    }
    notice_gap(t);
    note_mouths(t, o);
    t->steadied = *o;
    steady_frame(t, &t->steadied);
    follow_frame(t, &t->steadied, fmin(dt, 3 * t->frame_s)); /* what nobody looked at was not missing */
    watch_segment(t);
}

/* Last seen under way in the mouth of a pocket: what looks as if it hid it there is the ball itself, sinking. */
static bool sinks(const struct tracking *t, const struct track *k)
{
    double from_fall;
    place_pocket(&t->table, k->pos, &from_fall);
    return k->life == LIFE_MOVING && k->id && from_fall < t->table.bed.ball_d / 2 &&
           t->now - k->seen > t->params.pocket_grace_s;
}

/* Balls at rest that were unseen in plain view for a while, but not for hand_s yet. */
static void give_up_missing(struct tracking *t)
{
    for (int i = 0; i < TRACKS_MAX; i++) {
        struct track *k = &t->track[i];
        if (sinks(t, k))
            k->life = LIFE_GONE;
        if (k->life == LIFE_REST && life_faint(k))
            continue;
        if (k->id && (k->life == LIFE_REST || k->life == LIFE_MOVING) && k->missing > t->params.hand_s / 4 &&
            (k->life == LIFE_MOVING || k->covered > k->seen - 3 || k->passed > k->seen - 1))
            k->life = LIFE_GONE;
    }
}

void track_finish(struct tracking *t)
{
    give_up_missing(t);
    notice_gap(t);
    if (t->active)
        end_segment(t, t->now);
    notice_hands(t);
    say_pending(t);
    if (!t->position_told)
        segment_position(t);
}

/* ---- what is known now ------------------------------------------------------------------------------------------- */

void track_fitted_anew(struct tracking *t)
{
    t->fitted_anew = true;
}

int track_balls(const struct tracking *t, ns_t at, struct track_ball out[TRACKS_MAX])
{
    int n = 0;
    double ahead = t->started ? (double)(at - t->origin) / 1e9 - t->now : 0;
    for (int i = 0; i < TRACKS_MAX; i++) {
        const struct track *k = &t->track[i];
        if (!k->life || k->life == LIFE_GONE)
            continue;
        bool resting = k->life == LIFE_REST;
        ball_id like = k->like;
        out[n++] = (struct track_ball){.id = k->id,
                                       .kind = like ? t->set->row[like].kind : BALL_KIND_NONE,
                                       .number = like ? t->set->row[like].number : 0,
                                       .at = resting ? k->rest : vec2_along(k->pos, ahead, k->vel),
                                       .v = resting ? vec2(0, 0) : k->vel,
                                       .sd = (float)(t->noise_mm / sqrt(fmax(resting ? k->rest_n : 1, 1))),
                                       .seen = k->seen_now,
                                       .resting = resting};
    }
    return n;
}

struct vec2 track_in_view(const struct tracking *t, struct vec2 mm)
{
    return vec2_sub(vec2_scale(mm, 2), steady_apply(&t->steady, mm));
}

struct track_stats track_stats(const struct tracking *t)
{
    struct track_stats s = t->stats;
    s.noise_mm = t->noise_mm;
    s.roll_mm_s2 = t->friction.roll;
    s.slide_mm_s2 = t->friction.slide;
    return s;
}
