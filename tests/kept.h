/* SPDX-License-Identifier: Apache-2.0 */
/* kept.h: a match of snooker between Ann and Bo, kept in a folder of its own, for tests: what goes in is one call, and
 * what was told last can be looked at. */
#pragma once

#include "keeper.h"

struct kept {
    char folder[64], journal[96];
    struct keeper_settings settings;
    struct keeper *keeper;
    size_t line;
    int told;
    json_t *said; /* the last ruling told */
    enum verdict verdict;
    char refused[SCENARIO_ERROR_BYTES];
    int noticed; /* times something was mentioned without a ruling */
    char what[80];
};

extern char kept_error[SCENARIO_ERROR_BYTES];

/* Strokes as lines of a source. */
extern const char *const kept_red, *const kept_missed, *const kept_in_off, *const kept_pot_of_blue;

/* Set-up and teardown of a test: *state is a struct kept. */
int kept_start(void **state);
int kept_start_shootout(void **state);      /* the same of the Shoot Out */
int kept_start_straight_pool(void **state); /* and of 14.1 */
int kept_start_english_pool(void **state);  /* and of CSPL's eight-ball */
int kept_stop(void **state);

/* Takes the folder up again after keeper_close. */
void kept_open(struct kept *k);

int kept_feed(struct kept *k, const char *text);
int kept_enter(struct kept *k, const char *words);

/* Frames of a table at rest from t to t + seconds, five a second. */
void kept_rest(struct kept *k, double t, double seconds, const char *balls);

const struct state *kept_now(const struct kept *k);
