/* SPDX-License-Identifier: Apache-2.0 */
/* camera.c: the row that reads a camera: buffers mapped from the driver and lent as they are where the format allows,
 * the driver's own times and numbers, and the same camera again when it returns under another name. */
#include "camera_find.h"
#include "camera_io.h"
#include "camera_setup.h"
#include "convert.h"
#include "err.h"
#include "log.h"
#include "source.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BUFFERS_MAX = 32,
    SPARE = 2,               /* buffers the driver needs for itself while all others are lent */
    WHITE_AFTER_FRAMES = 60, /* the camera has found its white by then */
};

struct buffer {
    void *memory;
    size_t bytes;
};

/* Pictures of our own, for formats that must be converted and drivers with too few buffers. */
struct pool {
    uint8_t *memory;
    size_t picture_bytes;
    int count;
    bool used[BUFFERS_MAX + 2];
};

struct camera {
    int fd; /* -1: stopped */
    struct capture_options options;
    struct camera_id id;
    struct camera_format format;
    struct buffer buffer[BUFFERS_MAX];
    int buffers;
    bool copy;
    struct pool pool;
    struct convert_jpeg *jpeg;
    bool started; /* the first picture has come */
    uint64_t seq; /* of the driver, made 64 bits long */
    uint32_t last_sequence;
    uint64_t frames;
    pthread_mutex_t lock; /* guards pool.used and fd against release from other threads */
};

static bool claims(const char *uri)
{
    return !strncmp(uri, "/dev/video", 10) || !strncmp(uri, "/dev/v4l/", 9);
}

/* ---- open ------------------------------------------------------------------------------------------------------ */

static size_t i420_bytes(int width, int height)
{
    return (size_t)width * (size_t)height + 2 * (size_t)((width + 1) / 2) * (size_t)((height + 1) / 2);
}

static bool is_jpeg(const struct camera *c)
{
    return c->format.pix.pixelformat == V4L2_PIX_FMT_MJPEG || c->format.pix.pixelformat == V4L2_PIX_FMT_JPEG;
}

static int open_pool(struct camera *c)
{
    int width = (int)c->format.pix.width, height = (int)c->format.pix.height;
    c->pool.picture_bytes = i420_bytes(width, height);
    c->pool.count = c->options.hold + 1;
    c->pool.memory = malloc(c->pool.picture_bytes * (size_t)c->pool.count);
    if (!c->pool.memory)
        return ERR_MEMORY;
    return is_jpeg(c) ? convert_jpeg_open(&c->jpeg, width, height) : 0;
}

