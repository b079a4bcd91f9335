/* SPDX-License-Identifier: Apache-2.0 */
/* record.c: runs a recording. Three threads meet here: the caller's (push), the encoder's (packets) and housekeeping,
 * the only one that waits for the disk. */
#include "record.h"

#include "err.h"
#include "log.h"
#include "record_disk.h"
#include "record_internal.h"
#include "source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FPS_MAX = 240, TICK_MS = 250, FINISH_S = 5 };

struct record_options record_defaults(void)
{
    return (struct record_options){
        .name = "table",
        .quality = 21,
        .preset = "superfast",
        .whole_every = NS_PER_S,
        .segment = 60 * NS_PER_S,
        .ring = 120 * NS_PER_S,
        .ring_bytes = (size_t)192 << 20,
        .keep_bytes = (uint64_t)100 << 30,
        .keep_age = 14 * 86400 * NS_PER_S,
        .reserve_bytes = (uint64_t)2 << 30,
        .backlog_bytes = (size_t)24 << 20,
        .backlog_frames = 4,
        .retry = 30 * NS_PER_S,
    };
}

const char *record_state_name(enum record_state state)
{
    static const char *const names[] = {"none",
                                        "starting",
                                        "running",
                                        "stopped: the disk is full",
                                        "stopped: the disk is too slow",
                                        "stopped: the disk failed"};
    return names[state];
}

/* ---- stopping and starting again: with the lock held ------------------------------------------------------------- */

static bool stopped(const struct record *r)
{
    return r->stats.state >= RECORD_FULL;
}

static void end_segment(struct record *r)
{
    if (!r->now.file)
        return;
    r->ended = r->now; /* housekeeping has emptied it: see may_rotate */
    r->now = (struct record_open_segment){0};
    g_cond_signal(&r->wake);
}

static void stop_recording(struct record *r, enum record_state state, const char *why)
{
    if (stopped(r))
        return;
    r->stats.state = state;
    r->stats.stops++;
    r->stopped_at = g_get_monotonic_time();
    log_error("recording: %s (%s). Refereeing goes on; only the recording has stopped.", record_state_name(state), why);
    g_cond_signal(&r->wake);
}

static size_t backlog(const struct record *r)
{
    return (r->now.file ? record_file_backlog(r->now.file) : 0) +
           (r->ended.file ? record_file_backlog(r->ended.file) : 0);
}

/* ---- packets: the encoder's thread ------------------------------------------------------------------------------- */

static void save(struct record *r, const struct record_packet *p)
{
    struct record_open_segment *s = &r->now;
    if (!s->count) {
        s->start = time(NULL);
        r->stats.state = RECORD_RUNNING;
    }
    if (s->count < s->max) {
        s->seq[s->count] = p->seq;
        s->t[s->count] = p->t;
        s->count++;
    }
    record_file_push(s->file, p);
}

/* A new file begins with what the ring has and no file has got yet. */
static void begin_segment(struct record *r)
{
    r->now = r->spare;
    r->spare = (struct record_open_segment){0};
    g_cond_signal(&r->wake);
    uint64_t oldest = r->ring.pushed - r->ring.count;
    for (size_t i = 0; i < r->ring.count; i++)
        if (oldest + i >= r->saved && (r->now.count || record_ring_at(&r->ring, i)->whole))
            save(r, record_ring_at(&r->ring, i));
    r->saved = r->ring.pushed;
}

static bool time_to_rotate(const struct record *r, const struct record_packet *p)
{
    const struct record_open_segment *s = &r->now;
    if (!s->count || !p->whole)
        return false;
    return p->t - s->t[0] >= r->options.segment || s->count == s->max;
}

static void on_packet(void *user, const struct record_packet *p, GstCaps *caps)
{
    struct record *r = user;
    g_mutex_lock(&r->lock);
    gst_caps_replace(&r->caps, caps);
    r->stats.frames++;
    if (time_to_rotate(r, p) && !r->ended.file && r->spare.file)
        end_segment(r);
    record_ring_push(&r->ring, p);
    if (stopped(r)) {
        r->stats.unsaved++;
        r->saved = r->ring.pushed;
    } else if (r->now.file) {
        save(r, p);
        r->saved = r->ring.pushed;
    } else if (r->spare.file) {
        begin_segment(r);
    }
    if (!stopped(r) && backlog(r) > r->options.backlog_bytes)
        stop_recording(r, RECORD_SLOW, "too much waits to be written");
    g_mutex_unlock(&r->lock);
}

