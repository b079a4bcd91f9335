/* SPDX-License-Identifier: Apache-2.0 */
/* capture.h: frames from any SOURCE: video and image files, cameras, network streams, gst: pipelines, demo.
 *
 *     struct capture_options options = capture_defaults();
 *     struct capture *c;
 *     struct capture_fault fault;
 *     int err = capture_open(&c, "match.mp4", &options, &fault);
 *     struct frame f;
 *     while (!err && !(err = capture_next(c, &f, -1))) {
 *         look_at(&f);
 *         capture_release(c, &f);
 *     }
 *     capture_close(&c);              err is ERR_END when all went well
 *
 * 1. capture_open succeeded: call capture_close once. It failed: *c is NULL and there is nothing to do.
 * 2. A frame from capture_next is lent: its planes stay as they are until capture_release, also when the camera is
 *    unplugged meanwhile. At most options.hold frames may be out at once. Give all back before capture_close.
 * 3. capture_next belongs to one thread; capture_keep, capture_release and capture_stats may be called from any.
 * 4. t starts at 0 with the first frame and never goes back; seq never repeats. Both jump where something was lost:
 *    capture_gap then says what. Files keep the container's times (edit lists, variable rates).
 * 5. A live source never waits for the reader: the oldest frame makes room and becomes a gap. A file waits.
 */
#pragma once

#include "frame.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct capture;
struct capture_source;

struct capture_options {
    int width, height; /* px wanted of a camera; 0: the best it has for refereeing. Files ignore it. */
    double fps;        /* frames/s wanted of a camera; 0: the highest that is useful (up to 120) */
    int hold;          /* 1..32 frames the reader may hold at once; more memory, longer stalls survived. Default 8 */
    ns_t stall;    /* > 0: a live source silent for this long is taken as lost. Default 0.9 s: known within a second */
    ns_t patience; /* > 0: waiting for the first frame, and for a file that gives nothing. Default 10 s */
    ns_t back_off_max; /* > 0: longest pause between two tries to take a stream back. Default 15 s */
    bool persist;      /* take a lost camera or stream back; false: capture_next returns ERR_GONE. Default true */
    int latency_ms;    /* 0..10000: what a network stream is held back to even out its arrival. Default 200 */
    int exposure_us;   /* camera: 0 leaves it automatic (bad for moving balls); 1000 keeps 7 m/s within 7 mm. */
    int white_kelvin;  /* camera: 0 keeps what the camera has found and locks it; else 2000..10000 */
    int gain;          /* camera: driver's units, -1 leaves it. Raise when a short exposure is dark. Default -1 */
    const struct capture_source *const *extra; /* rows asked before our own, ended by NULL: how the app adds "demo" */
};

struct capture_options capture_defaults(void);

/* Why something failed, for a person: "the file is empty", and what to do about it ("" if nothing). */
struct capture_fault {
    char why[256];
    char advice[256];
};

enum capture_kind { CAPTURE_NONE, CAPTURE_FILE, CAPTURE_CAMERA, CAPTURE_STREAM, CAPTURE_MADE /* demo */ };

/* What the source said of itself. Known from open on; a stream may change its size when it returns. */
struct capture_info {
    enum capture_kind kind;
    bool live;
    int width, height;
    double fps;      /* nominal; 0: not known or variable */
    int64_t frames;  /* about, from duration and rate; 1 for a picture; -1: not known */
    ns_t duration;   /* -1: not known */
    char format[32]; /* as delivered by camera or decoder: "I420", "NV12", "YUYV", "MJPG" */
    char name[128];  /* of the camera, else the uri without name and password */
    char id[96];     /* camera: what it is recognised by when it returns; else "" */
    enum colour_matrix matrix;
    bool full_range;
    bool copied; /* each frame is converted or copied once (YUYV, MJPG, a driver with too few buffers) */
};

/* Why frames are missing before the frame just delivered. */
enum capture_why {
    CAPTURE_GAP_NONE,
    CAPTURE_GAP_SOURCE,  /* driver or network dropped them */
    CAPTURE_GAP_LATE,    /* the reader was too slow for a live source */
    CAPTURE_GAP_DAMAGED, /* they came damaged and were not shown */
    CAPTURE_GAP_LOST,    /* the source was away: unplugged, stalled, reconnected */
};

struct capture_gap {
    enum capture_why why;
    ns_t from, to;   /* last frame before, first frame after */
    uint64_t frames; /* missing, estimated from the rate when the source does not number them; 0: not known */
};

struct capture_stats {
    uint64_t delivered;
    uint64_t dropped;   /* by driver or network */
    uint64_t late;      /* pushed out because the reader was slow */
    uint64_t damaged;   /* flagged as damaged, not delivered */
    uint64_t repeated;  /* older than a frame already delivered, not delivered again */
    uint64_t gaps;      /* each of the above and each loss of the source, as seen by the reader */
    uint64_t lost;      /* times a live source went away */
    uint64_t recovered; /* times it was taken back */
    ns_t cut_short;     /* a file that ended this long before the length it states: damaged or cut off */
};

/* 0, or ERR_NOT_FOUND, ERR_DENIED, ERR_BUSY, ERR_FORMAT, ERR_UNSUPPORTED, ERR_TIMEOUT, ... with *fault filled
 * (fault may be NULL). Returns when the first frame has arrived. */
int capture_open(struct capture **c, const char *uri, const struct capture_options *options,
                 struct capture_fault *fault);

/* Waits up to `wait` ns (0: not at all; negative: until there is a frame or the source has ended).
 * 0, ERR_TIMEOUT, ERR_END, ERR_FULL (options.hold frames are out), ERR_GONE (live and !persist),
 * or what broke a file: ERR_FORMAT, ERR_IO (capture_last_fault tells more). */
int capture_next(struct capture *c, struct frame *frame, ns_t wait);

/* One more release is due for this frame, which several readers share. */
void capture_keep(struct capture *c, const struct frame *frame);
void capture_release(struct capture *c, struct frame *frame);
void capture_close(struct capture **c);

const struct capture_info *capture_info(const struct capture *c);
struct capture_stats capture_stats(const struct capture *c);

/* What is missing before the frame that capture_next gave last; why is NONE when nothing is. */
struct capture_gap capture_gap(const struct capture *c);

/* The last thing that went wrong; "" at first. */
const struct capture_fault *capture_last_fault(const struct capture *c);

/* Is a live source away just now? */
bool capture_away(const struct capture *c);

/* rtsp://name:password@host/… as rtsp://host/…: logs and screens are read by many. */
void capture_public_uri(const char *uri, char *text, size_t bytes);

const char *capture_kind_name(enum capture_kind kind); /* "camera" */
const char *capture_gap_name(enum capture_why why);    /* "late" */
