/* SPDX-License-Identifier: Apache-2.0 */
/* source_demo.h: SOURCE "demo": a simulated match, live and endless. In full "demo:GAME:SEED:WxH@FPS"; what is left out
 * is snooker, 1, 1280x720 and the camera's rate. With ":unpaced" at the end a frame is drawn when it is asked for. So
 * it is with SOURCE "drawn:CLIP.json": the film of a truth (film_recipe.h), without the losses of a video file. */
#pragma once

#include "source.h"

extern const struct capture_source source_demo;

/* The settings behind a demo uri: a film opened with them has the same frames, and tells the truth about them.
 * 0, or ERR_NOT_FOUND when the uri is not a demo. */
struct sim_settings;
int demo_settings(struct sim_settings *settings, const char *uri);
