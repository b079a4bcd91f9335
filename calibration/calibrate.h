/* SPDX-License-Identifier: Apache-2.0 */
/* calibrate.h: the table and the camera from one picture, with nobody's help, or a reason why not.
 *
 * cloth -> its four sides -> a first camera -> candidates for the cushion noses -> the set of four that agrees with
 * the table's proportions -> sub-pixel edges and a full camera -> baulk-line and D: which end is which. */
#pragma once

#include "edges.h"
#include "fit.h"
#include "frame.h"
#include "paints.h"
#include "table.h"

enum orientation { ORIENTATION_ASSUMED, ORIENTATION_SEEN };

struct calibration {
    struct table table;
    struct camera camera;
    double aspect;             /* the table's real width is (1 + aspect) times the nominal one */
    double border;             /* mm from nose to where the cloth ends */
    double lip[SIDES];         /* mm by which the visible edges of the noses lie outwards of them */
    double rms_px, rms_mm;     /* distance of edges from the fitted lines. Consistency, not accuracy */
    double sd_mm;              /* of a ball at the worst place of the bed, on the plane of the centres; 0: not known */
    double side_rms_px[SIDES]; /* the same for each side, top bottom left right */
    double side_share[SIDES];  /* of the samples whose edge lies on the line, 0..1 */
    enum orientation orientation;
    double baulk_x, d_radius; /* as seen, mm; 0: not seen */
    double mark_sign;         /* of the lines: 1 lighter than the cloth, -1 darker, 0 not seen */
    double rolling_s;         /* from the first to the last row of a rolling shutter; as somebody said, else 0 */
    double ball_seen;         /* mm: usual diameter of balls as they look, if the table's size is right; 0: none */
    float cloth[3];           /* usual Y (above black), U, V (about 0) of the cloth */
    unsigned ball_known;      /* bit i: ball[i] was learnt */
    float ball[PAINTS][3];    /* Y, U, V by paint (paints.h) */
    struct edge_candidate nose[SIDES]; /* the look of each nose, for drift */
};

struct calibrate_params {
    struct fit_params fit;
    double border;          /* mm from nose to where the cloth ends, a first guess */
    double border_range[2]; /* the least and the most that may be */
    double border_spread;   /* mm by which it may differ from side to side */
    double shade;           /* 0.5..1, times how dark a cushion may be against the bed; lower: lit from above alone */
    double darkest_y;       /* cloth darker than this (levels above black) is too dark to trust */
    double worst_rms_px;    /* refuse above; at 1280 pixels across, wider pictures in proportion */
    double worst_aspect;    /* refuse when the width is off by more than this share */
    double least_share;     /* refuse when less of a side shows its nose */
    double worst_doubt_px;  /* of noses that are what they seem, at 1280 pixels across; any unless proportions are
                               guessed */
    double worst_tilt;      /* radians off vertical; beyond, refuse */
};

struct calibrate_params calibrate_params_default(void);

enum { CALIBRATE_WHY = 200 };

/* 0, or ERR_NO_TABLE, ERR_MEMORY; `why` (CALIBRATE_WHY bytes) then says in words what was wrong. */
int calibrate_picture(const struct frame *f, const struct table *table, const struct calibrate_params *params,
                      struct calibration *out, char *why);

/* Was it noses that a camera was fitted to, again perhaps, with other evidence? 0, or ERR_NO_TABLE and the reason. */
int calibrate_check(const struct frame *f, const struct calibrate_params *params, const struct calibration *c,
                    char *why);

/* The fallback: four clicked corners where the nose lines would meet, clockwise in the picture, any first. */
int calibrate_points(const struct frame *f, const struct table *table, const struct calibrate_params *params,
                     const struct vec2 corner[4], struct calibration *out, char *why);
