/* SPDX-License-Identifier: Apache-2.0 */
/* web.h: what the server's files share. Used inside broadcast/ only.
 *
 * Three threads meet here: the caller's, the web library's own (all requests), and the pulse (wakes streams, ends what
 * is too slow). `lock` guards what they share and is held for a few instructions, never while bytes are sent. */
#pragma once

#include "broadcast.h"
#include "gate.h"

#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>

/* A published state as it goes down a stream: "id: 7\ndata: {…}\n\n". Shared and counted, never changed. */
struct state_text {
    unsigned references; /* under the lock */
    uint64_t rev;
    size_t size;
    size_t json_at, json_size; /* the state alone */
    char bytes[];
};

/* A connection of which nothing but its deadline matters here. */
struct plug {
    struct plug *next, **link;
    int fd;
    double deadline; /* s; 0: none */
    bool busy;       /* in the middle of a request; else it is only kept open for the next */
    bool dropped;
};

/* One reader of /api/events. */
struct stream {
    struct stream *next, **link;
    struct broadcast *web;
    struct plug *plug;
    struct MHD_Connection *connection;
    struct state_text *sending; /* NULL: nothing on the way */
    size_t sent;
    uint64_t rev;     /* last sent whole, or on the way */
    double pulsed_at; /* when something was last sent */
    bool asleep;
};

/* Acts on their way to whoever folds them. */
enum { POSTS = 32, POST_TEXT = 320 };
enum post_state { POST_FREE, POST_QUEUED, POST_TAKEN, POST_ANSWERED };
struct post {
    enum post_state state;
    uint64_t id;
    json_t *entry;
    struct MHD_Connection *connection; /* asleep until the answer; NULL: gave up waiting */
    double deadline;
    int err;
    char text[POST_TEXT];
};

/* The journal as it was handed over. */
enum { LINES_KEPT = 1 << 16, LINES_AT_ONCE = 500 };
struct web_lines {
    char **line;
    size_t count, room;
    size_t first; /* of the journal that is shown now; those before it belonged to another */
};

/* Requests that the caller answers; extra.c. */
enum { EXTRA_THREADS = 3, EXTRA_WAITING = 64 };
struct extra_job;

/* Where to listen. */
struct web_place {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } as;
    bool six, loopback;
};

struct broadcast {
    struct broadcast_options options;
    struct web_place place;
    struct MHD_Daemon *daemon;
    uint16_t port;
    struct gate gate; /* the web library's thread only */

    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread; /* the pulse */
    bool running, started, closing, done, wake;
    int error; /* of starting */
    struct state_text *now;
    struct stream *streams;
    struct plug *plugs;
    struct post posts[POSTS];
    uint64_t last_id;
    char read_only[POST_TEXT]; /* empty: acts are welcome */
    struct broadcast_counts counts;
    struct web_lines lines;
    char *clips; /* folder of clips; NULL: none */
    struct extra_job *extra_first;
    int extra_waiting, extra_threads;
    pthread_t extra_thread[EXTRA_THREADS];
    pthread_cond_t extra_wanted;
};

/* Monotonic seconds. Deadlines of connections are the only use of a clock here. */
double web_now(void);

/* ---- stream.c ---- */
enum MHD_Result stream_answer(struct broadcast *web, struct MHD_Connection *connection, struct plug *plug);
/* Those that have something to get, or are due for a sign of life, go on; all of them when closing. Lock held. */
void stream_wake(struct broadcast *web, double now);
/* The lock is held by the caller. */
void state_text_release(struct state_text *text);

/* ---- acts_queue.c; all with the lock held but broadcast_take and broadcast_answer ---- */
/* The slot of a new act, or NULL when too many wait. Takes over the entry. */
struct post *post_put(struct broadcast *web, json_t *entry, struct MHD_Connection *connection, double now);
/* Answers what has waited for too long and wakes the connections of what is answered. */
void post_wake(struct broadcast *web, double now);
/* The connection has gone or has its answer. */
void post_let_go(struct post *post);

/* ---- handle.c ---- */
#define JSON_TYPE "application/json"
#define TEXT_TYPE "text/plain; charset=utf-8"

/* One request on its way. */
struct request {
    struct plug *plug;
    struct post *post; /* an act that waits for its answer */
    struct extra_job *job;
    size_t size; /* of the body so far */
    bool too_long;
    char body[]; /* options.body_bytes and a zero; none for GET */
};

