/* SPDX-License-Identifier: Apache-2.0 */
/* views.h: any table, in any room, seen by any camera, with people in the way: pictures whose true camera is known, for
 * the tests of calibration and for its benchmark. Drawn by the simulator. */
#pragma once

#include "calibrate.h"
#include "frame.h"
#include "look.h"
#include "optics.h"
#include "scene.h"
#include "table.h"

enum { VIEW_FRAMES = 7 };

struct view_of {
    uint64_t seed;
    struct table table;
    struct sim_camera camera;
    struct sim_look look;
    struct sim_scene balls; /* and nothing else */
    int people;             /* 0..2 in the way */
    double tilt;            /* radians off vertical */
};

/* The same seed gives the same view. width 0: 1280 or 1920, as it falls. */
void view_random(struct view_of *v, uint64_t seed, int width);

/* One frame, or the median of VIEW_FRAMES with the people walking. 0 or ERR_*; pixels_free releases it. */
int view_render(const struct view_of *v, bool median, struct frame *out);

/* mm on the plane of the balls' centres between the fitted and the true camera, over the bed to one radius from the
 * noses. */
struct view_error {
    double rms, worst, ends; /* ends: worst along x at the two ends, the way a wrong height shows */
    bool turned;             /* by half a turn: where nothing marks an end, either is right */
};
struct view_error view_compare(const struct view_of *v, const struct camera *cam);

struct camera view_camera(const struct sim_camera *c); /* in calibration's terms */
