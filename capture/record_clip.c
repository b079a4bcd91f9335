/* SPDX-License-Identifier: Apache-2.0 */
/* record_clip.c: cuts a clip out of a running recording: packets are copied, never encoded again. */
#include "err.h"
#include "record_internal.h"

#include <gst/app/gstappsink.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Packets collected for one clip. */
struct reel {
    struct record_packet *packet;
    size_t count, room;
    GstCaps *caps;
};

static int add(struct reel *reel, const struct record_packet *p)
{
    if (reel->count == reel->room) {
        size_t room = reel->room ? reel->room * 2 : 1024;
        struct record_packet *more = realloc(reel->packet, room * sizeof *more);
        if (!more)
            return ERR_MEMORY;
        reel->packet = more;
        reel->room = room;
    }
    reel->packet[reel->count] = *p;
    gst_buffer_ref(reel->packet[reel->count++].buffer);
    return 0;
}

static void empty(struct reel *reel)
{
    for (size_t i = 0; i < reel->count; i++)
        gst_buffer_unref(reel->packet[i].buffer);
    free(reel->packet);
    gst_clear_caps(&reel->caps);
    *reel = (struct reel){0};
}

/* ---- from memory ----------------------------------------------------------------------------------------------- */

/* ERR_RANGE when the ring does not reach back to `from`; with `anyway` it then gives what it has. */
static int collect_from_ring(struct record *r, ns_t from, ns_t to, bool anyway, struct reel *reel)
{
    int err = 0;
    g_mutex_lock(&r->lock);
    size_t i = record_ring_find(&r->ring, from);
    if (i == r->ring.count && anyway)
        i = 0;
    if (r->ring.count && record_ring_at(&r->ring, r->ring.count - 1)->t < from)
        i = r->ring.count; /* not recorded yet */
    if (i == r->ring.count)
        err = ERR_RANGE;
    else
        gst_caps_replace(&reel->caps, r->caps);
    for (; !err && i < r->ring.count && record_ring_at(&r->ring, i)->t <= to; i++)
        err = add(reel, record_ring_at(&r->ring, i));
    g_mutex_unlock(&r->lock);
    return err;
}

/* ---- from disk ------------------------------------------------------------------------------------------------- */

/* Exact times of a segment's frames, from the file beside it. Returns how many; *t is the caller's. */
static size_t read_times(const char *mp4, ns_t **t)
{
    char path[PATH_MAX + 8], line[96];
    snprintf(path, sizeof path, "%.*s.times", (int)(strlen(mp4) - 4), mp4);
    FILE *f = fopen(path, "r");
    size_t count = 0, room = 0;
    *t = NULL;
    while (f && fgets(line, sizeof line, f)) {
        long long time;
        if (sscanf(line, "%*u %lld", &time) != 1)
            continue;
        if (count == room) {
            room = room ? room * 2 : 4096;
            ns_t *more = realloc(*t, room * sizeof *more);
            if (!more)
                break;
            *t = more;
        }
        (*t)[count++] = time;
    }
    if (f)
        fclose(f);
    return count;
}

/* Adds the segment's packets in range; those before the last whole picture at or before `from` are dropped. */
static int keep_sample(struct reel *reel, GstSample *sample, ns_t t, ns_t from, ns_t to)
{
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    struct record_packet p = {
        .buffer = buffer, .t = t, .whole = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT)};
    if (p.whole && t <= from) {
        GstCaps *caps = gst_caps_ref(gst_sample_get_caps(sample));
        empty(reel);
        reel->caps = caps;
    }
    if (!reel->caps && p.whole)
        reel->caps = gst_caps_ref(gst_sample_get_caps(sample));
    return t <= to && reel->caps ? add(reel, &p) : 0;
}