static int map_buffers(struct camera *c)
{
    int wanted = c->options.hold + SPARE + 1;
    struct v4l2_requestbuffers req = {.count = (uint32_t)(wanted > BUFFERS_MAX ? BUFFERS_MAX : wanted),
                                      .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
                                      .memory = V4L2_MEMORY_MMAP};
    if (camera_io->ioctl(c->fd, VIDIOC_REQBUFS, &req))
        return err_from_errno(errno);
    for (uint32_t i = 0; i < req.count && i < BUFFERS_MAX; i++) {
        struct v4l2_buffer b = {.index = i, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
        if (camera_io->ioctl(c->fd, VIDIOC_QUERYBUF, &b))
            return err_from_errno(errno);
        c->buffer[i] = (struct buffer){camera_io->map(c->fd, b.length, (long)b.m.offset), b.length};
        if (!c->buffer[i].memory)
            return err_from_errno(errno);
        c->buffers++;
    }
    return c->buffers ? 0 : ERR_MEMORY;
}

static int queue(struct camera *c, uint32_t index)
{
    struct v4l2_buffer b = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    return camera_io->ioctl(c->fd, VIDIOC_QBUF, &b) ? err_from_errno(errno) : 0;
}

static int start_streaming(struct camera *c)
{
    int err = map_buffers(c);
    for (int i = 0; i < c->buffers && !err; i++)
        err = queue(c, (uint32_t)i);
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (!err && camera_io->ioctl(c->fd, VIDIOC_STREAMON, &type))
        err = err_from_errno(errno);
    return err;
}

static void unmap_buffers(struct camera *c)
{
    for (int i = 0; i < c->buffers; i++)
        camera_io->unmap(c->buffer[i].memory, c->buffer[i].bytes);
    c->buffers = 0;
}

/* Frees the driver's buffers so that another format can be set. */
static void undo_streaming(struct camera *c)
{
    unmap_buffers(c);
    struct v4l2_requestbuffers none = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    camera_io->ioctl(c->fd, VIDIOC_REQBUFS, &none);
}

static int try_mode(struct camera *c, const struct camera_mode *mode)
{
    int err = camera_setup_format(c->fd, mode, &c->format);
    if (err)
        return err;
    err = start_streaming(c);
    if (err)
        undo_streaming(c);
    return err;
}

/* Best first; the next when the driver refuses, e.g. for want of USB bandwidth. */
static int negotiate(struct camera *c)
{
    struct camera_mode *modes = malloc(CAMERA_MODES_MAX * sizeof *modes);
    if (!modes)
        return ERR_MEMORY;
    int count = camera_setup_modes(c->fd, modes, CAMERA_MODES_MAX), err = ERR_UNSUPPORTED;
    camera_mode_sort(modes, count, &c->options);
    for (int i = 0; i < count && err && err != ERR_BUSY && err != ERR_GONE; i++) {
        err = try_mode(c, &modes[i]);
        if (err) {
            char name[5];
            log_debug("%s: %s %dx%d at %.4g/s refused: %s", c->id.path, camera_fourcc_name(modes[i].fourcc, name),
                      modes[i].width, modes[i].height, modes[i].fps, err_text(err));
        }
    }
    free(modes);
    return err;
}

static int explain(int err, struct capture_fault *fault)
{
    switch (err) {
    case ERR_NOT_FOUND:
        return fault_set(fault, err, "Is it plugged in? 'whiteglove devices' lists the cameras.", "no such camera");
    case ERR_DENIED:
        return fault_set(fault, err, "Add yourself to the group video: sudo adduser $USER video, then log in again.",
                         "you may not use this camera");
    case ERR_BUSY:
        return fault_set(fault, err, "Close the other program.", "another program uses this camera");
    case ERR_UNSUPPORTED:
        return fault_set(fault, err, "'whiteglove devices' lists what each camera offers.",
                         "it is not a camera with a picture format that can be read here");
    case ERR_GONE:
        return fault_set(fault, err, NULL, "the camera was unplugged");
    default:
        return fault_set(fault, err, NULL, "the camera did not start: %s", err_text(err));
    }
}

static void describe(const struct camera *c, struct capture_info *info)
{
    const struct v4l2_pix_format *p = &c->format.pix;
    char name[5];
    info->kind = CAPTURE_CAMERA;
    info->live = true;
    info->width = (int)p->width;
    info->height = (int)p->height;
    info->fps = c->format.fps;
    info->frames = info->duration = -1;
    info->matrix = camera_setup_matrix(p);
    info->full_range = camera_setup_full_range(p);
    info->copied = c->copy;
    snprintf(info->format, sizeof info->format, "%s", camera_fourcc_name(p->pixelformat, name));
    snprintf(info->name, sizeof info->name, "%s (%s)", c->id.name, c->id.path);
    snprintf(info->id, sizeof info->id, "%s", c->id.id);
}

static void free_camera(void *self)
{
    struct camera *c = self;
    unmap_buffers(c);
    convert_jpeg_close(&c->jpeg);
    free(c->pool.memory);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

static void stop(void *self)
{
    struct camera *c = self;
    pthread_mutex_lock(&c->lock);
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (c->fd >= 0) {
        camera_io->ioctl(c->fd, VIDIOC_STREAMOFF, &type);
        camera_io->close(c->fd);
    }
    c->fd = -1; /* maps stay until free: lent pictures are still read */
    pthread_mutex_unlock(&c->lock);
}

static int start_camera(struct camera *c)
{
    c->fd = camera_io->open(c->id.path);
    if (c->fd < 0)
        return err_from_errno(errno);
    camera_setup_controls(c->fd, &c->options, c->id.name);
    int err = negotiate(c);
    if (err)
        return err;
    c->copy = camera_format_cost(c->format.pix.pixelformat) > 1 || c->buffers < c->options.hold + SPARE;
    return c->copy ? open_pool(c) : 0;
}

static int open_camera(void **self, const char *uri, const struct capture_options *options, struct capture_info *info,
                       struct capture_fault *fault)
{
    struct camera *c = calloc(1, sizeof *c);
    if (!c)
        return fault_set(fault, ERR_MEMORY, NULL, "out of memory");
    c->fd = -1;
    c->options = *options;
    pthread_mutex_init(&c->lock, NULL);
    int err = info->id[0] ? camera_find_again(info->id, uri, &c->id) : camera_find_path(uri, &c->id);
    if (!err)
        err = start_camera(c);
    if (err) {
        stop(c);
        free_camera(c);
        return explain(err, fault);
    }
    describe(c, info);
    *self = c;
    return 0;
}

/* ---- one frame ------------------------------------------------------------------------------------------------- */

static ns_t time_of(const struct v4l2_buffer *b)
{
    if ((b->flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        return b->timestamp.tv_sec * NS_PER_S + b->timestamp.tv_usec * 1000;
    struct timespec now; /* a copied or unknown time is on no clock that could be compared: take the arrival */
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* The driver counts in 32 bits and starts where it likes. */
static uint64_t long_sequence(struct camera *c, uint32_t sequence)
{
    if (c->frames++)
        c->seq += (uint32_t)(sequence - c->last_sequence);
    c->last_sequence = sequence;
    return c->seq;
}

static int take_picture(struct camera *c)
{
    pthread_mutex_lock(&c->lock);
    int i = 0;
    while (i < c->pool.count && c->pool.used[i])
        i++;
    if (i < c->pool.count)
        c->pool.used[i] = true;
    pthread_mutex_unlock(&c->lock);
    return i < c->pool.count ? i : -1;
}

static void give_back(struct camera *c, int picture)
{
    pthread_mutex_lock(&c->lock);
    c->pool.used[picture] = false;
    pthread_mutex_unlock(&c->lock);
}

/* Where the planes of a 4:2:0 picture in the driver's layout are. */
static void lay_out(const struct camera *c, const uint8_t *data, struct frame *f)
{
    const struct v4l2_pix_format *p = &c->format.pix;
    bool nv12 = p->pixelformat == V4L2_PIX_FMT_NV12;
    int stride = (int)p->bytesperline, half = nv12 ? stride : stride / 2;
    f->format = nv12 ? PIXEL_NV12 : PIXEL_I420;
    f->plane[0] = data;
    f->stride[0] = stride;
    f->plane[1] = data + (size_t)stride * p->height;
    f->stride[1] = half;
    if (nv12)
        return;
    f->plane[2] = f->plane[1] + (size_t)half * ((p->height + 1) / 2);
    f->stride[2] = half;
}

static void lay_out_own(const struct camera *c, int picture, struct convert_planes *to)
{
    int width = (int)c->format.pix.width, height = (int)c->format.pix.height, half = (width + 1) / 2;
    uint8_t *y = c->pool.memory + c->pool.picture_bytes * (size_t)picture;
    uint8_t *u = y + (size_t)width * (size_t)height;
    *to = (struct convert_planes){
        .plane = {y, u, u + (size_t)half * (size_t)((height + 1) / 2)},
        .stride = {width, half, half},
        .width = width,
        .height = height,
    };
}

static void copy_rows(const uint8_t *from, int from_stride, uint8_t *to, int to_stride, int bytes, int rows)
{
    for (int y = 0; y < rows; y++)
        memcpy(to + (ptrdiff_t)y * to_stride, from + (ptrdiff_t)y * from_stride, (size_t)bytes);
}

/* A driver with too few buffers: its 4:2:0 picture is copied, NV12 stays NV12. */
static void copy_planes(const struct camera *c, const uint8_t *data, const struct convert_planes *to, struct frame *f)
{
    struct frame from = {0};
    lay_out(c, data, &from);
    bool nv12 = from.format == PIXEL_NV12;
    int half = (to->width + 1) / 2, rows = (to->height + 1) / 2;
    copy_rows(from.plane[0], from.stride[0], to->plane[0], to->stride[0], to->width, to->height);
    copy_rows(from.plane[1], from.stride[1], to->plane[1], nv12 ? 2 * half : half, nv12 ? 2 * half : half, rows);
    if (!nv12)
        copy_rows(from.plane[2], from.stride[2], to->plane[2], half, half, rows);
    f->format = from.format;
    f->stride[1] = nv12 ? 2 * half : half;
    f->plane[2] = nv12 ? NULL : to->plane[2];
}

static int convert(struct camera *c, const uint8_t *data, size_t bytes, const struct convert_planes *to,
                   struct frame *f)
{
    for (int i = 0; i < 3; i++) {
        f->plane[i] = to->plane[i];
        f->stride[i] = to->stride[i];
    }
    f->format = PIXEL_I420;
    if (is_jpeg(c))
        return convert_jpeg(c->jpeg, data, bytes, to);
    if (c->format.pix.pixelformat == V4L2_PIX_FMT_YUYV)
        convert_yuyv(data, (int)c->format.pix.bytesperline, to);
    else
        copy_planes(c, data, to, f);
    return 0;
}

/* The owner of a frame: its place in the driver's queue, or in our pool. Never NULL. */
static void *owner_of(struct camera *c, int index)
{
    return c->copy ? (void *)&c->pool.used[index] : (void *)&c->buffer[index];
}

static void release(void *self, void *owner)
{
    struct camera *c = self;
    if (c->copy) {
        give_back(c, (int)((bool *)owner - c->pool.used));
        return;
    }
    pthread_mutex_lock(&c->lock);
    if (c->fd >= 0)
        queue(c, (uint32_t)((struct buffer *)owner - c->buffer));
    pthread_mutex_unlock(&c->lock);
}

static size_t bytes_needed(const struct camera *c)
{
    const struct v4l2_pix_format *p = &c->format.pix;
    switch (p->pixelformat) {
    case V4L2_PIX_FMT_YUYV:
        return (size_t)p->bytesperline * p->height;
    case V4L2_PIX_FMT_NV12:
        return (size_t)p->bytesperline * (p->height + (p->height + 1) / 2);
    case V4L2_PIX_FMT_YUV420:
        return (size_t)p->bytesperline * p->height + 2 * (size_t)(p->bytesperline / 2) * ((p->height + 1) / 2);
    default:
        return 1;
    }
}

/* Converts into a picture of our own and gives the buffer back to the driver. True: done. */
static bool deliver_copy(struct camera *c, const struct v4l2_buffer *b, struct source_frame *f)
{
    int picture = take_picture(c);
    bool good = false;
    if (picture >= 0) {
        struct convert_planes to;
        lay_out_own(c, picture, &to);
        good = !convert(c, c->buffer[b->index].memory, b->bytesused, &to, &f->frame);
        if (good)
            f->frame.owner = owner_of(c, picture);
        else
            give_back(c, picture);
    }
    queue(c, b->index);
    return good;
}

static void deliver(struct camera *c, const struct v4l2_buffer *b, struct source_frame *f)
{
    f->frame.seq = long_sequence(c, b->sequence);
    f->frame.t = time_of(b);
    f->frame.width = (int)c->format.pix.width;
    f->frame.height = (int)c->format.pix.height;
    f->frame.matrix = camera_setup_matrix(&c->format.pix);
    f->frame.full_range = camera_setup_full_range(&c->format.pix);
    bool whole = !(b->flags & V4L2_BUF_FLAG_ERROR) && b->bytesused >= bytes_needed(c) &&
                 c->buffer[b->index].bytes >= b->bytesused;
    if (!whole)
        queue(c, b->index);
    if (!whole || (c->copy && !deliver_copy(c, b, f))) {
        f->flags |= SOURCE_DAMAGED;
        return;
    }
    if (c->copy)
        return;
    lay_out(c, c->buffer[b->index].memory, &f->frame);
    f->frame.owner = owner_of(c, (int)b->index);
}

/* 0 with *b filled; ERR_TIMEOUT; ERR_GONE. */
static int dequeue(struct camera *c, struct v4l2_buffer *b, ns_t wait, struct capture_fault *fault)
{
    struct pollfd p = {.fd = c->fd, .events = POLLIN};
    int ready = camera_io->poll(&p, wait > 0 ? (int)((wait + 999999) / 1000000) : 0);
    if (ready == 0 || (ready < 0 && errno == EINTR))
        return ERR_TIMEOUT;
    *b = (struct v4l2_buffer){.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    if (!camera_io->ioctl(c->fd, VIDIOC_DQBUF, b))
        return b->index < (uint32_t)c->buffers ? 0 : fault_set(fault, ERR_GONE, NULL, "the driver made no sense");
    if (errno == EAGAIN)
        return ERR_TIMEOUT;
    if (errno == ENODEV)
        return fault_set(fault, ERR_GONE, "Plug it in again; it is taken back by itself.", "the camera was unplugged");
    return fault_set(fault, ERR_GONE, NULL, "the camera failed: %s", strerror(errno));
}

/* The first picture after the start is thrown away: many cameras are still opening their eyes, and v4l2loopback gives
 * one from before the start with a number and time that mean nothing. */
static int skip_first(struct camera *c, struct v4l2_buffer *b, ns_t wait, struct capture_fault *fault)
{
    c->started = true;
    queue(c, b->index);
    return dequeue(c, b, wait, fault);
}

static int next(void *self, struct source_frame *f, struct capture_info *info, ns_t wait, struct capture_fault *fault)
{
    (void)info;
    struct camera *c = self;
    struct v4l2_buffer b;
    int err = dequeue(c, &b, wait, fault);
    if (!err && !c->started)
        err = skip_first(c, &b, wait, fault);
    if (err)
        return err;
    deliver(c, &b, f);
    if (c->frames == WHITE_AFTER_FRAMES || (c->frames == 1 && c->options.white_kelvin))
        camera_setup_white(c->fd, &c->options, c->id.name);
    return 0;
}

const struct capture_source source_camera = {
    .name = "camera",
    .claims = claims,
    .open = open_camera,
    .next = next,
    .release = release,
    .stop = stop,
    .free = free_camera,
};
