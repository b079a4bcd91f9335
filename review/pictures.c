/* SPDX-License-Identifier: Apache-2.0 */
/* pictures.c: how is frame n of a film found without decoding all before it? GStreamer seeks to the whole picture
 * before it and decodes up to it; what was decoded last is kept. */
#include "pictures.h"

#include "err.h"

#include <gst/app/gstappsink.h>
#include <gst/video/video.h>

#include <stdlib.h>
#include <string.h>

enum {
    KEPT = 24,   /* decoded pictures: 75 MB at 1080p */
    BACK = 10,   /* a step back decodes as many before it */
    AHEAD = 20,  /* closer than this it is cheaper to decode on than to seek */
};

#define WAIT (10 * GST_SECOND) /* a film on a slow disk; beyond, it is broken */

struct kept {
    GstSample *sample; /* NULL: free */
    int64_t n;
};

struct pictures {
    const struct rows *rows;
    GstElement *pipeline;
    GstAppSink *sink;
    GstClockTime base; /* of the first frame in the file */
    int64_t last;      /* the frame decoded last; -1: none since the last seek */
    int next_kept;
    struct kept kept[KEPT];
    GMutex lock;
};

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static void drop_kept(struct pictures *p)
{
    for (int i = 0; i < KEPT; i++)
        if (p->kept[i].sample) {
            gst_sample_unref(p->kept[i].sample);
            p->kept[i].sample = NULL;
        }
}

static void on_pad(GstElement *decoder, GstPad *pad, gpointer user)
{
    (void)decoder;
    GstPad *sink = gst_element_get_static_pad(user, "sink");
    GstCaps *caps = gst_pad_get_current_caps(pad);
    bool video = caps && g_str_has_prefix(gst_structure_get_name(gst_caps_get_structure(caps, 0)), "video/x-raw");
    if (video && !gst_pad_is_linked(sink))
        gst_pad_link(pad, sink);
    gst_clear_caps(&caps);
    gst_object_unref(sink);
}

static int launch(struct pictures *p, const char *path)
{
    GError *error = NULL;
    p->pipeline = gst_parse_launch("filesrc name=file ! decodebin name=decoder "
                                   "videoconvert name=convert ! videoflip video-direction=auto ! appsink name=sink "
                                   "sync=false max-buffers=3 caps=video/x-raw,format=(string){I420,NV12}",
                                   &error);
    if (error || !p->pipeline) {
        g_clear_error(&error);
        return ERR_UNSUPPORTED;
    }
    GstElement *file = gst_bin_get_by_name(GST_BIN(p->pipeline), "file");
    GstElement *decoder = gst_bin_get_by_name(GST_BIN(p->pipeline), "decoder");
    GstElement *convert = gst_bin_get_by_name(GST_BIN(p->pipeline), "convert");
    p->sink = GST_APP_SINK(gst_bin_get_by_name(GST_BIN(p->pipeline), "sink"));
    g_object_set(file, "location", path, NULL);
    g_signal_connect(decoder, "pad-added", G_CALLBACK(on_pad), convert);
    gst_object_unref(file);
    gst_object_unref(decoder);
    gst_object_unref(convert); /* the pipeline keeps it for as long as pads are added */
    gst_element_set_state(p->pipeline, GST_STATE_PLAYING);
    return gst_element_get_state(p->pipeline, NULL, NULL, WAIT) == GST_STATE_CHANGE_FAILURE ? ERR_FORMAT : 0;
}

static int find_base(struct pictures *p)
{
    GstSample *first = gst_app_sink_try_pull_sample(p->sink, WAIT);
    if (!first)
        return ERR_FORMAT;
    p->base = GST_BUFFER_PTS(gst_sample_get_buffer(first));
    p->kept[0] = (struct kept){first, 0};
    p->next_kept = 1;
    return 0;
}

int pictures_open(struct pictures **out, const char *path, const struct rows *rows)
{
    gst_init(NULL, NULL);
    *out = NULL;
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return ERR_NOT_FOUND;
    struct pictures *p = calloc(1, sizeof *p);
    if (!p)
        return ERR_MEMORY;
    g_mutex_init(&p->lock);
    p->rows = rows;
    int err = launch(p, path);
    if (!err)
        err = find_base(p);
    *out = p;
    if (err)
        pictures_close(out);
    return err;
}

void pictures_close(struct pictures **out)
{
    struct pictures *p = *out;
    if (!p)
        return;
    drop_kept(p);
    if (p->pipeline) {
        gst_element_set_state(p->pipeline, GST_STATE_NULL);
        gst_object_unref(p->pipeline);
    }
    if (p->sink)
        gst_object_unref(p->sink);
    g_mutex_clear(&p->lock);
    free(p);
    *out = NULL;
}

/* ---- decoding ---------------------------------------------------------------------------------------------------- */

