/* SPDX-License-Identifier: Apache-2.0 */
#include "camera_mode.h"

#include <linux/videodev2.h>

#include <math.h>
#include <stdlib.h>

enum { WIDE_ENOUGH = 1280, FULL_WIDTH = 1920, FULL_HEIGHT = 1080, USEFUL_FPS = 120 };

int camera_format_cost(uint32_t fourcc)
{
    switch (fourcc) {
    case V4L2_PIX_FMT_YUV420:
    case V4L2_PIX_FMT_NV12:
        return 1;
    case V4L2_PIX_FMT_YUYV:
        return 2;
    case V4L2_PIX_FMT_MJPEG:
    case V4L2_PIX_FMT_JPEG:
        return 3;
    default:
        return 0;
    }
}

/* Bigger is better, in order of weight. */
static double worth(const struct camera_mode *m, const struct capture_options *o)
{
    double fps = fmin(m->fps, USEFUL_FPS), area = (double)m->width * m->height;
    double full = (double)FULL_WIDTH * FULL_HEIGHT;
    double size = area <= full ? area / full : full / area; /* 0..1 */
    double worth =
        1e6 * (m->width >= WIDE_ENOUGH) + (m->width >= WIDE_ENOUGH ? 1e3 * fps + 100 * size : 1e5 * size + fps);
    if (o->width)
        worth -= 1e9 * abs(m->width - o->width) / FULL_WIDTH;
    if (o->height)
        worth -= 1e9 * abs(m->height - o->height) / FULL_HEIGHT;
    if (o->fps > 0)
        worth -= 1e7 * fabs(m->fps - o->fps);
    return worth - camera_format_cost(m->fourcc);
}

void camera_mode_sort(struct camera_mode *modes, int count, const struct capture_options *options)
{
    /* At most a few hundred, once: insertion keeps equals in the camera's own order. */
    for (int i = 1; i < count; i++) {
        struct camera_mode m = modes[i];
        double w = worth(&m, options);
        int k = i;
        for (; k > 0 && worth(&modes[k - 1], options) < w; k--)
            modes[k] = modes[k - 1];
        modes[k] = m;
    }
}

const char *camera_fourcc_name(uint32_t fourcc, char text[5])
{
    for (int i = 0; i < 4; i++)
        text[i] = (char)(fourcc >> (8 * i) & 0x7f);
    text[4] = 0;
    return text;
}
