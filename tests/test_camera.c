/* SPDX-License-Identifier: Apache-2.0 */
/* Proves what of the camera code needs no camera: conversions bit for bit, the choice of modes, the identity of USB
 * cameras, and the ways out of failures, against a driver played by this file. Real drivers: tests/vm. */
#include "camera_find.h"
#include "camera_io.h"
#include "camera_mode.h"
#include "capture.h"
#include "convert.h"
#include "err.h"
#include "media.h"

#include <linux/videodev2.h>
#include <turbojpeg.h>

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- conversions ----------------------------------------------------------------------------------------------- */

static uint32_t dice_state = 1;

static uint32_t dice(void)
{
    return dice_state = dice_state * 1664525 + 1013904223;
}

static struct convert_planes new_planes(uint8_t *memory, int width, int height)
{
    int half = (width + 1) / 2;
    return (struct convert_planes){
        {memory, memory + width * height, memory + width * height + half * ((height + 1) / 2)},
        {width, half, half},
        width,
        height};
}

static void yuyv_is_converted_like_the_reference(void **state)
{
    (void)state;
    static const int sizes[][2] = {{2, 1}, {2, 2}, {4, 3}, {30, 7}, {64, 48}, {322, 33}, {1920, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int extreme = 0; extreme < 3; extreme++) {
            int w = sizes[s][0], h = sizes[s][1], stride = 2 * w + (int)(dice() % 9);
            size_t bytes = (size_t)w * (size_t)h + 2 * (size_t)(w / 2) * (size_t)((h + 1) / 2);
            /* Exactly as large as they must be: the sanitizer sees every step outside. */
            uint8_t *in = malloc((size_t)stride * (size_t)(h - 1) + 2 * (size_t)w), *a = malloc(bytes),
                    *b = malloc(bytes);
            for (size_t i = 0; i < (size_t)stride * (size_t)(h - 1) + 2 * (size_t)w; i++)
                in[i] = extreme == 0 ? (uint8_t)(dice() >> 24) : (uint8_t)(dice() >> 31 ? 255 : extreme - 1);
            struct convert_planes pa = new_planes(a, w, h), pb = new_planes(b, w, h);
            convert_yuyv(in, stride, &pa);
            convert_yuyv_plain(in, stride, &pb);
            assert_memory_equal(a, b, bytes);
            free(in);
            free(a);
            free(b);
        }
}

static void the_reference_averages_chroma_and_keeps_luma(void **state)
{
    (void)state;
    const uint8_t in[] = {10, 100, 20, 200, 30, 101, 40, 203};
    uint8_t out[6];
    struct convert_planes p = new_planes(out, 2, 2);
    convert_yuyv_plain(in, 4, &p);
    const uint8_t expected[] = {10, 20, 30, 40, 101, 202}; /* (100 + 101 + 1) / 2, (200 + 203 + 1) / 2 */
    assert_memory_equal(out, expected, 6);
}

/* A JPEG of one flat colour at full quality must come back within 1 of each plane's value, in all subsamplings. */
static void motion_jpeg_gives_the_cameras_planes(void **state)
{
    (void)state;
    static const int samplings[] = {TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY};
    enum { W = 66, H = 50 };
    for (size_t s = 0; s < sizeof samplings / sizeof *samplings; s++) {
        uint8_t planes[3][W * H], out[W * H * 3 / 2 + 100];
        memset(planes[0], 90, sizeof planes[0]);
        memset(planes[1], 60, sizeof planes[1]);
        memset(planes[2], 200, sizeof planes[2]);
        const uint8_t *in[3] = {planes[0], planes[1], planes[2]};
        tjhandle t = tjInitCompress();
        uint8_t *jpeg = NULL;
        unsigned long bytes = 0;
        assert_int_equal(tjCompressFromYUVPlanes(t, in, W, NULL, H, samplings[s], &jpeg, &bytes, 100, 0), 0);
        struct convert_jpeg *j;
        assert_int_equal(convert_jpeg_open(&j, W, H), 0);
        struct convert_planes p = new_planes(out, W, H);
        assert_int_equal(convert_jpeg(j, jpeg, bytes, &p), 0);
        bool grey = samplings[s] == TJSAMP_GRAY;
        for (int i = 0; i < W * H; i++)
            assert_in_range(p.plane[0][i], 89, 91);
        for (int i = 0; i < W / 2 * H / 2; i++) {
            assert_in_range(p.plane[1][i], grey ? 128 : 59, grey ? 128 : 61);
            assert_in_range(p.plane[2][i], grey ? 128 : 199, grey ? 128 : 201);
        }
        assert_int_equal(convert_jpeg(j, jpeg, bytes / 2, &p), ERR_FORMAT);
        assert_int_equal(convert_jpeg(j, (const uint8_t *)"no jpeg at all", 14, &p), ERR_FORMAT);
        convert_jpeg_close(&j);
        tjFree(jpeg);
        tjDestroy(t);
    }
}

/* ---- modes and identity ---------------------------------------------------------------------------------------- */

static void the_best_mode_is_wide_then_fast_then_large_then_cheap(void **state)
{
    (void)state;
    struct capture_options o = capture_defaults();
    struct camera_mode m[] = {
        {V4L2_PIX_FMT_MJPEG, 1920, 1080, 30}, {V4L2_PIX_FMT_YUYV, 640, 480, 120},  {V4L2_PIX_FMT_MJPEG, 1920, 1080, 60},
        {V4L2_PIX_FMT_NV12, 1280, 720, 60},   {V4L2_PIX_FMT_YUYV, 1920, 1080, 60}, {V4L2_PIX_FMT_MJPEG, 1280, 720, 240},
        {V4L2_PIX_FMT_MJPEG, 3840, 2160, 60},
    };
    camera_mode_sort(m, 7, &o);
    assert_int_equal(m[0].fps, 240); /* counts as 120, the highest useful rate */
    assert_int_equal(m[1].fourcc, V4L2_PIX_FMT_YUYV);
    assert_int_equal(m[1].width, 1920);
    assert_int_equal(m[2].fourcc, V4L2_PIX_FMT_MJPEG);
    assert_int_equal(m[2].width, 1920);
    assert_int_equal(m[6].width, 640);
    o.width = 1280;
    o.height = 720;
    o.fps = 60;
    camera_mode_sort(m, 7, &o);
    assert_int_equal(m[0].fourcc, V4L2_PIX_FMT_NV12);
}

static void put_file(const char *root, const char *path, const char *text)
{
    char name[512];
    snprintf(name, sizeof name, "%s/%s", root, path);
    for (char *p = name + strlen(root) + 1; (p = strchr(p, '/')); p++) {
        *p = 0;
        mkdir(name, 0700);
        *p = '/';
    }
    if (text)
        media_write(name, text, strlen(text));
}

static void a_usb_camera_is_known_by_its_serial_whatever_its_number(void **state)
{
    (void)state;
    const char *root = media_path(0, "sys");
    char id[96], link[512];
    mkdir(root, 0700);
    put_file(root, "devices/usb1/1-2/idVendor", "046d\n");
    put_file(root, "devices/usb1/1-2/idProduct", "085e\n");
    put_file(root, "devices/usb1/1-2/serial", "8E2A11F0\n");
    put_file(root, "devices/usb1/1-2/1-2:1.0/video4linux/x", "");
    put_file(root, "devices/usb1/1-3/idVendor", "0c45\n");
    put_file(root, "devices/usb1/1-3/idProduct", "6366\n");
    put_file(root, "devices/usb1/1-3/1-3:1.0/x", "");
    put_file(root, "devices/platform/vivid.0/x", "");
    static const char *const nodes[][2] = {{"video0", "usb1/1-2/1-2:1.0"},
                                           {"video6", "usb1/1-2/1-2:1.0"},
                                           {"video2", "usb1/1-3/1-3:1.0"},
                                           {"video3", "platform/vivid.0"}};
    for (int i = 0; i < 4; i++) {
        char folder[64], target[128];
        snprintf(folder, sizeof folder, "class/video4linux/%s/index", nodes[i][0]);
        put_file(root, folder, "0\n");
        snprintf(link, sizeof link, "%s/class/video4linux/%s/device", root, nodes[i][0]);
        snprintf(target, sizeof target, "../../../devices/%s", nodes[i][1]);
        unlink(link);
        assert_int_equal(symlink(target, link), 0);
    }
    assert_true(camera_find_usb_id(root, "video0", id, sizeof id));
    assert_string_equal(id, "usb 046d:085e serial 8E2A11F0 index 0");
    assert_true(camera_find_usb_id(root, "video6", id, sizeof id)); /* plugged in again */
    assert_string_equal(id, "usb 046d:085e serial 8E2A11F0 index 0");
    assert_true(camera_find_usb_id(root, "video2", id, sizeof id));
    assert_string_equal(id, "usb 0c45:6366 port 1-3 index 0");
    assert_false(camera_find_usb_id(root, "video3", id, sizeof id));
    assert_false(camera_find_usb_id(root, "video9", id, sizeof id));
}

/* ---- a driver played by this file ------------------------------------------------------------------------------ */

enum { FD = 1000, BUFFERS = 16, W = 64, H = 48 };

/* What the next DQBUF does. */
enum deed { GOOD, FLAGGED, SHORT, SKIP_TWO, TIMEOUT, GONE, BROKEN };

static struct {
    const enum deed *script;
    int step, steps;
    bool there, streaming, refuse_first_mode, denied;
    int opened, granted, max_buffers, queued, mapped;
    bool in_driver[BUFFERS];
    uint32_t fourcc, sequence;
    void *memory[BUFFERS];
} fake;

static int fake_open(const char *path)
{
    errno = fake.denied ? EACCES : ENOENT;
    if (fake.denied || !fake.there || strcmp(path, "/dev/video3") != 0)
        return -1;
    fake.opened++;
    return FD;
}

static int fake_close(int fd)
{
    assert_int_equal(fd, FD);
    fake.opened--;
    return 0;
}

static int answer(int errnum)
{
    errno = errnum;
    return errnum ? -1 : 0;
}

static int fake_enum(unsigned long request, void *arg)
{
    if (request == VIDIOC_ENUM_FMT) {
        struct v4l2_fmtdesc *e = arg;
        e->pixelformat = e->index ? V4L2_PIX_FMT_YUYV : V4L2_PIX_FMT_YUV420;
        return answer(e->index > 1 ? EINVAL : 0);
    }
    if (request == VIDIOC_ENUM_FRAMESIZES) {
        struct v4l2_frmsizeenum *e = arg;
        e->type = V4L2_FRMSIZE_TYPE_DISCRETE;
        e->discrete.width = W;
        e->discrete.height = H;
        return answer(e->index ? EINVAL : 0);
    }
    struct v4l2_frmivalenum *e = arg;
    e->type = V4L2_FRMIVAL_TYPE_DISCRETE;
    e->discrete = (struct v4l2_fract){1, 50};
    return answer(e->index ? EINVAL : 0);
}

static int fake_format(struct v4l2_format *f)
{
    bool packed = f->fmt.pix.pixelformat == V4L2_PIX_FMT_YUYV;
    fake.fourcc = f->fmt.pix.pixelformat;
    f->fmt.pix.width = W;
    f->fmt.pix.height = H;
    f->fmt.pix.field = V4L2_FIELD_NONE;
    f->fmt.pix.bytesperline = packed ? W * 2 : W;
    f->fmt.pix.sizeimage = W * H * 2;
    return 0;
}

static int fake_dequeue(struct v4l2_buffer *b)
{
    enum deed deed = fake.step < fake.steps ? fake.script[fake.step++] : GONE;
    if (deed == GONE || deed == BROKEN) {
        fake.there = deed != GONE;
        return answer(deed == GONE ? ENODEV : EIO);
    }
    uint32_t i = 0;
    while (i < (uint32_t)fake.granted && !fake.in_driver[i])
        i++;
    assert_true(i < (uint32_t)fake.granted); /* a driver without buffers would drop */
    fake.in_driver[i] = false;
    fake.queued--;
    fake.sequence += deed == SKIP_TWO ? 3 : 1;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    memset(fake.memory[i], (int)(fake.sequence & 255), W * H * 2);
    b->index = i;
    b->sequence = fake.sequence;
    b->timestamp.tv_sec = t.tv_sec;
    b->timestamp.tv_usec = t.tv_nsec / 1000;
    b->bytesused = deed == SHORT ? 100 : W * H * 2;
    b->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | (deed == FLAGGED ? V4L2_BUF_FLAG_ERROR : 0);
    return 0;
}

static int fake_ioctl(int fd, unsigned long request, void *arg)
{
    assert_int_equal(fd, FD);
    struct v4l2_buffer *b = arg;
    switch (request) {
    case VIDIOC_QUERYCAP:
        strcpy((char *)((struct v4l2_capability *)arg)->card, "Played camera");
        ((struct v4l2_capability *)arg)->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    case VIDIOC_ENUM_FMT:
    case VIDIOC_ENUM_FRAMESIZES:
    case VIDIOC_ENUM_FRAMEINTERVALS:
        return fake_enum(request, arg);
    case VIDIOC_S_FMT:
        return fake_format(arg);
    case VIDIOC_S_PARM:
        return 0;
    case VIDIOC_G_PARM:
        ((struct v4l2_streamparm *)arg)->parm.capture.timeperframe = (struct v4l2_fract){1, 50};
        return 0;
    case VIDIOC_REQBUFS: {
        struct v4l2_requestbuffers *r = arg;
        if (r->count > (uint32_t)fake.max_buffers)
            r->count = (uint32_t)fake.max_buffers;
        fake.granted = (int)r->count;
        fake.queued = 0;
        memset(fake.in_driver, 0, sizeof fake.in_driver);
        return 0;
    }
    case VIDIOC_QUERYBUF:
        b->length = W * H * 2;
        b->m.offset = b->index;
        return 0;
    case VIDIOC_QBUF:
        assert_false(fake.in_driver[b->index]);
        fake.in_driver[b->index] = true;
        fake.queued++;
        return 0;
    case VIDIOC_DQBUF:
        return fake_dequeue(b);
    case VIDIOC_STREAMON:
        if (fake.refuse_first_mode && fake.fourcc == V4L2_PIX_FMT_YUV420)
            return answer(ENOSPC);
        fake.streaming = true;
        return 0;
    case VIDIOC_STREAMOFF:
        fake.streaming = false;
        return 0;
    default:
        return answer(ENOTTY);
    }
}

static void *fake_map(int fd, size_t bytes, long offset)
{
    assert_int_equal(fd, FD);
    fake.mapped++;
    return fake.memory[offset] = malloc(bytes);
}

static void fake_unmap(void *memory, size_t bytes)
{
    (void)bytes;
    fake.mapped--;
    free(memory);
}

static int fake_poll(struct pollfd *fd, int ms)
{
    (void)fd;
    if (fake.step < fake.steps && fake.script[fake.step] == TIMEOUT) {
        fake.step++;
        nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
        return 0;
    }
    nanosleep(&(struct timespec){0, 1000000}, NULL); /* so that times differ */
    return 1;
}

static const struct camera_io fake_io = {fake_open, fake_close, fake_ioctl, fake_map, fake_unmap, fake_poll};

static struct capture *open_fake(const enum deed *script, int steps, int max_buffers, int hold)
{
    memset(&fake, 0, sizeof fake);
    fake.script = script;
    fake.steps = steps;
    fake.there = true;
    fake.max_buffers = max_buffers;
    camera_io = &fake_io;
    struct capture_options o = capture_defaults();
    o.hold = hold;
    o.stall = NS_PER_S / 5;
    struct capture *c;
    struct capture_fault fault;
    if (capture_open(&c, "/dev/video3", &o, &fault))
        fail_msg("%s", fault.why);
    return c;
}

static void close_fake(struct capture **c)
{
    capture_close(c);
    assert_int_equal(fake.opened, 0);
    assert_int_equal(fake.mapped, 0);
}

static struct capture_gap next_gap(struct capture *c)
{
    struct frame f;
    assert_int_equal(capture_next(c, &f, 20 * NS_PER_S), 0);
    struct capture_gap gap = capture_gap(c);
    capture_release(c, &f);
    return gap;
}

static void flagged_and_short_buffers_are_held_back_and_told(void **state)
{
    (void)state;
    static const enum deed script[] = {GOOD, GOOD, GOOD, FLAGGED, GOOD, SHORT, SHORT, GOOD, SKIP_TWO, GOOD};
    struct capture *c = open_fake(script, 10, 16, 4);
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_NONE);
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_NONE);
    struct capture_gap gap = next_gap(c);
    assert_int_equal(gap.why, CAPTURE_GAP_DAMAGED);
    assert_int_equal(gap.frames, 1);
    gap = next_gap(c);
    assert_int_equal(gap.why, CAPTURE_GAP_DAMAGED);
    assert_int_equal(gap.frames, 2);
    gap = next_gap(c);
    assert_int_equal(gap.why, CAPTURE_GAP_SOURCE);
    assert_int_equal(gap.frames, 2);
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_NONE);
    struct capture_stats s = capture_stats(c);
    assert_int_equal(s.damaged, 3);
    assert_int_equal(s.dropped, 2);
    assert_int_equal(s.gaps, 3);
    assert_false(capture_info(c)->copied);
    close_fake(&c);
}

