/* SPDX-License-Identifier: Apache-2.0 */
/* review_judge.c: the journal of a recording, made from what was followed: as often as somebody corrects what stood
 * when the recording began. */
#include "review_make.h"

#include "err.h"
#include "keeper.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void tell_nobody(void *user, const struct keeper_said *said)
{
    (void)user, (void)said;
}

static json_t *match_entry_of(const json_t *info)
{
    return json_pack("{s:s, s:O, s:O, s:O, s:i, s:i, s:O, s:{}}", "type", "match", "game",
                     json_object_get(info, "game"), "edition", json_object_get(info, "edition"), "players",
                     json_object_get(info, "players"), "frames", 1, "games", 1, "table", json_object_get(info, "table"),
                     "options");
}

/* Acts of people in the journal that is replaced. Those that correct what stood are what is being replaced. */
static json_t *acts_of(const char *path)
{
    FILE *f = fopen(path, "r");
    json_t *acts = json_array(), *line;
    while (f && (line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL))) {
        const char *type = json_string_value(json_object_get(line, "type"));
        if (type && !strcmp(type, "act") && !json_object_get(line, "setup") && !json_object_get(line, "inferred"))
            json_array_append(acts, line);
        json_decref(line);
    }
    if (f)
        fclose(f);
    return acts;
}

static int enter_setup(struct keeper *keeper, const json_t *setup, char *error)
{
    json_t *state = json_object_get(setup, "state");
    if (!state)
        return 0;
    json_t *act = json_pack("{s:s, s:O, s:b, s:b}", "act", "set", "state", state, "setup", 1, "inferred",
                            !json_is_true(json_object_get(setup, "confirmed")));
    int err = keeper_act(keeper, act, 0, error);
    json_decref(act);
    return err;
}

/* A stroke that the rules can make nothing of is noted by the keeper, and the next one is judged all the same. */
static bool is_refusal(int err)
{
    return err == ERR_FORMAT || err == ERR_INCONSISTENT || err == ERR_RANGE;
}

static int enter_lines(struct keeper *keeper, const char *path, char *error)
{
    FILE *f = fopen(path, "r");
    json_t *line;
    size_t number = 0;
    int err = f ? 0 : ERR_NOT_FOUND;
    while (!err && (line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL))) {
        err = keeper_line(keeper, line, ++number, error);
        if (is_refusal(err))
            err = 0;
        json_decref(line);
    }
    if (f)
        fclose(f);
    return err;
}

static int judge_into(const char *folder, const char *lines, const json_t *setup, const json_t *info,
                      const json_t *acts, char *error)
{
    struct keeper *keeper;
    struct keeper_settings settings = {
        .folder = folder, .match = match_entry_of(info), .policy = policy_defaults(), .repeats = true};
    int err = settings.match ? keeper_open(&keeper, &settings, tell_nobody, NULL, error) : ERR_FORMAT;
    json_decref(settings.match);
    if (err)
        return err;
    err = enter_setup(keeper, setup, error);
    if (!err)
        err = enter_lines(keeper, lines, error);
    for (size_t i = 0; !err && i < json_array_size(acts); i++) {
        err = keeper_act(keeper, json_array_get(acts, i),
                         json_number_value(json_object_get(json_array_get(acts, i), "t")), error);
        if (is_refusal(err)) /* it made sense only with what stood before */
            err = 0;
    }
    keeper_close(&keeper);
    return err;
}

/* The new journal is made beside the old one, which stays until it is whole. */
int review_judge(const char *folder, const json_t *setup, char error[SCENARIO_ERROR_BYTES])
{
    char *path = g_build_filename(folder, "journal.jsonl", NULL), *beside = g_build_filename(folder, "judging", NULL);
    char *fresh = g_build_filename(beside, "journal.jsonl", NULL),
         *info_path = g_build_filename(folder, "review.json", NULL);
    char *lines = g_build_filename(folder, "track.jsonl", NULL);
    json_t *acts = acts_of(path), *info = json_load_file(info_path, 0, NULL);
    *error = 0;
    unlink(fresh);
    int err = g_mkdir_with_parents(beside, 0777) ? ERR_IO : info ? 0 : ERR_FORMAT;
    if (!err)
        err = judge_into(beside, lines, setup, info, acts, error);
    if (!err && rename(fresh, path))
        err = ERR_IO;
    if (!err && !json_equal(json_object_get(info, "setup"), setup)) {
        json_object_set(info, "setup", (json_t *)setup);
        err = json_dump_file(info, info_path, JSON_INDENT(1)) ? ERR_IO : 0;
    }
    unlink(fresh);
    rmdir(beside);
    json_decref(acts);
    json_decref(info);
    g_free(path);
    g_free(beside);
    g_free(fresh);
    g_free(info_path);
    g_free(lines);
    return err;
}
