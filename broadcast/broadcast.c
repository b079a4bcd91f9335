/* SPDX-License-Identifier: Apache-2.0 */
/* broadcast.c: how does the server start, stop, and never keep anybody waiting? */
#include "broadcast.h"

#include "err.h"
#include "web.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECTION_MEMORY = 32768, /* all that one request's headers may take */
    MODEST_NICE = 10,
};

double web_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct broadcast_options broadcast_defaults(void)
{
    return (struct broadcast_options){
        .address = "127.0.0.1",
        .port = 8090,
        .connections = 512,
        .connections_per_address = 300,
        .body_bytes = 16384,
        .request_s = 10,
        .stall_s = 20,
        .pulse_s = 10,
        .answer_s = 5,
    };
}

/* ---- the pulse: a thread of its own, so that publishing costs a signal and no more ---------------------------------
 */

/* The web library notices by itself that the socket is shut. */
static void drop_late(struct broadcast *web, double now)
{
    for (struct plug *p = web->plugs; p; p = p->next)
        if (p->deadline > 0 && now > p->deadline && !p->dropped) {
            p->dropped = true;
            web->counts.dropped += p->busy;
            shutdown(p->fd, SHUT_RDWR);
        }
}

static void sleep_until_wanted(struct broadcast *web)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 250000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (!web->wake && !web->closing)
        if (pthread_cond_timedwait(&web->changed, &web->lock, &until) == ETIMEDOUT)
            break;
    web->wake = false;
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

static void plug_in(struct broadcast *web, struct MHD_Connection *connection, void **context)
{
    struct plug *p = calloc(1, sizeof *p);
    if (!p)
        return; /* handle_request refuses a connection without one */
    p->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    p->deadline = web_now() + web->options.request_s;
    pthread_mutex_lock(&web->lock);
    p->next = web->plugs;
    p->link = &web->plugs;
    if (p->next)
        p->next->link = &p->next;
    web->plugs = p;
    web->counts.connections++;
    pthread_mutex_unlock(&web->lock);
    *context = p;
}

static void unplug(struct broadcast *web, void **context)
{
    struct plug *p = *context;
    if (!p)
        return;
    pthread_mutex_lock(&web->lock);
    *p->link = p->next;
    if (p->next)
        p->next->link = p->link;
    web->counts.connections--;
    pthread_mutex_unlock(&web->lock);
    free(p);
    *context = NULL;
}

static void connection_changed(void *user, struct MHD_Connection *connection, void **context,
                               enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        plug_in(user, connection, context);
    else
        unplug(user, context);
}

/* ---- open and close ---------------------------------------------------------------------------------------------- */

static int find_place(const struct broadcast_options *options, struct web_place *place)
{
    memset(place, 0, sizeof *place);
    if (inet_pton(AF_INET, options->address, &place->as.v4.sin_addr) == 1) {
        place->as.v4.sin_family = AF_INET;
        place->as.v4.sin_port = htons(options->port);
        place->loopback = ntohl(place->as.v4.sin_addr.s_addr) >> 24 == 127;
        return 0;
    }
    if (inet_pton(AF_INET6, options->address, &place->as.v6.sin6_addr) != 1)
        return ERR_RANGE;
    place->as.v6.sin6_family = AF_INET6;
    place->as.v6.sin6_port = htons(options->port);
    place->six = true;
    place->loopback = IN6_IS_ADDR_LOOPBACK(&place->as.v6.sin6_addr);
    return 0;
}

static int listen_at(struct broadcast *web)
{
    const struct web_place *place = &web->place;
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (place->six ? MHD_USE_IPv6 : 0);
    errno = 0;
    web->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, handle_request, web, MHD_OPTION_SOCK_ADDR, &place->as.any, MHD_OPTION_NOTIFY_CONNECTION,
        connection_changed, web, MHD_OPTION_NOTIFY_COMPLETED, handle_completed, web, MHD_OPTION_CONNECTION_LIMIT,
        web->options.connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT, web->options.connections_per_address,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)(web->options.stall_s + web->options.request_s) + 1, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!web->daemon)
        return errno && errno != EADDRINUSE ? err_from_errno(errno) : ERR_BUSY;
    web->port = MHD_get_daemon_info(web->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
    return 0;
}

/* Whatever the web has to do, whoever referees does first: all threads of the web are started by this one and share its
 * place behind the others. (On Linux the call is about the calling thread.) */
