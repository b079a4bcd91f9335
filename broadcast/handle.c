/* SPDX-License-Identifier: Apache-2.0 */
/* handle.c: what is answered to a request? Runs in the web library's thread only. */
#include "err.h"
#include "pages.h"
#include "web.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define JSON_TYPE "application/json"
#define TEXT_TYPE "text/plain; charset=utf-8"

/* One request on its way. */
struct request {
    struct plug *plug;
    struct post *post; /* an act that waits for its answer */
    struct extra_job *job;
    size_t size;       /* of the body so far */
    bool too_long;
    char body[]; /* options.body_bytes and a zero; none for GET */
};

/* What a route gets. */
struct call {
    struct broadcast *web;
    struct MHD_Connection *connection;
    struct request *request;
    const char *rest; /* of the path, behind the route's */
};

/* ---- answers ----------------------------------------------------------------------------------------------------- */

enum MHD_Result handle_send(struct MHD_Connection *connection, unsigned status, const char *type,
                            struct MHD_Response *response)
{
    static const char *const headers[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
         "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"},
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

/* `text` is malloc'd and taken over; NULL: out of memory, the connection is closed. */
static enum MHD_Result send_text(struct call *c, unsigned status, const char *type, char *text)
{
    struct MHD_Response *response =
        text ? MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE) : NULL;
    if (!response)
        free(text);
    return handle_send(c->connection, status, type, response);
}

/* Takes over `object`. */
static enum MHD_Result send_json(struct call *c, unsigned status, json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    return send_text(c, status, JSON_TYPE, text);
}

static enum MHD_Result refuse(struct call *c, unsigned status, const char *why)
{
    return send_json(c, status, json_pack("{s:s}", "error", why));
}

static const char *header(struct call *c, const char *name)
{
    return MHD_lookup_connection_value(c->connection, MHD_HEADER_KIND, name);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

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

static enum MHD_Result get_state(struct call *c)
{
    struct state_text *now = hold_state(c->web);
    if (!now)
        return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "There is no match yet.");
    struct MHD_Response *response =
        MHD_create_response_from_buffer(now->json_size, now->bytes + now->json_at, MHD_RESPMEM_MUST_COPY);
    drop_state(c->web, now);
    return handle_send(c->connection, MHD_HTTP_OK, JSON_TYPE, response);
}

static enum MHD_Result get_events(struct call *c)
{
    return stream_answer(c->web, c->connection, c->request->plug);
}

static enum MHD_Result get_text(struct call *c)
{
    struct state_text *now = hold_state(c->web);
    if (!now)
        return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "There is no match yet.");
    json_t *state = json_loadb(now->bytes + now->json_at, now->json_size, 0, NULL);
    drop_state(c->web, now);
    char *text = field_text(c->rest, state);
    json_decref(state);
    return text ? send_text(c, MHD_HTTP_OK, TEXT_TYPE, text)
                : refuse(c, MHD_HTTP_NOT_FOUND, "There is no such field: see /api.");
}

static bool may_act(struct call *c)
{
    return gate_may_act(&c->web->gate, header(c, "Cookie"), web_now());
}

static void copy_read_only(struct broadcast *web, char why[POST_TEXT])
{
    pthread_mutex_lock(&web->lock);
    memcpy(why, web->read_only, POST_TEXT);
    pthread_mutex_unlock(&web->lock);
}

static enum MHD_Result get_session(struct call *c)
{
    char why[POST_TEXT];
    copy_read_only(c->web, why);
    return send_json(c, MHD_HTTP_OK,
                     json_pack("{s:b, s:b, s:s?}", "pin", *c->web->gate.pin != 0, "may_act", may_act(c), "read_only",
                               *why ? why : NULL));
}

static enum MHD_Result get_api(struct call *c)
{
    return send_json(c, MHD_HTTP_OK, catalogue_api());
}

