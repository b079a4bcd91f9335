/* SPDX-License-Identifier: Apache-2.0 */
/* extra.c: how are requests answered that take long (pictures out of a film, exports)? A few threads of their own work
 * on them while the connection sleeps, so that nobody else waits. */
#include "web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct extra_job {
    struct extra_job *next;
    struct MHD_Connection *connection; /* asleep; NULL: it has gone */
    struct broadcast_request request;
    struct broadcast_reply reply;
    bool done;
};

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

/* Takes over query and body. NULL: too many wait, nothing was taken. Lock held. */
static struct extra_job *put(struct broadcast *web, struct MHD_Connection *connection, const char *url, json_t *query,
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

static enum MHD_Result add_query(void *user, enum MHD_ValueKind kind, const char *key, const char *value)
{
    (void)kind;
    json_object_set_new(user, key, json_string(value ? value : ""));
    return MHD_YES;
}

static enum MHD_Result hand_over(struct web_call *c, const char *url, json_t *body)
{
    json_t *query = json_object();
    MHD_get_connection_values(c->connection, MHD_GET_ARGUMENT_KIND, add_query, query);
    pthread_mutex_lock(&c->web->lock);
    struct extra_job *job = put(c->web, c->connection, url, query, body);
    c->request->job = job;
    if (job)
        c->request->plug->deadline = 0;
    pthread_mutex_unlock(&c->web->lock);
    if (job)
        return MHD_YES;
    json_decref(query);
    json_decref(body);
    return answer_refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "Too much is asked at once. Try again.");
}

enum MHD_Result extra_ask(struct web_call *c, const char *url, const char *method)
{
    bool posts = !strcmp(method, "POST");
    if (!answer_may_act(c))
        return answer_refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
    if (posts && (c->request->too_long || !answer_is_from_our_pages(c)))
        return answer_refuse(c, MHD_HTTP_FORBIDDEN,
                             "Acts come from our own pages, as application/json, and are short.");
    json_t *body = posts ? json_loadb(c->request->body, c->request->size, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (posts && !json_is_object(body)) {
        json_decref(body);
        return answer_refuse(c, MHD_HTTP_BAD_REQUEST, "What is posted is a JSON object.");
    }
    return hand_over(c, url, body);
}

enum MHD_Result extra_answer(struct web_call *c)
{
    struct broadcast_reply *reply = &c->request->job->reply;
    struct MHD_Response *response =
        reply->bytes ? MHD_create_response_from_buffer(reply->size, reply->bytes, MHD_RESPMEM_MUST_FREE) : NULL;
    char name[200];
    if (response)
        reply->bytes = NULL;
    if (response && reply->name) {
        snprintf(name, sizeof name, "attachment; filename=\"%.150s\"", reply->name);
        MHD_add_response_header(response, "Content-Disposition", name);
    }
    enum MHD_Result result =
        handle_send(c->connection, reply->status ? reply->status : MHD_HTTP_OK, reply->type, response);
    extra_let_go(c->request->job);
    c->request->job = NULL;
    return result;
}

void extra_let_go(struct extra_job *job)
{
    free((char *)job->request.path);
    json_decref((json_t *)job->request.query);
    json_decref((json_t *)job->request.body);
    free(job->reply.bytes);
    free(job->reply.name);
    free(job);
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
