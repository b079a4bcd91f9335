/* SPDX-License-Identifier: Apache-2.0 */
/* extra.c: how are requests answered that take long (pictures out of a film, exports)? A few threads of their own work
 * on them while the connection sleeps, so that nobody else waits. */
#include "web.h"

#include <stdlib.h>
#include <string.h>

struct extra_job {
    struct extra_job *next;
    struct MHD_Connection *connection; /* asleep; NULL: it has gone */
    struct broadcast_request request;
    struct broadcast_reply reply;
    bool done;
};

static void free_job(struct extra_job *job)
{
    free((char *)job->request.path);
    json_decref((json_t *)job->request.query);
    json_decref((json_t *)job->request.body);
    free(job->reply.bytes);
    free(job->reply.name);
    free(job);
}

/* The oldest job, or NULL when the server closes. Lock held. */
static struct extra_job *next_job(struct broadcast *web)
{
    while (!web->extra_first && !web->closing)
        pthread_cond_wait(&web->extra_wanted, &web->lock);
    struct extra_job *job = web->extra_first;
    if (job)
        web->extra_first = job->next;
    return job;
}

static void *work(void *user)
{
    struct broadcast *web = user;
    struct extra_job *job;
    pthread_mutex_lock(&web->lock);
    while ((job = next_job(web))) {
        pthread_mutex_unlock(&web->lock);
        web->options.extra.answer(web->options.extra.user, &job->request, &job->reply);
        pthread_mutex_lock(&web->lock);
        job->done = true;
        web->extra_waiting--;
        MHD_resume_connection(job->connection);
    }
    pthread_mutex_unlock(&web->lock);
    return NULL;
}

bool extra_serves(const struct broadcast *web, const char *url)
{
    const char *path = web->options.extra.path;
    return web->options.extra.answer && path && !strncmp(url, path, strlen(path));
}

struct extra_job *extra_put(struct broadcast *web, struct MHD_Connection *connection, const char *url, json_t *query,
                            json_t *body)
{
    struct extra_job *job = calloc(1, sizeof *job), **last = &web->extra_first;
    char *path = job ? strdup(url + strlen(web->options.extra.path)) : NULL;
    if (!path || web->closing || web->extra_waiting >= EXTRA_WAITING) {
        free(job);
        free(path);
        return NULL;
    }
    job->connection = connection;
    job->request = (struct broadcast_request){path, query, body};
    while (*last)
        last = &(*last)->next;
    *last = job;
    web->extra_waiting++;
    MHD_suspend_connection(connection);
    pthread_cond_signal(&web->extra_wanted);
    return job;
}

struct broadcast_reply *extra_reply(struct extra_job *job)
{
    return &job->reply;
}

void extra_let_go(struct extra_job *job)
{
    free_job(job);
}

int extra_start(struct broadcast *web)
{
    pthread_cond_init(&web->extra_wanted, NULL);
    for (int i = 0; web->options.extra.answer && i < EXTRA_THREADS; i++) {
        if (pthread_create(&web->extra_thread[i], NULL, work, web))
            return -1;
        web->extra_threads++;
    }
    return 0;
}

/* `closing` is set: what waits is still answered, then the threads end. */
void extra_stop(struct broadcast *web)
{
    pthread_mutex_lock(&web->lock);
    pthread_cond_broadcast(&web->extra_wanted);
    pthread_mutex_unlock(&web->lock);
    for (int i = 0; i < web->extra_threads; i++)
        pthread_join(web->extra_thread[i], NULL);
    pthread_cond_destroy(&web->extra_wanted);
}
