/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_handlers.c: what requests and settings are taken apart by, without a socket: Host, Origin and Cookie headers,
 * PINs, ranges and numbers of clips, names of fields, states as JSON, reasons, the words of a look. Any bytes: no
 * crash, no leak, and the few things that must hold for every input. */
#include "burn_look.h"
#include "gate.h"
#include "say.h"
#include "web.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void try_gate(const char *a, const char *b)
{
    static struct gate gate;
    static double now;
    char token[GATE_TOKEN_CHARS + 1];
    int wait_s;
    if (now == 0)
        must(gate_open(&gate, "2468-and-more"));
    now += 1;
    const struct gate_address who = {{(uint8_t)(a[0] % 80)}};
    bool right = !strcmp(b, "2468-and-more");
    must(gate_login(&gate, &who, b, now, token, &wait_s) != GATE_WELCOME || right);
    must(!gate_may_act(&gate, a, now)); /* nobody guesses 128 bits */
    gate_logout(&gate, a);
    gate_host_is_ours(a);
    must(!gate_origin_is_ours("http://evil.example", a) || !strcmp(a, "evil.example"));
    gate_origin_is_ours(a, b);
}

static void try_clips(const char *a, uint64_t size)
{
    uint64_t from = 0, to = 0;
    unsigned number = clip_number(a, "");
    must(!number || (strspn(a, "0123456789") == strlen(a) && strlen(a) < 10));
    if (clip_range(a, size, &from, &to))
        must(from <= to && to < size);
}

static void try_words(const char *a, const char *b)
{
    char text[64], why[BURN_LOOK_WHY];
    struct burn_look look;
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        must(strlen(say_reason((enum language)language, a, text, sizeof text)) < sizeof text);
        must(strlen(say_ball((enum language)language, b, text, sizeof text)) < sizeof text);
    }
    if (burn_look_read(&look, a, why))
        must(look.theme && look.size >= 0.4 && look.size <= 2 && look.parts <= PART_ALL);
}

static void try_state(const char *name, const char *json)
{
    json_t *state = json_loads(json, 0, NULL);
    free(field_text(name, state));
    for (const char *const *known = field_names(); *known; known++)
        free(field_text(*known, state));
    json_decref(state);
    json_decref(catalogue_flags(name, json));
    catalogue_has_act(name);
}

/* Two strings, divided where the first byte says. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > 4096)
        return 0;
    size_t middle = 1 + data[0] * (size - 1) / 255;
    char *a = strndup((const char *)data + 1, middle - 1), *b = strndup((const char *)data + middle, size - middle);
    try_gate(a, b);
    try_clips(a, size);
    try_clips(b, UINT64_MAX);
    try_words(a, b);
    try_state(a, b);
    free(a);
    free(b);
    return 0;
}
