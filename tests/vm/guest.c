/* SPDX-License-Identifier: Apache-2.0 */
/* Runs inside the guest: proves the camera code against the drivers vivid and v4l2loopback of a real kernel.
 * Prints one line a case, "[       OK ] name" or "[  FAILED  ] name: why", and last "vm: all N passed" or not. */
#include "camera_find.h"
#include "capture.h"
#include "convert.h"
#include "err.h"

#include <linux/videodev2.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int passed, failed;
static char reason[256];

/* False, with the reason kept for the report. */
static bool no(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    return false;
}

static void report(const char *name, bool good)
{
    printf(good ? "[       OK ] %s\n" : "[  FAILED  ] %s: %s\n", name, reason);
    fflush(stdout);
    *(good ? &passed : &failed) += 1;
}

static ns_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static void rest(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static struct capture *open_camera(const char *path, int width, int height, double fps)
{
    struct capture_options o = capture_defaults();
    struct capture_fault fault = {0};
    o.width = width;
    o.height = height;
    o.fps = fps;
    o.hold = 3;
    struct capture *c;
    int err = capture_open(&c, path, &o, &fault);
    if (err)
        no("%s: %s (%s)", path, err_name(err), fault.why);
    return c;
}

/* ---- vivid ----------------------------------------------------------------------------------------------------- */

/* Sets the control whose name is given, e.g. a fault to be injected. */
static bool set_control(const char *path, const char *name, int value)
{
    int fd = open(path, O_RDWR);
    struct v4l2_queryctrl q = {.id = V4L2_CTRL_FLAG_NEXT_CTRL};
    for (; fd >= 0 && !ioctl(fd, VIDIOC_QUERYCTRL, &q); q.id |= V4L2_CTRL_FLAG_NEXT_CTRL)
        if (!strcmp((char *)q.name, name)) {
            struct v4l2_control c = {.id = q.id, .value = value};
            bool done = !ioctl(fd, VIDIOC_S_CTRL, &c);
            close(fd);
            return done || no("control “%s” refused: %s", name, strerror(errno));
        }
    if (fd >= 0)
        close(fd);
    return no("no control “%s”", name);
}

/* Reads n frames; numbers and times must rise and every jump must be told. */
static bool read_some(struct capture *c, int n, struct capture_gap *worst)
{
    struct frame f;
    uint64_t seq = 0;
    ns_t t = -1;
    for (int i = 0; i < n; i++) {
        int err = capture_next(c, &f, 3 * NS_PER_S);
        if (err)
            return no("frame %d of %d: %s", i, n, err_name(err));
        struct capture_gap gap = capture_gap(c);
        bool in_order = f.t > t && (!i || f.seq == seq + 1 + gap.frames);
        if (worst && gap.frames > worst->frames)
            *worst = gap;
        seq = f.seq;
        t = f.t;
        capture_release(c, &f);
        if (!in_order)
            return no("frame %d: number or time out of order", i);
    }
    return true;
}

static bool answers_of_the_driver_are_believed(void)
{
    struct capture *c = open_camera("/dev/video0", 1280, 720, 60); /* vivid has at most 25/s or so at this size */
    if (!c)
        return false;
    int fd = open("/dev/video0", O_RDWR);
    struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    struct v4l2_streamparm p = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    bool asked = !ioctl(fd, VIDIOC_G_FMT, &f) && !ioctl(fd, VIDIOC_G_PARM, &p);
    close(fd);
    struct v4l2_fract tpf = p.parm.capture.timeperframe;
    double fps = (double)tpf.denominator / tpf.numerator;
    const struct capture_info *i = capture_info(c);
    struct frame a, b;
    bool good =
        asked && i->width == (int)f.fmt.pix.width && i->height == (int)f.fmt.pix.height && i->fps == fps && fps < 59;
    if (!good)
        no("said %dx%d %g/s, driver %ux%u %g/s", i->width, i->height, i->fps, f.fmt.pix.width, f.fmt.pix.height, fps);
    good = good && !capture_next(c, &a, NS_PER_S);
    if (good)
        capture_release(c, &a);
    good = good && read_some(c, 19, NULL) && !capture_next(c, &b, NS_PER_S);
    double measured = good ? (double)(b.seq) * NS_PER_S / (double)b.t : 0;
    if (good)
        capture_release(c, &b);
    printf("  asked 60/s, driver answered %g/s, its timestamps say %.3f/s, %dx%d %s\n", fps, measured, i->width,
           i->height, i->format);
    good = good && (measured > fps * 0.95 && measured < fps * 1.05 ? true : no("measured %g/s", measured));
    capture_close(&c);
    return good;
}

static bool damaged_buffers_become_gaps(void)
{
    struct capture *c = open_camera("/dev/video0", 640, 360, 0);
    if (!c)
        return false;
    bool good = read_some(c, 5, NULL);
    for (int i = 0; i < 3 && good; i++)
        good = set_control("/dev/video0", "Inject V4L2_BUF_FLAG_ERROR", 1) && read_some(c, 3, NULL);
    struct capture_stats s = capture_stats(c);
    printf("  flagged ERROR and held back: %d, gaps told: %d\n", (int)s.damaged, (int)s.gaps);
    capture_close(&c);
    return good && (s.damaged == 3 && s.gaps >= 3 ? true : no("damaged %d, gaps %d", (int)s.damaged, (int)s.gaps));
}

static bool dropped_frames_are_counted(void)
{
    struct capture *c = open_camera("/dev/video0", 640, 360, 0);
    if (!c)
        return false;
    struct capture_gap worst = {0};
    bool good = set_control("/dev/video0", "Percentage of Dropped Buffers", 50) && read_some(c, 30, &worst);
    struct capture_stats s = capture_stats(c);
    printf("  delivered %d, dropped by the driver and counted %d\n", (int)s.delivered, (int)s.dropped);
    set_control("/dev/video0", "Percentage of Dropped Buffers", 0);
    capture_close(&c);
    return good && (s.dropped >= 10 && worst.frames ? true : no("only %d counted", (int)s.dropped));
}

static bool a_camera_in_use_is_said_to_be(void)
{
    struct capture *c = open_camera("/dev/video0", 640, 360, 0), *second;
    if (!c)
        return false;
    struct capture_options o = capture_defaults();
    struct capture_fault fault = {0};
    int err = capture_open(&second, "/dev/video0", &o, &fault);
    capture_close(&second);
    capture_close(&c);
    return err == ERR_BUSY ? true : no("%s (%s)", err_name(err), fault.why);
}

static bool run_program(const char *a, const char *b, const char *d)
{
    pid_t child = fork();
    if (!child) {
        execl("/bin/busybox", a, b, d, (char *)NULL);
        _exit(127);
    }
    int status;
    return waitpid(child, &status, 0) == child && status == 0;
}

/* Waits until the source is known to be away; how long that took. */
static ns_t wait_until_away(struct capture *c, ns_t limit)
{
    ns_t start = now();
    struct frame f;
    while (!capture_away(c) && now() - start < limit)
        if (!capture_next(c, &f, NS_PER_S / 20))
            capture_release(c, &f);
    return now() - start;
}

/* Waits for the first frame after the source was away. */
static bool wait_until_back(struct capture *c, ns_t limit, struct capture_gap *gap)
{
    ns_t start = now();
    struct frame f;
    while (now() - start < limit)
        if (!capture_next(c, &f, NS_PER_S / 20)) {
            *gap = capture_gap(c);
            capture_release(c, &f);
            return true;
        }
    return no("not back after %.1f s", (double)limit / NS_PER_S);
}

/* The test of "also under another number": it leaves as video0 and returns as video7. */
static bool an_unplugged_camera_is_taken_back_under_another_number(void)
{
    struct capture *c = open_camera("/dev/video0", 640, 360, 0);
    if (!c)
        return false;
    bool good = read_some(c, 5, NULL) && set_control("/dev/video0", "Disconnect", 1);
    ns_t noticed = wait_until_away(c, 3 * NS_PER_S);
    good = good && (run_program("rmmod", "vivid", NULL) ? true : no("rmmod failed"));
    pid_t child = good ? fork() : -1;
    if (!child) {
        execl("/bin/busybox", "insmod", "/modules/vivid.ko", "vid_cap_nr=7", "node_types=0x1", (char *)NULL);
        _exit(127);
    }
    int status = 1;
    good = good && waitpid(child, &status, 0) == child && (status ? no("insmod failed") : true);
    ns_t plugged = now();
    struct capture_gap gap = {0};
    good = good && wait_until_back(c, 5 * NS_PER_S, &gap);
    printf("  noticed after %.3f s, taken back %.3f s after it was there again, as %s; gap of %.2f s told\n",
           (double)noticed / NS_PER_S, (double)(now() - plugged) / NS_PER_S, capture_info(c)->name,
           (double)(gap.to - gap.from) / NS_PER_S);
    good = good && (noticed <= NS_PER_S ? true : no("noticed after %.2f s", (double)noticed / NS_PER_S));
    good = good && (strstr(capture_info(c)->name, "video7") ? true : no("it is %s", capture_info(c)->name));
    good = good && (gap.why == CAPTURE_GAP_LOST ? true : no("gap is %s", capture_gap_name(gap.why)));
    good = good && read_some(c, 5, NULL);
    struct capture_stats s = capture_stats(c);
    good =
        good && (s.lost == 1 && s.recovered == 1 ? true : no("lost %d, recovered %d", (int)s.lost, (int)s.recovered));
    capture_close(&c);
    return good;
}

/* ---- v4l2loopback: our own pictures ------------------------------------------------------------------------------ */

enum { WIDTH = 640, HEIGHT = 360, FRAMES = 60 };

struct picture {
    uint32_t fourcc;
    size_t bytes;
    uint8_t data[WIDTH * HEIGHT * 2];
};

/* Every byte depends on the number of the picture and on its place, so that a shifted row or a mixed-up picture
 * cannot go unnoticed. The first four luma samples are the number itself. */
static void paint(struct picture *p, uint32_t number)
{
    for (size_t i = 0; i < p->bytes; i++)
        p->data[i] = (uint8_t)((i * 2654435761u + number * 40503u) >> 13);
    int step = p->fourcc == V4L2_PIX_FMT_YUYV ? 2 : 1;
    for (int i = 0; i < 4; i++)
        p->data[i * step] = (uint8_t)(number >> (8 * i));
}

static void set_format(struct picture *p, uint32_t fourcc)
{
    p->fourcc = fourcc;
    p->bytes = (size_t)WIDTH * HEIGHT * (fourcc == V4L2_PIX_FMT_YUYV ? 4 : 3) / 2;
}

/* A child that writes numbered pictures at about 20/s for ever. */
static pid_t start_writer(const char *path, uint32_t fourcc)
{
    pid_t child = fork();
    if (child)
        return child;
    static struct picture p;
    set_format(&p, fourcc);
    int fd = open(path, O_RDWR);
    struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    f.fmt.pix = (struct v4l2_pix_format){.width = WIDTH,
                                         .height = HEIGHT,
                                         .pixelformat = fourcc,
                                         .field = V4L2_FIELD_NONE,
                                         .bytesperline = WIDTH * (fourcc == V4L2_PIX_FMT_YUYV ? 2 : 1),
                                         .sizeimage = (uint32_t)p.bytes,
                                         .colorspace = V4L2_COLORSPACE_SMPTE170M};
    if (fd < 0 || ioctl(fd, VIDIOC_S_FMT, &f))
        _exit(1);
    for (uint32_t n = 0;; n++) {
        paint(&p, n);
        if (write(fd, p.data, p.bytes) != (ssize_t)p.bytes)
            _exit(2);
        rest(50);
    }
}

static uint32_t number_of(const struct frame *f)
{
    const uint8_t *y = f->plane[0];
    return y[0] | (uint32_t)y[1] << 8 | (uint32_t)y[2] << 16 | (uint32_t)y[3] << 24;
}

/* What the planes must be, byte for byte: YU12 as written, YUYV through the plain reference conversion. */
static void expected_planes(const struct picture *p, struct convert_planes *to)
{
    static uint8_t memory[WIDTH * HEIGHT * 3 / 2];
    uint8_t *y = memory, *u = y + WIDTH * HEIGHT, *v = u + WIDTH * HEIGHT / 4;
    *to = (struct convert_planes){{y, u, v}, {WIDTH, WIDTH / 2, WIDTH / 2}, WIDTH, HEIGHT};
    if (p->fourcc == V4L2_PIX_FMT_YUYV)
        convert_yuyv_plain(p->data, WIDTH * 2, to);
    else
        memcpy(memory, p->data, p->bytes);
}

static bool same_planes(const struct frame *f, const struct convert_planes *e, long *compared)
{
    for (int i = 0; i < 3; i++) {
        int width = i ? WIDTH / 2 : WIDTH, height = i ? HEIGHT / 2 : HEIGHT;
        for (int y = 0; y < height; y++) {
            if (memcmp(f->plane[i] + (ptrdiff_t)y * f->stride[i], e->plane[i] + (ptrdiff_t)y * e->stride[i],
                       (size_t)width))
                return no("plane %d row %d differs", i, y);
            *compared += width;
        }
    }
    return true;
}

static bool pictures_arrive_exact(const char *path, uint32_t fourcc)
{
    pid_t writer = start_writer(path, fourcc);
    rest(500);
    struct capture *c = open_camera(path, WIDTH, HEIGHT, 0);
    static struct picture p;
    set_format(&p, fourcc);
    bool good = c != NULL;
    uint32_t last = 0;
    long compared = 0;
    for (int i = 0; i < FRAMES && good; i++) {
        struct frame f;
        int err = capture_next(c, &f, 2 * NS_PER_S);
        if (err) {
            good = no("frame %d: %s", i, err_name(err));
            break;
        }
        uint32_t number = number_of(&f);
        struct convert_planes expected;
        paint(&p, number);
        expected_planes(&p, &expected);
        good = same_planes(&f, &expected, &compared);
        uint64_t missing = capture_gap(c).frames;
        if (good && i && number != last + 1 + missing)
            good = no("picture %u after %u with %d told missing", number, last, (int)missing);
        last = number;
        capture_release(c, &f);
    }
    if (c)
        printf("  %s %s%s: %d pictures, %ld bytes compared and equal, %d told missing\n", path, capture_info(c)->format,
               capture_info(c)->copied ? "" : " without a copy", (int)FRAMES, compared,
               (int)(capture_stats(c).dropped));
    good = good && (compared == (long)FRAMES * WIDTH * HEIGHT * 3 / 2 ? true : no("compared %ld bytes", compared));
    capture_close(&c);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    return good;
}

static bool a_stalled_camera_is_noticed_within_a_second_and_taken_back(void)
{
    pid_t writer = start_writer("/dev/video10", V4L2_PIX_FMT_YUYV);
    rest(500);
    struct capture *c = open_camera("/dev/video10", WIDTH, HEIGHT, 0);
    bool good = c && read_some(c, 10, NULL);
    kill(writer, SIGSTOP);
    ns_t noticed = good ? wait_until_away(c, 4 * NS_PER_S) : 0;
    rest(500);
    kill(writer, SIGCONT);
    struct capture_gap gap = {0};
    good = good && wait_until_back(c, 6 * NS_PER_S, &gap) && read_some(c, 5, NULL);
    if (c)
        printf("  noticed after %.3f s; gap of %.2f s told\n", (double)noticed / NS_PER_S,
               (double)(gap.to - gap.from) / NS_PER_S);
    good = good && (noticed <= NS_PER_S ? true : no("noticed after %.2f s", (double)noticed / NS_PER_S));
    good = good && (gap.why == CAPTURE_GAP_LOST ? true : no("gap is %s", capture_gap_name(gap.why)));
    capture_close(&c);
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
    return good;
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    report("answers_of_the_driver_are_believed", answers_of_the_driver_are_believed());
    report("damaged_buffers_become_gaps", damaged_buffers_become_gaps());
    report("dropped_frames_are_counted", dropped_frames_are_counted());
    report("a_camera_in_use_is_said_to_be", a_camera_in_use_is_said_to_be());
    report("pictures_in_yuyv_arrive_exact", pictures_arrive_exact("/dev/video10", V4L2_PIX_FMT_YUYV));
    report("pictures_in_i420_arrive_exact", pictures_arrive_exact("/dev/video11", V4L2_PIX_FMT_YUV420));
    report("a_stalled_camera_is_noticed_within_a_second_and_taken_back",
           a_stalled_camera_is_noticed_within_a_second_and_taken_back());
    report("an_unplugged_camera_is_taken_back_under_another_number",
           an_unplugged_camera_is_taken_back_under_another_number());
    if (failed)
        printf("vm: %d of %d failed\n", failed, passed + failed);
    else
        printf("vm: all %d passed\n", passed);
    return failed != 0;
}