/* The frame whose time is nearest: containers round times. */
static int64_t number_of(const struct pictures *p, GstClockTime pts)
{
    ns_t t = (ns_t)pts - (ns_t)p->base;
    int64_t n = rows_at(p->rows, t);
    bool next_is_nearer = n + 1 < p->rows->count && p->rows->row[n + 1].t - t < t - p->rows->row[n].t;
    return next_is_nearer ? n + 1 : n;
}

static GstSample *kept_sample(const struct pictures *p, int64_t n)
{
    for (int i = 0; i < KEPT; i++)
        if (p->kept[i].sample && p->kept[i].n == n)
            return p->kept[i].sample;
    return NULL;
}

static void keep(struct pictures *p, GstSample *sample, int64_t n)
{
    struct kept *slot = &p->kept[p->next_kept++ % KEPT];
    if (slot->sample)
        gst_sample_unref(slot->sample);
    *slot = (struct kept){sample, n};
}

/* A third of a frame early, so that rounding cannot lose it. */
static int seek(struct pictures *p, int64_t n)
{
    ns_t t = p->rows->row[n].t, early = n ? (t - p->rows->row[n - 1].t) / 3 : 0;
    GstClockTime to = p->base + (GstClockTime)(t - early);
    p->last = -1;
    return gst_element_seek_simple(p->pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE,
                                   (gint64)to)
               ? 0
               : ERR_FORMAT;
}

/* Decodes on until frame n; all that comes by is kept. */
static int decode_to(struct pictures *p, int64_t n)
{
    while (p->last < n) {
        GstSample *sample = gst_app_sink_try_pull_sample(p->sink, WAIT);
        if (!sample)
            return gst_app_sink_is_eos(p->sink) ? ERR_RANGE : ERR_TIMEOUT;
        p->last = number_of(p, GST_BUFFER_PTS(gst_sample_get_buffer(sample)));
        keep(p, sample, p->last);
    }
    return 0;
}

/* A step back is seldom the last: the pictures before it are decoded along. */
static int fetch(struct pictures *p, int64_t n)
{
    bool near = p->last >= 0 && n > p->last && n - p->last <= AHEAD;
    bool back = p->last >= 0 && n < p->last && p->last - n <= KEPT + BACK;
    int err = near ? 0 : seek(p, back && n > BACK ? n - BACK : n);
    if (!err)
        err = decode_to(p, n);
    return !err && !kept_sample(p, n) ? ERR_FORMAT : err;
}

/* ---- lending ----------------------------------------------------------------------------------------------------- */

static enum colour_matrix matrix_of(const GstVideoInfo *info)
{
    switch (info->colorimetry.matrix) {
    case GST_VIDEO_COLOR_MATRIX_BT601:
        return COLOUR_BT601;
    case GST_VIDEO_COLOR_MATRIX_BT2020:
        return COLOUR_BT2020;
    default:
        return COLOUR_BT709;
    }
}

static int lend(GstSample *sample, struct frame *f)
{
    GstVideoInfo info;
    GstVideoFrame *mapped = g_new0(GstVideoFrame, 1);
    if (!gst_video_info_from_caps(&info, gst_sample_get_caps(sample)) ||
        !gst_video_frame_map(mapped, &info, gst_sample_get_buffer(sample), GST_MAP_READ)) {
        g_free(mapped);
        return ERR_FORMAT;
    }
    bool i420 = GST_VIDEO_INFO_FORMAT(&info) == GST_VIDEO_FORMAT_I420;
    *f = (struct frame){.width = GST_VIDEO_INFO_WIDTH(&info),
                        .height = GST_VIDEO_INFO_HEIGHT(&info),
                        .format = i420 ? PIXEL_I420 : PIXEL_NV12,
                        .matrix = matrix_of(&info),
                        .full_range = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255,
                        .owner = mapped};
    for (int i = 0; i < (i420 ? 3 : 2); i++) {
        f->plane[i] = GST_VIDEO_FRAME_PLANE_DATA(mapped, i);
        f->stride[i] = GST_VIDEO_FRAME_PLANE_STRIDE(mapped, i);
    }
    return 0;
}

int pictures_get(struct pictures *p, int64_t n, struct frame *frame)
{
    if (n < 0 || n >= p->rows->count)
        return ERR_RANGE;
    g_mutex_lock(&p->lock);
    int err = kept_sample(p, n) ? 0 : fetch(p, n);
    if (!err)
        err = lend(kept_sample(p, n), frame);
    g_mutex_unlock(&p->lock);
    if (!err) {
        frame->t = p->rows->row[n].t;
        frame->seq = (uint64_t)n;
    }
    return err;
}

void pictures_release(struct pictures *p, struct frame *frame)
{
    (void)p;
    if (!frame->owner)
        return;
    gst_video_frame_unmap(frame->owner); /* it holds the buffer by itself: the sample may be gone */
    g_free(frame->owner);
    frame->owner = NULL;
}
