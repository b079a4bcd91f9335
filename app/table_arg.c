/* SPDX-License-Identifier: Apache-2.0 */
/* table_arg.c: from the options of a command line to a table. */
#include "table_arg.h"

#include "command.h"
#include "game.h"

#include <stdio.h>

static int make_custom(struct table *table, const char *size, double ball)
{
    double length, width;
    char rest;
    if (sscanf(size, "%lfx%lf%c", &length, &width, &rest) != 2)
        return command_usage(size, "is not a size", "Write length x width in mm, for example --size 2337x1168.");
    if (!(ball > 0))
        return command_usage("--size", "needs --ball", "Add the diameter of the balls in mm: --ball 57.15.");
    if (table_make_custom(table, length, width, ball))
        return command_usage(size, "no table can be built with these measures",
                             "The length must exceed the width, and the pockets, in proportion to the balls, must "
                             "leave room for cushions.");
    return EXIT_DONE;
}

int table_arg_make(struct table *table, const char *kind, const char *size, double ball, const char *otherwise)
{
    if (size)
        return kind ? command_usage("--size", "cannot go with --table", NULL) : make_custom(table, size, ball);
    if (!kind && !otherwise)
        return command_usage("--table", "is missing", "Name the kind of table: 'whiteglove tables' lists them.");
    if (table_make(table, kind ? kind : otherwise))
        return command_usage(kind, "there is no such kind of table", "Run 'whiteglove tables' for the list.");
    return EXIT_DONE;
}

const char *table_arg_usual(const char *game)
{
    enum sim_game simulated = game ? sim_game_from_name(game) : 0;
    return simulated ? sim_game_row(simulated)->table : "snooker-12ft";
}
