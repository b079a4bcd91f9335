/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that files and pictures are read whole, in order and on time, and that broken ones are told, not survived by
 * luck. The films are made here, with a number in each picture. */
#include "capture.h"
#include "err.h"
#include "media.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { COUNT = 60 };

static const char h264[] = "x264enc key-int-max=10 speed-preset=ultrafast ! video/x-h264,profile=main ! h264parse";
static const char h264_reordered[] = "x264enc key-int-max=20 bframes=2 speed-preset=veryfast ! h264parse";

static ns_t even[COUNT], uneven[COUNT];

/* 30/s, and a rate that wanders between 15 and 60/s in whole milliseconds (Matroska keeps no finer time). */
static int fill_times(void **state)
{
    (void)state;
    ns_t t = 0;
    for (int i = 0; i < COUNT; i++) {
        even[i] = i * NS_PER_S / 30;
        uneven[i] = t;
        t += (17 + (i * 7) % 50) * 1000000;
    }
    return 0;
}

static struct capture *open_or_fail(const char *path)
{
    struct capture_options options = capture_defaults();
    struct capture_fault fault = {0};
    struct capture *c;
    if (capture_open(&c, path, &options, &fault))
        fail_msg("%s: %s", path, fault.why);
    return c;
}

/* Reads to the end; numbers must be first, first + 1, ...; times must be t[] - t[first] within `tolerance`. */
static void expect_film(const char *path, int first, int count, const ns_t *t, ns_t tolerance)
{
    struct capture *c = open_or_fail(path);
    struct frame f;
    int n = 0, err;
    for (; !(err = capture_next(c, &f, -1)); n++) {
        assert_int_equal(media_number(&f), first + n);
        ns_t off = f.t - (t[first + n] - t[first]);
        if (off > tolerance || off < -tolerance)
            fail_msg("%s: frame %d is %lld ns off", path, n, (long long)off);
        assert_int_equal(f.seq, n);
        assert_int_equal(capture_gap(c).why, CAPTURE_GAP_NONE);
        capture_release(c, &f);
    }
    assert_int_equal(err, ERR_END);
    assert_int_equal(n, count);
    assert_int_equal(capture_stats(c).delivered, count);
    capture_close(&c);
    assert_null(c);
}

static void make_and_expect(const char *name, const char *codec, const char *mux, const ns_t *t, ns_t tolerance)
{
    const char *path = media_path(0, name);
    char pipeline[256];
    snprintf(pipeline, sizeof pipeline, "%s ! %s", codec, mux);
    media_make(path, pipeline, t, COUNT);
    expect_film(path, 0, COUNT, t, tolerance);
    unlink(path);
}

static void mp4_keeps_a_variable_rate(void **state)
{
    (void)state;
    make_and_expect("a.mp4", h264, "mp4mux trak-timescale=1000000", uneven, 0);
}

static void mp4_with_reordered_frames_comes_in_order(void **state)
{
    (void)state;
    make_and_expect("b.mp4", h264_reordered, "mp4mux trak-timescale=90000", even, 12000);
}

static void mov_keeps_a_variable_rate(void **state)
{
    (void)state;
    make_and_expect("a.mov", h264, "qtmux trak-timescale=1000000", uneven, 0);
}

static void mkv_keeps_a_variable_rate(void **state)
{
    (void)state;
    make_and_expect("a.mkv", h264, "matroskamux", uneven, 0);
}

static void webm_keeps_a_variable_rate(void **state)
{
    (void)state;
    make_and_expect("a.webm", "vp8enc deadline=1 target-bitrate=2000000", "webmmux", uneven, 0);
}

static void avi_is_read_at_its_rate(void **state)
{
    (void)state;
    make_and_expect("a.avi", "jpegenc", "avimux", even, 100);
}

/* ---- edit lists, orientation, colours -------------------------------------------------------------------------- */

static uint8_t *find_box(uint8_t *data, size_t bytes, const char *type)
{
    for (size_t i = 4; i + 4 <= bytes; i++)
        if (!memcmp(data + i, type, 4))
            return data + i - 4;
    fail_msg("the film has no box “%s”", type);
    return NULL;
}

static uint32_t get32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void put32(uint8_t *p, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> (24 - 8 * i));
}

