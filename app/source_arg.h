/* SPDX-License-Identifier: Apache-2.0 */
/* source_arg.h: the SOURCE on a command line, for every command that has one. */
#pragma once

#include "capture.h"
#include "command.h"

/* What every command with a SOURCE understands; put it into its table of options. */
extern struct source_arg {
    int exposure_us, white_kelvin, gain, width, height;
    double fps;
} source_arg;

#define SOURCE_ARG_OPTIONS                                                                                             \
    {"exposure", 0, 0, G_OPTION_ARG_INT, &source_arg.exposure_us, "Camera: fix the exposure, in microseconds", "US"},  \
        {"white", 0, 0, G_OPTION_ARG_INT, &source_arg.white_kelvin, "Camera: fix the white balance, in kelvin", "K"},  \
        {"gain", 0, 0, G_OPTION_ARG_INT, &source_arg.gain, "Camera: fix the gain, in its own units", "N"},             \
        {"width", 0, 0, G_OPTION_ARG_INT, &source_arg.width, "Camera: wanted width (else the best)", "PX"},            \
        {"height", 0, 0, G_OPTION_ARG_INT, &source_arg.height, "Camera: wanted height", "PX"},                         \
    {                                                                                                                  \
        "fps", 0, 0, G_OPTION_ARG_DOUBLE, &source_arg.fps, "Camera: wanted frames a second", "N"                       \
    }

/* EXIT_DONE with *c open, or EXIT_FAILED with the reason said. `options` NULL: the defaults. The options from the
 * command line are added. */
int source_arg_open(struct capture **c, const char *uri, const struct capture_options *options);

/* Says what ended a source before its time (anything but ERR_END) and returns the exit code. */
int source_arg_ended(const struct capture *c, const char *uri, int err);
