/* SPDX-License-Identifier: Apache-2.0 */
/* glint.h: the reflection of the lamps on a ball. Balls that lie near each other show it at the same place, whatever
 * their colour: it tells a green ball on green cloth, or a black one before a pocket, from a shadow. */
#pragma once

#include "rim.h"

struct glint {
    float x, y; /* from the centre, in radii */
    float rise; /* levels above the body, in usual light */
};

/* The brightest small spot well inside the outline, under so much light as a share of the usual. rise is 0 when the
 * picture ends there. */
struct glint glint_read(const struct frame *f, const struct outline *o, float light);

/* The same where white paint may be brighter than the glint: a glint is small. */
struct glint glint_read_beside_paint(const struct frame *f, const struct outline *o, float light);

/* Does something glint there? Cloth, lines and sleeves hardly rise so far above what lies about them. */
bool glint_shows(struct glint g);

/* The same, or so little of it that only its place, where balls near by have theirs, tells it from noise. */
bool glint_glimmers(struct glint g);

/* Something is bright there, but all of it may be paint: x and y say nothing. */
bool glint_lost(struct glint g);

/* The same place, and clearly there? */
bool glint_alike(struct glint a, struct glint b);
