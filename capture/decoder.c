/* SPDX-License-Identifier: Apache-2.0 */
/* decoder.c: how a uri becomes a pipeline, and how its samples and troubles reach the reader's thread. */
#include "decoder.h"

#include "err.h"
#include "gst_fault.h"
#include "log.h"
#include "ring.h"
#include "source.h"

#include <gst/app/gstappsink.h>
#include <gst/base/gstbasetransform.h>
#include <gst/video/video.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 4 /* decoded frames waiting for the reader: enough to ride out one slow frame, few to hold memory */ };

struct item {
    GstSample *sample;
    uint64_t seq;
};

struct decoder {
    GstElement *bin, *convert, *sink;
    struct ring *ring;
    uint64_t decoded; /* streaming thread only */
    atomic_bool linked, typed, picture, stopped;
    atomic_uint_fast64_t skipped; /* compressed pictures not decoded because one before them is missing */
    GstClockTime skip_from;       /* NONE: not skipping; decoder's thread only, as the next */
    bool any_packet;
    bool live;
    int rests; /* times in a row that the demuxer was found at rest; reader's thread */
    ns_t epoch;
    GMutex lock; /* guards the three below: written by streaming threads */
    bool ended;
    int err;
    struct capture_fault fault;
};

/* ---- from the streaming threads -------------------------------------------------------------------------------- */

/* No more samples. Both may come before there is a ring. */
static void end(struct decoder *p)
{
    g_mutex_lock(&p->lock);
    p->ended = true;
    if (p->ring)
        ring_finish(p->ring);
    g_mutex_unlock(&p->lock);
}

static void fail(struct decoder *p, int err, const struct capture_fault *fault)
{
    g_mutex_lock(&p->lock);
    if (!p->err) {
        p->err = err;
        p->fault = *fault;
    }
    g_mutex_unlock(&p->lock);
    end(p);
}

static GstBusSyncReply on_message(GstBus *bus, GstMessage *message, gpointer user)
{
    (void)bus;
    struct decoder *p = user;
    struct capture_fault fault = {0};
    if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR)
        fail(p, gst_fault_from(message, p->live, &fault), &fault);
    gst_message_unref(message);
    return GST_BUS_DROP;
}

static GstFlowReturn on_sample(GstAppSink *sink, gpointer user)
{
    struct decoder *p = user;
    struct item item = {gst_app_sink_pull_sample(sink), p->decoded++}, evicted = {0};
    if (!item.sample)
        return GST_FLOW_EOS;
    int pushed = ring_push(p->ring, &item, &evicted);
    if (pushed == 1)
        gst_sample_unref(evicted.sample);
    if (pushed < 0)
        gst_sample_unref(item.sample);
    return pushed < 0 ? GST_FLOW_EOS : GST_FLOW_OK;
}

static void on_end(GstAppSink *sink, gpointer user)
{
    (void)sink;
    end(user);
}

/* Offers memory that the decoder may pad as it likes and decode into. Without padding, or without a pool, it decodes
 * somewhere else and copies every picture. */
static GstPadProbeReturn on_allocation(GstPad *pad, GstPadProbeInfo *info, gpointer user)
{
    (void)pad, (void)user;
    GstQuery *query = GST_PAD_PROBE_INFO_QUERY(info);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION)
        return GST_PAD_PROBE_OK;
    GstCaps *caps;
    GstVideoInfo video;
    gboolean need_pool;
    gst_query_parse_allocation(query, &caps, &need_pool);
    if (need_pool && caps && gst_video_info_from_caps(&video, caps)) {
        GstBufferPool *pool = gst_video_buffer_pool_new();
        GstStructure *config = gst_buffer_pool_get_config(pool);
        gst_buffer_pool_config_set_params(config, caps, (guint)video.size, 0, 0);
        gst_buffer_pool_set_config(pool, config);
        gst_query_add_allocation_pool(query, pool, (guint)video.size, 0, 0);
        gst_object_unref(pool);
    }
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return GST_PAD_PROBE_HANDLED;
}

/* A phone says how it was held. Left to itself videoflip copies every picture, upright ones too: it is passed through
 * until it is told to turn. */
static GstPadProbeReturn on_event(GstPad *pad, GstPadProbeInfo *info, gpointer user)
{
    (void)pad;
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
    GstTagList *tags = NULL;
    GstVideoOrientationMethod method;
    if (GST_EVENT_TYPE(event) == GST_EVENT_TAG)
        gst_event_parse_tag(event, &tags);
    if (tags && gst_video_orientation_from_tag(tags, &method))
        g_object_set(user, "video-direction", method, NULL);
    return GST_PAD_PROBE_OK;
}

