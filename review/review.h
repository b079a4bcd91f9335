/* SPDX-License-Identifier: Apache-2.0 */
/* review.h: one match, opened to be looked at again: its strokes, the rulings that stand, and what they rest on.
 *
 *   struct review *r;
 *   review_open(&r, "DIR", error);
 *   for (int n = 1; n <= review_strokes(r); n++)
 *       json_t *detail = review_detail(r, n);
 *   review_close(&r);
 *
 * A folder has journal.jsonl; and, where a recording was refereed, review.json (which film), rows.bin (every ball in
 * every frame) and track.jsonl (positions with their errors). Without these a review has drawings but no pictures.
 *
 * 1. review_open succeeded: call review_close. Nothing on the disk is changed.
 * 2. One thread at a time, but for pictures.
 * 3. Strokes are numbered from 1 in the order of the journal, whatever frame they belong to.
 */
#pragma once

#include "calibrate.h"
#include "calls.h"
#include "match.h"
#include "pictures.h"
#include "rows.h"

#define REVIEW_BALL_OFF 0.06 /* balls that look so much larger or smaller: the table is probably of another size */

struct review_stroke {
    int seq;       /* of its entry */
    double t0, t1; /* s, as the journal tells; strike to rest */
    bool undone;   /* taken back by somebody */
    bool asked;    /* the ruling was too doubtful to be called: people were asked */
};

struct review {
    char *folder;
    json_t *info; /* review.json; NULL: there is none */
    struct match *match;
    int strokes;
    struct review_stroke *stroke; /* stroke[n - 1] */
    bool calibrated;
    struct calibration calibration;
    struct rows rows;          /* count 0: there are none */
    struct pictures *pictures; /* NULL: there are none; `no_pictures` says why */
    struct pictures *scrub;    /* a copy that is quick to jump in, for looking; NULL: the pictures are */
    char no_pictures[160];
    json_t *positions; /* lines of the recording, with sd */
    json_t *followed;  /* `stroke` lines of the recording */
    double offset;     /* s: time of the journal when the film begins */
};

int review_open(struct review **r, const char *folder, char error[SCENARIO_ERROR_BYTES]);
void review_close(struct review **r);

/* The journal anew, after somebody entered something. 0, or an error with the reason. */
int review_reread(struct review *r, char error[SCENARIO_ERROR_BYTES]);

/* Everything about a stroke that answers and drawings need. */
struct review_look {
    int n;
    const struct review_stroke *stroke;
    const json_t *entry, *ruling;
    struct scenario then; /* before it, with stroke and events */
    const struct ball_set *set;
    ball_id cue;                            /* the ball that was played with */
    float sd[BALL_IDS], after_sd[BALL_IDS]; /* mm, of a coordinate before and after the stroke */
    float noise_sd;                         /* mm, of one frame against the next */
    double camera_sd; /* mm, of a ball in the corners, by what the fit of the camera does not know */
    struct layout before, after;
    struct state next; /* for the next stroke: ball on, who plays */
};

/* 0, or ERR_RANGE: there is no such stroke. */
int review_look(const struct review *r, int n, struct review_look *look);

/* Fills in how well the places are known (accuracy.c). */
void review_read_sd(const struct review *r, struct review_look *look);

/* Where each ball was when it was last known: at the end of the last stroke, or of this one. */
struct layout review_last_known(const struct review *r, const struct review_look *look);

/* How sure following was of the first ball hit in the stroke that began at t0; negative: it does not tell. */
double review_first_p(const struct review *r, double t0);

/* Frame number at a time of the journal; -1 without rows. */
int64_t review_frame(const struct review *r, double t);

/* ---- what the page gets; new references ---- */
json_t *review_list(const struct review *r);          /* the film, the table, all strokes with their calls */
json_t *review_detail(const struct review *r, int n); /* NULL: there is no such stroke */
json_t *review_tracks(const struct review *r, double from, double to); /* {"ball": [[frame, x, y], …]} */

/* ---- clause.c ---- */
/* {"clause", "book", "section", "number", "title"}: the full reference of "SNK 3.11(b)(iv)". New reference. */
json_t *clause_reference(const struct game *game, const char *clause);
