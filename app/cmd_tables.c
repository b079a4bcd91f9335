/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_tables.c: whiteglove tables: which tables are known, their measures, and a picture of one. */
#include "command.h"

#include "err.h"
#include "outfile.h"
#include "table.h"

#include <stdio.h>

static char *size_option, *svg_option;
static double ball_option;

static const GOptionEntry options[] = {
    {"size", 0, 0, G_OPTION_ARG_STRING, &size_option, "Instead of a kind: playing area, nose to nose, in mm", "LxW"},
    {"ball", 0, 0, G_OPTION_ARG_DOUBLE, &ball_option, "Diameter of the balls in mm, with --size", "D"},
    {"svg", 0, 0, G_OPTION_ARG_FILENAME, &svg_option, "Draw the table to this file ('-': standard output)", "FILE"},
    {0},
};

static void print_row(const struct table *t)
{
    const struct bed *b = &t->bed;
    printf("%-17s %6.0f %6.0f %6.4g %7.4g %6.4g %5.4g %7.3g %7.3g %5.3g\n", t->kind, b->length, b->width, b->ball_d,
           b->baulk_x + b->length / 2, b->d_radius, b->length / 2 - b->spot[SPOT_BLACK].x, t->pocket[POCKET_TL].mouth,
           t->pocket[POCKET_ML].mouth, t->nose_height);
}

static void print_heading(void)
{
    printf("%-17s %6s %6s %6s %7s %6s %5s %7s %7s %5s\n", "KIND", "LENGTH", "WIDTH", "BALL", "BAULK", "D", "SPOT",
           "CORNER", "MIDDLE", "NOSE");
}

static int print_all(void)
{
    struct table t;
    print_heading();
    for (size_t i = 0; i < table_kinds(); i++)
        if (table_make(&t, table_kind_name(i)) == 0)
            print_row(&t);
    printf("\nAll in mm. BAULK: baulk-line or head string from the bottom cushion. D: its radius, 0 for none. SPOT: "
           "black or\nfoot spot from the top cushion. CORNER, MIDDLE: mouths of the pockets. NOSE: its height above "
           "the cloth.\n'whiteglove tables KIND' tells where the figures come from; --size LxW --ball D makes any "
           "other table.\n");
    return EXIT_DONE;
}

static int print_one(const struct table *t)
{
    print_heading();
    print_row(t);
    printf("\n%s.\nFrom: %s.\n", t->title, t->source);
    return EXIT_DONE;
}

static int draw(const struct table *t, const char *path)
{
    static const char *const advice = "Name a file in a folder that exists and that you may write to.";
    struct outfile out;
    int err = outfile_open(&out, path);
    if (err)
        return command_result(err, path, advice);
    table_draw_svg(t, out.stream);
    return command_result(outfile_commit(&out), path, advice);
}

static int make_custom(struct table *t)
{
    double length, width;
    char rest;
    if (sscanf(size_option, "%lfx%lf%c", &length, &width, &rest) != 2)
        return command_usage(size_option, "is not a size", "Write length x width in mm, for example --size 2337x1168.");
    if (ball_option == 0)
        return command_usage("tables", "--size needs --ball", "Add the diameter of the balls in mm: --ball 57.15.");
    if (table_make_custom(t, length, width, ball_option))
        return command_usage(size_option, "no table can be built with these measures",
                             "The length must exceed the width, and the pockets, in proportion to the balls, must "
                             "leave room for cushions.");
    return EXIT_DONE;
}

static int make_kind(struct table *t, const char *kind)
{
    if (!table_make(t, kind))
        return EXIT_DONE;
    return command_usage(kind, "there is no such kind of table", "Run 'whiteglove tables' for the list.");
}

static int run(int argc, char **argv)
{
    struct table t = {0};
    if (argc > 2 || (argc == 2 && size_option))
        return command_usage("tables", "takes one KIND, or --size and --ball", NULL);
    if (!size_option && ball_option != 0)
        return command_usage("tables", "--ball needs --size", NULL);
    if (argc < 2 && !size_option)
        return svg_option ? command_usage("tables", "--svg needs a KIND or --size", "For example: snooker-12ft.")
                          : print_all();
    int result = size_option ? make_custom(&t) : make_kind(&t, argv[1]);
    if (result != EXIT_DONE)
        return result;
    return svg_option ? draw(&t, svg_option) : print_one(&t);
}

const struct command cmd_tables = {
    .name = "tables",
    .arguments = "[KIND]",
    .summary = "List the kinds of table, measure or draw one",
    .description = "Without a kind: all kinds with their measures. With a kind, or with --size and --ball for any "
                   "other table: that one, and where its figures come from. With --svg: a drawing to scale.",
    .example = "build/release/whiteglove tables snooker-12ft --svg build/table.svg",
    .options = options,
    .run = run,
};
