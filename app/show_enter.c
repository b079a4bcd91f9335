/* SPDX-License-Identifier: Apache-2.0 */
/* show_enter.c: how does an act of a person get into a match that nobody keeps? */
#include "show_enter.h"

#include "err.h"
#include "new_match.h"
#include "show_clock.h"
#include "web_open.h"

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
    else if ((err = web_enter(keeper, act, 0, error)))
        refuse(text, err, error);
    keeper_close(&keeper);
    g_free(folder);
    return err;
}

static int begin_match(const char *folder, const json_t *entry, char *text)
{
    char *place = NULL;
    int err = new_match_prepare(folder, entry, &place, text);
    if (!err)
        err = new_match_exchange(folder, place);
    g_free(place);
    return err && !*text ? refuse(text, err, err_text(err)) : err;
}

int show_new_match(const char *journal, const json_t *posted, const struct match *now, char text[SCENARIO_ERROR_BYTES])
{
    char *folder = g_path_get_dirname(journal);
    bool fresh = access(journal, F_OK) && !access(folder, W_OK); /* the first match of an empty folder */
    const char *why = fresh ? NULL : obstacle(journal);
    *text = 0;
    json_t *entry = NULL;
    int err = ERR_BUSY;
    if (why)
        refuse(text, err, why);
    else if (show_clock_is_kept(journal))
        refuse(text, err, "A referee is keeping this match: enter it there.");
    else if (!web_is_late(posted, now, text))
        err = (entry = new_match_entry(posted, now, text)) ? begin_match(folder, entry, text) : ERR_FORMAT;
    json_decref(entry);
    g_free(folder);
    return err;
}
