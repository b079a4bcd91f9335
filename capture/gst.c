/* SPDX-License-Identifier: Apache-2.0 */
/* gst.c: the row that reads through GStreamer: any file or picture, rtsp:// and srt://, gst: pipelines.
 *
 * Decoded I420 or NV12 buffers are mapped and lent as they are: nothing is copied when the decoder gives 4:2:0 with
 * 8 bits, upright. Everything else (RGB pictures, 10 bits, a phone held sideways) is converted by GStreamer once. */
#include "decoder.h"
#include "err.h"
#include "log.h"
#include "source.h"

#include <gst/video/video.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A mapped buffer on loan. */
struct slot {
    bool used;
    GstSample *sample;
    GstVideoFrame map;
};

struct gst_source {
    struct decoder *decoder;
    GstCaps *caps; /* of the last frame: parsed again only when they change */
    GstVideoInfo video;
    ns_t t;      /* of the last frame */
    bool any;    /* a frame was delivered */
    int slots;   /* hold + 1 */
    GMutex lock; /* guards slot[].used: release comes from any thread */
    struct slot slot[];
};

static bool claims(const char *uri)
{
    return strcmp(uri, "demo") != 0 && strncmp(uri, "/dev/video", 10) != 0;
}

static void free_source(void *self)
{
    struct gst_source *s = self;
    decoder_free(&s->decoder);
    gst_clear_caps(&s->caps);
    g_mutex_clear(&s->lock);
    free(s);
}

static int open_source(void **self, const char *uri, const struct capture_options *options, struct capture_info *info,
                       struct capture_fault *fault)
{
    int slots = options->hold + 1;
    struct gst_source *s = calloc(1, sizeof *s + (size_t)slots * sizeof s->slot[0]);
    if (!s)
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    s->slots = slots;
    g_mutex_init(&s->lock);
    int err = decoder_open(&s->decoder, uri, options, fault);
    if (err) {
        free_source(s);
        return err;
    }
    info->live = decoder_live(s->decoder);
    info->kind = info->live ? CAPTURE_STREAM : CAPTURE_FILE;
    *self = s;
    return 0;
}

static void stop(void *self)
{
    struct gst_source *s = self;
    decoder_stop(s->decoder);
}

/* ---- one frame ------------------------------------------------------------------------------------------------- */

static enum colour_matrix matrix_of(const GstVideoInfo *v)
{
    switch (v->colorimetry.matrix) {
    case GST_VIDEO_COLOR_MATRIX_BT709:
        return COLOUR_BT709;
    case GST_VIDEO_COLOR_MATRIX_BT2020:
        return COLOUR_BT2020;
    case GST_VIDEO_COLOR_MATRIX_BT601:
        return COLOUR_BT601;
    default: /* not said: the convention of players is by size */
        return GST_VIDEO_INFO_HEIGHT(v) >= 720 ? COLOUR_BT709 : COLOUR_BT601;
    }
}

static void describe(struct gst_source *s, struct capture_info *info)
{
    const GstVideoInfo *v = &s->video;
    info->width = GST_VIDEO_INFO_WIDTH(v);
    info->height = GST_VIDEO_INFO_HEIGHT(v);
    info->fps = GST_VIDEO_INFO_FPS_D(v) ? (double)GST_VIDEO_INFO_FPS_N(v) / GST_VIDEO_INFO_FPS_D(v) : 0;
    info->matrix = matrix_of(v);
    info->full_range = v->colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
    snprintf(info->format, sizeof info->format, "%s", gst_video_format_to_string(GST_VIDEO_INFO_FORMAT(v)));
    info->duration = decoder_duration(s->decoder);
    info->frames =
        info->duration >= 0 && info->fps > 0 ? (int64_t)((double)info->duration * info->fps / NS_PER_S + 0.5) : -1;
    if (decoder_is_picture(s->decoder)) {
        info->frames = 1;
        info->duration = 0;
    }
}

static int look_at_caps(struct gst_source *s, GstCaps *caps, struct capture_info *info, struct capture_fault *fault)
{
    if (caps == s->caps)
        return 0;
    if (!gst_video_info_from_caps(&s->video, caps))
        return fault_set(fault, ERR_FORMAT, NULL, "its pictures are of an unknown kind");
    gst_caps_replace(&s->caps, caps);
    int width = info->width, height = info->height;
    describe(s, info);
    if (width && (width != info->width || height != info->height))
        log_warn("%s: the picture size changed from %dx%d to %dx%d", info->name, width, height, info->width,
                 info->height);
    return 0;
}

