/* SPDX-License-Identifier: Apache-2.0 */
/* cutter.h: the strokes of a live match, kept as evidence: FOLDER/clips/N.mp4 shows entry N. The picture is recorded at
 * up to 30 frames/s as it comes (capture/record.h); a clip is cut out of the recording once its stroke was ruled.
 *
 * 1. cutter_open succeeded: call cutter_close, before capture_close and after the last cutter_frame.
 * 2. cutter_frame belongs to the thread that captures, cutter_want to any; neither waits for encoder or disk.
 * 3. What does not fit within keep_bytes goes, oldest first; what cannot be written is counted, and said once.
 */
#pragma once

#include "capture.h"

struct cutter;

struct cutter_settings {
    const char *folder;  /* of the match */
    uint64_t keep_bytes; /* of clips. Default 4 GB: about two thousand strokes at 1080p */
};

struct cutter_settings cutter_defaults(const char *folder);

/* 0, ERR_MEMORY, or what the disk says. */
int cutter_open(struct cutter **clips, const struct cutter_settings *settings);
void cutter_close(struct cutter **clips);

void cutter_frame(struct cutter *clips, struct capture *capture, const struct frame *frame);

/* Entry `seq` happened between these times of the source. `clips` may be NULL. */
void cutter_want(struct cutter *clips, int seq, ns_t from, ns_t to);

struct cutter_stats {
    unsigned long cut, failed, deleted;
};
struct cutter_stats cutter_stats(struct cutter *clips);
