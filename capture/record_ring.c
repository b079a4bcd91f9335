/* SPDX-License-Identifier: Apache-2.0 */
#include "record_ring.h"

#include "err.h"

#include <stdlib.h>

int record_ring_open(struct record_ring *ring, size_t slots, size_t max_bytes, ns_t max_time)
{
    *ring = (struct record_ring){.slots = slots, .max_bytes = max_bytes, .max_time = max_time};
    ring->packet = calloc(slots, sizeof *ring->packet);
    return ring->packet ? 0 : ERR_MEMORY;
}

static void drop_oldest(struct record_ring *ring)
{
    struct record_packet *p = record_ring_at(ring, 0);
    ring->bytes -= gst_buffer_get_size(p->buffer);
    gst_buffer_unref(p->buffer);
    *p = (struct record_packet){0};
    ring->first = (ring->first + 1) % ring->slots;
    ring->count--;
}

void record_ring_close(struct record_ring *ring)
{
    while (ring->count)
        drop_oldest(ring);
    free(ring->packet);
    *ring = (struct record_ring){0};
}

/* Until the next whole picture is the oldest. */
static void drop_oldest_group(struct record_ring *ring)
{
    do
        drop_oldest(ring);
    while (ring->count && !record_ring_at(ring, 0)->whole);
}

void record_ring_push(struct record_ring *ring, const struct record_packet *packet)
{
    size_t bytes = gst_buffer_get_size(packet->buffer);
    ring->pushed++;
    while (ring->count && (ring->count == ring->slots || ring->bytes + bytes > ring->max_bytes ||
                           packet->t - record_ring_at(ring, 0)->t > ring->max_time))
        drop_oldest_group(ring);
    if (!ring->count && !packet->whole)
        return; /* nothing to build on */
    struct record_packet *p = record_ring_at(ring, ring->count++);
    *p = *packet;
    gst_buffer_ref(p->buffer);
    ring->bytes += bytes;
}

struct record_packet *record_ring_at(struct record_ring *ring, size_t i)
{
    return &ring->packet[(ring->first + i) % ring->slots];
}

size_t record_ring_find(struct record_ring *ring, ns_t t)
{
    size_t found = ring->count;
    for (size_t i = 0; i < ring->count && record_ring_at(ring, i)->t <= t; i++)
        if (record_ring_at(ring, i)->whole)
            found = i;
    return found;
}
