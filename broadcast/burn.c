/* SPDX-License-Identifier: Apache-2.0 */
/* burn.c: how does the picture reach the other side, and nobody waits when it does not? One thread makes the pipeline,
 * watches it, and makes it anew; frames go straight into the pipeline that there is. */
#include "burn.h"

#include "burn_in.h"
#include "err.h"
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MODEST_NICE = 5, /* whoever referees comes first */
    LOOK_EVERY_MS = 100,
    WAIT_MOST_MS = 120000, /* for a frame of a film; a file that cannot be written is given up long before */
};
#define FINISH_S  10.0 /* for the end of a file; */
#define HANG_UP_S 1.5  /* of a connection; */
#define CLOSE_S   15.0 /* for all of it, before the thread is left to itself */

struct burn {
    struct burn_options o;
    char *target, *look_text, *file, *part;
    const struct burn_kind *kind;
    struct burn_draw draw;
    pthread_t thread;
    bool running;

    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct burn_pipe pipe; /* of the thread; while `open`, frames go into it with the lock held */
    bool open;             /* takes frames */
    struct burn_size size; /* wanted; width 0: no frame has come yet */
    bool resized, stopping, done;
    struct burn_stats stats;
};

struct burn_options burn_defaults(void)
{
    return (struct burn_options){.fps = 30, .kbit_s = 4500, .stall_s = 15, .back_off_s = 15};
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Waits with the lock held, at most so long. */
static void wait_s(struct burn *b, double s)
{
    double until = now_s() + s;
    struct timespec at = {(time_t)until, (long)((until - (double)(time_t)until) * 1e9)};
    pthread_cond_timedwait(&b->changed, &b->lock, &at);
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

/* Without what stands behind the host: keys of a stream are secrets, and logs are read by many. */
static void public_name(const struct burn *b, char *text, size_t size)
{
    const char *host = strstr(b->target, "://");
    size_t shown = host ? (size_t)(host + 3 - b->target) + strcspn(host + 3, "/?") : strlen(b->target);
    const char *at = host ? memchr(b->target, '@', shown) : NULL;
    if (at)
        snprintf(text, size, "%.*s…%.*s", (int)(host + 3 - b->target), b->target, (int)(b->target + shown - at), at);
    else
        snprintf(text, size, "%.*s%s", (int)shown, b->target, host ? "/…" : "");
}

/* FILE, or FILE-2, FILE-3, …: what there is stays. */
static int choose_file(struct burn *b)
{
    const char *ending = b->kind->ends;
    char *stem = g_strndup(b->target, strlen(b->target) - strlen(ending));
    for (int n = 1; n < 10000 && !b->file; n++) {
        char *name = n == 1 ? g_strdup(b->target) : g_strdup_printf("%s-%d%s", stem, n, ending);
        char *part = g_strconcat(name, ".part", NULL);
        int fd = access(name, F_OK) ? open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
        int why = fd < 0 ? errno : 0;
        if (fd >= 0) {
            close(fd);
            b->file = name;
            b->part = part;
            break;
        }
        bool taken = !access(name, F_OK) || why == EEXIST;
        g_free(name);
        g_free(part);
        if (!taken) {
            g_free(stem);
            return err_from_errno(why);
        }
    }
    g_free(stem);
    return b->file ? 0 : ERR_FULL;
}

static void keep_file(struct burn *b, bool whole)
{
    struct stat info;
    bool empty = stat(b->part, &info) || !info.st_size;
    if (empty)
        unlink(b->part);
    else if (rename(b->part, b->file))
        log_warn("stream: %s stays %s: %s", b->file, b->part, strerror(errno));
    else if (!whole)
        log_warn("stream: %s may lack its last second", b->file);
}

/* ---- the thread -------------------------------------------------------------------------------------------------- */

/* With the lock held. Nobody pushes into a pipeline that is being unmade. */
static void unmake(struct burn *b, double finish_s)
{
    bool had = b->open;
    b->open = false;
    b->stats.going_out = false;
    pthread_mutex_unlock(&b->lock);
    bool whole = had && burn_pipe_finish(&b->pipe, finish_s);
    burn_pipe_close(&b->pipe);
    pthread_mutex_lock(&b->lock);
    if (b->file && b->stopping && had)
        keep_file(b, whole);
}

static int make(struct burn *b, char why[BURN_WHY])
{
    struct burn_size size = b->size;
    b->resized = false;
    pthread_mutex_unlock(&b->lock);
    struct burn_pipe *pipe = &b->pipe; /* not open yet: nobody else looks at it */
    int err = burn_pipe_open(pipe, &b->o, b->kind, b->part ? b->part : b->target, &size, &b->draw, why);
    pthread_mutex_lock(&b->lock);
    b->open = !err;
    return err;
}

/* Watches the pipeline until it fails, stalls, has the wrong size, or is not wanted any more. True: it failed. */
static bool watch(struct burn *b, char why[BURN_WHY])
{
    uint64_t sent = 0, pushed = b->stats.frames;
    double moved = now_s();
    while (!b->stopping && !b->resized) {
        wait_s(b, LOOK_EVERY_MS / 1000.0);
        uint64_t now = __atomic_load_n(&b->pipe.sent, __ATOMIC_RELAXED);
        b->stats.connected += now > 0 && !sent;
        b->stats.going_out = now > 0;
        b->stats.sent += now - sent;
        if (now != sent || b->stats.frames == pushed)
            moved = now_s(); /* a camera that is away is no fault of the network */
        sent = now;
        if (burn_pipe_failed(&b->pipe, why))
            return true;
        if (b->kind->network && now_s() - moved > b->o.stall_s) {
            snprintf(why, BURN_WHY, "nothing went out for %.0f s", b->o.stall_s);
            return true;
        }
    }
    return false;
}

static void tell_failure(struct burn *b, const char *why, double again_s)
{
    char name[160];
    public_name(b, name, sizeof name);
    if (b->kind->network)
        log_warn("stream: %s: %s; tried again in %.0f s", name, why, again_s);
    else
        log_warn("stream: %s: %s; the match goes on without it", name, why);
}

/* With the lock held: not at once again, but while nobody wants to stop. */
static void pause_for(struct burn *b, double s)
{
    double until = now_s() + s;
    while (!b->stopping && now_s() < until)
        wait_s(b, LOOK_EVERY_MS / 1000.0);
}

static void run_once(struct burn *b, double *pause_s)
{
    char why[BURN_WHY] = "";
    uint64_t connected = b->stats.connected;
    bool failed = make(b, why) || watch(b, why);
    bool broken_file = failed && !b->kind->network;
    unmake(b, b->stopping && !failed ? (b->kind->network ? HANG_UP_S : FINISH_S) : 0);
    if (!failed)
        return;
    b->stats.failures++;
    b->stats.given_up = broken_file;
    if (b->stats.connected > connected)
        *pause_s = 1;
    tell_failure(b, why, *pause_s);
    if (!broken_file)
        pause_for(b, *pause_s);
    *pause_s = MIN(2 * *pause_s, b->o.back_off_s);
}

static void *run(void *user)
{
    struct burn *b = user;
    double pause_s = MIN(1, b->o.back_off_s);
    (void)setpriority(PRIO_PROCESS, 0, MODEST_NICE); /* this thread, and all that it starts */
    pthread_mutex_lock(&b->lock);
    while (!b->stopping) {
        if (!b->size.width || b->stats.given_up)
            wait_s(b, LOOK_EVERY_MS / 1000.0);
        else
            run_once(b, &pause_s);
    }
    if (b->file && access(b->file, F_OK))
        keep_file(b, false); /* what was given up, or never begun */
    b->done = true;
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

/* ---- frames and states ------------------------------------------------------------------------------------------- */

static bool fits(const struct burn_size *size, const struct frame *f)
{
    return size->width == f->width && size->height == f->height && size->format == f->format;
}

/* 0; ERR_FULL: no room now. Lock held. */
static int push(struct burn *b, const struct frame *f)
{
    if (!fits(&b->size, f)) {
        b->resized = b->size.width > 0;
        b->size = (struct burn_size){f->width, f->height, f->format};
        pthread_cond_broadcast(&b->changed);
    }
    return b->open && !b->resized ? burn_pipe_push(&b->pipe, f, !b->kind->network) : ERR_FULL;
}

void burn_frame(struct burn *b, const struct frame *f)
{
    struct timespec moment = {0, 5000000};
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    int err = push(b, f);
    for (int ms = 0; b->o.wait && err == ERR_FULL && ms < WAIT_MOST_MS && !b->stats.given_up; ms += 5) {
        pthread_mutex_unlock(&b->lock);
        nanosleep(&moment, NULL);
        pthread_mutex_lock(&b->lock);
        err = push(b, f);
    }
    b->stats.frames += !err;
    b->stats.dropped += err != 0;
    pthread_mutex_unlock(&b->lock);
}

void burn_state(struct burn *b, const char *text, size_t size)
{
    if (b)
        (void)newest_put(b->draw.newest, text, size);
}

struct burn_stats burn_stats(struct burn *b)
{
    pthread_mutex_lock(&b->lock);
    struct burn_stats stats = b->stats;
    pthread_mutex_unlock(&b->lock);
    return stats;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int check(const struct burn_options *o, char why[BURN_WHY])
{
    const char *wrong = NULL;
    if (o->height && (o->height < 240 || o->height > 2160 || o->height % 2))
        wrong = "the height must be an even number from 240 to 2160";
    else if (o->kbit_s < 200 || o->kbit_s > 50000)
        wrong = "the rate must be from 200 to 50000 kbit/s";
    else if (!(o->fps >= 1 && o->fps <= 240))
        wrong = "the frame rate must be from 1 to 240";
    snprintf(why, BURN_WHY, "%s", wrong ? wrong : "");
    return wrong ? ERR_RANGE : 0;
}

static void init_lock(struct burn *b)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&b->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&b->lock, NULL);
}

static int start(struct burn *b, char why[BURN_WHY])
{
    char wrong[BURN_LOOK_WHY] = "";
    int err = check(&b->o, why);
    if (!err && !burn_look_read(&b->draw.look, b->o.look, wrong)) {
        snprintf(why, BURN_WHY, "%s", wrong);
        err = ERR_RANGE;
    }
    if (!err && !(b->kind = burn_kind(b->target, why)))
        err = ERR_UNSUPPORTED;
    if (!err && !b->kind->network && (err = choose_file(b)))
        snprintf(why, BURN_WHY, "%s", err_text(err));
    if (!err)
        err = newest_open(&b->draw.newest);
    if (!err && pthread_create(&b->thread, NULL, run, b))
        err = ERR_MEMORY;
    b->running = !err;
    if (b->file)
        snprintf(b->stats.file, sizeof b->stats.file, "%s", b->file);
    return err;
}

int burn_open(struct burn **burn, const struct burn_options *options, char why[BURN_WHY])
{
    struct burn *b = *burn = calloc(1, sizeof *b);
    *why = 0;
    if (!b)
        return ERR_MEMORY;
    gst_init(NULL, NULL);
    b->o = *options;
    b->o.target = b->target = g_strdup(options->target);
    b->o.look = b->look_text = g_strdup(options->look);
    b->draw.calls = -1;
    init_lock(b);
    int err = start(b, why);
    if (err)
        burn_close(burn);
    return err;
}

/* False: the thread hangs in a library. It is left alone, and so is all it uses: better than to hang with it. */
static bool stop_thread(struct burn *b)
{
    double until = now_s() + CLOSE_S;
    pthread_mutex_lock(&b->lock);
    b->stopping = true;
    pthread_cond_broadcast(&b->changed);
    while (!b->done && now_s() < until)
        wait_s(b, LOOK_EVERY_MS / 1000.0);
    bool done = b->done;
    pthread_mutex_unlock(&b->lock);
    if (done)
        pthread_join(b->thread, NULL);
    else
        pthread_detach(b->thread);
    return done;
}

void burn_close(struct burn **burn)
{
    struct burn *b = *burn;
    *burn = NULL;
    if (!b || (b->running && !stop_thread(b)))
        return;
    burn_draw_free(&b->draw);
    newest_close(&b->draw.newest);
    pthread_cond_destroy(&b->changed);
    pthread_mutex_destroy(&b->lock);
    g_free(b->file);
    g_free(b->part);
    g_free(b->target);
    g_free(b->look_text);
    free(b);
}
