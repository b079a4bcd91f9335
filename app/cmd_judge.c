/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_judge.c: whiteglove judge: rulings for a list of scenarios, or for the entries of a journal. */
#include "command.h"

#include "err.h"
#include "journal.h"
#include "match.h"
#include "outfile.h"
#include "scenario.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static json_t *load(const char *path, json_error_t *error)
{
    size_t flags = JSON_REJECT_DUPLICATES;
    return strcmp(path, "-") ? json_load_file(path, flags, error) : json_loadf(stdin, flags, error);
}

static int print(const json_t *answers)
{
    struct outfile out;
    int err = outfile_open(&out, "-");
    if (err)
        return command_result(err, "standard output", NULL);
    fputs("[\n", out.stream);
    for (size_t i = 0; i < json_array_size(answers); i++) {
        json_dumpf(json_array_get(answers, i), out.stream,
                   JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(10));
        fputs(i + 1 < json_array_size(answers) ? ",\n" : "\n", out.stream);
    }
    fputs("]\n", out.stream);
    return command_result(outfile_commit(&out), "standard output", NULL);
}

/* Says what could not be judged; EXIT_FAILED if anything. */
static int report_refused(const char *path, const json_t *answers)
{
    int result = EXIT_DONE;
    for (size_t i = 0; i < json_array_size(answers); i++) {
        const char *why = json_string_value(json_object_get(json_array_get(answers, i), "refused"));
        if (why)
            result = command_failed(path, why, NULL);
    }
    return result;
}

static int judge_list(const char *path, const json_t *list)
{
    if (!json_is_array(list))
        return command_failed(path, "not a list of scenarios", NULL);
    json_t *answers = scenario_judge(list);
    int result = print(answers);
    if (result == EXIT_DONE)
        result = report_refused(path, answers);
    json_decref(answers);
    return result;
}

/* ---- journals ---------------------------------------------------------------------------------------------------- */

struct folding {
    struct match *match;
    json_t *answers;
    char error[SCENARIO_ERROR_BYTES];
};

/* Each entry is judged anew; rulings on file and notes of what was only mentioned are passed over. */
static int fold_line(void *user, size_t number, const json_t *line)
{
    struct folding *f = user;
    json_t *ruling = NULL;
    (void)number;
    if (!match_folds(line))
        return 0;
    int err = match_apply(f->match, line, &ruling, f->error);
    if (!err && ruling)
        json_array_append_new(f->answers,
                              json_pack("{s:O, s:O}", "id", json_object_get(ruling, "of"), "result", ruling));
    json_decref(ruling);
    return err;
}

static int judge_journal(const char *path)
{
    struct folding f = {.answers = json_array()};
    struct journal_report read = {0};
    char place[SCENARIO_ERROR_BYTES + 32];
    int err = match_open(&f.match);
    if (!err)
        err = journal_read(path, fold_line, &f, &read);
    int result;
    if (err && read.bad_line) {
        snprintf(place, sizeof place, "Line %zu: %s", read.bad_line, *f.error ? f.error : read.reason);
        result = command_failed(path, err_text(err), place);
    } else {
        result = err ? command_result(err, path, NULL) : print(f.answers);
    }
    match_close(&f.match);
    json_decref(f.answers);
    return result;
}

/* The first line of a journal is an object; a list of scenarios begins with a bracket. */
static bool is_journal(const char *path)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "r") : NULL;
    int first = file ? fgetc(file) : EOF;
    if (file)
        fclose(file);
    return first == '{';
}

static int run_judge(int argc, char **argv)
{
    if (argc != 2)
        return command_usage("judge", "needs one file of scenarios",
                             "Run 'whiteglove judge --help' to see what it takes.");
    if (g_file_test(argv[1], G_FILE_TEST_IS_DIR))
        return command_failed(argv[1], "it is a folder", "Name a file; of a match, its journal.jsonl.");
    if (strcmp(argv[1], "-") != 0 && access(argv[1], R_OK))
        return command_result(err_from_errno(errno), argv[1], "Check the spelling.");
    if (is_journal(argv[1]))
        return judge_journal(argv[1]);
    json_error_t at;
    char place[64];
    json_t *list = load(argv[1], &at);
    if (!list) {
        snprintf(place, sizeof place, "Look at line %d, column %d.", at.line, at.column);
        return command_failed(argv[1], at.text, at.line > 0 ? place : NULL);
    }
    int result = judge_list(argv[1], list);
    json_decref(list);
    return result;
}

const struct command cmd_judge = {
    .name = "judge",
    .arguments = "FILE",
    .summary = "Rule on strokes described in a file",
    .description =
        "FILE is a JSON list of scenarios: what stood, what was done. For each the ruling is printed: calls, "
        "clauses, points, options, and what the next player finds. Reads no clock, camera or network; the "
        "same input gives the same bytes.\n\n"
        "A scenario that contradicts itself is refused: its result is null, the reason is on standard error, and the "
        "exit code is 1. The others are judged all the same.\n\n"
        "FILE may also be the journal of a match: then every entry of it is judged anew, in order.",
    .example = "build/release/whiteglove judge samples/rulings.json",
    .run = run_judge,
};
