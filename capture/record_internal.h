/* SPDX-License-Identifier: Apache-2.0 */
/* record_internal.h: the state of a recording, shared by record.c (running it) and record_clip.c (cutting from it). */
#pragma once

#include "record.h"
#include "record_encoder.h"
#include "record_ring.h"

#include <limits.h>
#include <time.h>

enum { SEGMENTS_MAX = 4096 /* of this run, remembered for clips: about three days of minutes */ };

/* A segment while it is written. */
struct record_open_segment {
    struct record_file *file; /* NULL: none */
    unsigned number;
    char part[PATH_MAX];
    time_t start;  /* time of day of its first frame */
    uint64_t *seq; /* of its frames, for NAME.times */
    ns_t *t;
    size_t count, max;
};

/* A finished one. */
struct record_segment {
    unsigned number;
    time_t start;
    ns_t from, to;
};

struct record {
    struct record_options options;
    char *folder, *name, *preset;
    struct record_encoder *encoder;
    GMutex lock; /* guards everything below */
    GCond wake;  /* housekeeping has something to do */
    GThread *housekeeping;
    bool closing, house_kept; /* house_kept: the thread has ended */
    GstCaps *caps;            /* of packets; NULL until the first */
    struct record_ring ring;
    uint64_t saved;                               /* number (record_ring.pushed) up to which packets went to files */
    struct record_open_segment spare, now, ended; /* next one, opened in advance; in use; to be finished */
    unsigned next_number;
    struct record_segment *segment; /* circular, SEGMENTS_MAX */
    size_t segments;                /* all so far; the last SEGMENTS_MAX are remembered */
    struct record_stats stats;
    struct capture_fault fault;
    gint64 stopped_at; /* g_get_monotonic_time */
};

/* Final path of a segment. */
void record_segment_path(const struct record *r, unsigned number, time_t start, char path[PATH_MAX]);
