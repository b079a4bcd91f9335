/* SPDX-License-Identifier: Apache-2.0 */
/* answers.h: the questions a referee may ask about a stroke, each answered with a figure, how well it is known, words
 * in three languages, and what to draw.
 *
 * An answer is an object: `question`, `stroke`, `answer` (yes, no, unclear, none, or the name of a ball), `sure` 0..1,
 * `likely` (first only: the ball, where that is not certain), `text` {en, nl, zh}, `balls`, `figures` [{what, when,
 * balls, value, limit, sd, unit}], `t` and `frame` of the moment, `lines` [{from, to, kind}] in mm. Touching and
 * snookered are answered twice, `before` and `after` the stroke, and on top for the moment before it. */
#pragma once

#include "review.h"
#include "wording.h"

#define ANSWER_SURE 0.9 /* below, the answer is "unclear": the same limit at which a ruling is put to people */

/* X(name, word on the command line, what it asks) */
#define ASK_LIST(X)                                                                                                    \
    X(FIRST, "first", "Which ball was hit first?")                                                                     \
    X(TOUCHING, "touching", "Was it touching?")                                                                        \
    X(SNOOKERED, "snookered", "Was it snookered, by which ball, by how much?")                                         \
    X(FULL_BALL, "full-ball", "Could the ball on be hit in a straight line, full ball?")                               \
    X(BEFORE, "before", "Where was each ball before the stroke?")                                                      \
    X(IN_D, "in-d", "Was the cue-ball in the D?")                                                                      \
    X(BAULK, "baulk", "Did the cue-ball cross the baulk-line?")                                                        \
    X(MOVING, "moving", "Was anything moving?")

enum ask {
    ASK_NONE,
#define X(name, word, asks) ASK_##name,
    ASK_LIST(X)
#undef X
        ASK_COUNT
};

const char *ask_word(enum ask ask);
const char *ask_sentence(enum ask ask);
enum ask ask_from_word(const char *word); /* ASK_NONE: there is no such question */

/* New reference; NULL: there is no such stroke. */
json_t *review_answer(const struct review *r, int n, enum ask ask);

/* {"en": [what the ruling hangs on, what it would have been otherwise], …}; null: it hangs on nothing. New. */
json_t *hinge_text(const struct review_look *look);

/* ---- pieces, for the files of answers only ---- */

struct answer {
    const char *word;   /* yes, no, unclear, none, or a ball */
    const char *likely; /* unclear: the best guess; NULL: there is none */
    double sure;
    double t; /* the moment it is about, s of the journal */
    ball_mask balls;
    json_t *text; /* owned, as the two below */
    json_t *figures, *lines;
};

void answer_say(struct answer *a, const struct review_look *look, enum phrase phrase, const struct fill *fill, int n);
void answer_figure(struct answer *a, const struct review_look *look, const char *what, ball_mask balls, double value,
                   double limit, double sd, const char *unit);
void answer_line(struct answer *a, struct vec2 from, struct vec2 to, const char *kind);

/* Balls that should be on the table but were not seen before the stroke: they may lie in the way of anything. */
ball_mask answer_unseen(const struct review_look *look);
/* Says so, and takes the certainty from an answer that they could change: not from one that says that all ways to the
 * balls on are `obstructed`. */
void answer_doubt_unseen(struct answer *a, const struct review_look *look, bool obstructed, ball_mask on);

/* yes for a margin above 0, no below, unclear when it is small against its sd. */
const char *answer_by_margin(double margin, double sd, double *sure);

/* How well things are known, mm, by the sd of balls and what the camera's own fit does not know: the gap between two
 * neighbours; a margin that three balls take part in; a ball against the table. */
double answer_gap_sd(const struct review_look *look, double a, double b, double gap);
double answer_margin_sd(const struct review_look *look, double sd);
double answer_place_sd(const struct review_look *look, double sd, struct vec2 at);

/* A position to be asked about: before the stroke, or after it for the next player. */
struct answer_when {
    enum phrase phrase;
    double t;
    const struct state *state; /* ball on, balls on the table */
    const struct layout *at;
    ball_id cue;
    const float *sd; /* mm, by ball */
};

struct answer answer_touching(const struct review_look *look, const struct answer_when *w);
struct answer answer_snookered(const struct review_look *look, const struct answer_when *w);
struct answer answer_full_ball(const struct review_look *look, const struct answer_when *w);
struct answer answer_in_d(const struct review_look *look, const struct answer_when *w);
