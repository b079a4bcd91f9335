/* SPDX-License-Identifier: Apache-2.0 */
/* cloth.h: which part of the picture is cloth, and the four sides it has. Any colour of cloth: its colour is the
 * commonest of the middle of the picture. */
#pragma once

#include "pixels.h"
#include "vec.h"

/* One way to draw the line between cloth and not cloth. No single one serves every cloth: a grey cloth needs a strict
 * eye for lightness (its rail is grey too), a cushion in shadow a lax one. */
struct cloth_params {
    float darkest;   /* as a share of the median lightness, 0..1; lower: keep cloth in deep shadow */
    float tolerance; /* of chroma, times the measured spread, 0.5..3; higher: keep worn or mixed-light cloth */
};

struct cloth {
    int w, h;
    uint8_t *cell;         /* 1 cloth, 0 not; w x h cells of the thumb */
    float u, v;            /* chroma over lightness, in percent: the commonest */
    float spread;          /* sd of it */
    float y_median;        /* lightness, 0..219 (or 255, full range) */
    float area;            /* share of the picture */
    struct vec2 corner[4]; /* of the quadrilateral round it, in cells, clockwise in the picture */
};

/* 0, ERR_MEMORY, or ERR_NO_TABLE when nothing large and four-sided has one colour. */
int cloth_find(struct cloth *cloth, const struct thumb *thumb, const struct cloth_params *params);
void cloth_free(struct cloth *cloth);
