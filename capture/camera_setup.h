/* SPDX-License-Identifier: Apache-2.0 */
/* camera_setup.h: asks an open camera what it has, sets it, and believes only its answers. */
#pragma once

#include "camera_mode.h"
#include "capture.h"

#include <linux/videodev2.h>

/* All modes in formats that we read, up to max; returns how many. Ranges of sizes are sampled at the usual ones. */
int camera_setup_modes(int fd, struct camera_mode *modes, int max);

/* What the driver answered to S_FMT and S_PARM. */
struct camera_format {
    struct v4l2_pix_format pix;
    double fps; /* 0: the driver does not say */
};

/* Asks for the mode. 0; ERR_BUSY (another program streams); ERR_UNSUPPORTED when the answer is nothing we read. */
int camera_setup_format(int fd, const struct camera_mode *mode, struct camera_format *answer);

/* Exposure, gain and everything that would change the picture by itself. Missing controls are no error: cameras
 * differ. Says on the log what could not be set although it was asked for. */
void camera_setup_controls(int fd, const struct capture_options *options, const char *name);

/* From now on the white balance stays as it is, or becomes options->white_kelvin. */
void camera_setup_white(int fd, const struct capture_options *options, const char *name);

enum colour_matrix camera_setup_matrix(const struct v4l2_pix_format *pix);
bool camera_setup_full_range(const struct v4l2_pix_format *pix);