static int read_segment(const char *path, ns_t from, ns_t to, struct reel *reel)
{
    char *text =
        g_strdup_printf("filesrc location=\"%s\" ! qtdemux ! video/x-h264 ! appsink name=out sync=false", path);
    GstElement *bin = gst_parse_launch(text, NULL);
    g_free(text);
    if (!bin)
        return ERR_UNSUPPORTED;
    GstElement *out = gst_bin_get_by_name(GST_BIN(bin), "out");
    ns_t *t;
    size_t count = read_times(path, &t), i = 0;
    int err = count ? 0 : ERR_NOT_FOUND;
    gst_element_set_state(bin, GST_STATE_PLAYING);
    GstSample *sample;
    for (; !err && i < count && (sample = gst_app_sink_try_pull_sample(GST_APP_SINK(out), 5 * GST_SECOND)); i++) {
        err = keep_sample(reel, sample, t[i], from, to);
        gst_sample_unref(sample);
    }
    gst_element_set_state(bin, GST_STATE_NULL);
    gst_object_unref(out);
    gst_object_unref(bin);
    free(t);
    return err;
}

/* Finished segments of this run that overlap the range, oldest first. */
static size_t segments_in(struct record *r, ns_t from, ns_t to, struct record_segment *list, size_t max)
{
    size_t found = 0;
    g_mutex_lock(&r->lock);
    size_t oldest = r->segments > SEGMENTS_MAX ? r->segments - SEGMENTS_MAX : 0;
    for (size_t i = oldest; i < r->segments && found < max; i++) {
        struct record_segment s = r->segment[i % SEGMENTS_MAX];
        if (s.from <= to && s.to >= from)
            list[found++] = s;
    }
    g_mutex_unlock(&r->lock);
    return found;
}

static int collect_from_disk(struct record *r, ns_t from, ns_t to, struct reel *reel)
{
    enum { MOST = 64 };
    struct record_segment list[MOST];
    size_t count = segments_in(r, from, to, list, MOST);
    int err = count ? 0 : ERR_RANGE;
    for (size_t i = 0; i < count && !err; i++) {
        char path[PATH_MAX];
        record_segment_path(r, list[i].number, list[i].start, path);
        err = read_segment(path, from, to, reel);
        if (err == ERR_NOT_FOUND) /* deleted by age or size */
            err = 0;
    }
    return !err && !reel->count ? ERR_RANGE : err;
}

/* What the finished segments lack because it is not finished yet is still in the ring. */
static int add_newest_from_ring(struct record *r, ns_t to, struct reel *reel)
{
    int err = 0;
    ns_t last = reel->packet[reel->count - 1].t;
    g_mutex_lock(&r->lock);
    for (size_t i = 0; i < r->ring.count && !err; i++) {
        struct record_packet *p = record_ring_at(&r->ring, i);
        if (p->t > last && p->t <= to)
            err = add(reel, p);
    }
    g_mutex_unlock(&r->lock);
    return err;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

static int write_reel(const struct reel *reel, const char *path)
{
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s.part", path);
    struct record_file *file;
    int err = record_file_open(&file, part, reel->caps, NULL);
    if (err)
        return err;
    for (size_t i = 0; i < reel->count; i++)
        record_file_push(file, &reel->packet[i]);
    err = record_file_finish(file, 60 * NS_PER_S, NULL);
    record_file_close(&file);
    if (!err && rename(part, path))
        err = err_from_errno(errno);
    if (err)
        unlink(part);
    return err;
}

int record_clip(struct record *r, ns_t from, ns_t to, const char *path, struct record_clip *clip)
{
    struct reel reel = {0};
    int err = from <= to ? collect_from_ring(r, from, to, false, &reel) : ERR_RANGE;
    if (err == ERR_RANGE && from <= to) {
        err = collect_from_disk(r, from, to, &reel);
        if (!err)
            err = add_newest_from_ring(r, to, &reel);
        else if (err == ERR_RANGE)
            err = collect_from_ring(r, from, to, true, &reel);
    }
    if (!err && !reel.count)
        err = ERR_RANGE;
    if (!err)
        err = write_reel(&reel, path);
    if (!err && clip)
        *clip = (struct record_clip){reel.packet[0].t, reel.packet[reel.count - 1].t, (int)reel.count};
    empty(&reel);
    return err;
}