static const char *query(struct call *c, const char *name)
{
    return MHD_lookup_connection_value(c->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* Whole entries with all that people typed: for those who may act. */
static enum MHD_Result get_journal(struct call *c)
{
    char *line[LINES_AT_ONCE];
    const char *from = query(c, "from");
    if (!may_act(c))
        return refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
    size_t count = lines_from(c->web, from ? strtoul(from, NULL, 10) : 1, line);
    return send_text(c, MHD_HTTP_OK, "application/x-ndjson", lines_text(line, count));
}

static enum MHD_Result get_flags(struct call *c)
{
    json_t *flags = catalogue_flags(query(c, "game"), query(c, "edition"));
    return flags ? send_json(c, MHD_HTTP_OK, flags) : refuse(c, MHD_HTTP_NOT_FOUND, "There is no such game.");
}

static enum MHD_Result get_page(struct call *c)
{
    const char *path = *c->rest ? c->rest : "/";
    if (!strcmp(path, "/"))
        path = "/index";
    for (const struct page *p = pages; p->path; p++)
        if (!strcmp(p->path, path))
            return handle_send(c->connection, MHD_HTTP_OK, p->type,
                               MHD_create_response_from_buffer(p->size, (void *)p->bytes, MHD_RESPMEM_PERSISTENT));
    return refuse(c, MHD_HTTP_NOT_FOUND, "There is no such page.");
}

/* ---- entering ---------------------------------------------------------------------------------------------------- */

/* A page of somebody else must not act through a browser that is allowed to: it cannot send this type, nor our Origin,
 * without being asked first, and we never say yes. */
static bool is_from_our_pages(struct call *c)
{
    const char *type = header(c, "Content-Type"), *site = header(c, "Sec-Fetch-Site");
    bool foreign = site && strcasecmp(site, "same-origin") && strcasecmp(site, "none");
    return type && !strncasecmp(type, JSON_TYPE, sizeof JSON_TYPE - 1) && !foreign &&
           gate_origin_is_ours(header(c, "Origin"), header(c, "Host"));
}

/* A new reference; NULL: what was posted is not an object. */
static json_t *body_of(struct call *c)
{
    json_t *body = json_loadb(c->request->body, c->request->size, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(body))
        return body;
    json_decref(body);
    return NULL;
}

static struct gate_address address_of(struct MHD_Connection *connection)
{
    const struct sockaddr *from = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
    struct gate_address address = {0};
    if (from->sa_family == AF_INET)
        memcpy(address.bytes, &((const struct sockaddr_in *)from)->sin_addr, 4);
    else if (from->sa_family == AF_INET6) /* the network part: a host picks the rest as it likes */
        memcpy(address.bytes, &((const struct sockaddr_in6 *)from)->sin6_addr, 8);
    return address;
}

static enum MHD_Result send_session(struct call *c, const char *token, int seconds)
{
    static char done[] = "{\"ok\":true}";
    char cookie[160];
    struct MHD_Response *response = MHD_create_response_from_buffer(sizeof done - 1, done, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    snprintf(cookie, sizeof cookie, "whiteglove=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d", token, seconds);
    MHD_add_response_header(response, "Set-Cookie", cookie);
    return handle_send(c->connection, MHD_HTTP_OK, JSON_TYPE, response);
}

static enum MHD_Result send_wait(struct call *c, int wait_s)
{
    char text[120], seconds[16];
    snprintf(text, sizeof text, "{\"error\":\"Too many wrong PINs. Try again in %d s.\",\"wait\":%d}", wait_s, wait_s);
    snprintf(seconds, sizeof seconds, "%d", wait_s);
    struct MHD_Response *response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_COPY);
    if (response)
        MHD_add_response_header(response, "Retry-After", seconds);
    return handle_send(c->connection, MHD_HTTP_TOO_MANY_REQUESTS, JSON_TYPE, response);
}

static enum MHD_Result post_login(struct call *c)
{
    json_t *body = body_of(c);
    const char *pin = json_string_value(json_object_get(body, "pin"));
    char token[GATE_TOKEN_CHARS + 1];
    int wait_s = 0;
    if (!pin) {
        json_decref(body);
        return refuse(c, MHD_HTTP_BAD_REQUEST, "Send {\"pin\": \"…\"}.");
    }
    struct gate_address who = address_of(c->connection);
    enum gate_login login = gate_login(&c->web->gate, &who, pin, web_now(), token, &wait_s);
    json_decref(body);
    if (login == GATE_WAIT)
        return send_wait(c, wait_s);
    return login == GATE_WELCOME ? send_session(c, token, 12 * 3600)
                                 : refuse(c, MHD_HTTP_FORBIDDEN, "That is not the PIN.");
}

static enum MHD_Result post_logout(struct call *c)
{
    gate_logout(&c->web->gate, header(c, "Cookie"));
    return send_session(c, "", 0);
}

/* The connection sleeps until whoever folds the match has answered. */
static enum MHD_Result wait_for_answer(struct call *c, json_t *entry)
{
    pthread_mutex_lock(&c->web->lock);
    struct post *post = c->web->closing ? NULL : post_put(c->web, entry, c->connection, web_now());
    c->request->post = post;
    if (post) {
        c->request->plug->deadline = 0;
        MHD_suspend_connection(c->connection);
    }
    pthread_mutex_unlock(&c->web->lock);
    if (post)
        return MHD_YES;
    json_decref(entry);
    return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "Too much is being entered at once. Try again.");
}

static enum MHD_Result post_act(struct call *c)
{
    char why[POST_TEXT];
    copy_read_only(c->web, why);
    if (!may_act(c))
        return refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
    if (*why)
        return refuse(c, MHD_HTTP_CONFLICT, why);
    json_t *entry = body_of(c);
    if (!entry)
        return refuse(c, MHD_HTTP_BAD_REQUEST, "An act is a JSON object.");
    if (catalogue_has_act(json_string_value(json_object_get(entry, "act"))))
        return wait_for_answer(c, entry);
    json_decref(entry);
    return refuse(c, MHD_HTTP_UNPROCESSABLE_CONTENT, "There is no such act: see /api.");
}

static enum MHD_Result send_answer(struct call *c)
{
    char text[POST_TEXT];
    pthread_mutex_lock(&c->web->lock);
    struct post *post = c->request->post;
    int err = post->err;
    memcpy(text, post->text, sizeof text);
    post_let_go(post);
    c->request->post = NULL;
    pthread_mutex_unlock(&c->web->lock);
    if (!err)
        return send_json(c, MHD_HTTP_OK, json_pack("{s:b, s:s}", "ok", 1, "text", text));
    return refuse(c,
                  err == ERR_BUSY                                                    ? MHD_HTTP_CONFLICT
                  : err == ERR_TIMEOUT                                               ? MHD_HTTP_SERVICE_UNAVAILABLE
                  : err == ERR_FORMAT || err == ERR_RANGE || err == ERR_INCONSISTENT ? MHD_HTTP_UNPROCESSABLE_CONTENT
                                                                                     : MHD_HTTP_INTERNAL_SERVER_ERROR,
                  *text ? text : err_text(err));
}

/* ---- what the caller answers ------------------------------------------------------------------------------------- */

static enum MHD_Result add_query(void *user, enum MHD_ValueKind kind, const char *key, const char *value)
{
    (void)kind;
    json_object_set_new(user, key, json_string(value ? value : ""));
    return MHD_YES;
}

static enum MHD_Result ask_caller(struct call *c, const char *url, const char *method)
{
    bool posts = !strcmp(method, "POST");
    if (!may_act(c))
        return refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
    if (posts && (c->request->too_long || !is_from_our_pages(c)))
        return refuse(c, MHD_HTTP_FORBIDDEN, "Acts come from our own pages, as application/json, and are short.");
    json_t *body = posts ? body_of(c) : NULL, *query = json_object();
    if (posts && !body) {
        json_decref(query);
        return refuse(c, MHD_HTTP_BAD_REQUEST, "What is posted is a JSON object.");
    }
    MHD_get_connection_values(c->connection, MHD_GET_ARGUMENT_KIND, add_query, query);
    pthread_mutex_lock(&c->web->lock);
    c->request->job = extra_put(c->web, c->connection, url, query, body);
    if (c->request->job)
        c->request->plug->deadline = 0;
    pthread_mutex_unlock(&c->web->lock);
    if (c->request->job)
        return MHD_YES;
    json_decref(query);
    json_decref(body);
    return refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "Too much is asked at once. Try again.");
}

