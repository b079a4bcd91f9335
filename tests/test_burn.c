/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the overlay is burnt into video that arrives, in a file and over a network, and that a network that fails
 * in any way keeps nobody waiting. Servers are on 127.0.0.1; nothing here depends on how fast the machine is. */
#include "burn.h"
#include "burn_paint.h"
#include "err.h"

#include <arpa/inet.h>
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { WIDTH = 640, HEIGHT = 360, GREY = 90, FRAMES = 50 };

static char folder[64];
static uint8_t grey[WIDTH * HEIGHT * 3 / 2];

static const char state_text[] =
    "{\"match\":{\"frames\":5,\"over\":false},\"sides\":{\"A\":{\"name\":\"Ann\",\"score\":12,\"frames\":1},"
    "\"B\":{\"name\":\"Bo\",\"score\":7,\"frames\":0}},\"at_table\":\"A\",\"calls\":%d,\"state\":{\"break\":8,"
    "\"ball_on\":[\"red\"],\"frame_over\":false},\"breaks\":{\"current\":{\"balls\":[\"red\",\"black\"]}},"
    "\"awaiting\":null,\"live\":{\"clock\":{\"shot_left\":20,\"shot_limit\":25,\"runs\":true}},"
    "\"ruling\":{\"foul\":true,\"calls\":[\"FOUL\"],\"spoken\":{\"en\":\"Foul, four\",\"nl\":\"Foul, vier\"},"
    "\"reason\":{\"en\":\"in-off\",\"nl\":\"in-off\"}}}";

static int open_folder(void **state)
{
    (void)state;
    gst_init(NULL, NULL);
    snprintf(folder, sizeof folder, "/tmp/whiteglove-burn-XXXXXX");
    memset(grey, GREY, WIDTH * HEIGHT);
    memset(grey + WIDTH * HEIGHT, 128, WIDTH * HEIGHT / 2);
    return mkdtemp(folder) ? 0 : -1;
}

