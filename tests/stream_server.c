/* SPDX-License-Identifier: Apache-2.0 */
/* stream_server KIND PORT FIRST: sends numbered pictures (media.h) at 25/s, from number FIRST on, until it is killed.
 * KIND rtsp: a server for rtsp://127.0.0.1:PORT/table. KIND srt: a listener at srt://127.0.0.1:PORT. */
#include "media.h"

#include <gst/app/gstappsrc.h>
#include <gst/rtsp-server/rtsp-server.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FPS = 25 };

static int number; /* of the next picture */

#define SOURCE                                                                                                         \
    "appsrc name=in is-live=true format=time do-timestamp=true "                                                       \
    "caps=video/x-raw,format=I420,width=320,height=192,framerate=25/1 ! "                                              \
    "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=10 "

struct feed {
    GstElement *in;
    gint64 next; /* time of day of the next picture, us */
};

static GstBuffer *picture(void)
{
    gsize size = MEDIA_WIDTH * MEDIA_HEIGHT * 3 / 2;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, size, NULL);
    GstMapInfo map;
    gst_buffer_map(buffer, &map, GST_MAP_WRITE);
    memset(map.data, 128, size);
    media_paint(map.data, MEDIA_WIDTH, number++);
    gst_buffer_unmap(buffer, &map);
    return buffer;
}

/* Every 5 ms: sends the picture that is due. The source stamps it when it leaves. */
static gboolean send_due(gpointer user)
{
    struct feed *f = user;
    gint64 now = g_get_monotonic_time();
    if (GST_STATE(f->in) == GST_STATE_PLAYING && now >= f->next) {
        f->next = now > f->next + G_USEC_PER_SEC ? now : f->next + G_USEC_PER_SEC / FPS;
        gst_app_src_push_buffer(GST_APP_SRC(f->in), picture());
    }
    return G_SOURCE_CONTINUE;
}

static void feed(GstElement *in)
{
    struct feed *f = g_new0(struct feed, 1);
    *f = (struct feed){in, 0};
    g_timeout_add(5, send_due, f);
}

static void configure(GstRTSPMediaFactory *factory, GstRTSPMedia *media, gpointer user)
{
    (void)factory, (void)user;
    GstElement *bin = gst_rtsp_media_get_element(media);
    feed(gst_bin_get_by_name_recurse_up(GST_BIN(bin), "in"));
    gst_object_unref(bin);
}

static void serve_rtsp(const char *port)
{
    GstRTSPServer *server = gst_rtsp_server_new();
    GstRTSPMediaFactory *factory = gst_rtsp_media_factory_new();
    gst_rtsp_server_set_address(server, "127.0.0.1");
    gst_rtsp_server_set_service(server, port);
    gst_rtsp_media_factory_set_launch(factory, "( " SOURCE "! rtph264pay name=pay0 config-interval=-1 )");
    gst_rtsp_media_factory_set_shared(factory, TRUE);
    g_signal_connect(factory, "media-configure", G_CALLBACK(configure), NULL);
    GstRTSPMountPoints *mounts = gst_rtsp_server_get_mount_points(server);
    gst_rtsp_mount_points_add_factory(mounts, "/table", factory);
    g_object_unref(mounts);
    if (!gst_rtsp_server_attach(server, NULL))
        exit(2);
}

static void serve_srt(const char *port)
{
    char *text = g_strdup_printf(SOURCE "! h264parse config-interval=-1 ! mpegtsmux alignment=7 ! "
                                        "srtsink uri=srt://127.0.0.1:%s?mode=listener wait-for-connection=false "
                                        "latency=50 sync=false",
                                 port);
    GstElement *bin = gst_parse_launch(text, NULL);
    if (!bin)
        exit(2);
    feed(gst_bin_get_by_name(GST_BIN(bin), "in"));
    gst_element_set_state(bin, GST_STATE_PLAYING);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    gst_init(NULL, NULL);
    number = atoi(argv[3]);
    if (!strcmp(argv[1], "rtsp"))
        serve_rtsp(argv[2]);
    else
        serve_srt(argv[2]);
    printf("ready\n");
    fflush(stdout);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
    return 0;
}
