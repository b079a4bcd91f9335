/* SPDX-License-Identifier: Apache-2.0 */
/* burn_pipe.c: how do frames become a stream? One GStreamer pipeline, fed without ever waiting for it. */
#include "burn_in.h"

#include "err.h"

#include <gst/app/gstappsrc.h>
#include <gst/video/video.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct burn_kind kinds[] = {
    {"rtmp://", NULL, true, "flvmux name=mux streamable=true ! rtmp2sink name=out sync=false", "location"},
    {"rtmps://", NULL, true, "flvmux name=mux streamable=true ! rtmp2sink name=out sync=false", "location"},
    {"srt://", NULL, true, "mpegtsmux name=mux alignment=7 ! srtsink name=out auto-reconnect=false sync=false", "uri"},
    {NULL, ".mkv", false, "matroskamux name=mux ! filesink name=out", "location"},
    {NULL, ".mp4", false, "mp4mux name=mux fragment-duration=1000 ! filesink name=out", "location"},
    {NULL, ".ts", false, "mpegtsmux name=mux ! filesink name=out", "location"},
    {NULL, ".flv", false, "flvmux name=mux streamable=true ! filesink name=out", "location"},
};
/* Height of the strip below the picture, as a share of the whole: the bar, the tab and a little air. */
#define BURN_STRIP 0.17

enum { KINDS = sizeof kinds / sizeof *kinds };

const struct burn_kind *burn_kind(const char *target, char why[BURN_WHY])
{
    for (int i = 0; i < KINDS; i++) {
        const struct burn_kind *k = &kinds[i];
        if (k->begins ? g_str_has_prefix(target, k->begins)
                      : !strstr(target, "://") && g_str_has_suffix(target, k->ends))
            return k;
    }
    snprintf(why, BURN_WHY, "not rtmp://…, rtmps://…, srt://…, or a file that ends in .mkv, .mp4, .ts or .flv");
    return NULL;
}

/* ---- making it --------------------------------------------------------------------------------------------------- */

/* Services take no stream without sound: silence, until the mixer adds a microphone. */
#define SILENCE                                                                                                        \
    " audiotestsrc is-live=true wave=silence ! audio/x-raw,rate=44100,channels=2 ! voaacenc bitrate=64000 ! "          \
    "aacparse ! queue ! mux."

static const char *format_name(enum pixel_format format)
{
    return format == PIXEL_NV12 ? "NV12" : "I420";
}

/* Where the camera's picture lies in the one that is sent. All of it even: chroma is shared by two pixels. */
struct placing {
    int width, height, left, right, under;
};

static int even(double n)
{
    return (int)n & ~1;
}

static struct placing place(const struct burn_options *o, const struct burn_size *size, const struct burn_look *look)
{
    int height = even(o->height ? o->height : size->height), width = even((double)size->width * height / size->height);
    double share = look->below ? 1 - BURN_STRIP * look->size : 1;
    struct placing p = {.width = even(width * share), .height = even(height * share)};
    p.left = even((width - p.width) / 2.0);
    p.right = width - p.width - p.left;
    p.under = height - p.height;
    return p;
}

/* The address goes in as a property, never as text that is parsed. */
static char *description(const struct burn_options *o, const struct burn_kind *kind, const struct burn_size *size,
                         const struct burn_look *look)
{
    struct placing p = place(o, size, look);
    return g_strdup_printf(
        "appsrc name=in is-live=%s format=time block=false max-buffers=%d leaky-type=none "
        "caps=video/x-raw,format=%s,width=%d,height=%d,framerate=%d/1,pixel-aspect-ratio=1/1 ! "
        "videoscale ! videoconvert ! video/x-raw,format=I420,width=%d,height=%d ! "
        "videobox left=-%d right=-%d bottom=-%d ! overlaycomposition name=over ! "
        "x264enc name=encoder speed-preset=veryfast tune=zerolatency bitrate=%d key-int-max=%d bframes=0 threads=2 ! "
        "video/x-h264,profile=main ! h264parse ! queue max-size-time=2000000000 max-size-buffers=0 max-size-bytes=0 ! "
        "%s%s",
        kind->network ? "true" : "false", BURN_FRAMES, format_name(size->format), size->width, size->height,
        (int)(o->fps + 0.5), p.width, p.height, p.left, p.right, p.under, o->kbit_s, (int)(2 * o->fps + 0.5),
        kind->tail, kind->network ? SILENCE : "");
}