/* The first video stream is linked; cover pictures and second angles stay unlinked. */
static void on_pad(GstElement *decoder, GstPad *pad, gpointer user)
{
    (void)decoder;
    struct decoder *p = user;
    GstCaps *caps = gst_pad_get_current_caps(pad);
    bool video = caps && g_str_has_prefix(gst_structure_get_name(gst_caps_get_structure(caps, 0)), "video/x-raw");
    gst_clear_caps(&caps);
    if (!video || atomic_exchange(&p->linked, true))
        return;
    GstPad *sink = gst_element_get_static_pad(p->convert, "sink");
    if (gst_pad_link(pad, sink) != GST_PAD_LINK_OK)
        log_debug("gst: the video stream could not be linked");
    gst_object_unref(sink);
}

static void on_no_more_pads(GstElement *decoder, gpointer user)
{
    (void)decoder;
    struct decoder *p = user;
    struct capture_fault fault = {0};
    if (!atomic_load(&p->linked))
        fail(p, fault_set(&fault, ERR_FORMAT, NULL, "it has no picture in it"), &fault);
}

/* A file whose outermost type is an image is one picture; images inside a film (Motion JPEG) are not. */
static gboolean on_autoplug(GstElement *decoder, GstPad *pad, GstCaps *caps, gpointer user)
{
    (void)decoder, (void)pad;
    struct decoder *p = user;
    const char *type = gst_structure_get_name(gst_caps_get_structure(caps, 0));
    if (!atomic_exchange(&p->typed, true))
        atomic_store(&p->picture, g_str_has_prefix(type, "image/"));
    return TRUE;
}

/* After a break, pictures that build on a missing one decode into something that never was. Better a gap until the
 * next whole picture; but not for ever, for some cameras refresh bit by bit and never send one. */
static GstPadProbeReturn on_packet(GstPad *pad, GstPadProbeInfo *info, gpointer user)
{
    (void)pad;
    enum { LONGEST_S = 10 };
    struct decoder *p = user;
    GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
    GstClockTime t = GST_BUFFER_DTS_OR_PTS(buffer);
    bool whole = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    bool missing = p->any_packet && GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DISCONT);
    p->any_packet = true;
    if (missing && p->skip_from == GST_CLOCK_TIME_NONE)
        p->skip_from = GST_CLOCK_TIME_IS_VALID(t) ? t : 0;
    bool enough = GST_CLOCK_TIME_IS_VALID(t) && t > p->skip_from + LONGEST_S * GST_SECOND;
    if (p->skip_from == GST_CLOCK_TIME_NONE || whole || enough) {
        p->skip_from = GST_CLOCK_TIME_NONE;
        return GST_PAD_PROBE_OK;
    }
    atomic_fetch_add(&p->skipped, 1);
    return GST_PAD_PROBE_DROP;
}

static void on_element(GstBin *bin, GstBin *parent, GstElement *element, gpointer user)
{
    (void)bin, (void)parent;
    const char *class = gst_element_get_metadata(element, GST_ELEMENT_METADATA_KLASS);
    if (!class || !strstr(class, "Decoder") || !strstr(class, "Video"))
        return;
    GstPad *pad = gst_element_get_static_pad(element, "sink");
    if (!pad)
        return;
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, on_packet, user, NULL);
    gst_object_unref(pad);
}

static void on_source(GstElement *decoder, GstElement *source, gpointer user)
{
    (void)decoder;
    const struct capture_options *options = user;
    GObjectClass *class = G_OBJECT_GET_CLASS(source);
    if (g_object_class_find_property(class, "latency"))
        g_object_set(source, "latency", options->latency_ms, NULL);
    /* A server that does not answer is found out by us; its own patience of 20 s would only delay closing. */
    if (g_object_class_find_property(class, "tcp-timeout"))
        g_object_set(source, "tcp-timeout", (guint64)5000000, NULL);
    /* Lost packets are lost pictures until the next whole one: TCP resends them. */
    if (g_object_class_find_property(class, "protocols"))
        gst_util_set_object_arg(G_OBJECT(source), "protocols", "tcp+tls");
    if (g_object_class_find_property(class, "auto-reconnect"))
        g_object_set(source, "auto-reconnect", FALSE, NULL);
}

