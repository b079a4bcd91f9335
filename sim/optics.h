/* SPDX-License-Identifier: Apache-2.0 */
/* optics.h: a camera over a table: where a point falls in the picture, and which way a pixel looks.
 * OpenCV's model: Xc = R (X - at), x right, y down, z ahead; k1 k2 p1 p2 k3; pixel centres at whole coordinates. */
#pragma once

#include "table.h"
#include "vec.h"

#include <stdbool.h>
#include <stdint.h>

struct sim_camera {
    int width, height;     /* pixels, both even; 64..8192 */
    double fx, fy, cx, cy; /* pixels */
    double k[5];           /* k1 k2 p1 p2 k3; barrel: k1 negative, -0.4..0.1 */
    double R[9];           /* table frame to camera frame, rows */
    struct vec3 at;        /* mm, table frame */
    double fps;            /* 1..1000 */
    double shutter_s;      /* exposure, up to 1 / fps */
    double rolling_s;      /* from the first row's exposure to the last's; 0: global shutter */
    double gain;           /* exposure as a factor: 1 puts white paper under the brightest lamp near full scale */
    double gamma;          /* of the picture, 1.8..2.6; the camera applies 1 / gamma */
    double contrast;       /* S-curve on top, 0..1 */
    double balance[3];     /* factors on red, green, blue; 1 1 1 is neutral under white light */
    double noise_read;     /* sd in dark parts, steps of 8 bits, 0..6 */
    double noise_shot;     /* sd that light adds at full scale, steps of 8 bits, 0..6 */
    double soft_px;        /* sd of the lens blur on top of the pixel's own size, 0..0.8 */
    double vignette;       /* share of light lost in the corners, 0..0.6 */
    bool full_range;       /* Y spans 0..255 */
};

/* Straight above the table's middle, looking down, long side across the picture, everything just in it. */
struct sim_camera sim_camera_over(const struct table *table, int width, int height, double height_mm);

/* Turns the camera about its own axes: tilt (about its x), pan (about its y), roll (about its z), radians. */
void sim_camera_turn(struct sim_camera *camera, double tilt, double pan, double roll);

/* Moves f so that the outer rail just fits whatever the pose and distortion: `margin` as a share of the picture. */
void sim_camera_fit(struct sim_camera *camera, const struct table *table, double margin);

/* A camera as a club, a streamer or a broadcaster might hang it, far apart from each other on purpose. */
struct sim_camera sim_camera_random(const struct table *table, int width, int height, uint64_t seed);

/* Where a point falls; false when it is behind the camera. */
bool sim_camera_project(const struct sim_camera *camera, struct vec3 p, struct vec2 *px);

/* Direction (table frame, not of unit length) in which a pixel looks: the point at + s * dir. */
struct vec3 sim_camera_ray(const struct sim_camera *camera, double u, double v);

/* The same two in the camera's own frame, which a turn does not change. */
bool sim_camera_image(const struct sim_camera *camera, struct vec3 q, struct vec2 *px);
struct vec3 sim_camera_ray_own(const struct sim_camera *camera, double u, double v);

/* Radius in pixels of the image of a ball of radius r at p: the mean of the outline's half axes. */
double sim_camera_ball_px(const struct sim_camera *camera, struct vec3 p, double r);

/* ERR_RANGE when a figure is outside what it allows. */
int sim_camera_check(const struct sim_camera *camera);