static void stand_back(void)
{
    (void)setpriority(PRIO_PROCESS, 0, MODEST_NICE);
}

static void *run_web(void *user)
{
    struct broadcast *web = user;
    stand_back();
    int err = listen_at(web);
    pthread_mutex_lock(&web->lock);
    web->started = true;
    web->error = err;
    pthread_cond_broadcast(&web->changed);
    while (!err && !web->done) {
        sleep_until_wanted(web);
        double now = web_now();
        web->done = web->closing; /* after one last round */
        stream_wake(web, now);
        post_wake(web, now);
        drop_late(web, now);
    }
    pthread_mutex_unlock(&web->lock);
    return NULL;
}

static void init_lock(struct broadcast *web)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&web->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&web->lock, NULL);
}

static int start(struct broadcast *web)
{
    int err = find_place(&web->options, &web->place);
    if (!err && (!gate_open(&web->gate, web->options.pin) || (!web->options.pin && !web->place.loopback)))
        err = ERR_RANGE;
    if (extra_start(web) || (!err && pthread_create(&web->thread, NULL, run_web, web)))
        err = ERR_MEMORY;
    if (err)
        return err;
    pthread_mutex_lock(&web->lock);
    web->running = true;
    while (!web->started)
        pthread_cond_wait(&web->changed, &web->lock);
    pthread_mutex_unlock(&web->lock);
    return web->error;
}

int broadcast_open(struct broadcast **out, const struct broadcast_options *options)
{
    struct broadcast *web = *out = calloc(1, sizeof *web);
    if (!web)
        return ERR_MEMORY;
    web->options = *options;
    init_lock(web);
    int err = start(web);
    if (err)
        broadcast_close(out);
    return err;
}

static void free_shared(struct broadcast *web)
{
    state_text_release(web->now);
    for (int i = 0; i < POSTS; i++)
        json_decref(web->posts[i].entry);
    lines_free(web);
    free(web->clips);
    pthread_cond_destroy(&web->changed);
    pthread_mutex_destroy(&web->lock);
}

void broadcast_close(struct broadcast **out)
{
    struct broadcast *web = *out;
    if (!web)
        return;
    pthread_mutex_lock(&web->lock);
    web->closing = true; /* from here on nothing falls asleep; the pulse wakes what sleeps and ends */
    pthread_cond_signal(&web->changed);
    pthread_mutex_unlock(&web->lock);
    if (web->running)
        pthread_join(web->thread, NULL);
    extra_stop(web);
    if (web->daemon)
        MHD_stop_daemon(web->daemon);
    free_shared(web);
    free(web);
    *out = NULL;
}

uint16_t broadcast_port(const struct broadcast *web)
{
    return web->port;
}

/* ---- publishing -------------------------------------------------------------------------------------------------- */

static struct state_text *make_text(const char *json, size_t size, uint64_t rev)
{
    char head[48];
    size_t head_size = (size_t)snprintf(head, sizeof head, "id: %llu\ndata: ", (unsigned long long)rev);
    struct state_text *text = malloc(sizeof *text + head_size + size + 2);
    if (!text)
        return NULL;
    *text = (struct state_text){.references = 1, .rev = rev, .size = head_size + size + 2};
    text->json_at = head_size;
    text->json_size = size;
    memcpy(text->bytes, head, head_size);
    memcpy(text->bytes + head_size, json, size);
    memcpy(text->bytes + head_size + size, "\n\n", 2);
    return text;
}

int broadcast_publish(struct broadcast *web, const char *json, size_t size)
{
    if (memchr(json, '\n', size) || memchr(json, '\r', size))
        return ERR_FORMAT;
    struct state_text *text = make_text(json, size, web->counts.published + 1);
    if (!text)
        return ERR_MEMORY;
    pthread_mutex_lock(&web->lock);
    state_text_release(web->now);
    web->now = text;
    web->counts.published++;
    web->wake = true;
    pthread_mutex_unlock(&web->lock);
    pthread_cond_signal(&web->changed);
    return 0;
}

void broadcast_read_only(struct broadcast *web, const char *why)
{
    pthread_mutex_lock(&web->lock);
    snprintf(web->read_only, sizeof web->read_only, "%s", why ? why : "");
    pthread_mutex_unlock(&web->lock);
}

struct broadcast_counts broadcast_counts(struct broadcast *web)
{
    pthread_mutex_lock(&web->lock);
    struct broadcast_counts counts = web->counts;
    pthread_mutex_unlock(&web->lock);
    return counts;
}
