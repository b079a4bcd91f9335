/* SPDX-License-Identifier: Apache-2.0 */
/* Proves that the journal loses nothing that was acknowledged and never reads what is broken. */
#include "err.h"
#include "journal.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

struct place {
    char folder[64], path[96], torn[104];
};

static int make_place(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    strcpy(p->folder, "/tmp/whiteglove-journal-XXXXXX");
    if (!p || !mkdtemp(p->folder))
        return -1;
    snprintf(p->path, sizeof p->path, "%s/journal.jsonl", p->folder);
    snprintf(p->torn, sizeof p->torn, "%s.torn", p->path);
    *state = p;
    return 0;
}

static int remove_place(void **state)
{
    struct place *p = *state;
    unlink(p->path);
    unlink(p->torn);
    int failed = rmdir(p->folder);
    free(p);
    return failed;
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static int sum_n(void *user, size_t number, const json_t *line)
{
    int *sum = user;
    assert_true(number > 0);
    *sum += (int)json_integer_value(json_object_get(line, "n"));
    return 0;
}

static int append_n(struct journal *j, int n)
{
    json_t *line = json_pack("{s:s, s:i}", "type", "test", "n", n);
    int err = journal_append(j, line);
    json_decref(line);
    return err;
}

static void what_was_appended_is_read_back(void **state)
{
    struct place *p = *state;
    struct journal *j;
    struct journal_report report;
    int sum = 0;
    assert_int_equal(journal_open(&j, p->path, NULL, NULL, &report), 0);
    for (int n = 1; n <= 10; n++)
        assert_int_equal(append_n(j, n), 0);
    journal_close(&j);
    assert_null(j);
    assert_int_equal(journal_open(&j, p->path, sum_n, &sum, &report), 0);
    assert_int_equal(report.lines, 10);
    assert_int_equal(sum, 55);
    assert_int_equal(append_n(j, 45), 0);
    journal_close(&j);
    sum = 0;
    assert_int_equal(journal_read(p->path, sum_n, &sum, &report), 0);
    assert_int_equal(sum, 100);
}

static void a_torn_last_line_is_cut_off_and_kept(void **state)
{
    struct place *p = *state;
    struct journal *j;
    struct journal_report report;
    int sum = 0;
    put(p->path, "{\"type\":\"test\",\"n\":1}\n{\"type\":\"te");
    assert_int_equal(journal_open(&j, p->path, sum_n, &sum, &report), 0);
    assert_int_equal(report.torn_bytes, 11);
    assert_int_equal(append_n(j, 2), 0);
    journal_close(&j);
    sum = 0;
    assert_int_equal(journal_read(p->path, sum_n, &sum, &report), 0);
    assert_int_equal(sum, 3);
    assert_int_equal(report.torn_bytes, 0);
    assert_int_equal(access(p->torn, R_OK), 0);
}

static void a_broken_line_is_refused_with_its_number(void **state)
{
    struct place *p = *state;
    struct journal *j;
    struct journal_report report;
    static const char *const bad[] = {"{\"n\":1}\nnonsense\n{\"n\":2}\n", "{\"n\":1}\n[1,2]\n", "{\"n\":1}\n\n",
                                      "{\"n\":1}\n{\"n\":1,\"n\":2}\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put(p->path, bad[i]);
        assert_int_equal(journal_open(&j, p->path, NULL, NULL, &report), ERR_FORMAT);
        assert_null(j);
        assert_int_equal(report.bad_line, 2);
        assert_true(strlen(report.reason) > 0);
    }
}

static void two_programs_cannot_write_the_same_journal(void **state)
{
    struct place *p = *state;
    struct journal *a, *b;
    struct journal_report report;
    assert_int_equal(journal_open(&a, p->path, NULL, NULL, &report), 0);
    assert_int_equal(journal_open(&b, p->path, NULL, NULL, &report), ERR_BUSY);
    journal_close(&a);
    assert_int_equal(journal_open(&b, p->path, NULL, NULL, &report), 0);
    journal_close(&b);
}

/* A writer says each number on a pipe once the journal has it, and is killed at a random moment. */
static void write_until_killed(const char *path, int pipe_end)
{
    struct journal *j;
    struct journal_report report;
    if (journal_open(&j, path, NULL, NULL, &report))
        _exit(1);
    for (int n = (int)report.lines + 1;; n++)
        if (append_n(j, n) || write(pipe_end, &n, sizeof n) != sizeof n)
            _exit(1);
}

static int last_said(int pipe_end)
{
    int n, last = 0;
    while (read(pipe_end, &n, sizeof n) == sizeof n)
        last = n;
    return last;
}

static int in_order(void *user, size_t number, const json_t *line)
{
    (void)user;
    return json_integer_value(json_object_get(line, "n")) == (json_int_t)number ? 0 : ERR_INCONSISTENT;
}

static void nothing_acknowledged_is_lost_when_the_writer_is_killed(void **state)
{
    struct place *p = *state;
    put(p->path, "");
    for (int round = 0; round < 40; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (!child)
            write_until_killed(p->path, ends[1]);
        close(ends[1]);
        struct timespec moment = {0, (1000 + round * 173 % 5000) * 1000L};
        nanosleep(&moment, NULL);
        kill(child, SIGKILL);
        int said = last_said(ends[0]);
        close(ends[0]);
        waitpid(child, NULL, 0);
        struct journal_report report;
        assert_int_equal(journal_read(p->path, in_order, NULL, &report), 0);
        assert_true((int)report.lines >= said);
    }
}

static void a_full_disk_adds_nothing(void **state)
{
    (void)state;
    struct journal *j;
    struct journal_report report;
    if (access("/dev/full", W_OK))
        skip();
    int err = journal_open(&j, "/dev/full", NULL, NULL, &report);
    if (err)
        skip(); /* a device cannot be read to its end everywhere */
    assert_int_not_equal(append_n(j, 1), 0);
    journal_close(&j);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)
    const struct CMUnitTest tests[] = {
        TEST(what_was_appended_is_read_back),
        TEST(a_torn_last_line_is_cut_off_and_kept),
        TEST(a_broken_line_is_refused_with_its_number),
        TEST(two_programs_cannot_write_the_same_journal),
        TEST(nothing_acknowledged_is_lost_when_the_writer_is_killed),
        TEST(a_full_disk_adds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
