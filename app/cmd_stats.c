/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_stats.c: whiteglove stats: how do the players of these matches play? */
#include "command.h"

#include "err.h"
#include "history.h"

#include <stdio.h>
#include <string.h>

static gboolean csv_option, pots_option;
static char *database_option;

static const GOptionEntry options[] = {
    {"csv", 0, 0, G_OPTION_ARG_NONE, &csv_option, "Comma-separated values, for a spreadsheet", NULL},
    {"pots", 0, 0, G_OPTION_ARG_NONE, &pots_option, "Pots by distance and by angle instead", NULL},
    {"database", 0, 0, G_OPTION_ARG_FILENAME, &database_option,
     "Keep the tables in this SQLite file, for questions of your own (default: in memory)", "FILE"},
    {0},
};

enum { NAME_COLUMNS = 16 };

/* What a name leaves of its column on a terminal, where Chinese takes two places a character. */
static int room_after(const char *name)
{
    int room = NAME_COLUMNS;
    for (; *name; name = g_utf8_next_char(name))
        room -= g_unichar_iswide(g_utf8_get_char(name)) ? 2 : 1;
    return MAX(room, 0);
}

static void print_text(void)
{
    printf("%-16s %7s %6s %7s %6s %6s %6s %7s %6s %5s %5s %5s %8s\n", "player", "matches", "frames", "strokes", "pots",
           "fouls", "points", "misses", "best", "20+", "50+", "100+", "s a shot");
}

/* As spreadsheets expect it: a quotation mark inside is doubled. */
static void print_quoted(const char *text)
{
    putchar('"');
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){*text, 0}, stdout);
    putchar('"');
}

static int print_player(void *user, const struct history_player *p)
{
    (void)user;
    char shot[16] = "-";
    if (p->shots_timed)
        snprintf(shot, sizeof shot, "%.1f", p->shot_s);
    if (csv_option) {
        print_quoted(p->name);
        printf(",%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%s\n", p->matches, p->frames_won, p->strokes, p->pots, p->fouls,
               p->points, p->misses, p->best_break, p->breaks[0], p->breaks[1], p->breaks[2],
               p->shots_timed ? shot : "");
    } else
        printf("%s%*s %7d %6d %7d %5.0f%% %6d %6d %7d %6d %5d %5d %5d %8s\n", p->name, room_after(p->name), "",
               p->matches, p->frames_won, p->strokes, p->strokes ? 100.0 * p->pots / p->strokes : 0, p->fouls,
               p->points, p->misses, p->best_break, p->breaks[0], p->breaks[1], p->breaks[2], shot);
    return 0;
}

/* ---- pots by distance and angle ---------------------------------------------------------------------------------- */

static void class_name(char *text, size_t size, int by, int i)
{
    const double *ends = by ? history_cut_deg : history_distance_mm;
    double unit = by ? 1 : 1000;
    if (i == HISTORY_CLASSES - 1)
        snprintf(text, size, "over %g %s", ends[i - 1] / unit, by ? "degrees" : "m");
    else
        snprintf(text, size, "%g to %g %s", i ? ends[i - 1] / unit : 0, ends[i] / unit, by ? "degrees" : "m");
}

static int print_pots(void *user, const struct history_pots *p)
{
    bool *any = user;
    char name[40];
    for (int by = 0; by < 2; by++)
        for (int i = 0; i < HISTORY_CLASSES; i++) {
            int tried = p->tried[by][i], made = p->made[by][i];
            class_name(name, sizeof name, by, i);
            if (csv_option) {
                print_quoted(p->name);
                printf(",%s,%s,%d,%d\n", by ? "cut" : "distance", name, tried, made);
            } else if (tried) {
                *any = true;
                printf("%s%*s %-9s %-18s %4d of %4d  %3.0f %%\n", p->name, room_after(p->name), "",
                       by ? "cut" : "distance", name, made, tried, 100.0 * made / tried);
            }
        }
    return 0;
}

static int print_all(struct history *h)
{
    if (pots_option) {
        bool any = csv_option;
        if (csv_option)
            puts("player,by,class,tried,made");
        int err = history_pots(h, print_pots, &any);
        if (!err && !any)
            puts("No ball was seen to be sent at a pocket: such a stroke needs places and times, as a camera tells "
                 "them.");
        return command_result(err, "stats", NULL);
    }
    if (csv_option)
        puts("player,matches,frames_won,strokes,pots,fouls,points,misses,best_break,breaks_20,breaks_50,breaks_100,"
             "seconds_a_shot");
    else
        print_text();
    return command_result(history_players(h, print_player, NULL), "stats", NULL);
}

static int add_match(struct history *h, const char *argument)
{
    char error[SCENARIO_ERROR_BYTES];
    char *path = g_file_test(argument, G_FILE_TEST_IS_DIR) ? g_build_filename(argument, "journal.jsonl", NULL)
                                                           : g_strdup(argument);
    int err = history_add(h, argument, path, error);
    int result =
        err ? command_failed(path, *error ? error : err_text(err), "Name folders of matches, or journals.") : EXIT_DONE;
    g_free(path);
    return result;
}

static int run(int argc, char **argv)
{
    struct history *h;
    int result = EXIT_DONE;
    if (argc < 2 && !database_option)
        return command_usage("stats", "needs the folder of a match", "Run 'whiteglove stats --help' to see more.");
    int err = history_open(&h, database_option ? database_option : ":memory:");
    if (err)
        return command_result(err, database_option ? database_option : "stats", NULL);
    for (int i = 1; !result && i < argc; i++)
        result = add_match(h, argv[i]);
    if (!result)
        result = print_all(h);
    history_close(&h);
    return result;
}

const struct command cmd_stats = {
    .name = "stats",
    .arguments = "DIR|JOURNAL…",
    .summary = "Breaks, pots, fouls and pace of the players of matches",
    .description =
        "Reads the journals of matches and counts for each player. --pots tells how many of the balls "
        "that were sent at a pocket went in, by how far they lay from the cue-ball and by how much they had "
        "to be cut. With --database the tables (matches, "
        "frames, strokes, shots, breaks, rulings) are kept in an SQLite file; a match that is given again replaces "
        "what was there of it, so the file can be rebuilt at any time.",
    .example = "build/release/whiteglove stats samples/match.jsonl --csv",
    .options = options,
    .run = run,
};
