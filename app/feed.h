/* SPDX-License-Identifier: Apache-2.0 */
/* feed.h: where the referee's lines come from (FORMATS section 4): a camera or film, seen and followed; a file of
 * lines; standard input; or the truth of the simulated match, without a camera. Each kind is a row; the table thread
 * does not know which one it reads.
 *
 * 1. feed_open succeeded: call feed_close.
 * 2. feed_next may wait. Lines are numbered from 1; the same file gives the same numbers.
 * 3. feed_stop may be called from any thread; feed_next then gives ERR_END, as soon as a signal wakes it from a wait.
 */
#pragma once

#include "bed.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct feed_settings {
    const char *game; /* of the simulated match, and the names of its balls */
    const char *edition;
    unsigned long long seed;
    const char *table;       /* kind of table that is looked for */
    const char *calibration; /* file; NULL: the one in the folder, else found in the picture and kept there */
    const char *folder;      /* of the match */
    bool paced;              /* the simulated match takes the time that people take; false: as fast as it can */
    bool threads;            /* frames are captured on a thread of their own; false: one thread does all */
    bool clips;              /* of a live source the strokes are kept as clips in the folder */
};

/* How seeing is doing; zero where the kind of feed does not see. */
struct feed_health {
    double fps;            /* frames looked at, a second */
    double busy;           /* share of one core that seeing and following take */
    unsigned long frames;  /* looked at */
    unsigned long dropped; /* by source, driver or our own ring */
    unsigned long bumped;  /* frames in which the camera had moved and was corrected for */
    unsigned long mended;  /* times the camera was fitted again */
    double noise_mm;       /* of a ball at rest */
    unsigned long clips, no_clips;
    bool away;   /* the source is lost just now */
    bool astray; /* the camera has moved, and the table has not been found again yet */
};

struct frame;

typedef void feed_on_frame(void *user, const struct frame *frame);

struct feed {
    const struct feed_kind *kind;
    void *self;
    size_t number;
    atomic_bool stopped;
    bool repeats;     /* opened again it says the same from the beginning, and it waits for its reader */
    bool takes_stdin; /* standard input is taken: acts come with the lines */
    struct bed bed;   /* that is played on; length 0: nobody knows */
    double fps;       /* of its pictures, 30 where it does not say; 0: it has none */
    void *frame_user;
    _Atomic(feed_on_frame *) on_frame; /* sees every picture first; NULL: nobody does. May be set at any time,
                                          after frame_user; no more frames come after feed_close */
    char why[160];                     /* what was wrong, after an error */
    bool said;                         /* that has been said already */
};

struct feed_kind {
    int (*open)(struct feed *feed, const char *source, const struct feed_settings *settings);
    int (*next)(struct feed *feed, json_t **line); /* 0, ERR_END, or what went wrong */
    void (*close)(struct feed *feed);
    void (*clip)(struct feed *feed, int seq, double from, double to); /* NULL: it has no pictures */
    void (*health)(struct feed *feed, struct feed_health *health);    /* NULL: it does not see */
};

extern const struct feed_kind feed_file, feed_truth, feed_film;

/* 0, or an error with feed->why filled. */
int feed_open(struct feed *feed, const char *source, const struct feed_settings *settings);
int feed_next(struct feed *feed, json_t **line, size_t *number);
void feed_stop(struct feed *feed);
void feed_close(struct feed *feed);

/* From any thread while the feed is open. Entry `seq` happened between these times of the source: keep its pictures. */
void feed_clip(struct feed *feed, int seq, double from, double to);
void feed_health(struct feed *feed, struct feed_health *health);
