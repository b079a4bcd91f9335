/* SPDX-License-Identifier: Apache-2.0 */
/* canvas.h: drawing a stroke, over the picture of the camera or on a drawn table, with the same calls. */
#pragma once

#include "review.h"

#include <cairo.h>

/* From mm to the canvas: through the camera when there is one, else from above with x to the right. */
struct canvas_view {
    const struct camera *camera; /* NULL: a drawn table */
    double z;                    /* mm: height of what is drawn, for the camera */
    double scale;                /* canvas units for a mm; with a camera: for a pixel */
    double x, y;                 /* where the table's centre (the picture's first pixel) comes */
};

bool canvas_point(const struct canvas_view *v, struct vec2 mm, struct vec2 *at);
double canvas_length(const struct canvas_view *v, struct vec2 near, double mm);

/* The table with its rails fits the box. */
struct canvas_view canvas_fit(const struct bed *bed, double x, double y, double width, double height);

void canvas_bed(cairo_t *c, const struct canvas_view *v, const struct bed *bed);
void canvas_ball(cairo_t *c, const struct canvas_view *v, const struct bed *bed, const struct ball_set *set, ball_id id,
                 struct vec2 at);
void canvas_ring(cairo_t *c, const struct canvas_view *v, struct vec2 at, double radius, const double rgb[3]);
void canvas_line(cairo_t *c, const struct canvas_view *v, struct vec2 from, struct vec2 to, const char *kind);
void canvas_colour(cairo_t *c, const struct ball_set *set, ball_id id, double alpha);

/* Text in a column of this width; returns its height. Size in canvas units. */
double canvas_text(cairo_t *c, double x, double y, double width, double size, bool bold, const char *text);

/* A picture as a surface; NULL when out of memory. */
cairo_surface_t *canvas_frame(const struct frame *frame);

/* ---- whole pictures: canvas_shot.c ---- */

/* What is drawn of a stroke at one moment. */
struct canvas_shot {
    const struct review *review;
    const struct review_look *look;
    int64_t frame;        /* -1: none; then the balls lie as before the stroke */
    const json_t *answer; /* its lines are drawn too; NULL: none */
    bool paths;
};

void canvas_stroke(cairo_t *c, const struct canvas_view *v, const struct canvas_shot *shot, bool balls);

/* The picture of the camera with the drawing over it, or without. NULL: there is no picture. */
cairo_surface_t *canvas_still(const struct canvas_shot *shot, bool drawing);

/* Picture and drawn table side by side, what it is about in the middle; without a film the table alone. */
cairo_surface_t *canvas_evidence(const struct canvas_shot *shot, int width);

/* PNG bytes, malloc'd; NULL: out of memory. */
unsigned char *canvas_png(cairo_surface_t *surface, size_t *size);
