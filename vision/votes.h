/* SPDX-License-Identifier: Apache-2.0 */
/* votes.h: places where a ball may be. Each edge near something foreign says that a centre lies one radius away, on
 * either side; where many agree there is a candidate. The radius is known everywhere, so this is one small map. */
#pragma once

#include "ground.h"

enum { CANDIDATES_MAX = 384, VOTE_CELL = 2 /* px a side of a cell of the map */ };
enum { BLOCK_W = 32, BLOCK_H = 8 }; /* cells of the map that are cleared and summed together */

struct candidate {
    float x, y;   /* px */
    float radius; /* px, of a ball there */
    float body;   /* share of it that is not quite cloth, where that was asked; -1: it cannot be told */
    float votes;  /* of those a whole ball would get: about 1 for a clear ball */
    bool faint;   /* too few for a rim: only its glint may tell */
    bool placed;  /* it lies in the plane of the centres: */
    struct vec2 mm;
};

struct votes {
    int tiles_h, words;  /* rows of tiles of 8 x 8 px over the grid of sites, and words a row */
    uint64_t *tile;      /* a bit each: something foreign in it or within a site of it */
    uint32_t *idle;      /* a bit a site: by itself no sign of a ball */
    uint32_t *sign;      /* foreign in this frame, and a ball may explain it; a row to spare above and two below */
    int margin;          /* px of map round the grid: as far as an edge can vote */
    int x0, y0, w, h;    /* the map: px of its first cell, and cells */
    uint16_t *memory;    /* of both: */
    uint16_t *map, *sum; /* votes, and sums over 3 x 3 cells */
    int blocks_w, blocks_h;
    uint8_t *block, *before; /* of the map: 1 where candidates may lie, and where they might in the frame before */
    int radius_w, radius_h;
    float *radius; /* px, every RADIUS_STEP px */
    float least_radius;
    slope_t *slope;   /* scratch for two spans */
    uint32_t *strong; /* and which of them are strong */
    uint32_t *many;   /* a bit a cell of the map: enough votes for a candidate */
    struct aim light, colour;
    struct candidate found[CANDIDATES_MAX];
    int found_n, dropped;
};

int votes_open(struct votes *v, const struct ground *g, const struct calibration *c, double ball_radius);
void votes_close(struct votes *v);

/* Fills found, best first. known: a bit a site that need not be looked at; edge_limit: levels of contrast that make an
 * edge. */
void votes_cast(struct votes *v, const struct ground *g, const uint32_t *known, const struct kernels *k,
                const struct frame *f, double edge_limit, double least_votes);

/* Mean radius in px of a ball whose centre is seen here. */
float votes_radius(const struct votes *v, double x, double y);
