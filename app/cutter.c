/* SPDX-License-Identifier: Apache-2.0 */
#include "cutter.h"

#include "err.h"
#include "log.h"
#include "record.h"
#include "thread_name.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { WANTED_MAX = 16, TRIES = 20 };

#define LEAD      NS_PER_S              /* shown before the strike */
#define BETWEEN   (NS_PER_S / 30)       /* frames nearer to each other than this are not recorded */
#define TRY_AGAIN (NS_PER_S / 10)       /* the end of a stroke may not be encoded yet */
#define LOOP_KEPT ((uint64_t)256 << 20) /* of the recording itself: clips are cut at once */

struct wanted {
    int seq;
    ns_t from, to;
};

struct cutter {
    char folder[PATH_MAX], loop[PATH_MAX];
    uint64_t keep_bytes;
    ns_t last;               /* frame recorded; the capturing thread's */
    bool broken;             /* the same */
    pthread_mutex_t cutting; /* guards the recorder against being exchanged while it is cut from */
    struct record *record;   /* only the capturing thread sets it */
    pthread_mutex_t lock;    /* guards all below */
    pthread_cond_t changed;
    bool closing;
    struct wanted queue[WANTED_MAX];
    int queue_n;
    struct cutter_stats stats;
    pthread_t thread;
    bool has_thread;
};

struct cutter_settings cutter_defaults(const char *folder)
{
    return (struct cutter_settings){.folder = folder, .keep_bytes = (uint64_t)4 << 30};
}

/* ---- recording --------------------------------------------------------------------------------------------------- */

/* Cheap to encode: evidence is looked at by people, and what was measured is in the journal. A camera that came back
 * with pictures of another size needs another recorder. */
static void start_recorder(struct cutter *c, struct capture *capture, const struct frame *frame)
{
    struct record_options o = record_defaults();
    struct capture_info info = *capture_info(capture);
    struct capture_fault fault = {0};
    o.folder = c->loop;
    o.preset = "ultrafast";
    o.quality = 25;
    o.ring = 100 * NS_PER_S; /* longer than a stroke may last */
    o.ring_bytes = (size_t)96 << 20;
    o.keep_bytes = LOOP_KEPT;
    info.fps = info.fps > 30 ? 30 : info.fps;
    pthread_mutex_lock(&c->cutting);
    record_close(&c->record, NULL);
    c->broken = record_open(&c->record, &o, frame, &info, &fault) != 0;
    pthread_mutex_unlock(&c->cutting);
    if (c->broken)
        log_warn("clips: %s; strokes are refereed without them", fault.why);
}

void cutter_frame(struct cutter *clips, struct capture *capture, const struct frame *frame)
{
    if (clips->record && frame->t - clips->last < BETWEEN * 9 / 10)
        return;
    clips->last = frame->t;
    if (!clips->record && !clips->broken)
        start_recorder(clips, capture, frame);
    if (clips->record && record_push(clips->record, capture, frame) == ERR_FORMAT)
        start_recorder(clips, capture, frame);
}

/* ---- cutting: a thread that may wait for the disk ---------------------------------------------------------------- */

static void sleep_ns(ns_t d)
{
    nanosleep(&(struct timespec){d / NS_PER_S, d % NS_PER_S}, NULL);
}

static int number_of(const char *name)
{
    char *end;
    long n = strtol(name, &end, 10);
    return n > 0 && n < INT_MAX && !strcmp(end, ".mp4") ? (int)n : 0;
}

/* The oldest clip, and the size of all of them. */
static int survey(const struct cutter *c, uint64_t *bytes)
{
    DIR *folder = opendir(c->folder);
    int oldest = 0;
    *bytes = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct stat st;
        int n = number_of(entry->d_name);
        if (!n || fstatat(dirfd(folder), entry->d_name, &st, 0))
            continue;
        *bytes += (uint64_t)st.st_size;
        oldest = !oldest || n < oldest ? n : oldest;
    }
    if (folder)
        closedir(folder);
    return oldest;
}

static void tidy(struct cutter *c)
{
    char path[PATH_MAX + 32];
    uint64_t bytes;
    int oldest;
    while ((oldest = survey(c, &bytes)) && bytes > c->keep_bytes) {
        snprintf(path, sizeof path, "%s/%d.mp4", c->folder, oldest);
        if (unlink(path))
            return;
        pthread_mutex_lock(&c->lock);
        c->stats.deleted++;
        pthread_mutex_unlock(&c->lock);
    }
}

