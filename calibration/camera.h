/* SPDX-License-Identifier: Apache-2.0 */
/* camera.h: where a point of the table appears in the picture, and back.
 *
 * Pinhole with radial and tangential distortion, k = {k1, k2, p1, p2, k3} in the usual order; camera frame x right,
 * y down, z forward; Xc = R X + t with X in the table frame (vec.h, z up from the cloth). Pixel centres lie at whole
 * coordinates. */
#pragma once

#include "vec.h"

#include <stdbool.h>

struct camera {
    int width, height; /* of the pictures it was fitted to */
    double fx, fy, cx, cy;
    double k[5];
    double R[9];     /* row by row */
    double t[3];     /* mm */
    double chroma_x; /* px by which chroma samples lie right of even columns: 0 or 0.5 (pixels.h) */
};

/* The longer side of a picture, px. Lenses and tables are measured by it: a picture may be taken upright. */
static inline int picture_across(int width, int height)
{
    return width > height ? width : height;
}

/* False when the point is behind the camera or so far off the axis that the distortion folds back. */
bool camera_project(const struct camera *cam, struct vec3 p, struct vec2 *px);

/* The point at height z (mm) seen at px. False when the line of sight does not go down to it. */
bool camera_to_plane(const struct camera *cam, struct vec2 px, double z, struct vec2 *mm);

/* What is seen where `mm` at one height would be, at another height: centres of balls of another size. */
struct vec2 camera_change_height(const struct camera *camera, struct vec2 mm, double from, double to);

/* Where the camera stands. */
struct vec3 camera_position(const struct camera *cam);

/* Angle between the optical axis and straight down, radians. */
double camera_tilt(const struct camera *cam);

/* Pixels for a millimetre at a point, geometric mean of the two directions; 0 when it is not seen. */
double camera_scale(const struct camera *cam, struct vec3 at);

/* The outline of a ball: n points on the edge of a sphere as seen, at equal angles. The outline is (nearly) an ellipse
 * and its middle is not the projection of the ball's centre. False when any of it is not seen. */
bool camera_outline(const struct camera *cam, struct vec3 centre, double radius, int n, struct vec2 *px);

/* Rotation by a vector (axis times angle), row by row; and A B. */
void rotation_from_vector(const double v[3], double R[9]);
void rotation_multiply(const double A[9], const double B[9], double out[9]);
