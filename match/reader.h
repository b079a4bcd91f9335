/* SPDX-License-Identifier: Apache-2.0 */
/* reader.h: single values out of JSON, with the place of the first thing that is wrong. Used by the scenario files
 * only. A value that is missing or null has its neutral value; one that is wrong fails the whole reading. */
#pragma once

#include "scenario.h"

/* One reading in progress: errors say where they are. */
struct reader {
    struct scenario *s;
    const char *where; /* "OPN-SNK-001" */
    const char *part;  /* "setup" */
    char *error;
    bool failed;
    ball_mask gone; /* potted or off in this stroke: a word for several balls means another one */
    enum side side; /* whose counters are meant where each side has its own: who acts, else the striker */
};

/* Keeps the first reason only. */
void reader_wrong(struct reader *r, const char *key, const char *format, ...)
#if defined __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

const json_t *reader_get(const json_t *object, const char *key);
const char *reader_text(struct reader *r, const json_t *object, const char *key);
double reader_number(struct reader *r, const json_t *object, const char *key, double missing, double low, double high);
int reader_whole(struct reader *r, const json_t *object, const char *key, int missing, int low, int high);
bool reader_yes(struct reader *r, const json_t *object, const char *key);
bool reader_yes_or(struct reader *r, const json_t *object, const char *key, bool missing);
enum tri reader_three(struct reader *r, const json_t *object, const char *key);
player_id reader_player(struct reader *r, const json_t *object, const char *key);
const json_t *reader_array(struct reader *r, const json_t *object, const char *key);
const char *reader_word_at(struct reader *r, const char *key, const json_t *list, size_t i);

/* All balls that a word may mean. */
ball_mask reader_balls(struct reader *r, const char *key, const char *word);
/* One ball for a word that may name a group: the first of those on the table that is not taken yet, nor gone if one is
 * left that is not. */
ball_id reader_pick(struct reader *r, const char *key, const char *word, ball_mask *taken);
/* A list of words as a mask; `distinct`: each word stands for one ball, and no ball comes twice. */
ball_mask reader_ball_list(struct reader *r, const json_t *object, const char *key, bool distinct);

bool reader_point(struct reader *r, const char *key, const json_t *value, struct vec2 *out);
/* {ball: [x, y]}: "red" alone takes the next free red, after those that are named exactly. */
void reader_layout(struct reader *r, const json_t *object, const char *key, struct layout *out);
