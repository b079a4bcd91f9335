/* SPDX-License-Identifier: Apache-2.0 */
#include "camera_setup.h"

#include "camera_io.h"
#include "err.h"
#include "log.h"

#include <errno.h>
#include <string.h>

/* ---- what it has ----------------------------------------------------------------------------------------------- */

struct list {
    struct camera_mode *mode;
    int count, max;
};

static void add(struct list *l, uint32_t fourcc, int width, int height, double fps)
{
    if (l->count < l->max)
        l->mode[l->count++] = (struct camera_mode){fourcc, width, height, fps};
}

static double rate(struct v4l2_fract interval)
{
    return interval.numerator ? (double)interval.denominator / interval.numerator : 0;
}

static void add_rates(int fd, struct list *l, uint32_t fourcc, int width, int height)
{
    struct v4l2_frmivalenum e = {.pixel_format = fourcc, .width = (uint32_t)width, .height = (uint32_t)height};
    for (; !camera_io->ioctl(fd, VIDIOC_ENUM_FRAMEINTERVALS, &e); e.index++) {
        if (e.type != V4L2_FRMIVAL_TYPE_DISCRETE) {
            add(l, fourcc, width, height, rate(e.stepwise.min)); /* the shortest interval */
            return;
        }
        add(l, fourcc, width, height, rate(e.discrete));
    }
    if (!e.index)
        add(l, fourcc, width, height, 0); /* it does not say: asked when it is set */
}

static bool in_steps(uint32_t v, uint32_t min, uint32_t max, uint32_t step)
{
    return v >= min && v <= max && (!step || (v - min) % step == 0);
}

