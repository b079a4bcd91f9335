/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the tables hold what stands at the end of a journal, and that they can be rebuilt. */
#include "err.h"
#include "history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char error[SCENARIO_ERROR_BYTES];

struct found {
    int n;
    struct history_player player[8];
};

static int take(void *user, const struct history_player *p)
{
    struct found *f = user;
    if (f->n < 8)
        f->player[f->n++] = *p;
    return 0;
}

static struct found players_of(struct history *h)
{
    struct found f = {0};
    assert_int_equal(history_players(h, take, &f), 0);
    return f;
}

static const char *const begin =
    "{\"type\":\"match\",\"game\":\"snooker\",\"players\":[\"Ann\",\"Bo\"],\"frames\":3}\n"
    "{\"type\":\"stroke\",\"t\":9,\"stroke\":{\"t0\":5,\"t1\":9,\"first_contact\":[\"red\"],\"potted\":[{\"ball\":"
    "\"red\"}]}}\n"
    "{\"type\":\"stroke\",\"t\":29,\"stroke\":{\"t0\":21,\"t1\":29,\"first_contact\":[\"black\"],\"potted\":[{\"ball\":"
    "\"black\"}]}}\n"
    "{\"type\":\"stroke\",\"t\":49,\"stroke\":{\"t0\":39,\"t1\":49,\"first_contact\":[\"blue\"]}}\n";

static void write_journal(const char *path, const char *more)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "%s%s", begin, more);
    fclose(f);
}

static void strokes_breaks_and_fouls_are_counted(void **state)
{
    const char *path = *state;
    struct history *h;
    write_journal(path, "");
    assert_int_equal(history_open(&h, ":memory:"), 0);
    assert_int_equal(history_add(h, "one", path, error), 0);
    struct found f = players_of(h);
    assert_int_equal(f.n, 1); /* Bo has not struck yet */
    const struct history_player *ann = &f.player[0];
    assert_string_equal(ann->name, "Ann");
    assert_int_equal(ann->strokes, 3);
    assert_int_equal(ann->pots, 2);
    assert_int_equal(ann->fouls, 1);
    assert_int_equal(ann->points, 8);
    assert_int_equal(ann->best_break, 8);
    assert_int_equal(ann->shots_timed, 2);
    assert_true(ann->shot_s > 10.99 && ann->shot_s < 11.01); /* 12 s and 10 s */
    history_close(&h);
}

static void what_was_taken_back_does_not_count_and_a_match_is_replaced(void **state)
{
    const char *path = *state;
    struct history *h;
    write_journal(path, "");
    assert_int_equal(history_open(&h, ":memory:"), 0);
    assert_int_equal(history_add(h, "one", path, error), 0);
    write_journal(path, "{\"type\":\"act\",\"act\":\"undo\",\"of\":4}\n");
    assert_int_equal(history_add(h, "one", path, error), 0);
    struct found f = players_of(h);
    assert_int_equal(f.player[0].matches, 1);
    assert_int_equal(f.player[0].strokes, 2);
    assert_int_equal(f.player[0].fouls, 0);
    assert_int_equal(history_add(h, "two", path, error), 0);
    assert_int_equal(players_of(h).player[0].strokes, 4);
    history_close(&h);
}

static void frames_are_won_by_name(void **state)
{
    const char *path = *state;
    struct history *h;
    write_journal(path, "{\"type\":\"act\",\"act\":\"concede\",\"by\":\"Ann\"}\n"
                        "{\"type\":\"act\",\"act\":\"new_frame\"}\n"
                        "{\"type\":\"stroke\",\"stroke\":{\"first_contact\":[\"red\"]}}\n");
    assert_int_equal(history_open(&h, ":memory:"), 0);
    assert_int_equal(history_add(h, "one", path, error), 0);
    struct found f = players_of(h);
    assert_int_equal(f.n, 2);
    assert_int_equal(f.player[0].frames_won, 0);
    assert_int_equal(f.player[1].frames_won, 1);
    assert_int_equal(f.player[1].strokes, 1); /* Bo opens the second frame */
    history_close(&h);
}

static void what_is_no_journal_changes_nothing(void **state)
{
    const char *path = *state;
    struct history *h;
    write_journal(path, "");
    assert_int_equal(history_open(&h, ":memory:"), 0);
    assert_int_equal(history_add(h, "one", path, error), 0);
    write_journal(path, "{\"type\":\"stroke\",\n");
    assert_int_equal(history_add(h, "one", path, error), ERR_FORMAT);
    assert_int_equal(history_add(h, "one", "/no/such/journal", error), ERR_NOT_FOUND);
    assert_int_equal(players_of(h).player[0].strokes, 3);
    history_close(&h);
    assert_int_equal(history_open(&h, path), ERR_FORMAT); /* a journal is no database */
    assert_null(h);
}

static int keep_pots(void *user, const struct history_pots *pots)
{
    *(struct history_pots *)user = *pots;
    return 0;
}

/* Straight at the top left pocket from 400 mm: in; then half a metre further and 40 degrees cut, and it stays out. */
static void pots_are_counted_by_distance_and_angle(void **state)
{
    static const char strokes[] =
        "{\"type\":\"stroke\",\"position\":{\"cue\":[1101.66,206.16],\"red-7\":[1384.5,489]},\"stroke\":{\"events\":["
        "{\"kind\":\"strike\",\"t\":1,\"balls\":[\"cue\"],\"p\":1},"
        "{\"kind\":\"contact\",\"t\":2,\"balls\":[\"cue\",\"red-7\"],\"at\":[1347.38,451.88],\"p\":1},"
        "{\"kind\":\"pocket\",\"t\":3,\"balls\":[\"red-7\"],\"pocket\":\"TL\",\"p\":1}]}}\n"
        "{\"type\":\"stroke\",\"position\":{\"cue\":[460,440],\"black\":[1384.5,489]},\"stroke\":{\"events\":["
        "{\"kind\":\"strike\",\"t\":5,\"balls\":[\"cue\"],\"p\":1},"
        "{\"kind\":\"contact\",\"t\":6,\"balls\":[\"cue\",\"black\"],\"at\":[1347.38,451.88],\"p\":1}]}}\n";
    const char *path = *state;
    struct history *h;
    struct history_pots p = {0};
    write_journal(path, strokes);
    assert_int_equal(history_open(&h, ":memory:"), 0);
    if (history_add(h, "one", path, error))
        fail_msg("%s", error);
    assert_int_equal(history_pots(h, keep_pots, &p), 0);
    assert_int_equal(p.tried[0][0], 1); /* below half a metre */
    assert_int_equal(p.made[0][0], 1);
    assert_int_equal(p.tried[0][1], 1);
    assert_int_equal(p.made[0][1], 0);
    assert_int_equal(p.made[1][0], 1); /* straight */
    assert_int_equal(p.tried[1][2], 1);
    history_close(&h);
}

static int make(void **state)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/whiteglove-history-%d.jsonl", (int)getpid());
    *state = path;
    return 0;
}

static int drop(void **state)
{
    return unlink(*state);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)
    const struct CMUnitTest tests[] = {
        TEST(strokes_breaks_and_fouls_are_counted),
        TEST(what_was_taken_back_does_not_count_and_a_match_is_replaced),
        TEST(frames_are_won_by_name),
        TEST(what_is_no_journal_changes_nothing),
        TEST(pots_are_counted_by_distance_and_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
