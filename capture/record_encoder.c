/* SPDX-License-Identifier: Apache-2.0 */
#include "record_encoder.h"

#include "err.h"
#include "gst_fault.h"
#include "log.h"
#include "source.h"

#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>

#include <stdatomic.h>
#include <stdlib.h>

enum { WAITING_MAX = 24 };

/* A frame that the encoder still reads. */
struct kept {
    struct record_encoder *e;
    struct capture *c;
    struct frame frame;
    bool used;
};

struct record_encoder {
    GstElement *bin, *in, *out;
    struct frame like;
    int limit;               /* frames that may wait */
    ns_t whole_every, whole; /* whole: when one was last asked for; pushing thread only */
    bool any;
    record_encoded *deliver;
    void *user;
    atomic_bool failed;
    GMutex lock; /* guards kept[].used and the queue of numbers */
    struct kept kept[WAITING_MAX];
    uint64_t seq[WAITING_MAX * 2]; /* of frames inside, oldest first: GStreamer does not carry it */
    ns_t t[WAITING_MAX * 2];
    int first, inside;
    GCond ended_changed;
    bool ended;
};

/* ---- out ------------------------------------------------------------------------------------------------------- */

static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer user)
{
    (void)bus;
    struct record_encoder *e = user;
    struct capture_fault fault;
    GstMessageType type = GST_MESSAGE_TYPE(message);
    if (type == GST_MESSAGE_ERROR) {
        gst_fault_from(message, false, &fault);
        log_error("recording: the encoder failed: %s", fault.why);
        atomic_store(&e->failed, true);
    }
    if (type == GST_MESSAGE_ERROR || type == GST_MESSAGE_EOS) {
        g_mutex_lock(&e->lock);
        e->ended = true;
        g_cond_broadcast(&e->ended_changed);
        g_mutex_unlock(&e->lock);
    }
    gst_message_unref(message);
    return GST_BUS_DROP;
}

/* The number that went in with this time. */
static uint64_t take_number(struct record_encoder *e, ns_t t)
{
    const int size = WAITING_MAX * 2;
    uint64_t seq = 0;
    g_mutex_lock(&e->lock);
    while (e->inside) {
        bool found = e->t[e->first] == t;
        seq = e->seq[e->first];
        e->first = (e->first + 1) % size;
        e->inside--;
        if (found)
            break;
    }
    g_mutex_unlock(&e->lock);
    return seq;
}

static GstFlowReturn on_sample(GstAppSink *sink, gpointer user)
{
    struct record_encoder *e = user;
    GstSample *sample = gst_app_sink_pull_sample(sink);
    if (!sample)
        return GST_FLOW_EOS;
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    /* x264enc shifts its times by 1000 h so that decoding times stay positive; running time undoes that. */
    ns_t t = (ns_t)gst_segment_to_running_time(gst_sample_get_segment(sample), GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    struct record_packet packet = {
        .buffer = buffer,
        .t = t,
        .seq = take_number(e, t),
        .whole = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT),
    };
    e->deliver(e->user, &packet, gst_sample_get_caps(sample));
    gst_sample_unref(sample);
    return GST_FLOW_OK;
}

/* ---- open ------------------------------------------------------------------------------------------------------ */

/* Range, matrix, transfer, primaries in GStreamer's numbers, so that players show the colours we saw. */
static const char *colorimetry(const struct frame *f)
{
    static const char *const names[4][2] = {
        {"bt709", "1:3:5:1"}, {"bt601", "1:4:16:4"}, {"bt709", "1:3:5:1"}, {"bt2020", "1:6:13:7"}};
    return names[f->matrix][f->full_range];
}

static GstCaps *caps_for(const struct frame *f, double fps)
{
    gint n = 60, d = 1; /* without a rate x264 holds each frame back until the next has come */
    if (fps > 0)
        gst_util_double_to_fraction(fps, &n, &d);
    return gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, f->format == PIXEL_NV12 ? "NV12" : "I420",
                               "width", G_TYPE_INT, f->width, "height", G_TYPE_INT, f->height, "framerate",
                               GST_TYPE_FRACTION, n, d, "colorimetry", G_TYPE_STRING, colorimetry(f), NULL);
}

