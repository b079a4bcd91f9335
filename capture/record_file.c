/* SPDX-License-Identifier: Apache-2.0 */
#include "record_file.h"

#include "err.h"
#include "gst_fault.h"
#include "source.h"

#include <gst/app/gstappsrc.h>

#include <stdlib.h>

struct record_file {
    GstElement *bin, *in;
    bool any;
    ns_t t0, last, length; /* times of the first and last packet; from the one before to the last */
    GMutex lock;           /* guards the rest: written by streaming threads */
    GCond changed;
    bool ended;
    int err;
    struct capture_fault fault;
};

static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer user)
{
    (void)bus;
    struct record_file *f = user;
    GstMessageType type = GST_MESSAGE_TYPE(message);
    g_mutex_lock(&f->lock);
    if (type == GST_MESSAGE_ERROR && !f->err)
        f->err = gst_fault_from(message, false, &f->fault);
    f->ended = f->ended || type == GST_MESSAGE_EOS || type == GST_MESSAGE_ERROR;
    g_cond_broadcast(&f->changed);
    g_mutex_unlock(&f->lock);
    gst_message_unref(message);
    return GST_BUS_DROP;
}

/* Fragments of a second: what is on disk is readable even if the end never comes. Microseconds: the finest time that
 * players are used to. */
static const char pipeline[] =
    "mp4mux name=mux fragment-duration=1000 trak-timescale=1000000 movie-timescale=1000000 ! "
    "filesink name=out sync=false async=false buffer-mode=full buffer-size=262144 "
    "appsrc name=in format=time block=false max-bytes=0 ! mux.video_0";

static int build(struct record_file *f, const char *part, GstCaps *caps, struct capture_fault *fault)
{
    GError *error = NULL;
    f->bin = gst_parse_launch(pipeline, &error);
    if (error) {
        fault_set(fault, ERR_UNSUPPORTED, "Install gstreamer1.0-plugins-good.", "MP4 cannot be written: %s",
                  error->message);
        g_error_free(error);
        return ERR_UNSUPPORTED;
    }
    f->in = gst_bin_get_by_name(GST_BIN(f->bin), "in");
    gst_app_src_set_caps(GST_APP_SRC(f->in), caps);
    GstElement *out = gst_bin_get_by_name(GST_BIN(f->bin), "out");
    g_object_set(out, "location", part, NULL);
    gst_object_unref(out);
    GstBus *bus = gst_element_get_bus(f->bin);
    gst_bus_set_sync_handler(bus, on_message, f, NULL);
    gst_object_unref(bus);
    if (gst_element_set_state(f->bin, GST_STATE_PLAYING) != GST_STATE_CHANGE_FAILURE)
        return 0;
    int err = record_file_error(f, fault);
    return err ? err : ERR_IO;
}

int record_file_open(struct record_file **out, const char *part, GstCaps *caps, struct capture_fault *fault)
{
    struct record_file *f = calloc(1, sizeof *f);
    *out = NULL;
    if (!f)
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    g_mutex_init(&f->lock);
    g_cond_init(&f->changed);
    int err = build(f, part, caps, fault);
    if (err)
        record_file_close(&f);
    *out = f;
    return err;
}

void record_file_push(struct record_file *f, const struct record_packet *packet)
{
    if (!f->any) {
        f->t0 = f->last = packet->t;
        f->length = NS_PER_S / 60;
    }
    f->any = true;
    GstBuffer *copy = gst_buffer_copy(packet->buffer); /* of the head only: the bytes are shared */
    GST_BUFFER_PTS(copy) = GST_BUFFER_DTS(copy) = (GstClockTime)(packet->t - f->t0);
    /* The muxer takes lengths from the next packet; the last one has none, and readers skip a frame of no length. */
    if (packet->t > f->last)
        f->length = packet->t - f->last;
    f->last = packet->t;
    GST_BUFFER_DURATION(copy) = (GstClockTime)f->length;
    gst_app_src_push_buffer(GST_APP_SRC(f->in), copy);
}

size_t record_file_backlog(struct record_file *f)
{
    return (size_t)gst_app_src_get_current_level_bytes(GST_APP_SRC(f->in));
}

int record_file_error(struct record_file *f, struct capture_fault *fault)
{
    g_mutex_lock(&f->lock);
    int err = f->err;
    if (err && fault)
        *fault = f->fault;
    g_mutex_unlock(&f->lock);
    return err;
}

int record_file_finish(struct record_file *f, ns_t wait, struct capture_fault *fault)
{
    gst_app_src_end_of_stream(GST_APP_SRC(f->in));
    gint64 deadline = g_get_monotonic_time() + wait / 1000;
    g_mutex_lock(&f->lock);
    bool in_time = true;
    while (!f->ended && in_time)
        in_time = g_cond_wait_until(&f->changed, &f->lock, deadline);
    bool ended = f->ended;
    g_mutex_unlock(&f->lock);
    return ended ? record_file_error(f, fault) : fault_set(fault, ERR_TIMEOUT, NULL, "the disk does not answer");
}

void record_file_close(struct record_file **pf)
{
    struct record_file *f = *pf;
    if (!f)
        return;
    if (f->bin)
        gst_element_set_state(f->bin, GST_STATE_NULL);
    gst_clear_object(&f->in);
    gst_clear_object(&f->bin);
    g_cond_clear(&f->changed);
    g_mutex_clear(&f->lock);
    free(f);
    *pf = NULL;
}