/* ---- housekeeping: the thread that may wait for the disk ----------------------------------------------------------
 */

void record_segment_path(const struct record *r, unsigned number, time_t start, char path[PATH_MAX])
{
    record_disk_name(path, PATH_MAX, r->folder, r->name, start, number);
}

static void free_segment(struct record_open_segment *s)
{
    record_file_close(&s->file);
    free(s->seq);
    free(s->t);
    *s = (struct record_open_segment){0};
}

/* Frames of one segment: its length at the highest rate, twice over for rates above it. */
static size_t frames_max(const struct record *r)
{
    return (size_t)(r->options.segment / NS_PER_S + 10) * FPS_MAX;
}

static int open_segment(struct record *r, GstCaps *caps, unsigned number, struct record_open_segment *s,
                        struct capture_fault *fault)
{
    *s = (struct record_open_segment){.number = number, .max = frames_max(r)};
    snprintf(s->part, sizeof s->part, "%s/%s-%06u.part", r->folder, r->name, number);
    s->seq = malloc(s->max * sizeof *s->seq);
    s->t = malloc(s->max * sizeof *s->t);
    int err = s->seq && s->t ? record_file_open(&s->file, s->part, caps, fault) : ERR_MEMORY;
    if (err)
        free_segment(s);
    return err;
}

static bool enough_room(const struct record *r)
{
    return record_disk_free(r->folder) >= r->options.reserve_bytes;
}

/* Opens the next segment ahead of its need. The lock is not held while the disk is waited for. */
static void provide_spare(struct record *r)
{
    bool needed = r->caps && !r->spare.file && !stopped(r) && !r->closing;
    if (!needed)
        return;
    GstCaps *caps = gst_caps_ref(r->caps);
    unsigned number = r->next_number++;
    struct record_open_segment s;
    struct capture_fault fault = {0};
    g_mutex_unlock(&r->lock);
    bool room = enough_room(r);
    int err = room ? open_segment(r, caps, number, &s, &fault) : ERR_FULL;
    gst_caps_unref(caps);
    g_mutex_lock(&r->lock);
    if (!err)
        r->spare = s;
    else
        stop_recording(r, err == ERR_FULL ? RECORD_FULL : RECORD_BROKEN,
                       room ? fault.why : "less is free than the reserve");
}

static void write_times(const struct record_open_segment *s, const char *mp4)
{
    char path[PATH_MAX + 8];
    snprintf(path, sizeof path, "%.*s.times", (int)(strlen(mp4) - 4), mp4);
    FILE *f = fopen(path, "w");
    if (!f)
        return;
    fprintf(f, "# frame number, time in ns since the first frame of the source; one line a frame of the MP4\n");
    for (size_t i = 0; i < s->count; i++)
        fprintf(f, "%llu %lld\n", (unsigned long long)s->seq[i], (long long)s->t[i]);
    if (fclose(f))
        unlink(path);
}

static void remember(struct record *r, const struct record_open_segment *s, const char *path)
{
    struct stat st = {0};
    stat(path, &st);
    g_mutex_lock(&r->lock);
    r->segment[r->segments++ % SEGMENTS_MAX] =
        (struct record_segment){s->number, s->start, s->t[0], s->t[s->count - 1]};
    r->stats.segments++;
    r->stats.bytes += (uint64_t)st.st_size;
    g_mutex_unlock(&r->lock);
}

/* Waits for the disk, then gives the file its name. 0 or what is wrong with it. */
static int finish_segment(struct record *r, struct record_open_segment *s, struct capture_fault *fault)
{
    char path[PATH_MAX];
    int err = record_file_finish(s->file, FINISH_S * NS_PER_S, fault);
    record_segment_path(r, s->number, s->start, path);
    if (!s->count) {
        unlink(s->part);
        return 0;
    }
    if (err != ERR_TIMEOUT && rename(s->part, path) && !err)
        err = fault_set(fault, err_from_errno(errno), NULL, "%s", strerror(errno));
    if (err)
        return err;
    write_times(s, path);
    remember(r, s, path);
    return 0;
}

