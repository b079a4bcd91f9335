/* SPDX-License-Identifier: Apache-2.0 */
/* web_open.h: the pages, as a command is asked to serve them. */
#pragma once

#include "broadcast.h"
#include "keeper.h"

struct burn;

struct web_settings {
    int port; /* 0: any that is free; negative: no pages */
    bool lan; /* for the whole network; needs a PIN */
    const char *pin;
    const char *texts;            /* folder for a text file of every field; NULL: none */
    struct burn *burn;            /* gets the state for its overlay; NULL: none */
    struct broadcast_extra extra; /* addresses that the caller answers itself; zero: none */
};

/* An exit code: EXIT_DONE, or wrong usage that has been said. */
int web_check(const struct web_settings *settings);

/* An exit code. Says where the pages are. */
int web_open(struct broadcast **web, const struct web_settings *settings);

/* The same, with addresses that the caller answers itself. `page` is the one that people are sent to; NULL: the list.
 */
int web_open_with(struct broadcast **web, const struct web_settings *settings, const struct broadcast_extra *extra,
                  const char *page);

/* Begins another match in the place of the one that is kept, as `posted`; what it returns is the answer. */
typedef int web_new_match(void *user, const json_t *posted, char text[SCENARIO_ERROR_BYTES]);

/* The match has moved on since the act's `after`; `text` says so. */
bool web_is_late(const json_t *posted, const struct match *match, char text[SCENARIO_ERROR_BYTES]);
bool web_is_new_match(const json_t *posted);

/* Enters what somebody posted, at time t of the source. 0; ERR_BUSY when the match has moved on since the act's
 * `after`; else why it was refused. `text` is for the person. */
int web_enter(struct keeper *keeper, const json_t *posted, double t, char text[SCENARIO_ERROR_BYTES]);