static void a_refused_mode_is_followed_by_the_next(void **state)
{
    (void)state;
    static const enum deed script[] = {GOOD, GOOD, GOOD};
    struct capture *c = open_fake(script, 3, 16, 4);
    assert_string_equal(capture_info(c)->format, "YU12");
    close_fake(&c);
    memset(&fake, 0, sizeof fake);
    fake.script = script;
    fake.steps = 3;
    fake.there = fake.refuse_first_mode = true;
    fake.max_buffers = 16;
    struct capture_options o = capture_defaults();
    assert_int_equal(capture_open(&c, "/dev/video3", &o, NULL), 0);
    assert_string_equal(capture_info(c)->format, "YUYV");
    assert_true(capture_info(c)->copied);
    close_fake(&c);
}

/* Two buffers for a reader that may hold eight: frames are copied, and the driver never runs dry. */
static void a_driver_with_few_buffers_is_copied_from(void **state)
{
    (void)state;
    static const enum deed script[12] = {GOOD};
    struct capture *c = open_fake(script, 12, 2, 8);
    assert_true(capture_info(c)->copied);
    struct frame held[8], more;
    for (int i = 0; i < 8; i++)
        assert_int_equal(capture_next(c, &held[i], 20 * NS_PER_S), 0);
    assert_int_equal(capture_next(c, &more, 0), ERR_FULL);
    assert_int_equal(fake.queued, 2);
    int first = held[0].plane[0][0];
    for (int i = 0; i < 8; i++) {
        assert_int_equal(held[i].plane[0][0], first + i);
        assert_int_equal(held[i].plane[2][W / 2 * H / 2 - 1], first + i);
        capture_release(c, &held[i]);
    }
    close_fake(&c);
}

