/* SPDX-License-Identifier: Apache-2.0 */
/* stream.c: how does every reader get the newest state, each at its own pace? A stream that has nothing to get sleeps;
 * one that is behind gets the newest state and skips what it missed, so nothing ever piles up. */
#include "web.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 16384 };

void state_text_release(struct state_text *text)
{
    if (text && !--text->references)
        free(text);
}

static bool has_news(const struct stream *s)
{
    return s->web->now && s->web->now->rev != s->rev;
}

static bool pulse_due(const struct stream *s, double now)
{
    return now - s->pulsed_at >= s->web->options.pulse_s;
}

/* ---- the web library's thread ------------------------------------------------------------------------------------ */

static ssize_t copy_some(struct stream *s, char *buffer, size_t room)
{
    size_t left = s->sending->size - s->sent, size = left < room ? left : room;
    memcpy(buffer, s->sending->bytes + s->sent, size);
    s->sent += size;
    if (size == left) {
        state_text_release(s->sending);
        s->sending = NULL;
    }
    return (ssize_t)size;
}

static void start_newest(struct stream *s)
{
    s->sending = s->web->now;
    s->sending->references++;
    s->rev = s->sending->rev;
    s->sent = 0;
}

static ssize_t send_pulse(char *buffer, size_t room)
{
    static const char pulse[] = "event: pulse\ndata: {}\n\n";
    size_t size = sizeof pulse - 1;
    if (room < size)
        return 0;
    memcpy(buffer, pulse, size);
    return (ssize_t)size;
}

/* Called when there is room in the socket. */
static ssize_t next_block(void *user, uint64_t at, char *buffer, size_t room)
{
    struct stream *s = user;
    struct broadcast *web = s->web;
    double now = web_now();
    ssize_t size = 0;
    (void)at;
    pthread_mutex_lock(&web->lock);
    s->plug->deadline = now + web->options.stall_s;
    if (!s->sending && has_news(s))
        start_newest(s);
    if (web->closing) {
        size = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (s->sending) {
        size = copy_some(s, buffer, room);
    } else if (pulse_due(s, now)) {
        size = send_pulse(buffer, room);
    } else {
        s->asleep = true;
        s->plug->deadline = 0;
        MHD_suspend_connection(s->connection);
    }
    if (size > 0)
        s->pulsed_at = now;
    pthread_mutex_unlock(&web->lock);
    return size;
}

static void end_stream(void *user)
{
    struct stream *s = user;
    struct broadcast *web = s->web;
    pthread_mutex_lock(&web->lock);
    state_text_release(s->sending);
    *s->link = s->next;
    if (s->next)
        s->next->link = s->link;
    web->counts.streams--;
    pthread_mutex_unlock(&web->lock);
    free(s);
}

static struct stream *add_stream(struct broadcast *web, struct MHD_Connection *connection, struct plug *plug)
{
    struct stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (struct stream){.web = web, .plug = plug, .connection = connection, .pulsed_at = web_now()};
    pthread_mutex_lock(&web->lock);
    s->next = web->streams;
    s->link = &web->streams;
    if (s->next)
        s->next->link = &s->next;
    web->streams = s;
    web->counts.streams++;
    pthread_mutex_unlock(&web->lock);
    return s;
}

enum MHD_Result stream_answer(struct broadcast *web, struct MHD_Connection *connection, struct plug *plug)
{
    struct stream *s = add_stream(web, connection, plug);
    if (!s)
        return MHD_NO;
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, next_block, s, end_stream);
    if (!response) {
        end_stream(s);
        return MHD_NO;
    }
    return handle_send(connection, MHD_HTTP_OK, "text/event-stream", response);
}

/* ---- the pulse --------------------------------------------------------------------------------------------------- */

void stream_wake(struct broadcast *web, double now)
{
    for (struct stream *s = web->streams; s; s = s->next)
        if (s->asleep && (web->closing || has_news(s) || pulse_due(s, now))) {
            s->asleep = false;
            s->plug->deadline = now + web->options.stall_s;
            MHD_resume_connection(s->connection);
        }
}
