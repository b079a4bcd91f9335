/* SPDX-License-Identifier: Apache-2.0 */
/* capture.c: what all sources have in common: which row reads a uri, who holds which frame, relative time, gaps,
 * and taking a lost camera or stream back. */
#include "capture.h"

#include "err.h"
#include "log.h"
#include "source.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOLD_MAX = 32, INSTANCES = 8 /* one in use, the others wait for frames that the reader still holds */ };

/* One opening of the source. A source that went away and came back is a second one. */
struct instance {
    void *self; /* NULL: this place is free */
    int lent;
    bool stopped;
};

struct lease {
    struct instance *in; /* NULL: free */
    void *owner;         /* the source's own */
    int refs;
};

/* Where the last delivered frame stood, to find what is missing before the next. */
struct trail {
    bool any;         /* a frame was delivered since capture_open */
    bool same_source; /* ... and since the source was last opened: its numbers can be compared */
    ns_t t0;          /* source's clock at our t = 0 */
    ns_t t;           /* ours */
    uint64_t seq;     /* ours */
    uint64_t source_seq, source_late, source_skipped;
    uint64_t damaged; /* numbered by the source, since then */
};

struct capture {
    const struct capture_source *row;
    struct capture_options options;
    char *uri;
    pthread_mutex_t lock; /* guards instances' counts, leases, stats: whatever release touches */
    struct instance instances[INSTANCES], *now;
    struct lease leases[HOLD_MAX];
    struct capture_info info;
    struct capture_stats stats;
    struct capture_fault fault;
    struct capture_gap gap;
    struct trail trail;
    struct frame first; /* taken by capture_open, not yet handed out */
    bool first_waits;
    ns_t alive;          /* CLOCK_MONOTONIC when the source last showed life */
    ns_t retry, pause;   /* when to try next, and how long the pause before was */
    bool had_frame_here; /* since the source was last opened */
    atomic_bool away;    /* any thread may ask whether the source is lost */
};

struct capture_options capture_defaults(void)
{
    return (struct capture_options){
        .hold = 8,
        .stall = NS_PER_S * 9 / 10,
        .patience = 10 * NS_PER_S,
        .back_off_max = 15 * NS_PER_S,
        .persist = true,
        .latency_ms = 200,
        .gain = -1,
    };
}

int fault_set(struct capture_fault *fault, int err, const char *advice, const char *why, ...)
{
    if (!fault)
        return err;
    va_list args;
    va_start(args, why);
    vsnprintf(fault->why, sizeof fault->why, why, args);
    va_end(args);
    snprintf(fault->advice, sizeof fault->advice, "%s", advice ? advice : "");
    return err;
}

static ns_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void sleep_for(ns_t ns)
{
    nanosleep(&(struct timespec){ns / NS_PER_S, ns % NS_PER_S}, NULL);
}

/* ---- instances and leases -------------------------------------------------------------------------------------- */

/* Frees a stopped source once its frames are back. Called with the lock held. */
static void free_if_done(struct capture *c, struct instance *in)
{
    if (!in->self || !in->stopped || in->lent)
        return;
    c->row->free(in->self);
    *in = (struct instance){0};
}

static struct instance *free_instance(struct capture *c)
{
    for (int i = 0; i < INSTANCES; i++)
        if (!c->instances[i].self)
            return &c->instances[i];
    return NULL;
}

static int open_source(struct capture *c, struct capture_fault *fault)
{
    pthread_mutex_lock(&c->lock);
    struct instance *in = free_instance(c);
    pthread_mutex_unlock(&c->lock);
    if (!in)
        return fault_set(fault, ERR_FULL, NULL, "too many frames of earlier connections are still held");
    int err = c->row->open(&in->self, c->uri, &c->options, &c->info, fault);
    if (err)
        return err;
    c->now = in;
    c->alive = clock_now();
    c->had_frame_here = c->trail.same_source = false;
    return 0;
}

static void stop_source(struct capture *c)
{
    struct instance *in = c->now;
    c->now = NULL;
    c->row->stop(in->self);
    pthread_mutex_lock(&c->lock);
    in->stopped = true;
    free_if_done(c, in);
    pthread_mutex_unlock(&c->lock);
}

static int leases_out(const struct capture *c)
{
    int n = 0;
    for (int i = 0; i < HOLD_MAX; i++)
        n += c->leases[i].in != NULL;
    return n;
}

static void lend(struct capture *c, struct frame *frame)
{
    pthread_mutex_lock(&c->lock);
    struct lease *lease = c->leases;
    while (lease->in)
        lease++; /* there is one: capture_next asked leases_out first and is the only one to lend */
    *lease = (struct lease){.in = c->now, .owner = frame->owner, .refs = 1};
    c->now->lent++;
    c->stats.delivered++;
    frame->owner = lease;
    pthread_mutex_unlock(&c->lock);
}