static void add_usual_sizes(int fd, struct list *l, uint32_t fourcc, const struct v4l2_frmsize_stepwise *s)
{
    static const struct {
        uint32_t width, height;
    } usual[] = {{640, 480}, {1280, 720}, {1280, 960}, {1920, 1080}, {2560, 1440}, {3840, 2160}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (in_steps(usual[i].width, s->min_width, s->max_width, s->step_width) &&
            in_steps(usual[i].height, s->min_height, s->max_height, s->step_height))
            add_rates(fd, l, fourcc, (int)usual[i].width, (int)usual[i].height);
}

static void add_sizes(int fd, struct list *l, uint32_t fourcc)
{
    struct v4l2_frmsizeenum e = {.pixel_format = fourcc};
    for (; !camera_io->ioctl(fd, VIDIOC_ENUM_FRAMESIZES, &e); e.index++) {
        if (e.type != V4L2_FRMSIZE_TYPE_DISCRETE) {
            add_usual_sizes(fd, l, fourcc, &e.stepwise);
            return;
        }
        add_rates(fd, l, fourcc, (int)e.discrete.width, (int)e.discrete.height);
    }
}

/* A driver that lists nothing still has the format it is set to. */
static void add_current(int fd, struct list *l)
{
    struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (!camera_io->ioctl(fd, VIDIOC_G_FMT, &f) && camera_format_cost(f.fmt.pix.pixelformat))
        add(l, f.fmt.pix.pixelformat, (int)f.fmt.pix.width, (int)f.fmt.pix.height, 0);
}

int camera_setup_modes(int fd, struct camera_mode *modes, int max)
{
    struct list l = {modes, 0, max};
    struct v4l2_fmtdesc e = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    for (; !camera_io->ioctl(fd, VIDIOC_ENUM_FMT, &e); e.index++)
        if (camera_format_cost(e.pixelformat) && !(e.flags & V4L2_FMT_FLAG_EMULATED))
            add_sizes(fd, &l, e.pixelformat);
    if (!l.count)
        add_current(fd, &l);
    return l.count;
}

/* ---- format and rate ------------------------------------------------------------------------------------------- */

static double set_rate(int fd, double fps)
{
    struct v4l2_streamparm p = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (fps > 0) {
        p.parm.capture.timeperframe = (struct v4l2_fract){1000, (uint32_t)(fps * 1000 + 0.5)};
        if (camera_io->ioctl(fd, VIDIOC_S_PARM, &p))
            log_debug("camera: the rate cannot be set: %s", strerror(errno));
    }
    p = (struct v4l2_streamparm){.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    if (camera_io->ioctl(fd, VIDIOC_G_PARM, &p))
        return 0;
    return rate(p.parm.capture.timeperframe);
}

int camera_setup_format(int fd, const struct camera_mode *mode, struct camera_format *answer)
{
    struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    f.fmt.pix = (struct v4l2_pix_format){.width = (uint32_t)mode->width,
                                         .height = (uint32_t)mode->height,
                                         .pixelformat = mode->fourcc,
                                         .field = V4L2_FIELD_NONE};
    if (camera_io->ioctl(fd, VIDIOC_S_FMT, &f))
        return err_from_errno(errno);
    const struct v4l2_pix_format *p = &f.fmt.pix;
    if (!camera_format_cost(p->pixelformat) || !p->width || !p->height || p->width > 16384 || p->height > 16384 ||
        (p->field != V4L2_FIELD_NONE && p->field != V4L2_FIELD_ANY))
        return ERR_UNSUPPORTED;
    answer->pix = *p;
    answer->fps = set_rate(fd, mode->fps);
    return 0;
}

/* ---- controls -------------------------------------------------------------------------------------------------- */

static bool set(int fd, uint32_t id, int value)
{
    struct v4l2_control c = {.id = id, .value = value};
    return !camera_io->ioctl(fd, VIDIOC_S_CTRL, &c);
}

/* Sets within the control's range; false when the camera has no such control or refuses. */
static bool set_near(int fd, uint32_t id, int value)
{
    struct v4l2_queryctrl q = {.id = id};
    if (camera_io->ioctl(fd, VIDIOC_QUERYCTRL, &q) || (q.flags & V4L2_CTRL_FLAG_DISABLED))
        return false;
    value = value < q.minimum ? q.minimum : value > q.maximum ? q.maximum : value;
    return set(fd, id, value);
}

static void warn_unless(bool done, const char *name, const char *what, const char *advice)
{
    if (!done)
        log_warn("%s: its %s cannot be set. %s", name, what, advice);
}

void camera_setup_controls(int fd, const struct capture_options *o, const char *name)
{
    /* Never trade the rate for light, never hunt for focus during a stroke. */
    set(fd, V4L2_CID_EXPOSURE_AUTO_PRIORITY, 0);
    set(fd, V4L2_CID_FOCUS_AUTO, 0);
    if (o->exposure_us > 0) {
        bool manual = set(fd, V4L2_CID_EXPOSURE_AUTO, V4L2_EXPOSURE_MANUAL);
        int units = (o->exposure_us + 50) / 100; /* of 100 us */
        bool done = set_near(fd, V4L2_CID_EXPOSURE_ABSOLUTE, units ? units : 1);
        warn_unless(manual && done, name, "exposure", "Use another camera, or more light, against blurred balls.");
    }
    if (o->gain >= 0) {
        set(fd, V4L2_CID_AUTOGAIN, 0);
        warn_unless(set_near(fd, V4L2_CID_GAIN, o->gain), name, "gain", "");
    }
}

void camera_setup_white(int fd, const struct capture_options *o, const char *name)
{
    bool locked = set(fd, V4L2_CID_AUTO_WHITE_BALANCE, 0);
    if (o->white_kelvin)
        warn_unless(locked && set_near(fd, V4L2_CID_WHITE_BALANCE_TEMPERATURE, o->white_kelvin), name, "white balance",
                    "");
}

/* ---- colours --------------------------------------------------------------------------------------------------- */

static unsigned encoding(const struct v4l2_pix_format *p)
{
    return p->ycbcr_enc != V4L2_YCBCR_ENC_DEFAULT ? p->ycbcr_enc : V4L2_MAP_YCBCR_ENC_DEFAULT(p->colorspace);
}

enum colour_matrix camera_setup_matrix(const struct v4l2_pix_format *p)
{
    switch (encoding(p)) {
    case V4L2_YCBCR_ENC_709:
    case V4L2_YCBCR_ENC_XV709:
        return COLOUR_BT709;
    case V4L2_YCBCR_ENC_BT2020:
        return COLOUR_BT2020;
    default:
        return COLOUR_BT601;
    }
}

bool camera_setup_full_range(const struct v4l2_pix_format *p)
{
    bool jpeg = p->pixelformat == V4L2_PIX_FMT_MJPEG || p->pixelformat == V4L2_PIX_FMT_JPEG;
    if (jpeg) /* JFIF; whatever the driver's default says of the other formats */
        return true;
    unsigned q = p->quantization != V4L2_QUANTIZATION_DEFAULT
                     ? p->quantization
                     : V4L2_MAP_QUANTIZATION_DEFAULT(0, p->colorspace, encoding(p));
    return q == V4L2_QUANTIZATION_FULL_RANGE;
}
