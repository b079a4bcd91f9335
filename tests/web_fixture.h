/* SPDX-License-Identifier: Apache-2.0 */
/* web_fixture.h: a server to be tested, on 127.0.0.1 and a free port, and the ways to ask it. For tests only. */
#pragma once

#include "broadcast.h"

#define JSON "Content-Type: application/json\r\n"

extern char answer[1 << 20]; /* the last one */

/* Options with a free port; a server with them; one that has published {"n":1}. */
struct broadcast_options quick(void);
struct broadcast *start(const struct broadcast_options *options);
struct broadcast *start_quick(void);

/* The status; what came is in `answer`. */
int get(struct broadcast *web, const char *path);
int post(struct broadcast *web, const char *path, const char *headers, const char *body);

/* A reader of /api/events. */
int open_stream(struct broadcast *web, double wait_s);

void pause_s(double s);

/* Waits for something that happens in another thread; fails when it does not. */
#define EVENTUALLY(condition)                                                                                          \
    do {                                                                                                               \
        bool happened = false;                                                                                         \
        for (int tries = 0; tries < 6000 && !(happened = (condition)); tries++)                                        \
            pause_s(0.01);                                                                                             \
        if (!happened)                                                                                                 \
            fail_msg("never happened: %s", #condition);                                                                \
    } while (0)
