/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that every ruling described under tests/cases/ comes out as its author read it in the book. */
#include "scenario.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { CASES_MAX = 4000 };

static json_t *cases[CASES_MAX];
static size_t cases_n;
static json_t *files[CASES_MAX];
static size_t files_n;

/* ---- loading ----------------------------------------------------------------------------------------------------- */

static void load_file(const char *path)
{
    json_error_t error;
    json_t *list = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_array(list))
        fail_msg("%s:%d: %s", path, error.line, list ? "not a list" : error.text);
    for (size_t i = 0; i < json_array_size(list) && cases_n < CASES_MAX; i++)
        cases[cases_n++] = json_array_get(list, i);
    files[files_n++] = list;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void load_folder(const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, by_name);
    for (int i = 0; i < n; i++) {
        char path[512];
        struct stat info;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        const char *dot = strrchr(entries[i]->d_name, '.');
        if (entries[i]->d_name[0] != '.' && !stat(path, &info) && S_ISDIR(info.st_mode))
            load_folder(path);
        else if (dot && !strcmp(dot, ".json"))
            load_file(path);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

static int load_all(void **state)
{
    (void)state;
    load_folder("tests/cases");
    return 0;
}

static int unload_all(void **state)
{
    (void)state;
    while (files_n)
        json_decref(files[--files_n]);
    return 0;
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lists of words whose order means nothing. */
static bool same_set(const json_t *got, const json_t *want)
{
    size_t n = json_array_size(want);
    const char *a[64], *b[64];
    if (json_array_size(got) != n || n > 64)
        return false;
    for (size_t i = 0; i < n; i++) {
        a[i] = json_string_value(json_array_get(got, i));
        b[i] = json_string_value(json_array_get(want, i));
        if (!a[i] || !b[i])
            return false;
    }
    qsort(a, n, sizeof *a, by_text);
    qsort(b, n, sizeof *b, by_text);
    for (size_t i = 0; i < n; i++)
        if (strcmp(a[i], b[i]) != 0)
            return false;
    return true;
}

static bool near(const json_t *got, const json_t *want, double tolerance)
{
    return json_is_number(got) && fabs(json_number_value(got) - json_number_value(want)) <= tolerance;
}

static bool same_respot(const json_t *got, const json_t *want)
{
    if (json_array_size(got) != json_array_size(want))
        return false;
    for (size_t i = 0; i < json_array_size(want); i++) {
        const json_t *g = json_array_get(got, i), *w = json_array_get(want, i);
        const json_t *at = json_object_get(w, "pos"), *is = json_object_get(g, "pos");
        if (!json_equal(json_object_get(g, "ball"), json_object_get(w, "ball")) ||
            !json_equal(json_object_get(g, "spot"), json_object_get(w, "spot")))
            return false;
        if (at && (!near(json_array_get(is, 0), json_array_get(at, 0), 1) ||
                   !near(json_array_get(is, 1), json_array_get(at, 1), 1)))
            return false;
    }
    return true;
}

/* The keys that are wanted, and no others. */
static bool same_part(const json_t *got, const json_t *want)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)want, key, value)
    {
        const json_t *is = json_object_get(got, key);
        if (json_is_real(value) ? !near(is, value, 0.01) : !json_equal(is, value))
            return false;
    }
    return true;
}

static bool same(const char *key, const json_t *got, const json_t *want)
{
    if (!strcmp(key, "options") || !strcmp(key, "ball_on_next") || !strcmp(key, "touching_ball"))
        return same_set(got, want);
    if (!strcmp(key, "respot"))
        return same_respot(got, want);
    if (!strcmp(key, "counters_after") || !strcmp(key, "hinge"))
        return json_is_null(want) ? json_is_null(got) : same_part(got, want);
    if (!strcmp(key, "sure"))
        return near(got, want, 0.01);
    return json_equal(got, want);
}