/* No frames held back (zerolatency), none reordered: a packet is there as soon as its frame was taken, and decoding
 * order is showing order, so a clip can be cut at any whole picture. */
static GstElement *launch(const struct record_options *o, double fps, struct capture_fault *fault)
{
    double rate = fps > 0 ? fps : 60;
    int distance = (int)((double)o->whole_every * rate / NS_PER_S + 0.5);
    char *text = g_strdup_printf("appsrc name=in format=time block=false max-buffers=0 max-bytes=0 ! "
                                 "x264enc pass=qual quantizer=%d speed-preset=%s tune=zerolatency bframes=0 "
                                 "key-int-max=%d ! video/x-h264,stream-format=avc,alignment=au ! "
                                 "appsink name=out sync=false max-buffers=1 enable-last-sample=false",
                                 o->quality, o->preset, distance > 0 ? distance : 1);
    GError *error = NULL;
    GstElement *bin = gst_parse_launch(text, &error);
    g_free(text);
    if (error) {
        fault_set(fault, ERR_UNSUPPORTED, "Install gstreamer1.0-plugins-ugly and -good.", "H.264 cannot be encoded: %s",
                  error->message);
        g_error_free(error);
        gst_clear_object(&bin);
    }
    return bin;
}

static void connect_ends(struct record_encoder *e, const struct frame *like, double fps)
{
    e->in = gst_bin_get_by_name(GST_BIN(e->bin), "in");
    e->out = gst_bin_get_by_name(GST_BIN(e->bin), "out");
    GstCaps *caps = caps_for(like, fps);
    gst_app_src_set_caps(GST_APP_SRC(e->in), caps);
    gst_caps_unref(caps);
    GstAppSinkCallbacks callbacks = {.new_sample = on_sample};
    gst_app_sink_set_callbacks(GST_APP_SINK(e->out), &callbacks, e, NULL);
    GstBus *bus = gst_element_get_bus(e->bin);
    gst_bus_set_sync_handler(bus, on_message, e, NULL);
    gst_object_unref(bus);
}

