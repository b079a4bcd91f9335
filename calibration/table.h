/* SPDX-License-Identifier: Apache-2.0 */
/* table.h: every kind of table as a row, and the full shape that follows from it: bed, cushion noses, pocket jaws and
 * falls, lines and spots. In mm, table frame (vec.h). */
#pragma once

#include "ball.h"
#include "bed.h"
#include "event.h"

#include <stddef.h>
#include <stdio.h>

enum table_style {
    TABLE_STYLE_NONE,
    TABLE_SNOOKER /* rounded jaws, D */,
    TABLE_POOL /* straight angled jaws */,
    TABLE_ENGLISH_POOL /* rounded jaws, small balls, baulk line without a D */
};

/* One end of a cushion at a pocket: the nose line bends away along an arc, then runs straight to the pocket's back.
 * A rounded jaw is mostly arc, an American one mostly straight. */
struct jaw {
    struct vec2 start;  /* where the straight nose ends and the arc begins, tangent to it */
    struct vec2 centre; /* of the arc */
    double radius;
    struct vec2 end;  /* where the arc ends and the straight facing begins */
    struct vec2 back; /* where the facing ends, at the back of the pocket */
};

struct pocket_shape {
    struct vec2 fall; /* centre of the circle cut into the slate: a ball whose centre passes its edge falls */
    double fall_radius;
    double mouth;      /* between the points where each nose line, made longer, would meet its facing made longer */
    struct jaw jaw[2]; /* left and right, looking into the pocket from the table */
};

/* A straight piece of cushion nose between two pockets; the playing area is on its left. */
struct nose {
    enum cushion cushion;
    struct vec2 from, to;
};

enum { TABLE_NOSES = 6 };

struct table {
    const char *kind;   /* "snooker-12ft", or "custom" */
    const char *title;  /* for people */
    const char *source; /* where the figures come from */
    enum table_style style;
    enum ball_set_id balls; /* usual set */
    struct bed bed;
    double nose_height;                       /* of the cushion nose above the cloth */
    struct pocket_shape pocket[POCKET_COUNT]; /* [POCKET_NONE] unused */
    struct nose nose[TABLE_NOSES];            /* once round the table, against the clock seen from above */
};

/* Number of kinds and the i-th of them, in the order of `whiteglove tables`. */
size_t table_kinds(void);
const char *table_kind_name(size_t i);

/* 0, or ERR_NOT_FOUND. */
int table_make(struct table *table, const char *kind);

/* Any other size: the nearest kind, its lines and spots scaled with the bed, its pockets and noses with the ball.
 * 0, or ERR_RANGE when no such table can be built (length <= width, pockets that do not fit between cushions, ...). */
int table_make_custom(struct table *table, double length, double width, double ball_d);

/* Draws the table with lines, spots, pockets and measures as a standalone SVG. Errors show in ferror(out). */
void table_draw_svg(const struct table *table, FILE *out);
