/* SPDX-License-Identifier: Apache-2.0 */
#include "ring.h"

#include "err.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct ring {
    pthread_mutex_t lock;
    pthread_cond_t readable, writable;
    size_t slots, item_bytes;
    size_t oldest, used;
    uint64_t dropped;
    enum ring_full when_full;
    bool finished;
    unsigned char items[];
};

/* Waits are measured on the monotonic clock: setting the time of day must not wake or stall a thread. */
static int cond_open(pthread_cond_t *cond)
{
    pthread_condattr_t attr;
    if (pthread_condattr_init(&attr))
        return ERR_MEMORY;
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    int failed = pthread_cond_init(cond, &attr);
    pthread_condattr_destroy(&attr);
    return failed ? ERR_MEMORY : 0;
}

int ring_open(struct ring **ring, size_t slots, size_t item_bytes, enum ring_full when_full)
{
    *ring = NULL;
    if (!slots || !item_bytes || slots > (SIZE_MAX - sizeof(struct ring)) / item_bytes)
        return ERR_RANGE;
    struct ring *r = calloc(1, sizeof *r + slots * item_bytes);
    if (!r)
        return ERR_MEMORY;
    r->slots = slots;
    r->item_bytes = item_bytes;
    r->when_full = when_full;
    pthread_mutex_init(&r->lock, NULL);
    if (cond_open(&r->readable) || cond_open(&r->writable)) {
        free(r);
        return ERR_MEMORY;
    }
    *ring = r;
    return 0;
}

void ring_close(struct ring **ring)
{
    if (!*ring)
        return;
    pthread_cond_destroy(&(*ring)->readable);
    pthread_cond_destroy(&(*ring)->writable);
    pthread_mutex_destroy(&(*ring)->lock);
    free(*ring);
    *ring = NULL;
}

static void *slot(struct ring *r, size_t i)
{
    return r->items + (r->oldest + i) % r->slots * r->item_bytes;
}

static void take_oldest(struct ring *r, void *item)
{
    if (item)
        memcpy(item, slot(r, 0), r->item_bytes);
    r->oldest = (r->oldest + 1) % r->slots;
    r->used--;
}

int ring_push(struct ring *ring, const void *item, void *evicted)
{
    int result = 0;
    pthread_mutex_lock(&ring->lock);
    while (ring->used == ring->slots && ring->when_full == RING_BLOCK && !ring->finished)
        pthread_cond_wait(&ring->writable, &ring->lock);
    if (ring->finished) {
        result = ERR_CLOSED;
    } else {
        if (ring->used == ring->slots) {
            take_oldest(ring, evicted);
            ring->dropped++;
            result = 1;
        }
        memcpy(slot(ring, ring->used++), item, ring->item_bytes);
        pthread_cond_signal(&ring->readable);
    }
    pthread_mutex_unlock(&ring->lock);
    return result;
}

static struct timespec deadline_after(ns_t wait)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    ns_t ns = t.tv_nsec + wait % NS_PER_S;
    t.tv_sec += wait / NS_PER_S + ns / NS_PER_S;
    t.tv_nsec = ns % NS_PER_S;
    return t;
}

int ring_pop(struct ring *ring, void *item, ns_t wait)
{
    struct timespec deadline = deadline_after(wait > 0 ? wait : 0);
    int timed_out = wait == 0;
    pthread_mutex_lock(&ring->lock);
    while (!ring->used && !ring->finished && !timed_out)
        timed_out = wait < 0 ? (pthread_cond_wait(&ring->readable, &ring->lock), 0)
                             : pthread_cond_timedwait(&ring->readable, &ring->lock, &deadline) == ETIMEDOUT;
    int result = 0;
    if (ring->used) {
        take_oldest(ring, item);
        pthread_cond_signal(&ring->writable);
    } else {
        result = ring->finished ? ERR_END : ERR_TIMEOUT;
    }
    pthread_mutex_unlock(&ring->lock);
    return result;
}

void ring_finish(struct ring *ring)
{
    pthread_mutex_lock(&ring->lock);
    ring->finished = true;
    pthread_cond_broadcast(&ring->readable);
    pthread_cond_broadcast(&ring->writable);
    pthread_mutex_unlock(&ring->lock);
}

uint64_t ring_dropped(struct ring *ring)
{
    pthread_mutex_lock(&ring->lock);
    uint64_t n = ring->dropped;
    pthread_mutex_unlock(&ring->lock);
    return n;
}

size_t ring_used(struct ring *ring)
{
    pthread_mutex_lock(&ring->lock);
    size_t n = ring->used;
    pthread_mutex_unlock(&ring->lock);
    return n;
}