static void finish_ended(struct record *r)
{
    if (!r->ended.file)
        return;
    struct record_open_segment s = r->ended;
    struct capture_fault fault = {0};
    g_mutex_unlock(&r->lock);
    int err = finish_segment(r, &s, &fault);
    g_mutex_lock(&r->lock);
    r->ended = (struct record_open_segment){0};
    if (err) /* said before the file is closed: that may take for ever */
        stop_recording(r, err == ERR_FULL ? RECORD_FULL : err == ERR_TIMEOUT ? RECORD_SLOW : RECORD_BROKEN, fault.why);
    g_mutex_unlock(&r->lock);
    free_segment(&s);
    g_mutex_lock(&r->lock);
}

static void check_disk(struct record *r)
{
    struct capture_fault fault = {0};
    int err = r->now.file ? record_file_error(r->now.file, &fault) : 0;
    if (err)
        stop_recording(r, err == ERR_FULL ? RECORD_FULL : RECORD_BROKEN, fault.why);
    g_mutex_unlock(&r->lock);
    bool room = enough_room(r);
    g_mutex_lock(&r->lock);
    if (!room)
        stop_recording(r, RECORD_FULL, "less is free than the reserve");
    /* What was written so far is closed; nothing more comes. */
    if (stopped(r) && r->now.file && !r->ended.file)
        end_segment(r);
    bool rested = g_get_monotonic_time() - r->stopped_at >= r->options.retry / 1000;
    if (stopped(r) && room && rested && !r->now.file && !r->ended.file) {
        log_warn("recording: goes on");
        r->stats.state = RECORD_STARTING;
    }
}

static void tidy(struct record *r)
{
    struct record_disk_rules rules = {r->folder, r->name, r->options.keep_bytes, r->options.keep_age};
    g_mutex_unlock(&r->lock);
    struct record_disk_result result = record_disk_tidy(&rules, time(NULL));
    g_mutex_lock(&r->lock);
    r->stats.deleted += result.deleted;
    r->stats.kept = result.failed;
}

static gpointer keep_house(gpointer user)
{
    struct record *r = user;
    uint64_t tidied = UINT64_MAX;
    gint64 next_tidy = 0;
    g_mutex_lock(&r->lock);
    while (!r->closing) {
        finish_ended(r);
        check_disk(r);
        provide_spare(r);
        if (tidied != r->stats.segments || g_get_monotonic_time() > next_tidy) {
            tidied = r->stats.segments;
            next_tidy = g_get_monotonic_time() + 60 * G_TIME_SPAN_SECOND;
            tidy(r);
        }
        if (!r->closing && !r->ended.file)
            g_cond_wait_until(&r->wake, &r->lock, g_get_monotonic_time() + TICK_MS * 1000);
    }
    r->house_kept = true;
    g_cond_broadcast(&r->wake);
    g_mutex_unlock(&r->lock);
    return NULL;
}

/* ---- open, push, close --------------------------------------------------------------------------------------------
 */

static int check_options(const struct record_options *o, struct capture_fault *fault)
{
    struct stat st;
    if (!o->folder || stat(o->folder, &st) || !S_ISDIR(st.st_mode))
        return fault_set(fault, ERR_NOT_FOUND, "Make the folder first.", "there is no such folder");
    if (access(o->folder, W_OK))
        return fault_set(fault, ERR_DENIED, NULL, "the folder may not be written to");
    if (o->quality < 10 || o->quality > 40 || o->whole_every <= 0 || o->segment <= 0 || o->ring <= 0 ||
        !o->ring_bytes || o->backlog_frames < 1 || o->backlog_frames > 16 || !o->name[0] || strchr(o->name, '/'))
        return fault_set(fault, ERR_RANGE, NULL, "an option of the recording is out of its range");
    return 0;
}

