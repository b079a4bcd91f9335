/* SPDX-License-Identifier: Apache-2.0 */
/* review_truth.h: the truth file of a rendered film, stroke by stroke: of others' renderer (one stroke, balls named
 * "red_05" and "white") and of our own (`strokes`). */
#pragma once

#include "review.h"

struct true_ball {
    const char *name; /* in the file */
    enum ball_kind kind;
    bool alike; /* there are more that look the same: a name is only a number */
    ball_id id; /* what the review calls it: by name, of those that look alike by place */
    bool at_start, at_rest;
    struct vec2 start, rest;
};

struct truth {
    json_t *file;
    int strokes, n;
    double fps, mm_per_px;
    struct true_ball ball[BALL_IDS];
};

struct truth_stroke {
    const json_t *json; /* has start, rest, result */
    const json_t *ruling, *on;
    const char *struck, *first; /* "" nothing was hit */
    bool nominated;             /* one of several was on because the player said so */
    double strike_s, rest_s, first_contact_s, second_contact_s;
};

int truth_open(struct truth *t, const char *path);
void truth_close(struct truth *t);

void truth_stroke(const struct truth *t, int n, struct truth_stroke *s); /* n from 0 */

/* The balls of the stroke, and what the review calls each of them. */
void truth_name_balls(struct truth *t, const struct truth_stroke *s, const struct review_look *look);
const struct true_ball *truth_ball(const struct truth *t, const char *name); /* NULL none */
struct layout truth_layout(const struct truth *t, bool rest);
bool truth_is_on(const struct truth_stroke *s, const struct true_ball *b);

/* How far along the table the struck ball went, frame by frame; between two of them it may have gone on by a step. */
struct true_reach {
    double from, low, high, low_step, high_step, most_step;
};

/* False: the file does not tell. */
bool truth_reach(const struct truth *t, const struct truth_stroke *s, struct true_reach *reach);

/* Up to its first contact the struck ball passed another one by less than half of what it goes from frame to frame. */
bool truth_passes_near(const struct truth *t, const struct truth_stroke *s, double ball_d);

/* Another ball was in motion at the strike. */
bool truth_moving(const struct truth *t, const struct truth_stroke *s);
