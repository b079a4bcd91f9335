/* SPDX-License-Identifier: Apache-2.0 */
/* record_file.h: one MP4 file made of packets that are encoded already. Written by a thread of its own (GStreamer's);
 * pushing never waits. */
#pragma once

#include "capture.h"

#include <gst/gst.h>

/* One encoded frame. */
struct record_packet {
    GstBuffer *buffer; /* referenced */
    ns_t t;
    uint64_t seq;
    bool whole; /* decodes without any other */
};

struct record_file;

/* Opens `part` for writing: may wait for the disk. caps: of the packets. */
int record_file_open(struct record_file **f, const char *part, GstCaps *caps, struct capture_fault *fault);

/* The packet stays the caller's. Times in the file count from the first packet. */
void record_file_push(struct record_file *f, const struct record_packet *packet);

/* Bytes that wait for the disk. */
size_t record_file_backlog(struct record_file *f);

/* 0, or what went wrong with the disk so far: ERR_FULL, ERR_IO, ... */
int record_file_error(struct record_file *f, struct capture_fault *fault);

/* No more packets; waits up to `wait` for the disk. 0, ERR_TIMEOUT or the error. */
int record_file_finish(struct record_file *f, ns_t wait, struct capture_fault *fault);
void record_file_close(struct record_file **f);
