/* SPDX-License-Identifier: Apache-2.0 */
/* review_film scrub IN OUT: the copy for looking that a review makes. review_film loop IN TIMES OUT: the same packets
 * over and over, without decoding: an hour of film in seconds. For bench/review_hour.mjs. */
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

int main(int argc, char **argv)
{
    if (argc == 4 && !strcmp(argv[1], "scrub"))
        return scrub_make(argv[2], argv[3]) != 0;
    if (argc == 5 && !strcmp(argv[1], "loop"))
        return loop(argv[2], atoi(argv[3]), argv[4]);
    fprintf(stderr, "review_film scrub IN OUT | loop IN TIMES OUT\n");
    return 2;
}
