/* SPDX-License-Identifier: Apache-2.0 */
/* clips.h: the strokes of a live match, kept as evidence: FOLDER/clips/N.mp4 shows entry N. The picture is recorded at
 * up to 30 frames/s as it comes (capture/record.h); a clip is cut out of the recording once its stroke was ruled.
 *
 * 1. clips_open succeeded: call clips_close, before capture_close and after the last clips_frame.
 * 2. clips_frame belongs to the thread that captures, clips_want to any; neither waits for encoder or disk.
 * 3. What does not fit within keep_bytes goes, oldest first; what cannot be written is counted, and said once.
 */
#pragma once

#include "capture.h"

struct clips;

struct clips_settings {
    const char *folder;  /* of the match */
    uint64_t keep_bytes; /* of clips. Default 4 GB: about two thousand strokes at 1080p */
};

struct clips_settings clips_defaults(const char *folder);

/* 0, ERR_MEMORY, or what the disk says. */
int clips_open(struct clips **clips, const struct clips_settings *settings);
void clips_close(struct clips **clips);

void clips_frame(struct clips *clips, struct capture *capture, const struct frame *frame);

/* Entry `seq` happened between these times of the source. `clips` may be NULL. */
void clips_want(struct clips *clips, int seq, ns_t from, ns_t to);

struct clips_stats {
    unsigned long cut, failed, deleted;
};
struct clips_stats clips_stats(struct clips *clips);
