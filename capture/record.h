/* SPDX-License-Identifier: Apache-2.0 */
/* record.h: keeps what was seen: H.264 in segments on disk, the last minutes also in memory, clips cut from either
 * without encoding again.
 *
 *     frames -> encoder -> ring in memory -> segment being written -> folder, kept within size and age
 *
 * 1. record_open succeeded: call record_close once, before capture_close; it finishes the segment that is open.
 * 2. record_push never waits, neither for the encoder nor for the disk. A frame it cannot take is counted.
 * 3. A disk that is full, slow or broken stops the recording, never the caller: record_stats says so, and the log.
 *    Frames still go to the ring, so that clips of the last strokes can be had. Recording goes on by itself when the
 *    disk has room again.
 * 4. A segment has its final name only when it is whole. What a crash left behind is kept under a final name at the
 *    next record_open: segments are fragmented MP4, readable up to the last second written.
 * 5. Beside NAME.mp4 stands NAME.times: for each frame its number and time in ns. The MP4 itself keeps microseconds.
 */
#pragma once

#include "capture.h"

struct record;

struct record_options {
    const char *folder;     /* must exist */
    const char *name;       /* segments are NAME-<UTC time>-<number>.mp4. Default "table" */
    int quality;            /* 10..40, x264's constant rate factor: lower is better and larger. Default 21 */
    const char *preset;     /* x264's: "ultrafast" costs least. Default "superfast" */
    ns_t whole_every;       /* distance of whole pictures, where clips can begin. Default 1 s */
    ns_t segment;           /* length of a segment. Default 60 s */
    ns_t ring;              /* kept in memory for clips. Default 120 s */
    size_t ring_bytes;      /* but never more than this. Default 192 MB */
    uint64_t keep_bytes;    /* delete the oldest segments above this; 0: no limit. Default 100 GB */
    ns_t keep_age;          /* delete segments older than this; 0: no limit. Default 14 days */
    uint64_t reserve_bytes; /* stop when less is free on the disk. Default 2 GB */
    size_t backlog_bytes;   /* stop when this much waits for the disk. Default 24 MB, about 20 s of 1080p60 */
    int backlog_frames;     /* 1..16 frames that may wait for the encoder; more are dropped. Default 4 */
    bool wait;              /* record_push waits for the encoder instead of dropping: for files only. Default false */
    ns_t retry;             /* pause before a stopped recording is tried again. Default 30 s */
};

struct record_options record_defaults(void);

enum record_state { RECORD_NONE, RECORD_STARTING, RECORD_RUNNING, RECORD_FULL, RECORD_SLOW, RECORD_BROKEN };

struct record_stats {
    enum record_state state;
    uint64_t frames;   /* encoded */
    uint64_t dropped;  /* not encoded: the encoder was too slow */
    uint64_t unsaved;  /* encoded but not written to disk: recording was stopped */
    uint64_t segments; /* finished */
    uint64_t bytes;    /* in finished segments */
    uint64_t deleted;  /* segments, by size or age */
    uint64_t kept;     /* segments that should have been deleted but could not be */
    uint64_t stops;    /* times the recording was stopped by the disk */
};

/* Frames of this size, format and colours will come. 0 or ERR_* with *fault filled (may be NULL). */
int record_open(struct record **r, const struct record_options *options, const struct frame *like,
                const struct capture_info *info, struct capture_fault *fault);

/* Takes its own hold on the frame (capture_keep) until it is encoded. 0; ERR_FULL: dropped and counted;
 * ERR_FORMAT: not of the size and format given at open. */
int record_push(struct record *r, struct capture *c, const struct frame *frame);

struct record_stats record_stats(struct record *r);

struct record_clip {
    ns_t from, to; /* first and last frame in it: begins with a whole picture at or before what was asked */
    int frames;
};

/* Cuts [from, to] (capture time) into a new MP4 at path. From the ring if it reaches back far enough, else from the
 * segments of this recording. Begins later when the recording does. ERR_RANGE: nothing of it is there any
 * more or yet. May take as long as the disk does:
 * not for the thread that captures. Safe from any thread. */
int record_clip(struct record *r, ns_t from, ns_t to, const char *path, struct record_clip *clip);

/* Waits for encoder and disk up to a few seconds. The final counts go to *last unless it is NULL. */
void record_close(struct record **r, struct record_stats *last);

const char *record_state_name(enum record_state state); /* "running", "stopped: disk full" */
