/* SPDX-License-Identifier: Apache-2.0 */
/* bench_capture.c: what does delivery cost on top of decoding? 1080p60 H.264, 600 frames.
 *
 * Processor time (user + system) from the first frame to the last, in fresh processes, the best of several rounds in
 * turn (the machine may be busy with other things):
 *   decoder   filesrc ! qtdemux ! h264parse ! avdec_h264 ! a sink that throws away and copies nothing
 *   capture   capture_open, capture_next, capture_release for every frame
 *   touched   the same, and every luma byte read once (what vision would do at the very least)
 * and whether the pictures handed out are the decoder's own memory: the addresses the decoder filled, against the
 * addresses delivered.
 * Usage: bench_capture [FILM] (default: made here, with noise as a camera has it). Exit 1 above 1.15 or with a copy. */
#include "capture.h"
#include "err.h"

#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WIDTH = 1920, HEIGHT = 1080, FRAMES = 600, ROUNDS = 7 };

/* ---- the film ------------------------------------------------------------------------------------------------- */

/* Cloth with noise of a few grey levels and a ball that rolls. */
static void paint(uint8_t *data, int n)
{
    static uint32_t noise = 1;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        noise = noise * 1664525 + 1013904223;
        data[i] = (uint8_t)(90 + i / WIDTH / 40 + (noise >> 29));
    }
    memset(data + WIDTH * HEIGHT, 110, WIDTH * HEIGHT / 2);
    int cx = 100 + n * 2, cy = 200 + n;
    for (int y = -30; y <= 30; y++)
        for (int x = -30; x <= 30; x++)
            if (x * x + y * y <= 900)
                data[(cy + y) * WIDTH + cx + x] = 220;
}

static int make_film(const char *path)
{
    char text[512];
    snprintf(text, sizeof text,
             "appsrc name=in format=time block=true max-buffers=4 caps=video/x-raw,format=I420,width=1920,height=1080,"
             "framerate=60/1 ! x264enc speed-preset=ultrafast bitrate=10000 key-int-max=60 ! "
             "video/x-h264,profile=main ! h264parse ! mp4mux ! filesink location=\"%s\"",
             path);
    GstElement *bin = gst_parse_launch(text, NULL);
    if (!bin)
        return -1;
    GstElement *in = gst_bin_get_by_name(GST_BIN(bin), "in");
    gst_element_set_state(bin, GST_STATE_PLAYING);
    for (int n = 0; n < FRAMES; n++) {
        GstBuffer *buffer = gst_buffer_new_allocate(NULL, WIDTH * HEIGHT * 3 / 2, NULL);
        GstMapInfo map;
        gst_buffer_map(buffer, &map, GST_MAP_WRITE);
        paint(map.data, n);
        gst_buffer_unmap(buffer, &map);
        GST_BUFFER_PTS(buffer) = gst_util_uint64_scale((guint64)n, GST_SECOND, 60);
        GST_BUFFER_DURATION(buffer) = GST_SECOND / 60;
        gst_app_src_push_buffer(GST_APP_SRC(in), buffer);
    }
    gst_app_src_end_of_stream(GST_APP_SRC(in));
    GstBus *bus = gst_element_get_bus(bin);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, 300 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    int err = m && GST_MESSAGE_TYPE(m) == GST_MESSAGE_EOS ? 0 : -1;
    gst_element_set_state(bin, GST_STATE_NULL);
    return err;
}

/* ---- the three runs ------------------------------------------------------------------------------------------- */

/* The best sink for a decoder: takes padded rows and offers memory. Without it the peer would be made to copy. */
static GstPadProbeReturn offer_memory(GstPad *pad, GstPadProbeInfo *info, gpointer user)
{
    (void)pad, (void)user;
    GstQuery *query = GST_PAD_PROBE_INFO_QUERY(info);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION)
        return GST_PAD_PROBE_OK;
    GstCaps *caps;
    GstVideoInfo video;
    gst_query_parse_allocation(query, &caps, NULL);
    if (caps && gst_video_info_from_caps(&video, caps)) {
        GstBufferPool *pool = gst_video_buffer_pool_new();
        gst_query_add_allocation_pool(query, pool, (guint)video.size, 0, 0);
        gst_object_unref(pool);
    }
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return GST_PAD_PROBE_HANDLED;
}

/* Processor time of this process so far, in s. */
static double spent(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

static double started; /* spent() at the first frame: opening is not counted for either */

static GstPadProbeReturn on_first(GstPad *pad, GstPadProbeInfo *info, gpointer user)
{
    (void)pad, (void)info, (void)user;
    started = spent();
    return GST_PAD_PROBE_REMOVE;
}

static int run_decoder(const char *film)
{
    char text[1024];
    snprintf(text, sizeof text,
             "filesrc location=\"%s\" ! qtdemux ! h264parse ! avdec_h264 ! fakesink name=out sync=false qos=false "
             "enable-last-sample=false",
             film);
    GstElement *bin = gst_parse_launch(text, NULL), *out = gst_bin_get_by_name(GST_BIN(bin), "out");
    GstPad *pad = gst_element_get_static_pad(out, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, offer_memory, NULL, NULL);
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, on_first, NULL, NULL);
    gst_element_set_state(bin, GST_STATE_PLAYING);
    GstBus *bus = gst_element_get_bus(bin);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, 300 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    int result = m && GST_MESSAGE_TYPE(m) == GST_MESSAGE_EOS ? 0 : 1;
    gst_element_set_state(bin, GST_STATE_NULL);
    return result;
}

