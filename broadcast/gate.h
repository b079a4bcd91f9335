/* SPDX-License-Identifier: Apache-2.0 */
/* gate.h: who may enter something? PIN, sessions, limits on guessing; and which requests come from our own pages.
 * No sockets and no clock in here: addresses and time come in. One thread. Used by handle.c only. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GATE_PIN_MIN = 4, GATE_PIN_MAX = 64, GATE_TOKEN_CHARS = 32, GATE_SESSIONS = 32, GATE_ADDRESSES = 64 };

/* Somebody's address; IPv4 in the first four bytes. */
struct gate_address {
    uint8_t bytes[16];
};

struct gate {
    char pin[GATE_PIN_MAX + 1]; /* padded with zeros; empty: everybody may */
    struct {
        char token[GATE_TOKEN_CHARS + 1];
        double until; /* s; 0: free */
    } session[GATE_SESSIONS];
    struct {
        struct gate_address who;
        int wrong;
        double last, blocked_until;
    } guess[GATE_ADDRESSES];
    double guesses, guesses_at; /* wrong PINs from anywhere, leaking away */
};

/* False when the PIN is too short or too long. NULL: none is asked for. */
bool gate_open(struct gate *gate, const char *pin);

enum gate_login { GATE_WELCOME = 1, GATE_WRONG, GATE_WAIT };

/* `token` is the new session's; *wait_s says when to try again. */
enum gate_login gate_login(struct gate *gate, const struct gate_address *who, const char *pin, double now,
                           char token[GATE_TOKEN_CHARS + 1], int *wait_s);

/* The session named by a Cookie header (may be NULL) is open, or none is needed. */
bool gate_may_act(const struct gate *gate, const char *cookies, double now);
void gate_logout(struct gate *gate, const char *cookies);

/* A Host that can only be ours: an address, a name without dots, or NAME.local. Any other name may be a page of the
 * internet that has had its own name pointed at us. NULL: not given (old programs, not browsers). */
bool gate_host_is_ours(const char *host);

/* An Origin (NULL: not from a page) that is the page's own. */
bool gate_origin_is_ours(const char *origin, const char *host);
