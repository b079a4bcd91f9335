/* SPDX-License-Identifier: Apache-2.0 */
/* Proves the recording: every frame once and at its time, clips cut without encoding again, old segments really
 * deleted, and a disk that is full, broken or slow never holds up the caller. */
#include "capture.h"
#include "err.h"
#include "media.h"
#include "record.h"
#include "record_disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

#include <cmocka.h>

enum { COUNT = 300 };

static ns_t t[COUNT]; /* in odd tens of nanoseconds, about 30/s */
static char film[512];

static int make_film(void **state)
{
    (void)state;
    for (int i = 1; i < COUNT; i++)
        t[i] = t[i - 1] + 33333330 + (i * 7919) % 100003 * 10;
    snprintf(film, sizeof film, "%s", media_path(0, "film.mov"));
    media_make(film, "jpegenc ! qtmux trak-timescale=100000000", t, COUNT);
    return 0;
}

static int remove_film(void **state)
{
    (void)state;
    return unlink(film);
}

/* An empty folder of this name. */
static const char *fresh_folder(int slot, const char *name)
{
    const char *folder = media_path(slot, name);
    mkdir(folder, 0700);
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    closedir(d);
    return folder;
}

static void rest(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static struct record_options options_for(const char *folder)
{
    struct record_options o = record_defaults();
    o.folder = folder;
    o.segment = 3 * NS_PER_S;
    o.reserve_bytes = 1 << 20;
    o.preset = "ultrafast";
    return o;
}

struct run {
    struct capture *c;
    struct record *r;
    int pushed;
};

static void begin(struct run *s, const char *uri, const struct record_options *o)
{
    struct capture_options co = capture_defaults();
    struct capture_fault fault = {0};
    struct frame f;
    co.hold = 16;
    if (capture_open(&s->c, uri, &co, &fault))
        fail_msg("%s: %s", uri, fault.why);
    assert_int_equal(capture_next(s->c, &f, -1), 0);
    if (record_open(&s->r, o, &f, capture_info(s->c), &fault))
        fail_msg("record: %s", fault.why);
    assert_int_equal(record_push(s->r, s->c, &f), 0);
    capture_release(s->c, &f);
    s->pushed = 1;
}

/* Pushes up to `most` frames, giving the encoder the time it needs: nothing may be dropped. Ten times as fast as they
 * were taken, since housekeeping needs real time to open files. */
static void push(struct run *s, int most)
{
    struct frame f;
    while (most-- > 0 && !capture_next(s->c, &f, -1)) {
        while (record_stats(s->r).frames + 2 < (uint64_t)s->pushed)
            rest(1);
        assert_int_equal(record_push(s->r, s->c, &f), 0);
        capture_release(s->c, &f);
        s->pushed++;
        rest(3);
    }
    while (record_stats(s->r).frames < (uint64_t)s->pushed)
        rest(1);
}

static void end(struct run *s)
{
    record_close(&s->r, NULL);
    capture_close(&s->c);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Names in the folder that end so, sorted. */
static int list(const char *folder, const char *ending, char names[][256], int max)
{
    int n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) && n < max;)
        if (strlen(e->d_name) > strlen(ending) && !strcmp(e->d_name + strlen(e->d_name) - strlen(ending), ending))
            snprintf(names[n++], 256, "%s", e->d_name);
    closedir(d);
    qsort(names, (size_t)n, 256, by_name);
    return n;
}

/* Reads an MP4: its frames must be first, first + 1, ... with times t[] to the microsecond. Returns how many. */
static int expect_numbers(const char *path, int first)
{
    struct capture_options co = capture_defaults();
    struct capture_fault fault = {0};
    struct capture *c;
    if (capture_open(&c, path, &co, &fault))
        fail_msg("%s: %s", path, fault.why);
    struct frame f;
    int n = 0;
    for (; !capture_next(c, &f, -1); n++) {
        assert_int_equal(media_number(&f), first + n);
        ns_t off = f.t - (t[first + n] - t[first]);
        if (off < -1000 || off > 1000)
            fail_msg("%s: frame %d is %lld ns off", path, n, (long long)off);
        capture_release(c, &f);
    }
    capture_close(&c);
    return n;
}

/* The lines of a .times file must be t[first], t[first + 1], ... to the nanosecond. */
static void expect_times(const char *mp4, int first, int count)
{
    char path[1024], line[128];
    snprintf(path, sizeof path, "%.*s.times", (int)strlen(mp4) - 4, mp4);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    int n = 0;
    while (fgets(line, sizeof line, f)) {
        unsigned long long seq;
        long long time;
        if (sscanf(line, "%llu %lld", &seq, &time) != 2)
            continue;
        assert_int_equal(seq, first + n);
        assert_true(time == t[first + n]);
        n++;
    }
    fclose(f);
    assert_int_equal(n, count);
}

