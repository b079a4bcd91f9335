/* SPDX-License-Identifier: Apache-2.0 */
/* pool.c: how is work spread over threads? All take the next number from one counter until none is left. */
#include "pool.h"

#include "err.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS_MAX = 64 };

struct pool {
    int threads;
    pthread_t thread[THREADS_MAX];
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    unsigned round; /* counts calls of sim_pool_run */
    int busy;
    bool stop;
    atomic_int next;
    int n;
    void (*work)(void *user, int i);
    void *user;
};

static void take(struct pool *p)
{
    for (int i; (i = atomic_fetch_add(&p->next, 1)) < p->n;)
        p->work(p->user, i);
}

static void *worker(void *arg)
{
    struct pool *p = arg;
    unsigned seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->stop && p->round == seen)
            pthread_cond_wait(&p->wake, &p->lock);
        if (p->stop)
            break;
        seen = p->round;
        pthread_mutex_unlock(&p->lock);
        take(p);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0)
            pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

int sim_pool_open(struct pool **out, int threads)
{
    *out = NULL;
    if (threads < 1 || threads > THREADS_MAX)
        return ERR_RANGE;
    struct pool *p = calloc(1, sizeof *p);
    if (!p)
        return ERR_MEMORY;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    pthread_cond_init(&p->done, NULL);
    *out = p;
    for (; p->threads < threads - 1; p->threads++)
        if (pthread_create(&p->thread[p->threads], NULL, worker, p))
            break; /* fewer threads do the same work */
    return 0;
}

void sim_pool_close(struct pool **pool)
{
    struct pool *p = *pool;
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    pthread_cond_destroy(&p->wake);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
    free(p);
    *pool = NULL;
}

void sim_pool_run(struct pool *p, int n, void (*work)(void *user, int i), void *user)
{
    pthread_mutex_lock(&p->lock);
    p->work = work;
    p->user = user;
    p->n = n;
    atomic_store(&p->next, 0);
    p->busy = p->threads;
    p->round++;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    take(p);
    pthread_mutex_lock(&p->lock);
    while (p->busy > 0)
        pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
