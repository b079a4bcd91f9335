/* SPDX-License-Identifier: Apache-2.0 */
/* gate.c: who may enter something? */
#include "gate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#define SESSION_S     (12 * 3600.0)
#define COOKIE        "whiteglove="
#define FREE_GUESSES  5     /* of one address, before it must wait */
#define FIRST_WAIT_S  30.0  /* doubles with each further wrong PIN */
#define LONGEST_S     900.0 /* of such waits */
#define FORGOTTEN_S   3600.0
#define ALL_GUESSES   30.0 /* of all addresses together: a network has many */
#define ALL_GUESSES_S 20.0 /* and one more after so long: four digits then take two days */

bool gate_open(struct gate *gate, const char *pin)
{
    memset(gate, 0, sizeof *gate);
    size_t size = pin ? strlen(pin) : 0;
    if (pin && (size < GATE_PIN_MIN || size > GATE_PIN_MAX))
        return false;
    memcpy(gate->pin, pin ? pin : "", size);
    return true;
}

/* Takes as long for the first wrong byte as for the last. */
static bool same_bytes(const char *a, const char *b, size_t size)
{
    volatile unsigned char differ = 0;
    for (size_t i = 0; i < size; i++)
        differ |= (unsigned char)(a[i] ^ b[i]);
    return differ == 0;
}

static bool pin_is(const struct gate *gate, const char *pin)
{
    char padded[sizeof gate->pin] = {0};
    size_t size = strnlen(pin, sizeof padded);
    memcpy(padded, pin, size < sizeof padded ? size : sizeof padded);
    return same_bytes(padded, gate->pin, sizeof padded);
}

/* ---- guessing ---------------------------------------------------------------------------------------------------- */

/* The row of an address; the one that was quiet for longest makes room. */
static int guess_row(struct gate *gate, const struct gate_address *who)
{
    int oldest = 0;
    for (int i = 0; i < GATE_ADDRESSES; i++) {
        if (gate->guess[i].wrong && !memcmp(&gate->guess[i].who, who, sizeof *who))
            return i;
        if (gate->guess[i].last < gate->guess[oldest].last)
            oldest = i;
    }
    memset(&gate->guess[oldest], 0, sizeof gate->guess[oldest]);
    gate->guess[oldest].who = *who;
    return oldest;
}

static double wait_of(struct gate *gate, int row, double now)
{
    gate->guesses = fmax(0, gate->guesses - (now - gate->guesses_at) / ALL_GUESSES_S);
    gate->guesses_at = now;
    if (now - gate->guess[row].last > FORGOTTEN_S)
        gate->guess[row].wrong = 0;
    double all = gate->guesses > ALL_GUESSES - 1 ? (gate->guesses - ALL_GUESSES + 1) * ALL_GUESSES_S : 0;
    return fmax(all, gate->guess[row].blocked_until - now);
}

static void count_wrong(struct gate *gate, int row, double now)
{
    int over = ++gate->guess[row].wrong - FREE_GUESSES;
    gate->guess[row].last = now;
    gate->guesses += 1;
    if (over >= 0)
        gate->guess[row].blocked_until = now + fmin(LONGEST_S, FIRST_WAIT_S * exp2(fmin(over, 10)));
}

/* ---- sessions ---------------------------------------------------------------------------------------------------- */

static bool make_token(char token[GATE_TOKEN_CHARS + 1])
{
    unsigned char random[GATE_TOKEN_CHARS / 2];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    for (size_t i = 0; i < sizeof random; i++)
        snprintf(token + 2 * i, 3, "%02x", random[i]);
    return true;
}

/* The session that would end first makes room. */
static void keep_session(struct gate *gate, const char *token, double now)
{
    int oldest = 0;
    for (int i = 1; i < GATE_SESSIONS; i++)
        if (gate->session[i].until < gate->session[oldest].until)
            oldest = i;
    memcpy(gate->session[oldest].token, token, GATE_TOKEN_CHARS + 1);
    gate->session[oldest].until = now + SESSION_S;
}

enum gate_login gate_login(struct gate *gate, const struct gate_address *who, const char *pin, double now,
                           char token[GATE_TOKEN_CHARS + 1], int *wait_s)
{
    int row = guess_row(gate, who);
    double wait = wait_of(gate, row, now);
    *wait_s = (int)ceil(wait);
    if (wait > 0)
        return GATE_WAIT;
    if (!pin_is(gate, pin) || !make_token(token)) {
        count_wrong(gate, row, now);
        return GATE_WRONG;
    }
    gate->guess[row].wrong = 0;
    keep_session(gate, token, now);
    return GATE_WELCOME;
}

/* The value of our cookie, GATE_TOKEN_CHARS long; NULL: there is none. */
static const char *token_in(const char *cookies)
{
    for (const char *at = cookies; at && *at; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, COOKIE, sizeof COOKIE - 1))
            continue;
        const char *value = at + sizeof COOKIE - 1;
        return strcspn(value, "; ") == GATE_TOKEN_CHARS ? value : NULL;
    }
    return NULL;
}

static int session_of(const struct gate *gate, const char *cookies)
{
    const char *token = token_in(cookies);
    int found = -1;
    for (int i = 0; token && i < GATE_SESSIONS; i++)
        if (gate->session[i].until > 0 && same_bytes(token, gate->session[i].token, GATE_TOKEN_CHARS))
            found = i;
    return found;
}

bool gate_may_act(const struct gate *gate, const char *cookies, double now)
{
    int session = session_of(gate, cookies);
    return !*gate->pin || (session >= 0 && gate->session[session].until > now);
}

void gate_logout(struct gate *gate, const char *cookies)
{
    int session = session_of(gate, cookies);
    if (session >= 0)
        memset(&gate->session[session], 0, sizeof gate->session[session]);
}

/* ---- where a request comes from ---------------------------------------------------------------------------------- */

bool gate_host_is_ours(const char *host)
{
    if (!host || *host == '[')
        return true;
    size_t size = strcspn(host, ":");
    if (strspn(host, "0123456789.") == size || !memchr(host, '.', size))
        return true;
    return size > 6 && !strncasecmp(host + size - 6, ".local", 6);
}

bool gate_origin_is_ours(const char *origin, const char *host)
{
    static const char scheme[] = "http://";
    if (!origin)
        return true;
    return host && !strncmp(origin, scheme, sizeof scheme - 1) && !strcasecmp(origin + sizeof scheme - 1, host);
}
