/* SPDX-License-Identifier: Apache-2.0 */
/* record_disk.h: the folder of segments: names, room, and what must go. Knows nothing of pictures. */
#pragma once

#include "capture.h"

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* FOLDER/NAME-20261116T025753Z-000012.mp4: sorted by name they are sorted by time. */
void record_disk_name(char *path, size_t bytes, const char *folder, const char *name, time_t start, unsigned number);

/* Bytes free for us on the folder's disk; UINT64_MAX when it cannot be told. */
uint64_t record_disk_free(const char *folder);

struct record_disk_rules {
    const char *folder, *name;
    uint64_t keep_bytes; /* 0: no limit */
    ns_t keep_age;       /* 0: no limit */
};

struct record_disk_result {
    uint64_t deleted, failed; /* segments */
    uint64_t bytes;           /* left */
};

/* Deletes the oldest segments of this name until the rest is within the rules. Files of any other name are left
 * alone. `now`: time of day. */
struct record_disk_result record_disk_tidy(const struct record_disk_rules *rules, time_t now);

/* Gives parts that a crash left behind a final name, empty ones are deleted. Returns how many were kept. */
int record_disk_recover(const char *folder, const char *name);
