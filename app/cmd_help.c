/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_help.c: the list of commands, the man page and bash completion, all from the command tables. */
#include "command.h"

#include "version.h"

#include <stdio.h>
#include <string.h>

static int run_help(int argc, char **argv)
{
    if (argc > 2)
        return command_usage("help", "takes at most one command", NULL);
    if (argc == 2) {
        const struct command *c = command_find(argv[1]);
        if (!c)
            return command_usage(argv[1], "there is no such command", "Run 'whiteglove help' for the list.");
        printf("%s.\n\n%s\n\nExample:\n  %s\n\nAll options: whiteglove %s --help\n", c->summary, c->description,
               c->example, c->name);
        return EXIT_DONE;
    }
    printf("Whiteglove %s: an automatic referee for snooker, English billiards and pool.\n\n"
           "Usage: whiteglove COMMAND [OPTION…] [ARGUMENT…]\n\nCommands:\n",
           WHITEGLOVE_VERSION);
    for (size_t i = 0; commands[i]; i++)
        printf("  %-12s %s\n", commands[i]->name, commands[i]->summary);
    printf("\nwhiteglove COMMAND --help tells more about one, with an example.\n");
    return EXIT_DONE;
}

const struct command cmd_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "List the commands, or tell about one",
    .description = "Without a command: all commands in a line each.",
    .example = "build/release/whiteglove help tables",
    .run = run_help,
};

/* Roff gives '-' and leading '.' a meaning of their own. */
static void print_roff(const char *text)
{
    for (const char *p = text; *p; p++) {
        if (*p == '-' || *p == '\\')
            putchar('\\');
        if ((*p == '.' || *p == '\'') && (p == text || p[-1] == '\n'))
            fputs("\\&", stdout);
        putchar(*p);
        if (*p == '\n' && p[1] == '\n')
            fputs(".PP", stdout);
    }
}

static void print_roff_option(const GOptionEntry *o)
{
    fputs(".TP\n\\fB\\-\\-", stdout);
    print_roff(o->long_name);
    fputs("\\fR", stdout);
    if (o->short_name)
        printf(", \\fB\\-%c\\fR", o->short_name);
    if (o->arg_description)
        printf(" \\fI%s\\fR", o->arg_description);
    putchar('\n');
    print_roff(o->description);
    putchar('\n');
}

static void print_roff_command(const struct command *c)
{
    printf(".SS \"whiteglove %s%s%s\"\n", c->name, *c->arguments ? " " : "", c->arguments);
    print_roff(c->summary);
    fputs(".\n.PP\n", stdout);
    print_roff(c->description);
    putchar('\n');
    for (const GOptionEntry *o = c->options; o && o->long_name; o++)
        print_roff_option(o);
    fputs(".PP\nExample:\n.PP\n.RS\n.nf\n", stdout);
    print_roff(c->example);
    fputs("\n.fi\n.RE\n", stdout);
}

static int run_manual(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return command_usage("manual", "takes no arguments", NULL);
    printf(".TH WHITEGLOVE 1 \"\" \"whiteglove %s\" \"User Commands\"\n", WHITEGLOVE_VERSION);
    printf(".SH NAME\nwhiteglove \\- automatic referee for snooker, English billiards and pool\n"
           ".SH SYNOPSIS\n\\fBwhiteglove\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR…] [\\fIARGUMENT\\fR…]\n"
           ".SH DESCRIPTION\nOne overhead camera looks at the table; whiteglove follows every ball and calls the game "
           "by the book.\nEvery command takes \\fB\\-\\-help\\fR, \\fB\\-\\-version\\fR and \\fB\\-\\-log\\fR "
           "\\fILEVEL\\fR (error, warn, info, debug, trace).\n.SH COMMANDS\n");
    for (size_t i = 0; commands[i]; i++)
        print_roff_command(commands[i]);
    printf(".SH EXIT STATUS\n0 done, 1 it failed (the reason is on standard error and nothing half\\-written is left "
           "behind), 2 wrong usage.\n");
    return EXIT_DONE;
}

const struct command cmd_manual = {
    .name = "manual",
    .arguments = "",
    .summary = "Print the man page",
    .description = "In roff, as man(1) reads it. The installed page is made by this command.",
    .example = "build/release/whiteglove manual | head",
    .run = run_manual,
};

static void print_words_of(const struct command *c)
{
    printf("        %s) words='--help --version --log", c->name);
    for (const GOptionEntry *o = c->options; o && o->long_name; o++)
        printf(" --%s", o->long_name);
    printf("' ;;\n");
}

static int run_completion(int argc, char **argv)
{
    if (argc != 2 || strcmp(argv[1], "bash") != 0)
        return command_usage("completion", "needs the name of a shell",
                             "Only bash is known: whiteglove completion bash");
    printf("# bash completion for whiteglove %s\n"
           "_whiteglove()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} words=''\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='",
           WHITEGLOVE_VERSION);
    for (size_t i = 0; commands[i]; i++)
        printf("%s ", commands[i]->name);
    printf("--help --version'\n    else case ${COMP_WORDS[1]} in\n");
    for (size_t i = 0; commands[i]; i++)
        print_words_of(commands[i]);
    printf("    esac; fi\n"
           "    case $current in\n"
           "        -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
           "        *) if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "           else COMPREPLY=($(compgen -f -- \"$current\")); fi ;;\n"
           "    esac\n}\ncomplete -o filenames -F _whiteglove whiteglove\n");
    return EXIT_DONE;
}

const struct command cmd_completion = {
    .name = "completion",
    .arguments = "SHELL",
    .summary = "Print the completion script of a shell",
    .description = "Only bash is known. The Debian package installs it by itself.",
    .example = "source <(build/release/whiteglove completion bash)",
    .run = run_completion,
};