static uint64_t read_luma(const struct frame *f)
{
    uint64_t sum = 0;
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++)
            sum += f->plane[0][(ptrdiff_t)y * f->stride[0] + x];
    return sum;
}

static int read_film(const char *film, int touch)
{
    struct capture_options o = capture_defaults();
    struct capture *c;
    struct frame f;
    volatile uint64_t sum = 0;
    int n = 0, err = capture_open(&c, film, &o, NULL);
    started = spent();
    while (!err && !(err = capture_next(c, &f, -1))) {
        if (touch)
            sum += read_luma(&f);
        n++;
        capture_release(c, &f);
    }
    capture_close(&c);
    return err == ERR_END && n > 0 ? 0 : 1;
}

static int run_capture(const char *film)
{
    return read_film(film, 0);
}

static int run_touched(const char *film)
{
    return read_film(film, 1);
}

/* Processor time from the first frame to the end, in s, measured in a fresh child by itself. */
static double cost(int (*run)(const char *), const char *film)
{
    int out[2];
    if (pipe(out))
        exit(2);
    pid_t child = fork();
    if (!child) {
        gst_init(NULL, NULL);
        int failed = run(film);
        double s = spent() - started;
        _exit(failed || write(out[1], &s, sizeof s) != sizeof s);
    }
    int status;
    double s = 0;
    waitpid(child, &status, 0);
    if (status || read(out[0], &s, sizeof s) != sizeof s)
        exit(2);
    close(out[0]);
    close(out[1]);
    return s;
}

/* ---- is it the decoder's own memory? -------------------------------------------------------------------------- */

enum { SEEN_MAX = 4096 };
static const void *seen[SEEN_MAX];
static int seen_count;
static GMutex seen_lock;

/* Called for each picture that leaves the decoder: notes where its Y plane lies. */
static gboolean on_decoded(GSignalInvocationHint *hint, guint count, const GValue *values, gpointer user)
{
    (void)hint, (void)user;
    GstBuffer *buffer = count > 1 ? gst_value_get_buffer(&values[1]) : NULL;
    const GstVideoMeta *meta = buffer ? gst_buffer_get_video_meta(buffer) : NULL;
    GstMapInfo map;
    if (!buffer || !gst_buffer_map(buffer, &map, GST_MAP_READ))
        return TRUE;
    g_mutex_lock(&seen_lock);
    if (seen_count < SEEN_MAX)
        seen[seen_count++] = map.data + (meta ? meta->offset[0] : 0);
    g_mutex_unlock(&seen_lock);
    gst_buffer_unmap(buffer, &map);
    return TRUE;
}

/* The hook is on the class: capture builds the pipeline, so the element itself cannot be reached. */
static void watch_decoder(void)
{
    GstElement *any = gst_element_factory_make("identity", NULL);
    g_signal_add_emission_hook(g_signal_lookup("handoff", G_OBJECT_TYPE(any)), 0, on_decoded, NULL, NULL);
    gst_object_unref(any);
}

/* Frames whose Y plane is not where the decoder put that picture. */
static int count_copies(const char *film)
{
    char uri[1024];
    snprintf(uri, sizeof uri, "gst:filesrc location=%s ! decodebin ! identity signal-handoffs=true", film);
    gst_init(NULL, NULL);
    watch_decoder();
    struct capture_options o = capture_defaults();
    struct capture *c;
    struct frame f;
    struct capture_fault fault = {0};
    int n = 0, copies = 0, err = capture_open(&c, uri, &o, &fault);
    if (err)
        printf("%s\n", fault.why);
    for (; !err && !(err = capture_next(c, &f, -1)); n++) {
        g_mutex_lock(&seen_lock);
        copies += n >= seen_count || seen[n] != f.plane[0];
        g_mutex_unlock(&seen_lock);
        capture_release(c, &f);
    }
    capture_close(&c);
    printf("%d of %d frames are the decoder's own memory, %d were copied\n", n - copies, n, copies);
    return n ? copies : 1;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const char *film = argc > 1 ? argv[1] : "build/bench-1080p60.mp4";
    if (argc < 2 && access(film, R_OK)) {
        pid_t child = fork(); /* so that the children to be measured start small */
        if (!child) {
            gst_init(NULL, NULL);
            _exit(make_film(film) ? 1 : 0);
        }
        int status;
        waitpid(child, &status, 0);
        if (status)
            return 2;
    }
    static const struct {
        const char *name;
        int (*run)(const char *);
    } rows[] = {{"decoder", run_decoder}, {"capture", run_capture}, {"touched", run_touched}};
    double best[3] = {1e9, 1e9, 1e9}, ratio[3][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double s[3];
        for (int i = 0; i < 3; i++) {
            s[i] = cost(rows[i].run, film);
            best[i] = s[i] < best[i] ? s[i] : best[i];
            ratio[i][round] = s[i] / s[0];
        }
    }
    for (int i = 0; i < 3; i++) {
        qsort(ratio[i], ROUNDS, sizeof ratio[i][0], by_size);
        printf("%-8s best %6.3f s, %6.3f ms/frame; of the decoder: best/best %5.3f, median of rounds %5.3f\n",
               rows[i].name, best[i], best[i] * 1e3 / FRAMES, best[i] / best[0], ratio[i][ROUNDS / 2]);
    }
    return count_copies(film) || best[1] > 1.15 * best[0];
}
