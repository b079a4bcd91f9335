/* SPDX-License-Identifier: Apache-2.0 */
#include "camera_report.h"

#include "camera_io.h"
#include "camera_setup.h"
#include "err.h"

#include <errno.h>
#include <string.h>

static bool has_control(int fd, uint32_t id, struct v4l2_queryctrl *q)
{
    *q = (struct v4l2_queryctrl){.id = id};
    return !camera_io->ioctl(fd, VIDIOC_QUERYCTRL, q) && !(q->flags & V4L2_CTRL_FLAG_DISABLED);
}

static void ask_controls(int fd, struct camera_report *r)
{
    struct v4l2_queryctrl q;
    if (has_control(fd, V4L2_CID_EXPOSURE_ABSOLUTE, &q))
        r->min_exposure_us = q.minimum > 0 ? q.minimum * 100 : 100;
    r->white_lockable = has_control(fd, V4L2_CID_AUTO_WHITE_BALANCE, &q);
}

int camera_report(const char *path, struct camera_report *r)
{
    memset(r, 0, sizeof *r);
    int err = camera_find_path(path, &r->id);
    if (err)
        return err;
    int fd = camera_io->open(path);
    if (fd < 0)
        return err_from_errno(errno);
    r->modes = camera_setup_modes(fd, r->mode, CAMERA_MODES_MAX);
    struct capture_options options = capture_defaults();
    camera_mode_sort(r->mode, r->modes, &options);
    ask_controls(fd, r);
    camera_io->close(fd);
    return 0;
}

const char *camera_report_advice(const struct camera_report *r, int n)
{
    const struct camera_mode *best = r->mode;
    bool usb2 = !strcmp(r->id.speed, "480") || !strcmp(r->id.speed, "12");
    const struct {
        bool applies;
        const char *text;
    } rows[] = {
        {!r->modes, "No picture format that can be read here: choose another camera."},
        {r->modes && best->fps > 0 && best->fps < 50,
         "Slow: below 50 frames/s contacts in a break are guessed more often."},
        {r->modes && best->width < 1280, "Small pictures: fit for tables up to 7 ft only."},
        {!r->min_exposure_us, "Exposure cannot be set: balls will blur. Use bright light or another camera."},
        {r->min_exposure_us > 1000, "Its shortest exposure is over 1 ms: fast balls will blur."},
        {!r->white_lockable, "White balance cannot be locked: colours may drift during a frame."},
        {r->modes && camera_format_cost(best->fourcc) == 3,
         "Pictures are compressed (MJPG): colours of touching balls may bleed, and decoding takes processor time."},
        {usb2 && r->modes && camera_format_cost(best->fourcc) == 3,
         "Plugged into a USB 2 socket: a blue USB 3 socket may give uncompressed pictures."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].applies && n-- == 0)
            return rows[i].text;
    return NULL;
}