static enum MHD_Result send_reply(struct call *c)
{
    struct broadcast_reply *reply = extra_reply(c->request->job);
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

/* ---- routes ------------------------------------------------------------------------------------------------------ */

struct route {
    const char *method, *path; /* a path that ends in '/' has more behind it */
    enum MHD_Result (*answer)(struct call *c);
};

static const struct route routes[] = {
    {"GET", "/api", get_api},
    {"GET", "/api/state", get_state},
    {"GET", "/api/events", get_events},
    {"GET", "/api/text/", get_text},
    {"GET", "/api/flags", get_flags},
    {"GET", "/api/journal", get_journal},
    {"GET", "/api/session", get_session},
    {"POST", "/api/act", post_act},
    {"POST", "/api/login", post_login},
    {"POST", "/api/logout", post_logout},
};

static bool leads_to(const struct route *route, const char *url)
{
    size_t size = strlen(route->path);
    return route->path[size - 1] == '/' ? !strncmp(route->path, url, size) : !strcmp(route->path, url);
}

static enum MHD_Result answer_with(struct call *c, const struct route *route, const char *url)
{
    c->rest = url + strlen(route->path);
    if (!strcmp(route->method, "POST") && c->request->too_long)
        return refuse(c, MHD_HTTP_CONTENT_TOO_LARGE, "That is too long.");
    if (!strcmp(route->method, "POST") && !is_from_our_pages(c))
        return refuse(c, MHD_HTTP_FORBIDDEN, "Acts come from our own pages, as application/json.");
    return route->answer(c);
}

static enum MHD_Result find_answer(struct call *c, const char *url, const char *method)
{
    bool reads = !strcmp(method, "GET") || (!strcmp(method, "HEAD") && strcmp(url, "/api/events"));
    bool found = false;
    if (!gate_host_is_ours(header(c, "Host")))
        return refuse(c, MHD_HTTP_MISDIRECTED_REQUEST, "Use the address or the plain name of this computer.");
    if (extra_serves(c->web, url) && (reads || !strcmp(method, "POST")))
        return ask_caller(c, url, method);
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!leads_to(&routes[i], url))
            continue;
        found = true;
        if (!strcmp(routes[i].method, reads ? "GET" : method))
            return answer_with(c, &routes[i], url);
    }
    if (found || !reads)
        return refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "That cannot be done here.");
    c->rest = url;
    return get_page(c);
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
static enum MHD_Result begin(struct call *c, const char *method, void **request)
{
    struct plug *plug = MHD_get_connection_info(c->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    bool posts = !strcmp(method, "POST");
    struct request *r = plug ? calloc(1, sizeof *r + (posts ? c->web->options.body_bytes + 1 : 0)) : NULL;
    if (!r)
        return MHD_NO;
    r->plug = plug;
    *request = r;
    set_deadline(c->web, plug, true);
    const char *length = header(c, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (length && strtoull(length, NULL, 10) > c->web->options.body_bytes)
        return refuse(c, MHD_HTTP_CONTENT_TOO_LARGE, "That is too long.");
    return MHD_YES;
}

/* A body that turns out too long is read to twice the limit, so that the answer arrives; then the line is cut. */
static enum MHD_Result collect(struct call *c, const char *method, const char *body, size_t *body_size)
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
    struct call call = {web, connection, *request, ""};
    (void)version;
    if (!call.request)
        return begin(&call, method, request);
    if (*body_size)
        return collect(&call, method, body, body_size);
    if (call.request->job)
        return send_reply(&call);
    return call.request->post ? send_answer(&call) : find_answer(&call, url, method);
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