/* ---- building -------------------------------------------------------------------------------------------------- */

static GstElement *make(const char *element, struct capture_fault *fault)
{
    GstElement *e = gst_element_factory_make(element, NULL);
    if (!e)
        fault_set(fault, ERR_UNSUPPORTED,
                  "Install gstreamer1.0-plugins-base, -good, -bad and gstreamer1.0-libav, then try again.",
                  "GStreamer's part “%s” is missing", element);
    return e;
}

static void watch_decoder(struct decoder *p, GstElement *decoder)
{
    GstCaps *caps = gst_caps_from_string("video/x-raw(ANY)");
    g_object_set(decoder, "caps", caps, "expose-all-streams", FALSE, NULL);
    gst_caps_unref(caps);
    g_signal_connect(decoder, "pad-added", G_CALLBACK(on_pad), p);
    g_signal_connect(decoder, "no-more-pads", G_CALLBACK(on_no_more_pads), p);
}

static GstElement *head_of_file(const char *path, struct capture_fault *fault)
{
    GstElement *head = make("filesrc", fault);
    if (head)
        g_object_set(head, "location", path, NULL);
    return head;
}

/* Only the end is opened: GStreamer's own ghosting would also take inputs that are to be linked later, when a demuxer
 * knows its streams. */
static void open_end(GstElement *head)
{
    GstElement *last = gst_bin_get_by_name(GST_BIN(head), "whiteglove-end");
    GstPad *pad = gst_element_get_static_pad(last, "src");
    gst_element_add_pad(head, gst_ghost_pad_new("src", pad));
    gst_object_unref(pad);
    gst_object_unref(last);
}

static GstElement *head_of_description(const char *description, struct capture_fault *fault)
{
    GError *error = NULL;
    char *text = g_strdup_printf("%s ! identity name=whiteglove-end signal-handoffs=false",
                                 description); /* so that it may end in caps */
    GstElement *head = gst_parse_bin_from_description(text, FALSE, &error);
    g_free(text);
    if (error) {
        fault_set(fault, ERR_FORMAT, "Leave its last output open, as in: gst:videotestsrc is-live=true",
                  "the pipeline is not understood: %s", error->message);
        gst_clear_object(&head);
        g_error_free(error);
    }
    if (head)
        open_end(head);
    return head;
}

static int add_local(struct decoder *p, const char *uri, struct capture_fault *fault)
{
    bool described = g_str_has_prefix(uri, "gst:");
    GstElement *head = described ? head_of_description(uri + 4, fault) : head_of_file(uri, fault);
    GstElement *decoder = head ? make("decodebin", fault) : NULL;
    if (!decoder) {
        gst_clear_object(&head);
        return described ? ERR_FORMAT : ERR_UNSUPPORTED;
    }
    watch_decoder(p, decoder);
    if (!described)
        g_signal_connect(decoder, "autoplug-continue", G_CALLBACK(on_autoplug), p);
    gst_bin_add_many(GST_BIN(p->bin), head, decoder, NULL);
    if (gst_element_link(head, decoder))
        return 0;
    return fault_set(fault, ERR_FORMAT, NULL, "nothing can be read from it");
}

static int add_network(struct decoder *p, const char *uri, const struct capture_options *options,
                       struct capture_fault *fault)
{
    GstElement *decoder = make("uridecodebin", fault);
    if (!decoder)
        return ERR_UNSUPPORTED;
    g_object_set(decoder, "uri", uri, NULL);
    g_signal_connect_data(decoder, "source-setup", G_CALLBACK(on_source), g_memdup2(options, sizeof *options),
                          (GClosureNotify)(void (*)(void))g_free, 0);
    watch_decoder(p, decoder);
    gst_bin_add(GST_BIN(p->bin), decoder);
    return 0;
}

static GstElement *format_filter(struct capture_fault *fault)
{
    GstElement *filter = make("capsfilter", fault);
    if (!filter)
        return NULL;
    GstCaps *caps = gst_caps_from_string("video/x-raw,format={I420,NV12}");
    g_object_set(filter, "caps", caps, NULL);
    gst_caps_unref(caps);
    return filter;
}

static void set_up_sink(struct decoder *p)
{
    g_object_set(p->sink, "sync", FALSE, "max-buffers", 1, "enable-last-sample", FALSE, "qos", FALSE, NULL);
    GstAppSinkCallbacks callbacks = {.eos = on_end, .new_sample = on_sample};
    gst_app_sink_set_callbacks(GST_APP_SINK(p->sink), &callbacks, p, NULL);
    GstPad *pad = gst_element_get_static_pad(p->sink, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, on_allocation, NULL, NULL);
    gst_object_unref(pad);
}

