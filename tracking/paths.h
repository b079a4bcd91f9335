/* SPDX-License-Identifier: Apache-2.0 */
/* paths.h: the way of one ball through a stroke: pieces of constant acceleration (rest, slide, roll) and the kinks
 * between them, where the velocity jumped. From slide to roll and from roll to rest the velocity does not jump: those
 * joins are no kinks. Times in s. */
#pragma once

#include "ball.h"
#include "vec.h"

#include <stdint.h>

struct sample {
    double t;
    struct vec2 p;
    float sd;
    int64_t frame;
};

enum { PIECES_MAX = 96 };

/* p + v s + a s^2 / 2, s = t - t0. */
struct piece {
    int from, to; /* samples [from, to) */
    double t0;
    double t_from, t_to; /* where it holds */
    bool rest;           /* a = v = 0 */
    struct vec2 p, v, a;
    double sd;      /* of a position on it, where samples lie, mm per axis */
    double l[3][3]; /* how well p, v, a are known: Cholesky factor of their information */
};

/* Where two pieces meet and the velocity jumped. */
struct kink {
    double t, t_sd;
    struct vec2 p;
    struct vec2 v0, v1; /* before and after */
    double v_sd;        /* of a coordinate of v1 - v0 */
    double v1_sd;       /* of a coordinate of v1 */
    double gain;        /* chi^2 that a smooth join would cost more */
    int before;         /* piece before it; the one after is before + 1 */
    bool wake;          /* the ball lay still before */
    bool used;          /* explained */
};

struct way {
    int track;
    ball_id ball;
    struct vec2 rest0, rest1; /* mean before and after */
    double rest0_sd, rest1_sd, rest0_scatter;
    int rest0_n, rest1_n;
    double displaced; /* mm by which it was moved under an arm before all this; 0: it was not */
    bool moved;
    bool gone;     /* was not seen to the end */
    bool faint;    /* hard to see, or under an arm when it was last looked for */
    bool found;    /* in nearly every frame, however hard to see */
    bool taken_up; /* by a hand, most likely */
    bool attended; /* a cue, an arm or a hand was at it shortly before */
    bool into_arm; /* something was over the place where it was last seen */
    int samples_n;
    const struct sample *samples;
    int pieces_n, kinks_n;
    struct piece piece[PIECES_MAX];
    struct kink kink[PIECES_MAX];
};

/* Room for cutting; each array has one place more than samples. */
struct path_scratch {
    double *cost;
    int32_t *from;
    uint8_t *rest;
};

/* Cuts samples into pieces and finds the kinks. frame_s: usual time between frames. Returns pieces there was no room
 * for. */
int path_cut(struct way *path, const struct sample *samples, int n, double frame_s, struct path_scratch *scratch);

struct vec2 piece_at(const struct piece *piece, double t);
struct vec2 piece_velocity(const struct piece *piece, double t);

/* 1 sd of a coordinate of piece_at. */
double piece_sd(const struct piece *piece, double t);

/* From the last place but one where it was seen to the last, mm/s; none when it was seen once. */
struct vec2 path_last_step(const struct way *path);

/* How far it was ever seen from where it lay, mm. */
double path_went(const struct way *path);

/* The piece that holds at t; the first or last one outside. NULL for an empty path. */
const struct piece *path_piece(const struct way *path, double t);

/* wakes.c: the start of a ball that was hit, fitted with the motion of such a ball; p0: where it lay; slide, roll: what
 * it loses meanwhile, mm/s^2. */
void wake_refine(const struct way *way, struct kink *k, struct vec2 p0, double frame_s, double slide, double roll);

/* ---- steps of path_cut, for its files only ---- */

/* pieces.c: the cut of least cost. Returns the number of pieces, fills `dropped`. */
int pieces_cut(const struct sample *s, int n, struct path_scratch *scratch, struct piece *out, int *dropped);
void piece_fit(struct piece *piece, const struct sample *s);

/* kinks.c: the join of pieces a and b. True and filled when the velocity jumped there; `t` is set in any case. */
bool kink_fit(const struct sample *s, const struct piece *a, const struct piece *b, double frame_s, struct kink *out);
