/* SPDX-License-Identifier: Apache-2.0 */
/* field.c: how does one field of the state read as plain text, for mixers that poll a text file? */
#include "web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct field {
    const char *name;
    const char *path; /* keys from the state down, divided by '.'; NULL: made by hand */
};

static const struct field fields[] = {
    {"score", NULL},
    {"name_a", "sides.A.name"},
    {"name_b", "sides.B.name"},
    {"score_a", "sides.A.score"},
    {"score_b", "sides.B.score"},
    {"frames_a", "sides.A.frames"},
    {"frames_b", "sides.B.frames"},
    {"frame", "match.frame"},
    {"frames", "match.frames"},
    {"game", "match.title"},
    {"striker", "state.striker"},
    {"break", "state.break"},
    {"ball_on", "state.ball_on"},
    {"call", "ruling.spoken.en"},
    {"call_nl", "ruling.spoken.nl"},
    {"call_zh", "ruling.spoken.zh"},
    {"why", "ruling.why"},
    {"why_nl", "ruling.reason.nl"},
    {"why_zh", "ruling.reason.zh"},
    {"shot_left", "live.clock.shot_left"},
    {"match_left", "live.clock.match_left"},
};

enum { FIELDS = sizeof fields / sizeof *fields };

const char *const *field_names(void)
{
    static const char *names[FIELDS + 1];
    for (int i = 0; i < FIELDS; i++)
        names[i] = fields[i].name;
    return names;
}

const json_t *field_find(const json_t *at, const char *path)
{
    char key[40];
    while (at && *path) {
        size_t size = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)size, path);
        at = json_object_get(at, key);
        path += size + (path[size] == '.');
    }
    return at;
}

static void add(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? " " : "", more);
}

/* Lists as words, whole numbers as such, times to the second. */
static void write_value(const json_t *value, char *text, size_t size)
{
    if (json_is_string(value))
        snprintf(text, size, "%s", json_string_value(value));
    else if (json_is_number(value))
        snprintf(text, size, "%.0f", json_number_value(value));
    for (size_t i = 0; i < json_array_size(value); i++)
        if (json_is_string(json_array_get(value, i)))
            add(text, size, json_string_value(json_array_get(value, i)));
}

char *field_text(const char *name, const json_t *state)
{
    char text[400] = "";
    int i = 0;
    while (i < FIELDS && strcmp(fields[i].name, name))
        i++;
    if (i == FIELDS)
        return NULL;
    if (fields[i].path)
        write_value(field_find(state, fields[i].path), text, sizeof text);
    else
        snprintf(text, sizeof text, "%d - %d", (int)json_integer_value(field_find(state, "sides.A.score")),
                 (int)json_integer_value(field_find(state, "sides.B.score")));
    return strdup(text);
}
