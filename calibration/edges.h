/* SPDX-License-Identifier: Apache-2.0 */
/* edges.h: looking along the lines of a table in a picture, given roughly where they are. Balls, arms and chalk lie
 * over some of every line, so a line is judged by medians along it, and edges found one by one are left to a robust
 * fit. */
#pragma once

#include "camera.h"
#include "cloth.h"
#include "fit.h"

enum { SIDES = 4 }; /* top, bottom, left, right: FIT_NOSE_TOP + side */

/* A place on a side: `along` mm from its middle, `out` mm outwards of the nose line. */
struct vec2 side_point(const struct table *table, double aspect, int side, double along, double out);

/* Places for n samples on a side, away from corner and middle pockets; mm from the middle of the side. */
void side_samples(const struct table *table, int side, int n, double *along);

/* Edges in very large pictures are as soft as the lens: they are looked at in steps of this many pixels. */
double edges_grain(const struct camera *cam);

/* A step in colour that runs along a whole side. */
struct edge_candidate {
    double out;       /* mm outwards of the nose line of the camera it was sought with */
    double strength;  /* levels a pixel */
    double colour[3]; /* unit vector: how Y, U, V change going inwards */
};

/* Steps between out_from (outside) and out_to (inside) on a side, outermost first. Returns how many, at most `most`. */
int edges_candidates(const struct frame *f, const struct camera *cam, const struct table *table, double aspect,
                     int side, double out_from, double out_to, struct edge_candidate *found, int most);

/* The edge of that colour nearest its candidate at each of n samples, within the window (px; above 1920 across, in
 * proportion); returns how many. */
int edges_measure(const struct frame *f, const struct camera *cam, const struct table *table, double aspect, int side,
                  const struct edge_candidate *like, double window, int n, struct fit_edge *edge);

/* The last cloth going outwards, within the window about `out`; returns how many of n samples have one. */
int edges_border(const struct cloth *cloth, const struct thumb *thumb, const struct camera *cam,
                 const struct table *table, int side, double out, double window_px, int n, struct fit_edge *edge);