static void lent_frames_survive_unplugging_and_the_camera_is_taken_back(void **state)
{
    (void)state;
    static const enum deed script[] = {GOOD, GOOD, GOOD, GONE, GOOD, GOOD, GOOD};
    struct capture *c = open_fake(script, 7, 16, 4);
    struct frame held, f;
    assert_int_equal(capture_next(c, &held, 20 * NS_PER_S), 0);
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_NONE);
    assert_int_equal(capture_next(c, &f, NS_PER_S / 10), ERR_TIMEOUT);
    assert_true(capture_away(c));
    assert_int_equal(fake.opened, 0);
    assert_true(fake.mapped > 0);
    assert_int_equal(held.plane[0][5], 2);
    fake.there = true;
    struct capture_gap gap = next_gap(c);
    assert_int_equal(gap.why, CAPTURE_GAP_LOST);
    assert_int_equal(held.plane[0][5], 2);
    capture_release(c, &held);
    struct capture_stats s = capture_stats(c);
    assert_int_equal(s.lost, 1);
    assert_int_equal(s.recovered, 1);
    close_fake(&c);
}

static void a_camera_that_falls_silent_is_lost_after_the_stall_time(void **state)
{
    (void)state;
    static const enum deed script[] = {GOOD, GOOD, GOOD, TIMEOUT, GOOD, GOOD, BROKEN, GOOD, GOOD, GOOD};
    struct capture *c = open_fake(script, 10, 16, 4);
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_NONE);
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_NONE);
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_LOST); /* silent */
    assert_int_equal(next_gap(c).why, CAPTURE_GAP_LOST); /* EIO */
    assert_int_equal(capture_stats(c).lost, 2);
    close_fake(&c);
}