void capture_keep(struct capture *c, const struct frame *frame)
{
    pthread_mutex_lock(&c->lock);
    ((struct lease *)frame->owner)->refs++;
    pthread_mutex_unlock(&c->lock);
}

void capture_release(struct capture *c, struct frame *frame)
{
    struct lease *lease = frame->owner;
    *frame = (struct frame){0};
    if (!lease)
        return;
    pthread_mutex_lock(&c->lock);
    if (--lease->refs == 0) {
        struct instance *in = lease->in;
        c->row->release(in->self, lease->owner);
        *lease = (struct lease){0};
        in->lent--;
        free_if_done(c, in);
    }
    pthread_mutex_unlock(&c->lock);
}

/* ---- what is missing ------------------------------------------------------------------------------------------- */

/* Frames that the rate says should lie between two times, both ends excluded. */
static uint64_t frames_between(ns_t dt, double fps)
{
    double n = floor((double)dt * fps / NS_PER_S + 0.5) - 1;
    return n > 0 ? (uint64_t)n : 0;
}

struct missing {
    uint64_t dropped, late, damaged;
    bool lost;
};

static struct missing count_missing(const struct capture *c, const struct source_frame *f, ns_t t)
{
    struct missing m = {.damaged = c->trail.damaged};
    uint64_t by_time = frames_between(t - c->trail.t, c->info.fps);
    if (!c->trail.same_source) {
        m.lost = true;
        m.dropped = by_time;
        return m;
    }
    uint64_t jump = f->frame.seq - c->trail.source_seq - 1;
    m.late = f->late - c->trail.source_late;
    m.dropped = jump > m.late + m.damaged ? jump - m.late - m.damaged : 0;
    m.damaged += f->skipped - c->trail.source_skipped;
    /* The network does not number pictures, and a damaged stretch of a file gives none: time tells. */
    bool by_clock = c->info.kind == CAPTURE_STREAM || (f->flags & SOURCE_RESTART) || m.damaged;
    if (by_clock && by_time > m.dropped + m.late + m.damaged)
        m.dropped = by_time - m.late - m.damaged;
    return m;
}

static enum capture_why main_reason(const struct missing *m)
{
    if (m->lost)
        return CAPTURE_GAP_LOST;
    if (m->damaged)
        return CAPTURE_GAP_DAMAGED;
    if (m->late >= m->dropped && m->late)
        return CAPTURE_GAP_LATE;
    return m->dropped ? CAPTURE_GAP_SOURCE : CAPTURE_GAP_NONE;
}

static void note_gap(struct capture *c, const struct missing *m, ns_t t)
{
    c->gap = (struct capture_gap){main_reason(m), c->trail.t, t, m->dropped + m->late + m->damaged};
    pthread_mutex_lock(&c->lock);
    c->stats.dropped += m->dropped;
    c->stats.late += m->late;
    c->stats.damaged += m->damaged;
    c->stats.gaps += c->gap.why != CAPTURE_GAP_NONE;
    c->stats.recovered += m->lost;
    pthread_mutex_unlock(&c->lock);
    if (c->gap.why)
        log_debug("%s: gap (%s) of %.3f s, %llu frames", c->info.name, capture_gap_name(c->gap.why),
                  (double)(t - c->trail.t) / NS_PER_S, (unsigned long long)c->gap.frames);
    if (m->lost)
        log_warn("%s: is back after %.1f s", c->info.name, (double)(t - c->trail.t) / NS_PER_S);
}

static void drop_repeated(struct capture *c, struct source_frame *f)
{
    pthread_mutex_lock(&c->lock);
    c->stats.repeated++;
    c->row->release(c->now->self, f->frame.owner);
    pthread_mutex_unlock(&c->lock);
    c->trail.source_seq = f->frame.seq;
    c->trail.source_late = f->late;
    c->trail.source_skipped = f->skipped;
}

/* Gives the frame our time and number and lends it. False: it is not to be shown. */
static bool accept(struct capture *c, struct source_frame *f, struct frame *out)
{
    c->alive = clock_now();
    if (f->flags & SOURCE_DAMAGED) {
        c->trail.damaged++;
        return false;
    }
    if (!c->trail.any)
        c->trail.t0 = f->frame.t;
    ns_t t = f->frame.t - c->trail.t0;
    if (c->trail.any && t <= c->trail.t) {
        drop_repeated(c, f);
        return false;
    }
    struct missing m = {0};
    if (c->trail.any)
        m = count_missing(c, f, t);
    note_gap(c, &m, t);
    uint64_t seq = c->trail.any ? c->trail.seq + 1 + c->gap.frames : 0;
    c->trail = (struct trail){.any = true,
                              .same_source = true,
                              .t0 = c->trail.t0,
                              .t = t,
                              .seq = seq,
                              .source_seq = f->frame.seq,
                              .source_late = f->late,
                              .source_skipped = f->skipped};
    c->had_frame_here = true;
    c->pause = 0;
    *out = f->frame;
    out->t = t;
    out->seq = seq;
    lend(c, out);
    return true;
}

