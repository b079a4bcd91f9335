/* SPDX-License-Identifier: Apache-2.0 */
/* render.h: a scene on a table, seen by a camera, as I420 frames.
 *
 * The empty table is drawn once, at opening; in a frame only tiles in which something changed are drawn
 * again, then noise is laid over the whole picture.
 *
 * 1. sim_render_open succeeded: call sim_render_close once. Nothing is allocated afterwards.
 * 2. The frame handed out is valid until the next call with the same renderer.
 * 3. The same camera at opening and now, look, scene and frame number give the same bytes on every machine, with any
 *    number of threads and whatever was drawn before.
 */
#pragma once

#include "frame.h"
#include "look.h"
#include "optics.h"
#include "scene.h"

struct sim_render;

/* The table must outlive the renderer. 0, ERR_MEMORY or ERR_RANGE. threads: 1..64. */
int sim_render_open(struct sim_render **render, const struct table *table, const struct sim_look *look,
                    const struct sim_camera *camera, int threads);
void sim_render_close(struct sim_render **render);

/* The camera has been turned about its own centre since it was opened (R is all that may differ: ERR_RANGE else). */
int sim_render_turn(struct sim_render *render, const struct sim_camera *camera);

/* Draws frame number n. seq and t of the frame are set from n and the camera's rate. */
void sim_render_frame(struct sim_render *render, const struct sim_scene *scene, uint64_t n, struct frame *out);

/* Tiles drawn for the last frame, and all there are: what "only what moves" came to. */
void sim_render_tiles(const struct sim_render *render, int *drawn, int *all);

/* When row `row` is half exposed, seconds after the frame's first row opens. */
double sim_render_row_time(const struct sim_camera *camera, double row);
