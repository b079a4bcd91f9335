/* SPDX-License-Identifier: Apache-2.0 */
/* proof.h: detection against the truth of drawn scenes: who was missed, invented, misnamed, how far off each centre is,
 * and whether the sd that was told is honest. Tests use a few scenes, bench_proof hundreds. */
#pragma once

#include "scenes.h"
#include "vision.h"

#include <stdio.h>

/* Balls alike in what matters: alone, touching others, partly hidden. */
enum proof_group { GROUP_ALONE, GROUP_TOUCHING, GROUP_HIDDEN, GROUPS };
const char *proof_group_name(enum proof_group group);

enum { PROOF_PIXELS = 1920 * 1080 };

struct proof_errors {
    int balls, missed, n;
    double sum2, most; /* px, of the distance between centres; most: the largest */
    double sum2_sds;   /* of (distance / sd) per coordinate */
    int beyond;        /* further off than 4 sd */
};

struct proof_tally {
    int scenes, found, invented, named, misnamed, misnamed_sure; /* sure: p > 0.9 */
    struct proof_errors group[GROUPS];
    struct proof_errors along, across; /* of balls in motion, one coordinate each */
    int kind_balls[GROUPS][16], kind_missed[GROUPS][16];
};

/* Gaps between balls at rest, from the means of their centres. */
struct proof_gaps {
    int pairs, unseen, right; /* unseen: one of the two, in half of the frames; right: within half a millimetre */
    double sum2, most;        /* mm, of the pairs that were seen */
};

struct proof_options {
    int width, height;
    struct scene_twist twist;
    bool follow;       /* also follow: expected places half a pixel off, with the motion known */
    double before_px;  /* a look before this one, at which every ball moves so far in the exposure; 0: none */
    bool list;         /* say each miss, invention and wrong name on standard output */
    double worst_px;   /* list balls further off than this; 0: none */
    const char *keep;  /* folder in which drawn frames are kept for the next run, or NULL */
    const char *debug; /* folder for pictures of what went wrong, or NULL */
};

struct proof_options proof_options_default(void);

/* The frame of a scene, in pixels (width * height * 3 / 2 of them); what is drawn is kept in the folder of the options,
 * if any, for the next run. 0 or ERR_*. */
int proof_picture(const struct scene *scene, const struct proof_options *options, uint8_t *pixels, struct frame *out);

/* One scene. 0 or ERR_*. */
int proof_scene(uint64_t seed, enum scene_layout layout, const struct proof_options *options,
                struct proof_tally *tally);

/* A few pairs at rest under any camera and light, 0 to 3 mm apart, seen in so many frames. 0 or ERR_*. */
int proof_gaps(uint64_t seed, int frames, const struct proof_options *options, struct proof_gaps *tally);

void proof_print(const char *name, const struct proof_tally *tally);
double proof_rms(const struct proof_errors *e);
void proof_print_gaps(const struct proof_gaps *tally);
