/* SPDX-License-Identifier: Apache-2.0 */
#include "media.h"

#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { BLOCK = 32, COLUMNS = 8 };

static void paint_block(uint8_t *y, int stride, int index, int white)
{
    for (int row = 0; row < BLOCK; row++)
        memset(y + (index / COLUMNS * BLOCK + row) * stride + index % COLUMNS * BLOCK, white ? 235 : 16, BLOCK);
}

void media_paint(uint8_t *y, int stride, int number)
{
    for (int i = 0; i < MEDIA_BITS; i++) {
        paint_block(y, stride, i, number >> i & 1);
        paint_block(y, stride, MEDIA_BITS + i, !(number >> i & 1));
    }
}

static int block_is_white(const struct frame *f, int index)
{
    int sum = 0;
    for (int row = BLOCK / 4; row < BLOCK * 3 / 4; row++)
        for (int x = BLOCK / 4; x < BLOCK * 3 / 4; x++)
            sum += f->plane[0][(index / COLUMNS * BLOCK + row) * f->stride[0] + index % COLUMNS * BLOCK + x];
    return sum > 126 * (BLOCK / 2) * (BLOCK / 2);
}

int media_number(const struct frame *frame)
{
    int number = 0;
    for (int i = 0; i < MEDIA_BITS; i++) {
        int bit = block_is_white(frame, i);
        if (bit == block_is_white(frame, MEDIA_BITS + i))
            return -1;
        number |= bit << i;
    }
    return number;
}

static GstBuffer *picture(int number, ns_t t)
{
    gsize size = MEDIA_WIDTH * MEDIA_HEIGHT * 3 / 2;
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, size, NULL);
    GstMapInfo map;
    gst_buffer_map(buffer, &map, GST_MAP_WRITE);
    memset(map.data, 128, size);
    media_paint(map.data, MEDIA_WIDTH, number);
    gst_buffer_unmap(buffer, &map);
    GST_BUFFER_PTS(buffer) = (GstClockTime)t;
    return buffer;
}

static GstElement *launch(const char *path, const char *pipeline)
{
    char *text = g_strdup_printf("appsrc name=in format=time block=true max-buffers=8 caps=video/x-raw,format=I420,"
                                 "width=%d,height=%d,framerate=30/1 ! %s ! filesink location=\"%s\"",
                                 MEDIA_WIDTH, MEDIA_HEIGHT, pipeline, path);
    GError *error = NULL;
    GstElement *bin = gst_parse_launch(text, &error);
    if (error)
        fail_msg("%s: %s", text, error->message);
    g_free(text);
    return bin;
}

static void wait_for_end(GstElement *bin, const char *path)
{
    GstBus *bus = gst_element_get_bus(bin);
    GstMessage *m = gst_bus_timed_pop_filtered(bus, 60 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    if (!m || GST_MESSAGE_TYPE(m) != GST_MESSAGE_EOS)
        fail_msg("%s could not be made", path);
    gst_message_unref(m);
    gst_object_unref(bus);
    gst_element_set_state(bin, GST_STATE_NULL);
    gst_object_unref(bin);
}

void media_make(const char *path, const char *pipeline, const ns_t *t, int count)
{
    gst_init(NULL, NULL);
    GstElement *bin = launch(path, pipeline);
    GstElement *in = gst_bin_get_by_name(GST_BIN(bin), "in");
    gst_element_set_state(bin, GST_STATE_PLAYING);
    for (int i = 0; i < count; i++) {
        GstBuffer *buffer = picture(i, t[i]);
        GST_BUFFER_DURATION(buffer) = (GstClockTime)(i + 1 < count ? t[i + 1] - t[i] : i ? t[i] - t[i - 1] : 40000000);
        gst_app_src_push_buffer(GST_APP_SRC(in), buffer);
    }
    gst_app_src_end_of_stream(GST_APP_SRC(in));
    gst_object_unref(in);
    wait_for_end(bin, path);
}

const char *media_path(int slot, const char *name)
{
    static char paths[8][512];
    static char folder[256];
    if (!folder[0]) {
        const char *base = getenv("WHITEGLOVE_TEST_TMP");
        snprintf(folder, sizeof folder, "%s/whiteglove-test-%ld", base ? base : "/tmp", (long)getpid());
        mkdir(folder, 0700);
    }
    snprintf(paths[slot], sizeof paths[slot], "%s/%s", folder, name);
    return paths[slot];
}

uint8_t *media_read(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *bytes = (size_t)ftell(f);
    rewind(f);
    uint8_t *data = malloc(*bytes + 1);
    assert_int_equal(fread(data, 1, *bytes, f), *bytes);
    fclose(f);
    return data;
}

void media_write(const char *path, const void *data, size_t bytes)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
}
