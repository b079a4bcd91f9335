/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: whiteglove COMMAND: finds the command, reads its options, runs it. */
#include "command.h"

#include "err.h"
#include "log.h"
#include "version.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#define COMMAND(name) extern const struct command cmd_##name;
#include "commands.inc"
#undef COMMAND

#define COMMAND(name) &cmd_##name,
const struct command *const commands[] = {
#include "commands.inc"
    NULL,
};
#undef COMMAND

const struct command *command_find(const char *name)
{
    for (size_t i = 0; commands[i]; i++)
        if (!strcmp(commands[i]->name, name))
            return commands[i];
    return NULL;
}

int command_failed(const char *what, const char *why, const char *advice)
{
    fprintf(stderr, "whiteglove: %s: %s\n", what, why);
    if (advice)
        fprintf(stderr, "%s\n", advice);
    return EXIT_FAILED;
}

int command_usage(const char *what, const char *why, const char *advice)
{
    command_failed(what, why, advice);
    return EXIT_USAGE;
}

int command_result(int err, const char *what, const char *advice)
{
    return err ? command_failed(what, err_text(err), advice) : EXIT_DONE;
}

static gboolean set_log_level(const char *option, const char *value, gpointer data, GError **error)
{
    (void)option, (void)data;
    enum log_level level = log_level_from_name(value);
    if (level != LOG_NONE) {
        log_set_level(level);
        return TRUE;
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "“%s” is not one of error, warn, info, debug, trace",
                value);
    return FALSE;
}

static const GOptionEntry common_options[] = {
    {"log", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)set_log_level,
     "Say more or less on standard error: error, warn, "
     "info, debug or trace",
     "LEVEL"},
    {0},
};

static GOptionContext *context_for(const struct command *c)
{
    GOptionContext *context = g_option_context_new(c->arguments);
    char *about = g_strdup_printf("%s.\n\n%s", c->summary, c->description);
    char *example = g_strdup_printf("Example:\n  %s", c->example);
    g_option_context_set_summary(context, about);
    g_option_context_set_description(context, example);
    if (c->options)
        g_option_context_add_main_entries(context, c->options, NULL);
    g_option_context_add_main_entries(context, common_options, NULL);
    g_option_context_set_help_enabled(context, FALSE); /* ours leaves through main, so that nothing leaks */
    g_free(about);
    g_free(example);
    return context;
}

static int print_version(void)
{
    printf("whiteglove %s\n", WHITEGLOVE_VERSION);
    return EXIT_DONE;
}

/* --help anywhere before "--" wins over every other option, right or wrong. */
static gboolean asks_for(const char *option, const char *shorthand, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (!strcmp(argv[i], option) || (shorthand && !strcmp(argv[i], shorthand)))
            return TRUE;
    return FALSE;
}

static int run_command(const struct command *c, int argc, char **argv)
{
    if (asks_for("--version", NULL, argc, argv))
        return print_version();
    char *program = g_strdup_printf("whiteglove %s", c->name);
    g_set_prgname(program);
    g_free(program);
    GOptionContext *context = context_for(c);
    int result;
    GError *error = NULL;
    if (asks_for("--help", "-h", argc, argv)) {
        char *help = g_option_context_get_help(context, TRUE, NULL);
        fputs(help, stdout);
        g_free(help);
        result = EXIT_DONE;
    } else if (!g_option_context_parse(context, &argc, &argv, &error)) {
        char *advice = g_strdup_printf("Run 'whiteglove %s --help' to see what it takes.", c->name);
        result = command_usage(c->name, error->message, advice);
        g_free(advice);
        g_error_free(error);
    } else {
        result = c->run(argc, argv);
    }
    g_option_context_free(context);
    return result;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        cmd_help.run(1, argv);
        return EXIT_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return cmd_help.run(1, argv);
    if (!strcmp(argv[1], "--version"))
        return print_version();
    const struct command *c = command_find(argv[1]);
    if (!c)
        return command_usage(argv[1], "there is no such command", "Run 'whiteglove help' for the list.");
    return run_command(c, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, ""); /* characters as the user's; numbers stay with a point */
    int result = run(argc, argv);
    errno = 0;
    if ((fflush(stdout) || ferror(stdout)) && result == EXIT_DONE) /* else the reason has been given */
        return command_failed("standard output", err_text(err_from_errno(errno ? errno : EIO)), NULL);
    return result;
}