/* Waits a little for the end of the stroke to be encoded; what is there then is kept. */
static int cut(struct cutter *c, const struct wanted *w, const char *path)
{
    struct record_clip clip = {0};
    int err = ERR_RANGE;
    for (int i = 0; i < TRIES && (err == ERR_RANGE || (!err && clip.to < w->to - 2 * BETWEEN)); i++) {
        if (i)
            sleep_ns(TRY_AGAIN);
        pthread_mutex_lock(&c->cutting);
        err = c->record ? record_clip(c->record, w->from, w->to, path, &clip) : ERR_RANGE;
        pthread_mutex_unlock(&c->cutting);
    }
    return err;
}

static void serve(struct cutter *c, const struct wanted *w)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/%d.mp4", c->folder, w->seq);
    int err = cut(c, w, path);
    pthread_mutex_lock(&c->lock);
    bool first = err && !c->stats.failed;
    *(err ? &c->stats.failed : &c->stats.cut) += 1;
    pthread_mutex_unlock(&c->lock);
    if (first)
        log_warn("clips: entry %d has none: %s", w->seq, err_text(err));
    tidy(c);
}

static bool next_wanted(struct cutter *c, struct wanted *w)
{
    pthread_mutex_lock(&c->lock);
    while (!c->queue_n && !c->closing)
        pthread_cond_wait(&c->changed, &c->lock);
    bool any = c->queue_n > 0;
    if (any) {
        *w = c->queue[0];
        memmove(c->queue, c->queue + 1, (size_t)--c->queue_n * sizeof *c->queue);
    }
    pthread_mutex_unlock(&c->lock);
    return any;
}

static void *run(void *user)
{
    struct cutter *c = user;
    struct wanted w;
    thread_name("wg-clips");
    while (next_wanted(c, &w))
        serve(c, &w);
    return NULL;
}

void cutter_want(struct cutter *clips, int seq, ns_t from, ns_t to)
{
    if (!clips)
        return;
    pthread_mutex_lock(&clips->lock);
    if (clips->queue_n < WANTED_MAX)
        clips->queue[clips->queue_n++] = (struct wanted){seq, from > LEAD ? from - LEAD : 0, to};
    else
        clips->stats.failed++;
    pthread_cond_signal(&clips->changed);
    pthread_mutex_unlock(&clips->lock);
}

struct cutter_stats cutter_stats(struct cutter *clips)
{
    struct cutter_stats stats = {0};
    if (!clips)
        return stats;
    pthread_mutex_lock(&clips->lock);
    stats = clips->stats;
    pthread_mutex_unlock(&clips->lock);
    return stats;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static int make_folder(const char *path)
{
    return mkdir(path, 0777) && errno != EEXIST ? err_from_errno(errno) : 0;
}

int cutter_open(struct cutter **clips, const struct cutter_settings *settings)
{
    struct cutter *c = *clips = calloc(1, sizeof *c);
    if (!c)
        return ERR_MEMORY;
    c->keep_bytes = settings->keep_bytes;
    int a = snprintf(c->folder, sizeof c->folder, "%s/clips", settings->folder);
    int b = snprintf(c->loop, sizeof c->loop, "%s/recording", settings->folder);
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->cutting, NULL);
    pthread_cond_init(&c->changed, NULL);
    int err = a >= (int)sizeof c->folder || b >= (int)sizeof c->loop ? ERR_RANGE : make_folder(c->folder);
    if (!err)
        err = make_folder(c->loop);
    c->has_thread = !err && !pthread_create(&c->thread, NULL, run, c);
    if (!err && !c->has_thread)
        err = ERR_MEMORY;
    if (err)
        cutter_close(clips);
    return err;
}

void cutter_close(struct cutter **clips)
{
    struct cutter *c = *clips;
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->closing = true;
    pthread_cond_signal(&c->changed);
    pthread_mutex_unlock(&c->lock);
    if (c->has_thread)
        pthread_join(c->thread, NULL);
    record_close(&c->record, NULL);
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->cutting);
    pthread_mutex_destroy(&c->lock);
    free(c);
    *clips = NULL;
}