int record_encoder_open(struct record_encoder **out, const struct record_options *options, const struct frame *like,
                        const struct capture_info *info, record_encoded *deliver, void *user,
                        struct capture_fault *fault)
{
    *out = NULL;
    if (!gst_is_initialized())
        gst_init(NULL, NULL);
    struct record_encoder *e = calloc(1, sizeof *e);
    if (!e)
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    g_mutex_init(&e->lock);
    g_cond_init(&e->ended_changed);
    e->limit = options->backlog_frames;
    e->whole_every = options->whole_every;
    e->like = *like;
    e->deliver = deliver;
    e->user = user;
    e->bin = launch(options, info->fps, fault);
    if (e->bin)
        connect_ends(e, like, info->fps);
    if (!e->bin || gst_element_set_state(e->bin, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE) {
        record_encoder_close(&e);
        return ERR_UNSUPPORTED;
    }
    *out = e;
    return 0;
}

/* ---- in -------------------------------------------------------------------------------------------------------- */

static void give_back(gpointer user)
{
    struct kept *k = user;
    struct record_encoder *e = k->e;
    capture_release(k->c, &k->frame);
    g_mutex_lock(&e->lock);
    k->used = false;
    g_mutex_unlock(&e->lock);
}

static struct kept *take_place(struct record_encoder *e, const struct frame *frame)
{
    const int size = WAITING_MAX * 2;
    struct kept *found = NULL;
    int waiting = 0;
    g_mutex_lock(&e->lock);
    for (int i = 0; i < WAITING_MAX; i++) {
        waiting += e->kept[i].used;
        found = e->kept[i].used ? found : &e->kept[i];
    }
    if (waiting >= e->limit || e->inside == size)
        found = NULL;
    if (found) {
        found->used = true;
        e->seq[(e->first + e->inside) % size] = frame->seq;
        e->t[(e->first + e->inside) % size] = frame->t;
        e->inside++;
    }
    g_mutex_unlock(&e->lock);
    return found;
}

/* The planes as they are, wherever they lie: nothing is copied. Freeing the last plane gives the frame back. */
static GstBuffer *wrap(struct kept *k)
{
    const struct frame *f = &k->frame;
    GstBuffer *buffer = gst_buffer_new();
    int planes = f->format == PIXEL_NV12 ? 2 : 3;
    gsize offset[GST_VIDEO_MAX_PLANES] = {0}, total = 0;
    gint stride[GST_VIDEO_MAX_PLANES] = {0};
    for (int i = 0; i < planes; i++) {
        gsize rows = (gsize)(i ? (f->height + 1) / 2 : f->height);
        gsize width = (gsize)(i == 0 ? f->width : planes == 2 ? (f->width + 1) / 2 * 2 : (f->width + 1) / 2);
        gsize bytes = (rows - 1) * (gsize)f->stride[i] + width;
        bool last = i == planes - 1;
        gst_buffer_append_memory(buffer, gst_memory_new_wrapped(GST_MEMORY_FLAG_READONLY, (gpointer)f->plane[i], bytes,
                                                                0, bytes, last ? k : NULL, last ? give_back : NULL));
        offset[i] = total;
        stride[i] = f->stride[i];
        total += bytes;
    }
    gst_buffer_add_video_meta_full(buffer, GST_VIDEO_FRAME_FLAG_NONE,
                                   planes == 2 ? GST_VIDEO_FORMAT_NV12 : GST_VIDEO_FORMAT_I420, (guint)f->width,
                                   (guint)f->height, (guint)planes, offset, stride);
    GST_BUFFER_PTS(buffer) = (GstClockTime)f->t;
    return buffer;
}

/* By time, not by count: rates vary and frames get lost. The encoder's own distance is only the upper limit. */
static void ask_for_whole_picture(struct record_encoder *e, ns_t t)
{
    bool first = !e->any; /* is one anyway; asking for it would put the encoder's count of them 1000 h ahead */
    if (!first && t - e->whole < e->whole_every)
        return;
    e->any = true;
    e->whole = t;
    if (!first)
        gst_element_send_event(e->out, gst_video_event_new_upstream_force_key_unit((GstClockTime)t, TRUE, 0));
}

int record_encoder_push(struct record_encoder *e, struct capture *c, const struct frame *frame)
{
    if (frame->width != e->like.width || frame->height != e->like.height || frame->format != e->like.format)
        return ERR_FORMAT;
    if (atomic_load(&e->failed))
        return ERR_GONE;
    struct kept *k = take_place(e, frame);
    if (!k)
        return ERR_FULL;
    k->e = e;
    k->c = c;
    k->frame = *frame;
    capture_keep(c, frame);
    ask_for_whole_picture(e, frame->t);
    gst_app_src_push_buffer(GST_APP_SRC(e->in), wrap(k));
    return 0;
}

static void drain(struct record_encoder *e)
{
    gst_app_src_end_of_stream(GST_APP_SRC(e->in));
    gint64 deadline = g_get_monotonic_time() + 5 * G_TIME_SPAN_SECOND;
    g_mutex_lock(&e->lock);
    while (!e->ended && g_cond_wait_until(&e->ended_changed, &e->lock, deadline))
        ;
    g_mutex_unlock(&e->lock);
}

void record_encoder_close(struct record_encoder **pe)
{
    struct record_encoder *e = *pe;
    if (!e)
        return;
    if (e->in)
        drain(e);
    if (e->bin)
        gst_element_set_state(e->bin, GST_STATE_NULL);
    gst_clear_object(&e->in);
    gst_clear_object(&e->out);
    gst_clear_object(&e->bin);
    g_cond_clear(&e->ended_changed);
    g_mutex_clear(&e->lock);
    free(e);
    *pe = NULL;
}
