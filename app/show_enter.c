/* SPDX-License-Identifier: Apache-2.0 */
/* show_enter.c: how does an act of a person get into a journal? */
#include "show_enter.h"

#include "err.h"
#include "journal.h"
#include "match.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct entering {
    struct match *match;
    double t; /* of the last line that has one: acts are entered at the end of what is known */
    char *error;
};

bool show_is_known(const json_t *line)
{
    static const char *const types[] = {"match", "stroke", "act", "clock", "ruling"};
    const char *type = json_string_value(json_object_get(line, "type"));
    for (int i = 0; type && i < 5; i++)
        if (!strcmp(type, types[i]))
            return true;
    return false;
}

static int reread(void *user, size_t number, const json_t *line)
{
    struct entering *e = user;
    const json_t *t = json_object_get(line, "t");
    (void)number;
    if (json_is_number(t))
        e->t = json_number_value(t);
    return show_is_known(line) ? match_reread(e->match, line, e->error) : 0;
}

static int refuse(char *text, int err, const char *why)
{
    snprintf(text, SCENARIO_ERROR_BYTES, "%s", why);
    return err;
}

/* Where it came from and when is ours to say, not the poster's. New reference. */
static json_t *entry_of(const struct entering *e, const json_t *act)
{
    const char *origin = json_string_value(json_object_get(act, "origin"));
    bool player = origin && !strcmp(origin, "player");
    json_t *entry = json_pack("{s:s, s:f, s:s}", "type", "act", "t", e->t, "origin", player ? "player" : "official");
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)act, key, value)
    {
        if (strcmp(key, "after") && !json_object_get(entry, key))
            json_object_set(entry, key, value);
    }
    return entry;
}

static int fold_and_write(struct entering *e, struct journal *journal, const json_t *act)
{
    json_t *ruling = NULL, *entry = entry_of(e, act);
    int err = match_apply(e->match, entry, &ruling, e->error);
    if (!err && (err = journal_append(journal, entry)))
        refuse(e->error, err, "The journal could not be written: is the disk full?");
    if (!err && ruling && journal_append(journal, ruling))
        err = 0; /* the entry counts; its ruling follows from it whenever the journal is read */
    json_decref(ruling);
    json_decref(entry);
    return err;
}

static int enter(struct entering *e, struct journal *journal, const json_t *act)
{
    const json_t *after = json_object_get(act, "after");
    if (json_is_integer(after) && json_integer_value(after) != match_next_seq(e->match) - 1)
        return refuse(e->error, ERR_BUSY, "Somebody was first: the match has moved on. Look again.");
    return fold_and_write(e, journal, act);
}

int show_enter(const char *path, const json_t *act, char text[SCENARIO_ERROR_BYTES])
{
    struct entering e = {.error = text};
    struct journal *journal = NULL;
    struct journal_report report;
    *text = 0;
    if (access(path, W_OK))
        return refuse(text, ERR_BUSY, "This match can be looked at, not changed: its journal is not ours to write.");
    int err = match_open(&e.match);
    if (!err)
        err = journal_open(&journal, path, reread, &e, &report);
    if (err == ERR_BUSY)
        refuse(text, err, "A referee is keeping this match: enter it on the referee's own panel.");
    else if (!err)
        err = enter(&e, journal, act);
    if (journal)
        journal_close(&journal);
    match_close(&e.match);
    return err;
}