static struct slot *take_slot(struct gst_source *s)
{
    g_mutex_lock(&s->lock);
    struct slot *slot = NULL;
    for (int i = 0; i < s->slots && !slot; i++)
        if (!s->slot[i].used)
            slot = &s->slot[i];
    if (slot)
        slot->used = true;
    g_mutex_unlock(&s->lock);
    return slot;
}

static void give_slot_back(struct gst_source *s, struct slot *slot)
{
    g_mutex_lock(&s->lock);
    slot->used = false;
    g_mutex_unlock(&s->lock);
}

static void release(void *self, void *owner)
{
    struct slot *slot = owner;
    gst_video_frame_unmap(&slot->map);
    gst_sample_unref(slot->sample);
    slot->sample = NULL;
    give_slot_back(self, slot);
}

/* Running time: what the edit list makes of the container's times. */
static ns_t time_of(struct gst_source *s, GstSample *sample)
{
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    const GstVideoInfo *v = &s->video;
    guint64 t = GST_CLOCK_TIME_NONE;
    if (GST_BUFFER_PTS_IS_VALID(buffer))
        t = gst_segment_to_running_time(gst_sample_get_segment(sample), GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    if (t != GST_CLOCK_TIME_NONE)
        return (ns_t)t + decoder_epoch(s->decoder);
    ns_t period = GST_VIDEO_INFO_FPS_N(v) > 0 ? NS_PER_S * GST_VIDEO_INFO_FPS_D(v) / GST_VIDEO_INFO_FPS_N(v) : 1;
    return s->any ? s->t + period : decoder_epoch(s->decoder);
}

static void fill(struct gst_source *s, struct slot *slot, struct frame *f)
{
    bool nv12 = GST_VIDEO_INFO_FORMAT(&s->video) == GST_VIDEO_FORMAT_NV12;
    for (int i = 0; i < (nv12 ? 2 : 3); i++) {
        f->plane[i] = GST_VIDEO_FRAME_PLANE_DATA(&slot->map, i);
        f->stride[i] = GST_VIDEO_FRAME_PLANE_STRIDE(&slot->map, i);
    }
    f->format = nv12 ? PIXEL_NV12 : PIXEL_I420;
    f->width = GST_VIDEO_INFO_WIDTH(&s->video);
    f->height = GST_VIDEO_INFO_HEIGHT(&s->video);
    f->matrix = matrix_of(&s->video);
    f->full_range = s->video.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255;
    f->owner = slot;
}

/* Takes the sample over, also on failure. */
static int deliver(struct gst_source *s, GstSample *sample, struct source_frame *f, struct capture_info *info,
                   struct capture_fault *fault)
{
    GstBuffer *buffer = gst_sample_get_buffer(sample);
    int err = look_at_caps(s, gst_sample_get_caps(sample), info, fault);
    f->frame.t = s->t = time_of(s, sample);
    f->flags |= s->any && GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DISCONT) ? SOURCE_RESTART : 0;
    s->any = true;
    if (err || GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_CORRUPTED)) {
        f->flags |= SOURCE_DAMAGED;
        gst_sample_unref(sample);
        return err;
    }
    struct slot *slot = take_slot(s); /* there is one more than may be out */
    if (!slot || !gst_video_frame_map(&slot->map, &s->video, buffer, GST_MAP_READ)) {
        if (slot)
            give_slot_back(s, slot);
        gst_sample_unref(sample);
        return fault_set(fault, ERR_MEMORY, NULL, "a decoded picture could not be mapped");
    }
    slot->sample = sample;
    fill(s, slot, &f->frame);
    return 0;
}

static int next(void *self, struct source_frame *f, struct capture_info *info, ns_t wait, struct capture_fault *fault)
{
    struct gst_source *s = self;
    GstSample *sample = NULL;
    struct decoder_count count;
    int err = decoder_pull(s->decoder, &sample, &count, wait, fault);
    if (err)
        return err;
    f->frame.seq = count.seq;
    f->late = count.late;
    f->skipped = count.skipped;
    return deliver(s, sample, f, info, fault);
}

const struct capture_source source_gst = {
    .name = "gst",
    .claims = claims,
    .open = open_source,
    .next = next,
    .release = release,
    .stop = stop,
    .free = free_source,
};
