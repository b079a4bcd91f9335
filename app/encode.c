/* SPDX-License-Identifier: Apache-2.0 */
/* encode.c: how do frames become a video file? x264 through GStreamer, written beside its place, then renamed. */
#include "encode.h"

#include "err.h"

#include <errno.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct encoder {
    GstElement *pipeline, *in;
    char *path, *temporary;
    int width, height;
    double fps;
};

static void release(struct encoder **e)
{
    if ((*e)->pipeline) {
        gst_element_set_state((*e)->pipeline, GST_STATE_NULL);
        gst_object_unref((*e)->pipeline);
    }
    if ((*e)->in)
        gst_object_unref((*e)->in);
    g_free((*e)->path);
    g_free((*e)->temporary);
    g_free(*e);
    *e = NULL;
}

static int make_temporary(struct encoder *e)
{
    int fd = g_mkstemp(e->temporary);
    if (fd < 0)
        return err_from_errno(errno);
    mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask); /* a file like any other, once it is whole */
    close(fd);
    return 0;
}

/* One thread: with two, pictures of one film differ from run to run. */
static int launch(struct encoder *e, int quality)
{
    int num, den;
    gst_util_double_to_fraction(e->fps, &num, &den);
    const char *mux = g_str_has_suffix(e->path, ".mkv") ? "matroskamux" : "mp4mux";
    char *text = g_strdup_printf(
        "appsrc name=in format=time block=true max-buffers=4 caps=video/x-raw,format=I420,width=%d,height=%d,"
        "framerate=%d/%d,colorimetry=bt709,pixel-aspect-ratio=1/1,interlace-mode=progressive ! "
        "x264enc pass=qual quantizer=%d psy-tune=grain speed-preset=veryfast threads=1 key-int-max=%d bframes=0 ! "
        "h264parse ! %s ! filesink name=out",
        e->width, e->height, num, den, quality, (int)(e->fps * 2) > 0 ? (int)(e->fps * 2) : 1, mux);
    GError *error = NULL;
    e->pipeline = gst_parse_launch(text, &error);
    g_free(text);
    if (error) {
        g_error_free(error);
        return ERR_UNSUPPORTED;
    }
    e->in = gst_bin_get_by_name(GST_BIN(e->pipeline), "in");
    GstElement *out = gst_bin_get_by_name(GST_BIN(e->pipeline), "out");
    g_object_set(out, "location", e->temporary, NULL);
    gst_object_unref(out);
    return gst_element_set_state(e->pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE ? ERR_IO : 0;
}

int encode_open(struct encoder **out, const char *path, int width, int height, double fps, int quality)
{
    gst_init(NULL, NULL);
    struct encoder *e = g_new0(struct encoder, 1);
    *e = (struct encoder){.width = width, .height = height, .fps = fps};
    e->path = g_strdup(path);
    e->temporary = g_strdup_printf("%s.part-XXXXXX", path);
    int err = make_temporary(e);
    if (err) {
        release(&e);
        return err;
    }
    err = launch(e, quality);
    *out = e;
    if (err)
        encode_discard(out);
    return err;
}

static void copy_plane(guint8 *to, int to_stride, const struct frame *f, int plane)
{
    int w = plane ? f->width / 2 : f->width, h = plane ? f->height / 2 : f->height;
    for (int y = 0; y < h; y++)
        memcpy(to + (size_t)y * (size_t)to_stride, f->plane[plane] + (size_t)y * (size_t)f->stride[plane], (size_t)w);
}

int encode_frame(struct encoder *e, const struct frame *f)
{
    gsize luma = (gsize)e->width * (gsize)e->height;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, luma * 3 / 2, NULL);
    GstMapInfo map;
    if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_WRITE))
        return ERR_MEMORY;
    copy_plane(map.data, e->width, f, 0);
    copy_plane(map.data + luma, e->width / 2, f, 1);
    copy_plane(map.data + luma * 5 / 4, e->width / 2, f, 2);
    gst_buffer_unmap(buffer, &map);
    GST_BUFFER_PTS(buffer) = (GstClockTime)f->t;
    GST_BUFFER_DURATION(buffer) = (GstClockTime)(1e9 / e->fps + 0.5);
    return gst_app_src_push_buffer(GST_APP_SRC(e->in), buffer) == GST_FLOW_OK ? 0 : ERR_IO;
}

int encode_commit(struct encoder **out)
{
    struct encoder *e = *out;
    gst_app_src_end_of_stream(GST_APP_SRC(e->in));
    GstBus *bus = gst_element_get_bus(e->pipeline);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    bool done = m && GST_MESSAGE_TYPE(m) == GST_MESSAGE_EOS;
    if (m)
        gst_message_unref(m);
    gst_object_unref(bus);
    gst_element_set_state(e->pipeline, GST_STATE_NULL);
    int err = done ? 0 : ERR_IO;
    if (!err && rename(e->temporary, e->path))
        err = err_from_errno(errno);
    if (err)
        unlink(e->temporary);
    release(out);
    return err;
}

void encode_discard(struct encoder **out)
{
    if (!*out)
        return;
    unlink((*out)->temporary);
    release(out);
}
