/* SPDX-License-Identifier: Apache-2.0 */
/* pump.c: what does the thread that captures do? It takes frames, shows them to the recorder and queues them. */
#include "pump.h"

#include "err.h"
#include "ring.h"
#include "thread_name.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { FRAMES_WAITING = 8 }; /* 0.13 s at 60 frames/s: a longer pause of whoever looks costs frames, not latency */

#define WAKE_UP (NS_PER_S / 5)

struct pump {
    struct capture *capture;
    pump_each *each;
    void *user;
    struct ring *frames;
    pthread_t thread;
    atomic_bool stop;
    int ended; /* why; read after the ring has ended */
};

static int take_one(struct pump *p)
{
    struct frame frame, evicted;
    int err = capture_next(p->capture, &frame, WAKE_UP);
    if (err)
        return err == ERR_TIMEOUT || err == ERR_FULL ? 0 : err;
    if (p->each)
        p->each(p->user, p->capture, &frame);
    int pushed = ring_push(p->frames, &frame, &evicted);
    if (pushed == 1)
        capture_release(p->capture, &evicted);
    if (pushed < 0)
        capture_release(p->capture, &frame);
    return pushed < 0 ? pushed : 0;
}

static void *run(void *user)
{
    struct pump *p = user;
    int err = 0;
    thread_name("wg-capture");
    while (!err && !p->stop)
        err = take_one(p);
    p->ended = err ? err : ERR_END;
    ring_finish(p->frames);
    return NULL;
}

int pump_open(struct pump **pump, struct capture *capture, pump_each *each, void *user)
{
    struct pump *p = *pump = calloc(1, sizeof *p);
    if (!p)
        return ERR_MEMORY;
    p->capture = capture;
    p->each = each;
    p->user = user;
    int err = ring_open(&p->frames, FRAMES_WAITING, sizeof(struct frame),
                        capture_info(capture)->live ? RING_DROP_OLDEST : RING_BLOCK);
    if (!err && pthread_create(&p->thread, NULL, run, p))
        err = ERR_MEMORY;
    if (err) {
        ring_close(&p->frames);
        free(p);
        *pump = NULL;
    }
    return err;
}

int pump_next(struct pump *pump, struct frame *frame, ns_t wait)
{
    int err = ring_pop(pump->frames, frame, wait);
    return err == ERR_END ? pump->ended : err;
}

uint64_t pump_dropped(struct pump *pump)
{
    return ring_dropped(pump->frames);
}

size_t pump_waiting(struct pump *pump)
{
    return ring_used(pump->frames);
}

void pump_close(struct pump **pump)
{
    struct pump *p = *pump;
    struct frame frame;
    if (!p)
        return;
    p->stop = true;
    ring_finish(p->frames);
    pthread_join(p->thread, NULL);
    while (!ring_pop(p->frames, &frame, 0))
        capture_release(p->capture, &frame);
    ring_close(&p->frames);
    free(p);
    *pump = NULL;
}
