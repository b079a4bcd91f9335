/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_ask.c: whiteglove ask: a referee's question about one stroke, answered with its figure. */
#include "command.h"

#include "answers.h"
#include "canvas.h"
#include "err.h"
#include "outfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *language_option, *png_option;
static gboolean json_option;

static const GOptionEntry options[] = {
    {"language", 0, 0, G_OPTION_ARG_STRING, &language_option, "en, nl or zh (en)", "LANGUAGE"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &json_option, "The whole answer as one JSON line", NULL},
    {"png", 0, 0, G_OPTION_ARG_FILENAME, &png_option, "Also write the picture it rests on", "FILE"},
    {0},
};

static int wrong_question(const char *word)
{
    GString *s = g_string_new("Questions:");
    for (int i = ASK_NONE + 1; i < ASK_COUNT; i++)
        g_string_append_printf(s, "\n  %-10s %s", ask_word((enum ask)i), ask_sentence((enum ask)i));
    int result = command_usage(word, "there is no such question", s->str);
    g_string_free(s, TRUE);
    return result;
}

static void print_text(const json_t *answer, enum language language)
{
    const char *key = wording_language(language);
    const json_t *after = json_object_get(answer, "after");
    printf("%s (%.0f %% sure)\n", json_string_value(json_object_get(json_object_get(answer, "text"), key)),
           100 * json_number_value(json_object_get(answer, "sure")));
    if (after)
        printf("%s (%.0f %% sure)\n", json_string_value(json_object_get(json_object_get(after, "text"), key)),
               100 * json_number_value(json_object_get(after, "sure")));
    const char *ball;
    json_t *at;
    json_object_foreach(json_object_get((json_t *)answer, "places"), ball, at)
        printf("%-10s x %8.1f  y %8.1f  ± %.1f mm\n", ball, json_number_value(json_object_get(at, "x")),
               json_number_value(json_object_get(at, "y")), json_number_value(json_object_get(at, "sd")));
}

static int write_picture(const struct review *r, int n, const json_t *answer)
{
    struct review_look *look = malloc(sizeof *look);
    struct outfile out;
    size_t size = 0;
    unsigned char *png = NULL;
    int err = look ? review_look(r, n, look) : ERR_MEMORY;
    if (!err) {
        struct canvas_shot shot = {r, look, (int64_t)json_integer_value(json_object_get(answer, "frame")), answer,
                                   true};
        cairo_surface_t *s = canvas_evidence(&shot, 1600);
        png = canvas_png(s, &size);
        cairo_surface_destroy(s);
        err = png ? outfile_open(&out, png_option) : ERR_MEMORY;
    }
    if (!err) {
        fwrite(png, 1, size, out.stream);
        err = outfile_commit(&out);
    }
    free(png);
    free(look);
    return command_result(err, png_option, NULL);
}

static int answer_from(struct review *r, int n, enum ask ask, enum language language)
{
    json_t *answer = review_answer(r, n, ask);
    if (!answer) {
        char *advice = g_strdup_printf("There are %d strokes in this match.", r->strokes);
        int result = command_failed("stroke", "there is no such stroke, or it was taken back", advice);
        g_free(advice);
        return result;
    }
    if (json_option) {
        json_dumpf(answer, stdout, JSON_COMPACT | JSON_REAL_PRECISION(8));
        putchar('\n');
    } else
        print_text(answer, language);
    int result = png_option ? write_picture(r, n, answer) : EXIT_DONE;
    json_decref(answer);
    return result;
}

static int run(int argc, char **argv)
{
    struct review *r;
    char error[SCENARIO_ERROR_BYTES] = "", *end;
    if (argc != 4)
        return command_usage("ask", "needs the folder of a match, a stroke and a question",
                             "For example: ask DIR 3 first");
    enum ask ask = ask_from_word(argv[3]);
    long n = strtol(argv[2], &end, 10);
    enum language language = language_option ? wording_from_name(language_option) : LANGUAGE_EN;
    if (!ask)
        return wrong_question(argv[3]);
    if (*end || n < 1 || n > 1000000)
        return command_usage(argv[2], "is not the number of a stroke", "Strokes are numbered from 1.");
    if (language == LANGUAGE_COUNT)
        return command_usage("--language", language_option, "Write en, nl or zh.");
    int err = review_open(&r, argv[1], error);
    if (err)
        return command_failed(argv[1], *error ? error : err_text(err), "Name the folder of a match.");
    int result = answer_from(r, (int)n, ask, language);
    review_close(&r);
    return result;
}

const struct command cmd_ask = {
    .name = "ask",
    .arguments = "DIR N QUESTION",
    .summary = "Ask about stroke N of a match: first ball, touching, snookered, …",
    .description =
        "QUESTION is one of: first (which ball was hit first), touching (before and after the stroke), snookered (by "
        "which ball, by how much; before and after), full-ball (could the ball on be hit in a straight line, full "
        "ball), before (where was each ball), in-d (was the cue-ball in the D), baulk (did it cross the baulk-line), "
        "moving (was anything moving). Every answer has its figure, the limit that decides and how well it is known; "
        "what is too close to tell is said to be.",
    .example =
        "build/release/whiteglove referee samples/sixred.jsonl --game sixred --match build/ask-match >/dev/null && "
        "build/release/whiteglove ask build/ask-match 1 snookered",
    .options = options,
    .run = run,
};