/* A phone's "trim" only changes the edit list: the frames before it stay in the file and must not be shown. */
static void an_edit_list_hides_what_was_trimmed(void **state)
{
    (void)state;
    const char *path = media_path(0, "trim.mp4");
    char pipeline[256];
    snprintf(pipeline, sizeof pipeline, "%s ! mp4mux trak-timescale=30000 movie-timescale=30000", h264);
    media_make(path, pipeline, even, COUNT);
    size_t bytes;
    uint8_t *data = media_read(path, &bytes), *elst = find_box(data, bytes, "elst");
    assert_int_equal(get32(elst + 12), 1); /* one edit: duration at 16, media time at 20 */
    put32(elst + 16, get32(elst + 16) - 20 * 1000);
    put32(elst + 20, get32(elst + 20) + 20 * 1000);
    media_write(path, data, bytes);
    free(data);
    expect_film(path, 20, COUNT - 20, even, 40000);
    unlink(path);
}

/* The track's matrix of a film to be turned a quarter clockwise; fixed point 16.16, the last column 2.30. */
static void set_matrix(const char *path)
{
    static const uint32_t quarter[9] = {0, 0x10000, 0, 0xffff0000, 0, 0, MEDIA_HEIGHT << 16, 0, 0x40000000};
    size_t bytes;
    uint8_t *data = media_read(path, &bytes), *tkhd = find_box(data, bytes, "tkhd");
    uint8_t *matrix = tkhd + 8 + (tkhd[8] ? 52 : 40);
    assert_int_equal(get32(matrix), 0x10000);
    for (int i = 0; i < 9; i++)
        put32(matrix + 4 * i, quarter[i]);
    media_write(path, data, bytes);
    free(data);
}

static void a_phone_held_sideways_is_turned_upright(void **state)
{
    (void)state;
    const char *path = media_path(0, "phone.mp4");
    media_make(path, "x264enc speed-preset=ultrafast ! mp4mux", even, 5);
    set_matrix(path);
    struct capture *c = open_or_fail(path);
    assert_int_equal(capture_info(c)->width, MEDIA_HEIGHT);
    assert_int_equal(capture_info(c)->height, MEDIA_WIDTH);
    struct frame f;
    assert_int_equal(capture_next(c, &f, -1), 0);
    assert_int_equal(f.width, MEDIA_HEIGHT);
    /* Turned right: the painted corner (block 0 of number 0 is black, its opposite white) is now at the top right. */
    assert_true(f.plane[0][8 * f.stride[0] + f.width - 8] < 40);
    assert_true(f.plane[0][8 * f.stride[0] + f.width - 8 - 3 * 32] > 200);
    capture_release(c, &f);
    capture_close(&c);
    unlink(path);
}

static void expect_colours(const char *colorimetry, enum colour_matrix matrix, bool full)
{
    char uri[256];
    snprintf(uri, sizeof uri,
             "gst:videotestsrc num-buffers=1 ! video/x-raw,format=I420,width=64,height=48,"
             "colorimetry=(string)%s",
             colorimetry);
    struct capture *c = open_or_fail(uri);
    struct frame f;
    assert_int_equal(capture_next(c, &f, -1), 0);
    assert_int_equal(f.matrix, matrix);
    assert_int_equal(f.full_range, full);
    assert_int_equal(capture_info(c)->matrix, matrix);
    capture_release(c, &f);
    capture_close(&c);
}

static void matrix_and_range_of_the_colours_are_told(void **state)
{
    (void)state;
    expect_colours("bt601", COLOUR_BT601, false);
    expect_colours("bt709", COLOUR_BT709, false);
    expect_colours("bt2020", COLOUR_BT2020, false);
    expect_colours("1:4:5:1", COLOUR_BT601, true); /* full range, BT.601 matrix, BT.709 transfer and primaries */
}

/* ---- pictures -------------------------------------------------------------------------------------------------- */

static void expect_picture(const char *name, const char *encoder, bool full)
{
    const char *path = media_path(0, name);
    media_make(path, encoder, even, 1);
    struct capture *c = open_or_fail(path);
    assert_int_equal(capture_info(c)->frames, 1);
    struct frame f;
    assert_int_equal(capture_next(c, &f, -1), 0);
    assert_int_equal(media_number(&f), 0);
    assert_int_equal(f.full_range, full);
    assert_int_equal(f.width, MEDIA_WIDTH);
    assert_int_equal(f.height, MEDIA_HEIGHT);
    capture_release(c, &f);
    assert_int_equal(capture_next(c, &f, -1), ERR_END);
    capture_close(&c);
    unlink(path);
}