/* convert ! flip ! I420 or NV12 ! sink. Both first do nothing at all when there is nothing to do. */
static int add_tail(struct decoder *p, struct capture_fault *fault)
{
    GstElement *convert = make("videoconvert", fault), *flip = convert ? make("videoflip", fault) : NULL;
    GstElement *filter = flip ? format_filter(fault) : NULL, *sink = filter ? make("appsink", fault) : NULL;
    if (!sink) {
        gst_clear_object(&convert);
        gst_clear_object(&flip);
        gst_clear_object(&filter);
        return ERR_UNSUPPORTED;
    }
    p->convert = convert;
    p->sink = sink;
    gst_util_set_object_arg(G_OBJECT(convert), "dither", "none"); /* the same picture gives the same bytes */
    gst_base_transform_set_passthrough(GST_BASE_TRANSFORM(flip), TRUE);
    GstPad *pad = gst_element_get_static_pad(convert, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, on_event, flip, NULL);
    gst_object_unref(pad);
    gst_bin_add_many(GST_BIN(p->bin), convert, flip, filter, sink, NULL);
    gst_element_link_many(convert, flip, filter, sink, NULL);
    set_up_sink(p);
    return 0;
}

static bool is_network(const char *uri)
{
    return strstr(uri, "://") && !g_str_has_prefix(uri, "gst:");
}

static int build(struct decoder *p, const char *uri, const struct capture_options *options, struct capture_fault *fault)
{
    p->bin = gst_pipeline_new(NULL);
    p->skip_from = GST_CLOCK_TIME_NONE;
    g_signal_connect(p->bin, "deep-element-added", G_CALLBACK(on_element), p);
    int err = add_tail(p, fault);
    if (!err)
        err = is_network(uri) ? add_network(p, uri, options, fault) : add_local(p, uri, fault);
    if (err)
        return err;
    GstClock *clock = gst_system_clock_obtain(); /* CLOCK_MONOTONIC: times go on across a reconnection */
    gst_pipeline_use_clock(GST_PIPELINE(p->bin), clock);
    gst_object_unref(clock);
    GstBus *bus = gst_element_get_bus(p->bin);
    gst_bus_set_sync_handler(bus, on_message, p, NULL);
    gst_object_unref(bus);
    return 0;
}

/* ---- life ------------------------------------------------------------------------------------------------------ */

static int open_ring(struct decoder *p)
{
    g_mutex_lock(&p->lock);
    int err = ring_open(&p->ring, QUEUE, sizeof(struct item), p->live ? RING_DROP_OLDEST : RING_BLOCK);
    if (!err && p->ended)
        ring_finish(p->ring);
    g_mutex_unlock(&p->lock);
    return err;
}

/* PAUSED tells whether the source is live, and samples flow only from PLAYING on: the ring comes between the two. */
static int start(struct decoder *p, struct capture_fault *fault)
{
    GstStateChangeReturn paused = gst_element_set_state(p->bin, GST_STATE_PAUSED);
    p->live = p->live || paused == GST_STATE_CHANGE_NO_PREROLL;
    int err = open_ring(p);
    if (err)
        return fault_set(fault, err, NULL, "out of memory");
    if (paused == GST_STATE_CHANGE_FAILURE)
        end(p); /* the reason came as a message */
    else
        gst_element_set_state(p->bin, GST_STATE_PLAYING);
    p->epoch = p->live ? (ns_t)gst_element_get_base_time(p->bin) : 0;
    return 0;
}

int decoder_open(struct decoder **out, const char *uri, const struct capture_options *options,
                 struct capture_fault *fault)
{
    *out = NULL;
    if (!gst_is_initialized())
        gst_init(NULL, NULL);
    const char *path = g_str_has_prefix(uri, "file://") ? uri + 7 : uri;
    int err = is_network(path) || g_str_has_prefix(path, "gst:") ? 0 : gst_fault_of_path(path, fault);
    if (err)
        return err;
    struct decoder *p = calloc(1, sizeof *p);
    if (!p)
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    g_mutex_init(&p->lock);
    p->live = is_network(path); /* known before any message comes */
    err = build(p, path, options, fault);
    if (!err)
        err = start(p, fault);
    if (err)
        decoder_free(&p);
    *out = p;
    return err;
}

