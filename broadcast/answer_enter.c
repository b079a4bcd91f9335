/* SPDX-License-Identifier: Apache-2.0 */
/* answer_enter.c: who may enter something, and what becomes of it? Runs in the web library's thread only. */
#include "err.h"
#include "web.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* A page of somebody else must not act through a browser that is allowed to: it cannot send this type, nor our Origin,
 * without being asked first, and we never say yes. */
bool answer_is_from_our_pages(struct web_call *c)
{
    const char *type = answer_header(c, "Content-Type"), *site = answer_header(c, "Sec-Fetch-Site");
    bool foreign = site && strcasecmp(site, "same-origin") && strcasecmp(site, "none");
    return type && !strncasecmp(type, JSON_TYPE, sizeof JSON_TYPE - 1) && !foreign &&
           gate_origin_is_ours(answer_header(c, "Origin"), answer_header(c, "Host"));
}

/* A new reference; NULL: what was posted is not an object. */
static json_t *body_of(struct web_call *c)
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

static enum MHD_Result send_session(struct web_call *c, const char *token, int seconds)
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

static enum MHD_Result send_wait(struct web_call *c, int wait_s)
{
    char text[120], seconds[16];
    snprintf(text, sizeof text, "{\"error\":\"Too many wrong PINs. Try again in %d s.\",\"wait\":%d}", wait_s, wait_s);
    snprintf(seconds, sizeof seconds, "%d", wait_s);
    struct MHD_Response *response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_COPY);
    if (response)
        MHD_add_response_header(response, "Retry-After", seconds);
    return handle_send(c->connection, MHD_HTTP_TOO_MANY_REQUESTS, JSON_TYPE, response);
}

enum MHD_Result answer_post_login(struct web_call *c)
{
    json_t *body = body_of(c);
    const char *pin = json_string_value(json_object_get(body, "pin"));
    char token[GATE_TOKEN_CHARS + 1];
    int wait_s = 0;
    if (!pin) {
        json_decref(body);
        return answer_refuse(c, MHD_HTTP_BAD_REQUEST, "Send {\"pin\": \"…\"}.");
    }
    struct gate_address who = address_of(c->connection);
    enum gate_login login = gate_login(&c->web->gate, &who, pin, web_now(), token, &wait_s);
    json_decref(body);
    if (login == GATE_WAIT)
        return send_wait(c, wait_s);
    return login == GATE_WELCOME ? send_session(c, token, 12 * 3600)
                                 : answer_refuse(c, MHD_HTTP_FORBIDDEN, "That is not the PIN.");
}

enum MHD_Result answer_post_logout(struct web_call *c)
{
    gate_logout(&c->web->gate, answer_header(c, "Cookie"));
    return send_session(c, "", 0);
}

/* The connection sleeps until whoever folds the match has answered. */
static enum MHD_Result wait_for_answer(struct web_call *c, json_t *entry)
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
    return answer_refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "Too much is being entered at once. Try again.");
}

enum MHD_Result answer_post_act(struct web_call *c)
{
    char why[POST_TEXT];
    answer_read_only(c->web, why);
    if (!answer_may_act(c))
        return answer_refuse(c, MHD_HTTP_UNAUTHORIZED, "The PIN is needed first.");
    if (*why)
        return answer_refuse(c, MHD_HTTP_CONFLICT, why);
    json_t *entry = body_of(c);
    if (!entry)
        return answer_refuse(c, MHD_HTTP_BAD_REQUEST, "An act is a JSON object.");
    if (catalogue_has_act(json_string_value(json_object_get(entry, "act"))))
        return wait_for_answer(c, entry);
    json_decref(entry);
    return answer_refuse(c, MHD_HTTP_UNPROCESSABLE_CONTENT, "There is no such act: see /api.");
}

enum MHD_Result answer_act(struct web_call *c)
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
        return answer_json(c, MHD_HTTP_OK, json_pack("{s:b, s:s}", "ok", 1, "text", text));
    return answer_refuse(c,
                         err == ERR_BUSY      ? MHD_HTTP_CONFLICT
                         : err == ERR_TIMEOUT ? MHD_HTTP_SERVICE_UNAVAILABLE
                         : err == ERR_FORMAT || err == ERR_RANGE || err == ERR_INCONSISTENT
                             ? MHD_HTTP_UNPROCESSABLE_CONTENT
                             : MHD_HTTP_INTERNAL_SERVER_ERROR,
                         *text ? text : err_text(err));
}