static void every_frame_is_in_one_segment_at_its_exact_time(void **state)
{
    (void)state;
    const char *folder = fresh_folder(1, "segments");
    struct record_options o = options_for(folder);
    struct run s;
    begin(&s, film, &o);
    push(&s, COUNT);
    struct record_stats stats = record_stats(s.r);
    assert_int_equal(stats.frames, COUNT);
    assert_int_equal(stats.dropped, 0);
    end(&s);
    static char names[64][256];
    int files = list(folder, ".mp4", names, 64), total = 0;
    assert_in_range(files, 3, 5); /* 10 s in segments of 3 */
    for (int i = 0; i < files; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%.255s", folder, names[i]);
        int n = expect_numbers(path, total);
        expect_times(path, total, n);
        total += n;
    }
    assert_int_equal(total, COUNT);
    assert_int_equal(list(folder, ".part", names, 64), 0);
}

static void cut_and_check(struct record *r, int from, int to)
{
    const char *path = media_path(2, "clip.mp4");
    struct record_clip clip;
    assert_int_equal(record_clip(r, t[from], t[to], path, &clip), 0);
    int first = 0;
    while (t[first] != clip.from)
        assert_true(++first < COUNT);
    assert_true(first <= from && t[from] - t[first] <= NS_PER_S * 12 / 10);
    assert_true(clip.to == t[to]);
    assert_int_equal(expect_numbers(path, first), to - first + 1);
    assert_int_equal(clip.frames, to - first + 1);
    unlink(path);
}

static void a_clip_is_cut_from_memory_while_recording_goes_on(void **state)
{
    (void)state;
    struct record_options o = options_for(fresh_folder(1, "ring"));
    struct run s;
    begin(&s, film, &o);
    push(&s, 150);
    cut_and_check(s.r, 40, 100);
    push(&s, COUNT);
    cut_and_check(s.r, 0, COUNT - 1);
    cut_and_check(s.r, 200, 210);
    ns_t later = t[COUNT - 1] + NS_PER_S;
    assert_int_equal(record_clip(s.r, later, later + NS_PER_S, media_path(3, "none.mp4"), NULL), ERR_RANGE);
    assert_int_equal(record_stats(s.r).frames, COUNT);
    end(&s);
}

/* The ring holds 2 s: older strokes come from the disk, and a clip may begin there and end in the ring. */
static void a_clip_of_an_older_stroke_is_cut_from_the_disk(void **state)
{
    (void)state;
    struct record_options o = options_for(fresh_folder(1, "disk"));
    o.ring = 2 * NS_PER_S;
    struct run s;
    begin(&s, film, &o);
    for (int i = 0; i < 6; i++) {
        push(&s, 50);
        rest(300); /* housekeeping finishes segments */
    }
    cut_and_check(s.r, 20, 60);
    cut_and_check(s.r, 80, 130); /* across two segments */
    cut_and_check(s.r, 170, COUNT - 1);
    end(&s);
}

/* The bytes of a clip's pictures are those of the segment: nothing was encoded again. */
static void clips_have_the_bytes_of_the_segments(void **state)
{
    (void)state;
    const char *folder = fresh_folder(1, "bytes"), *path = media_path(2, "clip.mp4");
    struct record_options o = options_for(folder);
    o.segment = 60 * NS_PER_S;
    struct run s;
    begin(&s, film, &o);
    push(&s, COUNT);
    assert_int_equal(record_clip(s.r, 0, t[COUNT - 1], path, NULL), 0);
    end(&s);
    static char names[4][256];
    assert_int_equal(list(folder, ".mp4", names, 4), 1);
    char segment[1024];
    snprintf(segment, sizeof segment, "%s/%.255s", folder, names[0]);
    size_t a, b;
    uint8_t *x = media_read(segment, &a), *y = media_read(path, &b);
    assert_int_equal(a, b);
    size_t different = 0;
    for (size_t i = 0; i < a; i++)
        different += x[i] != y[i];
    assert_true(different < 64); /* creation times in the headers */
    free(x);
    free(y);
    unlink(path);
}

/* ---- retention -------------------------------------------------------------------------------------------------- */

static void put(const char *folder, const char *name, size_t bytes, int days_old)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    void *data = calloc(1, bytes);
    media_write(path, data, bytes);
    free(data);
    struct utimbuf when = {time(NULL) - days_old * 86400, time(NULL) - days_old * 86400};
    assert_int_equal(utime(path, &when), 0);
}

