/* SPDX-License-Identifier: Apache-2.0 */
/* clips.h: the truth of a rendered clip, read from its JSON file, as a truth for trials. */
#pragma once

#include "trials.h"

struct clip; /* positions of every frame */

/* 0 or ERR_NOT_FOUND, ERR_FORMAT, ERR_MEMORY. The truth points into the clip. */
int clip_read(const char *path, struct clip **clip, struct truth *truth);
void clip_free(struct clip **clip);
double clip_fps(const struct clip *clip);