static void png_and_jpeg_are_one_frame(void **state)
{
    (void)state;
    expect_picture("a.png", "videoconvert ! pngenc", false);
    expect_picture("a.jpg", "jpegenc", true);
}

/* ---- holding and waiting --------------------------------------------------------------------------------------- */

static void held_frames_keep_their_pictures(void **state)
{
    (void)state;
    const char *path = media_path(0, "hold.mp4");
    char pipeline[256];
    snprintf(pipeline, sizeof pipeline, "%s ! mp4mux", h264);
    media_make(path, pipeline, even, COUNT);
    struct capture_options options = capture_defaults();
    options.hold = 5;
    struct capture *c;
    assert_int_equal(capture_open(&c, path, &options, NULL), 0);
    struct frame held[5], extra;
    for (int i = 0; i < 5; i++)
        assert_int_equal(capture_next(c, &held[i], -1), 0);
    assert_int_equal(capture_next(c, &extra, -1), ERR_FULL);
    capture_keep(c, &held[4]);
    struct frame same = held[4];
    capture_release(c, &held[4]);
    assert_int_equal(capture_next(c, &extra, -1), ERR_FULL); /* one of its two readers still has it */
    capture_release(c, &same);
    for (int i = 5; i < 20; i++) {
        assert_int_equal(capture_next(c, &extra, -1), 0);
        assert_int_equal(media_number(&extra), i);
        capture_release(c, &extra);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(media_number(&held[i]), i);
        capture_release(c, &held[i]);
    }
    capture_close(&c);
    unlink(path);
}

static void a_slow_reader_of_a_live_source_gets_gaps_not_silence(void **state)
{
    (void)state;
    struct capture *c = open_or_fail("gst:videotestsrc is-live=true ! video/x-raw,width=64,height=48,framerate=50/1");
    assert_true(capture_info(c)->live);
    struct frame f;
    uint64_t told = 0, last = 0;
    for (int i = 0; i < 25; i++) {
        assert_int_equal(capture_next(c, &f, 20 * NS_PER_S), 0);
        if (i)
            assert_int_equal(f.seq, last + 1 + capture_gap(c).frames);
        told += capture_gap(c).frames;
        last = f.seq;
        capture_release(c, &f);
        if (i == 10)
            nanosleep(&(struct timespec){0, 400000000}, NULL);
    }
    struct capture_stats s = capture_stats(c);
    assert_true(s.late >= 10 && s.late <= 20);
    assert_int_equal(told, s.late + s.dropped);
    assert_true(s.gaps >= 1);
    capture_close(&c);
}

/* ---- broken files ---------------------------------------------------------------------------------------------- */

static void expect_refused(const char *path, int err, const char *word)
{
    struct capture_options options = capture_defaults();
    struct capture_fault fault = {0};
    struct capture *c;
    int got = capture_open(&c, path, &options, &fault);
    if (got != err || !strstr(fault.why, word))
        fail_msg("%s: %s (%s), not %s (… %s …)", path, err_name(got), fault.why, err_name(err), word);
    assert_null(c);
}

static void what_is_no_film_is_refused_with_the_reason(void **state)
{
    (void)state;
    const char *path = media_path(0, "text.mp4");
    expect_refused(path, ERR_NOT_FOUND, "No such file");
    media_write(path, "", 0);
    expect_refused(path, ERR_FORMAT, "empty");
    media_write(path, "Frame 1: A 34, B 67.\nFrame 2: A 71, B 12.\n", 42);
    expect_refused(path, ERR_FORMAT, "not a video");
    unlink(path);
    expect_refused("tests", ERR_FORMAT, "folder");
    expect_refused("gst:nosuchelement ! fakesink", ERR_FORMAT, "not understood");
    expect_refused("gst:videotestsrc ! fakesink", ERR_FORMAT, "not understood");
    expect_refused("gst:audiotestsrc num-buffers=9", ERR_UNSUPPORTED, "no picture");
    expect_refused("nosuch://thing", ERR_UNSUPPORTED, "");
}

struct reading {
    int frames, holes, repeats, end;
    ns_t cut_short;
};

/* Reads what can be read: it must end, and numbers must never fall. A repeat is a picture that the decoder patched up
 * from the one before without saying so (H.264 conceals damage inside a picture). */