static bool is_there(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void the_oldest_segments_are_really_deleted_and_nothing_else(void **state)
{
    (void)state;
    const char *folder = fresh_folder(1, "tidy");
    put(folder, "table-20260101T000000Z-000001.mp4", 1000, 30);
    put(folder, "table-20260101T000000Z-000001.times", 10, 30);
    put(folder, "table-20260102T000000Z-000002.mp4", 1000, 5);
    put(folder, "table-20260103T000000Z-000003.mp4", 1000, 4);
    put(folder, "table-20260104T000000Z-000004.mp4", 1000, 3);
    put(folder, "table-final.mp4", 5000, 300);
    put(folder, "holiday.mp4", 5000, 300);
    put(folder, "other-20260101T000000Z-000001.mp4", 5000, 300);
    struct record_disk_rules by_age = {folder, "table", 0, 14 * 86400 * NS_PER_S};
    struct record_disk_result r = record_disk_tidy(&by_age, time(NULL));
    assert_int_equal(r.deleted, 1);
    assert_int_equal(r.bytes, 3000);
    assert_false(is_there(folder, "table-20260101T000000Z-000001.mp4"));
    assert_false(is_there(folder, "table-20260101T000000Z-000001.times"));
    struct record_disk_rules by_size = {folder, "table", 1500, 0};
    r = record_disk_tidy(&by_size, time(NULL));
    assert_int_equal(r.deleted, 2);
    assert_int_equal(r.bytes, 1000);
    assert_true(is_there(folder, "table-20260104T000000Z-000004.mp4"));
    assert_true(is_there(folder, "table-final.mp4"));
    assert_true(is_there(folder, "holiday.mp4"));
    assert_true(is_there(folder, "other-20260101T000000Z-000001.mp4"));
}

static void a_recording_stays_within_its_size(void **state)
{
    (void)state;
    const char *folder = fresh_folder(1, "size");
    struct record_options o = options_for(folder);
    o.segment = NS_PER_S;
    o.keep_bytes = 15000;
    struct run s;
    begin(&s, film, &o);
    for (int i = 0; i < 10; i++) {
        push(&s, 30);
        rest(100);
    }
    rest(400);
    struct record_stats stats = record_stats(s.r);
    static char names[64][256];
    int files = list(folder, ".mp4", names, 64);
    uint64_t bytes = 0;
    for (int i = 0; i < files; i++) {
        char path[1024];
        struct stat st;
        snprintf(path, sizeof path, "%s/%.255s", folder, names[i]);
        assert_int_equal(stat(path, &st), 0);
        bytes += (uint64_t)st.st_size;
    }
    print_message("%d segments made, %d deleted, %d left with %d bytes\n", (int)stats.segments, (int)stats.deleted,
                  files, (int)bytes);
    assert_true(stats.deleted >= 2);
    assert_true(bytes <= o.keep_bytes);
    assert_int_equal(stats.segments, stats.deleted + (uint64_t)files);
    end(&s);
}

static void parts_of_a_crashed_run_are_kept(void **state)
{
    (void)state;
    const char *folder = fresh_folder(1, "crash");
    put(folder, "table-000003.part", 1000, 0);
    put(folder, "table-000004.part", 0, 0);
    assert_int_equal(record_disk_recover(folder, "table"), 1);
    static char names[8][256];
    assert_int_equal(list(folder, ".part", names, 8), 0);
    assert_int_equal(list(folder, ".mp4", names, 8), 1);
}

/* ---- disks that fail -------------------------------------------------------------------------------------------- */

static ns_t now(void)
{
    struct timespec n;
    clock_gettime(CLOCK_MONOTONIC, &n);
    return n.tv_sec * NS_PER_S + n.tv_nsec;
}

/* Pushes large pictures until the recording has stopped; the longest that a push took. */
static ns_t push_until_stopped(struct run *s)
{
    ns_t longest = 0, start = now();
    struct frame f;
    while (record_stats(s->r).state < RECORD_FULL && now() - start < 30 * NS_PER_S) {
        assert_int_equal(capture_next(s->c, &f, 20 * NS_PER_S), 0);
        ns_t before = now();
        record_push(s->r, s->c, &f);
        longest = now() - before > longest ? now() - before : longest;
        capture_release(s->c, &f);
    }
    return longest;
}

/* After the stop: frames are still taken, and clips of them can be had from memory. */
static void expect_refereeing_goes_on(struct run *s, ns_t longest)
{
    struct frame f;
    uint64_t before = record_stats(s->r).frames;
    ns_t last = 0;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(capture_next(s->c, &f, 20 * NS_PER_S), 0);
        record_push(s->r, s->c, &f);
        last = f.t;
        capture_release(s->c, &f);
    }
    for (int i = 0; i < 100 && record_stats(s->r).frames <= before; i++)
        rest(200);
    assert_true(record_stats(s->r).frames > before);
    assert_true(record_stats(s->r).unsaved > 0);
    assert_int_equal(record_stats(s->r).stops, 1);
    const char *clip = media_path(2, "clip.mp4");
    assert_int_equal(record_clip(s->r, last - NS_PER_S / 2, last, clip, NULL), 0);
    unlink(clip);
    print_message("longest push %.2f ms\n", (double)longest / 1e6);
    assert_true(longest < 5 * NS_PER_S); /* a push that waited for such a disk would wait for ever */
}

