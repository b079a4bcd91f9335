/* SPDX-License-Identifier: Apache-2.0 */
/* ring.h: a bounded queue from one writing thread to one reading thread.
 * Live, the oldest item makes room and is counted; in replay the writer waits and nothing is lost.
 *
 * 1. ring_open succeeded: call ring_close once, when neither thread uses the ring any more.
 * 2. ring_finish says that no item will follow: the reader still gets what is inside, then END.
 * 3. An item pushed out is handed back to the writer, who owns it again (a frame must be returned to its pool).
 */
#pragma once

#include "event.h"

#include <stddef.h>
#include <stdint.h>

enum ring_full { RING_DROP_OLDEST = 1, RING_BLOCK };

struct ring;

/* 0, ERR_MEMORY, or ERR_RANGE when slots or item_bytes is 0. */
int ring_open(struct ring **ring, size_t slots, size_t item_bytes, enum ring_full when_full);
void ring_close(struct ring **ring);

/* Copies *item in. Returns 0; 1 when the oldest item was pushed out into *evicted (may be NULL);
 * ERR_CLOSED after ring_finish (the item was not taken). */
int ring_push(struct ring *ring, const void *item, void *evicted);

/* Waits up to `wait` ns (0: not at all, negative: for ever) and copies the oldest item out.
 * Returns 0, ERR_TIMEOUT, or ERR_END when finished and empty. */
int ring_pop(struct ring *ring, void *item, ns_t wait);

void ring_finish(struct ring *ring);

/* Items pushed out since open. */
uint64_t ring_dropped(struct ring *ring);
size_t ring_used(struct ring *ring);