void decoder_stop(struct decoder *p)
{
    if (!p->bin || atomic_exchange(&p->stopped, true))
        return;
    end(p); /* frees a streaming thread that waits for room */
    gst_element_set_state(p->bin, GST_STATE_NULL);
    struct item item;
    while (p->ring && !ring_pop(p->ring, &item, 0))
        gst_sample_unref(item.sample);
}

void decoder_free(struct decoder **pp)
{
    struct decoder *p = *pp;
    if (!p)
        return;
    decoder_stop(p);
    gst_clear_object(&p->bin);
    ring_close(&p->ring);
    g_mutex_clear(&p->lock);
    free(p);
    *pp = NULL;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/* The ring is empty and finished: was it the end or did it break? */
static int why_ended(struct decoder *p, struct capture_fault *fault)
{
    g_mutex_lock(&p->lock);
    int err = p->err;
    if (err)
        *fault = p->fault;
    g_mutex_unlock(&p->lock);
    if (err)
        return err;
    return p->live ? fault_set(fault, ERR_GONE, NULL, "the sender ended the stream") : ERR_END;
}

/* decodebin can swallow the error of a demuxer that fails at once (it filters errors while it connects); nothing then
 * ever comes. What remains to be seen is that the demuxer has put its thread to rest without having made a stream. */
static bool demuxer_rests(struct decoder *p)
{
    bool rests = false;
    GValue value = G_VALUE_INIT;
    GstIterator *all = gst_bin_iterate_recurse(GST_BIN(p->bin));
    while (gst_iterator_next(all, &value) == GST_ITERATOR_OK) {
        GstElement *element = g_value_get_object(&value);
        const char *class = gst_element_get_metadata(element, GST_ELEMENT_METADATA_KLASS);
        GstPad *pad = class && strstr(class, "Demuxer") ? gst_element_get_static_pad(element, "sink") : NULL;
        if (pad) {
            GST_OBJECT_LOCK(pad);
            rests = rests || (GST_PAD_TASK(pad) && gst_task_get_state(GST_PAD_TASK(pad)) == GST_TASK_PAUSED);
            GST_OBJECT_UNLOCK(pad);
            gst_object_unref(pad);
        }
        g_value_reset(&value);
    }
    g_value_unset(&value);
    gst_iterator_free(all);
    return rests;
}

/* Seen twice, a tenth of a second apart: once may be the moment between two streams. */
static void look_for_swallowed_error(struct decoder *p)
{
    struct capture_fault fault;
    p->rests = demuxer_rests(p) ? p->rests + 1 : 0;
    if (p->rests >= 2 && !atomic_load(&p->linked))
        fail(p,
             fault_set(&fault, ERR_FORMAT, "Was the recording stopped properly and copied whole?",
                       "it is damaged or cut off"),
             &fault);
}

/* As ring_pop, but does not wait in vain for a file that has failed without a word. */
static int pop(struct decoder *p, struct item *item, ns_t wait)
{
    const ns_t slice = NS_PER_S / 10;
    int err = ERR_TIMEOUT;
    while (!p->live && !atomic_load(&p->linked) && wait > slice && err == ERR_TIMEOUT) {
        err = ring_pop(p->ring, item, slice);
        wait -= slice;
        if (err == ERR_TIMEOUT)
            look_for_swallowed_error(p);
    }
    return err == ERR_TIMEOUT ? ring_pop(p->ring, item, wait) : err;
}

int decoder_pull(struct decoder *p, GstSample **sample, struct decoder_count *count, ns_t wait,
                 struct capture_fault *fault)
{
    struct item item;
    int err = pop(p, &item, wait);
    if (err)
        return err == ERR_END ? why_ended(p, fault) : err;
    *sample = item.sample;
    *count = (struct decoder_count){item.seq, ring_dropped(p->ring), atomic_load(&p->skipped)};
    return 0;
}

bool decoder_live(const struct decoder *p)
{
    return p->live;
}

bool decoder_is_picture(struct decoder *p)
{
    return atomic_load(&p->picture);
}

ns_t decoder_duration(struct decoder *p)
{
    gint64 duration = -1;
    return !p->live && gst_element_query_duration(p->bin, GST_FORMAT_TIME, &duration) ? (ns_t)duration : -1;
}

ns_t decoder_epoch(const struct decoder *p)
{
    return p->epoch;
}
