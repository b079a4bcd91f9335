/* SPDX-License-Identifier: Apache-2.0 */
/* search.h: what the steps from a picture to a camera share. Private to calibration/. */
#pragma once

#include "calibrate.h"
#include "cloth.h"

enum { SEARCH_SAMPLES = 140, SEARCH_EDGES = 2048 };

struct search {
    const struct frame *f;
    const struct table *table;
    const struct calibrate_params *params;
    struct thumb thumb;
    double chroma_x; /* see pixels_chroma_x */
    struct fit_edge edge[SEARCH_EDGES];
};

static inline double search_across(const struct search *s)
{
    return picture_across(s->f->width, s->f->height);
}

/* What one mask leads to. */
struct attempt {
    struct camera rough;
    double border; /* mm, of the rough fit */
    double score;  /* px; lower is better */
    struct cloth cloth;
};

/* ---- rough.c: from cloth to a rough camera ---- */

/* From four corners, clockwise in the picture, that lie `out` mm outside the noses. Returns px RMS. */
double rough_corners(const struct search *s, const struct vec2 px[4], double out, struct camera *best);

enum { ROUGH_ATTEMPTS = 18 };

/* Every way to tell cloth from the rest, the most promising first; those that lead nowhere have a score of ROUGH_NONE.
 * Returns the lightness of the cloth, or a negative ERR_*. The cloth of each must be freed. */
#define ROUGH_NONE 1e9
double rough_attempts(struct search *s, struct attempt attempt[ROUGH_ATTEMPTS]);

/* ---- noses.c: which edges are the noses ---- */

/* Between `from` and `to` mm outwards of the rough noses. On success c->nose and *fit; else the side without any nose,
 * or SIDES when no four agree, is returned. -1: found. */
int noses_choose(struct search *s, const struct attempt *a, double from, double to, struct calibration *c,
                 struct fit *fit);

/* Does it lead from the light into the shadow of a nose? */
bool noses_leads_in(const struct edge_candidate *step);

/* What was taken for a nose and leads into light may be any edge beside it: the other sides, and what is drawn on the
 * cloth, then say where the table is. Those that lie less than `beside_mm` off by that are noses after all. */
void noses_trust(const struct calibration *c, double beside_mm, struct fit_params *params);
#define NOSES_BESIDE_MM 5.0 /* less may be the table's width, or the lens */

/* How many of the chosen noses lead into light, going inwards: 0..SIDES. */
int noses_into_light(const struct calibration *c);

/* RMS of the distances, none counting for more than `worst` px. */
double noses_rms(const struct fit *fit, const struct fit_edge *edge, int n, double worst);

/* ---- mouths.c: are the pockets where they should be? ---- */

/* The pockets begin so far inside of where this camera has them that its noses must be something else. */
bool mouths_too_far_in(const struct frame *f, const struct camera *cam, const struct table *t);

/* mm by which pockets lie further out on one side of the table than on the other; 0: alike, or not seen. */
double mouths_askew(const struct frame *f, const struct camera *cam, const struct table *t);

/* Where the nose lines would meet, px, clockwise, if the table is as far off from what this camera says as its pockets
 * are. False when too few of them are seen. */
bool mouths_corners(const struct frame *f, const struct camera *cam, const struct table *t, struct vec2 px[4]);

/* ---- middles.c: where along the table are the middle pockets? ---- */

struct middles {
    double at[2], off, sd; /* mm towards the top: right, left, their mean; sd of each */
};

/* False when they do not tell, or contradict each other. */
bool middles_along(const struct frame *f, const struct camera *cam, const struct table *t, struct middles *m);

/* The middle pockets say that the table lies elsewhere along its length, by so much: one end is not where it seems. */
bool middles_elsewhere(const struct frame *f, const struct camera *cam, const struct table *t, double *off);

/* As edges for the fit: 2, or 0. */
int middles_measure(const struct frame *f, const struct fit *fit, struct fit_edge *edge);

/* ---- refine.c: the full camera ---- */

void refine_camera(struct search *s, struct fit *fit, struct calibration *c);

/* Once more from a camera that is nearly right, with what balls say (limbs.h); for `beside_mm` see noses_trust. 0 or
 * ERR_MEMORY. */
int refine_again(const struct frame *f, const struct calibrate_params *params, const struct fit_limb *limb, int limbs,
                 double beside_mm, struct calibration *c);
