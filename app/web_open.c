/* SPDX-License-Identifier: Apache-2.0 */
/* web_open.c: where are the pages, and how does what people enter on them get into the match? */
#include "web_open.h"

#include "command.h"
#include "err.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <stdio.h>
#include <string.h>

int web_check(const struct web_settings *s)
{
    if (s->port > 65535)
        return command_usage("the port", "is not one", "Ports are 1 to 65535; 0 takes any that is free.");
    if (s->lan && !s->pin)
        return command_usage("--lan", "needs --pin",
                             "Anybody in the network could change the match: choose a PIN of 4 characters or more.");
    if (s->pin && (strlen(s->pin) < 4 || strlen(s->pin) > 64))
        return command_usage("--pin", "has the wrong length", "A PIN has 4 to 64 characters.");
    return EXIT_DONE;
}

/* ---- telling people where ---------------------------------------------------------------------------------------- */

static void print_address(const char *host, unsigned port, const char *page)
{
    printf("  http://%s:%u/%s\n", host, port, page);
}

/* What a phone in the room must be told. */
static void print_network_addresses(unsigned port, const char *page)
{
    struct ifaddrs *all, *one;
    char host[INET_ADDRSTRLEN];
    if (getifaddrs(&all))
        return;
    for (one = all; one; one = one->ifa_next) {
        if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET)
            continue;
        const struct in_addr *at = &((const struct sockaddr_in *)one->ifa_addr)->sin_addr;
        if (ntohl(at->s_addr) >> 24 != 127 && inet_ntop(AF_INET, at, host, sizeof host))
            print_address(host, port, page);
    }
    freeifaddrs(all);
}

static void print_places(const struct broadcast *web, const struct web_settings *s, const char *page)
{
    unsigned port = broadcast_port(web);
    if (page)
        puts("Page:");
    else
        printf("Pages (add overlay, scoreboard, table%s):\n", s->extra.answer ? ", panel or replace" : " or panel");
    print_address("127.0.0.1", port, page ? page : "");
    if (s->lan)
        print_network_addresses(port, page ? page : "");
    fflush(stdout);
}

int web_open_with(struct broadcast **web, const struct web_settings *s, const struct broadcast_extra *extra,
                  const char *page)
{
    struct broadcast_options o = broadcast_defaults();
    char where[32];
    o.port = (uint16_t)s->port;
    o.pin = s->pin;
    if (s->lan)
        o.address = "0.0.0.0";
    if (extra)
        o.extra = *extra;
    snprintf(where, sizeof where, "port %d", s->port);
    int err = broadcast_open(web, &o);
    if (err)
        return command_result(err, where, "Another program may be using it: try another port.");
    print_places(*web, s, page);
    return EXIT_DONE;
}

int web_open(struct broadcast **web, const struct web_settings *s)
{
    return web_open_with(web, s, s->extra.answer ? &s->extra : NULL, NULL);
}

/* ---- entering ---------------------------------------------------------------------------------------------------- */

/* When and whence are ours to say, not the poster's. New reference. */
static json_t *cleaned(const json_t *posted)
{
    static const char *const ours[] = {"type", "t", "after", "line", "inferred"};
    json_t *act = json_copy((json_t *)posted);
    const char *origin = json_string_value(json_object_get(posted, "origin"));
    bool player = origin && !strcmp(origin, "player");
    json_object_set_new(act, "origin", json_string(player ? "player" : "official"));
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        json_object_del(act, ours[i]);
    return act;
}

bool web_is_late(const json_t *posted, const struct match *match, char text[SCENARIO_ERROR_BYTES])
{
    const json_t *after = json_object_get(posted, "after");
    if (!json_is_integer(after) || json_integer_value(after) == match_next_seq(match) - 1)
        return false;
    snprintf(text, SCENARIO_ERROR_BYTES, "Somebody was first: the match has moved on. Look again.");
    return true;
}

bool web_is_new_match(const json_t *posted)
{
    const char *act = json_string_value(json_object_get(posted, "act"));
    return act && !strcmp(act, "new_match");
}

int web_enter(struct keeper *keeper, const json_t *posted, double t, char text[SCENARIO_ERROR_BYTES])
{
    *text = 0;
    if (web_is_late(posted, keeper_match(keeper), text))
        return ERR_BUSY;
    json_t *act = cleaned(posted);
    int err = keeper_act(keeper, act, t, text);
    json_decref(act);
    return err;
}