static struct reading read_to_the_end(const char *path)
{
    struct capture_options options = capture_defaults();
    struct capture *c;
    struct reading r = {.end = capture_open(&c, path, &options, NULL)};
    int last = -1;
    struct frame f;
    while (!r.end && !(r.end = capture_next(c, &f, -1))) {
        int number = media_number(&f);
        if (number >= 0 && number < last)
            fail_msg("%s: frame %d after %d", path, number, last);
        r.holes += capture_gap(c).why != CAPTURE_GAP_NONE;
        r.repeats += number == last || number < 0;
        last = number >= 0 ? number : last;
        r.frames++;
        capture_release(c, &f);
    }
    r.cut_short = c ? capture_stats(c).cut_short : 0;
    capture_close(&c);
    return r;
}

static void cut_and_read(const char *name, const char *mux)
{
    const char *path = media_path(0, name);
    char pipeline[256];
    snprintf(pipeline, sizeof pipeline, "%s ! %s", h264, mux);
    media_make(path, pipeline, even, COUNT);
    size_t bytes;
    uint8_t *data = media_read(path, &bytes);
    int most = 0;
    for (int tenths = 1; tenths < 10; tenths += 2) {
        media_write(path, data, bytes * (size_t)tenths / 10);
        struct reading r = read_to_the_end(path);
        assert_true(r.end < 0);
        most = r.frames > most ? r.frames : most;
    }
    assert_true(most <= COUNT);
    free(data);
    unlink(path);
}

static void truncated_films_end_instead_of_hanging(void **state)
{
    (void)state;
    cut_and_read("cut.mp4", "mp4mux");
    cut_and_read("cut-front.mp4", "mp4mux faststart=true");
    cut_and_read("cut.mkv", "matroskamux");
    cut_and_read("cut.mov", "qtmux");
    cut_and_read("cut.avi", "avimux");
}

/* 30 s at 30/s; the bytes of the middle 10 s become noise. */
static void spoil_and_read(const char *name, const char *mux)
{
    enum { LONG = 900 };
    static ns_t t[LONG];
    for (int i = 0; i < LONG; i++)
        t[i] = i * NS_PER_S / 30;
    const char *path = media_path(0, name);
    char pipeline[256];
    snprintf(pipeline, sizeof pipeline, "%s ! %s", h264, mux);
    media_make(path, pipeline, t, LONG);
    size_t bytes;
    uint8_t *data = media_read(path, &bytes);
    uint32_t noise = 1;
    for (size_t i = bytes / 3; i < bytes * 2 / 3; i++)
        data[i] = (uint8_t)((noise = noise * 1664525 + 1013904223) >> 24);
    media_write(path, data, bytes);
    free(data);
    struct reading r = read_to_the_end(path);
    print_message("%s: %d of %d frames, %d holes told, %.1f s cut short told, %d patched by the decoder, %s\n", name,
                  r.frames, (int)LONG, r.holes, (double)r.cut_short / NS_PER_S, r.repeats, err_name(r.end));
    assert_true(r.frames >= LONG / 4 && r.frames < LONG);
    assert_true(r.holes > 0 || r.cut_short > 5 * NS_PER_S || r.end != ERR_END);
    assert_true(r.repeats <= 10); /* until the next whole picture: key-int-max in h264 */
    unlink(path);
}

static void ten_seconds_of_garbage_become_a_gap_or_an_error(void **state)
{
    (void)state;
    spoil_and_read("spoilt.mp4", "mp4mux");
    spoil_and_read("spoilt.mkv", "matroskamux");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mp4_keeps_a_variable_rate),
        cmocka_unit_test(mp4_with_reordered_frames_comes_in_order),
        cmocka_unit_test(mov_keeps_a_variable_rate),
        cmocka_unit_test(mkv_keeps_a_variable_rate),
        cmocka_unit_test(webm_keeps_a_variable_rate),
        cmocka_unit_test(avi_is_read_at_its_rate),
        cmocka_unit_test(an_edit_list_hides_what_was_trimmed),
        cmocka_unit_test(a_phone_held_sideways_is_turned_upright),
        cmocka_unit_test(matrix_and_range_of_the_colours_are_told),
        cmocka_unit_test(png_and_jpeg_are_one_frame),
        cmocka_unit_test(held_frames_keep_their_pictures),
        cmocka_unit_test(a_slow_reader_of_a_live_source_gets_gaps_not_silence),
        cmocka_unit_test(what_is_no_film_is_refused_with_the_reason),
        cmocka_unit_test(truncated_films_end_instead_of_hanging),
        cmocka_unit_test(ten_seconds_of_garbage_become_a_gap_or_an_error),
    };
    return cmocka_run_group_tests(tests, fill_times, NULL);
}
