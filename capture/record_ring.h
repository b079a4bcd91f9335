/* SPDX-License-Identifier: Apache-2.0 */
/* record_ring.h: the last minutes of packets in memory. Always begins with a whole picture: the oldest go together
 * with all that build on them. Not locked: record.c does that. */
#pragma once

#include "record_file.h"

struct record_ring {
    struct record_packet *packet; /* circular */
    size_t slots, first, count;
    size_t bytes;     /* held */
    size_t max_bytes; /* the two limits */
    ns_t max_time;
    uint64_t pushed; /* packets since open: the number of the next */
};

/* Room for `slots` packets. */
int record_ring_open(struct record_ring *ring, size_t slots, size_t max_bytes, ns_t max_time);
void record_ring_close(struct record_ring *ring);

/* Takes its own reference. */
void record_ring_push(struct record_ring *ring, const struct record_packet *packet);

/* i-th oldest, i < count. */
struct record_packet *record_ring_at(struct record_ring *ring, size_t i);

/* Index of the last whole picture at or before t; count when the ring does not reach back that far. */
size_t record_ring_find(struct record_ring *ring, ns_t t);