static int differences(const char *id, const json_t *got, const json_t *want)
{
    const char *key;
    json_t *value;
    int n = 0;
    json_object_foreach((json_t *)want, key, value)
    {
        const json_t *is = json_object_get(got, key);
        if (same(key, is, value))
            continue;
        char *a = json_dumps(is, JSON_ENCODE_ANY | JSON_COMPACT),
             *b = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
        print_error("%s: %s: got %s, the book says %s\n", id, key, a ? a : "nothing", b);
        free(a);
        free(b);
        n++;
    }
    if (!json_object_size(want)) {
        print_error("%s: expects nothing\n", id);
        n++;
    }
    return n;
}

static int compare_steps(const char *id, const json_t *got, const json_t *steps)
{
    int n = json_array_size(steps) ? 0 : 1;
    for (size_t i = 0; i < json_array_size(steps); i++) {
        char step[128];
        const json_t *want = json_object_get(json_array_get(steps, i), "expect");
        snprintf(step, sizeof step, "%s, step %zu", id, i + 1);
        if (want)
            n += differences(step, json_array_get(got, i), want);
    }
    return n;
}

static int judge_case(json_t *one)
{
    const char *id = json_string_value(json_object_get(one, "id"));
    const char *refused = json_string_value(json_object_get(one, "refused"));
    const json_t *steps = json_object_get(one, "steps");
    json_t *list = json_pack("[O]", one), *answers = scenario_judge(list);
    const json_t *answer = json_array_get(answers, 0);
    const char *why = json_string_value(json_object_get(answer, "refused"));
    int n = 0;
    if (refused || why) {
        n = !refused || !why || !strstr(why, refused);
        if (n)
            print_error("%s: should %s, got “%s”\n", id, refused ? "be refused" : "be judged", why ? why : "a ruling");
    } else if (steps) {
        n = compare_steps(id, json_object_get(answer, "steps"), steps);
    } else {
        n = differences(id, json_object_get(answer, "result"), json_object_get(one, "expect"));
    }
    json_decref(answers);
    json_decref(list);
    return n;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void every_case_is_ruled_as_the_book_says(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < cases_n; i++)
        wrong += judge_case(cases[i]) > 0;
    print_message("%zu cases from %zu files\n", cases_n, files_n);
    assert_true(cases_n > 0);
    assert_int_equal(wrong, 0);
}

static void every_case_has_a_name_of_its_own(void **state)
{
    (void)state;
    json_t *seen = json_object();
    for (size_t i = 0; i < cases_n; i++) {
        const char *id = json_string_value(json_object_get(cases[i], "id"));
        assert_non_null(id);
        if (json_object_get(seen, id))
            fail_msg("two cases are called “%s”", id);
        json_object_set_new(seen, id, json_true());
    }
    json_decref(seen);
}

static bool clause_exists(const struct game *game, const char *clause)
{
    for (size_t b = 0; game->books[b]; b++) {
        const char *prefix = game->books[b]->prefix;
        if (!strncmp(clause, prefix, strlen(prefix)) && clause[strlen(prefix)] == ' ')
            return true;
    }
    return false;
}

static void every_case_cites_a_clause_of_its_book(void **state)
{
    (void)state;
    for (size_t i = 0; i < cases_n; i++) {
        const char *id = json_string_value(json_object_get(cases[i], "id"));
        const char *name = json_string_value(json_object_get(cases[i], "game"));
        const char *edition = json_string_value(json_object_get(cases[i], "edition"));
        const struct game *game = name ? rules_game(name, edition) : NULL;
        const json_t *clauses = json_object_get(cases[i], "clauses");
        if (json_object_get(cases[i], "refused"))
            continue;
        assert_non_null(game);
        if (!json_array_size(clauses))
            fail_msg("%s cites no clause", id);
        for (size_t c = 0; c < json_array_size(clauses); c++)
            if (!clause_exists(game, json_string_value(json_array_get(clauses, c))))
                fail_msg("%s cites %s, which is not in its book", id, json_string_value(json_array_get(clauses, c)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case_is_ruled_as_the_book_says),
        cmocka_unit_test(every_case_has_a_name_of_its_own),
        cmocka_unit_test(every_case_cites_a_clause_of_its_book),
    };
    return cmocka_run_group_tests(tests, load_all, unload_all);
}
