/* SPDX-License-Identifier: Apache-2.0 */
/* source.h: what a row in the table of sources must be able to do. Sources know nothing of gaps, recovery or
 * relative time: capture.c does that for all of them.
 *
 * 1. open succeeded: stop, then free when all lent frames are back. It failed: *self stays NULL.
 * 2. open only starts; the first frame may come later. It fills in *info as far as known.
 * 3. After stop the device or connection is let go of, and lent frames are still readable.
 */
#pragma once

#include "capture.h"

enum source_flags {
    SOURCE_DAMAGED = 1, /* not to be shown: planes may be unset, nothing is lent */
    SOURCE_RESTART = 2, /* first after a break inside the source: a jump in time is a gap even in a file */
};

/* A frame and what only capture.c needs to know of it. */
struct source_frame {
    struct frame frame; /* t on the source's own clock; live sources: CLOCK_MONOTONIC. owner: the source's own */
    unsigned flags;
    uint64_t late;    /* pushed out before this one because the reader was slow, since open */
    uint64_t skipped; /* not numbered in frame.seq: could not be decoded because of earlier damage, since open */
};

struct capture_source {
    const char *name;
    bool (*claims)(const char *uri);
    int (*open)(void **self, const char *uri, const struct capture_options *options, struct capture_info *info,
                struct capture_fault *fault);
    /* As capture_next; negative wait is never passed. ERR_GONE or a reason with *fault filled when it broke. */
    int (*next)(void *self, struct source_frame *frame, struct capture_info *info, ns_t wait,
                struct capture_fault *fault);
    void (*release)(void *self, void *owner); /* any thread */
    void (*stop)(void *self);
    void (*free)(void *self);
};

extern const struct capture_source source_camera, source_gst;

/* Fills *fault (may be NULL) and returns err. */
int fault_set(struct capture_fault *fault, int err, const char *advice, const char *why, ...)
#if defined __GNUC__
    __attribute__((format(printf, 4, 5)))
#endif
    ;