static GstPadProbeReturn count_sent(GstPad *pad, GstPadProbeInfo *info, gpointer user)
{
    struct burn_pipe *pipe = user;
    (void)pad, (void)info;
    __atomic_add_fetch(&pipe->sent, 1, __ATOMIC_RELAXED);
    return GST_PAD_PROBE_OK;
}

static int make_pool(struct burn_pipe *pipe, const struct burn_size *size)
{
    GstVideoInfo info;
    gst_video_info_set_format(&info, size->format == PIXEL_NV12 ? GST_VIDEO_FORMAT_NV12 : GST_VIDEO_FORMAT_I420,
                              (guint)size->width, (guint)size->height);
    GstCaps *caps = gst_video_info_to_caps(&info);
    pipe->pool = gst_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pipe->pool);
    gst_buffer_pool_config_set_params(config, caps, (guint)info.size, BURN_FRAMES, BURN_FRAMES);
    gst_caps_unref(caps);
    bool ready = gst_buffer_pool_set_config(pipe->pool, config) && gst_buffer_pool_set_active(pipe->pool, TRUE);
    return ready ? 0 : ERR_MEMORY;
}

static void attach(struct burn_pipe *pipe, const struct burn_kind *kind, const char *location, struct burn_draw *draw)
{
    GstElement *over = gst_bin_get_by_name(GST_BIN(pipe->pipeline), "over");
    GstElement *out = gst_bin_get_by_name(GST_BIN(pipe->pipeline), "out");
    GstPad *sink = gst_element_get_static_pad(out, "sink");
    pipe->in = gst_bin_get_by_name(GST_BIN(pipe->pipeline), "in");
    pipe->bus = gst_element_get_bus(pipe->pipeline);
    g_object_set(out, kind->property, location, NULL);
    if (strstr(location, "mode=listener")) /* who wants to see it may come and go */
        g_object_set(out, "wait-for-connection", FALSE, NULL);
    gst_pad_add_probe(sink, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, count_sent, pipe, NULL);
    burn_draw_attach(draw, over);
    gst_object_unref(sink);
    gst_object_unref(out);
    gst_object_unref(over);
}

