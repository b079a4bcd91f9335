/* SPDX-License-Identifier: Apache-2.0 */
/* burn.h: the camera's picture with the overlay burnt into it, encoded and sent: rtmp://…, rtmps://…, srt://…, or a
 * file. Whoever has the frames is never kept waiting: a frame that the encoder or the network is too slow for is
 * dropped and counted; a connection that is lost is looked for again, and the match goes on meanwhile.
 *
 *     camera frame -> copy -> overlay drawn from the public state -> H.264 (and silence as AAC) -> where it is wanted
 *
 * 1. burn_open succeeded: call burn_close. It takes a few seconds at most, whatever the other side does.
 * 2. burn_frame belongs to one thread, burn_state to one, which may be another. Both do nothing for NULL.
 * 3. A file is FILE.part while it is written and readable to its last second; it gets its name at the end. What is
 *    there already is never written over: the next free name FILE-2 is taken. */
#pragma once

#include "frame.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct burn;

struct burn_options {
    const char *target; /* address, or file: .mkv, .mp4, .ts, .flv */
    const char *look;   /* as behind /overlay?; NULL: as by default. See burn_look.h */
    int height;         /* px of the picture that is sent; 0: the camera's. Default 0 */
    double fps;         /* nominal rate of the frames. Default 30 */
    int kbit_s;         /* 200..50000. Default 4500: what services take for 1080p30 */
    bool wait;         /* frames come from a film, for which nobody waits: none is dropped. Files only. Default false */
    double stall_s;    /* nothing went out for so long: a connection is made anew. Default 15 */
    double back_off_s; /* longest pause between two tries. Default 15 */
};

struct burn_options burn_defaults(void);

enum { BURN_WHY = 200 };

/* 0; or ERR_RANGE, ERR_UNSUPPORTED, ERR_DENIED, … with the reason in `why`. Options are copied. Whether the other side
 * answers is not waited for. */
int burn_open(struct burn **burn, const struct burn_options *options, char why[BURN_WHY]);
void burn_close(struct burn **burn);

/* Copied; the first one says the size, others of another size begin a new connection. */
void burn_frame(struct burn *burn, const struct frame *frame);

/* The public state as view_text makes it; copied. */
void burn_state(struct burn *burn, const char *text, size_t size);

struct burn_stats {
    uint64_t frames;    /* handed to the encoder */
    uint64_t dropped;   /* there was no room, or no connection */
    uint64_t sent;      /* packets that went out */
    uint64_t connected; /* times that something began to go out */
    uint64_t failures;  /* times that a connection was lost or could not be made */
    bool going_out;     /* now */
    bool given_up;      /* a file that cannot be written any more */
    char file[256];     /* the file that is written; "" for an address */
};
struct burn_stats burn_stats(struct burn *burn);
