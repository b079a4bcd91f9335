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
    KEPT = 24,  /* decoded pictures: 75 MB at 1080p */
    BACK = 10,  /* a step back decodes as many before it */
    AHEAD = 20, /* closer than this it is cheaper to decode on than to seek */
};

#define WAIT (10 * GST_SECOND) /* a film on a slow disk; beyond, it is broken */

/* The buffer, not the sample it came in: the sink uses that again. */
struct kept {
    GstBuffer *buffer; /* NULL: free */
    GstVideoInfo info;
    int64_t n;
};

struct pictures {
    const struct rows *rows;
    GstElement *pipeline;
    GstAppSink *sink;
    GstClockTime base; /* stream time of the first frame */
    int64_t last;      /* the frame decoded last; -1: none since the last seek */
    int next_kept;
    struct kept kept[KEPT];
    GMutex lock;
};

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static void drop_kept(struct pictures *p)
{
    for (int i = 0; i < KEPT; i++)
        gst_clear_buffer(&p->kept[i].buffer);
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

/* Takes over the sample. */
static int keep(struct pictures *p, GstSample *sample, int64_t n)
{
    struct kept *slot = &p->kept[p->next_kept++ % KEPT];
    gst_clear_buffer(&slot->buffer);
    bool known = gst_video_info_from_caps(&slot->info, gst_sample_get_caps(sample));
    if (known) {
        slot->buffer = gst_buffer_ref(gst_sample_get_buffer(sample));
        slot->n = n;
    }
    gst_sample_unref(sample);
    return known ? 0 : ERR_FORMAT;
}

/* A film may begin in the middle of its file (edit lists, as phones and cutting write them): seeking counts from there,
 * stamps do not. */
static GstClockTime time_of(GstSample *sample)
{
    GstClockTime pts = GST_BUFFER_PTS(gst_sample_get_buffer(sample));
    GstClockTime t = gst_segment_to_stream_time(gst_sample_get_segment(sample), GST_FORMAT_TIME, pts);
    return GST_CLOCK_TIME_IS_VALID(t) ? t : pts;
}

static int find_base(struct pictures *p)
{
    GstSample *first = gst_app_sink_try_pull_sample(p->sink, WAIT);
    if (!first)
        return ERR_FORMAT;
    p->base = time_of(first);
    return keep(p, first, 0);
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

static ns_t gap_before(const struct rows *rows, int64_t n)
{
    return n > 0 && n < rows->count ? rows->row[n].t - rows->row[n - 1].t : NS_PER_S;
}

/* The frame that was shown at this time; -1: none was. Containers round times, but not by a quarter of a frame. */
static int64_t number_of(const struct pictures *p, GstClockTime shown)
{
    const struct rows *rows = p->rows;
    ns_t t = (ns_t)shown - (ns_t)p->base;
    int64_t n = rows_at(rows, t);
    if (n + 1 < rows->count && rows->row[n + 1].t - t < t - rows->row[n].t)
        n++;
    ns_t off = t > rows->row[n].t ? t - rows->row[n].t : rows->row[n].t - t;
    return 4 * off < gap_before(rows, n) && 4 * off < gap_before(rows, n + 1) ? n : -1;
}

static const struct kept *kept_frame(const struct pictures *p, int64_t n)
{
    for (int i = 0; i < KEPT; i++)
        if (p->kept[i].buffer && p->kept[i].n == n)
            return &p->kept[i];
    return NULL;
}

/* Into the middle of the frame before it. A decoder cuts the picture that a seek goes into and gives it the time of the
 * cut, which is no frame's: whichever it was, it is told from all others and not taken for one of them. */
static int seek(struct pictures *p, int64_t n)
{
    ns_t t = n > 0 ? p->rows->row[n - 1].t + gap_before(p->rows, n) * 2 / 5 : 0;
    GstClockTime to = p->base + (GstClockTime)t;
    p->last = -1; /* what is still on its way belongs to before; flushing throws it away */
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
        int64_t number = number_of(p, time_of(sample));
        if (number < 0) {
            gst_sample_unref(sample);
            continue;
        }
        p->last = number;
        int err = keep(p, sample, number);
        if (err)
            return err;
    }
    return 0;
}

static int decode_from(struct pictures *p, int64_t from, int64_t n)
{
    int err = seek(p, from > 0 ? from : 0);
    return err ? err : decode_to(p, n);
}

/* A step back is seldom the last: the pictures before it are decoded along. A frame that a seek lost is come at again
 * from farther off. */
static int fetch(struct pictures *p, int64_t n)
{
    bool near = p->last >= 0 && n > p->last && n - p->last <= AHEAD;
    bool back = p->last >= 0 && n < p->last && p->last - n <= KEPT + BACK;
    int err = near ? decode_to(p, n) : decode_from(p, back ? n - BACK : n, n);
    if (!kept_frame(p, n))
        err = decode_from(p, n - BACK, n);
    return !err && !kept_frame(p, n) ? ERR_FORMAT : err;
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

static int lend(const struct kept *kept, struct frame *f)
{
    GstVideoInfo info = kept->info;
    GstVideoFrame *mapped = g_new0(GstVideoFrame, 1);
    if (!gst_video_frame_map(mapped, &info, kept->buffer, GST_MAP_READ)) {
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
    int err = kept_frame(p, n) ? 0 : fetch(p, n);
    if (!err)
        err = lend(kept_frame(p, n), frame);
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
    gst_video_frame_unmap(frame->owner); /* it holds the buffer by itself */
    g_free(frame->owner);
    frame->owner = NULL;
}