int burn_pipe_open(struct burn_pipe *pipe, const struct burn_options *options, const struct burn_kind *kind,
                   const char *location, const struct burn_size *size, struct burn_draw *draw, char why[BURN_WHY])
{
    GError *error = NULL;
    char *text = description(options, kind, size, &draw->look);
    *pipe = (struct burn_pipe){.pipeline = gst_parse_launch(text, &error)};
    g_free(text);
    if (error) {
        snprintf(why, BURN_WHY, "%.150s (is a GStreamer plugin missing?)", error->message);
        g_error_free(error);
        burn_pipe_close(pipe);
        return ERR_UNSUPPORTED;
    }
    attach(pipe, kind, location, draw);
    int err = make_pool(pipe, size);
    if (!err && gst_element_set_state(pipe->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE) {
        snprintf(why, BURN_WHY, "it could not be started");
        burn_pipe_failed(pipe, why);
        err = ERR_IO;
    }
    if (err)
        burn_pipe_close(pipe);
    return err;
}

/* ---- using it ---------------------------------------------------------------------------------------------------- */

static void copy_plane(guint8 *to, int to_stride, const struct frame *f, int plane, int bytes, int rows)
{
    for (int y = 0; y < rows; y++)
        memcpy(to + (size_t)y * (size_t)to_stride, f->plane[plane] + (size_t)y * (size_t)f->stride[plane],
               (size_t)bytes);
}

static void copy_frame(guint8 *to, const GstVideoInfo *info, const struct frame *f)
{
    int half_w = (f->width + 1) / 2, half_h = (f->height + 1) / 2, planes = f->format == PIXEL_NV12 ? 2 : 3;
    copy_plane(to, GST_VIDEO_INFO_PLANE_STRIDE(info, 0), f, 0, f->width, f->height);
    for (int p = 1; p < planes; p++)
        copy_plane(to + GST_VIDEO_INFO_PLANE_OFFSET(info, p), GST_VIDEO_INFO_PLANE_STRIDE(info, p), f, p,
                   planes == 2 ? 2 * half_w : half_w, half_h);
}

static GstClockTime time_of_pipeline(const struct burn_pipe *pipe)
{
    GstClock *clock = gst_element_get_clock(pipe->pipeline);
    if (!clock)
        return 0;
    GstClockTime now = gst_clock_get_time(clock), base = gst_element_get_base_time(pipe->pipeline);
    gst_object_unref(clock);
    return now > base ? now - base : 0;
}

int burn_pipe_push(struct burn_pipe *pipe, const struct frame *f, bool by_frame_time)
{
    GstBufferPoolAcquireParams now = {.flags = GST_BUFFER_POOL_ACQUIRE_FLAG_DONTWAIT};
    GstVideoInfo info;
    GstBuffer *buffer = NULL;
    GstMapInfo map;
    gst_video_info_set_format(&info, f->format == PIXEL_NV12 ? GST_VIDEO_FORMAT_NV12 : GST_VIDEO_FORMAT_I420,
                              (guint)f->width, (guint)f->height);
    if (gst_buffer_pool_acquire_buffer(pipe->pool, &buffer, &now) != GST_FLOW_OK)
        return ERR_FULL;
    if (!gst_buffer_map(buffer, &map, GST_MAP_WRITE)) {
        gst_buffer_unref(buffer);
        return ERR_MEMORY;
    }
    copy_frame(map.data, &info, f);
    gst_buffer_unmap(buffer, &map);
    GST_BUFFER_PTS(buffer) = by_frame_time ? (GstClockTime)f->t : time_of_pipeline(pipe);
    return gst_app_src_push_buffer(GST_APP_SRC(pipe->in), buffer) == GST_FLOW_OK ? 0 : ERR_IO;
}

bool burn_pipe_failed(struct burn_pipe *pipe, char why[BURN_WHY])
{
    GstMessage *m = gst_bus_pop_filtered(pipe->bus, GST_MESSAGE_ERROR);
    GError *error = NULL;
    if (!m)
        return false;
    gst_message_parse_error(m, &error, NULL);
    snprintf(why, BURN_WHY, "%.180s", error ? error->message : "it failed");
    g_clear_error(&error);
    gst_message_unref(m);
    return true;
}

bool burn_pipe_finish(struct burn_pipe *pipe, double wait_s)
{
    gst_app_src_end_of_stream(GST_APP_SRC(pipe->in));
    if (wait_s <= 0)
        return false;
    gst_element_send_event(pipe->pipeline, gst_event_new_eos());
    GstMessage *m =
        gst_bus_timed_pop_filtered(pipe->bus, (GstClockTime)(wait_s * GST_SECOND), GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    bool done = m && GST_MESSAGE_TYPE(m) == GST_MESSAGE_EOS;
    if (m)
        gst_message_unref(m);
    return done;
}

void burn_pipe_close(struct burn_pipe *pipe)
{
    if (pipe->pipeline) {
        gst_element_set_state(pipe->pipeline, GST_STATE_NULL);
        gst_object_unref(pipe->pipeline);
    }
    if (pipe->in)
        gst_object_unref(pipe->in);
    if (pipe->bus)
        gst_object_unref(pipe->bus);
    if (pipe->pool) {
        gst_buffer_pool_set_active(pipe->pool, FALSE);
        gst_object_unref(pipe->pool);
    }
    *pipe = (struct burn_pipe){0};
}