static int close_folder(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void pause_ms(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static struct frame frame_at(int number)
{
    return (struct frame){.plane = {grey, grey + WIDTH * HEIGHT, grey + WIDTH * HEIGHT * 5 / 4},
                          .stride = {WIDTH, WIDTH / 2, WIDTH / 2},
                          .width = WIDTH,
                          .height = HEIGHT,
                          .format = PIXEL_I420,
                          .t = (ns_t)number * 40000000};
}

static void put_state(struct burn *b, int calls)
{
    char text[sizeof state_text + 16];
    int size = snprintf(text, sizeof text, state_text, calls);
    burn_state(b, text, (size_t)size);
}

static struct burn *start_with(const char *target, bool wait, double stall_s)
{
    struct burn_options o = burn_defaults();
    struct burn *b;
    char why[BURN_WHY];
    o.target = target;
    o.look = "place=bottom";
    o.fps = 25;
    o.kbit_s = 1500;
    o.wait = wait;
    o.stall_s = stall_s;
    o.back_off_s = 0.5;
    if (burn_open(&b, &o, why))
        fail_msg("%s: %s", target, why);
    return b;
}

static struct burn *start(const char *target, bool wait)
{
    return start_with(target, wait, 30);
}

/* ---- reading it back --------------------------------------------------------------------------------------------- */

struct film {
    int frames, width, height;
    uint8_t luma[FRAMES + 8][WIDTH * HEIGHT];
};

static struct film *read_film(const char *path)
{
    static struct film film;
    char *text = g_strdup_printf("filesrc location=%s ! decodebin ! videoconvert ! video/x-raw,format=I420 ! "
                                 "appsink name=out sync=false max-buffers=4",
                                 path);
    GstElement *pipeline = gst_parse_launch(text, NULL), *out = gst_bin_get_by_name(GST_BIN(pipeline), "out");
    GstSample *sample;
    film.frames = 0;
    g_free(text);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    while ((sample = gst_app_sink_pull_sample(GST_APP_SINK(out)))) {
        GstMapInfo map;
        GstStructure *s = gst_caps_get_structure(gst_sample_get_caps(sample), 0);
        gst_structure_get_int(s, "width", &film.width);
        gst_structure_get_int(s, "height", &film.height);
        gst_buffer_map(gst_sample_get_buffer(sample), &map, GST_MAP_READ);
        if (film.frames < FRAMES + 8 && film.width * film.height <= WIDTH * HEIGHT)
            memcpy(film.luma[film.frames], map.data, (size_t)(film.width * film.height));
        film.frames++;
        gst_buffer_unmap(gst_sample_get_buffer(sample), &map);
        gst_sample_unref(sample);
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(out);
    gst_object_unref(pipeline);
    return &film;
}

/* Share of a box, in units of the stage of 1920 x 1080, that is not the grey of the camera. */
static double changed(const struct film *f, int frame, int x0, int y0, int x1, int y1)
{
    int n = 0, all = 0;
    for (int y = y0 * f->height / 1080; y < y1 * f->height / 1080; y++)
        for (int x = x0 * f->width / 1920; x < x1 * f->width / 1920; x++, all++)
            n += abs(f->luma[frame][y * f->width + x] - GREY) > 12;
    return (double)n / all;
}

static const char *path_of(const char *name)
{
    static char path[2][128];
    static int slot;
    slot = !slot;
    snprintf(path[slot], sizeof path[slot], "%s/%s", folder, name);
    return path[slot];
}

/* The call is a new one half way through. */
static void write_film(const char *path)
{
    struct burn *b = start(path, true);
    put_state(b, 1);
    for (int i = 0; i < FRAMES; i++) {
        struct frame f = frame_at(i);
        if (i == FRAMES / 2) {
            while (burn_stats(b).sent == 0) /* what was put before is drawn on what came before */
                pause_ms(5);
            put_state(b, 2);
        }
        burn_frame(b, &f);
    }
    assert_int_equal(burn_stats(b).dropped, 0);
    burn_close(&b);
}

static void film_has_every_frame_and_the_overlay(const char *name)
{
    const char *path = path_of(name);
    write_film(path);
    const struct film *f = read_film(path);
    assert_int_equal(f->frames, FRAMES);
    assert_int_equal(f->width, WIDTH);
    int last = FRAMES - 1;
    assert_true(changed(f, last, 280, 906, 1640, 986) > 0.9); /* the bar */
    assert_true(changed(f, last, 900, 1000, 1000, 1040) > 0.5);
    assert_true(changed(f, last, 0, 0, 1920, 600) < 0.01);
    assert_true(changed(f, 0, 800, 770, 1100, 860) < 0.05); /* no call yet, and then one */
    assert_true(changed(f, last, 850, 770, 1070, 860) > 0.8);
}

static void file_has_every_frame_and_the_overlay(void **state)
{
    (void)state;
    film_has_every_frame_and_the_overlay("out.mkv");
    film_has_every_frame_and_the_overlay("out.mp4");
}

static void what_is_there_is_not_written_over(void **state)
{
    const char *first = path_of("twice.mkv");
    (void)state;
    write_film(first);
    write_film(first);
    assert_int_equal(access(path_of("twice.mkv"), F_OK), 0);
    assert_int_equal(read_film(path_of("twice-2.mkv"))->frames, FRAMES);
    assert_int_not_equal(access(path_of("twice.mkv.part"), F_OK), 0);
}

static void picture_is_scaled_as_asked(void **state)
{
    struct burn_options o = burn_defaults();
    struct burn *b;
    char why[BURN_WHY];
    const char *path = path_of("small.mkv");
    (void)state;
    o.target = path;
    o.height = 240;
    o.wait = true;
    assert_int_equal(burn_open(&b, &o, why), 0);
    for (int i = 0; i < 10; i++) {
        struct frame f = frame_at(i);
        burn_frame(b, &f);
    }
    burn_close(&b);
    const struct film *f = read_film(path);
    assert_int_equal(f->height, 240);
    assert_int_equal(f->width, 426);
}

/* The table is not hidden: the picture is above the strip, and nothing is cut off. */
static void overlay_has_a_strip_of_its_own(void **state)
{
    struct burn_options o = burn_defaults();
    struct burn *b;
    char why[BURN_WHY];
    const char *path = path_of("below.mkv");
    (void)state;
    o.target = path;
    o.wait = true;
    assert_int_equal(burn_open(&b, &o, why), 0);
    put_state(b, 1);
    for (int i = 0; i < 10; i++) {
        struct frame f = frame_at(i);
        burn_frame(b, &f);
    }
    burn_close(&b);
    const struct film *f = read_film(path);
    assert_int_equal(f->frames, 10);
    assert_int_equal(f->width, WIDTH);
    assert_int_equal(f->height, HEIGHT);
    assert_true(changed(f, 9, 200, 10, 1720, 880) < 0.01);
    assert_true(changed(f, 9, 0, 10, 140, 880) > 0.95);
    assert_true(changed(f, 9, 0, 910, 1920, 1080) > 0.9);
}

static void no_frames_leave_no_file(void **state)
{
    struct burn *b = start(path_of("none.mkv"), false);
    (void)state;
    put_state(b, 1);
    burn_close(&b);
    assert_int_not_equal(access(path_of("none.mkv"), F_OK), 0);
    assert_int_not_equal(access(path_of("none.mkv.part"), F_OK), 0);
}

/* ---- networks ---------------------------------------------------------------------------------------------------- */

/* Outside of the range that systems hand out by themselves, so that nobody takes it while it is free for a moment. */
static int open_port(int type, uint16_t *port)
{
    static unsigned seed;
    seed = seed ? seed : (unsigned)getpid();
    for (int tries = 0; tries < 1000; tries++) {
        struct sockaddr_in at = {.sin_family = AF_INET};
        *port = (uint16_t)(20000 + rand_r(&seed) % 10000);
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        at.sin_port = htons(*port);
        int fd = socket(AF_INET, type, 0);
        assert_true(fd >= 0);
        if (!bind(fd, (struct sockaddr *)&at, sizeof at))
            return fd;
        close(fd);
    }
    fail_msg("no port is free");
    return -1;
}

/* Frames as a camera gives them, until something is so; fails when it never is. */
#define FEED_UNTIL(b, condition)                                                                                       \
    do {                                                                                                               \
        bool happened = false;                                                                                         \
        for (int i = 0; i < 6000 && !(happened = (condition)); i++) {                                                  \
            struct frame f = frame_at(i);                                                                              \
            burn_frame(b, &f);                                                                                         \
            pause_ms(20);                                                                                              \
        }                                                                                                              \
        if (!happened)                                                                                                 \
            fail_msg("never happened: %s", #condition);                                                                \
    } while (0)

static GstElement *listen_srt(uint16_t port)
{
    char *text = g_strdup_printf(
        "srtsrc uri=srt://127.0.0.1:%d?mode=listener ! tsdemux ! h264parse ! fakesink sync=false", port);
    GstElement *pipeline = gst_parse_launch(text, NULL);
    g_free(text);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    return pipeline;
}

static void stop_listening(GstElement *pipeline)
{
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
}

static void srt_is_found_again_when_it_was_away(void **state)
{
    uint16_t port;
    char target[64];
    (void)state;
    close(open_port(SOCK_DGRAM, &port)); /* free a moment ago */
    snprintf(target, sizeof target, "srt://127.0.0.1:%d", port);
    GstElement *listener = listen_srt(port);
    struct burn *b = start(target, false);
    put_state(b, 1);
    FEED_UNTIL(b, burn_stats(b).sent > 20);
    stop_listening(listener);
    uint64_t before = burn_stats(b).connected;
    FEED_UNTIL(b, burn_stats(b).failures > 0);
    listener = listen_srt(port);
    FEED_UNTIL(b, burn_stats(b).connected > before && burn_stats(b).going_out);
    stop_listening(listener);
    burn_close(&b);
}

/* It accepts, and never says a word. */
static void silent_server_keeps_nobody_waiting(void **state)
{
    uint16_t port;
    char target[64];
    (void)state;
    int fd = open_port(SOCK_STREAM, &port);
    assert_int_equal(listen(fd, 16), 0);
    snprintf(target, sizeof target, "rtmp://127.0.0.1:%d/live/secret", port);
    struct burn *b = start_with(target, false, 2);
    put_state(b, 1);
    FEED_UNTIL(b, burn_stats(b).failures >= 2); /* noticed, tried again, noticed again */
    assert_int_equal(burn_stats(b).sent > 0 && burn_stats(b).going_out, 0);
    burn_close(&b);
    close(fd);
}

static void refused_connection_is_tried_again(void **state)
{
    uint16_t port;
    char target[64];
    (void)state;
    int fd = open_port(SOCK_STREAM, &port); /* taken, but nobody listens */
    snprintf(target, sizeof target, "rtmp://127.0.0.1:%d/live/secret", port);
    struct burn *b = start(target, false);
    FEED_UNTIL(b, burn_stats(b).failures >= 2);
    burn_close(&b);
    close(fd);
}

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

static void wrong_wishes_are_refused(void **state)
{
    static const struct {
        const char *target, *look;
        int height, kbit_s;
    } wrong[] = {
        {"http://x/y", NULL, 0, 4500},
        {"match.avi", NULL, 0, 4500},
        {"", NULL, 0, 4500},
        {"/tmp/x.mkv", "theme=pink", 0, 4500},
        {"/tmp/x.mkv", "lang=xx", 0, 4500},
        {"/tmp/x.mkv", "size=9", 0, 4500},
        {"/tmp/x.mkv", "nonsense=1", 0, 4500},
        {"/tmp/x.mkv", "parts=n", 0, 4500},
        {"/tmp/x.mkv", "hold", 0, 4500},
        {"/tmp/x.mkv", NULL, 7, 4500},
        {"/tmp/x.mkv", NULL, 0, 1},
        {"/nowhere/at/all.mkv", NULL, 0, 4500},
        {"/tmp/x.mkv", "place=left", 0, 4500},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct burn_options o = burn_defaults();
        struct burn *b;
        char why[BURN_WHY] = "";
        o.target = wrong[i].target;
        o.look = wrong[i].look;
        o.height = wrong[i].height;
        o.kbit_s = wrong[i].kbit_s;
        assert_int_not_equal(burn_open(&b, &o, why), 0);
        assert_null(b);
        assert_true(*why != 0);
    }
    assert_int_not_equal(access("/tmp/x.mkv.part", F_OK), 0);
}

static long painted(const char *words, bool call)
{
    struct burn_look look;
    char why[BURN_LOOK_WHY], text[sizeof state_text + 16];
    struct burn_moment moment = {20, call};
    assert_true(burn_look_read(&look, words, why));
    snprintf(text, sizeof text, state_text, 3);
    json_t *state = json_loads(text, 0, NULL);
    assert_non_null(state);
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1920, 1080);
    PangoContext *letters = burn_paint_letters();
    burn_paint(picture, letters, &look, state, &moment);
    g_object_unref(letters);
    long n = 0;
    const uint32_t *pixels = (const void *)cairo_image_surface_get_data(picture);
    for (int i = 0; i < 1920 * 1080; i++)
        n += pixels[i] >> 24 > 0;
    cairo_surface_destroy(picture);
    json_decref(state);
    return n;
}

static void parts_and_sizes_are_as_asked(void **state)
{
    (void)state;
    long all = painted("", false);
    assert_true(all > 1300L * 84);
    assert_true(painted("", true) > all);
    assert_true(painted("parts=score", false) < all / 3);
    assert_int_equal(painted("parts=", false), 0);
    assert_true(painted("size=0.5", false) < all / 3);
    assert_true(painted("parts=names,score,frames,break,ball,clock", true) == all);
    for (int i = 0; i < 3; i++)
        assert_true(painted((const char *[]){"lang=nl&theme=light", "lang=zh&theme=clear", "place=top"}[i], false) >
                    all / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_wishes_are_refused),
        cmocka_unit_test(parts_and_sizes_are_as_asked),
        cmocka_unit_test(file_has_every_frame_and_the_overlay),
        cmocka_unit_test(what_is_there_is_not_written_over),
        cmocka_unit_test(picture_is_scaled_as_asked),
        cmocka_unit_test(overlay_has_a_strip_of_its_own),
        cmocka_unit_test(no_frames_leave_no_file),
        cmocka_unit_test(srt_is_found_again_when_it_was_away),
        cmocka_unit_test(silent_server_keeps_nobody_waiting),
        cmocka_unit_test(refused_connection_is_tried_again),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
