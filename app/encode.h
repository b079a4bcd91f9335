/* SPDX-License-Identifier: Apache-2.0 */
/* encode.h: frames into a video file that appears whole or not at all.
 * 1. encode_open succeeded: call exactly one of encode_commit and encode_discard. */
#pragma once

#include "frame.h"

struct encoder;

/* quality: x264's constant quality, 0 (lossless) .. 40; 12 keeps the noise of a camera. ".mp4", ".mkv" by name.
 * 0, ERR_UNSUPPORTED when the encoder is not installed, or what opening the file gives. */
int encode_open(struct encoder **e, const char *path, int width, int height, double fps, int quality);
int encode_frame(struct encoder *e, const struct frame *frame); /* copies; 0 or ERR_IO */
int encode_commit(struct encoder **e);
void encode_discard(struct encoder **e);