static int start(struct record *r, const struct frame *like, const struct capture_info *info,
                 struct capture_fault *fault)
{
    size_t slots = (size_t)(r->options.ring / NS_PER_S + 1) * FPS_MAX;
    r->segment = calloc(SEGMENTS_MAX, sizeof *r->segment);
    if (!r->folder || !r->name || !r->preset || !r->segment ||
        record_ring_open(&r->ring, slots, r->options.ring_bytes, r->options.ring))
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    int recovered = record_disk_recover(r->folder, r->name);
    if (recovered)
        log_warn("recording: %d unfinished segments of an earlier run were kept", recovered);
    int err = record_encoder_open(&r->encoder, &r->options, like, info, on_packet, r, fault);
    if (!err)
        r->housekeeping = g_thread_new("recording", keep_house, r);
    return err;
}

int record_open(struct record **out, const struct record_options *options, const struct frame *like,
                const struct capture_info *info, struct capture_fault *fault)
{
    *out = NULL;
    int err = check_options(options, fault);
    if (err)
        return err;
    struct record *r = calloc(1, sizeof *r);
    if (!r)
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    g_mutex_init(&r->lock);
    g_cond_init(&r->wake);
    r->options = *options;
    r->options.folder = r->folder = strdup(options->folder);
    r->options.name = r->name = strdup(options->name);
    r->options.preset = r->preset = strdup(options->preset);
    r->next_number = 1;
    r->stats.state = RECORD_STARTING;
    err = start(r, like, info, fault);
    if (err)
        record_close(&r, NULL);
    *out = r;
    return err;
}

int record_push(struct record *r, struct capture *c, const struct frame *frame)
{
    int err = record_encoder_push(r->encoder, c, frame);
    while (err == ERR_FULL && r->options.wait) {
        g_usleep(1000);
        err = record_encoder_push(r->encoder, c, frame);
    }
    if (err == ERR_FULL) {
        g_mutex_lock(&r->lock);
        if (!r->stats.dropped++)
            log_warn("recording: the encoder is too slow; frames are missing in the recording, not in the refereeing");
        g_mutex_unlock(&r->lock);
    }
    return err;
}

struct record_stats record_stats(struct record *r)
{
    g_mutex_lock(&r->lock);
    struct record_stats stats = r->stats;
    g_mutex_unlock(&r->lock);
    return stats;
}

static void finish_last(struct record *r)
{
    struct capture_fault fault = {0};
    struct record_open_segment *all[] = {&r->ended, &r->now, &r->spare};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i]->file && finish_segment(r, all[i], &fault))
            log_error("recording: the last segment is incomplete: %s", fault.why);
        free_segment(all[i]);
    }
}

/* False when housekeeping hangs in the disk. */
static bool end_housekeeping(struct record *r)
{
    gint64 deadline = g_get_monotonic_time() + 2 * FINISH_S * G_TIME_SPAN_SECOND;
    g_mutex_lock(&r->lock);
    r->closing = true;
    g_cond_broadcast(&r->wake);
    while (r->housekeeping && !r->house_kept && g_cond_wait_until(&r->wake, &r->lock, deadline))
        ;
    bool done = !r->housekeeping || r->house_kept;
    g_mutex_unlock(&r->lock);
    if (done && r->housekeeping)
        g_thread_join(r->housekeeping);
    return done;
}

/* A recording shorter than it took to open its first file has it all in the ring. */
static void save_remainder(struct record *r)
{
    bool something = r->caps && !r->now.file && !stopped(r) && r->ring.count && r->saved < r->ring.pushed;
    if (something && (r->spare.file || !open_segment(r, r->caps, r->next_number++, &r->spare, NULL)))
        begin_segment(r);
}

void record_close(struct record **pr, struct record_stats *last)
{
    struct record *r = *pr;
    *pr = NULL;
    if (!r)
        return;
    record_encoder_close(&r->encoder);
    bool answers = end_housekeeping(r);
    if (answers) {
        save_remainder(r);
        finish_last(r);
    }
    if (last)
        *last = record_stats(r);
    if (!answers) {
        log_error("recording: the disk does not answer; the last segment stays unfinished");
        return; /* its thread may still come back to what would be freed here */
    }
    record_ring_close(&r->ring);
    gst_clear_caps(&r->caps);
    g_cond_clear(&r->wake);
    g_mutex_clear(&r->lock);
    free(r->segment);
    free(r->folder);
    free(r->name);
    free(r->preset);
    free(r);
}
