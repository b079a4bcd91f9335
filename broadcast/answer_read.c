/* SPDX-License-Identifier: Apache-2.0 */
/* answer_read.c: what is shown to whom? Runs in the web library's thread only. */
#include "pages.h"
#include "web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct state_text *hold_state(struct broadcast *web)
{
    pthread_mutex_lock(&web->lock);
    struct state_text *now = web->now;
    if (now)
        now->references++;
    pthread_mutex_unlock(&web->lock);
    return now;
}

static void drop_state(struct broadcast *web, struct state_text *text)
{
    pthread_mutex_lock(&web->lock);
    state_text_release(text);
    pthread_mutex_unlock(&web->lock);
}

enum MHD_Result answer_get_state(struct web_call *c)
{
    struct state_text *now = hold_state(c->web);
    if (!now)
        return answer_refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "There is no match yet.");
    struct MHD_Response *response =
        MHD_create_response_from_buffer(now->json_size, now->bytes + now->json_at, MHD_RESPMEM_MUST_COPY);
    drop_state(c->web, now);
    return handle_send(c->connection, MHD_HTTP_OK, JSON_TYPE, response);
}

enum MHD_Result answer_get_events(struct web_call *c)
{
    return stream_answer(c->web, c->connection, c->request->plug);
}

enum MHD_Result answer_get_text(struct web_call *c)
{
    struct state_text *now = hold_state(c->web);
    if (!now)
        return answer_refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "There is no match yet.");
    json_t *state = json_loadb(now->bytes + now->json_at, now->json_size, 0, NULL);
    drop_state(c->web, now);
    char *text = field_text(c->rest, state);
    json_decref(state);
    return text ? answer_text(c, MHD_HTTP_OK, TEXT_TYPE, text)
                : answer_refuse(c, MHD_HTTP_NOT_FOUND, "There is no such field: see /api.");
}

enum MHD_Result answer_get_session(struct web_call *c)
{
    char why[POST_TEXT];
    answer_read_only(c->web, why);
    return answer_json(c, MHD_HTTP_OK,
                       json_pack("{s:b, s:b, s:s?}", "pin", *c->web->gate.pin != 0, "may_act", answer_may_act(c),
                                 "read_only", *why ? why : NULL));
}

enum MHD_Result answer_get_api(struct web_call *c)
{
    return answer_json(c, MHD_HTTP_OK, catalogue_api());
}

static const char *query(struct web_call *c, const char *name)
{
    return MHD_lookup_connection_value(c->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* Whole entries with all that people typed: for those who may act. */
enum MHD_Result answer_get_journal(struct web_call *c)
{
    char *line[LINES_AT_ONCE];
    const char *from = query(c, "from");
    if (!answer_may_act(c))
        return answer_refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
    size_t count = lines_from(c->web, from ? strtoul(from, NULL, 10) : 1, line);
    return answer_text(c, MHD_HTTP_OK, "application/x-ndjson", lines_text(line, count));
}

/* Pictures of people: for those who may act. */
enum MHD_Result answer_get_clips(struct web_call *c)
{
    return answer_may_act(c) ? answer_json(c, MHD_HTTP_OK, clip_list(c->web))
                             : answer_refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
}

/* A phone at the far end of the room may take its time. */
static void be_patient(struct web_call *c)
{
    pthread_mutex_lock(&c->web->lock);
    c->request->plug->deadline = web_now() + 6 * c->web->options.request_s;
    pthread_mutex_unlock(&c->web->lock);
}

/* Takes over the descriptor. A browser that jumps within a clip asks for parts of it. */
static enum MHD_Result send_clip(struct web_call *c, int fd, uint64_t size)
{
    uint64_t from = 0, to = size ? size - 1 : 0;
    char range[80];
    bool part = clip_range(answer_header(c, "Range"), size, &from, &to);
    be_patient(c);
    struct MHD_Response *response = part ? MHD_create_response_from_fd_at_offset64(to - from + 1, fd, from)
                                         : MHD_create_response_from_fd64(size, fd);
    if (!response) {
        close(fd);
        return MHD_NO;
    }
    snprintf(range, sizeof range, "bytes %llu-%llu/%llu", (unsigned long long)from, (unsigned long long)to,
             (unsigned long long)size);
    MHD_add_response_header(response, "Accept-Ranges", "bytes");
    if (part)
        MHD_add_response_header(response, "Content-Range", range);
    return handle_send(c->connection, part ? MHD_HTTP_PARTIAL_CONTENT : MHD_HTTP_OK, "video/mp4", response);
}

enum MHD_Result answer_get_clip(struct web_call *c)
{
    uint64_t size = 0;
    if (!answer_may_act(c))
        return answer_refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
    unsigned number = clip_number(c->rest, "");
    int fd = number ? clip_open(c->web, number, &size) : -1;
    return fd >= 0 ? send_clip(c, fd, size) : answer_refuse(c, MHD_HTTP_NOT_FOUND, "There is no clip of that entry.");
}

enum MHD_Result answer_get_flags(struct web_call *c)
{
    json_t *flags = catalogue_flags(query(c, "game"), query(c, "edition"));
    return flags ? answer_json(c, MHD_HTTP_OK, flags) : answer_refuse(c, MHD_HTTP_NOT_FOUND, "There is no such game.");
}

enum MHD_Result answer_get_games(struct web_call *c)
{
    return answer_json(c, MHD_HTTP_OK, catalogue_games());
}

enum MHD_Result answer_get_page(struct web_call *c)
{
    const char *path = *c->rest ? c->rest : "/";
    if (!strcmp(path, "/"))
        path = "/index";
    for (const struct page *p = pages; p->path; p++)
        if (!strcmp(p->path, path))
            return handle_send(c->connection, MHD_HTTP_OK, p->type,
                               MHD_create_response_from_buffer(p->size, (void *)p->bytes, MHD_RESPMEM_PERSISTENT));
    return answer_refuse(c, MHD_HTTP_NOT_FOUND, "There is no such page.");
}
