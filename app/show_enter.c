/* SPDX-License-Identifier: Apache-2.0 */
/* show_enter.c: how does an act of a person get into a match that nobody keeps? */
#include "show_enter.h"

#include "err.h"
#include "keeper.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int refuse(char *text, int err, const char *why)
{
    snprintf(text, SCENARIO_ERROR_BYTES, "%s", why);
    return err;
}

/* Why this journal cannot be changed at all; NULL: it can. */
static const char *obstacle(const char *journal)
{
    char *name = g_path_get_basename(journal);
    bool kept = !strcmp(name, "journal.jsonl");
    g_free(name);
    if (!kept)
        return "Only a match in a folder of its own (DIR/journal.jsonl) can be changed; this is a copy to look at.";
    return access(journal, W_OK) ? "This match can be looked at, not changed: its journal is not ours to write." : NULL;
}

static void tell(void *user, const struct keeper_said *said)
{
    const char *why = json_string_value(json_object_get(said->ruling, "why"));
    snprintf(user, SCENARIO_ERROR_BYTES, "%s", why ? why : "");
}

/* When and whence are ours to say, not the poster's. New reference. */
static json_t *cleaned(const json_t *posted)
{
    json_t *act = json_copy((json_t *)posted);
    const char *origin = json_string_value(json_object_get(posted, "origin"));
    bool player = origin && !strcmp(origin, "player");
    json_object_set_new(act, "origin", json_string(player ? "player" : "official"));
    static const char *const ours[] = {"type", "t", "after", "line", "inferred"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        json_object_del(act, ours[i]);
    return act;
}

static int enter(struct keeper *keeper, const json_t *posted, char *text)
{
    const json_t *after = json_object_get(posted, "after");
    char error[SCENARIO_ERROR_BYTES];
    if (json_is_integer(after) && json_integer_value(after) != match_next_seq(keeper_match(keeper)) - 1)
        return refuse(text, ERR_BUSY, "Somebody was first: the match has moved on. Look again.");
    json_t *act = cleaned(posted);
    int err = keeper_act(keeper, act, 0, error);
    json_decref(act);
    return err ? refuse(text, err, error) : 0;
}

int show_enter(const char *journal, const json_t *act, char text[SCENARIO_ERROR_BYTES])
{
    const char *why = obstacle(journal);
    *text = 0;
    if (why)
        return refuse(text, ERR_BUSY, why);
    char *folder = g_path_get_dirname(journal), error[SCENARIO_ERROR_BYTES];
    struct keeper *keeper;
    struct keeper_settings settings = {.folder = folder, .policy = policy_defaults()};
    int err = keeper_open(&keeper, &settings, tell, text, error);
    if (err == ERR_BUSY)
        refuse(text, err, "A referee is keeping this match: enter it there.");
    else if (err)
        refuse(text, err, *error ? error : err_text(err));
    else
        err = enter(keeper, act, text);
    keeper_close(&keeper);
    g_free(folder);
    return err;
}
