/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_export.c: whiteglove export: take something out of a match: a clip, a sheet, a list. */
#include "command.h"

#include "answers.h"
#include "err.h"
#include "review_export.h"

#include <stdlib.h>
#include <string.h>

static int stroke_option;
static gint64 frame_option = -1;
static gboolean bare_option;
static double before_option, after_option;
static char *out_option, *language_option;

static const GOptionEntry options[] = {
    {"stroke", 0, 0, G_OPTION_ARG_INT, &stroke_option, "Which stroke, from 1 in the order of the journal", "N"},
    {"frame", 0, 0, G_OPTION_ARG_INT64, &frame_option, "Still: this frame of the recording (the first contact)", "N"},
    {"bare", 0, 0, G_OPTION_ARG_NONE, &bare_option, "Clip and still: without the drawing", NULL},
    {"before", 0, 0, G_OPTION_ARG_DOUBLE, &before_option, "Clip: begin so many seconds before the strike", "S"},
    {"after", 0, 0, G_OPTION_ARG_DOUBLE, &after_option, "Clip: go on for so many seconds after rest", "S"},
    {"language", 0, 0, G_OPTION_ARG_STRING, &language_option, "Sheet and report: en, nl or zh", "LANGUAGE"},
    {"out", 0, 0, G_OPTION_ARG_FILENAME, &out_option, "File to write (its kind, in this folder)", "FILE"},
    {0},
};

static char *kinds_text(void)
{
    GString *s = g_string_new("Kinds:");
    for (const struct export_kind *k = export_kinds; k->name; k++)
        g_string_append_printf(s, "%s %s", k == export_kinds ? "" : ",", k->name);
    g_string_append_c(s, '.');
    return g_string_free(s, FALSE);
}

static int wrong_kind(const char *name)
{
    char *advice = kinds_text();
    int result = command_usage(name, "there is no such export", advice);
    g_free(advice);
    return result;
}

static int export_one(const struct review *r, const char *folder, const struct export_kind *kind,
                      const struct export_order *order)
{
    const char *path = out_option ? out_option : kind->name;
    int err = export_to_file(kind, r, order, path);
    if (err == ERR_UNSUPPORTED)
        return command_failed(folder, r->no_pictures, "Clips need the recording that was refereed.");
    if (err != ERR_RANGE)
        return command_result(err, path, NULL);
    char *advice =
        g_strdup_printf("There are %d strokes in this match, and %lld frames.", r->strokes, (long long)r->rows.count);
    int result = command_failed(folder, "there is no such stroke or frame", advice);
    g_free(advice);
    return result;
}

static int export_review(const char *folder, const struct export_kind *kind, const struct export_order *order)
{
    struct review *r;
    char error[SCENARIO_ERROR_BYTES] = "";
    int err = review_open(&r, folder, error);
    if (err)
        return command_failed(folder, *error ? error : err_text(err), "Name the folder of a match.");
    int result = export_one(r, folder, kind, order);
    review_close(&r);
    return result;
}

static int run(int argc, char **argv)
{
    struct export_order order = export_defaults();
    if (argc != 3)
        return command_usage("export", "needs the folder of a match and what to export",
                             "For example: export DIR sheet.pdf --stroke 3");
    const struct export_kind *kind = export_kind(argv[2]);
    if (!kind)
        return wrong_kind(argv[2]);
    if (kind->of_stroke && stroke_option < 1)
        return command_usage("--stroke", "is needed", "Say which stroke, from 1.");
    order.language = language_option ? wording_from_name(language_option) : LANGUAGE_EN;
    if (order.language == LANGUAGE_COUNT)
        return command_usage("--language", language_option, "Write en, nl or zh.");
    if (!(before_option >= 0 && before_option <= 600 && after_option >= 0 && after_option <= 600))
        return command_usage("--before and --after", "are from 0 to 600 seconds", NULL);
    order.stroke = stroke_option;
    order.frame = frame_option;
    order.drawing = !bare_option;
    order.before = before_option;
    order.after = after_option;
    return export_review(argv[1], kind, &order);
}

const struct command cmd_export = {
    .name = "export",
    .arguments = "DIR KIND",
    .summary = "Take a clip, a still, a ruling sheet, a report or a list out of a match",
    .description =
        "KIND is clip.mp4 (the stroke, cut to the frame, with the drawing unless --bare), still.png, sheet.pdf or "
        "sheet.html (one page about a ruling: call, clause, how sure, figures, picture), report.html (score, breaks, "
        "statistics, fouls), strokes.csv, or strokes.edl (an edit decision list for a video editor). Clips and stills "
        "need the recording that was refereed.",
    .example =
        "build/release/whiteglove referee samples/sixred.jsonl --game sixred --match build/export-match >/dev/null && "
        "build/release/whiteglove export build/export-match sheet.pdf --stroke 1 --out build/sheet.pdf",
    .options = options,
    .run = run,
};
