/* SPDX-License-Identifier: Apache-2.0 */
/* handle.c: what is answered to a request? Runs in the web library's thread only. */
#include "web.h"

#include <stdlib.h>
#include <string.h>

/* ---- answers ----------------------------------------------------------------------------------------------------- */

enum MHD_Result handle_send(struct MHD_Connection *connection, unsigned status, const char *type,
                            struct MHD_Response *response)
{
    static const char *const headers[][2] = {
        {"Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                                    "media-src 'self'; worker-src 'self'; "
                                    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
    };
    if (!response)
        return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    MHD_add_response_header(response, "Content-Type", type);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

enum MHD_Result answer_text(struct web_call *c, unsigned status, const char *type, char *text)
{
    struct MHD_Response *response =
        text ? MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE) : NULL;
    if (!response)
        free(text);
    return handle_send(c->connection, status, type, response);
}

enum MHD_Result answer_json(struct web_call *c, unsigned status, json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    return answer_text(c, status, JSON_TYPE, text);
}

enum MHD_Result answer_refuse(struct web_call *c, unsigned status, const char *why)
{
    return answer_json(c, status, json_pack("{s:s}", "error", why));
}

const char *answer_header(struct web_call *c, const char *name)
{
    return MHD_lookup_connection_value(c->connection, MHD_HEADER_KIND, name);
}

bool answer_may_act(struct web_call *c)
{
    return gate_may_act(&c->web->gate, answer_header(c, "Cookie"), web_now());
}

void answer_read_only(struct broadcast *web, char why[POST_TEXT])
{
    pthread_mutex_lock(&web->lock);
    memcpy(why, web->read_only, POST_TEXT);
    pthread_mutex_unlock(&web->lock);
}

/* ---- routes ------------------------------------------------------------------------------------------------------ */

struct route {
    const char *method, *path; /* a path that ends in '/' has more behind it */
    enum MHD_Result (*answer)(struct web_call *c);
};

static const struct route routes[] = {
    {"GET", "/api", answer_get_api},
    {"GET", "/api/state", answer_get_state},
    {"GET", "/api/events", answer_get_events},
    {"GET", "/api/text/", answer_get_text},
    {"GET", "/api/flags", answer_get_flags},
    {"GET", "/api/games", answer_get_games},
    {"GET", "/api/clips", answer_get_clips},
    {"GET", "/api/clips/", answer_get_clip},
    {"GET", "/api/journal", answer_get_journal},
    {"GET", "/api/session", answer_get_session},
    {"POST", "/api/act", answer_post_act},
    {"POST", "/api/login", answer_post_login},
    {"POST", "/api/logout", answer_post_logout},
};

static bool leads_to(const struct route *route, const char *url)
{
    size_t size = strlen(route->path);
    return route->path[size - 1] == '/' ? !strncmp(route->path, url, size) : !strcmp(route->path, url);
}

static enum MHD_Result answer_with(struct web_call *c, const struct route *route, const char *url)
{
    c->rest = url + strlen(route->path);
    if (!strcmp(route->method, "POST") && c->request->too_long)
        return answer_refuse(c, MHD_HTTP_CONTENT_TOO_LARGE, "That is too long.");
    if (!strcmp(route->method, "POST") && !answer_is_from_our_pages(c))
        return answer_refuse(c, MHD_HTTP_FORBIDDEN, "Acts come from our own pages, as application/json.");
    return route->answer(c);
}

static enum MHD_Result find_answer(struct web_call *c, const char *url, const char *method)
{
    bool reads = !strcmp(method, "GET") || (!strcmp(method, "HEAD") && strcmp(url, "/api/events"));
    bool found = false;
    if (!gate_host_is_ours(answer_header(c, "Host")))
        return answer_refuse(c, MHD_HTTP_MISDIRECTED_REQUEST, "Use the address or the plain name of this computer.");
    if (extra_serves(c->web, url) && (reads || !strcmp(method, "POST")))
        return extra_ask(c, url, method);
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!leads_to(&routes[i], url))
            continue;
        found = true;
        if (!strcmp(routes[i].method, reads ? "GET" : method))
            return answer_with(c, &routes[i], url);
    }
    if (found || !reads)
        return answer_refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "That cannot be done here.");
    c->rest = url;
    return answer_get_page(c);
}

/* ---- the web library's side -------------------------------------------------------------------------------------- */

static void set_deadline(struct broadcast *web, struct plug *plug, bool busy)
{
    pthread_mutex_lock(&web->lock);
    plug->deadline = web_now() + web->options.request_s;
    plug->busy = busy;
    web->counts.requests += busy;
    pthread_mutex_unlock(&web->lock);
}

/* The headers are in. A body that is announced too long is not even read. */
static enum MHD_Result begin(struct web_call *c, const char *method, void **request)
{
    struct plug *plug = MHD_get_connection_info(c->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    bool posts = !strcmp(method, "POST");
    struct request *r = plug ? calloc(1, sizeof *r + (posts ? c->web->options.body_bytes + 1 : 0)) : NULL;
    if (!r)
        return MHD_NO;
    r->plug = plug;
    *request = r;
    set_deadline(c->web, plug, true);
    const char *length = answer_header(c, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length && strtoull(length, NULL, 10) > c->web->options.body_bytes)
        return answer_refuse(c, MHD_HTTP_CONTENT_TOO_LARGE, "That is too long.");
    return MHD_YES;
}

/* A body that turns out too long is read to twice the limit, so that the answer arrives; then the line is cut. */
static enum MHD_Result collect(struct web_call *c, const char *method, const char *body, size_t *body_size)
{
    struct request *r = c->request;
    size_t limit = strcmp(method, "POST") ? 0 : c->web->options.body_bytes;
    if (r->size + *body_size > 2 * c->web->options.body_bytes)
        return MHD_NO;
    if (r->size + *body_size <= limit)
        memcpy(r->body + r->size, body, *body_size);
    else
        r->too_long = true;
    r->size += *body_size;
    *body_size = 0;
    return MHD_YES;
}

enum MHD_Result handle_request(void *web, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *body, size_t *body_size, void **request)
{
    struct web_call call = {web, connection, *request, ""};
    (void)version;
    if (!call.request)
        return begin(&call, method, request);
    if (*body_size)
        return collect(&call, method, body, body_size);
    if (call.request->job)
        return extra_answer(&call);
    return call.request->post ? answer_act(&call) : find_answer(&call, url, method);
}

void handle_completed(void *user, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode why)
{
    struct broadcast *web = user;
    struct request *r = *request;
    (void)connection, (void)why;
    if (!r)
        return;
    if (r->post) {
        pthread_mutex_lock(&web->lock);
        post_let_go(r->post);
        pthread_mutex_unlock(&web->lock);
    }
    if (r->job) /* woken by now: only then does the library tell of its end */
        extra_let_go(r->job);
    set_deadline(web, r->plug, false);
    free(r);
    *request = NULL;
}
