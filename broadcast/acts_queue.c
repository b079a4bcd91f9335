/* SPDX-License-Identifier: Apache-2.0 */
/* acts_queue.c: how do acts that people enter reach whoever folds them, and the answers people? */
#include "err.h"
#include "web.h"

#include <stdio.h>
#include <string.h>

struct post *post_put(struct broadcast *web, json_t *entry, struct MHD_Connection *connection, double now)
{
    for (int i = 0; i < POSTS; i++)
        if (web->posts[i].state == POST_FREE) {
            web->posts[i] = (struct post){
                .state = POST_QUEUED,
                .id = ++web->last_id,
                .entry = entry,
                .connection = connection,
                .deadline = now + web->options.answer_s,
            };
            return &web->posts[i];
        }
    return NULL;
}

static void free_post(struct post *post)
{
    json_decref(post->entry);
    *post = (struct post){0};
}

static void answer(struct post *post, int err, const char *text)
{
    post->state = POST_ANSWERED;
    post->err = err;
    snprintf(post->text, sizeof post->text, "%s", text ? text : "");
}

void post_let_go(struct post *post)
{
    post->connection = NULL;
    if (post->state != POST_TAKEN) /* else its answer is still to come, and frees it */
        free_post(post);
}

/* An act that was not taken in time is never folded later, behind the person's back. */
static void give_up(struct post *post)
{
    bool taken = post->state == POST_TAKEN;
    json_decref(post->entry);
    post->entry = NULL;
    answer(post, ERR_TIMEOUT,
           taken ? "No answer yet. Look at the list of entries before you try again." : "Nobody keeps this match now.");
}

void post_wake(struct broadcast *web, double now)
{
    for (int i = 0; i < POSTS; i++) {
        struct post *post = &web->posts[i];
        bool waits = post->state == POST_QUEUED || (post->state == POST_TAKEN && post->connection);
        if (waits && (now >= post->deadline || web->closing))
            give_up(post);
        if (post->state == POST_ANSWERED && post->connection) {
            MHD_resume_connection(post->connection);
            post->connection = NULL;
        }
    }
}

bool broadcast_take(struct broadcast *web, struct broadcast_act *act)
{
    struct post *oldest = NULL;
    pthread_mutex_lock(&web->lock);
    for (int i = 0; i < POSTS; i++)
        if (web->posts[i].state == POST_QUEUED && (!oldest || web->posts[i].id < oldest->id))
            oldest = &web->posts[i];
    if (oldest) {
        *act = (struct broadcast_act){oldest->id, oldest->entry};
        oldest->entry = NULL;
        oldest->state = POST_TAKEN;
    }
    pthread_mutex_unlock(&web->lock);
    return oldest;
}

void broadcast_answer(struct broadcast *web, uint64_t id, int err, const char *text)
{
    pthread_mutex_lock(&web->lock);
    for (int i = 0; i < POSTS; i++) {
        struct post *post = &web->posts[i];
        if (post->state != POST_TAKEN || post->id != id)
            continue;
        answer(post, err, text);
        if (!post->connection)
            free_post(post);
        web->wake = true;
        pthread_cond_signal(&web->changed);
    }
    pthread_mutex_unlock(&web->lock);
}
