/* SPDX-License-Identifier: Apache-2.0 */
/* broadcast.h: the match on screens. A small web server that shows the last published state and collects what people
 * enter. Whoever runs the match publishes and takes; neither call ever waits for a browser.
 *
 *   struct broadcast_options options = broadcast_defaults();
 *   broadcast_open(&web, &options);
 *   ...
 *   broadcast_publish(web, text, strlen(text));          after each change; text as view_text makes it
 *   while (broadcast_take(web, &act)) {                  people's acts, oldest first
 *       ... fold act.entry ...
 *       broadcast_answer(web, act.id, err, reason);
 *       json_decref(act.entry);
 *   }
 *
 * 1. broadcast_open succeeded: call broadcast_close.
 * 2. An act that was taken must be answered; whoever entered it is waiting, but not for longer than answer_s.
 * 3. publish, take, answer and read_only may be called from one thread of the caller's choice.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct broadcast;

/* What a part of the addresses is asked, and what it answers; see broadcast_options.extra. */
struct broadcast_request {
    const char *path;    /* behind the part's own */
    const json_t *query; /* {"name": "value"} of the address */
    const json_t *body;  /* what was posted; NULL: it is read */
};

struct broadcast_reply {
    unsigned status;  /* of HTTP; 0: 200 */
    const char *type; /* "image/jpeg"; lives on */
    void *bytes;      /* malloc'd, taken over */
    size_t size;
    char *name; /* malloc'd: the browser keeps it as a file of this name; NULL: it shows it */
};

struct broadcast_extra {
    const char *path; /* "/api/review/"; NULL: there is none */
    void (*answer)(void *user, const struct broadcast_request *request, struct broadcast_reply *reply);
    void *user; /* answer is called from several threads at once, and may take its time */
};

struct broadcast_options {
    const char *address;              /* numeric; default 127.0.0.1: this computer only. 0.0.0.0: the whole network */
    uint16_t port;                    /* default 8090; 0: any that is free, see broadcast_port */
    const char *pin;                  /* 4..64 bytes; needed to act. NULL: nobody is asked, allowed on loopback only */
    unsigned connections;             /* default 512; more are closed at once */
    unsigned connections_per_address; /* default 300: a studio's browsers may all be behind one address */
    size_t body_bytes;                /* of a request; default 16384 */
    double request_s;                 /* to send a whole request, and to take its answer; default 10 */
    double stall_s;                   /* a stream that takes nothing for so long is dropped; default 20 */
    double pulse_s;                   /* sign of life in quiet streams; default 10, below stall_s */
    double answer_s;                  /* an act that is not answered by then has failed; default 5 */
    struct broadcast_extra extra; /* addresses that the caller answers by itself; with a PIN, only to who entered it */
};

struct broadcast_options broadcast_defaults(void);

/* 0; ERR_RANGE (options that cannot be: no PIN on an open address, too short a PIN); ERR_BUSY when the port is taken;
 * ERR_MEMORY. Options are copied. */
int broadcast_open(struct broadcast **web, const struct broadcast_options *options);
void broadcast_close(struct broadcast **web);
uint16_t broadcast_port(const struct broadcast *web);

/* The whole public state, one JSON object on one line; copied. 0, ERR_MEMORY, or ERR_FORMAT when it has a newline. */
int broadcast_publish(struct broadcast *web, const char *text, size_t size);

/* The next line of the journal, for those who read it over the web; copied. 0, ERR_MEMORY, or ERR_FULL after 65536. */
int broadcast_journal(struct broadcast *web, const json_t *line);
/* Another journal is shown from now on. */
void broadcast_journal_anew(struct broadcast *web);

/* Where clips of strokes are: FOLDER/N.mp4 shows entry N (copied; it need not be there yet). NULL: there are none. 0 or
 * ERR_MEMORY. */
int broadcast_clips(struct broadcast *web, const char *folder);

/* From now on acts are refused with this reason (copied); NULL: they are welcome. */
void broadcast_read_only(struct broadcast *web, const char *why);

struct broadcast_act {
    uint64_t id;   /* for broadcast_answer */
    json_t *entry; /* {"act": one of match_acts or "new_match", …} as posted; the taker's. `after`, where given, is the
                      number of the last entry that the person had seen */
};

/* False when nobody has entered anything. */
bool broadcast_take(struct broadcast *web, struct broadcast_act *act);

/* 0: done; ERR_BUSY: somebody was first, or the match is not ours to change; else the act is refused. The text is for
 * the person who entered it. */
void broadcast_answer(struct broadcast *web, uint64_t id, int err, const char *text);

/* Since broadcast_open. */
struct broadcast_counts {
    uint64_t requests;
    uint64_t published;
    unsigned connections, streams; /* now */
    uint64_t dropped;              /* connections that were too slow */
};
struct broadcast_counts broadcast_counts(struct broadcast *web);
