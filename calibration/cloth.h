/* SPDX-License-Identifier: Apache-2.0 */
/* cloth.h: which part of the picture is cloth, and the four sides it has. Any colour of cloth: its colour is the
 * commonest of the middle of the picture. */
#pragma once

#include "pixels.h"
#include "vec.h"

#include <stdbool.h>

/* The commonest colour of the middle of the picture, which is cloth when the table is in the middle. */
struct cloth_tone {
    float u, v;     /* chroma over lightness, in percent */
    float spread;   /* sd of it */
    float y_median; /* lightness, 0..219 (or 255, full range) */
};

/* Of the middle `across` of the width and `down` of the height, 0..1 each. A table seen lengthways fills little of the
 * width. 0 or ERR_MEMORY. */
int cloth_tone(struct cloth_tone *tone, const struct thumb *thumb, double across, double down);

/* Would both pick the same cells? */
bool cloth_tones_alike(const struct cloth_tone *a, const struct cloth_tone *b);

/* One way to draw the line between cloth and not cloth. No single one serves every cloth: a grey cloth needs a strict
 * eye for lightness (its rail is grey too), a cushion in shadow a lax one. */
struct cloth_params {
    float darkest;   /* as a share of the median lightness, 0..1; lower: keep cloth in deep shadow */
    float lightest;  /* the same, 1.3..3; higher: keep cloth right under a lamp */
    float tolerance; /* of chroma, times the measured spread, 0.5..3; higher: keep worn or mixed-light cloth */
};

struct cloth {
    int w, h;
    uint8_t *cell; /* 1 cloth, 0 not; w x h cells of the thumb */
    struct cloth_tone tone;
    float area;            /* share of the picture */
    struct vec2 corner[4]; /* of the quadrilateral round it, in cells, clockwise in the picture */
};

/* 0, ERR_MEMORY, or ERR_NO_TABLE when nothing large and four-sided has that colour. */
int cloth_find(struct cloth *cloth, const struct thumb *thumb, const struct cloth_tone *tone,
               const struct cloth_params *params);
void cloth_free(struct cloth *cloth);
