/* SPDX-License-Identifier: Apache-2.0 */
/* newest.c: how does a slow reader get the newest state without keeping anybody waiting? */
#include "newest.h"

#include "err.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct newest {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    char *text; /* not taken yet */
    bool stopped;
};

int newest_open(struct newest **newest)
{
    struct newest *n = *newest = calloc(1, sizeof *n);
    pthread_condattr_t monotonic;
    if (!n)
        return ERR_MEMORY;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&n->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&n->lock, NULL);
    return 0;
}

void newest_close(struct newest **newest)
{
    struct newest *n = *newest;
    if (!n)
        return;
    pthread_cond_destroy(&n->changed);
    pthread_mutex_destroy(&n->lock);
    free(n->text);
    free(n);
    *newest = NULL;
}

int newest_put(struct newest *n, const char *text, size_t size)
{
    char *copy = malloc(size + 1);
    if (!copy)
        return ERR_MEMORY;
    memcpy(copy, text, size);
    copy[size] = 0;
    pthread_mutex_lock(&n->lock);
    free(n->text);
    n->text = copy;
    pthread_mutex_unlock(&n->lock);
    pthread_cond_signal(&n->changed);
    return 0;
}

char *newest_take(struct newest *n, double wait_s)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)wait_s;
    until.tv_nsec += (long)((wait_s - (double)(time_t)wait_s) * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&n->lock);
    while (!n->text && !n->stopped)
        if (pthread_cond_timedwait(&n->changed, &n->lock, &until) == ETIMEDOUT)
            break;
    char *text = n->text;
    n->text = NULL;
    pthread_mutex_unlock(&n->lock);
    return text;
}

void newest_stop(struct newest *n)
{
    pthread_mutex_lock(&n->lock);
    n->stopped = true;
    pthread_mutex_unlock(&n->lock);
    pthread_cond_signal(&n->changed);
}

bool newest_stopped(struct newest *n)
{
    pthread_mutex_lock(&n->lock);
    bool stopped = n->stopped;
    pthread_mutex_unlock(&n->lock);
    return stopped;
}
