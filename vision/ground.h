/* SPDX-License-Identifier: Apache-2.0 */
/* ground.h: what the empty table looks like, site by site, and which sites differ from it.
 *
 * The bed is learnt from a single frame: smooth light over the cloth from medians of what has the colour of cloth,
 * and along each cushion the shadow of its nose, which is the same for a long way. Lines drawn on the cloth are no
 * evidence of anything and are left out. */
#pragma once

#include "calibrate.h"
#include "kernels.h"

#include <string.h>

enum { GROUND_COLS = 2016 /* most: pictures of 8 K */ };

enum site_kind { SITE_OUTSIDE, SITE_CLOTH, SITE_MARK, SITE_POCKET };

struct ground {
    int x0, y0;     /* px of the first site, multiples of SITE */
    int cols, rows; /* cols is a multiple of 32 */
    int width, height;
    uint8_t *kind; /* enum site_kind of each site */
    uint8_t *y, *u, *v, *limit;
    uint8_t *off;   /* of the last scan: how far each site is from the empty table, weighted levels, 255 at most */
    float *edge_mm; /* distance to the nearest nose, negative outside */
    uint8_t *edge_side;
    float *along_mm; /* along that side */
    uint32_t *bits;  /* of the last scan; cols / 32 words a row */
    float noise;     /* median site residual of cloth, weighted levels */
    int far;         /* limit of sites away from cushions */
    int learn_row;   /* the next row to be re-learnt */
};

/* 0, ERR_MEMORY or ERR_RANGE. */
int ground_open(struct ground *g, const struct calibration *c);
void ground_close(struct ground *g);

/* From one frame; limit is the number of levels that make a site foreign. */
void ground_learn(struct ground *g, const struct calibration *c, const struct frame *f, double limit);

/* Sets the bits; returns the share of cloth sites that are foreign. */
double ground_scan(struct ground *g, const struct kernels *k, const struct frame *f);

/* How far a site is from the empty table: weighted levels as the scan counts them, however many. */
int ground_residual(const struct ground *g, const struct frame *f, int col, int row);

/* Is a site at least as light as the empty table? */
bool ground_lit(const struct ground *g, const struct frame *f, int col, int row);

/* Sites within r px of a place: how many, how many of them can tell, and how many are not quite cloth, by half of what
 * makes them foreign. */
struct site_count {
    int all, told, differ;
};
struct site_count ground_count(const struct ground *g, const struct frame *f, struct vec2 centre, double r);

/* Mean luma above black of a few hundred places on the cloth. */
double ground_light(const struct ground *g, const struct frame *f);

/* Luma above black that so many sites of the bed reach: white balls, chalk and glints under this light. */
double ground_brightest(const struct ground *g, const struct frame *f, int sites);

/* Luma of the lightest cloth, as learnt, within r px of a place; 0: there is none. */
int ground_lightest(const struct ground *g, struct vec2 centre, double r);

/* Moves a sixteenth of the rows a level towards what their cloth shows now: light changes slowly. hidden: a bit a site,
 * where a ball or anything foreign lies; a ball of the cloth's colour would soon be cloth else. */
void ground_relearn(struct ground *g, const struct frame *f, const uint32_t *hidden);

/* Of the foreign sites of the last scan, the share that show cloth under another light, and how much of the usual one
 * is left over the whole table: a lamp failed, or came on. */
struct relit {
    double share, light;
};
struct relit ground_relit(const struct ground *g, const struct frame *f);

/* Could it be cloth in a shadow? That takes light and colour in proportion. */
bool ground_shaded(const struct ground *g, const struct frame *f, int col, int row);

/* A foreign site with others on most sides: lines of light or of chalk are a site wide, join what does not belong
 * together, and hide nothing. */
bool ground_solid(const struct ground *g, int col, int row);

/* Rows of sites within r px of a place, and of one row the columns: both ends inside, low > high: none. */
struct site_span {
    int low, high;
};
struct site_span ground_rows(const struct ground *g, struct vec2 centre, double r);
struct site_span ground_cols(const struct ground *g, struct vec2 centre, double r, int row);

/* Marks all sites within r px of a place: a bit a site, row by row as those of the scan. */
void ground_cover(const struct ground *g, struct vec2 centre, double r, uint32_t *bits);

static inline bool site_marked(const uint32_t *bits, int site)
{
    return bits[site / 32] >> site % 32 & 1;
}

static inline void site_mark(uint32_t *bits, int site)
{
    bits[site / 32] |= 1u << site % 32;
}

/* The next word of bits that is not empty, from `from` on, of n; n when all are. Most of a table is. */
static inline size_t sites_next(const uint32_t *bits, size_t from, size_t n)
{
    for (; from + 4 <= n; from += 4) {
        uint64_t four[2];
        memcpy(four, bits + from, sizeof four);
        if (four[0] | four[1])
            break;
    }
    while (from < n && !bits[from])
        from++;
    return from;
}

static inline bool ground_foreign(const struct ground *g, int col, int row)
{
    return g->bits[row * (g->cols / 32) + col / 32] >> (col & 31) & 1;
}