static const char snow[] = "gst:videotestsrc pattern=snow is-live=true ! video/x-raw,format=I420,width=640,height=480,"
                           "framerate=50/1";

static void a_full_disk_stops_only_the_recording(void **state)
{
    (void)state;
    struct record_options o = options_for(fresh_folder(1, "full"));
    o.reserve_bytes = UINT64_MAX / 2;
    struct run s;
    begin(&s, snow, &o);
    ns_t longest = push_until_stopped(&s);
    assert_int_equal(record_stats(s.r).state, RECORD_FULL);
    expect_refereeing_goes_on(&s, longest);
    end(&s);
}

/* The limit on the size of files makes write(2) fail in earnest. */
static void a_failing_write_stops_only_the_recording(void **state)
{
    (void)state;
    struct rlimit old, small = {0};
    signal(SIGXFSZ, SIG_IGN); /* write(2) then returns EFBIG */
    struct record_options o = options_for(fresh_folder(1, "broken"));
    o.segment = 60 * NS_PER_S;
    struct run s;
    begin(&s, snow, &o);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 1 << 20;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    ns_t longest = push_until_stopped(&s);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_true(record_stats(s.r).state == RECORD_BROKEN || record_stats(s.r).state == RECORD_FULL);
    expect_refereeing_goes_on(&s, longest);
    end(&s);
}

/* The first segment is a pipe that nobody empties: a disk that takes no more. */
static void a_slow_disk_stops_only_the_recording(void **state)
{
    (void)state;
    const char *folder = fresh_folder(1, "slow");
    char path[1024];
    snprintf(path, sizeof path, "%s/table-000001.part", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    struct record_options o = options_for(folder);
    o.backlog_bytes = 2 << 20;
    struct run s;
    begin(&s, snow, &o);
    ns_t longest = push_until_stopped(&s);
    assert_int_equal(record_stats(s.r).state, RECORD_SLOW);
    expect_refereeing_goes_on(&s, longest);
    signal(SIGPIPE, SIG_IGN);
    close(reader); /* the disk fails at last: closing must not hang */
    end(&s);
}

static void recording_goes_on_when_the_disk_has_room_again(void **state)
{
    (void)state;
    const char *folder = fresh_folder(1, "again");
    char path[1024];
    snprintf(path, sizeof path, "%s/table-000001.part", folder);
    assert_int_equal(mkdir(path, 0700), 0); /* the first segment cannot be opened */
    struct record_options o = options_for(folder);
    o.retry = NS_PER_S / 2;
    struct run s;
    begin(&s, snow, &o);
    push_until_stopped(&s);
    assert_int_equal(record_stats(s.r).state, RECORD_BROKEN);
    struct frame f;
    for (ns_t start = now(); record_stats(s.r).state != RECORD_RUNNING && now() - start < 5 * NS_PER_S;) {
        assert_int_equal(capture_next(s.c, &f, 20 * NS_PER_S), 0);
        record_push(s.r, s.c, &f);
        capture_release(s.c, &f);
    }
    assert_int_equal(record_stats(s.r).state, RECORD_RUNNING);
    end(&s);
    static char names[8][256];
    assert_int_equal(list(folder, ".mp4", names, 8), 1);
    rmdir(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_frame_is_in_one_segment_at_its_exact_time),
        cmocka_unit_test(a_clip_is_cut_from_memory_while_recording_goes_on),
        cmocka_unit_test(a_clip_of_an_older_stroke_is_cut_from_the_disk),
        cmocka_unit_test(clips_have_the_bytes_of_the_segments),
        cmocka_unit_test(the_oldest_segments_are_really_deleted_and_nothing_else),
        cmocka_unit_test(a_recording_stays_within_its_size),
        cmocka_unit_test(parts_of_a_crashed_run_are_kept),
        cmocka_unit_test(a_full_disk_stops_only_the_recording),
        cmocka_unit_test(a_failing_write_stops_only_the_recording),
        cmocka_unit_test(a_slow_disk_stops_only_the_recording),
        cmocka_unit_test(recording_goes_on_when_the_disk_has_room_again),
    };
    return cmocka_run_group_tests(tests, make_film, remove_film);
}
