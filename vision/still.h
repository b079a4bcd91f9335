/* SPDX-License-Identifier: Apache-2.0 */
/* still.h: balls that have not moved, told by their pixels alone.
 *
 * Of a ball seen twice in one place its picture is kept, with the slopes of its light and colour. In a later frame the
 * difference to that picture is explained by a small shift and a change of light; what is left must be noise. That
 * takes a few products a pixel, is more exact than looking for the rim again, and cannot mistake anything else for the
 * ball. From time to time the caller measures the rim all the same: still_correct. */
#pragma once

#include "kernels.h"
#include "vision.h"

enum { STILL_BALLS = VISION_BALLS, STILL_SIDE = PATCH_SIDE /* px: larger balls are not kept */ };

struct still_ball {
    struct ball_obs ball; /* as last reported */
    struct vec2 px;       /* of its centre when the picture was taken, as well as is known */
    double mm_per_px[4];  /* how the place on the table follows the place in the picture, row by row */
    int x0, y0, w, h;     /* px of the picture; w a multiple of 32, the others even; 0: none taken yet */
    float inverse[4][4];  /* of the normal equations: shift x, shift y, gain, offset */
    float shift_var;      /* px^2 of a shift, for noise of one level */
    struct vec2 shift;    /* px, in this frame */
    float gain;           /* of light, in this frame: 0 none, -1 all contrast has gone */
    float left;           /* levels^2 a sample, not explained in this frame */
    int fits;             /* rims that px is the mean of */
    int frames;           /* since the last of them */
    int unseen;           /* frames since it was last reported */
    bool used, same;      /* same: in this frame */
    uint8_t look[STILL_SIDE * STILL_SIDE * 3 / 2];   /* light, then U, then V */
    int16_t across[STILL_SIDE * STILL_SIDE * 3 / 2]; /* slopes of them */
    int16_t down[STILL_SIDE * STILL_SIDE * 3 / 2];
};

struct still {
    struct still_ball *ball; /* STILL_BALLS of them */
    float usual;             /* levels^2 that noise leaves, as learnt */
    double rim_var;          /* mm^2 of a coordinate, of rims about their means; so many were compared */
    int rims;
    uint8_t *scratch; /* planes taken apart */
};

int still_open(struct still *s);
void still_close(struct still *s);
void still_forget(struct still *s);

/* Compares all that are kept with this frame: sets `same` and `shift`. */
void still_compare(struct still *s, const struct kernels *k, const struct frame *f);

/* The ball kept at this place (mm) that is the same in this frame; NULL: none. */
struct still_ball *still_at(struct still *s, struct vec2 mm, double within);

/* The ball that was last seen nearest to this place, the same or not; NULL: none. */
const struct still_ball *still_last(const struct still *s, struct vec2 mm, double within);

/* What was found anew in this frame: balls found twice in a place are kept from now on, and told where their pictures
 * lie, which is better known than any one rim. */
void still_remember(struct still *s, const struct kernels *k, const struct calibration *c, const struct frame *f,
                    struct ball_obs *balls, int n);

/* A ball that is the same was measured again: the place of its picture is improved, as much as that is worth. */
void still_correct(struct still *s, struct still_ball *b, const struct ball_obs *seen);

/* Is it time to measure a ball that is the same? More often at first, when little is known of where it lies. */
bool still_due(const struct still_ball *b);

/* How far rims scatter about the true place, mm; 0: not known yet. */
float still_noise(const struct still *s);
