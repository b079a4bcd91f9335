/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_replay.c: whiteglove replay: does a journal still lead to the rulings that it holds? */
#include "command.h"

#include "err.h"
#include "journal.h"
#include "match.h"

#include <stdio.h>
#include <string.h>

static gboolean verbose;

struct replay {
    struct match *match;
    char error[SCENARIO_ERROR_BYTES];
};

static void print_ruling(const json_t *line)
{
    const char *why = json_string_value(json_object_get(line, "why"));
    const char *spoken = json_string_value(json_object_get(json_object_get(line, "spoken"), "en"));
    const json_t *scores = json_object_get(line, "scores");
    printf("%4d  %3d-%-3d  %s%s%s\n", (int)json_integer_value(json_object_get(line, "of")),
           (int)json_integer_value(json_object_get(scores, "A")), (int)json_integer_value(json_object_get(scores, "B")),
           why ? why : "corrected", spoken && *spoken ? ": " : "", spoken ? spoken : "");
}

static int each_line(void *user, size_t number, const json_t *line)
{
    struct replay *r = user;
    const char *type = json_string_value(json_object_get(line, "type"));
    (void)number;
    if (verbose && type && !strcmp(type, "ruling"))
        print_ruling(line);
    return match_reread(r->match, line, r->error);
}

static char *journal_path(const char *argument)
{
    return g_file_test(argument, G_FILE_TEST_IS_DIR) ? g_build_filename(argument, "journal.jsonl", NULL)
                                                     : g_strdup(argument);
}

static void print_score(const struct match *match)
{
    const struct scenario *now = match_now(match);
    const struct contest *contest = match_contest(match);
    if (!now)
        return;
    printf("%s (%s): %s %d (%d) - (%d) %d %s, frame %d\n", now->game->title, now->game->edition, now->player[1],
           now->state.score[SIDE_A], contest->frames_won[SIDE_A], contest->frames_won[SIDE_B], now->state.score[SIDE_B],
           now->player[2], contest->frame);
}

static int report(const char *what, const struct replay *r, const struct journal_report *read)
{
    int first;
    size_t differ = match_divergences(r->match, &first);
    char why[120];
    print_score(r->match);
    printf("%zu lines, %d entries, %zu rulings that differ%s\n", read->lines, match_next_seq(r->match) - 1, differ,
           read->torn_bytes ? ", torn at the end" : "");
    if (!differ)
        return EXIT_DONE;
    snprintf(why, sizeof why, "the rulings differ from entry %d on", first);
    return command_failed(what, why, "The journal was changed, or it was written by rules that ruled otherwise.");
}

static int run_replay(int argc, char **argv)
{
    if (argc != 2)
        return command_usage("replay", "needs the folder of a match, or a journal", NULL);
    struct replay r = {0};
    struct journal_report read = {0};
    char place[200];
    char *path = journal_path(argv[1]);
    int result, err = match_open(&r.match);
    if (!err)
        err = journal_read(path, each_line, &r, &read);
    if (err && read.bad_line) {
        snprintf(place, sizeof place, "Line %zu: %.160s", read.bad_line, *r.error ? r.error : read.reason);
        result = command_failed(path, err_text(err), place);
    } else {
        result = err ? command_result(err, path, NULL) : report(path, &r, &read);
    }
    match_close(&r.match);
    g_free(path);
    return result;
}

static const GOptionEntry options[] = {
    {"rulings", 0, 0, G_OPTION_ARG_NONE, &verbose, "Print every ruling with the score after it", NULL},
    {0},
};

const struct command cmd_replay = {
    .name = "replay",
    .arguments = "DIR|JOURNAL",
    .summary = "Judge a match again from its journal",
    .description =
        "Everything that was seen and entered is folded again from the first line, and each ruling is compared "
        "with the one on file. Says where they differ, and then exits with 1. Changes nothing.",
    .example = "build/release/whiteglove replay samples/match.jsonl --rulings",
    .options = options,
    .run = run_replay,
};
