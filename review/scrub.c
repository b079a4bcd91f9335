/* SPDX-License-Identifier: Apache-2.0 */
#include "scrub.h"

#include "err.h"

#include <gst/app/gstappsink.h>
#include <gst/gst.h>

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

enum { WHOLE_EVERY = 6 /* frames */, QUALITY = 20, LOOKED_AT = 600 /* packets */ };

#define WAIT    (10 * GST_SECOND)
#define TOO_FAR (GST_SECOND / 3) /* 20 pictures at 60 a second: more than a tenth of a second of decoding at 1080p */

static void link_video(GstElement *from, GstPad *pad, gpointer to)
{
    (void)from;
    GstPad *sink = gst_element_get_static_pad(to, "sink");
    GstCaps *caps = gst_pad_get_current_caps(pad);
    if (!caps)
        caps = gst_pad_query_caps(pad, NULL);
    bool video =
        !gst_caps_is_empty(caps) && g_str_has_prefix(gst_structure_get_name(gst_caps_get_structure(caps, 0)), "video/");
    if (video && !gst_pad_is_linked(sink))
        gst_pad_link(pad, sink);
    gst_caps_unref(caps);
    gst_object_unref(sink);
}

/* A pipeline whose element `from` gets its pads when the file is read; they are linked to `to`. NULL: not installed. */
static GstElement *launch(const char *text, const char *video)
{
    gst_init(NULL, NULL);
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch(text, &error);
    if (error) {
        g_clear_error(&error);
        if (pipeline)
            gst_object_unref(pipeline);
        return NULL;
    }
    GstElement *file = gst_bin_get_by_name(GST_BIN(pipeline), "file");
    GstElement *from = gst_bin_get_by_name(GST_BIN(pipeline), "from"),
               *to = gst_bin_get_by_name(GST_BIN(pipeline), "to");
    g_object_set(file, "location", video, NULL);
    g_signal_connect(from, "pad-added", G_CALLBACK(link_video), to);
    gst_object_unref(file);
    gst_object_unref(from);
    gst_object_unref(to);
    return pipeline;
}

static void drop(GstElement *pipeline)
{
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
}

/* The longest time without a whole picture in the first packets. */
static GstClockTime longest_gap(GstAppSink *sink)
{
    GstClockTime last = GST_CLOCK_TIME_NONE, longest = 0;
    for (int i = 0; i < LOOKED_AT; i++) {
        GstSample *sample = gst_app_sink_try_pull_sample(sink, WAIT);
        if (!sample)
            break;
        GstBuffer *packet = gst_sample_get_buffer(sample);
        GstClockTime t = GST_BUFFER_DTS_OR_PTS(packet);
        if (GST_CLOCK_TIME_IS_VALID(t)) {
            if (GST_CLOCK_TIME_IS_VALID(last) && t > last && t - last > longest)
                longest = t - last;
            if (!GST_BUFFER_FLAG_IS_SET(packet, GST_BUFFER_FLAG_DELTA_UNIT))
                last = t;
        }
        gst_sample_unref(sample);
    }
    return longest;
}

bool scrub_is_needed(const char *video)
{
    GstElement *pipeline =
        launch("filesrc name=file ! parsebin name=from  appsink name=to sync=false max-buffers=8", video);
    if (!pipeline)
        return false;
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "to");
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstClockTime longest = longest_gap(GST_APP_SINK(sink));
    gst_object_unref(sink);
    drop(pipeline);
    return longest > TOO_FAR;
}

static int run(GstElement *pipeline)
{
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    int err = m && GST_MESSAGE_TYPE(m) == GST_MESSAGE_EOS ? 0 : ERR_FORMAT;
    if (m)
        gst_message_unref(m);
    gst_object_unref(bus);
    return err;
}

int scrub_make(const char *video, const char *path)
{
    char *text =
        g_strdup_printf("filesrc name=file ! decodebin name=from  videoconvert name=to ! videoflip "
                        "video-direction=auto ! video/x-raw,format=I420 ! x264enc pass=qual quantizer=%d "
                        "speed-preset=ultrafast bframes=0 key-int-max=%d ! h264parse ! mp4mux ! filesink name=out",
                        QUALITY, WHOLE_EVERY);
    char *part = g_strdup_printf("%s.part", path);
    GstElement *pipeline = launch(text, video);
    int err = pipeline ? 0 : ERR_UNSUPPORTED;
    if (pipeline) {
        GstElement *out = gst_bin_get_by_name(GST_BIN(pipeline), "out");
        g_object_set(out, "location", part, NULL);
        gst_object_unref(out);
        err = run(pipeline);
        drop(pipeline);
    }
    if (!err && rename(part, path))
        err = err_from_errno(errno);
    if (err)
        unlink(part);
    g_free(text);
    g_free(part);
    return err;
}
