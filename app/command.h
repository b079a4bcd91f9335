/* SPDX-License-Identifier: Apache-2.0 */
/* command.h: what a sub-command is. Help, the man page and shell completion are all made from these tables. */
#pragma once

#include <glib.h>

/* Exit codes of every command. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct command {
    const char *name;
    const char *arguments;             /* after the options, e.g. "FILE"; "" for none */
    const char *summary;               /* one line, no full stop */
    const char *description;           /* a paragraph or two for --help and the man page */
    const char *example;               /* a line that works when pasted into a shell in the checkout */
    const GOptionEntry *options;       /* ends with {0}; NULL for none */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name, options are already taken out */
};

/* All commands, ended by NULL. */
extern const struct command *const commands[];

/* The command with this name, or NULL. */
const struct command *command_find(const char *name);

/* "whiteglove: WHAT: WHY" and, unless NULL, a second line that says what a person can do. Returns EXIT_FAILED. */
int command_failed(const char *what, const char *why, const char *advice);

/* The same for a wrong command line. Returns EXIT_USAGE. */
int command_usage(const char *what, const char *why, const char *advice);

/* Both as one: EXIT_DONE for 0, else command_failed with the text of the code. */
int command_result(int err, const char *what, const char *advice);
