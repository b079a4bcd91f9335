/* SPDX-License-Identifier: Apache-2.0 */
/* source_arg.h: the SOURCE on a command line, for every command that has one. */
#pragma once

#include "capture.h"

/* EXIT_DONE with *c open, or EXIT_FAILED with the reason said. `options` NULL: the defaults. */
int source_arg_open(struct capture **c, const char *uri, const struct capture_options *options);

/* Says what ended a source before its time (anything but ERR_END) and returns the exit code. */
int source_arg_ended(const struct capture *c, const char *uri, int err);