static void without_persistence_a_lost_camera_ends_the_reading(void **state)
{
    (void)state;
    static const enum deed script[] = {GOOD, GOOD, GONE};
    memset(&fake, 0, sizeof fake);
    fake.script = script;
    fake.steps = 3;
    fake.there = true;
    fake.max_buffers = 16;
    struct capture_options o = capture_defaults();
    o.persist = false;
    struct capture *c;
    assert_int_equal(capture_open(&c, "/dev/video3", &o, NULL), 0);
    struct frame f;
    assert_int_equal(capture_next(c, &f, -1), 0);
    capture_release(c, &f);
    assert_int_equal(capture_next(c, &f, -1), ERR_GONE);
    assert_non_null(strstr(capture_last_fault(c)->why, "unplugged"));
    close_fake(&c);
}

static void a_camera_that_may_not_be_opened_is_explained(void **state)
{
    (void)state;
    memset(&fake, 0, sizeof fake);
    camera_io = &fake_io;
    struct capture_options o = capture_defaults();
    struct capture_fault fault;
    struct capture *c;
    assert_int_equal(capture_open(&c, "/dev/video3", &o, &fault), ERR_NOT_FOUND);
    fake.there = fake.denied = true;
    assert_int_equal(capture_open(&c, "/dev/video3", &o, &fault), ERR_DENIED);
    assert_non_null(strstr(fault.advice, "group video"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(yuyv_is_converted_like_the_reference),
        cmocka_unit_test(the_reference_averages_chroma_and_keeps_luma),
        cmocka_unit_test(motion_jpeg_gives_the_cameras_planes),
        cmocka_unit_test(the_best_mode_is_wide_then_fast_then_large_then_cheap),
        cmocka_unit_test(a_usb_camera_is_known_by_its_serial_whatever_its_number),
        cmocka_unit_test(flagged_and_short_buffers_are_held_back_and_told),
        cmocka_unit_test(a_refused_mode_is_followed_by_the_next),
        cmocka_unit_test(a_driver_with_few_buffers_is_copied_from),
        cmocka_unit_test(lent_frames_survive_unplugging_and_the_camera_is_taken_back),
        cmocka_unit_test(a_camera_that_falls_silent_is_lost_after_the_stall_time),
        cmocka_unit_test(without_persistence_a_lost_camera_ends_the_reading),
        cmocka_unit_test(a_camera_that_may_not_be_opened_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