/* What a route gets. */
struct web_call {
    struct broadcast *web;
    struct MHD_Connection *connection;
    struct request *request;
    const char *rest; /* of the path, behind the route's */
};

enum MHD_Result handle_request(void *web, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *body, size_t *body_size, void **request);
void handle_completed(void *web, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode why);
/* The headers that every answer has. */
enum MHD_Result handle_send(struct MHD_Connection *connection, unsigned status, const char *type,
                            struct MHD_Response *response);
/* `text` is malloc'd and taken over; NULL: out of memory, the connection is closed. */
enum MHD_Result answer_text(struct web_call *c, unsigned status, const char *type, char *text);
/* Takes over `object`. */
enum MHD_Result answer_json(struct web_call *c, unsigned status, json_t *object);
enum MHD_Result answer_refuse(struct web_call *c, unsigned status, const char *why);
const char *answer_header(struct web_call *c, const char *name);
bool answer_may_act(struct web_call *c);
void answer_read_only(struct broadcast *web, char why[POST_TEXT]);

/* ---- answer_read.c: one a route ---- */
enum MHD_Result answer_get_api(struct web_call *c);
enum MHD_Result answer_get_clip(struct web_call *c);
enum MHD_Result answer_get_clips(struct web_call *c);
enum MHD_Result answer_get_events(struct web_call *c);
enum MHD_Result answer_get_flags(struct web_call *c);
enum MHD_Result answer_get_games(struct web_call *c);
enum MHD_Result answer_get_journal(struct web_call *c);
enum MHD_Result answer_get_page(struct web_call *c);
enum MHD_Result answer_get_session(struct web_call *c);
enum MHD_Result answer_get_state(struct web_call *c);
enum MHD_Result answer_get_text(struct web_call *c);

/* ---- answer_enter.c: one a route ---- */
bool answer_is_from_our_pages(struct web_call *c);
enum MHD_Result answer_post_act(struct web_call *c);
enum MHD_Result answer_post_login(struct web_call *c);
enum MHD_Result answer_post_logout(struct web_call *c);
/* To an act that has been folded, or not. */
enum MHD_Result answer_act(struct web_call *c);

/* ---- field.c ---- */
/* One field of the state as text for other programs: "score", "break", …; NULL when there is no such field. malloc'd */
char *field_text(const char *name, const json_t *state);
/* Names of the fields, ended by NULL. */
const char *const *field_names(void);
/* What is in the state at keys divided by '.' ("sides.A.name"); NULL: nothing. */
const json_t *field_find(const json_t *state, const char *path);

/* ---- catalogue.c ---- */
/* What /api says: paths, fields and acts. New reference. */
json_t *catalogue_api(void);
/* [{"flag", "clause", "title"}]: what an official may raise in this game; NULL when there is no such game. */
json_t *catalogue_flags(const char *game, const char *edition);
/* [{"game", "edition", "title", "players", "balls", …}]: what can be played. New reference. */
json_t *catalogue_games(void);
bool catalogue_has_act(const char *name);

/* ---- clips.c ---- */
/* [N, …]: entries of which there is a clip, newest first. New reference. */
json_t *clip_list(struct broadcast *web);
/* A descriptor of the clip of entry `number`, and its size; -1: there is none. */
int clip_open(struct broadcast *web, unsigned number, uint64_t *size);
/* "17" followed by `end` -> 17; 0 for all else. */
unsigned clip_number(const char *text, const char *end);
/* "bytes=100-199" of a clip of this size; false: no such range, send all of it. `to` is the last byte. */
bool clip_range(const char *header, uint64_t size, uint64_t *from, uint64_t *to);

/* ---- lines.c ---- */
/* Lines of the journal from this number on, from 1; they live until the server ends. Returns how many. */
size_t lines_from(struct broadcast *web, size_t number, char *out[LINES_AT_ONCE]);
/* As one text, each with its newline; malloc'd, NULL when out of memory. */
char *lines_text(char *const *line, size_t count);
void lines_free(struct broadcast *web);

/* ---- extra.c ---- */
int extra_start(struct broadcast *web);
void extra_stop(struct broadcast *web);
bool extra_serves(const struct broadcast *web, const char *url);
/* Hands the request over; the connection sleeps until it is answered. */
enum MHD_Result extra_ask(struct web_call *c, const char *url, const char *method);
/* Once the connection was woken. */
enum MHD_Result extra_answer(struct web_call *c);
void extra_let_go(struct extra_job *job);