/* ---- losing a source and taking it back ------------------------------------------------------------------------ */

/* A camera is asked for often, it costs nothing; a server is given more and more peace. */
static void plan_retry(struct capture *c)
{
    if (c->info.kind == CAPTURE_CAMERA)
        c->pause = NS_PER_S / 4;
    else
        c->pause = c->pause ? c->pause * 2 : NS_PER_S / 2;
    if (c->pause > c->options.back_off_max)
        c->pause = c->options.back_off_max;
    c->retry = clock_now() + c->pause;
}

static int lose(struct capture *c)
{
    bool fresh = c->had_frame_here;
    if (c->now)
        stop_source(c);
    if (fresh || !c->options.persist) {
        log_warn("%s: lost: %s", c->info.name, c->fault.why);
        pthread_mutex_lock(&c->lock);
        c->stats.lost++;
        pthread_mutex_unlock(&c->lock);
    }
    c->had_frame_here = false;
    plan_retry(c);
    return c->options.persist ? 0 : ERR_GONE;
}

/* 0: opened, or tried in vain and the next try is planned; ERR_TIMEOUT: the deadline came first. */
static int take_back(struct capture *c, ns_t deadline)
{
    ns_t now = clock_now();
    if (now < c->retry) {
        ns_t until = c->retry < deadline ? c->retry : deadline;
        if (until > now)
            sleep_for(until - now);
        return until == c->retry ? 0 : ERR_TIMEOUT;
    }
    int err = open_source(c, &c->fault);
    if (!err)
        return 0;
    log_debug("%s: still away: %s", c->info.name, c->fault.why);
    plan_retry(c);
    return now < deadline ? 0 : ERR_TIMEOUT;
}

/* How long the source may be silent now. */
static ns_t silence_allowed(const struct capture *c)
{
    return c->info.live && c->had_frame_here ? c->options.stall : c->options.patience;
}

/* The source gave nothing until `until`. 0: go on waiting. */
static int judge_silence(struct capture *c, ns_t deadline)
{
    ns_t now = clock_now(), allowed = silence_allowed(c);
    if (now - c->alive < allowed)
        return now >= deadline ? ERR_TIMEOUT : 0;
    fault_set(&c->fault, ERR_TIMEOUT, NULL, "no picture for %.1f s", (double)allowed / NS_PER_S);
    if (!c->info.live || !c->trail.any)
        return ERR_TIMEOUT;
    return lose(c);
}

/* A file that was cut off ends like any other; only its stated length tells. Sound may be a little longer. */
static void check_length(struct capture *c)
{
    ns_t missing = c->info.duration - c->trail.t;
    if (!c->trail.any || c->info.live || c->info.duration <= 0 || missing < 2 * NS_PER_S)
        return;
    fault_set(&c->fault, ERR_END, NULL, "it ends at %.1f s although it should be %.1f s long: damaged or cut off",
              (double)c->trail.t / NS_PER_S, (double)c->info.duration / NS_PER_S);
    if (!c->stats.cut_short)
        log_warn("%s: %s", c->info.name, c->fault.why);
    pthread_mutex_lock(&c->lock);
    c->stats.cut_short = missing;
    pthread_mutex_unlock(&c->lock);
}

static int pull(struct capture *c, struct frame *frame, ns_t deadline)
{
    ns_t now = clock_now(), until = c->alive + silence_allowed(c);
    if (until > deadline)
        until = deadline;
    struct source_frame f = {0};
    int err = c->row->next(c->now->self, &f, &c->info, until > now ? until - now : 0, &c->fault);
    if (!err)
        return accept(c, &f, frame) ? 1 : 0;
    if (err == ERR_TIMEOUT)
        return judge_silence(c, deadline);
    if (err == ERR_END)
        check_length(c);
    return c->info.live && c->trail.any ? lose(c) : err;
}

/* The work of capture_next, also used for the first frame. */
static int wait_for_frame(struct capture *c, struct frame *frame, ns_t wait)
{
    ns_t deadline = wait < 0 ? INT64_MAX : clock_now() + wait;
    for (;;) {
        int result = c->now ? pull(c, frame, deadline) : take_back(c, deadline);
        if (result)
            return result < 0 ? result : 0;
    }
}

