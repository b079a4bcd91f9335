/* SPDX-License-Identifier: Apache-2.0 */
/* review_film scrub IN OUT: the copy for looking that a review makes. review_film loop IN TIMES OUT: the same packets
 * over and over, without decoding: an hour of film in seconds. review_film times FILM: when each of its frames is
 * shown, ns from the first. For bench/review_hour.mjs. */
#include "scrub.h"

#include <gst/gst.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int loop(const char *in, int times, const char *out)
{
    char *folder = g_dir_make_tmp("whiteglove-loop-XXXXXX", NULL), *full = realpath(in, NULL);
    gst_init(NULL, NULL);
    for (int i = 0; folder && full && i < times; i++) {
        char *link = g_strdup_printf("%s/%06d.mp4", folder, i);
        if (symlink(full, link))
            return 1;
        g_free(link);
    }
    char *text =
        g_strdup_printf("splitmuxsrc location=%s/*.mp4 ! h264parse ! mp4mux ! filesink location=%s", folder, out);
    GstElement *pipeline = gst_parse_launch(text, NULL);
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    int failed = !m || GST_MESSAGE_TYPE(m) != GST_MESSAGE_EOS;
    gst_element_set_state(pipeline, GST_STATE_NULL);
    for (int i = 0; i < times; i++) {
        char *link = g_strdup_printf("%s/%06d.mp4", folder, i);
        unlink(link);
        g_free(link);
    }
    rmdir(folder);
    return failed;
}

static void on_packet(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer user)
{
    guint64 t = GST_BUFFER_PTS(buffer);
    (void)sink, (void)pad;
    if (GST_BUFFER_PTS_IS_VALID(buffer))
        g_array_append_val((GArray *)user, t);
}

static int by_time(const void *a, const void *b)
{
    guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
    return (x > y) - (x < y);
}

/* Packets come in the order of decoding. */
static int print_times(const char *film)
{
    GArray *times = g_array_new(FALSE, FALSE, sizeof(guint64));
    gst_init(NULL, NULL);
    char *text =
        g_strdup_printf("filesrc location=%s ! qtdemux ! h264parse ! fakesink name=s signal-handoffs=true", film);
    GstElement *pipeline = gst_parse_launch(text, NULL), *sink = gst_bin_get_by_name(GST_BIN(pipeline), "s");
    g_signal_connect(sink, "handoff", G_CALLBACK(on_packet), times);
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    int failed = !m || GST_MESSAGE_TYPE(m) != GST_MESSAGE_EOS || !times->len;
    gst_element_set_state(pipeline, GST_STATE_NULL);
    qsort(times->data, times->len, sizeof(guint64), by_time);
    for (guint i = 0; i < times->len; i++)
        printf("%llu\n", (unsigned long long)(g_array_index(times, guint64, i) - g_array_index(times, guint64, 0)));
    return failed;
}

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "scrub"))
        return scrub_make(argv[2], argv[3]) != 0;
    if (argc == 5 && !strcmp(argv[1], "loop"))
        return loop(argv[2], atoi(argv[3]), argv[4]);
    if (argc == 3 && !strcmp(argv[1], "times"))
        return print_times(argv[2]);
    fprintf(stderr, "review_film scrub IN OUT | loop IN TIMES OUT | times FILM\n");
    return 2;
}
