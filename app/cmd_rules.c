/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_rules.c: whiteglove rules: every clause of a game, who raises it, and how it is judged and tested. */
#include "command.h"

#include "rules.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static char *edition, *cases_folder;
static gboolean markdown;

/* ---- which clauses the cases cite -------------------------------------------------------------------------------- */

static GHashTable *cited; /* "SNK 3.9(a)" -> number of cases */

static void count_clauses(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *clauses = json_object_get(json_array_get(list, i), "clauses");
        for (size_t c = 0; c < json_array_size(clauses); c++) {
            const char *clause = json_string_value(json_array_get(clauses, c));
            gpointer n = clause ? g_hash_table_lookup(cited, clause) : NULL;
            if (clause)
                g_hash_table_insert(cited, g_strdup(clause), GINT_TO_POINTER(GPOINTER_TO_INT(n) + 1));
        }
    }
}

static void count_folder(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir))) {
        char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            count_folder(path);
        } else if (g_str_has_suffix(name, ".json")) {
            json_t *list = json_load_file(path, 0, NULL);
            count_clauses(list);
            json_decref(list);
        }
        g_free(path);
    }
    if (dir)
        g_dir_close(dir);
}

/* "2.9(a)(i)-(iv)", "3.4(a)(i)(ii)" and "2.17(d),(e)" stand for several: what is common to all of them. */
static char *common_part(const char *clause)
{
    static const char *const ends[] = {")-(", ")(ii)", ")(b)", "),("};
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
        const char *several = strstr(clause, ends[i]);
        const char *open = several ? g_strrstr_len(clause, several - clause, "(") : NULL;
        if (open)
            return g_strndup(clause, (gsize)(open - clause));
    }
    return g_strdup(clause);
}

static int cases_citing(const char *clause)
{
    int n = 0;
    char *stem = common_part(clause);
    bool several = strcmp(stem, clause) != 0;
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, cited);
    while (g_hash_table_iter_next(&iter, &key, &value))
        if (!strcmp(key, clause) || (several && g_str_has_prefix(key, stem)))
            n += GPOINTER_TO_INT(value);
    g_free(stem);
    return n;
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

static const char *who_word(enum who who)
{
    static const char *const words[] = {"-", "camera", "clock", "official", "camera + official"};
    return words[who];
}

static void how_text(const struct rule *rule, char *text, size_t size)
{
    if (rule->how)
        snprintf(text, size, "%s", rule->how);
    else
        snprintf(text, size, "%s%s%s", rule->broken ? "seen" : "", rule->broken && rule->flag ? ", or " : "",
                 rule->flag ? "flag " : "");
    if (!rule->how && rule->flag)
        g_strlcat(text, flag_name(rule->flag), size);
}

static void print_rule(const struct game *game, const struct rule *rule)
{
    char clause[64], how[160];
    rules_clause(game, rule, clause, sizeof clause);
    how_text(rule, how, sizeof how);
    if (markdown && cited)
        printf("| %s | %s | %s | %s | %d |\n", clause, rule->title, who_word(rule->who), how, cases_citing(clause));
    else if (markdown)
        printf("| %s | %s | %s | %s |\n", clause, rule->title, who_word(rule->who), how);
    else
        printf("%-22s %-18s %s (%s)\n", clause, who_word(rule->who), rule->title, how);
}

static bool numbered_otherwise(const struct book *book, const struct rule *rule)
{
    for (const struct renumber *n = book->renumber; n && n->clause; n++)
        if (!strcmp(n->clause, rule->clause))
            return true;
    return false;
}

/* `only_own`: an edition of a book that was printed before; only what it numbers otherwise. */
static void print_book(const struct game *game, const struct book *book, bool only_own)
{
    if (markdown)
        printf("\n## %s\n\n%s| clause | what | raised by | judged by |%s\n|---|---|---|---|%s\n", book->title,
               only_own ? "As the edition above, but for:\n\n" : "", cited ? " cases |" : "", cited ? "---|" : "");
    for (size_t i = 0; i < book->count; i++)
        if (rules_applies(book, &book->rules[i]) && (!only_own || numbered_otherwise(book, &book->rules[i])))
            print_rule(game, &book->rules[i]);
}

static void print_game(const struct game *game)
{
    if (!markdown)
        printf("%s, edition %s\n\n", game->title, game->edition);
    for (size_t b = 0; game->books[b]; b++)
        print_book(game, game->books[b], false);
}

/* Each book once, however many games are played by it. */
static void print_all(void)
{
    GHashTable *done = g_hash_table_new(NULL, NULL);
    const struct game *game;
    if (markdown)
        printf("# Rules covered\n\nEvery clause of every book, who raises it and what judges it: code, an official's "
               "flag, or an entry.\nGenerated from the tables of `rules/`:\n`build/release/whiteglove rules all "
               "--markdown --cases tests/cases > docs/rules-coverage.md`\n");
    for (size_t i = 0; (game = rules_games(i)); i++)
        for (size_t b = 0; game->books[b]; b++)
            if (g_hash_table_add(done, (gpointer)game->books[b]))
                print_book(game, game->books[b], !g_hash_table_add(done, (gpointer)game->books[b]->rules));
    g_hash_table_destroy(done);
}

static int unknown_game(const char *name)
{
    GString *known = g_string_new("Known games: all");
    const struct game *game;
    for (size_t i = 0; (game = rules_games(i)); i++)
        g_string_append_printf(known, ", %s (%s)", game->name, game->edition);
    int result = command_usage(name, "there is no such game or edition", known->str);
    g_string_free(known, TRUE);
    return result;
}

static int run_rules(int argc, char **argv)
{
    if (argc != 2)
        return command_usage("rules", "needs the name of a game, or all", "Example: whiteglove rules snooker");
    bool all = !strcmp(argv[1], "all");
    const struct game *game = all ? NULL : rules_game(argv[1], edition);
    if (!game && !all)
        return unknown_game(argv[1]);
    if (cases_folder) {
        cited = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        count_folder(cases_folder);
    }
    if (all)
        print_all();
    else
        print_game(game);
    if (cited)
        g_hash_table_destroy(cited);
    g_free(edition);
    g_free(cases_folder);
    return EXIT_DONE;
}

static const GOptionEntry options[] = {
    {"edition", 0, 0, G_OPTION_ARG_STRING, &edition, "Of the game's book: 2024 (snooker), 2022, ebsra, …", "EDITION"},
    {"markdown", 0, 0, G_OPTION_ARG_NONE, &markdown, "As tables in Markdown", NULL},
    {"cases", 0, 0, G_OPTION_ARG_FILENAME, &cases_folder, "Count the test cases under FOLDER that cite each clause",
     "FOLDER"},
    {0},
};

const struct command cmd_rules = {
    .name = "rules",
    .arguments = "GAME",
    .summary = "List every clause of a game and how it is judged",
    .description = "GAME is one of the games that can be judged, or all. Each line has the clause, who raises it (the "
                   "camera, a clock, an official or player), what it is about, and the code or entry that decides it.",
    .example = "build/release/whiteglove rules snooker --edition ebsra",
    .options = options,
    .run = run_rules,
};