int capture_next(struct capture *c, struct frame *frame, ns_t wait)
{
    *frame = (struct frame){0};
    if (c->first_waits) {
        *frame = c->first;
        c->first_waits = false;
        return 0;
    }
    pthread_mutex_lock(&c->lock);
    bool full = leases_out(c) >= c->options.hold;
    pthread_mutex_unlock(&c->lock);
    int err = full ? ERR_FULL : wait_for_frame(c, frame, wait);
    c->away = !c->now || (c->trail.any && !c->had_frame_here);
    return err;
}

/* ---- open and close -------------------------------------------------------------------------------------------- */

static const struct capture_source *row_for(const char *uri, const struct capture_options *options)
{
    static const struct capture_source *const own[] = {&source_camera, &source_gst, NULL};
    for (const struct capture_source *const *row = options->extra; row && *row; row++)
        if ((*row)->claims(uri))
            return *row;
    for (const struct capture_source *const *row = own; *row; row++)
        if ((*row)->claims(uri))
            return *row;
    return NULL;
}

static int check_options(const struct capture_options *o, struct capture_fault *fault)
{
    if (o->hold < 1 || o->hold > HOLD_MAX || o->stall <= 0 || o->patience <= 0 || o->back_off_max <= 0 ||
        o->latency_ms < 0 || o->latency_ms > 10000 || o->width < 0 || o->height < 0 || !(o->fps >= 0))
        return fault_set(fault, ERR_RANGE, NULL, "a capture option is out of its range");
    return 0;
}

static int first_frame(struct capture *c)
{
    int err = open_source(c, &c->fault);
    if (err)
        return err;
    err = wait_for_frame(c, &c->first, c->options.patience);
    c->first_waits = !err;
    if (err == ERR_END)
        err = fault_set(&c->fault, ERR_FORMAT, NULL, "it has no picture in it");
    return err;
}

int capture_open(struct capture **out, const char *uri, const struct capture_options *options,
                 struct capture_fault *fault)
{
    *out = NULL;
    int err = check_options(options, fault);
    if (err)
        return err;
    const struct capture_source *row = row_for(uri, options);
    if (!row)
        return fault_set(fault, ERR_UNSUPPORTED, "A source is a file, /dev/videoN, rtsp://…, srt://…, gst:… or demo.",
                         "it is no kind of source known here");
    struct capture *c = calloc(1, sizeof *c);
    if (!c || !(c->uri = strdup(uri))) {
        free(c);
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    }
    c->row = row;
    c->options = *options;
    pthread_mutex_init(&c->lock, NULL);
    capture_public_uri(uri, c->info.name, sizeof c->info.name);
    err = first_frame(c);
    if (err) {
        if (fault)
            *fault = c->fault;
        capture_close(&c);
        return err;
    }
    *out = c;
    return 0;
}

void capture_close(struct capture **pc)
{
    struct capture *c = *pc;
    if (!c)
        return;
    if (c->first_waits)
        capture_release(c, &c->first);
    if (c->now)
        stop_source(c);
    if (leases_out(c))
        log_error("%s: closed while %d frames are still held: their memory is lost", c->info.name, leases_out(c));
    pthread_mutex_destroy(&c->lock);
    free(c->uri);
    free(c);
    *pc = NULL;
}

/* ---- questions ------------------------------------------------------------------------------------------------- */

const struct capture_info *capture_info(const struct capture *c)
{
    return &c->info;
}

struct capture_stats capture_stats(const struct capture *c)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&c->lock;
    pthread_mutex_lock(lock);
    struct capture_stats stats = c->stats;
    pthread_mutex_unlock(lock);
    return stats;
}

struct capture_gap capture_gap(const struct capture *c)
{
    return c->gap;
}

const struct capture_fault *capture_last_fault(const struct capture *c)
{
    return &c->fault;
}

bool capture_away(const struct capture *c)
{
    return c->away;
}

void capture_public_uri(const char *uri, char *text, size_t bytes)
{
    const char *scheme = strstr(uri, "://"), *host = scheme ? scheme + 3 : uri, *shown = host;
    size_t authority = scheme ? strcspn(host, "/? ") : 0;
    for (size_t i = 0; i < authority; i++)
        if (host[i] == '@')
            shown = host + i + 1;
    snprintf(text, bytes, "%.*s%s", (int)(host - uri), uri, shown);
}

const char *capture_kind_name(enum capture_kind kind)
{
    static const char *const names[] = {"none", "file", "camera", "stream", "made"};
    return names[kind];
}

const char *capture_gap_name(enum capture_why why)
{
    static const char *const names[] = {"none", "dropped", "late", "damaged", "lost"};
    return names[why];
}
