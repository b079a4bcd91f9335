/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h: what a vision worker holds; shared by the files of this folder only. */
#pragma once

#include "glint.h"
#include "ground.h"
#include "limb.h"
#include "mouths.h"
#include "outlines.h"
#include "rim.h"
#include "still.h"
#include "streaks.h"
#include "vision.h"
#include "votes.h"

enum { HYPOTHESES = CANDIDATES_MAX };

#define SHADOW_RADII 1.6 /* of a ball: how far it reaches with its shadow */

/* A ball that may be there. */
struct hypothesis {
    struct vec2 mm;
    struct outline outline; /* at mm */
    struct rim rim;
    struct limb limb;
    float smear[2]; /* px it moves in one exposure, when that is known */
    struct glint glint;
    float body;  /* share of its body that is foreign */
    float shade; /* share of it that may be shaded cloth, where the rest is not clear */
    float score;
    uint64_t blocked; /* directions that its rim was fitted without, a bit each */
    float rival;      /* px: how far from here another place is as good; 0: there is none */
    bool taken;
    struct vec2 from; /* tracked mode: where it was expected, and how far from there it may be, mm */
    double reach_mm;
    int candidate;  /* that it came from, where that matters */
    bool expected;  /* tracked mode: something says that it is there */
    bool by_limb;   /* found by its limb, not by half-way edges */
    bool by_glint;  /* found by its glint alone: no outline says where it is */
    bool known;     /* tracked mode: not to be measured */
    bool shadeless; /* its rim is clearer in colours that no shadow changes */
};

/* A candidate that was looked at closely and was no ball. */
struct ghost {
    float x, y, votes;
    int until; /* frame: no second look before */
};

struct vision {
    struct calibration calibration;
    struct vision_params params;
    const struct ball_set *set;
    const struct kernels *kernels;
    double radius; /* mm */
    struct ground ground;
    struct votes votes;
    struct outlines outlines;
    struct still still;
    bool learnt;
    float lit_foreign; /* share of the table that learning its light anew left foreign */
    float usual_light; /* luma of the cloth above black when the table was calibrated: colours are told in it */
    float
        light; /* of the lamps, as a share of what is usual: all levels that say how clear a thing is are told in it */
    double edge_limit, site_limit;  /* those of the parameters, under this light */
    float white[3];                 /* colour of a white ball under this light; 0: not known yet */
    bool white_known;               /* one has been seen; else it is what the lightest ball suggested */
    float paints_known[PAINT_SETS]; /* what speaks against each set of paints (colour.h) */
    float bias;                     /* px, of edges against outlines, as learnt */
    float limb_bias, limb_sigma;    /* px, of limbs, as learnt */
    float limb_night;               /* how dark the shadows of most balls are, as limb.night, as learnt */
    bool limb_known;
    bool chroma_asked; /* where it lies, of balls at rest */
    int frames;
    struct hypothesis hyp[HYPOTHESES];
    int hyp_n;
    struct ghost ghost[HYPOTHESES];
    int ghosts_n;
    struct streaks streaks;
    struct mouths mouths;
    uint32_t *known;     /* a bit a site: under a ball whose pixels have not changed */
    uint32_t *explained; /* the same: under that, or under a ball that stands free */
    uint32_t *todo;      /* the same: scratch */
    uint32_t *covered;   /* the same: where a ball or anything foreign lies */
    uint16_t *label;     /* a label a site, for regions */
    int *stack;
    int unexplained; /* sites, when all was quiet; -1: not known yet */
    ns_t (*clock)(void);
    ns_t spent[VISION_STAGES];
};

/* balls.c: balls that are known, those in out->balls, and clear ones that stand free: these need no votes. */
void balls_find_free(struct vision *v, const struct frame *f, const struct vision_result *out);

/* Candidates to balls, after those. Adds what is new to out->balls, positions only. */
void balls_find(struct vision *v, const struct frame *f, struct vision_result *out);

/* Learns from the first look how edges are biased, how blurred they are and where chroma lies. */
void balls_learn(struct vision *v, const struct frame *f);

/* The same at expected places. */
void balls_follow(struct vision *v, const struct frame *f, const struct vision_expect *expect, int n,
                  struct vision_result *out);

/* streaks.c: balls too fast for an outline, by the shape of what is foreign. Positions only. */
void streaks_find(struct vision *v, const struct frame *f, struct vision_result *out);

/* mouths.c: balls in the mouths of pockets that were not found otherwise, among what regions_find left over: positions
 * only, roughly. */
void mouths_find(struct vision *v, const struct frame *f, struct vision_result *out);

/* Asks for the pixels of those that mouths_find will look at; a little before it. */
void mouths_fetch(const struct vision *v, const struct frame *f);

/* How empty mouths look; after everything else is known of a frame. */
void mouths_learn(struct vision *v, const struct vision_result *out);

/* closer.c: what is known of all limbs in this picture. */
struct limb_params closer_limb_params(const struct vision *v);

/* regions.c: what is foreign and no ball. Returns how many sites that is. */
int regions_find(struct vision *v, struct vision_result *out);

/* Balls that are kept from earlier frames lie where they lay, whether they were asked for in this one or not. */
void regions_cover_kept(struct vision *v);
